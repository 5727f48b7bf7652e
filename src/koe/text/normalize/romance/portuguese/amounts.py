"""Brazilian forms of amounts -> words: "450 mi", "1m70", "R$ 10-20", "5 mil m²", "12% a.a."."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import CLOSE, Number
from koe.text.normalize.romance.portuguese import words as table
from koe.text.normalize.romance.portuguese.rules import named_rules
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, of_digits, word_before, words

_ORDINAL_NOUNS = words(
    "andar lugar turno tempo ano grau dia mês colocado piso período semestre trimestre bimestre batalhão capítulo "
    "artigo parágrafo distrito aniversário round set gol filho grupo pelotão mandato cartório de ciclo quarto "
    "congresso encontro festival prêmio maior melhor pior salário lote título jogo dos do da das a ao"
)
_ONE_BEFORE_UNIT = words("o por cada do no ao um")
_MANY_BEFORE_UNIT = words("vários muitos alguns poucos quantos os tantos")
_BARE_UNITS = ("kg", "km", "km²", "m²", "m³", "cm", "ml", "GB", "MB", "kWh", "mg", "ha", "km/h")
_PERIODS = {"a": "ao ano", "m": "ao mês", "d": "ao dia"}
_PERIOD_NOUNS = words(
    "mês dia ano semana hora minuto segundo noite pessoa aluno unidade habitante aula turma planta animal porção"
)
_NAMES_OF_MONEY = r"(?:real|reais|dólares|euros)(?!\w)"
_SIDE = r"[0-9]{1,2}"
_SCORE = rf"(?<![\w,.])(?P<first>{_SIDE})\s?[xX×]\s?(?P<last>{_SIDE})(?![\w,.]?[0-9\w])"
_TIMES = (
    r"(?<![\w.,])(?P<times>[0-9]{1,4}(?:,[0-9])?)\s?[xX](?=\s(?:de|sem|por|ao|à|a|mais|menos|maior|menor|no|na|com|"
    r"iguais|fixas|em)\b|\sR\$|\s?[.,;:!?)]|\s?\Z)"
)
_DEGREE = r"(?<![\w.,])(?P<digits>[0-9]{1,3})°(?!\s?[CF](?!\w)|[\w'’]|\s?[0-9])"
_WARMTH = r"(?<![\w.,-])(?P<digits>[0-9]{1,2})\s?º(?!\s?[CF]|\w)"
_BEFORE_WARMTH = re.compile(
    r"\b(?:(?:máx|mín|temp)\.?|máximas?|mínimas?|temperaturas?|térmica|termômetros?|"
    r"[Ff]ez|[Ff]az|[Ff]azia|marcou|marca|febre de|sombra de):?\s"
    r"(?:(?:de|até|de até|entre|os|a) )?\Z", re.IGNORECASE,
)  # fmt: skip
_LARGE_ORDINAL = r"(?<![\w.,])(?P<digits>[0-9]{1,3}\.[0-9]{3})(?P<ending>[ºª])(?!\w)"
_EDITION = r"(?<![\w.,])(?P<digits>[1-9][0-9]?)\.\s?ed\."
_EXPONENT = (
    r"(?<![\w.,])(?P<number>[0-9]{1,9}(?:[.,][0-9]{1,9})?)[eE](?P<sign>[-+]?)(?P<power>[0-9]{1,3})(?![\w.,]?[0-9\w])"
)
_LINES = r"(?<![\w.,])(?P<digits>360|480|720|1080|1440|2160)[pi](?!\w)"
_VERSION = r"(?<!\w)[vV](?:\.?\s?(?=[0-9]{1,4}\.[0-9]))?(?P<digits>[0-9]{1,4}(?:\.[0-9]{1,6}){0,4})(?!\w|[.,][0-9])"
_PER_UNIT = r"(?<=[0-9])/(?P<unit>mm[³3]|m[²³]|km²|m[lL]|d[lL]|[lL]|kg|ha|dia|mês|ano|hora|semana|h)(?![\w/])"
_PER_NOUN = r"(?<=[0-9])/(?=[a-zà-ÿ]{4,20}(?!\w))"
_PRICE_BEFORE = re.compile(r"[$€£]\s?[0-9.,]{1,12}\Z")
_PER_ANNUM = r"(?<=%)\s?a\.\s?(?P<period>[amd])\."
_LAUGHTER = r"(?<!\w)[kK]{3,40}(?!\w)"
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")


def _laughter(_: re.Match[str]) -> str:
    return "quá quá quá"


class PortugueseAmounts(Romance):
    """Amounts as they are written in Brazil."""

    def early_amount_rules(self) -> tuple[Rule, ...]:
        """Forms that the rules for measures, fractions and sums would misread."""
        units = alternatives(_BARE_UNITS)
        return (
            *of_digits(
                *self._sum_rules(),
                *self._measure_rules(),
                *self._number_rules(),
            ),
            *named_rules(
                "abbreviations", (_PER_ANNUM, self._per_annum, "abbreviation"), (_LAUGHTER, _laughter, "laughter")
            ),
            *named_rules("units", (rf"(?<=\s)(?P<unit>{units})(?![\w²³/])", self._bare_unit, "unit")),
            *named_rules("symbols", (r"~\s?(?=[A-Z]{0,2}[$€£])", lambda _: "cerca de ", "sign before a sum")),
        )

    def _sum_rules(self) -> tuple[Rule, ...]:
        currency = rf"(?<![\w$])(?P<currency>{alternatives(self.currencies)})\s?"
        sizes = alternatives(self.sizes)
        size = rf"(?:\s?(?P<size>{sizes}))?"
        first, last = rf"(?P<first>{self.unsigned})", rf"(?P<last>{self.unsigned})"
        return named_rules(
            "money",
            (
                rf"{currency}{first}(?:\s?(?P<first_size>{sizes}))?\s?[-–]\s?(?:(?P=currency)\s?)?{last}{size}(?!\s?[\w%]|[.,/]?[0-9])",
                self._sums,
                "range, sum of money",
            ),
            (
                rf"{currency}(?P<amount>{self.unsigned}){size}(?:\sde)?\s{_NAMES_OF_MONEY}",
                self._named,
                "sum of money",
            ),
            (rf"{currency}-\s?(?P<amount>{self.unsigned}){CLOSE}", self._debt, "sum of money"),
        )

    def _measure_rules(self) -> tuple[Rule, ...]:
        sizes = "mil|milhão|milhões|bilhão|bilhões|trilhão|trilhões"
        large = rf"{self.amount}\s(?P<size>{sizes})\s(?:de\s)?{self.unit_pattern}"
        height = r"(?<![\w,.])(?P<whole>[12])m(?P<part>[0-9]{2})(?!\w)"
        per = rf"{self.amount}\s?(?P<unit>{alternatives(self.units)})/(?P<per>{alternatives(_PERIOD_NOUNS)})(?!\w)"
        return named_rules(
            "units",
            (per, self._rate, "rate"),
            (height, self._height, "measure"),
            (large, self._large_measure, "measure"),
        )

    def _number_rules(self) -> tuple[Rule, ...]:
        thousands = rf"(?<![$€£])(?<![$€£]\s){self.amount}(?P<size>[kK])(?!\w)"
        power = rf"{self.amount}(?P<power>[⁻⁺]?[⁰¹²³⁴-⁹]{{1,3}})(?:\s?{self.unit_pattern})?"
        return named_rules(
            "numbers",
            *(
                (_WARMTH, self._warmth, "temperature"),
                (_DEGREE, self._degree_or_ordinal, "ordinal"),
                (r"(?<![\w.,])(?P<digits>[0-9]{1,3})(?P<ending>[oa])\.(?=\s[a-zà-ÿ])", self._large_ordinal, "ordinal"),
                (_LARGE_ORDINAL, self._large_ordinal, "ordinal"),
                (r"(?<![\w.,])(?P<digits>[248])K(?!\w)", lambda m: f"{self.cardinal(m['digits'])} cá", "resolution"),
                (thousands, self._sized, "number"),
                (_EDITION, self._edition, "edition"),
                (_EXPONENT, self._exponent, "power of ten"),
                (_LINES, lambda m: f"{self.cardinal(m['digits'])} pê", "resolution"),
                (_VERSION, self._version, "version"),
                (power, self._raised, "power"),
                (r"(?<![\w.,])(?<![$€£]\s)(?<![$€£])(?P<digits>[0-9]{1,7})\+(?!\s?[\w(])", self._and_more, "number"),
            ),
        )

    def operator_rules(self) -> tuple[Rule, ...]:
        """Rates without a unit on top come behind money and measures, and before powers."""
        rates = named_rules("units", (_PER_UNIT, self._per_unit, "rate"), (_PER_NOUN, self._per_noun, "price"))
        return (*of_digits(*rates), *super().operator_rules())

    def amount_rules(self) -> tuple[Rule, ...]:
        """Forms that only the rules for bare numbers would misread."""
        short = alternatives(table.SHORT_SIZES)
        return (
            *named_rules("numbers", (rf"{self.amount}\s?(?P<size>{short})(?!\w)", self._sized, "number")),
            *named_rules(
                "symbols", (r"(?<=[A-Za-zÀ-ÖØ-öø-ÿ])-(?=[0-9]{1,4}(?![\w.,]?[0-9-]))", lambda _: " ", "hyphen")
            ),
        )

    def _sums(self, match: re.Match[str]) -> str:
        currency = self.currencies[match["currency"]]
        number = self.number(match["first"])
        if len(number.fraction) == 2 and number.fraction.strip("0") and not match["first_size"]:
            first = self.money(number, currency)
        else:
            first = self.number_words(
                number if number.fraction.strip("0") else number._replace(fraction=""), currency.gender, currency.many
            )
        size = self.sizes[match["size"]] if match["size"] else None
        if match["first_size"] and size != self.sizes[match["first_size"]]:
            first += f" {self.sizes[match['first_size']].many}"
        return f"{first} a {self.money(self.number(match['last']), currency, size)}"

    def _named(self, match: re.Match[str]) -> str:
        """A sum whose currency is written twice: "R$ 50 reais"."""
        size = self.sizes[match["size"]] if match["size"] else None
        return self.money(self.number(match["amount"]), self.currencies[match["currency"]], size)

    def number_of_money(self, match: re.Match[str]) -> Number:
        """The number of a sum. In reais a comma is never the English mark of thousands: "R$ 5,899"."""
        return self.matched_number(match) if "R$" in match[0] else super().number_of_money(match)

    def _debt(self, match: re.Match[str]) -> str:
        return self.money(self.number(match["amount"], "-"), self.currencies[match["currency"]])

    def _rate(self, match: re.Match[str]) -> str:
        return f"{self.measure(self.matched_number(match), self.units[match['unit']])} por {match['per']}"

    def _height(self, match: re.Match[str]) -> str:
        return self.measure(Number("", match["whole"], ",", match["part"]), self.units["m"])

    def measure(self, number: Number, unit: Unit) -> str:
        """Heights are read as people say them: "1,75 m" is "um metro e setenta e cinco"."""
        if unit.one == "metro" and number.whole in ("1", "2") and number.mark == "," and len(number.fraction) == 2:
            metres = super().measure(number._replace(mark="", fraction=""), unit)
            return f"{metres} e {self.cardinal(str(int(number.fraction)))}" if number.fraction != "00" else metres
        return super().measure(number, unit)

    def _degree_or_ordinal(self, match: re.Match[str]) -> str | None:
        following = re.match(r"\s([^\W\d_]{1,20})", after(match))
        number = int(match["digits"])
        if number and ((following and following[1] in _ORDINAL_NOUNS and number < 60) or number == 1):
            return self.ordinal(number)
        return None

    def _warmth(self, match: re.Match[str]) -> str | None:
        is_warmth = _BEFORE_WARMTH.search(before(match))
        return self.measure(Number("", match["digits"]), self.units["°"]) if is_warmth else None

    def _large_ordinal(self, match: re.Match[str]) -> str:
        return self.ordinal(int(match["digits"].replace(".", "")), "f" if match["ending"] in "ªa" else "m")

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

    def _edition(self, match: re.Match[str]) -> str:
        return f"{self.ordinal(int(match['digits']), 'f')} edição{full_stop(match)}"

    def _exponent(self, match: re.Match[str]) -> str:
        power = self.number_words(Number(match["sign"].replace("+", ""), match["power"]))
        return f"{self.number_words(self.number(match['number']))} vezes dez {self.to_the_power} {power}"

    def _version(self, match: re.Match[str]) -> str:
        return f"versão {' ponto '.join(self.cardinal(number) for number in match['digits'].split('.'))}"

    def _and_more(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['digits'])} mais"

    def _per_unit(self, match: re.Match[str]) -> str:
        return f" {self.price_for(match['unit'])}"

    def _per_noun(self, match: re.Match[str]) -> str | None:
        return " por " if _PRICE_BEFORE.search(before(match)) else None

    def _per_annum(self, match: re.Match[str]) -> str:
        return f" {_PERIODS[match['period']]}{full_stop(match)}"

    def _bare_unit(self, match: re.Match[str]) -> str | None:
        unit, ahead = self.unit(match["unit"]), word_before(match).lower()
        if unit is None or after(match)[:2].strip()[:1].isdigit():
            return None
        if match["unit"] == "km/h" and not ahead[-1:].isdigit():
            return unit.many
        if ahead in _ONE_BEFORE_UNIT:
            return unit.one
        return unit.many if ahead in _MANY_BEFORE_UNIT else None

    def _raised(self, match: re.Match[str]) -> str:
        power = match["power"].translate(_SUPERSCRIPTS)
        digits = power.lstrip("-+")
        raised = f"{self.to_the_power} {self.number_words(Number(power.removesuffix(digits), digits))}"
        words = {"2": self.squared, "3": self.cubed}.get(power, raised)
        unit = self.unit(match["unit"]) if match["unit"] else None
        return f"{self.number_words(self.matched_number(match))} {words}{f' {unit.many}' if unit else ''}"
