"""Prescriptions and notes of patients -> words: "10 mg PO bid", "q4-6h prn", "x 10d", "67 y/o M"."""

from __future__ import annotations

import re

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule

_HOW_OFTEN = {
    "qd": "once a day", "od": "once a day", "bid": "twice a day", "bd": "twice a day", "tid": "three times a day",
    "tds": "three times a day", "qid": "four times a day", "qds": "four times a day", "qod": "every other day",
    "qhs": "at bedtime", "hs": "at bedtime", "prn": "as needed", "po": "by mouth", "pc": "after meals",
    "ac": "before meals", "qam": "every morning", "qpm": "every evening", "stat": "stat", "sl": "under the tongue",
    "sc": "subcutaneously", "subq": "subcutaneously", "qwk": "every week", "qweek": "every week", "qday": "every day",
    "qmo": "every month",
}  # fmt: skip
_TIMES = {"h": "hour", "hr": "hour", "hrs": "hour", "d": "day", "wk": "week", "w": "week", "min": "minute"}
_SEXES = {"m": "male", "f": "female"}
# A dose stands directly before, or another word of the prescription.
_DOSE = re.compile(
    r"(?:[0-9]\s?(?:m?c?g|µg|m[lL]|IU|units?|tab(?:let)?s?\.?|cap(?:sule)?s?\.?|drops?|puffs?|gtts?)|"
    r"\bq\s?[0-9][0-9–-]{0,4}\s?h"
    r"|\b(?:PO|IV|IM|SC|SL|bid|tid|qid|qd|qhs|prn|daily)|(?:[a-z]\.){3})[\s,]{1,2}"
    r"(?:(?:PO|po|IV|IM|SC|SL|by\smouth|orally|w/\sfood|with\sfood|w/\smeals)\s)?\Z",
    re.IGNORECASE,
)
_DOTTED = {".".join(short): short for short in _HOW_OFTEN if len(short) < 4 and short not in ("stat", "pc", "ac", "od")}

WITH_FULL_STOPS = Abbreviations(often_last=frozenset(_DOTTED))


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def every(match: re.Match[str]) -> str | None:
        first, last, unit = match[1], match[2], _TIMES[match[3].lower()]
        if first == "1" and not last:
            return f"every {unit}"
        until = f" to {numerals.cardinal(last)}" if last else ""
        return f"every {numerals.cardinal(first)}{until} {unit}s"

    def how_often(match: re.Match[str]) -> str | None:
        written = match[0].rstrip(".")
        short = _DOTTED.get(written.lower(), written.lower())
        alone = short == "prn" and re.match(r"[.;,)]|\s?\Z", after(match))
        if not _DOSE.search(before(match)) and not alone:
            return None
        if short == "prn" and re.match(r"\s(?!for\b|if\b|and\b)[a-z]{3}", after(match)):
            return "as needed for"
        return _HOW_OFTEN[short] + (full_stop(match) if match[0].endswith(".") else "")

    def lasting(match: re.Match[str]) -> str | None:
        if not _DOSE.search(before(match)):
            return None
        unit = _TIMES.get(match[2].lower(), match[2].rstrip("s"))
        return f"for {numerals.cardinal(match[1])} {unit}{'s' * (match[1] != '1')}"

    def patient(match: re.Match[str]) -> str:
        sex = f" {_SEXES[match[2].lower()]}" if match[2] else ""
        return f"{numerals.cardinal(match[1])}-year-old{sex}"

    names = f"{alternatives(_DOTTED)}|{alternatives(_HOW_OFTEN)}"
    return (
        rule(r"(?<![\w.])q\.?\s?([0-9]{1,2})(?:\s?[-–]\s?([0-9]{1,2}))?\s?(h|hrs?|d|wk?|min)(?!\w)", every,
             re.IGNORECASE, name="dosage"),
        rule(rf"(?<![\w.])(?:{names})\b\.?(?!\w)", how_often, re.IGNORECASE, name="dosage"),
        rule(r"(?<=\s)[x×]\s?([0-9]{1,3})\s?(d|days?|wks?|weeks?|months?)(?!\w)", lasting, name="dosage"),
        rule(r"(?<![\w.,])([0-9]{1,3})[\s-]?(?:y/o|yo|y\.o\.)(?:\s([MFmf])(?![\w']))?(?!\w)", patient, name="age"),
    )  # fmt: skip
