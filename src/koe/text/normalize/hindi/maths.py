"""Sums, equations, powers, ratios, scores and lone signs -> Hindi words."""

from __future__ import annotations

import re

from koe.text.normalize.hindi import fractions
from koe.text.normalize.hindi.measures import SIMPLE_UNIT, simple_unit
from koe.text.normalize.hindi.numerals import DEVANAGARI, NO_LATIN, START, UNSIGNED, number
from koe.text.normalize.rule import Rule, after, before, of_digits, of_kind, rule

_OPERATORS = {
    "+": "जमा", "-": "घटा", "−": "घटा", "–": "घटा", "×": "गुणा", "*": "गुणा", "x": "गुणा", "÷": "भाग", "/": "बटा",
    "=": "बराबर", "≠": "बराबर नहीं", "≈": "लगभग बराबर", "±": "प्लस माइनस", "<": "छोटा है", ">": "बड़ा है",
    "≤": "छोटा या बराबर है", "≥": "बड़ा या बराबर है", "^": "की घात",
}  # fmt: skip
_COMPARED = frozenset("<>≤≥")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_POWER = r"(?:[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|\^-?[0-9]{1,3}|\^[a-z])"
_TERM = rf"(?:√ ?)?(?:{fractions.MIXED}|{fractions.SIGN}|[0-9]{{1,3}}/[0-9]{{1,3}}|{UNSIGNED}[a-z]?|[a-z]|π){_POWER}?"
_OPERATOR = r"[+\-−–×÷*=<>≤≥≠≈±]"
_STRONG = re.compile(r"[+×÷*=<>≤≥≠≈√^π±⁰¹²³⁴⁵⁶⁷⁸⁹]")
_READ_TERM = re.compile(rf"(?P<root>√ ?)?(?P<base>.+?)(?P<power>{_POWER})?")
_CRICKET = re.compile(r"रन|विकेट|ओवर|स्कोर|पारी|बल्लेबा|क्रिकेट|टेस्ट|वनडे|टी-?20|T20|IPL|आईपीएल|टीम|घोषित")
_AFTER_SCORE = re.compile(
    r" (?:से (?:[\u0900-\u0963]{1,12} ){0,2}?"
    r"(?:जीत|हरा|हार|आगे|पीछे|मात|शिकस्त|पराजित|बराबर|ड्रॉ|बढ़त|अपने नाम|क्लीन|सीरीज|सीरीज़|कब्ज|रौंद|पछाड़|पटख)"
    r"|(?:की|के) (?:[\u0900-\u0963]{1,12} ){0,2}?(?:बढ़त|बराबरी|जीत|हार|स्कोर|अंतर)|पर (?:ड्रॉ|बराबर|समाप्त)|बराबर)"
)
_SET = r"[0-9]{1,2}-[0-9]{1,2}(?:\([0-9]{1,2}\))?"
_SIGNS = {
    "&": "और", "₹": "रुपये", "$": "डॉलर", "€": "यूरो", "£": "पाउंड", "%": "प्रतिशत", "©": "कॉपीराइट",
    "®": "रजिस्टर्ड", "™": "ट्रेडमार्क", "§": "धारा", "°": "डिग्री", "=": "बराबर", "×": "गुणा", "÷": "भाग",
    "√": "वर्गमूल", "π": "पाई", "∞": "अनंत", "≈": "लगभग", "≠": "बराबर नहीं", "±": "प्लस माइनस", "≤": "से कम या बराबर",
    "≥": "से अधिक या बराबर", "@": "ऐट", "№": "नंबर", "Ω": "ओम", "µ": "माइक्रो", "Δ": "डेल्टा", "α": "अल्फ़ा",
    "β": "बीटा", "γ": "गामा", "θ": "थीटा", "σ": "सिग्मा", "Σ": "सिग्मा", "ω": "ओमेगा", "∑": "सिग्मा", "∫": "समाकलन",
}  # fmt: skip


def rules() -> tuple[Rule, ...]:
    return (
        *of_digits(
            *of_kind("numbers", *_scores()),
            *of_kind(
                "symbols",
                rule(
                    rf"(?<![0-9A-Za-z.,{DEVANAGARI}])-?{_TERM}(?: ?{_OPERATOR} ?-?{_TERM}){{1,12}}"
                    rf"(?![A-Za-z0-9{DEVANAGARI}]|[.,:/][0-9])",
                    _equation,
                    name="equation",
                ),
                rule(r"√ ?([0-9]{1,9})(?![0-9])", lambda match: f"वर्गमूल {number(match[1])}", name="root"),
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
        *of_kind(
            "symbols",
            rule(
                r"(?<![0-9A-Za-z.,])(?<![\u0900-\u0963])[a-z](?:[²³])?(?: ?[+\-×÷=] ?[a-z][²³]?){1,8}(?![A-Za-z0-9])",
                _equation,
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
            lambda match: _powered(_value(match["base"]), match["power"]),
            name="power",
        ),
    )


def sign_rules() -> tuple[Rule, ...]:
    """Signs that nothing else has claimed."""
    signs = "".join(map(re.escape, _SIGNS))
    return of_kind(
        "symbols",
        rule(rf"(?<=[{DEVANAGARI}])( ?)/( ?)(?=[{DEVANAGARI}])", _slash, name="sign"),
        rule(r"(?<=[A-Z])/(?=(?:दिन|माह|महीना|वर्ष|साल|घंटा|सप्ताह|व्यक्ति))", lambda _: " प्रति ", name="sign"),
        rule(rf"(?<=[{DEVANAGARI}])/(?=[A-Z])|(?<=[A-Z])/(?=[{DEVANAGARI}])", lambda _: " या ", name="sign"),
        rule(r"(?<=[A-Za-z]) & (?=[A-Za-z])", lambda _: " ऐंड ", name="sign"),
        rule(r"(?<=[0-9%Mm.]) to (?=[₹$€£0-9])", lambda _: " से ", name="range"),
        rule(rf" ?(?<![\u0370-\u03ff])([{signs}])(?![\u0370-\u03ff]) ?", _sign, name="sign"),
        rule(rf"(?<=[{DEVANAGARI}]) ?\+ ?(?=[{DEVANAGARI}])", lambda _: " और ", name="sign"),
        rule(r"(?<=[A-Za-z0-9)²³₀-₉]) \+ (?=[0-9A-Za-z(])", lambda _: " जमा ", name="sign"),
        rule(r"(?<=[A-Za-z0-9)²³]) ?\+ ?(?=[0-9A-Za-z(])", lambda _: " प्लस ", name="sign"),
        rule(rf"(?<=[{DEVANAGARI}A-Z])/(?=[0-9])|(?<=[0-9])/(?=[{DEVANAGARI}A-Z])", lambda _: " बटा ", name="sign"),
        rule(rf"(?<=[{DEVANAGARI}A-Z])\+(?=[\s,.)।]|\Z)", lambda _: " प्लस", name="sign"),
        rule(r"(?<=[A-Z])/(?=[A-Z])", lambda _: " ", name="sign"),
        rule(r"(?<=[A-Za-z)])([²³])", lambda match: _powered("", match[1]), name="power"),
        rule(r"∛ ?", lambda _: "घनमूल ", name="sign"),
        rule(r"∠ ?", lambda _: "कोण ", name="sign"),
        rule(r"(?<![A-Za-z0-9])[~≈] ?(?=[₹$€£])", lambda _: "लगभग ", name="sign"),
        rule(r"(?<![A-Za-z0-9])#(?=[0-9])", lambda _: "नंबर ", name="sign"),
    )


def _value(base: str) -> str:
    if base == "π":
        return "पाई"
    if base[-1].isascii() and base[-1].isalpha():
        return f"{number(base[:-1])} {base[-1]}" if base[:-1] else base
    return fractions.fraction(base) if re.search(rf"{fractions.SIGN}|/", base) else number(base)


def _powered(base: str, power: str) -> str:
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
        value = _powered(value, match["power"])
    return f"{minus}{'वर्गमूल ' if match['root'] else ''}{value}"


def _equation(match: re.Match[str]) -> str | None:
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


def _ratio(match: re.Match[str]) -> str | None:
    is_ratio = re.match(r" ?(?:के |का )?(?:अनुपात|पैमान|स्केल)", after(match)) or re.search(
        r"(?:अनुपात|पैमाना|स्केल)[ :]{1,2}\Z", before(match)
    )
    is_time = int(match[1]) <= 24 and len(match[2]) == 2 and int(match[2]) < 60
    if not is_ratio and (is_time or len(match[2]) == 4):
        return None
    return " अनुपात ".join(number(part) for part in match.groups() if part)


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


def _scores() -> tuple[Rule, ...]:
    return (
        rule(rf"(?<![0-9A-Za-z.,/:-]){_SET}(?:, {_SET}){{1,4}}(?![0-9-])", _sets, name="score"),
        rule(
            r"(?<![0-9A-Za-z.,/:-])([0-9]{1,3})[-–—]([0-9]{1,3})(?![0-9A-Za-z/:+=×÷-]|[.,][0-9]| ?=)",
            _score,
            name="score",
        ),
        rule(r"(?<![0-9A-Za-z.,/:-])([0-9]{1,3})/(10|[0-9])(?![0-9A-Za-z/:-]|[.,][0-9])", _cricket, name="score"),
        # The attacks, which are called by their dates.
        rule(
            r"(?<![0-9A-Za-z.,/:-])(26/11|9/11|50/50)(?= [\u0900-\u0963]|\Z)",
            lambda match: {"26/11": "छब्बीस ग्यारह", "9/11": "नौ ग्यारह", "50/50": "पचास-पचास"}[match[1]],
            name="name of a day",
        ),
    )


def _score(match: re.Match[str]) -> str | None:
    if re.match(r" का (?:फर्क|फ़र्क|अंतर)", after(match)):
        return f"{number(match[1])} {number(match[2])}"
    if match[1] == match[2] and not _AFTER_SCORE.match(after(match)):
        return f"{number(match[1])}-{number(match[2])}"
    # No range goes down, but for the hours of a day.
    if 30 >= int(match[1]) > int(match[2]) and not _HOURS_FOLLOW.match(after(match)):
        return f"{number(match[1])} {number(match[2])}"
    return f"{number(match[1])} {number(match[2])}" if _AFTER_SCORE.match(after(match)) else None


_HOURS_FOLLOW = re.compile(r" ?(?:बजे|ई\.|ईसा|की नौकरी|[AaPp]\.?[Mm]|तक)| [0-9]")


def _sets(match: re.Match[str]) -> str | None:
    pairs = [pair.split("-") for pair in re.sub(r"\([0-9]{1,2}\)", "", match[0]).split(", ")]
    if all(int(one) <= int(other) for one, other in pairs):
        return None
    return re.sub(r"\(?([0-9]{1,2})\)?", lambda digits: number(digits[1]), match[0].replace("-", " "))


def _cricket(match: re.Match[str]) -> str | None:
    if int(match[1]) < 20 or not (_CRICKET.search(before(match)[-50:]) or _CRICKET.search(after(match)[:50])):
        return None
    if match[2] == "0":
        return f"बिना विकेट खोए {number(match[1])}"
    return f"{number(match[2])} विकेट पर {number(match[1])}"


def _slash(match: re.Match[str]) -> str:
    left = re.search(rf"[{DEVANAGARI}]+\Z", before(match))
    right = re.match(rf"[{DEVANAGARI}]+", after(match))
    is_or = {left[0] if left else "", right[0] if right else ""} & {"या", "और", "अथवा", "व"}
    return " " if is_or else " या "


def _sign(match: re.Match[str]) -> str:
    left = (
        " "
        if (match.start() and match.string[match.start()] == " ")
        or (match.start() and match.string[match.start() - 1].isalnum())
        else ""
    )
    following = match.string[match.end() : match.end() + 1]
    right = " " if following and (match[0].endswith(" ") or following.isalnum() or following == "(") else ""
    if match.start() and not left and match.string[match.start() - 1] not in " (\"'“[—–-":
        left = " "
    return f"{left}{_SIGNS[match[1]]}{right}"
