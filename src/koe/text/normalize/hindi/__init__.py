"""The Hindi grammar: which rule may claim a stretch of text first. Each kind has a file with its tables.

The order matters: text that fits several kinds is taken by the first, so that "1/2/2025" is a date before "1/2" is a
fraction.
"""

from __future__ import annotations

from koe.text.normalize import typography
from koe.text.normalize.grammar import Grammar
from koe.text.normalize.hindi import (
    abbreviations,
    chemistry,
    codes,
    dates,
    fractions,
    letters,
    maths,
    measures,
    money,
    numbers,
    phones,
    roman,
    romanised,
    scores,
    signs,
    times,
    web,
)
from koe.text.normalize.rule import rule
from koe.text.normalize.typography import Emoji

_DIGITS = {chr(0x966 + digit): str(digit) for digit in range(10)}
_LETTER = r"[\u0900-\u0963]"
# A vertical line or an I stands for the danda where the keyboard lacks it.
_DANDA = rule(rf"(?<={_LETTER})(?: ?\||I)(?=\s|\Z)|(?<={_LETTER}) \|(?={_LETTER})", lambda _: "।")
# A zero stands for the sign of an abbreviation, which looks like it: डॉ०, कि०मी०.
_ABBREVIATION_SIGN = rule(rf"(?<={_LETTER})0(?![0-9]|[.,][0-9])", lambda _: "॰")
_SAME_DIGITS = rule("[०-९]", lambda match: _DIGITS[match[0]])
_SAME_SIGNS = (_SAME_DIGITS, _ABBREVIATION_SIGN, _DANDA)


def grammar(_language: str, emoji: Emoji) -> Grammar:
    return Grammar(
        first=(*typography.emoji_rules(emoji), typography.FOOTNOTES, typography.SAME_MARKS, *_SAME_SIGNS),
        expressions=(
            *web.rules(),
            *codes.vehicle_rules(),
            *dates.rules(),
            *phones.rules(),
            *codes.rules(),
            *times.rules(),
            *money.rules(),
            *chemistry.rules(),
            *letters.rules(),
            *scores.rules(),
            *scores.team_rules(),
            *maths.rules(),
            *measures.rules(),
            *maths.power_rules(),
            *roman.rules(),
            *numbers.ordinal_rules(),
            *abbreviations.rules(),
            *fractions.rules(),
            *numbers.rules(),
            *letters.acronym_rules(),
            *romanised.rules(),
            *signs.rules(),
        ),
        last=typography.REPEATED,
        to="{first} से {last}",
        abbreviations=abbreviations.ABBREVIATIONS,
    )
