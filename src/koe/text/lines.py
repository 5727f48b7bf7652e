"""Lines of a text -> passages, each with the sentences of one paragraph, heading, message or entry of a list.

A line break is a plain space in text that was wrapped by hand, and the end of a sentence after a heading, an entry of a
list or a verse. `_breaks_sentence` decides which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from koe.text.traced import Traced


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Text wrapped by hand is between these widths: a longer line was not wrapped, a shorter one is a heading or a verse.
_NARROWEST_WRAP = 50
_WIDEST_WRAP = 120
# A line of capitals opens a sentence by its letter, wherever it was wrapped. Such text is wrapped unevenly.
_FEWEST_CAPITAL_LINES = 3
_FULL_CAPITAL_LINE = 0.7
_FEW_DIGITS = 0.1  # lines of a receipt have more
# A line that leaves a quarter of the width free was not wrapped there.
_SHORT_LINE = 0.75
_CODE_WORD = re.compile(r"\S*(?:[_/={}()\[\]<>$@0-9]|\w\.\w)|[A-Za-z]\w{0,2} ?[=≈≤≥<>]")
_CODE_MARKS = frozenset("=(){}")
# "VAT ID: …", "Subject: …"
_LABELLED = re.compile(r"[A-Z][\w&./-]{0,30}(?: [\w&./-]{1,30}){0,3}: ?\S")
_CAPITAL_SENTENCE = re.compile(r"[.!?] [A-Z][a-z]")
_CLOSING = "\"'”’»)]"
# A line that ends with one of these goes on.
_NEVER_LAST_OF_LINE = _words(
    "a about after an and are as at be because before between but by can could de for from had has have his her if in "
    "into is its la like my near no nor of on or our over since so than that the their this to under until was we were "
    "when which while who will with without would your mr mr. mrs mrs. ms ms. dr dr. st st. prof prof. no. vs vs. v."
)
LEADING_MARKS = "\"'“”‘’«‹»›([{¿¡—–-*#"
_EMPTY_CELLS = ("| —", "| –", "| -", ", —", ", –")  # the last one of a row
_EMPTY_NUMBER = re.compile(r"[0-9%)] [—–-]\Z")
_CARRIES_ON = (",", ";", "—", "–", "-", "(", "/", "&")


@dataclass(frozen=True, slots=True)
class Cut:
    """A passage or a sentence, and the line breaks after it."""

    text: Traced
    lines_after: int = 0  # 0: none, or it is the last; 1: the next one begins a line; 2: an empty line follows


def passages(text: Traced) -> Iterator[Cut]:
    """The text, cut at line breaks that end a sentence."""
    block: list[Traced] = []
    for line in (*text.lines(), text[:0]):
        content = line.stripped()
        if content.text:
            block.append(content)
        elif block:
            *lines, last = _join_wrapped(block)
            yield from (Cut(line, lines_after=1) for line in lines)
            yield Cut(last, lines_after=2)
            block = []


def _join_wrapped(lines: list[Traced]) -> Iterator[Traced]:
    width = max(map(len, lines))
    fullness = _fullness(lines, width)
    wrapped = _NARROWEST_WRAP <= width <= _WIDEST_WRAP and (
        _is_wrapped_once(lines)
        if len(lines) == 2
        else any(not _opens_sentence(line.text) for line in lines[1:]) and fullness >= 0
    )
    wrap_width = width if wrapped else 0
    if _NARROWEST_WRAP <= width <= _WIDEST_WRAP and _are_capitals(lines):
        wrap_width = int(_FULL_CAPITAL_LINE * width)
    passage = [lines[0]]
    are_messages = _are_messages(lines)
    for line, following in pairwise(lines):
        breaks = _breaks_sentence(line.text, following.text, wrap_width, fullness)
        if breaks or (are_messages and _may_end(line.text)):
            yield passage[0] if len(passage) == 1 else Traced.join(passage)
            passage = [following]
        else:
            hyphenated = line.text[-1] == "-" and line.text[-2:-1].isalpha() and following.text[0].islower()
            space = Traced.standing_for(line.stops[-1], line.stops[-1], " ")
            passage += (following,) if hyphenated else (space, following)
    yield Traced.join(passage)


def _fullness(lines: list[Traced], width: int) -> int:
    """How many more lines leave no room for the next word than leave much. Below zero the text was not wrapped, above
    zero it was. The widest line and the last one tell nothing."""
    full = short = 0
    for line, following in pairwise(lines):
        first_word = following.text.split(maxsplit=1)[0]
        if len(line) < width and len(line) + 1 + len(first_word) > width:
            full += 1
        elif len(line) + 1 + len(first_word) <= _SHORT_LINE * width:
            short += 1
    return full - short


def _is_wrapped_once(lines: list[Traced]) -> bool:
    """Whether a sentence goes on in the second line of two. A capital there is part of a name, "New / York", if the
    word before has one too; after other words it opens an entry of its own."""
    first, second = (line.text for line in lines)
    if not _opens_sentence(second) or not _may_end(first):
        return True
    last_word = first.rsplit(None, 1)[-1].rstrip(_CLOSING)
    return last_word.istitle() and second[:1].isalpha() and len(last_word) > 1 and last_word.isalpha()


def _are_messages(lines: list[Traced]) -> bool:
    """Whether each line is a message or a command of its own: text in small letters is not wrapped by hand."""
    first = next((letter for letter in lines[0].text if letter.isalpha()), "")
    return first.islower() and not any(_CAPITAL_SENTENCE.search(line.text) for line in lines)


def _may_end(line: str) -> bool:
    last_word = line.rsplit(None, 1)[-1].rstrip(_CLOSING)
    return not line.endswith(_CARRIES_ON) and last_word.casefold() not in _NEVER_LAST_OF_LINE


def _ends_on_purpose(line: str, following: str) -> bool:
    """Whether a line before small letters is an entry of its own, where no other line shows that the text was wrapped:
    it ends with a number or a bracket, it is code, or no plain word follows."""
    if line.endswith((";", "{", "}")) and not _CODE_MARKS.isdisjoint(line):
        return True
    if not _may_end(line):
        return False
    goes_on = following.split(maxsplit=1)[0].casefold() in _NEVER_LAST_OF_LINE
    return (not line[-1].isalpha() and not goes_on) or _CODE_WORD.match(following) is not None


def _breaks_sentence(line: str, following: str, wrap_width: int, fullness: int) -> bool:
    """Whether the line break ends a sentence. In text wrapped by hand it does if the next word would have fitted."""
    if _LABELLED.match(line) and _LABELLED.match(following):
        return True
    if _have_same_head(line, following):
        return True
    if (line.endswith(_EMPTY_CELLS) or _EMPTY_NUMBER.search(line)) and _opens_sentence(following):
        return True
    if not _opens_sentence(following):
        return fullness <= 0 and _ends_on_purpose(line, following)
    if line.endswith(_CARRIES_ON):
        return False
    return len(line) + 1 + len(following.split(maxsplit=1)[0]) <= wrap_width or not wrap_width


def _have_same_head(line: str, following: str) -> bool:
    """Whether both lines begin with the same label, as those of a log do: "npm ERR! code …"."""
    head, other = line.split(maxsplit=2)[:2], following.split(maxsplit=2)[:2]
    return len(head) == 2 and head == other and not head[0][:1].isdigit() and not head[1].islower()


def _are_capitals(lines: list[Traced]) -> bool:
    if len(lines) < _FEWEST_CAPITAL_LINES or not all(line.text.isupper() for line in lines):
        return False
    digits = sum(character.isdigit() for line in lines for character in line.text)
    return digits < _FEW_DIGITS * sum(map(len, lines))


def _opens_sentence(line: str) -> bool:
    first = line.lstrip(LEADING_MARKS + " ")[:1]
    return first.isalnum() and not first.islower()
