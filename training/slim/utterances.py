"""koe's own stages -> a file of utterances to train on: tokens, durations, pitch, energy and voice.

    python training/slim/utterances.py --hours 6 --out carried/utterances.npz
    python training/slim/utterances.py --part heldout --hours 0.05 --out carried/heldout.npz

Runs in koe's environment, 12 times faster than real time on a busy core. A second of speech takes 0.4 kB: trunk and
source are computed again where the training runs. Sentences are composed from the calibration corpus and from single
words of the pronunciation dictionary, so that there are as many as are wanted; the held-out corpus is taken as it is.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import numpy as np

from koe.build.calibrate import read_corpus
from koe.cli.assemble import open_build, voice_book
from koe.errors import KoeError
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.prosody import Prosody, ProsodyPredictor
from koe.model.voices import Voice
from koe.settings import load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner, Sentence

LONGEST_FRAMES = 320  # 8 s
SLOWEST, FASTEST = 0.7, 1.3
CORPORA = ("es", "fr", "hi", "it", "pt-br")
SMALL = (
    "the",
    "a",
    "of",
    "and",
    "to",
    "in",
    "with",
    "for",
    "but",
    "or",
    "as",
    "at",
    "by",
    "from",
    "on",
    "after",
    "when",
)


class Composer:
    """Composes sentences of one language: clauses of its corpus in new company, words of the dictionary in between."""

    def __init__(self, sentences: list[str], words: list[str], chance: random.Random) -> None:
        self._sentences = sentences
        self._clauses = [part.strip(" .!?…") for text in sentences for part in re.split(r"[,;:।—]\s*", text)]
        self._clauses = [clause for clause in self._clauses if clause]
        self._vocabulary = sorted({word for clause in self._clauses for word in clause.split()})
        self._words = words
        self._chance = chance

    def sentence(self) -> str:
        kind = self._chance.random()
        if kind < 0.15:
            return self._chance.choice(self._sentences)
        if kind < 0.25:  # one to three words: the shortest utterances are the hardest
            text = " ".join(self._word() for _ in range(self._chance.randint(1, 3)))
        elif kind < 0.6:
            text = ", ".join(self._chance.choice(self._clauses) for _ in range(self._chance.randint(1, 3)))
        else:
            text = " ".join(self._word() for _ in range(self._chance.randint(4, 16)))
        return text[:1].upper() + text[1:] + self._chance.choice("....!?")

    def _word(self) -> str:
        if not self._words:
            return self._chance.choice(self._vocabulary)
        if self._chance.random() < 0.3:
            return self._chance.choice(SMALL)
        return self._chance.choice(self._words) + ("," if self._chance.random() < 0.1 else "")


def dictionary_words() -> list[str]:
    entries = json.loads(resources.files("misaki").joinpath("data", "us_gold.json").read_text("utf-8"))
    return sorted(word for word in entries if re.fullmatch(r"[a-z]{3,12}", word))


def composers(chance: random.Random) -> dict[str, Composer]:
    here = Path(__file__).parent
    own = {language: (here / f"sentences.{language}.txt").read_text("utf-8").splitlines() for language in ("ja", "zh")}
    corpora = {language: read_corpus("calibration", language) for language in CORPORA}
    english = Composer(read_corpus("calibration", "en-us"), dictionary_words(), chance)
    foreign = {language: Composer(texts, [], chance) for language, texts in (corpora | own).items()}
    return {"en-us": english, "en-gb": english} | foreign


def training_plan(voices: list[Voice], seed: str) -> Iterator[tuple[Voice, str, str, float]]:
    chance = random.Random(seed)
    composed = composers(chance)
    while True:
        for voice in chance.sample(voices, len(voices)):
            own = voice.language in ("en-us", "en-gb") or chance.random() < 0.5
            language = voice.language if own else "en-us"
            speed = 1.0 if chance.random() < 0.4 else chance.uniform(SLOWEST, FASTEST)
            yield voice, language, composed[language].sentence(), speed


def heldout_plan(voices: list[Voice]) -> Iterator[tuple[Voice, str, str, float]]:
    texts = read_corpus("heldout", "en-us")
    for number, voice in enumerate(voices):
        if voice.language in CORPORA:
            yield voice, voice.language, read_corpus("heldout", voice.language)[number % 4], 1.0
        else:
            yield voice, "en-gb" if voice.language == "en-gb" else "en-us", texts[number], 1.0


def prosodies(plan: Iterator[tuple[Voice, str, str, float]]) -> Iterator[Prosody]:
    settings = load_settings()
    stages = open_build(settings, "fp32", OnnxRuntimeBackend(1)).stages
    book = voice_book(settings)
    planner = Planner(Phonemizer())
    predictor = ProsodyPredictor(stages)
    for voice, language, text, speed in plan:
        try:
            spans = planner.spans(Sentence.of(text, language))
        except KoeError:
            continue  # a composed sentence that cannot be read
        for span in spans:
            if not span.tokens:
                continue
            prosody = predictor.predict(span.tokens, book.style(voice.id, len(span.tokens)), speed)
            if prosody.frame_count <= LONGEST_FRAMES and prosody.frames_per_token.max() < 256:
                yield prosody


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=6)
    parser.add_argument("--part", choices=("training", "heldout"), default="training")
    parser.add_argument("--seed", default="slim")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    voices = list(voice_book(load_settings()).voices)
    plan = training_plan(voices, options.seed) if options.part == "training" else heldout_plan(voices)
    kept: list[Prosody] = []
    seconds, began, said = 0.0, time.monotonic(), 0.0
    try:
        for prosody in prosodies(plan):
            kept.append(prosody)
            seconds += prosody.frame_count / 40
            if seconds >= options.hours * 3600:
                break
            if seconds - said > 300:
                said = seconds
                print(f"{seconds / 3600:.2f} h of speech in {time.monotonic() - began:.0f} s", flush=True)
    except KeyboardInterrupt:
        print("Interrupted: what there is will be written.")
    np.savez_compressed(
        options.out,
        tokens=np.concatenate([p.tokens for p in kept]).astype(np.uint8),
        frames=np.concatenate([p.frames_per_token for p in kept]).astype(np.uint8),
        token_counts=np.array([len(p.tokens) for p in kept], dtype=np.int32),
        frame_counts=np.array([p.frame_count for p in kept], dtype=np.int32),
        pitch_hz=np.concatenate([p.pitch_hz[0] for p in kept]).astype(np.float16),
        energy=np.concatenate([p.energy[0] for p in kept]).astype(np.float16),
        style=np.stack([p.style[0] for p in kept]).astype(np.float16),
    )
    print(f"{len(kept)} utterances, {seconds / 3600:.2f} h, {options.out.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
