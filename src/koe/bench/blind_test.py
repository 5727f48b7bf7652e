"""Pairs of clips -> a folder with a blind listening test: one page and WAV files, which need no network.

Order and sides are shuffled by a seed. The page holds the answers in a form that nobody reads by accident.
"""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from koe.audio.loudness import normalized
from koe.bench.evaluation.clips import EvaluationClip
from koe.bench.evaluation.run import Evaluator
from koe.bench.speaker import trimmed
from koe.model.phase import SAMPLE_RATE_HZ
from koe.types import Samples
from koe.wire.wav import wav_header

PAGE = "index.html"
# A word or two say little about a voice, and a paragraph is forgotten before the second one has ended.
FEWEST_WORDS, MOST_WORDS = 4, 30


@dataclass(frozen=True, slots=True)
class SpokenPair:
    """A sentence spoken by the build and by the reference."""

    text: str
    language: str
    build: Samples
    reference: Samples


def fits_test(clip: EvaluationClip) -> bool:
    return FEWEST_WORDS <= len(clip.sentence.text.split()) <= MOST_WORDS


def speak_pair(evaluator: Evaluator, clip: EvaluationClip) -> SpokenPair:
    """The build as a listener gets it, streamed with its own prosody. Both have the same loudness, which would give the
    answer away."""
    _, whole = evaluator.reference.speech(clip)
    build, reference = (
        normalized(trimmed(samples, SAMPLE_RATE_HZ), SAMPLE_RATE_HZ)
        for samples in (evaluator.candidate.speech(clip), whole)
    )
    return SpokenPair(clip.sentence.text, clip.sentence.language, build, reference)


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
