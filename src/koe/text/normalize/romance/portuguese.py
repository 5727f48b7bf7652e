"""Brazilian Portuguese words and rules for numbers, dates, times, money, measures, abbreviations and addresses."""

from __future__ import annotations

from typing import ClassVar

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.money import Currency, Size
from koe.text.normalize.romance.numbers import Gender, in_order
from koe.text.normalize.romance.ordinals import Ending
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import words


class Portuguese(Romance):
    """Brazilian Portuguese."""

    lang = "pt_BR"
    point = "vírgula"
    english_point = "ponto"
    minus = "menos"
    plus = "mais"
    to = "a"
    conjunction = "e"
    feminine: ClassVar = {"um": "uma", "dois": "duas"}
    percentages: ClassVar = {"%": "por cento", "‰": "por mil"}

    months = in_order("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro")
    short_months: ClassVar = {
        "jan": 1, "fev": 2, "mar": 3, "abr": 4, "mai": 5, "jun": 6, "jul": 7, "ago": 8, "set": 9, "out": 10, "nov": 11,
        "dez": 12,
    }  # fmt: skip
    words_like_months = words("mar set dez")
    weekdays: ClassVar = {
        "seg": "segunda", "ter": "terça", "qua": "quarta", "qui": "quinta", "sex": "sexta", "sáb": "sábado",
        "dom": "domingo",
    }  # fmt: skip
    first_of_month = "primeiro"
    of_month = "de"
    of_year = "de"
    before_a_day = words("dia em no até segunda terça quarta quinta sexta sábado domingo")

    hour_unit = Unit("hora", "horas", "f")
    minute_unit = Unit("minuto", "minutos")
    second_unit = Unit("segundo", "segundos")
    before_last_part = " e "

    currencies: ClassVar = {
        "R$": Currency("real", "reais", "centavo", "centavos"),
        "€": Currency("euro", "euros", "centavo", "centavos"),
        "$": Currency("dólar", "dólares", "centavo", "centavos"),
        "US$": Currency("dólar", "dólares", "centavo", "centavos"),
        "£": Currency("libra", "libras", "pêni", "pence", gender="f"),
        "¥": Currency("iene", "ienes"),
        "BRL": Currency("real", "reais", "centavo", "centavos"),
        "USD": Currency("dólar", "dólares", "centavo", "centavos"),
        "EUR": Currency("euro", "euros", "centavo", "centavos"),
    }
    sizes: ClassVar = {
        "mil": Size("mil", "mil", is_noun=False), "milhão": Size("milhão", "milhões"),
        "milhões": Size("milhão", "milhões"), "bilhão": Size("bilhão", "bilhões"),
        "bilhões": Size("bilhão", "bilhões"), "trilhão": Size("trilhão", "trilhões"),
        "trilhões": Size("trilhão", "trilhões"), "mi": Size("milhão", "milhões"), "bi": Size("bilhão", "bilhões"),
    }  # fmt: skip
    with_cents = "e"

    unit_words: ClassVar = {
        "km": "quilômetro|quilômetros", "m": "metro|metros", "cm": "centímetro|centímetros",
        "mm": "milímetro|milímetros", "kg": "quilo|quilos", "g": "grama|gramas", "mg": "miligrama|miligramas",
        "l": "litro|litros", "ml": "mililitro|mililitros", "°C": "grau Celsius|graus Celsius", "°": "grau|graus",
        "GB": "gigabyte|gigabytes", "MB": "megabyte|megabytes", "kW": "quilowatt|quilowatts", "W": "watt|watts",
        "min": "minuto|minutos", "s": "segundo|segundos", "h": "hora|horas|f",
    }  # fmt: skip
    powers: ClassVar = {2: "quadrado|quadrados", 3: "cúbico|cúbicos"}
    per_word = "por"
    per_power: ClassVar = {2: "ao quadrado", 3: "ao cubo"}
    by = "por"

    denominators: ClassVar = {2: "meio|meios", 3: "terço|terços"}
    and_a_part = "e"
    over = "sobre"

    ordinal_endings: ClassVar = {"º": Ending(), "o": Ending(), "°": Ending(), "ª": Ending("f"), "a": Ending("f")}
    numbered: ClassVar = {"século": "ordinal to ten", "capítulo": "ordinal to ten"}
    rulers: ClassVar = dict.fromkeys(words("Pedro João Luís Henrique Carlos Bento Francisco Paulo"), "m")
    ruler_style = "ordinal to ten"
    counted_events: ClassVar = {}

    letter_names: ClassVar = {}
    version_word = "versão"
    before_a_phone = r"\b(?:tel(?:efone)?|fax|celular|ligue|whatsapp)\.?\s?:?\s?(?:para)?"
    before_digits = r"\b(?:código|senha|CEP|CPF)\s?:?"
    phone_shapes = frozenset({(3, 4), (4, 4), (5, 4)})

    web_marks: ClassVar = {
        ".": "ponto", "@": "arroba", "/": "barra", "-": "hífen", "_": "sublinhado", ":": "dois pontos",
        "?": "interrogação", "=": "igual", "&": "e", "#": "cerquilha", "+": "mais", "%": "por cento",
    }  # fmt: skip
    and_so_on = "et cetera"

    operators: ClassVar = {
        "+": "mais", "=": "igual a", "×": "vezes", "÷": "dividido por", "<": "menor que", ">": "maior que",
        "≤": "menor ou igual a", "≥": "maior ou igual a", "≠": "diferente de", "≈": "aproximadamente igual a",
        "±": "mais ou menos", "*": "vezes",
    }  # fmt: skip
    before_amounts: ClassVar = {
        "~": "aproximadamente", "≈": "aproximadamente", "<": "menos de", ">": "mais de", "±": "mais ou menos",
    }  # fmt: skip
    signs: ClassVar = {"&": "e", "©": "copyright"}
    to_the_power = "elevado a"
    squared = "ao quadrado"
    cubed = "ao cubo"

    def gender(self, noun: str, following: str = "") -> Gender | None:
        return "f" if len(noun) > 3 and noun.endswith("as") else None

    def time(self, clock: Clock) -> str:
        if not clock.minute:
            unit = self.hour_unit.one if clock.hour == 1 else self.hour_unit.many
            return f"{self.hour(clock.hour)} {unit}"
        return f"{self.hour(clock.hour)} {self.conjunction} {self.cardinal(str(clock.minute))}"
