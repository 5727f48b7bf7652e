"""koe models evaluate: options, exit codes and output, with a tiny model."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fakes import LetterPhonemizer, tiny_stages, tiny_table
from koe.bench.evaluation.bars import SAME_WAVEFORM, Bars
from koe.bench.evaluation.builds import EvaluatedBuild
from koe.bench.evaluation.comparison import Listeners, Texts
from koe.bench.evaluation.run import Evaluator
from koe.bench.mos import Rating
from koe.build.recipes import BUILDS
from koe.cli import evaluate, options
from koe.cli.evaluated_build import load_evaluator
from koe.cli.main import app
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.text.plan import Planner
from koe.types import Samples

ANYTHING = Bars(
    most_added_word_errors=9.0, most_lost_mos=9.0, most_added_clicks=999, largest_distance_db=99.0, lowest_pesq=None
)


class Ear:
    def transcribe(self, samples: Samples, sample_rate_hz: int, language: str) -> str:
        return "a word"

    def rate(self, samples: Samples, sample_rate_hz: int) -> Rating:
        return Rating(3.0, 4.0, 3.5)


Prepare = Callable[[Bars], None]


@pytest.fixture
def prepare(voices: VoiceBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Prepare:
    """Replaces the model, its voices and the listeners."""

    def prepared(bars: Bars) -> None:
        def load(settings: Settings, build: str, reference: str) -> Evaluator:
            tiny, exact = (EvaluatedBuild(name, {}, tiny_stages, tiny_table(), bars) for name in (build, reference))
            texts = Texts(Planner(LetterPhonemizer()), voices)
            return Evaluator.of(tiny, exact, texts, Listeners(Ear, Ear), tmp_path / "evaluations")

        monkeypatch.setattr(evaluate, "load_evaluator", load)
        monkeypatch.setattr(evaluate, "voice_book", lambda settings: voices)

    return prepared


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["models", *arguments])


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["evaluate", "fp23"], f"must be one of {', '.join(BUILDS)} (got fp23)"),
        (["evaluate", "fp32", "--reference", "fp23"], f"must be one of {', '.join(BUILDS)} (got fp23)"),
        (["evaluate", "fp32", "--part", "taste"], "must be one of prosody, similarity, sound, mos, words (got taste)"),
        (["evaluate", "fp32", "--clips", "0"], "Invalid value for '--clips'"),
        (["evaluate", "fp32", "--pictures", "/no/such/folder"], "needs an existing folder"),
        (["evaluate", "fp32", "--pictures", ".", "--part", "mos"], "needs --part similarity"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_done(
    arguments: list[str], part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("koe.cli.evaluated_build.ensure_stages", lambda *_: pytest.fail("went on"))
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert part in " ".join(result.stderr.split())


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "find_spec", lambda name: None if name == "faster_whisper" else object())
    monkeypatch.setattr(evaluate, "load_settings", lambda: pytest.fail("went on"))
    result = invoke("evaluate", "fp32")
    assert (result.exit_code, "pip install 'koe[quality]'" in result.stderr) == (2, True)


def test_an_evaluation_in_json_with_every_clip(prepare: Prepare) -> None:
    prepare(ANYTHING)
    result = invoke("evaluate", "fp32", "--clips", "4", "--json")
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert (report["build"]["name"], report["reference"]["name"], report["clips"]) == ("fp32", "exact", 4)
    assert report["verdict"]["passed"] is None  # four clips are too few
    assert len(report["each"]) == 4
    assert set(report["each"][0]["build"]) == {"prosody", "similarity", "sound", "mos", "words"}


def test_a_missed_bar_is_exit_code_1(prepare: Prepare) -> None:
    prepare(SAME_WAVEFORM)
    result = invoke("evaluate", "fp32", "--clips", "2", "--part", "similarity")
    assert result.exit_code == 1
    assert "verdict: failed" in result.stdout
    assert "A verdict needs 100 sentences and 12 voices." in result.stdout


def test_one_part_alone_needs_no_other_listener(prepare: Prepare) -> None:
    prepare(ANYTHING)
    result = invoke("evaluate", "fp32", "--clips", "2", "--part", "prosody", "--json")
    report = json.loads(result.stdout)
    assert set(report["each"][0]["build"]) == {"prosody"}
    assert report["words"] is None


def test_pictures_of_the_worst_clips_are_drawn(prepare: Prepare, tmp_path: Path) -> None:
    prepare(ANYTHING)
    folder = tmp_path / "pictures"
    folder.mkdir()
    result = invoke("evaluate", "fp32", "--clips", "2", "--part", "similarity", "--pictures", str(folder))
    drawn = sorted(folder.iterdir())
    assert len(drawn) == 2
    assert all(path.name.startswith("fp32-") and path.suffix == ".png" for path in drawn)
    assert all(str(path) in result.stdout for path in drawn)


def test_an_unknown_build_names_the_parameter() -> None:
    with pytest.raises(Exception, match=", ".join(BUILDS)) as caught:
        load_evaluator(Settings(), "fp32", "fast")
    assert getattr(caught.value, "param_hint", None) == "--reference"
