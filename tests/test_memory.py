"""Freed memory goes back to the system."""

from __future__ import annotations

import subprocess
import sys

from koe import memory
from koe.memory import release_unused
from limits import HANG_S
from memory import linux_only, resident_bytes

# Large arrays with something small between them, as a long file leaves them behind.
_ARRAYS = """
import sys
import numpy as np
from koe.memory import map_large_blocks, resident_bytes
if sys.argv[1] == "mapped":
    map_large_blocks()
del (first := [np.ones(8_000_000, np.uint8)])[:]  # raises glibc's own threshold
before = resident_bytes()
kept = []
arrays = []
for _ in range(40):
    arrays.append(np.ones(2_000_000, np.uint8))
    kept.append(np.ones(20_000, np.uint8))
arrays.clear()
sys.stdout.write(str(resident_bytes() - before))
"""


def left_behind(how: str) -> int:
    command = [sys.executable, "-c", _ARRAYS, how]
    return int(subprocess.run(command, capture_output=True, text=True, timeout=HANG_S, check=True).stdout)


@linux_only
def test_large_arrays_leave_nothing_behind() -> None:
    assert left_behind("mapped") < 5_000_000 < left_behind("as the library does")


@linux_only
def test_release_gives_freed_memory_back() -> None:
    parts = [bytes(2_000) for _ in range(40_000)]
    last = parts[-1]  # above the others in the heap
    del parts
    kept = resident_bytes()
    release_unused()
    assert kept - resident_bytes() > 40_000_000
    assert len(last) == 2_000


def test_memory_of_a_process_that_is_gone_is_unknown() -> None:
    assert memory.resident_bytes(2**30) is None
