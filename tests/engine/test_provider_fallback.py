"""Where a provider fails, the same build on the CPU speaks the rest of the request; every sample is heard once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from fakes import NO_FILLER, TINY_STAGES, tiny_engine, tiny_planner, tiny_stages, tiny_table
from faults import Fault, Faulty
from koe.engine.cpu_instead import CpuInstead
from koe.engine.decode import SpanDecoder
from koe.engine.engine import Engine
from koe.engine.opening_cache import OpeningCache
from koe.engine.pipeline import Pipeline
from koe.errors import StageError
from koe.model.backends import Precision, Session
from koe.model.backends.by_provider import ProvidedBackend, stage_of
from koe.model.backends.choice import ProviderChoice
from koe.model.backends.health import ProviderHealth
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.stages import Stages, open_stages, stage_files
from koe.model.voices import VoiceBook
from koe.types import Samples, SpeechRequest
from limits import HANG_S
from two_builds import soft_stages

TEXT = "A sentence that lasts a while and goes on for some words more. And a second one, too."
LONG = (
    "The rain above the hills went on for days, and people who lived there could not remember a time like it, "
    "nor one so late."
)
CAUSES: dict[Fault, str] = {"nan": "not_finite", "constant": "constant", "loud": "too_loud", "raises": "raised"}


class FaultyBackend:
    """A provider whose sessions fail as the test asks, by stage; it cannot open the stages in `refuses`."""

    name = "faulty"

    def __init__(self, refuses: tuple[str, ...] = ()) -> None:
        self._refuses = refuses
        self.sessions: dict[str, Faulty] = {}

    def open(self, path: Path, *, precision: Precision = "f32", releases_memory: bool = False) -> Session:
        stage = stage_of(path)
        if stage in self._refuses:
            raise StageError(f"{stage} has operations that this provider does not have.")
        self.sessions[stage] = Faulty(stage=stage)
        self.sessions[stage].metadata = OnnxRuntimeBackend(1).open(path).metadata
        return self.sessions[stage]


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Machine:
    """An engine with a provider `npu` for some stages of the tiny model. The exact stages are half as loud."""

    def __init__(
        self, voices: VoiceBook, stages: tuple[str, ...], *, timeout_s: float = HANG_S, from_characters: int = 0
    ) -> None:
        self.npu, self.clock = FaultyBackend(), Clock()
        choice = ProviderChoice(dict.fromkeys(stages, "npu"), from_characters)
        self._start(voices, {"npu": self.npu}, choice, timeout_s)

    def _start(
        self, voices: VoiceBook, others: dict[str, FaultyBackend], choice: ProviderChoice, timeout_s: float
    ) -> None:
        self.health = ProviderHealth(30, self.clock)
        backend = ProvidedBackend(OnnxRuntimeBackend(1), dict(others), choice, self.health, timeout_s=timeout_s)
        stages = open_stages(backend, stage_files(TINY_STAGES))
        self.stages = stages
        cpu = CpuInstead(self._on_cpu, backend.suits, self.health) if stages.accelerators else None
        self.cpu_openings = 0
        pipeline = Pipeline(tiny_planner(), voices, stages, tiny_table(), exact=self._exact, cpu=cpu)
        self.engine = tiny_engine(voices, pipeline, openings=OpeningCache(10_000_000, 60), options=NO_FILLER)

    def _on_cpu(self) -> SpanDecoder:
        self.cpu_openings += 1
        return SpanDecoder(tiny_stages(), tiny_table())

    def _exact(self) -> SpanDecoder:
        return SpanDecoder(soft_stages(), tiny_table())

    def spoken(self, text: str = TEXT, *, live: bool = False) -> Samples:
        job = self.engine.prepare(SpeechRequest(text, live=live))
        return np.concatenate([block.samples for block in self.engine.stream(job)])

    @property
    def failures(self) -> dict[str, int]:
        return dict(self.health.states[0].failures) if self.health.states else {}


class OddMachine(Machine):
    """The generator's provider is unknown, or cannot open it."""

    def __init__(self, voices: VoiceBook, name: str) -> None:
        self.npu, self.clock = FaultyBackend(refuses=("generator",)), Clock()
        self._start(voices, {"npu": self.npu}, ProviderChoice({"generator": name, "trunk": name}), HANG_S)


Start = Callable[..., Machine]


@pytest.fixture
def start(voices: VoiceBook) -> Iterator[Start]:
    started: list[Machine] = []

    def start_one(*stages: str, **options: float) -> Machine:
        started.append(Machine(voices, stages, **options))  # type: ignore[arg-type]
        return started[-1]

    yield start_one
    for machine in started:
        machine.engine.close()


@pytest.fixture
def usual(voices: VoiceBook) -> Callable[..., Samples]:
    """What the CPU alone speaks."""

    def speak(text: str = TEXT, *, live: bool = False) -> Samples:
        engine: Engine = tiny_engine(voices)
        try:
            job = engine.prepare(SpeechRequest(text, live=live))
            return np.concatenate([block.samples for block in engine.stream(job)])
        finally:
            engine.close()

    return speak


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("window", [0, 1, 3])
@pytest.mark.parametrize("fault", CAUSES)
def test_nothing_is_lost_or_heard_twice(
    start: Start, usual: Callable[..., Samples], fault: Fault, window: int, live: bool
) -> None:
    machine = start("generator")
    machine.npu.sessions["generator"].get(fault, first=window)
    assert np.array_equal(machine.spoken(live=live), usual(live=live))
    assert machine.failures == {CAUSES[fault]: 1}
    assert dict(machine.engine.state.builds[0].fallbacks) == {}  # the build is not to blame


@pytest.mark.parametrize("stage", ["text", "pitch", "trunk", "source"])
@pytest.mark.parametrize("fault", ["nan", "raises"])
def test_a_stage_before_the_generator_falls_back_too(
    start: Start, usual: Callable[..., Samples], stage: str, fault: Fault
) -> None:
    machine = start("text", "pitch", "trunk", "source", "generator")
    machine.npu.sessions[stage].get(fault)
    assert np.array_equal(machine.spoken(LONG), usual(LONG))
    assert machine.failures == {CAUSES[fault]: 1}


def test_a_call_that_hangs_is_replaced(start: Start, usual: Callable[..., Samples]) -> None:
    machine = start("generator", timeout_s=0.2)
    generator = machine.npu.sessions["generator"]
    machine.spoken("One.")  # the first run has more time
    generator.get("hang", first=1)
    assert np.array_equal(machine.spoken(), usual())
    assert machine.failures == {"hangs": 1}
    assert generator.hangs.is_set()
    generator.mend()


def test_a_provider_stays_out_until_its_back_off_has_passed(start: Start, usual: Callable[..., Samples]) -> None:
    machine = start("generator")
    generator = machine.npu.sessions["generator"]
    generator.get("raises", first=1)
    machine.spoken()
    generator.mend()
    runs = generator.runs
    assert np.array_equal(machine.spoken(), usual())
    assert generator.runs == runs
    assert machine.health.states[0].use == "backing_off"
    machine.clock.now_s = 31
    assert np.array_equal(machine.spoken(), usual())
    assert generator.runs > runs
    assert machine.failures == {"raised": 1}
    assert machine.health._of("npu").in_a_row == 0


def test_where_the_cpu_fails_too_the_exact_stages_go_on_from_there(
    voices: VoiceBook, usual: Callable[..., Samples]
) -> None:
    """Three decoders in one request: the provider, the CPU, and the exact stages, which are half as loud here."""
    machine = Machine(voices, ("generator",))
    cpu = Faulty()
    stages = tiny_stages()
    sessions = {stage: stages[stage] for stage in ("text", "pitch", "trunk", "source", "generator_modulation")}
    broken = Stages({**sessions, "generator": cpu}, stages.facts, name="fp32")
    pipeline = Pipeline(
        tiny_planner(),
        voices,
        machine.stages,
        tiny_table(),
        exact=lambda: SpanDecoder(soft_stages(), tiny_table()),
        cpu=CpuInstead(lambda: SpanDecoder(broken, tiny_table()), lambda _: True, machine.health),
    )
    engine = tiny_engine(voices, pipeline, options=NO_FILLER)
    machine.npu.sessions["generator"].get("raises", first=1)
    cpu.get("nan", first=1)
    expected = usual(LONG, live=True)
    heard = np.concatenate([b.samples for b in engine.stream(engine.prepare(SpeechRequest(LONG)))])
    assert heard.shape == expected.shape
    is_loud = np.abs(expected) > 0.01
    ratio = heard[is_loud] / expected[is_loud]
    switch = int(np.flatnonzero(np.abs(ratio - 1) > 0.01)[0])
    assert switch > 0
    assert np.allclose(ratio[:switch], 1, atol=0.01)
    assert np.allclose(ratio[switch + 240 :], 0.5, atol=0.01)
    assert machine.failures == {"raised": 1}
    assert dict(engine.state.builds[0].fallbacks) == {"not_finite": 1}
    engine.close()
    machine.engine.close()


def test_a_stage_of_the_cpu_that_fails_is_no_fault_of_the_provider(start: Start) -> None:
    machine = start("generator")
    machine.stages._sessions["trunk"] = trunk = Faulty(stage="trunk")
    trunk.get("raises")
    machine.spoken()
    assert machine.failures == {}
    assert dict(machine.engine.state.builds[0].fallbacks) == {"raised": 1}


def test_an_opening_that_the_fallback_spoke_is_not_cached(start: Start) -> None:
    machine = start("generator")
    machine.npu.sessions["generator"].get("raises")
    machine.spoken(live=True)
    assert machine.engine.state.primer.entries == 0
    machine.clock.now_s = 31
    machine.npu.sessions["generator"].mend()
    machine.spoken(live=True)
    assert machine.engine.state.primer.entries == 1


def test_short_texts_are_spoken_by_the_cpu_where_the_rule_says_so(start: Start, usual: Callable[..., Samples]) -> None:
    machine = start("generator", from_characters=60)
    generator = machine.npu.sessions["generator"]
    short = "A short text."
    assert np.array_equal(machine.spoken(short), usual(short))
    assert generator.runs == 0
    assert np.array_equal(machine.spoken(), usual())
    assert generator.runs > 0
    assert machine.failures == {}


@pytest.mark.parametrize(("name", "use"), [("cuba", "missing"), ("npu", "not_opened")])
def test_what_cannot_be_opened_is_computed_by_the_cpu(
    voices: VoiceBook, usual: Callable[..., Samples], caplog: pytest.LogCaptureFixture, name: str, use: str
) -> None:
    machine = OddMachine(voices, name)
    assert np.array_equal(machine.spoken(), usual())
    state = machine.health.states[0]
    assert (state.name, state.use) == (name, use)
    assert state.stages == ("generator", "trunk")
    warnings = [
        record.getMessage() for record in caplog.records if f"provider {name} is not used" in record.getMessage()
    ]
    assert len(warnings) == 1
    assert machine.stages.accelerators == (frozenset() if use == "missing" else {"npu"})
    machine.engine.close()


def test_the_status_says_what_a_provider_does(start: Start) -> None:
    machine = start("trunk", "generator")
    machine.npu.sessions["trunk"].get("raises")
    machine.spoken()
    state = machine.health.states[0]
    assert (state.name, state.use, set(state.stages)) == ("npu", "backing_off", {"trunk", "generator"})
    assert state.retry_in_s == 30
