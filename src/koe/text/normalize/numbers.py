"""Numbers that no other kind has taken -> words: versions, scores, ranges, fractions, ordinals, decimals, cardinals."""

from __future__ import annotations

import re
import unicodedata

from koe.text.normalize.numerals import END, SIGNED, UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule, table_rule, word_after

_DENOMINATORS = {2: "half", 4: "quarter"}
_VERSIONED = (
    "Android|Angular|Bash|Bluetooth|Chrome|CUDA|Debian|Django|Docker|Fedora|Firefox|GCC|Go|Java|Kotlin|"
    "Kubernetes|Linux|"
    "LLVM|Node|NumPy|OpenSSL|PHP|Perl|Postgres|PostgreSQL|PyTorch|Python|React|Ruby|Rust|Safari|Swift|TypeScript|"
    "USB|Ubuntu|"
    "Unicode|Unity|Vue|Windows|Wi-Fi|iOS|iPadOS|kernel|macOS|release|version|Version|versions|watchOS"
)
_SCORED = re.compile(
    r"\b(?:won|win|wins|winning|beat|beats|lost|lose|loses|losing|score|scored|scores|final|led|lead|leads|leading|"
    r"drew|draw|"
    r"tie|tied|victory|defeat|defeated|ahead|down|up|goal|goals|match|game|result|shutout|upset)\b",
    re.IGNORECASE,
)
_VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_FRACTION = (
    r"(?<![\w./,-])(?:(?P<whole>[0-9]{1,4})[ -])?(?P<top>[0-9]{1,4})[/⁄](?P<bottom>[0-9]{1,4})"
    r"(?:ths?|rds?|nds?)?(?![\w/]|[.,][0-9])"
)
_LETTER_SIZES = {"k": "thousand", "M": "million", "B": "billion", "bn": "billion", "K": "K"}


def long_digits(numerals: EnglishNumerals) -> Rule:
    """Reads very long numbers digit by digit: num2words would need too much time for them."""
    return rule(r"(?<![0-9])[0-9]{37,}", lambda match: numerals.digits(match[0]))


def grouped_digits(numerals: EnglishNumerals) -> Rule:
    """Reads numbers with spaces between thousands: "10 000" is one number, but "5 200" may be two."""
    return rule(
        r"(?<![\w.,-])[0-9]{1,3}(?:(?: [0-9]{3}){2,10}|(?: 0[0-9]{2}))(?![\w,-]| [0-9])",
        lambda match: numerals.cardinal(match[0].replace(" ", "")),
    )


_MANY = {
    "10s": "tens", "100s": "hundreds", "1000s": "thousands", "1,000s": "thousands", "10,000s": "tens of thousands",
    "100,000s": "hundreds of thousands", "1,000,000s": "millions",
}  # fmt: skip


def round_plurals() -> Rule:
    return table_rule(r"(?<![\w.,])", _MANY, r"(?=\sof\b)")


def version_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def parts(digits: str) -> str:
        return " point ".join(numerals.cardinal(part) for part in digits.split("."))

    return (
        rule(r"(?<![\w.])[vV](?:er)?\.?\s?([0-9]{1,4}(?:\.[0-9]{1,5}){0,4})(?=[\s,;:!?)-]|\.(?!\w)|\Z)",
             lambda match: f"version {parts(match[1])}"),
        rule(rf"\b((?:{_VERSIONED})[ -])([0-9]{{1,4}}(?:\.[0-9]{{1,5}}){{1,4}})(?![\w]|\.[0-9])",
             lambda match: match[1].replace("-", " ") + parts(match[2])),
        rule(r"(?<![\w.])([0-9]{1,4}(?:\.[0-9]{1,5}){2,5})(?![\w]|\.[0-9])", lambda match: parts(match[1])),
    )  # fmt: skip


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def fraction(whole: str, top: int, bottom: int) -> str:
        words = _fraction(top, bottom, numerals)
        if not whole:
            return words
        if top == 1:
            words = "a " + words.removeprefix("one ") if bottom != 8 else "an eighth"
        return f"{numerals.cardinal(whole)} and {words}"

    def slashed(match: re.Match[str]) -> str | None:
        top, bottom = int(match["top"]), int(match["bottom"])
        if bottom == 0 or (match["whole"] and top >= bottom):
            return None
        return fraction(match["whole"] or "", top, bottom)

    def vulgar(match: re.Match[str]) -> str:
        top, _, bottom = unicodedata.normalize("NFKD", match[2]).partition("\u2044")
        return fraction((match[1] or "").strip(), int(top), int(bottom)) + (" " if after(match)[:1].isalpha() else "")

    def to(match: re.Match[str]) -> str | None:
        first, second = match[1], match[3]
        spaced = match[2][0] == " " and match[2][-1] == " "
        lower, upper = float(first.replace(",", "")), float(second.replace(",", ""))
        if lower < upper and not _SCORED.search(before(match)) and "=" not in after(match)[:8]:
            return f"{numerals.number(first)} to {numerals.number(second)}"
        if spaced:
            return f"{numerals.number(first)} minus {numerals.number(second)}"
        if len(first) < 4 and len(second) < 4 and first.isdigit() and second.isdigit():
            return _score(first, second, numerals)
        return f"{numerals.number(first)} to {numerals.number(second)}"

    def power(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} {'squared' if match[2] == '²' else 'cubed'}"

    def ratio(match: re.Match[str]) -> str:
        return " to ".join(numerals.cardinal(part) for part in match[0].split(":"))

    def number(match: re.Match[str]) -> str:
        return numerals.number(match[0])

    def sized(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} {_LETTER_SIZES[match[2]]}"

    return (
        rule(_FRACTION, slashed),
        rule(rf"(?<![\w.,])({UNSIGNED})([²³])(?!\w)", power),
        rule(rf"(?<![\w.,])([0-9]{{1,9}}\s?)?([{_VULGAR}])", vulgar),
        rule(rf"(?<![\w.,:/-])({UNSIGNED})(\s?[-–—]\s?)({UNSIGNED})(?![\w/:-]|[.,][0-9])", to),
        rule(r"(?<![\w.,:-])[0-9]{1,4}(?::[0-9]{1,4}){1,3}(?![\w:]|[.,][0-9])", ratio),
        rule(r"(?<![\w.,])((?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15}))(?:st|nd|rd|th)(?!\w)",
             lambda match: numerals.ordinal(match[1].replace(",", ""))),
        rule(rf"(?<![\w.,])({UNSIGNED})(k|M|B|bn|K)(?!\w)", sized),
        rule(SIGNED + END, number),
        rule(r"(?<![\w.,])[0-9]{1,36}(?=[.,:;!?)\]'\"”\s/–—-]|\Z)", number),
    )  # fmt: skip


def last_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for the digits that no other rule has taken. Digits beside letters of other scripts stay."""
    return (rule(r"(?<![^\W_])[0-9]{1,36}(?![^\W_])", lambda match: _spaced(match, numerals.cardinal(match[0]))),)


def _spaced(match: re.Match[str], words: str) -> str:
    left = " " if before(match)[-1:].isalnum() else ""
    return left + words + (" " if word_after(match) and after(match)[:1].isalnum() else "")


def _fraction(top: int, bottom: int, numerals: EnglishNumerals) -> str:
    if top == bottom or (bottom in (10, 100) and top > 1):
        return f"{numerals.cardinal(str(top))} out of {numerals.cardinal(str(bottom))}"
    if top > bottom or bottom == 1 or (bottom > 20 and bottom not in (32, 64, 100, 1000)):
        return f"{numerals.cardinal(str(top))} over {numerals.cardinal(str(bottom))}"
    name = _DENOMINATORS.get(bottom) or numerals.ordinal(str(bottom)).removeprefix("one ")
    if top != 1:
        name = "halves" if name == "half" else name + "s"
    return f"{numerals.cardinal(str(top))} {name}"


def _score(first: str, second: str, numerals: EnglishNumerals) -> str:
    if numerals.british:
        return " ".join("nil" if points == "0" else numerals.cardinal(points) for points in (first, second))
    return f"{numerals.cardinal(first)} to {numerals.cardinal(second)}"
