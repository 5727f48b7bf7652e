"""Degrees of temperature, angles and coordinates -> words."""

from __future__ import annotations

import re

from koe.text.normalize.english.attributive import stands_before_noun
from koe.text.normalize.english.measures import AMOUNT, amount_words
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, Said, before, rule

_SCALES = {"C": "Celsius", "F": "Fahrenheit", "K": "kelvin", "N": "north", "S": "south", "E": "east", "W": "west"}
_HEAT = re.compile(
    r"\b(?:at|to|of|below|above|around|about|near|hit|hits|reached|reaches|oven|preheat|high|low|hi|lo|highs|lows|is|was|like)"
    r"(?:\s(?:about|around))?\s(?:-?[0-9]{1,3}\s?[-–]\s?)?\Z",
    re.IGNORECASE,
)
_WEATHER = re.compile(r"\b(?:temps?|temperatures?|weather|forecast|highs?|lows?|hi|lo)\b", re.IGNORECASE)
_LABEL = re.compile(
    r"\b(?:seats?|rows?|apt|apartment|unit|gate|room|flat|section|size|class|bus|bra)\s(?:[0-9]{1,3}[A-K]/)?\Z",
    re.IGNORECASE,
)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def amount(match: re.Match[str]) -> str:
        return amount_words(match, numerals)

    def temperature(match: re.Match[str]) -> Said:
        scale = match["scale"] or {"℃": "C", "℉": "F"}.get(match["sign"], "")
        name = f" {_SCALES[scale]}" if scale else ""
        single = match["amount"] == "1" or stands_before_noun(match)
        words = amount(match)
        return Said(f"{words} {'degree' if single else 'degrees'}{name}", words, f"degrees{name}")

    def lettered(match: re.Match[str]) -> str | Said | None:
        digits = match["amount"]
        behind = before(match)
        certain = (
            _WEATHER.search(behind)
            or "." in digits
            or len(digits) == 3
            or match["minus"]
            or _HEAT.search(behind)
            or behind.endswith("/")
        )
        if not certain or _LABEL.search(behind):
            return None
        words = amount(match)
        return Said(f"{words} degrees {_SCALES[match['scale']]}", words, f"degrees {_SCALES[match['scale']]}")

    def named(match: re.Match[str]) -> str:
        return f"{amount(match)} degrees {_SCALES[match['scale']]}"

    def coordinate(match: re.Match[str]) -> str:
        words = f"{numerals.cardinal(match[1])} degrees {numerals.cardinal(match[2].lstrip('0') or '0')} minutes"
        if match[3]:
            whole, _, rest = match[3].partition(".")
            seconds = numerals.number(f"{whole.lstrip('0') or '0'}.{rest}" if rest else whole.lstrip("0") or "0")
            words += f" {seconds} seconds"
        return f"{words} {_SCALES[match[4]]}" if match[4] else words

    def gas_mark(match: re.Match[str]) -> str:
        return f"{match[1]}{numerals.cardinal(match[2])}, {numerals.cardinal(match[3])} degrees Celsius"

    def both(match: re.Match[str]) -> str | None:
        if match[2] == match[4] or _LABEL.search(before(match)):
            return None
        return " or ".join(f"{degrees(match[part])} degrees {_SCALES[match[part + 1]]}" for part in (1, 3))

    def degrees(written: str) -> str:
        return f"{'minus ' if written[0] in '-−–' else ''}{numerals.number(written.lstrip('-−–'))}"

    number = r"(?<![\w.,/-])([-−–]?[0-9]{1,3})"
    return (
        rule(rf"{number}([CF])\s?/\s?([-−–]?[0-9]{{1,3}})([CF])(?![\w/-])", both, name="temperatures"),
        rule(r"\b([Gg]as(?:\s[Mm]ark)?\s)([0-9])/([0-9]{3})(?:°\s?)?C(?!\w)", gas_mark, name="temperature"),
        rule(
            r"(?<![\w.,])([0-9]{1,3})°\s?([0-9]{1,2})['′](?:\s?([0-9]{1,2}(?:\.[0-9]{1,4})?)(?:[\"″”]|''))?(?:\s?([NSEW])(?!\w))?",
            coordinate,
            name="coordinate",
        ),
        rule(rf"{AMOUNT}\s?(?P<sign>[°º℃℉])(?:\s?(?P<scale>[CFKNSEW])(?!\w))?", temperature, name="temperature"),
        rule(rf"{AMOUNT}\sdeg(?:rees?|s)?\.?\s(?P<scale>[CF])(?!\w)", named, name="temperature"),
        rule(
            r"(?i:(?<=max )|(?<=min )|(?<=high )|(?<=low )|(?<= hi )|(?<= lo )|(?<=temp )|(?<=highs )|(?<=lows ))"
            r"([-−–]?[0-9]{1,3})([CF])(?!\w)",
            lambda match: f"{degrees(match[1])} degrees {_SCALES[match[2]]}",
            name="temperature",
        ),
        rule(rf"{AMOUNT}(?P<scale>[CF])(?![\w-])", lettered, name="temperature"),
    )


def scale_rules() -> tuple[Rule, ...]:
    """Rules for a scale without a number: "in °C"."""
    return (rule(r"°\s?([CFK])(?!\w)", lambda match: f"degrees {_SCALES[match[1]]}", name="temperature scale"),)
