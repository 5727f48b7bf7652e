"""Properties of the SSML parser, on generated documents."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from xml.sax.saxutils import escape

from hypothesis import given, settings
from hypothesis import strategies as st

from koe.errors import BadMarkup
from koe.text.ssml import parse_ssml
from ssml_documents import sources

ATTRIBUTES = {
    "p": [""],
    "s": ["", ' xml:lang="fr"'],
    "break": ["", ' time="20ms"', ' strength="none"'],
    "say-as": [' interpret-as="cardinal"', ' interpret-as="characters"', ' interpret-as="date" format="dmy"'],
    "emphasis": ["", ' level="strong"'],
    "prosody": ["", ' rate="+1%"', ' pitch="-1%" volume="-0.1dB"'],
    "sub": [' alias="é &gt; [b]"'],
    "phoneme": [' ph="a"', ' ph="ˈaɪ"'],
    "lang": [' xml:lang="en-GB"'],
    "voice": [' name="a"'],
    "mark": [' name="a"'],
}
HOLDING_TEXT = ("say-as", "sub", "phoneme")
EMPTY = ("break", "mark")
PLAIN = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\r\n\t[]&<>é😀1"), max_size=8)
TEXT = st.one_of(
    PLAIN.map(escape),
    PLAIN.filter(lambda text: "]]>" not in text and not text.endswith("]")).map("<![CDATA[{}]]>".format),
    st.sampled_from(["&#233;", "&#x1f600;", "&amp;", "<!-- é -->", "\r\n"]),
)


def element(name: str, content: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda attributes, inside: f"<{name}{attributes}>{inside}</{name}>", st.sampled_from(ATTRIBUTES[name]), content
    )


def elements(content: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    inside = st.lists(content, max_size=4).map("".join)
    return st.one_of(
        TEXT,
        *(element(name, st.just("")) for name in EMPTY),
        *(element(name, TEXT) for name in HOLDING_TEXT),
        *(element(name, inside) for name in ATTRIBUTES if name not in (*HOLDING_TEXT, *EMPTY)),
    )


TREE = st.lists(st.recursive(TEXT, elements, max_leaves=15), max_size=4).map("".join)
# Characters that XML does not allow, literal or as a reference.
ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@settings(max_examples=300)
@given(TREE, st.sampled_from(["", "\ufeff", '\n<?xml version="1.0"?>']))
def test_places_are_in_order_and_inside_the_document(content: str, head: str) -> None:
    ssml = f"{head}<speak>{ILLEGAL.sub('', content)}</speak>"
    marked = parse_ssml(ssml, "en-us")
    starts = [start for passage in marked.passages for start in passage.text.starts]
    stops = [stop for passage in marked.passages for stop in passage.text.stops]
    assert all(0 <= start <= stop <= len(ssml) for start, stop in zip(starts, stops, strict=True))
    assert all(one <= other for one, other in pairwise(starts))
    assert all(one <= other for one, other in pairwise(stops))
    assert all(0 <= manner.start < manner.stop <= len(ssml) for manner in marked.manners)
    assert all(ssml.startswith("<mark", mark.place) for mark in marked.bookmarks)
    assert all(passage.text.text.strip() or passage.pause_ms is not None for passage in marked.passages)


@settings(max_examples=300)
@given(st.lists(TEXT, max_size=8).map("".join))
def test_text_that_is_not_replaced_equals_its_source(content: str) -> None:
    ssml = f"<speak>{ILLEGAL.sub('', content)}</speak>"
    for passage in parse_ssml(ssml, "en-us").passages:
        for character, source in zip(passage.text.text, sources(ssml, passage), strict=True):
            expected = {"[": "(", "]": ")", "\r": "\n", "\r\n": "\n"}.get(source, source)
            assert character in (expected, unescape(source))


@settings(max_examples=500)
@given(
    st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            ["<speak>", "</speak>", "<p>", "</p>", "<break", "/>", ' time="1s"', "&amp;", "&", "<", "a", "]]>"]
        ),
        max_size=12,
    ).map("".join)
    | st.text(max_size=40).map("<speak>{}</speak>".format)
)
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        refused = None
        parse_ssml(text, "en-us")
    except BadMarkup as error:
        refused = error
    assert refused is None or (refused.line >= 1 and refused.column >= 1)
