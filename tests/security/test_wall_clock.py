"""The wall clock may jump: whatever koe measures or waits for runs on the monotonic one."""

from __future__ import annotations

import ast
import itertools
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from fakes import live_server, wait_for
from koe.engine.engine import Engine
from koe.settings import Settings
from stream_client import TEXT, audio_of, run, spoken

ROOT = Path(__file__).parents[2] / "src" / "koe"
# Those that write a date for people, or compare it with one of an earlier process (the age of a tuned choice).
DATES = {
    "observe/bench_results.py",
    "server/idle_benchmark.py",
    "cli/tune.py",
    "cli/tuned_settings.py",
    "cli/tuning.py",
}
DAY_S = 86_400.0


def wall_clock_calls(source: str) -> list[str]:
    calls = [ast.unparse(node.func) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [call for call in calls if call.split(".")[-2:] in (["time", "time"], ["time", "time_ns"])] + [
        call for call in calls if call.endswith((".now", ".utcnow", ".today")) and call.startswith(("date", "datetime"))
    ]


def test_no_code_asks_for_the_time_of_day() -> None:
    asked = {
        str(path.relative_to(ROOT)): calls
        for path in sorted(ROOT.rglob("*.py"))
        if (calls := wall_clock_calls(path.read_text(encoding="utf-8")))
    }
    assert asked.keys() <= DATES, asked
    assert wall_clock_calls("time.time(); datetime.now(UTC); time.monotonic(); clock.now()") == [
        "time.time",
        "datetime.now",
    ]


@pytest.mark.parametrize("jump", [lambda n: n * DAY_S, lambda n: -n * DAY_S, lambda n: DAY_S * (-1) ** n])
def test_a_clock_that_jumps_changes_no_answer(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, jump: Callable[[int], float]
) -> None:
    """Every look at the wall clock shows another day. Timeouts are short enough for such a jump to end everything."""
    body = {"input": TEXT, "response_format": "pcm", "stream": False}
    settings = Settings(stream_lead_s=0, resume_s=600, stream_idle_s=600, idle_timeout_s=600)
    looks, now = itertools.count(), time.time
    with live_server(engine, settings) as server, httpx.Client(base_url=server) as client:
        wait_for(lambda: client.get("/ready").status_code == 200)
        expected = client.post("/v1/audio/speech", json=body).content

        async def live() -> None:
            frames, _ = await spoken(server, input=TEXT, fill_stalls=False)
            heard.append(audio_of(frames))

        heard: list[bytes] = []
        run(live)
        with monkeypatch.context() as moved:
            moved.setattr(time, "time", lambda: now() + jump(next(looks)))
            assert client.post("/v1/audio/speech", json=body).content == expected
            run(live)
            status = client.get("/status").json()
            assert client.get("/ready").status_code == 200
        assert heard[0] == heard[1]
        assert next(looks) > 0  # logs and headers have looked
        assert status["streams"]["refused"] == status["streams"]["dropped"] == 0
        assert client.post("/v1/audio/speech", json=body).content == expected
