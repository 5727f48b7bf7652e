"""How text becomes sound. Read this first.

    SpeechRequest ──prepare──▶ Job ──speak──▶ AudioBlock, AudioBlock, …

`prepare` does everything that can be refused; `speak` only speaks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from koe.audio.pause import pause_after_ms, silence
from koe.audio.trim import trim
from koe.errors import EmptyText, OutOfRange, StageError, TextTooLong
from koe.model.prosody import ProsodyPredictor
from koe.model.stages import Stages
from koe.model.vocoder import Vocoder
from koe.model.voices import VoiceBook
from koe.text import vocab
from koe.text.language import normalize_language, require_readable
from koe.text.plan import Planner
from koe.text.sanitize import is_blank
from koe.types import AudioBlock, SpeechRequest

SLOWEST = 0.25
FASTEST = 4.0


@dataclass(frozen=True, slots=True)
class Job:
    """A request that will be spoken: nothing in it can be refused any more."""

    sentences: tuple[str, ...]
    voice: str
    language: str
    speed: float


class Pipeline:
    def __init__(self, planner: Planner, voices: VoiceBook, stages: Stages, max_characters: int = 20_000) -> None:
        if stages.facts.vocabulary_sha256 != vocab.digest():
            raise StageError("The stage models were built for another vocabulary. Run `koe models build --force`.")
        self._planner = planner
        self._prosody = ProsodyPredictor(stages)
        self._vocoder = Vocoder(stages)
        self._max_characters = max_characters
        self.voices = voices
        self.sample_rate_hz = stages.facts.sample_rate_hz

    def prepare(self, request: SpeechRequest) -> Job:
        if is_blank(request.text):
            raise EmptyText
        if len(request.text) > self._max_characters:
            raise TextTooLong(len(request.text), self._max_characters)
        if not (math.isfinite(request.speed) and SLOWEST <= request.speed <= FASTEST):
            raise OutOfRange("speed", SLOWEST, FASTEST)
        voice = self.voices.find(request.voice)
        language = normalize_language(request.language) if request.language else voice.language
        require_readable(language)
        self.voices.style(voice.id, token_count=0)  # reads the pack: a damaged one is found here, not in mid-speech
        return Job(tuple(self._planner.sentences(request.text)), voice.id, language, request.speed)

    def speak(self, job: Job) -> Iterator[AudioBlock]:
        for sentence in job.sentences:
            for span in self._planner.spans(sentence, job.language):
                style = self.voices.style(job.voice, len(span.tokens))
                prosody = self._prosody.predict(span.tokens, style, job.speed)
                for block in self._vocoder.decode(prosody):
                    yield trim(block)
                yield silence(pause_after_ms(span.text), self.sample_rate_hz)
