"""Plain text with inline tags such as `[pause:1.5s]` -> passages; `prescribed.py` reads `[word](/phonemes/)`."""

from __future__ import annotations

import re

from koe.errors import PauseTooLong
from koe.text.passage import Marked, Passage
from koe.text.traced import Traced

LONGEST_PAUSE_S = 10.0
_PAUSE = re.compile(r"(?i)\[pause:\s{0,3}(?P<number>[0-9]{1,6}(?:\.[0-9]{1,6})?)\s{0,3}(?P<unit>ms|s)\]")


def milliseconds(time: re.Match[str]) -> float:
    """The length of a time that was matched with the groups `number` and `unit`."""
    return float(time["number"]) * (1 if time["unit"].lower() == "ms" else 1000)


def parse_inline(text: str) -> Marked:
    """The passages between the pauses. Adjacent pauses add up. Raises `PauseTooLong`."""
    whole = Traced.of(text)
    passages: list[Passage] = []
    position = 0
    for pause in _PAUSE.finditer(text):
        pause_ms = milliseconds(pause)
        if pause_ms > 1000 * LONGEST_PAUSE_S:
            raise PauseTooLong("A pause", LONGEST_PAUSE_S)
        passages.append(Passage(whole[position : pause.start()], pause_ms=pause_ms, pause_place=pause.start()))
        position = pause.end()
    rest = whole[position:]
    return Marked((*passages, Passage(rest)) if rest.text.strip() or not passages else tuple(passages))
