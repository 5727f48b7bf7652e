"""Numbers that no other kind has claimed -> Hindi words: ordinals, versions, large and plain numbers."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.letters import acronym, is_spelled, spell
from koe.text.normalize.hindi.money import SCALE, amount_words, scaled
from koe.text.normalize.hindi.numerals import DEVANAGARI, MINUS, NO_LATIN, START, UNSIGNED, number, ordinal
from koe.text.normalize.rule import Rule, Said, after, before, of_digits, of_kind, rule
from koe.text.normalize.rule import words as word_set

_VOWELS = {
    **dict.fromkeys(("वां", "वाँ", "वा", "ला", "रा", "था", "ठा", "सरा", "हला"), "ा"),
    **dict.fromkeys(("वीं", "वी", "ली", "री", "थी", "ठी", "वीँ", "सरी", "हली"), "ी"),
    **dict.fromkeys(("वें", "वे", "ले", "रे", "थे", "ठे", "वेँ", "सरे", "हले"), "े"),
}  # fmt: skip
# Endings that only these numbers have.
_OWN_ENDINGS = {"ल": "1", "ह": "1", "स": "23", "र": "23", "थ": "4", "ठ": "6"}
_FEMININE = word_set(
    "क्लास कक्षा सदी शताब्दी मंज़िल मंजिल बार वर्षगांठ जयंती पुण्यतिथि सालगिरह लोकसभा विधानसभा बैठक तारीख पीढ़ी पास फेल सीट "
    "रैंक किस्त मीटिंग ऐनिवर्सरी पारी पंक्ति बटालियन सूची परीक्षा गली लाइन जीत हार पत्नी बेटी किताब फ़िल्म फिल्म लहर"
)


def ordinal_rules() -> tuple[Rule, ...]:
    digits = r"(?<![0-9.,A-Za-z])([0-9]{1,3}(?:,[0-9]{2,3}){1,3}|[0-9]{1,9})"
    return of_digits(
        *of_kind(
            "numbers",
            rule(
                rf"{digits}(वां|वीं|वें)/([0-9]{{1,3}})(वां|वीं|वें)(?![{DEVANAGARI}])",
                lambda match: (
                    f"{ordinal(int(match[1]), _VOWELS[match[2]])} या {ordinal(int(match[3]), _VOWELS[match[4]])}"
                ),
                name="ordinal",
            ),
            rule(rf"{digits}[ -]?(वां|वाँ|वीं|वीँ|वें|वेँ)(?![{DEVANAGARI}])", _ordinal, name="ordinal"),
            rule(
                rf"{digits}-?(वा|वी|वे|ला|ली|ले|रा|री|रे|था|थी|थे|ठा|ठी|ठे|सरा|सरी|सरे|हला|हली|हले)(?![{DEVANAGARI}])",
                _ordinal,
                name="ordinal",
            ),
            rule(
                rf"{digits} (ला|ली|रा|री|था|थी|ठा|ठी)(?= (?:बार|मंज़िल|मंजिल|कक्षा|सदी|स्थान)(?![{DEVANAGARI}]))",
                _ordinal,
                name="ordinal",
            ),
            rule(rf"{digits} ?(?:st|nd|rd|th)(?![A-Za-z])", _english_ordinal, name="ordinal"),
        )
    )


def rules() -> tuple[Rule, ...]:
    return of_digits(
        *of_kind(
            "numbers",
            *(
                rule(
                    r"(?<![0-9A-Za-z.])[vV]\.? ?([0-9]{1,4}(?:\.[0-9]{1,4}){1,4})(?![0-9A-Za-z]|\.[0-9])",
                    lambda match: f"वर्ज़न {_points(match[1])}",
                    name="version",
                ),
                rule(
                    r"(?<![0-9.,])[0-9]{1,4}(?:\.[0-9]{1,4}){2,4}(?![0-9]|\.[0-9])",
                    lambda match: _points(match[0]),
                    name="version",
                ),
                rule(
                    rf"{START}{NO_LATIN}(?P<amount>{UNSIGNED}){SCALE}(?P<then> लाख करोड़| करोड़)?"
                    r"(?P<more>\+(?![0-9A-Za-z]))?",
                    _large,
                    name="large number",
                ),
                rule(
                    r"(?<![A-Za-z0-9])([A-Z]{1,3})[- ]?([0-9]{1,4})(?![0-9A-Za-z]|[.,:/-][0-9])",
                    _lettered,
                    name="number with letters",
                ),
                rule(rf"{START}({UNSIGNED})(?=\()", lambda match: f"{number(match[1])} ", name="number"),
                rule(rf"(?<=[{DEVANAGARI}])[-–—]({UNSIGNED})", lambda match: f" {number(match[1])}", name="number"),
                rule(rf"(?<=[0-9][xX]){UNSIGNED}", lambda match: number(match[0]), name="number"),
                rule(
                    rf"(?<=[A-Za-z{DEVANAGARI}])-?({UNSIGNED})(?P<glued>(?=[A-Za-z{DEVANAGARI}]))?",
                    lambda match: f" {number(match[1])}" + (" " if match["glued"] is not None else ""),
                    name="number",
                ),
                rule(
                    rf"{START}({UNSIGNED})-([{DEVANAGARI}]{{1,3}})(?![{DEVANAGARI}])",
                    lambda match: f"{number(match[1])} {match[2]}",
                    name="number",
                ),
                rule(
                    rf"{START}([0-9]{{1,4}})-?([A-Z]{{1,4}})(?![A-Za-z0-9])",
                    lambda match: f"{number(match[1])} {spell(match[2])}",
                    name="number",
                ),
                rule(
                    rf"{START}({UNSIGNED})(?=[A-Za-z{DEVANAGARI}])", lambda match: f"{number(match[1])} ", name="number"
                ),
                rule(rf"{START}{MINUS}?{UNSIGNED}", _plain, name="number"),
                rule(UNSIGNED, _plain, name="number"),
            ),
        )
    )


def _plain(match: re.Match[str]) -> str:
    left = match.string[match.start() - 1 : match.start()]
    glued = " " if left.isdigit() else ""
    return glued + number(match[0])


def _lettered(match: re.Match[str]) -> str | None:
    """B-12, NH 44; but not the English words of "I 5"."""
    if " " in match[0] and (len(match[1]) < 2 or not is_spelled(match[1])):
        return None
    return f"{acronym(match[1])} {number(match[2])}"


def _points(version: str) -> str:
    return " पॉइंट ".join(number(part) for part in version.split("."))


def _ordinal(match: re.Match[str]) -> str | None:
    value, ending = int(match[1].replace(",", "")), match[2]
    own = _OWN_ENDINGS.get(ending[0])
    if own and match[1] not in own:
        return None
    if ending == "वी" and match[0].endswith(" वी"):
        return None
    return ordinal(value, _VOWELS[ending])


_ENGLISH_ORDINALS = (
    "फ़र्स्ट", "सेकंड", "थर्ड", "फ़ोर्थ", "फ़िफ़्थ", "सिक्स्थ", "सेवेंथ", "एट्थ", "नाइंथ", "टेंथ", "इलेवेंथ", "ट्वेल्थ",
    "थर्टींथ", "फ़ोर्टींथ", "फ़िफ़्टींथ",
)  # fmt: skip


def _english_ordinal(match: re.Match[str]) -> str:
    value = int(match[1].replace(",", ""))
    if value <= len(_ENGLISH_ORDINALS) and value and re.match(r" (?:[A-Z][a-z]|AC|year|sem|floor|class)", after(match)):
        return _ENGLISH_ORDINALS[value - 1]
    following = re.match(rf" ?([{DEVANAGARI}]{{1,20}})", after(match))
    is_class = re.search(r"(?:[Cc]lass|क्लास|कक्षा) ?\Z", before(match)[-8:])
    return ordinal(value, "ी" if is_class or (following and following[1] in _FEMININE) else "ा")


def _large(match: re.Match[str]) -> Said | None:
    scale = match["scale"]
    if scale in (
        "M",
        "m",
        "B",
        "T",
        "L",
        "bn",
        "mn",
        "tn",
        "K",
        "k",
        "cr",
        "Cr",
        "CR",
        "Cr.",
        "cr.",
    ) and not _is_short_scale(match):
        return None
    if scale in ("K", "k") and match["amount"].isdigit() and int(match["amount"]) >= 100:
        return Said(number(f"{match['amount']}000"))  # 100k is a lakh
    scale = f"{scaled(match)}{match['then'] or ''}{' प्लस' if match['more'] else ''}"
    amount = amount_words(match["amount"], scale)
    return Said(f"{amount} {scale}", amount, scale)


def _is_short_scale(match: re.Match[str]) -> bool:
    """10K, 5M views, 500 Cr: letters that touch the number, or follow it and are no unit."""
    scale = match["scale"]
    if scale in ("bn", "mn", "tn", "cr", "Cr", "CR", "Cr.", "cr."):
        return True
    return scale in ("K", "k", "M") and match[0].rstrip("+").endswith(match["amount"] + scale)
