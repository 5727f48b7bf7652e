"""Frames of live streams: encoding, decoding and damaged input."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.wire.frames import HEADER_BYTES, KNOWN_FLAGS, BadFrame, Flags, Frame, decode_frame, encode_frame

IDS = st.integers(0, 2**32 - 1)
FRAMES = st.builds(
    Frame,
    segment_id=IDS,
    chunk_id=IDS,
    first_sample=st.integers(0, 2**64 - 1),
    sample_count=IDS,
    text_stop=IDS,
    payload=st.binary(max_size=300),
    flags=st.integers(0, int(KNOWN_FLAGS)).map(Flags),
)


@given(FRAMES)
def test_decoding_reverses_encoding(frame: Frame) -> None:
    assert decode_frame(encode_frame(frame)) == frame


@given(st.binary(max_size=200) | st.binary(max_size=100).map(lambda data: b"ko\x01\x00" + data))
def test_any_bytes_are_a_frame_or_are_refused(data: bytes) -> None:
    try:
        frame = decode_frame(data)
    except BadFrame:
        return
    assert encode_frame(frame) == data


@given(FRAMES, st.integers(0, HEADER_BYTES - 1), st.integers(1, 255))
def test_damaged_header_is_refused_or_gives_another_frame(frame: Frame, place: int, change: int) -> None:
    data = bytearray(encode_frame(frame))
    data[place] ^= change
    with suppress(BadFrame):
        assert decode_frame(bytes(data)) != frame


def test_layout_is_the_documented_one() -> None:
    """Other clients are written from docs/websocket.md."""
    frame = Frame(2, 3, 5, 4, 6, b"\x07\x08", Flags.LAST)
    assert encode_frame(frame).hex(" ") == (
        "6b 6f 01 02 02 00 00 00 03 00 00 00 04 00 00 00 05 00 00 00 00 00 00 00 06 00 00 00 02 00 00 00 07 08"
    )


@pytest.mark.parametrize(
    "data", [b"", b"k", b"ko\x01", b"RIFF" + bytes(40), b"ko\x02" + bytes(29), b"ko\x01\x10" + bytes(28)]
)
def test_bytes_that_are_not_a_frame_are_refused(data: bytes) -> None:
    with pytest.raises(BadFrame):
        decode_frame(data)
