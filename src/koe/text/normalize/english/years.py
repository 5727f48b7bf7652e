"""Years, decades, eras, quarters and fiscal years -> words: "1999", "the '90s", "44 BC", "2Q22", "FY2023/24"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, full_stop, rule, word_after, word_before, words

_OPEN = r"(?<![\w./,:$£€-])"
_CLOSE = r"(?![\w/-]|[.,:][0-9])"
_TO = r"\s?[-–—]\s?"

_BEFORE_DECADE = words("the early late mid his her their my your our low high upper lower into")
_BEFORE_YEAR = words(
    "in since year circa during early late mid spring summer autumn fall winter anno until till ca c b d r fl "
    "january february "
    "march april may june july august september october november december"
)
_MAYBE_BEFORE_YEAR = words("of by from before after around to through the and class copyright between born died")
_BEFORE_COUNT = words(
    "about nearly almost exactly over than approximately roughly all another only some least most under total "
    "weighs costs cost pay paid number answer equals plus minus times"
)
_NO_PLURALS = words(
    "is was has as this its his us thus does plus always perhaps towards versus across series marks sees brings begins "
    "ends starts looks comes goes shows promises turns remains saw news sales"
)
_COUNTED = words("people men women children percent dollars sheep fish feet more fewer other")
_ERAS = {"BC": "B.C", "BCE": "B.C.E", "AD": "A.D", "CE": "C.E"}
_ERA = r"(?P<era>BCE?|B\.C\.(?:E\.)?|AD|A\.D\.|CE|C\.E\.)(?![\w])"
_OTHER_DECADE = re.compile(r"[0-9]0'?s\s?(?:[-–—&]|and|or|to|through)\s?(?:the\s)?(?:early|mid|late)?[ -]?\Z")
_PERIODS = {"FY": "fiscal year", "AY": "academic year", "CY": "calendar year"}


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for years. `period_rules` run before those for acronyms, which would take "FY" and "Q3"."""

    def decade(match: re.Match[str]) -> str | None:
        digits = match["decade"]
        if len(digits) > 2:
            return numerals.plural(numerals.year(digits))
        certain = (
            match[0][0] == "'"
            or word_before(match).lower().strip("-") in _BEFORE_DECADE
            or before(match).endswith(("mid-", "early-", "late-"))
            or _OTHER_DECADE.search(before(match))
        )
        if not certain:
            return None
        if digits == "00":
            return "noughties" if numerals.british else "two thousands"
        return numerals.plural(numerals.cardinal(digits))

    def years(match: re.Match[str]) -> str | None:
        first, second = match[1], match[2]
        if len(second) == 2:
            return f"{numerals.year(first)} to {numerals.two_digits(second)}" if first[2:] < second else None
        return f"{numerals.year(first)} to {numerals.year(second)}" if first < second else None

    def season(match: re.Match[str]) -> str | None:
        following = (int(match[1]) + 1) % 100 == int(match[2][-2:])
        return f"{numerals.year(match[1])} to {last_year(match[2])}" if following else None

    def last_year(digits: str) -> str:
        return numerals.year(digits) if len(digits) == 4 else numerals.two_digits(digits)

    def with_era(match: re.Match[str]) -> str:
        era = _ERAS[match["era"].replace(".", "")]
        until = f" to {numerals.year(match['until'])}" if match["until"] else ""
        return f"{numerals.year(match['number'].replace(',', ''))}{until} {era}{full_stop(match)}"

    def after_era(match: re.Match[str]) -> str:
        return f"{_ERAS[match['era'].replace('.', '')]} {numerals.year(match['number'])}"

    def year(match: re.Match[str]) -> str | None:
        return numerals.year(match[0]) if _is_year(match) else None

    def era(match: re.Match[str]) -> str:
        return _ERAS[match["era"].replace(".", "")] + full_stop(match)

    return (
        rule(
            r"(?<![\w.,])(?P<number>[0-9]{1,5}|[0-9]{1,3},[0-9]{3})(?:\s?[-–]\s?(?P<until>[0-9]{1,4}))?\s?" + _ERA,
            with_era,
            name="year",
        ),
        rule(rf"(?<![\w.]){_ERA}\s(?P<number>[0-9]{{1,4}})(?![\w]|[.,][0-9])", after_era, name="year"),
        rule(r"(?:(?<!\w)'|(?<![\w.,$£€']))(?P<decade>[0-9]{1,3}0)'?s(?!\w)", decade, name="decade"),
        rule(
            r"(?<![\w./,:$£€#-])((?:19|20)[0-9]{2})([a-e])(?![\w-])",
            lambda match: f"{numerals.year(match[1])} {spelling.letters(match[2])}",
            name="year",
        ),
        rule(rf"{_OPEN}([12][0-9]{{3}}){_TO}([12][0-9]{{3}}|[0-9]{{2}}){_CLOSE}", years, name="years"),
        rule(rf"{_OPEN}((?:19|20)[0-9]{{2}})/((?:20)?[0-9]{{2}}){_CLOSE}", season, name="years"),
        rule(
            r"(?:(?<![\w./,:-])|(?<=[a-z]-)|(?<=[0-9]-)|(?<=\bc\.)|(?<=\bca\.)|"
            r"(?<=/[0-9]{2}/))[12][0-9]{3}(?![\w]|[.,:/-][0-9])",
            year,
            name="year",
        ),
        rule(
            r"(?:(?<=BC)|(?<=CE)|(?<=AD)|(?<=[0-9]))\s?[-–—]\s?(?=(?:AD|CE|BC)\s[0-9])",
            lambda _: " to ",
            name="range, year",
        ),
        rule(
            r"(?:(?<=[0-9]{4})|(?<=[0-9]0s))\s?[-–—]\s?(?=(?:[Pp]resent|[Tt]oday|[Nn]ow)\b)",
            lambda _: " to ",
            name="range, year",
        ),
        rule(r"(?<!\w)'([0-9]{2})(?![\w'])", lambda match: numerals.two_digits(match[1]), name="year"),
        rule(
            r"(?<![\w.])([bdr]|fl)\.\s?(?=[12][0-9]{3}\b|[0-9]{1,2}/[0-9]|(?:[0-9]{1,2}\s)?(?:Jan|Feb|Mar|Apr|"
            r"May|Jun|Jul|"
            r"Aug|Sep|Oct|Nov|Dec)|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\b)",
            lambda match: _LIVES[match[1]],
            name="year of a life",
        ),
        rule(
            rf"(?:(?<=century )|(?<=centuries )|(?<=millennium )|(?<=\sc\. )|(?<=-c\. )|(?<=cent\. )){_ERA}",
            era,
            name="era",
        ),
    )


_LIVES = {"b": "born ", "d": "died ", "r": "reigned ", "fl": "flourished "}


def period_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for quarters, halves and fiscal years."""

    def quarter(match: re.Match[str]) -> str:
        which = numerals.ordinal(match[1])
        return f"{which} {'quarter' if match[2] == 'Q' else 'half'} {numerals.short_year(match[3])}"

    def numbered(match: re.Match[str]) -> str:
        year = f" {numerals.short_year(match['year'])}" if match["year"] else ""
        if match[1] == "Q":
            return f"Q {numerals.cardinal(match[2])}{year}{' ' if after(match)[:2] == 'FY' else ''}"
        return f"{numerals.ordinal(match[2])} half{year}"

    def period(match: re.Match[str]) -> str:
        last = match["until"] or ""
        until = f" to {numerals.year(last) if len(last) == 4 else numerals.two_digits(last)}" if last else ""
        estimate = " estimate" if match["estimate"] else ""
        return f"{_PERIODS[match[1]]} {numerals.short_year(match['year'])}{until}{estimate}"

    def year_first(match: re.Match[str]) -> str:
        return f"Q {numerals.cardinal(match[2])} {numerals.short_year(match[1])}"

    def quarter_alone(match: re.Match[str]) -> str:
        return f"{numerals.ordinal(match[1])} quarter"

    return (
        rule(
            r"(?<![\w.,/-])((?:19|20)[0-9]{2})-?W(0[1-9]|[1-4][0-9]|5[0-3])(?![\w-])",
            lambda match: f"week {numerals.cardinal(match[2].lstrip('0'))} of {numerals.year(match[1])}",
            name="week",
        ),
        rule(r"(?<![\w.,:/-])(20[0-9]{2}(?=[ Q-])|[0-9]{2}(?=Q))[ -]?Q([1-4])(?![\w.])", year_first, name="quarter"),
        rule(r"(?<![\w.,])([1-4])(Q)[ -]?'?((?:20)?[0-9]{2})(?![\w]|[.,][0-9])", quarter, name="quarter"),
        rule(r"(?<![\w.,])([1-4])Q(?![\w'])", quarter_alone, name="quarter"),
        rule(r"(?<![\w.,])([12])(H)(?:'?|\s(?=20))((?:20)?[0-9]{2})(?![\w]|[.,][0-9])", quarter, name="half of a year"),
        rule(
            r"(?<![\w.,])(Q)([1-4])(?:(?:[ /-]?'|[ /-])(?P<year>(?:(?<=['/-])[0-9]{2}|(?:19|20)[0-9]{2}))(?![\w]|"
            r"[.,%][0-9]))?(?![\w'](?<!F)|F(?!Y))",
            numbered,
            name="quarter",
        ),
        rule(r"(?<![\w.,])(H)([12])(?:\s|/|')(?P<year>(?:(?<=')[0-9]{2}|20[0-9]{2}))(?![\w]|[.,%][0-9])", numbered,
             name="half of a year"),
        rule(
            r"(?:(?<![\w.,])|(?<=Q[1-4]))(FY|AY|CY)[ -]?'?(?P<year>(?:19|20)[0-9]{2}|[0-9]{2})"
            r"(?:\s?[-–/]\s?(?P<until>(?:20)?[0-9]{2}))?(?P<estimate>E)?(?![\w]|[.,][0-9])",
            period,
            name="fiscal year",
        ),
    )  # fmt: skip


def _is_year(match: re.Match[str]) -> bool:
    number = int(match[0])
    behind, ahead = word_before(match).lower(), word_after(match)
    if before(match).endswith(("©", "(c) ", "© ", "the year ")):
        return True
    counted = ahead in _COUNTED or (
        ahead.endswith("s") and not ahead.endswith(("ss", "'s")) and ahead not in _NO_PLURALS
    )
    if number < 2200 and (behind in _BEFORE_YEAR or (behind in ("by", "before") and not counted)):
        return True
    if number >= 2100 or behind in _BEFORE_COUNT or (counted and ahead.islower() and after(match)[:1] == " "):
        return False
    if match.start() and match.string[match.start() - 1] == "-" and not behind.endswith("-"):
        return number >= 1700
    captioned = re.search(r"[A-Z][\w'’)-]{1,30}[\"”]?,\s\Z", before(match)) and re.match(r"[.;)]|,\s|\Z", after(match))
    if number >= 1100 and captioned:
        return True
    return number >= 1700 or (number != 1024 and behind in _MAYBE_BEFORE_YEAR and number >= 1000)
