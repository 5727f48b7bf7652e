"""What koe says about itself, by a stranger's clock: a client of its own process measures, and the two are compared.

No time is judged here, only the difference of two clocks over the same events. A busy machine moves single events, so
that medians are compared.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import pytest

from fakes import wait_for
from limits import HANG_S

pytestmark = [pytest.mark.process, pytest.mark.real_model]

KOE = [sys.executable, "-c", "from koe.cli.main import run; run()"]
APART_S = 0.010
# Of a time of seconds, on a busy machine. There is one cold answer only: each start loads the model.
LONG = 0.02
# Quantiles of /status are those of buckets of 2 %.
DIGEST = 0.011


@dataclass(frozen=True, slots=True)
class Heard:
    """What the sceptic measured, what the log says of the same answers, and what /status says of all."""

    sceptic: dict[str, list[dict[str, Any]]]
    log: dict[str, dict[str, Any]]
    status: dict[str, Any]

    def pairs(self, kind: str, field: str) -> list[tuple[float, float]]:
        """Seconds to the first audible sample: the sceptic's and koe's."""
        return [
            (one["first_s"], self.log[one["request_id"]][field] / 1000)
            for one in self.sceptic[kind]
            if field in self.log[one["request_id"]]
        ]


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Heard]:
    """One server for all tests: loading the model takes seconds."""
    log = tmp_path_factory.mktemp("sceptic") / "log"
    with log.open("wb") as file:
        process = subprocess.Popen([*KOE, "serve", "--port", "0"], stderr=file, stdout=file, env=quiet())
    try:
        wait_for(lambda: "koe is listening" in log.read_text() or process.poll() is not None, HANG_S)
        found = re.search(r"koe is listening on (http://[^\s\"]+)", log.read_text())
        assert found is not None, log.read_text()
        command = [sys.executable, str(Path(__file__).with_name("sceptic.py")), found.group(1), "2"]
        sceptic = subprocess.run(command, capture_output=True, text=True, timeout=4 * HANG_S, check=False)
        assert sceptic.returncode == 0, sceptic.stderr
        status = httpx.get(f"{found.group(1)}/status").raise_for_status().json()
        lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
        yield Heard(json.loads(sceptic.stdout), {line.get("request_id", ""): line for line in lines}, status)
    finally:
        process.kill()
        process.wait()


def quiet() -> dict[str, str]:
    """Limits that are not the subject: no busy machine reaches them."""
    return os.environ | {"KOKORO_LOG_FORMAT": "json", "KOKORO_STEP_TIMEOUT_S": "600", "KOKORO_MAX_STREAMS": "64"}


@pytest.mark.parametrize(("kind", "field"), [("cold", "ttfa_ms"), ("warm", "ttfa_ms"), ("hit", "hit_ms")])
def test_the_time_to_the_first_sound_is_that_of_the_stranger(heard: Heard, kind: str, field: str) -> None:
    pairs = heard.pairs(kind, field)
    assert len(pairs) == len(heard.sceptic[kind])  # each under its right name
    assert median(abs(theirs - ours) - LONG * theirs for theirs, ours in pairs) <= APART_S
    # The sceptic hears it after koe has handed it over, and asks before koe has accepted.
    assert median(theirs - ours for theirs, ours in pairs) >= 0


@pytest.mark.parametrize(("kind", "field"), [("cold", "ttfa_s"), ("warm", "ttfa_s"), ("hit", "hit_s")])
def test_status_has_the_median_of_the_stranger(heard: Heard, kind: str, field: str) -> None:
    """Two live streams and the answer that filled the cache are warm too, or hits."""
    ours = heard.status["windows"]["start"][kind][field]
    theirs = median(one["first_s"] for one in heard.sceptic[kind])
    logged = sorted(
        line[name] / 1000
        for line in heard.log.values()
        for name in ("ttfa_ms", "hit_ms")
        if line.get("kind") == kind and name in line
    )
    assert ours["count"] == len(logged)
    assert ours["p50"] == pytest.approx(logged[(len(logged) - 1) // 2], rel=DIGEST, abs=0.0002)
    if kind != "warm":  # the others of this kind had other texts
        assert abs(ours["p50"] - theirs) <= APART_S + (LONG + DIGEST) * theirs


def test_frames_come_as_evenly_as_koe_says(heard: Heard) -> None:
    theirs = [jitter_s for one in heard.sceptic["held"] for jitter_s in one["jitter_s"]]
    logged = [heard.log[one["request_id"]] for one in heard.sceptic["held"]]
    assert len(theirs) > 100
    assert heard.status["windows"]["start"]["hit"]["jitter_s"]["count"] >= 0.9 * len(
        theirs
    )  # the last frames of the lead
    assert abs(heard.status["windows"]["start"]["hit"]["jitter_s"]["p50"] - median(theirs)) <= APART_S
    assert all("jitter_p95_ms" in line and "hit_ms" not in line for line in logged)  # the client paused: no first sound


def test_underruns_are_those_of_the_stranger(heard: Heard) -> None:
    theirs = sum(one["underruns"] for one in heard.sceptic["live"])
    ours = sum(one["done"]["underruns"] for one in heard.sceptic["live"])
    assert abs(theirs - ours) <= 1 + max(theirs, ours) // 2  # a busy machine: a block made in time may leave too late


def test_a_whole_answer_is_reported_under_its_own_name(heard: Heard) -> None:
    assert heard.status["windows"]["start"]["whole"] == {
        "answers": 0,
        "answer_s": None,
        "rtf": None,
        "queue_wait_s": None,
    }
