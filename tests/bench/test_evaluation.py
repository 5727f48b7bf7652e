"""A build is measured against a reference, and what was measured is not measured again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fakes import LetterPhonemizer, tiny_stages, tiny_table
from koe.bench.evaluation import comparison
from koe.bench.evaluation.bars import OTHER_WAVEFORM
from koe.bench.evaluation.builds import EvaluatedBuild, hashes_of
from koe.bench.evaluation.clips import EvaluationClip
from koe.bench.evaluation.comparison import PARTS, EvaluationError, Listeners, Texts
from koe.bench.evaluation.run import Evaluator
from koe.bench.mos import Rating
from koe.build.calibrate import CorpusSentence
from koe.model.backends import Array, Session
from koe.model.stages import STAGES, Stages
from koe.model.voices import VoiceBook
from koe.text.plan import Planner
from koe.types import Samples

ENGLISH = EvaluationClip(1, CorpusSentence("af_heart", "en-us", "The birds were singing in the garden.", 1.0))
SPANISH = EvaluationClip(2, CorpusSentence("ef_dora", "es", "Buenos dias, amigos.", 0.85))
JAPANESE_VOICE = EvaluationClip(3, CorpusSentence("jf_alpha", "en-us", "Good morning to all of you.", 1.0))
CLIPS = [ENGLISH, SPANISH, JAPANESE_VOICE]
ALL_PARTS = list(PARTS)


class Altered:
    """A session whose outputs are changed after each run."""

    def __init__(self, session: Session, change: Callable[[dict[str, Array]], dict[str, Array]]) -> None:
        self._session = session
        self._change = change
        self.metadata: Mapping[str, str] = session.metadata

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        return self._change(self._session.run(inputs))


def stages_with(stage: str, change: Callable[[dict[str, Array]], dict[str, Array]]) -> Stages:
    plain = tiny_stages()
    sessions = {name: plain[name] for name in STAGES}
    return Stages({**sessions, stage: Altered(sessions[stage], change)}, plain.facts)


class Ear:
    """Hears every word of every clip, and rates louder clips higher."""

    def __init__(self) -> None:
        self.languages: list[str] = []
        self.ratings = 0

    def transcribe(self, samples: Samples, sample_rate_hz: int, language: str) -> str:
        self.languages.append(language)
        return "the birds were singing in the garden"

    def rate(self, samples: Samples, sample_rate_hz: int) -> Rating:
        self.ratings += 1
        return Rating(3.0, 4.0, float(np.abs(samples).mean()))


@pytest.fixture
def ear() -> Ear:
    return Ear()


def build(name: str, open_stages: Callable[[], Stages] = tiny_stages) -> EvaluatedBuild:
    return EvaluatedBuild(name, {"text": name}, open_stages, tiny_table(), OTHER_WAVEFORM)


def never() -> Stages:
    pytest.fail("the model was opened")


@pytest.fixture
def evaluator_of(voices: VoiceBook, tmp_path: Path, ear: Ear) -> Callable[..., Evaluator]:
    def evaluator(candidate: EvaluatedBuild, reference: EvaluatedBuild | None = None) -> Evaluator:
        texts = Texts(Planner(LetterPhonemizer()), voices)
        return Evaluator.of(
            candidate, reference or build("exact"), texts, Listeners(lambda: ear, lambda: ear), tmp_path
        )

    return evaluator


EvaluatorOf = Callable[..., Evaluator]


def test_a_build_that_is_the_reference_differs_by_streaming_only(evaluator_of: EvaluatorOf) -> None:
    (measured,) = evaluator_of(build("same")).evaluate([ENGLISH], ALL_PARTS).clips
    assert measured.build["prosody"] == {
        "same_durations": 1.0,
        "durations_far_off": 0.0,
        "length_change": 0.0,
        "pitch_cents": 0.0,
        "other_voicing": 0.0,
    }
    similarity = measured.build["similarity"]
    assert similarity["whole"]["log_spectral_distance_db"] == 0
    assert similarity["streamed"]["log_spectral_distance_db"] > 0
    assert similarity["seams"]["count"] >= 2
    assert measured.build["words"] == {"heard": "the birds were singing in the garden", "errors": 0, "words": 7}


def test_longer_durations_are_found_and_do_not_stand_in_the_way_of_a_comparison(evaluator_of: EvaluatorOf) -> None:
    def lengthened(outputs: dict[str, Array]) -> dict[str, Array]:
        durations = outputs["durations"].copy()
        durations[0, 1] += 1
        durations[0, 2] += 3
        return {**outputs, "durations": durations}

    slow = build("slow", lambda: stages_with("text", lengthened))
    (measured,) = evaluator_of(slow).evaluate([ENGLISH], ALL_PARTS).clips
    prosody = measured.build["prosody"]
    assert 0.9 < prosody["same_durations"] < 1
    assert prosody["same_durations"] == pytest.approx(1 - 2 * prosody["durations_far_off"])
    assert prosody["length_change"] > 0
    assert prosody["pitch_cents"] == 0
    assert measured.build["similarity"]["whole"]["log_spectral_distance_db"] == 0
    assert measured.build["sound"]["duration_s"] > measured.reference["sound"]["duration_s"] + 0.05


def test_a_higher_pitch_is_measured_in_cents(evaluator_of: EvaluatorOf) -> None:
    def voiced(outputs: dict[str, Array]) -> dict[str, Array]:
        return {**outputs, "pitch_hz": np.abs(outputs["pitch_hz"]) + np.float32(100)}

    def raised(outputs: dict[str, Array]) -> dict[str, Array]:
        return {**outputs, "pitch_hz": voiced(outputs)["pitch_hz"] * np.float32(2 ** (1 / 12))}

    reference = build("exact", lambda: stages_with("pitch", voiced))
    high = build("high", lambda: stages_with("pitch", raised))
    (measured,) = evaluator_of(high, reference).evaluate([ENGLISH], ["prosody"]).clips
    assert measured.build["prosody"]["pitch_cents"] == pytest.approx(100, abs=0.01)


def test_a_softer_generator_changes_similarity_loudness_and_rating(evaluator_of: EvaluatorOf) -> None:
    def softer(outputs: dict[str, Array]) -> dict[str, Array]:
        return {**outputs, "waveform": outputs["waveform"] * np.float32(0.5)}

    soft = build("soft", lambda: stages_with("generator", softer))
    plain = evaluator_of(build("same")).evaluate([ENGLISH], ALL_PARTS).clips[0]
    measured = evaluator_of(soft).evaluate([ENGLISH], ALL_PARTS).clips[0]
    assert measured.build["sound"]["lufs"] == pytest.approx(plain.build["sound"]["lufs"] - 6.02, abs=0.5)
    assert measured.build["mos"]["overall"] < measured.reference["mos"]["overall"]
    distances = [one.build["similarity"]["streamed"]["log_spectral_distance_db"] for one in (plain, measured)]
    assert distances[1] > distances[0] + 0.3


def test_a_second_evaluation_gives_the_same_numbers_from_the_cache(evaluator_of: EvaluatorOf, ear: Ear) -> None:
    first = evaluator_of(build("same")).evaluate(CLIPS, ALL_PARTS)
    heard, rated = list(ear.languages), ear.ratings
    again = evaluator_of(build("same", never), build("exact", never)).evaluate(CLIPS, ALL_PARTS)
    assert again == first
    assert (ear.languages, ear.ratings) == (heard, rated)
    assert sorted(heard) == ["en", "en", "es", "es"]  # of build and reference; not the voice with an accent


def test_a_second_measurement_gives_the_same_numbers(evaluator_of: EvaluatorOf) -> None:
    first = evaluator_of(build("same")).evaluate(CLIPS, ALL_PARTS)
    again = evaluator_of(replace(build("same"), file_hashes={"text": "another file"}), build("exact", never)).evaluate(
        CLIPS, ALL_PARTS
    )
    assert again.clips == first.clips


def test_an_interrupted_evaluation_is_resumed(evaluator_of: EvaluatorOf, ear: Ear) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluator_of(build("same")).evaluate(CLIPS, ALL_PARTS, interrupt)
    assert ear.languages == ["en", "en"]
    resumed = evaluator_of(build("same")).evaluate(CLIPS, ALL_PARTS)
    assert len(resumed.clips) == 3
    assert ear.languages == ["en", "en", "es", "es"]


def test_a_part_with_a_new_version_is_measured_again(
    evaluator_of: EvaluatorOf, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluator_of(build("same")).evaluate([ENGLISH], ALL_PARTS)
    monkeypatch.setattr(comparison, "PARTS", {**PARTS, "words": PARTS["words"] + 1})
    evaluator_of(build("same")).evaluate([ENGLISH], ALL_PARTS)
    assert (len(ear.languages), ear.ratings) == (4, 2)


def test_another_reference_is_another_measurement(evaluator_of: EvaluatorOf, ear: Ear) -> None:
    evaluator_of(build("same")).evaluate([ENGLISH], ["mos"])
    evaluator_of(build("same"), build("fp32")).evaluate([ENGLISH], ["mos"])
    assert ear.ratings == 4


def test_damaged_files_of_the_cache_are_measured_again(evaluator_of: EvaluatorOf, tmp_path: Path) -> None:
    first = evaluator_of(build("same")).evaluate([ENGLISH], ALL_PARTS)
    paths = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert sorted(path.suffix for path in paths) == [".json", ".json", ".npz"]
    for path in paths:
        path.write_bytes(path.read_bytes()[:40])
    assert evaluator_of(build("same")).evaluate([ENGLISH], ALL_PARTS) == first


def test_a_build_whose_norms_cannot_be_predicted_is_noticed(evaluator_of: EvaluatorOf) -> None:
    (plain,) = evaluator_of(build("same")).evaluate([ENGLISH], ["similarity"]).clips
    broken = replace(build("broken"), table=tiny_table(offset=np.nan))
    (measured,) = evaluator_of(broken).evaluate([ENGLISH], ["similarity"]).clips
    assert plain.build["similarity"]["is_streamed"] is True
    assert measured.build["similarity"]["is_streamed"] is False
    assert measured.build["similarity"]["streamed"]["log_spectral_distance_db"] == 0


def test_a_build_that_gives_no_speech_is_an_error_that_names_the_clip(evaluator_of: EvaluatorOf) -> None:
    def nothing(outputs: dict[str, Array]) -> dict[str, Array]:
        return {**outputs, "waveform": np.full_like(outputs["waveform"], np.nan)}

    broken = build("broken", lambda: stages_with("generator", nothing))
    with pytest.raises(EvaluationError, match=r"Build broken cannot speak clip af_heart/en-1: .* not finite"):
        evaluator_of(broken).evaluate([ENGLISH], ["sound"])


def test_a_text_of_several_spans_is_refused(evaluator_of: EvaluatorOf) -> None:
    endless = EvaluationClip(1, CorpusSentence("af_heart", "en-us", "on and on, " * 100, 1.0))
    with pytest.raises(EvaluationError, match=r"one span \([2-9] in"):
        evaluator_of(build("same")).evaluate([endless], ["prosody"])


def test_the_hash_of_a_build_changes_with_each_file_and_with_the_table(tmp_path: Path) -> None:
    files = {stage: tmp_path / f"{stage}.onnx" for stage in ("generator", "text", "trunk")}
    for path in files.values():
        path.write_bytes(b"weights")
    first = replace(build("same"), file_hashes=hashes_of(files))
    backwards = replace(first, file_hashes=dict(reversed(list(first.file_hashes.items()))))
    assert (backwards.sha256, backwards.whole_sha256) == (first.sha256, first.whole_sha256)
    for other, changes_whole in (
        (replace(first, table=tiny_table(offset=1.0)), False),
        (replace(first, file_hashes={**first.file_hashes, "generator": "rewritten"}), False),
        (replace(first, file_hashes={**first.file_hashes, "trunk": "rewritten"}), True),
    ):
        assert other.sha256 != first.sha256
        assert (other.whole_sha256 != first.whole_sha256) is changes_whole


def test_a_new_norm_table_leaves_the_reference_in_the_cache(evaluator_of: EvaluatorOf, ear: Ear) -> None:
    table = tiny_table(offset=0.5)
    evaluator_of(build("same")).evaluate([ENGLISH], ["mos"])
    evaluator_of(replace(build("same"), table=table), replace(build("exact", never), table=table)).evaluate(
        [ENGLISH], ["mos"]
    )
    assert ear.ratings == 3
