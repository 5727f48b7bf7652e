"""Feet and inches, and sizes in two or three dimensions -> words: "5'10"", "6 ft 2 in", "3 x 4 cm", "4x400m"."""

from __future__ import annotations

import re

from koe.text.normalize.english.attributive import may_be_noun
from koe.text.normalize.english.fractions import QUANTITY, attributive, is_below_one, quantity
from koe.text.normalize.english.units import UNIT, unit_words
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, Said, after, before, full_stop, rule, word_after, words

_START = r"(?<![\w.,/])"
_INCHES = r"(?:[0-9]{1,2}/[0-9]{1,2}|[¼½¾⅛⅜⅝⅞]|[0-9]{1,3}(?:\.[0-9]{1,4}|\s?[¼½¾⅛⅜⅝⅞]|[ -][0-9]{1,2}/[0-9]{1,2})?)"
_BY = r"\s?[x×]\s?"
# Of pieces, not of lengths: "2x16GB", "1 x 23 kg".
_PIECES = words("kg g mg lb lbs oz GB TB MB ml mL L l W V A mAh Ah cl MP min mins hr hrs h sec")
_SIDES = {"W": "wide", "D": "deep", "H": "high", "L": "long"}
_SIDE = rf"{QUANTITY}\s?(?:[\"″'′]|in\.?|cm|mm|ft\.?|m)?\s?(?:[WDHL]|[wdhl](?=[\s,;x×.)]|\Z))(?!\w)"
_SIDE_PARTS = re.compile(rf"({QUANTITY})\s?([\"″'′]|in\.?|cm|mm|ft\.?|m)?\s?([WDHLwdhl])(?![\w])")
_LONGEST_MEASURE = 16
_FACTOR = re.compile(r"\s?[x×]\s?")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def feet_and_inches(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} foot {quantity(match[2], numerals)}"

    def feet_inches(match: re.Match[str]) -> str:
        feet = "foot" if match[1] == "1" else "feet"
        inches = "inch" if match[2] == "1" else "inches"
        return f"{numerals.cardinal(match[1])} {feet} {quantity(match[2], numerals)} {inches}{full_stop(match)}"

    def feet(match: re.Match[str]) -> str | None:
        if "." in match[1] and match[0].endswith("'") and re.search(r"[a-z]'\Z", before(match)):
            return None
        if match[0].endswith("'") and _OPEN_QUOTE.search(before(match)):
            return None  # it closes a quotation
        return f"{numerals.number(match[1])} {'foot' if match[1] == '1' else 'feet'}"

    def dotted_inches(match: re.Match[str]) -> str:
        single = match[1] == "1" or is_below_one(match[1])
        return f"{quantity(match[1], numerals)} {'inch' if single else 'inches'}{full_stop(match)}"

    def attached_inches(match: re.Match[str]) -> str:
        first = f"{quantity(match[1], numerals)} to " if match[1] else ""
        single = not first and (match[2] == "1" or is_below_one(match[2]))
        describes = (
            not first and after(match)[:1] == " " and may_be_noun(word_after(match)) and word_after(match) != "x"
        )
        return f"{first}{quantity(match[2], numerals)} {'inch' if single or describes else 'inches'}"

    def inches_to(match: re.Match[str]) -> str:
        unit = "inch" if is_below_one(match[2]) else "inches"
        return f"{quantity(match[1], numerals)} to {quantity(match[2], numerals)} {unit}"

    def hyphened_inches(match: re.Match[str]) -> str:
        return f"{quantity(match[1], numerals)}-inch"

    def inches(match: re.Match[str]) -> Said | None:
        if match[2] == '"' and _is_in_quotes(before(match)) and not _SIZE_BEFORE.search(before(match)):
            return None  # it closes a quotation
        ahead = word_after(match)
        if re.fullmatch(r"[NSEW]{1,2}|[oO][cC]?", ahead):
            ahead = "of"
        screen = re.match(r"\s(?:[48]K|OLED|QLED|LED|LCD|TV|HD|UHD|FHD|QHD|IPS|AMOLED|mini-LED)\b", after(match))
        single = (
            match[1] == "1" or screen is not None or (ahead != "x" and after(match)[:1] == " " and may_be_noun(ahead))
        )
        words = quantity(match[1], numerals)
        if single and is_below_one(match[1]) and match[1][0] not in "1½¼⅓⅛" and ahead not in ("x", ""):
            return Said(f"{attributive(match[1], numerals)} inch", words, "inches")
        return Said(f"{words} {'inch' if single or is_below_one(match[1]) else 'inches'}", words, "inches")

    def by_inch(match: re.Match[str]) -> str:
        first, second = quantity(match[1], numerals), quantity(match[2], numerals)
        if after(match)[:1] == " " and may_be_noun(word_after(match)):
            return f"{first} by {second} inch"
        return f"{first} inches by {second} inches"

    def by_quoted_inches(match: re.Match[str]) -> str | None:
        if _is_in_quotes(before(match)):
            return None  # it closes a quotation
        return f"{_by(match['size'], numerals)} {'inch' if _describes(match) else 'inches'}"

    def by_feet(match: re.Match[str]) -> str | None:
        if not may_be_noun(word_after(match)):
            return f"{numerals.cardinal(match[1])} feet by {numerals.cardinal(match[2])} feet"
        return f"{numerals.cardinal(match[1])} by {numerals.cardinal(match[2])} foot"

    def timbers(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} by {numerals.plural(numerals.cardinal(match[2]))}"

    def by_unit(match: re.Match[str]) -> str | None:
        unit = unit_words(match["unit"], single=_describes(match), british=numerals.british)
        factors = _FACTOR.split(match["size"])
        if len(factors) == 2 and match["unit"] in _PIECES and factors[0].isdigit():
            return unit and f"{quantity(factors[0], numerals)} times {quantity(factors[1], numerals)} {unit}"
        return unit and f"{_by(match['size'], numerals)} {unit}"

    def by_inches(match: re.Match[str]) -> str:
        return f"{_by(match['size'], numerals)} inches{full_stop(match)}"

    def by(match: re.Match[str]) -> str:
        if all(map(is_below_one, _FACTOR.split(match[0]))):
            return " times ".join(quantity(factor, numerals) for factor in _FACTOR.split(match[0]))
        return _by(match[0], numerals)

    def between(match: re.Match[str]) -> str | None:
        return " by " if _MEASURED_BEFORE.search(before(match)[-_LONGEST_MEASURE:]) else None

    def sides(match: re.Match[str]) -> str:
        """Width, depth and height, each with its letter."""
        spoken = []
        for number, unit, letter in _SIDE_PARTS.findall(match[0]):
            name = {'"': "inches", "″": "inches", "in": "inches", "'": "feet", "′": "feet"}.get(unit.strip("."))
            name = name or (unit and unit_words(unit, single=False, british=numerals.british)) or ""
            spoken.append(f"{quantity(number, numerals)} {name + ' ' if name else ''}{_SIDES[letter.upper()]}")
        unit = match["all"] and (unit_words(match["all"], single=False, british=numerals.british) or "inches")
        return " by ".join(spoken) + (f", {unit}{full_stop(match)}" if unit else "")

    sizes = rf"(?P<size>{QUANTITY}(?:{_BY}{QUANTITY}){{1,3}})"
    return (
        rule(
            rf"{_START}{_SIDE}(?:(?:{_BY}|,\s){_SIDE}){{1,2}}(?:\s(?P<all>inches|in\b\.?|cm|mm)(?!\w))?(?!\w)",
            sides,
            name="size",
        ),
        rule(
            rf"{_START}([0-9]{{1,2}})['′]-?\s?({_INCHES})(?:[\"″”]|''|′′)(?!\w)",
            feet_and_inches,
            name="feet and inches",
        ),
        rule(rf"{_START}([0-9]{{1,2}})['′]([0-9]{{1,2}})(?![\w'\"])", feet_and_inches, name="feet and inches"),
        rule(r"(?<![\w.,/])([4-8])(?:-(?:foot|ft)-|ft)([0-9]{1,2})(?!\w)", feet_and_inches, name="feet and inches"),
        rule(
            rf"{_START}([0-9]{{1,3}})\s?(?i:ft\.?|feet|foot),?\s?({_INCHES})\s?(?i:in\b\.?|inches|inch)(?!\w)",
            feet_inches,
            name="feet and inches",
        ),
        rule(rf"{_START}{sizes}\s?in(?:\b\.?(?!\w)|ches\b)(?!\s(?:the|a|an|my|our)\b)", by_inches, name="size"),
        rule(rf"{_START}({_INCHES})\s?in\.(?=\s|[,;)]|\Z)", dotted_inches, name="inches"),
        rule(
            rf"{_START}(?:({_INCHES})\s?[-–]\s?)?({_INCHES})in(?![\w-])",
            attached_inches,
            name="inches",
        ),
        rule(rf"{_START}({_INCHES})-in\b\.?(?=\s[a-z]|\Z)", hyphened_inches, name="inches"),
        rule(rf"{_START}{sizes}\s?[\"″](?!\w)", by_quoted_inches, name="size"),
        rule(rf"{_START}({_INCHES})[\"″]{_BY}({_INCHES})[\"″](?!\w|{_BY}[0-9])", by_inch, name="size"),
        rule(rf"{_START}({_INCHES})\s?[-–]\s?({_INCHES})[\"″](?!\w)", inches_to, name="range, inches"),
        rule(rf"{_START}({_INCHES})(\"|″)(?!\w)", inches, name="inches"),
        rule(rf"{_START}([0-9]{{1,3}})['′]{_BY}([0-9]{{1,3}})['′](?=\s[a-z]{{3}})", by_feet, name="size"),
        rule(
            rf"{_START}(-?[0-9]{{1,3}}(?:,[0-9]{{3}})?(?:\.[0-9]{{1,2}})?)(?:′|'(?=\s?[x×,.;:)]|\s(?:tall|long|wide|high|deep|by|from|away|gdn|garden|lot|ceilings?|ladder|boat|yacht|trailer|truck|fence|wall|pole|rope|cord|cable|hose|of|apart|above|below|and|or|O\.C|o\.c|OC|oc|max|min|deep|wide|x)\b|\Z))(?!\w)",
            feet,
            name="feet",
        ),
        rule(rf"{_START}([0-9]{{1,2}})(?:[x×]|-by-)([0-9]{{1,2}})s(?!\w)", timbers, name="size"),
        rule(rf"{_START}{sizes}\s?(?P<unit>{UNIT})(?!\w)", by_unit, name="size"),
        rule(rf"{_START}{QUANTITY}(?:{_BY}{QUANTITY}){{1,3}}(?![\w.]?[0-9]|\s?[=^÷])", by, name="size"),
        rule(
            rf"\s?[x×]\s?(?={QUANTITY}\s?(?:[kcm]?m|in|ft|yd|px|inch(?:es)?|[\"″]|['′](?=[0-9]|\W|\Z))(?![A-Za-z]))",
            between,
            name="size",
        ),
        rule(r"(?<=[0-9] in\.) x (?=[0-9])|(?<=[0-9] ft\.) x (?=[0-9])", lambda _: " by ", name="size"),
    )


def _describes(match: re.Match[str]) -> bool:
    noun = word_after(match)
    return after(match)[:1] == " " and noun.islower() and may_be_noun(noun)


_QUOTE = re.compile(r'(?P<digit>[0-9])?"')
_OPEN_QUOTE = re.compile(r"(?:\A|[\s(])'")
_SIZE_BEFORE = re.compile(r"[0-9]\"\s?[x×]\s?\Z")
_MEASURED_BEFORE = re.compile(rf"[0-9]\s?(?:{UNIT}|in|[\"″'′])\Z")


def _is_in_quotes(text: str) -> bool:
    """Whether a quotation is open at the end of the text. After a digit a mark opens none: it is of inches."""
    is_open = False
    for mark in _QUOTE.finditer(text):
        is_open = not is_open and mark["digit"] is None
    return is_open


def _by(text: str, numerals: EnglishNumerals) -> str:
    numbers = _FACTOR.split(text)
    return " by ".join(numerals.label(n) if n.isdigit() and len(n) > 3 else quantity(n, numerals) for n in numbers)
