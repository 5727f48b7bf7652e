"""Formulas of mathematics -> words: "3x^2 + 2x = 5", "f'(x)", "|x|", "√2", "p < 0.05"."""

from __future__ import annotations

import re

from koe.text.normalize.english.formula_reader import FUNCTIONS, GREEK, PRODUCTS, read
from koe.text.normalize.english.units import ONE
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉ₙᵢ"
_NUMBER = r"(?:(?:[0-9]{1,3}(?:,[0-9]{3}){1,6}(?![0-9])|[0-9]{1,15})(?:\.[0-9]{1,15})?|\.[0-9]{1,15})"
_GREEK_LETTERS = "".join(GREEK)
_LETTER = r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])"
_FUNCTION = rf"(?:{'|'.join(sorted(FUNCTIONS, key=len, reverse=True))})(?![A-Za-z])"
_COEFFICIENT = r"(?:(?![mgLWJNV]/[shmLdg](?![A-Za-z]))[A-Za-z]|[abcxyzmn]{2,3})"
_CORE = (
    rf"(?:{_NUMBER}{_COEFFICIENT}?(?![A-Za-z])|(?:{'|'.join(PRODUCTS)})(?![A-Za-z0-9])"
    rf"|{_LETTER}|[{_GREEK_LETTERS}](?![α-ωΑ-Ω])|[∞∅ℝℕℤℚℂ])"
)
_GROUP = r"[({][^(){}]{1,20}[)}]"  # braces are LaTeX's
_BOUNDS = rf"(?:_(?:{_GROUP}|[0-9a-z])(?:\^(?:{_GROUP}|[0-9a-z∞]))?|[₀-₉]{{1,3}}[⁰¹²³⁴-⁹]{{1,3}})"
_OF_FUNCTION = rf"(?:[{_SUPERSCRIPTS}]{{1,2}}|[{_SUBSCRIPTS}]{{1,2}}|_[0-9a-z]|_{_GROUP})"
_BEFORE_CORE = rf"(?:[-–+±∓√∛∀∃∠|(]\s?|[∂∇]²?\s?|[∑∏∫]{_BOUNDS}?\s?|[½⅓¼¾](?=[A-Za-z])|{_FUNCTION}{_OF_FUNCTION}?\s?)"
_POWER = rf"\s?\^\s?(?:{_GROUP}|[-–]?(?:[0-9]{{1,4}}|[A-Za-z](?![A-Za-z])))"
_AFTER_CORE = (
    rf"(?:[{_SUPERSCRIPTS}]{{1,4}}|[{_SUBSCRIPTS}]{{1,3}}|{_POWER}"
    rf"|(?<=[A-Za-z])_(?:{_GROUP}|[0-9a-zA-Z](?![A-Za-z0-9_]))"
    r"|(?<=[A-Za-z])'{1,3}(?=\(|\s?[-+=])|!(?![=!])|\s?\)|\|(?!\|)|°|%)"
)
_OPERAND = rf"{_BEFORE_CORE}{{0,4}}{_CORE}{_AFTER_CORE}{{0,5}}"
_OPERATOR = (
    r"(?:\s?(?:<=|>=|[=≠<>≤≥≈≡∝∈∉⊂⊆⊃∪∩→⇒∧∨∥⊥](?!=))\s?|\s(?:[-–—+*×·⋅÷/±∓]|x(?=\s[0-9])|mod)\s"
    rf"|(?!(?<=[0-9%])–[0-9])[-–+*×·⋅÷/±∓:]|(?<=[A-Z])\|(?=[A-Z])|(?=\(|√|[{_GREEK_LETTERS}])|(?<=[{_SUPERSCRIPTS}])(?=[A-Za-z])|(?<=[{_GREEK_LETTERS})])(?=[A-Za-z])|,\s?"
    r"|\s(?=d[xyt](?![A-Za-z]))|\s(?=(?:log|sin|cos|ln)\b))"
)
_FORMULA = (
    rf"(?<![\w.$£€¥°\\#@&'’~-])(?<![0-9%]–)(?<![\w)]/){_OPERAND}(?:{_OPERATOR}{_OPERAND}){{0,24}}(?![\w@#\\]|\.[0-9])"
)
_UNIT_AHEAD = re.compile(rf"\s?(?:[%°‰]|{ONE}(?!\w))|\s(?:thousand|million|billion|trillion|percent)\b|[-–—][0-9]")

_BRACKETS = str.maketrans("{}", "()")
_RELATION = re.compile(r"[=≠≤≥≈≡∝]|(?<=[\w)\s])[<>](?=[\s\w.-])")
_CERTAIN = re.compile(
    rf"(?<![α-ωΑ-Ω])[{_GREEK_LETTERS}]_[0-9a-z]"
    r"|\blim\b|(?<![A-Za-z0-9])[A-Za-z]_[0-9a-z({]|[√∛∑∏∫∂∇∀∃∈∉⊂⊆∪∩∅∞∠∝∥⊥]"
    rf"|(?:[A-Za-z){_GREEK_LETTERS}]|^[0-9.]+)\s?\^|[A-Za-z){_GREEK_LETTERS}][{_SUPERSCRIPTS}{_SUBSCRIPTS}]"
)
_LATIN = re.compile(r"[A-Za-z0-9]")
_GREEK = re.compile(rf"[{_GREEK_LETTERS}]")
_SUM = re.compile(r"[\w)]\s?\+\s?[\w(]|[0-9)]\s[×÷*]\s[0-9(]|[0-9]\s/\s[0-9]|[0-9]\*[0-9]|\)\s[/÷]\s[0-9(]")
_DIFFERENCE = re.compile(r"(?<![\w.-])(?:[0-9]{0,3}[nkxyij]\s?[-–—]\s?[0-9]{1,2}|[xyzabc]\s[-–—]\s[xyzabc])(?![\w-])")
_QUOTIENT = re.compile(r"(?<![\w/])[nxyk]/[0-9]{1,2}(?![\w/])")
_CALL = re.compile(
    r"(?<![\w])(?:[fghuvyFGHPOTEL]'{0,3}\((?![sk]\))|(?:sin|cos|tan|log|ln|exp)(?:_[0-9])?[ (](?:[a-zθ0-9]\b|\())"
)
_BARS = re.compile(r"\|[^|]{1,20}\|")
_FACTORIAL = re.compile(r"[0-9)]!\s?[=+*/×-]|(?<!\w)[nk]!")
_PRIMED = re.compile(r"[a-z]'{1,3}\(")
_NEGATED = re.compile(r"\A-(?:[0-9]{1,3})?[xyz]\Z|\A[0-9]{1,3}(?:ab|xy|xyz)\Z")
_MICRO = re.compile(r"[µμ][gmslLAFVM]\b")
_PREFIXED_UNIT = re.compile(r"[kM]?[Ωµμ]")
_RECIPROCAL = re.compile(r"[A-Za-zµ]{1,3}⁻[¹²³](?:\s?[A-Za-zµ]{1,3}⁻[¹²³])?")
_MEASURE_BEHIND = re.compile(r"[0-9⁰¹²³⁴-⁹]\s?(?:[A-Za-zµ]{1,3}[²³]?\s)?\Z")  # "9.8 m s⁻²"
_OHMS = re.compile(r"[0-9.,]{1,10}\s?[kMmGµμ]?Ω(?!\w)")
_HEADED_DATE = re.compile(r"log [0-9]{1,2}/[0-9]{1,2}")  # "Gym log 6/12"
_UNIT_FIRST = re.compile(r"(?:m|km|kg|g|mg|L|mL|cm|ft|N|J|W|V|mol)/(?:s|h|m|kg|g|L|mL|dL|min|mol|K|cm)(?![a-z])")
_AREA = re.compile(r"\A(?:[0-9.,]{1,12})?[mM](?:[²³]|\^[23])\Z")
_AFTER_NUMBER = re.compile(r"[0-9]\s?[kM]?\Z|\b(?:per|in|of|sq|cu)\s\Z|[0-9€$£]\Z")


# A sum or a product, not the letter: "Σ_{n=1}".
SUMS = rule(r"[ΣΠ](?=_[{a-z])", lambda match: "∑" if match[0] == "Σ" else "∏")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def formula(match: re.Match[str]) -> str | None:
        text = match[0].translate(_BRACKETS)
        if not _is_formula(match) or parted(match):
            return None
        # A bracket around the formula that opens or closes elsewhere in the sentence.
        surplus = text.count("(") - text.count(")")
        opening = "(" if surplus == 1 and text[0] == "(" else ""
        closing = ")" if surplus == -1 and text[-1] == ")" else ""
        if surplus and not opening and not closing:
            return None
        text = text[len(opening) : len(text) - len(closing)]
        words = read(text, numerals, keeps_last=not closing and _UNIT_AHEAD.match(after(match)) is not None)
        return words and f"{opening}{words}{closing}"

    def parted(match: re.Match[str]) -> bool:
        """Whether a slash only stands between two entries: "4.95 / 1 muffin"."""
        entries = re.fullmatch(r"\s?[0-9.,]+\s/\s[0-9.,]+\s?", match[0])
        return entries is not None and re.match(r"\s?[A-Za-z]{3}", after(match)) is not None

    def derivative(match: re.Match[str]) -> str:
        top = "D" + (f".{match[1].upper()}" if match[1] else "")
        operand = re.match(r"\s?[(\[]", after(match))
        of = "" if operand is None else " of" if operand[0][0] == " " else " of "
        return f"{top} by D.{match[2].upper()}{of}"

    def slope(match: re.Match[str]) -> str:
        letters = [
            f"{letter} {numerals.cardinal(index)}"
            for letter, index in zip(match.groups()[::2], match.groups()[1::2], strict=True)
        ]
        return f"{letters[0]} minus {letters[1]}, over {letters[2]} minus {letters[3]}"

    def limit(match: re.Match[str]) -> str:
        bound = read(match[2], numerals) or match[2]
        return f"the limit as {match[1]} approaches {bound} of "

    def second_derivative(match: re.Match[str]) -> str:
        return f"D squared {match[1].upper()} by D.{match[2].upper()} squared"

    return (
        rule(
            r"(?<!\w)[nC]?C\(([0-9]{1,3}|n),\s?([0-9]{1,3}|k|r)\)",
            lambda match: " choose ".join(numerals.cardinal(one) if one.isdigit() else one for one in match.groups()),
            name="combinations",
        ),
        rule(
            r"(?<!\w)\(([a-z])([0-9]) ?[-–—] ?([a-z])([0-9])\) ?[/÷] ?\(([a-z])([0-9]) ?[-–—] ?([a-z])([0-9])\)",
            slope,
            name="quotient",
        ),
        rule(r"(?<![\w/])d²([a-z])/d([a-z])²(?![\w/])", second_derivative, name="derivative"),
        rule(r"(?<![\w/])d([a-z])?/d([xytrsz])(?![\w/])", derivative, name="derivative"),
        rule(r"(?<![\w.])-(log|ln)(?=[\[(])", lambda match: f"minus {FUNCTIONS[match[1]]} of ", name="function"),
        rule(
            r"(?<!\w)lim\s?[_(]?\(?([a-zA-Z])\s?→\s?(-?[0-9]{1,3}|[-+]?∞|[a-z])\)?\s?(?=[\w(])",
            limit,
            name="limit",
        ),
        rule(_FORMULA, formula, name="formula"),
    )


def _is_formula(match: re.Match[str]) -> bool:
    text = match[0]
    if _RECIPROCAL.fullmatch(text) and _MEASURE_BEHIND.search(before(match)):
        return False
    if _OHMS.match(text) or _HEADED_DATE.fullmatch(text):
        return False
    if _UNIT_FIRST.match(text) and _AFTER_NUMBER.search(before(match)):
        return False  # "9.8 m/s², v ≈ 20"
    if _RELATION.search(text) and _has_two_sides(text):
        return not text.endswith(" <3")
    if _CERTAIN.search(text):
        return not (_AREA.match(text) or (text[0].isalpha() and _AFTER_NUMBER.search(before(match))))
    if _MICRO.match(match.string, match.start()):
        return False
    if _GREEK.search(text):
        if len(text) == 1 and not _LATIN.search(before(match) + after(match)):
            return False  # a text in Greek
        return not (_PREFIXED_UNIT.match(text) and _AFTER_NUMBER.search(before(match)))
    if after(match)[:1] == "'" or (":" in text and "=" not in text):
        return False  # minutes of a match, a time with its zone
    if _SUM.search(text):
        return _UNIT_AHEAD.match(after(match)) is None or "+" in text
    if _NEGATED.search(text):
        return not before(match).strip()  # "ls -x" has an option
    return any(pattern.search(text) for pattern in (_DIFFERENCE, _QUOTIENT, _CALL, _BARS, _FACTORIAL, _PRIMED))


def _has_two_sides(text: str) -> bool:
    return re.search(r"[\w)!'°%∞∅|⁰-⁹²³]\s?[=≠≤≥≈≡∝<>]", text) is not None
