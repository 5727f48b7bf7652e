"""Properties of the SSML parser, on generated documents."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import pairwise
from xml.sax.saxutils import escape

from hypothesis import given, settings
from hypothesis import strategies as st

from foreign_documents import chooser
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


# Elements and attributes in any combination, known or not. "secret" must not appear in a warning.
FOREIGN_NAMES = (
    *ATTRIBUTES, "speak", "audio", "desc", "metadata", "token", "w", "lookup", "bookmark", "par", "seq", "media",
    "mstts:silence", "mstts:express-as", "amazon:effect", "google:style", "secret", "secret:p", "mstts:secret",
)  # fmt: skip
FOREIGN_ATTRIBUTES = {
    "name": ["a", "af_heart", "secret", "en-US-JennyNeural", "Hans", "a b", ""],
    "xml:lang": ["fr", "secret", ""],
    "language": ["en", "fr-FR", "secret"],
    "languages": ["secret en:en-GB", "fr"],
    "gender": ["male", "neutral", "secret"],
    "variant": ["2", "0", "9" * 5000],
    "rate": ["900%", "0.6", "secret", "-200%"],
    "pitch": ["90Hz", "+9st", "10%", "secret", "0Hz"],
    "volume": ["90", "-90", "+13dB", "0", "secret"],
    "contour": ["(0%,+20%)(100%,-9st)", "(0%,secret)"],
    "duration": ["2s", "1ms", "0s", "secret"],
    "time": ["99s", "1 s", "secret"],
    "strength": ["weak", "secret"],
    "level": ["strong", "secret"],
    "interpret-as": ["date", "expletive", "duration", "verbatim", "secret"],
    "format": ["mdy", "yyyy/mm/dd", "secret"],
    "alias": ["x", ""],
    "ph": ["a", "ħ☃", "", '&quot;"'.replace('"', ""), "secret7"],
    "alphabet": ["ipa", "x-sampa", "secret"],
    "type": ["Leading", "tailing-exact", "sentenceboundary", "secret"],
    "value": ["1s", "secret"],
    "begin": ["1s", "secret.end"],
    "soundLevel": ["+6dB", "secret"],
    "mark": ["a", ""],
    "onlangfailure": ["ignoretext", "secret"],
    "secret": ["secret"],
    "secret:secret": ["secret"],
    "amazon:secret": ["secret"],
}


def foreign_element(content: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    names = st.lists(st.sampled_from(list(FOREIGN_ATTRIBUTES)), max_size=4, unique=True)
    attributes = names.flatmap(
        lambda chosen: st.tuples(*(st.sampled_from(FOREIGN_ATTRIBUTES[name]) for name in chosen)).map(
            lambda values: "".join(f' {name}="{value}"' for name, value in zip(chosen, values, strict=True))
        )
    )
    return st.builds(
        lambda name, written, inside: f"<{name}{written}>{inside}</{name}>",
        st.sampled_from(FOREIGN_NAMES),
        attributes,
        st.lists(content, max_size=4).map("".join),
    )


FOREIGN_TREE = st.lists(
    st.recursive(TEXT, lambda inside: TEXT | foreign_element(inside), max_leaves=12), max_size=4
).map("".join)
KNOWN = chooser()
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
@given(TREE)
def test_both_modes_agree_on_documents_that_strict_mode_accepts(content: str) -> None:
    named = ILLEGAL.sub("", content).replace('name="a"', 'name="af_heart"')
    ssml = f"<speak>{named}</speak>"
    strict, lenient = parse_ssml(ssml, "en-us", "strict"), parse_ssml(ssml, "en-us", "lenient", KNOWN)
    assert lenient.warnings == strict.warnings == ()
    assert (lenient.manners, lenient.bookmarks) == (strict.manners, strict.bookmarks)
    assert len(lenient.passages) == len(strict.passages)
    for one, other in zip(lenient.passages, strict.passages, strict=True):
        assert (one.text.text, one.text.starts, one.text.stops) == (
            other.text.text,
            other.text.starts,
            other.text.stops,
        )
        assert replace(one, text=other.text) == other


@settings(max_examples=600)
@given(FOREIGN_TREE, st.sampled_from(["", ' startmark="a"', ' xml:lang="de" onlangfailure="ignoretext"', ' a="b"']))
def test_lenient_mode_speaks_every_well_formed_document(content: str, attributes: str) -> None:
    ssml = f"<speak{attributes}>{ILLEGAL.sub('', content)}</speak>"
    for voices in (None, KNOWN):
        marked = parse_ssml(ssml, "en-us", "lenient", voices)
        places = [place for passage in marked.passages for place in (*passage.text.starts, *passage.text.stops)]
        assert all(0 <= place <= len(ssml) for place in places)
        assert all(0 <= manner.start < manner.stop <= len(ssml) for manner in marked.manners)
        assert all(passage.pause_ms is None or passage.pause_ms >= 0 for passage in marked.passages)
        assert all(warning.message.isascii() for warning in marked.warnings)
        assert "secret" not in repr(marked.warnings)


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
