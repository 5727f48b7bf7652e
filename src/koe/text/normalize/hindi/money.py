"""Sums of money -> Hindi words: ₹1.5 लाख करोड़, Rs 20/-, $5 million, 500 रु."""

from __future__ import annotations

import re
from typing import NamedTuple

from koe.text.normalize.hindi.measures import PER, UNIT_WORDS
from koe.text.normalize.hindi.numerals import DEVANAGARI, START, UNSIGNED, number, with_half, words
from koe.text.normalize.rule import Rule, Said, alternatives, of_digits, of_kind, rule
from koe.text.normalize.rule import words as word_set


class _Currency(NamedTuple):
    many: str
    one: str
    cents: str
    cent: str


def _same(name: str, cents: str = "सेंट") -> _Currency:
    return _Currency(name, name, cents, cents)


_RUPEE = _Currency("रुपये", "रुपया", "पैसे", "पैसा")
_DOLLAR, _EURO, _POUND, _YEN = _same("डॉलर"), _same("यूरो"), _Currency("पाउंड", "पाउंड", "पेंस", "पेनी"), _same("येन", "सेन")
_RUPEE_SIGNS = "₹ रु. रु॰ रु रू. रू॰ रू Rs. Rs RS. RS rs. rs Re. Re INR"
_CURRENCIES = {
    **dict.fromkeys(word_set(_RUPEE_SIGNS), _RUPEE), "$": _DOLLAR, "€": _EURO, "£": _POUND, "¥": _YEN, "EUR": _EURO,
    "GBP": _POUND, "JPY": _YEN, **dict.fromkeys(("US$", "US $", "U.S.$", "U.S. $", "USD"), _same("अमेरिकी डॉलर")),
    **dict.fromkeys(("A$", "AUD"), _same("ऑस्ट्रेलियाई डॉलर")), **dict.fromkeys(("C$", "CAD"), _same("कनाडाई डॉलर")),
    **dict.fromkeys(("S$", "SGD"), _same("सिंगापुर डॉलर")), **dict.fromkeys(("HK$", "HKD"), _same("हांगकांग डॉलर")),
    "CHF": _same("स्विस फ़्रैंक"), "AED": _same("दिरहम", "फ़िल्स"), "SAR": _same("रियाल", "हलाला"),
    "KWD": _same("दीनार", "फ़िल्स"), "CNY": _same("युआन", "फ़ेन"), "RMB": _same("युआन", "फ़ेन"),
    "PKR": _same("पाकिस्तानी रुपये", "पैसे"), "NPR": _same("नेपाली रुपये", "पैसे"),
    "LKR": _same("श्रीलंकाई रुपये", "सेंट"), "BDT": _same("टका", "पैसे"), "৳": _same("टका", "पैसे"),
    "₽": _same("रूबल", "कोपेक"), "RUB": _same("रूबल", "कोपेक"), "₩": _same("वॉन"), "฿": _same("बाट", "सतांग"),
    "₺": _same("लीरा", "कुरुश"), "₿": _same("बिटकॉइन"), "BTC": _same("बिटकॉइन"), "¢": _same("सेंट"),
    "₦": _same("नाइरा", "कोबो"), "₫": _same("डोंग"), "₱": _same("पेसो"), "₪": _same("शेकेल"),
}  # fmt: skip
_SCALES = {
    **{name: name for name in ("हज़ार", "हजार", "लाख", "करोड़", "अरब", "खरब", "मिलियन", "बिलियन", "ट्रिलियन")},
    **dict.fromkeys(("हजार", "हज़ार", "हज़ार", "K", "k", "thousand"), "हज़ार"),
    **dict.fromkeys(("lakh", "lakhs", "lac", "lacs", "Lakh", "Lakhs", "L"), "लाख"),
    **dict.fromkeys(("crore", "crores", "Crore", "Crores", "cr", "Cr", "Cr.", "cr.", "CR", "करोड"), "करोड़"),
    **dict.fromkeys(("million", "Million", "mn", "M", "m", "mln"), "मिलियन"),
    **dict.fromkeys(("billion", "Billion", "bn", "B", "Bn", "bln"), "बिलियन"),
    **dict.fromkeys(("trillion", "tn", "T"), "ट्रिलियन"),
}  # fmt: skip
_WITH_HALVES = frozenset({"हज़ार", "लाख", "करोड़", "अरब", "खरब"})
_LATIN_NAMES = {
    "rupees": _RUPEE, "rupee": _RUPEE, "Rupees": _RUPEE, "dollars": _DOLLAR, "dollar": _DOLLAR, "euros": _EURO,
    "euro": _EURO, "pounds": _POUND,
}  # fmt: skip
_AFTER_NUMBER = _LATIN_NAMES | {
    sign: currency for sign, currency in _CURRENCIES.items() if sign not in ("Re", "Re.", "rs", "RS")
}

SCALE = rf"(?: ?(?P<scale>{alternatives(_SCALES)})(?![A-Za-z{DEVANAGARI}]))"
_SECOND_SCALE = rf"(?: (?P<second>लाख|करोड़|crore)(?![A-Za-z{DEVANAGARI}]))?"
_PER_CURRENCY = {"$": "डॉलर", "€": "यूरो", "£": "पाउंड", "₹": "रुपया"}
# The smaller scales of "₹2 लाख 50 हज़ार".
_REST = rf"(?P<rest>(?: [0-9]{{1,2}} (?:लाख|हज़ार|हजार|सौ)(?![{DEVANAGARI}])){{0,2}})"
# What else is paid for stays as it is written: ₹300/head.
_RATE = (
    rf"(?: ?/ ?(?P<per>{alternatives((*PER, *UNIT_WORDS, *_PER_CURRENCY))}|[a-z]{{4,12}}|[{DEVANAGARI}]{{3,12}})"
    rf"(?![A-Za-z{DEVANAGARI}])\.?)?"
)
_RATE_OF_SEVERAL = r"(?P<several> ?/ ?(?=[0-9]{1,4} ?(?:ग्राम|किलो|लीटर|यूनिट|किमी|g|kg|ml|GB|दिन|पीस)))?"
# After a number, "रु." belongs to it: 2 रु. 50 पैसे.
_SIGN_BEFORE = (
    rf"(?<![A-Za-z{DEVANAGARI}])(?:(?<![0-9] )(?<![0-9])|(?=[^A-Za-z{DEVANAGARI}]))"
    rf"(?P<sign>{alternatives(_CURRENCIES)})"
)
_MINUS = r"(?P<minus>(?<![0-9A-Za-z%)])[-−])?"
_AMOUNT = rf"(?P<amount>{UNSIGNED})"
# The currency's name after its sign: "₹3 लाख करोड़ रुपये".
_NAMED_AGAIN = rf"(?: (?:रुपये|रुपए|रुपया|रु\.|डॉलर|यूरो|पाउंड|येन)(?![A-Za-z{DEVANAGARI}]))?"
# The other end of "₹50-100": the sign is written once, before both.
_TO = (
    rf"(?:(?: ?(?P<first_scale>{alternatives(_SCALES)}))? ?[-–—] ?"
    rf"(?:(?P=sign) ?)?(?P<last>{UNSIGNED})(?![0-9]|[.,:/-][0-9]))?"
)


def rules() -> tuple[Rule, ...]:
    scale = f"{SCALE}?{_SECOND_SCALE}{_REST}"
    return of_digits(
        *of_kind(
            "money",
            rule(
                rf"{_MINUS}{_SIGN_BEFORE} ?{_MINUS.replace('minus', 'inner')}{_AMOUNT}{_TO}{scale}"
                rf"(?: ?/-)?{_NAMED_AGAIN}(?P<more>\+(?![0-9A-Za-z]))?{_RATE}{_RATE_OF_SEVERAL}",
                _speak,
                name="sum of money",
            ),
            rule(
                rf"{_MINUS}{START}{_AMOUNT}{scale} ?(?P<sign>{alternatives(_AFTER_NUMBER)})"
                rf"(?![A-Za-z{DEVANAGARI}]){_RATE}",
                _speak,
                name="sum of money",
            ),
            rule(
                rf"{START}{_AMOUNT} ?/-(?: ?(?:रुपये|रुपए|रु\.?|रुपया)(?![{DEVANAGARI}]))?",
                lambda match: _said(match["amount"], "", _RUPEE),
                name="sum of money",
            ),
        )
    )


def scaled(match: re.Match[str]) -> str:
    """The words of the scale after an amount: लाख करोड़."""
    first, second = match.groupdict().get("scale"), match.groupdict().get("second")
    return " ".join(_SCALES[scale] for scale in (first, second) if scale)


def amount_words(amount: str, scale: str) -> str:
    return with_half(amount) if scale.split(" ")[0] in _WITH_HALVES else number(amount)


def _paid_for(written: str) -> str:
    return PER.get(written) or UNIT_WORDS.get(written) or _PER_CURRENCY.get(written) or written


def _speak(match: re.Match[str]) -> Said:
    groups = match.groupdict()
    currency = _CURRENCIES.get(match["sign"]) or _LATIN_NAMES[match["sign"]]
    scale = scaled(match) + re.sub("[0-9]+", lambda digits: number(digits[0]), match["rest"])
    per = f" प्रति {_paid_for(groups['per'])}" if groups["per"] else ""
    if groups.get("several"):
        per = " प्रति "
    minus = "माइनस " if groups["minus"] or groups.get("inner") else ""
    if groups.get("last"):
        own = _SCALES[groups["first_scale"]] if groups["first_scale"] else ""
        first = f"{amount_words(match['amount'], own or scale)} {own if own != scale else ''}".strip()
        last = _said(groups["last"], scale, currency).words
        # The same sum twice is for each of several people.
        joint = "-" if match["amount"] == groups["last"] else " से "
        return Said(f"{minus}{first}{joint}{last}{per}")
    said = _said(match["amount"], scale, currency)
    if groups.get("more"):
        return Said(f"{minus}{said.words} प्लस{per}")
    if minus or per or not said.unit:
        return Said(f"{minus}{said.words}{per}")
    return said


def _said(amount: str, scale: str, currency: _Currency) -> Said:
    whole, _, fraction = amount.replace(",", "").partition(".")
    if len(fraction) in (1, 2) and not scale:
        return Said(_with_cents(whole or "0", int(f"{fraction}0"[:2]), currency))
    bare = " ".join(part for part in (amount_words(amount, scale), scale) if part)
    unit = currency.one if amount in ("1", "1.0") and not scale else currency.many
    return Said(f"{bare} {unit}", bare, unit)


def _with_cents(whole: str, cents: int, currency: _Currency) -> str:
    small = f"{words(cents)} {currency.cent if cents == 1 else currency.cents}" if cents else ""
    if not int(whole) and small:
        return small
    large = f"{number(whole)} {currency.one if int(whole) == 1 else currency.many}"
    return f"{large} {small}".strip()
