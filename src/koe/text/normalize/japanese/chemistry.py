"""Chemical formulas, ions and the measure of acidity in Japanese -> words."""

from __future__ import annotations

import re

from koe.text.normalize.japanese.numbers import spelled_in_english
from koe.text.normalize.rule import Rule, after, before, of_kind, rule

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ", "0123456789-+n")
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_IONS = {
    "Ca2+": "カルシウムイオン", "Mg2+": "マグネシウムイオン", "Na+": "ナトリウムイオン", "K+": "カリウムイオン",
    "H+": "水素イオン",
    "Fe2+": "鉄二価イオン", "Fe3+": "鉄三価イオン", "Cu2+": "銅イオン", "Zn2+": "亜鉛イオン",
    "Al3+": "アルミニウムイオン", "Ag+": "銀イオン",
    "Cl-": "塩化物イオン", "OH-": "水酸化物イオン", "SO42-": "硫酸イオン", "NO3-": "硝酸イオン", "CO32-": "炭酸イオン",
    "HCO3-": "炭酸水素イオン", "NH4+": "アンモニウムイオン", "PO43-": "リン酸イオン",
}  # fmt: skip
_FORMULAS = (
    "NaCl",
    "NaOH",
    "HCl",
    "KCl",
    "NaHCO3",
    "CaCO3",
    "HNO3",
    "H2SO4",
    "NH3",
    "CH4",
    "C2H5OH",
    "C6H12O6",
    "H2O2",
    "SO2",
    "NO2",
    "N2O",
)


_ELEMENT = "Na|Mg|Al|Si|Cl|Ca|Mn|Fe|Cu|Zn|Br|Ag|Ba|Hg|Pb|[HCNOFPSKI]"
_IN_FORMULA = re.compile("[a-z][0-9A-Z]|[A-Z][0-9]|[A-Z][a-z]?[A-Z]")


def _in_equation(match: re.Match[str]) -> str | None:
    """A formula beside a sign of a reaction."""
    around = before(match)[-30:] + match[0] + after(match)[:30]
    is_side = re.search(r"[+=→] ?\Z", before(match)[-3:]) or re.match(" ?[+=→]", after(match))
    if not is_side or not re.search("[=→]", around) or not _IN_FORMULA.search(around):
        return None
    if not _IN_FORMULA.search(match["formula"]):
        return None
    return (match["factor"] or "") + spelled_in_english(match["formula"])


def rules() -> tuple[Rule, ...]:
    element = r"(?:[A-Z][a-z]?|[()])"
    found = (
        rule(
            rf"(?<![A-Za-z])(?:{element}[₀-₉0-9]{{0,2}}){{1,4}}[²³⁴]?[⁺⁻](?![A-Za-z])",
            lambda match: _IONS.get(match[0].translate(SUPERSCRIPTS).translate(SUBSCRIPTS)),
            name="ion",
        ),
        rule(r"(?<![A-Za-z])CO₂(?![A-Za-z])", lambda _: "CO2", name="chemical formula"),
        rule(
            rf"(?<![A-Za-z])(?={element}{{0,8}}[₀-₉])(?:{element}[₀-₉]{{0,3}}){{1,10}}(?![A-Za-z])",
            lambda match: spelled_in_english(re.sub("[()]", "", match[0].translate(SUBSCRIPTS))),
            name="chemical formula",
        ),
        rule(
            rf"(?<![A-Za-z0-9])(?:{'|'.join(sorted(_FORMULAS, key=len, reverse=True))})(?![A-Za-z0-9])",
            lambda match: spelled_in_english(match[0]),
            name="chemical formula",
        ),
        # A side of an equation, with what it is multiplied by: 2NaOH+H2SO4→
        rule(
            rf"(?<![A-Za-z0-9.,])(?P<factor>[2-9])?(?P<formula>(?:(?:{_ELEMENT})[0-9]{{0,2}}){{1,6}})(?![A-Za-z0-9])",
            _in_equation,
            name="chemical formula",
        ),
        rule(
            r"(?<![A-Za-z])[pP]H ?(?P<value>[0-9]{1,2}(?:\.[0-9]{1,2})?)?(?![A-Za-z])",
            lambda match: f"ピーエイチ{match['value'] or ''}",
            name="acidity",
        ),
    )
    return of_kind("symbols", *found)
