"""Measures, temperatures and percentages -> Hindi words: 100 km/h, 5 कि.मी., -5°C, 50 m², 3.5%."""

from __future__ import annotations

import re

from koe.text.normalize.hindi import fractions
from koe.text.normalize.hindi.numerals import DEVANAGARI, MINUS, NO_LATIN, START, UNSIGNED, number
from koe.text.normalize.rule import Rule, Said, alternatives, of_digits, of_kind, rule
from koe.text.normalize.rule import words as word_set

_LATIN = {
    "km": "किलोमीटर", "Km": "किलोमीटर", "KM": "किलोमीटर", "kms": "किलोमीटर", "Kms": "किलोमीटर", "m": "मीटर",
    "mtr": "मीटर", "mtrs": "मीटर", "cm": "सेंटीमीटर", "CM": "सेंटीमीटर", "mm": "मिलीमीटर", "MM": "मिलीमीटर",
    "µm": "माइक्रोमीटर", "μm": "माइक्रोमीटर", "nm": "नैनोमीटर", "pg": "पिकोग्राम", "ng": "नैनोग्राम",
    "kg": "किलोग्राम", "Kg": "किलोग्राम",
    "KG": "किलोग्राम", "kgs": "किलोग्राम", "Kgs": "किलोग्राम", "g": "ग्राम", "gm": "ग्राम", "gms": "ग्राम",
    "GM": "ग्राम", "mg": "मिलीग्राम", "MG": "मिलीग्राम", "mcg": "माइक्रोग्राम", "µg": "माइक्रोग्राम",
    "μg": "माइक्रोग्राम", "q": "क्विंटल", "qtl": "क्विंटल", "t": "टन", "Mt": "मेगाटन", "Gt": "गीगाटन",
    "MT": "मीट्रिक टन", "lb": "पाउंड",
    "lbs": "पाउंड", "oz": "औंस", "tsp": "छोटा चम्मच", "tbsp": "बड़ा चम्मच",
    "l": "लीटर", "L": "लीटर", "ltr": "लीटर", "Ltr": "लीटर", "ltrs": "लीटर",
    "ml": "मिलीलीटर", "mL": "मिलीलीटर", "ML": "मिलीलीटर", "cl": "सेंटीलीटर", "cc": "सीसी", "CC": "सीसी", "ft": "फ़ीट",
    "in": "इंच", "inch": "इंच", "inches": "इंच", "yd": "गज", "mi": "मील", "mile": "मील", "miles": "मील",
    "ha": "हेक्टेयर", "acre": "एकड़", "acres": "एकड़", "KB": "किलोबाइट", "kB": "किलोबाइट", "MB": "मेगाबाइट",
    "GB": "गीगाबाइट", "TB": "टेराबाइट", "PB": "पेटाबाइट", "Gb": "गीगाबिट", "Mb": "मेगाबिट", "bit": "बिट",
    "Hz": "हर्ट्ज़", "kHz": "किलोहर्ट्ज़", "KHz": "किलोहर्ट्ज़", "MHz": "मेगाहर्ट्ज़", "GHz": "गीगाहर्ट्ज़",
    "W": "वॉट", "kW": "किलोवॉट", "KW": "किलोवॉट", "MW": "मेगावॉट", "GW": "गीगावॉट", "kWh": "किलोवॉट घंटा",
    "KWh": "किलोवॉट घंटा", "MWh": "मेगावॉट घंटा", "Wh": "वॉट घंटा", "V": "वोल्ट", "kV": "किलोवोल्ट",
    "KV": "किलोवोल्ट", "mV": "मिलीवोल्ट", "mA": "मिलीऐम्पियर", "mAh": "मिलीऐम्पियर घंटा", "amp": "ऐम्पियर", "Ω": "ओम",
    "kΩ": "किलोओम", "J": "जूल", "kJ": "किलोजूल", "cal": "कैलोरी", "kcal": "किलो कैलोरी", "Kcal": "किलो कैलोरी",
    "N": "न्यूटन", "Nm": "न्यूटन मीटर", "kN": "किलोन्यूटन", "Pa": "पास्कल", "hPa": "हेक्टोपास्कल", "kPa": "किलोपास्कल",
    "MPa": "मेगापास्कल", "bar": "बार", "mbar": "मिलीबार", "mb": "मिलीबार", "mmHg": "मिलीमीटर मरकरी", "psi": "पीएसआई",
    "atm": "एटमॉस्फ़ियर", "dB": "डेसिबल", "db": "डेसिबल", "lm": "लुमेन", "lux": "लक्स", "mol": "मोल",
    "hp": "हॉर्सपावर", "HP": "हॉर्सपावर", "bhp": "बीएचपी", "rpm": "आरपीएम", "RPM": "आरपीएम", "ppm": "पीपीएम",
    "bpm": "बीपीएम", "MP": "मेगापिक्सल", "px": "पिक्सल", "dpi": "डीपीआई", "IU": "आईयू", "kmph": "किलोमीटर प्रति घंटा",
    "KMPH": "किलोमीटर प्रति घंटा", "kph": "किलोमीटर प्रति घंटा", "mph": "मील प्रति घंटा",
    "kmpl": "किलोमीटर प्रति लीटर", "Kmpl": "किलोमीटर प्रति लीटर", "bps": "बिट प्रति सेकंड",
    "kbps": "किलोबिट प्रति सेकंड", "Kbps": "किलोबिट प्रति सेकंड", "Mbps": "मेगाबिट प्रति सेकंड",
    "mbps": "मेगाबिट प्रति सेकंड", "MBps": "मेगाबाइट प्रति सेकंड", "Gbps": "गीगाबिट प्रति सेकंड",
    "fps": "फ़्रेम प्रति सेकंड", "knots": "नॉट", "kn": "नॉट", "sqft": "वर्ग फ़ीट", "sqm": "वर्ग मीटर",
}  # fmt: skip
_LATIN_NAMES = {
    **dict.fromkeys(word_set("meter meters metre metres"), "मीटर"),
    **dict.fromkeys(word_set("litre litres liter liters"), "लीटर"),
    **dict.fromkeys(word_set("kilometer kilometers kilometre kilometres"), "किलोमीटर"),
    **dict.fromkeys(word_set("gram grams"), "ग्राम"), **dict.fromkeys(word_set("kilogram kilograms"), "किलोग्राम"),
    **dict.fromkeys(word_set("ton tons tonne tonnes"), "टन"), **dict.fromkeys(word_set("watt watts"), "वॉट"),
    **dict.fromkeys(word_set("volt volts"), "वोल्ट"), **dict.fromkeys(word_set("degree degrees"), "डिग्री"),
    "feet": "फ़ीट", "foot": "फ़ुट", "percent": "प्रतिशत", "kilo": "किलो", "hectares": "हेक्टेयर",
    "quintal": "क्विंटल",
}  # fmt: skip
_DEVANAGARI = {
    "किमी": "किलोमीटर", "कि.मी": "किलोमीटर", "मी": "मीटर", "सेमी": "सेंटीमीटर", "से.मी": "सेंटीमीटर",
    "मिमी": "मिलीमीटर", "मि.मी": "मिलीमीटर", "मीमी": "मिलीमीटर", "किग्रा": "किलोग्राम", "कि.ग्रा": "किलोग्राम",
    "किलोग्रा": "किलोग्राम", "ग्रा": "ग्राम", "मिग्रा": "मिलीग्राम", "मि.ग्रा": "मिलीग्राम", "माग्रा": "माइक्रोग्राम",
    "मिली": "मिलीलीटर", "मि.ली": "मिलीलीटर", "एमएल": "मिलीलीटर", "ली": "लीटर", "लि": "लीटर", "क्विं": "क्विंटल",
    "कुं": "क्विंटल", "हे": "हेक्टेयर", "फी": "फ़ीट", "फु": "फ़ुट", "इं": "इंच", "किवॉ": "किलोवॉट", "मेवॉ": "मेगावॉट",
    "जीबी": "जीबी", "एमबी": "एमबी", "वर्गमी": "वर्ग मीटर", "वर्गफीट": "वर्ग फ़ीट", "कि": "किलो", "कैल": "कैलोरी",
}  # fmt: skip
# Those that are also words or parts of words are units only with their full stop.
_NEEDS_STOP = word_set("ली लि हे फी फु इं कि कुं क्विं कैल")
_WRITTEN_OUT = word_set(
    "किलोमीटर मीटर सेंटीमीटर मिलीमीटर किलोग्राम ग्राम मिलीग्राम लीटर मिलीलीटर किलो फ़ीट फीट फुट फ़ुट इंच मील "
    "गज टन क्विंटल हेक्टेयर एकड़"
)
UNIT_WORDS = {**_LATIN, **_LATIN_NAMES, **{short: words for short, words in _DEVANAGARI.items() if "." not in short}}
UNIT_WORDS |= {word: word for word in _WRITTEN_OUT}
PER = {
    **dict.fromkeys(("h", "hr", "hour", "घंटा", "घंटे", "घं"), "घंटा"),
    **dict.fromkeys(("s", "sec", "second", "सेकंड", "सेकेंड", "से"), "सेकंड"),
    **dict.fromkeys(("min", "minute", "मिनट", "मि"), "मिनट"), **dict.fromkeys(("day", "दिन", "d"), "दिन"),
    **dict.fromkeys(("month", "mo", "महीना", "महीने"), "महीना"), "माह": "माह",
    **dict.fromkeys(("year", "yr", "वर्ष", "साल"), "वर्ष"), **dict.fromkeys(("week", "सप्ताह", "हफ्ता"), "सप्ताह"),
    **dict.fromkeys(("person", "व्यक्ति"), "व्यक्ति"), "night": "रात", "रात": "रात", "यूनिट": "यूनिट",
    "unit": "यूनिट", "पीस": "पीस", "piece": "पीस", "pc": "पीस", "दर्जन": "दर्जन", "बैरल": "बैरल",
    "क्विंटल": "क्विंटल", "तोला": "तोला", "शेयर": "शेयर", "share": "शेयर", "वर्गफुट": "वर्ग फ़ुट", "user": "यूज़र",
    "व्यक्ति": "व्यक्ति", "dl": "डेसीलीटर", "dL": "डेसीलीटर", "डेली": "डेसीलीटर",
    "सिलेंडर": "सिलेंडर",
    "प्लेट": "प्लेट", "कप": "कप", "पैकेट": "पैकेट", "खुराक": "खुराक", "सर्विंग": "सर्विंग",
}  # fmt: skip

_MARK = "[.॰]"


def _pattern(short: str) -> str:
    pieces = [re.escape(piece) for piece in short.split(".")]
    if len(pieces) > 1:
        return f"{_MARK} ?".join(pieces) + f"{_MARK}?"
    if short in _NEEDS_STOP:
        return f"{pieces[0]}[.॰]"
    return f"{pieces[0]}[.॰]?" if short in _DEVANAGARI else pieces[0]


_UNIT = "|".join(map(_pattern, sorted({*UNIT_WORDS, *_DEVANAGARI}, key=len, reverse=True)))
_BASE = rf"(?P<square>(?:sq\.? ?|Sq\.? ?|cu\.? ?|वर्ग |घन ))?(?P<unit>{_UNIT})(?P<power>[²³]|(?<=m)[23](?![0-9]))?"
_RATED = "Km|KM|km|cm|mm|m|kg|mg|g|ml|L|GB|MB|kW|MW|kWh|MHz|GHz|Mbps|mAh|किमी|किलोमीटर|मीटर|मी|सेमी|किग्रा|किलो|ग्राम|लीटर"
_PER = rf"(?:घं|मि|से|डेली)[.॰]|{alternatives(PER)}"
_OVER = rf"(?: ?/ ?(?P<per>{_PER}|{_UNIT})(?P<per_power>[²³]|(?<=m)[23](?![0-9]))?)?"
_END = rf"(?![A-Za-z{DEVANAGARI}0-9²³]|\.[0-9])"
_AMOUNT = (
    rf"{START}{NO_LATIN}(?P<amount>{MINUS}?"
    rf"(?:{fractions.MIXED}|{fractions.SIGN}|[0-9]{{1,3}}/[0-9]{{1,3}}|{UNSIGNED}))"
)
_DEGREES = {
    "°C": "डिग्री सेल्सियस", "° C": "डिग्री सेल्सियस", "℃": "डिग्री सेल्सियस", "°से.": "डिग्री सेल्सियस",
    "° से.": "डिग्री सेल्सियस", "°से": "डिग्री सेल्सियस", "ºC": "डिग्री सेल्सियस", "°सें.": "डिग्री सेल्सियस",
    "° सें.": "डिग्री सेल्सियस", "°सें": "डिग्री सेल्सियस",
    "डिग्री C": "डिग्री सेल्सियस", "डिग्री से.": "डिग्री सेल्सियस", "°F": "डिग्री फ़ारेनहाइट",
    "° F": "डिग्री फ़ारेनहाइट", "℉": "डिग्री फ़ारेनहाइट", "ºF": "डिग्री फ़ारेनहाइट", "डिग्री F": "डिग्री फ़ारेनहाइट",
    "°": "डिग्री", "° N": "डिग्री उत्तर", "° S": "डिग्री दक्षिण", "° E": "डिग्री पूर्व", "° W": "डिग्री पश्चिम",
    "° उ.": "डिग्री उत्तर", "° द.": "डिग्री दक्षिण", "° पू.": "डिग्री पूर्व", "° प.": "डिग्री पश्चिम",
    "º": "डिग्री", "°N": "डिग्री उत्तर", "°S": "डिग्री दक्षिण", "°E": "डिग्री पूर्व", "°W": "डिग्री पश्चिम",
    " K": "केल्विन", "%": "प्रतिशत", "‰": "प्रति हज़ार",
}  # fmt: skip


_RATIO_UNIT = r"(?:pg|ng|mg|g|µg|mcg|mmol)/(?:dL|dl|mL|ml|L)"
SIMPLE_UNIT = rf"(?:{_RATIO_UNIT}|{alternatives(_DEGREES)}|{alternatives(_LATIN)})(?![A-Za-z{DEVANAGARI}])"


def simple_unit(written: str) -> str:
    """The words of what `SIMPLE_UNIT` matches; other words stay."""
    unit, _, per = written.partition("/")
    if per:
        return f"{_LATIN.get(unit, 'मिलीमोल')} प्रति {PER.get(per) or _LATIN[per]}"
    return _DEGREES.get(written) or _LATIN.get(written) or written


def rules() -> tuple[Rule, ...]:
    return of_digits(
        *of_kind(
            "units",
            *(
                rule(
                    r"(?<![0-9.,])([0-9]{1,3})[°º] ?([0-9]{1,2})['′](?: ?([0-9]{1,2})(?:\"|″|''))?"
                    r"(?: ?([NSEW])(?![A-Za-z]))?",
                    _angle,
                    name="angle",
                ),
                rule(
                    r"(?<![A-Za-z0-9])([NSEW])(?= ?[0-9]{1,3}(?:\.[0-9]{1,8})?[°º])",
                    lambda match: _POINTS[match[1]],
                    name="direction",
                ),
                rule(
                    rf"{_AMOUNT} ?(?P<sign>{alternatives(_DEGREES)})(?![A-Za-z{DEVANAGARI}0-9])",
                    lambda match: _said(match["amount"], _DEGREES[match["sign"]]),
                    name="measure",
                ),
                rule(
                    rf"{START}{NO_LATIN}([0-9.]{{1,5}}) ?['′] ?[x×X] ?([0-9.]{{1,5}}) ?['′](?![0-9\"″])",
                    lambda match: f"{number(match[1])} फ़ुट गुणा {number(match[2])} फ़ुट",
                    name="measure",
                ),
                rule(
                    rf"{START}{NO_LATIN}([0-9]{{1,2}}) ?['′] ?(?:([0-9]{{1,2}}) ?(?:[\"″”]|'')?)?(?![0-9A-Za-z])",
                    _feet_and_inches,
                    name="height",
                ),
                rule(
                    rf"{START}{NO_LATIN}(?P<amount>{UNSIGNED}) ?[\"″](?![0-9A-Za-z{DEVANAGARI}])",
                    _inches,
                    name="measure",
                ),
                rule(
                    rf"(?:(?<==)|(?<== ))(?P<amount>{UNSIGNED}) ?A(?![A-Za-z0-9])",
                    lambda match: _said(match["amount"], "ऐम्पियर"),
                    name="measure",
                ),
                rule(
                    rf"{_AMOUNT} ?I?U/(?P<per>m?[Ll])(?![A-Za-z])",
                    lambda match: _said(match["amount"], f"यूनिट प्रति {UNIT_WORDS[match['per']]}"),
                    name="measure",
                ),
                rule(
                    r"(?<=[0-9]V)/(?P<amount>[0-9.]{1,4})A(?![A-Za-z0-9])",
                    lambda match: f", {number(match['amount'])} ऐम्पियर",
                    name="measure",
                ),
                rule(rf"{_AMOUNT} ?(?:bps|BPS|bp)(?![A-Za-z0-9/])", _basis_points, name="measure"),
                rule(rf"{_AMOUNT}[ -]?{_BASE}{_OVER}(?:\.(?= [\u0904-\u0939]))?{_END}", _measure, name="measure"),
            ),
        )
    ) + of_kind("units", *_without_number())


def _without_number() -> tuple[Rule, ...]:
    """Units beside other words: "गति (km/h)", किमी प्रति घं."""
    often = alternatives(("दिन", "सप्ताह", "हफ्ता", "हफ़्ता", "माह", "महीना", "वर्ष", "साल", "घंटा", "मिनट", "day"))
    start, end = rf"(?<![A-Za-z0-9{DEVANAGARI}/.-])", rf"(?![A-Za-z0-9{DEVANAGARI}/²³&-])"
    return (
        rule(
            rf"{start}(?P<unit>{_RATED}|रुपये|रुपए)/(?P<per>{_PER}|{_UNIT})(?P<power>[²³]|(?<=m)[23])?{_END}(?!/)",
            lambda match: f"{UNIT_WORDS.get(match['unit'], match['unit'])} प्रति {_per(match['per'], match['power'])}",
            name="unit",
        ),
        rule(
            rf"{start}(?P<unit>km|cm|mm|kg|mg|ml|kWh|MHz|GHz|किमी|किग्रा|सेमी|मिमी){end}",
            lambda match: UNIT_WORDS[match["unit"]],
            name="unit",
        ),
        rule(
            rf"(?:(?<=[0-9])|(?<=हज़ार)|(?<=हजार)|(?<=लाख)) ?/ ?"
            rf"(?P<unit>kg|Kg|KG|किलो|किग्रा|तोला|दर्जन|पीस|क्विंटल|लीटर|ltr|यूनिट|प्लेट)(?![A-Za-z{DEVANAGARI}])",
            lambda match: f" प्रति {PER.get(match['unit']) or UNIT_WORDS.get(match['unit'], match['unit'])}",
            name="rate",
        ),
        rule(r"(?<=[0-9]) ?/ ?cu ?mm(?![A-Za-z])", lambda _: " प्रति घन मिलीमीटर", name="rate"),
        rule(rf"(?<=बार) ?/ ?(?=(?:{often})(?![{DEVANAGARI}A-Za-z]))", lambda _: " प्रति ", name="rate"),
        rule(r"(?<=प्रति )(?:घं|मि|से)[.॰]", lambda match: PER[match[0][:-1]], name="unit"),
        rule(
            rf"(?<=प्रति ){_BASE}{_END}",
            lambda match: _unit(match["square"], match["unit"], match["power"]),
            name="unit",
        ),
    )


_RATE_OF_INTEREST = re.compile(r"रेपो|ब्याज|दर|रेट|यील्ड|मार्जिन|RBI|आरबीआई|FD|लोन|फ़ेड|फेड")


def _basis_points(match: re.Match[str]) -> Said | None:
    """The hundredths of a percent, where the text is about interest."""
    around = match.string[max(0, match.start() - 60) : match.end() + 40]
    return _said(match["amount"], "बेसिस पॉइंट") if _RATE_OF_INTEREST.search(around) else None


def _said(amount: str, unit: str) -> Said:
    spoken = _amount(amount, "")
    return Said(f"{spoken} {unit}", spoken, unit)


def _amount(amount: str, unit: str) -> str:
    minus, rest = ("माइनस ", amount[1:]) if amount[0] in "-−" else ("", amount)
    if re.search(rf"{fractions.SIGN}|/", rest):
        return minus + fractions.fraction(rest, unit.split(" ")[0])
    return minus + number(rest)


def _measure(match: re.Match[str]) -> Said | None:
    unit = _unit(match["square"], match["unit"], match["power"])
    if match["per"]:
        unit += " प्रति " + _per(match["per"], match["per_power"])
    if match["unit"] in _AMBIGUOUS and not match["per"] and not _is_measured(match):
        return None
    is_product = re.search(r"[x×] ?\Z", match.string[max(0, match.start() - 2) : match.start()])
    if match["unit"] == "मिली" and not is_product and _WAS_GOT.match(match.string, match.end()):
        return None
    following = unit if "mmHg" not in match["unit"] else ""
    spoken = _amount(match["amount"], following)
    return Said(f"{spoken} {unit}", spoken, unit)


# "in" is also the English word, "MP" a member of parliament, "t" and "q" letters.
_AMBIGUOUS = frozenset({"in", "MP", "t", "q", "bar", "N", "mi", "kn", "V", "W", "J"})
_ENGLISH_FOLLOWS = re.compile(r" (?!CO[2₂])[A-Za-z0-9]")


# The verb: "उसे 5 मिली।"
_WAS_GOT = re.compile(r" ?(?:\Z|[।,.!?]|(?:है|हैं|थी|थीं)(?![\u0900-\u0963]))")


def _is_measured(match: re.Match[str]) -> bool:
    return not _ENGLISH_FOLLOWS.match(match.string, match.end())


def _unit(square: str | None, unit: str, power: str | None) -> str:
    short = re.sub(r"[.॰]$", "", re.sub(r"[.॰] ?(?=.)", ".", unit))
    words = UNIT_WORDS.get(unit) or _DEVANAGARI.get(short) or UNIT_WORDS[short]
    if power in ("²", "2") or (square and square[0] in "sSव"):
        return f"वर्ग {words}"
    return f"घन {words}" if power in ("³", "3") or square else words


def _per(unit: str, power: str | None) -> str:
    word = PER.get(unit.rstrip(".॰"))
    if word is None:
        return _unit(None, unit, power)
    return f"वर्ग {word}" if power == "²" else word


def _angle(match: re.Match[str]) -> str:
    seconds = f" {number(match[3])} सेकंड" if match[3] else ""
    return f"{number(match[1])} डिग्री {number(match[2])} मिनट{seconds}" + (f" {_POINTS[match[4]]}" if match[4] else "")


_POINTS = {"N": "उत्तर", "S": "दक्षिण", "E": "पूर्व", "W": "पश्चिम"}


def _feet_and_inches(match: re.Match[str]) -> str | None:
    if not match[2]:
        return None
    return f"{number(match[1])} फ़ुट {number(match[2])} इंच"


def _inches(match: re.Match[str]) -> str | None:
    # Otherwise the mark closes a quotation.
    opened = match.string.count('"', max(0, match.start() - 80), match.start()) % 2
    return None if opened else f"{number(match['amount'])} इंच"
