"""Text -> sentences -> spans: what the model speaks in one pass each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from koe.constants import MAX_TOKENS
from koe.languages import ENGLISH_CODES
from koe.lru import CacheCounts
from koe.text import normalize, vocab
from koe.text.language_runs import language_runs
from koe.text.lexicon import Entry, Lexicon, entries_of_request
from koe.text.lexicon_files import Lexicons
from koe.text.markup import parse
from koe.text.normalize import Normalized
from koe.text.normalize.typography import Emoji
from koe.text.passage import Bookmark, Manner, Passage
from koe.text.phonemes import passes, require_known
from koe.text.reading import Reading
from koe.text.sanitize import sanitize
from koe.text.split import split_long, split_sentences
from koe.text.ssml_voices import ChoosesVoices
from koe.text.traced import Traced
from koe.text.words import is_unspaced, marks_of, slowest_rate, words_of
from koe.types import NO_TEXT_BEFORE, InputFormat, NormalizationKind, Span, SpeechWarning, SsmlMode, TextBefore

# Bounds the cost of one call of the phonemizer. Longer sentences are cut at clauses; 400 characters fit in 510 tokens.
LONGEST_SENTENCE_CHARACTERS = 400

# The pause between two parts of one sentence where no mark stands: a breath, shorter than the pause of any mark.
_BREATH_MS = 70.0
_ENDS_MARKED = re.compile(r"[^\w\s][\"'”’»)\]]*\Z")


class ReadsText(Protocol):
    """What the planner needs of a phonemizer."""

    @property
    def cache(self) -> CacheCounts: ...

    @property
    def fallback_counts(self) -> Mapping[str, int]: ...

    def read(self, text: Traced, language: str) -> Traced: ...

    def preview(self, text: Traced, language: str) -> Reading: ...


@dataclass(frozen=True, slots=True)
class TextToPlan:
    """A text, and how it is to be cut into sentences."""

    text: str
    language: str  # with `detects_language` only a guess
    input_format: InputFormat | None = None  # None: SSML if the text begins with <speak
    lexicon: Sequence[Mapping[str, object]] = ()  # pronunciations for this text alone
    longest_characters: int = LONGEST_SENTENCE_CHARACTERS
    detects_language: bool = False
    language_of_voice: Callable[[str], str] | None = None  # None: a voice named in the mark-up brings no language along
    as_written: Sequence[NormalizationKind] = ()  # what is not put into words
    before: TextBefore = NO_TEXT_BEFORE
    ssml_mode: SsmlMode = "lenient"
    voices: ChoosesVoices | None = None  # None: voices named in the mark-up are taken as they are


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be spoken, one sentence after the other; none if there is nothing to say."""

    sentences: list[Sentence]
    warnings: tuple[SpeechWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a part of one, in one voice and one language, and how it is spoken. Without text it is only its
    pause."""

    text: Traced
    language: str
    voice: str | None = None  # None: the request's
    lexicon: Lexicon | None = field(default=None, repr=False)  # as it was when the request came
    manners: tuple[Manner, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
    pause_ms: float | None = None
    is_breath: bool = False  # `pause_ms` was not requested: it is the breath between two parts of a sentence
    lines_after: int = 0  # 1: a line ends here, 2: a paragraph
    source_stop: int = 0  # the end of its text and pause in the original: bookmarks up to here belong to it
    is_recast: bool = False  # the language was not named with the voice: a voice of that language may replace it
    is_phonemes: bool = False  # the text is already in the model's alphabet
    as_written: tuple[NormalizationKind, ...] = ()  # what is not put into words; sorted, as it is part of the identity

    @classmethod
    def of(cls, text: str, language: str) -> Sentence:
        return cls(Traced.of(text), language)

    @property
    def identity(self) -> tuple[str, ...]:
        """Everything that decides how it sounds, for cache keys."""
        entries = self.lexicon.entries if self.lexicon else ()
        return (repr(self), *(repr(entry.row) for entry in entries))

    def ended_by(self, passage: Passage) -> Sentence:
        """The sentence with the marks and the pause of a passage that has no words."""
        text = Traced.join([self.text, passage.text.stripped()])
        stop = _source_stop(text, passage.pause_place)
        return replace(self, text=text, pause_ms=passage.pause_ms, is_breath=False, source_stop=stop)

    def part(self, text: Traced, is_last: bool) -> Sentence:
        if is_last:
            return replace(self, text=text, bookmarks=())
        unpaused = replace(self, pause_ms=None, is_breath=False, lines_after=0)
        return replace(unpaused, text=text, bookmarks=(), source_stop=_source_stop(text))


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a passage that becomes one sentence: in one language, and not too long."""

    text: Traced
    language: str
    ends_sentence: bool = False
    lines_after: int = 0


class Planner:
    def __init__(self, phonemizer: ReadsText, lexicons: Lexicons | None = None, emoji: Emoji = "drop") -> None:
        self._phonemizer = phonemizer
        self._lexicons = lexicons
        self._emoji: Emoji = emoji

    @property
    def cache(self) -> CacheCounts:
        return self._phonemizer.cache

    @property
    def fallback_counts(self) -> Mapping[str, int]:
        return self._phonemizer.fallback_counts

    def sentences(self, source: TextToPlan) -> list[Sentence]:
        """The sentences of the plan."""
        return self.plan(source).sentences

    def plan(self, source: TextToPlan) -> Plan:
        """Raises `BadMarkup`, `BadTag`, `BadLexicon`, `PauseTooLong`, and what `language_of_voice` raises."""
        language = source.language
        marked = parse(source.text, language, source.input_format, source.before, source.ssml_mode, source.voices)
        extra = entries_of_request(source.lexicon, language)
        source = replace(source, longest_characters=int(source.longest_characters * slowest_rate(marked.manners)))
        # American and British cannot be told apart in a text: a request that begins in one of them stays with it.
        english = language if language in ENGLISH_CODES else ENGLISH_CODES[0]
        sentences: list[Sentence] = []
        for passage in marked.passages:
            named = _named_language(passage, source)
            parts = list(self._parts(passage, named or language, source, detects=source.detects_language and not named))
            if source.detects_language and parts and not passage.language:
                language = _main_language(parts, language)
            if not parts and sentences and sentences[-1].is_breath:
                # A passage without words, such as the full stop after a <voice> element, ends the sentence before it.
                sentences[-1] = sentences[-1].ended_by(passage)
            elif not parts and sentences and sentences[-1].pause_ms is not None and passage.pause_ms is not None:
                both_ms = sentences[-1].pause_ms + passage.pause_ms
                sentences[-1] = replace(sentences[-1], pause_ms=both_ms, source_stop=passage.pause_place)
            elif not parts and passage.pause_ms is not None:
                parts.append(_Part(passage.text[:0], language, ends_sentence=True))
            for number, part in enumerate(parts, start=1):
                is_last = number == len(parts)
                pause_ms, is_breath = _pause(part, passage, is_last)
                spoken_in = english if part.language in ENGLISH_CODES and not named else part.language
                sentence = Sentence(
                    part.text,
                    spoken_in,
                    passage.voice,
                    self._lexicon(spoken_in, extra),
                    tuple(manner for manner in marked.manners if _touches(manner, part.text)),
                    pause_ms=pause_ms,
                    is_breath=is_breath,
                    lines_after=max(part.lines_after, passage.lines_after if is_last else 0),
                    source_stop=_source_stop(part.text, passage.pause_place if is_last else 0),
                    is_recast=passage.is_recast or part.language != passage.language,
                    as_written=tuple(sorted(source.as_written)),
                )
                sentences.append(sentence)
        return Plan(list(_with_bookmarks(sentences, marked.bookmarks)), marked.warnings)

    def _lexicon(self, language: str, extra: tuple[Entry, ...]) -> Lexicon | None:
        if self._lexicons is not None:
            return self._lexicons.for_language(language, extra)
        return Lexicon(extra, language) if extra else None

    def _parts(self, passage: Passage, language: str, source: TextToPlan, *, detects: bool) -> Iterator[_Part]:
        """`language` is the one that the passage names, else that of the passage before: where languages are detected,
        a sentence whose language is not clear keeps the last one."""
        for sentence in split_sentences(sanitize(passage.text, keeps_emoji=self._emoji == "name"), language):
            parts = [
                _Part(part, spoken_in)
                for run, spoken_in in language_runs(sentence.text, language, detects)
                for part in split_long(run, source.longest_characters, spoken_in)
            ]
            yield from parts[:-1]
            yield from (replace(part, ends_sentence=True, lines_after=sentence.lines_after) for part in parts[-1:])
            if detects and parts:
                language = _main_language(parts, language)

    def words(self, sentence: Sentence) -> Traced:
        """The normalised text, with prescribed pronunciations in it."""
        return self.normalized(sentence).text

    def normalized(self, sentence: Sentence) -> Normalized:
        """The same, with the expressions that were recognised."""
        text = sentence.text
        if sentence.is_phonemes:
            return Normalized(text)
        if sentence.lexicon is not None:
            text = sentence.lexicon.prescribe(text)
        read = normalize.read(text, sentence.language, emoji=self._emoji, as_written=sentence.as_written)
        return read if sentence.lexicon is None else read._replace(text=sentence.lexicon.prescribe(read.text))

    def spans(self, sentence: Sentence) -> list[Span]:
        """Usually one. Empty if the sentence holds nothing that can be pronounced."""
        return self._spans(sentence, self._phonemizer.read)

    def preview(self, sentence: Sentence) -> tuple[list[Span], Mapping[str, int]]:
        """The same spans, and the fallbacks that reading them took. Nothing is cached or counted."""
        fallbacks: Counter[str] = Counter()

        def read(text: Traced, language: str) -> Traced:
            reading = self._phonemizer.preview(text, language)
            fallbacks.update(reading.fallbacks)
            return reading.phonemes

        return self._spans(sentence, read), fallbacks

    def _spans(self, sentence: Sentence, read: Callable[[Traced, str], Traced]) -> list[Span]:
        words = self.words(sentence)
        phonemes = words if sentence.is_phonemes else read(words, sentence.language)
        if not vocab.is_pronounceable(phonemes.text):
            if sentence.pause_ms is None or sentence.is_breath:
                return []
            return [Span("", "", (), words_of(phonemes, sentence.text, sentence.bookmarks), (), sentence.pause_ms)]
        if sentence.pause_ms is not None and phonemes.text[-1] not in vocab.PUNCTUATION:
            # The voice stays up before a pause in the middle of a sentence, as it does at a comma.
            end = phonemes.stops[-1]
            phonemes = Traced.join([phonemes, Traced.standing_for(end, end, ",")])
        if len(phonemes) <= MAX_TOKENS:
            return [_span(sentence, phonemes)]
        text = sentence.text
        fitting = len(text) * MAX_TOKENS // len(phonemes)
        texts = (
            split_long(text, fitting, sentence.language) if len(text.text.split()) > 1 or is_unspaced(text.text) else []
        )
        if len(texts) > 1:
            parts = [sentence.part(part, is_last=number == len(texts)) for number, part in enumerate(texts, start=1)]
            return [span for part in _with_bookmarks(parts, sentence.bookmarks) for span in self._spans(part, read)]
        return _spans_of_one_word(sentence, phonemes)


def _named_language(passage: Passage, source: TextToPlan) -> str | None:
    """The language that the mark-up names for a passage, itself or by the voice."""
    if passage.language is None and passage.voice and source.language_of_voice is not None:
        return source.language_of_voice(passage.voice)
    return passage.language


def _main_language(parts: Sequence[_Part], language: str) -> str:
    """The language that the next sentence is expected in: not that of a quotation in this one."""
    if any(part.language == language for part in parts):
        return language
    return max(parts, key=lambda part: len(part.text)).language


def _pause(part: _Part, passage: Passage, is_last: bool) -> tuple[float | None, bool]:
    """The length of the pause after the part, and whether it is only a breath. None: as its last mark asks for."""
    if is_last and passage.pause_ms is not None:
        return passage.pause_ms, False
    ends_sentence = passage.ends_sentence if is_last else part.ends_sentence
    if part.ends_sentence and not is_last and passage.sentence_pause_ms is not None:
        return passage.sentence_pause_ms, False
    if ends_sentence or _ENDS_MARKED.search(part.text.text):
        return None, False
    return _BREATH_MS, True


def _source_stop(text: Traced, pause_place: int = 0) -> int:
    return max(pause_place, text.stops[-1] if len(text) else 0)


def _touches(manner: Manner, text: Traced) -> bool:
    return bool(len(text)) and manner.start < text.stops[-1] and manner.stop > text.starts[0]


def _with_bookmarks(sentences: list[Sentence], bookmarks: tuple[Bookmark, ...]) -> Iterator[Sentence]:
    """Each sentence with the bookmarks up to its end; bookmarks after the last pause get an empty sentence."""
    left = list(bookmarks)
    for number, sentence in enumerate(sentences, start=1):
        ends_all = number == len(sentences) and not sentence.pause_ms
        reached = [mark for mark in left if ends_all or mark.place <= sentence.source_stop]
        left = [mark for mark in left if mark not in reached]
        yield replace(sentence, bookmarks=tuple(reached)) if reached else sentence
    if left and sentences:
        yield replace(sentences[-1], text=sentences[-1].text[:0], bookmarks=tuple(left), pause_ms=0.0, is_breath=False)


def _span(sentence: Sentence, phonemes: Traced) -> Span:
    return Span(
        sentence.text.text,
        phonemes.text,
        vocab.encode(phonemes.text),
        words_of(phonemes, sentence.text, sentence.bookmarks),
        marks_of(phonemes, sentence.manners),
        sentence.pause_ms,
        sentence.lines_after,
    )


def _spans_of_one_word(sentence: Sentence, phonemes: Traced) -> list[Span]:
    """The spans of one long word. The first keeps the text: which letters belong to the others is not known."""
    *others, last = passes(phonemes, MAX_TOKENS)
    unpaused = replace(sentence, pause_ms=None, is_breath=False, lines_after=0)
    spans = [*(_span(unpaused, one) for one in others), _span(sentence, last)]
    return [*spans[:1], *(replace(span, text="", words=()) for span in spans[1:])]


def phoneme_sentences(strings: Sequence[str], language: str, longest: int) -> list[Sentence]:
    """A sentence for each string, and several for a string that does not fit into one pass. Places count over all
    strings, with one character between two of them. Raises `UnknownPhoneme`."""
    require_known(strings)
    written = Traced.of(" ".join(strings))
    sentences: list[Sentence] = []
    start = 0
    for phonemes in strings:
        # Where a part ends without a mark it gets a comma, which needs room too.
        room = longest if len(phonemes) <= longest else longest - 1
        parts = list(passes(written[start : start + len(phonemes)], room))
        start += len(phonemes) + 1
        for number, part in enumerate(parts, start=1):
            goes_on = number < len(parts) and part.text[-1] not in vocab.PUNCTUATION
            pause_ms = _BREATH_MS if goes_on else None
            sentences.append(Sentence(part, language, pause_ms=pause_ms, is_breath=goes_on, is_phonemes=True))
    return sentences
