"""What no other rule knows -> a reading by default: "intento 3/5", "1,2,3", "4th", "5x", "--help", "C:\\Temp", "0xFF"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.notation import Notation
from koe.text.normalize.romance.ordinals import Ordinals
from koe.text.normalize.rule import Rule, after, before, of_digits, rule, word_before, words

_OF_SEVERAL = r"(?<![\w.,/])(?P<one>[0-9]{1,3})/(?P<all>[0-9]{1,3})(?![\w/]|[.,][0-9]|\s(?:h|hs|min|mn|d|j|g)\b)"
_LIST = r"(?<![\w.,/-])[0-9]{1,3}(?:,[0-9]{1,3}){2,9}(?![\w/-]|[.,][0-9])"
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_ENGLISH_ORDINAL = r"(?<![\w.,])(?P<digits>[0-9]{0,3}(?:1st|2nd|3rd|[0-9]th))(?![\w-])"
_MARKED_ORDINAL = r"(?<![\w.,])(?P<digits>[0-9]{1,4})\.?(?P<mark>[ºª])(?!\w)"
_FACTOR = r"(?<![\w.,/])(?P<amount>[0-9]{1,4}(?:[.,][0-9]{1,2})?)x(?![\w/])"
_BETWEEN_MEASURES = r"(?<=[A-Za-zº°Ωµ])\s?/\s?(?=[0-9])"
_SHORT_MEASURE = r"[0-9]{1,4}(?:[.,][0-9]{1,2})?\s?(?P<unit>[A-Za-zº°Ωµ]{1,4})"
_MEASURE_BEFORE = re.compile(rf"(?<![\w/]){_SHORT_MEASURE}\Z")
_MEASURE_BEHIND = re.compile(rf"{_SHORT_MEASURE}(?!\w)")
_LOGARITHM = (
    r"(?<!\w)(?P<name>log|ln)(?:(?P<base>[₀-₉]{1,2})(?:(?=\()|\s?(?=[0-9a-z]))|\s(?=[0-9]|[xyzn](?!\w)))"
)
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_BOTH_GENDERS = (
    r"(?<![\w/(])(?P<word>[^\W\d_]{2,24})(?:/(?P<end>as?|os)(?![\w/(])|\((?P<inner>as?|s)\)(?![\w/(]))"
)
_ALGEBRA = re.compile(r"[=^²³√]")
_AGE = r"(?<![\w.,])(?P<years>[1-9][0-9]{0,2})a(?=[\s,.;)]|\Z)"
_PATIENT = re.compile(r"\b(?:masc|fem|pac|pac\w+|pcte|paz|hom[be]\w+|mulher|mujer|uomo|donna|varón)\b\.?,?\s\Z", re.IGNORECASE)
_THOUSANDS_BY_K = r"(?<![\w.,])(?P<amount>[0-9]{1,3}(?:[.,][0-9]{1,2})?)k(?![\w/])"
_PARTS_OF_THOUSANDS = (
    r"(?<![\w.,$€£¥])(?<![$€£¥]\s)(?P<amount>[0-9]{1,3}[.,][0-9]{1,2})\s?[kK](?![\w/$€£¥]|\s?(?:[$€£¥]|EUR|USD|euros?\b))"
)
_HEXADECIMAL = r"(?<![\w.])0x[0-9A-Fa-f]{1,16}(?!\w)"
_WINDOWS_PATH = r"(?<!\w)(?P<drive>[A-Z]):\\(?P<path>[\w.\\-]{0,120})"
_OPTION = r"(?<=\s)(?P<dashes>--?)(?P<name>(?<=--)[a-z][\w-]{1,30}|(?<!--)[A-Za-z]{1,4})(?![\w-])"
_COMMANDS = re.compile(
    r"(?<!\w)(?:git|ls|pip3?|npm|npx|yarn|docker|grep|curl|wget|ssh|scp|cp|rm|mv|tar|python3?|sudo|apt|brew|chmod|"
    r"chown|kubectl|find|make|cargo|pytest|java|gcc|node|ps|df|du|kill|ping|systemctl|install)\b[^.;!?]{0,50}\Z"
)
# Steps of programs and pages, as logs in any language have them.
_STEPS = words("step page part try retry attempt test batch chunk epoch ep slide level round track episode chapter")


class Leftovers(Notation, Ordinals):
    """The readings by default of one language."""

    before_one_of_several: ClassVar[frozenset[str]]  # words before "3/5" that is no fraction
    of_all: ClassVar[str]  # between the two
    backslash: ClassVar[str]
    year_unit: ClassVar[Unit]
    # "log" and "ln" before what they are taken of; {} is the base with the word before it.
    logarithms: ClassVar[Mapping[str, str]] = {}
    base: ClassVar[str] = ""
    either: ClassVar[str] = ""  # between the forms of "aluno(a)"; "" leaves them to rules of the language

    def early_default_rules(self) -> tuple[Rule, ...]:
        """Rules for digits, which the rules for fractions and numbers would misread."""
        return (
            rule(_OF_SEVERAL, self._one_of_several, kind="numbers", name="one of several"),
            rule(_LIST, self._list_of_numbers, kind="numbers", name="numbers in a row"),
            rule(_ENGLISH_ORDINAL, self._english_ordinal, kind="numbers", name="ordinal"),
            rule(_PARTS_OF_THOUSANDS, self.in_thousands, kind="numbers", name="thousands"),
            rule(_AGE, self._age_of_patient, kind="units", name="age"),
            rule(_FACTOR, self._times_as_much, kind="numbers", name="factor"),
            rule(_HEXADECIMAL, lambda match: self.spelled_code(match[0]), kind="acronyms", name="hexadecimal number"),
        )

    def late_default_rules(self) -> tuple[Rule, ...]:
        return (
            *of_digits(rule(_MARKED_ORDINAL, self._marked_ordinal, kind="numbers", name="ordinal")),
            *of_digits(rule(_THOUSANDS_BY_K, self.in_thousands, kind="numbers", name="thousands")),
            rule(_WINDOWS_PATH, self._path_on_a_drive, kind="urls", name="path"),
            rule(r"(?<=\w)\\(?=\w)", lambda _: f" {self.backslash} ", kind="symbols", name="backslash"),
            *of_digits(rule(_BETWEEN_MEASURES, self._slash_of_measures, kind="symbols", name="slash")),
            rule(_LOGARITHM, self._logarithm, kind="symbols", name="function"),
            rule(_BOTH_GENDERS, self._with_feminine, kind="symbols", name="both genders"),
            rule(_OPTION, self._option_of_command, kind="code", name="option"),
        )

    def _one_of_several(self, match: re.Match[str]) -> str | None:
        word = word_before(match).lower()
        is_step = word in self.before_one_of_several or word in _STEPS
        if not is_step or int(match["one"]) > int(match["all"]):
            return None
        return f"{self.cardinal(match['one'])} {self.of_all} {self.cardinal(match['all'])}"

    def _list_of_numbers(self, match: re.Match[str]) -> str | None:
        if _THOUSANDS.fullmatch(match[0]):
            return None
        return ", ".join(self.cardinal(number) for number in match[0].split(","))

    def _english_ordinal(self, match: re.Match[str]) -> str | None:
        if match["digits"][-2:] in self.ordinal_endings:
            return None  # French has "2nd" too
        return self.ordinal(int(match["digits"][:-2]))

    def _marked_ordinal(self, match: re.Match[str]) -> str | None:
        number = int(match["digits"])
        return self.ordinal(number, "f" if match["mark"] == "ª" else "m") if number else None

    def in_thousands(self, match: re.Match[str]) -> str | None:
        """ "10k", "1,5k": the product if it is whole."""
        number = self.number(match["amount"])
        product = float(f"{number.whole}.{number.fraction or 0}") * 1000
        return self.cardinal(str(round(product))) if abs(product - round(product)) < 1e-6 else None

    def _age_of_patient(self, match: re.Match[str]) -> str | None:
        """ "Masc., 45a"."""
        return self.measure(self.number(match["years"]), self.year_unit) if _PATIENT.search(before(match)) else None

    def _times_as_much(self, match: re.Match[str]) -> str | None:
        """ "5x más rápido"; in an equation it is a variable."""
        if _ALGEBRA.search(before(match)[-20:] + after(match)[:20]) or re.match(r"\s?[-+*]", after(match)):
            return None
        number, (_, many, gender) = self.number(match["amount"]), self.times_unit
        if number.is_one:
            return self.measure(number, self.times_unit)
        return f"{self.number_words(number, None if number.fraction else gender, many)} {many}"

    def _path_on_a_drive(self, match: re.Match[str]) -> str:
        path = match["path"].rstrip(".")
        parts = [self.web_name(part) for part in path.split("\\") if part]
        stop = "." * (len(match["path"]) - len(path))
        return f" {self.backslash} ".join([f"{self.letters(match['drive'])} {self.web_marks[':']}", *parts]) + stop

    def _slash_of_measures(self, match: re.Match[str]) -> str | None:
        """ "8 GB/256 GB"."""
        first, second = _MEASURE_BEFORE.search(before(match)), _MEASURE_BEHIND.match(after(match))
        is_known = first and second and self.unit(first["unit"]) and self.unit(second["unit"])
        return ", " if is_known and second and not second["unit"].startswith("h") else None

    def _logarithm(self, match: re.Match[str]) -> str | None:
        if match["name"] not in self.logarithms:
            return None
        digits = (match["base"] or "").translate(_SUBSCRIPTS)
        base = f" {self.base} {self.cardinal(digits)}" if digits else ""
        return f"{self.logarithms[match['name']].format(base)} "

    def _with_feminine(self, match: re.Match[str]) -> str | None:
        """ "aluno(a)", "diretores/as", "filho(s)"."""
        word, end = match["word"], match["end"] or match["inner"]
        if not self.either or word.isupper():
            return None
        if end == "s":
            return f"{word} {self.either} {word.lower()}s" if word[-1] in "aeo" else None
        if end.endswith("s") and not word.endswith(("s", "r", "o", "e")):
            return None
        stem = word[:-2] if word.endswith(("os", "es")) else word[:-1] if word[-1] in "oe" else word
        return f"{word} {self.either} {stem.lower()}{end}"

    def _option_of_command(self, match: re.Match[str]) -> str | None:
        """ "--help" anywhere, "-m" behind a command."""
        dash, name = self.web_marks["-"], match["name"]
        if match["dashes"] == "--":
            return f"{dash} {dash} {name}"
        return f"{dash} {self.letters(name) if len(name) < 3 else name}" if _COMMANDS.search(before(match)) else None
