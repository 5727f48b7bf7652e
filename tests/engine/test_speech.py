"""The speaking service: chunks, clips and files of one job."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Iterator

import numpy as np
import pytest

from fakes import steps
from koe.audio.pause import silence
from koe.constants import AUDIBLE
from koe.engine.engine import Engine
from koe.engine.output import Mastering, Output, OutputFormat
from koe.engine.speech import LEAD_IN_MS, Chunk, Clip, Sound, Speaking, SpeechService
from koe.engine.stream import Stream
from koe.errors import BadOutput
from koe.types import AudioBlock, Cue, SpeechRequest

RATE = 24_000
TEXT = "Hello from koe. And once more."
PCM = Sound(OutputFormat("pcm"))


@pytest.fixture
def service(engine: Engine) -> SpeechService:
    return SpeechService(engine, "af_heart", Mastering())


def speaking(service: SpeechService, text: str = TEXT, sound: Sound = PCM) -> Speaking:
    return service.speak(service.engine.prepare(SpeechRequest(text)), sound)


async def all_chunks(chunks: AsyncGenerator[Chunk, None]) -> list[Chunk]:
    return [chunk async for chunk in chunks]


def audio_of(chunks: list[Chunk]) -> bytes:
    return b"".join(chunk.audio for chunk in chunks)


def cues_of(chunks: list[Chunk]) -> list[Cue]:
    return [cue for chunk in chunks for cue in chunk.cues]


def tone(value: float, cues: tuple[Cue, ...] = ()) -> AudioBlock:
    return AudioBlock(np.full(2400, value, dtype=np.float32), RATE, cues=cues)


# Chunks


@pytest.mark.parametrize("lead_in_ms", [0.0, LEAD_IN_MS])
@pytest.mark.parametrize("name", ["pcm", "wav", "mp3"])
def test_chunks_of_an_event_loop_equal_those_of_a_thread(service: SpeechService, name: str, lead_in_ms: float) -> None:
    sound = Sound(OutputFormat(name))
    in_loop = speaking(service, sound=sound)
    looped = asyncio.run(all_chunks(in_loop.chunks(lead_in_ms)))
    in_thread = speaking(service, sound=sound)
    threaded = list(in_thread.chunks_in_thread(lead_in_ms))
    assert audio_of(looped) == audio_of(threaded)
    assert cues_of(looped) == cues_of(threaded)
    assert [cue.text for cue in cues_of(looped)] == ["Hello", "from", "koe", "And", "once", "more"]
    assert in_loop.sent_s == in_thread.sent_s
    if name == "pcm":
        assert in_loop.sent_s == pytest.approx(len(audio_of(looped)) / 2 / RATE)


def test_lead_in_comes_first_and_delays_all_cues(service: SpeechService) -> None:
    bare = list(speaking(service).chunks_in_thread())
    led = list(speaking(service).chunks_in_thread(LEAD_IN_MS))
    assert bare[0] == Chunk(b"")
    assert led[0] == Chunk(bytes(2 * LEAD_IN_MS * RATE // 1000))
    delays_s = [late.start_s - early.start_s for early, late in zip(cues_of(bare), cues_of(led), strict=True)]
    assert delays_s == pytest.approx([LEAD_IN_MS / 1000] * 6)


def test_cues_behind_the_last_sample_come_with_the_last_chunk() -> None:
    mark = Cue("end", 5, 5, 0.1, 0.1, is_mark=True)
    stream = Stream(steps([tone(0.1, (mark,))]))
    stream.step()
    stream.step()
    chunks = list(Speaking(stream, lambda: Output(PCM.form, RATE, Mastering()), RATE).chunks_in_thread())
    assert [list(chunk.cues) for chunk in chunks] == [[], [], [mark]]


def test_event_loop_encodes_in_another_thread() -> None:
    threads: list[str] = []

    class ThreadRecorder(Output):
        def add(self, block: AudioBlock) -> bytes:
            threads.append(threading.current_thread().name)
            return super().add(block)

    stream = Stream(steps([tone(0.1)]))
    stream.step()
    stream.step()
    speech = Speaking(stream, lambda: ThreadRecorder(PCM.form, RATE, Mastering()), RATE)
    asyncio.run(all_chunks(speech.chunks()))
    assert len(threads) == 1
    assert threads[0] != threading.current_thread().name


class CountedOutput(Output):
    """Counts calls of `close`."""

    def __init__(self) -> None:
        super().__init__(PCM.form, RATE, Mastering())
        self.closed = 0

    def close(self) -> None:
        self.closed += 1
        super().close()


def failing() -> Iterator[AudioBlock]:
    yield tone(0.1)
    raise BadOutput("broken")


@pytest.mark.parametrize("is_async", [True, False])
@pytest.mark.parametrize("ending", ["read to the end", "consumer stops early", "stream fails"])
def test_output_is_closed_once_however_the_stream_ends(ending: str, is_async: bool) -> None:
    output = CountedOutput()
    stream = Stream(steps(failing() if ending == "stream fails" else [tone(0.1), tone(0.2)]))
    while stream.has_room:
        stream.step()
    speech = Speaking(stream, lambda: output, RATE)

    async def read_async() -> None:
        chunks = speech.chunks()
        if ending == "consumer stops early":
            await anext(chunks)
            assert len((await anext(chunks)).audio) > 0
            assert output.closed == 0
            await chunks.aclose()
        else:
            await all_chunks(chunks)

    def read() -> None:
        chunks = speech.chunks_in_thread()
        if ending == "consumer stops early":
            next(chunks)
            assert len(next(chunks).audio) > 0
            assert output.closed == 0
            chunks.close()  # type: ignore[attr-defined]
        else:
            list(chunks)

    def read_to_its_end() -> None:
        asyncio.run(read_async()) if is_async else read()

    if ending == "stream fails":
        with pytest.raises(BadOutput):
            read_to_its_end()
    else:
        read_to_its_end()
    assert output.closed == 1


# The first audible chunk


@pytest.mark.parametrize("name", ["pcm", "wav", "mp3"])
def test_chunks_say_from_which_one_on_something_is_audible(name: str) -> None:
    """Encoders hold samples back: the first chunk with bytes after the audible block is meant."""
    stream = Stream(steps([silence(100, RATE), silence(100, RATE), tone(0.1), silence(100, RATE)]), capacity=8)
    while stream.has_room:
        stream.step()
    output = Output(OutputFormat(name), RATE, Mastering(levels=False))
    chunks = list(Speaking(stream, lambda: output, RATE).chunks_in_thread(LEAD_IN_MS))
    audible = [chunk.is_audible for chunk in chunks]
    assert audible[:3] == [False] * 3  # header and lead-in, and two blocks of silence
    first = audible.index(True)
    assert first == next(place for place in range(3, len(chunks)) if chunks[place].audio)
    assert all(chunk.is_audible for chunk in chunks[first:] if chunk.audio)


@pytest.mark.parametrize(("peak", "is_audible"), [(AUDIBLE * 0.9, False), (AUDIBLE * 1.1, True)])
def test_audible_is_what_is_above_fifty_below_full_scale(peak: float, is_audible: bool) -> None:
    output = Output(OutputFormat("pcm"), RATE, Mastering(levels=False))
    output.add(tone(peak))
    assert output.is_audible is is_audible


@pytest.mark.parametrize(("text", "is_audible"), [(TEXT, True), ("🎉 ❤️ ✨", False)])
def test_a_clip_says_whether_it_is_audible(service: SpeechService, text: str, is_audible: bool) -> None:
    assert asyncio.run(speaking(service, text).clip()).is_audible is is_audible


# Clips


def both_clips(service: SpeechService, text: str) -> list[Clip]:
    return [asyncio.run(speaking(service, text).clip()), speaking(service, text).clip_in_thread()]


def test_clip_has_all_blocks_and_cues(service: SpeechService) -> None:
    for clip in both_clips(service, TEXT):
        blocks = list(service.engine.stream(service.engine.prepare(SpeechRequest(TEXT))))
        expected = np.concatenate([block.samples for block in blocks])
        assert np.array_equal(np.concatenate([block.samples for block in clip.blocks]), expected)
        assert clip.duration_s == pytest.approx(len(expected) / RATE)
        assert clip.cues == cues_of(list(speaking(service).chunks_in_thread()))


def test_text_of_only_symbols_gives_a_short_silence(service: SpeechService) -> None:
    for clip in both_clips(service, "🎉 ❤️ ✨"):
        (block,) = clip.blocks
        assert clip.duration_s == LEAD_IN_MS / 1000
        assert not block.samples.any()
        assert clip.cues == []


@pytest.mark.parametrize(("volume_db", "change_db"), [(-6.0, -6.0), (0.0, 0.0)])
def test_file_has_the_volume_of_its_sound(service: SpeechService, volume_db: float, change_db: float) -> None:
    job = service.engine.prepare(SpeechRequest(TEXT))
    clip = service.speak(job, PCM).clip_in_thread()
    usual, moved = (
        np.frombuffer(service.file(clip, job, Sound(PCM.form, db)), dtype="<i2").astype(np.float64)
        for db in (0.0, volume_db)
    )
    assert len(usual) == round(clip.duration_s * RATE)
    assert 10 * np.log10(np.mean(moved**2) / np.mean(usual**2)) == pytest.approx(change_db, abs=0.3)
