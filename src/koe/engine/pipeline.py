"""How text becomes sound. Read this first.

    SpeechRequest ──prepare──▶ Job ──speak──▶ AudioBlock, AudioBlock, …

`prepare` does everything that can be refused; `speak` only speaks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from koe.audio.pause import pause_after_ms
from koe.audio.trim import trim
from koe.errors import EmptyText, OutOfRange, StageError, TextTooLong
from koe.model.prosody import ProsodyPredictor
from koe.model.stages import Stages
from koe.model.statistics import NormPredictor, StatisticsTable
from koe.model.vocoder import LIVE_WINDOWS, LONG_WINDOWS, Vocoder
from koe.model.voices import VoiceBook
from koe.text import vocab
from koe.text.language import READABLE, normalize_language, require_readable
from koe.text.plan import LONGEST_SENTENCE_CHARACTERS, Planner
from koe.text.sanitize import is_blank
from koe.types import AudioBlock, SpeechRequest

SLOWEST = 0.25
FASTEST = 4.0

# Long enough to make ONNX Runtime allocate its arenas.
WARM_UP_TEXT = "The first words wake every part of the model, so that yours do not have to wait."


@dataclass(frozen=True, slots=True)
class Job:
    """A request that will be spoken: nothing in it can be refused any more."""

    sentences: tuple[str, ...]
    voice: str
    language: str
    speed: float
    window_frames: tuple[int, ...] = LIVE_WINDOWS


class Pipeline:
    def __init__(
        self,
        planner: Planner,
        voices: VoiceBook,
        stages: Stages,
        table: StatisticsTable,
        max_characters: int = 20_000,
    ) -> None:
        if stages.facts.vocabulary_sha256 != vocab.digest():
            raise StageError("The stage models were built for another vocabulary. Run `koe models build --force`.")
        self._planner = planner
        self._prosody = ProsodyPredictor(stages)
        self._vocoder = Vocoder(stages, NormPredictor(stages, table), closing_marks=frozenset(vocab.encode(".!?…")))
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
        # Slow speech is cut shorter, so that no pass makes more than half a minute of audio: 85 s took 2.8 GB.
        longest = int(LONGEST_SENTENCE_CHARACTERS * min(1.0, request.speed))
        sentences = self._planner.sentences(request.text, longest)
        window_frames = LIVE_WINDOWS if request.live else LONG_WINDOWS
        return Job(tuple(sentences), voice.id, language, request.speed, window_frames)

    def warm_up(self, voice: str) -> Iterator[AudioBlock]:
        """A sentence spoken to nobody in that voice's language; both Englishes are loaded for whoever comes next."""
        own = self.voices.find(voice).language
        languages = dict.fromkeys([own if own in READABLE else "en-us", "en-us", "en-gb"])
        for language in reversed(languages):
            self._planner.spans(WARM_UP_TEXT, language)
        yield from self.speak(Job((WARM_UP_TEXT,), voice, next(iter(languages)), speed=1.0))

    def speak(self, job: Job) -> Iterator[AudioBlock]:
        for sentence in job.sentences:
            for span in self._planner.spans(sentence, job.language):
                style = self.voices.style(job.voice, len(span.tokens))
                prosody = self._prosody.predict(span.tokens, style, job.speed)
                windows = self._vocoder.decode(prosody, job.window_frames)
                yield from trim(windows, pause_after_ms(span.text))
