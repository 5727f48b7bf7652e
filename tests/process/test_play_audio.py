"""Audio into the daemon, from a socket and from `koe play`: its place in the queue, its samples, its end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest

from fakes import wait_for
from koe.playback.audio_feed import MOST_AHEAD_S
from koe.playback.control import CommandRefused, DaemonClient
from limits import HANG_S
from process.daemon_process import ROOT, Daemon

pytestmark = pytest.mark.process

RATE_HZ = 24_000


def tone(seconds: float, rate_hz: int = RATE_HZ) -> bytes:
    times = np.arange(round(seconds * rate_hz)) / rate_hz
    return (8000 * np.sin(2 * np.pi * 440 * times)).astype("<i2").tobytes()


def play(daemon: Daemon, *arguments: str, **pipes: int) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "KOE_DAEMON_SOCKET": str(daemon.socket)}
    code = "from koe.cli.entry import run; run()"
    command = [sys.executable, "-c", code, "play", *arguments]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, **pipes)  # type: ignore[call-overload, no-any-return]


def received_s(client: DaemonClient) -> float:
    return float(client.status().get("received_s") or 0)


def test_audio_of_a_socket_is_played_to_its_end(daemon: Daemon) -> None:
    daemon.start()
    with daemon.client() as client, daemon.client() as feed:
        item = feed.begin_audio()
        pcm = tone(0.4)
        feed.send_audio(pcm[:101])  # samples may be cut anywhere
        feed.send_audio(pcm[101:])
        wait_for(lambda: received_s(client) >= 0.4)
        assert client.status()["is_received"] is False
        feed.end_audio()
        assert client.wait(item) == {"ok": True, "item": item, "outcome": "heard", "message": ""}


def test_other_rates_keep_their_duration(daemon: Daemon) -> None:
    daemon.start()
    with daemon.client() as client, daemon.client() as feed:
        client.pause()
        feed.begin_audio(44_100, queue=True)
        feed.send_audio(tone(1.5, 44_100))
        feed.end_audio()
        wait_for(lambda: client.status().get("is_received"))
        assert received_s(client) == pytest.approx(1.5, abs=0.001)


def test_audio_has_its_turn_in_the_queue_and_replaces_what_is_heard(daemon: Daemon) -> None:
    daemon.start()
    with daemon.client() as client, daemon.client() as one, daemon.client() as two, daemon.client() as three:
        first = one.begin_audio()
        one.send_audio(tone(30))
        second = two.begin_audio(queue=True)
        wait_for(lambda: client.status()["state"] == "playing")
        assert (client.status()["item"], client.status()["queued"]) == (first, 1)
        client.skip()
        wait_for(lambda: client.status()["item"] == second)
        assert client.wait(first)["outcome"] == "stopped"
        third = three.begin_audio()
        assert client.wait(second)["outcome"] == "stopped"
        client.stop()
        assert client.wait(third)["outcome"] == "stopped"
        wait_for(lambda: is_closed(one))


def test_sender_that_breaks_off_ends_its_audio_and_not_the_queue(daemon: Daemon) -> None:
    daemon.start()
    with daemon.client() as client, daemon.client() as feed:
        item = feed.begin_audio()
        feed.send_audio(tone(0.2))
        # Closed with a reset: asyncio sees an error and no end.
        program = socket.socket(socket.AF_UNIX)
        program.connect(str(daemon.socket))
        program.sendall(b'{"command": "play", "queue": true}\n' + tone(0.2))
        program.recv(1, socket.MSG_PEEK)
        program.close()  # the answer was not read
        feed.end_audio()
        assert client.wait(item)["outcome"] == "heard"
        assert client.wait(item + 1)["outcome"] == "heard"


def is_closed(feed: DaemonClient) -> bool:
    try:
        feed.send_audio(tone(0.1))
    except OSError:
        return True
    return False


def test_pause_seek_and_replay_are_local(daemon: Daemon) -> None:
    daemon.start()
    with daemon.client() as client, daemon.client() as feed:
        item = feed.begin_audio()
        feed.send_audio(tone(20))
        wait_for(lambda: received_s(client) == 20)
        client.pause()
        client.seek(10)
        assert client.status()["position_s"] == pytest.approx(10, abs=5)
        client.seek(100)
        assert client.status()["position_s"] == 20
        client.replay()
        assert client.status()["position_s"] == 0
        client.speed(2.0)  # of texts
        assert received_s(client) == 20
        client.seek(100)
        feed.end_audio()
        client.resume()
        assert client.wait(item)["outcome"] == "heard"


def test_sender_waits_while_a_minute_is_in_hand(daemon: Daemon) -> None:
    daemon.start()
    with daemon.client() as client, daemon.client() as feed:
        feed.begin_audio()
        client.pause()
        feed._socket.setblocking(False)
        sent, second = 0, tone(1)
        while sent < 600 * len(second):
            try:
                sent += feed._socket.send(second)
            except BlockingIOError:
                if received_s(client) >= MOST_AHEAD_S:
                    break
        assert MOST_AHEAD_S <= received_s(client) < MOST_AHEAD_S + 10


@pytest.mark.parametrize(
    ("fields", "param"), [({"rate_hz": 10}, "rate_hz"), ({"queue": 1}, "queue"), ({"text": "a"}, "command")]
)
def test_wrong_fields_are_refused(daemon: Daemon, fields: dict[str, object], param: str) -> None:
    daemon.start()
    with daemon.client() as client, pytest.raises(CommandRefused) as refused:
        client.request("play", **fields)
    assert refused.value.param == param


def test_command_plays_a_file_in_any_format(daemon: Daemon, tmp_path: Path) -> None:
    daemon.start()
    with wave.open(str(tmp_path / "tone.wav"), "wb") as file:
        file.setparams((2, 2, 44_100, 0, "NONE", ""))
        file.writeframes(np.repeat(np.frombuffer(tone(1.0, 44_100), dtype="<i2"), 2).tobytes())
    with daemon.client() as client:
        client.pause()
        process = play(daemon, str(tmp_path / "tone.wav"), "--queue")
        wait_for(lambda: client.status().get("is_received"))
        assert received_s(client) == pytest.approx(1.0, abs=0.01)
        client.resume()
        _, errors = process.communicate(timeout=HANG_S)
        assert (process.returncode, errors) == (0, b"")


def test_command_plays_a_pipe_while_it_is_written_and_ends_with_a_stop(daemon: Daemon) -> None:
    daemon.start()
    with daemon.client() as client:
        process = play(daemon, "-", "--raw", "24000", stdin=subprocess.PIPE)
        assert process.stdin is not None
        process.stdin.write(tone(2))
        process.stdin.flush()
        wait_for(lambda: received_s(client) == 2)
        assert client.status()["is_received"] is False
        client.stop()
        # The pipe stays open, and nothing more comes.
        assert process.wait(HANG_S) == 0
        process.communicate()
        assert client.wait(1)["outcome"] == "stopped"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_what_ends_the_command_stops_the_audio(daemon: Daemon, number: signal.Signals) -> None:
    daemon.start()
    with daemon.client() as client:
        process = play(daemon, "-", "--raw", "24000", stdin=subprocess.PIPE)
        assert process.stdin is not None
        process.stdin.write(tone(50))
        process.stdin.flush()
        wait_for(lambda: received_s(client) == 50)
        process.send_signal(number)
        assert process.wait(HANG_S) in (130, -number)
        process.communicate()
        assert client.wait(1)["outcome"] == "stopped"


def test_what_is_no_audio_is_refused_and_nothing_stops(daemon: Daemon, tmp_path: Path) -> None:
    daemon.start()
    (tmp_path / "a.txt").write_text("No audio at all.")
    with daemon.client() as client, daemon.client() as feed:
        item = feed.begin_audio()
        process = play(daemon, str(tmp_path / "a.txt"))
        _, errors = process.communicate(timeout=HANG_S)
        assert process.returncode == 2
        assert b"holds no audio that could be decoded" in errors
        assert client.status()["item"] == item


def test_lines_and_audio_of_any_program_do(daemon: Daemon) -> None:
    """As with nc: a line of JSON, samples, the end."""
    daemon.start()
    with daemon.client() as client, socket.socket(socket.AF_UNIX) as program:
        program.connect(str(daemon.socket))
        program.sendall(b'{"command": "play"}\n' + tone(0.2))
        program.shutdown(socket.SHUT_WR)
        assert program.makefile("rb").readline() == b'{"ok": true, "item": 1}\n'
        assert client.wait(1)["outcome"] == "heard"
