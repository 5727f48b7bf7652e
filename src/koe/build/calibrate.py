"""A corpus and the whole generator -> the table that predicts the generator's norms.

Every utterance is decoded whole once, and its features and statistics are kept in a file of their own: a calibration
that is interrupted goes on where it stopped. The fit is a quadratic kernel ridge regression with the features weighed
by kind, written down in as few directions as the statistics vary in.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from koe.model.prosody import ProsodyPredictor
from koe.model.stages import Stages
from koe.model.statistics import EPSILON, LARGEST_DEVIATION, StatisticsTable, feature_blocks, features_of
from koe.model.vocoder import run_generator_whole, run_trunk
from koe.model.voices import Voice, VoiceBook
from koe.text.plan import Planner, Sentence
from koe.types import Samples

CALIBRATION_VERSION = "1"
SLOWEST, FASTEST = 0.7, 1.4
PER_BATCH = 9
# How much trunk, phonemes, melody and voice count. Found on held-out sentences: with all at 1 the error of the means is
# three times as large, because a thousand phoneme features drown the 256 of the voice.
BLOCK_WEIGHTS = (0.5, 0.1, 4.0, 2.0)
RIDGE = 30.0
# Of the squared likeness beside the likeness itself. On held-out sentences it takes a tenth off the error; cubes add
# nothing, and neither do more components.
QUADRATIC = 1e-4
COMPONENTS = 128
DIRECTIONS = 192
TRUNK_CHANNELS, PHONEME_CHANNELS = 512, 512
_FOREIGN = ("es", "fr", "hi", "it", "pt-br")
_ENGLISH = ("en-us", "en-gb")

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Utterance:
    voice: str
    language: str
    text: str
    speed: float


@dataclass(frozen=True, slots=True)
class Measured:
    """What one utterance is like, and what the norms of the generator saw in it."""

    features: Samples  # [F]
    means: Samples  # [C]
    variances: Samples  # [C]


def read_corpus(part: str, language: str) -> list[str]:
    """`part` is calibration or heldout."""
    name = f"{part}.{'en' if language in _ENGLISH else language}.txt"
    return resources.files("koe.build").joinpath("corpus", name).read_text("utf-8").splitlines()


def corpus_sha256() -> str:
    digest = hashlib.sha256()
    for path in sorted(resources.files("koe.build").joinpath("corpus").iterdir(), key=lambda path: path.name):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def plan_utterances(voices: Sequence[Voice], part: str, per_voice: int) -> list[Utterance]:
    """The same list every time, and the beginning of every longer one, so that a larger calibration goes on from a
    smaller. Voices of other languages read half in their own, half in English; those whose language cannot be read yet,
    English only."""
    utterances: list[Utterance] = []
    for batch in range(-(-per_voice // PER_BATCH)):
        count = min(PER_BATCH, per_voice - batch * PER_BATCH)
        utterances.extend(_plan_batch(voices, part, count, seed=f"{part} {batch}" if batch else part))
    return utterances


def _plan_batch(voices: Sequence[Voice], part: str, per_voice: int, seed: str) -> list[Utterance]:
    chance = random.Random(seed)  # noqa: S311  a shuffle, not a secret
    english: list[str] = []
    utterances = []
    for voice in voices:
        own = per_voice // 2 if voice.language in _FOREIGN else 0
        foreign = read_corpus(part, voice.language) if own else []
        texts = [(voice.language, text) for text in chance.sample(foreign, min(own, len(foreign)))]
        for _ in range(per_voice - len(texts)):
            if not english:
                english = read_corpus(part, "en-us")
                chance.shuffle(english)
            texts.append(("en-gb" if voice.language == "en-gb" else "en-us", english.pop()))
        for language, text in texts:
            speed = 1.0 if chance.random() < 0.6 else round(chance.uniform(SLOWEST, FASTEST), 2)
            utterances.append(Utterance(voice.id, language, text, speed))
    return utterances


class Calibration:
    def __init__(self, stages: Stages, voices: VoiceBook, planner: Planner, folder: Path) -> None:
        self._stages = stages
        self._voices = voices
        self._planner = planner
        self._prosody = ProsodyPredictor(stages)
        self._folder = folder

    def measure(self, utterances: Sequence[Utterance], on_utterance: Callable[[], None]) -> list[Measured]:
        self._folder.mkdir(parents=True, exist_ok=True)
        measured: list[Measured] = []
        for utterance in utterances:
            measured.extend(self._measure_or_recall(utterance))
            on_utterance()
        return measured

    def _measure_or_recall(self, utterance: Utterance) -> Iterator[Measured]:
        key = hashlib.sha256(repr((CALIBRATION_VERSION, utterance)).encode()).hexdigest()[:24]
        for number, span in enumerate(self._planner.spans(Sentence.of(utterance.text, utterance.language))):
            path = self._folder / f"{key}-{number}.npz"
            if not path.exists():
                style = self._voices.style(utterance.voice, len(span.tokens))
                unfinished = path.with_suffix(".part.npz")
                measured = self._measure_span(span.tokens, style, utterance.speed)
                np.savez(unfinished, features=measured.features, means=measured.means, variances=measured.variances)
                unfinished.replace(path)
            with np.load(path) as arrays:
                yield Measured(**{name: arrays[name] for name in arrays.files})

    def _measure_span(self, tokens: Sequence[int], style: Samples, speed: float) -> Measured:
        prosody = self._prosody.predict(tokens, style, speed)
        trunk = run_trunk(self._stages, prosody)
        whole = run_generator_whole(self._stages, prosody, trunk)
        means, variances = (cast(Samples, whole[name]).ravel() for name in ("means", "variances"))
        return Measured(features_of(prosody, trunk), means, variances)


def importance(trunk_channels: int, phoneme_channels: int) -> Matrix:
    """How much each feature counts."""
    blocks = feature_blocks(trunk_channels, phoneme_channels)
    return np.concatenate(
        [np.full(block.stop - block.start, weight) for block, weight in zip(blocks, BLOCK_WEIGHTS, strict=True)]
    )


def fit(measured: Sequence[Measured], feature_weights: Matrix, source_sha256: str) -> StatisticsTable:
    features = np.array([sample.features for sample in measured], dtype=np.float64)
    feature_mean, feature_scale = features.mean(axis=0), features.std(axis=0) + 1e-6
    targets, typical_deviation = _targets(measured)
    offset = targets.mean(axis=0)
    deviation = np.clip((features - feature_mean) / feature_scale, -LARGEST_DEVIATION, LARGEST_DEVIATION)
    deviation *= feature_weights
    likeness = deviation @ deviation.T
    components = _principal_components(deviation, likeness)
    examples = deviation @ components
    # There are more features than utterances: the dual form inverts the smaller matrix.
    kernel = likeness + QUADRATIC * np.square(examples @ examples.T)
    dual = np.linalg.solve(kernel + RIDGE * np.eye(len(deviation)), targets - offset)
    _, _, directions = np.linalg.svd(kernel @ dual, full_matrices=False)
    kept = directions[:DIRECTIONS]
    along = dual @ kept.T
    return StatisticsTable(
        feature_mean=_single(feature_mean),
        feature_scale=_single(feature_scale),
        weights=_single(feature_weights[:, None] * (deviation.T @ along)),
        components=_single(feature_weights[:, None] * components),
        # Features in half precision reach 65,504; examples and coefficients are brought near to one.
        examples=_single(examples * np.sqrt(QUADRATIC)),
        coefficients=_single(along),
        directions=_single(kept),
        offset=_single(offset),
        typical_deviation=_single(typical_deviation),
        source_sha256=source_sha256,
    )


def _principal_components(deviation: Matrix, likeness: Matrix) -> Matrix:
    """[F, P], of unit length."""
    values, vectors = np.linalg.eigh(likeness)
    largest = np.argsort(values)[::-1][:COMPONENTS]
    largest = largest[values[largest] > values[-1] * 1e-9]
    components: Matrix = deviation.T @ (vectors[:, largest] / np.sqrt(values[largest]))
    return components


def _targets(measured: Sequence[Measured], typical: Matrix | None = None) -> tuple[Matrix, Matrix]:
    means = np.array([sample.means for sample in measured], dtype=np.float64)
    logarithms = np.log(np.array([sample.variances for sample in measured], dtype=np.float64) + EPSILON)
    deviation = np.exp(logarithms.mean(axis=0) / 2) if typical is None else typical
    return np.concatenate([means / deviation, logarithms], axis=1), deviation


def _single(values: Matrix) -> Samples:
    return values.astype(np.float32)


def prediction_error(table: StatisticsTable, measured: Sequence[Measured]) -> Mapping[str, float]:
    """Root mean squares: of the means in deviations, of the variances as logarithms."""
    targets, _ = _targets(measured, table.typical_deviation.astype(np.float64))
    channels = len(table.typical_deviation)
    predicted = [table.predict(sample.features) for sample in measured]
    means = np.array([mean / table.typical_deviation for mean, _ in predicted])
    logarithms = np.log(np.array([variance for _, variance in predicted]))
    return {
        "means": float(np.sqrt(np.mean((means - targets[:, :channels]) ** 2))),
        "log_variances": float(np.sqrt(np.mean((logarithms - targets[:, channels:]) ** 2))),
    }


def save_table(table: StatisticsTable, path: Path, manifest: Mapping[str, object]) -> None:
    """The table in half precision, and beside it what it was made of."""
    table.save(path)
    record = {
        "calibration_version": CALIBRATION_VERSION,
        "source_sha256": table.source_sha256,
        "corpus_sha256": corpus_sha256(),
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "ridge": RIDGE,
        "quadratic": QUADRATIC,
        "components": COMPONENTS,
        "directions": DIRECTIONS,
        "block_weights": BLOCK_WEIGHTS,
    }
    path.with_suffix(".json").write_text(json.dumps(record | dict(manifest), indent=2) + "\n")
