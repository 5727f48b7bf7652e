"""Chunks of audio and their words -> lines of JSON, as Kokoro-FastAPI sends them."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence

from koe.server.captions.schema import KokoroFastApiCaptioned, KokoroFastApiCaptionsBody, KokoroFastApiWord
from koe.types import Cue, SpeechWarning
from koe.wire.codecs import FORMATS
from koe.wire.sse import Usage


class JsonLines:
    """A delivery. Words wait for the next chunk with audio: an encoder may return nothing yet, and clients expect audio
    in every line."""

    media_type = "application/json"

    def __init__(self, body: KokoroFastApiCaptionsBody) -> None:
        form = FORMATS[body.response_format]
        self._audio_format = form.media_type
        self._with_words = body.return_timestamps
        self._is_stream = body.stream
        # What a decoder of a whole file returns before the first sample.
        self._lead_s = 0.0 if body.stream else form.lead_samples / body.sample_rate
        self._waiting: list[KokoroFastApiWord] = []

    def begin(self, warnings: Sequence[SpeechWarning]) -> bytes:
        return b""  # a header has them: clients expect audio in every line

    def chunk(self, audio: bytes, cues: Sequence[Cue] = ()) -> bytes:
        if self._with_words:
            self._waiting += (KokoroFastApiWord.of(cue.later(self._lead_s)) for cue in cues if not cue.is_mark)
        return self._line(audio) if audio else b""

    def end(self, usage: Usage, timings: Mapping[str, object] | None = None) -> bytes:
        return self._line(b"") if self._waiting else b""

    def failure(self, error: Mapping[str, object]) -> bytes:
        return b""

    def _line(self, audio: bytes) -> bytes:
        words, self._waiting = self._waiting, []
        line = KokoroFastApiCaptioned(
            audio=base64.b64encode(audio).decode(),
            audio_format=self._audio_format,
            timestamps=words if self._with_words or self._is_stream else None,
        )
        return line.model_dump_json().encode() + b"\n"
