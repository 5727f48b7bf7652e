"""Threads that play and lanes ask for priority, and go on as they were where that is refused."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from fakes import wait_for
from koe.engine.scheduler import Scheduler
from koe.priority import prefer_lane, prefer_this_thread, prefer_thread

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="nice is Linux's way")


@LINUX
def test_what_was_granted_is_what_the_thread_has() -> None:
    granted: list[str] = []
    nice: list[int] = []

    def ask() -> None:
        granted.append(prefer_this_thread())
        nice.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    thread = threading.Thread(target=ask)
    before = os.getpriority(os.PRIO_PROCESS, 0)
    thread.start()
    thread.join()
    assert nice == [before] if granted == ["default"] else nice[0] < before
    assert os.getpriority(os.PRIO_PROCESS, 0) == before  # the other threads keep theirs


@LINUX
def test_refusal_is_no_error() -> None:
    """As another user, who may not raise a priority."""
    if os.getuid() != 0:
        pytest.skip("only root can become another user")
    code = "import os; from koe.priority import *; os.setgid(65534); os.setuid(65534); print(prefer_this_thread())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() in ("default", "rtkit")


def test_unknown_thread_is_no_error() -> None:
    assert prefer_thread(2**22 + 1) == "default"


def test_macos_is_asked_for_the_class_of_work_that_a_user_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """0x19 is QOS_CLASS_USER_INITIATED."""
    asked: list[tuple[int, int]] = []

    def set_class(wanted: Any, relative: Any) -> int:
        asked.append((wanted.value, relative.value))
        return 0

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(pthread_set_qos_class_self_np=set_class))
    assert prefer_lane()
    assert asked == [(0x19, 0)]
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace())
    assert not prefer_lane()


@pytest.mark.parametrize("is_allowed", [True, False])
def test_linux_is_asked_for_this_thread_alone(monkeypatch: pytest.MonkeyPatch, is_allowed: bool) -> None:
    asked: list[tuple[int, int, int]] = []

    def set_priority(which: int, who: int, priority: int) -> None:
        asked.append((which, who, priority))
        if not is_allowed:
            raise PermissionError

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "setpriority", set_priority)
    assert prefer_lane() is is_allowed
    assert asked == [(os.PRIO_PROCESS, threading.get_native_id(), -5)]


def test_each_lane_asks_in_its_own_thread() -> None:
    names: list[str] = []
    scheduler = Scheduler(1, lanes=2, when_lane_starts=lambda: names.append(threading.current_thread().name))
    wait_for(lambda: len(names) == 2)
    scheduler.close()
    assert sorted(names) == ["koe-lane-0", "koe-lane-1"]
