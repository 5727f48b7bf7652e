"""Chemical formulas -> names of letters and numbers: "CO₂", "H2SO4", "Ca²⁺"."""

from __future__ import annotations

import re
from typing import ClassVar

from koe.text.normalize.romance.letters import Letters
from koe.text.normalize.rule import Rule, alternatives, rule, words

_ELEMENTS = (
    "He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Sc|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|As|Se|Br|Kr|Rb|Sr|Zr|Ag|Cd|Sn|Sb|Te|Xe|Cs|Ba|Pt|"
    "Au|Hg|Pb|Bi|Ra|Th|Pu|H|B|C|N|O|F|P|S|K|V|I|U|W|Y"
)
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_CHARGES = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_WITH_SUBSCRIPT = (
    r"(?<!\w)(?=[A-Za-z()0-9]{1,12}[₀-₉⁺⁻⁰-⁹²³¹])"
    rf"(?:(?:{_ELEMENTS}|[()])[₀-₉0-9]{{0,3}}){{1,10}}[⁰¹²³⁴-⁹]?[⁺⁻]?(?!\w)"
)
_CHARGE = re.compile("[⁰¹²³⁴-⁹⁺⁻]{1,3}")
_PART = re.compile(r"[A-Za-z]+|[0-9]+|[+-]")
# Formulas that people also write with plain digits or without any.
_COMMON = words(
    "CO2 H2O O2 O3 N2 H2 CH4 NH3 SO2 SO3 NO2 N2O NOx SOx H2SO4 HNO3 HCl NaCl NaOH KOH CaCO3 NaHCO3 H2O2 C6H12O6 C2H5OH "
    "CaCl2 MgSO4 KCl Fe2O3 SiO2 TiO2 Na2CO3 H3PO4 pH"
)


# Other formulas: of known elements, with a digit, and with a small letter or a coefficient, which codes do not have.
_PLAIN = (
    r"(?<![\w.,-])(?:(?=[A-Za-z]{0,8}[a-z])(?=[A-Za-z]{2,8}[0-9])|(?=[2-9][A-Za-z]{1,4}[0-9])[2-9])"
    rf"(?:(?:{_ELEMENTS})[0-9]?){{1,8}}(?![\w-])"
)


class Formulas(Letters):
    """The chemical formulas of one language."""

    other_formulas: ClassVar[frozenset[str]] = frozenset()

    def formula_rules(self) -> tuple[Rule, ...]:
        common = alternatives(_COMMON | self.other_formulas)
        return (
            rule(_WITH_SUBSCRIPT, self._formula, kind="symbols", name="chemical formula"),
            rule(
                rf"(?<!\w)(?<!\w[.,])[2-9]?(?:{common})(?!\w)", self._formula, kind="symbols", name="chemical formula"
            ),
            rule(_PLAIN, self._formula, kind="symbols", name="chemical formula"),
        )

    def _formula(self, match: re.Match[str]) -> str | None:
        text = _CHARGE.sub(r" \g<0>", match[0]).translate(_SUBSCRIPTS).translate(_CHARGES)
        if len(match[0]) < 2 or not _PART.findall(text):
            return None
        return " ".join(self._part(part) for part in _PART.findall(text))

    def _part(self, part: str) -> str:
        if part in "+-":
            return self.plus if part == "+" else self.minus
        return self.cardinal(part) if part.isdigit() else self.letters(part)
