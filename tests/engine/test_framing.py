"""Blocks of a live stream cut into frames, with their words and text positions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.engine.framing import FrameCutter, Framed
from koe.engine.output import Mastering, Output, OutputFormat
from koe.types import AudioBlock, Cue
from koe.wire.codecs import FORMATS
from koe.wire.frames import Flags

RATE = 24_000
SOUND = np.random.default_rng(3).normal(scale=0.1, size=3 * RATE).astype(np.float32)


def cutter(form: OutputFormat, frame_ms: int = 50) -> FrameCutter:
    return FrameCutter(Output(form, RATE, Mastering(levels=False)), form, RATE, frame_ms)


def framed(form: OutputFormat, sizes: list[int], frame_ms: int = 50) -> list[Framed]:
    cutting, frames, place = cutter(form, frame_ms), [], 0
    cutting.begin_segment()
    for size in [*sizes, len(SOUND)]:
        frames += cutting.add(AudioBlock(SOUND[place : place + size], RATE))
        place += size
    frames += cutting.end_segment(100)
    return [*frames, *cutting.end()]


def whole(form: OutputFormat) -> bytes:
    output = Output(form, RATE, Mastering(levels=False))
    return output.add(AudioBlock(SOUND, RATE)) + output.end()


@given(st.lists(st.integers(0, 30_000), max_size=5), st.integers(30, 120))
def test_frames_do_not_depend_on_the_cut_of_the_blocks(sizes: list[int], frame_ms: int) -> None:
    form = OutputFormat("pcm")
    frames = [one.frame for one in framed(form, sizes, frame_ms)]
    assert b"".join(frame.payload for frame in frames) == whole(form)
    assert [frame.chunk_id for frame in frames] == list(range(len(frames)))
    place = 0
    for frame in frames:
        assert frame.first_sample == place
        assert frame.sample_count == len(frame.payload) // 2 <= frame_ms * RATE // 1000 + 1
        place += frame.sample_count
    assert place == len(SOUND)
    assert [bool(frame.flags & Flags.LAST) for frame in frames] == [False] * (len(frames) - 1) + [True]
    assert frames[0].flags & Flags.FIRST_OF_SEGMENT


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("rate", [16_000, 48_000])
def test_frames_of_every_format_have_all_samples(name: str, rate: int) -> None:
    form = OutputFormat(name, rate)
    frames = [one.frame for one in framed(form, [9000, 200, 11_000])]
    assert sum(frame.sample_count for frame in frames) == pytest.approx(len(SOUND) * rate / RATE, abs=1)
    if name in ("pcm", "wav"):
        assert b"".join(frame.payload for frame in frames) == whole(form)
    assert all(frame.payload for frame in frames[:-1])


def test_words_and_text_positions_come_with_the_frame_they_begin_in() -> None:
    cutting = cutter(OutputFormat("pcm"))
    cutting.begin_segment()
    cues = (Cue("one", 10, 13, 0.01, 0.2), Cue("two", 14, 17, 0.26, 0.5), Cue("three", 18, 23, 1.2, 1.4))
    frames = cutting.add(AudioBlock(SOUND[:RATE], RATE, cues=cues))
    assert [[cue.text for cue in one.cues] for one in frames[:7]] == [["one"], [], [], [], [], ["two"], []]
    assert [one.frame.text_stop for one in frames[:7]] == [13, 13, 13, 13, 13, 17, 17]
    frames = cutting.end_segment(40)
    cutting.begin_segment()
    frames += cutting.add(AudioBlock(SOUND[:RATE], RATE, cues=(Cue("four", 40, 44, 0.0, 0.2),)))
    assert [cue.text for one in frames for cue in one.cues] == ["three", "four"]
    four = next(cue for one in frames for cue in one.cues if cue.text == "four")
    assert four.start_s == pytest.approx(1.0)
    assert frames[-1].frame.segment_id == 1


def test_stream_without_audio_is_one_empty_last_frame() -> None:
    (only,) = cutter(OutputFormat("pcm")).end()
    assert only.frame.is_last
    assert only.frame.payload == b""


def test_filler_delays_the_words_behind_it() -> None:
    cutting = cutter(OutputFormat("pcm"))
    cutting.begin_segment()
    cues = (Cue("one", 0, 3, 0.01, 0.2), Cue("two", 4, 7, 0.3, 0.5))
    frames = cutting.add(AudioBlock(SOUND[:4800], RATE, cues=cues))
    for _ in range(3):
        frames += cutting.add(AudioBlock(SOUND[:480] * 0, RATE, is_filler=True))
    frames += cutting.add(AudioBlock(SOUND[:9600], RATE))
    starts = {cue.text: cue.start_s for one in frames for cue in one.cues}
    assert starts == {"one": pytest.approx(0.01), "two": pytest.approx(0.365)}


@given(
    st.lists(st.tuples(st.integers(0, 9_000), st.integers(0, 3)), max_size=6),
    st.sampled_from([8_000, 22_050, 24_000, 48_000]),
    st.sampled_from(["pcm", "wav"]),
)
def test_stream_without_its_filler_frames_is_the_stream_that_was_never_late(
    parts: list[tuple[int, int]], rate: int, name: str
) -> None:
    form = OutputFormat(name, rate)
    cutting, frames, place = FrameCutter(Output(form, RATE, Mastering()), form, RATE), [], 0
    cutting.begin_segment()
    for size, fillers in [*parts, (len(SOUND), 0)]:
        frames += cutting.add(AudioBlock(SOUND[place : place + size], RATE))
        place += size
        for _ in range(fillers):
            frames += cutting.add(AudioBlock(np.zeros(480, dtype=np.float32), RATE, is_filler=True))
    sent = [one.frame for one in [*frames, *cutting.end_segment(100), *cutting.end()]]
    recorded = [frame for frame in sent if not frame.is_filler]
    assert (recorded != sent) == any(fillers for _, fillers in parts)
    output = Output(form, RATE, Mastering())
    in_time = output.add(AudioBlock(SOUND, RATE)) + output.end()
    assert b"".join(frame.payload for frame in recorded) == in_time
    assert recorded[0].flags & Flags.FIRST_OF_SEGMENT


@pytest.mark.parametrize("name", ["mp3", "opus", "flac", "aac"])
def test_formats_that_mix_filler_with_speech_mark_no_frame(name: str) -> None:
    cutting = cutter(OutputFormat(name))
    cutting.begin_segment()
    frames = cutting.add(AudioBlock(SOUND[:RATE], RATE))
    frames += cutting.add(AudioBlock(np.zeros(480, dtype=np.float32), RATE, is_filler=True))
    frames += cutting.add(AudioBlock(SOUND[RATE:], RATE))
    frames += [*cutting.end_segment(10), *cutting.end()]
    assert not any(one.frame.is_filler for one in frames)
    assert sum(one.frame.sample_count for one in frames) == len(SOUND) + 480 + 120


@pytest.mark.parametrize("rate", [8_000, 24_000, 48_000])
def test_word_comes_with_the_frame_it_begins_in(rate: int) -> None:
    cutting = cutter(OutputFormat("pcm", rate))
    cutting.begin_segment()
    cues = tuple(Cue(str(number), number, number + 1, number / 97, 1.0) for number in range(60))
    for one in cutting.add(AudioBlock(SOUND[:RATE], RATE, cues=cues)):
        first_s = one.frame.first_sample / rate
        stop_s = first_s + one.frame.sample_count / rate
        assert all(first_s <= cue.start_s < stop_s for cue in one.cues)
