"""Tags and text of pages, well formed and not; broken pages take no longer than their length."""

from __future__ import annotations

import pytest

from growth import assert_linear
from koe.documents.tokens import Data, Tag, tokens


def read(text: str) -> list[str]:
    found = []
    for token in tokens(text):
        if isinstance(token, Data):
            found.append(token.text)
        else:
            assert isinstance(token, Tag)
            attributes = "".join(f" {name}={value}" for name, value in token.attributes.items())
            found.append(f"<{'/' if token.is_end else ''}{token.name}{attributes}{'/' if token.is_empty else ''}>")
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a<B c='d' E=\"f>g\" h=i j>k</b >", ["a", "<b c=d e=f>g h=i j=>", "k", "</b>"]),
        ("x<br/>y<img src=a />", ["x", "<br/>", "y", "<img src=a/>"]),
        ("1 < 2 &amp; 3 &lt; 4<", ["1 ", "<", " 2 & 3 < 4", "<"]),
        ("a<!-- <p> -- > -->b<!-->c-->d", ["a", "b", "c-->d"]),
        ('<!DOCTYPE x [<!ENTITY e "v">]>a &e; b', ["a &e; b"]),
        ("<?xml version='1.0'?>a<![CDATA[b <c> &amp;]]>d", ["a", "b <c> &amp;", "d"]),
        ("<script>if (a < b) '</p>'</SCRIPT>c<script/>d", ["<script>", "</script>", "c", "<script/>", "d"]),
        ("<p title='never closed>a</p>", ["<p title= never= closed=>", "a", "</p>"]),
        ("a<!-- open", ["a"]),
        ("a<p", ["a", "<p>"]),
    ],
)
def test_tags_and_text(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "unit",
    ["<a ", "<a b='", "<a '\">", "<!--", "</", "<![CDATA[", "<!DOCTYPE x [<!ENTITY ", "<script>", "<p>", "&amp", "<"],
)
def test_broken_pages_take_no_longer_than_their_length(unit: str) -> None:
    def work(size: int) -> int:
        return sum(1 for _ in tokens(unit * (size // len(unit))))

    assert_linear(work, 400_000)
