"""Lengths of time -> words: "3h 12m", "1 hr. 30 min.", "3:17.45", "a time of 2:01:09", "a 3-hr wait"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, full_stop, rule, word_after

# From the longest to the shortest; "m" is a minute unless it follows years.
_UNITS = ("year", "month", "week", "day", "hour", "minute", "second")
_SHORT = {
    "y": "year", "yr": "year", "yrs": "year", "year": "year", "years": "year",
    "mo": "month", "mos": "month", "mth": "month", "mths": "month", "month": "month", "months": "month",
    "w": "week", "wk": "week", "wks": "week", "week": "week", "weeks": "week",
    "d": "day", "day": "day", "days": "day",
    "h": "hour", "hr": "hour", "hrs": "hour", "hour": "hour", "hours": "hour",
    "m": "minute", "min": "minute", "mins": "minute", "minute": "minute", "minutes": "minute",
    "s": "second", "sec": "second", "secs": "second", "second": "second", "seconds": "second",
}  # fmt: skip
_UNIT = (
    r"(?i:y(?:ears?|rs?)?|mo(?:nths?|s)?|mths?|w(?:eeks?|ks?)?|d(?:ays?)?|h(?:ours?|rs?)?|"
    r"m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)"
)
_PART = rf"[0-9]{{1,4}}(?:\.[0-9]{{1,3}})?\s?{_UNIT}(?![A-Za-z])\.?"
_PARTS = re.compile(rf"([0-9]{{1,4}}(?:\.[0-9]{{1,3}})?)\s?({_UNIT})(?![A-Za-z])")
_MEASURED = re.compile(
    r"\b(?:time of|times of|ran|run|runs|clocked|finish(?:ed)? in|done in|record of|record|duration|runtime|run "
    r"time|running time|length|"
    r"elapsed|took|lasted|lasting|lap|laps|best(?: is| was| of)?|pace|video|total time|in a time "
    r"of)[:,]?\s(?:is\s|was\s|of\s|"
    r"in\s|a\s)?\Z",
    re.IGNORECASE,
)
_AFTER_COUNTRY = re.compile(r"\([A-Z]{3}\)\s\Z")  # "Kipchoge (KEN) 2:01:09"
_RACE = re.compile(r"\b(?:marathon|triathlon|ironman|race|splits?)\b", re.IGNORECASE)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def counted(digits: str, unit: str) -> str:
        return f"{numerals.number(digits)} {unit}{'s' * (digits not in ('1', '01'))}"

    def parts(match: re.Match[str]) -> str | None:
        spoken: list[str] = []
        shortest = -1
        for digits, written in _PARTS.findall(match[0]):
            unit = "month" if written == "m" and shortest == 0 else _SHORT[written.lower()]
            if _UNITS.index(unit) <= shortest:
                return None
            shortest = _UNITS.index(unit)
            spoken.append(counted(digits.lstrip("0") or "0", unit))
        ends = match[0].endswith(".") and re.match(r"\s(?:[A-Z][a-z]|[0-9]{1,4}\s?(?:g|kg|ml|cups?)\b)", after(match))
        return (", " if "," in match[0] else " ").join(spoken) + ("." if ends else full_stop(match))

    def clock(match: re.Match[str]) -> str | None:
        first, second, third, fraction = match["first"], match["second"], match["third"], match["fraction"]
        unit = match["unit"] or ""
        behind = before(match)
        timed = third is not None or fraction is not None
        measured = (
            unit
            or _MEASURED.search(behind)
            or (timed and _AFTER_COUNTRY.search(behind))
            or (third and _RACE.search(behind))
        )
        if not measured and third is None and fraction is None and (first == "0" or 24 < int(first) < 60):
            is_ratio = int(first) + int(second) == 100 or word_after(match) in ("ratio", "split", "odds")
            return None if is_ratio else minutes(first, second)
        lap = third is not None and len(first) == 1 and (fraction is not None or before(match)[-1:] == "(")
        if not measured and not lap and (third is not None or fraction is None):
            return None
        if third is None and fraction is None:
            units = ("minute", "second") if unit.startswith("m") else ("hour", "minute")
            return together((first, units[0]), (second, units[1]))
        if third is None:
            return together((first, "minute"), (f"{int(second)}.{fraction}", "second"))
        seconds = f"{int(third)}.{fraction}" if fraction else third
        return together((first, "hour"), (second, "minute"), (seconds, "second"))

    def minutes(first: str, second: str) -> str:
        """Minutes and seconds of a match or a film: "45:30"."""
        if first == "0":
            return counted(second.lstrip("0") or "0", "second")
        return f"{numerals.cardinal(first)} {numerals.two_digits(second)}"

    def together(*amounts: tuple[str, str]) -> str:
        plain = [(digits if "." in digits else str(int(digits)), unit) for digits, unit in amounts]
        return " ".join(counted(digits, unit) for digits, unit in plain if digits != "0") or "zero seconds"

    def hour_and_half(match: re.Match[str]) -> str:
        return f"{counted(match[1], 'hour')} {counted(match[2], 'minute')}"

    def single(match: re.Match[str]) -> str:
        ends = match[0].endswith(".") and re.match(r"\s[A-Z][a-z]", after(match))
        return counted(match[1], _SHORT[match[2].lower()]) + ("." if ends else full_stop(match))

    def hyphenated(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])}-{_SHORT[match[2].lower()]}"

    return (
        rule(
            r"(?<=[0-9] )(PB|SB|WR|NR|CR|OR)(?=[\s,;.)]|\Z)",
            lambda match: (
                f"{match[1][0]}.{match[1][1]}"
                if re.search(r"[0-9][:.][0-9]{2,3}(?:\.[0-9]{1,3})? \Z", before(match))
                else None
            ),
            name="record",
        ),
        rule(rf"(?<![\w.,:/$£€-]){_PART}(?:,?\s?{_PART}){{1,4}}(?![\w/])", parts, name="duration"),
        rule(
            r"(?<![\w.,:/$£€-])(?P<first>[0-9]{1,3}):(?P<second>[0-5][0-9])(?::(?P<third>[0-5][0-9]))?"
            r"(?:\.(?P<fraction>[0-9]{1,3}))?(?:\s?(?P<unit>hours|hrs?\b\.?|minutes|mins?\b))?(?![\w:]|"
            r"[.,][0-9]|\s?[ap]\.?m)",
            clock,
            name="duration",
        ),
        rule(
            r"(?i:(?<=eta )|(?<=eta: )|(?<=eta ~)|(?<=brb )|(?<=omw ))([0-9]{1,3})m(?!\w)",
            lambda match: counted(match[1], "minute"),
            name="duration",
        ),
        rule(
            r"(?<=[A-Za-z] )([1-9]|[1-3][0-9])y(?=\s(?:yield\b|[0-9]\.[0-9]{1,3}\s?%))",
            lambda match: f"{numerals.cardinal(match[1])}-year",
            name="term of a bond",
        ),
        rule(
            r"(?<![\w.,:/$£€-])([0-9]{1,2})d(?=\s(?:hx|h/o|history)\b)",
            lambda match: f"{numerals.cardinal(match[1])}-day",
            name="duration",
        ),
        rule(
            r"(?<![\w.,])([0-9]{1,2}) s\.,? (?:and )?([0-9]{1,2}) d\.",
            lambda match: (
                f"{numerals.cardinal(match[1])} son{'s' * (match[1] != '1')}, "
                f"{numerals.cardinal(match[2])} daughter{'s' * (match[2] != '1')}{full_stop(match)}"
            ),
            name="children",
        ),
        rule(
            r"(?<![\w.-])T-([0-9]{1,3})\s?(h|hrs?|hours?|m|mins?|minutes?|d|days?|s|secs?|seconds?)(?!\w)",
            lambda match: f"T minus {counted(match[1], _SHORT[match[2]])}",
            name="duration",
        ),
        rule(r"(?<![\w.,:/$£€-])([1-9])h([0-5][0-9])(?!\w)", hour_and_half, name="duration"),
        rule(r"(?<![\w.,:/$£€])([0-9]{1,4}(?:\.[0-9]{1,2})?)\s?(wks?|mos?)(?!\w)\.?(?!\w)", single, name="duration"),
        rule(
            r"(?<![\w.,:/$£€-])([0-9]{1,3})(y|mo|w|d|h|m|s)(?=\sago\b)",
            lambda match: counted(match[1], _SHORT[match[2]]),
            name="duration",
        ),
        rule(
            r"(?<![\w.,:$£€-])([0-9]{1,4}(?:\.[0-9]{1,2})?)-(yr|mo|wk|hr|min|sec)\.?(?=[\s/-][\w(])",
            hyphenated,
            name="duration",
        ),
        rule(
            r"(?<![\w.,:/$£€-])([0-9]{1,4}(?:\.[0-9]{1,2})?)(?=-(?:years?|months?|weeks?|days?|hours?|minutes?|"
            r"seconds?)\b)",
            lambda match: numerals.number(match[1]),
            name="duration",
        ),
    )
