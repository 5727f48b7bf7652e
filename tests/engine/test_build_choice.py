"""The model of a request chooses the build that speaks it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from koe.engine.build_choice import OfferedBuilds, model_name
from koe.engine.engine import BuildState
from koe.errors import ModelNotOffered
from koe.model.voices import VoiceBook
from koe.types import PhonemeRequest, Samples, SpeechRequest
from two_builds import KNOWN, LOSS_LU, TwoBuilds

TEXT = "A sentence that lasts a while and goes on for some words more. And a second one."


@pytest.fixture
def two(voices: VoiceBook) -> Iterator[TwoBuilds]:
    two = TwoBuilds(voices)
    yield two
    two.engine.close()


def spoken(two: TwoBuilds, model: str, *, live: bool = True) -> Samples:
    job = two.engine.prepare(SpeechRequest(TEXT, model=model, live=live))
    return np.concatenate([block.samples for block in two.engine.stream(job)])


@pytest.mark.parametrize(
    ("model", "build"),
    [
        ("kokoro", "fp32"),
        ("kokoro-fp32", "fp32"),
        ("kokoro-soft", "soft"),
        (" Kokoro-Soft ", "soft"),
        ("tts-1", "fp32"),
        ("gpt-4o-mini-tts", "fp32"),
        ("kokoro-82m", "fp32"),  # no build of koe: a name of the model
        ("soft", "fp32"),
        ("", "fp32"),
    ],
)
def test_a_name_with_a_build_in_it_is_that_build_and_others_the_default(model: str, build: str) -> None:
    assert OfferedBuilds({"fp32": None, "soft": None}, KNOWN).choose(model) == build


def test_a_build_that_is_known_and_not_offered_is_refused_with_those_that_are() -> None:
    with pytest.raises(ModelNotOffered, match=r"Offered: kokoro, kokoro-fp32, kokoro-soft; .*KOKORO_BUILDS") as refused:
        OfferedBuilds({"fp32": None, "soft": None}, KNOWN).choose("kokoro-exact")
    assert (refused.value.param, refused.value.code) == ("model", "model_not_found")


def test_model_names_are_those_that_choose() -> None:
    builds = OfferedBuilds({"fp32": None, "soft": None}, KNOWN)
    assert [builds.choose(model_name(name)) for name in builds.names] == ["fp32", "soft"]


@pytest.mark.parametrize("live", [True, False])
def test_each_build_speaks_with_its_own_stages(two: TwoBuilds, live: bool) -> None:
    usual, soft = spoken(two, "kokoro", live=live), spoken(two, "kokoro-soft", live=live)
    assert np.abs(usual).max() > 0.05
    assert np.allclose(soft, usual * 0.5, atol=1e-6)


def test_openings_of_different_builds_are_not_mixed(two: TwoBuilds) -> None:
    first = [spoken(two, model) for model in ("kokoro", "kokoro-soft")]
    again = [spoken(two, model) for model in ("kokoro", "kokoro-soft", "kokoro-fp32")]
    assert two.engine.state.primer.hits == 3
    assert np.array_equal(again[0], first[0])
    assert np.array_equal(again[1], first[1])
    assert np.array_equal(again[2], first[0])


def test_another_build_is_opened_once_at_its_first_request(two: TwoBuilds) -> None:
    opened, closed = two.engine.state.builds
    assert (opened.name, opened.is_default, opened.is_open) == ("fp32", True, True)
    assert {source.provider for source in opened.stages} == {"CPUExecutionProvider"}
    assert closed == BuildState("soft", is_default=False, is_open=False)
    two.engine.prepare(SpeechRequest(TEXT))
    assert two.opened == 0
    for _ in range(2):
        two.engine.prepare(SpeechRequest(TEXT, model="kokoro-soft"))
    assert two.opened == 1
    assert two.engine.state.builds[1].is_open


def test_a_preview_opens_no_build(two: TwoBuilds) -> None:
    assert list(two.engine.preview(SpeechRequest(TEXT, model="kokoro-soft")).sentences)
    assert two.opened == 0


def test_voice_levels_are_those_of_the_build(two: TwoBuilds) -> None:
    for name, loss_lu in LOSS_LU.items():
        assert two.engine.prepare(SpeechRequest(TEXT, model=model_name(name))).loss_lu == loss_lu
        assert two.engine.prepare_phonemes(PhonemeRequest(("abc",), model=model_name(name))).loss_lu == loss_lu
