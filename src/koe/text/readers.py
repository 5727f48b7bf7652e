"""The readers of each language, best first: loaded when the language is first used, replaced when one of them hangs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from threading import Thread
from types import MappingProxyType
from typing import Any, NamedTuple

from koe.languages import ENGLISH_CODES, LANGUAGES
from koe.text.phoneme_run import PhonemeRun
from koe.text.prescribed import Prescription

log = logging.getLogger("koe.text")


class ReaderOutput(NamedTuple):
    """What a reader makes of a sentence, and how many of its words it had to spell."""

    runs: Sequence[PhonemeRun]
    spelled_words: int = 0


class Reader(NamedTuple):
    """One way to read a sentence, and how long it may take."""

    name: str
    read: Callable[[str, Sequence[Prescription]], ReaderOutput]
    timeout_s: float
    is_best: bool = False


# Timeouts. A sentence takes 3 to 20 ms. All three together are 0.65 s: a listener does not yet take that for a failure.
_MISAKI_S = 0.35
_ESPEAK_S = 0.2
_SPELLING_S = 0.1


class Readers:
    """The readers that are loaded. Not for several threads at once."""

    def __init__(self) -> None:
        self._by_language: dict[str, tuple[Reader, ...]] = {}
        self._voices: Any = None
        self._tagger: Any = None
        # A new tagger that a thread of its own loads. Only `for_language` takes it: were it put in place from that
        # thread, readers made without it at that moment would stay for good.
        self._reload: Future[Any] | None = None

    def for_language(self, code: str) -> tuple[Reader, ...]:
        """The best reader first, then its fallbacks."""
        self._take_reloaded_tagger()
        if code not in self._by_language:
            from koe.text.espeak import EspeakVoices

            self._voices = self._voices or EspeakVoices()
            self._by_language[code] = READERS[LANGUAGES[code].reader](self, code)
        if _uses_espeak(code):
            self._voices.wait_until_ready()  # outside the timeouts of the readers
        return self._by_language[code]

    def espeak_cpu_s(self) -> float | None:
        """CPU time that eSpeak has had in its process; None where the system does not tell."""
        return 0.0 if self._voices is None else self._voices.cpu_s

    def _english(self, code: str) -> tuple[Reader, ...]:
        from koe.text.english import EnglishReader, load_tagger
        from koe.text.espeak import aligned

        self._voices.start()  # beside the tagger, which takes longer
        if self._tagger is None and self._reload is None:
            self._tagger = load_tagger()
        reader = EnglishReader(code == "en-gb", self._tagger, self._voices)
        espeak = reader.fallback
        fallbacks = (
            Reader("espeak", lambda text, _: ReaderOutput(list(aligned(text, espeak.read(text)))), _ESPEAK_S),
            Reader("spelled", lambda text, _: ReaderOutput(list(aligned(text, espeak.spell(text)))), _SPELLING_S),
        )
        return (
            fallbacks if self._tagger is None else (Reader("misaki", reader.read, _MISAKI_S, is_best=True), *fallbacks)
        )

    def _espeak(self, code: str) -> tuple[Reader, ...]:
        from koe.text.espeak import EspeakReader

        reader = EspeakReader(code, self._voices)
        return (
            Reader("espeak", lambda *sentence: ReaderOutput(reader.read(*sentence)), _ESPEAK_S, is_best=True),
            Reader("spelled", lambda text, _: ReaderOutput(reader.spell(text)), _SPELLING_S),
        )

    def _japanese(self, _code: str) -> tuple[Reader, ...]:
        from koe.text.japanese import JapaneseReader

        reader = JapaneseReader()
        return (Reader("open jtalk", lambda *sentence: ReaderOutput(reader.read(*sentence)), _MISAKI_S, is_best=True),)

    def _mandarin(self, _code: str) -> tuple[Reader, ...]:
        from koe.text.mandarin import MandarinReader

        reader = MandarinReader()
        return (Reader("misaki", lambda *sentence: ReaderOutput(reader.read(*sentence)), _MISAKI_S, is_best=True),)

    def replace(self, code: str) -> None:
        """Forgets the readers of a language of which one hangs: what it holds may never be free again. Until a new
        tagger is loaded (a second), English is read without it."""
        self._by_language.pop(code, None)
        if not _uses_espeak(code):
            return
        self._by_language = {other: readers for other, readers in self._by_language.items() if not _uses_espeak(other)}
        if self._voices is not None:
            self._voices.close()
        self._voices = None
        if code not in ENGLISH_CODES:
            return
        if self._tagger is not None:
            self._tagger = None
            self._reload = Future()
            Thread(target=_load_tagger_into, args=(self._reload,), name="koe-tagger", daemon=True).start()

    def _take_reloaded_tagger(self) -> None:
        """Where it could not be loaded again, English stays without it."""
        if self._reload is None or not self._reload.done() or self._reload.exception():
            return
        self._tagger, self._reload = self._reload.result(), None
        for code in ENGLISH_CODES:
            self._by_language.pop(code, None)


def _load_tagger_into(reload: Future[Any]) -> None:
    from koe.text.english import load_tagger

    try:
        reload.set_result(load_tagger())
    except Exception as error:  # noqa: BLE001  English goes on without it
        log.error("the English tagger cannot be loaded again (%s): eSpeak reads English", type(error).__name__)
        reload.set_exception(error)


def _uses_espeak(code: str) -> bool:
    return LANGUAGES[code].espeak_voice is not None


# By the name in the row of the language (koe/languages.py).
READERS: Mapping[str, Callable[[Readers, str], tuple[Reader, ...]]] = MappingProxyType(
    {
        "english": Readers._english,
        "espeak": Readers._espeak,
        "japanese": Readers._japanese,
        "mandarin": Readers._mandarin,
    }
)
