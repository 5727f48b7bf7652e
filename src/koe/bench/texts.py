"""The texts of the benchmarks: presets of four lengths, and one long sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_FIRST = "The {who} climbed the {how} stairs every single {when}."
_OTHERS = (
    "From the top he could see three villages, the harbour with its fishing boats, and beyond them the long grey line "
    "of the sea.",
    "When the lamp was lit at last, he sat down by the window, opened the book that his sister had sent him from the "
    "city, and read until the first birds began to sing.",
    "Nobody came to visit him in winter, because the road was bad and the ferry did not sail in a storm.",
)
# One after the other they give first sentences of nearly the same length, so that no cache knows the next one.
_WHO = (
    "lighthouse keeper",
    "harbour watchman",
    "weather observer",
    "village carpenter",
    "ferry passenger",
    "retired captain",
)
_HOW = ("narrow", "wooden", "broken", "marble", "mended", "bright", "golden", "hidden", "modern", "polished", "quiet")
_WHEN = ("evening", "morning", "weekend", "holiday", "season", "Sunday")
# The texts above all begin with a short sentence, which is quick to start. This one has no early break: its first comma
# comes after more than a hundred characters.
_LONG_SENTENCE = (
    "The {who} who had sailed around the {how} world more often than anybody in the village could remember told the "
    "children on the harbour wall that the sea is never the same twice, that it takes its colour from the sky and its "
    "temper from the wind, and that whoever wants to know it has to sit quite still on the beach for a whole year, "
    "through storms and fog and long bright summer evenings, and listen to it with more patience than most people have "
    "for their friends every single {when}."
)
TURNS = len(_WHO) * len(_HOW) * len(_WHEN)
PRESETS: Mapping[str, int] = {"short": 140, "medium": 500, "long": 1_500, "article": 6_000}
SENTENCE = "sentence"
LINE = "line"
# Lengths in characters at which providers are compared: where one begins to be worth it.
SWEEP: Mapping[str, int] = {"200": 200, "500": 500, "1000": 1_000}
_LENGTHS: Mapping[str, int] = {**PRESETS, **SWEEP, LINE: 70}


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of text. Its texts differ in their first sentence."""

    name: str

    def text(self, turn: int = 0) -> str:
        return long_sentence(turn) if self.name == SENTENCE else text_of(_LENGTHS[self.name], turn)

    @property
    def characters(self) -> int:
        return len(self.text())


def text_of(characters: int, turn: int = 0) -> str:
    """Whole sentences, about `characters` long in total. Another turn, up to TURNS of them, is another text."""
    sentences = (_FIRST.format(**_words(0)), *_OTHERS)
    text = _FIRST.format(**_words(turn))
    for sentence in sentences[1:] + sentences * (1 + characters // 400):
        if len(text) + len(sentence) <= characters + 20:
            text = f"{text} {sentence}"
    return text


def long_sentence(turn: int = 0) -> str:
    return _LONG_SENTENCE.format(**_words(turn))


def _words(turn: int) -> dict[str, str]:
    turn, how = divmod(turn, len(_HOW))
    turn, who = divmod(turn, len(_WHO))
    return {"who": _WHO[who], "how": _HOW[how], "when": _WHEN[turn % len(_WHEN)]}
