"""Lenient mode does what it can with every element of SSML 1.1 and of other services, and warns of the rest."""

from __future__ import annotations

import pytest

from fakes import tiny_planner
from foreign_documents import chooser
from growth import CLOCK_S, least_s
from koe.text.passage import Bookmark, Marked
from koe.text.plan import TextToPlan
from koe.text.ssml import parse_ssml
from koe.text.ssml_warnings import MOST_WARNINGS
from ssml_documents import parsed, refusal


def voiced(content: str, asked_for: str = "af_heart", language: str = "en-us") -> Marked:
    """`content` inside <speak>, with all of koe's voices."""
    return parse_ssml(f"<speak>{content}</speak>", language, "lenient", chooser(asked_for))


def said(content: str) -> list[tuple[str, float | None]]:
    return [(" ".join(passage.text.text.split()), passage.pause_ms) for passage in parsed(content).passages]


def messages(marked: Marked) -> list[str]:
    return [str(warning) for warning in marked.warnings]


# -- elements whose content is spoken, and elements whose content is not


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ('<audio src="x.mp3">a sound</audio>', "a sound"),
        ('<audio src="x.mp3"><desc>not this</desc>but <emphasis>this</emphasis></audio>', "but this"),
        ('a<audio src="x.mp3"/> b', "a b"),
        ("<metadata>not <p>this</p> <x:y>nor this</x:y></metadata>yes", "yes"),
        ('<meta name="a" content="b"/><lexicon uri="u" xml:id="l"/><lookup ref="l">yes</lookup>', "yes"),
        ('<mstts:express-as style="sad" role="Girl">yes</mstts:express-as>', "yes"),
        ('<amazon:domain name="news"><amazon:effect name="whispered">yes</amazon:effect></amazon:domain>', "yes"),
        ('<google:style name="calm">yes</google:style>', "yes"),
        ('<mstts:backgroundaudio src="x"/><mstts:viseme type="redlips_front"/>yes', "yes"),
        ('<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>', "x"),
        ("<strange>yes</strange>", "yes"),
        ("<x:strange y:z='1'>yes</x:strange>", "yes"),
        ('<m:p xmlns:m="urn:m">yes</m:p>', "yes"),
        ("<speak>yes</speak>", "yes"),
    ],
)
def test_content_is_spoken_unless_it_is_no_text(content: str, text: str) -> None:
    assert said(content) == [(text, None)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('<audio src="x"/>', "line 1, column 8: audio is not played; the text inside it is spoken."),
        ("<amazon:domain/>", "line 1, column 8: amazon:domain is not supported; its content is spoken as usual."),
        ("<strange/>", "line 1, column 8: An unknown element is not supported; its content is spoken as usual."),
        ('<p strange="1">a</p>', "line 1, column 8: An unknown attribute of p is not supported and has no effect."),
        ('<w role="amazon:VB">a</w>', "line 1, column 8: role of w is not supported and has no effect."),
        ('<prosody range="high">a</prosody>', "line 1, column 8: range of prosody is not supported and has no effect."),
        ('<voice age="6">a</voice>', "line 1, column 8: age of voice is not supported and has no effect."),
        ("<sub>a</sub>", "line 1, column 8: sub needs the attribute alias; it has no effect."),
        ("<break>a</break>", "line 1, column 8: An element that must be empty has text; it is spoken."),
    ],
)
def test_warning_names_known_elements_and_attributes_only(content: str, message: str) -> None:
    assert message in messages(parsed(content))


@pytest.mark.parametrize(
    "content",
    [
        '<metadata><strange a="1"/></metadata>a',
        '<meta name="a" content="b"/>a',
        '<token xml:id="t">a</token>',
        '<p xml:id="one" xml:base="https://koe.invalid/">a</p>',
        '<voice gender="female" required="gender" ordering="gender" onvoicefailure="keepexisting">a</voice>',
        '<voice xml:lang="en-US" xml:gender="Female" name="af_sky">a</voice>',
        '<prosody volume="80" pitch="+5 Hz" rate="Fast">a</prosody>',
        '<say-as interpret-as="address">1 Main St</say-as>',
        '<seq><media begin="1s">a</media></seq>',
    ],
)
def test_what_is_done_or_means_nothing_has_no_warning(content: str) -> None:
    assert voiced(content).warnings == ()


def test_equal_warnings_are_listed_once_with_their_number() -> None:
    (warning,) = parsed("\n<a/>" * 3).warnings
    assert (warning.line, warning.column, warning.count) == (2, 1, 3)
    assert str(warning).endswith("(3 times)")


def test_number_of_warnings_is_limited() -> None:
    names = (
        "p",
        "s",
        "break",
        "emphasis",
        "prosody",
        "audio",
        "w",
        "token",
        "par",
        "seq",
        "media",
        "bookmark",
        "voice",
    )
    content = "".join(f'<{name} role="x" range="x" age="x" effect="x"/>' for name in names)
    *listed, last = parsed(content).warnings
    assert len(listed) == MOST_WARNINGS
    assert (last.code, last.line) == ("more_warnings", None)
    assert last.message == f"{last.count} more warnings are not listed."


# -- pauses, marks and parts of a document


@pytest.mark.parametrize(
    ("content", "passages"),
    [
        ('a<break time="20s"/>b', [("a", 10_000), ("b", None)]),
        ('a<break time="1 S"/>b', [("a", 1000), ("b", None)]),
        ('a<break time="soon"/>b', [("a", 400), ("b", None)]),
        ('a<break strength="huge"/>b', [("a", 400), ("b", None)]),
        ('a<say-as interpret-as="expletive">blast</say-as>b', [("a", 325), ("b", None)]),
        ('a<say-as interpret-as="bleep">it</say-as>b', [("a", 300), ("b", None)]),
        ('<mstts:silence type="Leading" value="200ms"/>a', [("", 200), ("a", None)]),
        ('<p><mstts:silence type="tailing-exact" value="1s"/>a</p>b', [("a", 1000), ("b", None)]),
        ('<mstts:silence type="Sentenceboundary" value="250ms"/><s>a</s><s>b</s>', [("a", 250), ("b", None)]),
        ("<seq><media>a</media><media begin='2s'>b</media></seq>", [("a", 2000), ("b", None)]),
        ("<par><media begin='1s'>a</media><media begin='2s'>b</media></par>", [("a", None), ("b", None)]),
        ("<token>a</token><token>b</token>c <w>d</w>, e", [("a b c d, e", None)]),
    ],
)
def test_pauses(content: str, passages: list[tuple[str, float | None]]) -> None:
    assert said(content) == passages


def test_sentence_pause_of_azure_comes_between_all_sentences() -> None:
    ssml = '<speak><mstts:silence type="Sentenceboundary-exact" value="250ms"/>One. Two, and <s>three.</s>Four.</speak>'
    sentences = tiny_planner().sentences(TextToPlan(ssml, "en-us"))
    pauses = [(sentence.text.text, sentence.pause_ms) for sentence in sentences]
    assert pauses == [("One.", 250), ("Two, and", 250), ("three.", 250), ("Four.", None)]


def test_bookmark_of_azure_is_a_mark() -> None:
    marked = parsed('a <bookmark mark="here"/>b')
    assert marked.bookmarks == (Bookmark("here", 9),)
    assert marked.warnings == ()


@pytest.mark.parametrize(
    ("limits", "text"),
    [('startmark="x"', "b c"), ('endmark="y"', "a b"), ('startmark="x" endmark="y"', "b")],
)
def test_document_is_spoken_between_startmark_and_endmark(limits: str, text: str) -> None:
    ssml = f'<speak {limits}>a <break/><mark name="x"/> b <mark name="y"/> c</speak>'
    passages = parse_ssml(ssml, "en-us").passages
    assert " ".join("".join(passage.text.text for passage in passages).split()) == text


@pytest.mark.parametrize("limits", ['startmark="z"', 'startmark="y" endmark="x"'])
def test_marks_that_are_missing_or_in_the_wrong_order_limit_nothing(limits: str) -> None:
    marked = parse_ssml(f'<speak {limits}>a <mark name="x"/>b <mark name="y"/>c</speak>', "en-us")
    assert [passage.text.text for passage in marked.passages] == ["a b c"]
    assert [warning.code for warning in marked.warnings] == ["ssml_value_out_of_range"]


# -- languages


@pytest.mark.parametrize(
    ("content", "spoken"),
    [
        ('<p xml:lang="de">a</p>b', [("a", None), ("b", None)]),
        ('<lang xml:lang="de">a</lang><lang xml:lang="fr">b</lang>', [("a", None), ("b", "fr")]),
        ('<p xml:lang="de" onlangfailure="ignoretext">a</p>b', [("b", None)]),
        ('<p onlangfailure="ignoretext"><lang xml:lang="de">a</lang>b</p>', [("b", None)]),
        ('<p onlangfailure="ignoretext"><s xml:lang="de" onlangfailure="ignorelang">a</s></p>', [("a", None)]),
        ('<w xml:lang="fr">a</w> b', [("a", "fr"), (" b", None)]),
        ('<p xml:lang="cmn-CN">a</p>', [("a", "zh")]),
    ],
)
def test_text_in_a_language_that_koe_does_not_read(content: str, spoken: list[tuple[str, str | None]]) -> None:
    assert [(passage.text.text, passage.language) for passage in parsed(content).passages] == spoken


# -- prosody


@pytest.mark.parametrize(
    ("attributes", "name", "value"),
    [
        ('volume="50"', "volume_db", -6.0206),
        ('volume="100"', "volume_db", 0),
        ('volume="0"', "volume_db", -60),
        ('volume="+10"', "volume_db", 0.827854),
        ('volume="-50"', "volume_db", -6.0206),
        ('volume="+6 dB"', "volume_db", 6),
        ('volume="+40dB"', "volume_db", 12),
        ('rate="300%"', "rate", 2),
        ('rate="20%"', "rate", 0.5),
        ('pitch="300Hz"', "pitch", 1.5),
        ('pitch="+20Hz"', "pitch", 1.1),
        ('pitch="-20hz"', "pitch", 0.9),
        ('pitch="160Hz"', "pitch", 0.8),
        ('pitch="+24st"', "pitch", 1.5),
        ('pitch="10%"', "pitch", 1),
        ('duration="650ms"', "rate", 1),
        ('duration="1300ms"', "rate", 0.5),
        ('duration="1ms"', "rate", 2),
        ('duration="500ms" rate="slow"', "rate", 1.3),
    ],
)
def test_values_of_other_services_and_values_out_of_range(attributes: str, name: str, value: float) -> None:
    (manner,) = voiced(f"<prosody {attributes}>0123456789</prosody>").manners
    assert getattr(manner, name) == pytest.approx(value, abs=2e-5)


def test_pitch_in_hertz_is_that_of_the_voice() -> None:
    (manner,) = voiced('<voice gender="male"><prosody pitch="137.5Hz">a</prosody></voice>').manners
    assert manner.pitch == pytest.approx(1.1, abs=1e-5)


@pytest.mark.parametrize("outer", ["0.5", "2", "50%", "1.7"])
@pytest.mark.parametrize("inner", ["0.5", "2", "10%", "900%"])
def test_nested_rates_stay_in_the_range(outer: str, inner: str) -> None:
    first, second = parsed(f'<prosody rate="{outer}">a<prosody rate="{inner}">b</prosody></prosody>').manners
    assert 0.5 - 1e-9 <= first.rate * second.rate <= 2 + 1e-9


def test_contour_moves_the_pitch_through_its_points() -> None:
    ssml = '<speak><prosody contour="(0%,+20%) (100%,-20%)">0123456789abcdef</prosody></speak>'
    _, *steps = parse_ssml(ssml, "en-us").manners
    assert "".join(ssml[step.start : step.stop] for step in steps) == "0123456789abcdef"
    assert [step.pitch for step in steps] == pytest.approx([1.16, 1.08, 1.0, 0.92, 0.84])


@pytest.mark.parametrize("contour", ["", "up", "(0%,up)", "(0%,+10%)(50%,?)", "0%,+10%"])
def test_invalid_contour_has_no_effect(contour: str) -> None:
    marked = parsed(f'<prosody contour="{contour}">a</prosody>')
    assert [manner.pitch for manner in marked.manners] == [1.0]
    assert [warning.code for warning in marked.warnings] == ["ssml_value_out_of_range"]


def test_unknown_level_of_emphasis_is_moderate() -> None:
    assert parsed('<emphasis level="high">a</emphasis>').manners[0].emphasis == 1


# -- say-as, sub and phoneme


@pytest.mark.parametrize(
    ("attributes", "content", "text"),
    [
        ('interpret-as="verbatim"', "a1", "A. one"),
        ('interpret-as="spell"', "ab", "A.B"),
        ('interpret-as="number"', "12", "twelve"),
        ('interpret-as="number_digit"', "12", "one two"),
        ('interpret-as="vxml:digits"', "12", "one two"),
        ('interpret-as="duration" format="hms"', "01:18:30", "one hour, eighteen minutes, thirty seconds"),
        ('interpret-as="duration"', "PT2M", "two minutes"),
        ('interpret-as="date" format="mm/dd/yyyy"', "3/4/2025", "March fourth, twenty twenty-five"),
        ('interpret-as="date" format="dd.mm.yyyy"', "3.4.2025", "April third, twenty twenty-five"),
        ('interpret-as="date" format="weekday"', "3/4/2025", "March fourth, twenty twenty-five"),
        ('interpret-as="date" language="en-GB"', "3/4/2025", "the third of April twenty twenty-five"),
        ('interpret-as="currency" language="en-US"', "$42.01", "forty-two dollars and one cent"),
        ('interpret-as="currency" language="fr-FR"', "$42.01", "forty-two dollars and one cent"),
        ('interpret-as="colour"', "12", "12"),
        ('interpret-as="cardinal"', "1<b>2</b>", "twelve"),
    ],
)
def test_say_as_of_other_services(attributes: str, content: str, text: str) -> None:
    spoken = "".join(words for words, _ in said(f"<say-as {attributes}>{content}</say-as>"))
    assert spoken.replace(",", "") == text.replace(",", "")


@pytest.mark.parametrize(
    ("attributes", "text", "codes"),
    [
        ('alphabet="x-sampa" ph="t@&quot;mA:t@U"', "[a](/təˈmɑːtəʊ/)", []),
        ('alphabet="X-SAMPA" ph="kAt"', "[a](/kɑt/)", []),
        ('alphabet="IPA" ph="kæt"', "[a](/kæt/)", []),
        ('alphabet="ipa" ph="ʀat̪"', "[a](/ʁat/)", ["ssml_approximated"]),
        ('alphabet="ipa" ph="☃"', "a", ["ssml_value_out_of_range"]),
        ('alphabet="x-sampa" ph="$"', "a", ["ssml_value_out_of_range"]),
        ('alphabet="sapi" ph="k ae t"', "a", ["ssml_value_out_of_range"]),
        ("", "a", ["ssml_malformed"]),
    ],
)
def test_phonemes_of_other_services(attributes: str, text: str, codes: list[str]) -> None:
    marked = parsed(f"<phoneme {attributes}>a</phoneme>")
    assert [passage.text.text for passage in marked.passages] == [text]
    assert [warning.code for warning in marked.warnings] == codes


def test_elements_inside_a_substitution_have_no_effect_but_marks_do() -> None:
    marked = parsed('<sub alias="one">a<p>b</p><mark name="m"/></sub> two')
    assert [passage.text.text for passage in marked.passages] == ["one two"]
    assert [mark.name for mark in marked.bookmarks] == ["m"]
    assert messages(marked) == ["line 1, column 26: sub may contain only text; the elements inside it have no effect."]


# -- what lenient mode refuses too


@pytest.mark.parametrize(
    ("ssml", "code"),
    [
        ("<speak>a & b</speak>", "ssml_malformed"),
        ("<speak><p>a</speak>", "ssml_malformed"),
        ("<talk>a</talk>", "ssml_malformed"),
        ("<!DOCTYPE speak><speak>a</speak>", "ssml_dtd_forbidden"),
        ('<!DOCTYPE speak [<!ENTITY a "b">]><speak>&a;</speak>', "ssml_dtd_forbidden"),
        ("<speak>" + "<s>" * 40, "ssml_limit_exceeded"),
        ("<speak>" + "<metadata>" * 40, "ssml_limit_exceeded"),
        ("<speak>" + "<s/>" * 6000, "ssml_limit_exceeded"),
    ],
)
def test_malformed_and_hostile_documents_are_refused_in_lenient_mode_too(ssml: str, code: str) -> None:
    assert refusal(ssml, "lenient").code == code


@pytest.mark.parametrize(
    "content",
    [
        "<b>a</b>" * 4_000,
        "".join(f'<voice name="a{number} b c d+e">a</voice>' for number in range(800)),
        f'<voice name="{"a+" * 200_000}" variant="{"9" * 100_000}">a</voice>',
        '<prosody contour="(0%,+1%) (9%,+2%)">abcdefghijklmnopqrstuvwxyz</prosody>' * 2_000,
        f'<prosody contour="{"(" * 200_000}" pitch="{" " * 200_000}">a</prosody>',
        f'<phoneme alphabet="x-sampa" ph="{"a" * 400_000}">a</phoneme>',
        "<p " + " ".join(f'a{number}=""' for number in range(30_000)) + ">a</p>",
    ],
    ids=["elements", "voices", "names", "contours", "values", "phonemes", "attributes"],
)
def test_hostile_documents_are_read_quickly(content: str) -> None:
    """At most five times as long as a plain document near the limits."""
    voices = chooser()
    longest = "<speak>" + "<s>a</s>" * 4_000 + "</speak>"
    plain_s = least_s(lambda: parse_ssml(longest, "en-us"))
    assert least_s(lambda: parse_ssml(f"<speak>{content}</speak>", "en-us", "lenient", voices)) < 5 * plain_s + CLOCK_S
