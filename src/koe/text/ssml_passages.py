"""Text and pauses of SSML in document order -> passages, cut where the voice, the language or the sentence changes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from koe.text.passage import Manner, Passage
from koe.text.ssml_elements import Tag
from koe.text.ssml_values import ProsodyValues
from koe.text.traced import Traced

PARAGRAPH_PAUSE_MS = 500.0

_INSIDE_SENTENCES = ("lang", "voice")


@dataclass(frozen=True, slots=True)
class OpenElement:
    """An element whose end tag has not come yet, and the settings that apply inside it."""

    tag: Tag
    language: str | None
    voice: str | None
    prosody: ProsodyValues  # its own, combined with those of the elements around it
    manner: Manner
    first_part: int  # index of the first of its parts in `PassageBuilder.parts`
    first_passage: int  # index of the first of its passages in `PassageBuilder.done`
    is_recast: bool
    # Of lenient mode:
    ignores_unreadable: bool = False  # text in a language that cannot be read is left out
    tailing_ms: float = 0.0  # silence at its end
    sentence_pause_ms: float | None = None  # between the sentences in it

    def content(self, stop: int) -> tuple[int, int]:
        """The place of its content in the caller's text; the place of its start tag if it has none."""
        return (self.tag.content, stop) if stop > self.tag.content else (self.tag.start + 1, self.tag.content)


@dataclass(slots=True)
class PassageBuilder:
    """Collects parts of text until an element cuts them into a passage."""

    done: list[Passage] = field(default_factory=list)
    parts: list[Traced] = field(default_factory=list)
    _ended_paragraph: int = 0  # number of passages when the last of them got the pause of a paragraph

    def cut(self, element: OpenElement, at: str = "") -> None:
        """Ends the current passage of `element`. `at` is the name of the element that begins or ends here."""
        text = Traced.join(self.parts)
        self.parts.clear()
        if text.text.strip():
            self.done.append(
                Passage(
                    text,
                    element.language,
                    element.voice,
                    ends_sentence=at not in _INSIDE_SENTENCES,
                    is_recast=element.is_recast,
                    sentence_pause_ms=element.sentence_pause_ms,
                )
            )

    def pause(self, element: OpenElement, pause_ms: float, place: int) -> None:
        """Adjacent breaks add up. A break beside the end of a paragraph replaces the pause of the paragraph."""
        self.cut(element)
        if not self.done:
            self.done.append(Passage(Traced.of(""), element.language, element.voice, pause_ms, place))
            return
        before = 0.0 if self._ended_paragraph == len(self.done) else self.done[-1].pause_ms or 0.0
        self._ended_paragraph = 0
        self.done[-1] = replace(self.done[-1], pause_ms=before + pause_ms, pause_place=place)

    def end_paragraph(self, element: OpenElement) -> None:
        self.cut(element)
        if len(self.done) > element.first_passage and self.done[-1].pause_ms is None:
            self.done[-1] = replace(self.done[-1], pause_ms=PARAGRAPH_PAUSE_MS)
            self._ended_paragraph = len(self.done)

    def take(self, first_part: int) -> Traced:
        """Removes the text from that part on and returns it, so that other words can replace it."""
        text = Traced.join(self.parts[first_part:])
        del self.parts[first_part:]
        return text

    def characters(self, element: OpenElement) -> int:
        """How much text the element has so far."""
        passages = self.done[element.first_passage :]
        parts = self.parts if passages else self.parts[element.first_part :]
        return sum(len(passage.text) for passage in passages) + sum(map(len, parts))

    def ends_with_word(self) -> bool:
        return bool(self.parts) and self.parts[-1].text[-1:].isalnum()

    def finished(self) -> list[Passage]:
        """The passages, with the pauses that were asked for between sentences."""
        for number, passage in enumerate(self.done[:-1]):
            if passage.ends_sentence and passage.pause_ms is None and passage.sentence_pause_ms is not None:
                self.done[number] = replace(passage, pause_ms=passage.sentence_pause_ms)
        return self.done


def between(passages: Sequence[Passage], start: int, stop: float) -> Iterator[Passage]:
    """The parts of passages from `start` up to `stop` of the caller's text."""
    for passage in passages:
        first = bisect_left(passage.text.starts, start)
        text = passage.text[first : max(first, bisect_left(passage.text.starts, stop))]
        has_pause = (
            passage.pause_ms is not None and start <= max(passage.pause_place, *passage.text.stops[-1:], 0) <= stop
        )
        if text.text.strip() or has_pause:
            yield replace(passage, text=text, pause_ms=passage.pause_ms if has_pause else None)
