"""Chemical formulas, ions, isotopes and pH -> words. Symbols of elements are spelled: "NaCl" is N.A.C.L."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, alternatives, before, rule, words

_SYMBOLS = words(
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb "
    "Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Nd Sm Eu Gd W Re Os Ir Pt Au Hg Tl Pb Bi Po Rn Ra Th U Pu Am"
)
_ISOTOPES = {
    "H": "hydrogen", "He": "helium", "C": "carbon", "N": "nitrogen", "O": "oxygen", "P": "phosphorus", "S": "sulfur",
    "K": "potassium", "Fe": "iron", "Co": "cobalt", "Sr": "strontium", "Tc": "technetium", "I": "iodine",
    "Cs": "cesium", "Ra": "radium", "Rn": "radon", "Th": "thorium", "U": "uranium", "Pu": "plutonium",
    "Am": "americium", "Na": "sodium", "Ca": "calcium", "Pb": "lead", "Be": "beryllium",
}  # fmt: skip
_ELEMENT_NAMES = "|".join(
    sorted({*_ISOTOPES.values(), "caesium", "sulphur", "xenon", "polonium", "krypton", "gallium"})
)
# Formulas without a digit; other words of such letters are names: "HeLa", "CoP".
_WITHOUT_DIGITS = words(
    "NaCl HCl KCl NaOH KOH HBr KBr NaBr NaF LiF HCN KCN NaCN LiCl LiOH ZnO MgO CaO FeO CuO NiO SiC GaN GaAs ZnS PbS "
    "FeS CdS CdTe InP NaI KI AgCl AgBr CsCl RbCl NaH LiH BeO"
)
_IONS = words("Na K Li Ca Mg Fe Cu Zn Ag Al Cl Br H OH NH NO SO CO PO HCO Pb Mn Ni Ba Sr Cr HPO MnO")
_FALSE = words("B2B P2P H1N1 H5N1 B12 K9 U2 V8 S3 O2O C2C I2C P2O NaN CoV")

_SYMBOL = rf"(?:{alternatives(_SYMBOLS)})"
_COUNT = r"(?:[0-9]{1,3}|[₀-₉]{1,3})?"
_GROUP = rf"(?:{_SYMBOL}{_COUNT}|\((?:{_SYMBOL}{_COUNT}){{1,6}}\){_COUNT})"
_CHARGE = r"(?:\^?[({][0-9]?[+-][)}]|\^?[0-9]?[+-](?![\w.])|(?<=[0-9]) [2-4][+-](?![\w.])|[⁰¹²³⁴⁵⁶⁷⁸⁹]?[⁺⁻])?"
_FORMULA = (
    rf"(?<![\w.$#@&'/-])(?P<count>[0-9]{{1,2}}(?![0-9]))?(?P<formula>{_GROUP}{{1,12}})(?P<charge>{_CHARGE})(?P<state>\((?:s|l|g|aq)\))?"
    r"(?![^\W_]|[₀-₉]|-[A-Za-z0-9]|\.[0-9])"
)
_SUBSTANCE = re.compile(
    rf"[0-9]{{0,2}}\[?(?:{_GROUP}){{1,12}}\]?(?:[0-9+⁺⁻^-]|[⁰¹²³⁴⁵⁶⁷⁸⁹]){{0,3}}(?:\((?:s|l|g|aq)\))?[↑↓)]?"
)
_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "01234567890123456789+-")
_PART = re.compile(r"[A-Z][a-z]?|[0-9]+|[()]")
_STATES = {"(s)": " solid", "(l)": " liquid", "(g)": " gas", "(aq)": " aqueous"}
_REACTION = re.compile(r"→|⇌|⟶|->")
_SIGN = {"+": "plus", "-": "minus"}
_ARROW_BEFORE = re.compile(r"(?:[A-Za-z)][0-9₀-₉]{0,2}|[A-Z][a-z]?)[⁺⁻+-]?\s?\Z")
_WAS_LETTERS = re.compile(r"[A-Za-z](?:[0-9₀-₉]|\s?[-+])")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def formula(match: re.Match[str]) -> str | None:
        if not _is_chemical(match):
            return None
        count = f"{numerals.cardinal(match['count'])} " if match["count"] else ""
        return (
            count
            + _spelled(match["formula"].translate(_DIGITS), numerals)
            + _charged(match["charge"], numerals)
            + _STATES.get(match["state"] or "", "")
        )

    def isotope(match: re.Match[str]) -> str:
        return f"{_ISOTOPES[match[2]]} {numerals.label(match[1].translate(_DIGITS))}"

    def named_isotope(match: re.Match[str]) -> str:
        return f"{match[1]} {numerals.label(match[2])}"

    def symbol_isotope(match: re.Match[str]) -> str:
        state = " M" if match[3] else ""
        return f"{_ISOTOPES[match[1]]} {numerals.label(match[2])}{state}"

    two_letters = alternatives(symbol for symbol in _ISOTOPES if len(symbol) == 2)
    return (
        rule(rf"(?<![\w-])({two_letters})-([0-9]{{1,3}})(m)?(?![\w-])", symbol_isotope, name="isotope"),
        rule(rf"(?<!\w)([⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}})({alternatives(_ISOTOPES)})(?![a-z])", isotope, name="isotope"),
        rule(rf"(?<!\w)((?i:{_ELEMENT_NAMES}))-([0-9]{{1,3}})(?!\w)", named_isotope, name="isotope"),
        rule(_FORMULA, formula, name="chemical formula"),
        rule(r"\s?(?:→|⟶|⇌|->)\s?(?=(?:[0-9]{1,2}\s?)?[A-Z(])", _yields, name="reaction"),
        rule(r"(?<!\w)pH(?![A-Za-z0-9])", lambda _: "P.H", name="pH"),
        rule(
            r"(?<!\w)pH([0-9]{1,2}(?:\.[0-9]{1,2})?)(?!\w)", lambda match: f"P.H {numerals.number(match[1])}", name="pH"
        ),
        rule(r"(?<!\w)pK([abw])(?!\w)", lambda match: f"P.K.{match[1].upper()}", name="pK"),
    )


def _is_chemical(match: re.Match[str]) -> bool:
    formula, charge = match["formula"], match["charge"]
    if formula in _FALSE or formula + charge in _FALSE:
        return False
    symbols = re.findall(_SYMBOL, formula)
    around = before(match)[-40:] + after(match)[:40]
    if len(symbols) == 1 and len(formula) > 1 and not charge and _REACTION.search(around):
        return True
    if charge and (charge[-1] in "⁺⁻" or "^" in charge):
        return True
    if charge and re.sub(r"[0-9₀-₉]", "", formula) in _IONS:
        return len(formula) > 1 or after(match).startswith((" ion", "]", ")"))
    if charge:
        return False
    if re.search(r"[₀-₉]", formula):
        return True
    if formula in _WITHOUT_DIGITS:
        return True
    if match["state"] and re.search(r"[0-9]", formula):
        return True
    if not re.search(r"[0-9]", formula) or len(symbols) < 2:
        return False
    return any(len(symbol) == 2 for symbol in symbols) or "(" in formula or match["count"] is not None


def _spelled(formula: str, numerals: EnglishNumerals) -> str:
    words: list[str] = []
    letters = ""
    for part in _PART.findall(formula):
        if part.isalpha():
            letters += part
            continue
        if letters:
            words.append(spelling.letters(letters) if len(letters) > 1 else letters)
            letters = ""
        if part.isdigit():
            words.append(numerals.cardinal(part))
    if letters:
        words.append(spelling.letters(letters) if len(letters) > 1 else letters)
    return " ".join(words)


def _charged(charge: str, numerals: EnglishNumerals) -> str:
    plain = charge.translate(_DIGITS).strip("^(){}")
    if not plain:
        return ""
    size = f" {numerals.cardinal(plain[:-1])}" if plain[:-1] else ""
    return f"{size} {_SIGN[plain[-1]]}"


def _yields(match: re.Match[str]) -> str | None:
    behind = before(match)
    if re.search(r"\b[A-Z]{3,}\Z", behind) and re.match(r"[A-Z]{3,}\b", after(match)):
        return None  # two airports
    last, first = (behind.split() or [""])[-1], (re.sub(r"\A[0-9]{1,2}\s", "", after(match)).split() or [""])[0]
    if not _SUBSTANCE.fullmatch(last) or not _SUBSTANCE.fullmatch(first.rstrip(".,;:")):
        return None
    chemical = _ARROW_BEFORE.search(behind) and re.search(
        r"[A-Z][A-Za-z]{0,3}[0-9₀-₉]|[A-Z][a-z]?[A-Z+⁺⁻-]|[A-Za-z]\((?:s|l|g|aq)\)", behind[-30:]
    )
    return " yields " if chemical else None
