"""What Spanish, French, Italian and Brazilian Portuguese say around their numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Speech:
    """What one language says around its numbers."""

    lang: str
    point: str
    minus: str
    percent: str
    to: str
    conjunction: str
    months: tuple[str, ...]
    date: str  # {day}, {month}
    year: str  # joins the year to it
    first_of_month: str
    hours: str  # {hour}, {minute}
    full_hour: str
    thousands: str
    currencies: dict[str, tuple[str, str, str, str]]
    millions: str
    of_millions: str  # between millions and what they count: "un millón de euros"
    elided: bool = False  # d'euros


def _months(names: str) -> tuple[str, ...]:
    return tuple(names.split())


SPEECH = {
    "es": Speech(
        "es", "coma", "menos", "por ciento", "a", "con",
        _months("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
        "{day} de {month}", " de ", "uno", "{hour} y {minute}", "{hour} en punto", ".",
        {
            "€": ("euro", "euros", "céntimo", "céntimos"), "$": ("dólar", "dólares", "centavo", "centavos"),
            "£": ("libra", "libras", "penique", "peniques"), "¥": ("yen", "yenes", "", ""),
            "USD": ("dólar", "dólares", "centavo", "centavos"), "EUR": ("euro", "euros", "céntimo", "céntimos"),
        },
        "mil|millón|millones|billón|billones", "de ",
    ),
    "fr": Speech(
        "fr", "virgule", "moins", "pour cent", "à", "et",
        _months("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
        "{day} {month}", " ", "premier", "{hour} heures {minute}", "{hour} heures", " ",
        {
            "€": ("euro", "euros", "centime", "centimes"), "$": ("dollar", "dollars", "cent", "cents"),
            "£": ("livre", "livres", "penny", "pence"), "¥": ("yen", "yens", "", ""),
            "USD": ("dollar", "dollars", "cent", "cents"), "EUR": ("euro", "euros", "centime", "centimes"),
        },
        "mille|million|millions|milliard|milliards", "de ", elided=True,
    ),
    "it": Speech(
        "it", "virgola", "meno", "per cento", "a", "e",
        _months("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
        "{day} {month}", " ", "primo", "{hour} e {minute}", "{hour} in punto", ".",
        {
            "€": ("euro", "euro", "centesimo", "centesimi"), "$": ("dollaro", "dollari", "centesimo", "centesimi"),
            "£": ("sterlina", "sterline", "penny", "pence"), "¥": ("yen", "yen", "", ""),
            "USD": ("dollaro", "dollari", "centesimo", "centesimi"), "EUR": ("euro", "euro", "centesimo", "centesimi"),
        },
        "mila|milione|milioni|miliardo|miliardi", "di ",
    ),
    "pt-br": Speech(
        "pt_BR", "vírgula", "menos", "por cento", "a", "e",
        _months("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
        "{day} de {month}", " de ", "primeiro", "{hour} e {minute}", "{hour} horas", ".",
        {
            "R$": ("real", "reais", "centavo", "centavos"), "€": ("euro", "euros", "centavo", "centavos"),
            "$": ("dólar", "dólares", "centavo", "centavos"), "US$": ("dólar", "dólares", "centavo", "centavos"),
            "£": ("libra", "libras", "pêni", "pence"), "¥": ("iene", "ienes", "", ""),
            "BRL": ("real", "reais", "centavo", "centavos"), "USD": ("dólar", "dólares", "centavo", "centavos"),
            "EUR": ("euro", "euros", "centavo", "centavos"),
        },
        "mil|milhão|milhões|bilhão|bilhões|trilhão|trilhões", "de ",
    ),
}  # fmt: skip

# One, many; "/h" is added to any of them.
UNITS: dict[str, dict[str, str]] = {
    "es": {
        "km": "kilómetro|kilómetros", "m": "metro|metros", "cm": "centímetro|centímetros", "mm": "milímetro|milímetros",
        "kg": "kilo|kilos", "g": "gramo|gramos", "mg": "miligramo|miligramos", "l": "litro|litros",
        "ml": "mililitro|mililitros", "°C": "grado|grados", "°": "grado|grados", "GB": "gigabyte|gigabytes",
        "MB": "megabyte|megabytes", "kW": "kilovatio|kilovatios", "W": "vatio|vatios", "min": "minuto|minutos",
        "s": "segundo|segundos",
    },
    "fr": {
        "km": "kilomètre|kilomètres", "m": "mètre|mètres", "cm": "centimètre|centimètres",
        "mm": "millimètre|millimètres", "kg": "kilo|kilos", "g": "gramme|grammes", "mg": "milligramme|milligrammes",
        "l": "litre|litres", "ml": "millilitre|millilitres", "°C": "degré|degrés", "°": "degré|degrés",
        "Go": "gigaoctet|gigaoctets", "Mo": "mégaoctet|mégaoctets", "kW": "kilowatt|kilowatts", "W": "watt|watts",
        "min": "minute|minutes", "s": "seconde|secondes",
    },
    "it": {
        "km": "chilometro|chilometri", "m": "metro|metri", "cm": "centimetro|centimetri", "mm": "millimetro|millimetri",
        "kg": "chilo|chili", "g": "grammo|grammi", "mg": "milligrammo|milligrammi", "l": "litro|litri",
        "ml": "millilitro|millilitri", "°C": "grado|gradi", "°": "grado|gradi", "GB": "gigabyte|gigabyte",
        "MB": "megabyte|megabyte", "kW": "chilowatt|chilowatt", "W": "watt|watt", "min": "minuto|minuti",
        "s": "secondo|secondi",
    },
    "pt_BR": {
        "km": "quilômetro|quilômetros", "m": "metro|metros", "cm": "centímetro|centímetros",
        "mm": "milímetro|milímetros", "kg": "quilo|quilos", "g": "grama|gramas", "mg": "miligrama|miligramas",
        "l": "litro|litros", "ml": "mililitro|mililitros", "°C": "grau|graus", "°": "grau|graus",
        "GB": "gigabyte|gigabytes",
        "MB": "megabyte|megabytes", "kW": "quilowatt|quilowatts", "W": "watt|watts", "min": "minuto|minutos",
        "s": "segundo|segundos",
    },
}  # fmt: skip
PER_HOUR = {"es": "por hora", "fr": "à l'heure", "it": "all'ora", "pt_BR": "por hora"}
