"""HTML and XHTML -> paragraphs, with the places that links lead to, and a document of a single page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from koe.documents.document import Document, Paragraph, ParagraphKind
from koe.documents.errors import EmptyDocument
from koe.documents.limits import DEEPEST_NESTING
from koe.documents.paragraphs import chapters_by_headings, one_line, readable, title_in
from koe.documents.tokens import Data, Tag, tokens


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_UNSPOKEN = _words(
    "script style template svg math noscript nav rt rp button select textarea iframe object audio video canvas form "
    "datalist dialog menu"
)
_VOID = _words("area base br col embed hr img input link meta param source track wbr")
_KINDS: Mapping[str, ParagraphKind] = {"li": "item", "blockquote": "quotation", "pre": "code"}
_BLOCK_TAGS = _words(
    "address article aside body center dd details div dl dt fieldset figcaption figure footer header hgroup html "
    "legend main ol p section summary table tbody td tfoot th thead tr ul"
)
_PARAGRAPH = frozenset({"p"})
_ENDS_IMPLIED_BY = {
    "li": _words("p li"),
    "dt": _words("p dt dd"),
    "dd": _words("p dt dd"),
    "td": _words("p td th"),
    "th": _words("p td th"),
    "tr": _words("p td th tr"),
}
# Signs that lead to a note, and numbers of pages of the printed book.
_UNSPOKEN_ROLES = _words("noteref pagebreak doc-noteref doc-pagebreak doc-backlink doc-toc doc-pagelist")


@dataclass(slots=True)
class Page:
    """What was read of a page. `anchors` maps ids of elements to the number of the paragraph there."""

    title: str = ""
    author: str = ""
    language: str = ""
    paragraphs: list[Paragraph] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)


def read_html(text: str, name: str) -> Document:
    """A page of the web as a document. `name` is the title of a page that has none."""
    page = read_page(text)
    paragraphs = readable(page.paragraphs)
    if not paragraphs:
        raise EmptyDocument
    title = page.title or title_in(paragraphs) or name
    return Document(title, page.author, page.language, chapters_by_headings(paragraphs, title))


def read_page(text: str, place: str = "") -> Page:
    """`place` is that of the page. Without one, paragraphs have their lines."""
    return _Reader(text, place).read()


def read_fragment(text: str, place: str) -> Sequence[Paragraph]:
    return read_page(text, place).paragraphs


class _Reader:
    """Keeps what is open: elements that are not spoken, lists, headings. Nothing here needs the tags to match."""

    def __init__(self, text: str, place: str) -> None:
        self.page = Page()
        self._text = text
        self._line, self._counted = 1, 0  # the line of the place up to which line breaks were counted
        self._place = place
        self._open: list[str] = []  # elements, the innermost last; only the first DEEPEST_NESTING
        self._unspoken = 0  # how many of the open ones are not spoken: the outermost of them counts
        self._parts: list[str] = []
        self._begins = ""
        self._cells: list[str] | None = None
        self._title: list[str] | None = None

    def read(self) -> Page:
        for token in tokens(self._text):
            if isinstance(token, Data):
                self._read_text(token)
            elif token.is_end:
                self._end(token.name)
            else:
                self._begin(token)
        self._end_paragraph()
        return self.page

    def _begin(self, token: Tag) -> None:
        tag, attributes = token.name, token.attributes
        if tag == "html":
            self.page.language = attributes.get("lang") or attributes.get("xml:lang", "")
        if tag == "meta" and attributes.get("name", "").lower() == "author":
            self.page.author = self.page.author or one_line(attributes.get("content", ""))
        if tag == "title" and not self.page.title and not self._unspoken:  # a drawing has a title too
            self._title = []
        self._end_implied(tag)
        breaks = tag in _BLOCK_TAGS or tag in _HEADINGS or tag in _KINDS
        if breaks and not self._unspoken:
            self._end_paragraph()
        if "id" in attributes:
            self.page.anchors.setdefault(attributes["id"], len(self.page.paragraphs))
        if tag == "br" and not self._unspoken:
            self._parts.append("\n")
        if tag in _VOID:
            return
        if len(self._open) < DEEPEST_NESTING:
            hides = tag in _UNSPOKEN or _is_hidden(attributes)
            self._open.append(f"!{tag}" if hides else tag)
            self._unspoken += hides
        if tag == "tr" and not self._unspoken:
            self._end_row()
            self._cells = []
        if token.is_empty:
            self._end(tag)

    def _end_implied(self, tag: str) -> None:
        """Pages leave out the ends of these: they must not pile up."""
        ended = _ENDS_IMPLIED_BY.get(tag, _PARAGRAPH if tag in _BLOCK_TAGS or tag in _HEADINGS else frozenset())
        while self._open and self._open[-1] in ended:
            self._end_paragraph()
            del self._open[-1]

    def _end(self, tag: str) -> None:
        if tag == "title" and self._title is not None:
            self.page.title, self._title = one_line("".join(self._title)), None
        if not self._unspoken and (tag in _BLOCK_TAGS or tag in _HEADINGS or tag in _KINDS):
            self._end_paragraph()
        if tag in ("tr", "table"):
            self._end_row()
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place].removeprefix("!") == tag:
                self._unspoken -= sum(name.startswith("!") for name in self._open[place:])
                del self._open[place:]
                break

    def _read_text(self, data: Data) -> None:
        text = data.text
        if self._title is not None:
            self._title.append(text)
        elif not self._unspoken and "head" not in self._open:
            if not self._parts:
                self._begins = self._place or self._line_at(data.place)
            self._parts.append(text if "pre" in self._open else " ".join(f"|{text}|".split())[1:-1])

    def _end_paragraph(self) -> None:
        text = "".join(self._parts)
        self._parts = []
        if not text.strip():
            return
        heading = next((_HEADINGS[tag] for tag in reversed(self._open) if tag in _HEADINGS), 0)
        if self._cells is not None:
            self._cells.append(one_line(text))
        elif heading:
            self._add("heading", text, heading)
        else:
            kinds = (_KINDS[tag] for tag in reversed(self._open) if tag in _KINDS)
            kind: ParagraphKind = next(kinds, "text")
            depth = sum(tag in ("ul", "ol") for tag in self._open)
            self._add(kind, text, depth if kind == "item" else 0)

    def _line_at(self, place: int) -> str:
        """Of a place behind the one that was asked for before."""
        self._line += self._text.count("\n", self._counted, place)
        self._counted = place
        return f"line {self._line}"

    def _end_row(self) -> None:
        if self._cells is not None:
            self._add("text", ", ".join(self._cells))
            self._cells = None

    def _add(self, kind: ParagraphKind, text: str, level: int = 0) -> None:
        if text.strip():
            self.page.paragraphs.append(Paragraph(kind, text, self._begins, level))


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    roles = {*attributes.get("epub:type", "").split(), *attributes.get("role", "").split()}
    return "hidden" in attributes or attributes.get("aria-hidden") == "true" or bool(roles & _UNSPOKEN_ROLES)
