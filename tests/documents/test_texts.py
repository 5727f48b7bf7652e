"""Plain text, Markdown, HTML and subtitles; encodings; what is no document."""

from __future__ import annotations

import io

import pytest

from koe.documents.document import Document, Paragraph
from koe.documents.errors import BadDocument, EmptyDocument
from koe.documents.limits import LARGEST_FILE_BYTES
from koe.documents.open_document import open_document


def read(content: str | bytes, name: str = "story.txt") -> Document:
    data = content.encode() if isinstance(content, str) else content
    return open_document(io.BytesIO(data), name)


def outline(document: Document) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(one.title, [(text.kind, text.text) for text in one.paragraphs]) for one in document.chapters]


def test_plain_text_has_paragraphs_chapters_and_lines() -> None:
    document = read(
        "Title: The Sea\nAuthor: N. Body\n\nChapter I\n\nFirst\nlines.\n\nSecond.\n\nCHAPTER II. The End\n\nLast.\n"
    )
    assert (document.title, document.author) == ("The Sea", "N. Body")
    assert outline(document)[1:] == [
        ("Chapter I", [("heading", "Chapter I"), ("text", "First\nlines."), ("text", "Second.")]),
        ("CHAPTER II. The End", [("heading", "CHAPTER II. The End"), ("text", "Last.")]),
    ]
    assert [paragraph.place for paragraph in document.chapters[1].paragraphs] == ["line 4", "line 6", "line 9"]


@pytest.mark.parametrize("line", ["Chapter of accidents in a long row", "Part of me was glad.", "Book"])
def test_sentences_that_begin_like_headings_are_none(line: str) -> None:
    assert read(f"{line}\n\nText.").chapters[0].paragraphs[0].kind == "text"


def test_markdown_paragraphs() -> None:
    text = (
        "---\ntitle: My *Notes*\nauthor: Me\n---\n# Top\n\nSome **bold** and `code` [link](http://x.y).\n\n"
        "- one\n  - deep\n- two\n\n> Quoted\n> words\n\n```python\nprint(1)\n```\n\n## A\n\nIn A.\n\n## B\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n<div>In a <b>box</b></div>\n"
    )
    document = read(text, "notes.md")
    assert (document.title, document.author) == ("My *Notes*", "Me")
    assert outline(document) == [
        (
            "Top",
            [
                ("heading", "Top"),
                ("text", "Some bold and code link."),
                ("item", "one"),
                ("item", "deep"),
                ("item", "two"),
                ("quotation", "Quoted words"),
                ("code", "print(1)\n".strip("\n")),
            ],
        ),
        ("A", [("heading", "A"), ("text", "In A.")]),
        ("B", [("heading", "B"), ("text", "a, b"), ("text", "1, 2"), ("text", "In a box")]),
    ]
    paragraphs = document.chapters[0].paragraphs
    assert [paragraph.place for paragraph in paragraphs][:3] == ["line 5", "line 7", "line 9"]
    assert [paragraph.level for paragraph in paragraphs if paragraph.kind == "item"] == [1, 2, 1]


def test_the_only_first_heading_of_a_text_is_its_title() -> None:
    document = read("# The Sea\n\n## One\n\nText.\n\n## Two\n\nMore.\n", "a.md")
    assert document.title == "The Sea"
    assert [chapter.title for chapter in document.chapters] == ["One", "Two"]
    assert [paragraph.text for paragraph in document.chapters[0].paragraphs] == ["The Sea", "One", "Text."]


def test_html_blocks() -> None:
    page = (
        "<!DOCTYPE html><html lang=de><head><title>A  page</title><meta name=author content='Me'><style>p{}</style>"
        "</head><body><nav>Menu</nav><h1>Head <em>line</em></h1><p>One<br>two<p>Three<ul><li>a<li>b</ul>"
        "<blockquote>Said</blockquote><pre>x = 1\n  y</pre><table><tr><th>k<td>v</table>"
        "<p hidden>no</p><svg><title>drawing</title></svg><p>Tom &amp; Ida&nbsp;x</p></body>"
    )
    document = read(page, "page.bin")
    assert (document.title, document.author, document.language) == ("A page", "Me", "de")
    assert outline(document) == [
        (
            "A page",
            [
                ("heading", "Head line"),
                ("text", "One\ntwo"),
                ("text", "Three"),
                ("item", "a"),
                ("item", "b"),
                ("quotation", "Said"),
                ("code", "x = 1\n  y"),
                ("text", "k, v"),
                ("text", "Tom & Ida x"),
            ],
        )
    ]


def test_elements_without_an_end_do_not_pile_up() -> None:
    document = read("<html><body>" + "<p>word" * 3000 + "<div hidden>no</div><p>end", "a.html")
    paragraphs = document.chapters[0].paragraphs
    assert (len(paragraphs), paragraphs[-1].text) == (3001, "end")
    assert read("<html><body>" + "<div>" * 50_000 + "deep", "a.html").chapters[0].paragraphs[0].text == "deep"


def test_subtitles_are_joined_and_have_times() -> None:
    srt = (
        "1\n00:00:01,000 --> 00:00:02,500\n<i>It was</i>\n\n2\n00:00:02,600 --> 00:00:04,000\na dark night.\n\n"
        "3\n00:00:04,100 --> 00:00:05,000\n[thunder]\n\n4\n00:01:20,000 --> 00:01:22,000\n- Who is there?\n"
    )
    (chapter,) = read(srt, "film.srt").chapters
    assert [(paragraph.place, paragraph.text) for paragraph in chapter.paragraphs] == [
        ("0:00:01", "It was a dark night."),
        ("0:01:20", "Who is there?"),
    ]


def test_captions_that_roll_are_said_once_and_speakers_are_told_apart() -> None:
    vtt = (
        "WEBVTT - made by hand\n\nNOTE nothing\n\n00:01.000 --> 00:02.000 align:start\nso today\n\n"
        "00:02.000 --> 00:03.000\nso today\nwe will\n\nid\n00:03.000 --> 00:04.000\n<v Ann>Hello &amp; welcome.\n"
    )
    (chapter,) = read(vtt, "talk").chapters
    assert [paragraph.text for paragraph in chapter.paragraphs] == ["so today we will", "Hello & welcome."]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_encodings_are_recognised(encoding: str) -> None:
    text = "Les élèves français étaient très étonnés à la fête, déjà prête où l'on s'amusait.\n" * 5
    assert read(text.encode(encoding)).chapters[0].paragraphs[0].text == text.strip()


@pytest.mark.parametrize("encoding", ["cp932", "euc-jp"])
def test_japanese_encodings_are_recognised(encoding: str) -> None:
    text = "これは日本語の文章です。昨日は雨が降っていました。" * 6
    assert read(text.encode(encoding)).chapters[0].paragraphs[0].text == text


def test_a_declared_encoding_counts_and_a_wrong_one_does_no_harm() -> None:
    declared = '<html><head><meta charset="windows-1251"></head><body><p>Привет, мир</p>'.encode("cp1251")
    assert read(declared, "a.html").chapters[0].paragraphs[0].text == "Привет, мир"
    wrong = '<html><head><meta charset="zip"></head><body><p>Größe</p>'.encode()
    assert read(wrong, "a.html").chapters[0].paragraphs[0].text == "Größe"


def test_a_damaged_byte_in_utf_8_is_left_out() -> None:
    text = "Größe und Maß, schöne Übung. " * 40
    assert read(text.encode() + b"\xff Ende").chapters[0].paragraphs[0].text == f"{text} Ende".replace("  ", " ")


def test_characters_that_no_encoder_takes_are_removed() -> None:
    document = read("<html><body><p>a&#xD800;b&#0;c\x07 soft\xadhyphen</p>", "a.html")
    assert document.chapters[0].paragraphs == (
        Paragraph("text", "ab\ufffdc softhyphen".replace("ab", "a\ufffdb"), "line 1"),
    )


@pytest.mark.parametrize("content", ["", "  \n \n", "<html><body><script>x</script></body></html>", "WEBVTT\n\n"])
def test_a_document_without_text_is_refused(content: str) -> None:
    with pytest.raises(EmptyDocument):
        read(content, "a.txt")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"{\\rtf1 text", "Rich Text"),
        (b"\x00" * 60 + b"BOOKMOBI", "Kindle"),
        (b"\x7fELF" + bytes(range(256)) * 20, "binary data"),
        (b"\x1f\x8b\x08\x00", "gzip"),
    ],
)
def test_what_is_no_document_says_what_it_is(content: bytes, problem: str) -> None:
    with pytest.raises(BadDocument, match=problem):
        read(content)


def test_a_paragraph_without_an_end_is_cut_and_nothing_is_lost() -> None:
    text = "word " * 60_000
    paragraphs = read(text).chapters[0].paragraphs
    assert len(paragraphs) == 4
    assert " ".join(one.text.strip() for one in paragraphs) == text.strip()
    assert sum(len(one.text) for one in read("x" * 250_001).chapters[0].paragraphs) == 250_001


def test_a_huge_file_is_refused_before_it_is_read() -> None:
    class Huge(io.BytesIO):
        def seek(self, place: int, whence: int = 0) -> int:
            return LARGEST_FILE_BYTES + 1

        def read(self, size: int | None = -1) -> bytes:
            raise AssertionError("read")

    with pytest.raises(BadDocument, match="larger than 512 MB"):
        open_document(Huge(), "a.epub")
