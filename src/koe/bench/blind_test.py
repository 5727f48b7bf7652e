"""Pairs of clips -> a folder with a blind listening test; the answers of listeners -> their binomial result.

The test is one page and WAV files, which need no network. Order and sides are shuffled by a seed. The page holds the
key in a form that nobody reads by accident, keeps the choices in the browser, and saves them as a file.
"""

from __future__ import annotations

import base64
import json
import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from koe.bench.evaluation.clips import EvaluationClip
from koe.errors import EngineError
from koe.model.phase import SAMPLE_RATE_HZ
from koe.types import Samples
from koe.wire.wav import wav_header

PAGE = "index.html"
# A word or two say little about a voice, and a paragraph is forgotten before the second one has ended.
FEWEST_WORDS, MOST_WORDS = 4, 30


@dataclass(frozen=True, slots=True)
class SpokenPair:
    """A sentence spoken by the first, `build`, and by the second, `reference`."""

    text: str
    language: str
    build: Samples
    reference: Samples


class AnswersError(EngineError):
    code = "answers_error"


@dataclass(frozen=True, slots=True)
class BlindResult:
    """The choices of all listeners together. `p` is that of the two-sided binomial test against a half: the chance of a
    split at least so uneven if the two sound equally good. "No difference" does not count."""

    build: str
    reference: str
    listeners: int
    build_preferred: int
    reference_preferred: int
    same: int

    @property
    def p(self) -> float:
        return sign_test(self.build_preferred, self.reference_preferred)


def sign_test(wins: int, losses: int) -> float:
    count, most = wins + losses, max(wins, losses)
    tail: float = sum(math.comb(count, at) for at in range(most, count + 1)) / 2**count
    return min(1.0, 2 * tail)


def read_answers(paths: Iterable[Path]) -> BlindResult:
    """Of files that the page saved; all of the same two."""
    counts, names = {"build": 0, "reference": 0, "same": 0}, set()
    listeners = 0
    for path in paths:
        try:
            answers = json.loads(path.read_text("utf-8"))
            names.add((str(answers["build"]), str(answers["reference"])))
            for side, choice in zip(answers["sides"], answers["choices"], strict=True):
                if choice in ("a", "b"):
                    counts["build" if choice == side else "reference"] += 1
                elif choice == "same":
                    counts["same"] += 1
        except (OSError, ValueError, KeyError, TypeError):
            raise AnswersError(f"{path} does not hold the answers of a listening test.") from None
        listeners += 1
    if len(names) != 1:
        raise AnswersError("The files are of listening tests of different builds or settings.")
    ((build, reference),) = names
    return BlindResult(build, reference, listeners, counts["build"], counts["reference"], counts["same"])


def fits_test(clip: EvaluationClip) -> bool:
    return FEWEST_WORDS <= len(clip.sentence.text.split()) <= MOST_WORDS


def write_test(folder: Path, pairs: Sequence[SpokenPair], build: str, reference: str, seed: int) -> Path:
    """Write page and clips into `folder`; return the page."""
    chance = random.Random(seed)  # noqa: S311  a shuffle, not a secret
    order = chance.sample(range(len(pairs)), len(pairs))
    # As many on the one side as on the other: a listener who always says A would prefer none.
    sides = ["a", "b"] * (len(pairs) // 2) + [chance.choice("ab")] * (len(pairs) % 2)
    chance.shuffle(sides)
    folder.mkdir(parents=True, exist_ok=True)
    shown = []
    for number, (place, side) in enumerate(zip(order, sides, strict=True), 1):
        pair = pairs[place]
        a, b = (pair.build, pair.reference) if side == "a" else (pair.reference, pair.build)
        names = {letter: f"{number:02}-{letter}.wav" for letter in "ab"}
        for letter, samples in (("a", a), ("b", b)):
            (folder / names[letter]).write_bytes(_wav(samples))
        shown.append({"text": pair.text, "language": pair.language, **names})
    key = base64.b64encode(json.dumps({"build": build, "reference": reference, "sides": sides}).encode()).decode()
    path = folder / PAGE
    path.write_text(_page(shown, key), encoding="utf-8")
    return path


def _page(shown: Sequence[object], key: str) -> str:
    template = files("koe.bench").joinpath("blind_test.html").read_text(encoding="utf-8")
    # A text with "</script>" in it would end the script.
    pairs = json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")
    return template.replace("/*PAIRS*/[]", pairs).replace("/*KEY*/", key)


def _wav(samples: Samples) -> bytes:
    pcm = np.rint(np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes()
    return wav_header(SAMPLE_RATE_HZ, len(pcm)) + pcm
