"""Scores, results of votes, odds and ratios -> words. They look like ranges: "3-2", "6-4, 6-3", "1:50,000"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import END, UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule, word_after, word_before, words

_SCORED = re.compile(
    r"\b(?:won|win|wins|winning|beat|beats|beaten|beating|lost|lose|loses|losing|loss|score|scored|scores|final|led|lead|leads|"
    r"leading|drew|draw|drawn|tie|tied|victory|defeat|defeated|defeats|ahead|down|goal|goals|match|game|result|shutout|"
    r"upset|trail|trailed|trailing|half-time|halftime|thrash|thrashed|edged|voted|vote|passed|ruled|sweep|swept|ended|"
    r"finished|aggregate|agg|penalties|pens)\b[^.!?;0-9]{0,40}\Z",
    re.IGNORECASE,
)
_SCORED_AFTER = words(
    "win wins loss victory defeat draw tie lead vote votes decision ruling result scoreline score thrashing upset "
    "shutout triumph comeback stalemate margin majority"
)
_RECORD = re.compile(
    r"\b(?:record\s(?:of|is|was|to)|improved?\sto|improves\sto|fell\sto|falls\sto|dropped\sto)\s\Z", re.IGNORECASE
)
_ODDS = re.compile(r"\b(?:odds(?:\sof|\sat|\sare|\swere)?|priced\sat|a|an)\s\Z", re.IGNORECASE)
_ODDS_AFTER = words("odds outsider favourite favorite shot longshot chance underdog")
_RATIO = re.compile(r"\b(?:ratios?|scale|mix|mixed|odds|dilut\w{1,5}|aspect)\b[^.;:0-9]{0,12}\Z", re.IGNORECASE)
_RATIO_AFTER = re.compile(r"\s(?:ratio|scale|mix|mixture|odds|dilution|aspect|monitor|screen|display|video|split)\b")
_MOST_POINTS = 31
_TEAM = r"(?:[A-Z]{3}(?=\s)|[A-Z][a-z]{2,20})(?:\s[A-Z][a-z]{1,20}){0,2}"
_PAIR = r"([0-9]{1,3})[-–]([0-9]{1,3})"
_END = r"(?![\w/:%°]|[.,-][0-9]|\s?[-–][0-9]|-[a-z])"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def sets(match: re.Match[str]) -> str | None:
        """Results of tennis sets."""
        points = [(int(first), int(last)) for first, last in re.findall(r"([0-9]+)[-–]([0-9]+)", match[0])]
        rising = [point for pair in points for point in pair]
        if rising == sorted(set(rising)):
            return None  # ranges: "0–6, 7–8, 9–10"
        if any(max(pair) > _MOST_POINTS for pair in points) or all(last - first == 2 for first, last in points):
            return None  # ranges: "34–36, 28–30"
        spaced = re.sub(r"(?<=[0-9])\(", " (", match[0])
        spaced = re.sub(r"([0-9]+)[-–]([0-9]+)", lambda pair: _plainly(pair[1], pair[2]), spaced)
        return re.sub(r"[0-9]+", lambda points: numerals.cardinal(points[0]), spaced)

    def _plainly(first: str, second: str) -> str:
        return f"{numerals.cardinal(first)} {numerals.cardinal(second)}"

    def result(match: re.Match[str]) -> str:
        names = [match[1], match[4]]
        points = [
            "nil" if numerals.british and digits == "0" else numerals.cardinal(digits)
            for digits in (match[2], match[3])
        ]
        return f"{names[0]} {points[0]}, {names[1]} {points[1]}"

    def pair(match: re.Match[str]) -> str | None:
        first, second = match[1], match[2]
        behind, ahead = before(match), word_after(match) if after(match)[:1] == " " else ""
        if first == second == "20":
            return "twenty twenty"
        if ahead == "record" or (_RECORD.search(behind) and not numerals.british):
            return f"{numerals.cardinal(first)} and {numerals.cardinal(second)}"
        if ahead in _ODDS_AFTER or (word_before(match) in ("odds", "of") and "odds" in behind[-12:]):
            return f"{numerals.cardinal(first)} to {numerals.cardinal(second)}"
        scored = (
            ahead in _SCORED_AFTER
            or _SCORED.search(behind)
            or (int(first) >= int(second) and "=" not in after(match)[:8])
        )
        if not scored:
            return None
        if ahead in ("vote", "votes", "decision", "ruling") or word_before(match) in (
            "voted",
            "ruled",
            "votes",
            "vote",
            "voting",
        ):
            return f"{numerals.cardinal(first)} to {numerals.cardinal(second)}"
        return _score(first, second, numerals)

    def difference(match: re.Match[str]) -> str | None:
        """ "4 - 2" is no range: they go upwards."""
        first, second = match[1].replace(",", ""), match[2].replace(",", "")
        if not (first.isdigit() and second.isdigit() and int(first) > int(second)):
            return None
        if len(first) < 4 and _SCORED.search(before(match)):
            return _score(first, second, numerals)
        return f"{numerals.number(first)} minus {numerals.number(second)}"

    tie_break = r"(?:\s?\([0-9]{1,2}(?:[-–][0-9]{1,2})?\))?"
    number = r"[0-9]{1,4}(?:\.[0-9]{1,2})?"
    large = r"[0-9]{1,3}(?:[, ][0-9]{3}){1,3}(?![0-9])"
    return (
        rule(rf"(?<![\w.,:/-]){_PAIR}{tie_break}(?:,? {_PAIR}{tie_break}){{1,4}}(?!\w|[-/:][0-9])", sets, name="score"),
        rule(rf"(?<![\w.,:/-]){_PAIR}\s?\([0-9]{{1,2}}(?:[-–][0-9]{{1,2}})?\)", sets, name="score"),
        rule(rf"(?<![\w.])({_TEAM})\s([0-9]{{1,2}})\s?[-–]\s?([0-9]{{1,2}})\s({_TEAM})(?!\w)", result,
             name="score"),
        rule(
            r"(?<![\w.,:/-])([1-9][0-9]?)-([0-9]{1,2})(?= (?:and (?:headed|heading|going|rolling|counting)|"
            r"on the (?:season|year)|overall|this season|to start the))",
            lambda match: (
                f"{numerals.cardinal(match[1])} and {'oh' if match[2] == '0' else numerals.cardinal(match[2])}"
            ),
            name="record",
        ),
        rule(
            r"(?<=[a-z] \()([0-9]{1,3})-([0-9]{1,2})"
            r"(?=\) (?:retains?|improves?|falls?|faces?|defeats?|wins?|moves?|host)\b)",
            lambda match: f"{numerals.cardinal(match[1])} and {numerals.cardinal(match[2])}",
            name="record",
        ),
        rule(rf"(?<![\w.,:/-])(?<![$£€]){_PAIR}{_END}", pair, name="score"),
        rule(rf"(?<![\w.,:/-])(?<![$£€])({UNSIGNED})\s[-–]\s({UNSIGNED}){END}", difference, name="difference"),
        rule(rf"(?<![\w.,:-]){number}(?::(?:{large}|{number})){{1,3}}(?![\w:]|[.,][0-9])",
             lambda match: _ratio(match[0], numerals), name="ratio"),
    )  # fmt: skip


def scale_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for scales and ratios. They run before those for times, which look alike."""

    def ratio(match: re.Match[str]) -> str | None:
        certain = _RATIO.search(before(match)) or _RATIO_AFTER.match(after(match))
        return _ratio(match[0], numerals) if certain else None

    return (
        rule(
            r"(?<![\w.,:-])1:[0-9]{1,3}(?:[, ][0-9]{3}){1,3}(?![\w:]|[.,][0-9])",
            lambda match: _ratio(match[0], numerals),
            name="scale",
        ),
        rule(r"(?<![\w.,:-])[0-9]{1,4}(?::[0-9]{1,4}){1,2}(?![\w:]|[.,][0-9])", ratio, name="ratio"),
    )


def _ratio(text: str, numerals: EnglishNumerals) -> str:
    return " to ".join(numerals.number(part.replace(" ", "")) for part in text.split(":"))


def _score(first: str, second: str, numerals: EnglishNumerals) -> str:
    if not numerals.british:
        return f"{numerals.cardinal(first)} to {numerals.cardinal(second)}"
    if first == second and first != "0":
        return f"{numerals.cardinal(first)} all"
    return " ".join("nil" if points == "0" else numerals.cardinal(points) for points in (first, second))
