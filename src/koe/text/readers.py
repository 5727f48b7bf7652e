"""The libraries that read each language, best first: loaded when a language is, and replaced when one of them hangs."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from threading import Lock, Thread
from typing import Any, NamedTuple

from koe.text.piece import Piece
from koe.text.prescribed import Prescription

log = logging.getLogger("koe.text")


class Rung(NamedTuple):
    """One way of reading a sentence, and how long it may take."""

    name: str
    read: Callable[[str, Sequence[Prescription]], list[Piece]]
    patience_s: float
    is_best: bool = False


# A sentence takes 3 to 20 ms. Together they stay below what a listener would take for a breakdown.
_MISAKI_S = 0.35
_ESPEAK_S = 0.2
_SPELLING_S = 0.1
_WITHOUT_ESPEAK = ("ja", "zh")


class Readers:
    def __init__(self, falls: Counter[str]) -> None:
        self._falls = falls
        self._ladders: dict[str, tuple[Rung, ...]] = {}
        self._voices: Any = None
        self._tagger: Any = None
        self._is_reloading = False
        self._lock = Lock()  # of the tagger, which a thread of its own may bring

    def ladder(self, code: str) -> tuple[Rung, ...]:
        if code not in self._ladders:
            from koe.text.espeak import EspeakVoices

            self._voices = self._voices or EspeakVoices()
            self._ladders[code] = self._build(code)
        return self._ladders[code]

    def _build(self, code: str) -> tuple[Rung, ...]:
        if code.startswith("en"):
            return self._english(code == "en-gb")
        if code == "ja":
            from koe.text.japanese import JapaneseReader

            return (Rung("open jtalk", JapaneseReader().read, _MISAKI_S, is_best=True),)
        if code == "zh":
            from koe.text.mandarin import MandarinReader

            return (Rung("misaki", MandarinReader().read, _MISAKI_S, is_best=True),)
        from koe.text.espeak import EspeakReader

        reader = EspeakReader(code, self._voices)
        return (
            Rung("espeak", reader.read, _ESPEAK_S, is_best=True),
            Rung("spelled", lambda text, _: reader.spell(text), _SPELLING_S),
        )

    def _english(self, british: bool) -> tuple[Rung, ...]:
        from koe.text.english import EnglishReader, load_tagger
        from koe.text.espeak import aligned

        with self._lock:
            if self._tagger is None and not self._is_reloading:
                self._tagger = load_tagger()
            tagger = self._tagger
        reader = EnglishReader(british, tagger, self._voices, self._falls)
        fallbacks = (
            Rung("espeak", lambda text, _: list(aligned(text, reader.fallback.read(text))), _ESPEAK_S),
            Rung("spelled", lambda text, _: list(aligned(text, reader.fallback.spell(text))), _SPELLING_S),
        )
        return fallbacks if tagger is None else (Rung("misaki", reader.read, _MISAKI_S, is_best=True), *fallbacks)

    def renew(self, code: str) -> None:
        """What reads that language hangs, and whatever it holds may never be free again. Until a new tagger is there
        (a second) English is read without it."""
        self._ladders.pop(code, None)
        if code in _WITHOUT_ESPEAK:
            return
        self._ladders = {other: ladder for other, ladder in self._ladders.items() if other in _WITHOUT_ESPEAK}
        self._voices = None
        if not code.startswith("en"):
            return
        with self._lock:
            if self._tagger is not None and not self._is_reloading:
                self._tagger = None
                self._is_reloading = True
                Thread(target=self._reload_tagger, name="koe-tagger", daemon=True).start()

    def _reload_tagger(self) -> None:
        from koe.text.english import load_tagger

        try:
            tagger = load_tagger()
        except Exception as error:  # noqa: BLE001  English goes on without it
            log.error("the tagger cannot be loaded again: %s", type(error).__name__)
            return
        with self._lock:
            self._tagger = tagger
            self._is_reloading = False
        for code in ("en-us", "en-gb"):
            self._ladders.pop(code, None)
