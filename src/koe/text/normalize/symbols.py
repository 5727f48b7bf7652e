"""Single symbols -> words. These rules run last, after those that know a more specific meaning."""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize import spelling
from koe.text.normalize.rule import Rule, rule

# Between two words, or alone.
_WORDS: Mapping[str, str] = {
    "&": "and", "+": "plus", "=": "equals", "×": "times", "÷": "divided by", "±": "plus or minus", "≈": "is about",
    "≠": "is not equal to", "≤": "is less than or equal to", "≥": "is greater than or equal to", "<": "is less than",
    ">": "is greater than", "%": "percent", "°": "degrees", "§": "section", "©": "copyright", "@": "at", "€": "euro",
    "£": "pound", "¥": "yen", "₹": "rupee", "$": "dollar", "√": "the square root of", "∞": "infinity",
    "∑": "the sum of",
    "→": "to", "←": "from", "^": "to the power of", "\\": "backslash", "№": "number", "¢": "cents", "‰": "per mille",
    "∈": "in", "∴": "therefore", "#": "number",
}  # fmt: skip
_SUPERSCRIPTS = {"²": "squared", "³": "cubed"}
_UNSPOKEN = "®™℠†‡¶•·¬¦|*_`~"
_MINUS_BETWEEN = r"(?<=\w)\s-\s(?=[a-z]\b|\w{1,10}\s=)"


def early_rules() -> tuple[Rule, ...]:
    """Rules for symbols before digits, which must run while the digits are there."""
    return (
        rule(r"(?<![\w#])#\s?(?=[0-9])|№\s?(?=[0-9])", lambda _: "number "),
        rule(r"§§\s?(?=[0-9])", lambda _: "sections "),
        rule(r"§\s?(?=[0-9])", lambda _: "section "),
        rule(r"(?<![\w~/])~\s?(?=[0-9$£€])", lambda _: "about "),
        rule(r"(?<=[0-9])\s?\*\s?(?=[0-9])", lambda _: " times "),
        rule(r"(?<=[0-9])\s/\s(?=[0-9])", lambda _: " divided by "),
        rule(r"(?<=\w)\s?\^\s?(?=[0-9])", lambda _: " to the power of "),
        rule(r"(?<=[0-9])\s?\+(?=\s[A-Za-z]|[.,;!?)]|\Z)", lambda _: " plus"),
        rule(r"±\s?", lambda _: "plus or minus "),
        rule(r"(?<=[0-9])\s?([+=÷])\s?(?=[-0-9(])", lambda match: f" {_WORDS[match[1]]} "),
        rule(r"(?<=[0-9])\s×\s(?=[0-9])", lambda _: " times "),
        rule(r"(?<!\S)<3(?!\S)", lambda _: "love"),
        rule(r"(?<!\w)([<>≤≥≈])\s?(?=[0-9$£€-])", _compared),
        rule(r"\((?:c|C)\)\s?(?=[12][0-9]{3})", lambda _: "copyright "),
    )


def power_rules() -> tuple[Rule, ...]:
    """Rules for "10²". They run before those for numbers and after those for units, which take "m²"."""
    return (rule(r"(?<=[\w)])([²³])(?!\w)", lambda match: f" {_SUPERSCRIPTS[match[1]]}"),)


def rules() -> tuple[Rule, ...]:
    spoken = "".join(map(re.escape, _WORDS))
    return (
        rule(f"[{re.escape(_UNSPOKEN)}]", lambda match: " " if _between_words(match) else ""),
        rule(_MINUS_BETWEEN, lambda _: " minus "),
        rule(rf"( ?)([{spoken}])( ?)", _named),
        rule(r"(?<=[^\W\d_])/(?=[^\W\d_])", lambda _: " slash "),
        rule(r"(?<=[^\W\d_])–(?=[^\W\d_])", lambda _: "-"),
        rule(r"(?<=\w)\s?/\s?(?=\w)", lambda _: " slash "),
        rule(r"(?<![\w.-])([A-Z])[-–]([A-Z])(?![\w-])", lambda match: f"{spelling.letters(match[1])} to {match[2]}"),
        rule(r" {2,}", lambda _: " "),
    )


def _compared(match: re.Match[str]) -> str:
    words = {"<": "less than", ">": "greater than", "≤": "at most", "≥": "at least", "≈": "about"}[match[1]]
    between = re.search(r"[\w)]\s\Z", match.string[max(0, match.start() - 2) : match.start()])
    return f"{'is ' if between and match[1] in '<>' else ''}{words} "


def _between_words(match: re.Match[str]) -> bool:
    text, begin, end = match.string, match.start(), match.end()
    return begin > 0 and end < len(text) and text[begin - 1].isalnum() and text[end].isalnum()


def _named(match: re.Match[str]) -> str:
    begins, ends = match.start() == 0, match.end() == len(match.string)
    following = match.string[match.end() : match.end() + 1]
    right = "" if ends or following in ".,;:!?)”\"'" else " "
    left = "" if begins or match.string[match.start() - 1 : match.start()] in '(“"' else " "
    return f"{left}{_WORDS[match[2]]}{right}"
