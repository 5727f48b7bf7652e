"""Spanish words and rules for numbers, dates, times, money, measures, abbreviations and addresses."""

from __future__ import annotations

import re
from typing import ClassVar

from koe.text.normalize.grammar import Abbreviations, keys
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import in_order
from koe.text.normalize.romance.ordinals import Ending
from koe.text.normalize.romance.spanish import clipped
from koe.text.normalize.romance.spanish import words as table
from koe.text.normalize.romance.spanish.acronyms import SpanishAcronyms
from koe.text.normalize.romance.spanish.books import BOOKS, NUMBERED_BOOKS
from koe.text.normalize.romance.spanish.expressions import SpanishExpressions
from koe.text.normalize.romance.spanish.leftovers import SpanishLeftovers
from koe.text.normalize.romance.spanish.ordinals import TENTHS, SpanishOrdinals
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import words


class Spanish(SpanishLeftovers, SpanishOrdinals, SpanishAcronyms, SpanishExpressions):
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
    words_like_months = words("set")
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
        "mañana hoy ayer próximo pasado"
    )

    hour_unit = Unit("hora", "horas", "f")
    minute_unit = Unit("minuto", "minutos")
    second_unit = Unit("segundo", "segundos")
    half_days: ClassVar = {
        **dict.fromkeys(("a. m.", "a.m.", "a. m", "a.m", "am"), "a eme"),
        **dict.fromkeys(("p. m.", "p.m.", "p. m", "p.m", "pm"), "pe eme"),
    }
    zones: ClassVar = {"GMT": "ge eme te", "UTC": "u te ce", "CET": "ce e te", "CEST": "ce e ese te", "EST": "e ese te"}
    before_a_time = words("las salida llegada llega apertura cierre inicio comienzo")
    before_last_part = " y "
    per_kilometre = "por kilómetro"
    per_hundred_metres = "por cada cien metros"
    prime = "prima"
    times_sign = "por"
    out_of = "de"
    times_unit = Unit("vez", "veces", "f")
    stars = "estrellas"
    unchanged = "sin cambios"
    asterisk = "asterisco"
    divided_by = "entre"
    functions: ClassVar = {"sen": "seno", "sin": "seno", "cos": "coseno", "tan": "tangente", "tg": "tangente"}
    square = "al cuadrado de"
    books = BOOKS
    numbered_books = NUMBERED_BOOKS
    psalms = words("Sal Salmo")
    first_letters = ("primera", "segunda", "tercera")
    first_books = ("primero", "segundo", "tercero")

    currencies = table.CURRENCIES
    sizes = table.SIZES
    price_per = table.PRICE_PER
    with_cents = "con"

    unit_words: ClassVar = {**clipped.COUNTED, **table.UNITS}
    periods = table.PERIODS
    rates = table.RATES
    powers: ClassVar = {2: "cuadrado|cuadrados", 3: "cúbico|cúbicos"}
    per_word = "por"
    per_power: ClassVar = {2: "al cuadrado", 3: "al cubo"}
    by = "por"
    before_one_unit = words("por el cada un al del €")
    kilometre = "kilómetro"

    denominators: ClassVar = {
        2: "medio|medios", 3: "tercio|tercios",
        **{number: f"{word}|{word}s" for number, word in TENTHS.items()},
    }  # fmt: skip
    and_a_part = "y"
    over = "sobre"

    ordinal_endings: ClassVar = {
        **dict.fromkeys(("º", "°", "o", "ro", "do", "to", "mo", "vo", "no", "ero", "avo"), Ending()),
        **dict.fromkeys(("ª", "a", "ra", "da", "ta", "ma", "va", "na", "era", "ava"), Ending("f")),
        **dict.fromkeys(("er", "ᵉʳ"), Ending(is_short=True)),
        **dict.fromkeys(("os", "ᵒˢ"), Ending(is_plural=True)),
        **dict.fromkeys(("as", "ᵃˢ"), Ending("f", is_plural=True)),
    }  # fmt: skip
    numbered = table.NUMBERED
    rulers = table.RULERS
    ruler_style = "ordinal to ten"
    counted_events = table.EVENTS

    titles: ClassVar = {**clipped.RANKS, **table.TITLES}
    before_numbers: ClassVar = {**clipped.NUMBERED, **table.BEFORE_NUMBERS}
    short_words = table.SHORT_WORDS
    last_words = table.LAST_WORDS
    clipped_words = clipped.WORDS
    inner_words = clipped.INNER
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

    other_formulas = words("CaO MgO ZnO CuO FeO Al2O3 CuSO4 KMnO4 KNO3 AgNO3 AgCl KBr CaSO4 C3H8 C4H10 C2H4 CH3OH")
    version_word = "versión"
    before_a_phone = (
        r"\b(?:tel(?:éfonos?|f|éf)?|tfno|tlf|fax|móvil|celular|whatsapp|llam(?:e|a|ar|en|ando)|marque|contacto|"
        r"código(?: es)?)\.?\s?:?\s?(?:al|el)?"
    )
    before_digits = (
        r"\b(?:(?:código|clave|PIN|OTP|contraseña)(?: postal| de [a-záéíóúñ]{2,15})?(?: (?:es|será))?|CP|C\. ?P\.|DNI|"
        r"CVV|CVC|NIF|tarjeta|terminad[ao] en|expediente|matrícula|cuenta)\s?:?"
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
            (3, 2, 4),
            (1, 3, 3, 4),
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
        "#": "almohadilla", "+": "más", "×": "por", "∑": "sumatorio", "∫": "integral de",
    }  # fmt: skip
    to_the_power = "elevado a"
    squared = "al cuadrado"
    cubed = "al cubo"
    more_than = "más de"
    other_abbreviations = Abbreviations(
        never_last=words("esc bl at atl atco ath") | keys(clipped.RANKS),
        titles=words("mz dep"),
        before_number=words("s/ s/. b/ b/. bs gs sal cor co sam tim tes"),
        often_last=words(
            "reg 1° 1º 1er 3er mill 1ro 2do 3ro 4to 5to 6to 7mo 8vo 9no 10mo 1ra 2da 3ra 4ta 5ta 6ta 7ma 8va 9na 10ma"
        ),
    )

    def plural(self, noun: str) -> str:
        if noun.endswith("s"):
            return noun
        return f"{noun[:-2]}ones" if noun.endswith("ón") else f"{noun}s" if noun[-1] in "aeioué" else f"{noun}es"

    def day(self, day: int, is_first: bool = False) -> str:
        return "primero" if is_first else super().day(day)

    def time(self, clock: Clock) -> str:
        if clock.minute:
            if not clock.hour:
                return self.length(0, clock.minute, 0).join(("cero horas y ", ""))
            return super().time(clock)
        spoken = self.hour(clock.hour)
        if clock.half or (clock.hour < 13 and re.match(r"\s(?:a|y)\s(?:las\s)?[0-9]", clock.after)):
            return spoken
        if re.match(r"\s(?:de|del) (?:la|mediodía)", clock.after):
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

    def phone(self, groups: list[str]) -> str:
        return super().phone([part for group in groups for part in self.phone_groups(group)])

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
