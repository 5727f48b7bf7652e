"""Markdown (CommonMark with tables and front matter) -> document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from koe.documents.document import Document, Paragraph, ParagraphKind
from koe.documents.errors import EmptyDocument
from koe.documents.html import read_fragment
from koe.documents.limits import DEEPEST_NESTING
from koe.documents.paragraphs import chapters_by_headings, one_line, readable, title_in

_FRONT_MATTER = re.compile(r"\A---[^\S\n]*\n(.{0,20000}?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"(?im)^(title|author|lang|language):[^\S\n]*[\"']?(.{1,300}?)[\"']?[^\S\n]*$")
_BREAKS = {"softbreak": " ", "hardbreak": "\n"}


def read_markdown(text: str, name: str) -> Document:
    """`name` is the title of a text that has none."""
    fields: dict[str, str] = {}
    if front := _FRONT_MATTER.match(text):
        fields = {key.lower(): one_line(value) for key, value in _FIELD.findall(front[1])}
        text = "\n" * front[0].count("\n") + text[front.end() :]
    parser = MarkdownIt("commonmark", {"maxNesting": DEEPEST_NESTING}).enable(["table", "strikethrough"])
    paragraphs = readable(_paragraphs(parser.parse(text)))
    if not paragraphs:
        raise EmptyDocument
    title = fields.get("title") or title_in(paragraphs) or name
    language = fields.get("lang") or fields.get("language", "")
    return Document(title, fields.get("author", ""), language, chapters_by_headings(paragraphs, title))


def _paragraphs(tokens: Sequence[Token]) -> Iterator[Paragraph]:
    kinds: list[ParagraphKind] = []
    depth = level = 0
    row: list[str] | None = None
    for token in tokens:
        place = f"line {token.map[0] + 1}" if token.map else ""
        if token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
        elif token.type in ("list_item_open", "blockquote_open"):
            kinds.append("item" if token.type == "list_item_open" else "quotation")
        elif token.type in ("list_item_close", "blockquote_close"):
            kinds.pop()
        elif token.type in ("heading_open", "heading_close"):
            level = int(token.tag[1]) if token.nesting > 0 else 0
        elif token.type == "tr_open":
            row = []
        elif token.type == "tr_close":
            yield Paragraph("text", ", ".join(filter(None, row or [])))
            row = None
        elif token.type in ("fence", "code_block"):
            yield Paragraph("code", token.content, place)
        elif token.type == "html_block":
            yield from read_fragment(token.content, place)
        elif token.type == "inline" and row is not None:
            row.append(_text(token.children or []))
        elif token.type == "inline":
            kind: ParagraphKind = "heading" if level else kinds[-1] if kinds else "text"
            yield Paragraph(kind, _text(token.children or []), place, level or (depth if kind == "item" else 0))


def _text(tokens: Sequence[Token]) -> str:
    parts = []
    for token in tokens:
        if token.type in ("text", "code_inline"):
            parts.append(token.content)
        else:
            parts.append(_BREAKS.get(token.type, ""))
    return "".join(parts)
