"""The marks of an answer: what they measure, and who sets them."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from clocks import ManualClock
from fakes import steps, tiny_engine, warm
from koe.engine.engine import Engine
from koe.engine.marks import Kind, Marks, current_marks
from koe.engine.opening_cache import OpeningCache
from koe.engine.stream import Stream
from koe.model.voices import VoiceBook
from koe.types import AudioBlock, SpeechRequest

TEXT = "Hello from koe. And once more, so that it takes a while."
ORDER = ("accepted", "admitted", "begun", "text", "prosody", "window", "block")


def spoken(engine: Engine, text: str = TEXT, *, live: bool = True, marks: Marks | None = None) -> Marks:
    stream = engine.stream(engine.prepare(SpeechRequest(text, live=live)), marks=marks)
    for _ in stream:
        pass
    return stream.marks


def test_a_mark_is_kept_at_its_first_occurrence() -> None:
    clock = ManualClock()
    marks = Marks(clock)
    clock.now_s += 1.0
    marks.mark("audible")
    clock.now_s += 1.0
    marks.mark("audible")
    assert marks.first_sound_s == 1.0


def test_the_pipeline_marks_its_stages_in_order(engine: Engine) -> None:
    marks = spoken(warm(engine))
    moments = [getattr(marks, f"{name}_s") for name in ORDER]
    assert None not in moments
    assert moments == sorted(moments)
    assert marks.audible_s is None  # only who hands it to a socket knows that
    assert marks.windows >= 2
    assert 0 < marks.work_s < marks.block_s - marks.begun_s + marks.work_s  # type: ignore[operator]
    assert marks.rtf == marks.work_s / marks.audio_s


def test_work_of_a_lane_is_counted_and_waiting_is_not() -> None:
    clock = ManualClock()

    def blocks() -> object:
        for _ in range(2):
            clock.now_s += 0.3
            yield AudioBlock(np.full(24_000, 0.1, dtype=np.float32), 24_000)

    stream = Stream(steps(blocks()), clock=clock)  # type: ignore[arg-type]
    stream.step()
    clock.now_s += 5.0
    stream.step()
    assert stream.marks.work_s == pytest.approx(0.6)
    assert stream.marks.rtf == pytest.approx(0.3)


def test_kinds(voices: VoiceBook) -> None:
    engine = tiny_engine(voices, openings=OpeningCache(1_000_000, 60.0))
    try:
        assert spoken(engine, "First of all.").kind is Kind.COLD
        warm(engine)
        assert spoken(engine).kind is Kind.WARM
        assert spoken(engine).kind is Kind.HIT
    finally:
        engine.close()


def test_time_of_a_hit_has_another_name() -> None:
    clock = ManualClock()
    marks = Marks(clock)
    marks.begin_as(Kind.HIT, is_live=True)
    clock.now_s += 0.01
    marks.mark("audible")
    assert marks.ttfa_s is None
    assert marks.hit_s == pytest.approx(0.01)


def test_segments_of_one_answer_share_its_marks(engine: Engine) -> None:
    marks = Marks()
    first = spoken(warm(engine), marks=marks)
    audio_s, admitted_s = first.audio_s, first.admitted_s
    second = spoken(engine, "Another text.", marks=marks)
    assert second is first
    assert (second.admitted_s, second.kind) == (admitted_s, Kind.WARM)
    assert second.audio_s > audio_s


def test_jitter_is_the_difference_to_the_distance_of_the_audio() -> None:
    clock = ManualClock()
    marks = Marks(clock)
    assert marks.frame_handed(0.0, is_paced=False) is None
    clock.now_s += 0.05
    assert marks.frame_handed(0.05, is_paced=True) is None  # the one before was not paced
    clock.now_s += 0.053
    assert marks.frame_handed(0.10, is_paced=True) == pytest.approx(0.003)
    marks.break_pace()
    clock.now_s += 9.0
    assert marks.frame_handed(0.15, is_paced=True) is None
    assert (marks.frames, marks.jitter.count) == (4, 1)


@pytest.mark.parametrize(("paused_first", "first_s"), [(True, None), (False, 1.0)])
def test_a_pause_of_the_client_is_no_time_of_koe(paused_first: bool, first_s: float | None) -> None:
    clock = ManualClock()
    marks = Marks(clock)
    if paused_first:
        marks.hold()
    clock.now_s += 1.0
    marks.mark("audible")
    marks.hold()
    assert marks.first_sound_s == first_s


def test_stages_follow_one_another() -> None:
    clock = ManualClock()
    marks = Marks(clock)
    for name in ("admitted", "begun", "text", "prosody", "window", "audible", "ended"):
        clock.now_s += 1.0
        marks.mark(name)
    assert [stage.name for stage in marks.stages] == [
        "prepare",
        "queue",
        "text",
        "prosody",
        "first_window",
        "delivery",
        "rest",
    ]
    assert {stage.stop_s - stage.start_s for stage in marks.stages} == {1.0}


def test_streams_beside_each_other_have_marks_of_their_own(engine: Engine) -> None:
    async def one(text: str) -> Marks:
        stream = engine.stream(engine.prepare(SpeechRequest(text)))
        async for _ in stream:
            pass
        return stream.marks

    async def both() -> list[Marks]:
        return list(await asyncio.gather(one("A short one."), one(TEXT)))

    short, long = asyncio.run(both())
    assert short is not long
    assert short.audio_s < long.audio_s
    assert current_marks() is None
