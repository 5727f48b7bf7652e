"""Text -> sentences -> spans: what the model speaks in one pass each."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from koe.text import vocab
from koe.text.cache import CacheState
from koe.text.lexicon import Entry, Lexicon, entries_of_request
from koe.text.lexicon_files import Lexicons
from koe.text.markup import parse
from koe.text.normalize import normalize
from koe.text.normalize.typography import Emoji
from koe.text.passage import Bookmark, Manner, Passage
from koe.text.phonemes import passes, require_known
from koe.text.sanitize import sanitize
from koe.text.segments import segments
from koe.text.split import split_long, split_sentences
from koe.text.traced import Traced
from koe.text.words import is_unspaced, marks_of, slowest_rate, words_of
from koe.types import InputFormat, NormalizationKind, Span

# Bounds what one call of the phonemizer costs. Longer sentences are cut at clauses; in 510 tokens 400 characters fit.
LONGEST_SENTENCE_CHARACTERS = 400

# Up to so many tokens a span is prosody enough in one pass: 45 ms of text stage, 110 ms with what else grows with it.
LONGEST_UNHURRIED = 96
# A first clause must last until the whole sentence has been prepared (about a second), and be short itself.
_CLAUSE_TOKENS = range(22, 80)
_BEST_CLAUSE_TOKENS = 40
_TOKENS_HEARD_AFTER = 12
_CLAUSE_MARKS = frozenset(vocab.encode(";:,—…"))
_SPACE = vocab.IDS[" "]
# Between two pieces of one sentence without a mark: another voice takes a breath, not a rest.
_BREATH_MS = 70.0
_ENDS_MARKED = re.compile(r"[^\w\s][\"'”’»)\]]*\Z")
# Which of them a sentence is in cannot be found out: a request that begins in one of them stays with it.
_ENGLISHES = ("en-us", "en-gb")


@dataclass(frozen=True, slots=True)
class Clause:
    """How a long span may begin before all of it has been prepared."""

    last_token: int  # a mark or a space: where the voices of the two passes meet
    tokens: tuple[int, ...]  # of its own pass: some words more, so that it does not sound like an end


def first_clause(span: Span) -> Clause | None:
    """None where a span is short enough to be prepared at once. Without a mark in the right place a very long one is
    cut between two words."""
    tokens = span.tokens
    if len(tokens) <= LONGEST_UNHURRIED:
        return None
    places = [place for place in _CLAUSE_TOKENS if tokens[place] in _CLAUSE_MARKS]
    if not places and len(tokens) > 2 * max(_CLAUSE_TOKENS):
        places = [place for place in _CLAUSE_TOKENS if tokens[place] == _SPACE]
    if not places:
        return None
    last = min(places, key=lambda place: abs(place - _BEST_CLAUSE_TOKENS))
    heard = range(last + _TOKENS_HEARD_AFTER, len(tokens))
    end = next((place for place in heard if tokens[place] == _SPACE), len(tokens))
    return Clause(last, tokens[:end])


class ReadsText(Protocol):
    @property
    def cache(self) -> CacheState: ...

    def read(self, text: Traced, language: str) -> Traced: ...

    def read_apart(self, text: Traced, language: str) -> tuple[Traced, Mapping[str, int]]: ...


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is spoken in one voice and one language, and what was asked for it. Without text it is only its pause."""

    text: Traced
    language: str
    voice: str | None = None  # None: the request's
    lexicon: Lexicon | None = field(default=None, repr=False)  # as it was when the request came
    manners: tuple[Manner, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
    pause_ms: float | None = None
    is_breath: bool = False  # `pause_ms` is not asked for: only the breath between two parts of a sentence
    lines_after: int = 0  # 1: a line ends here, 2: a paragraph
    reach: int = 0  # marks before this place of the original belong to it
    is_recast: bool = False  # another voice may have to speak it
    is_phonemes: bool = False  # the text needs no reader: it is in the model's own alphabet
    as_written: tuple[NormalizationKind, ...] = ()  # what is not put into words; sorted, as it is part of the identity

    @classmethod
    def of(cls, text: str, language: str) -> Sentence:
        return cls(Traced.of(text), language)

    @property
    def identity(self) -> tuple[str, ...]:
        """Of everything that decides how it sounds."""
        entries = self.lexicon.entries if self.lexicon else ()
        return (repr(self), *(repr(entry.row) for entry in entries))

    def ended_by(self, passage: Passage) -> Sentence:
        text = Traced.join([self.text, passage.text.stripped()])
        reach = _reach(text, passage.pause_place)
        return replace(self, text=text, pause_ms=passage.pause_ms, is_breath=False, reach=reach)

    def part(self, text: Traced, is_last: bool) -> Sentence:
        if is_last:
            return replace(self, text=text, bookmarks=())
        return replace(self, text=text, bookmarks=(), pause_ms=None, is_breath=False, lines_after=0, reach=_reach(text))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a passage that is read in one go."""

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
    def cache(self) -> CacheState:
        return self._phonemizer.cache

    @property
    def phonemizer(self) -> ReadsText:
        return self._phonemizer

    def reading_with(self, phonemizer: ReadsText) -> Planner:
        """A planner that differs from this one only in who reads."""
        planner = copy.copy(self)
        planner._phonemizer = phonemizer
        return planner

    def sentences(
        self,
        text: str,
        language: str,
        input_format: InputFormat | None = None,
        lexicon: Sequence[Mapping[str, object]] = (),
        longest_characters: int = LONGEST_SENTENCE_CHARACTERS,
        *,
        detects: bool = False,
        language_of: Callable[[str], str] | None = None,
        as_written: Sequence[NormalizationKind] = (),
    ) -> list[Sentence]:
        """What will be spoken, one sentence after the other. Empty if there is nothing to say. With `detects`,
        `language` is only a guess; with `language_of` a voice named in the mark-up brings its own; what is `as_written`
        is not put into words. Raises `BadMarkup`, `BadLexicon`, `PauseTooLong`, and what `language_of` raises."""
        marked = parse(text, language, input_format)
        extra = entries_of_request(lexicon, language)
        longest = int(longest_characters * slowest_rate(marked.manners))
        english = language if language in _ENGLISHES else _ENGLISHES[0]
        sentences: list[Sentence] = []
        for passage in marked.passages:
            pieces = list(self._pieces(passage, language, longest, detects, language_of))
            if detects and pieces and not passage.language:
                language = _frame(pieces, language)
            if not pieces and sentences and sentences[-1].is_breath:
                # The mark that ends the sentence stands behind the words in another voice.
                sentences[-1] = sentences[-1].ended_by(passage)
            elif not pieces and sentences and sentences[-1].pause_ms is not None and passage.pause_ms is not None:
                pause_ms = sentences[-1].pause_ms + passage.pause_ms
                sentences[-1] = replace(sentences[-1], pause_ms=pause_ms, reach=passage.pause_place)
            elif not pieces and passage.pause_ms is not None:
                pieces.append(_Piece(passage.text[:0], language, ends_sentence=True))
            for number, piece in enumerate(pieces, start=1):
                is_last = number == len(pieces)
                pause_ms, is_breath = _pause(piece, passage, is_last)
                spoken_in = english if piece.language in _ENGLISHES and not passage.language else piece.language
                sentence = Sentence(
                    piece.text,
                    spoken_in,
                    passage.voice,
                    self._lexicon(spoken_in, extra),
                    tuple(manner for manner in marked.manners if _touches(manner, piece.text)),
                    pause_ms=pause_ms,
                    is_breath=is_breath,
                    lines_after=piece.lines_after,
                    reach=_reach(piece.text, passage.pause_place if is_last else 0),
                    is_recast=passage.is_recast or piece.language != passage.language,
                    as_written=tuple(sorted(as_written)),
                )
                sentences.append(sentence)
        return list(_with_bookmarks(sentences, marked.bookmarks))

    def _lexicon(self, language: str, extra: tuple[Entry, ...]) -> Lexicon | None:
        if self._lexicons is not None:
            return self._lexicons.for_language(language, extra)
        return Lexicon(extra, language) if extra else None

    def _pieces(
        self,
        passage: Passage,
        language: str,
        longest_characters: int,
        detects: bool,
        language_of: Callable[[str], str] | None,
    ) -> Iterator[_Piece]:
        """A sentence that does not tell its language is taken to be in that of the one before it."""
        named = passage.language
        if named is None and passage.voice and language_of is not None:
            named = language_of(passage.voice)
        language, detects = named or language, detects and not named
        for sentence in split_sentences(sanitize(passage.text, keeps_emoji=self._emoji == "name")):
            pieces = [
                _Piece(piece, spoken_in)
                for segment, spoken_in in segments(sentence.text, language, detects)
                for piece in split_long(segment, longest_characters)
            ]
            yield from pieces[:-1]
            yield from (replace(piece, ends_sentence=True, lines_after=sentence.lines_after) for piece in pieces[-1:])
            if detects and pieces:
                language = _frame(pieces, language)

    def words(self, sentence: Sentence) -> Traced:
        """What a reader would say, with the pronunciations that are prescribed."""
        text = sentence.text
        if sentence.is_phonemes:
            return text
        if sentence.lexicon is not None:
            text = sentence.lexicon.prescribe(text)
        text = normalize(text, sentence.language, emoji=self._emoji, as_written=sentence.as_written)
        return text if sentence.lexicon is None else sentence.lexicon.prescribe(text)

    def spans(self, sentence: Sentence) -> list[Span]:
        """Usually one. Empty if the sentence holds nothing that can be pronounced."""
        words = self.words(sentence)
        phonemes = words if sentence.is_phonemes else self._phonemizer.read(words, sentence.language)
        if not vocab.is_pronounceable(phonemes.text):
            if sentence.pause_ms is None or sentence.is_breath:
                return []
            return [Span("", "", (), words_of(phonemes, sentence.text, sentence.bookmarks), (), sentence.pause_ms)]
        if sentence.pause_ms is not None and phonemes.text[-1] not in vocab.PUNCTUATION:
            # The voice stays up before a pause in the middle of a sentence, as it does at a comma.
            end = phonemes.stops[-1]
            phonemes = Traced.join([phonemes, Traced.standing_for(end, end, ",")])
        if len(phonemes) <= vocab.MAX_TOKENS:
            return [_span(sentence, phonemes)]
        text = sentence.text
        fitting = len(text) * vocab.MAX_TOKENS // len(phonemes)
        pieces = split_long(text, fitting) if len(text.text.split()) > 1 or is_unspaced(text.text) else []
        if len(pieces) > 1:
            parts = [
                sentence.part(piece, is_last=number == len(pieces)) for number, piece in enumerate(pieces, start=1)
            ]
            return [span for part in _with_bookmarks(parts, sentence.bookmarks) for span in self.spans(part)]
        return _spans_of_one_word(sentence, phonemes)


def _frame(pieces: Sequence[_Piece], language: str) -> str:
    """What the next sentence is in if it does not tell: not the language of something quoted in this one."""
    if any(piece.language == language for piece in pieces):
        return language
    return max(pieces, key=lambda piece: len(piece.text)).language


def _pause(piece: _Piece, passage: Passage, is_last: bool) -> tuple[float | None, bool]:
    """Its length, and whether it is only a breath. None: as the piece's last mark asks for."""
    if is_last and passage.pause_ms is not None:
        return passage.pause_ms, False
    ends_sentence = passage.ends_sentence if is_last else piece.ends_sentence
    if ends_sentence or _ENDS_MARKED.search(piece.text.text):
        return None, False
    return _BREATH_MS, True


def _reach(text: Traced, pause_place: int = 0) -> int:
    return max(pause_place, text.stops[-1] if len(text) else 0)


def _touches(manner: Manner, text: Traced) -> bool:
    return bool(len(text)) and manner.start < text.stops[-1] and manner.stop > text.starts[0]


def _with_bookmarks(sentences: list[Sentence], bookmarks: tuple[Bookmark, ...]) -> Iterator[Sentence]:
    """Each with the marks that are reached in it or before it; what stands behind the last pause has one of its own."""
    left = list(bookmarks)
    for number, sentence in enumerate(sentences, start=1):
        ends_all = number == len(sentences) and not sentence.pause_ms
        reached = [mark for mark in left if ends_all or mark.place <= sentence.reach]
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
    """The text stays with the first span: nobody can say which letters belong to the others."""
    *others, last = passes(phonemes, vocab.MAX_TOKENS)
    unpaused = replace(sentence, pause_ms=None, is_breath=False, lines_after=0)
    spans = [*(_span(unpaused, piece) for piece in others), _span(sentence, last)]
    return [*spans[:1], *(replace(span, text="", words=()) for span in spans[1:])]


def phoneme_sentences(strings: Sequence[str], language: str, longest: int) -> list[Sentence]:
    """One for each string, and more for one that does not fit into a pass. Places count over all strings, with one
    more between two of them. Raises `UnknownPhoneme`."""
    require_known(strings)
    written = Traced.of(" ".join(strings))
    sentences: list[Sentence] = []
    start = 0
    for phonemes in strings:
        # Where a piece ends without a mark it gets a comma, which needs room too.
        room = longest if len(phonemes) <= longest else longest - 1
        pieces = list(passes(written[start : start + len(phonemes)], room))
        start += len(phonemes) + 1
        for number, piece in enumerate(pieces, start=1):
            goes_on = number < len(pieces) and piece.text[-1] not in vocab.PUNCTUATION
            pause_ms = _BREATH_MS if goes_on else None
            sentences.append(Sentence(piece, language, pause_ms=pause_ms, is_breath=goes_on, is_phonemes=True))
    return sentences
