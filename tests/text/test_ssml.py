"""SSML becomes passages of plain text that know their places in the document; prosody and marks come with them."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from koe.text.passage import Bookmark, Manner, Marked
from koe.text.prescribed import PATTERN
from koe.text.ssml import parse_ssml
from koe.text.ssml_elements import BREAKS_MS, EMPHASIS
from ssml_documents import PAGE, parsed, sources

SYNTHESIS = "http://www.w3.org/2001/10/synthesis"


def texts(marked: Marked) -> list[str]:
    return [passage.text.text for passage in marked.passages]


def pauses(content: str) -> list[tuple[str, float | None]]:
    return [(passage.text.text.strip(), passage.pause_ms) for passage in parsed(content).passages]


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
def test_byte_order_mark_declaration_and_namespaces_are_accepted(ssml: str) -> None:
    marked = parse_ssml(ssml, "en-us")
    assert texts(marked) == ["Hi."]
    assert sources(ssml, marked.passages[0]) == ["H", "i", "."]
    assert (marked.passages[0].language, marked.passages[0].voice, marked.passages[0].pause_ms) == (None, None, None)


@pytest.mark.parametrize("ssml", ["<speak/>", "<speak></speak>", "<speak> \n <p> </p></speak>"])
def test_document_without_text_has_no_passages(ssml: str) -> None:
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
def test_every_character_is_traced_to_its_place_in_the_document(content: str, text: str, places: list[str]) -> None:
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
def test_text_is_cut_into_passages_with_pauses(content: str, passages: list[tuple[str, float | None]]) -> None:
    assert pauses(content) == passages


def test_innermost_voice_and_language_apply() -> None:
    marked = parsed(
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
def test_document_sets_the_language_and_request_keeps_the_accent(
    request_language: str, named: str, read: str | None
) -> None:
    marked = parse_ssml(f'<speak xml:lang="{named}">a</speak>', request_language)
    assert marked.passages[0].language == read


# -- prosody, emphasis and marks


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
def test_prosody_sets_rate_pitch_and_volume_of_its_content(attribute: str, value: str, factor: float) -> None:
    name = attribute.removesuffix("_db")
    (manner,) = parsed(f'a <prosody {name}="{value}">b</prosody>').manners
    assert getattr(manner, attribute) == pytest.approx(factor, abs=1e-5)
    others = {"rate": 1.0, "pitch": 1.0, "volume_db": 0.0, "emphasis": 0}
    del others[attribute]
    assert {other: getattr(manner, other) for other in others} == others


@pytest.mark.parametrize(("level", "number"), EMPHASIS.items())
def test_emphasis_levels(level: str, number: int) -> None:
    (manner,) = parsed(f'<emphasis level="{level}">b</emphasis>').manners
    assert manner == Manner(manner.start, manner.start + 1, emphasis=number)


def test_emphasis_is_moderate_by_default() -> None:
    assert parsed("<emphasis>b</emphasis>").manners[0].emphasis == 1


def test_nested_prosody_keeps_its_own_values_and_extent() -> None:
    ssml = '<speak>a <prosody rate="80%">b <prosody rate="80%" pitch="low">c</prosody></prosody><emphasis/></speak>'
    outer, inner = parse_ssml(ssml, "en-us").manners
    assert (outer.rate, inner.rate, inner.pitch) == (0.8, 0.8, 0.9)
    assert ssml[outer.start : outer.stop] == 'b <prosody rate="80%" pitch="low">c</prosody>'
    assert ssml[inner.start : inner.stop] == "c"


def test_quoted_angle_bracket_does_not_end_a_tag() -> None:
    ssml = "<speak><sub alias=\"a>b\">x</sub><prosody\n rate = '80%' >y</prosody></speak>"
    marked = parse_ssml(ssml, "en-us")
    assert texts(marked) == ["a>by"]
    assert ssml[marked.manners[0].start : marked.manners[0].stop] == "y"


def test_mark_has_its_place_in_the_document() -> None:
    ssml = '<speak>é one <mark name="here"/>two</speak>'
    marked = parse_ssml(ssml, "en-us")
    assert marked.bookmarks == (Bookmark("here", ssml.index("<mark")),)
    assert texts(marked) == ["é one two"]


# -- say-as, sub and phoneme


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
def test_say_as_replaces_its_content_by_words(
    language: str, attributes: str, content: str, text: str, source: str
) -> None:
    ssml = f"<speak>a <say-as {attributes}>{content}</say-as> b</speak>"
    (passage,) = parse_ssml(ssml, language).passages
    assert passage.text.text.split() == f"a {text} b".split()
    place = passage.text.text.index(text)
    begin, end = passage.text.source_range(place, place + len(text))
    assert ssml[begin:end] == source


def test_say_as_uses_the_language_around_it() -> None:
    marked = parsed('<lang xml:lang="fr"><say-as interpret-as="cardinal">12</say-as></lang>')
    assert texts(marked) == ["douze"]


def test_say_as_leaves_content_it_cannot_read() -> None:
    ssml = '<speak><say-as interpret-as="date">l&#39;an</say-as></speak>'
    (passage,) = parse_ssml(ssml, "en-us").passages
    assert passage.text.text == "l'an"
    assert sources(ssml, passage) == ["l", "&#39;", "a", "n"]


def test_sub_replaces_its_content_by_the_alias() -> None:
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
def test_phoneme_becomes_inline_notation(ph: str, content: str, text: str, source: str | None) -> None:
    ssml = f'<speak>a <phoneme alphabet="ipa" ph="{ph}">{content}</phoneme> b</speak>'
    (passage,) = parse_ssml(ssml, "en-us").passages
    assert passage.text.text == f"a {text} b"
    notation = PATTERN.search(passage.text.text)
    assert notation is not None
    begin, end = passage.text.source_range(*notation.span("word"))
    assert passage.text.of_source(begin, end) == notation["word"]
    if source is not None:
        assert ssml[begin:end] == source


# -- docs/ssml.md


def examples() -> list[str]:
    page = PAGE.read_text(encoding="utf-8")
    documents = re.findall(r"```xml\n(.*?)```", page, re.DOTALL)
    for command in re.findall(r"```sh\n(.*?)```", page, re.DOTALL):
        arguments = shlex.split(command.replace("\\\n", " "))
        documents += [json.loads(body)["input"] for body in arguments if body.startswith("{")]
    return documents


@pytest.mark.parametrize("ssml", examples())
def test_examples_in_the_docs_can_be_spoken(ssml: str) -> None:
    assert any(passage.text.text.strip() for passage in parse_ssml(ssml, "en-us").passages)


def test_docs_have_examples() -> None:
    assert len(examples()) >= 10
