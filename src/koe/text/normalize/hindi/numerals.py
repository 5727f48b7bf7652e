"""Digits -> Hindi number words: cardinals, decimals, ordinals, years; and the patterns of numbers.

Rules see ASCII digits only: the grammar's typography turns १२३ into 123.
"""

from __future__ import annotations

# Spelled so that eSpeak says them right: it adds an n to पाँच, but not to पांच.
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
_SCALES = (
    (10**17, "शंख"), (10**15, "पद्म"), (10**13, "नील"), (10**11, "खरब"), (10**9, "अरब"), (10**7, "करोड़"),
    (10**5, "लाख"), (1000, "हज़ार"), (100, "सौ"),
)  # fmt: skip
_LONGEST_UNGROUPED = 11
_LONGEST = 19

# The English numbers that Hindi speakers say in names such as 5G, T20 and CO2.
_ENGLISH_TO_TWENTY = (
    "ज़ीरो", "वन", "टू", "थ्री", "फ़ोर", "फ़ाइव", "सिक्स", "सेवन", "एट", "नाइन", "टेन", "इलेवन", "ट्वेल्व", "थर्टीन",
    "फ़ोर्टीन", "फ़िफ़्टीन", "सिक्सटीन", "सेवनटीन", "एटीन", "नाइनटीन", "ट्वेंटी",
)  # fmt: skip

# Stems that take a bare vowel sign: पहला, चौथी; all others take वां, वीं, वें.
_IRREGULAR_ORDINALS = {1: "पहल", 2: "दूसर", 3: "तीसर", 4: "चौथ", 6: "छठ"}
_SANSKRIT_ORDINALS = ["प्रथम", "द्वितीय", "तृतीय", "चतुर्थ", "पंचम", "षष्ठ", "सप्तम", "अष्टम", "नवम", "दशम"]
_HALVES = {1: "डेढ़", 2: "ढाई"}

DEVANAGARI = r"\u0900-\u0963\u0971-\u097f"
LETTER = rf"A-Za-z{DEVANAGARI}"
# Commas as in 12,34,567 or in 1,234,567.
WHOLE = r"(?:[0-9]{1,3}(?:,[0-9]{2,3}){1,8}(?![0-9])|[0-9]{1,40})"
UNSIGNED = rf"(?:{WHOLE}(?:\.[0-9]{{1,40}})?|(?<![0-9.{LETTER}])\.[0-9]{{1,40}})"
# No number begins inside another one.
START = r"(?<![0-9])(?<![0-9][.,])"
# Not after a number, a word or a bracket, where the sign is a hyphen or a dash.
MINUS = rf"(?:(?<![0-9{LETTER}.,)%°'\"])(?<![0-9] )[-−])"
# No letter before it, but for the x of "4x100".
NO_LATIN = r"(?<![A-WYZa-wyz])(?<![^0-9 ][xX])(?<!\A[xX])"
# Around a number that stands alone: no letter, and no longer number, date, time or path.
ALONE = rf"(?<![0-9{LETTER}])(?<![0-9A-Za-z][./:])(?<![A-Za-z]-)(?<![0-9],)"
ALONE_END = rf"(?![0-9{LETTER}:/]|[.,-][0-9])"


def cardinal(digits: str, *, grouped: bool = False) -> str:
    """Number words. Leading zeros ("007") and very long numbers are read digit by digit."""
    longest = _LONGEST if grouped else _LONGEST_UNGROUPED
    if len(digits) > longest or (len(digits) > 1 and digits[0] == "0"):
        return spelled(digits)
    return words(int(digits))


def words(number: int) -> str:
    if number < 100:
        return _BELOW_HUNDRED[number]
    scale, name = next((scale, name) for scale, name in _SCALES if number >= scale)
    count, rest = divmod(number, scale)
    return f"{words(count)} {name}" + (f" {words(rest)}" if rest else "")


def spelled(digits: str) -> str:
    return " ".join(_BELOW_HUNDRED[int(digit)] for digit in digits if "0" <= digit <= "9")


def english(number: int) -> str:
    """The English word for a number up to twenty, in Devanagari; above, the Hindi words."""
    return _ENGLISH_TO_TWENTY[number] if number <= 20 else words(number)


def number(text: str) -> str:
    """Words of any number that `MINUS` and `UNSIGNED` match: "1,234", "-5", "3.14", ".5"."""
    minus = "माइनस " if text[0] in "-−" else ""
    whole, point, fraction = text.lstrip("-−").replace(",", "").partition(".")
    before = cardinal(whole, grouped="," in text) if whole else ""
    after = f"दशमलव {spelled(fraction)}" if point else ""
    return minus + f"{before} {after}".strip()


def with_half(text: str) -> str:
    """Number words, with the Hindi words for a half: 1.5 is डेढ़, 2.5 ढाई, 3.5 साढ़े तीन."""
    whole, _, fraction = text.replace(",", "").partition(".")
    if fraction in ("5", "50") and whole.isdigit() and 1 <= int(whole) < 100:
        return half_more(int(whole))
    return number(text)


def half_more(whole: int) -> str:
    return _HALVES.get(whole) or f"साढ़े {words(whole)}"


def year(digits: str) -> str:
    """The words of a year: 1999 is "nineteen hundred ninety-nine", 2024 "two thousand twenty-four"."""
    century, rest = divmod(int(digits), 100)
    if not 11 <= century <= 19:
        return words(int(digits))
    return f"{words(century)} सौ" + (f" {words(rest)}" if rest else "")


def full_year(digits: str) -> str:
    """A year of two digits with its century: independence in 47, partition and wars are of the 20th."""
    return digits if len(digits) != 2 else ("19" if int(digits) >= 40 else "20") + digits


def ordinal(value: int, vowel: str) -> str:
    """`vowel`: the ending of gender, number and case, "ा", "ी" or "े"."""
    stem = _IRREGULAR_ORDINALS.get(value)
    if stem:
        return stem + vowel
    return ("सौ" if value == 100 else words(value)) + {"ा": "वां", "ी": "वीं", "े": "वें"}[vowel]


def of_ruler(value: int) -> str:
    """The ordinal after the name of a king or queen: द्वितीय for II."""
    return _SANSKRIT_ORDINALS[value - 1] if 1 <= value <= len(_SANSKRIT_ORDINALS) else ordinal(value, "ा")
