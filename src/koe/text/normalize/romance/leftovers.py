"""What no other rule knows -> a reading by default: "intento 3/5", "1,2,3", "4th", "5x", "--help", "0xFF"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.notation import Notation
from koe.text.normalize.romance.ordinals import Ordinals
from koe.text.normalize.rule import Rule, after, before, of_digits, rule, word_before, words

_PROCESSOR = r"(?<![\w.])(?P<letter>x)(?P<bits>64|86|32)(?![\w.,])"
_PROCESSOR_BEFORE = re.compile(
    r"\b(?:Windows|Win|Linux|Ubuntu|macOS|versión|version|versione|versão|arch|CPU)\b[\w. ]{0,12}\Z"
)
_NUMBER_OF_YEAR = (
    r"(?<![\w-])(?P<letters>[A-Z]{1,3})/(?P<year>(?:19|20)[0-9]{2})-(?P<digits>[1-9][0-9]{0,5})(?![\w/-]|[.,][0-9])"
)
# A code in groups, of which one changes twice between letters and digits: "4F7-9K".
_GROUPED_CODE = r"(?<![\w-])(?=[A-Z0-9]{1,8}[-–])[A-Z0-9]{1,8}(?:[-–][A-Z0-9]{1,8}){1,4}(?![\w:-])"
_CHANGES = re.compile("[A-Z][0-9]{1,6}[A-Z]|[0-9][A-Z]{1,6}[0-9]")
_MINUS_A_NUMBER = r"(?<=[0-9][a-z])\s?-\s?(?=[0-9]{1,4}(?:,[0-9]{1,3})?[,;.)]?(?:\s|\Z))"
_DOSE = r"(?<=[a-zà-ÿ.])/(?=[0-9]{1,2}(?:-[0-9]{1,2})?\s?h(?!\w))"
_DOSE_BEFORE = re.compile(r"[0-9]\s?(?:mg|g|ml|cp|cps|cpr|cpr\.|comp\.|gttes|gtt|µg|mcg|UI|amp\.)\Z")
_TENDS = r"(?:(?<=\s[a-z])|(?<=\([a-z]))\s?→\s?(?=[0-9∞+-])"
_PRODUCT = r"(?<![\w.])[a-z]{2}(?=[²³])"
_OF_SEVERAL = r"(?<![\w.,/])(?P<one>[0-9]{1,3})/(?P<all>[0-9]{1,3})(?![\w/]|[.,][0-9]|\s(?:h|hs|min|mn|d|j|g)\b)"
_OF_FINAL = r"(?<![\w.,/])1/(?P<part>2|4|8|16|32)(?=(?:es|èmes|e|os|as|i)?\sd[ei]\sfinal)(?:es|èmes|e|os|as|i)?"
_OUT_OF = r"(?<![\w.,/])(?P<mark>[0-9]{1,3}(?:[.,][0-9]{1,2})?)/(?P<best>5|10|20|30|60|100|110)(?![\w/]|[.,][0-9])"
_MARK_BEFORE = re.compile(
    r"\b(?:nota|notas|puntuación|puntaje|calificación|valoración|note|notes|score|voto|voti|punteggio|valutazione|"
    r"pontuação|avaliação|rating|résultat|resultado|risultato|conceito)\b(?:\s?:|\s(?:de|di|final|finale|media|média|"
    r"mín\.|mínima|min\.?|minima|minimum|minimo|máx\.|max\.?)){0,2}:?\s?\Z",
    re.IGNORECASE,
)
_OVER = r"(?<![\w.,/])(?P<top>[0-9]{2,3}|1[0-9])/(?P<bottom>[0-9]{1,3})(?![\w/]|[.,][0-9]|\s?mm)"
_PRESSURE_BEFORE = re.compile(
    r"\b(?:PA|TA|P\.A\.|T\.A\.|BP|[Tt]ensión(?: arterial)?|[Tt]ension|[Pp]resión arterial|[Pp]ression|[Pp]ressione|"
    r"[Pp]ressão)"
    r"(?: (?:di|de|arterial|artérielle|arteriosa))?:?\s\Z"
)
_EDITION = r"(?:(?<=[0-9]{4})|(?<=[0-9]{5})|(?<=[0-9]-[0-9])):(?=(?:19|20)[0-9]{2}(?![\w:]))"
_LETTERED = (
    r"(?:(?<=[Ff]ig\.\s)|(?<=[Ff]igs\.\s)|(?<=[Ff]igura\s)|(?<=[Ff]igure\s)|(?<=[Tt]abla\s)|(?<=[Tt]ab\.\s)|(?<=[Tt]abela\s)"
    r"|(?<=[Tt]abella\s)|(?<=[Tt]ableau\s)|(?<=[Tt]avola\s)|(?<=[Tt]av\.\s)|(?<=[Gg]ráfico\s)|(?<=[Aa]partado\s))"
    r"(?P<digits>[0-9]{1,3})\.?(?P<letter>[a-h])(?![\w-])"
)
_STOPPAGE = r"(?<![\w.,])(?P<minute>45|90|105|120)['′’]\s?\+\s?(?P<added>[0-9]{1,2})['′’]?(?!\w)"
_HOURS_AND_PRIMES = r"(?<![\w.,:])(?P<hours>[0-9]{1,2})h(?P<minutes>[0-5]?[0-9])['′](?![\w'\"″])"
_LIST = r"(?<![\w.,/-])[0-9]{1,3}(?:,[0-9]{1,3}){2,9}(?![\w/-]|[.,][0-9])"
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_ENGLISH_ORDINAL = r"(?<![\w.,])(?P<digits>[0-9]{0,3}(?:1st|2nd|3rd|[0-9]th))(?![\w-])"
_MARKED_ORDINAL = r"(?<![\w.,])(?P<digits>[0-9]{1,4})\.?(?P<mark>[ºª])(?!\w)"
_FACTOR = r"(?<![\w.,/])(?P<amount>[0-9]{1,4}(?:[.,][0-9]{1,2})?)x(?![\w/])"
_BETWEEN_MEASURES = r"(?<=[A-Za-zº°Ωµ])\s?/\s?(?=[0-9])(?!100\s?km)"
_SHORT_MEASURE = r"[0-9]{1,4}(?:[.  ][0-9]{3})?(?:[.,][0-9]{1,2})?\s?(?P<unit>[A-Za-zº°Ωµ]{1,4})"
_MEASURE_BEFORE = re.compile(rf"(?<![\w/]){_SHORT_MEASURE}\Z")
_MEASURE_BEHIND = re.compile(rf"{_SHORT_MEASURE}(?!\w)")
_LOGARITHM = r"(?<!\w)(?P<name>log|ln)(?:(?P<base>[₀-₉]{1,2})(?:(?=\()|\s?(?=[0-9a-z]))|\s(?=[0-9]|[xyzn](?!\w)))"
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_BOTH_GENDERS = r"(?<![\w/(])(?P<word>[^\W\d_]{2,24})(?:/(?P<end>as?|os)(?![\w/(])|\((?P<inner>as?|s)\)(?![\w/(]))"
_ALGEBRA = re.compile(r"[=^²³√]")
_AGE = r"(?<![\w.,])(?P<years>[1-9][0-9]{0,2})a(?=[\s,.;)]|\Z)"
_PATIENT = re.compile(
    r"\b(?:masc|fem|pac|pac\w{1,8}|pcte|paz|hom[be]\w{1,5}|mulher|mujer|uomo|donna|varón)\b\.?,?\s\Z", re.IGNORECASE
)
_THOUSANDS_BY_K = r"(?<![\w.,])(?P<amount>[0-9]{1,3}(?:[.,][0-9]{1,2})?)k(?![\w/])"
_PARTS_OF_THOUSANDS = (
    r"(?<![\w.,$€£¥])(?<![$€£¥]\s)(?P<amount>[0-9]{1,3}[.,][0-9]{1,2})\s?[kK]"
    r"(?![\w/$€£¥]|\s?(?:[$€£¥]|EUR|USD|euros?\b))"
)
_HEXADECIMAL = r"(?<![\w.])0x[0-9A-Fa-f]{1,16}(?!\w)"
_WIND = (
    r"(?:(?<=\ba\s)|(?<=\bao\s)|(?<=\bau\s)|(?<=\bal\s))(?P<wind>N[EO]|S[EO]|N|S|E|O)"
    r"(?=\s(?:de|di|do|da|del|della|d'|du)\b)"
)
# Behind a sum: "2.150 $/onza".
_RATE_OF_MONEY = r"(?<=[$€£¥])/(?=[a-zà-ÿ]{3,20}(?!\w))"
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
    every: ClassVar[str] = ""  # "1 g/6 h"
    tends_to: ClassVar[str]  # "x → ∞"
    over: ClassVar[str]
    out_of_best: ClassVar[str] = ""  # "nota 5/10"
    year_unit: ClassVar[Unit]
    says_minutes_of_stoppage: ClassVar[bool] = False  # elsewhere they are ordinals
    prime_unit: ClassVar[Unit]  # "5'"
    # "log" and "ln" before what they are taken of; {} is the base with the word before it.
    logarithms: ClassVar[Mapping[str, str]] = {}
    base: ClassVar[str] = ""
    either: ClassVar[str] = ""  # between the forms of "aluno(a)"; "" leaves them to rules of the language

    finals: ClassVar[Mapping[int, str]] = {}  # 8: "octavos", of a cup
    before_finals: ClassVar[frozenset[str]] = frozenset()  # "": any word
    winds: ClassVar[Mapping[str, str]] = {}  # "SO" -> "sudoeste", between prepositions

    def length_of_time(self, hours: int, minutes: int) -> str:
        """Hours and minutes in words."""
        raise NotImplementedError

    def early_default_rules(self) -> tuple[Rule, ...]:
        """Rules for digits, which the rules for fractions and numbers would misread."""
        return (
            rule(_TENDS, lambda _: f" {self.tends_to} ", kind="symbols", name="limit"),
            rule(_BETWEEN_MEASURES, self._slash_of_measures, kind="symbols", name="slash"),
            rule(_DOSE, self._dose, kind="times", name="interval"),
            rule(_PROCESSOR, self._architecture, kind="acronyms", name="processor"),
            rule(_NUMBER_OF_YEAR, self._number_of_year, kind="numbers", name="number of a paper"),
            rule(_GROUPED_CODE, self._grouped_code, kind="acronyms", name="code"),
            rule(_OF_SEVERAL, self._one_of_several, kind="numbers", name="one of several"),
            rule(_OF_FINAL, self._of_final, kind="numbers", name="round of a cup"),
            rule(_OUT_OF, self._mark_out_of, kind="numbers", name="marks"),
            rule(_OVER, self._blood_pressure, kind="numbers", name="blood pressure"),
            rule(_EDITION, lambda _: ", ", kind="numbers", name="edition of a norm"),
            rule(_LETTERED, self._figure_with_letter, kind="numbers", name="figure"),
            rule(_STOPPAGE, self._stoppage, kind="times", name="minutes"),
            rule(_HOURS_AND_PRIMES, self._hours_and_minutes, kind="times", name="length of time"),
            rule(_LIST, self._list_of_numbers, kind="numbers", name="numbers in a row"),
            rule(_ENGLISH_ORDINAL, self._english_ordinal, kind="numbers", name="ordinal"),
            rule(_PARTS_OF_THOUSANDS, self.in_thousands, kind="numbers", name="thousands"),
            rule(_AGE, self._age_of_patient, kind="units", name="age"),
            rule(_FACTOR, self._times_as_much, kind="numbers", name="factor"),
            rule(_HEXADECIMAL, self._each_sign, kind="acronyms", name="hexadecimal number"),
        )

    def late_default_rules(self) -> tuple[Rule, ...]:
        return (
            *of_digits(rule(_MARKED_ORDINAL, self._marked_ordinal, kind="numbers", name="ordinal")),
            *of_digits(rule(_THOUSANDS_BY_K, self.in_thousands, kind="numbers", name="thousands")),
            rule(_MINUS_A_NUMBER, self._minus_a_number, kind="symbols", name="minus"),
            rule(_PRODUCT, self._product_of_variables, kind="symbols", name="variables"),
            rule(_WIND, self._wind_of, kind="abbreviations", name="direction"),
            rule(_RATE_OF_MONEY, lambda _: f" {self.per_word} ", kind="money", name="price"),
            rule(_WINDOWS_PATH, self._path_on_a_drive, kind="urls", name="path"),
            rule(r"(?<=\w)\\(?=\w)", lambda _: f" {self.backslash} ", kind="symbols", name="backslash"),
            rule(_LOGARITHM, self._logarithm, kind="symbols", name="function"),
            rule(_BOTH_GENDERS, self._with_feminine, kind="symbols", name="both genders"),
            rule(_OPTION, self._option_of_command, kind="code", name="option"),
        )

    def _dose(self, match: re.Match[str]) -> str | None:
        """ "1 g/6 h"."""
        return f" {self.every} " if self.every and _DOSE_BEFORE.search(before(match)) else None

    def _architecture(self, match: re.Match[str]) -> str | None:
        """ "Windows 11 x64"."""
        if not _PROCESSOR_BEFORE.search(before(match)):
            return None
        return f"{self.letters(match['letter'])} {self.cardinal(match['bits'])}"

    def _number_of_year(self, match: re.Match[str]) -> str:
        """ "A/2024-117"."""
        parts = (self.letters(match["letters"]), self.cardinal(match["year"]), self.cardinal(match["digits"]))
        return ", ".join(parts)

    def _grouped_code(self, match: re.Match[str]) -> str | None:
        if not _CHANGES.search(match[0]):
            return None
        return ", ".join(" ".join(map(self._sign_of_code, group)) for group in re.split("[-–]", match[0]))

    def _sign_of_code(self, sign: str) -> str:
        return self.cardinal(sign) if sign.isdigit() else self.letters(sign)

    def _minus_a_number(self, match: re.Match[str]) -> str | None:
        """ "6x - 5;" in an equation."""
        return f" {self.minus} " if _ALGEBRA.search(before(match)[-30:] + after(match)[:20]) else None

    def _product_of_variables(self, match: re.Match[str]) -> str | None:
        """ "mc²", but not "cm²"."""
        return None if match[0] in self.units else self.letters(match[0])

    def _one_of_several(self, match: re.Match[str]) -> str | None:
        word = word_before(match).lower()
        is_step = word in self.before_one_of_several or word in _STEPS
        if not is_step or int(match["one"]) > int(match["all"]):
            return None
        return f"{self.cardinal(match['one'])} {self.of_all} {self.cardinal(match['all'])}"

    def _of_final(self, match: re.Match[str]) -> str | None:
        word = word_before(match).lower()
        plural = self.finals.get(int(match["part"]))
        return plural if plural and (not self.before_finals or word in self.before_finals) else None

    def _mark_out_of(self, match: re.Match[str]) -> str | None:
        """A mark out of the best: "nota mín.: 5/10"."""
        if not self.out_of_best or not _MARK_BEFORE.search(before(match)):
            return None
        return f"{self.number_words(self.number(match['mark']))} {self.out_of_best} {self.cardinal(match['best'])}"

    def _blood_pressure(self, match: re.Match[str]) -> str | None:
        """ "PA 110/70"."""
        if not _PRESSURE_BEFORE.search(before(match)):
            return None
        return f"{self.cardinal(match['top'])} {self.over} {self.cardinal(match['bottom'])}"

    def _figure_with_letter(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['digits'])} {self.letters(match['letter'])}"

    def _stoppage(self, match: re.Match[str]) -> str | None:
        """ "45'+3'"; in a list of goals the rule for goals reads it."""
        if not self.says_minutes_of_stoppage:
            return None
        minutes = self.measure(self.number(match["minute"]), self.prime_unit)
        return f"{minutes} {self.plus} {self.cardinal(match['added'])}"

    def _hours_and_minutes(self, match: re.Match[str]) -> str:
        """ "2h15'"."""
        return self.length_of_time(int(match["hours"]), int(match["minutes"]))

    def _list_of_numbers(self, match: re.Match[str]) -> str | None:
        if _THOUSANDS.fullmatch(match[0]):
            return None
        return ", ".join(self.cardinal(number) for number in match[0].split(","))

    def _english_ordinal(self, match: re.Match[str]) -> str | None:
        if match["digits"][-2:] in self.ordinal_endings:
            return None  # French has "2nd" too
        return self.ordinal(int(match["digits"][:-2]))

    def _wind_of(self, match: re.Match[str]) -> str | None:
        return self.winds.get(match["wind"])

    def _marked_ordinal(self, match: re.Match[str]) -> str | None:
        number = int(match["digits"])
        return self.ordinal(number, "f" if match["mark"] == "ª" else "m") if number else None

    def in_thousands(self, match: re.Match[str]) -> str | None:
        """ "10k", "1,5k": the product if it is whole."""
        number = self.number(match["amount"])
        product = float(f"{number.whole}.{number.fraction or 0}") * 1000
        return self.cardinal(str(round(product))) if abs(product - round(product)) < 1e-6 else None

    def _each_sign(self, match: re.Match[str]) -> str:
        return " ".join(map(self._sign_of_code, match[0]))

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
