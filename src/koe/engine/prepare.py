"""Requests -> jobs: every check, and which voice speaks what. Nothing in a job can be refused any more."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from koe.constants import DEFAULT_BUILD, MAX_CHARACTERS, MAX_TOKENS, SECONDS_PER_CHARACTER
from koe.engine.build_choice import OfferedBuilds
from koe.engine.voice_choice import VoiceChooser, stand_in_warning
from koe.errors import BadMix, BadTag, EmptyText, OutOfRange, PauseTooLong, TextTooLong, UnknownVoice
from koe.languages import LANGUAGES
from koe.lru import CacheCounts
from koe.model.cast import Cast
from koe.model.voices import Voice, VoiceBook
from koe.text.inline import voices_named
from koe.text.language import READABLE, require_readable
from koe.text.markup import is_ssml
from koe.text.plan import LONGEST_SENTENCE_CHARACTERS, Planner, Sentence, TextToPlan, phoneme_sentences
from koe.text.preview import TextPreview, preview
from koe.text.sanitize import is_blank
from koe.text.ssml_warnings import line_and_column
from koe.types import PhonemeRequest, Samples, SpeechRequest, SpeechWarning, SsmlMode

SLOWEST = 0.25
FASTEST = 4.0
DETECT_LANGUAGE = "auto"
LONGEST_PAUSES_S = 300.0
PROBE_PHONEMES = "a"


@dataclass(frozen=True, slots=True)
class Job:
    """A request that will be spoken by a build. `loss_lu` is how much of the loudness of its voice the limiter takes
    away."""

    sentences: tuple[Sentence, ...]
    voice: str
    speed: float
    live: bool = True
    loss_lu: float = 0.0
    warnings: tuple[SpeechWarning, ...] = ()
    build: str = DEFAULT_BUILD

    @property
    def serial(self) -> int:
        """A number that equal jobs share and others hardly ever have."""
        spoken = [self.voice, str(self.speed)]
        spoken += (f"{one.voice} {one.text.text}" for one in self.sentences)
        return crc32("\n".join(spoken).encode(errors="surrogatepass"))

    @property
    def characters(self) -> int:
        return sum(len(sentence.text.text) for sentence in self.sentences)

    @property
    def has_volumes(self) -> bool:
        """The text asks for louder or softer parts itself: loudness normalisation must not undo that."""
        return any(manner.volume_db or manner.emphasis for one in self.sentences for manner in one.manners)

    @property
    def expected_s(self) -> float:
        """An estimate of the audio's length."""
        spoken_s = sum(len(sentence.text) for sentence in self.sentences) * SECONDS_PER_CHARACTER / self.speed
        return spoken_s + sum(sentence.pause_ms or 0 for sentence in self.sentences) / 1000


class Preparer:
    def __init__(
        self,
        planner: Planner,
        voices: VoiceBook,
        cast: Cast | None = None,
        builds: OfferedBuilds | None = None,
        max_characters: int = MAX_CHARACTERS,
        ssml_mode: SsmlMode = "lenient",
    ) -> None:
        self._ssml_mode: SsmlMode = ssml_mode  # of requests that name none
        self._planner = planner
        self._book = voices
        self._cast = cast or Cast(voices)
        self.builds = builds or OfferedBuilds()
        self._max_characters = max_characters

    @property
    def voices(self) -> Sequence[Voice]:
        return self._book.voices

    @property
    def phoneme_cache(self) -> CacheCounts:
        return self._planner.cache

    @property
    def g2p_fallbacks(self) -> Mapping[str, int]:
        """Sentences and words that the best reader did not read, by cause."""
        return self._planner.fallback_counts

    def prepare(self, request: SpeechRequest) -> Job:
        if is_blank(request.text):
            raise EmptyText
        self._require_length(len(request.text), "input")
        _require_speed(request.speed)
        build = self.builds.choose(request.model)
        mode = request.ssml_mode or self._ssml_mode
        voice, warnings = self._asked_for(request.voice, mode)
        detects = request.language is not None and request.language.strip().lower() == DETECT_LANGUAGE
        language = voice.language if detects else require_readable(request.language or voice.language)
        self._loaded(voice.id)
        warnings += self._check_tags(request, mode)
        text = TextToPlan(
            request.text,
            language,
            request.input_format,
            request.lexicon,
            # Slow speech is cut shorter, so that no pass makes more than half a minute of audio: 85 s took 2.8 GB.
            longest_characters=int(LONGEST_SENTENCE_CHARACTERS * min(1.0, request.speed)),
            detects_language=detects,
            language_of_voice=self._language_of if request.language is None else None,
            as_written=request.as_written,
            before=request.before,
            ssml_mode=mode,
            voices=VoiceChooser(self._book, self._cast, voice, brings_language=request.language is None),
        )
        plan = self._planner.plan(text)
        sentences = plan.sentences
        for named in {sentence.voice for sentence in sentences if sentence.voice}:
            self._asked_for(named, mode)
        if sum(sentence.pause_ms or 0 for sentence in sentences) > 1000 * LONGEST_PAUSES_S:
            raise PauseTooLong("All pauses together", LONGEST_PAUSES_S)
        spoken = tuple(self._cast_sentence(sentence, voice, None if detects else language) for sentence in sentences)
        job = self._job(spoken, voice, request.speed, build, live=request.live)
        return replace(job, warnings=warnings + plan.warnings)

    def prepare_phonemes(self, request: PhonemeRequest) -> Job:
        if all(map(is_blank, request.phonemes)):
            raise EmptyText("phonemes")
        self._require_length(sum(map(len, request.phonemes)), "phonemes")
        _require_speed(request.speed)
        build = self.builds.choose(request.model)
        voice, warnings = self._asked_for(request.voice, self._ssml_mode)
        self._loaded(voice.id)
        longest = int(MAX_TOKENS * min(1.0, request.speed))
        sentences = phoneme_sentences(request.phonemes, voice.language, longest)
        return replace(self._job(tuple(sentences), voice, request.speed, build, live=request.live), warnings=warnings)

    def preview(self, request: SpeechRequest) -> TextPreview:
        """How a request will be read, sentence by sentence. Refuses at once what `prepare` refuses."""
        job = self.prepare(request)
        return TextPreview(preview(self._planner, job.sentences), job.warnings)

    def voice_pack(self, name: str) -> tuple[Voice, Samples]:
        """A voice or a mix, and its style vectors."""
        return self._book.find(name), self._book.pack(name)

    def warm_up_job(self, voice: str) -> Job:
        """Reads a sentence in the voice's language and in both Englishes, which loads their G2P; the job speaks the
        first one twice, because the first run says nothing about the cost of the next."""
        speaker = self._book.find(voice)
        own = speaker.language
        languages = dict.fromkeys([own if own in READABLE else "en-us", "en-us", "en-gb"])
        sentences = [Sentence.of(LANGUAGES[language].warm_up_text, language) for language in languages]
        for sentence in reversed(sentences):
            self._planner.spans(sentence)
        return self._job((sentences[0],) * 2, speaker, 1.0, self.builds.default, live=True)

    def probe_job(self, voice: str) -> Job:
        """A single sound, to measure the speed of the machine."""
        speaker = self._book.find(voice)
        sentences = phoneme_sentences((PROBE_PHONEMES,), speaker.language, MAX_TOKENS)
        return self._job(tuple(sentences), speaker, 1.0, self.builds.default, live=False)

    def _job(self, sentences: tuple[Sentence, ...], voice: Voice, speed: float, build: str, *, live: bool) -> Job:
        levels = self.builds.levels(build)
        loss_lu = levels.of(voice.id).loss_lu if levels else 0.0
        return Job(sentences, voice.id, speed, live, loss_lu, build=build)

    def _require_length(self, characters: int, param: str) -> None:
        if characters > self._max_characters:
            raise TextTooLong(characters, self._max_characters, param)

    def _check_tags(self, request: SpeechRequest, mode: SsmlMode) -> tuple[SpeechWarning, ...]:
        """Checks the voices of inline tags, as long as the places of the tags are known. Each warning comes once, with
        its first place."""
        if is_ssml(request.text, request.input_format):
            return ()
        found: dict[str, SpeechWarning] = {}
        for name, place in voices_named(request.text):
            try:
                _, warnings = self._asked_for(name, mode)
            except (UnknownVoice, BadMix) as error:
                raise BadTag(error.code, error.message, request.before.characters + place) from None
            for warning in warnings:
                first = found.get(warning.message) or _at(warning, request, place)
                found[warning.message] = replace(first, count=first.count + 1)
        return tuple(found.values())

    def _loaded(self, name: str) -> Voice:
        """Reads the voice pack, so that a damaged one is found before the first audio."""
        voice = self._book.find(name)
        self._book.style(voice.id, token_count=0)
        return voice

    def _asked_for(self, name: str, mode: SsmlMode) -> tuple[Voice, tuple[SpeechWarning, ...]]:
        """A request's voice. Names of other services are replaced with a warning, or refused in strict mode."""
        voice, warnings = self._book.find(name), stand_in_warning(self._book, name)
        if warnings and mode == "strict":
            raise UnknownVoice(name, [voice.id for voice in self._book.voices])
        return voice, warnings

    def _language_of(self, voice: str) -> str:
        return self._book.find(voice).language

    def _cast_sentence(self, sentence: Sentence, asked_for: Voice, language: str | None) -> Sentence:
        """The sentence with its voice. `language` is the one the request names: its voice and those that its text names
        speak that, whatever their own language is."""
        require_readable(sentence.language)
        voice = self._book.find(sentence.voice) if sentence.voice else asked_for
        is_meant = sentence.language == language or (sentence.voice is not None and not sentence.is_recast)
        name = voice.id if is_meant else self._cast.voice_for(sentence.language, voice)
        return replace(sentence, voice=self._loaded(name).id)


def _require_speed(speed: float) -> None:
    if not (math.isfinite(speed) and SLOWEST <= speed <= FASTEST):
        raise OutOfRange("speed", SLOWEST, FASTEST)


def _at(warning: SpeechWarning, request: SpeechRequest, place: int) -> SpeechWarning:
    """The warning, not counted yet, with the line and column of a place in the input. Those of a live text that began
    in an earlier message are not known."""
    line, column = (None, None) if request.before.characters else line_and_column(request.text, place)
    return replace(warning, param="input", line=line, column=column, count=0)
