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
from contextvars import copy_context
from dataclasses import dataclass, replace

from koe.audio.gain import amplified
from koe.audio.join import join
from koe.audio.pause import pause_after_ms, silence
from koe.audio.stretch import stretch
from koe.audio.trim import LEAD_MS, trim
from koe.engine.pace import Pace
from koe.engine.primer import Opening, key_of, recorded
from koe.errors import EmptyText, OutOfRange, PauseTooLong, StageError, TextTooLong
from koe.lru import CacheCounts
from koe.model.cast import Cast
from koe.model.levels import Level, VoiceLevels
from koe.model.prosody import ProsodyPredictor
from koe.model.stages import Stages
from koe.model.statistics import NormPredictor, StatisticsTable
from koe.model.vocoder import LIVE_WINDOWS, LONG_WINDOWS, Vocoder
from koe.model.voices import Voice, VoiceBook
from koe.text import vocab
from koe.text.clause import first_clause
from koe.text.language import READABLE, require_readable
from koe.text.plan import LONGEST_SENTENCE_CHARACTERS, Planner, Sentence, TextToPlan, phoneme_sentences
from koe.text.preview import SentencePreview, preview
from koe.text.sanitize import is_blank
from koe.types import Cue, PhonemeRequest, Span, SpeechRequest, Step

SECONDS_PER_CHARACTER = 0.065
SLOWEST = 0.25
FASTEST = 4.0
# Shorter durations garble the words, since a token has at least one frame; the rest is done to the sound. At twice the
# speed Whisper misses 35 % of the words by durations alone, 21 % with 1.6 of them, 7 % with 1.2 (3 % at normal speed).
FASTEST_IN_MODEL = 1.2
AUTO = "auto"  # a language for "find out"
LONGEST_PAUSES_S = 300.0

# Long enough to make ONNX Runtime allocate its arenas.
WARM_UP_TEXT = "The first words wake every part of the model, so that yours do not have to wait."
_WARM_UP_TEXTS = {
    "ja": "最初の言葉でモデル全体を起こし、あなたの言葉を待たせません。",
    "zh": "先说的话把整个模型叫醒，您的话就不用等了。",
}


@dataclass(frozen=True, slots=True)
class Job:
    """A request that will be spoken: nothing in it can be refused any more."""

    sentences: tuple[Sentence, ...]
    voice: str
    speed: float
    live: bool = True

    @property
    def has_volumes(self) -> bool:
        """Somebody asked for parts to be louder or softer: no measurement may undo it."""
        return any(manner.volume_db or manner.emphasis for one in self.sentences for manner in one.manners)

    @property
    def expected_s(self) -> float:
        """A guess at the length of the audio."""
        spoken_s = sum(len(sentence.text) for sentence in self.sentences) * SECONDS_PER_CHARACTER / self.speed
        return spoken_s + sum(sentence.pause_ms or 0 for sentence in self.sentences) / 1000


@dataclass(frozen=True, slots=True)
class Planned:
    span: Span
    voice: str
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
        cast: Cast | None = None,
        levels: VoiceLevels | None = None,
    ) -> None:
        if stages.facts.vocabulary_sha256 != vocab.digest():
            raise StageError("The stage models were built for another vocabulary. Run `koe models build --force`.")
        self._planner = planner
        self._prosody = ProsodyPredictor(stages)
        self._vocoder = Vocoder(stages, NormPredictor(stages, table), closing_marks=frozenset(vocab.encode(".!?…")))
        self._max_characters = max_characters
        self._cast = cast or Cast(voices)
        self._levels = levels
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="koe-text")
        self._build = (stages.facts, table.digest())
        self.voices = voices
        self.sample_rate_hz = stages.facts.sample_rate_hz

    @property
    def whole_decodings(self) -> int:
        return self._vocoder.whole_decodings

    def level(self, voice: str) -> Level:
        return self._levels.of(voice) if self._levels else Level()

    @property
    def phoneme_cache(self) -> CacheCounts:
        return self._planner.cache

    def prepare(self, request: SpeechRequest) -> Job:
        if is_blank(request.text):
            raise EmptyText
        if len(request.text) > self._max_characters:
            raise TextTooLong(len(request.text), self._max_characters)
        _require_speed(request.speed)
        voice = self.voices.find(request.voice)
        detects = request.language is not None and request.language.strip().lower() == AUTO
        language = voice.language if detects else require_readable(request.language or voice.language)
        self.voices.style(voice.id, token_count=0)  # reads the pack: a damaged one is found here, not in mid-speech
        # Slow speech is cut shorter, so that no pass makes more than half a minute of audio: 85 s took 2.8 GB.
        longest = int(LONGEST_SENTENCE_CHARACTERS * min(1.0, request.speed))
        source = TextToPlan(
            request.text,
            language,
            request.input_format,
            request.lexicon,
            longest_characters=longest,
            detects_language=detects,
            language_of_voice=self._language_of if request.language is None else None,
            as_written=request.as_written,
        )
        sentences = self._planner.sentences(source)
        if sum(sentence.pause_ms or 0 for sentence in sentences) > 1000 * LONGEST_PAUSES_S:
            raise PauseTooLong("All pauses together", LONGEST_PAUSES_S)
        spoken = tuple(self._with_voice(sentence, voice, None if detects else language) for sentence in sentences)
        return Job(spoken, voice.id, request.speed, request.live)

    def prepare_phonemes(self, request: PhonemeRequest) -> Job:
        if all(map(is_blank, request.phonemes)):
            raise EmptyText("phonemes")
        characters = sum(map(len, request.phonemes))
        if characters > self._max_characters:
            raise TextTooLong(characters, self._max_characters, "phonemes")
        _require_speed(request.speed)
        voice = self.voices.find(request.voice)
        self.voices.style(voice.id, token_count=0)
        longest = int(vocab.MAX_TOKENS * min(1.0, request.speed))
        sentences = phoneme_sentences(request.phonemes, voice.language, longest)
        return Job(tuple(sentences), voice.id, request.speed, request.live)

    def preview(self, request: SpeechRequest) -> Iterator[SentencePreview]:
        """How it will be read, sentence by sentence. What `prepare` refuses is refused at once."""
        return preview(self._planner, self.prepare(request).sentences)

    def _language_of(self, voice: str) -> str:
        return self.voices.find(voice).language

    def _with_voice(self, sentence: Sentence, asked_for: Voice, language: str | None) -> Sentence:
        """`language` is what the request names: its voice speaks that, whatever its own is."""
        require_readable(sentence.language)
        voice = self.voices.find(sentence.voice) if sentence.voice else asked_for
        is_meant = not sentence.is_recast if sentence.voice else sentence.language == language
        name = voice.id if is_meant else self._cast.voice_for(sentence.language, voice)
        self.voices.style(name, token_count=0)
        return replace(sentence, voice=name)

    def opening_key(self, job: Job, pace: Pace) -> str:
        """Of everything that decides how the job begins."""
        return key_of([sentence.identity for sentence in job.sentences[:1]], job.speed, pace.sizes, self._build)

    def warm_up(self, voice: str) -> Iterator[Step]:
        """A sentence spoken to nobody in that voice's language; both Englishes are loaded for whoever comes next."""
        speaker = self.voices.find(voice)
        own = speaker.language
        languages = dict.fromkeys([own if own in READABLE else "en-us", "en-us", "en-gb"])
        sentences = [Sentence.of(_WARM_UP_TEXTS.get(language, WARM_UP_TEXT), language) for language in languages]
        for sentence in reversed(sentences):
            self._planner.spans(sentence)
        # Twice: what the first time takes says nothing of the next.
        yield from self.speak(Job((sentences[0],) * 2, speaker.id, speed=1.0))

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
                    following = self._reader.submit(copy_context().run, lambda: next(plan, None))
            planned = following.result() if following else next(plan, None)

    def _spoken(self, job: Job, planned: Planned, pace: Pace, opening: Opening | None) -> Iterator[Step]:
        span = planned.span
        gap_ms = pause_after_ms(span.text, span.lines_after) if span.pause_ms is None else span.pause_ms
        if planned.is_last and span.pause_ms:
            gap_ms += LEAD_MS  # nothing follows that would bring it along
        if not span.tokens:
            cues = tuple(Cue(word.text, word.start, word.stop, 0.0, 0.0, is_mark=True) for word in span.words)
            return iter((replace(silence(gap_ms - LEAD_MS, self.sample_rate_hz), cues=cues),))
        blocks = join(self._blocks(job, planned, pace, opening))
        stretched = stretch(blocks, max(1.0, job.speed / FASTEST_IN_MODEL))
        # Amplified first: what is too faint to be heard is told by how loud it will be.
        steps = trim(amplified(stretched, self.level(planned.voice).gain_db), gap_ms)
        return steps if opening is None else recorded(steps, opening)

    def _plan(self, job: Job) -> Iterator[Planned]:
        for number, sentence in enumerate(job.sentences):
            spans = self._planner.spans(sentence)
            for place, span in enumerate(spans):
                is_last = (number, place) == (len(job.sentences) - 1, len(spans) - 1)
                yield Planned(span, sentence.voice or job.voice, is_first=number == place == 0, is_last=is_last)

    def _blocks(self, job: Job, planned: Planned, pace: Pace, opening: Opening | None) -> Iterator[Step]:
        span, first_frame, words = planned.span, None, planned.span.words
        style = self.voices.style(planned.voice, len(span.tokens))
        windows = None if opening is None else opening.windows
        clause = first_clause(span) if job.live and planned.is_first else None
        if clause is not None:
            prosody = self._prosody.predict(clause.tokens, style, min(job.speed, FASTEST_IN_MODEL), span.marks)
            yield None
            utterance = self._vocoder.open(prosody)
            yield None
            meeting = prosody.middle_of_token(clause.last_token)
            heard = [word for word in span.words if word.first_token <= clause.last_token]
            yield from utterance.blocks(pace.next_size, stop_frame=meeting, memory=windows, words=heard)
            windows, words = None, span.words[len(heard) :]
        prosody = self._prosody.predict(span.tokens, style, min(job.speed, FASTEST_IN_MODEL), span.marks)
        yield None
        utterance = self._vocoder.open(prosody)
        yield None
        if clause is not None:
            first_frame = prosody.middle_of_token(clause.last_token)
        yield from utterance.blocks(pace.next_size, first_frame, memory=windows, words=words)
        pace.is_finishing = planned.is_last


def _require_speed(speed: float) -> None:
    if not (math.isfinite(speed) and SLOWEST <= speed <= FASTEST):
        raise OutOfRange("speed", SLOWEST, FASTEST)
