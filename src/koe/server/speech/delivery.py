"""Chunks of audio -> bytes of a response body: as they are, or as server-sent events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from koe.types import Cue, SpeechWarning
from koe.wire.codecs import FORMATS
from koe.wire.sse import MEDIA_TYPE, Usage, audio_event, done_event, error_event, warnings_event, word_event


class Delivery(Protocol):
    media_type: str

    def begin(self, warnings: Sequence[SpeechWarning]) -> bytes:
        """The first bytes, before any audio."""

    def chunk(self, audio: bytes, cues: Sequence[Cue] = ()) -> bytes:
        """Audio, and the cues that begin in it."""

    def end(self, usage: Usage, timings: Mapping[str, object] | None = None) -> bytes:
        """`timings` where the client has asked for them."""

    def failure(self, error: Mapping[str, object]) -> bytes:
        """The last bytes of a stream that broke."""


class AudioDelivery:
    def __init__(self, format_name: str) -> None:
        self.media_type = FORMATS[format_name].media_type

    def begin(self, warnings: Sequence[SpeechWarning]) -> bytes:
        return b""

    def chunk(self, audio: bytes, cues: Sequence[Cue] = ()) -> bytes:
        return audio

    def end(self, usage: Usage, timings: Mapping[str, object] | None = None) -> bytes:
        return b""

    def failure(self, error: Mapping[str, object]) -> bytes:
        return b""


class EventDelivery:
    media_type = MEDIA_TYPE

    def __init__(self, with_words: bool) -> None:
        self._with_words = with_words

    def begin(self, warnings: Sequence[SpeechWarning]) -> bytes:
        return warnings_event(warnings)

    def chunk(self, audio: bytes, cues: Sequence[Cue] = ()) -> bytes:
        words = b"".join(word_event(cue) for cue in cues if self._with_words and not cue.is_mark)
        return words + audio_event(audio)

    def end(self, usage: Usage, timings: Mapping[str, object] | None = None) -> bytes:
        return done_event(usage, timings)

    def failure(self, error: Mapping[str, object]) -> bytes:
        return error_event(error)
