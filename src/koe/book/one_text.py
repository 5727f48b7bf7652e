"""A script -> one text that a live stream or the daemon can speak, with its pauses, and the passage at each place."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from koe.audio.pause import pause_after_ms
from koe.book.script import Script


@dataclass(frozen=True, slots=True)
class OneText:
    """`starts` are the places in `text` where the passages of the script begin."""

    text: str
    starts: tuple[int, ...]

    def passage_at(self, character: int) -> int:
        """The passage that this character is in, or that is spoken before it."""
        return max(0, bisect_right(self.starts, character) - 1)


def one_text_of(script: Script) -> OneText:
    """A pause that is longer than that of a sentence becomes a tag behind an empty line, which ends the passage also
    where no full stop does."""
    parts: list[str] = []
    starts: list[int] = []
    place = 0
    for number, passage in enumerate(script.passages):
        is_last = number == len(script.passages) - 1
        pause_ms = passage.silence_ms + pause_after_ms(passage.text)
        behind = "" if is_last else f"\n\n[pause:{pause_ms}ms]" if passage.silence_ms else " "
        starts.append(place)
        parts.append(passage.text + behind)
        place += len(parts[-1])
    return OneText("".join(parts), tuple(starts))
