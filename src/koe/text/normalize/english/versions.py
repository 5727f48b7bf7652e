"""Versions of programs -> words: "v2.3.1", "Python 3.12.0rc1", "2.0.0-beta.2"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, before, rule

_VERSIONED = (
    "Android|Angular|Bash|Bluetooth|Chrome|Claude|CUDA|Debian|Django|Docker|Fedora|Firefox|GCC|Gemini|Go|HTTP|Java|"
    "Kotlin|Kubernetes|Linux|Llama|LLVM|Mistral|Node|NumPy|OpenSSL|PCIe|PHP|Perl|Postgres|PostgreSQL|PyTorch|Python|"
    "React|Ruby|Rust|Safari|Swift|TypeScript|USB|Ubuntu|Unicode|Unity|Vue|Windows|Wi-Fi|iOS|iPadOS|kernel|macOS|"
    "release|version|Version|versions|watchOS"
)
_SPELLED = {"PHP": "P.H.P", "USB": "U.S.B", "GCC": "G.C.C", "LLVM": "L.L.V.M", "HTTP": "H.T.T.P", "PCIe": "P.C.I.E",
            "CUDA": "CUDA", "Node.js": "Node J.S"}  # fmt: skip
_STAGES = {
    "a": "alpha", "alpha": "alpha", "b": "beta", "beta": "beta", "rc": "R.C", "dev": "dev", "post": "post",
    "pre": "pre", "preview": "preview", "snapshot": "snapshot",
}  # fmt: skip
_STAGE = r"(?:(?:(?<=[0-9])(?:a|b|rc)|[-.]?(?:alpha|beta|rc|dev|post|pre|preview|snapshot))[-.]?[0-9]{0,4})"
_VERSION_BEHIND = re.compile(rf"(?:\b(?:{_VERSIONED})[ -]|\bv)[0-9]{{1,2}}\.[0-9]{{1,3}} (?:→|->|=>|>) \Z")
# After the name of a package, or of Python: "numpy>=1.26", "Requires-Python: >=3.10".
_REQUIRED = (
    r"(?:(?<=[a-z0-9\])][>=<~!]=)|(?<=[a-z\]][<>])|(?<=ython: >=)|(?<=ython >=)|(?<=ython >= )|(?<=[a-z] >= )"
    r"|(?<=,[<>])"
    r"|(?<=,[>=<~!]=)|(?<=, [<>])|(?<=, [>=<~!]=))([0-9]{1,3}\.[0-9]{1,3})(?![\w%]|\.[0-9])"
)
_PACKAGE_BEHIND = re.compile(
    r"(?:(?<![\w.])[A-Za-z][\w.-]{3,40}(?:\[[\w,]{1,30}\])?\s?(?:[>=<~!]=|[<>])|ython:?\s?>=|[0-9],\s?(?:[>=<~!]=|[<>]))\s?\Z"
)
_PARTS = re.compile(r"([0-9.]*[0-9])(?:[-.]?([a-z]+)[-.]?([0-9]*))?", re.IGNORECASE)


def early_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for versions after "::" and ">=". They run before those for operators."""

    def classified(match: re.Match[str]) -> str:
        return f"{match[1]}, {_spoken(match[2], numerals)}"

    def least(match: re.Match[str]) -> str:
        return f"{_SPELLED.get(match['name'], match['name'])} {_spoken(match['version'], numerals)} or later"

    number = r"[0-9]{1,4}(?:\.[0-9]{1,5}){0,4}"
    return (
        rule(
            r"(?:(?<=ython <)|(?<=ython < )|(?<=ython >)|(?<=ython > ))3\.([0-9]{1,2})(?![\w.])",
            lambda match: f"three point {numerals.cardinal(match[1])}",
            name="version",
        ),
        rule(rf"\b((?:{_VERSIONED})) :: ({number})(?!\w|\.[0-9])", classified, name="version"),
        rule(
            rf"\b(?P<name>(?:{_VERSIONED}|Node\.js))\s?(?:>=|≥)\s?(?P<version>{number})"
            r"(?=\s(?:is\s|are\s)?(?:required|needed|recommended|supported)\b)",
            least,
            name="version",
        ),
    )


def word_rules() -> tuple[Rule, ...]:
    """Rules for classifiers, with a version or without: "Operating System :: OS Independent"."""
    return (rule(r"(?<=\w) :: (?=\w)", lambda _: ", ", name="classification"),)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def spoken(text: str) -> str:
        return _spoken(text, numerals)

    def marked(match: re.Match[str]) -> str:
        return f"version {spoken(match[1])}"

    def named(match: re.Match[str]) -> str:
        name = match[1].rstrip(" -")
        return f"{_SPELLED.get(name, name)} {spoken(match[2])}"

    def required(match: re.Match[str]) -> str | None:
        return spoken(match[1]) if _PACKAGE_BEHIND.search(before(match)) else None

    def next_version(match: re.Match[str]) -> str | None:
        return spoken(match[1]) if _VERSION_BEHIND.search(before(match)) else None

    return (
        rule(_REQUIRED, required, name="version"),
        rule(r"(?<=[→>] )([0-9]{1,2}\.[0-9]{1,3})(?![\w%]|\.[0-9])", next_version, name="version"),
        rule(
            rf"(?<![\w.])(?:v|[vV]er|V(?=[0-9]{{1,4}}\.[0-9]))\.?\s?([0-9]{{1,4}}(?:\.[0-9]{{1,5}}){{0,4}}{_STAGE}?)(?=[\s,;:!?)-]|\.(?!\w)|\Z)",
            marked,
            name="version",
        ),
        rule(
            rf"\b((?:{_VERSIONED})[ -])([0-9]{{1,4}}(?:\.[0-9]{{1,5}}){{1,4}}{_STAGE}?)(?!\w|\.[0-9])",
            named,
            name="version",
        ),
        rule(
            rf"(?<![\w.,])([0-9]{{1,4}}(?:\.[0-9]{{1,5}}){{2,5}}{_STAGE}?|[0-9]{{1,3}}\.[0-9]{{1,3}}{_STAGE})(?!\w|[.,][0-9])",
            lambda match: spoken(match[1]),
            name="version",
        ),
    )


def _spoken(text: str, numerals: EnglishNumerals) -> str:
    parts = _PARTS.fullmatch(text)
    if parts is None:
        return text
    words = " point ".join(numerals.cardinal(part) for part in parts[1].split("."))
    if parts[2]:
        words += f" {_STAGES[parts[2].lower()]}"
    return f"{words} {numerals.cardinal(parts[3])}" if parts[3] else words
