"""EPUB 2 and 3: order of reading, tables of contents, metadata, cover; and files that were made to do harm."""

from __future__ import annotations

import io
import zipfile

import pytest

from document_files import Entries, Epub, page, png
from koe.documents.document import Document
from koe.documents.errors import BadDocument, EmptyDocument, ProtectedDocument
from koe.documents.limits import LARGEST_TEXT_BYTES
from koe.documents.open_document import open_document

PAGES = {
    "one.xhtml": page("<h1>One</h1><p>The first text.</p><h2 id='b'>More of one</h2><p>The second text.</p>"),
    "two.xhtml": page("<h1>Two</h1><p>The third text.</p>"),
}
NAV: Entries = [
    ("Chapter One", "one.xhtml", [("More of one", "one.xhtml#b", [])]),
    ("Chapter Two", "two.xhtml", []),
]


def read(epub: Epub) -> Document:
    return open_document(io.BytesIO(epub.data()), "file.epub")


def outline(document: Document) -> list[tuple[str, int, list[str]]]:
    return [(one.title, one.level, [paragraph.text for paragraph in one.paragraphs]) for one in document.chapters]


EXPECTED = [
    ("Chapter One", 1, ["One", "The first text."]),
    ("More of one", 2, ["More of one", "The second text."]),
    ("Chapter Two", 1, ["Two", "The third text."]),
]


def test_version_3_is_cut_at_its_nested_contents_and_knows_its_facts() -> None:
    document = read(Epub(PAGES, "Rose & Thorn", "Ada Writer", "en-GB", nav=NAV, cover=png()))
    assert outline(document) == EXPECTED
    assert (document.title, document.author, document.language) == ("Rose & Thorn", "Ada Writer", "en-GB")
    assert document.cover is not None
    assert (document.cover.data, document.cover.media_type) == (png(), "image/png")
    assert document.chapters[0].paragraphs[1].place == "OEBPS/one.xhtml"


def test_version_2_is_cut_at_its_ncx() -> None:
    document = read(Epub(PAGES, ncx=NAV, cover=png(), is_version_2=True))
    assert outline(document) == EXPECTED
    assert document.cover is not None


def test_the_spine_decides_the_order_and_not_the_files() -> None:
    document = read(Epub(PAGES, nav=NAV, spine=["p1", "p0"]))
    assert [chapter.title for chapter in document.chapters] == ["Chapter Two", "Chapter One", "More of one"]


def test_without_contents_each_page_with_a_heading_is_a_chapter() -> None:
    pages = {**PAGES, "three.xhtml": page("<p>It goes on.</p>")}
    document = read(Epub(pages))
    assert [chapter.title for chapter in document.chapters] == ["One", "Two"]
    assert document.chapters[1].paragraphs[-1].text == "It goes on."


def test_a_chapter_whose_heading_is_a_picture_gets_that_of_the_contents() -> None:
    document = read(Epub({"a.xhtml": page("<img src='h.png'/><p>Some text.</p>")}, nav=[("The Storm", "a.xhtml", [])]))
    assert outline(document) == [("The Storm", 1, ["The Storm", "Some text."])]


def test_a_part_and_its_first_chapter_at_one_place_are_one_chapter() -> None:
    nav: Entries = [("Part I", "one.xhtml", [("One", "one.xhtml", [])]), ("Two", "two.xhtml", [])]
    assert [chapter.title for chapter in read(Epub(PAGES, nav=nav)).chapters] == ["Part I: One", "Two"]


def test_a_title_page_that_the_contents_leave_out_is_read_first() -> None:
    pages = {"cover.xhtml": page("<p>A Small Book, by Ada</p>"), **PAGES}
    first = read(Epub(pages, nav=NAV)).chapters[0]
    assert (first.title, first.paragraphs[0].text) == ("A Small Book", "A Small Book, by Ada")


def test_pages_outside_the_spine_notes_and_page_numbers_are_not_read() -> None:
    body = (
        "<p>Read<a epub:type='noteref' href='#n'>1</a> this<span epub:type='pagebreak'>17</span>.</p>"
        "<nav epub:type='toc'><ol><li>Contents</li></ol></nav><script>alert(1)</script>"
    )
    assert outline(read(Epub({"a.xhtml": page(body)}, nav=[]))) == [("A Small Book", 1, ["Read this."])]


def test_text_without_a_declared_encoding_and_of_another_one() -> None:
    latin = '<?xml version="1.0" encoding="iso-8859-1"?><html><body><p>Caf\xe9</p></body></html>'
    document = read(Epub({"a.xhtml": "<html><body><p>Größe</p></body></html>", "b.xhtml": ""}, files={}))
    assert document.chapters[0].paragraphs[0].text == "Größe"
    epub = Epub({"a.xhtml": ""})
    epub.files["OEBPS/a.xhtml"] = latin.encode("latin-1")
    assert read(epub).chapters[0].paragraphs[0].text == "Café"


@pytest.mark.parametrize(
    ("file", "name"),
    [("META-INF/license.lcpl", "Readium LCP"), ("META-INF/rights.xml", "Adobe"), ("META-INF/sinf.xml", "FairPlay")],
)
def test_a_protected_book_is_refused_by_the_name_of_its_protection(file: str, name: str) -> None:
    encryption = (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">'
        '<EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>'
    )
    epub = Epub(PAGES, files={"META-INF/encryption.xml": encryption, file: "x"})
    with pytest.raises(ProtectedDocument, match=name):
        read(epub)


def test_scrambled_fonts_are_no_protection() -> None:
    encryption = (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">'
        '<EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></EncryptedData></encryption>'
    )
    assert read(Epub(PAGES, files={"META-INF/encryption.xml": encryption})).characters > 20


def test_a_page_that_unpacks_to_more_than_the_limit_is_refused() -> None:
    epub = Epub({"a.xhtml": "<p>" + "0" * (LARGEST_TEXT_BYTES + 1)})
    assert len(epub.data()) < 200_000
    with pytest.raises(BadDocument, match=r"'a\.xhtml' in it is larger than 64 MB"):
        read(epub)


def test_entities_in_the_package_are_refused_and_those_in_pages_stay_unread() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>'
    package = Epub(PAGES)
    content = zipfile.ZipFile(io.BytesIO(package.data())).read("OEBPS/book.opf").decode()
    package.files["OEBPS/book.opf"] = content.replace('version="1.0"?>', f'version="1.0"?>{bomb}', 1)
    with pytest.raises(BadDocument, match="defines entities"):
        read(package)
    text = '<!DOCTYPE html [<!ENTITY e SYSTEM "file:///etc/passwd">]><html><body><p>A &e; b</p></body></html>'
    assert "root:" not in str(outline(read(Epub({"a.xhtml": text}))))


def test_links_out_of_the_archive_lead_nowhere() -> None:
    epub = Epub({"../../../../etc/passwd": "", "/etc/hosts": "", "one.xhtml": PAGES["one.xhtml"]})
    nav: Entries = [
        ("Outside", "../../../etc/passwd", []),
        ("Away", "http://example.com/", []),
        ("One", "one.xhtml", []),
    ]
    epub.nav = nav
    assert [chapter.title for chapter in read(epub).chapters] == ["One"]


def test_a_damaged_contents_page_is_as_none() -> None:
    epub = Epub(PAGES, ncx=NAV)
    epub.files["OEBPS/toc.ncx"] = "<ncx><broken"
    assert [chapter.title for chapter in read(epub).chapters] == ["One", "Two"]


def test_pages_that_are_missing_are_told() -> None:
    epub = Epub(PAGES, nav=NAV, spine=["p0", "gone", "p1"])
    document = read(epub)
    assert document.warnings == ("1 of 3 pages of the book are not in the file.",)
    assert outline(document) == EXPECTED


@pytest.mark.parametrize("is_large", [False, True])
def test_a_directory_that_would_fill_the_memory_is_not_read(is_large: bool) -> None:
    data = bytearray(Epub(PAGES).data())
    end = data.rindex(b"PK\x05\x06")
    if is_large:
        data[end:end] = b"PK\x06\x07" + bytes(16)
    else:
        data[end + 12 : end + 16] = (2**31).to_bytes(4, "little")
    with pytest.raises(BadDocument, match="more than 10,000 files"):
        open_document(io.BytesIO(data), "a.epub")


@pytest.mark.parametrize("keep", [0.3, 0.9])
def test_a_download_that_broke_off_is_refused(keep: float) -> None:
    data = Epub(PAGES, nav=NAV).data()
    with pytest.raises(BadDocument, match="not a complete ZIP archive"):
        open_document(io.BytesIO(data[: int(len(data) * keep)]), "a.epub")


def test_a_book_of_pictures_has_no_text() -> None:
    with pytest.raises(EmptyDocument):
        read(Epub({"a.xhtml": page("<img src='a.png'/>")}))


def test_another_archive_is_no_epub() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.txt", "text")
    with pytest.raises(BadDocument, match="no EPUB"):
        open_document(file, "a.zip")
