"""Chemical formulas -> Hindi words: H₂O, CO2, 2NaCl, pH, PM2.5."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.letters import spell
from koe.text.normalize.hindi.numerals import english, words
from koe.text.normalize.rule import Rule, alternatives, of_kind, rule
from koe.text.normalize.rule import words as word_set

_ELEMENTS = word_set(
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Cr Mn Fe Co Ni Cu Zn As Se Br Ag Cd Sn I Ba Pt Au Hg Pb U"
)
_DIGIT = "[0-9₀-₉]"
_FORMULA = rf"(?:(?:{alternatives(_ELEMENTS)}){_DIGIT}{{0,2}}){{1,7}}"
_PART = re.compile(rf"(?P<element>{alternatives(_ELEMENTS)})(?P<count>{_DIGIT}{{0,2}})")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_MOLECULES = word_set("O2 O3 N2 H2 F2 Cl2 Br2 I2")
_PLAIN_FORMULAS = word_set("NaCl HCl NaOH KCl KOH AgCl HBr CuO MgO CaO ZnO NaF KBr HF")


def rules() -> tuple[Rule, ...]:
    latin = "(?<![A-Za-z0-9.])"
    return of_kind(
        "acronyms",
        rule(rf"{latin}pH(?![A-Za-z])", lambda _: "पी एच", name="acidity"),
        rule(
            rf"{latin}(?P<formula>{_FORMULA})(?P<charge>[²³]?)(?P<sign>[⁺⁻])(?![A-Za-z0-9])",
            _ion,
            name="ion",
        ),
        rule(
            rf"{latin}(?P<moles>[0-9]{{1,2}}(?=[A-Z]))?(?P<formula>{_FORMULA})(?![A-Za-z0-9₀-₉])",
            _formula,
            name="chemical formula",
        ),
        rule(
            rf"{latin}PM ?(2\.5|10)(?![0-9.])",
            lambda match: "पी एम टू पॉइंट फ़ाइव" if match[1] == "2.5" else "पी एम टेन",
            name="fine dust",
        ),
    )


def _formula(match: re.Match[str]) -> str | None:
    formula = match["formula"].translate(_SUBSCRIPTS)
    parts = list(_PART.finditer(formula))
    has_digits = any(part["count"] for part in parts)
    if not has_digits and (formula not in _PLAIN_FORMULAS or match["moles"]):
        return None
    if len(parts) == 1 and formula not in _MOLECULES:
        return None
    if has_digits and match["formula"] == formula and _is_code(parts):
        return None
    moles = [words(int(match["moles"]))] if match["moles"] else []
    return " ".join([*moles, *_parts_of(formula)])


def _ion(match: re.Match[str]) -> str:
    spoken = _parts_of(match["formula"].translate(_SUBSCRIPTS))
    if match["charge"]:
        spoken.append(english("¹²³".index(match["charge"]) + 1))
    return " ".join([*spoken, "प्लस" if match["sign"] == "⁺" else "माइनस"])


def _parts_of(formula: str) -> list[str]:
    spoken = []
    for part in _PART.finditer(formula):
        spoken.append(spell(part["element"]))
        if part["count"]:
            spoken.append(english(int(part["count"])))
    return spoken


def _is_code(parts: list[re.Match[str]]) -> bool:
    """Whether letters with digits on the line are rather a code, such as the vehicle "UP32" or "B12": no formula has
    large numbers only."""
    return all(int(part["count"] or 2) > 24 for part in parts)
