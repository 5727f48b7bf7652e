r"""Simple formulas in LaTeX -> words: "$x^2$", "\frac{1}{2}", "\alpha"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize.english.formula_reader import FUNCTIONS, GREEK, read
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, rule

_SIGNS: Mapping[str, str] = {
    **{name: sign for sign, name in GREEK.items()},
    **{name.capitalize(): sign for sign, name in GREEK.items() if sign.isupper()},
    "mu": "μ", "varepsilon": "ε", "varphi": "φ", "vartheta": "θ", "times": "×", "cdot": "·", "div": "÷", "pm": "±",
    "mp": "∓", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "equiv": "≡",
    "propto": "∝", "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩", "to": "→",
    "rightarrow": "→", "Rightarrow": "⇒", "implies": "⇒", "infty": "∞", "emptyset": "∅", "sum": "∑", "prod": "∏",
    "int": "∫", "partial": "∂", "nabla": "∇", "forall": "∀", "exists": "∃", "angle": "∠", "circ": "°", "degree": "°",
    "parallel": "∥", "perp": "⊥", "land": "∧", "lor": "∨", "lt": "<", "gt": ">", "ldots": "", "cdots": "", "dots": "",
    "left": "", "right": "", "big": "", "Big": "", "displaystyle": "", "quad": " ", "qquad": " ", "text": "",
    "mathrm": "", "mathbf": "", "mathbb": "", "mathcal": "", "vec": "", "hat": "", "bar": "", "overline": "",
    "operatorname": "", "mid": "|", "prime": "'",
    **{name: f"{name} " for name in FUNCTIONS},
}  # fmt: skip
_UNWRAPPED = frozenset(
    {"text", "mathrm", "mathbf", "mathbb", "mathcal", "vec", "hat", "bar", "overline", "operatorname"}
)
_COMMANDS = frozenset({*_SIGNS, "frac", "dfrac", "tfrac", "sqrt"})
_COMMAND = re.compile(r"\\([A-Za-z]+)\s?|\\([,;!: ])")
_INLINE = r"(?<![\w$\\])\$\$?(?P<formula>[^$\s](?:[^$]{0,300}[^$\s])?)\$\$?(?![\w$])"
# What may stand before and after a command. Possessive: digits that could be cut in many ways take linear time.
_TERM = r"(?:[0-9]{1,9}+(?:\.[0-9]{1,9}+)?+|(?<![A-Za-z])[A-Za-z](?![A-Za-z]))"
_BARE = (
    rf"(?<![\w\\$.])(?:{_TERM}\s?(?:[-+*/=<>^_({{]\s?){{0,3}}(?=[-+*/=<>^_({{\\0-9A-Za-z])){{0,6}}+"
    r"\\[A-Za-z]{2,14}(?:[-+*/=<>^_(){},|!0-9.]|(?<![A-Za-z])[A-Za-z](?![A-Za-z])|\\[A-Za-z]{2,14}"
    r"|\s(?=[-+*/=<>^_({\\0-9]|d?[A-Za-z](?![A-Za-z]))|(?<=\s)d[xyt](?![A-Za-z])|(?<=[({])[a-z]{2,3}(?=[)}])){0,120}+"
)
_EVIDENCE = re.compile(r"[\\^_=+<>|]|\A-?[0-9]{0,3}[A-Za-z](?:\([a-z]\)|[0-9]?)\Z|\A[A-Za-z]\s?[-+*/]\s?[0-9A-Za-z]\Z")
_BRACKETS = str.maketrans("{}[]", "()()")
_MONEY = re.compile(r"\A[0-9]")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def inline(match: re.Match[str]) -> str | None:
        text = match["formula"].translate(_BRACKETS)
        if not _EVIDENCE.search(text) or (_MONEY.match(text) and not re.search(r"[\\^_]", text)):
            return None
        return read(_plain(text), numerals)

    def bare(match: re.Match[str]) -> str | None:
        if not any(command[1] in _COMMANDS for command in _COMMAND.finditer(match[0])):
            return None
        text = match[0].rstrip(" .,").translate(_BRACKETS)
        if text.count("(") != text.count(")"):
            return None
        words = read(_plain(text), numerals)
        return words and words + match[0][len(text) :]

    return (rule(_INLINE, inline, name="formula"), rule(_BARE, bare, name="formula"))


def _plain(text: str) -> str:
    """The formula with signs instead of commands."""
    parts: list[str] = []
    place = 0
    while command := _COMMAND.search(text, place):
        parts.append(text[place : command.start()])
        place = command.end()
        name = command[1]
        if name in ("frac", "dfrac", "tfrac"):
            top, place = _argument(text, place)
            bottom, place = _argument(text, place)
            parts.append(f"{_grouped(_plain(top))}/{_grouped(_plain(bottom))}")
        elif name == "sqrt":
            inner, place = _argument(text, place)
            root = "√"
            if inner == "3" and text[place : place + 1] == "(":
                root = "∛"
                inner, place = _argument(text, place)
            inner = _plain(inner)
            parts.append(f"{root}{inner}" if inner.isalnum() else f"{root}({inner})")
        elif name in _UNWRAPPED:
            inner, place = _argument(text, place)
            parts.append(_plain(inner))
        elif name:
            sign = _SIGNS.get(name, "\0")
            parts.append(sign + (" " if command[0].endswith(" ") and sign else ""))
    plain = "".join([*parts, text[place:]])
    return plain.replace("^(°)", "°").replace("^°", "°").strip()


def _grouped(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def _argument(text: str, place: int) -> tuple[str, int]:
    """A bracket's content, or one character; and the place after it. Braces have become brackets before."""
    if text[place : place + 1] != "(":
        return text[place : place + 1], place + 1
    depth = 0
    for end in range(place, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            return text[place + 1 : end], end + 1
    return text[place + 1 :], len(text)
