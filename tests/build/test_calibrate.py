from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from dataclasses import replace
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from fakes import LetterPhonemizer, tiny_stages
from koe.build.calibrate import (
    Calibration,
    CorpusSentence,
    Measured,
    corpus_sha256,
    fit,
    importance,
    plan_sentences,
    prediction_error,
    read_corpus,
    save_table,
)
from koe.model.statistics import StatisticsTable
from koe.model.voices import Voice, VoiceBook
from koe.text.plan import Planner

# Everything but letters, vowel signs, apostrophes and hyphens inside words.
_EDGES = re.compile(r"[\s.,;:!?…—\"«»“”¿¡।]+")
LANGUAGES = ["en-us", "es", "fr", "hi", "it", "pt-br"]


def runs_of_words(sentences: list[str], length: int) -> set[tuple[str, ...]]:
    words = [_EDGES.sub(" ", sentence.lower()).split() for sentence in sentences]
    return {tuple(line[at : at + length]) for line in words for at in range(len(line) - length + 1)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_held_out_sentence_shares_four_words_with_the_corpus(language: str) -> None:
    calibration, held_out = read_corpus("calibration", language), read_corpus("heldout", language)
    assert len(set(calibration)) == len(calibration) >= 24
    assert len(set(held_out)) == len(held_out) >= (100 if language == "en-us" else 8)
    assert not runs_of_words(calibration, 4) & runs_of_words(held_out, 4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_short_held_out_sentence_is_in_the_corpus(language: str) -> None:
    calibration, held_out = (
        {_EDGES.sub(" ", sentence.lower()).strip() for sentence in read_corpus(part, language)}
        for part in ("calibration", "heldout")
    )
    assert not calibration & held_out


def test_record_of_the_shipped_table_names_the_corpus_it_was_fitted_on() -> None:
    record = json.loads(resources.files("koe.model").joinpath("statistics.json").read_text("utf-8"))
    assert record["corpus_sha256"] == corpus_sha256("calibration")
    assert (
        record["sha256"]
        == hashlib.sha256(resources.files("koe.model").joinpath("statistics.npz").read_bytes()).hexdigest()
    )


def test_plan_is_reproducible_and_uses_the_language_of_each_voice() -> None:
    voices = [Voice.from_id(name) for name in ("af_heart", "bf_emma", "ef_dora", "jf_alpha")]
    plan = plan_sentences(voices, "calibration", 8)
    assert plan == plan_sentences(voices, "calibration", 8)
    spoken = Counter((sentence.voice, sentence.language) for sentence in plan)
    assert spoken == {
        ("af_heart", "en-us"): 8,
        ("bf_emma", "en-gb"): 8,
        ("ef_dora", "es"): 4,
        ("ef_dora", "en-us"): 4,
        ("jf_alpha", "en-us"): 8,
    }
    assert all(0.7 <= sentence.speed <= 1.4 for sentence in plan)
    assert len({sentence.speed for sentence in plan}) > 3


def test_interrupted_calibration_is_resumed(voices: VoiceBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = [CorpusSentence("af_heart", "en-us", text, 1.0) for text in ("Hello.", "How are you?")]
    calibration = Calibration(tiny_stages(), voices, Planner(LetterPhonemizer()), tmp_path)
    first = calibration.measure(sentences, lambda: None)
    monkeypatch.setattr(calibration, "_measure_span", lambda *_: pytest.fail("measured again"))
    again = calibration.measure(sentences, lambda: None)
    assert [sample.features.tolist() for sample in again] == [sample.features.tolist() for sample in first]
    assert first[0].means.shape == first[0].variances.shape == (6,)


@pytest.fixture
def samples() -> list[Measured]:
    """Statistics that are a linear function of the features."""
    chance = np.random.default_rng(11)
    size, channels = len(importance(6, 6)), 10
    law_of_means, law_of_variances = chance.normal(size=(2, size, channels)) / np.sqrt(size)
    features = chance.normal(size=(600, size))
    return [
        Measured(
            one.astype(np.float32),
            (3 + one @ law_of_means).astype(np.float32),
            np.exp(one @ law_of_variances).astype(np.float32),
        )
        for one in features
    ]


def test_fit_finds_a_linear_relation(samples: list[Measured]) -> None:
    table = fit(samples[:500], importance(6, 6), "0" * 64)
    error = prediction_error(table, samples[500:])
    nothing = replace(table, weights=np.zeros_like(table.weights))
    blind = prediction_error(nothing, samples[500:])
    assert error["means"] < 0.4 * blind["means"]
    assert error["log_variances"] < 0.4 * blind["log_variances"]


def test_table_is_saved_in_half_precision_with_its_origin(samples: list[Measured], tmp_path: Path) -> None:
    table = fit(samples, importance(6, 6), "a" * 64)
    save_table(table, tmp_path / "statistics.npz", {"utterances": len(samples)})
    with (tmp_path / "statistics.npz").open("rb") as file:
        loaded = StatisticsTable.load(file)
    assert loaded.source_sha256 == "a" * 64
    assert np.allclose(loaded.predict(samples[0].features), table.predict(samples[0].features), rtol=0.02, atol=0.02)
    record = json.loads((tmp_path / "statistics.json").read_text())
    assert (record["source_sha256"], record["utterances"]) == ("a" * 64, 600)
