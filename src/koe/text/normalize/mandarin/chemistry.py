"""Chemical formulas, ions and the measure of acidity in Mandarin -> words."""

from __future__ import annotations

import re

from koe.text.normalize.mandarin.numbers import cardinal, number
from koe.text.normalize.rule import Rule, Said, after, before, of_kind, rule

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ", "0123456789-+n")
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUBSTANCES = {
    "CO": "一氧化碳", "CO2": "二氧化碳", "SO2": "二氧化硫", "NO2": "二氧化氮", "O3": "臭氧",
}  # fmt: skip
_IONS = {
    "Ca2+": "钙离子", "Mg2+": "镁离子", "Na+": "钠离子", "K+": "钾离子", "H+": "氢离子", "Fe2+": "亚铁离子",
    "Fe3+": "铁离子",
    "Cu2+": "铜离子", "Zn2+": "锌离子", "Al3+": "铝离子", "Ag+": "银离子", "Ba2+": "钡离子", "NH4+": "铵根离子",
    "Cl-": "氯离子",
    "OH-": "氢氧根离子", "SO42-": "硫酸根离子", "CO32-": "碳酸根离子", "NO3-": "硝酸根离子", "HCO3-": "碳酸氢根离子",
    "PO43-": "磷酸根离子", "S2-": "硫离子", "I-": "碘离子", "Br-": "溴离子", "F-": "氟离子",
}  # fmt: skip

_ELEMENT = "Na|Mg|Al|Si|Cl|Ca|Mn|Fe|Cu|Zn|Br|Ag|Ba|Hg|Pb|[HCNOFPSKI]"


def rules() -> tuple[Rule, ...]:
    element = r"(?:[A-Z][a-z]?|[()（）])"
    found = (
        rule(rf"(?<![A-Za-z])(?:{element}[₀-₉0-9]{{0,2}}){{1,4}}[²³⁴]?[⁺⁻](?![A-Za-z])", _ion, name="ion"),
        rule(
            r"(?<![A-Za-z0-9])(?:CO|SO|NO)[2₂](?![A-Za-z0-9₀-₉])|(?<![A-Za-z0-9])O₃(?![A-Za-z])",
            _substance,
            name="chemical formula",
        ),
        rule(
            rf"(?<![A-Za-z])(?={element}{{0,8}}[₀-₉])(?:{element}[₀-₉]{{0,3}}){{1,10}}(?![A-Za-z])",
            _formula,
            name="chemical formula",
        ),
        rule(r"(?<![A-Za-z])H2O2?(?![A-Za-z0-9])", _formula, name="chemical formula"),
        rule(
            rf"(?<![A-Za-z])(?:(?:{_ELEMENT})[0-9]{{0,2}}){{1,6}}(?![A-Za-z0-9])", _in_equation, name="chemical formula"
        ),
        rule(
            r"(?<![A-Za-z])(?:pH|PH) ?(?P<value>[0-9]{1,2}(?:\.[0-9]{1,2})?)(?![0-9A-Za-z])",
            lambda match: f"pH{number(match['value'])}",
            name="acidity",
        ),
        rule(r"(?<![A-Za-z])(?:pH|PH)(?=[值为是=]{1,2})", kept, name="acidity"),
    )
    return of_kind("symbols", *found)


def _in_equation(match: re.Match[str]) -> str | Said | None:
    """A formula on a side of an equation: NaOH+HCl=NaCl+H2O."""
    is_side = re.search(r"[+=→]\s?[0-9]?\Z", before(match)[-3:]) or re.match(r"\s?[+=→]", after(match))
    around = before(match)[-30:] + match[0] + after(match)[:30]
    if not is_side or not re.search(r"[A-Z][a-z]?[0-9A-Z]", match[0]) or not re.search("[=→]", around):
        return None
    return kept(match) if match[0].isalpha() else _formula(match)


def _substance(match: re.Match[str]) -> str:
    """The name, unless the formula only repeats it: 二氧化碳（CO2）."""
    name = _SUBSTANCES[match[0].translate(SUBSCRIPTS)]
    return _formula(match) if re.search(rf"{name}[(（]\Z", before(match)[-8:]) else name


def _ion(match: re.Match[str]) -> str | None:
    return _IONS.get(match[0].translate(SUPERSCRIPTS).translate(SUBSCRIPTS))


def _formula(match: re.Match[str]) -> str:
    return re.sub("[0-9]+", lambda digits: cardinal(digits[0]), match[0].translate(SUBSCRIPTS))


def kept(match: re.Match[str]) -> Said:
    """Letters that are read as they are, within a Mandarin expression."""
    return Said(match[0], match[0], match[0])
