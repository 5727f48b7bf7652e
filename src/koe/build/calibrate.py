"""A corpus and the whole generator -> the table that predicts the generator's norms (`koe dev calibrate`).

Every sentence is decoded whole once, and its features and statistics are cached in a file: an interrupted calibration
resumes where it stopped. The fit is a quadratic kernel ridge regression with features weighted by kind, stored in as
few directions as the statistics vary in.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from importlib import resources
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from koe.languages import ENGLISH_CODES
from koe.model.prosody import ProsodyPredictor
from koe.model.stages import Stages
from koe.model.statistics import EPSILON, LARGEST_DEVIATION, StatisticsTable, feature_blocks, features_of, pairs
from koe.model.vocoder import run_generator_whole, run_trunk
from koe.model.voices import Voice, VoiceBook
from koe.text.plan import Planner, Sentence
from koe.types import Samples

CALIBRATION_VERSION = "1"
SLOWEST, FASTEST = 0.7, 1.4
PER_BATCH = 9
# Weights of trunk, phonemes, melody and voice. Found on held-out sentences: with all at 1 the error of the means is
# three times as large, because a thousand phoneme features drown the 256 of the voice.
BLOCK_WEIGHTS = (0.5, 0.1, 4.0, 2.0)
RIDGE = 30.0
# Weight of the squared similarity relative to the similarity itself. On held-out sentences it reduces the error by a
# tenth; cubes add nothing, and neither do more components.
QUADRATIC = 1e-4
COMPONENTS = 128
DIRECTIONS = 192
TRUNK_CHANNELS, PHONEME_CHANNELS = 512, 512
_FOREIGN = ("es", "fr", "hi", "it", "pt-br")

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CorpusSentence:
    """A sentence of the corpus, and how it is spoken."""

    voice: str
    language: str
    text: str
    speed: float


@dataclass(frozen=True, slots=True)
class Measured:
    """Features of one span, and the statistics that the norms of the generator computed for it."""

    features: Samples  # [F]
    means: Samples  # [C]
    variances: Samples  # [C]


def read_corpus(part: str, language: str) -> list[str]:
    """`part` is calibration or heldout."""
    name = f"{part}.{'en' if language in ENGLISH_CODES else language}.txt"
    return resources.files("koe.build").joinpath("corpus", name).read_text("utf-8").splitlines()


def corpus_sha256(part: str) -> str:
    """`part` is calibration or heldout. Held-out sentences can be added without touching what a table was fitted on."""
    digest = hashlib.sha256()
    for path in sorted(resources.files("koe.build").joinpath("corpus").iterdir(), key=lambda path: path.name):
        if path.name.startswith(f"{part}."):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def plan_sentences(voices: Sequence[Voice], part: str, per_voice: int) -> list[CorpusSentence]:
    """The same list every time, and a prefix of every longer one, so that a larger calibration reuses a smaller one.
    Voices of other languages speak half in their own, half in English; those without a corpus, English only."""
    sentences: list[CorpusSentence] = []
    for batch in range(-(-per_voice // PER_BATCH)):
        count = min(PER_BATCH, per_voice - batch * PER_BATCH)
        sentences.extend(_plan_batch(voices, part, count, seed=f"{part} {batch}" if batch else part))
    return sentences


def _plan_batch(voices: Sequence[Voice], part: str, per_voice: int, seed: str) -> list[CorpusSentence]:
    chance = random.Random(seed)  # noqa: S311  a shuffle, not a secret
    english: list[str] = []
    sentences = []
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
            sentences.append(CorpusSentence(voice.id, language, text, speed))
    return sentences


class Calibration:
    """Measures sentences; results are cached in `folder`."""

    def __init__(self, stages: Stages, voices: VoiceBook, planner: Planner, folder: Path) -> None:
        self._stages = stages
        self._voices = voices
        self._planner = planner
        self._prosody = ProsodyPredictor(stages)
        self._folder = folder

    def measure(self, sentences: Sequence[CorpusSentence], on_sentence: Callable[[], None]) -> list[Measured]:
        self._folder.mkdir(parents=True, exist_ok=True)
        measured: list[Measured] = []
        for sentence in sentences:
            measured.extend(self._measure_or_load(sentence))
            on_sentence()
        return measured

    def _measure_or_load(self, sentence: CorpusSentence) -> Iterator[Measured]:
        key = hashlib.sha256(repr((CALIBRATION_VERSION, *astuple(sentence))).encode()).hexdigest()[:24]
        for number, span in enumerate(self._planner.spans(Sentence.of(sentence.text, sentence.language))):
            path = self._folder / f"{key}-{number}.npz"
            if not path.exists():
                style = self._voices.style(sentence.voice, len(span.tokens))
                unfinished = path.with_suffix(".part.npz")
                measured = self._measure_span(span.tokens, style, sentence.speed)
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
    """The weight of each feature."""
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
    similarity = deviation @ deviation.T
    components = _principal_components(deviation, similarity)
    examples = deviation @ components
    # There are more features than sentences: the dual form inverts the smaller matrix.
    kernel = similarity + QUADRATIC * np.square(examples @ examples.T)
    dual = np.linalg.solve(kernel + RIDGE * np.eye(len(deviation)), targets - offset)
    _, _, directions = np.linalg.svd(kernel @ dual, full_matrices=False)
    kept = directions[:DIRECTIONS]
    along = dual @ kept.T
    one, other = pairs(examples.shape[1])
    # The square of a similarity is the sum over all pairs of components; pairs of two different ones occur twice.
    twice = np.where(one == other, 1, 2)[:, None]
    coefficients = QUADRATIC * twice * ((examples[:, one] * examples[:, other]).T @ along)
    return StatisticsTable(
        feature_mean=_single(feature_mean),
        feature_scale=_single(feature_scale),
        weights=_single(feature_weights[:, None] * (deviation.T @ along)),
        components=_single(feature_weights[:, None] * components),
        coefficients=_single(coefficients),
        directions=_single(kept),
        offset=_single(offset),
        typical_deviation=_single(typical_deviation),
        source_sha256=source_sha256,
    )


def _principal_components(deviation: Matrix, similarity: Matrix) -> Matrix:
    """[F, P], of unit length."""
    values, vectors = np.linalg.eigh(similarity)
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
    """RMS errors: of the means in standard deviations, of the variances as logarithms."""
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
    """Writes the table in half precision, and a JSON file with its origin beside it."""
    table.save(path)
    record = {
        "calibration_version": CALIBRATION_VERSION,
        "source_sha256": table.source_sha256,
        "corpus_sha256": corpus_sha256("calibration"),
        "held_out_sha256": corpus_sha256("heldout"),
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "ridge": RIDGE,
        "quadratic": QUADRATIC,
        "components": COMPONENTS,
        "directions": DIRECTIONS,
        "block_weights": BLOCK_WEIGHTS,
    }
    path.with_suffix(".json").write_text(json.dumps(record | dict(manifest), indent=2) + "\n")
