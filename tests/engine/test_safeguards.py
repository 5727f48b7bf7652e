"""Memory that streams, readers, builds and whole answers reserve, and that is given back however they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from fakes import GatedPipeline, tiny_engine, wait_for, warm
from koe.engine.engine import Engine
from koe.engine.memory_budget import MIB
from koe.engine.memory_guard import Limit, MemoryReading, Pressure
from koe.engine.safeguards import BUILD_BYTES, FILE_BYTES_PER_SAMPLE, LIVE_BYTES, Safeguards
from koe.engine.scheduler import Scheduler
from koe.engine.stream import Stream
from koe.errors import Busy, MemoryShort
from koe.languages import LANGUAGES
from koe.model.voices import VoiceBook
from koe.types import SpeechRequest

ENGLISH = LANGUAGES["en-us"].reader_mib * MIB


def room(mib: float) -> MemoryReading:
    return MemoryReading((Limit("the setting", 2000 * MIB, int((2000 - mib) * MIB)),))


def start(engine: Engine, text: str = "Hello there.", *, live: bool = True, voice: str = "af_heart") -> Stream:
    return engine.stream(engine.prepare(SpeechRequest(text, voice, live=live)))


def reserved(engine: Engine) -> int:
    return engine.safeguards.guard.state.reserved_bytes


@pytest.fixture
def gated() -> GatedPipeline:
    return GatedPipeline()


@pytest.fixture
def gated_engine(voices: VoiceBook, gated: GatedPipeline) -> Iterator[Engine]:
    engine = warm(tiny_engine(voices, gated, scheduler=Scheduler(max_streams=2)))
    yield engine
    gated.gate.release(10_000)
    engine.close()


def test_a_stream_reserves_memory_until_it_is_over(engine: Engine) -> None:
    assert list(start(engine))
    wait_for(lambda: reserved(engine) == 0)


def test_a_whole_answer_reserves_by_its_length_and_a_reader_once(gated_engine: Engine, gated: GatedPipeline) -> None:
    job = gated_engine.prepare(SpeechRequest("A sentence of some length. " * 40, live=False))
    first = gated_engine.stream(job)
    samples = int(job.expected_s * gated_engine.sample_rate_hz)
    of_file = LIVE_BYTES + FILE_BYTES_PER_SAMPLE * samples
    assert reserved(gated_engine) == of_file + ENGLISH
    second = gated_engine.stream(job)
    assert reserved(gated_engine) == 2 * of_file + ENGLISH
    first.cancel()
    second.cancel()
    gated.gate.release(10)
    wait_for(lambda: reserved(gated_engine) == 0)


def test_a_language_whose_reader_does_not_fit_is_refused_and_others_are_not(engine: Engine) -> None:
    guard = engine.safeguards.guard
    list(start(engine))
    wait_for(lambda: reserved(engine) == 0)
    guard.observe(room(100), 0.0)
    with pytest.raises(MemoryShort):
        start(engine, "あ, a.", voice="jf_alpha")
    assert list(start(engine))
    wait_for(lambda: reserved(engine) == 0)
    guard.observe(room(300), 0.0)
    assert list(start(engine, "あ, a.", voice="jf_alpha"))
    wait_for(lambda: reserved(engine) == 0)
    guard.observe(room(100), 0.0)
    assert list(start(engine, "あ, a.", voice="jf_alpha"))  # it is loaded


def test_a_large_reader_must_leave_enough_for_the_languages_that_are_loaded(engine: Engine) -> None:
    """Japanese would fit into 200 MiB, and memory would be tight from then on."""
    engine.safeguards.guard.observe(room(200), 0.0)
    with pytest.raises(MemoryShort):
        start(engine, "あ, a.", voice="jf_alpha")
    engine.safeguards.guard.observe(room(70), 1.0)
    assert engine.safeguards.guard.pressure is Pressure.TIGHT
    assert list(start(engine))  # the first English sentence, and a small reader


def test_a_refused_stream_gives_its_memory_back(gated_engine: Engine, gated: GatedPipeline) -> None:
    streams = [start(gated_engine) for _ in range(2)]
    before = reserved(gated_engine)
    with pytest.raises(Busy):
        start(gated_engine)
    assert reserved(gated_engine) == before
    for stream in streams:
        stream.cancel()  # one of them has not begun
    gated.gate.release(10)
    wait_for(lambda: reserved(gated_engine) == 0)


def test_a_stream_in_mid_speech_is_not_refused(engine: Engine) -> None:
    first = start(engine)
    list(first)
    engine.safeguards.guard.observe(room(10), 0.0)
    with pytest.raises(MemoryShort):
        start(engine)
    following = engine.stream(engine.prepare(SpeechRequest("And on.")), first)
    assert list(following)


def test_the_encoding_of_a_whole_answer_counts_and_is_not_refused() -> None:
    safeguards = Safeguards()
    safeguards.guard.observe(room(0), 0.0)
    with safeguards.encoding(1000):
        assert safeguards.guard.state.reserved_bytes == 17_000
    assert safeguards.guard.state.reserved_bytes == 0


@pytest.mark.parametrize("fails", [False, True])
def test_a_build_is_opened_only_where_it_fits(fails: bool) -> None:
    safeguards = Safeguards()
    safeguards.guard.observe(room(300), 0.0)
    with pytest.raises(MemoryShort), safeguards.opening_build():
        pytest.fail("opened")
    safeguards.guard.observe(room(1000), 0.0)

    def open_build() -> None:
        with safeguards.opening_build():
            assert safeguards.guard.state.reserved_bytes == BUILD_BYTES
            if fails:
                raise KeyError

    _quietly(open_build)
    assert safeguards.guard.state.reserved_bytes == 0


def _quietly(call: Callable[[], None]) -> None:
    with suppress(KeyError):
        call()
