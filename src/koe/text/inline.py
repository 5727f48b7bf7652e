"""Plain text with inline tags -> passages: `[pause:1.5s]`, `[voice:af_bella]`, `[rate:0.8]`.

A voice or a rate holds until the next tag of its kind; `[/voice]`, `[voice:default]`, `[/rate]` and `[rate:default]` go
back to the request's own. A rate belongs to the voice that speaks: every voice tag ends it. What only looks like a tag
stays text. `prescribed.py` reads `[word](/phonemes/)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from koe.errors import BadTag, PauseTooLong
from koe.text.passage import Manner, Marked, Passage
from koe.text.ssml_values import SCALES
from koe.text.traced import Traced
from koe.types import NO_TEXT_BEFORE, TextBefore

LONGEST_PAUSE_S = 10.0
DEFAULT = "default"
# A backslash before it makes any Markdown notation plain text, and a tag too.
TAG = re.compile(
    r"(?i)(?<!\\)\[(?:"
    r"pause:\s{0,3}(?P<number>[0-9]{1,6}(?:\.[0-9]{1,6})?)\s{0,3}(?P<unit>ms|s)"
    r"|voice:[^\S\n]{0,3}(?P<voice>[^\s\[\]][^\[\]\n]{0,399})"
    r"|rate:\s{0,3}(?P<rate>[0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6}|default)\s{0,3}"
    r"|/(?P<ended>voice|rate)"
    r")\]"
)
_BEGINNINGS = ("pause:", "voice:", "rate:", "/voice]", "/rate]")
_LONGEST_TAG = 420
# Where a tag is all that separates these from a word, a space takes its place.
_CLOSING_MARKS = frozenset(",.;:!?…)]}»”\"'’")
_RATE = SCALES["rate"]


def milliseconds(time: re.Match[str]) -> float:
    """The length of a time that was matched with the groups `number` and `unit`."""
    return float(time["number"]) * (1 if time["unit"].lower() == "ms" else 1000)


def parse_inline(text: str, before: TextBefore = NO_TEXT_BEFORE) -> Marked:
    """The passages between pauses and changes of the voice. Adjacent pauses add up. `before` is what the text before
    this one has set. Raises `PauseTooLong`, `BadTag`."""
    return _InlineText(text, before).read()


def left_behind(text: str, before: TextBefore) -> TextBefore:
    """What the tags of the text have set at its end, for the text that follows."""
    voice, rate = before.voice, before.rate
    for tag in TAG.finditer(text):
        if _is_voice(tag):
            voice, rate = _voice_of(tag), 1.0
        elif _is_rate(tag):
            rate = _rate_of(tag, before)
    return TextBefore(before.characters + len(text), voice, rate)


def voices_named(text: str) -> Iterator[tuple[str, int]]:
    """The voices of the tags, as they are written, with the places of the tags."""
    for tag in TAG.finditer(text):
        if _is_voice(tag) and (name := _voice_of(tag)) is not None:
            yield name, tag.start()


def without_tags(text: str) -> Traced:
    return Traced.of(text).replace_matches(TAG, lambda _: "")


def is_inside_tag(place: int, text: str) -> bool:
    """Whether a cut at `place` would cut through a tag, or through one that the rest of a live text may complete."""
    begin = text.rfind("[", max(0, place - _LONGEST_TAG), place)
    if begin < 0:
        return False
    tag = TAG.match(text, begin)
    return begin < place < tag.end() if tag else unfinished_tag(text) == begin


def unfinished_tag(text: str) -> int | None:
    """Where the beginning of a tag stands that the text does not end. More text may complete it."""
    begin = text.rfind("[", max(0, len(text) - _LONGEST_TAG))
    tail = text[begin + 1 :].lower()
    if begin < 0 or "]" in tail or "\n" in tail:
        return None
    return begin if any(name.startswith(tail) or tail.startswith(name) for name in _BEGINNINGS) else None


def before_tags(place: int, text: str) -> int:
    """The place without the tags of voice and rate that stand right before it: they belong to what follows."""
    for tag in reversed(list(TAG.finditer(text, 0, place))):
        if text[tag.end() : place].strip() or tag["number"]:
            break
        place = tag.start()
    return place


class _InlineText:
    """The state of parsing one text."""

    def __init__(self, text: str, before: TextBefore) -> None:
        self._text = text
        self._whole = Traced.of(text)
        self._before = before
        self._voice = before.voice
        self._rate, self._rate_start = before.rate, 0
        self._parts: list[Traced] = []  # of the passage that is open
        self._passages: list[Passage] = []
        self._manners: list[Manner] = []

    def read(self) -> Marked:
        position = 0
        for tag in TAG.finditer(self._text):
            self._parts.append(self._whole[position : tag.start()])
            position = tag.end()
            if _is_voice(tag):
                self._change_voice(tag)
            elif _is_rate(tag):
                self._change_rate(_rate_of(tag, self._before), tag)
            else:
                self._pause(tag)
        self._parts.append(self._whole[position:])
        self._set_rate(1.0, len(self._text), len(self._text))
        rest = self._taken()
        if rest.text.strip() or not self._passages:
            self._add(Passage(rest, voice=self._voice))
        return Marked(tuple(self._passages), tuple(self._manners))

    def _taken(self) -> Traced:
        text = Traced.join(self._parts) if len(self._parts) > 1 else self._parts[0]
        self._parts.clear()
        return text

    def _add(self, passage: Passage) -> None:
        """Adds a passage. Line breaks beside a change of the voice end the sentence before it."""
        last = self._passages[-1] if self._passages else None
        if last is not None and last.pause_ms is None:
            text, following = last.text.text, passage.text.text
            edges = text[len(text.rstrip()) :] + following[: len(following) - len(following.lstrip())]
            lines = min(2, edges.count("\n"))
            self._passages[-1] = replace(last, ends_sentence=lines > 0, lines_after=lines)
        self._passages.append(passage)

    def _change_voice(self, tag: re.Match[str]) -> None:
        voice = _voice_of(tag)
        self._set_rate(1.0, tag.start(), tag.end())
        if voice == self._voice:
            self._keep_apart(tag)
            return
        text = self._taken()
        if text.text.strip():
            self._add(Passage(text, voice=self._voice, ends_sentence=False))
        elif text.text and self._passages:  # the blanks between two tags, which may hold line breaks
            self._parts.append(text)
        self._voice = voice

    def _change_rate(self, rate: float, tag: re.Match[str]) -> None:
        self._set_rate(rate, tag.start(), tag.end())
        self._keep_apart(tag)

    def _set_rate(self, rate: float, stop: int, start: int) -> None:
        if rate == self._rate:
            return
        if self._rate != 1.0 and stop > self._rate_start:
            self._manners.append(Manner(self._rate_start, stop, rate=self._rate))
        self._rate, self._rate_start = rate, start

    def _keep_apart(self, tag: re.Match[str]) -> None:
        before, after = self._text[max(0, tag.start() - 1) : tag.start()], self._text[tag.end() : tag.end() + 1]
        if before in _CLOSING_MARKS and after.isalnum():
            self._parts.append(Traced.standing_for(tag.start(), tag.start(), " "))

    def _pause(self, tag: re.Match[str]) -> None:
        pause_ms = milliseconds(tag)
        if pause_ms > 1000 * LONGEST_PAUSE_S:
            raise PauseTooLong("A pause", LONGEST_PAUSE_S)
        text = self._taken()
        last = self._passages[-1] if self._passages else None
        if last is not None and last.pause_ms is None and not text.text.strip():
            # The voice has changed since: the pause is that after the last words.
            self._passages[-1] = replace(last, pause_ms=pause_ms, pause_place=tag.start())
            return
        self._add(Passage(text, voice=self._voice, pause_ms=pause_ms, pause_place=tag.start()))


def _is_voice(tag: re.Match[str]) -> bool:
    return tag["voice"] is not None or (tag["ended"] or "").lower() == "voice"


def _is_rate(tag: re.Match[str]) -> bool:
    return tag["rate"] is not None or (tag["ended"] or "").lower() == "rate"


def _voice_of(tag: re.Match[str]) -> str | None:
    """The voice that a tag names; None: the request's."""
    name = (tag["voice"] or DEFAULT).strip()
    return None if name.lower() == DEFAULT else name


def _rate_of(tag: re.Match[str], before: TextBefore) -> float:
    written = (tag["rate"] or DEFAULT).lower()
    rate = 1.0 if written == DEFAULT else float(written)
    if not _RATE.holds(rate):
        allowed = f"a number from {_RATE.lowest:g} to {_RATE.highest:g}"
        raise BadTag("value_out_of_range", f"rate must be {allowed}.", before.characters + tag.start())
    return rate
