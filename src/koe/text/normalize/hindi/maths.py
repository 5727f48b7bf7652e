"""Sums, equations, powers and ratios -> Hindi words."""

from __future__ import annotations

import re

from koe.text.normalize.hindi import fractions
from koe.text.normalize.hindi.measures import SIMPLE_UNIT, simple_unit
from koe.text.normalize.hindi.numerals import DEVANAGARI, NO_LATIN, START, UNSIGNED, number
from koe.text.normalize.rule import Rule, after, before, of_digits, of_kind, rule

_OPERATORS = {
    "+": "जमा", "-": "घटा", "−": "घटा", "–": "घटा", "—": "घटा", "×": "गुणा", "*": "गुणा", "x": "गुणा", "÷": "भाग",
    "/": "बटा", "=": "बराबर", "≠": "बराबर नहीं", "≈": "लगभग बराबर", "±": "प्लस माइनस", "<": "छोटा है", ">": "बड़ा है",
    "≤": "छोटा या बराबर है", "≥": "बड़ा या बराबर है", "^": "की घात",
}  # fmt: skip
_COMPARED = frozenset("<>≤≥")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_POWER = r"(?:[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|\^-?[0-9]{1,3}|\^[a-z])"
_TERM = rf"(?:√ ?)?(?:{fractions.MIXED}|{fractions.SIGN}|[0-9]{{1,3}}/[0-9]{{1,3}}|{UNSIGNED}[a-z]?|[a-z]|π){_POWER}?"
_OPERATOR = r"[+\-−–—×÷*=<>≤≥≠≈±]"
_STRONG = re.compile(r"[+×÷*=<>≤≥≠≈√^π±⁰¹²³⁴⁵⁶⁷⁸⁹]")
_SIGN = re.compile(rf" ?({_OPERATOR}) ?")
_READ_TERM = re.compile(rf"(?P<root>√ ?)?(?P<base>.+?)(?P<power>{_POWER})?")


def rules() -> tuple[Rule, ...]:
    return (
        *of_digits(
            *of_kind(
                "symbols",
                *(
                    rule(
                        rf"{START}{NO_LATIN}({UNSIGNED}) ?± ?({UNSIGNED}) ?({SIMPLE_UNIT})",
                        lambda match: f"{number(match[1])} प्लस माइनस {number(match[2])} {simple_unit(match[3])}",
                        name="tolerance",
                    ),
                    rule(
                        rf"(?<![0-9A-Za-z.,{DEVANAGARI}])-?{_TERM}(?: ?{_OPERATOR} ?-?{_TERM}){{1,12}}"
                        rf"(?![A-Za-z0-9{DEVANAGARI}]|[.,:/][0-9])",
                        _equation,
                        name="equation",
                    ),
                    rule(
                        r"(?<![0-9A-Za-z.,])([0-9]{1,4}) ?√ ?([0-9]{1,9})(?![0-9])",
                        lambda match: f"{number(match[1])} रूट {number(match[2])}",
                        name="root",
                    ),
                    rule(r"√ ?([0-9]{1,9})(?![0-9])", lambda match: f"{number(match[1])} का वर्गमूल", name="root"),
                    rule(
                        r"(?<![0-9:.])([0-9]{1,4}):([0-9]{1,4}) ?:: ?([0-9]{1,4}):([0-9]{1,4})(?![0-9:])",
                        _proportion,
                        name="proportion",
                    ),
                    rule(
                        r"(?<![0-9:.])([0-9]{1,4}):([0-9]{1,3}(?:,[0-9]{2,3}){1,3}|[0-9]{1,6})(?::([0-9]{1,4}))?(?![0-9:])",
                        _ratio,
                        name="ratio",
                    ),
                    rule(
                        rf"{START}{NO_LATIN}({UNSIGNED}) ?[x×X] ?(?={UNSIGNED})",
                        lambda match: f"{number(match[1])} गुणा ",
                        name="product",
                    ),
                    rule(
                        rf"(?<=[0-9] [{DEVANAGARI}]{{4}}) [xX×*] (?=[0-9])|(?<=[{DEVANAGARI}]{{3}}) [xX*] (?=[0-9])"
                        r"|(?<=-[0-9]) [xX×] (?=[0-9])",
                        lambda _: " गुणा ",
                        name="product",
                    ),
                    rule(
                        rf"{START}{NO_LATIN}({UNSIGNED}) ?[xX](?![A-Za-z0-9])",
                        lambda m: f"{number(m[1])} गुना",
                        name="times",
                    ),
                    rule(
                        rf"(?<![0-9A-Za-z{DEVANAGARI}])(?P<sign>±|\+/-|\+|~|≈|>=|<=|≥|≤|>|<) ?(?P<amount>{UNSIGNED})"
                        rf"(?P<unit> ?(?:{SIMPLE_UNIT})| (?:वर्ष|साल|लोग|रुपये)(?![{DEVANAGARI}]))?"
                        r"(?![0-9A-Za-z°]|[.,:/-][0-9])",
                        _signed,
                        name="signed number",
                    ),
                    rule(
                        rf"(?P<amount>{START}{UNSIGNED})\+(?![0-9A-Za-z+])",
                        lambda m: f"{number(m['amount'])} प्लस",
                        name="and more",
                    ),
                    rule(rf"{START}([0-9]{{3,4}})p(?![A-Za-z0-9])", lambda m: f"{number(m[1])} पी", name="resolution"),
                ),
            ),
        ),
        *of_kind(
            "symbols",
            rule(
                r"(?<![0-9A-Za-z.,])(?<![\u0900-\u0963])[a-z](?:[²³])?(?: ?[+\-—×÷=] ?[a-z][²³]?){1,8}(?![A-Za-z0-9])",
                _equation,
                name="equation",
            ),
            rule(r"(?<=\()([a-z]) ?[-–—] ?([a-z]|[0-9]{1,3})(?=\))", _difference, name="equation"),
            rule(
                rf"(?<![{DEVANAGARI}])[अ-ह](?: ?[+\-—×÷=] ?[अ-ह]){{1,8}}(?![{DEVANAGARI}])",
                lambda match: _SIGN.sub(lambda sign: f" {_OPERATORS[sign[1]]} ", match[0]) if "=" in match[0] else None,
                name="equation",
            ),
        ),
    )


def power_rules() -> tuple[Rule, ...]:
    """Powers outside equations. Measures come first: 50 m² is no power."""
    return of_kind(
        "symbols",
        rule(
            rf"(?<![A-Za-z]){START}(?P<base>{UNSIGNED}|[a-z])(?P<power>{_POWER})(?![0-9A-Za-z])",
            lambda match: powered(_value(match["base"]), match["power"]),
            name="power",
        ),
    )


def _value(base: str) -> str:
    if base == "π":
        return "पाई"
    if base[-1].isascii() and base[-1].isalpha():
        return f"{number(base[:-1])} {base[-1]}" if base[:-1] else base
    return fractions.fraction(base) if re.search(rf"{fractions.SIGN}|/", base) else number(base)


def powered(base: str, power: str) -> str:
    exponent = power.lstrip("^").translate(_SUPERSCRIPTS)
    if exponent in ("2", "3"):
        return f"{base} का {'वर्ग' if exponent == '2' else 'घन'}"
    return f"{base} की घात {exponent if exponent.isalpha() else number(exponent)}"


def _term(text: str) -> str:
    minus, rest = ("माइनस ", text[1:]) if text[0] == "-" else ("", text)
    match = _READ_TERM.fullmatch(rest)
    if match is None:
        return rest
    value = _value(match["base"])
    if match["power"]:
        value = powered(value, match["power"])
    return f"{minus}{value}{' का वर्गमूल' if match['root'] else ''}"


def _equation(match: re.Match[str]) -> str | None:
    if re.search(r"[0-9] \Z|[0-9] (?:c|m|k|f)?[mt]?\Z", before(match)[-5:]) and match[0][0].isalpha():
        return None  # "1 m² = 10.764 ft²" are measures
    if not _STRONG.search(match[0]) or re.fullmatch(r"[a-z]-[a-z]", match[0]):
        return None
    spoken: list[str] = []
    ending = ""
    place = 0
    text = match[0]
    needs_term = True
    while place < len(text):
        if text[place] == " ":
            place += 1
            continue
        if needs_term:
            term = _TERM_AT.match(text, place)
            if term is None:
                return None
            spoken.append(_term(term[0].rstrip()) + ending)
            ending, place, needs_term = "", term.end(), False
        else:
            operator = text[place]
            spoken.append(_OPERATORS[operator])
            ending = " से" if operator in _COMPARED else ""
            place, needs_term = place + 1, True
    return " ".join(spoken)


_TERM_AT = re.compile(rf"-?{_TERM}")


def _difference(match: re.Match[str]) -> str:
    return f"{match[1]} घटा {number(match[2]) if match[2].isdigit() else match[2]}"


def _proportion(match: re.Match[str]) -> str:
    first, second, third, fourth = map(number, match.groups())
    return f"{first} अनुपात {second} समानुपात {third} अनुपात {fourth}"


def _ratio(match: re.Match[str]) -> str | None:
    is_ratio = re.match(r" ?(?:के |का )?(?:अनुपात|पैमान|स्केल)", after(match)) or re.search(
        r"(?:अनुपात|पैमाना|स्केल)[ :]{1,2}\Z", before(match)
    )
    is_time = int(match[1]) <= 24 and len(match[2]) == 2 and int(match[2]) < 60
    is_scale = match[1] == "1" and match[2].endswith("000")
    if not is_ratio and not is_scale and (is_time or len(match[2]) == 4):
        return None
    return (" और " if is_ratio else " अनुपात ").join(number(part) for part in match.groups() if part)


def _signed(match: re.Match[str]) -> str:
    unit = (match["unit"] or "").strip()
    amount = f"{number(match['amount'])} {simple_unit(unit)}".strip()
    sign = match["sign"]
    if sign in ("+", "±", "+/-"):
        return f"{'प्लस' if sign == '+' else 'प्लस माइनस'} {amount}"
    if sign in ("~", "≈"):
        return f"लगभग {amount}"
    return f"{amount} {_THAN[sign]}"


_THAN = {">": "से अधिक", "<": "से कम", ">=": "या अधिक", "<=": "या कम", "≥": "या अधिक", "≤": "या कम"}
