"""Times of the stages up to the first sound."""

from __future__ import annotations

from fakes import TINY_STAGES, LetterPhonemizer, tiny_engine, tiny_table
from koe.bench.stage_times import REST, StageClock, TimedBackend, TimedReader, measure_stages
from koe.engine.pipeline import Pipeline
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.stages import open_stages, stage_files
from koe.model.voices import VoiceBook
from koe.text.plan import Planner


def test_only_runs_within_the_interval_count() -> None:
    moments = iter([0.0, 1.0, 2.0, 2.5, 3.0, 3.25, 4.0, 6.0])
    clock = StageClock(lambda: next(moments))
    for stage in ("text", "text", "generator", "generator"):
        with clock.timing(stage):
            pass
    assert clock.spent_ms(since_s=2.0, until_s=5.0) == {"text": 500, "generator": 250}


def test_every_stage_up_to_the_first_sound_is_timed(voices: VoiceBook) -> None:
    clock = StageClock()
    stages = open_stages(TimedBackend(OnnxRuntimeBackend(threads=1), clock), stage_files(TINY_STAGES))
    planner = Planner(TimedReader(LetterPhonemizer(), clock))
    engine = tiny_engine(voices, Pipeline(planner, voices, stages, tiny_table()), planner=planner)
    try:
        spent_ms = measure_stages(engine, clock, "abc def ghi. jkl mno pqr.", "af_heart")
    finally:
        engine.close()
    assert {"g2p", "text", "pitch", "trunk", "source", "generator", REST} <= set(spent_ms)
    assert all(time_ms > 0 for stage, time_ms in spent_ms.items() if stage != REST)
