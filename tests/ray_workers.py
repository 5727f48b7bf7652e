"""Fixtures: one Ray for all tests of a file, on 127.0.0.1, with folders and ports of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from filelock import FileLock

from limits import HANG_S
from ray_cluster import RAY_LOCK

TESTS = Path(__file__).parent


@pytest.fixture(scope="module")
def ray_address() -> Iterator[str]:
    """Started by a process of its own: what Ray leaves open at its start is no concern of the tests."""
    if find_spec("ray") is None:
        pytest.skip("ray is not installed")
    with FileLock(RAY_LOCK):
        yield from _held()


def _held() -> Iterator[str]:
    paths = os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])
    environment = {**os.environ, "PYTHONPATH": paths}
    holder = subprocess.Popen(
        [sys.executable, str(TESTS / "ray_holder.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    deadline = threading.Timer(4 * HANG_S, holder.kill)
    deadline.start()
    try:
        address = holder.stdout.readline().strip()
        assert address.startswith("127.0.0.1:"), address or "Ray did not start"
        deadline.cancel()
        yield address
    finally:
        deadline.cancel()
        holder.stdin.close()
        try:
            holder.wait(HANG_S)
        finally:
            holder.kill()
            holder.wait()
            holder.stdout.close()


@pytest.fixture
def joined_ray(ray_address: str) -> Iterator[str]:
    """This process has joined it, as a driver of its own for each test."""
    from koe.scale.workers_cluster import joined

    with joined(ray_address, 2):
        yield ray_address
