"""An error -> a line for the log, without the text of a user."""

from __future__ import annotations

import traceback
from pathlib import PurePath

from koe.errors.root import KoeError

_INNERMOST_PLACES = 8


def described(error: BaseException) -> str:
    """An error as text for the log: its type and the places in the code. The message is included only if koe wrote it:
    that of a library may hold user text."""
    message = f": {error}" if isinstance(error, KoeError) else ""
    frames = list(traceback.walk_tb(error.__traceback__))[-_INNERMOST_PLACES:]
    places = " > ".join(place_of(frame.f_code.co_filename, line) for frame, line in frames)
    return f"{type(error).__name__}{message}" + (f" ({places})" if places else "")


def place_of(file: str, line: int) -> str:
    """`engine/stream.py:120`: folder, file and line, without the rest of the path."""
    return f"{'/'.join(PurePath(file).parts[-2:])}:{line}"
