"""Table of months, currencies, units and other words beside numbers: Spanish, French, Italian, Brazilian Portuguese."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Currency(NamedTuple):
    """The words of a currency; `cent` is "" if it has no coins."""

    one: str
    many: str
    cent: str = ""
    cents: str = ""
    is_feminine: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """The words that one language uses with numbers."""

    lang: str  # as num2words names it
    point: str  # before decimals: these languages write a comma
    english_point: str  # before decimals that are written with a point
    minus: str
    percent: str
    to: str
    conjunction: str
    months: tuple[str, ...]
    date: str  # {day}, {month}
    year: str  # joins the year to the date
    first_of_month: str
    hours: str  # {hour}, {minute}
    full_hour: str
    thousands: str  # the mark between groups of three digits
    currencies: Mapping[str, Currency]
    millions: str  # a pattern
    of_millions: str  # between millions and what they count: "un millón de euros"
    elided: bool = False  # d'euros
    units: Mapping[str, str]  # "one|many"
    per_hour: str  # for "/h" behind any of them
    # The last word of a number before a feminine and before a masculine noun.
    feminine: Mapping[str, str]
    masculine: Mapping[str, str] = field(default_factory=dict)
    feminine_ending: str | None = None  # of nouns in the plural; None: they do not show it
    has_feminine_hours: bool = False


def _months(names: str) -> tuple[str, ...]:
    return tuple(names.split())


SPEECH: Mapping[str, Speech] = {
    "es": Speech(
        lang="es",
        point="coma",
        english_point="punto",
        minus="menos",
        percent="por ciento",
        to="a",
        conjunction="con",
        months=_months("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
        date="{day} de {month}",
        year=" de ",
        first_of_month="uno",
        hours="{hour} y {minute}",
        full_hour="{hour} en punto",
        thousands=".",
        currencies={
            "€": Currency("euro", "euros", "céntimo", "céntimos"),
            "$": Currency("dólar", "dólares", "centavo", "centavos"),
            "£": Currency("libra", "libras", "penique", "peniques", is_feminine=True),
            "¥": Currency("yen", "yenes"),
            "USD": Currency("dólar", "dólares", "centavo", "centavos"),
            "EUR": Currency("euro", "euros", "céntimo", "céntimos"),
        },
        millions="mil|millón|millones|billón|billones",
        of_millions="de ",
        units={
            "km": "kilómetro|kilómetros", "m": "metro|metros", "cm": "centímetro|centímetros",
            "mm": "milímetro|milímetros", "kg": "kilo|kilos", "g": "gramo|gramos", "mg": "miligramo|miligramos",
            "l": "litro|litros", "ml": "mililitro|mililitros", "°C": "grado|grados", "°": "grado|grados",
            "GB": "gigabyte|gigabytes", "MB": "megabyte|megabytes", "kW": "kilovatio|kilovatios", "W": "vatio|vatios",
            "min": "minuto|minutos", "s": "segundo|segundos",
        },
        per_hour="por hora",
        feminine={"uno": "una", "veintiuno": "veintiuna"},
        masculine={"uno": "un", "veintiuno": "veintiún"},
        feminine_ending="as",
        has_feminine_hours=True,
    ),
    "fr": Speech(
        lang="fr",
        point="virgule",
        english_point="point",
        minus="moins",
        percent="pour cent",
        to="à",
        conjunction="et",
        months=_months("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
        date="{day} {month}",
        year=" ",
        first_of_month="premier",
        hours="{hour} heures {minute}",
        full_hour="{hour} heures",
        thousands=" ",
        currencies={
            "€": Currency("euro", "euros", "centime", "centimes"),
            "$": Currency("dollar", "dollars", "cent", "cents"),
            "£": Currency("livre", "livres", "penny", "pence", is_feminine=True),
            "¥": Currency("yen", "yens"),
            "USD": Currency("dollar", "dollars", "cent", "cents"),
            "EUR": Currency("euro", "euros", "centime", "centimes"),
        },
        millions="mille|million|millions|milliard|milliards",
        of_millions="de ",
        elided=True,
        units={
            "km": "kilomètre|kilomètres", "m": "mètre|mètres", "cm": "centimètre|centimètres",
            "mm": "millimètre|millimètres", "kg": "kilo|kilos", "g": "gramme|grammes", "mg": "milligramme|milligrammes",
            "l": "litre|litres", "ml": "millilitre|millilitres", "°C": "degré|degrés", "°": "degré|degrés",
            "Go": "gigaoctet|gigaoctets", "Mo": "mégaoctet|mégaoctets", "kW": "kilowatt|kilowatts", "W": "watt|watts",
            "min": "minute|minutes", "s": "seconde|secondes",
        },
        per_hour="à l'heure",
        feminine={"un": "une"},
        has_feminine_hours=True,
    ),
    "it": Speech(
        lang="it",
        point="virgola",
        english_point="punto",
        minus="meno",
        percent="per cento",
        to="a",
        conjunction="e",
        months=_months("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
        date="{day} {month}",
        year=" ",
        first_of_month="primo",
        hours="{hour} e {minute}",
        full_hour="{hour} in punto",
        thousands=".",
        currencies={
            "€": Currency("euro", "euro", "centesimo", "centesimi"),
            "$": Currency("dollaro", "dollari", "centesimo", "centesimi"),
            "£": Currency("sterlina", "sterline", "penny", "pence", is_feminine=True),
            "¥": Currency("yen", "yen"),
            "USD": Currency("dollaro", "dollari", "centesimo", "centesimi"),
            "EUR": Currency("euro", "euro", "centesimo", "centesimi"),
        },
        millions="mila|milione|milioni|miliardo|miliardi",
        of_millions="di ",
        units={
            "km": "chilometro|chilometri", "m": "metro|metri", "cm": "centimetro|centimetri",
            "mm": "millimetro|millimetri", "kg": "chilo|chili", "g": "grammo|grammi", "mg": "milligrammo|milligrammi",
            "l": "litro|litri", "ml": "millilitro|millilitri", "°C": "grado|gradi", "°": "grado|gradi",
            "GB": "gigabyte|gigabyte", "MB": "megabyte|megabyte", "kW": "chilowatt|chilowatt", "W": "watt|watt",
            "min": "minuto|minuti", "s": "secondo|secondi",
        },
        per_hour="all'ora",
        feminine={"uno": "una"},
        masculine={"uno": "un"},
    ),
    "pt-br": Speech(
        lang="pt_BR",
        point="vírgula",
        english_point="ponto",
        minus="menos",
        percent="por cento",
        to="a",
        conjunction="e",
        months=_months("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
        date="{day} de {month}",
        year=" de ",
        first_of_month="primeiro",
        hours="{hour} e {minute}",
        full_hour="{hour} horas",
        thousands=".",
        currencies={
            "R$": Currency("real", "reais", "centavo", "centavos"),
            "€": Currency("euro", "euros", "centavo", "centavos"),
            "$": Currency("dólar", "dólares", "centavo", "centavos"),
            "US$": Currency("dólar", "dólares", "centavo", "centavos"),
            "£": Currency("libra", "libras", "pêni", "pence", is_feminine=True),
            "¥": Currency("iene", "ienes"),
            "BRL": Currency("real", "reais", "centavo", "centavos"),
            "USD": Currency("dólar", "dólares", "centavo", "centavos"),
            "EUR": Currency("euro", "euros", "centavo", "centavos"),
        },
        millions="mil|milhão|milhões|bilhão|bilhões|trilhão|trilhões",
        of_millions="de ",
        units={
            "km": "quilômetro|quilômetros", "m": "metro|metros", "cm": "centímetro|centímetros",
            "mm": "milímetro|milímetros", "kg": "quilo|quilos", "g": "grama|gramas", "mg": "miligrama|miligramas",
            "l": "litro|litros", "ml": "mililitro|mililitros", "°C": "grau|graus", "°": "grau|graus",
            "GB": "gigabyte|gigabytes", "MB": "megabyte|megabytes", "kW": "quilowatt|quilowatts", "W": "watt|watts",
            "min": "minuto|minutos", "s": "segundo|segundos",
        },
        per_hour="por hora",
        feminine={"um": "uma", "dois": "duas"},
        feminine_ending="as",
        has_feminine_hours=True,
    ),
}  # fmt: skip
