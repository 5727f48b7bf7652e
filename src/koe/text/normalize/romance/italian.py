"""Italian words and rules for numbers, dates, times, money, measures, abbreviations and addresses."""

from __future__ import annotations

from typing import ClassVar

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.money import Currency, Size
from koe.text.normalize.romance.numbers import in_order
from koe.text.normalize.romance.ordinals import Ending
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import words


class Italian(Romance):
    """Italian."""

    lang = "it"
    point = "virgola"
    english_point = "punto"
    minus = "meno"
    plus = "più"
    to = "a"
    conjunction = "e"
    feminine: ClassVar = {"uno": "una"}
    masculine: ClassVar = {"uno": "un"}
    percentages: ClassVar = {"%": "per cento", "‰": "per mille"}

    months = in_order("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre")
    short_months: ClassVar = {
        "gen": 1, "feb": 2, "febbr": 2, "mar": 3, "apr": 4, "mag": 5, "giu": 6, "lug": 7, "ago": 8, "set": 9,
        "sett": 9, "ott": 10, "nov": 11, "dic": 12,
    }  # fmt: skip
    words_like_months = words("mar set ago")
    weekdays: ClassVar = {
        "lun": "lunedì", "mar": "martedì", "mer": "mercoledì", "gio": "giovedì", "ven": "venerdì", "sab": "sabato",
        "dom": "domenica",
    }  # fmt: skip
    first_of_month = "primo"
    before_a_day = words("il del al dal lunedì martedì mercoledì giovedì venerdì sabato domenica")

    hour_unit = Unit("ora", "ore", "f")
    minute_unit = Unit("minuto", "minuti")
    second_unit = Unit("secondo", "secondi")
    before_a_time = words("ore alle dalle")
    before_last_part = " e "

    currencies: ClassVar = {
        "€": Currency("euro", "euro", "centesimo", "centesimi"),
        "$": Currency("dollaro", "dollari", "centesimo", "centesimi"),
        "£": Currency("sterlina", "sterline", "penny", "pence", gender="f"),
        "¥": Currency("yen", "yen"),
        "USD": Currency("dollaro", "dollari", "centesimo", "centesimi"),
        "EUR": Currency("euro", "euro", "centesimo", "centesimi"),
    }
    sizes: ClassVar = {
        "mila": Size("mila", "mila", is_noun=False), "milione": Size("milione", "milioni"),
        "milioni": Size("milione", "milioni"), "miliardo": Size("miliardo", "miliardi"),
        "miliardi": Size("miliardo", "miliardi"), "mln": Size("milione", "milioni"), "M": Size("milione", "milioni"),
        "mld": Size("miliardo", "miliardi"),
    }  # fmt: skip
    with_cents = "e"
    of_millions = "di "

    unit_words: ClassVar = {
        "km": "chilometro|chilometri", "m": "metro|metri", "cm": "centimetro|centimetri",
        "mm": "millimetro|millimetri", "kg": "chilo|chili", "g": "grammo|grammi", "mg": "milligrammo|milligrammi",
        "l": "litro|litri", "ml": "millilitro|millilitri", "°C": "grado Celsius|gradi Celsius", "°": "grado|gradi",
        "GB": "gigabyte|gigabyte", "MB": "megabyte|megabyte", "kW": "chilowatt|chilowatt", "W": "watt|watt",
        "min": "minuto|minuti", "s": "secondo|secondi", "h": "ora|ore|f",
    }  # fmt: skip
    rates: ClassVar = {"km/h": "chilometro all'ora|chilometri all'ora"}
    powers: ClassVar = {2: "quadrato|quadrati", 3: "cubo|cubi"}
    per_word = "al"
    per_power: ClassVar = {2: "quadrato", 3: "cubo"}
    by = "per"

    denominators: ClassVar = {2: "mezzo|mezzi"}
    and_a_part = "e"
    over = "su"

    ordinal_endings: ClassVar = {"º": Ending(), "°": Ending(), "ª": Ending("f")}
    numbered: ClassVar = {"capitolo": "ordinal", "secolo": "ordinal"}
    rulers: ClassVar = dict.fromkeys(words("Vittorio Emanuele Umberto Carlo Giovanni Paolo Pio Luigi"), "m")
    counted_events: ClassVar = {}

    letter_names: ClassVar = {}
    version_word = "versione"
    before_a_phone = r"\b(?:tel(?:efono)?|fax|cell(?:ulare)?|chiama(?:re|te)?)\.?\s?:?\s?(?:il|al)?"
    before_digits = r"\b(?:codice|PIN|CAP)\s?:?"
    phone_shapes = frozenset({(3, 4)})

    web_marks: ClassVar = {
        ".": "punto", "@": "chiocciola", "/": "barra", "-": "trattino", "_": "trattino basso", ":": "due punti",
        "?": "punto interrogativo", "=": "uguale", "&": "e", "#": "cancelletto", "+": "più", "%": "per cento",
    }  # fmt: skip
    and_so_on = "eccetera"

    operators: ClassVar = {
        "+": "più", "=": "uguale", "×": "per", "÷": "diviso", "<": "minore di", ">": "maggiore di",
        "≤": "minore o uguale a", "≥": "maggiore o uguale a", "≠": "diverso da", "≈": "circa uguale a",
        "±": "più o meno", "*": "per",
    }  # fmt: skip
    before_amounts: ClassVar = {"~": "circa", "≈": "circa", "<": "meno di", ">": "più di", "±": "più o meno"}
    signs: ClassVar = {"&": "e", "©": "copyright"}
    to_the_power = "elevato a"
    squared = "al quadrato"
    cubed = "al cubo"

    def of_unit(self, one: str) -> str:
        return f"di {one}"

    def hour(self, hour: int) -> str:
        return self.cardinal(str(hour))

    def time(self, clock: Clock) -> str:
        if not clock.minute:
            return f"{self.hour(clock.hour)} in punto"
        zero = f"{self.cardinal('0')} " if clock.minute < 10 else ""
        return f"{self.hour(clock.hour)} {self.conjunction} {zero}{self.cardinal(str(clock.minute))}"
