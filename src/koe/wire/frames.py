"""Frame of a live stream <-> bytes: a header with its position, then audio. docs/websocket.md is the specification."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntFlag

MAGIC = b"ko"
VERSION = 1
# magic, version, flags, segment_id, chunk_id, sample_count, first_sample, text_stop, payload_bytes; little-endian
_HEADER = struct.Struct("<2sBBIIIQII")
HEADER_BYTES = _HEADER.size
_LARGEST_32 = 2**32 - 1


class Flags(IntFlag):
    NONE = 0
    FIRST_OF_SEGMENT = 1
    LAST = 2  # of the stream
    FILLER = 4  # silence in place of speech that was late: to be played, not recorded


KNOWN_FLAGS = Flags.FIRST_OF_SEGMENT | Flags.LAST | Flags.FILLER


class BadFrame(ValueError):
    """The bytes are not a valid frame; the message says why."""


@dataclass(frozen=True, slots=True)
class Frame:
    """`first_sample` counts from the beginning of the stream. `text_stop` is the number of characters of the text that
    have been spoken at the end of the frame."""

    segment_id: int
    chunk_id: int
    first_sample: int
    sample_count: int
    text_stop: int
    payload: bytes
    flags: Flags = Flags.NONE

    @property
    def is_last(self) -> bool:
        return Flags.LAST in self.flags

    @property
    def is_filler(self) -> bool:
        return Flags.FILLER in self.flags


def encode_frame(frame: Frame) -> bytes:
    header = _HEADER.pack(
        MAGIC,
        VERSION,
        int(frame.flags),
        frame.segment_id,
        frame.chunk_id,
        frame.sample_count,
        frame.first_sample,
        min(frame.text_stop, _LARGEST_32),
        len(frame.payload),
    )
    return header + frame.payload


def decode_frame(data: bytes) -> Frame:
    if len(data) < HEADER_BYTES:
        raise BadFrame(f"a frame must have at least {HEADER_BYTES} bytes (got {len(data)})")
    magic, version, flags, segment, chunk, count, first, text_stop, payload_bytes = _HEADER.unpack_from(data)
    if magic != MAGIC:
        raise BadFrame(f"a frame must begin with {MAGIC.decode()}")
    if version != VERSION:
        raise BadFrame(f"version must be {VERSION} (got {version})")
    if flags & ~int(KNOWN_FLAGS):
        raise BadFrame(f"flags are unknown in version {VERSION} (got {flags:#04x})")
    if len(data) - HEADER_BYTES != payload_bytes:
        raise BadFrame(f"payload must have {payload_bytes} bytes, as the header says (got {len(data) - HEADER_BYTES})")
    return Frame(segment, chunk, first, count, text_stop, data[HEADER_BYTES:], Flags(flags))
