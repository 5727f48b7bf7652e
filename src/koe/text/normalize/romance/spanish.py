"""Spanish words and rules for numbers, dates, times, money, measures, abbreviations and addresses."""

from __future__ import annotations

import re
from typing import ClassVar

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.romance import spanish_words as table
from koe.text.normalize.romance.counts import COUNTED
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import Gender, in_order
from koe.text.normalize.romance.ordinals import Ending
from koe.text.normalize.romance.spanish_expressions import SpanishExpressions
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import after, before, word_before, words

_ORDINAL_UNITS = ("", "primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno")
_ORDINAL_TENS = (
    "", "décimo", "vigésimo", "trigésimo", "cuadragésimo", "quincuagésimo", "sexagésimo", "septuagésimo",
    "octogésimo", "nonagésimo",
)  # fmt: skip
_ORDINAL_HUNDREDS = (
    "", "centésimo", "ducentésimo", "tricentésimo", "cuadringentésimo", "quingentésimo", "sexcentésimo",
    "septingentésimo", "octingentésimo", "noningentésimo",
)  # fmt: skip
_TEENS = (
    "décimo", "undécimo", "duodécimo", "decimotercero", "decimocuarto", "decimoquinto", "decimosexto", "decimoséptimo",
    "decimoctavo", "decimonoveno",
)  # fmt: skip
_TENTHS = {
    11: "onceavo", 12: "doceavo", 13: "treceavo", 14: "catorceavo", 15: "quinceavo", 16: "dieciseisavo",
    17: "diecisieteavo", 18: "dieciochoavo", 19: "diecinueveavo",
}  # fmt: skip
# Words after a number that are no nouns it counts.
_NO_NOUNS = words(
    "y e o u ni a al de del en con sin por para que se es son era fue ha han más menos les las los "
    "desde hasta entre ante bajo tras según como pero si no sí lo le me te nos os está están es eran fueron tras sus "
    "tiene tienen tenía será puede pueden va van hay dice viene sale llega empieza comienza termina gana queda "
    "este ese aquel esta esa esos esas estos estas aunque cuando donde pues mientras porque además vs "
)
_SIDES = words("izquierda derecha izqda izda dcha exterior interior centro")
_ONE_FORM_ADJECTIVES = words(
    "grandes mejores peores posibles diferentes principales importantes nuevas nuevos jóvenes grandes últimos últimas "
    "primeros primeras mayores menores distintas distintos enormes breves iniciales adicionales gran mil"
)


# "entre 200 y 300 personas": the first number agrees too.
_OF_THEM = re.compile(r"\sde (?:las|ellas|estas|esas|aquellas|nosotras|vosotras)\b")
_PAIR = re.compile(r"\s(?:y|o|u|a)\s[0-9][0-9.]{0,10}\s(?P<noun>[^\W\d_]{3,40})")
_CAPITALS_BEFORE = re.compile(r"(?<!\w)[A-ZÁÉÍÓÚÑÜ]{2,11} \Z")
_CAPITALS_BEHIND = re.compile(r" [A-ZÁÉÍÓÚÑÜ]{2}[A-ZÁÉÍÓÚÑÜ]{0,12}(?!\w)")
_WITHOUT_ACCENTS = str.maketrans("áéíóúü", "aeiouu")
_FEMININE = frozenset(noun.translate(_WITHOUT_ACCENTS) for noun in table.FEMININE_NOUNS)
_MASCULINE = frozenset(noun.translate(_WITHOUT_ACCENTS) for noun in table.MASCULINE_NOUNS)
_LABELLED = words(
    "el la grupo fase nivel tipo página capítulo tema parte paso línea número canal sala puerta andén vía clase unidad "
    "módulo bloque zona versión liga fórmula opción planta piso equipo jornada ronda etapa temporada episodio volumen "
    "tomo figura tabla anexo artículo apartado ejercicio pregunta caso ejemplo punto nota serie"
)
_INSIDE_SENTENCE = re.compile(r"\w\s[A-ZÁÉÍÓÚÑ][\w-]{1,40}\s\Z")
_SHORT_WORDS = words(
    "el la lo le de en un no sí si ya tú tu mi me te se es su al yo él ha he va ve vi da di ir oh ah ay eh ni mí ti os "
    "ok fe té fue ex"
)
_ONSET = "(?:[bcdfghjklmnñpqrstvwxyz]|[bcdfgpt][lr]|ch|ll|qu|gu)"
_READABLE = re.compile(rf"{_ONSET}?[aeiou]{{1,2}}(?:[nlrsdzmxbcpg]?{_ONSET}[aeiou]{{1,2}})*[nlrsdzxtcbpmkfyg]?")


class Spanish(SpanishExpressions):
    """Spanish of Spain and Latin America."""

    lang = "es"
    point = "coma"
    english_point = "punto"
    minus = "menos"
    plus = "más"
    to = "a"
    conjunction = "y"
    masculine: ClassVar = {"uno": "un", "veintiuno": "veintiún"}
    percentages: ClassVar = {"%": "por ciento", "‰": "por mil"}

    months = in_order("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")
    other_months: ClassVar = {"setiembre": 9}
    short_months: ClassVar = {
        "ene": 1, "feb": 2, "febr": 2, "mar": 3, "mzo": 3, "abr": 4, "may": 5, "jun": 6, "jul": 7, "ago": 8, "agos": 8,
        "sep": 9, "sept": 9, "set": 9, "oct": 10, "nov": 11, "dic": 12,
    }  # fmt: skip
    words_like_months = words("mar may set")
    weekdays: ClassVar = {
        "lun": "lunes", "mar": "martes", "mart": "martes", "mié": "miércoles", "miérc": "miércoles",
        "mier": "miércoles", "jue": "jueves", "juev": "jueves", "vie": "viernes", "vier": "viernes",
        "sáb": "sábado", "sab": "sábado",
        "dom": "domingo",
    }  # fmt: skip
    words_like_weekdays = words("mar")
    first_of_month = "uno"
    of_month = "de"
    of_year = "de|del"
    before_a_day = words(
        "el del al día hasta desde lunes martes miércoles jueves viernes sábado domingo fecha caduca vence antes "
        "mañana hoy ayer"
    )

    hour_unit = Unit("hora", "horas", "f")
    minute_unit = Unit("minuto", "minutos")
    second_unit = Unit("segundo", "segundos")
    half_days: ClassVar = {
        **dict.fromkeys(("a. m.", "a.m.", "a. m", "a.m", "am"), "a eme"),
        **dict.fromkeys(("p. m.", "p.m.", "p. m", "p.m", "pm"), "pe eme"),
    }
    zones: ClassVar = {"GMT": "ge eme te", "UTC": "u te ce", "CET": "ce e te", "CEST": "ce e ese te", "EST": "e ese te"}
    before_a_time = words("las")
    before_last_part = " y "

    currencies = table.CURRENCIES
    sizes = table.SIZES
    price_per = table.PRICE_PER
    with_cents = "con"

    unit_words = table.UNITS
    rates = table.RATES
    powers: ClassVar = {2: "cuadrado|cuadrados", 3: "cúbico|cúbicos"}
    per_word = "por"
    per_power: ClassVar = {2: "al cuadrado", 3: "al cubo"}
    by = "por"
    before_one_unit = words("por el cada un al del €")
    kilometre = "kilómetro"

    denominators: ClassVar = {
        2: "medio|medios", 3: "tercio|tercios",
        **{number: f"{word}|{word}s" for number, word in _TENTHS.items()},
    }  # fmt: skip
    and_a_part = "y"
    over = "sobre"

    ordinal_endings: ClassVar = {
        **dict.fromkeys(("º", "°", "o", "ro", "do", "to", "mo", "vo", "no", "ero"), Ending()),
        **dict.fromkeys(("ª", "a", "ra", "da", "ta", "ma", "va", "na", "era"), Ending("f")),
        **dict.fromkeys(("er", "ᵉʳ"), Ending(is_short=True)),
        **dict.fromkeys(("os", "ᵒˢ"), Ending(is_plural=True)),
        **dict.fromkeys(("as", "ᵃˢ"), Ending("f", is_plural=True)),
    }  # fmt: skip
    numbered = table.NUMBERED
    rulers = table.RULERS
    ruler_style = "ordinal to ten"
    counted_events = table.EVENTS

    titles = table.TITLES
    before_numbers = table.BEFORE_NUMBERS
    short_words = table.SHORT_WORDS
    last_words = table.LAST_WORDS
    marked = table.MARKED
    marked_before_numbers = table.MARKED_BEFORE_NUMBERS

    letter_names: ClassVar = dict(
        zip(
            "ABCDEFGHIJKLMNÑOPQRSTUVXZ",
            in_order("a be ce de e efe ge hache i jota ka ele eme ene eñe o pe cu erre ese te u uve equis zeta"),
            strict=True,
        ),
        W="uve doble",
        Y="i griega",
    )
    spelled = table.SPELLED
    unspelled = table.UNSPELLED
    said_acronyms = table.SAID_ACRONYMS
    before_a_code = words("vuelo vuelos expediente referencia ref código matrícula")

    version_word = "versión"
    before_a_phone = (
        r"\b(?:tel(?:éfonos?|f|éf)?|tfno|tlf|fax|móvil|celular|whatsapp|llam(?:e|a|ar|en|ando)|marque|contacto)\.?\s?:?"
        r"\s?(?:al|el)?"
    )
    before_digits = (
        r"\b(?:(?:código|clave|PIN|OTP|contraseña)(?: postal| de [a-záéíóúñ]{2,15})?(?: (?:es|será))?|CP|C\. ?P\.|DNI|"
        r"NIF|tarjeta|terminad[ao] en|expediente|matrícula|cuenta)\s?:?"
    )
    phone_shapes = frozenset(
        {
            (3, 2, 2, 2),
            (2, 3, 2, 2),
            (3, 3, 3),
            (2, 4, 4),
            (3, 3, 4),
            (3, 4),
            (4, 4),
            (2, 3, 4),
            (2, 3, 3, 3),
            (3, 4, 4),
        }
    )

    web_marks: ClassVar = {
        ".": "punto", "@": "arroba", "/": "barra", "-": "guion", "_": "guion bajo", ":": "dos puntos",
        "?": "interrogación", "=": "igual", "&": "y", "#": "almohadilla", "+": "más", "%": "por ciento",
        "~": "virgulilla",
    }  # fmt: skip
    and_so_on = "etcétera"

    operators: ClassVar = {
        "+": "más", "=": "igual a", "×": "por", "÷": "entre", "<": "menor que", ">": "mayor que",
        "≤": "menor o igual que", "≥": "mayor o igual que", "≠": "distinto de", "≈": "aproximadamente igual a",
        "±": "más menos", "*": "por",
    }  # fmt: skip
    before_amounts: ClassVar = {
        "~": "aproximadamente", "≈": "aproximadamente", "<": "menos de", ">": "más de", "±": "más menos",
        "≥": "al menos", "≤": "como máximo", "√": "raíz cuadrada de", "#": "número", "§": "sección",
    }  # fmt: skip
    signs: ClassVar = {
        "&": "y", "©": "copyright", "∞": "infinito", "π": "pi", "€": "euros", "%": "por ciento", "°": "grados",
        "√": "raíz cuadrada de", "@": "arroba", "§": "sección", "=": "igual a",
        "#": "almohadilla", "+": "más", "×": "por",
    }  # fmt: skip
    to_the_power = "elevado a"
    squared = "al cuadrado"
    cubed = "al cubo"
    more_than = "más de"
    other_abbreviations = Abbreviations(
        before_number=words("s/ s/. b/ b/. bs gs"), often_last=words("1° 1º 1er 3er mill")
    )

    def cardinal(self, digits: str, gender: Gender | None = None, noun: str = "") -> str:
        spoken = super().cardinal(digits, gender, noun)
        return re.sub(r"(veinti|\b)uno(?= mil\b)", lambda match: "veintiún" if match[1] else "un", spoken)

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
        if noun in _NO_NOUNS or re.search(r"(?:ó|aron|ieron|aban|ían|ando|iendo)$", noun):
            return None
        if noun in _ONE_FORM_ADJECTIVES and following and following.lower() not in _NO_NOUNS:
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
        is_counted = not self.is_label(match) if number.is_one else self.is_plural(noun)
        return self.count(number, noun if is_counted else "", following)

    def is_label(self, match: re.Match[str]) -> bool:
        """Whether a number names the word before it instead of counting the one behind: "grupo 1", "Fórmula 1"."""
        word = word_before(match)
        is_name = word[:1].isupper() and _INSIDE_SENTENCE.search(before(match)) is not None
        return word.lower() in _LABELLED or is_name

    def is_plural(self, noun: str) -> bool:
        return noun.endswith("s") or noun in ("mil", "millón")

    def ordinal(self, number: int, gender: Gender = "m", is_plural: bool = False) -> str:
        if not 1 <= number < 1000:
            return super().ordinal(number, gender, is_plural)
        hundreds, rest = divmod(number, 100)
        tens, units = divmod(rest, 10)
        ten = (_TEENS[units],) if tens == 1 else (_ORDINAL_TENS[tens], _ORDINAL_UNITS[units])
        spoken = " ".join(filter(None, (_ORDINAL_HUNDREDS[hundreds], *ten)))
        if gender == "f":
            spoken = re.sub(r"o\b", "a", spoken)
        return re.sub(r"([oa])$", r"\1s", spoken) if is_plural else spoken

    def ordinal_of(self, digits: str, ending: Ending, noun: str) -> str | None:
        spoken = self.ordinal(int(digits), ending.gender, ending.is_plural)
        is_before_noun = len(noun) > 3 and noun[0].islower() and noun not in _NO_NOUNS | _SIDES
        if ending.is_short or (is_before_noun and ending == Ending()):
            return self.shortened(spoken)
        return spoken

    def acronym(self, text: str) -> str | None:
        """Spelled if Spanish could not say it as a word: "ADN", "IRPF", not "ONU"."""
        if text in self.said_acronyms or text in self.spelled or text in self.unspelled:
            return super().acronym(text)
        if len(text) == 2:
            return None if text.lower() in _SHORT_WORDS else self.letters(text)
        return None if _READABLE.fullmatch(text.lower().translate(_WITHOUT_ACCENTS)) else self.letters(text)

    def is_word_in_code(self, part: str) -> bool:
        return len(part) > 2 and self.acronym(part) is None

    def _acronym(self, match: re.Match[str]) -> str | None:
        """Beside another word in capitals, only what has no vowel is an acronym."""
        if _CAPITALS_BEFORE.search(before(match)[-12:]) or _CAPITALS_BEHIND.match(after(match)):
            return None if re.search("[AEIOUÁÉÍÓÚ]", match[0]) else self.letters(match[0])
        return super()._acronym(match)

    def event(self, number: int, noun: str) -> str:
        spoken = self.ordinal(number, self.counted_events[noun.lower()])
        return self.shortened(spoken)

    def day(self, day: int, is_first: bool = False) -> str:
        return "primero" if is_first else super().day(day)

    def time(self, clock: Clock) -> str:
        if clock.minute:
            if not clock.hour:
                return self.length(0, clock.minute, 0).join(("cero horas y ", ""))
            return super().time(clock)
        spoken = self.hour(clock.hour)
        if clock.half or re.match(r"\s(?:de|del) (?:la|mediodía)", clock.after):
            return spoken
        if clock.before[:1].isdigit() and not clock.has_mark and 0 < clock.hour < 13:
            return spoken
        if clock.hour > 12 or not clock.hour or clock.has_mark:
            return f"{spoken} {self.hour_unit.one if clock.hour == 1 else self.hour_unit.many}"
        return (
            spoken if clock.before in ("las", "la", "de", "desde", "hasta", "a", "entre", "y") else f"{spoken} en punto"
        )

    def clock_before_another(self, clock: Clock) -> str:
        whole = not clock.minute and clock.second is None and not (clock.half or clock.zone)
        return self.hour(clock.hour) if whole else self.clock(clock)

    def is_phone(self, text: str, groups: list[str], has_context: bool) -> bool:
        """Nine digits in three groups are a number unless they begin like a telephone number; two groups of four may
        be years."""
        if len(groups) == 2 and not has_context and text[0] != "+":
            is_years = all("1000" <= group <= "2100" for group in groups) and len(groups[0]) == 4
            return "-" in text and not is_years and super().is_phone(text, groups, has_context)
        if text[0] == "0" and sum(map(len, groups)) > 6:
            return True
        if tuple(map(len, groups)) == (3, 3, 3) and not has_context and text[0] not in "6789":
            return text[0] == "+"
        return super().is_phone(text, groups, has_context)

    def is_plain_phone(self, digits: str) -> bool:
        return len(digits) == 9 and digits[0] in "6789" and not digits.endswith("000")

    def phone_groups(self, digits: str) -> list[str]:
        if len(digits) == 9:
            return [digits[:3], digits[3:6], digits[6:]]
        if len(digits) == 10:
            return [digits[:2], digits[2:6], digits[6:]]
        if len(digits) in (11, 12):
            return [digits[:2], *self.phone_groups(digits[2:])]
        return [digits]

    def half_or_part(self, top: int, bottom: int, gender: Gender | None = None) -> str:
        if (top, bottom) == (1, 2):
            return "media" if gender == "f" else "medio"
        return self.fraction(top, bottom)

    def fraction_of(self, whole: str, top: int, bottom: int, one: str, many: str, gender: Gender) -> str:
        if not whole and (top, bottom) == (1, 2):
            return f"{self.half_or_part(1, 2, gender)} {one}"
        return super().fraction_of(whole, top, bottom, one, many, gender)

    def fraction_before(self, whole: str, top: int, bottom: int, noun: str) -> str:
        gender = self.gender(noun) if noun else None
        if noun.lower() == "partes" and not whole and bottom > 2:
            spoken = self.cardinal(str(top), "f", noun)
            return f"{spoken} {self.ordinal(bottom, 'f', is_plural=top > 1)}"
        if gender and (top, bottom) == (1, 2):
            return self.half_or_part(1, 2, gender) if not whole else self.mixed(whole, top, bottom, gender)
        return super().fraction_before(whole, top, bottom, noun)

    def denominator(self, bottom: int) -> str:
        if bottom > 19 and bottom % 100 and bottom not in self.denominators:
            return "{0}avo|{0}avos".format(self.cardinal(str(bottom)).replace(" ", ""))
        return super().denominator(bottom)
