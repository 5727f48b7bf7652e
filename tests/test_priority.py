"""A thread that plays asks for priority, and goes on as it was where that is refused."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from koe.priority import prefer_this_thread, prefer_thread

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


def test_lanes_are_not_raised_above_other_programs() -> None:
    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    prefer_this_thread(is_playback=False)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before
