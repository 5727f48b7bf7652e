"""Fractions -> words: "3/4", "2 1/2", "½"; and what only looks like one: "8/10", "attempt 2/5", "5/1", "120/80"."""

from __future__ import annotations

import re
import unicodedata
from math import gcd

from koe.text.normalize.numerals import UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule, word_after, word_before, words

VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_SLASHED = r"[0-9]{1,2}[/⁄](?:[234568]|1[026]|32|64|100)"
# A number, a fraction or both: "2.5", "3/4", "2 1/2", "2½".
QUANTITY = rf"(?:(?:[0-9]{{1,4}}[ -])?{_SLASHED}(?![0-9/])|(?:[0-9]{{1,4}} ?)?[{VULGAR}]|{UNSIGNED})"
_PARTS = re.compile(rf"(?:([0-9]{{1,4}})[ -])?([0-9]{{1,4}})[/⁄]([0-9]{{1,4}})|([0-9]{{1,4}})? ?([{VULGAR}])")

_WHOLE_PERCENT = 100
_DENOMINATORS = {2: "half", 4: "quarter"}
_IMPROPER = frozenset({2, 3, 4, 8, 16})

# Before "2/5": the second of five.
_COUNTED = words(
    "attempt attempts batch chapter day ep episode epoch exercise file frame game image item lap lesson level lines "
    "match message module page panel part phase photo question retry round section session set slide stage step story "
    "task "
    "test thread track try tweet video volume week"
)
# After "3/5", as the next word or the one after: "3/5 api pods".
_COUNTED_AFTER = words(
    "pods nodes replicas tests checks servers hosts instances workers shards jobs tasks containers builds runs retries "
    "files services endpoints disks drives cores threads sites trains lanes members seats respondents"
)
_ATTEMPTED = words("won saved made converted completed hit missed attended passed")
_RATED = re.compile(
    r"\b(?:rat(?:e|ed|ing|ings)|scor(?:e|ed|es|ing)|grades?d?|marks?|gave|give|gives|got|review|reviews|verdict|"
    r"solid|quiz|exam|test|wordle)\b[\w\s:,'()-]{0,24}\Z",
    re.IGNORECASE,
)
_OUT_OF_AFTER = words("stars star points marks rating score correct right questions answers")
_ODDS = re.compile(
    r"\b(?:odds|favourite|favorite|priced|outsider|shot|bet|bets|backed|bookies|bookmakers|wager|punters?|drifted|shortened|evens|each-way|SP)\b[^.!?]{0,30}\Z",
    re.IGNORECASE,
)
_ODDS_FAR_AFTER = re.compile(r"[^.!?]{0,70}\b(?:bookies|bookmakers|odds|drifted|shortened|favourite|punters)\b")
_ODDS_AFTER = words("favourite favorite favourites favorites outsider outsiders shot chance odds on against")
_METRES = words("time rhythm beat metre meter signature groove waltz march")
_SPLIT_AFTER = words("split portfolio mix blend ratio rule deal share chance basis partnership allocation vision")


# "one thousandth", but "one one hundred twenty-fifth".
_ORDINAL_ALONE = re.compile(r"\Aone (?=\w+\Z)")


def _denominator(bottom: int, numerals: EnglishNumerals) -> str:
    return _ORDINAL_ALONE.sub("", numerals.ordinal(str(bottom)))


def fraction(whole: str, top: int, bottom: int, numerals: EnglishNumerals) -> str:
    """Words of a fraction, after a whole number or without one ("")."""
    name = _DENOMINATORS.get(bottom) or _denominator(bottom, numerals)
    if not whole:
        return f"{numerals.cardinal(str(top))} {_plural(name) if top != 1 else name}"
    if top == 1:
        return f"{numerals.cardinal(whole)} and {'an' if name[:2] in ('ei', 'el') else 'a'} {name}"
    return f"{numerals.cardinal(whole)} and {numerals.cardinal(str(top))} {_plural(name)}"


def quantity(text: str, numerals: EnglishNumerals) -> str:
    """Words of anything that `QUANTITY` matches."""
    parts = _PARTS.fullmatch(text)
    if parts is None:
        return numerals.number(text)
    whole, top, bottom = _parts(parts)
    return fraction(whole, top, bottom, numerals) if bottom else f"{numerals.cardinal(str(top))} over zero"


def is_below_one(text: str) -> bool:
    """Whether a quantity is a fraction without a whole number: "3/4 inch" is not "inches"."""
    parts = _PARTS.fullmatch(text)
    return parts is not None and not _parts(parts)[0] and _parts(parts)[1] < _parts(parts)[2]


def attributive(text: str, numerals: EnglishNumerals) -> str:
    """Words of a quantity before a hyphen and a unit: "a half-inch pipe", "a three-quarter-inch bolt"."""
    parts = _PARTS.fullmatch(text)
    if parts is None or _parts(parts)[0]:
        return quantity(text, numerals)
    _, top, bottom = _parts(parts)
    name = _DENOMINATORS.get(bottom)
    if name:
        return name if top == 1 else f"{numerals.cardinal(str(top))}-{name}"
    return fraction("", top, bottom, numerals).replace(" ", "-")


def ordinal_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for "1/4th" and "a 50/30/20 rule". They run before those for ordinals and dates, which look alike."""

    def ordinal(match: re.Match[str]) -> str | None:
        top, bottom = int(match[2]), int(match[3])
        if not bottom:
            return None
        if match[1]:
            return fraction(match[1], top, bottom, numerals)
        name = _denominator(bottom, numerals)
        return f"{numerals.cardinal(str(top))} {name + 's' if top != 1 else name}"

    def shares(match: re.Match[str]) -> str | None:
        parts = match[0].split("/")
        return " ".join(map(numerals.cardinal, parts)) if sum(map(int, parts)) == _WHOLE_PERCENT else None

    return (
        rule(
            r"(?<![\w./,-])[1-9][0-9]?/[1-9][0-9]?/[1-9][0-9]?(?=\s(?:split|rule|portfolio|budget|mix)\b)",
            shares,
            name="shares",
        ),
        rule(
            r"(?<![\w./,])(?<![A-Za-z]-)(?:([0-9]{1,3})[ -])?([0-9]{1,4})[/⁄]([0-9]{1,4})(?:ths?|rds?|nds?)(?!\w)",
            ordinal,
            name="fraction",
        ),
    )


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def slashed(match: re.Match[str]) -> str | None:
        top, bottom = int(match["top"]), int(match["bottom"])
        if bottom == 0:
            return None
        if match["minus"]:
            return f"minus {fraction(match['whole'] or '', top, bottom, numerals)}"
        if match["whole"]:
            return fraction(match["whole"], top, bottom, numerals)
        return _in_context(match, top, bottom, numerals)

    def vulgar(match: re.Match[str]) -> str:
        minus = "minus " if match["minus"] else ""
        return minus + quantity(match["quantity"].strip(), numerals) + (" " if after(match)[:1].isalpha() else "")

    def out_of(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} out of {numerals.number(match[2])}"

    def hyphened(match: re.Match[str]) -> str:
        return attributive(match[0], numerals)

    return (
        rule(r"(?<=\()([0-9]{1,2}\.[0-9])/([1-9][0-9]?)(?=\))", out_of, name="mark out of"),
        rule(
            r"(?<![\w./,-])([1-5])/([1-9][05])(?=,?\s(?:[Nn]et\s|n/)[0-9]{2})",
            lambda match: f"{numerals.cardinal(match[1])} {numerals.cardinal(match[2])}",
            name="terms of payment",
        ),
        rule(
            rf"(?<![\w./,-])(?:(?:[0-9]{{1,4}}[ -])?{_SLASHED}|(?:[0-9]{{1,4}} ?)?[{VULGAR}])(?=-[a-z]{{3,12}}\b)",
            hyphened,
            name="fraction",
        ),
        rule(
            r"(?<![\w.,/-])([0-9]{1,3}\.[0-9]{1,2})\s?/\s?(5|10|20|100|[45]\.00?|10\.0)(?![\w/]|[.,][0-9])",
            out_of,
            name="mark out of",
        ),
        rule(
            r"(?<![\w./,])(?<![A-Za-z]-)(?P<minus>(?<![^\s(~=<>:])-)?"
            r"(?:(?P<whole>[0-9]{1,4})[ -])?(?P<top>[0-9]{1,4})[/⁄](?P<bottom>[0-9]{1,4})"
            r"(?![\w/]|[.,][0-9])",
            slashed,
            name="fraction",
        ),
        rule(
            r"(?<![\w./,-])1/([0-9]{1,3}(?:,[0-9]{3}){1,3})(?![\w/,])",
            lambda match: f"one {_denominator(int(match[1].replace(',', '')), numerals)}",
            name="fraction",
        ),
        rule(
            rf"(?<![\w.,])(?P<minus>(?<![^\s(~=<>:])-)?(?P<quantity>(?:[0-9]{{1,4}}\s?)?[{VULGAR}])",
            vulgar,
            name="fraction",
        ),
    )


def _in_context(match: re.Match[str], top: int, bottom: int, numerals: EnglishNumerals) -> str:
    first, second = numerals.cardinal(str(top)), numerals.cardinal(str(bottom))
    behind, ahead = word_before(match).lower(), word_after(match).lower() if after(match)[:1] == " " else ""
    if bottom in (2, 4, 8, 16) and ahead in _METRES and top > 1:
        return f"{first} {second}"
    if top <= bottom and (behind in _COUNTED or _is_bracketed_count(match, bottom)):
        return f"{first} of {second}"
    if top <= bottom and match[0] not in ("1/2", "1/3", "2/3") and _counts(match):
        return f"{first} of {second}"
    if top <= bottom and behind in _ATTEMPTED and bottom > 4:
        return f"{first} of {second}"
    if (top, bottom) == (1, 2) and (ahead in ("off", "price") or after(match)[:4] == "-off"):
        return "half"
    if ahead in _SPLIT_AFTER and top + bottom in (20, 40, 60, 100):
        return f"{first} {second}"
    if _is_odds(match, ahead) or (bottom == 1 and top > 1):
        return f"{first} to {second}"
    rated = top <= bottom and (ahead in _OUT_OF_AFTER or (bottom in (5, 6, 7) and _RATED.search(before(match))))
    if rated or top == bottom or (bottom % 10 == 0 and top != 1 and top < bottom):
        return f"{first} out of {second}"
    if top < bottom and bottom in (6, 9, 10, 12) and gcd(top, bottom) > 1 and ahead not in _MEASURED_BY:
        return f"{first} out of {second}"  # written so, it is no fraction
    if (top > bottom and bottom not in _IMPROPER) or bottom == 1 or top > 99:
        return f"{first} over {second}"
    if bottom > 20 and top > 1 and bottom not in (32, 64, 128, 1000):
        return f"{first} over {second}"
    return fraction("", top, bottom, numerals)


_MEASURED_BY = words("inch inches in time cup cups mile miles of yard yards teaspoon tablespoon tsp tbsp")


def _counts(match: re.Match[str]) -> bool:
    ahead = re.match(r"\s([A-Za-z-]{2,20})(?:\s([a-z]{3,20}))?", after(match))
    return ahead is not None and not _COUNTED_AFTER.isdisjoint(word for word in ahead.groups() if word)


def _is_bracketed_count(match: re.Match[str], bottom: int) -> bool:
    behind = before(match)
    return bottom > 4 and behind[-1:] == "(" and after(match)[:1] == ")" and behind[-2:-1] in (" ", "")


def _is_odds(match: re.Match[str], ahead: str) -> bool:
    return (
        ahead in (_ODDS_AFTER - {"on"})
        or _ODDS.search(before(match)) is not None
        or (int(match["top"]) > int(match["bottom"]) and _ODDS_FAR_AFTER.match(after(match)) is not None)
    )


def _parts(parts: re.Match[str]) -> tuple[str, int, int]:
    if parts[2]:
        return parts[1] or "", int(parts[2]), int(parts[3])
    top, _, bottom = unicodedata.normalize("NFKD", parts[5]).partition("\u2044")
    return parts[4] or "", int(top), int(bottom)


def _plural(name: str) -> str:
    return "halves" if name == "half" else name + "s"
