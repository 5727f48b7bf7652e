"""Spanish numbers agree with the noun that they count: the gender of nouns, and what is a noun.

"200 personas" is "doscientas personas", "21 libros" "veintiún libros", "grupo 1" stays "grupo uno".
"""

from __future__ import annotations

import re

from koe.text.normalize.romance.counts import COUNTED
from koe.text.normalize.romance.numbers import Gender, Number
from koe.text.normalize.romance.spanish import words as table
from koe.text.normalize.romance.spanish.quantities import SpanishQuantities
from koe.text.normalize.rule import Said, after, before, word_before, words

# Words after a number that are no nouns it counts.
NO_NOUNS = words(
    "y e o u ni a al de del en con sin por para que se es son era fue ha han más menos les las los "
    "desde hasta entre ante bajo tras según como pero si no sí lo le me te nos os está están es eran fueron tras sus "
    "tiene tienen tenía será puede pueden va van hay dice viene sale llega empieza comienza termina gana queda "
    "este ese aquel esta esa esos esas estos estas aunque cuando donde pues mientras porque además vs "
)
_ONE_FORM_ADJECTIVES = words(
    "grandes mejores peores posibles diferentes principales importantes nuevas nuevos jóvenes grandes últimos últimas "
    "primeros primeras mayores menores distintas distintos enormes breves iniciales adicionales gran mil"
)
# Words before a number that it names instead of counting what follows.
_LABELLED = words(
    "el la grupo fase nivel tipo página capítulo tema parte paso línea número canal sala puerta andén vía clase unidad "
    "módulo bloque zona versión liga fórmula opción planta piso equipo jornada ronda etapa temporada episodio volumen "
    "tomo figura tabla anexo artículo apartado ejercicio pregunta caso ejemplo punto nota serie"
)
_INSIDE_SENTENCE = re.compile(r"\w\s[A-ZÁÉÍÓÚÑ][\w-]{1,40}\s\Z")
_OF_THEM = re.compile(r"\sde (?:las|ellas|estas|esas|aquellas|nosotras|vosotras)\b")
# "entre 200 y 300 personas": the first number agrees too.
_PAIR = re.compile(r"\s(?:y|o|u|a)\s[0-9][0-9.]{0,10}\s(?P<noun>[^\W\d_]{3,40})")
_SCORE_BEFORE = re.compile(r"(?<![\w.,])[0-9]{1,3}\s?[-–]\s?\Z")
_BEFORE_THOUSANDS = re.compile(r"(veinti|\b)uno(?= (?:mil|\S{1,4}ill[oó]n(?:es)?)\b)")
_LATIN = re.compile(r"\s(?:fine|situ|vitro|vivo|extremis|itinere|albis|dubio|memoriam)\b")
_WITHOUT_ACCENTS = str.maketrans("áéíóúü", "aeiouu")
_FEMININE = frozenset(noun.translate(_WITHOUT_ACCENTS) for noun in table.FEMININE_NOUNS)
_MASCULINE = frozenset(noun.translate(_WITHOUT_ACCENTS) for noun in table.MASCULINE_NOUNS)


class SpanishAgreement(SpanishQuantities):
    """Numbers before nouns."""

    def _measure(self, match: re.Match[str]) -> Said | None:
        return None if match["unit"] == "in" and _LATIN.match(after(match)) else super()._measure(match)

    def cardinal(self, digits: str, gender: Gender | None = None, noun: str = "") -> str:
        spoken = super().cardinal(digits, gender, noun)
        return _BEFORE_THOUSANDS.sub(lambda match: "veintiún" if match[1] else "un", spoken)

    def decimal(self, number: Number, gender: Gender | None = None) -> str:
        """Before decimals the number does not agree: "uno coma cinco toneladas"."""
        return super().decimal(number)

    def agree(self, words: str, gender: Gender, noun: str) -> str:
        """Millions are masculine themselves: "doscientos millones de personas", but "doscientas mil personas"."""
        if gender == "m":
            return super().agree(words, gender, noun)
        head, million, rest = words.rpartition("illones ")
        rest = re.sub(r"cientos\b", "cientas", rest).replace("quinientos", "quinientas")
        return head + million + re.sub(r"uno\b", "una", rest)

    def gender(self, noun: str, following: str = "") -> Gender | None:
        noun = noun.lower()
        if noun == "mil" and following:
            return self.gender(following)
        if noun in NO_NOUNS or re.search(r"(?:ó|aron|ieron|aban|ían|ando|iendo)$", noun):
            return None
        if noun in _ONE_FORM_ADJECTIVES and following and following.lower() not in NO_NOUNS:
            noun = following.lower()
        if noun in table.STRESSED_A:
            return "m"
        singulars = {noun, noun.removesuffix("s"), noun.removesuffix("es"), re.sub("ces$", "z", noun)}
        forms = {form.translate(_WITHOUT_ACCENTS) for form in singulars}
        if forms & _FEMININE:
            return "f"
        if forms & _MASCULINE:
            return "m"
        if re.search(r"(?:as?|dad(?:es)?|tad(?:es)?|[cstgxn]i[oó]n(?:es)?|tud(?:es)?|triz|trices|umbres?|eza)$", noun):
            return "f"
        return "m"

    def _count(self, match: re.Match[str]) -> str | None:
        """Before a plural, three digits after a comma are thousands. "el 1" and a singular behind a number count
        nothing."""
        found = COUNTED.match(after(match))
        noun, following = (found["noun"], found["following"] or "") if found else ("", "")
        number = self.matched_number(match)
        if _OF_THEM.match(after(match)) and not number.fraction:
            return self.number_words(number, "f")
        pair = _PAIR.match(after(match))
        if pair and not number.fraction and self.gender(pair["noun"]) == "f" and self.is_plural(pair["noun"]):
            return self.count(number, pair["noun"], "")
        if number.mark == "," and len(number.fraction) == 3 and noun.endswith("s"):
            number = self.number_of_amount(match["amount"])._replace(sign=number.sign)
        if noun.lower() in self.short_months or noun.lower() in self.months:
            noun = ""  # a day
        if noun[:1].isupper() and _SCORE_BEFORE.search(before(match)):
            noun = ""  # a team behind its score
        is_counted = not self.is_label(match) if number.is_one else self.is_plural(noun)
        return self.count(number, noun if is_counted else "", following)

    def is_label(self, match: re.Match[str]) -> bool:
        """Whether a number names the word before it instead of counting the one behind: "grupo 1", "Fórmula 1"."""
        word = word_before(match)
        is_name = word[:1].isupper() and _INSIDE_SENTENCE.search(before(match)) is not None
        return word.lower() in _LABELLED or is_name

    def is_plural(self, noun: str) -> bool:
        return noun.endswith("s") or noun in ("mil", "millón")
