"""Text and language -> phonemes within Kokoro's vocabulary (G2P). Readers are loaded when a language is first used."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

import regex  # type: ignore[import-untyped]

from koe.languages import LANGUAGES
from koe.lru import CacheCounts
from koe.text import ipa, vocab
from koe.text.cache import ReadingCache, key_of, reading_cache
from koe.text.fallback_counts import count_fallbacks
from koe.text.language import require_readable
from koe.text.phoneme_run import PhonemeRun
from koe.text.plain import plain
from koe.text.prescribed import Prescription, taken_out
from koe.text.readers import Reader, ReaderOutput, Readers
from koe.text.reading import Reading
from koe.text.timeouts import TimedOut, Worker
from koe.text.traced import Traced

log = logging.getLogger("koe.text")

_FINAL_MARKS = frozenset(".!?…")
_SPACES = regex.compile(r"\s{2,}|[^\S ]")
_SPACE_AT_MARK = regex.compile(r" (?=[;:,.!?…)”])|(?<=[(“]) ")


class _Readable(NamedTuple):
    """A text as the readers take it. `unreadable` words of other scripts were left out."""

    text: Traced
    prescriptions: list[Prescription]
    unreadable: int


class Phonemizer:
    """Reads a sentence with the best reader of its language, else with a fallback: eSpeak, then letter by letter.

    `fallback_counts` has, since the start: sentences read by "espeak" or "spelled" instead of the best reader, readers
    that "stalled" (timed out) or "failed", words "spelled", words of "unreadable" scripts left out, sentences that gave
    "nothing". It never holds text.

    One lock guards it all: neither eSpeak nor spaCy may be entered twice.
    """

    def __init__(self, cache_bytes: int = 0, timeout_factor: float = 1.0, readers: Readers | None = None) -> None:
        """`timeout_factor`: more than 1 where no listener waits and the machine may be busy. `readers` in place of the
        usual ones."""
        self._timeout_factor = timeout_factor
        self._fallback_counts: Counter[str] = Counter()
        self._lock = Lock()
        self._readers = readers or Readers()
        self._worker = Worker("koe-reader", self._readers.espeak_cpu_s)
        self._cache = reading_cache(cache_bytes)

    @property
    def readings(self) -> ReadingCache:
        return self._cache

    @property
    def cache(self) -> CacheCounts:
        return self._cache.counts

    @property
    def fallback_counts(self) -> Counter[str]:
        with self._lock:
            return +self._fallback_counts

    def warm(self, language: str) -> None:
        """Loads what a language needs and reads once, so that the first sentence does not wait."""
        self.phonemize(LANGUAGES[require_readable(language)].warm_up_text, language)

    def phonemize(self, text: str, language: str) -> str:
        return self.read(Traced.of(text), language).text

    def read(self, text: Traced, language: str) -> Traced:
        """Phonemes that know the stretch of the original they speak. Raises only for the language: `UnknownLanguage`,
        `MissingExtra`."""
        code = require_readable(language)
        with self._lock:
            readable = _readable(text, code)
            key = key_of(code, readable.text.text, readable.prescriptions)
            counts = Counter(unreadable=readable.unreadable)
            runs: Sequence[PhonemeRun] | None = self._cache.get(key)
            if runs is None:
                runs, is_best, more = self._read_with_fallbacks(readable, code)
                counts.update(more)
                if is_best:
                    self._cache.put(key, tuple(runs))
            self._fallback_counts.update(counts)
            count_fallbacks(counts)
            return _phonemes(readable.text, runs)

    def preview(self, text: Traced, language: str) -> Reading:
        """Reads as `read` does, with the fallbacks of this text, but neither from the cache nor into it, and without
        counting: a preview must not change the figures of what is spoken."""
        code = require_readable(language)
        with self._lock:
            readable = _readable(text, code)
            runs, _, counts = self._read_with_fallbacks(readable, code)
        return Reading(_phonemes(readable.text, runs), Counter(unreadable=readable.unreadable) + counts)

    def _read_with_fallbacks(self, readable: _Readable, code: str) -> tuple[Sequence[PhonemeRun], bool, Counter[str]]:
        """What the first reader that succeeds makes of the text, whether it is the best one, and what was counted."""
        text = readable.text
        has_words = any(character.isalnum() for character in text.text)
        counts: Counter[str] = Counter()
        tried: set[str] = set()
        # Looked up again each time: a reader that hung has been replaced.
        while reader := next((one for one in self._readers.for_language(code) if one.name not in tried), None):
            tried.add(reader.name)
            output, problem = self._try(reader, readable, code)
            if problem:
                counts[problem] += 1
            if output and output.spelled_words:
                counts["spelled"] += output.spelled_words
            if not has_words:
                return (output.runs if output else ()), output is not None, counts
            if output and vocab.is_pronounceable(_phonemes(text, output.runs).text):
                if not reader.is_best:
                    counts[reader.name] += 1
                    log.info(
                        "%s sentence at characters %s was read by the fallback %s", code, _place(text), reader.name
                    )
                return output.runs, reader.is_best, counts
        counts["nothing"] += 1
        return (), False, counts

    def _try(self, reader: Reader, readable: _Readable, code: str) -> tuple[ReaderOutput | None, str]:
        """What the reader returned, or the name of what went wrong."""
        text, prescriptions, _ = readable
        timeout_s = reader.timeout_s * self._timeout_factor
        try:
            return self._worker.call(lambda: reader.read(text.text, prescriptions), timeout_s), ""
        except TimedOut:
            log.warning(
                "reader %s timed out after %g s on the %s sentence at characters %s: it is replaced",
                reader.name, timeout_s, code, _place(text),
            )  # fmt: skip
            self._worker.retire()
            self._readers.replace(code)
            self._worker = Worker("koe-reader", self._readers.espeak_cpu_s)
            return None, "stalled"
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a library's fault must not end the request
            log.info(
                "reader %s failed with %s on the %s sentence at characters %s",
                reader.name, type(error).__name__, code, _place(text),
            )  # fmt: skip
            return None, "failed"


def _readable(text: Traced, code: str) -> _Readable:
    unreadable = 0

    def cleaned(words: Traced) -> Traced:
        nonlocal unreadable
        words, left_out = plain(words, code)
        unreadable += left_out
        return words

    text, prescriptions = taken_out(text, cleaned)
    margin = len(text.text) - len(text.text.lstrip())
    shifted = [
        Prescription(start - margin, stop - margin, ipa.to_phonemes(phonemes, code), tag)
        for start, stop, phonemes, tag in prescriptions
    ]
    return _Readable(text.stripped(), shifted, unreadable)


def _place(text: Traced) -> str:
    """Its place in the caller's text: logs never hold the text itself."""
    start, stop = text.source_range(0, len(text))
    return f"{start} to {stop}"


def _phonemes(text: Traced, runs: Sequence[PhonemeRun]) -> Traced:
    """The phonemes of all runs as the model takes them."""
    if not runs:
        return text[:0]
    phonemes = Traced.join(
        Traced.standing_for(*text.source_range(start, stop), vocab.known(spoken.replace("g", "ɡ")))
        for start, stop, spoken in runs
    )
    phonemes = phonemes.replace_matches(_SPACES, lambda _: " ").stripped().replace_matches(_SPACE_AT_MARK, lambda _: "")
    last = _last_mark(text.text)
    if last in _FINAL_MARKS and phonemes.text[-1:] not in vocab.PUNCTUATION:
        # A full stop that was read as part of "U.S." still ends the sentence, and the voice has to fall there.
        place = text.source_range(len(text) - 1, len(text))
        return Traced.join([phonemes, Traced.standing_for(*place, last)])
    return phonemes


def _last_mark(text: str) -> str:
    return text.rstrip("\"'”’»)]")[-1:]
