"""Figures whose form or neighbours say what they are -> words: "31-13-8", "7! =", "'15 Camry", "NYC 10118".

They run before the rules for numbers, dates and codes, to which some of them look alike.
"""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, before, full_stop, rule, surroundings

# After these, three numbers are a code, a record or a version: "sort code 12-34-56".
_CODES_BEHIND = re.compile(
    r"\b(?:sort code|combination|combo|code|lock|id|no\.?|number|order|ref|#|phone|tel|date|dated?|on|born|DOB|due|by|"
    r"since|until|records?|went|is|are|was|now|at|goes|finished|improved to|fell to|dropped to|to|v|ver|version|"
    r"fertili[sz]er|NPK):?\s#?\Z",
    re.IGNORECASE,
)
_MAKES = (
    "Acura|Audi|BMW|Buick|Cadillac|Chev(?:y|rolet)|Chrysler|Corvette|Dodge|Ferrari|Fiat|Ford|GMC|Harley|Honda|Hyundai|"
    "Infiniti|Jaguar|Jeep|Kia|Lexus|Lincoln|Mazda|Mercedes|Mini|Mitsubishi|Mustang|Nissan|Pontiac|Porsche|Ram|Saab|"
    "Saturn|Subaru|Suzuki|Tesla|Toyota|Volkswagen|Volvo|VW|Yamaha|Camry|Civic|Corolla|Accord|Prius|Tacoma"
)
_CARDS = "".join(
    f"(?<=\\b{card} )|" for card in ["MC", "VISA", "MCARD", "CARD", "AMEX", "ACCT", "DEBIT", "CREDIT", "DISC"]
).rstrip("|")
_RACE_BEHIND = re.compile(r"[0-9][h:'′][0-9]{2}|\b(?:[Ss]tage|gap|peloton|sprint|seconds)\b")
_SMALL_STATES = "ny|ca|tx|fl|il|ma|wa|pa|nj|oh|ga"
_AGES = {"d": "day", "h": "hour", "w": "week"}
_LONGEST_DAY = 31


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def factorial(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} factorial"

    def triple(match: re.Match[str]) -> str | None:
        numbers = match.groups()
        month, day = sorted((int(match[1]), int(match[2])))
        if len(match[3]) == 2 and 0 < month < 13 and 0 < day <= _LONGEST_DAY:
            return None  # a date
        if _CODES_BEHIND.search(before(match)) or all(len(number) == 1 or number[0] == "0" for number in numbers):
            return None
        return ", ".join(map(numerals.cardinal, numbers))

    def masked(match: re.Match[str]) -> str:
        return f"ending in {numerals.digits(match[1])}"

    def aged(match: re.Match[str]) -> str:
        return match[1] + numerals.plural(numerals.cardinal(match[2]))

    def past(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} {_AGES[match[2]]}{'s' * (match[1] != '1')}"

    def race(match: re.Match[str]) -> str:
        parts = zip((str(int(part)) for part in match.groups()), ("hour", "minute", "second"), strict=True)
        return " ".join(f"{numerals.cardinal(n)} {unit}{'s' * (n != '1')}" for n, unit in parts if n != "0")

    def behind(match: re.Match[str]) -> str | None:
        return f"plus {numerals.cardinal(match[1])} seconds" if _RACE_BEHIND.search(before(match)) else None

    def postcode(match: re.Match[str]) -> str:
        return match[1] + numerals.digits(match[2])

    def model_year(match: re.Match[str]) -> str:
        return numerals.short_year(match[1])

    def pence(match: re.Match[str]) -> str | None:
        if "£" not in surroundings(match):
            return None
        return f"{numerals.cardinal(match[1])} {'penny' if match[1] == '1' else 'pence'}"

    def lasting(match: re.Match[str]) -> str:
        return f"for {numerals.cardinal(match[1])} day{'s' * (match[1] != '1')}{full_stop(match)}"

    def count(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} count"

    def fuel(match: re.Match[str]) -> str:
        return numerals.number(match[1] + "9")

    return (
        rule(r"(?<![\w.,-])((?:[Uu]nder|[Oo]ver)[ -])([1-9][0-9])s(?![\w'])", aged, name="age group"),
        rule(r"(?<![\w:.])00?:00(?=\s[A-Z–-])(?=.{0,60}[0-9]:[0-9]{2})", lambda _: "zero", name="beginning"),
        rule(r"(?<=, )([1-9][0-9]?)([dhw])(?=\s?\Z)", past, name="age"),
        rule(r"(?<=[0-9])-ct\b\.?(?!\w)", lambda _: " count", name="count"),
        rule(r"(?<![\w.])([0-9]{1,3})h([0-5][0-9])['′]([0-5][0-9])[\"″]", race, name="duration"),
        rule(r"(?<![\w.+-])\+([0-9]{1,2})[\"″](?=[\s,;.)]|\Z)", behind, name="time behind"),
        rule(r"(?<![\w.,])([0-9]\.[0-9]{2})⁹(?!\w)", fuel, name="price of fuel"),
        rule(r"\bl\.(?= to [A-Z])", lambda _: "lost", name="result"),
        rule(
            rf"\b((?:NYC|[a-z]{{4,12}},? (?:{_SMALL_STATES})|ny),? )([0-9]{{5}})(?![\w,.-]|[,.][0-9])",
            postcode,
            name="postcode",
        ),
        rule(r"(?<![\w.,])([0-9]{1,3})p(?![\w.])", pence, name="sum of money"),
        rule(r"(?<![\w.,])([0-9]{1,4})CT(?!\w)", count, name="count"),
        rule(r"(?<=[A-Za-z] )x ?([0-9]{1,2}) ?d\b\.?(?=[\s,;)]|\Z)", lasting, name="duration"),
        rule(r"((?<=[a-z], ))([0-9]{5})(?= [A-Z][a-z]{2})", postcode, name="postcode"),
        rule(
            r"\b((?:NSW|VIC|Vic|QLD|Qld|WA|SA|TAS|Tas|ACT|NT) )([0-9]{4})(?![\w,.-]|[,.][0-9])",
            postcode,
            name="postcode",
        ),
        rule(r"χ²(?=\s?\()", lambda _: "chi squared ", name="statistic"),
        rule(r"(?<![\w.,$])([0-9]{1,2})!(?= ?= ?[0-9?])", factorial, name="factorial"),
        rule(
            r"(?<![\w.,:/$£€+#-])([0-9]{1,2})-([0-9]{1,2})-([0-9]{1,2})(?![\w/%:-]|[.,][0-9])", triple, name="figures"
        ),
        rule(rf"(?i:{_CARDS})[xX]{{1,12}}([0-9]{{4}})(?!\w)", masked, name="masked number"),
        rule(rf"(?<![\w'])'([012][0-9])(?=\s(?:{_MAKES})\b)", model_year, name="model year"),
    )
