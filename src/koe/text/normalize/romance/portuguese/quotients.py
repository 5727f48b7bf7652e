"""Two or more numbers with a sign between them -> words: "3x0", "16:9", "nota 8/10", "2 ½ xícaras", "24/7", "10x"."""

from __future__ import annotations

import re

from koe.text.normalize.romance.fractions import VULGAR
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.numbers import BEGIN
from koe.text.normalize.romance.portuguese.rules import named_rules
from koe.text.normalize.rule import Rule, after, alternatives, before, word_before, words

_MEASURING_NOUNS = words(
    "xícara colher copo litro quilo lata pacote maço dose hora metro colherinha concha pitada tablete barra garrafa "
    "caixa quilômetro grama página tonelada cebola limão maçã"
)
_SCORE_WORDS = re.compile(
    r"(?:placar|terminou|termina|venceu|vence|vencer|venceram|perdeu|perde|perder|perderam|empatou|empata|empate|ganhou|"
    r"ganha|ganhar|ganharam|jogo|vitória|derrota|goleada|goleou|fez|final|resultado|bateu|partida|foi|acabou|unânime|unanimidade|votação|votos|decisão|aprovad[oa]|rejeitad[oa])\s?"
    r"(?:de|por|em|do|da|com|:)?\s?\(?\Z",
    re.IGNORECASE,
)
_TEAM_BEFORE = re.compile(r"[A-ZÀ-Þ][\w-]{1,20}\s\Z")
_TEAM_AFTER = re.compile(r"\s[A-ZÀ-Þ]\w")
_COUNTED = re.compile(r"[0-9]\s[a-zà-ÿ]{2,20}s\Z")
_ANOTHER_SIDE = re.compile(r"\s?(?:[xX×]\s?[0-9]|(?:[cmk]?m|pol|pés)(?!\w))")
_DIVISION = r"(?<![\w.,/])(?P<first>[0-9]{1,9})\s?/\s?(?P<last>[0-9]{1,9})(?=\s?=)"
_FACTORIAL = r"(?<![\w.,])(?P<digits>[0-9]{1,3})!(?=\s?[-=+*/])"
_INDEX = r"(?<!\w)(?P<letter>[a-z])(?P<index>[₀-₉]{1,2})(?!\w)"
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_FUNCTION = r"(?<!\w)(?P<name>[a-z])\((?P<variable>[a-z])\)(?!\w)"
_TERM = r"(?<![\w.,])(?P<factor>[0-9]{1,4})(?P<variable>[nxyz])(?=\s?[=^²³]|\s[+-]\s)"
_GAMES = r"(?<![\w.,/])(?P<first>[0-7])/(?P<last>[0-7])(?![\w/]|[.,][0-9])"
_LIST_OF_SETS = r"(?<![\w.,/])[0-9]{1,2}/[0-9]{1,2}(?:(?:,| e|, e) [0-9]{1,2}/[0-9]{1,2}){1,4}(?![\w/]|[.,][0-9])"
_PAIR = re.compile("([0-9]+)/([0-9]+)")
_SETS = re.compile(r"\b(?:parciais|sets?|tie-break|games?)\b[^.!?]{0,40}\Z", re.IGNORECASE)
_DRAW = r"(?<![\w.,/-])[0-9]{1,2}(?: [-–] [0-9]{1,2}){2,30}(?![\w.,/-]?[0-9])"
_FORMATION = r"(?<![\w-])[1-6](?:-[1-6]){2,3}(?![\w-])"
_STEP = r"(?<![\w.,/])(?P<step>[0-9]{1,3})/(?P<last>[0-9]{1,3})(?![\w/]|[.,][0-9])"
_BEFORE_A_STEP = words(
    "parcela parcelas etapa página pág parte capítulo episódio slide fase tentativa aula vídeo volume lote passo "
    "rodada item questão prestação folha tarefa nível"
)
_ANGLE = (
    r"(?<![\w.,])(?P<degrees>[0-9]{1,3})[°º]\s?(?P<minutes>[0-5]?[0-9])['’′]\s?"
    r"(?:(?P<seconds>[0-5]?[0-9](?:[.,][0-9]{1,3})?)(?:[\"”″]|''|’’)\s?)?(?P<side>[NSLEOW](?!\w))?"
)
_SIDES = {"N": "norte", "S": "sul", "L": "leste", "E": "leste", "O": "oeste", "W": "oeste"}
_FORMULA = (
    r"(?<![\w-])(?P<factor>[2-9])?(?P<formula>(?=[A-Za-z]{0,4}[0-9])(?:[A-Z][a-z]?[0-9]{0,2}){2,8}|(?<=[0-9])[HON]2)"
    r"(?![\w-]|[.,][0-9])"
)
_PRESSURE = (
    rf"{BEGIN}(?:(?P<top>[0-9]{{2,3}})/(?P<bottom>[0-9]{{2,3}})\s?(?P<unit>mmHg)(?!\w)"
    r"|(?<=pressão )(?P<top2>[0-9]{2})/(?P<bottom2>[0-9]{1,2})(?![\w/]))"
)
_RATIO = r"(?<![\w:.,])(?P<first>[0-9]{1,2}):(?P<last>[0-9]{1,2}|[0-9]{1,3}(?:\.?[0-9]{3}){1,2})(?![\w:]|[.,][0-9])"
_PARTS = rf"(?:(?P<top>[0-9])/(?P<bottom>[2-9])|(?P<vulgar>[{''.join(VULGAR)}]))\s(?P<noun>[a-zà-ÿ]{{3,20}})(?!\w)"
_PART_OF_NOUN = rf"{BEGIN}(?P<whole>){_PARTS}"
_MIXED_PART_OF_NOUN = rf"{BEGIN}(?P<whole>[0-9]{{1,2}})(?:\s(?:e\s)?|(?![0-9])){_PARTS}"
_AND_A_HALF = r"(?P<noun>(?<!\w)[a-zà-ÿ]{3,20})\se\s(?:1/2|½)(?!\s[a-zà-ÿ]|[\w/])"
_DOUBLE_SIGNS = {"==": "igual a", "!=": "diferente de", ">=": "maior ou igual a", "<=": "menor ou igual a"}
_OF_YEAR = r"(?<![\w/.,])(?P<number>[0-9]{1,6}|[0-9]{1,3}(?:\.[0-9]{3}){1,2})/(?P<year>(?:19|20)[0-9]{2})(?![\w/])"
# Greek letters only beside signs and Latin letters: else they are words of another language.
_GREEK_LETTERS = {
    "Δ": "delta", "∆": "delta", "α": "alfa", "β": "beta", "γ": "gama", "θ": "teta", "λ": "lambda", "μ": "mi",
    "σ": "sigma", "φ": "fi", "ω": "ômega", "ρ": "rô",
}  # fmt: skip
_GREEK = rf"(?<!\w)(?P<letter>[{''.join(_GREEK_LETTERS)}])(?P<next>[A-Za-z](?!\w)|(?=\s?[=<>≤≥±]))"
_SEASONS = r"(?<![\w/.,-])(?P<first>(?:19|20)[0-9]{2})/(?P<last>(?:19|20)?[0-9]{2})(?![\w/])"
_SHORT_YEAR = r"(?<!\w)['’](?P<digits>[0-9]{2})(?!\w)"
_RATIOS = frozenset({"16:9", "4:3", "21:9", "3:2", "9:16", "16:10"})
_SIDE = r"[0-9]{1,2}"
_SCORE = rf"(?<![\w,.])(?P<first>{_SIDE})\s?[xX×]\s?(?P<last>{_SIDE})(?![\w,.]?[0-9\w])"
_TIMES_PER = r"(?<![\w.,])(?P<times>[0-9]{1,2})\s?[xX]/(?P<per>dia|semana|mês|ano|hora)(?!\w)"
_TIMES = (
    r"(?<![\w.,])(?P<times>[0-9]{1,4}(?:,[0-9])?)\s?[xX](?=\s(?:de|sem|por|ao|à|a|mais|menos|maior|menor|no|na|com|"
    r"iguais|fixas|em)\b|\s[scp]/|\sR\$|\s?[.,;:!?)]|\s?\Z)"
)


class PortugueseQuotients(Romance):
    """Scores, products, ratios, fractions and their like as they are written in Brazil."""

    def angle_rules(self) -> tuple[Rule, ...]:
        """Before the rules for times: the minutes of an angle are no minutes of time."""
        return named_rules("units", (_ANGLE, self._angle, "coordinate"))

    def quotient_rules(self) -> tuple[Rule, ...]:
        """Forms that the rules for measures, times, dates and fractions would misread."""
        product = rf"{BEGIN}(?P<first>{self.unsigned})\s?(?P<sign>[xX×])\s?(?P<last>{self.unsigned})"
        return (
            *named_rules("numbers", (_TIMES_PER, self._times_per, "times")),
            *named_rules("numbers", (_SCORE, self._score, "score"), (_TIMES, self._times, "times")),
            *named_rules("symbols", (rf"{product}(?=(?P<result>\s?=)|\s?[^\s\w]|\Z)", self._product, "product")),
            *named_rules("symbols", (_DIVISION, self._division, "division"), (_FUNCTION, self._function, "function")),
            *named_rules("symbols", (_FACTORIAL, self._factorial, "factorial"), (_INDEX, self._index, "index")),
            *named_rules("symbols", (_TERM, self._term, "term")),
            *named_rules("numbers", (_LIST_OF_SETS, self._list_of_sets, "score of sets")),
            *named_rules("numbers", (_GAMES, self._games, "score of a set")),
            *named_rules("numbers", (_DRAW, self._draw, "numbers in a row")),
            *named_rules("symbols", (_FORMULA, self._counted_formula, "chemical formula")),
            *named_rules("units", (_PRESSURE, self._pressure, "blood pressure")),
            *named_rules("times", (r"(?<![\w/.,])24/7(?![\w/])", lambda _: "vinte e quatro por sete", "all day")),
            *named_rules(
                "numbers",
                *(
                    (_RATIO, self._ratio, "ratio"),
                    (rf"(?<=nota )(?P<mark>{self.unsigned})/(?P<best>5|10|100)(?![\w/])", self._mark, "mark"),
                    (rf"{BEGIN}(?P<mark>[0-9]{{1,2}},[0-9]{{1,2}})/(?P<best>5|10|100)(?![\w/])", self._mark, "mark"),
                    (_FORMATION, self._formation, "formation"),
                    (_STEP, self._step, "step"),
                    (_AND_A_HALF, self._and_a_half, "fraction"),
                    (_MIXED_PART_OF_NOUN, self._part_of_noun, "fraction"),
                    (_PART_OF_NOUN, self._part_of_noun, "fraction"),
                ),
            ),
            *named_rules("numbers", (_OF_YEAR, self._of_year, "number of a year")),
            *named_rules("dates", (_SEASONS, self._seasons, "years"), (_SHORT_YEAR, self._short_year, "year")),
        )

    def operator_rules(self) -> tuple[Rule, ...]:
        signs = rf"\s?(?P<sign>{alternatives(_DOUBLE_SIGNS)})\s?(?=\S)"
        return (
            *named_rules("symbols", (r"(?<!\w)C(?:\+\+|#)(?!\w)", self._programming_language, "name")),
            *named_rules("symbols", (_GREEK, self._greek, "Greek letter")),
            *named_rules("symbols", (signs, self._double_sign, "operator")),
            *super().operator_rules(),
        )

    def _variable(self, match: re.Match[str]) -> str | None:  # type: ignore[override]
        """A variable; "e", "a" and "o" between words are words."""
        is_word = match[0] in "aeo" and (
            re.match(r"\s[^\W\d_]", after(match)) or re.search(r"[^\W\d_]{2}[+]?\s\Z", before(match))
        )
        return None if is_word else super()._variable(match)

    def _operator(self, match: re.Match[str]) -> str | None:
        """Behind "e" between words the sign belongs to the number alone: "RAM e ≥ 2 GB"."""
        sign = "" if match["equal"] else match["sign"]
        if sign in self.before_amounts and re.search(r"[^\W\d_]{2} [eo]\Z", before(match)):
            return f" {self.before_amounts[sign]} "
        return super()._operator(match)

    def _double_sign(self, match: re.Match[str]) -> str:
        return f"{' ' if match.start() else ''}{_DOUBLE_SIGNS[match['sign']]} "

    def _greek(self, match: re.Match[str]) -> str:
        return " ".join(filter(None, (_GREEK_LETTERS[match["letter"]], self.letters(match["next"]))))

    def _programming_language(self, match: re.Match[str]) -> str:
        return "cê sharp" if match[0].endswith("#") else "cê mais mais"

    def symbol_rules(self) -> tuple[Rule, ...]:
        port = r"(?<=[0-9]):(?=[0-9]{2,5}(?![\w:]))"
        return (
            *named_rules(
                "symbols",
                (r"(?<=\w)/(?=\w)", self._slash, "slash"),
                (port, lambda _: " dois pontos ", "colon"),
            ),
            *super().symbol_rules(),
        )

    def _slash(self, match: re.Match[str]) -> str:
        """Between what is counted and what it is counted by it is "per": "20 horas/semana"."""
        return " por " if _COUNTED.search(before(match)) else " barra "

    def _score(self, match: re.Match[str]) -> str | None:
        teams = _TEAM_BEFORE.search(before(match)) and _TEAM_AFTER.match(after(match))
        if not teams and not _SCORE_WORDS.search(before(match)):
            return None
        return f"{self.cardinal(match['first'])} a {self.cardinal(match['last'])}"

    def _product(self, match: re.Match[str]) -> str | None:
        if (match["sign"] != "×" and not match["result"]) or _ANOTHER_SIDE.match(after(match)):
            return None
        first, last = (self.number_words(self.number(match[end])) for end in ("first", "last"))
        return f"{first} vezes {last}"

    def _times_per(self, match: re.Match[str]) -> str:
        noun = "vez" if match["times"] == "1" else "vezes"
        return f"{self.cardinal(match['times'], 'f', noun)} {noun} por {match['per']}"

    def _times(self, match: re.Match[str]) -> str:
        number = self.number(match["times"])
        noun = "vez" if number.is_one else "vezes"
        return f"{self.number_words(number, 'f', noun)} {noun}"

    def _ratio(self, match: re.Match[str]) -> str | None:
        first, last = match["first"], match["last"].replace(".", "")
        if match[0] not in _RATIOS and len(last) == 2:
            return None
        link = "por" if match[0] in _RATIOS else "para"
        return f"{self.cardinal(first)} {link} {self.cardinal(last)}"

    def _division(self, match: re.Match[str]) -> str | None:
        if int(match["first"]) < int(match["last"]):
            return None
        return f"{self.cardinal(match['first'])} dividido por {self.cardinal(match['last'])}"

    def _function(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['name'])} de {self.letters(match['variable'])}"

    def _factorial(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['digits'])} fatorial"

    def _index(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['letter'])} {self.cardinal(match['index'].translate(_SUBSCRIPTS))}"

    def _term(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['factor'])} {self.letters(match['variable'])}"

    def _games(self, match: re.Match[str]) -> str | None:
        if not _SETS.search(before(match)):
            return None
        return f"{self.cardinal(match['first'])} a {self.cardinal(match['last'])}"

    def _list_of_sets(self, match: re.Match[str]) -> str | None:
        """The sets of a match: "6/3, 4/6 e 7/5", "25/20, 23/25". Others may be dates."""
        sets = [(int(one), int(other)) for one, other in _PAIR.findall(match[0])]
        is_tennis = all(max(points) in (6, 7) for points in sets)
        is_volleyball = all(max(points) >= 15 for points in sets) and any(other > 12 for _, other in sets)
        if not (is_tennis or is_volleyball) or any(one == other for one, other in sets):
            return None
        return _PAIR.sub(lambda pair: f"{self.cardinal(pair[1])} a {self.cardinal(pair[2])}", match[0])

    def _draw(self, match: re.Match[str]) -> str:
        """Drawn numbers: "04 - 15 - 23"."""
        return ", ".join(self.cardinal(number) for number in re.findall("[0-9]+", match[0]))

    def _formation(self, match: re.Match[str]) -> str:
        """How a team plays: "4-3-3"."""
        return self.digits(match[0])

    def _step(self, match: re.Match[str]) -> str | None:
        """A part of a series: "parcela 3/12"."""
        if word_before(match).lower() not in _BEFORE_A_STEP or int(match["step"]) > int(match["last"]):
            return None
        return f"{self.cardinal(match['step'])} de {self.cardinal(match['last'])}"

    def _angle(self, match: re.Match[str]) -> str:
        units = [(match["degrees"], "grau"), (match["minutes"], "minuto"), (match["seconds"], "segundo")]
        parts = [
            f"{self.number_words(self.number(str(int(digits)) if digits.isdigit() else digits))} {name}"
            f"{'' if int(float(digits.replace(',', '.'))) < 2 else 's'}"
            for digits, name in units
            if digits
        ]
        side = f" {_SIDES[match['side']]}" if match["side"] else ""
        return f"{', '.join(parts[:-1])} e {parts[-1]}{side}"

    def _counted_formula(self, match: re.Match[str]) -> str:
        factor = f"{self.cardinal(match['factor'])} " if match["factor"] else ""
        parts = re.findall("[A-Za-z]+|[0-9]+", match["formula"])
        return factor + " ".join(self.cardinal(part) if part.isdigit() else self.letters(part) for part in parts)

    def _pressure(self, match: re.Match[str]) -> str:
        top, bottom = match["top"] or match["top2"], match["bottom"] or match["bottom2"]
        return f"{self.cardinal(top)} por {self.cardinal(bottom)}{' milímetros de mercúrio' if match['unit'] else ''}"

    def _mark(self, match: re.Match[str]) -> str:
        return f"{self.number_words(self.number(match['mark']))} de {self.cardinal(match['best'])}"

    def _and_a_half(self, match: re.Match[str]) -> str:
        return f"{match['noun']} e {self.half_or_part(1, 2, self.gender(match['noun']))}"

    def _part_of_noun(self, match: re.Match[str]) -> str | None:
        """A fraction of a noun: "meia xícara", "duas xícaras e meia", "três quartos de xícara"."""
        noun, whole = match["noun"], match["whole"]
        top, bottom = VULGAR[match["vulgar"]] if match["vulgar"] else (int(match["top"]), int(match["bottom"]))
        gender = self.gender(noun)
        if match.string[match.end() : match.end() + 1] == "." and f"{noun}." in self.units:
            return None
        if gender is None or top >= bottom or (noun.endswith("s") and not whole):
            return None
        if whole:
            return f"{self.cardinal(whole, gender, noun)} {noun} e {self.half_or_part(top, bottom, gender)}"
        if (top, bottom) == (1, 2):
            return f"{self.half_or_part(1, 2, gender)} {noun}"
        return f"{self.fraction(top, bottom)} de {noun}" if noun in _MEASURING_NOUNS else None

    def _of_year(self, match: re.Match[str]) -> str | None:
        """A paper's number and its year: "PL 2.630/2020". Small numbers may be months, large ones years."""
        number = match["number"].replace(".", "")
        if int(number) <= 12 or 1900 <= int(number) < 2100:
            return None
        return f"{self.cardinal(number)} de {self.cardinal(match['year'])}"

    def _seasons(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['first'])} barra {self.cardinal(match['last'])}"

    def _short_year(self, match: re.Match[str]) -> str:
        return self.cardinal(match["digits"])
