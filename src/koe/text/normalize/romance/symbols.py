"""Signs of mathematics and other symbols -> words. These rules run last."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from koe.text.normalize.romance.letters import Letters
from koe.text.normalize.rule import Rule, rule

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_POWER = r"(?<=[\w)])(?P<power>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}|\^\s?[-+]?[0-9]{1,4}|\^[a-z](?!\w))"
_WITH_EQUAL = {"<": "≤", ">": "≥"}
_OPERAND = r"(?=\s?[\w(√π∞.,$€£+-])"
_UNSPOKEN = "®™℠†‡¶•·¬¦*_`~"


class Symbols(Letters):
    """The signs of one language."""

    # Between two operands: "+" -> "más".
    operators: ClassVar[Mapping[str, str]]
    # Before a number: "~" -> "aproximadamente", "<" -> "menos de", "#" -> "número".
    before_amounts: ClassVar[Mapping[str, str]]
    # Anywhere: "&" -> "y", "©" -> "copyright".
    signs: ClassVar[Mapping[str, str]]
    to_the_power: ClassVar[str]  # "elevado a"
    squared: ClassVar[str]
    cubed: ClassVar[str]
    more_than: ClassVar[str] = ""  # "50+" -> "más de cincuenta"

    def operator_rules(self) -> tuple[Rule, ...]:
        """Signs between numbers, which must be claimed before a dash makes a range of the numbers."""
        operators = "".join(map(re.escape, self.operators))
        names = {**self.before_amounts}
        ahead = "".join(map(re.escape, names))
        rules = [
            rule(
                r"(?<=[0-9])\s?-\s?(?=[0-9]{1,9}(?:[.,][0-9]{1,9})?\s?=)|(?<=[\w)])\s-\s(?=\w{1,9}\s=)"
                r"|(?<=\s[a-z])\s?-\s?(?=[0-9])(?=[0-9]{1,9}\s?[=)])",
                lambda _: f" {self.minus} ", kind="symbols", name="minus",
            ),
            rule(
                r"(?<=[0-9])(?:\s/\s(?=[0-9]{1,6}(?:[.,][0-9]{1,6})?(?:\s?[=+)]|[,;.]?(?:\s[^\W\d]|\Z)))"
                r"|/(?=[0-9]{1,9}\s?=))", lambda _: f" {self.operators['÷']} ",
                kind="symbols", name="operator",
            ),
            rule(
                r"(?<=[0-9])\s?·\s?(?=[0-9])", lambda _: f" {self.operators['×']} ", kind="symbols", name="operator",
            ),
            rule(
                r"(?<=[^\W\d_]{2})(?<![\s0-9][a-zµ]{2})-(?=[0-9]{1,4}(?![\w-]|[.,][0-9]))", _hyphen,
                kind="symbols", name="hyphen",
            ),
            rule(_POWER, self._power, kind="symbols", name="power"),
            rule(
                rf"(?<=[\w)²³!])\s?(?P<sign>[{operators}])(?P<equal>={{0,2}})\s?(?=[\w(√π∞]|[-+][0-9a-z])",
                self._operator, kind="symbols", name="operator",
            ),
            rule(
                rf"(?<![\w)])(?P<sign>[{ahead}])\s?(?=[-+$€£]?\s?[0-9])", lambda match: f"{names[match['sign']]} ",
                kind="symbols", name="sign before a number",
            ),
            rule(
                r"(?<![\w.])(?P<letter>[a-zA-Z])(?=\s?[=<>≤≥≠≈^²³⁴]\s?)|(?<=[=<>≤≥≠≈+]\s)(?P<second>[a-z])(?![\w'])",
                self._variable, kind="symbols", name="variable",
            ),
        ]  # fmt: skip
        if self.more_than:
            rules.append(
                rule(
                    r"(?<![\w.,+])(?P<number>[0-9]{1,3}(?:[., ][0-9]{3}){0,3})\+(?=\s|[.,;:!?)]|\Z)", self._more,
                    kind="symbols", name="more than",
                )
            )  # fmt: skip
        return tuple(rules)

    def _more(self, match: re.Match[str]) -> str:
        return f"{self.more_than} {self.number_words(self.number(match['number'].replace(',', '.')))}"

    def symbol_rules(self) -> tuple[Rule, ...]:
        signs = "".join(map(re.escape, self.signs))
        return (
            rule(rf"( ?)(?P<sign>[{signs}])( ?)", self._sign_word, kind="symbols", name="symbol"),
            rule(r" ?\| ?| [·•/] |(?<=[^\s(])\s?[→⇒⇌➜➔]\s?(?=[^\s.,;:!?)])", _comma, kind="symbols", name="separator"),
            rule(r"(?<=[^\W\d_])–(?=[^\W\d_])", lambda _: "-", kind="symbols", name="hyphen"),
            rule(rf"(?!(?<=[0-9])~[0-9])[{re.escape(_UNSPOKEN)}]", _gap, kind="symbols", name="silent symbol"),
        )

    def _power(self, match: re.Match[str]) -> str:
        exponent = match["power"].translate(_SUPERSCRIPTS).lstrip("^").strip()
        if exponent in ("2", "3"):
            return f" {self.squared if exponent == '2' else self.cubed}"
        sign = {"-": f"{self.minus} ", "+": f"{self.plus} "}.get(exponent[0], "")
        digits = exponent.lstrip("-+")
        return f" {self.to_the_power} {sign}{self.cardinal(digits) if digits.isdigit() else self.letters(digits)}"

    def _operator(self, match: re.Match[str]) -> str | None:
        """Behind a word, "<" and its like belong to the number alone: "duermen < 8 h"."""
        is_behind_word = re.search(r"[^\W\d_]{2}\Z", match.string[max(0, match.start() - 2) : match.start()])
        if is_behind_word and match["sign"] in self.before_amounts and match["sign"] in match[0].strip():
            sign = f" {self.before_amounts[match['sign']]} "
            return sign if match.string[match.end() : match.end() + 1].isdigit() else None
        sign = _WITH_EQUAL.get(match["sign"], match["sign"]) if match["equal"] else match["sign"]
        return f" {self.operators[sign]} "

    def _variable(self, match: re.Match[str]) -> str:
        return self.letters(match[0])

    def _sign_word(self, match: re.Match[str]) -> str:
        begins, ends = match.start() == 0, match.end() == len(match.string)
        is_opened = not match[1] and match.string[match.start() - 1] in '(“"«¿¡'
        left = "" if begins or is_opened else " "
        right = "" if ends or match.string[match.end()] in ".,;:!?)”\"'»" else " "
        return f"{left}{self.signs[match['sign']]}{right}"


def _hyphen(match: re.Match[str]) -> str | None:
    """A hyphen before a number is a space, "Covid-19", unless it makes a range: "10 km-20 km"."""
    ahead = match.string[max(0, match.start() - 16) : match.start()]
    return None if re.search(r"[0-9]\s?[^\W\d_]{1,12}\Z", ahead) else " "


def _comma(match: re.Match[str]) -> str:
    return ", " if match.start() and match.end() < len(match.string) else ""


def _gap(match: re.Match[str]) -> str:
    text, begin, end = match.string, match.start(), match.end()
    between = begin > 0 and end < len(text) and text[begin - 1].isalnum() and text[end].isalnum()
    return " " if between else ""
