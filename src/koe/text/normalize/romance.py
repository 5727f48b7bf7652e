"""Spanish, French, Italian and Brazilian Portuguese: numbers, percentages, money, dates and times -> words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize.numerals import Numerals
from koe.text.normalize.romance_words import SPEECH, Speech
from koe.text.normalize.rule import Rule, after, alternatives, rule, word_after

_DAY_FIRST = r"(?<![\w./,:-])([0-9]{1,2})([/.-])([0-9]{1,2})\2([12][0-9]{3}|[0-9]{2})(?![\w/-]|[.,][0-9])"
_ISO = r"(?<![\w./,:-])([12][0-9]{3})-([0-9]{2})-([0-9]{2})(?![\w/-])"
_CLOCK = r"(?<![\w.,:/-])([01]?[0-9]|2[0-3])(?::|\s?[hH]\s?)([0-5][0-9])(?:\s?(?:h|hs|hrs|min)\b)?(?![\w:/])"
_HOUR = r"(?<![\w.,:/-])([01]?[0-9]|2[0-3])\s?h(?!\w)"


class _Normalizer:
    """The rules of one language."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.numerals = Numerals(speech.lang, speech.point, speech.minus)
        mark = r"[ \u202f]" if speech.thousands == " " else re.escape(speech.thousands)
        self.unsigned = (
            rf"(?:[0-9]{{1,3}}(?:{mark}[0-9]{{3}}){{1,10}}(?![0-9]|{mark}[0-9])|[0-9]{{1,36}})(?:,[0-9]{{1,36}})?"
        )
        self.amount = rf"(?<![\w.,])(?P<minus>(?<!\w)[-−])?(?P<amount>{self.unsigned})"

    def number(self, text: str) -> str:
        whole, point, fraction = text.partition(",")
        whole = re.sub(r"\D", "", whole)
        return self.decimal(whole, fraction) if point else self.numerals.cardinal(whole)

    def decimal(self, whole: str, fraction: str) -> str:
        """The number in words. Up to two decimals are read as one number, as these languages do; zeros before it by
        name."""
        if len(fraction) > 2:
            return self.numerals.decimal(whole, fraction)
        zeros = [self.numerals.cardinal("0")] * (len(fraction) - len(fraction.lstrip("0")))
        rest = fraction.lstrip("0")
        words = [
            self.numerals.cardinal(whole),
            self.speech.point,
            *zeros,
            *([self.numerals.cardinal(rest)] if rest else []),
        ]
        return " ".join(words)

    def signed(self, match: re.Match[str]) -> str:
        return (f"{self.speech.minus} " if match["minus"] else "") + self.number(match["amount"])

    def counted(self, words: str, gender: Mapping[str, str]) -> str:
        """The number with the gender of what it counts."""
        head, _, last = words.rpartition(" ")
        return f"{head} {gender.get(last, last)}".strip()

    def cardinal(self, match: re.Match[str]) -> str:
        words = self.signed(match)
        noun = word_after(match) if after(match)[:1] == " " else ""
        if len(noun) <= 3:
            return words
        if self.speech.feminine_ending and noun.endswith(self.speech.feminine_ending):
            return self.counted(words, self.speech.feminine)
        return self.counted(words, self.speech.masculine) if noun.endswith(("os", "es")) else words

    def money(self, match: re.Match[str]) -> str:
        one, many, cent, cents, is_feminine = self.speech.currencies[match["currency"]]
        minus = f"{self.speech.minus} " if match["minus"] else ""
        whole, _, fraction = match["amount"].partition(",")
        whole = re.sub(r"\D", "", whole)
        gender = self.speech.feminine if is_feminine else self.speech.masculine
        if match["size"]:
            counts = self.speech.of_millions if match["size"] not in ("mil", "mille", "mila") else ""
            if counts and self.speech.elided and many[0] in "aeiou":
                counts = "d'"
            return f"{minus}{self.number(match['amount'])} {match['size']} {counts}{many}"
        million = re.fullmatch(r"[1-9][0-9]*0{6}", whole)
        link = "" if not million else "d'" if self.speech.elided and many[0] in "aeiou" else self.speech.of_millions
        spoken = f"{self.counted(self.numerals.cardinal(whole), gender)} {link}{one if whole == '1' else many}"
        if len(fraction) == 2 and cents and fraction != "00":
            small = self.counted(self.numerals.cardinal(str(int(fraction))), self.speech.masculine)
            coins = f"{small} {cent if fraction == '01' else cents}"
            spoken = coins if not whole.strip("0") else f"{spoken} {self.speech.conjunction} {coins}"
        elif fraction.strip("0"):
            spoken = f"{self.number(match['amount'])} {many}"
        return minus + spoken

    def measure(self, match: re.Match[str]) -> str:
        """A number with its unit. In French less than two is singular: "1,5 mètre"."""
        is_french = self.speech.lang == "fr"
        one, _, many = self.speech.units[match["unit"]].partition("|")
        whole = int(re.sub(r"\D", "", match["amount"].partition(",")[0]))
        single = match["amount"] == "1" or (is_french and whole < 2)
        gender = self.speech.feminine if one == "seconde" else self.speech.masculine
        words = f"{self.counted(self.signed(match), gender)} {one if single else many}"
        if match["unit"] == "°C":
            words += " Celsius"
        return f"{words} {self.speech.per_hour}" if match["hour"] else words

    def telephone(self, match: re.Match[str]) -> str:
        return ", ".join(self.numerals.digits(group) for group in match[0].split("-"))

    def date(self, day: int, month: int, year: str) -> str | None:
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return None
        full = year if len(year) == 4 else ("19" if int(year) >= 50 else "20") + year
        day_words = self.speech.first_of_month if day == 1 else self.numerals.cardinal(str(day))
        spoken = self.speech.date.format(day=day_words, month=self.speech.months[month - 1])
        return f"{spoken}{self.speech.year}{self.numerals.cardinal(full)}"

    def day_of_month(self, match: re.Match[str]) -> str:
        day = self.speech.first_of_month if match[1] == "1" else self.numerals.cardinal(match[1])
        return f"{day}{match[2]}"

    def time(self, match: re.Match[str]) -> str:
        hour, minute = self.hour(match[1]), match[2]
        if minute == "00":
            return self._heure(self.speech.full_hour.format(hour=hour))
        zero = f"{self.numerals.cardinal('0')} " if minute[0] == "0" and self.speech.lang in ("es", "it") else ""
        words = zero + self.numerals.cardinal(str(int(minute)))
        return self._heure(self.speech.hours.format(hour=hour, minute=words))

    def whole_hour(self, match: re.Match[str]) -> str | None:
        if self.speech.lang not in ("fr", "pt_BR"):
            return None
        return self._heure(self.speech.full_hour.format(hour=self.hour(match[1])))

    def hour(self, digits: str) -> str:
        words = self.numerals.cardinal(str(int(digits)))
        return self.counted(words, self.speech.feminine) if self.speech.has_feminine_hours else words

    def _heure(self, words: str) -> str:
        return re.sub(r"\b(une heure|uma hora)s", r"\1", words)

    def ordinal(self, match: re.Match[str]) -> str:
        words = self.numerals.ordinal(match[1])
        if match[2] in ("ª", ".ª"):
            return re.sub(r"o\b", "a", words)
        return "première" if match[2] in ("re", "ère") else words

    def rules(self) -> tuple[Rule, ...]:
        speech, amount = self.speech, self.amount
        currency = rf"(?P<currency>{alternatives(speech.currencies)})"
        size = rf"(?:\s(?P<size>{speech.millions})\b(?:\s(?:de|di)\b|\sd')?)?"
        close = r"(?![\w]|[.,][0-9])"
        months = "|".join(speech.months)
        return (
            rule(r"(?<![0-9])[0-9]{37,}", lambda match: self.numerals.digits(match[0])),
            rule(_ISO, lambda match: self.date(int(match[3]), int(match[2]), match[1]), kind="dates"),
            rule(_DAY_FIRST, lambda match: self.date(int(match[1]), int(match[3]), match[4]), kind="dates"),
            rule(rf"(?<![\w.,:/-])(1)(?:er|º|°)?((?: de)? (?:{months})\b)", self.day_of_month, re.IGNORECASE, "dates"),
            rule(_CLOCK, self.time, kind="times"),
            rule(_HOUR, self.whole_hour, kind="times"),
            rule(
                rf"(?<![\w$])(?P<minus>(?<!\w)[-−])?{currency}\s?(?P<amount>{self.unsigned}){size}{close}", self.money,
                kind="money",
            ),
            rule(rf"{amount}{size}\s?{currency}(?![\w$])", self.money, kind="money"),
            rule(
                rf"{amount}\s?(?P<unit>{alternatives(speech.units)})(?P<hour>/h)?(?![\w/²³])", self.measure,
                kind="units",
            ),
            rule(r"(?<![\w.,/-])[0-9]{3}-[0-9]{4}(?![\w/-]|[.,][0-9])", self.telephone, kind="phones"),
            rule(rf"{amount}\s?%", lambda match: f"{self.signed(match)} {speech.percent}"),
            rule(r"(?<![\w.,])([0-9]{1,6})(\.?º|\.?ª|er|re|ère|ème|e|nd|nde)(?!\w)", self._ordinal_of_language),
            rule(
                rf"(?<![\w.,/-])({self.unsigned})\s?[-–]\s?({self.unsigned})(?![\w/-]|[.,][0-9])",
                lambda match: f"{self.number(match[1])} {speech.to} {self.number(match[2])}",
            ),
            rule(rf"{amount}{close}", self.cardinal),
            rule(r"(?<![\w,])([0-9]{1,9})\.([0-9]{1,2}|[0-9]{4,9})(?![\w]|[.,][0-9])", self._english_decimal),
        )  # fmt: skip

    def _ordinal_of_language(self, match: re.Match[str]) -> str | None:
        french = match[2] in ("er", "re", "ère", "ème", "e", "nd", "nde")
        return self.ordinal(match) if french == (self.speech.lang == "fr") else None

    def _english_decimal(self, match: re.Match[str]) -> str:
        """A decimal with a point: before one or two digits it cannot group thousands."""
        return f"{self.numerals.cardinal(match[1])} {self.speech.english_point} {self.decimal_digits(match[2])}"

    def decimal_digits(self, digits: str) -> str:
        return self.numerals.digits(digits) if digits[0] == "0" or len(digits) > 2 else self.numerals.cardinal(digits)


def rules(language: str) -> tuple[Rule, ...]:
    return _Normalizer(SPEECH[language]).rules()
