"""Signs whose neighbours say what they mean, in notes, lists and code -> words: "135#", "10 in. x 4", " # comment".

They run before the rules for formulas, addresses and code, to which the same signs mean something else.
"""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, before, rule, surroundings

_LABEL_BEHIND = re.compile(
    r"(?:\A|\b(?:conf|order|ref|record|account|acct|tracking|policy|member|the|an?|by|of|what|which|any|this|that|"
    r"number|flight|invoice|case|ticket|item|part|model|serial|room|apt|suite|unit|ste|check|batch|lot|p\.?o|press|hit|enter|dial|key|type|use|then|with|and|or)\.?)\Z",
    re.IGNORECASE,
)
_KEYS_BEHIND = re.compile(r"\b(?:PIN|pin|code|passcode|dial|press|enter|ext\.?|ID|id|then|call|text):?\s\Z", re.IGNORECASE)
_CHANGES = re.compile(r"[0-9] (?:insertion|deletion)s?\Z")
_CODES_BEHIND = re.compile(
    r"\b(?:sort code|combination|combo|code|lock|ID|id|no\.?|number|order|ref|#|phone|tel|date|dated?|on|born|DOB|due|by|since|"
    r"until|records?|went|is|are|was|now|at|goes|finished|improved to|fell to|dropped to|to|v|ver|version|fertili[sz]er|NPK)"
    r":?\s#?\Z",
    re.IGNORECASE,
)
_MAKES = (
    "Acura|Audi|BMW|Buick|Cadillac|Chev(?:y|rolet)|Chrysler|Corvette|Dodge|Ferrari|Fiat|Ford|GMC|Harley|Honda|Hyundai|"
    "Infiniti|Jaguar|Jeep|Kia|Lexus|Lincoln|Mazda|Mercedes|Mini|Mitsubishi|Mustang|Nissan|Pontiac|Porsche|Ram|Saab|"
    "Saturn|Subaru|Suzuki|Tesla|Toyota|Volkswagen|Volvo|VW|Yamaha|Camry|Civic|Corolla|Accord|Prius|Tacoma"
)
_RACE_BEHIND = re.compile(r"[0-9][h:'′][0-9]{2}|\b(?:[Ss]tage|gap|peloton|sprint|seconds)\b")
_MENU = re.compile(r"[\w'.)] > (?=[A-Za-z])")
_COMPARES = re.compile(r"\bif\b|&&|\|\||[<=≥≤]")
_SHARE = r"(?:[+±−–-]\s?|\b(?:up|down|by|of|to|than|rose|fell|gained|lost|added)\s)"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def comment(match: re.Match[str]) -> str | None:
        return None if _LABEL_BEHIND.search(before(match)) else ", "

    def counted(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} "

    def pounds(match: re.Match[str]) -> str | None:
        if _KEYS_BEHIND.search(before(match)):
            return None
        return f"{numerals.number(match[1])} {'pound' if match[1] == '1' else 'pounds'}"

    def color(match: re.Match[str]) -> str | None:
        mixed = any(map(str.isdigit, match[1])) and any(map(str.isalpha, match[1]))
        if not mixed and match[1] not in ("000000", "ffffff", "FFFFFF"):
            return None
        return "hash " + " ".join(
            numerals.cardinal(sign) if sign.isdigit() else spelling.letters(sign.upper()) for sign in match[1]
        )

    def menus(match: re.Match[str]) -> str | None:
        around = surroundings(match)
        return ", " if len(_MENU.findall(around)) > 1 and not _COMPARES.search(around) else None

    def factorial(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} factorial"

    def triple(match: re.Match[str]) -> str | None:
        numbers = match.groups()
        month, day = sorted((int(match[1]), int(match[2])))
        if len(match[3]) == 2 and 0 < month < 13 and 0 < day < 32:
            return None  # a date
        if _CODES_BEHIND.search(before(match)) or all(len(number) == 1 or number[0] == "0" for number in numbers):
            return None
        return ", ".join(map(numerals.cardinal, numbers))

    def masked(match: re.Match[str]) -> str:
        return f"ending in {numerals.digits(match[1])}"

    def extension(match: re.Match[str]) -> str:
        return numerals.digits(match[1] or match[2])

    def aged(match: re.Match[str]) -> str:
        return match[1] + numerals.plural(numerals.cardinal(match[2]))

    def past(match: re.Match[str]) -> str:
        unit = {"d": "day", "h": "hour", "w": "week"}[match[2]]
        return f"{numerals.cardinal(match[1])} {unit}{'s' * (match[1] != '1')}"

    def race(match: re.Match[str]) -> str:
        hours, minutes, seconds = (str(int(part)) for part in match.groups())
        parts = ((hours, "hour"), (minutes, "minute"), (seconds, "second"))
        return " ".join(f"{numerals.cardinal(n)} {unit}{'s' * (n != '1')}" for n, unit in parts if n != "0")

    def behind(match: re.Match[str]) -> str | None:
        return f"plus {numerals.cardinal(match[1])} seconds" if _RACE_BEHIND.search(before(match)) else None

    def zipped(match: re.Match[str]) -> str:
        return match[1] + numerals.digits(match[2])

    def model_year(match: re.Match[str]) -> str:
        return numerals.short_year(match[1])

    return (
        rule(r"(?<=[A-Za-z0-9'.)]) > (?=[A-Za-z])", menus, name="path through menus"),
        rule(r"(?<![\w.])(?<=fax )-(0[0-9]{2,5})(?![\w-])|(?<=/ )-(0[0-9]{2,5})(?![\w-])", extension, name="end of a number"),
        rule(r"(?<=[0-9A-Za-z]!) ~ (?=[\w(√])|(?<=[)\]]) ~ (?=[\w(√])|(?<![\w.][\w.])(?<=\b[A-Za-z]) ~ (?=[A-Z]\(|[√(])", lambda _: " is approximately ", name="operator"),
        rule(r" 2>&1(?!\w)", lambda _: " two to one", name="redirection"),
        rule(r"(?<=[\w.]) > (?=[\w./~-]{1,40}\.(?:log|txt|csv|json|md|out|gz|sql|html|py|sh|yml|yaml|png)\b|/dev/null)", lambda _: " to ", name="redirection"),
        rule(r"\A#!(?=/)", lambda _: "hash bang ", name="interpreter"),
        rule(r"(?<=\")\$(?=[a-z_][a-z0-9_]{0,30}\")", lambda _: "", name="variable"),
        rule(r"(?<![\w.,-])((?:[Uu]nder|[Oo]ver)[ -])([1-9][0-9])s(?![\w'])", aged, name="age group"),
        rule(r"(?<![\w:.])00?:00(?=\s[A-Z–-])(?=.{0,60}[0-9]:[0-9]{2})", lambda _: "zero", name="beginning"),
        rule(r"(?<=, )([1-9][0-9]?)([dhw])(?=\s?\Z)", past, name="age"),
        rule(r"(?<=[0-9])-ct\b\.?(?!\w)", lambda _: " count", name="count"),
        rule(r"(?<![\w.])([0-9]{1,3})h([0-5][0-9])['′]([0-5][0-9])[\"″]", race, name="duration"),
        rule(r"(?<![\w.+-])\+([0-9]{1,2})[\"″](?=[\s,;.)]|\Z)", behind, name="time behind"),
        rule(r"(?<![\w.,])([0-9]{1,3}(?:\.[0-9]{1,3})?)\.x(?![\w.])", lambda match: f"{numerals.number(match[1])} point X", name="versions"),
        rule(r"(?<![\w.,])([0-9]\.[0-9]{2})⁹(?!\w)", lambda match: numerals.number(match[1] + "9"), name="price of fuel"),
        rule(r"\bl\.(?= to [A-Z])", lambda _: "lost", name="result"),
        rule(r"\b((?:NYC|[a-z]{4,12},? (?:ny|ca|tx|fl|il|ma|wa|pa|nj|oh|ga)|ny),? )([0-9]{5})(?![\w,.-]|[,.][0-9])", zipped, name="postcode"),
        rule(r"χ²(?=\s?\()", lambda _: "chi squared ", name="statistic"),
        rule(r"(?<!\w)[Pp]y(?=[23](?:\.[0-9]{1,2})?(?!\w))", lambda _: "Python ", name="name"),
        rule(r"(?<![\w.,$])([0-9]{1,2})!(?= ?= ?[0-9?])", factorial, name="factorial"),
        rule(r"(?<![\w$])(?<!cd )(?<!echo )\$(?=[A-Z]{2,5}(?![\w$/=}]))(?!HOME|USER|PATH|PWD|SHELL|EDITOR)", lambda _: "", name="ticker"),
        rule(r"(?<![\w.,:/$£€+#-])([0-9]{1,2})-([0-9]{1,2})-([0-9]{1,2})(?![\w/%:-]|[.,][0-9])", triple, name="figures"),
        rule(r"(?:(?i:(?<=\bMC )|(?<=VISA )|(?<=MCARD )|(?<=CARD )|(?<=AMEX )|(?<=ACCT )|(?<=DEBIT )|(?<=CREDIT )|(?<=DISC ))[xX]{1,12})([0-9]{4})(?!\w)", masked, name="masked number"),
        rule(rf"(?<![\w'])'([012][0-9])(?=\s(?:{_MAKES})\b)", model_year, name="model year"),
        rule(r"(?<!\w)([A-G])#(?=m(?:in|aj|7)?\b|[0-9]?m\b)", lambda match: f"{spelling.letters(match[1])} sharp ", name="key of music"),
        rule(r"(?<![\w'-])([A-D])-(?=\s(?:[0-9]{2}|=|≥|or|and)|[,;:/)])", lambda match: f"{spelling.letters(match[1])} minus", name="grade"),
        rule(r"(?<=[0-9]°)\s?/\s?(?=-?[0-9]{1,3}°(?![CF]))", lambda _: ", ", name="high and low"),
        rule(r" (?:#|//) (?!of\b)(?=[A-Za-z][A-Za-z']{1,30}(?:[\s:,.!?]|\Z))", comment, name="comment"),
        rule(r"\([+-]\)(?=,|\s?\Z)", lambda match: "" if _CHANGES.search(before(match)) else None, name="sign"),
        rule(r"(?<![\w.,#$])#([0-9a-fA-F]{6})(?!\w)", color, name="color"),
        rule(
            r"(?<![\w.,$£€#*-])([0-9]{1,3}(?:\.[0-9])?)#(?=[\s.,;:)]|\Z)",
            pounds,
            name="pounds",
        ),
        rule(
            rf"(?P<sign>{_SHARE})({UNSIGNED})\s?pp(?![\w])",
            lambda match: _sign(match["sign"]) + f"{numerals.number(match[2])} percentage point"
            + ("" if match[2] == "1" else "s"),
            name="percentage points",
        ),
        rule(r"(?<![\w.,])([0-9]{1,3})\s?[×x](?=[A-Z][A-Za-z]*[0-9a-z])", counted, name="number of pieces"),
        rule(r"(?<=[a-z]) [x×] (?=[0-9]{1,4}(?:\.[0-9]{1,2})? [a-z]{2})", _by, name="size"),
    )


_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau",
    "φ": "phi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "gamma", "Δ": "delta", "Θ": "theta",
    "Λ": "lambda", "Ξ": "xi", "Π": "pi", "Σ": "sigma", "Φ": "phi", "Ψ": "psi", "Ω": "omega",
}  # fmt: skip


def greek_rules() -> tuple[Rule, ...]:
    """Rules for single Greek letters that no formula has taken, and for letters with a bar: "λmax", "x̄"."""
    return (
        rule(r"(?<![\w.])([A-Za-z])\u0304(?!\w)", lambda match: f"{match[1].upper()} bar", name="mean"),
        rule(
            rf"(?<![\u0370-\u03ff])[{''.join(_GREEK)}](?![\u0370-\u03ff])",
            lambda match: f"{_GREEK[match[0]]}{' ' * match.string[match.end() : match.end() + 1].isalnum()}",
            name="Greek letter",
        ),
    )


def term_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for the terms of formulas that stand alone. They run after those for formulas."""

    def term(match: re.Match[str]) -> str:
        power = "squared" if match[3] in ("²", "^2") else "cubed"
        return f"{numerals.number(match[1])} {spelling.letters(match[2].upper())} {power}"

    return (
        rule(r"(?<![\w.,])([0-9]{1,4})([a-z])([²³]|\^[23](?!\w))", term, name="term"),
        rule(r"(?<![\w.'-])A(?= ?[≥≤<>=])", lambda _: "A.", name="letter"),
    )


def file_rules() -> tuple[Rule, ...]:
    """Rules for names of files that begin with a full stop. They run after those for code, which know extensions."""
    return (rule(r"(?<![^\s(\"'])\.(?=[a-z_][\w-]{2,30}(?:[\s,;:)/]|\.?\Z))", lambda _: "dot ", name="hidden file"),)


def _by(match: re.Match[str]) -> str | None:
    return " by " if re.search(r"[0-9] [a-z]{2,12}\Z", before(match)) else None


def _sign(written: str) -> str:
    sign = written.strip()
    return {"+": "plus ", "±": "plus or minus ", "-": "minus ", "−": "minus ", "–": "minus "}.get(sign, written)
