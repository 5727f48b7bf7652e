"""Names of models, products and forms with numbers -> words: "787-9", "i7-13700K", "Xbox 360", "401(k)"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.english.units import spelled
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, rule, table_rule

# Names that are not read as they are written.
_NAMES = {
    "RAV4": "Rav four",
    "7-Eleven": "seven eleven", "AK-47": "A.K forty-seven", "R2-D2": "R two D two", "C-3PO": "C three P.O",
    "7UP": "seven UP", "7-Up": "seven Up", "23andMe": "twenty-three and Me",
    "H.264": "H two sixty-four", "H.265": "H two sixty-five",
    "M.2": "M dot two", "SpO2": "S.P.O two", "HbA1c": "hemoglobin A. one C", "A1c": "A. one C", "A1C": "A. one C",
    "NOx": "N.O.X", "SOx": "S.O.X", "PCIe": "P.C.I.E", "iPhone SE": "iPhone S.E",
    "B-side": "B-side", "3M Company": "three M Company", "3M Co": "three M Co", "3M's": "three M's",
    "49ers": "forty-niners", "76ers": "seventy-sixers", "24/7/365": "twenty-four seven three sixty-five",
    "4chan": "four chan", "99 Problems": "ninety-nine Problems",
}  # fmt: skip
# A number after one of these is read in pairs of digits.
_LABELLED = (
    "Airbus|Audi|Blink|BMW|Boeing|Channel|Fahrenheit|Ferrari|Fiat|Form|GeForce|Highway|Interstate|Lexus|Mercedes|Nokia|Office|"
    "Peugeot|Porsche|Radeon|Renault|Route|Ryzen [3579]|Volvo|Xbox|Area|Level|Studio"
)
_SPELLED = {"BMW": "B.M.W"}
_SUFFIX = r"(?P<suffix>[A-Z]{1,3}|[a-z])?"


def name_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for names in a table. They run before those for code, to which some look like identifiers."""
    return (
        table_rule(r"(?<![\w.-])", _NAMES, r"(?![a-z0-9])"),
        rule(r"\bPixel ([1-9])a(?!\w)", lambda match: f"Pixel {numerals.cardinal(match[1])} A.", name="model"),
        rule(r"(?<![\w-])AA(?=\sbatter(?:y|ies)\b)", lambda _: "double-A", name="battery"),
    )


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def letters(text: str | None) -> str:
        return f" {spelling.letters(text)}" if text else ""

    def aircraft(match: re.Match[str]) -> str:
        return f"{numerals.label(match[1])} {numerals.label(match[2])}{letters(match['suffix'])}"

    def airbus(match: re.Match[str]) -> str:
        variant = f" {numerals.label(match[2])}" if match[2] else ""
        return f"A. {numerals.label(match[1])}{variant}{' ' + match[3] if match[3] else ''}"

    def maximal(match: re.Match[str]) -> str:
        return f"{numerals.label(match[1])} {match[2]}"

    def hyphened(match: re.Match[str]) -> str:
        return f"{match[1]} {numerals.label(match[2])}"

    def labelled(match: re.Match[str]) -> str:
        name = match["name"]
        first, _, digit = name.partition(" ")
        spoken = f"{_SPELLED.get(first, first)} {numerals.cardinal(digit)}" if digit else _SPELLED.get(name, name)
        return f"{spoken} {_lettered(match['number'], numerals)}"

    def account(match: re.Match[str]) -> str:
        parts = re.findall(r"[a-z]|[0-9]{1,2}", match[2])
        return " ".join(
            [numerals.label(match[1]), *(part.upper() if part.isalpha() else numerals.cardinal(part) for part in parts)]
        )

    def oil(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} W {numerals.cardinal(match[2])}"

    def tyre(match: re.Match[str]) -> str:
        return f"{numerals.label(match[1])} {numerals.cardinal(match[2])} R {numerals.cardinal(match[3])}"

    def form(match: re.Match[str]) -> str:
        return f"{numerals.label(match[1])}"

    def thread(match: re.Match[str]) -> str:
        length = (
            f" by {numerals.cardinal(match[3])} {spelled('millimeters', british=numerals.british)}" if match[3] else ""
        )
        return f"M {numerals.number(match[1])} by {numerals.number(match[2])}{length}"

    def cores(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} cores, {numerals.cardinal(match[2])} threads"

    return (
        rule(
            r"(?<![\w.,-])([0-9]{1,2}(?:\.[0-9]){1,2})[\s-]?ch(?![\w.])",
            lambda match: " point ".join(map(numerals.cardinal, match[1].split("."))) + " channel",
            name="channels",
        ),
        rule(
            r"(?<!\w)(RTX|GTX|RX)\s([1-9][0-9]{3})\s?/\s?([1-9][0-9]{3})(?!\w)",
            lambda match: f"{spelling.letters(match[1])} {numerals.label(match[2])}, {numerals.label(match[3])}",
            name="model",
        ),
        rule(
            r"(?<![\w.,$£€-])([1-9]0[5-9]0)(?=\s(?:Ti|Super|SUPER|XT|XTX)\b)",
            lambda match: numerals.label(match[1]),
            name="model",
        ),
        rule(
            r"(?<![\w.-])([A-Z]{1,2})-([0-9]{1,3})([A-K])s(?!\w)",
            lambda match: f"{spelling.letters(match[1])} {numerals.label(match[2])} {match[3]}'s",
            name="model",
        ),
        rule(r"(?<![\w.,-])([0-9]{1,3})C\s?/\s?([0-9]{1,3})T(?!\w)", cores, name="processor"),
        rule(
            r"(?<![\w.])802\.11([a-z]{0,2})(?!\w)",
            lambda match: "eight oh two point eleven" + letters(match[1]),
            name="model",
        ),
        rule(
            r"(?<!\w)PM(2\.5|10|1)(?!\w|\.[0-9])", lambda match: f"P.M {numerals.number(match[1])}", name="particulates"
        ),
        rule(r"(?<![\w.,])(40[13]|457|501|529)((?:\([a-z0-9]{1,2}\)){1,3}|k)(?!\w)", account, name="account"),
        rule(rf"(?<![\w.,-])(7[0-9]7)-([1-9]00|[1-9]|10){_SUFFIX}(?![\w-])", aircraft, name="model"),
        rule(r"(?<![\w.,-])A(3[0-9]{2}|220)(?:-([0-9]{3,4}))?(neo|ceo|XWB|LR|XLR)?(?![\w-])", airbus, name="model"),
        rule(
            r"(?<![\w.,-])(7[0-9]7)(?=\s(?:MAX|Max|Dreamliner|jet|jets)\b)()",
            lambda match: numerals.label(match[1]),
            name="model",
        ),
        rule(
            r"(?<![\w.-])(?!(?:January|February|March|April|May|June|July|August)-)(?=[A-Za-z]{0,14}[a-z])([A-Za-z]{3,14})-([0-9]{1,3})(?![\w/:]|[-–.,][0-9]|\s?%|-[a-z])",
            hyphened,
            name="name with a number",
        ),
        rule(
            rf"(?<![\w.-])(?P<name>{_LABELLED})(?:\s|-)(?P<number>[0-9]{{3,5}}[A-Za-z]?(?:[0-9]?[A-Z])?)(?![\w/-]|[.,:][0-9])",
            labelled,
            name="model",
        ),
        rule(
            r"(?<![\w.,])\.(22|25|32|38|40|44|45|50|223|270|308|357|380)"
            r"(?=[- ](?i:calib(?:er|re)|cal|rifles?|pistols?|revolvers?|handguns?|guns?|magnum|rounds?|ammo)\b)",
            lambda match: numerals.label(match[1]),
            name="calibre",
        ),
        rule(
            r"(?<![\w.-])M([0-9]{1,2}(?:\.[0-9])?)\s?[x×]\s?([0-9]{1,3}(?:\.[0-9]{1,2})?)(?:\s?[x×]\s?([0-9]{1,3})\s?mm)?(?!\w)",
            thread,
            name="thread",
        ),
        rule(r"(?<![\w.,-])([0-9]{1,2})W-([0-9]{2})(?!\w)", oil, name="oil"),
        rule(r"(?<![\w.,-])P?([12][0-9]{2})/([0-9]{2})\s?Z?R([12][0-9])(?!\w)", tyre, name="tyre"),
        rule(
            r"(?<![\w.,-])(1040|1099|990|1065|1098)-([A-Z]{1,4})(?!\w)",
            lambda match: f"{numerals.label(match[1])} {spelling.letters(match[2])}",
            name="form",
        ),
        rule(r"(?<![\w.,-])(1040|1099|990|1065)(?=(?:-[A-Z]{1,4})?\s(?:form|forms|return)\b)", form, name="form"),
    )


def _lettered(number: str, numerals: EnglishNumerals) -> str:
    runs = re.findall(r"[0-9]+|[A-Za-z]+", number)
    return " ".join(numerals.label(run) if run.isdigit() else spelling.letters(run) for run in runs)
