"""Signs whose neighbours say what they mean, in notes, lists and code -> words: "135#", "10 in. x 4", " # comment".

They run before the rules for formulas, addresses and code, to which the same signs mean something else.
"""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.english.attributive import stands_before_noun
from koe.text.normalize.english.units import per_words
from koe.text.normalize.numerals import UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, before, rule, surroundings

_LABEL_BEHIND = re.compile(
    r"(?:\A|\b(?:conf|order|ref|record|account|acct|tracking|policy|member|the|an?|by|of|what|which|any|this|that|"
    r"number|flight|invoice|case|ticket|item|part|model|serial|room|apt|suite|unit|ste|check|batch|lot|p\.?o|press|"
    r"hit|enter|dial|key|type|use|then|with|and|or)\.?)\Z",
    re.IGNORECASE,
)
_KEYS_BEHIND = re.compile(r"\b(?:PIN|code|passcode|dial|press|enter|ext\.?|ID|then|call|text):?\s\Z", re.IGNORECASE)
_CHANGES = re.compile(r"[0-9] (?:insertion|deletion)s?\Z")
_MENU = re.compile(r"[\w'.)] > (?=[A-Za-z])")
_COMPARES = re.compile(r"\bif\b|&&|\|\||[<=≥≤]")
_SHARE = r"(?:[+±−–-]\s?|\b(?:up|down|by|of|to|than|rose|fell|gained|lost|added)\s)"
_NUMBERED_THINGS = (
    r"(?:(?i:policy|order|case|acct\.?|account|invoice|ref\.?|ticket|part|item|claim|member|conf\.?|tracking|model|"
    r"serial|reservation|booking|quote|job|unit|apt\.?|suite|check|lot|box|batch|permit|license)\s|PO\s|P\.O\.\s|SKU\s)"
)
_NUMBERED_BEHIND = re.compile(rf"\b{_NUMBERED_THINGS}\Z")
_BLACK_AND_WHITE = ("000000", "ffffff", "FFFFFF")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def comment(match: re.Match[str]) -> str | None:
        return None if _LABEL_BEHIND.search(before(match)) else ", "

    def number_of(match: re.Match[str]) -> str | None:
        return "number " if _NUMBERED_BEHIND.search(before(match)) else None

    def counted(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} "

    def pounds(match: re.Match[str]) -> str | None:
        if _KEYS_BEHIND.search(before(match)):
            return None
        single = match[1] == "1" or stands_before_noun(match)
        return f"{numerals.number(match[1])} {'pound' if single else 'pounds'}"

    def color(match: re.Match[str]) -> str | None:
        mixed = any(map(str.isdigit, match[1])) and any(map(str.isalpha, match[1]))
        behind = before(match)
        if _LABEL_BEHIND.search(behind.rstrip()) or re.search(r"\bres(?:ervation)?\.?\s\Z", behind, re.IGNORECASE):
            return None
        if not mixed and match[1] not in _BLACK_AND_WHITE:
            return None
        return "hash " + _signs(match[1], numerals)

    def points(match: re.Match[str]) -> str:
        several = "s" * (match[2] != "1")
        return f"{_sign(match['sign'])}{numerals.number(match[2])} percentage point{several}"

    def version(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} point X"

    def python(match: re.Match[str]) -> str:
        return "Python " + " point ".join(map(numerals.cardinal, match[1].split(".")))

    def generic(match: re.Match[str]) -> str:
        parts = ("unit" if part == "()" else part.strip() for part in match.groups()[1:] if part)
        spoken = (spelling.name(part, numerals, {}) if part[-1].isdigit() else part for part in parts)
        return f"{match[1]} of {', '.join(spoken)}"

    def ended(match: re.Match[str]) -> str:
        return numerals.digits(match[1] or match[2])

    return (
        rule(
            r"(?<![\w/])/(?=[^/\s]{0,30}[ˈˌːəɪʊɛɔæʌɑɒθðʃʒŋɜɡʁʔ])[^/\s]{1,40}/[;,]?\s?",
            lambda _: "",
            name="pronunciation",
        ),
        rule(r"(?<![\w&#])#s(?=[\s.,:;!?)]|\Z)", lambda _: "numbers", name="number sign"),
        rule(r"(?<=[\w.] )#(?=[A-Z])", number_of, name="number sign"),
        rule(r"(?<=[0-9]°)T(?!\w)", lambda _: " true", name="bearing"),
        rule(
            r"\s?(?:→|->|=>)\s(?=(?:use|add|remove|rename|replace|drop|move|make|see|fix|call|try|extract|split|check|"
            r"change|avoid|delete|return|set|keep|should|please|pls|can|needs?|must)\s)",
            lambda _: ", ",
            name="arrow",
        ),
        rule(r"(?<=[A-Za-z0-9'.)]) > (?=[A-Za-z])", _menus, name="path through menus"),
        rule(
            r"(?<![\w.])(?<=fax )-(0[0-9]{2,5})(?![\w-])|(?<=/ )-(0[0-9]{2,5})(?![\w-])", ended, name="end of a number"
        ),
        rule(
            r"(?<=[0-9A-Za-z]!) ~ (?=[\w(√])|(?<=[)\]]) ~ (?=[\w(√])|(?<![\w.][\w.])(?<=\b[A-Za-z]) ~ (?=[A-Z]\(|[√(])",
            lambda _: " is approximately ",
            name="operator",
        ),
        rule(r" 2>&1(?!\w)", lambda _: " two to one", name="redirection"),
        rule(
            r"(?<=[\w.]) > (?=[\w./~-]{1,40}\.(?:log|txt|csv|json|md|out|gz|sql|html|py|sh|yml|yaml|png)\b|/dev/null)",
            lambda _: " to ",
            name="redirection",
        ),
        rule(r"(?<=[0-9])/\$(?![\w])", lambda _: " per dollar", name="rate"),
        rule(
            r"(?<![\w<.])([A-Z]\w{1,30})<(\(\)|[\w:&' ]{1,30})(?:, ?([\w:&']{1,30}))?>(?!\w)",
            generic,
            name="type",
        ),
        rule(
            r"(?:(?<=head )|(?<=tail ))-([0-9]{1,4})(?!\w)",
            lambda match: f"dash {numerals.cardinal(match[1])}",
            name="option of a command",
        ),
        rule(r"(?<=\S) \|\| (?=\S)", lambda _: " or ", name="operator"),
        rule(
            r"(?<=\b[Pp]rice)/(mo|yr|wk|hr|day|lb|oz|kg|GB|user|night)\b\.?",
            lambda match: f" per {per_words(match[1], british=numerals.british)}",
            name="rate",
        ),
        rule(
            r"((?:\b(?:up|down|rose|fell|by)\s|[+−–-])[0-9.]{1,5}% )w/w(?!\w)",
            lambda match: f"{match[1]}week over week",
            name="rate",
        ),
        rule(r"\A#!(?=/)", lambda _: "hash bang ", name="interpreter"),
        rule(r"(?<=\")\$(?=[a-z_][a-z0-9_]{0,30}\")", lambda _: "", name="variable"),
        rule(
            r"(?<![\w$])(?<!cd )(?<!echo )\$(?=[A-Z]{2,5}(?![\w$/=}]))(?!HOME|USER|PATH|PWD|SHELL|EDITOR)",
            lambda _: "",
            name="ticker",
        ),
        rule(r"(?<![\w.,])([0-9]{1,3}(?:\.[0-9]{1,3})?)\.x(?![\w.])", version, name="versions"),
        rule(
            r"(?<=\b[Nn]o )([a-z]{3,12})/([a-z]{3,12})(?![\w/])", lambda match: f"{match[1]} or {match[2]}", name="or"
        ),
        rule(r"(?<!\w)[Pp]y([23](?:\.[0-9]{1,2})?)(?!\w)", python, name="version"),
        rule(r"(?<=\s)s\.t\.(?=\s)", lambda _: "such that", name="abbreviation"),
        rule(r"(?<=\b[Tt]he )#(?= of\b)|(?<=\ba )#(?= of\b)", lambda _: "number", name="number sign"),
        rule(r"(?<=[0-9]°)\s?/\s?(?=-?[0-9]{1,3}°(?![CF]))", lambda _: ", ", name="high and low"),
        rule(r" (?:#|//) (?!(?:of|is|was|for)\b)(?=[A-Za-z][A-Za-z']{1,30}(?:[\s:,.!?]|\Z))", comment, name="comment"),
        rule(r"\([+-]\)(?=,|\s?\Z)", lambda match: "" if _CHANGES.search(before(match)) else None, name="sign"),
        rule(r"(?<![\w.,#$])#([0-9a-fA-F]{6})(?!\w)", color, name="color"),
        rule(
            r"(?:(?<=color: )|(?<=background: )|(?<=solid )|(?<=fill: )|(?<=stroke: )|(?<=color:))"
            r"#([0-9a-fA-F]{3})(?!\w)",
            lambda match: "hash " + _signs(match[1], numerals),
            name="color",
        ),
        rule(r"(?<![\w.,$£€#*-])([0-9]{1,3}(?:\.[0-9])?)#(?=[\s.,;:)]|\Z)", pounds, name="pounds"),
        rule(rf"(?P<sign>{_SHARE})({UNSIGNED})\s?pp(?![\w])", points, name="percentage points"),
        rule(r"(?<![\w.,/])([1-9][0-9]{0,2})\s?[×x](?=[A-Z][A-Za-z0-9])", counted, name="number of pieces"),
        rule(r"(?<=[a-z]) [x×] (?=[0-9]{1,4}(?:\.[0-9]{1,2})? [a-z]{2})", _by, name="size"),
    )


def file_rules() -> tuple[Rule, ...]:
    """Rules for names of files that begin with a full stop. They run after those for code, which know extensions."""
    return (
        rule(
            r"(?<![^\s(\"'])\.[a-z_][\w-]{2,30}(?:\.[a-z]\w{1,12}){0,2}(?=[\s,;:)/]|\.?\Z)",
            lambda match: match[0].replace(".", " dot ").lstrip(),
            name="hidden file",
        ),
    )


def _signs(written: str, numerals: EnglishNumerals) -> str:
    return " ".join(numerals.cardinal(sign) if sign.isdigit() else spelling.letters(sign.upper()) for sign in written)


def _menus(match: re.Match[str]) -> str | None:
    around = surroundings(match)
    return ", " if len(_MENU.findall(around)) > 1 and not _COMPARES.search(around) else None


def _by(match: re.Match[str]) -> str | None:
    return " by " if re.search(r"[0-9] [a-z]{2,12}\Z", before(match)) else None


def _sign(written: str) -> str:
    sign = written.strip()
    return {"+": "plus ", "±": "plus or minus ", "-": "minus ", "−": "minus ", "–": "minus "}.get(sign, written)
