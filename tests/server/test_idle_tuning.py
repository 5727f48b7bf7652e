"""The tuner runs while nobody speaks, is stopped by a request, and goes on in the next quiet minute."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from clocks import ManualClock
from fakes import wait_for, warm
from koe.engine.engine import Engine
from koe.server import idle_tuning
from koe.server.idle_tuning import IDLE_FOR_S, IdleTuning
from koe.types import SpeechRequest
from limits import HANG_S

# A process with a child of its own, as a tuner has candidates; each writes its number.
CANDIDATE = "import sys, time; open(sys.argv[1], 'w').close(); time.sleep(600)"
TUNER = """
import os, subprocess, sys, time
folder, child = sys.argv[1:]
candidate = subprocess.Popen([sys.executable, "-c", child, os.path.join(folder, "candidate")])
open(os.path.join(folder, f"{os.getpid()} {candidate.pid}"), "w").close()
time.sleep(600)
"""
only_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def tuner(folder: Path) -> list[str]:
    return [sys.executable, "-c", TUNER, str(folder), CANDIDATE]


def speak(engine: Engine) -> None:
    assert list(engine.stream(engine.prepare(SpeechRequest("abc def.", "af_heart"))))


def numbers_in(folder: Path) -> list[int]:
    """The process numbers of the tuner and its candidate, once both run."""
    wait_for(lambda: len(list(folder.iterdir())) == 2)
    (name,) = (path.name for path in folder.iterdir() if path.name != "candidate")
    return [int(number) for number in name.split()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def is_due_after(tuning: IdleTuning, clock: ManualClock, elapsed_s: float) -> bool:
    clock.now_s += elapsed_s
    return tuning.is_due


def test_it_is_due_after_a_minute_without_streams(engine: Engine) -> None:
    clock = ManualClock()
    tuning = IdleTuning(engine, ["tune"], clock)
    assert not is_due_after(tuning, clock, IDLE_FOR_S)  # the engine is not warm
    warm(engine)
    assert not is_due_after(tuning, clock, 0)
    assert not is_due_after(tuning, clock, IDLE_FOR_S - 1)
    assert is_due_after(tuning, clock, 1)
    speak(engine)
    assert not is_due_after(tuning, clock, 0)
    assert not IdleTuning(engine, None, clock).is_due


@only_linux
def test_a_request_stops_the_tuner_and_its_candidates(engine: Engine, tmp_path: Path) -> None:
    warm(engine)
    tuning = IdleTuning(engine, tuner(tmp_path))

    async def scenario() -> None:
        assert not tuning.is_due  # looks at the engine
        running = asyncio.create_task(tuning.tune(tuner(tmp_path)))
        pids = await asyncio.to_thread(numbers_in, tmp_path)
        assert all(map(is_alive, pids))
        await asyncio.to_thread(speak, engine)
        await asyncio.wait_for(running, HANG_S)
        await asyncio.to_thread(wait_for, lambda: not any(map(is_alive, pids)))

    asyncio.run(scenario())
    assert tuning.interrupted == 1
    assert tuning._command is not None  # it goes on later


@only_linux
def test_a_server_that_stops_stops_the_tuner(engine: Engine, tmp_path: Path) -> None:
    warm(engine)
    tuning = IdleTuning(engine, tuner(tmp_path))

    async def scenario() -> None:
        assert not tuning.is_due
        running = asyncio.create_task(tuning.tune(tuner(tmp_path)))
        pids = await asyncio.to_thread(numbers_in, tmp_path)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await asyncio.to_thread(wait_for, lambda: not any(map(is_alive, pids)))

    asyncio.run(scenario())


@pytest.mark.parametrize(("code", "said"), [(0, "used from the next start on"), (3, "failed with exit code 3")])
def test_a_tuner_that_came_to_its_end_is_not_started_again(
    engine: Engine, caplog: pytest.LogCaptureFixture, code: int, said: str
) -> None:
    warm(engine)
    clock = ManualClock()
    command = [sys.executable, "-c", f"raise SystemExit({code})"]
    tuning = IdleTuning(engine, command, clock)
    assert not tuning.is_due
    assert is_due_after(tuning, clock, IDLE_FOR_S)
    with caplog.at_level("INFO"):
        asyncio.run(tuning.tune(command))
    assert said in caplog.text
    assert not is_due_after(tuning, clock, IDLE_FOR_S)
    assert tuning.interrupted == 0


def test_a_command_that_does_not_start_is_told_once(
    engine: Engine, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm(engine)
    monkeypatch.setattr(idle_tuning, "LOOK_EVERY_S", 0.01)
    monkeypatch.setattr(idle_tuning, "IDLE_FOR_S", 0.0)

    async def scenario() -> None:
        await asyncio.wait_for(IdleTuning(engine, [f"{os.devnull}/none"]).run(), HANG_S)

    asyncio.run(scenario())
    assert caplog.text.count("tuning cannot be started") == 1
