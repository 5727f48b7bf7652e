"""SSML that is malformed, unsupported, too large or hostile is refused with its line and column."""

from __future__ import annotations

import json
import re

import pytest

from growth import CLOCK_S, assert_linear, least_s
from koe.text.ssml import MAX_BYTES, MAX_DEPTH, MAX_NODES, parse_ssml
from ssml_documents import PAGE, parsed, refusal


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
def test_invalid_ssml_is_refused_with_line_and_column(ssml: str, code: str, line: int, column: int) -> None:
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
def test_no_message_repeats_what_was_sent(ssml: str) -> None:
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
def test_message_says_what_is_allowed(ssml: str, hint: str) -> None:
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
def test_hostile_documents_are_refused_quickly(ssml: str) -> None:
    """At most five times as long as a valid document near the limits."""
    longest = "<speak>" + "<s>a</s>" * 4_000 + "</speak>"
    assert least_s(lambda: refusal(ssml)) < 5 * least_s(lambda: parse_ssml(longest, "en-us")) + CLOCK_S


@pytest.mark.parametrize("part", ["&amp;", "é\n", "<s>a</s>", '<mark name="a"/>', "x"])
def test_large_documents_take_linear_time(part: str) -> None:
    assert_linear(lambda count: parsed(part * count), 4_000 if "<" in part else 40_000)


def test_error_in_the_docs_is_the_one_that_is_sent() -> None:
    error = refusal('<speak>\n  <audio src="x.wav"/>\n</speak>')
    *_, shown = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert json.loads(shown)["error"]["message"] == error.message
    assert json.loads(shown)["error"]["code"] == error.code
