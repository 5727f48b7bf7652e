"""Latin letters in Hindi text -> the names of the letters: acronyms, 5G, B-12, degrees."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.numerals import DEVANAGARI, english, ordinal, words
from koe.text.normalize.rule import Rule, after, alternatives, before, of_digits, of_kind, rule
from koe.text.normalize.rule import words as word_set

_NAMES_IN_ORDER = (
    "ए", "बी", "सी", "डी", "ई", "एफ़", "जी", "एच", "आई", "जे", "के", "एल", "एम", "एन", "ओ", "पी", "क्यू", "आर", "एस",
    "टी", "यू", "वी", "डब्ल्यू", "एक्स", "वाई", "ज़ेड",
)  # fmt: skip
_NAMES = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", _NAMES_IN_ORDER, strict=True))
NAMES = frozenset(_NAMES.values()) | {"एफ", "जेड", "डब्लू", "क्यु"}

# Acronyms that are said as words.
_SAID_AS_WORDS = {
    "AADHAAR": "आधार", "AAP": "आप", "AIDS": "एड्स", "AIIMS": "एम्स", "ASEAN": "आसियान", "BIMSTEC": "बिम्सटेक",
    "BRICS": "ब्रिक्स", "CAPTCHA": "कैप्चा", "COVID": "कोविड", "DIGILOCKER": "डिजीलॉकर", "FASTAG": "फ़ास्टैग",
    "FEMA": "फ़ेमा", "FICCI": "फ़िक्की", "FIFA": "फ़ीफ़ा", "GATE": "गेट", "IFFCO": "इफ़को", "IGNOU": "इग्नू",
    "INSAT": "इनसैट", "INTERPOL": "इंटरपोल", "ISRO": "इसरो", "KISAN": "किसान", "LASER": "लेज़र", "MUDRA": "मुद्रा",
    "MGNREGA": "मनरेगा", "NABARD": "नाबार्ड", "NAFED": "नैफ़ेड", "NASA": "नासा", "NASSCOM": "नैसकॉम", "NATO": "नाटो",
    "NEET": "नीट", "NITI": "नीति", "OK": "ओके", "OPEC": "ओपेक", "PAN": "पैन", "PIN": "पिन", "QUAD": "क्वाड",
    "RADAR": "रडार", "RAM": "रैम", "ROM": "रोम", "SAARC": "सार्क", "SAIL": "सेल", "SARS": "सार्स", "SEBI": "सेबी",
    "SIM": "सिम", "SUV": "एस यू वी", "SWAYAM": "स्वयं", "TRAI": "ट्राई", "UNESCO": "यूनेस्को", "UNICEF": "यूनिसेफ़",
    "USSR": "यू एस एस आर", "VIP": "वी आई पी", "WIFI": "वाई-फ़ाई", "YONO": "योनो", "ZIP": "ज़िप", "LED": "एल ई डी",
    "DISCOM": "डिस्कॉम", "BHEL": "भेल", "GAIL": "गेल", "NIFTY": "निफ़्टी", "SENSEX": "सेंसेक्स", "JIO": "जियो",
    "AMUL": "अमूल", "RAW": "रॉ", "CLAT": "क्लैट", "NET": "नेट", "BHIM": "भीम", "CIBIL": "सिबिल", "CTET": "सीटेट",
    "UPTET": "यूपी टेट", "TET": "टेट", "JSON": "जेसन",
}  # fmt: skip
# Those that could be said as words, but are spelled.
_SPELLED = word_set(
    "ICICI UIDAI NCERT IIIT IAEA UAPA UPA NDA CUET UAE USA UAN OTP ATM EMI EPFO ESIC ICSE CISF OLED BAMS BPSC MPSC IAS "
    "IPS IFS AIR"
)
_PLURAL = re.compile(r"([A-Z]{2,5})s")
_VOWEL = frozenset("AEIOUY")
# Letters that no word begins with, or has in its middle.
_NO_WORD = re.compile(
    r"^(?!SCH|SCR|SHR|SPL|SPR|STR|THR|CHR)[^AEIOUY]{3}"
    r"|^(?!BL|BR|CH|CL|CR|DR|FL|FR|GL|GR|KN|PH|PL|PR|SC|SH|SK|SL|SM|SN|SP|ST|SW|TH|TR|TW|WH|WR)[^AEIOUY]{2}.{1,3}$"
    r"|[^AEIOUY]{4}"
)
_NO_SHORT_WORD = re.compile(r"[^AEIOUY]{3}")
# How no word of four letters ends: MIDC, CAGR.
_NO_ENDING = re.compile(
    r"[AEIOUY](?!BB|BH|CH|CK|CT|DD|DH|FF|FT|GG|GH|GN|HN|KH|L[BDFKLMPT]|MB|MM|MP|N[CDGKNTX]|P[HPT]|R[BCDFGKLMNPRT]"
    r"|S[CHKMPST]|T[HTZ]|V[RY]|W[KLN]|X[T]|ZZ|.S)[^AEIOUY]{2}$"
)
_ENGLISH_WORDS = word_set(
    "ALL AND ARE ART AT BAD BAR BE BIG BOX BUS BUT BUY BY CAN CAR DAY DO FOR FUN GET GO HE HER HIS HIT HOT HOW IF IN "
    "IS ITS JOB KEY LAW LET LOW MAN MAY MEN MY NEW NO NOT NOW OF OFF OLD ON ONE OR OUR OUT OWN PAY PUT RED RUN SAY SEE "
    "SET SHE SIX SO TEN THE TO TOO TOP TRY TWO USE WAR WAS WAY WE WHY WIN YES YET YOU"
)
_CAPITALS_BEFORE = re.compile(r"([A-Z]{3,}) \Z")
_CAPITALS_AFTER = re.compile(r" ([A-Z]{3,}+)(?![a-z0-9])")

_DEGREES = {
    "B.Sc": "बी एससी", "M.Sc": "एम एससी", "B.Com": "बी कॉम", "M.Com": "एम कॉम", "B.Tech": "बी टेक",
    "M.Tech": "एम टेक", "B.Ed": "बी एड", "M.Ed": "एम एड", "Ph.D": "पी एच डी", "PhD": "पी एच डी", "M.Phil": "एम फ़िल",
    "B.Pharm": "बी फ़ार्म", "D.Pharma": "डी फ़ार्मा", "D.Litt": "डी लिट", "LL.B": "एल एल बी", "LL.M": "एल एल एम",
    "BTech": "बी टेक", "MTech": "एम टेक", "BSc": "बी एससी", "MSc": "एम एससी", "BCom": "बी कॉम", "B.A": "बी ए",
    "e.g": "उदाहरण के लिए", "i.e": "यानी",
}  # fmt: skip

# Names in which Hindi speakers say the number in English.
_WITH_ENGLISH_NUMBERS = (
    rf"(?P<number>[2-6]) ?-?(?P<after>G|जी)(?![A-Za-z0-9{DEVANAGARI}])|(?P<number_b>[2-4])(?P<after_b>D)(?![A-Za-z0-9])"
    r"|(?P<number_c>[2458])(?P<after_c>K)(?![A-Za-z0-9])"
)
_BEFORE_ENGLISH_NUMBER = {
    "T": "टी", "टी": "टी", "G": "जी", "जी": "जी", "MP": "एम पी", "U": "अंडर", "N": "एन", "एन": "एन",
}  # fmt: skip
_ENGLISH_NUMBERED = {
    "T": (20, 10), "टी": (20, 10), "G": (20, 7, 8), "जी": (20, 7, 8, 4), "MP": (3, 4), "U": (17, 19), "N": (95,),
    "एन": (95,),
}  # fmt: skip


def spell(letters: str) -> str:
    """The names of Latin letters, one by one."""
    return " ".join(_NAMES[letter] for letter in letters.upper() if letter in _NAMES or letter.upper() in _NAMES)


def rules() -> tuple[Rule, ...]:
    """Degrees and names with digits; `acronym_rules` are for letters alone."""
    latin = "(?<![A-Za-z0-9.])"
    return (
        *of_kind(
            "acronyms",
            rule(
                rf"{latin}(?:{alternatives(_DEGREES)})(?:\.|(?![A-Za-z.]))",
                lambda match: _DEGREES[match[0].rstrip(".")],
                name="degree",
            ),
            rule(
                r"(?<![A-Za-z0-9])(?:(AB|[ABO]|Rh) ?)?([+-])ve(?![A-Za-z])",
                lambda match: f"{spell(match[1] or '')} {'पॉज़िटिव' if match[2] == '+' else 'नेगेटिव'}".strip(),
                name="blood group",
            ),
            rule(r"(?<![A-Za-z0-9])(AB|[ABO])([+-])(?![0-9A-Za-z+-])", _blood_group, name="blood group"),
            rule(
                r"(?<![A-Za-z0-9])([ABCO])(\+{2,3})(?![A-Za-z0-9+])",
                lambda match: " ".join((spell(match[1]), *["प्लस"] * len(match[2]))),
                name="grade",
            ),
            rule(r"(?<![A-Za-z0-9])[Ee]-(?=[A-Z]{2,6}(?![A-Za-z]))", lambda _: "ई-", name="letter"),
            rule(
                r"(?<![A-Za-z0-9-])([A-Z]) ?[-–—] ?([A-Z])(?![A-Za-z0-9.&'-])",
                lambda match: f"{spell(match[1])}{' से ' if match[1] + match[2] == 'AZ' else '-'}{spell(match[2])}",
                name="letters",
            ),
        ),
        *of_kind(
            "acronyms",
            rule(r"(?<=[A-Z]-)([A-Z])(?![A-Za-z0-9.&'])", lambda match: spell(match[1]), name="letter"),
            rule(r"(?<![A-Za-z0-9])BS[ -]?VI(?![A-Za-z])", lambda _: "बी एस सिक्स", name="emission standard"),
            *of_digits(
                # The lengths of a race.
                *(
                    rule(
                        r"(?<![A-Za-z0-9.])(3|5|10|21|42)K(?![A-Za-z0-9])",
                        lambda match: (
                            f"{words(int(match[1]))} किलोमीटर" if re.search("मैराथन|दौड़|रन ", before(match)) else None
                        ),
                        name="race",
                    ),
                    rule(rf"{latin}(?:{_WITH_ENGLISH_NUMBERS})", _number_first, name="name with a number"),
                    rule(
                        rf"(?<![A-Za-z0-9{DEVANAGARI}])({alternatives(_BEFORE_ENGLISH_NUMBER)})-?([0-9]{{1,2}})"
                        rf"(?![0-9A-Za-z{DEVANAGARI}]|[.,:/-][0-9])",
                        _number_last,
                        name="name with a number",
                    ),
                    rule(
                        r"(?<![A-Za-z0-9.,])(9|1[048]|2[0-4]) ?(?:K|KT|kt)(?=\)? (?:सोना|सोने|गोल्ड|स्वर्ण))",
                        lambda match: f"{words(int(match[1]))} कैरेट",
                        name="carat",
                    ),
                    rule(
                        r"(?<![A-Za-z0-9.,])(9|1[048]|2[0-4]) ?(?:(?:K|KT|kt|Kt|ct)(?![A-Za-z0-9])|(?P<short>कै[.॰]))",
                        _carat,
                        name="carat",
                    ),
                    rule(
                        r"(?<![A-Za-z0-9])T20Is?(?![A-Za-z0-9])", lambda _: "टी ट्वेंटी इंटरनेशनल", name="name with a number"
                    ),
                    rule(
                        r"(?<![A-Za-z0-9])([0-9]{1,2})N ?/ ?([0-9]{1,2})D(?![A-Za-z0-9])",
                        lambda match: f"{words(int(match[1]))} रात, {words(int(match[2]))} दिन",
                        name="length of a journey",
                    ),
                    rule(
                        r"(?<![A-Za-z0-9])S([0-9]{1,2})E([0-9]{1,3})(?![0-9A-Za-z])",
                        lambda match: f"सीज़न {words(int(match[1]))} एपिसोड {words(int(match[2]))}",
                        name="episode",
                    ),
                    rule(
                        r"(?<![A-Za-z0-9])Q([1-4])(?![0-9A-Za-z])",
                        lambda match: f"{ordinal(int(match[1]), 'ी')} तिमाही",
                        name="quarter",
                    ),
                    # L1, B12, A4; but B-12 is a house.
                    rule(
                        r"(?<![A-Za-z0-9])([A-Z]{1,2})([1-9]|1[0-2])(?![0-9A-Za-z]|[.,:/-][0-9])",
                        lambda match: f"{spell(match[1])} {english(int(match[2]))}",
                        name="name with a number",
                    ),
                    rule(
                        rf"(?<![{DEVANAGARI}])(अंडर)[- ](1[0-9]|2[0-3])(?![0-9{DEVANAGARI}])",
                        lambda match: f"{match[1]} {english(int(match[2]))}" if int(match[2]) <= 20 else None,
                        name="name with a number",
                    ),
                ),
            ),
        ),
    )


def acronym_rules() -> tuple[Rule, ...]:
    return of_kind(
        "acronyms",
        rule(
            r"(?<![A-Za-z0-9])([A-Z])&([A-Z])(?![A-Za-z])", lambda m: f"{spell(m[1])} ऐंड {spell(m[2])}", name="acronym"
        ),
        rule(
            r"(?<![A-Za-z0-9])([A-Z]{1,3})&([A-Z]{1,3})(?![A-Za-z])",
            lambda m: f"{spell(m[1])} ऐंड {spell(m[2])}",
            name="acronym",
        ),
        rule(
            r"(?<![A-Za-z0-9.])(?:[A-Z]\. ?){2,8}(?![A-Za-z])|(?<![A-Za-z0-9.])[A-Z](?:\.[A-Z]){1,7}\.?(?![A-Za-z])",
            lambda match: _spaced(match, spell(match[0])),
            name="acronym",
        ),
        rule(r"(?<![A-Za-z])[A-Z]{2,12}s?(?![A-Za-z])", _acronym, name="acronym"),
        rule(
            r"(?<![A-Za-z&'.])[A-Z](?![A-Za-z&'])\.?(?= [\u0900-\u0963])|(?<![A-Za-z&'.])[A-Z](?![A-Za-z&'.])",
            _letter,
            name="letter",
        ),
    )


def _spaced(match: re.Match[str], spoken: str) -> str:
    return spoken + (" " if match[0].endswith(" ") else "")


def _blood_group(match: re.Match[str]) -> str:
    is_blood = _BLOOD.search(before(match)[-30:]) or _BLOOD.match(after(match)[:12])
    if match[2] == "-":
        return f"{spell(match[1])} नेगेटिव" if is_blood else match[0]
    return f"{spell(match[1])} {'पॉज़िटिव' if is_blood else 'प्लस'}"


_BLOOD = re.compile(r" ?(?:ब्लड|रक्त|खून|ख़ून)")


def _number_first(match: re.Match[str]) -> str:
    groups = {name: value for name, value in match.groupdict().items() if value}
    number, letter = groups.values()
    return f"{english(int(number))} {spell(letter) or letter}"


_ABOUT_GOLD = re.compile(r"सोना|सोने|गोल्ड|स्वर्ण|[Gg]old")
_GOLD = re.compile(r"(?:सोना|सोने|गोल्ड|स्वर्ण|आभूषण|ज्वेलरी|[Gg]old)[^।0-9]{0,12}\Z")


def _carat(match: re.Match[str]) -> str | None:
    is_price = re.match(r" ?[:)]", after(match)) and _ABOUT_GOLD.search(before(match))
    is_gold = match["short"] or is_price or _GOLD.search(before(match)[-24:])
    return f"{words(int(match[1]))} कैरेट" if is_gold else None


def _number_last(match: re.Match[str]) -> str | None:
    number = int(match[2])
    if number not in _ENGLISH_NUMBERED[match[1]]:
        return None
    return f"{_BEFORE_ENGLISH_NUMBER[match[1]]} {'नाइंटी फ़ाइव' if number == 95 else english(number)}"


def acronym(letters: str) -> str:
    return _SAID_AS_WORDS.get(letters) or spell(letters)


def in_capitals(letters: str) -> str:
    """A word in capitals: spelled, unless it is said as a word."""
    return acronym(letters) if letters in _SAID_AS_WORDS or is_spelled(letters) else letters


def _acronym(match: re.Match[str]) -> str | None:
    letters = match[0]
    if letters in _SAID_AS_WORDS:
        return _SAID_AS_WORDS[letters]
    plural = _PLURAL.fullmatch(letters)
    if plural:
        return spell(plural[1])
    if letters.endswith("s") or _is_shouted(match) or not is_spelled(letters):
        return None
    return spell(letters)


def _is_shouted(match: re.Match[str]) -> bool:
    """Whether the word stands in a phrase in capitals: HAPPY NEW YEAR."""
    neighbours = _CAPITALS_BEFORE.search(before(match)), _CAPITALS_AFTER.match(after(match))
    return bool(
        any(word and not (len(word[1]) >= 4 and is_spelled(word[1])) for word in neighbours)
        and len(match[0]) >= 3
        and not (len(match[0]) >= 4 and is_spelled(match[0]))
        and _VOWEL.intersection(match[0])
        and match[0] not in _SPELLED
    )


def is_spelled(letters: str) -> bool:
    if letters in _SPELLED or len(letters) == 1 or not _VOWEL.intersection(letters):
        return len(letters) <= 6
    if len(letters) <= 3:
        return letters not in _ENGLISH_WORDS
    if len(letters) == 4 and (_NO_SHORT_WORD.search(letters.removesuffix("S")) or _NO_ENDING.search(letters)):
        return True
    return len(letters) <= 6 and bool(_NO_WORD.search(letters))


def _letter(match: re.Match[str]) -> str | None:
    """A capital beside Hindi words: विटामिन C. Beside English ones it may be a word: "I", "A"."""
    left, right = before(match)[-3:], after(match)[:4]
    is_hindi = re.search(rf"[{DEVANAGARI}][ (-]{{0,2}}\Z|[&=] ?\Z", left) or re.match(
        rf"[ -]?[{DEVANAGARI}]| ?[&=]|, [A-Z]", right
    )
    is_english = re.search(r"[A-Za-z] \Z", left) or re.match(r" [A-Za-z]", right)
    return spell(match[0]) if is_hindi and not is_english else None
