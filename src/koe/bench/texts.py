"""The texts of the latency benchmarks: four of growing length, and one long sentence."""

from __future__ import annotations

from dataclasses import dataclass

_SENTENCES = (
    "The lighthouse keeper climbed the narrow stairs every single evening.",
    "From the top he could see three villages, the harbour with its fishing boats, and beyond them the long grey line "
    "of the sea.",
    "When the lamp was lit at last, he sat down by the window, opened the book that his sister had sent him from the "
    "city, and read until the first birds began to sing.",
    "Nobody came to visit him in winter, because the road was bad and the ferry did not sail in a storm.",
)
# The texts above all begin with the same short sentence, which is quick to start. This one has no early break: its
# first comma comes after more than a hundred characters.
_LONG_SENTENCE = (
    "The old captain who had sailed around the world more often than anybody in the village could remember told the "
    "children on the harbour wall that the sea is never the same twice, that it takes its colour from the sky and its "
    "temper from the wind, and that whoever wants to know it has to sit quite still on the beach for a whole year, "
    "through storms and fog and long bright summer evenings, and listen to it with more patience than most people have "
    "for their friends."
)
LENGTHS = (70, 190, 460, 2000)


@dataclass(frozen=True, slots=True)
class BenchText:
    text: str
    one_sentence: bool = False

    @property
    def characters(self) -> int:
        return len(self.text)

    @property
    def name(self) -> str:
        return f"{self.characters:,}{', one sentence' if self.one_sentence else ''}"


def text_of(characters: int) -> str:
    """Whole sentences, about `characters` long in total."""
    text = ""
    for sentence in _SENTENCES * 20:
        if not text or len(text) + len(sentence) <= characters + 20:
            text = f"{text} {sentence}".strip()
    return text


TEXTS = (
    *(BenchText(text_of(characters)) for characters in LENGTHS),
    BenchText(_LONG_SENTENCE, one_sentence=True),
)
