"""Bare numbers -> words that agree with the noun behind them or the article before them: "duzentas mil pessoas"."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.numbers import Gender, Number
from koe.text.normalize.romance.portuguese.gender import NO_NOUNS
from koe.text.normalize.rule import after, word_before, words

_NOUN = re.compile(
    r"(?:\s?(?:[-–]|(?:\s(?:a|ou|e|em|em cada|de cada)))\s?[0-9][0-9.,]{0,12}|\s(?:das|em cada)(?=\s[0-9])\s[0-9.]{1,9}"
    r"|\sou\s(?:mais|menos)|\sdas(?=\s[^\W\d_]))?"
    r"\s(?P<noun>[^\W\d_]{2,40})(?:\s(?P<following>[^\W\d_]{2,40}))?"
)
# A unit behind the second number of a span: "2 a 3 h".
_UNIT = re.compile(r"(?:\s?[-–]\s?|\s(?:a|ou|e)\s)[0-9][0-9.,]{0,12}\s?(?P<unit>[A-Za-z]{1,4})(?!\w)")
_FEMININE_BEFORE = words(
    "as às das nas pelas essas estas aquelas nessas nestas dessas destas suas minhas nossas outras umas"
)
_MASCULINE_BEFORE = words("os aos dos nos pelos esses estes aqueles seus meus nossos outros uns")
# Nouns that a number behind them names, so that it does not count what follows.
_LABELS = words(
    "página páginas sala casa número dia ano capítulo artigo linha quarto apartamento nota item questão fase etapa "
    "turma canal grupo anexo tabela figura mês rodada aula lote bloco quadra andar portão plataforma seção inciso "
    "parágrafo temporada episódio versão volume tipo classe nível quilômetro idade posição rua avenida"
)
_BEFORE_A_YEAR = words("em de desde até ano anos para entre")
_YEAR = re.compile(r"1[5-9][0-9]{2}|20[0-9]{2}")


class PortugueseCounts(Romance):
    """Numbers that count."""

    def _count(self, match: re.Match[str]) -> str | None:
        """A number agrees with the noun behind it, or with the article before it."""
        number, ahead = self.matched_number(match), word_before(match).lower()
        found = _NOUN.match(after(match))
        noun, following = (found["noun"], found["following"] or "") if found else ("", "")
        unit = _UNIT.match(after(match))
        if unit and unit["unit"] in "xX":
            return self.number_words(number, "f")
        if unit and unit["unit"] in self.units:
            return self.number_words(number, self.units[unit["unit"]].gender)
        if ahead == "dia" and number.whole in ("1", "01") and not number.fraction:
            return self.first_of_month
        if re.fullmatch("0[1-9]", number.whole) and (ahead in _LABELS or (noun and noun not in NO_NOUNS)):
            number = number._replace(whole=number.whole[1])
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
