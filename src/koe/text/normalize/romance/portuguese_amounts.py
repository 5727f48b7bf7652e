"""Brazilian forms of amounts -> words: "450 mi", "3x0", "10x", "1m70", "2 ½ xícaras", "R$ 10-20", "nota 8/10"."""

from __future__ import annotations

import re

from koe.text.normalize.romance import portuguese_words as table
from koe.text.normalize.romance.fractions import VULGAR
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import BEGIN, CLOSE, Gender, Number
from koe.text.normalize.rule import (
    Rule,
    Speak,
    after,
    alternatives,
    before,
    full_stop,
    of_digits,
    rule,
    word_before,
    words,
)
from koe.types import NormalizationKind

_NOUN = re.compile(
    r"(?:\s?(?:[-–]|(?:\s(?:a|ou|e|em cada|de cada)))\s?[0-9][0-9.,]{0,12}|\s(?:das|em cada)(?=\s[0-9])\s[0-9.]{1,9})?"
    r"\s(?P<noun>[^\W\d_]{2,40})(?:\s(?P<following>[^\W\d_]{2,40}))?"
)
_FEMININE_BEFORE = words(
    "as às das nas pelas essas estas aquelas nessas nestas dessas destas suas minhas nossas outras umas"
)
_MASCULINE_BEFORE = words("os aos dos nos pelos esses estes aqueles seus meus nossos outros uns")
# Nouns that a number behind them names, so that it does not count what follows.
_LABELS = words(
    "página páginas sala casa número dia ano capítulo artigo linha quarto apartamento nota item questão fase etapa "
    "turma canal grupo anexo tabela figura questão rodada aula lote bloco quadra andar portão plataforma seção inciso "
    "parágrafo temporada episódio versão volume tipo classe nível quilômetro idade posição rua avenida"
)
_BEFORE_A_YEAR = words("em de desde até ano anos para entre")
_YEAR = re.compile(r"1[5-9][0-9]{2}|20[0-9]{2}")
_MEASURING_NOUNS = words(
    "xícara colher copo litro quilo lata pacote maço dose hora metro colherinha concha pitada tablete barra garrafa "
    "caixa quilômetro grama página tonelada cebola limão maçã"
)
_SCORE_WORDS = re.compile(
    r"(?:placar|terminou|termina|venceu|vence|vencer|venceram|perdeu|perde|perder|perderam|empatou|empata|empate|ganhou|"
    r"ganha|ganhar|ganharam|jogo|vitória|derrota|goleada|goleou|fez|final|resultado|bateu|partida|foi|acabou)\s?"
    r"(?:de|por|em|do|da|com|:)?\s?\Z",
    re.IGNORECASE,
)
_TEAM_BEFORE = re.compile(r"[A-ZÀ-Þ][\w-]{1,20}\s\Z")
_TEAM_AFTER = re.compile(r"\s[A-ZÀ-Þ]\w")
_ORDINAL_NOUNS = words(
    "andar lugar turno tempo ano grau dia mês colocado piso período semestre trimestre bimestre batalhão capítulo "
    "artigo parágrafo distrito aniversário round set gol filho grupo pelotão mandato cartório de ciclo quarto "
    "congresso encontro festival prêmio maior melhor pior salário lote título jogo dos do da das a ao"
)
_ONE_BEFORE_UNIT = words("o por cada do no ao um")
_MANY_BEFORE_UNIT = words("vários muitos alguns poucos quantos os tantos")
_BARE_UNITS = ("kg", "km", "km²", "m²", "m³", "cm", "ml", "GB", "MB", "kWh", "mg", "ha", "km/h")
_PERIODS = {"a": "ao ano", "m": "ao mês", "d": "ao dia"}
_SIDE = r"[0-9]{1,2}"
_SCORE = rf"(?<![\w,.])(?P<first>{_SIDE})\s?[xX×]\s?(?P<last>{_SIDE})(?![\w,.]?[0-9\w])"
_TIMES = (
    r"(?<![\w.,])(?P<times>[0-9]{1,4}(?:,[0-9])?)\s?[xX](?=\s(?:de|sem|por|ao|à|a|mais|menos|maior|menor|no|na|com|"
    r"iguais|fixas|R\$|em)\b|\s?[.,;:!?)]|\s?\Z)"
)
_PRESSURE = (
    rf"{BEGIN}(?:(?P<top>[0-9]{{2,3}})/(?P<bottom>[0-9]{{2,3}})\s?(?P<unit>mmHg)(?!\w)"
    r"|(?<=pressão )(?P<top2>[0-9]{2})/(?P<bottom2>[0-9]{1,2})(?![\w/]))"
)
_RATIO = r"(?<![\w:.,])(?P<first>[0-9]{1,2}):(?P<last>[0-9]{1,2}|[0-9]{1,3}(?:\.?[0-9]{3}){1,2})(?![\w:]|[.,][0-9])"
_PARTS = rf"(?:(?P<top>[0-9])/(?P<bottom>[2-9])|(?P<vulgar>[{''.join(VULGAR)}]))\s(?P<noun>[a-zà-ÿ]{{3,20}})(?!\w)"
_PART_OF_NOUN = rf"{BEGIN}(?P<whole>){_PARTS}"
_MIXED_PART_OF_NOUN = rf"{BEGIN}(?P<whole>[0-9]{{1,2}})(?:\s|(?![0-9])){_PARTS}"
_SEASONS = r"(?<![\w/.,-])(?P<first>(?:19|20)[0-9]{2})/(?P<last>(?:19|20)?[0-9]{2})(?![\w/])"
_SHORT_YEAR = r"(?<!\w)['’](?P<digits>[0-9]{2})(?!\w)"
_DEGREE = r"(?<![\w.,])(?P<digits>[0-9]{1,3})°(?!\s?[CF](?!\w)|[\w'’]|\s?[0-9])"
_LARGE_ORDINAL = r"(?<![\w.,])(?P<digits>[0-9]{1,3}\.[0-9]{3})(?P<ending>[ºª])(?!\w)"
_VERSION = r"(?<!\w)[vV]\.?\s?(?P<digits>[0-9]{1,4}(?:\.[0-9]{1,4}){0,4})(?!\w|[.,][0-9])"
_PER_ANNUM = r"(?<=%)\s?a\.\s?(?P<period>[amd])\."
_LAUGHTER = r"(?<!\w)[kK]{3,40}(?!\w)"
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_RATIOS = frozenset({"16:9", "4:3", "21:9", "3:2", "9:16", "16:10"})


def _rules(kind: NormalizationKind, *rules: tuple[str, Speak, str]) -> tuple[Rule, ...]:
    return tuple(rule(pattern, speak, kind=kind, name=name) for pattern, speak, name in rules)


def _laughter(_: re.Match[str]) -> str:
    return "quá quá quá"


class PortugueseAmounts(Romance):
    """Amounts as they are written in Brazil."""

    def early_amount_rules(self) -> tuple[Rule, ...]:
        """Forms that the rules for measures, fractions and sums would misread."""
        units = alternatives(_BARE_UNITS)
        return (
            *of_digits(
                *_rules("numbers", (_SCORE, self._score, "score"), (_TIMES, self._times, "times")),
                *self._sum_rules(),
                *self._quotient_rules(),
                *self._measure_rules(),
                *self._number_rules(),
            ),
            *_rules("abbreviations", (_PER_ANNUM, self._per_annum, "abbreviation"), (_LAUGHTER, _laughter, "laughter")),
            *_rules("units", (rf"(?<=\s)(?P<unit>{units})(?![\w²³/])", self._bare_unit, "unit")),
            *_rules("symbols", (r"~\s?(?=[A-Z]{0,2}[$€£])", lambda _: "cerca de ", "sign before a sum")),
        )

    def _sum_rules(self) -> tuple[Rule, ...]:
        currency = rf"(?<![\w$])(?P<currency>{alternatives(self.currencies)})\s?"
        first, last = rf"(?P<first>{self.unsigned})", rf"(?P<last>{self.unsigned})"
        return _rules(
            "money",
            (rf"{currency}{first}\s?[-–]\s?{last}(?!\s?[\w%]|[.,/]?[0-9])", self._sums, "range, sum of money"),
            (rf"{currency}-\s?(?P<amount>{self.unsigned}){CLOSE}", self._debt, "sum of money"),
        )

    def _quotient_rules(self) -> tuple[Rule, ...]:
        product = rf"{BEGIN}(?P<first>{self.unsigned})\s?(?P<sign>[xX×])\s?(?P<last>{self.unsigned})"
        return (
            *_rules("symbols", (rf"{product}(?=(?P<result>\s?=)|\s?[^\s\w]|\Z)", self._product, "product")),
            *_rules("units", (_PRESSURE, self._pressure, "blood pressure")),
            *_rules("times", (r"(?<![\w/.,])24/7(?![\w/])", lambda _: "vinte e quatro por sete", "all day")),
            *_rules(
                "numbers",
                (_RATIO, self._ratio, "ratio"),
                (rf"(?<=nota )(?P<mark>{self.unsigned})/(?P<best>5|10|100)(?![\w/])", self._mark, "mark"),
                (rf"{BEGIN}(?P<mark>[0-9]{{1,2}},[0-9])/(?P<best>5|10|100)(?![\w/])", self._mark, "mark"),
                (_MIXED_PART_OF_NOUN, self._part_of_noun, "fraction"),
                (_PART_OF_NOUN, self._part_of_noun, "fraction"),
            ),
            *_rules("dates", (_SEASONS, self._seasons, "years"), (_SHORT_YEAR, self._short_year, "year")),
        )

    def _measure_rules(self) -> tuple[Rule, ...]:
        large = rf"{self.amount}\s(?P<size>mil|milhão|milhões|bilhão|bilhões)\s(?:de\s)?{self.unit_pattern}"
        height = r"(?<![\w,.])(?P<whole>[12])m(?P<part>[0-9]{2})(?!\w)"
        return _rules("units", (height, self._height, "measure"), (large, self._large_measure, "measure"))

    def _number_rules(self) -> tuple[Rule, ...]:
        thousands = rf"(?<![$€£])(?<![$€£]\s){self.amount}(?P<size>[kK])(?!\w)"
        power = rf"{self.amount}(?P<power>[⁻⁺]?[⁰¹²³⁴-⁹]{{1,3}})"
        return _rules(
            "numbers",
            (_DEGREE, self._degree_or_ordinal, "ordinal"),
            (_LARGE_ORDINAL, self._large_ordinal, "ordinal"),
            (r"(?<![\w.,])(?P<digits>[248])K(?!\w)", lambda m: f"{self.cardinal(m['digits'])} cá", "resolution"),
            (thousands, self._sized, "number"),
            (_VERSION, self._version, "version"),
            (power, self._raised, "power"),
            (r"(?<![\w.,])(?P<digits>[0-9]{1,7})\+(?!\s?[\w(])", self._and_more, "number"),
        )

    def amount_rules(self) -> tuple[Rule, ...]:
        """Forms that only the rules for bare numbers would misread."""
        short = alternatives(table.SHORT_SIZES)
        return (
            rule(rf"{self.amount}\s?(?P<size>{short})(?!\w)", self._sized, kind="numbers", name="number"),
            rule(
                r"(?<=[A-Za-zÀ-ÖØ-öø-ÿ])-(?=[0-9]{1,4}(?![\w.,]?[0-9-]))", lambda _: " ", kind="symbols", name="hyphen"
            ),
        )

    def symbol_rules(self) -> tuple[Rule, ...]:
        slash = rule(r"(?<=[^\W\d_]{2})/(?=[^\W\d_]{2})", lambda _: " barra ", kind="symbols", name="slash")
        return (slash, *super().symbol_rules())

    def _raised(self, match: re.Match[str]) -> str:
        power = match["power"].translate(_SUPERSCRIPTS)
        digits = power.lstrip("-+")
        raised = f"{self.to_the_power} {self.number_words(Number(power.removesuffix(digits), digits))}"
        words = {"2": self.squared, "3": self.cubed}.get(power, raised)
        return f"{self.number_words(self.matched_number(match))} {words}"

    def _score(self, match: re.Match[str]) -> str | None:
        teams = _TEAM_BEFORE.search(before(match)) and _TEAM_AFTER.match(after(match))
        if not teams and not _SCORE_WORDS.search(before(match)):
            return None
        return f"{self.cardinal(match['first'])} a {self.cardinal(match['last'])}"

    def _product(self, match: re.Match[str]) -> str | None:
        if match["sign"] != "×" and not match["result"]:
            return None
        first, last = (self.number_words(self.number(match[end])) for end in ("first", "last"))
        return f"{first} vezes {last}"

    def _times(self, match: re.Match[str]) -> str:
        number = self.number(match["times"])
        noun = "vez" if number.is_one else "vezes"
        return f"{self.number_words(number, 'f', noun)} {noun}"

    def _sums(self, match: re.Match[str]) -> str:
        currency = self.currencies[match["currency"]]
        first = self.number_words(self.number(match["first"]), currency.gender, currency.many)
        return f"{first} a {self.money(self.number(match['last']), currency)}"

    def _debt(self, match: re.Match[str]) -> str:
        return self.money(self.number(match["amount"], "-"), self.currencies[match["currency"]])

    def _height(self, match: re.Match[str]) -> str:
        return self.measure(Number("", match["whole"], ",", match["part"]), self.units["m"])

    def measure(self, number: Number, unit: Unit) -> str:
        """Heights are read as people say them: "1,75 m" is "um metro e setenta e cinco"."""
        if unit.one == "metro" and number.whole in ("1", "2") and number.mark == "," and len(number.fraction) == 2:
            metres = super().measure(number._replace(mark="", fraction=""), unit)
            return f"{metres} e {self.cardinal(str(int(number.fraction)))}" if number.fraction != "00" else metres
        return super().measure(number, unit)

    def _ratio(self, match: re.Match[str]) -> str | None:
        first, last = match["first"], match["last"].replace(".", "")
        if match[0] not in _RATIOS and len(last) == 2:
            return None
        link = "por" if match[0] in _RATIOS else "para"
        return f"{self.cardinal(first)} {link} {self.cardinal(last)}"

    def _pressure(self, match: re.Match[str]) -> str:
        top, bottom = match["top"] or match["top2"], match["bottom"] or match["bottom2"]
        return f"{self.cardinal(top)} por {self.cardinal(bottom)}{' milímetros de mercúrio' if match['unit'] else ''}"

    def _mark(self, match: re.Match[str]) -> str:
        return f"{self.number_words(self.number(match['mark']))} de {self.cardinal(match['best'])}"

    def _part_of_noun(self, match: re.Match[str]) -> str | None:
        """A fraction of a noun: "meia xícara", "duas xícaras e meia", "três quartos de xícara"."""
        noun, whole = match["noun"], match["whole"]
        top, bottom = VULGAR[match["vulgar"]] if match["vulgar"] else (int(match["top"]), int(match["bottom"]))
        gender = self.gender(noun)
        if gender is None or top >= bottom or (noun.endswith("s") and not whole):
            return None
        if whole:
            return f"{self.cardinal(whole, gender, noun)} {noun} e {self.half_or_part(top, bottom, gender)}"
        if (top, bottom) == (1, 2):
            return f"{self.half_or_part(1, 2, gender)} {noun}"
        return f"{self.fraction(top, bottom)} de {noun}" if noun in _MEASURING_NOUNS else None

    def _degree_or_ordinal(self, match: re.Match[str]) -> str | None:
        following = re.match(r"\s([^\W\d_]{1,20})", after(match))
        number = int(match["digits"])
        if number and ((following and following[1] in _ORDINAL_NOUNS and number < 60) or number == 1):
            return self.ordinal(number)
        return None

    def _large_ordinal(self, match: re.Match[str]) -> str:
        return self.ordinal(int(match["digits"].replace(".", "")), "f" if match["ending"] == "ª" else "m")

    def _large_measure(self, match: re.Match[str]) -> str | None:
        unit, size = self.unit(match["unit"]), match["size"]
        if unit is None:
            return None
        number = self.number_words(self.matched_number(match), unit.gender if size == "mil" else None, size)
        return f"{number} {size} {'' if size == 'mil' else 'de '}{unit.many}"

    def _sized(self, match: re.Match[str]) -> str:
        number, size = self.matched_number(match), table.SHORT_SIZES[match["size"]]
        word = size.one if self.is_singular(number) else size.many
        stop = full_stop(match)
        return word + stop if word == "mil" and number.is_one else f"{self.number_words(number)} {word}{stop}"

    def _seasons(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['first'])} barra {self.cardinal(match['last'])}"

    def _short_year(self, match: re.Match[str]) -> str:
        return self.cardinal(match["digits"])

    def _version(self, match: re.Match[str]) -> str:
        return f"versão {' ponto '.join(self.cardinal(number) for number in match['digits'].split('.'))}"

    def _and_more(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['digits'])} mais"

    def _per_annum(self, match: re.Match[str]) -> str:
        return f" {_PERIODS[match['period']]}{full_stop(match)}"

    def _bare_unit(self, match: re.Match[str]) -> str | None:
        unit, ahead = self.unit(match["unit"]), word_before(match).lower()
        if unit is None or after(match)[:2].strip()[:1].isdigit():
            return None
        if ahead in _ONE_BEFORE_UNIT:
            return unit.one
        return unit.many if ahead in _MANY_BEFORE_UNIT else None

    def _count(self, match: re.Match[str]) -> str | None:
        """A number agrees with the noun behind it, or with the article before it."""
        number, ahead = self.matched_number(match), word_before(match).lower()
        found = _NOUN.match(after(match))
        noun, following = (found["noun"], found["following"] or "") if found else ("", "")
        gender = self._gender_of_counted(number, ahead, noun, following)
        counted = self.number_words(number, gender, noun)
        if number.is_round_million and found and found.start("noun") == 1 and gender and not number.fraction:
            return f"{counted} de"
        return counted

    def _gender_of_counted(self, number: Number, ahead: str, noun: str, following: str) -> Gender | None:
        if ahead in _LABELS or (ahead in _BEFORE_A_YEAR and _YEAR.fullmatch(number.whole)):
            return None
        if ahead in _FEMININE_BEFORE and not number.is_one:
            return "f"
        if ahead in _MASCULINE_BEFORE or not noun:
            return None
        is_plural = noun.lower().endswith("s") or noun.lower() == "mil" or bool(number.fraction)
        return self.gender(noun, following) if is_plural or number.is_one else None
