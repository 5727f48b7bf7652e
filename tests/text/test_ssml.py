"""SSML becomes passages of plain text that know their place, and what cannot be followed is refused with its place."""

from __future__ import annotations

import json
import re
import shlex
from html import unescape
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from growth import CLOCK_S, assert_linear, least_s
from koe.errors import BadMarkup
from koe.text.passage import Bookmark, Manner, Marked, Passage
from koe.text.prescribed import PATTERN
from koe.text.ssml import BREAKS_MS, EMPHASIS, MAX_BYTES, MAX_DEPTH, MAX_NODES, parse_ssml

PAGE = Path(__file__).parents[2] / "docs" / "ssml.md"
SYNTHESIS = "http://www.w3.org/2001/10/synthesis"


def spoken(content: str, language: str = "en-us") -> Marked:
    return parse_ssml(f"<speak>{content}</speak>", language)


def texts(marked: Marked) -> list[str]:
    return [passage.text.text for passage in marked.passages]


def pauses(content: str) -> list[tuple[str, float | None]]:
    return [(passage.text.text.strip(), passage.pause_ms) for passage in spoken(content).passages]


def sources(ssml: str, passage: Passage) -> list[str]:
    return [ssml[start:stop] for start, stop in zip(passage.text.starts, passage.text.stops, strict=True)]


def refusal(ssml: str) -> BadMarkup:
    with pytest.raises(BadMarkup) as caught:
        parse_ssml(ssml, "en-us")
    return caught.value


# -- the document


@pytest.mark.parametrize(
    "ssml",
    [
        "<speak>Hi.</speak>",
        "\ufeff<speak>Hi.</speak>",
        " \n\t<speak>Hi.</speak>\n",
        '<?xml version="1.0"?><speak>Hi.</speak>',
        '\ufeff\n<?xml version="1.0" encoding="UTF-8"?>\n<speak>Hi.</speak>',
        '<?xml version="1.0" encoding="utf-16"?><speak>Hi.</speak>',
        f'<speak version="1.1" xmlns="{SYNTHESIS}" xml:lang="en-US">Hi.</speak>',
        f'<speak xmlns="{SYNTHESIS}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        f'xsi:schemaLocation="{SYNTHESIS} x.xsd">Hi.</speak>',
        f'<a:speak xmlns:a="{SYNTHESIS}">Hi.</a:speak>',
        "<speak><!-- a note -->Hi.<?a program?></speak>",
        "<speak><p/><s> </s>Hi.</speak>",
    ],
)
def test_a_document_may_come_in_many_dresses(ssml: str) -> None:
    marked = parse_ssml(ssml, "en-us")
    assert texts(marked) == ["Hi."]
    assert sources(ssml, marked.passages[0]) == ["H", "i", "."]
    assert (marked.passages[0].language, marked.passages[0].voice, marked.passages[0].pause_ms) == (None, None, None)


@pytest.mark.parametrize("ssml", ["<speak/>", "<speak></speak>", "<speak> \n <p> </p></speak>"])
def test_nothing_to_say_has_no_passages(ssml: str) -> None:
    assert parse_ssml(ssml, "en-us") == Marked(())


# -- text and its places


@pytest.mark.parametrize(
    ("content", "text", "places"),
    [
        ("aé😀b", "aé😀b", ["a", "é", "😀", "b"]),
        ("a&amp;b", "a&b", ["a", "&amp;", "b"]),
        ("&lt;&gt;&quot;&apos;", "<>\"'", ["&lt;", "&gt;", "&quot;", "&apos;"]),
        ("&#233;&#x1F600;&#38;", "é😀&", ["&#233;", "&#x1F600;", "&#38;"]),
        ("a\r\nb\rc\nd", "a\nb\nc\nd", ["a", "\r\n", "b", "\r", "c", "\n", "d"]),
        ("<![CDATA[&amp;]]>", "&amp;", ["&", "a", "m", "p", ";"]),
        ("<![CDATA[a&<\r\nb]]>c", "a&<\nbc", ["a", "&", "<", "\r\n", "b", "c"]),
        ("é<!-- é -->b", "éb", ["é", "b"]),
        ("[a](/b/)", "(a)(/b/)", list("[a](/b/)")),
        ("&#91;<![CDATA[x]]>]", "(x)", ["&#91;", "x", "]"]),
        ("é<emphasis>b</emphasis>c", "ébc", ["é", "b", "c"]),
    ],
)
def test_every_character_knows_its_place(content: str, text: str, places: list[str]) -> None:
    ssml = f"\ufeff <speak>{content}</speak>"
    (passage,) = parse_ssml(ssml, "en-us").passages
    assert passage.text.text == text
    assert sources(ssml, passage) == places


# -- passages and pauses


@pytest.mark.parametrize(
    ("content", "passages"),
    [
        ("a<break/>b", [("a", 400), ("b", None)]),
        *((f'a<break strength="{name}"/>b', [("a", ms), ("b", None)]) for name, ms in BREAKS_MS.items() if ms),
        ('a<break strength="none"/>b', [("ab", None)]),
        ('a<break time="500ms"/>b', [("a", 500), ("b", None)]),
        ('a<break time=" 1.5s "/>b', [("a", 1500), ("b", None)]),
        ('a<break time=".5s"/>b', [("a", 500), ("b", None)]),
        ('a<break time="10s"/>', [("a", 10_000)]),
        ('a<break time="0s"/>b', [("a", 0), ("b", None)]),
        ('a<break time="300ms" strength="x-strong"/>b', [("a", 300), ("b", None)]),
        ('a<break time="1s"/> \n<break time="2s"/>b', [("a", 3000), ("b", None)]),
        ('<break time="1s"/>a', [("", 1000), ("a", None)]),
        ('<break time="1s"/><break time="1s"/>', [("", 2000)]),
        ("<p>a</p><p>b</p>", [("a", 500), ("b", 500)]),
        ('<p>a<break time="1s"/></p>b', [("a", 1000), ("b", None)]),
        ('<p>a</p> <break time="1s"/>b', [("a", 1000), ("b", None)]),
        ('<p>a</p><break time="1s"/><break time="1s"/>b', [("a", 2000), ("b", None)]),
        ("<p>a</p><p></p>b", [("a", 500), ("b", None)]),
        ("a<p> </p>b", [("a", None), ("b", None)]),
        ("<p><s>a</s> <s>b</s></p>", [("a", None), ("b", 500)]),
        ("<s>a</s>b<s>c</s>", [("a", None), ("b", None), ("c", None)]),
        ('<s>a</s><break time="1s"/><s>b</s>', [("a", 1000), ("b", None)]),
        ('<p><voice name="v">a</voice></p>b', [("a", 500), ("b", None)]),
    ],
)
def test_text_is_cut_where_it_pauses(content: str, passages: list[tuple[str, float | None]]) -> None:
    assert pauses(content) == passages


def test_the_innermost_voice_and_language_hold() -> None:
    marked = spoken(
        'a<voice name="v">b<lang xml:lang="fr-FR">c<voice name="w">d</voice></lang>e</voice>'
        '<p xml:lang="es">f</p><s xml:lang="it">g</s><voice name="v" xml:lang="en-GB">h</voice>'
    )
    assert [(p.text.text, p.voice, p.language) for p in marked.passages] == [
        ("a", None, None),
        ("b", "v", None),
        ("c", "v", "fr"),
        ("d", "w", "fr"),
        ("e", "v", None),
        ("f", None, "es"),
        ("g", None, "it"),
        ("h", "v", "en-gb"),
    ]


@pytest.mark.parametrize(
    ("request_language", "named", "read"),
    [("en-us", "fr-FR", "fr"), ("en-gb", "en-US", None), ("fr", "fr-CA", None), ("fr", "en-GB", "en-gb")],
)
def test_the_document_says_its_language_and_the_request_the_accent(
    request_language: str, named: str, read: str | None
) -> None:
    marked = parse_ssml(f'<speak xml:lang="{named}">a</speak>', request_language)
    assert marked.passages[0].language == read


# -- manners and bookmarks


@pytest.mark.parametrize(
    ("attribute", "value", "factor"),
    [
        *(("rate", label, f) for label, f in [("x-slow", 0.5), ("slow", 0.75), ("medium", 1), ("default", 1)]),
        *(("rate", label, f) for label, f in [("fast", 1.25), ("x-fast", 1.75)]),
        *(("rate", value, f) for value, f in [("80%", 0.8), ("+20%", 1.2), ("-20%", 0.8), ("1.2", 1.2), (".5", 0.5)]),
        *(("rate", value, f) for value, f in [("50%", 0.5), ("200%", 2), ("+100%", 2), ("-50%", 0.5), (" 2 ", 2)]),
        *(("pitch", label, f) for label, f in [("x-low", 0.75), ("low", 0.9), ("medium", 1), ("default", 1)]),
        *(("pitch", label, f) for label, f in [("high", 1.12), ("x-high", 1.3)]),
        *(("pitch", value, f) for value, f in [("110%", 1.1), ("+10%", 1.1), ("-50%", 0.5), ("+50%", 1.5)]),
        *(("pitch", value, f) for value, f in [("+2st", 2 ** (2 / 12)), ("-2st", 2 ** (-2 / 12)), ("-12st", 0.5)]),
        *(("volume_db", label, f) for label, f in [("silent", -60), ("x-soft", -12), ("soft", -6), ("medium", 0)]),
        *(("volume_db", label, f) for label, f in [("default", 0), ("loud", 3), ("x-loud", 6)]),
        *(("volume_db", value, f) for value, f in [("+3dB", 3), ("-6dB", -6), ("-60dB", -60), ("+12dB", 12)]),
        *(
            ("volume_db", value, f)
            for value, f in [("50%", -6.0206), ("100%", 0), ("+10%", 0.827854), ("-50%", -6.0206)]
        ),
    ],
)
def test_prosody_tells_how_its_content_is_spoken(attribute: str, value: str, factor: float) -> None:
    name = attribute.removesuffix("_db")
    (manner,) = spoken(f'a <prosody {name}="{value}">b</prosody>').manners
    assert getattr(manner, attribute) == pytest.approx(factor, abs=1e-5)
    others = {"rate": 1.0, "pitch": 1.0, "volume_db": 0.0, "emphasis": 0}
    del others[attribute]
    assert {other: getattr(manner, other) for other in others} == others


@pytest.mark.parametrize(("level", "number"), EMPHASIS.items())
def test_emphasis_has_levels(level: str, number: int) -> None:
    (manner,) = spoken(f'<emphasis level="{level}">b</emphasis>').manners
    assert manner == Manner(manner.start, manner.start + 1, emphasis=number)


def test_emphasis_is_moderate_unless_it_is_said() -> None:
    assert spoken("<emphasis>b</emphasis>").manners[0].emphasis == 1


def test_a_manner_holds_its_own_factor_over_its_content() -> None:
    ssml = '<speak>a <prosody rate="80%">b <prosody rate="80%" pitch="low">c</prosody></prosody><emphasis/></speak>'
    outer, inner = parse_ssml(ssml, "en-us").manners
    assert (outer.rate, inner.rate, inner.pitch) == (0.8, 0.8, 0.9)
    assert ssml[outer.start : outer.stop] == 'b <prosody rate="80%" pitch="low">c</prosody>'
    assert ssml[inner.start : inner.stop] == "c"


def test_a_quoted_bracket_does_not_end_a_tag() -> None:
    ssml = "<speak><sub alias=\"a>b\">x</sub><prosody\n rate = '80%' >y</prosody></speak>"
    marked = parse_ssml(ssml, "en-us")
    assert texts(marked) == ["a>by"]
    assert ssml[marked.manners[0].start : marked.manners[0].stop] == "y"


def test_a_mark_stands_between_the_words_around_it() -> None:
    ssml = '<speak>é one <mark name="here"/>two</speak>'
    marked = parse_ssml(ssml, "en-us")
    assert marked.bookmarks == (Bookmark("here", ssml.index("<mark")),)
    assert texts(marked) == ["é one two"]


# -- what is spoken instead


@pytest.mark.parametrize(
    ("language", "attributes", "content", "text", "source"),
    [
        ("en-us", 'interpret-as="cardinal"', "12", "twelve", "12"),
        ("en-us", 'interpret-as="date" format="dmy"', " 3/4/2025\n", "April third, twenty twenty-five", "3/4/2025"),
        ("en-us", 'interpret-as="characters"', "&lt;b", "less than B", "&lt;b"),
        ("es", 'interpret-as="ordinal"', "1", "primero", "1"),
        ("en-us", 'interpret-as="digits" detail="2 1"', "123", "one two, three", "123"),
    ],
)
def test_say_as_stands_for_its_content(language: str, attributes: str, content: str, text: str, source: str) -> None:
    ssml = f"<speak>a <say-as {attributes}>{content}</say-as> b</speak>"
    (passage,) = parse_ssml(ssml, language).passages
    assert passage.text.text.split() == f"a {text} b".split()
    place = passage.text.text.index(text)
    begin, end = passage.text.source_range(place, place + len(text))
    assert ssml[begin:end] == source


def test_say_as_follows_the_language_around_it() -> None:
    marked = spoken('<lang xml:lang="fr"><say-as interpret-as="cardinal">12</say-as></lang>')
    assert texts(marked) == ["douze"]


def test_what_cannot_be_said_so_is_left_as_it_is() -> None:
    ssml = '<speak><say-as interpret-as="date">l&#39;an</say-as></speak>'
    (passage,) = parse_ssml(ssml, "en-us").passages
    assert passage.text.text == "l'an"
    assert sources(ssml, passage) == ["l", "&#39;", "a", "n"]


def test_an_alias_stands_for_the_content() -> None:
    ssml = '<speak>the <sub alias="World [Wide] Web">W&amp;W</sub> is</speak>'
    (passage,) = parse_ssml(ssml, "en-us").passages
    assert passage.text.text == "the World (Wide) Web is"
    assert set(sources(ssml, passage)[4:-3]) == {"W&amp;W"}


@pytest.mark.parametrize(
    ("ph", "content", "text", "source"),
    [
        ("təˈmɑːtəʊ", "tomato", "[tomato](/təˈmɑːtəʊ/)", "tomato"),
        ("təˈm(ə)n", "Dr. [A]!", "[Dr A](/təˈmən/)", "Dr. [A"),
        ("kat", "cat", "[cat](/kat‿/)", "cat"),
        ("ˈɛks", "", "[x](/ˈɛks/)", None),
        ("ˈɛks", "?!", "[x](/ˈɛks/)", "?!"),
        ("nuːˈjɔːk", "New\n York", "[New York](/nuːˈjɔːk/)", "New\n York"),
        ("a.ɪ", "don't", "[don't](/aɪ/)", "don't"),
    ],
)
def test_a_pronunciation_is_written_down(ph: str, content: str, text: str, source: str | None) -> None:
    ssml = f'<speak>a <phoneme alphabet="ipa" ph="{ph}">{content}</phoneme> b</speak>'
    (passage,) = parse_ssml(ssml, "en-us").passages
    assert passage.text.text == f"a {text} b"
    notation = PATTERN.search(passage.text.text)
    assert notation is not None
    begin, end = passage.text.source_range(*notation.span("word"))
    assert passage.text.of_source(begin, end) == notation["word"]
    if source is not None:
        assert ssml[begin:end] == source


# -- refusals


@pytest.mark.parametrize(
    ("ssml", "code", "line", "column"),
    [
        ("", "ssml_malformed", 1, 1),
        ("hello", "ssml_malformed", 1, 1),
        ("<speak>", "ssml_malformed", 1, 8),
        ("<speak>\n  <p>a</s></speak>", "ssml_malformed", 2, 7),
        ("<speak>a & b</speak>", "ssml_malformed", 1, 10),
        ("<speak>\né &nbsp;</speak>", "ssml_malformed", 2, 3),
        ("<speak>a</speak>b", "ssml_malformed", 1, 17),
        ("<speak>\ud800</speak>", "ssml_malformed", 1, 8),
        ("<speak>a\0</speak>", "ssml_malformed", 1, 9),
        ("<speak>é<x:p/></speak>", "ssml_malformed", 1, 9),
        ("\n<p>a</p>", "ssml_malformed", 2, 1),
        ("<speak>é<break>x</break></speak>", "ssml_malformed", 1, 9),
        ("<speak><sub>x</sub></speak>", "ssml_malformed", 1, 8),
        ("<speak><phoneme>x</phoneme></speak>", "ssml_malformed", 1, 8),
        ("<speak><say-as>x</say-as></speak>", "ssml_malformed", 1, 8),
        ("<speak><lang>x</lang></speak>", "ssml_malformed", 1, 8),
        ("<speak><voice>x</voice></speak>", "ssml_malformed", 1, 8),
        ("<speak><mark/></speak>", "ssml_malformed", 1, 8),
        ("<speak>\n\n é<audio src='x'/></speak>", "ssml_unsupported_element", 3, 3),
        ("<speak><P>x</P></speak>", "ssml_unsupported_element", 1, 8),
        ("<speak><speak>x</speak></speak>", "ssml_unsupported_element", 1, 8),
        ('<speak xmlns:m="urn:m"><m:p/></speak>', "ssml_unsupported_element", 1, 24),
        ('<speak xmlns="urn:m"/>', "ssml_unsupported_element", 1, 1),
        ('<speak><sub alias="a">b<s>c</s></sub></speak>', "ssml_unsupported_element", 1, 24),
        ("<speak><break><p/></break></speak>", "ssml_unsupported_element", 1, 15),
        ('<speak>\n<p class="x">a</p></speak>', "ssml_unsupported_attribute", 2, 1),
        ('<speak><prosody contour="x">a</prosody></speak>', "ssml_unsupported_attribute", 1, 8),
        ('<speak><voice name="a" gender="female">a</voice></speak>', "ssml_unsupported_attribute", 1, 8),
        ('<speak xmlns:m="urn:m"><p m:lang="en">a</p></speak>', "ssml_unsupported_attribute", 1, 24),
        ('<speak><p lang="en">a</p></speak>', "ssml_unsupported_attribute", 1, 8),
        *(
            (f"<speak>\n{tag}</speak>", "ssml_value_out_of_range", 2, 1)
            for tag in (
                '<break time="10.001s"/>',
                '<break time="-1s"/>',
                '<break time="1"/>',
                '<break time="1 s"/>',
                '<break strength="huge"/>',
                '<break strength="huge" time="1s"/>',
                '<prosody rate="quick">a</prosody>',
                '<prosody rate="49%">a</prosody>',
                '<prosody rate="+101%">a</prosody>',
                '<prosody rate="2.1">a</prosody>',
                '<prosody rate="-1">a</prosody>',
                '<prosody rate="">a</prosody>',
                '<prosody rate="1e0">a</prosody>',
                '<prosody rate="٢">a</prosody>',
                '<prosody pitch="200Hz">a</prosody>',
                '<prosody pitch="+51%">a</prosody>',
                '<prosody pitch="+8st">a</prosody>',
                '<prosody pitch="1.1">a</prosody>',
                '<prosody volume="+13dB">a</prosody>',
                '<prosody volume="-61dB">a</prosody>',
                '<prosody volume="0%">a</prosody>',
                '<prosody volume="-100%">a</prosody>',
                '<prosody volume="50">a</prosody>',
                '<emphasis level="extreme">a</emphasis>',
                '<say-as interpret-as="colour">a</say-as>',
                '<say-as interpret-as="date" format="mmddyy">a</say-as>',
                '<lang xml:lang="de">a</lang>',
                '<lang xml:lang="">a</lang>',
                '<p xml:lang="tlh">a</p>',
                '<voice name=" ">a</voice>',
                '<mark name=""/>',
                '<phoneme alphabet="x-sampa" ph="a">a</phoneme>',
                '<phoneme ph="">a</phoneme>',
                '<phoneme ph="ˈ">a</phoneme>',
                '<phoneme ph="ħ7">a</phoneme>',
                "<phoneme ph='" + 200 * "a" + "'>a</phoneme>",
            )
        ),
        *(
            (f"<speak>{tag}a{tag}b</prosody></prosody></speak>", "ssml_value_out_of_range", 1, 9 + len(tag))
            for tag in ('<prosody rate="0.6">', '<prosody pitch="+5st">', '<prosody volume="+10dB">')
        ),
        ("<!DOCTYPE speak><speak>a</speak>", "ssml_dtd_forbidden", 1, 1),
        ('\n<?xml version="1.0"?>\n<!DOCTYPE speak SYSTEM "file:///etc/passwd"><speak/>', "ssml_dtd_forbidden", 3, 1),
        ('<!DOCTYPE speak [<!ENTITY a "b">]><speak>&a;</speak>', "ssml_dtd_forbidden", 1, 1),
        ("<speak>" + "<s>" * MAX_DEPTH, "ssml_limit_exceeded", 1, 8 + 3 * (MAX_DEPTH - 1)),
        ("<speak>\n" + "<s/>" * MAX_NODES, "ssml_limit_exceeded", 2, 1 + 4 * (MAX_NODES - 1)),
        ("<speak>" + "<!---->" * MAX_NODES, "ssml_limit_exceeded", 1, 8 + 7 * (MAX_NODES - 1)),
        ("<speak>" + "é" * (MAX_BYTES // 2), "ssml_limit_exceeded", 1, 1),
    ],
)  # fmt: skip
def test_what_cannot_be_followed_is_refused_with_its_place(ssml: str, code: str, line: int, column: int) -> None:
    error = refusal(ssml)
    assert (error.code, error.line, error.column) == (code, line, column)
    assert error.param == "input"
    assert error.message.endswith(f"(line {line}, column {column})")


@pytest.mark.parametrize(
    "ssml",
    [
        "<speak><secret/></speak>",
        "<speak>secret</p></speak>",
        "<speak>&secret;</speak>",
        '<speak><p secret="x"/></speak>',
        '<speak><p lang="secret"/></speak>',
        '<speak><prosody rate="secret"/></speak>',
        '<speak><break time="secret"/></speak>',
        '<speak><emphasis level="secret"/></speak>',
        '<speak><say-as interpret-as="secret"/></speak>',
        '<speak><lang xml:lang="secret"/></speak>',
        '<speak><phoneme ph="secret7"/></speak>',
        '<!DOCTYPE secret [<!ENTITY secret "secret">]><speak/>',
    ],
)
def test_no_refusal_repeats_what_was_sent(ssml: str) -> None:
    assert "secret" not in refusal(ssml).message


@pytest.mark.parametrize(
    ("ssml", "hint"),
    [
        (
            "<speak><audio/></speak>",
            "Allowed: p, s, break, say-as, emphasis, prosody, sub, phoneme, lang, voice, mark.",
        ),
        ('<speak><p class="x"/></speak>', "p may have these attributes: xml:lang."),
        ('<speak><break time="11s"/></speak>', "0s to 10s"),
        ('<speak><prosody pitch="200Hz"/></speak>', "-12st to +7st"),
        ('<speak><lang xml:lang="de"/></speak>', "en-us, en-gb"),
        ('<speak><phoneme ph="ʀa"/></speak>', "write ʁ for ʀ"),
        ("<speak>a & b</speak>", "&amp;"),
    ],
)
def test_a_refusal_says_what_is_allowed(ssml: str, hint: str) -> None:
    assert hint in refusal(ssml).message


LAUGHS = "".join(f"<!ENTITY l{n} '" + 10 * f"&l{n - 1};" + "'>" for n in range(1, 10))


@pytest.mark.parametrize(
    "ssml",
    [
        f'<!DOCTYPE speak [<!ENTITY l0 "ha">{LAUGHS}]><speak>&l9;</speak>',
        "<speak>" + "<s>" * 100_000 + "</s>" * 100_000 + "</speak>",
        "<speak version='" + "x" * 500_000 + "' a=''>a</speak>",
        "<speak" + "".join(f" a{n}='x'" for n in range(40_000)) + "/>",
        "<speak>" + "<" * 500_000,
        "<speak>" + "&" * 500_000,
        "<speak>" + "x" * 10_000_000 + "</speak>",
        "<speak xmlns:a='" + "x" * 250_000 + "'>" + "<a:p/>" * 4_000 + "</speak>",
    ],
    ids=["laughs", "depth", "attribute", "attributes", "brackets", "references", "text", "namespace"],
)
def test_hostile_documents_are_refused_at_once(ssml: str) -> None:
    """No slower than a document that is as long as may be and says something."""
    longest = "<speak>" + "<s>a</s>" * 4_000 + "</speak>"
    assert least_s(lambda: refusal(ssml)) < 5 * least_s(lambda: parse_ssml(longest, "en-us")) + CLOCK_S


@pytest.mark.parametrize("piece", ["&amp;", "é\n", "<s>a</s>", '<mark name="a"/>', "x"])
def test_large_documents_take_linear_time(piece: str) -> None:
    assert_linear(lambda pieces: spoken(piece * pieces), 4_000 if "<" in piece else 40_000)


# -- anything at all

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
# XML allows no such characters, written or as a number.
LEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@settings(max_examples=300)
@given(TREE, st.sampled_from(["", "\ufeff", '\n<?xml version="1.0"?>']))
def test_places_are_in_order_and_inside(content: str, head: str) -> None:
    ssml = f"{head}<speak>{LEGAL.sub('', content)}</speak>"
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
def test_what_was_not_replaced_is_the_same_in_the_original(content: str) -> None:
    ssml = f"<speak>{LEGAL.sub('', content)}</speak>"
    for passage in parse_ssml(ssml, "en-us").passages:
        for character, source in zip(passage.text.text, sources(ssml, passage), strict=True):
            told = {"[": "(", "]": ")", "\r": "\n", "\r\n": "\n"}.get(source, source)
            assert character in (told, unescape(source))


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


# -- the documentation


def examples() -> list[str]:
    page = PAGE.read_text(encoding="utf-8")
    documents = re.findall(r"```xml\n(.*?)```", page, re.DOTALL)
    for command in re.findall(r"```sh\n(.*?)```", page, re.DOTALL):
        arguments = shlex.split(command.replace("\\\n", " "))
        documents += [json.loads(body)["input"] for body in arguments if body.startswith("{")]
    return documents


@pytest.mark.parametrize("ssml", examples())
def test_the_examples_of_the_documentation_can_be_spoken(ssml: str) -> None:
    assert any(passage.text.text.strip() for passage in parse_ssml(ssml, "en-us").passages)


def test_the_documentation_has_examples() -> None:
    assert len(examples()) >= 10


def test_the_error_in_the_documentation_is_the_one_that_is_sent() -> None:
    error = refusal('<speak>\n  <audio src="x.wav"/>\n</speak>')
    shown = next(block for block in re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    assert json.loads(shown)["error"]["message"] == error.message
    assert json.loads(shown)["error"]["code"] == error.code
