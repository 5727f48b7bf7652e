"""Text in pieces becomes segments: their audio, the pauses between them, timeouts and limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing

import numpy as np
import pytest

from fakes import wait_for
from koe.audio.pause import LINE_MS, PARAGRAPH_MS, SENTENCE_MS
from koe.engine.engine import Engine
from koe.engine.live_speech import LiveEvent, LiveSpeech, SegmentEnd, SegmentStart
from koe.errors import BadMessage, BadTag, Cancelled, StreamIdle, TextTooLong
from koe.types import AudioBlock, Samples, SpeechRequest
from limits import HANG_S

IN_PIECES = SpeechRequest("")


def run(main: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(asyncio.wait_for(main(), HANG_S))


def joined(blocks: list[AudioBlock]) -> Samples:
    return np.concatenate([block.samples for block in blocks])


def spoken_alone(engine: Engine, text: str) -> Samples:
    return joined(list(engine.stream(engine.prepare(SpeechRequest(text)))))


async def all_events(speech: LiveSpeech) -> list[LiveEvent]:
    return [event async for event in speech.events()]


def segments(events: list[LiveEvent]) -> list[tuple[int, int, Samples]]:
    """Start and stop of each segment in the text, and its audio."""
    found: list[tuple[int, int, Samples]] = []
    start = 0
    blocks: list[AudioBlock] = []
    for event in events:
        match event:
            case SegmentStart():
                start, blocks = event.text_start, []
            case AudioBlock():
                blocks.append(event)
            case SegmentEnd():
                found.append((start, event.text_stop, joined(blocks)))
    return found


def test_each_flushed_piece_becomes_a_segment_with_its_own_audio(engine: Engine) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, IN_PIECES)
        reading = asyncio.create_task(all_events(speech))
        pieces = ["Hello there. ", "And once more", "."]
        for piece in pieces[:2]:
            speech.append(piece)
            speech.flush()
            await asyncio.sleep(0)
        speech.append(pieces[2])
        speech.end()
        found = segments(await reading)
        text = "".join(pieces)
        assert [start for start, _, _ in found] == [0, *(stop for _, stop, _ in found[:-1])]
        assert found[-1][1] == len(text) == speech.characters
        assert len(found) >= 2
        for start, stop, samples in found:
            assert np.array_equal(samples, spoken_alone(engine, text[start:stop]))
        assert speech.voice == "af_heart"

    run(main)


def test_clause_is_spoken_before_its_sentence_has_ended(engine: Engine) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, IN_PIECES)
        speech.append("This is the first clause of it, ")
        async with aclosing(speech.events()) as events:
            first = await anext(events)
            assert isinstance(first, SegmentStart)
            assert isinstance(await anext(events), AudioBlock)
            assert not speech.has_ended
            speech.end()
            assert [event.text_stop async for event in events if isinstance(event, SegmentEnd)] == [32]

    run(main)


def test_text_known_at_the_start_is_one_segment_and_has_ended(engine: Engine) -> None:
    async def main() -> None:
        text = "Hello there. And once more.\n\nA second paragraph."
        speech = LiveSpeech(engine, SpeechRequest(text))
        await speech.check()
        ((start, stop, samples),) = segments(await all_events(speech))
        assert (start, stop) == (0, len(text))
        assert np.array_equal(samples, spoken_alone(engine, text))
        assert speech.has_ended

    run(main)


@pytest.mark.parametrize(
    ("ending", "pause_ms"),
    [(" ", 0), ("\n", LINE_MS - SENTENCE_MS), ("\n\n", PARAGRAPH_MS - SENTENCE_MS)],
    ids=["same line", "line", "paragraph"],
)
def test_line_and_paragraph_add_a_pause_before_the_next_segment(engine: Engine, ending: str, pause_ms: int) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, IN_PIECES)
        speech.append(f"One.{ending}")
        speech.flush()
        events: list[LiveEvent] = []
        async for event in speech.events():
            events.append(event)
            if isinstance(event, SegmentEnd) and not speech.has_ended:
                speech.append(f"Two.{ending}")
                speech.end()
        first_end = next(place for place, event in enumerate(events) if isinstance(event, SegmentEnd))
        between = [event for event in events[first_end + 1 :] if not isinstance(event, SegmentEnd)]
        second = next(place for place, event in enumerate(between) if isinstance(event, SegmentStart))
        pauses = [event for event in between[:second] if isinstance(event, AudioBlock)]
        assert [block.duration_s for block in pauses] == ([pause_ms / 1000] if pause_ms else [])
        assert not any(block.samples.any() for block in pauses)
        assert isinstance(events[-1], SegmentEnd), "no pause after the last segment"

    run(main)


@pytest.mark.parametrize("text", ["", "Hel"], ids=["no text", "too little to speak"])
def test_stream_is_idle_if_no_text_comes_within_the_timeout(engine: Engine, text: str) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, IN_PIECES, idle_timeout_s=0.001)
        speech.append(text)
        with pytest.raises(StreamIdle):
            await all_events(speech)

    run(main)


def test_text_that_has_ended_is_never_idle(engine: Engine) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, IN_PIECES, idle_timeout_s=0.0)
        speech.append("Hel")
        speech.end()
        assert [stop for _, stop, _ in segments(await all_events(speech))] == [3]

    run(main)


@pytest.mark.parametrize("text", ["", " \n", "\u200b"])
def test_blank_text_has_no_segment(engine: Engine, text: str) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, IN_PIECES)
        speech.append(text)
        speech.flush()
        speech.end()
        assert await all_events(speech) == []
        assert speech.voice is None
        assert speech.marks.admitted_s is None
        assert speech.marks.ttfa_s is None

    run(main)


def test_append_after_the_end_is_refused(engine: Engine) -> None:
    speech = LiveSpeech(engine, IN_PIECES)
    speech.append("Hello.")
    speech.end()
    with pytest.raises(BadMessage, match="nothing can be appended"):
        speech.append(" More.")
    assert speech.characters == 6


def test_too_much_waiting_text_is_refused_and_spoken_text_does_not_count(engine: Engine) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, IN_PIECES, max_characters=20)
        speech.append("x" * 20)
        with pytest.raises(TextTooLong, match="21 characters; at most 20"):
            speech.append("y")
        assert speech.characters == 20
        speech.flush()
        async with aclosing(speech.events()) as events:
            await anext(events)
            speech.append("y" * 20)
            assert speech.characters == 40

    run(main)


def test_cancel_ends_the_segment_and_frees_the_lane(engine: Engine) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, SpeechRequest("This goes on for a while. " * 50))
        async with aclosing(speech.events()) as events:
            while not isinstance(await anext(events), AudioBlock):
                pass
            speech.cancel()
            speech.cancel()
            with pytest.raises(Cancelled):
                await anext(events)
        await asyncio.to_thread(wait_for, lambda: engine.running_streams == 0)

    run(main)


def test_cancel_before_the_first_segment_starts_no_stream(engine: Engine) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, SpeechRequest("Hello."))
        speech.cancel()
        with pytest.raises(Cancelled):
            await all_events(speech)
        assert engine.state.streams.admitted == 0

    run(main)


def test_a_consumer_that_stops_early_frees_the_lane(engine: Engine) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, SpeechRequest("This goes on for a while. " * 50))
        async with aclosing(speech.events()) as events:
            while not isinstance(await anext(events), AudioBlock):
                pass
        await asyncio.to_thread(wait_for, lambda: engine.running_streams == 0)

    run(main)


def test_places_of_words_count_in_all_the_text(engine: Engine) -> None:
    async def main() -> None:
        text = "Hello there. And now the rest."
        speech = LiveSpeech(engine, IN_PIECES)
        for piece in (text[:13], text[13:]):
            speech.append(piece)
            speech.flush()
        speech.end()
        cues = [cue for event in await all_events(speech) if isinstance(event, AudioBlock) for cue in event.cues]
        assert [text[cue.start : cue.stop] for cue in cues] == ["Hello", "there", "And", "now", "the", "rest"]

    run(main)


def test_tag_of_an_earlier_piece_holds_until_it_is_changed(engine: Engine) -> None:
    async def main() -> None:
        text = "One is here. [voice:bf_emma][rate:0.8] Two is here. Three is here. [/rate] Four. [/voice] Five. "
        speech = LiveSpeech(engine, IN_PIECES)
        reading = asyncio.create_task(all_events(speech))
        for place in range(0, len(text), 9):
            speech.append(text[place : place + 9])
            await asyncio.sleep(0)
        speech.end()
        events = await reading
        spoken = [
            (sentence.text.text, sentence.voice, [manner.rate for manner in sentence.manners])
            for event in events
            if isinstance(event, SegmentStart)
            for sentence in event.job.sentences
        ]
        assert spoken == [
            ("One is here.", "af_heart", []),
            ("Two is here.", "bf_emma", [0.8]),
            ("Three is here.", "bf_emma", [0.8]),
            ("Four.", "bf_emma", []),
            ("Five.", "af_heart", []),
        ]
        cues = [cue for event in events if isinstance(event, AudioBlock) for cue in event.cues]
        assert [text[cue.start : cue.stop] for cue in cues] == [cue.text for cue in cues]
        assert len(cues) == 11

    run(main)


def test_unknown_voice_of_a_later_piece_is_refused_with_its_place_in_all_the_text(engine: Engine) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, IN_PIECES)
        speech.append("One is here. ")
        speech.flush()
        speech.append("Two [voice:af_hart] is here.")
        speech.end()
        with pytest.raises(BadTag, match="tag at character 17 of input"):
            await all_events(speech)

    run(main)


def test_piece_of_only_a_tag_holds_for_the_next_piece(engine: Engine) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, IN_PIECES)
        reading = asyncio.create_task(all_events(speech))
        speech.append("[voice:bf_emma]")
        speech.flush()
        await asyncio.sleep(0)
        speech.append("Hello.")
        speech.end()
        jobs = [event.job for event in await reading if isinstance(event, SegmentStart)]
        assert [sentence.voice for job in jobs for sentence in job.sentences] == ["bf_emma"]

    run(main)


async def first_stop(speech: LiveSpeech, *texts: str) -> int:
    """Where the first segment ends; the next text comes when the last one has been looked at."""

    async def first() -> int:
        async with aclosing(speech.events()) as events:
            return await anext(event.text_stop async for event in events if isinstance(event, SegmentEnd))

    reading = asyncio.create_task(first())
    for text in texts:
        speech.append(text)
        for _ in range(5):
            await asyncio.sleep(0)
    return await reading


@pytest.mark.parametrize("asked", [SpeechRequest("", "ef_dora"), SpeechRequest("", "af_heart", language="es")])
def test_text_is_cut_by_the_abbreviations_of_its_language(engine: Engine, asked: SpeechRequest) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, asked)
        await speech.check()
        assert await first_stop(speech, "Vive en la Avda. Diago", "nal. Hoy no está") == 27

    run(main)


def test_language_of_the_last_piece_is_expected_of_the_next(engine: Engine) -> None:
    async def main() -> None:
        speech = LiveSpeech(engine, SpeechRequest("", language="auto"))
        await speech.check()
        first = "Mi hermana no está en casa y no sé dónde está. "
        assert await first_stop(speech, first + "Vi") == len(first)
        assert await first_stop(speech, "ve en la Avda. Diago", "nal. Hoy no está") == len(first) + 27

    run(main)
