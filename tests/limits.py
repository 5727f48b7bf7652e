"""HANG_S, the one time limit of the tests: it ends a test that hangs, and never judges how fast something was."""

from __future__ import annotations

from typing import Final

# A machine with twice as many busy processes as cores delays a step by seconds, not by minutes. The limit that
# pytest-timeout sets on a whole test (pyproject.toml) is longer, so that the step that hangs is named.
HANG_S: Final = 120
