"""Single letters of formulas, music, marks and directions -> words: "λmax", "3x²", "F#m", "A- 90", "48 W 12th st"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, rule, surroundings

_LATIN = re.compile("[A-Za-z0-9]")
_DIRECTIONS = {"N": "north", "S": "south", "E": "east", "W": "west"}
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau",
    "φ": "phi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "gamma", "Δ": "delta", "Θ": "theta",
    "Λ": "lambda", "Ξ": "xi", "Π": "pi", "Σ": "sigma", "Φ": "phi", "Ψ": "psi", "Ω": "omega",
}  # fmt: skip


def greek_rules() -> tuple[Rule, ...]:
    """Rules for single Greek letters that no formula has taken, and for letters with a bar: "λmax", "x̄"."""
    return (
        rule(r"(?<![\w.])([A-Za-z])\u0304(?!\w)", lambda match: f"{match[1].upper()} bar", name="mean"),
        rule(
            rf"(?<![\u0370-\u03ff])[{''.join(_GREEK)}](?![\u0370-\u03ff])",
            _greek,
            name="Greek letter",
        ),
    )


def _greek(match: re.Match[str]) -> str | None:
    if _LATIN.search(surroundings(match)) is None:
        return None  # text of another script
    return f"{_GREEK[match[0]]}{' ' * after(match)[:1].isalnum()}"


def rules() -> tuple[Rule, ...]:
    """Rules for letters that are no words. They run before those for code and measures."""
    return (
        rule(r"(?<!\w)([A-G])#(?=m(?:in|aj|7)?\b|[0-9]?m\b)", lambda match: f"{match[1]} sharp ", name="key of music"),
        rule(
            r"(?<![\w'-])([A-D])-(?=\s(?:[0-9]{2}|=|≥|or|and)|[,;:/)])",
            lambda match: f"{spelling.letters(match[1])} minus",
            name="grade",
        ),
        rule(
            r"(?<=[0-9] )([NSEW])(?= [0-9]{1,3}(?:st|nd|rd|th) (?:[Ss]t|[Aa]ve?|[Bb]lvd|[Rr]d)\b)"
            r"|(?<![\w.'-])([NSEW])(?= (?:at )?[0-9]{1,2}(?:\s?[-–]\s?[0-9]{1,2})? ?(?:kts?|mph|knots|km/h)\b)",
            lambda match: _DIRECTIONS[match[0]],
            name="direction",
        ),
    )


def street_rules() -> tuple[Rule, ...]:
    """Rules for streets in small letters. They run after those for addresses."""
    return (
        rule(
            r"(?:(?<=[0-9]st )|(?<=[0-9]nd )|(?<=[0-9]rd )|(?<=[0-9]th ))(st|ave?)\b(?=[ ,.]|\Z)",
            lambda match: "street" if match[1] == "st" else "avenue",
            name="street",
        ),
    )


_UNITS = {"J": "joules", "N": "newtons", "W": "watts", "V": "volts", "K": "kelvin", "C": "coulombs", "A": "amps",
          "T": "tesla", "M": "molar", "F": "farads"}  # fmt: skip
_SMALL = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹", "01234567890123456789")


def index_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for indexes and charges that no formula has taken, and for units after a power of ten."""

    def charge(match: re.Match[str]) -> str:
        sign = "plus" if match[2] == "⁺" else "minus"
        return f" {numerals.cardinal(match[1].translate(_SMALL))} {sign}" if match[1] else f" {sign}"

    def index(match: re.Match[str]) -> str:
        return f" {numerals.cardinal(match[0].translate(_SMALL))}{' ' * after(match)[:1].isalpha()}"

    return (
        rule(
            r"(?:(?<=[⁰¹²³⁴⁵⁶⁷⁸⁹] )|(?<=\^[0-9] )|(?<=\^[0-9]{2} )|(?<=\^-[0-9]{2} ))[JNWVKCATF](?![\w'])"
            r"|(?<=⁻[⁰¹²³⁴⁵⁶⁷⁸⁹] )M(?![\w'])",
            lambda match: _UNITS[match[0]],
            name="measure",
        ),
        rule(r"(?<=[\w)\]])([¹²³⁴⁵⁶⁷⁸⁹]?)([⁺⁻])(?![⁰¹²³⁴⁵⁶⁷⁸⁹\w])", charge, name="charge"),
        rule(r"[₀₁₂₃₄₅₆₇₈₉]{1,4}", index, name="index"),
    )


def term_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for the terms of formulas that stand alone. They run after those for formulas."""

    def term(match: re.Match[str]) -> str:
        power = "squared" if match[3] in ("²", "^2") else "cubed"
        return f"{numerals.number(match[1])} {spelling.letters(match[2].upper())} {power}"

    return (
        rule(r"(?<![\w.,])([0-9]{1,4})([a-z])([²³]|\^[23](?!\w))", term, name="term"),
        rule(r"(?<![\w.'-])A(?= ?[≥≤<>=])", lambda _: "A.", name="letter"),
    )
