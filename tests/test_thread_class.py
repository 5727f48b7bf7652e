"""A thread asks for a higher class, and goes on as it is where that is not allowed."""

from __future__ import annotations

import ctypes
import os
import platform
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from fakes import wait_for
from koe.engine.scheduler import Scheduler
from koe.thread_class import ask_for_higher_class


def test_macos_is_asked_for_the_class_of_work_that_a_user_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """0x19 is QOS_CLASS_USER_INITIATED."""
    asked: list[tuple[int, int]] = []

    def set_class(wanted: Any, relative: Any) -> int:
        asked.append((wanted.value, relative.value))
        return 0

    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(pthread_set_qos_class_self_np=set_class))
    assert ask_for_higher_class()
    assert asked == [(0x19, 0)]
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace())
    assert not ask_for_higher_class()


@pytest.mark.parametrize("is_allowed", [True, False])
def test_linux_is_asked_for_this_thread_alone(monkeypatch: pytest.MonkeyPatch, is_allowed: bool) -> None:
    asked: list[tuple[int, int, int]] = []

    def set_priority(which: int, who: int, priority: int) -> None:
        asked.append((which, who, priority))
        if not is_allowed:
            raise PermissionError

    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(os, "setpriority", set_priority)
    assert ask_for_higher_class() is is_allowed
    assert asked == [(os.PRIO_PROCESS, threading.get_native_id(), -5)]


def test_each_lane_asks_in_its_own_thread() -> None:
    names: list[str] = []
    scheduler = Scheduler(1, lanes=2, when_lane_starts=lambda: names.append(threading.current_thread().name))
    wait_for(lambda: len(names) == 2)
    scheduler.close()
    assert sorted(names) == ["koe-lane-0", "koe-lane-1"]
