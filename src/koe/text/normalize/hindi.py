"""Hindi numbers, dates, times, money and measures -> words in Devanagari."""

from __future__ import annotations

import re

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.numerals import BEGIN, full_year
from koe.text.normalize.rule import Rule, alternatives, rule, words

_TO_NINETY_NINE = """
शून्य एक दो तीन चार पांच छह सात आठ नौ
दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस
तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी
अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी
नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे
"""
_BELOW_HUNDRED = tuple(_TO_NINETY_NINE.split())
_SCALES = ((10**9, "अरब"), (10**7, "करोड़"), (10**5, "लाख"), (1000, "हज़ार"), (100, "सौ"))
_LONGEST = 11

_MONTHS = (
    "जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर",
)  # fmt: skip
_CURRENCIES = {
    "₹": ("रुपये", "पैसे"), "रु.": ("रुपये", "पैसे"), "रु": ("रुपये", "पैसे"), "Rs.": ("रुपये", "पैसे"), "Rs": ("रुपये", "पैसे"),
    "INR": ("रुपये", "पैसे"), "$": ("डॉलर", "सेंट"), "€": ("यूरो", "सेंट"), "£": ("पाउंड", "पेंस"), "¥": ("येन", "सेन"),
}  # fmt: skip
_UNITS = {
    "km/h": "किलोमीटर प्रति घंटा", "किमी/घंटा": "किलोमीटर प्रति घंटा", "km": "किलोमीटर", "किमी": "किलोमीटर",
    "कि.मी.": "किलोमीटर", "m": "मीटर", "मी": "मीटर", "cm": "सेंटीमीटर", "सेमी": "सेंटीमीटर", "mm": "मिलीमीटर",
    "kg": "किलोग्राम", "किग्रा": "किलोग्राम", "कि.ग्रा.": "किलोग्राम", "g": "ग्राम", "mg": "मिलीग्राम", "l": "लीटर",
    "L": "लीटर", "ml": "मिलीलीटर", "mL": "मिलीलीटर", "°C": "डिग्री सेल्सियस", "℃": "डिग्री सेल्सियस",
    "°F": "डिग्री फ़ारेनहाइट", "℉": "डिग्री फ़ारेनहाइट", "°": "डिग्री", "%": "प्रतिशत", "GB": "जीबी", "MB": "एमबी",
}  # fmt: skip
ABBREVIATIONS = Abbreviations(before_number=words("रु rs"))
_LARGE = "हज़ार|हजार|लाख|करोड़|अरब|मिलियन|बिलियन"
_ORDINALS = {"1": "पहल", "2": "दूसर", "3": "तीसर", "4": "चौथ", "6": "छठ"}
_ENDINGS = {"वां": "ा", "वाँ": "ा", "वीं": "ी", "वें": "े"}
_SIGNS = {"×": "गुणा", "÷": "भाग", "+": "जमा", "=": "बराबर"}

_END = r"(?![0-9A-Za-z:/-]|[.,][0-9])"
# Commas as in 12,34,567 or in 1,234,567.
_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{2,3}){1,8}(?![0-9])|[0-9]{1,40})(?:\.[0-9]{1,40})?"
_DIGIT_OF_DEVANAGARI = {chr(0x966 + digit): str(digit) for digit in range(10)}


def cardinal(digits: str) -> str:
    """Number words. Leading zeros ("007") and very long numbers are read digit by digit."""
    if len(digits) > _LONGEST or (len(digits) > 1 and digits[0] == "0"):
        return spelled(digits)
    return _words(int(digits))


def _words(number: int) -> str:
    if number < 100:
        return _BELOW_HUNDRED[number]
    scale, name = next((scale, name) for scale, name in _SCALES if number >= scale)
    count, rest = divmod(number, scale)
    return f"{_words(count)} {name}" + (f" {_words(rest)}" if rest else "")


def spelled(digits: str) -> str:
    return " ".join(_BELOW_HUNDRED[int(digit)] for digit in digits if digit.isdigit())


def number(text: str) -> str:
    whole, point, fraction = text.replace(",", "").partition(".")
    return cardinal(whole) + (f" दशमलव {spelled(fraction)}" if point else "")


def year(digits: str) -> str:
    """The words of a year: 1999 is "nineteen hundred ninety-nine"."""
    century, rest = divmod(int(digits), 100)
    if not 11 <= century <= 19:
        return cardinal(digits)
    return f"{_words(century)} सौ" + (f" {_words(rest)}" if rest else "")


def rules() -> tuple[Rule, ...]:
    day, month = r"(0?[1-9]|[12][0-9]|3[01])", r"(0?[1-9]|1[0-2])"
    return (
        rule(r"(?:\+91[ -]?|\b0)?\b[6-9][0-9]{4}[ -]?[0-9]{5}\b", _phone, kind="phones"),
        rule(rf"{BEGIN}{day}([/.-]){month}\2([12][0-9]{{3}}|[0-9]{{2}}){_END}", _date, kind="dates"),
        rule(
            rf"{BEGIN}([12][0-9]{{3}})-{month}-{day}{_END}",
            lambda match: _day(match[3], match[2], match[1]),
            kind="dates",
        ),
        rule(rf"{BEGIN}([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?{_END}(?: ?बजे)?", _time, kind="times"),
        rule(
            rf"(?P<minus>-)?(?P<sign>{alternatives(_CURRENCIES)}) ?(?P<amount>{_NUMBER})(?P<scale> ?(?:{_LARGE}))?",
            _money,
            kind="money",
        ),
        rule(rf"(?P<amount>{_NUMBER})(?P<scale>) ?(?P<sign>[₹€£])", _money, kind="money"),
        rule(
            rf"{BEGIN}([0-9]{{1,4}})/([0-9]{{1,4}}){_END}", lambda match: f"{number(match[1])} बटा {number(match[2])}"
        ),
        rule(r"(?<![0-9.,])([0-9]{1,11})(वां|वाँ|वीं|वें)", _ordinal),
        rule(rf"({_NUMBER}) ?[-–—~] ?(?=[0-9])", lambda match: f"{number(match[1])} से "),
        rule(r"(?<![0-9A-Za-z.,\u0900-\u0963])[-−](?=[0-9])", lambda _: "माइनस "),
        rule(rf"({_NUMBER}) ?({alternatives(_UNITS)})(?![A-Za-z0-9\u0900-\u0963])", _measure, kind="units"),
        rule(r"(?<=[0-9]) ?([×÷+=]) ?(?=[0-9])", lambda match: f" {_SIGNS[match[1]]} ", kind="symbols"),
        rule(
            rf"({alternatives(_MONTHS)}),? (1[1-9][0-9]{{2}})(?![0-9.,])",
            lambda match: f"{match[1]} {year(match[2])}",
            kind="dates",
        ),
        rule(
            r"(?<![0-9.,])(1[1-9][0-9]{2})(?= (?:में|से|तक|का|की|के|ई))|(?<=सन )(1[1-9][0-9]{2})(?![0-9.,])",
            lambda match: year(match[0]),
            kind="dates",
        ),
        rule(rf"(?<=[A-Za-z\u0900-\u0963])-?({_NUMBER})", lambda match: f" {number(match[1])}"),
        rule(rf"({_NUMBER})(?=[A-Za-z\u0900-\u0963])", lambda match: f"{number(match[1])} "),
        rule(_NUMBER, lambda match: number(match[0])),
    )


FIRST = (rule("[०-९]", lambda match: _DIGIT_OF_DEVANAGARI[match[0]]),)


def _phone(match: re.Match[str]) -> str:
    digits = re.sub(r"[^0-9]", "", match[0])
    number = spelled(digits[-10:-5]) + ", " + spelled(digits[-5:])
    before = spelled(digits[:-10])
    return ("प्लस " if match[0][0] == "+" else "") + (f"{before}, " if before else "") + number


def _date(match: re.Match[str]) -> str:
    return _day(match[1], match[3], full_year(match[4]))


def _day(day: str, month: str, in_year: str) -> str:
    return f"{_words(int(day))} {_MONTHS[int(month) - 1]} {year(in_year)}"


def _time(match: re.Match[str]) -> str:
    hour, minute, second = match.groups()
    if not int(minute) and not second:
        return f"{_words(int(hour))} बजे"
    words = f"{_words(int(hour))} बज कर {_words(int(minute))} मिनट"
    return f"{words} {_words(int(second))} सेकंड" if second else words


def _money(match: re.Match[str]) -> str:
    unit, hundredth = _CURRENCIES[match["sign"]]
    minus = "माइनस " if match.groupdict().get("minus") else ""
    whole, _, fraction = match["amount"].partition(".")
    if len(fraction) == 2 and not match["scale"]:
        rest = f" {_words(int(fraction))} {hundredth}" if int(fraction) else ""
        return f"{minus}{number(whole)} {unit}{rest}"
    scale = f" {match['scale'].strip()}" if match["scale"] else ""
    return f"{minus}{number(match['amount'])}{scale} {unit}"


def _ordinal(match: re.Match[str]) -> str:
    stem = _ORDINALS.get(match[1])
    return stem + _ENDINGS[match[2]] if stem else cardinal(match[1]) + match[2]


def _measure(match: re.Match[str]) -> str:
    return f"{number(match[1])} {_UNITS[match[2]]}"
