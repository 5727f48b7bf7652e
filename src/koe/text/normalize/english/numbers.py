"""Numbers that no other kind has taken -> words: ordinals, decimals, cardinals, "5k", "1e-5", "0x1F"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import AFTER_DASH, END, SIGNED, UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule, table_rule, word_after, word_before, words

_SIZES = {
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "mn": "million", "B": "billion", "b": "billion",
    "bn": "billion", "T": "trillion", "tn": "trillion",
}  # fmt: skip
# Of a distance or a resolution, "K" is named: "a ten K run", "four K".
_NAMED_K = words(
    "touch oled panel ips lcd res run race walk resolution tv screen video display monitor uhd camera footage series "
    "blu-ray bluray tvs modem"
)
_MANY = {
    "10s": "tens", "100s": "hundreds", "1000s": "thousands", "1,000s": "thousands", "10,000s": "tens of thousands",
    "100,000s": "hundreds of thousands", "1,000,000s": "millions",
}  # fmt: skip
_POWER_SIGNS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_HEX_BYTES = re.compile(r"[0-9]+|[A-Fa-f]")


def long_digits(numerals: EnglishNumerals) -> Rule:
    """Reads very long numbers digit by digit: num2words would need too much time for them."""
    return rule(r"(?<![0-9])[0-9]{37,}", lambda match: numerals.digits(match[0]), name="long number")


def grouped_digits(numerals: EnglishNumerals) -> Rule:
    """Reads numbers with spaces or full stops between thousands: "10 000" is one number, but "5 200" may be two."""
    return rule(
        r"(?<![\w.,:-])(?:(?:(?<=has )|(?<=had )|(?<=of )|(?<=about )|(?<=over )|(?<=some )|(?<=nearly )|(?<=than ))"
        r"[1-9] [0-9]{3}(?=\s[a-z]{3,15}s\b)|"
        r"[0-9]{1,3}(?:(?: [0-9]{3}){2,10}|(?: 0[0-9]{2})|(?:\.000){2,4}|(?:\.[0-9]{3}){2}(?=\s[a-z])))"
        r"(?![\w,-]|[ .][0-9])",
        lambda match: numerals.cardinal(re.sub("[ .]", "", match[0])),
        name="number",
    )


def round_plurals() -> Rule:
    return table_rule(r"(?<![\w.,])", _MANY, r"(?=\sof\b)")


def scientific_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def power_of_ten(match: re.Match[str]) -> str:
        exponent = numerals.number((match[2] or match[3]).translate(_POWER_SIGNS).strip("(){}").removeprefix("+"))
        return f"{numerals.number(match[1])} times ten to the power of {exponent}"

    def exponential(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} times ten to the power of {numerals.number(match[2].removeprefix('+'))}"

    def based(match: re.Match[str]) -> str:
        spoken = (numerals.digits(part) if part.isdigit() else part.upper() for part in _HEX_BYTES.findall(match[2]))
        return f"zero {match[1].upper()} {' '.join(spoken).replace('A', 'A.')}"

    signed = r"-?" + UNSIGNED
    return (
        rule(
            rf"(?<![\w.,])({signed})\s?[x×*·⋅]\s?10(?:\^([({{]?[+-]?[0-9]{{1,3}}[)}}]?)|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}}))",
            power_of_ten,
            name="scientific notation",
        ),
        rule(
            rf"(?<![\w.,])(?<!§ )(?<!§)({signed})[eE]([+-]?[0-9]{{1,3}})(?![\w.])",
            exponential,
            name="scientific notation",
        ),
        rule(r"(?<!\w)0([xX])([0-9A-Fa-f]{1,32})(?!\w)", based, name="hexadecimal number"),
        rule(
            r"(?<!\w)U\+([0-9A-F]{4,6})(?!\w)",
            lambda match: (
                "U plus "
                + " ".join(
                    numerals.cardinal(sign) if sign.isdigit() else "A." if sign == "A" else sign for sign in match[1]
                )
            ),
            name="code point",
        ),
        rule(r"(?<!\w)0([bB])([01]{1,64})(?!\w)", based, name="binary number"),
    )


def compound_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for numbers with an ending: "5k", "21st", "24-hour". They run before the rules for letters mixed with
    digits."""

    def sized(match: re.Match[str]) -> str | None:
        amount, letter = match[1], match[3]
        ahead = word_after(match).lower()
        if letter == "B" and not match[2] and re.search(r"[0-9][A-Z][/&,]\s?\Z", before(match)):
            return f"{numerals.number(amount)} B"
        if word_before(match).lower() in _LABELS and not match[2]:
            return f"{numerals.label(amount) if amount.isdigit() else numerals.number(amount)} {letter.upper()}"
        if letter == "B" and not match[2] and len(amount) < 3 and _NAMED_BEHIND.search(before(match)) and not ahead:
            return f"{numerals.number(amount)} B"
        if (
            letter in "kK"
            and amount in ("5", "10", "15")
            and (word_before(match).lower() in _BEFORE_RACE or ahead in _AFTER_RACE)
            and not ahead.endswith("s")
        ):
            return f"{numerals.number(amount)} K"
        if letter in "kK" and (
            ahead in _NAMED_K or (letter == "K" and amount in ("2", "4", "5", "8") and not match[2])
        ):
            return f"{numerals.number(amount)} K"
        if letter == "K" and not match[2] and len(amount.replace(",", "")) > 3 and "." not in amount:
            return f"{numerals.number(amount)} kelvin"
        if letter == "T" and "." in amount and not match[2]:
            return f"{numerals.number(amount)} trillion"
        if (letter in ("m", "b", "T") and not match[2] and ahead not in _COUNTED) or (match[2] and len(letter) == 1):
            return None if match[2] or letter == "m" else f"{numerals.number(amount)} {letter.upper()}"
        return f"{numerals.number(amount)} {_SIZES[letter]}{' plus' if match[4] else ''}"

    sizes = "|".join(sorted(_SIZES, key=len, reverse=True))
    return (
        rule(r"(?<![\w.,])((?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15}))(?:st|nd|rd|th)(?!\w)",
             lambda match: numerals.ordinal(match[1].replace(",", "")), name="ordinal"),
        rule(rf"(?<![\w.,]){AFTER_DASH}(?<![A-Za-z][0-9]-)({UNSIGNED})(\s?)({sizes})(?!\w)(\+)?", sized,
             name="large number"),
        rule(
             r"(?<![\w.,])([0-9]{1,2}\.[0-9]{1,2})([A-Za-z]{1,2})(?![\w.])",
             lambda match: f"{numerals.number(match[1])} {'.'.join(match[2].upper())}",
             name="model",
        ),
        rule(rf"(?<![\w.,])(?<![A-Za-z]-){UNSIGNED}(?=-[a-z]{{2,15}}(?![0-9]))",
             lambda match: numerals.number(match[0]), name="number"),
    )  # fmt: skip


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def number(match: re.Match[str]) -> str:
        return numerals.number(match[0].replace(" ", "").replace("–", "-"))

    def power(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} {exponent(match[2].translate(_POWER_SIGNS), numerals)}"

    return (
        rule(rf"(?<![\w.,])({UNSIGNED})([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}})(?!\w)", power, name="power"),
        rule(rf"(?<![^\s(~=<>≤≥:\"“±–—])(?<![0-9][\"\s])–{UNSIGNED}{END}", number, name="negative number"),
        rule(SIGNED + END, number, name="number"),
        rule(rf"(?<![\w.,])(?<![A-Za-z]-){UNSIGNED}{END}", number, name="number"),
        rule(r"(?<![\w.,])[0-9]{1,36}(?=[.,:;!?)\]'\"”\s/–—-]|\Z)", number, name="number"),
    )  # fmt: skip


_LABELS = words(
    "clinic ward studio lab bay exit door desk wing suite zone level floor stand pitch booth table carriage "
    "seat row apt apartment unit gate room flat section size class bus grade hall platform building block"
)
_BEFORE_RACE = words("a my first charity this her his")
_AFTER_RACE = words("easy tempo long recovery pr pb time results run race finish finisher training")
_NAMED_BEHIND = re.compile(r"[a-z,]\s[A-Z][a-z]{2,15}\s\Z")
_COUNTED = words("people users readers viewers jobs homes customers children workers voters visitors followers views")


def exponent(digits: str, numerals: EnglishNumerals) -> str:
    """Words of an exponent: squared, cubed, to the power of four."""
    named = {"2": "squared", "3": "cubed"}.get(digits)
    return named or f"to the power of {numerals.number(digits.removeprefix('+'))}"


def last_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for the digits that no other rule has taken. Digits beside letters of other scripts stay."""
    return (
        rule(
            r"(?<![^\W_])[0-9]{1,36}(?![^\W_])",
            lambda match: _spaced(match, numerals.cardinal(match[0])),
            name="number",
        ),
    )


def _spaced(match: re.Match[str], words: str) -> str:
    left = " " if before(match)[-1:].isalnum() else ""
    return left + words + (" " if word_after(match) and after(match)[:1].isalnum() else "")
