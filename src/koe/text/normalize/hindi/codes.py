"""Telephone numbers and other codes -> words, digit by digit: +91 98765 43210, PIN, Aadhaar, OTP, vehicles."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.letters import spell
from koe.text.normalize.hindi.numerals import DEVANAGARI, spelled
from koe.text.normalize.rule import Rule, after, alternatives, before, of_digits, of_kind, rule
from koe.text.normalize.rule import words as word_set

_START = rf"(?<![0-9A-Za-z{DEVANAGARI}+])(?<![0-9][.,:/-])(?<![0-9] )"
_END = r"(?![0-9A-Za-z]|[.,:/-][0-9])"
_GROUP = re.compile(r"[0-9]+")
_PART = re.compile(r"[0-9]+|[A-Za-z]+")

_NUMBER_WORDS = r"(?:नंबर|नम्बर|नं\.?|नं॰|संख्या|सं\.|क्रमांक|क्र\.|No\.?|no\.?|number|कोड|code)"
_BY_DIGIT = (
    r"(?:ओटीपी|ओ\.टी\.पी\.|OTP|otp|PIN|Pin|पिन|पिनकोड|CVV|सीवीवी|PNR|पीएनआर|UPI|यूपीआई|UTR|UAN|IMEI|MICR|कोड|code|Code|"
    r"पासवर्ड|password|आधार|Aadhaar|Aadhar|पैन|खाता|खाते|अकाउंट|account|A/c|a/c|कार्ड|card|रसीद|"
    r"रोल|अनुक्रमांक|पंजीकरण|रजिस्ट्रेशन|registration|गाड़ी|ट्रेन|train|Train|रेलगाड़ी|फ्लाइट|उड़ान|शिकायत|टिकट|बुकिंग|ऑर्डर|"
    r"ग्राहक|उपभोक्ता|संदर्भ|ref|Ref|सत्यापन)"
)
# Between the word and its number: "OTP है: 4821", "खाता संख्या - 302…".
_LINK = rf"(?: ?{_NUMBER_WORDS}| आईडी| ID| is| है)?[ :.#-]{{0,3}}"
_LONG_AFTER = re.compile(rf"(?<![{DEVANAGARI}A-Za-z]){_BY_DIGIT}(?: का| की| के)?{_LINK}\Z")
_SECRETS = word_set("ओटीपी OTP otp PIN Pin पिन पिनकोड CVV सीवीवी PNR पीएनआर पासवर्ड code Code सत्यापन अनुक्रमांक")
_ALWAYS = re.compile(
    rf"(?<![{DEVANAGARI}A-Za-z])(?:{alternatives(_SECRETS)}){_LINK}\Z"
    r"|(?:अंतिम|आखिरी|आख़िरी) (?:चार|तीन|दो|4|3|2) (?:अंक|नंबर)(?: हैं?)?[ :-]{1,3}\Z"
)
_NAMED_NUMBER = re.compile(rf"(?<![{DEVANAGARI}A-Za-z]){_BY_DIGIT} ?{_NUMBER_WORDS}[ :.#-]{{0,3}}\Z")
_TELEPHONE_WORDS = word_set(
    "फोन फ़ोन टेलीफोन टेलीफ़ोन दूरभाष मोबाइल मो हेल्पलाइन फ्री फ़्री कॉल डायल व्हाट्सएप व्हाट्सऐप संपर्क फैक्स phone Phone Ph Tel "
    "Mob Call call SMS एसएमएस एक्सटेंशन Ext ext"
)
_TELEPHONE = re.compile(
    rf"(?<![{DEVANAGARI}A-Za-z])(?:{alternatives(_TELEPHONE_WORDS)})(?: ?{_NUMBER_WORDS})?"
    r"(?: करें| करे| हैं?| पर)?[ :.-]{1,3}\Z"
)
_IS_DIALLED = re.compile(
    r" (?:नंबर |नम्बर )?(?:डायल|(?:पर|को) (?:तुरंत |अभी )?"
    r"(?:कॉल|डायल|फोन|फ़ोन|एसएमएस|SMS|मैसेज|सूचना दें|संपर्क|मिस्ड|व्हाट्स))| हेल्पलाइन"
)
_ALSO_DIALLED = re.compile(r"(?:पुलिस|एम्बुलेंस|फायर ब्रिगेड|अग्निशमन|आपातकालीन)[^।]{0,12}\Z")
_EMERGENCY = word_set("100 101 102 104 108 112 139 181 1091 1098 1090 1076 1930 1033 1906 1912 1947 1950 1073 155260")


def rules() -> tuple[Rule, ...]:
    return of_digits(*of_kind("phones", *_telephones()), *of_kind("numbers", *_codes()))


def _telephones() -> tuple[Rule, ...]:
    return (
        rule(
            rf"{_START}(?:\+?91[ -]?|0[ -]?|\(\+91\) ?|\+91[ -]?0?)?[6-9][0-9]{{4}}[ -]?[0-9]{{5}}{_END}"
            rf"|(?<![0-9A-Za-z])\+91[ -]?[6-9][0-9]{{4}}[ -]?[0-9]{{5}}{_END}",
            _mobile,
            name="telephone number",
        ),
        rule(rf"{_START}[6-9][0-9]{{2}}[ -][0-9]{{3}}[ -][0-9]{{4}}{_END}", _grouped, name="telephone number"),
        rule(
            r"(?<![0-9A-Za-z])\+[0-9]{1,3}(?:[ -]?\([0-9]{1,5}\)[ -]?|[ -])?"
            rf"[0-9]{{2,12}}(?:[ -][0-9]{{2,8}}){{0,4}}{_END}",
            _grouped,
            name="telephone number",
        ),
        rule(rf"{_START}\(0[0-9]{{2,4}}\) ?[0-9]{{3,8}}(?:[ -][0-9]{{3,4}})?{_END}", _grouped, name="telephone number"),
        rule(rf"{_START}0[0-9]{{2,4}}[ -][0-9]{{3,8}}(?:[ -][0-9]{{3,4}})?{_END}", _grouped, name="telephone number"),
        rule(
            rf"{_START}1[89][06]0[ -]?[0-9]{{2,4}}[ -]?[0-9]{{3,4}}(?:[ -][0-9]{{1,4}})?{_END}",
            _toll_free,
            name="telephone number",
        ),
        rule(rf"{_START}[0-9]{{3,12}}(?:[ -][0-9]{{3,8}}){{0,3}}{_END}", _dialled, name="telephone number"),
    )


def _codes() -> tuple[Rule, ...]:
    return (
        rule(
            rf"(?<=[{DEVANAGARI}.)])(?: ?[-–—] ?| )([1-9][0-9]{{2}}) ?([0-9]{{3}}){_END}(?! ?[{DEVANAGARI}])",
            _postal_code,
            name="postal code",
        ),
        rule(rf"{_START}[0-9]{{4}}(?:[ -][0-9]{{4}}){{2,3}}{_END}", _grouped, name="number of a card"),
        rule(
            r"(?<![0-9A-Za-z])([A-Z]{5})([0-9]{4})([A-Z])(?![0-9A-Za-z])",
            lambda match: f"{spell(match[1])} {spelled(match[2])} {spell(match[3])}",
            name="code",
        ),
        rule(r"(?<![0-9A-Za-z])[A-Z]{4}0[0-9A-Z]{6}(?![0-9A-Za-z])", lambda match: by_character(match[0]), name="code"),
        rule(
            r"(?<![0-9A-Za-z])[A-Z]{2}[ -]?[0-9]{1,2}[ -]?[A-Z]{1,3}(?:[ -][A-Z]{1,2})?[ -]?[0-9]{4}(?![0-9A-Za-z])",
            lambda match: by_character(match[0]),
            name="vehicle",
        ),
        # A book, a form: 978-3-16-148410-0.
        rule(rf"{_START}[0-9]{{1,9}}(?:-[0-9]{{1,9}}){{2,5}}(?![0-9A-Za-z]|[.,:/][0-9])", _grouped, name="code"),
        rule(r"(?<=[Xx*]{2})[ -]?([0-9]{2,4})(?![0-9A-Za-z])", lambda match: f" {spelled(match[1])}", name="code"),
        rule(
            rf"(?:फ्लाइट|फ़्लाइट|उड़ान|विमान)(?: ?{_NUMBER_WORDS})?[ :]{{1,2}}"
            r"([A-Z0-9]{2}[ -]?[0-9]{2,4})(?![0-9A-Za-z])",
            lambda match: match[0][: match.start(1) - match.start()] + by_character(match[1]),
            name="flight",
        ),
        rule(
            r"(?<![0-9A-Za-z])(?=[A-Z/-]{1,12}[0-9])[A-Z]{1,6}(?:[-/][A-Z0-9]{1,8}){2,4}(?![0-9A-Za-z])",
            lambda match: ", ".join(by_character(group) for group in re.split("[-/]", match[0])),
            name="code",
        ),
        rule(
            r"(?<![0-9A-Za-z])(?=[0-9]{0,8}[A-Z]{1,8}[0-9])[A-Z0-9]{8,20}(?![0-9A-Za-z])",
            lambda match: by_character(match[0]),
            name="code",
        ),
        rule(rf"{_START}[0-9]{{3,20}}{_END}", _after_name_of_code, name="code"),
        rule(rf"{_START}[0-9]{{12,40}}{_END}", lambda match: spelled(match[0]), name="code"),
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


def _grouped(match: re.Match[str]) -> str:
    """Digits, with a comma between the groups in which they are written."""
    plus = "प्लस " if "+" in match[0][:2] else ""
    return plus + ", ".join(spelled(group) for group in _GROUP.findall(match[0]))


def _mobile(match: re.Match[str]) -> str | None:
    if _LONG_AFTER.search(before(match)) and "मोबाइल" not in before(match)[-20:]:
        return None
    digits = "".join(_GROUP.findall(match[0]))
    plus = "प्लस " if "+" in match[0] else ""
    prefix = f"{spelled(digits[:-10])}, " if len(digits) > 10 else ""
    return f"{plus}{prefix}{spelled(digits[-10:-5])}, {spelled(digits[-5:])}"


def _toll_free(match: re.Match[str]) -> str | None:
    groups = _GROUP.findall(match[0])
    if len(groups) == 1:
        digits = groups[0]
        groups = [digits[:4], digits[4:7], digits[7:]]
    return ", ".join(map(spelled, groups)) if sum(map(len, groups)) >= 10 else None


def _dialled(match: re.Match[str]) -> str | None:
    left, right = before(match), after(match)
    digits = match[0]
    is_called = _IS_DIALLED.match(right)
    if (_TELEPHONE.search(left) and not re.match(r"[0-9]{3,4}\Z", digits[:0])) or (is_called and len(digits) >= 3):
        return ", ".join(map(spelled, _GROUP.findall(digits)))
    if digits in _EMERGENCY and _ALSO_DIALLED.search(left) and re.match(r" (?:नंबर|पर|को)|\Z|[,।)/]", right):
        return spelled(digits)
    return None


def _postal_code(match: re.Match[str]) -> str | None:
    if match[0][0] == " " and match[0][1:2].isdigit() and not _TOWN.search(before(match)):
        return None
    gap = ", " if re.search(r"[0-9] [0-9]", match[0]) else " "
    dash = ", " if re.match(r" ?[-–—]", match[0]) else " "
    return f"{dash}{spelled(match[1])}{gap}{spelled(match[2])}"


_TOWN = re.compile(
    r"(?:दिल्ली|मुंबई|कोलकाता|चेन्नई|बेंगलुरु|हैदराबाद|लखनऊ|कानपुर|पटना|जयपुर|भोपाल|इंदौर|पुणे|अहमदाबाद|नोएडा|गुरुग्राम|गाज़ियाबाद|वाराणसी|"
    r"प्रदेश|बिहार|राजस्थान|महाराष्ट्र|हरियाणा|पंजाब|उत्तराखंड|झारखंड|छत्तीसगढ़|गुजरात|चंडीगढ़|आगरा|रांची|देहरादून|शिमला)\Z"
)


def _after_name_of_code(match: re.Match[str]) -> str | None:
    left = before(match)[-40:]
    if _ALWAYS.search(left) or (_LONG_AFTER.search(left) and (len(match[0]) >= 5 or _NAMED_NUMBER.search(left))):
        return spelled(match[0])
    return None
