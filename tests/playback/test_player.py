"""The player before a speaker that is turned by hand: what is heard, sample by sample."""

from __future__ import annotations

import numpy as np
import pytest

from clocks import ManualClock
from playback.speakers import FRAME, RATE_HZ, Room, frames_of, item_of, wave, with_words


def is_heard_in(speech: np.ndarray, played: np.ndarray) -> bool:
    """All of it, in one piece."""
    return speech.tobytes() in played.tobytes()


def test_every_sample_is_played_once() -> None:
    room, samples = Room(), wave(FRAME * 20)
    item = room.play(item_of(), samples)
    room.until_quiet()
    assert is_heard_in(samples, room.played)
    assert room.ended == [item]
    assert item.is_heard
    assert room.player.underruns == 0
    assert np.count_nonzero(room.played) <= len(samples) + 2 * 120  # and a fade at each end


def test_texts_follow_each_other_without_a_gap() -> None:
    room = Room()
    one, other = wave(FRAME * 5 + 17), wave(FRAME * 4, seed=1)
    first, second = room.play(item_of(), one), room.play(item_of(), other)
    assert room.player.queue == (first, second)
    room.until_quiet()
    assert is_heard_in(np.concatenate([one, other]), room.played)
    assert room.ended == [first, second]


def test_speech_is_converted_to_the_rate_of_the_speaker() -> None:
    room = Room(rate_hz=48_000)
    tone = (8000 * np.sin(np.arange(RATE_HZ) * 2 * np.pi * 440 / RATE_HZ)).astype(np.int16)
    room.play(item_of(), tone)
    room.until_quiet()
    played = room.played[np.flatnonzero(room.played)[0] :][: 2 * RATE_HZ].astype(float)
    spectrum = np.abs(np.fft.rfft(played * np.hanning(len(played))))
    assert abs(np.argmax(spectrum) * 48_000 / len(played) - 440) < 2
    assert np.count_nonzero(room.played) == pytest.approx(2 * RATE_HZ, rel=0.01)


@pytest.mark.parametrize("pause_after", [1, 7, 33])
def test_pause_loses_and_repeats_no_sample(pause_after: int) -> None:
    room, samples = Room(), wave(FRAME * 20)
    room.play(item_of(), samples)
    room.turn(pause_after)
    room.player.pause()
    before = len(room.played)
    room.turn(50)
    silence = room.played[before:]
    assert not silence[120:].any()  # a fade of 5 ms, then nothing
    room.player.pause(False)
    room.until_quiet()
    begin, end = room.played[:before], room.played[before + len(silence) :]
    taken = pause_after * 240
    speech = np.concatenate([begin, end])
    at = len(begin) + int(np.flatnonzero(np.isin(end, samples[taken : taken + 1]))[0]) if taken else 0
    assert is_heard_in(samples[taken:], speech[at:])
    assert is_heard_in(samples[: taken - 240], begin)


def test_stop_is_silent_after_one_turn_of_the_speaker() -> None:
    room = Room()
    current = room.play(item_of(), wave(FRAME * 40))
    waiting = room.play(item_of(), wave(FRAME))
    room.turn(10)
    assert room.player.stop() == [current, waiting]
    before = len(room.played)
    room.turn(10)
    assert not room.played[before + 120 :].any()
    assert not room.player.is_busy
    assert room.player.queue == ()


def test_what_is_heard_is_known_to_the_sample() -> None:
    room = Room()
    item = room.play(item_of(), wave(FRAME * 20))
    room.turn(30)
    heard = room.player.heard
    assert heard is not None
    fade = 120  # that the speaker has played before the first sample
    assert (heard.item, heard.position) == (item, 30 * 240 - fade)


def test_seeking_back_repeats_what_was_heard_and_goes_on() -> None:
    room, samples = Room(), wave(FRAME * 20)
    item = room.play(item_of(), samples)
    room.turn(60)
    room.player.seek(item, 5000)
    before = len(room.played)
    room.until_quiet()
    assert is_heard_in(samples[5000:], room.played[before:])


def test_seeking_back_into_the_text_before_plays_both_again() -> None:
    room = Room()
    one, other = wave(FRAME * 3), wave(FRAME * 3, seed=1)
    first, second = room.play(item_of(), one), room.play(item_of(), other)
    room.turn(20)
    assert room.player.passed(second) is first
    room.player.seek(first, 600)
    before = len(room.played)
    room.until_quiet()
    assert is_heard_in(np.concatenate([one[600:], other]), room.played[before:])


def test_lost_speaker_is_replaced_at_the_next_sample() -> None:
    room, samples = Room(), wave(FRAME * 20)
    room.play(item_of(), samples)
    room.turn(30)
    room.speakers.now.is_lost = True
    room.until_quiet()
    old, new = (speaker.played for speaker in room.speakers.opened)
    taken = 30 * 240 - 120
    assert is_heard_in(samples[:taken], old)
    assert is_heard_in(samples[taken:], new)
    assert room.player.output.losses == 1


def test_speaker_that_underflows_gets_a_longer_buffer() -> None:
    room, samples = Room(), wave(FRAME * 20)
    room.play(item_of(), samples)
    room.turn(30)
    room.speakers.now.underflows = 3
    room.until_quiet()
    assert room.speakers.latencies_s == [0.08, 0.16]
    assert is_heard_in(samples[30 * 240 - 120 :], room.speakers.now.played)
    assert room.player.output.underflows == 3
    assert room.player.output.losses == 0


def test_speaker_of_another_rate_goes_on_at_the_same_sample() -> None:
    room = Room(rate_hz=48_000)
    samples = wave(FRAME * 20)
    item = room.play(item_of(), samples)
    room.turn(30, count=480)
    room.speakers.now.is_lost, room.speakers.rate_hz = True, RATE_HZ
    heard = room.player.heard
    assert heard is not None
    room.until_quiet()
    assert is_heard_in(samples[heard.position :], room.speakers.now.played)
    assert room.ended == [item]


def test_without_a_speaker_time_goes_on_until_one_is_there() -> None:
    clock = ManualClock()
    room, samples = Room(clock=clock), wave(FRAME * 100)
    room.speakers.is_there = False
    room.play(item_of(), samples)
    for _ in range(100):
        clock.now_s += 0.01
        room.player.step()
    assert room.player.output.is_null
    assert "No speaker" in room.player.output.problem
    heard = room.player.heard
    assert heard is not None
    assert heard.position == pytest.approx(RATE_HZ, rel=0.05)
    room.speakers.is_there = True
    clock.now_s += 1
    room.until_quiet()
    assert is_heard_in(samples[3 * RATE_HZ :], room.played)
    assert not room.player.output.problem


def test_speaker_is_closed_when_nothing_plays() -> None:
    clock = ManualClock()
    room = Room(clock=clock)
    room.play(item_of(), wave(FRAME))
    room.until_quiet()
    clock.now_s += 10
    room.player.step()
    assert not room.player.output.is_running


def test_late_speech_is_an_underrun_that_is_concealed() -> None:
    room, samples = Room(clock=ManualClock()), wave(FRAME * 20)
    item = item_of()
    room.player.add(item)
    frames = frames_of(samples)
    for frame in frames[:5]:
        room.player.receive(item, frame)
    room.turn(60)
    assert item.buffer.underruns == 1
    for frame in frames[5:]:
        room.player.receive(item, frame)
    room.until_quiet()
    assert is_heard_in(samples[: FRAME * 5], room.played)
    assert is_heard_in(samples[FRAME * 5 :], room.played)
    assert room.player.underruns == 0


def test_another_stream_takes_over_at_a_word() -> None:
    room, samples, changed = Room(), wave(FRAME * 20), wave(FRAME * 4, seed=2)
    item = with_words(room.play(item_of(), samples), FRAME * 3)
    room.turn(10)
    word = item.word_from(FRAME * 4)
    assert word is not None
    room.player.go_on_at(item, word.first_sample)
    for frame in frames_of(changed):
        room.player.receive(item, moved(frame, word.first_sample))
    room.until_quiet()
    assert is_heard_in(np.concatenate([samples[: word.first_sample], changed]), room.played)


def moved(frame, first_sample: int):  # type: ignore[no-untyped-def]
    from dataclasses import replace

    return replace(frame, chunk_id=frame.chunk_id + 20, first_sample=frame.first_sample + first_sample)


def test_rest_of_the_text_is_handed_over() -> None:
    room, samples = Room(), wave(FRAME * 20)
    item = room.play(item_of(), samples)
    room.turn(30)
    assert room.player.take_rest() == (item, 30 * 240 - 120)
    room.turn(5)
    assert not room.player.is_busy


def test_old_texts_are_forgotten_when_the_budget_is_used() -> None:
    room = Room()
    room.player._kept_bytes = FRAME * 10 * 2
    first = room.play(item_of(), wave(FRAME * 8))
    room.until_quiet()
    second = room.play(item_of(), wave(FRAME * 8))
    room.until_quiet()
    third = room.play(item_of(), wave(FRAME))
    assert room.player.passed(third) is second
    assert room.player.passed(second) is None
    assert first not in room.player._items


def test_volume_scales_the_samples() -> None:
    room, samples = Room(), wave(FRAME * 4)
    room.player.set_volume(0.5)
    room.play(item_of(), samples)
    room.until_quiet()
    assert is_heard_in((samples * np.float32(0.5)).astype(np.int16), room.played)
