"""Citations of laws and judgments -> words: "347 U.S. 483", "42 U.S.C. § 1983", "§ 230(c)(1)", "Roe v. Wade"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.english.places import NEWSPAPER
from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, alternatives, before, full_stop, rule, word_before, words

_SERIES = {"2d": "second", "3d": "third", "4th": "fourth", "5th": "fifth"}
_REPORTERS = {
    "U.S.": "U.S", "U. S.": "U.S", "S. Ct.": "supreme court", "S.Ct.": "supreme court", "L. Ed.": "lawyers' edition",
    "F.": "F", "F. Supp.": "F supplement", "Fed. Reg.": "federal register", "Stat.": "statutes", "N.E.": "N.E",
    "N.W.": "N.W", "S.E.": "S.E", "S.W.": "S.W", "P.": "P", "A.": "A.", "So.": "southern", "Cal.": "California",
    "Cal. App.": "California appeals", "N.Y.": "New York", "F. App'x": "F appendix",
}  # fmt: skip
_REPORTER = "|".join(re.escape(name) for name in sorted(_REPORTERS, key=len, reverse=True))
_CITATION_BEHIND = re.compile(rf"[0-9]\s(?:{_REPORTER})\s?(?:2d|3d|4th|5th)?\s[0-9]{{1,4}}\Z")
_CODES = {"U.S.C.": "U.S.C", "USC": "U.S.C", "C.F.R.": "C.F.R", "CFR": "C.F.R", "U.S.C.A.": "U.S.C.A"}
_CODE = "|".join(re.escape(name) for name in sorted(_CODES, key=len, reverse=True))
_PARTS = r"(?:\([0-9A-Za-z]{1,4}\)){0,6}"
_SECTION = rf"[0-9]{{1,5}}[a-z]?(?:[.-][0-9]{{1,5}})?[a-z]?{_PARTS}"
_PHRASES = {
    "Rev. Stat.": "revised statutes", "Gen. Stat.": "general statutes", "Penal Code Ann.": "penal code annotated",
    "Code Ann.": "code annotated", "Stat. Ann.": "statutes annotated", "Comp. Laws": "compiled laws",
    "Comp. Stat.": "compiled statutes", "Evid. Code": "evidence code", "Civ. Code": "civil code",
    "Pen. Code": "penal code", "Fam. Code": "family code",
    "Veh. Code": "vehicle code", "Gov. Code": "government code",
    "Prob. Code": "probate code", "Lab. Code": "labor code",
    "Fed. R. Civ. P.": "federal rule of civil procedure", "Fed. R. Crim. P.": "federal rule of criminal procedure",
    "Fed. R. Evid.": "federal rule of evidence", "U.S. Const.": "U.S constitution", "Pub. L. No.": "public law",
    "Pub. L.": "public law", "Sup. Ct.": "supreme court", "Dist. Ct.": "district court", "Ct. App.": "court of appeals",
}  # fmt: skip
_STATES = alternatives(NEWSPAPER)
_STATUTES = r"(?:Rev\.|Gen\.|Comp\.|Civ\.|Penal|Code|Stat\.|Fam\.|Bus\.|Health|Const\.|Admin\.|Gov|Crim\.|Ins\.|Prob\.)"
_LOWER_ROMAN = {"ii": "two", "iii": "three", "iv": "four", "vi": "six", "vii": "seven", "viii": "eight", "ix": "nine"}

WITH_FULL_STOPS = Abbreviations(
    never_last=frozenset({"v", "fed", "civ", "crim", "evid", "pub", "supp", "cir", "stat", "reg", "const"}),
    before_number=frozenset({"p", "l", "ct"}),
    titles=frozenset({"cal", "app", "fam"}),
    often_last=frozenset(state.casefold() for state in NEWSPAPER),
)


# "as was shown [12, 13]." The numbers of sources are not read, unless the sentence needs them: "in [12]".
_READ_BEFORE = words(
    "in see by from of to cf ref refs reference references and or with at than is are be equals interval range list "
    "array vector tuple set values input output returns return prints gives option press type choose select pick domain"
)
_SOURCES = (
    r"(?:(?<=[a-z)”\"])|(?<=al\.)) \[[1-9][0-9]{0,2}(?:(?:, ?|[-–])[1-9][0-9]{0,2}){0,7}\](?=[.,;:!?)]|\s[a-z]{2}|\Z)"
)


def _sources(match: re.Match[str]) -> str | None:
    return None if word_before(match).lower() in _READ_BEFORE else ""


SOURCES = rule(_SOURCES, _sources)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def section(written: str) -> str:
        number, _, rest = written.partition("(")
        words = [_numbered(number, numerals)]
        for part in re.findall(r"[0-9A-Za-z]+", rest):
            if part.isdigit():
                words.append(numerals.cardinal(part))
            else:
                words.append(_LOWER_ROMAN.get(part) or spelling.letters(part))
        return " ".join(words)

    def reporter(match: re.Match[str]) -> str:
        series = f" {_SERIES[match['series']]}" if match["series"] else ""
        page = numerals.label(match["page"])
        return f"{numerals.label(match['volume'])} {_REPORTERS[match['reporter']]}{series} {page}"

    def pinpoint(match: re.Match[str]) -> str | None:
        until = f" to {numerals.label(match[2])}" if match[2] else ""
        return f", {numerals.label(match[1])}{until}" if _CITATION_BEHIND.search(before(match)) else None

    def issue(match: re.Match[str]) -> str:
        number = f", issue {numerals.cardinal(match[3])}" if match[3] else ""
        first = numerals.cardinal(match[4])
        pages = f"pages {first} to {numerals.cardinal(match[5])}" if match[5] else f"page {first}"
        return f"{numerals.year(match[1])}, volume {numerals.cardinal(match[2])}{number}, {pages}"

    def volume(match: re.Match[str]) -> str:
        pages = f"pages {numerals.cardinal(match[3])} to {numerals.cardinal(match[4])}"
        return f"volume {numerals.cardinal(match[1])}, issue {numerals.cardinal(match[2])}, {pages}"

    def at_page(match: re.Match[str]) -> str:
        series = f" {_SERIES[match['series']]}" if match["series"] else ""
        volume, page = numerals.label(match["volume"]), numerals.label(match["page"])
        return f"{volume} {_REPORTERS[match['reporter']]}{series} at {page}"

    def code(match: re.Match[str]) -> str:
        sign = {"§": " section", "§§": " sections"}.get(match["sign"] or "", "")
        until = f" to {section(match['until'])}" if match["until"] else ""
        return f"{numerals.label(match['title'])} {_CODES[match['code']]}{sign} {section(match['section'])}{until}"

    def signed(match: re.Match[str]) -> str:
        until = f" to {section(match['until'])}" if match["until"] else ""
        several = match["sign"] == "§§" or until
        return f"section{'s' if several else ''} {section(match['section'])}{until}"

    def subsection(match: re.Match[str]) -> str:
        return section(match[0])

    def named(match: re.Match[str]) -> str:
        return f"{match[1]} {section(match[2])}"

    def court(match: re.Match[str]) -> str:
        return f"{numerals.ordinal(match[1])} circuit"

    def public_law(match: re.Match[str]) -> str:
        return f"{_PHRASES[match[1]]} {numerals.label(match[2])} dash {numerals.label(match[3])}"

    def regulation(match: re.Match[str]) -> str:
        words = [_year_or_label(part, numerals) for part in (match[2], match[3])]
        letters = f" {spelling.letters(match[4])}" if match[4] else ""
        return f"{match[1]}{' slash '.join(words)}{letters}"

    def docket(match: re.Match[str]) -> str:
        office, year, kind, number = match.groups()
        words = f"{numerals.cardinal(office)} {numerals.two_digits(year)} {spelling.letters(kind)}"
        return f"{words} {numerals.digits(number)}"

    return (
        rule(
            r"(?<![\w.,])([0-9]{1,4}) U\.S\.(?= \([12][0-9]{3}\))",
            lambda match: f"{numerals.label(match[1])} U.S",
            name="citation of a judgment",
        ),
        rule(
            r"(?<![\w.,])((?:19|20)[0-9]{2})(?: [A-Z][a-z]{2}(?: [0-9]{1,2})?)?;([0-9]{1,3})(?:\(([0-9]{1,3})\))?:"
            r"([0-9]{1,6})(?:[-–]([0-9]{1,6}))?(?!\w)",
            issue,
            name="citation of a journal",
        ),
        rule(
            r"(?<![\w.,/;])([0-9]{1,3})\(([0-9]{1,3})\):\s?([0-9]{1,5})[-–]([0-9]{1,5})(?![\w:])",
            volume,
            name="citation of a journal",
        ),
        rule(
            r"((?:Regulation|Directive|Decision|S\.I\.|SI)\s(?:\([A-Z]{2,7}\)\s)?(?:No\.?\s)?)"
            r"([0-9]{2,4})/([0-9]{1,4})(?:/(EC|EU|EEC))?(?![\w/])",
            regulation,
            name="citation of a law",
        ),
        rule(r"(?<![\w.,:])([0-9]{1,2}):([0-9]{2})-(cv|cr|mc|md|mj|bk|po)-([0-9]{3,6})(?!\w)", docket, name="docket"),
        rule(
            rf"(?<![\w.,])(?P<volume>[0-9]{{1,4}})\s(?P<reporter>{_REPORTER})\s?(?P<series>2d|3d|4th|"
            rf"5th)?\s(?P<page>[0-9]{{1,4}})(?![\w]|[.,][0-9])",
            reporter,
            name="citation of a judgment",
        ),
        rule(
            rf"(?<![\w.,])(?P<volume>[0-9]{{1,4}})\s(?P<reporter>{_REPORTER})\s?(?P<series>2d|3d|4th|5th)?,?\sat\s"
            r"(?P<page>[0-9]{1,4})(?![\w]|[.,][0-9])",
            at_page,
            name="citation of a judgment",
        ),
        rule(
            r"(?<=[0-9]),\s([0-9]{1,4})(?:[-–]([0-9]{1,4}))?(?![\w-]|[,.][0-9])",
            pinpoint,
            name="citation of a judgment",
        ),
        rule(
            rf"(?<![\w.,])(?P<title>[0-9]{{1,3}})\s(?P<code>{_CODE})(?:\s(?P<sign>§§?))?\s?(?P<section>{_SECTION})(?:\s?[-–]\s?(?P<until>{_SECTION}))?(?!\w)",
            code,
            name="citation of a law",
        ),
        rule(
            rf"(?P<sign>§§?)\s?(?P<section>{_SECTION})(?:\s?[-–]\s?(?P<until>{_SECTION}))?(?!\w)",
            signed,
            name="section",
        ),
        rule(
            r"(?<![\w.,])((?:[Rr]ule|[Ss]ection|[Aa]rticle|[Pp]aragraph|[Cc]lause|"
            r"[Ss]ubsection))\s([0-9]{1,5}(?:\.[0-9]{1,3}){0,2}[a-z]?(?:\([0-9A-Za-z]{1,4}\)){1,6})(?!\w)",
            named,
            name="section",
        ),
        rule(
            r"(?<![\w.,$£€])[0-9]{1,3}(?:\.[0-9]{1,3}){1,2}(?:\([a-z]{1,2}\))(?:\([0-9A-Za-z]{1,4}\)){1,5}(?!\w)",
            subsection,
            name="section",
        ),
        rule(r"(?<![\w.,])[0-9]{2,4}(?:\([a-z]{1,2}\))(?:\([0-9A-Za-z]{1,4}\)){0,5}(?!\w)", subsection, name="section"),
        rule(r"(?<![\w.,])([0-9]{1,2})(?:st|nd|rd|th|d)\sCir\.", court, name="court"),
        rule(
            rf"(Fed\. R\. (?:Civ\. P|Crim\. P|Evid)\.) ({_SECTION})(?!\w)",
            lambda match: f"{_PHRASES[match[1]]} {section(match[2])}",
            name="rule of court",
        ),
        rule(r"(Pub\. L\.(?: No\.)?) ([0-9]{2,3})[-–]([0-9]{1,4})(?!\w)", public_law, name="citation of a law"),
    )


def word_rules() -> tuple[Rule, ...]:
    """Rules for citations without digits."""

    def versus(match: re.Match[str]) -> str | None:
        behind = word_before(match)[:1]
        return "versus" if behind.isupper() or behind.isdigit() or before(match)[-2:] in (". ", ") ") else None

    def phrase(match: re.Match[str]) -> str:
        return _PHRASES[match[0]] + full_stop(match)

    return (
        rule(rf"(?<![\w.])({_STATES})\.(?= {_STATUTES})", lambda match: NEWSPAPER[match[1]], name="citation of a law"),
        rule(r"(?<=[A-Za-z)] )v(?= [A-Z])", versus, name="versus"),
        rule(r"(?<=[\w.)'] )v\.(?=\s[A-Za-z])|(?<=[0-9] )v\.?(?= [0-9])", versus, name="versus"),
        rule("|".join(map(re.escape, _PHRASES)), phrase, name="citation of a law"),
    )


def _year_or_label(digits: str, numerals: EnglishNumerals) -> str:
    return numerals.year(digits) if len(digits) == 4 else numerals.label(digits)


def _numbered(written: str, numerals: EnglishNumerals) -> str:
    """Words of "230", "1910.134", "16-1" or "12b"."""
    spoken = []
    for part in re.findall(r"[0-9]+|[a-z]|[.-]", written):
        if part.isdigit():
            spoken.append(numerals.label(part) if len(part) < 5 else numerals.cardinal(part))
        else:
            spoken.append({".": "point", "-": "dash"}.get(part) or spelling.letters(part))
    return " ".join(spoken)
