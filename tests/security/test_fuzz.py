"""Fuzzing of parsers with Hypothesis: random input is parsed or refused with a RequestError."""

from __future__ import annotations

import struct
from contextlib import suppress

from hypothesis import example, given, settings
from hypothesis import strategies as st

from koe.errors import BadMessage, RequestError
from koe.server.stream.schema import parse_message
from koe.text.markup import parse
from koe.text.sanitize import sanitize
from koe.text.split import split_sentences
from koe.text.traced import Traced
from koe.wire.wav import HEADER_BYTES, wav_header

TAGS = ("speak", "p", "s", "break", "say-as", "emphasis", "prosody", "sub", "phoneme", "lang", "voice", "mark", "blink")
ATTRIBUTES = (
    'time="1s"', 'time="99s"', 'strength="x"', 'interpret-as="date"', 'level="strong"', 'rate="200%"', 'pitch="+9st"',
    'volume="-6dB"', 'alias="x"', 'alphabet="ipa" ph="æ"', 'xml:lang="fr"', 'name="af_heart"', 'a="&x;"', 'rate="1e9%"',
    "rate=", 'x"', 'xmlns="http://a"',
)  # fmt: skip
PARTS = st.one_of(
    st.builds(lambda tag, attribute: f"<{tag} {attribute}>", st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
    st.builds(lambda tag: f"<{tag}>", st.sampled_from(TAGS)),
    st.builds(lambda tag: f"</{tag}>", st.sampled_from(TAGS)),
    st.builds(lambda tag, attribute: f"<{tag} {attribute}/>", st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
    st.sampled_from(
        ["&amp;", "&lt;", "&#x0;", "&lol;", "<!-- x -->", "<![CDATA[y]]>", "<?php ?>", "<!DOCTYPE a>", "<", ">"]
    ),
    st.text(max_size=8),
)
SSML = st.lists(PARTS, max_size=20).map(lambda parts: "<speak>" + "".join(parts) + "</speak>") | st.text(max_size=80)


@settings(max_examples=1500)
@given(SSML)
@example("<speak>" * 5000)
@example('<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]><speak>&d;</speak>')
def test_ssml_is_parsed_or_refused(text: str) -> None:
    try:
        marked = parse(text, "en-us", "ssml")
    except RequestError:
        return
    for passage in marked.passages:
        for cut in split_sentences(sanitize(passage.text)):
            places = zip(cut.text.starts, cut.text.stops, strict=True)
            assert all(0 <= start <= stop <= len(text) for start, stop in places)


@settings(max_examples=800)
@given(
    st.text(max_size=200)
    | st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=9),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
        max_leaves=12,
    ).map(str)
)
def test_message_is_parsed_or_refused(text: str) -> None:
    with suppress(BadMessage):
        parse_message(text)


@given(st.sampled_from([8_000, 16_000, 22_050, 24_000, 44_100, 48_000]), st.none() | st.integers(0, 2**33))
def test_wav_header_is_always_44_consistent_bytes(rate: int, data_bytes: int | None) -> None:
    header = wav_header(rate, data_bytes)
    assert len(header) == HEADER_BYTES
    riff, whole, wave, _, _, kind, channels, found_rate, per_second, align, bits, data, length = struct.unpack(
        "<4sI4s4sIHHIIHH4sI", header
    )
    assert (riff, wave, data) == (b"RIFF", b"WAVE", b"data")
    assert (kind, channels, found_rate, bits, align, per_second) == (1, 1, rate, 16, 2, 2 * rate)
    assert whole >= length or whole == 2**32 - 1
    if data_bytes is not None and data_bytes < 2**32 - HEADER_BYTES:
        assert (length, whole) == (data_bytes, data_bytes + HEADER_BYTES - 8)


@settings(max_examples=400)
@given(st.text())
def test_any_text_is_split_into_stripped_sentences(text: str) -> None:
    for cut in split_sentences(sanitize(Traced.of(text))):
        assert cut.text.text.strip() == cut.text.text != ""
