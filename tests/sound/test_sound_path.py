"""What comes out of a real sound server is what was sent: all of it, in order, once."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fakes import wait_for
from koe.errors import DeviceError
from koe.playback.control import CommandRefused, DaemonClient
from koe.playback.rate import RateConverter
from koe.playback.track import Pcm
from koe.settings import Settings
from limits import HANG_S
from lossy_relay import lossy_relay
from sound.conftest import RATE_HZ, SoundServer, StartDaemon
from stream_client import TEXT, audio_of, spoken

pytestmark = pytest.mark.process

_PIECE = 64


@pytest.fixture
def settings() -> Settings:
    return Settings(resume_s=HANG_S, stream_idle_s=HANG_S)


def expected(server: str, text: str = TEXT) -> Pcm:
    """The speech at the rate of the sound card."""

    async def samples() -> Pcm:
        frames, _ = await spoken(server, None, input=text, timestamps=True, pace=False, frame_ms=30)
        return np.frombuffer(audio_of(frames), dtype="<i2")

    converter = RateConverter(24_000, RATE_HZ)
    speech = asyncio.run(samples())
    return np.concatenate([converter.process(speech), converter.flush()])


def missing_pieces(speech: Pcm, heard: Pcm, steps: int = 4) -> tuple[int, int]:
    """How many pieces of the speech are not heard behind the one before them, and how many there are. Silence is no
    piece, and a sound server may change samples by a step or two."""
    wide_speech, wide_heard = speech.astype(np.int32), heard.astype(np.int32)
    place, missing, total = 0, 0, 0
    for start in range(0, len(speech) - _PIECE, _PIECE):
        piece = wide_speech[start : start + _PIECE]
        if np.abs(piece).max() <= 200:
            continue
        total += 1
        found = find(piece, wide_heard, place, steps)
        missing += found is None
        place = place if found is None else found + _PIECE
    return missing, total


def find(piece: NDArray[np.int32], heard: NDArray[np.int32], place: int, steps: int) -> int | None:
    peak = int(np.abs(piece).argmax())
    near = np.abs(heard[place + peak : len(heard) - _PIECE + peak] - piece[peak]) <= steps
    for candidate in np.flatnonzero(near):
        at = place + int(candidate)
        if np.abs(heard[at : at + _PIECE] - piece).max() <= steps:
            return at
    return None


def allowed(daemon: DaemonClient) -> int:
    """Pieces that may be missing because this machine was busy: silence cuts one in two, and ALSA drops its buffer when
    it comes too late. None where there was no such gap."""
    status = daemon.status()
    gaps = int(status["underruns"] + status["device_losses"])
    return 2 * gaps + int(status["device_underflows"] * 0.32 * RATE_HZ / _PIECE)


def loud_samples(samples: Pcm) -> int:
    return int((np.abs(samples) > 200).sum())


def test_recorded_speech_is_what_was_sent(server: str, sound_server: SoundServer, start_daemon: StartDaemon) -> None:
    speech = expected(server)
    daemon = start_daemon(server)
    with sound_server.recording() as recording:
        assert daemon.wait(daemon.speak(TEXT)) == {"ok": True, "item": 1, "outcome": "heard", "message": ""}
        time.sleep(0.5)  # what the sound server has not played
    missing, total = missing_pieces(speech, recording.samples)
    may_miss = allowed(daemon)
    assert total > 1000
    assert missing <= may_miss
    assert loud_samples(recording.samples) <= loud_samples(speech) + 500 + 500 * may_miss


def test_pause_and_resume_lose_and_repeat_nothing(
    server: str, sound_server: SoundServer, start_daemon: StartDaemon
) -> None:
    speech = expected(server)
    daemon = start_daemon(server)
    with sound_server.recording() as recording:
        item = daemon.speak(TEXT)
        for _ in range(3):
            time.sleep(0.7)
            daemon.pause()
            assert daemon.status()["state"] == "paused"
            time.sleep(0.3)
            daemon.resume()
        daemon.wait(item)
        time.sleep(0.5)
    missing, _ = missing_pieces(speech, recording.samples)
    assert missing <= 2 * 3 + allowed(daemon)
    assert loud_samples(recording.samples) <= loud_samples(speech) * 1.02


def test_lossy_network_is_not_heard_as_loss(server: str, sound_server: SoundServer, start_daemon: StartDaemon) -> None:
    """Losses, repetitions, swapped frames and a burst: silence may be heard, and everything is."""
    speech = expected(server)

    async def listen() -> tuple[Pcm, int]:
        faults = "frames:loss=0.01,frames:duplicate=0.02,frames:reorder=0.01,frames:burst=0.3@60"
        async with lossy_relay(server, faults) as relay:
            daemon = start_daemon(relay.address)
            with sound_server.recording() as recording:
                end = await asyncio.to_thread(lambda: daemon.wait(daemon.speak(TEXT)))
                assert end["outcome"] == "heard"
                may_miss = allowed(daemon)
                await asyncio.sleep(0.5)
            assert sum(path.lost + path.repeated + path.swapped + path.bursts for path in relay.paths)
            return recording.samples, may_miss

    heard, may_miss = asyncio.run(listen())
    missing, total = missing_pieces(speech, heard)
    assert missing < total / 50 + may_miss  # a gap is concealed with a fade, which cuts a piece in two
    assert loud_samples(heard) <= loud_samples(speech) * 1.02


def test_sound_server_that_restarts_costs_no_more_than_its_buffer(
    server: str, sound_server: SoundServer, start_daemon: StartDaemon
) -> None:
    speech = expected(server)
    daemon = start_daemon(server)
    with sound_server.recording("before.raw") as before:
        item = daemon.speak(TEXT)
        time.sleep(2.0)
        sound_server.stop()
    sound_server.start()
    with sound_server.recording("after.raw") as after:
        assert daemon.wait(item)["outcome"] == "heard"
        time.sleep(0.5)
    assert daemon.status()["device_losses"] >= 1
    assert loud_samples(before.samples)
    assert loud_samples(after.samples)
    heard = np.concatenate([before.samples, after.samples])
    assert loud_samples(heard) <= loud_samples(speech) + 500


def test_alsa_gets_every_sample_bit_for_bit(
    server: str, sound_server: SoundServer, start_daemon: StartDaemon, tmp_path: Path
) -> None:
    """ALSA's file device writes down what PortAudio hands to it, in front of the sound server's clock."""
    written = tmp_path / "alsa.raw"
    (tmp_path / "file.conf").write_text(
        "pcm.server { type pulse }\nctl.default { type pulse }\n"
        f'pcm.default {{\n type file\n slave.pcm "server"\n file "|cat >> {written}"\n format "raw"\n}}\n'
    )
    speech = expected(server)
    daemon = start_daemon(server, {"ALSA_CONFIG_PATH": str(tmp_path / "file.conf")})
    with sound_server.recording():
        assert daemon.wait(daemon.speak(TEXT))["outcome"] == "heard"
        may_miss = allowed(daemon)
        time.sleep(0.5)
        daemon.request("quit")
        with pytest.raises(DeviceError, match="has ended"):
            daemon.status()
        wait_for(lambda: not Path(os.environ["KOE_DAEMON_SOCKET"]).exists())
    heard = np.frombuffer(written.read_bytes(), dtype="<i2")
    missing, total = missing_pieces(speech, heard, steps=0)
    assert total > 1000
    assert missing <= may_miss


def test_without_a_sound_card_the_systems_player_plays_all_of_it(
    server: str, sound_server: SoundServer, start_daemon: StartDaemon, tmp_path: Path
) -> None:
    (tmp_path / "none.conf").write_text("pcm.nowhere { type hw\n card 99 }\n")
    speech = expected(server)
    daemon = start_daemon(server, {"ALSA_CONFIG_PATH": str(tmp_path / "none.conf")})
    with sound_server.recording() as recording:
        first = daemon.speak(TEXT)
        second = daemon.queue("And another text.")
        assert daemon.wait(first)["outcome"] == "heard"
        assert "played by paplay" in daemon.status()["notice"]
        assert daemon.wait(second)["outcome"] == "heard"
        time.sleep(0.5)
    # paplay has the sound server convert it, with another filter: only how much was heard can be compared.
    after = expected(server, "And another text.")
    assert loud_samples(recording.samples) == pytest.approx(loud_samples(speech) + loud_samples(after), rel=0.02)


def test_stop_ends_the_systems_player(
    server: str, sound_server: SoundServer, start_daemon: StartDaemon, tmp_path: Path
) -> None:
    (tmp_path / "none.conf").write_text("pcm.nowhere { type hw\n card 99 }\n")
    daemon = start_daemon(server, {"ALSA_CONFIG_PATH": str(tmp_path / "none.conf")})
    with sound_server.recording() as recording:
        item = daemon.speak(TEXT)
        wait_for(lambda: loud_samples(recording.samples) > 5000)
        daemon.stop()
        assert daemon.wait(item)["outcome"] in ("stopped", "failed")
        time.sleep(0.5)
        assert daemon.status()["state"] == "idle"
    assert loud_samples(recording.samples) < loud_samples(expected(server)) * 0.8


def test_daemon_refuses_what_it_does_not_understand(server: str, start_daemon: StartDaemon) -> None:
    daemon = start_daemon(server)
    refusals: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("dance", {}, "command"),
        ("seek", {}, "seconds"),
        ("speed", {"speed": 9}, "speed"),
        ("speak", {"text": " "}, "text"),
        ("speak", {"text": "a", "voice": 5}, "voice"),
        ("pause", {"text": "a"}, "command"),
        ("wait", {"item": 99}, "item"),
    )
    for command, fields, param in refusals:
        with pytest.raises(CommandRefused) as refused:
            daemon.request(command, **fields)
        assert refused.value.param == param
    assert daemon.status()["state"] == "idle"
