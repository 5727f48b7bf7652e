"""How speech is handed over: as the bytes of its format, or as server-sent events around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from koe.types import Cue
from koe.wire.codecs import FORMATS
from koe.wire.sse import MEDIA_TYPE, Usage, audio_event, done_event, error_event, word_event


class Delivery(Protocol):
    media_type: str

    def piece(self, audio: bytes, words: Sequence[Cue] = ()) -> bytes:
        """Audio, and the words and marks that begin in it."""

    def end(self, usage: Usage) -> bytes: ...

    def failure(self, error: Mapping[str, object]) -> bytes:
        """The last that is sent of a stream that broke."""


class AudioDelivery:
    def __init__(self, format_name: str) -> None:
        self.media_type = FORMATS[format_name].media_type

    def piece(self, audio: bytes, words: Sequence[Cue] = ()) -> bytes:
        return audio

    def end(self, usage: Usage) -> bytes:
        return b""

    def failure(self, error: Mapping[str, object]) -> bytes:
        return b""


class EventDelivery:
    media_type = MEDIA_TYPE

    def __init__(self, tells_words: bool) -> None:
        self._tells_words = tells_words

    def piece(self, audio: bytes, words: Sequence[Cue] = ()) -> bytes:
        told = b"".join(word_event(word) for word in words if self._tells_words and not word.is_mark)
        return told + audio_event(audio)

    def end(self, usage: Usage) -> bytes:
        return done_event(usage)

    def failure(self, error: Mapping[str, object]) -> bytes:
        return error_event(error)
