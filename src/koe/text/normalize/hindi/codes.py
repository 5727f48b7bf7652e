"""Codes -> words, digit by digit: PIN, Aadhaar, PAN, OTP, accounts, vehicles."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.letters import spell
from koe.text.normalize.hindi.numerals import DEVANAGARI, number, spelled
from koe.text.normalize.rule import Rule, alternatives, before, of_digits, of_kind, rule
from koe.text.normalize.rule import words as word_set

START = rf"(?<![0-9A-Za-z{DEVANAGARI}+])(?<![0-9][.,:/-])(?<![0-9] )"
END = r"(?![0-9A-Za-z]|[.,:/-][0-9])"
_CHAPTER = "[0-9]{1,2}"
GROUP = re.compile(r"[0-9]+")
_PART = re.compile(r"[0-9]+|[A-Za-z]+")

NUMBER_WORDS = r"(?:नंबर|नम्बर|नं\.?|नं॰|संख्या|सं\.|क्रमांक|क्र\.|No\.?|no\.?|number|कोड|code)"
_BY_DIGIT = (
    r"(?:ओटीपी|ओ\.टी\.पी\.|OTP|otp|PIN|Pin|पिन|पिनकोड|CVV|सीवीवी|PNR|पीएनआर|UPI|यूपीआई|UTR|UAN|IMEI|MICR|कोड|code|Code|"
    r"roll|Roll|CA|CRN|KYC|पासवर्ड|password|आधार|Aadhaar|Aadhar|पैन|खाता|खाते|अकाउंट|account|A/c|a/c|कार्ड|card|रसीद|"
    r"रोल|अनुक्रमांक|पंजीकरण|रजिस्ट्रेशन|registration|गाड़ी|ट्रेन|train|Train|रेलगाड़ी|फ्लाइट|उड़ान|शिकायत|टिकट|बुकिंग|ऑर्डर|"
    r"ग्राहक|उपभोक्ता|संदर्भ|ref|Ref|सत्यापन)"
)
# Between the word and its number: "OTP है: 4821", "खाता संख्या - 302…".
_LINK = rf"(?: ?{NUMBER_WORDS}| आईडी| ID| is| है)?[ :.#-]{{0,3}}"
LONG_AFTER = re.compile(rf"(?<![{DEVANAGARI}A-Za-z]){_BY_DIGIT}(?: का| की| के)?{_LINK}\Z")
_SECRETS = word_set(
    "ओटीपी OTP otp PIN Pin पिन पिनकोड CVV सीवीवी PNR पीएनआर कोड पासवर्ड पासकोड passcode code Code सत्यापन अनुक्रमांक"
)
_ALWAYS = re.compile(
    rf"(?<![{DEVANAGARI}A-Za-z])(?:{alternatives(_SECRETS)}){_LINK}\Z"
    r"|(?:अंतिम|आखिरी|आख़िरी) (?:चार|तीन|दो|4|3|2) (?:अंक|नंबर)(?: हैं?)?[ :-]{1,3}\Z"
)
_NAMED_NUMBER = re.compile(rf"(?<![{DEVANAGARI}A-Za-z]){_BY_DIGIT} ?{NUMBER_WORDS}[ :.#-]{{0,3}}\Z")


def rules() -> tuple[Rule, ...]:
    return of_digits(*of_kind("numbers", *_codes()))


def vehicle_rules() -> tuple[Rule, ...]:
    """The plates of vehicles, which end with what could be a year."""
    found = (
        rule(
            r"(?<![0-9A-Za-z])[A-Z]{2}[ -]?[0-9]{1,2}[ -]?[A-Z]{1,3}(?:[ -][A-Z]{1,2})?[ -]?[0-9]{4}(?![0-9A-Za-z])",
            lambda match: by_character(match[0]),
            name="vehicle",
        ),
    )
    return of_digits(*of_kind("numbers", *found))


def _codes() -> tuple[Rule, ...]:
    return (
        rule(
            rf"(?<=[{DEVANAGARI}.)])(?: ?[-–—] ?| )([1-9][0-9]{{2}}) ?([0-9]{{3}}){END}(?! ?[{DEVANAGARI}])",
            _postal_code,
            name="postal code",
        ),
        rule(
            rf"(?: ?[-–—] ?)([1-9][0-9]{{2}})([0-9]{{3}}){END}",
            lambda match: f", {spelled(match[1])} {spelled(match[2])}" if _TOWN.search(before(match)) else None,
            name="postal code",
        ),
        rule(rf"{START}[0-9]{{4}}(?:[ -][0-9]{{4}}){{2,3}}{END}", grouped, name="number of a card"),
        rule(
            r"(?<![0-9A-Za-z])([A-Z]{5})([0-9]{4})([A-Z])(?![0-9A-Za-z])",
            lambda match: f"{spell(match[1])} {spelled(match[2])} {spell(match[3])}",
            name="code",
        ),
        rule(r"(?<![0-9A-Za-z])[A-Z]{4}0[0-9A-Z]{6}(?![0-9A-Za-z])", lambda match: by_character(match[0]), name="code"),
        # A book, a form: 978-3-16-148410-0.
        rule(rf"{START}[0-9]{{1,9}}(?:-[0-9]{{1,9}}){{2,5}}(?![0-9A-Za-z]|[.,:/][0-9])", grouped, name="code"),
        # A file: 2023/HR/4521.
        rule(
            r"(?<![0-9A-Za-z/])[0-9]{1,6}(?:[/-][A-Z]{1,6}){1,2}[/-][0-9]{2,8}(?![0-9A-Za-z/])",
            lambda match: ", ".join(by_character(group) for group in re.split("[-/]", match[0])),
            name="code",
        ),
        # A standard: IS 10500:2012.
        rule(
            r"(?<![A-Za-z])(IS|ISO|IEC) ?([0-9]{3,5}):([12][0-9]{3})(?![0-9])",
            lambda match: f"{spell(match[1])} {number(match[2])}, {number(match[3])}",
            name="standard",
        ),
        # When to take a medicine: 1-0-1.
        rule(
            r"(?<![0-9A-Za-z/.,-])([0-2])-([0-2])-([0-2])(?![0-9A-Za-z/-])",
            lambda match: "-".join(number(dose) for dose in match.groups()),
            name="dose",
        ),
        rule(
            rf"(?<=गीता )({_CHAPTER})[.:]({_CHAPTER})(?![0-9.])|(?<=गीता \()({_CHAPTER})[.:]({_CHAPTER})(?=\))",
            lambda match: f"अध्याय {number(match[1] or match[3])} श्लोक {number(match[2] or match[4])}",
            name="verse",
        ),
        # A paper of a business year: 45/2024-25.
        rule(
            r"(?<![0-9A-Za-z/.,-])([0-9]{1,6})/(20[0-9]{2})-([0-9]{2})(?![0-9A-Za-z/-])",
            lambda match: f"{number(match[1])} बटा {number(match[2])} {number(match[3])}",
            name="code",
        ),
        rule(
            r"(?<![A-Za-z0-9])i([3579])-([0-9]{4,5})([A-Z]{0,2})(?![A-Za-z0-9])",
            lambda match: f"आई {number(match[1])} {spelled(match[2])} {spell(match[3])}".rstrip(),
            name="model",
        ),
        # Hidden in part: 98XXXXXX10.
        rule(
            r"(?<![0-9A-Za-z*])[0-9]{1,6}[Xx]{2,12}[0-9]{1,6}(?![0-9A-Za-z])",
            lambda match: by_character(match[0]),
            name="code",
        ),
        rule(r"(?<=[Xx*]{2})[ -]?([0-9]{2,4})(?![0-9A-Za-z])", lambda match: f" {spelled(match[1])}", name="code"),
        # A seat: S5-32.
        rule(
            r"(?<![0-9A-Za-z])([A-Z]{1,2}[0-9]{1,2})-([0-9]{1,3})(?![0-9A-Za-z-])",
            lambda match: f"{by_character(match[1])}, {number(match[2])}",
            name="seat",
        ),
        rule(rf"{START}[0-9]{{3,4}}(?: [0-9]{{3,4}}){{2,4}}{END}", grouped, name="code"),
        rule(
            rf"(?:Flight|flight|फ्लाइट|फ़्लाइट|उड़ान|विमान)(?: ?{NUMBER_WORDS})?[ :]{{1,2}}"
            r"([A-Z0-9]{2}[ -]?[0-9]{2,4})(?![0-9A-Za-z])",
            lambda match: match[0][: match.start(1) - match.start()] + by_character(match[1]),
            name="flight",
        ),
        # A house: C-1/23.
        rule(
            r"(?<![0-9A-Za-z/-])([A-Z])-?([0-9]{1,3})/([0-9]{1,3})(?![0-9A-Za-z/-])",
            lambda match: f"{spell(match[1])} {number(match[2])} बटा {number(match[3])}",
            name="house number",
        ),
        rule(
            r"(?<![0-9A-Za-z])(?=[A-Z/-]{1,12}[0-9])[A-Z]{1,6}(?:[-/][A-Z0-9]{1,8}){2,4}(?![0-9A-Za-z])",
            lambda match: ", ".join(by_character(group) for group in re.split("[-/]", match[0])),
            name="code",
        ),
        rule(
            r"(?<![0-9A-Za-z])(?=[0-9]{0,8}[A-Z]{1,8}[0-9])[A-Z0-9]{8,30}(?![0-9A-Za-z])",
            lambda match: by_character(match[0]),
            name="code",
        ),
        rule(
            r"(?<![0-9A-Za-z])(?=[A-Za-z]{0,11}[0-9])(?=[0-9]{0,11}[A-Za-z])[A-Za-z0-9]{4,12}(?![0-9A-Za-z@.])",
            lambda match: by_character(match[0]) if _ALWAYS.search(before(match)[-40:]) else None,
            name="code",
        ),
        rule(rf"{START}[0-9]{{3,20}}{END}", _after_name_of_code, name="code"),
        rule(rf"{START}[0-9]{{12,40}}{END}", lambda match: spelled(match[0]), name="code"),
        # Letters and digits that no word is made of: SBIN0001234, ABC12345.
        rule(
            r"(?<![0-9A-Za-z])(?=[A-Z0-9]{5,20}(?![0-9A-Za-z]))[A-Z]{1,6}[0-9]{3,14}[A-Z0-9]{0,6}(?![0-9A-Za-z])",
            lambda match: by_character(match[0]),
            name="code",
        ),
    )


def by_character(code: str) -> str:
    """Letters by their names, digits one by one."""
    return " ".join(spelled(part) if part[0].isdigit() else spell(part) for part in _PART.findall(code))


def grouped(match: re.Match[str]) -> str:
    """Digits, with a comma between the groups in which they are written."""
    plus = "प्लस " if "+" in match[0][:2] else ""
    return plus + ", ".join(spelled(group) for group in GROUP.findall(match[0]))


def _postal_code(match: re.Match[str]) -> str | None:
    # "राशि - 250000" is no code.
    if match[0][0] == " " and not _TOWN.search(before(match)):
        return None
    gap = ", " if re.search(r"[0-9] [0-9]", match[0]) else " "
    dash = ", " if re.match(r" ?[-–—]", match[0]) else " "
    return f"{dash}{spelled(match[1])}{gap}{spelled(match[2])}"


_TOWN = re.compile(
    r"(?:दिल्ली|मुंबई|कोलकाता|चेन्नई|बेंगलुरु|हैदराबाद|लखनऊ|कानपुर|पटना|जयपुर|भोपाल|इंदौर|पुणे|अहमदाबाद|नोएडा|गुरुग्राम|गाज़ियाबाद|वाराणसी|ऋषिकेश|"
    r"हरिद्वार|मथुरा|मेरठ|ग्वालियर|जबलपुर|जोधपुर|कोटा|उदयपुर|बीकानेर|अजमेर|गोरखपुर|बरेली|अलीगढ़|प्रयागराज|गया|धनबाद|रायपुर|नागपुर|नासिक|सूरत|"
    r"प्रदेश|बिहार|राजस्थान|महाराष्ट्र|हरियाणा|पंजाब|उत्तराखंड|झारखंड|छत्तीसगढ़|गुजरात|चंडीगढ़|आगरा|रांची|देहरादून|शिमला|पिन|[.)])\Z"
)


def _after_name_of_code(match: re.Match[str]) -> str | None:
    left = before(match)[-40:]
    if _ALWAYS.search(left) or (LONG_AFTER.search(left) and (len(match[0]) >= 5 or _NAMED_NUMBER.search(left))):
        return spelled(match[0])
    return None
