"""One step of a stream: what a lane does before it asks again whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

from koe.types import AudioBlock


@dataclass(frozen=True, slots=True)
class Step:
    """`block` is None where the work is heard later (prosody, trunk, silence held back). After the step that `is_last`
    only the end of the stream follows. `decoded_s` is the length of the window that was decoded."""

    block: AudioBlock | None = None
    is_last: bool = False
    decoded_s: float = 0.0
