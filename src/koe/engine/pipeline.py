"""How text becomes sound. Read this first.

    SpeechRequest ──prepare──▶ Job ──speak──▶ Step, Step, …

`prepare` does everything that can be refused; `speak` only speaks. A step is an AudioBlock, or None where something was
done that will be heard later. Sentence by sentence:

    text ──planner──▶ span ──prosody──▶ how it will sound ──vocoder──▶ windows ──join, trim──▶ blocks

A long first sentence would keep the listener waiting: its first clause is spoken from a pass of its own, and the pass
of the whole sentence takes over where the clause ends.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from koe.audio.join import join
from koe.audio.pause import pause_after_ms
from koe.audio.trim import trim
from koe.engine.pace import Pace
from koe.engine.primer import Opening, key_of, recorded
from koe.errors import EmptyText, OutOfRange, StageError, TextTooLong
from koe.model.prosody import ProsodyPredictor
from koe.model.stages import Stages
from koe.model.statistics import NormPredictor, StatisticsTable
from koe.model.vocoder import LIVE_WINDOWS, LONG_WINDOWS, Vocoder
from koe.model.voices import VoiceBook
from koe.text import vocab
from koe.text.language import READABLE, normalize_language, require_readable
from koe.text.plan import LONGEST_SENTENCE_CHARACTERS, Planner, first_clause
from koe.text.sanitize import is_blank
from koe.types import Span, SpeechRequest, Step

SECONDS_PER_CHARACTER = 0.065
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
    live: bool = True

    @property
    def expected_s(self) -> float:
        """A guess at the length of the audio."""
        return sum(map(len, self.sentences)) * SECONDS_PER_CHARACTER / self.speed


@dataclass(frozen=True, slots=True)
class Planned:
    span: Span
    is_first: bool  # of the job
    is_last: bool


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
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="koe-text")
        self._build = (stages.facts, table.digest())
        self.voices = voices
        self.sample_rate_hz = stages.facts.sample_rate_hz

    @property
    def whole_decodings(self) -> int:
        return self._vocoder.whole_decodings

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
        return Job(tuple(sentences), voice.id, language, request.speed, request.live)

    def opening_key(self, job: Job, pace: Pace) -> str:
        """Of everything that decides how the job begins."""
        return key_of(job.sentences[:1], job.voice, job.language, job.speed, pace.sizes, self._build)

    def warm_up(self, voice: str) -> Iterator[Step]:
        """A sentence spoken to nobody in that voice's language; both Englishes are loaded for whoever comes next."""
        own = self.voices.find(voice).language
        languages = dict.fromkeys([own if own in READABLE else "en-us", "en-us", "en-gb"])
        for language in reversed(languages):
            self._planner.spans(WARM_UP_TEXT, language)
        # Twice: what the first time takes says nothing of the next.
        yield from self.speak(Job((WARM_UP_TEXT, WARM_UP_TEXT), voice, next(iter(languages)), speed=1.0))

    def close(self) -> None:
        self._reader.shutdown(cancel_futures=True)

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        """One step at a time: who else is waiting may have his turn in between. `opening` is filled with how the job
        begins; windows that it already has are not decoded again."""
        pace = pace or Pace(LIVE_WINDOWS if job.live else LONG_WINDOWS)
        plan = self._plan(job)
        planned = next(plan, None)
        while planned is not None:
            following: Future[Planned | None] | None = None
            for step in self._spoken(job, planned, pace, opening if planned.is_first else None):
                yield step
                if step is not None and following is None:  # not before: the first word has both cores
                    following = self._reader.submit(next, plan, None)
            planned = following.result() if following else next(plan, None)

    def _spoken(self, job: Job, planned: Planned, pace: Pace, opening: Opening | None) -> Iterator[Step]:
        steps = trim(join(self._blocks(job, planned, pace, opening)), pause_after_ms(planned.span.text))
        return steps if opening is None else recorded(steps, opening)

    def _plan(self, job: Job) -> Iterator[Planned]:
        for number, sentence in enumerate(job.sentences):
            spans = self._planner.spans(sentence, job.language)
            for place, span in enumerate(spans):
                is_last = (number, place) == (len(job.sentences) - 1, len(spans) - 1)
                yield Planned(span, is_first=number == place == 0, is_last=is_last)

    def _blocks(self, job: Job, planned: Planned, pace: Pace, opening: Opening | None) -> Iterator[Step]:
        span, first_frame = planned.span, None
        style = self.voices.style(job.voice, len(span.tokens))
        windows = None if opening is None else opening.windows
        clause = first_clause(span) if job.live and planned.is_first else None
        if clause is not None:
            prosody = self._prosody.predict(clause.tokens, style, job.speed)
            yield None
            utterance = self._vocoder.open(prosody)
            yield None
            meeting = prosody.middle_of_token(clause.last_token)
            yield from utterance.blocks(pace.next_size, stop_frame=meeting, memory=windows)
            windows = None
        prosody = self._prosody.predict(span.tokens, style, job.speed)
        yield None
        utterance = self._vocoder.open(prosody)
        yield None
        if clause is not None:
            first_frame = prosody.middle_of_token(clause.last_token)
        yield from utterance.blocks(pace.next_size, first_frame, memory=windows)
        pace.is_finishing = planned.is_last
