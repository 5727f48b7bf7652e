"""Audio of live streams over real sockets: samples, formats, words, text in pieces."""

from __future__ import annotations

import httpx
import numpy as np
import pytest

from decoding import decoded_s
from koe.client.stream import LiveStream
from limits import HANG_S
from stream_client import (
    PIECES,
    TEXT,
    audio_of,
    connected,
    receive,
    receive_frame,
    receive_frames,
    receive_refusal,
    run,
    send,
    spoken,
)

LEAD_IN_SAMPLES = 1200  # that HTTP sends before the speech, and a live stream does not


def spoken_over_http(server: str, **body: object) -> bytes:
    return httpx.post(f"{server}/v1/audio/speech", json={"input": TEXT, **body}, timeout=HANG_S).content


def test_whole_text_has_the_audio_of_http(server: str) -> None:
    async def main() -> None:
        frames, stream = await spoken(server, input=TEXT)
        live = np.frombuffer(audio_of(frames), dtype="<i2").astype(int)
        http = np.frombuffer(spoken_over_http(server, response_format="pcm"), dtype="<i2").astype(int)[LEAD_IN_SAMPLES:]
        assert len(live) == len(http)
        assert np.abs(live - http).max() <= 2  # the dither depends on the place in the stream, which the lead-in shifts
        assert stream.started["format"] == "pcm"
        assert stream.done["samples"] == sum(frame.sample_count for frame in frames) == len(audio_of(frames)) // 2
        assert stream.done["chunks"] == len(frames)
        assert stream.done["characters"] == frames[-1].text_stop == len(TEXT)
        assert frames[-1].is_last
        assert stream.done["ttfa_ms"] > 0

    run(main)


def test_text_in_pieces_is_spoken_before_it_has_ended(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start", timestamps=True)
            assert (await receive(connection))["type"] == "started"
            await send(connection, type="append", text="This is the first clause of it, ")
            assert (await receive_frame(connection)).segment_id == 0  # though no sentence has ended
            await send(connection, type="append", text="and this is the rest. ")
            await send(connection, type="end")
            frames = await receive_frames(connection)
            assert {one.segment_id for one in frames} == {0, 1}
            assert frames[-1].text_stop == 54

    run(main)


def test_every_word_comes_with_its_place_in_the_whole_text(server: str) -> None:
    async def main() -> None:
        frames, stream = await spoken(server, PIECES, timestamps=True)
        words = stream.words
        assert [TEXT[word["text_start"] : word["text_stop"]] for word in words] == [word["word"] for word in words]
        assert [word["word"] for word in words] == TEXT.replace(",", "").replace(".", "").replace("!", "").split()
        starts = [word["start_s"] for word in words]
        assert starts == sorted(starts)
        assert starts[-1] < sum(frame.sample_count for frame in frames) / 24_000
        stops = [frame.text_stop for frame in frames]
        assert stops == sorted(stops)

    run(main)


def test_flush_speaks_text_without_punctuation(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start")
            await receive(connection)
            await send(connection, type="append", text="Hello")
            await send(connection, type="flush")
            assert (await receive_frame(connection)).segment_id == 0
            await send(connection, type="cancel")
            assert (await receive(connection))["type"] == "cancelled"

    run(main)


@pytest.mark.parametrize("name", ["mp3", "opus", "aac", "flac", "wav", "ogg", "m4a", "webm"])
def test_every_format_decodes_to_the_whole_speech(server: str, name: str) -> None:
    async def main() -> None:
        pcm, _ = await spoken(server, input=TEXT)
        frames, _ = await spoken(server, input=TEXT, response_format=name)
        assert decoded_s(audio_of(frames), name) == pytest.approx(len(audio_of(pcm)) / 48_000, abs=0.12)

    run(main)


def test_ssml_in_pieces_waits_for_its_end(server: str) -> None:
    async def main() -> None:
        pieces = ["<speak>One. ", "Two. <break time='500ms'/>", " Three.</speak>"]
        frames, stream = await spoken(server, pieces, input_format="ssml")
        assert stream.done["segments"] == 1
        assert frames[-1].is_last

    run(main)


def test_stream_without_text_ends_at_once(server: str) -> None:
    async def main() -> None:
        frames, stream = await spoken(server, [" "])
        assert [frame.sample_count for frame in frames] == [0]
        assert stream.done["duration_s"] == 0

    run(main)


def test_flush_of_blank_or_invisible_text_is_ignored(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start")
            await receive(connection)
            for nothing in ("  \n", "\u200b", "\ufeff\u00ad", "\u2800"):
                await send(connection, type="append", text=nothing)
                await send(connection, type="flush")
            await send(connection, type="append", text="A sentence that is there. And one more.")
            await send(connection, type="end")
            frames = await receive_frames(connection)
            assert frames[-1].is_last
            assert len(frames) > 5

    run(main)


def test_empty_lines_at_the_end_add_no_silence(server: str) -> None:
    async def main() -> None:
        bare, _ = await spoken(server, input="Hello there.")
        ended, _ = await spoken(server, input="Hello there.\n\n")
        assert len(audio_of(ended)) == len(audio_of(bare))

    run(main)


def test_paragraph_in_pieces_has_the_pause_of_a_whole_text(server: str) -> None:
    async def main() -> None:
        text = "One paragraph is here.\n\nAnother one is there."
        whole, _ = await spoken(server, input=text)
        async with LiveStream(server, {}) as stream:
            await stream.append(text[:24])
            await stream.send({"type": "flush"})
            pieces = []
            async for frame in stream:
                pieces.append(frame)
                if frame.chunk_id == 0:
                    await stream.append(text[24:])
                    await stream.end()
        assert stream.done["segments"] == 2
        assert len(audio_of(pieces)) == pytest.approx(len(audio_of(whole)), abs=200)

    run(main)


def test_voice_tag_that_is_split_over_pieces_holds_for_the_sentences_after_it(server: str) -> None:
    async def main() -> None:
        text = "One, two, three. [voice:bf_emma] Four, five, six. Seven, ten, nine. [/voice] Ten."
        pieces = [text[place : place + 11] for place in range(0, len(text), 11)]
        assert "[voice:bf_emma]" not in "\n".join(pieces)
        frames, stream = await spoken(server, pieces, timestamps=True)
        in_one, _ = await spoken(server, input=text)
        assert abs(len(audio_of(frames)) - len(audio_of(in_one))) < 0.3 * 48_000
        words = [word["word"] for word in stream.words]
        assert words == ["One", "two", "three", "Four", "five", "six", "Seven", "ten", "nine", "Ten"]
        assert [text[word["text_start"] : word["text_stop"]] for word in stream.words] == words
        alone, _ = await spoken(server, input="Seven, ten, nine.", voice="bf_emma")
        in_default, _ = await spoken(server, input="Seven, ten, nine.")
        assert audio_of(alone) != audio_of(in_default)

    run(main)


def test_unknown_voice_in_a_tag_ends_the_stream_with_its_place(server: str) -> None:
    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start")
            assert (await receive(connection))["type"] == "started"
            await send(connection, type="append", text="Hello [voice:quetz")
            await send(connection, type="append", text="al] there.")
            await send(connection, type="end")
            error, code = await receive_refusal(connection)
            assert (error["code"], error["param"], code) == ("unknown_voice", "input", 4400)
            assert "character 6" in error["message"]
            assert "quetzal" not in error["message"]

    run(main)
