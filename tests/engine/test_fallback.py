"""Where a stage of a build fails, the exact stages speak the rest of the request, heard once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import pytest

from fakes import NO_FILLER, tiny_engine, tiny_planner, tiny_stages, tiny_table
from faults import Fault, Faulty
from koe.engine.decode import SpanDecoder
from koe.engine.engine import Engine
from koe.engine.opening_cache import OpeningCache
from koe.engine.pipeline import Pipeline
from koe.errors import BadOutput
from koe.model.backends import Array, Session
from koe.model.stages import STAGES, Stages
from koe.model.voices import VoiceBook
from koe.text.clause import LONGEST_IN_ONE_PASS
from koe.types import Samples, SpeechRequest
from two_builds import soft_stages

TEXT = "A sentence that lasts a while and goes on for some words more. And a second one, too."
LONG = (
    "The rain above the hills went on for days, and people who lived there could not remember a time like it, "
    "nor one so late."
)
CAUSES: dict[Fault, str] = {
    "nan": "not_finite",
    "constant": "constant",
    "zeros": "constant",
    "loud": "too_loud",
    "raises": "raised",
}
Open = Callable[..., Engine]


def with_sessions(**sessions: Session) -> Stages:
    stages = tiny_stages()
    return Stages({stage: stages[stage] for stage in STAGES} | sessions, stages.facts, name="fp32")


@pytest.fixture
def open_engine(voices: VoiceBook) -> Iterator[Open]:
    """Opens engines whose exact stages are the tiny ones, or others."""
    opened: list[Engine] = []

    def open_one(stages: Stages, exact: Stages | None = None) -> Engine:
        def exact_decoder() -> SpanDecoder:
            return SpanDecoder(exact or tiny_stages(), tiny_table())

        pipeline = Pipeline(tiny_planner(), voices, stages, tiny_table(), exact=exact_decoder)
        opened.append(tiny_engine(voices, pipeline, openings=OpeningCache(10_000_000, 60), options=NO_FILLER))
        return opened[-1]

    yield open_one
    for engine in opened:
        engine.close()


def spoken(engine: Engine, text: str = TEXT, *, live: bool = True) -> Samples:
    job = engine.prepare(SpeechRequest(text, live=live))
    return np.concatenate([block.samples for block in engine.stream(job)])


def fallbacks(engine: Engine) -> Mapping[str, int]:
    return engine.state.builds[0].fallbacks


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("window", [0, 1, 3])
@pytest.mark.parametrize("fault", CAUSES)
def test_nothing_is_lost_or_heard_twice(open_engine: Open, fault: Fault, window: int, live: bool) -> None:
    expected = spoken(open_engine(tiny_stages()), live=live)
    generator = Faulty()
    engine = open_engine(with_sessions(generator=generator))
    generator.get(fault, first=window)
    assert np.array_equal(spoken(engine, live=live), expected)
    assert fallbacks(engine) == {CAUSES[fault]: 1}


@pytest.mark.parametrize("stage", ["text", "pitch", "trunk", "generator_modulation"])
@pytest.mark.parametrize("fault", ["nan", "raises"])
@pytest.mark.parametrize("text", [TEXT, LONG])
def test_a_stage_before_the_generator_falls_back_too(open_engine: Open, stage: str, fault: Fault, text: str) -> None:
    expected = spoken(open_engine(tiny_stages()), text)
    faulty = Faulty(stage=stage)
    engine = open_engine(with_sessions(**{stage: faulty}))
    faulty.get(fault)
    heard = spoken(engine, text)
    if (stage, fault) == ("generator_modulation", "nan"):  # the norms are known not to be finite: decoded whole
        assert fallbacks(engine) == {}
        return
    assert np.array_equal(heard, expected)
    assert fallbacks(engine) == {CAUSES[fault]: 1}


@pytest.mark.parametrize("window", range(6))
def test_the_passes_of_a_long_sentence_meet_as_usual(open_engine: Open, window: int) -> None:
    assert len(LONG) > LONGEST_IN_ONE_PASS
    expected = spoken(open_engine(tiny_stages()), LONG)
    generator = Faulty()
    engine = open_engine(with_sessions(generator=generator))
    generator.get("nan", first=window)
    assert np.array_equal(spoken(engine, LONG), expected)


def test_the_exact_stages_speak_from_the_window_on_that_failed(open_engine: Open) -> None:
    """The exact stages are half as loud here."""
    usual = spoken(open_engine(tiny_stages()))
    generator = Faulty()
    engine = open_engine(with_sessions(generator=generator), soft_stages())
    generator.get("nan", first=2)
    heard = spoken(engine)
    assert heard.shape == usual.shape
    is_loud = np.abs(usual) > 0.01
    ratio = heard[is_loud] / usual[is_loud]
    changes = np.flatnonzero(np.abs(ratio - 1) > 0.01)
    switch = int(changes[0])
    assert 0 < switch < len(ratio)
    assert np.allclose(ratio[:switch], 1, atol=0.01)
    after_cross_fade = ratio[switch + 240 :]
    assert np.allclose(after_cross_fade, 0.5, atol=0.01)  # the second sentence too


def test_the_rest_of_the_request_does_not_try_the_build_again_and_the_next_request_does(open_engine: Open) -> None:
    generator = Faulty()
    engine = open_engine(with_sessions(generator=generator))
    generator.get("raises", first=1)
    spoken(engine)
    assert generator.runs == 2
    generator.mend()
    spoken(engine)
    assert generator.runs > 4
    assert fallbacks(engine) == {"raised": 1}


def test_while_the_exact_stages_are_preferred_a_build_that_has_failed_is_not_tried(voices: VoiceBook) -> None:
    generator, prefers = Faulty(), [True]
    stages = with_sessions(generator=generator)
    pipeline = Pipeline(
        tiny_planner(),
        voices,
        stages,
        tiny_table(),
        exact=lambda: SpanDecoder(soft_stages(), tiny_table()),
        prefers_exact=lambda: prefers[0],
    )
    engine = tiny_engine(voices, pipeline, options=NO_FILLER)
    usual = spoken(engine)  # it has not failed yet
    generator.get("raises", first=1)
    spoken(engine)
    generator.mend()
    before = generator.runs
    exact = spoken(engine)
    assert generator.runs == before
    assert np.abs(exact).max() < 0.6 * np.abs(usual).max()  # the exact stages are half as loud here
    assert fallbacks(engine) == {"raised": 1}
    prefers[0] = False
    assert np.array_equal(spoken(engine), usual)
    engine.close()


def test_an_opening_that_a_fallback_spoke_is_not_cached(open_engine: Open) -> None:
    generator = Faulty()
    engine = open_engine(with_sessions(generator=generator), soft_stages())
    usual = spoken(open_engine(tiny_stages()))
    generator.get("nan")
    assert not np.array_equal(spoken(engine), usual)
    assert engine.state.primer.entries == 0
    generator.mend()
    assert np.array_equal(spoken(engine), usual)


def test_windows_from_the_cache_are_kept_where_a_later_one_fails(open_engine: Open) -> None:
    generator = Faulty()
    engine = open_engine(with_sessions(generator=generator))
    usual = spoken(engine)
    generator.get("nan")
    assert np.array_equal(spoken(engine), usual)
    assert (engine.state.primer.hits, fallbacks(engine)) == (1, {"not_finite": 1})


def test_a_request_fails_if_the_exact_stages_fail_too(open_engine: Open) -> None:
    first, second = Faulty(), Faulty()
    engine = open_engine(with_sessions(generator=first), with_sessions(generator=second))
    first.get("raises", first=1)
    second.get("nan")
    with pytest.raises(BadOutput, match="not finite"):
        spoken(engine)
    assert fallbacks(engine) == {"raised": 1}


def test_each_cause_is_logged_once_and_without_the_words_of_a_library(
    open_engine: Open, caplog: pytest.LogCaptureFixture
) -> None:
    generator = Faulty("quetzalcoatl")
    engine = open_engine(with_sessions(generator=generator))
    faults: tuple[Fault, ...] = ("raises", "raises", "nan", "nan", "raises")
    for fault in faults:
        generator.get(fault)
        spoken(engine)
    warnings = [record.getMessage() for record in caplog.records if record.getMessage().startswith("fallback")]
    assert ["InjectedFault" in warnings[0], "not finite" in warnings[1], len(warnings)] == [True, True, 2]
    assert all("build fp32 failed" in warning for warning in warnings)
    assert "quetzalcoatl" not in caplog.text
    assert "sentence" not in caplog.text
    assert fallbacks(engine) == {"raised": 3, "not_finite": 2}


class SeesSizes(Session):
    """Keeps the number of half-frames of each window, context included."""

    metadata: Mapping[str, str] = {}

    def __init__(self, session: Session) -> None:
        self._session = session
        self.sizes: list[int] = []

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self.sizes.append(inputs["trunk"].shape[2])
        return self._session.run(inputs)


def test_windows_keep_their_sizes(open_engine: Open) -> None:
    """Else the listener would wait longer for the window that failed, and the samples would move by a step."""
    usual, failing, exact = (SeesSizes(tiny_stages()["generator"]) for _ in range(3))
    spoken(open_engine(with_sessions(generator=usual)))
    generator = Faulty()
    failing._session = generator
    generator.get("raises", first=1)
    spoken(open_engine(with_sessions(generator=failing), with_sessions(generator=exact)))
    assert failing.sizes[:1] + exact.sizes == usual.sizes
    assert failing.sizes[1] == exact.sizes[0]


class OtherChannels(Session):
    """The modulation of a generator with three channels."""

    metadata: Mapping[str, str] = {}

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        return {name: np.ones((1, 3, 1), dtype=np.float32) for name in ("gain", "bias")}


class SeesNorms(Session):
    metadata: Mapping[str, str] = {}

    def __init__(self, session: Session) -> None:
        self._session = session
        self.channels: set[int] = set()

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self.channels.add(inputs["scale"].shape[1])
        return self._session.run(inputs)


def test_norms_are_predicted_anew_for_a_generator_with_other_channels(voices: VoiceBook) -> None:
    slim = Faulty()
    seen = SeesNorms(slim)
    slim_stages = with_sessions(generator=seen, generator_modulation=OtherChannels())
    slim.get("raises")
    table = tiny_table()
    three = np.zeros(6, dtype=np.float32)
    slim_table = type(table)(
        **{
            **{name: getattr(table, name) for name in table.__dataclass_fields__},
            "directions": three[None],
            "offset": three,
            "typical_deviation": np.ones(3, dtype=np.float32),
        }
    )
    exact = SeesNorms(tiny_stages()["generator"])
    pipeline = Pipeline(
        tiny_planner(),
        voices,
        slim_stages,
        slim_table,
        exact=lambda: SpanDecoder(with_sessions(generator=exact), tiny_table()),
    )
    engine = tiny_engine(voices, pipeline)
    try:
        assert np.abs(spoken(engine)).max() > 0.05
        assert (seen.channels, exact.channels) == ({3}, {6})
    finally:
        engine.close()
