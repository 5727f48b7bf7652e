"""Hostile request bodies: each gets an answer below 500, and the server still answers afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from fakes import live_server, tiny_engine, tiny_planner
from koe.engine.prepare import Preparer
from koe.errors import RequestError
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.types import SpeechRequest

URL = "/v1/audio/speech"
JSON = {"content-type": "application/json"}
FITTING = "Hi."


@pytest.fixture(scope="module")
def server(voice_files: dict[str, Path]) -> Iterator[str]:
    """One server for all bodies, so that damage done by one shows in the next."""
    engine = tiny_engine(VoiceBook(voice_files))
    with live_server(engine, Settings()) as address:
        yield address


def with_field(name: str, value: str) -> bytes:
    """`value` is JSON, valid or not."""
    return f'{{"input": "{FITTING}", "{name}": {value}}}'.encode()


def with_input(text: str, **fields: object) -> bytes:
    return json.dumps({"input": text} | fields).encode()


def nested(depth: int, opening: str, closing: str) -> str:
    return opening * depth + closing * depth


def entities(levels: int) -> str:
    """The billion-laughs attack."""
    declared = ["<!ENTITY e0 'lol'>"]
    for level in range(1, levels):
        laughs = f"&e{level - 1};" * 10
        declared.append(f"<!ENTITY e{level} '{laughs}'>")
    return f"<!DOCTYPE speak [{''.join(declared)}]><speak>&e{levels - 1};</speak>"


XXE = '<!DOCTYPE speak [<!ENTITY x SYSTEM "file:///etc/passwd">]><speak>&x;</speak>'
EXTERNAL_DTD = '<!DOCTYPE speak SYSTEM "http://127.0.0.1:1/a.dtd"><speak>Hi.</speak>'
PARAMETER_ENTITY = '<!DOCTYPE speak [<!ENTITY % x SYSTEM "file:///dev/zero"> %x;]><speak>Hi.</speak>'

# name, body, status, code, param
TABLE: list[tuple[str, bytes, int, str | None, str | None]] = [
    ("nothing", b"", 400, "invalid_type", None),
    ("whitespace", b" \r\n\t ", 400, "invalid_json", None),
    ("half an object", b'{"input": "Hi."', 400, "invalid_json", None),
    ("two objects", b'{"input": "Hi."}{"input": "Hi."}', 400, "invalid_json", None),
    ("null", b"null", 400, "invalid_type", None),
    ("a number", b"5", 400, "invalid_type", None),
    ("a list", b"[]", 400, "invalid_type", None),
    ("not UTF-8", b'{"input": "\xff\xfe"}', 400, "bad_request", None),
    ("UTF-16", '{"input": "Hi."}'.encode("utf-16"), 200, None, None),
    ("a byte order mark", b'\xef\xbb\xbf{"input": "Hi."}', 200, None, None),
    ("overlong UTF-8", b'{"input": "\xc0\xaf"}', 400, "bad_request", None),
    ("100,000 brackets", b"[" * 100_000, 400, "bad_request", None),
    ("100,000 braces", b'{"a":' * 100_000, 400, "bad_request", None),
    ("deep in a field", with_field("x", nested(50_000, "[", "]")), 400, "bad_request", None),
    ("deep in the lexicon", with_field("lexicon", nested(500, "[", "]")), 400, "invalid_value", "lexicon"),
    ("NaN", with_field("speed", "NaN"), 400, "value_out_of_range", "speed"),
    ("Infinity", with_field("speed", "Infinity"), 400, "value_out_of_range", "speed"),
    ("minus Infinity", with_field("speed", "-Infinity"), 400, "value_out_of_range", "speed"),
    ("1e999", with_field("speed", "1e999"), 400, "value_out_of_range", "speed"),
    ("minus zero", with_field("speed", "-0.0"), 400, "value_out_of_range", "speed"),
    ("1,000,000 digits", with_field("speed", "9" * 1_000_000), 400, "bad_request", None),
    ("4,000 digits", with_field("speed", "9" * 4_000), 400, "invalid_value", "speed"),
    ("4,000 digits as a rate", with_field("sample_rate", "9" * 4_000), 400, "invalid_value", "sample_rate"),
    ("1,000,000 decimals", with_field("speed", "1." + "1" * 1_000_000), 200, None, None),
    ("digits in an unknown field", with_field("x", "9" * 5_000), 400, "bad_request", None),
    ("a negative rate", with_field("sample_rate", "-24000"), 400, "invalid_value", "sample_rate"),
    ("a fraction of a rate", with_field("sample_rate", "24000.5"), 400, "invalid_value", "sample_rate"),
    ("a key twice: the last counts", b'{"input": "", "input": "Hi."}', 200, None, None),
    ("a key twice, the last one empty", b'{"input": "Hi.", "input": ""}', 400, "empty_input", "input"),
    ("both names of a field", b'{"input": "Hi.", "text": ["no"]}', 200, None, None),
    ("100,000 fields", json.dumps({f"x{n}": n for n in range(60_000)} | {"input": FITTING}).encode(), 200, None, None),
    ("a prototype", with_field("__proto__", '{"speed": 9}'), 200, None, None),
    ("a name of pydantic's", with_field("model_config", '{"extra": "allow"}'), 200, None, None),
    ("an empty input", with_input(""), 400, "empty_input", "input"),
    ("a blank input", with_input(" \n\t\u3000\u200b\ufeff"), 400, "empty_input", "input"),
    ("control characters", with_input("\x00\x01\x07\x08\x0b\x1b[31m\x7f\x9f"), 200, None, None),
    ("control characters alone", with_input("\x00\x01\x02"), 400, "empty_input", "input"),
    ("a bare control character", b'{"input": "a\x01b"}', 400, "invalid_json", None),
    ("emoji alone", with_input("🎉🏳️‍🌈👩‍👩‍👧‍👦❤️"), 200, None, None),
    ("a lone surrogate", b'{"input": "Hi \\ud800 there."}', 200, None, None),
    ("surrogates alone", b'{"input": "\\ud800\\udfff\\udfff"}', 400, "empty_input", "input"),
    ("a surrogate in the voice", with_field("voice", '"\\ud800"'), 400, "unknown_voice", "voice"),
    ("a surrogate in the language", with_field("language", '"\\ud800"'), 400, "unknown_language", "language"),
    ("a surrogate in a key", b'{"\\ud800": 1, "input": "Hi."}', 200, None, None),
    ("a surrogate in a format", with_field("response_format", '"\\udfff"'), 400, "invalid_value", "response_format"),
    ("a surrogate in SSML", b'{"input": "<speak>\\ud800</speak>"}', 400, "ssml_malformed", "input"),
    ("marks piled up", with_input("a" + "\u0301" * 5_000), 200, None, None),
    ("right to left", with_input("\u202eHello\u202c \u2066there\u2069"), 200, None, None),
    ("not a character", with_input("Hi \uffff \ufdd0 \U0010ffff."), 200, None, None),
    ("too long", with_input("a" * 20_001), 400, "string_above_max_length", "input"),
    ("too large", with_input("a" * 1_100_000), 413, "request_too_large", None),
    *(
        (f"{value} as {name}", with_field(name, value), 400, code, name)
        for name, code, values in [
            ("input", "invalid_value", ("5", "true", "[]", "{}", '["Hi."]', '{"text": "Hi."}')),
            ("voice", "invalid_value", ("5", "true", "[]", "{}", '["af_heart"]', '{"id": 5}', '{"id": null}')),
            ("model", "invalid_value", ("5", "true", "[]", "{}")),
            ("response_format", "invalid_value", ("5", "true", "[]", "{}", '"MP4"', '"mp3\\u0000"', '"../mp3"')),
            ("speed", "invalid_value", ('"1"', "true", "[]", "{}", "[1]")),
            ("sample_rate", "invalid_value", ('"24000"', "true", "[]", "{}", "24000.5", "0")),
            ("language", "invalid_value", ("5", "true", "[]", "{}")),
            ("input_format", "invalid_value", ("5", "true", "[]", '"xml"', '"SSML"')),
            ("stream", "invalid_value", ("5", '"true"', "[]", "{}", "1", "0")),
            ("lexicon", "invalid_value", ("5", "true", '"a"', "{}", "[5]", "[[]]", '["a"]', "[null]")),
        ]
        for value in values
    ),
    ("lexicon of empty entries", with_field("lexicon", "[{}]"), 400, "invalid_lexicon", "lexicon"),
    (
        "a huge lexicon",
        with_field("lexicon", json.dumps([{"grapheme": f"w{n}", "alias": "word"} for n in range(10_000)])),
        400,
        "invalid_value",
        "lexicon",
    ),
    (
        "a lexicon with a huge word",
        with_field("lexicon", json.dumps([{"grapheme": "a" * 500_000, "alias": "b" * 300_000}])),
        400,
        "invalid_lexicon",
        "lexicon",
    ),
    (
        "a lexicon that looks like a pattern",
        with_field("lexicon", json.dumps([{"grapheme": "(a+)+$", "alias": r"\1"}])),
        400,
        "invalid_lexicon",
        "lexicon",
    ),
    *(
        (f"{path!r} as {name}", with_field(name, json.dumps(path)), 400, f"unknown_{name}", name)
        for name in ("voice", "language")
        for path in (
            "../../etc/passwd",
            "..%2f..%2fetc%2fpasswd",
            "/etc/passwd",
            "\\\\host\\share",
            "C:\\windows",
            "af_heart\x00",
            "\x00",
            "af_heart.bin",
            "./af_heart",
            "http://127.0.0.1:1/a",
            "a" * 100_000,
            "{0.__class__}",
            "%s%n",
        )
    ),
    ("a billion laughs", with_input(entities(10), input_format="ssml"), 400, "ssml_dtd_forbidden", "input"),
    ("one entity", with_input(entities(1), input_format="ssml"), 400, "ssml_dtd_forbidden", "input"),
    ("an external entity", with_input(XXE, input_format="ssml"), 400, "ssml_dtd_forbidden", "input"),
    ("an external DTD", with_input(EXTERNAL_DTD, input_format="ssml"), 400, "ssml_dtd_forbidden", "input"),
    ("a parameter entity", with_input(PARAMETER_ENTITY, input_format="ssml"), 400, "ssml_dtd_forbidden", "input"),
    ("a billion laughs as plain text", with_input(entities(10)), 200, None, None),
    ("deep SSML", with_input(f"<speak>{nested(2_000, '<p>', '</p>')}</speak>"), 400, "ssml_limit_exceeded", "input"),
    ("SSML that ends early", with_input("<speak><p>Hi."), 400, "ssml_malformed", "input"),
    ("SSML with an instruction", with_input("<speak><?php x ?>Hi.</speak>"), 200, None, None),
    (
        "SSML with 1,000 attributes",
        with_input("<speak " + " ".join(f"a{number}='1'" for number in range(1_000)) + ">Hi.</speak>"),
        200,
        None,
        None,
    ),
    ("SSML of another name space", with_input('<speak xmlns="urn:x">Hi.</speak>'), 200, None, None),
    ("SSML with an undeclared prefix", with_input("<speak><x:p>Hi.</x:p></speak>"), 200, None, None),
]


@pytest.mark.parametrize(("body", "status", "code", "param"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_hostile_body_gets_its_status_and_code(
    server: str, body: bytes, status: int, code: str | None, param: str | None
) -> None:
    answer = httpx.post(server + URL, content=body, headers=JSON, timeout=60)
    assert answer.status_code == status, answer.text[:500]
    if status != 200:
        error = answer.json()["error"]
        assert error["type"] == "invalid_request_error"
        assert error["param"] == param
        assert code is None or error["code"] == code
        assert len(error["message"]) < 1000
    assert httpx.get(server + "/health").status_code == 200


# Each would make some careless regular expression backtrack: addresses, numbers, marks, tags, endless words.
LENGTH = 20_000
BACKTRACKING_TEXTS = [
    "a" * LENGTH,
    "1" * LENGTH,
    "1,1" * (LENGTH // 3),
    "1." * (LENGTH // 2),
    "1-" * (LENGTH // 2),
    "1/" * (LENGTH // 2),
    "1:" * (LENGTH // 2),
    "$" * LENGTH,
    "$1" * (LENGTH // 2),
    "a." * (LENGTH // 2),
    "a@" * (LENGTH // 2),
    "a@a." * (LENGTH // 4),
    "http://" * (LENGTH // 7),
    "http://a" + "/a" * ((LENGTH - 8) // 2),
    "www." * (LENGTH // 4),
    "?" * LENGTH,
    "!?" * (LENGTH // 2),
    "(" * LENGTH,
    "[" * LENGTH,
    "[a](" * (LENGTH // 4),
    "[pause:" * (LENGTH // 7),
    "[pause:1" + "0" * (LENGTH - 9) + "]",
    "<" * LENGTH,
    "<a " * (LENGTH // 3),
    "&" * LENGTH,
    "&amp;" * (LENGTH // 5),
    "*_" * (LENGTH // 2),
    "`" * LENGTH,
    "#" * LENGTH,
    "- " * (LENGTH // 2),
    "'" * LENGTH,
    "a'" * (LENGTH // 2),
    "a-" * (LENGTH // 2),
    "A" * LENGTH,
    "A." * (LENGTH // 2),
    "IVXLCDM" * (LENGTH // 7),
    "M" * LENGTH,
    "Dr. " * (LENGTH // 4),
    "\n" * (LENGTH - 1) + "a",
    " " * (LENGTH - 1) + "a",
    "\t\n" * (LENGTH // 2 - 1) + "a",
    "a" + "\u0301" * (LENGTH - 1),
    "\u200d" * (LENGTH - 1) + "a",
    "👩\u200d" * (LENGTH // 2),
    "éà" * (LENGTH // 2),
    "日" * LENGTH,
    "١" * LENGTH,
    "½" * LENGTH,
    "+1" * (LENGTH // 2),
    "(555) " * (LENGTH // 6),
    "+" + "1 " * (LENGTH // 2 - 1),
    "12th " * (LENGTH // 5),
    "1e" * (LENGTH // 2),
    "0x" * (LENGTH // 2),
    "/" * LENGTH,
    "\\" * LENGTH,
    "~/a" * (LENGTH // 3),
    "::" * (LENGTH // 2),
    "snake_case_" * (LENGTH // 11),
    "camelCase" * (LENGTH // 9),
]


@pytest.mark.parametrize("text", BACKTRACKING_TEXTS, ids=[ascii(text[:8]) for text in BACKTRACKING_TEXTS])
def test_no_text_takes_for_ever_to_parse(server: str, voices: VoiceBook, text: str) -> None:
    """An answer begins, and the whole text can be planned; speaking it would take half an hour."""
    assert 0.9 * LENGTH < len(text) <= LENGTH
    with httpx.stream("POST", server + URL, json={"input": text}, timeout=60) as answer:
        assert answer.status_code in (200, 400)
    planner = tiny_planner()
    with suppress(RequestError):
        for sentence in Preparer(planner, voices).prepare(SpeechRequest(text, language="es")).sentences:
            planner.spans(sentence)
