"""French words and rules for numbers, dates, times, money, measures, abbreviations and addresses."""

from __future__ import annotations

from typing import ClassVar

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.money import Currency, Size
from koe.text.normalize.romance.numbers import Gender, Number, in_order
from koe.text.normalize.romance.ordinals import Ending
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import words


class French(Romance):
    """French."""

    lang = "fr"
    point = "virgule"
    english_point = "point"
    minus = "moins"
    plus = "plus"
    to = "à"
    conjunction = "et"
    thousands = " "
    feminine: ClassVar = {"un": "une"}
    percentages: ClassVar = {"%": "pour cent", "‰": "pour mille"}

    months = in_order("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")
    short_months: ClassVar = {
        "janv": 1, "févr": 2, "fév": 2, "avr": 4, "juil": 7, "sept": 9, "oct": 10, "nov": 11, "déc": 12,
    }  # fmt: skip
    words_like_months = words("nov oct")
    weekdays: ClassVar = {
        "lun": "lundi", "mar": "mardi", "mer": "mercredi", "jeu": "jeudi", "ven": "vendredi", "sam": "samedi",
        "dim": "dimanche",
    }  # fmt: skip
    first_of_month = "premier"
    first_day_endings = r"(?:er|ᵉʳ|°|º)"
    before_a_day = words("le du au jusqu'au lundi mardi mercredi jeudi vendredi samedi dimanche")

    hour_unit = Unit("heure", "heures", "f")
    minute_unit = Unit("minute", "minutes", "f")
    second_unit = Unit("seconde", "secondes", "f")
    before_last_part = " et "

    currencies: ClassVar = {
        "€": Currency("euro", "euros", "centime", "centimes"),
        "$": Currency("dollar", "dollars", "cent", "cents"),
        "£": Currency("livre", "livres", "penny", "pence", gender="f"),
        "¥": Currency("yen", "yens"),
        "USD": Currency("dollar", "dollars", "cent", "cents"),
        "EUR": Currency("euro", "euros", "centime", "centimes"),
    }
    sizes: ClassVar = {
        "mille": Size("mille", "mille", is_noun=False), "k": Size("mille", "mille", is_noun=False),
        "million": Size("million", "millions"), "millions": Size("million", "millions"),
        "M": Size("million", "millions"), "milliard": Size("milliard", "milliards"),
        "milliards": Size("milliard", "milliards"), "Md": Size("milliard", "milliards"),
    }  # fmt: skip
    with_cents = "et"

    unit_words: ClassVar = {
        "km": "kilomètre|kilomètres", "m": "mètre|mètres", "cm": "centimètre|centimètres",
        "mm": "millimètre|millimètres", "kg": "kilo|kilos", "g": "gramme|grammes", "mg": "milligramme|milligrammes",
        "l": "litre|litres", "ml": "millilitre|millilitres", "°C": "degré Celsius|degrés Celsius", "°": "degré|degrés",
        "Go": "gigaoctet|gigaoctets", "Mo": "mégaoctet|mégaoctets", "kW": "kilowatt|kilowatts", "W": "watt|watts",
        "min": "minute|minutes|f", "s": "seconde|secondes|f", "h": "heure|heures|f",
    }  # fmt: skip
    rates: ClassVar = {"km/h": "kilomètre à l'heure|kilomètres à l'heure"}
    powers: ClassVar = {2: "carré|carrés", 3: "cube|cubes"}
    per_word = "par"
    per_power: ClassVar = {2: "au carré", 3: "au cube"}
    by = "sur"

    denominators: ClassVar = {2: "demi|demis", 3: "tiers|tiers", 4: "quart|quarts"}
    and_a_part = "et"
    over = "sur"

    ordinal_endings: ClassVar = {
        "er": Ending(), "re": Ending("f"), "ère": Ending("f"), "e": Ending(), "ème": Ending(), "nd": Ending(),
        "nde": Ending("f"),
    }  # fmt: skip
    numbered: ClassVar = {"chapitre": "cardinal", "tome": "cardinal"}
    rulers: ClassVar = dict.fromkeys(words("Louis Charles Henri François Philippe Napoléon Pie Benoît"), "m")
    ruler_style = "cardinal"
    counted_events: ClassVar = {}
    roman_endings = r"(?:ers?|res?|ères?|èmes?|es?|ᵉ)?"

    letter_names: ClassVar = {}
    version_word = "version"
    before_a_phone = r"\b(?:tél(?:éphone)?|fax|portable|appele[zr]|composez)\.?\s?:?\s?(?:le|au)?"
    before_digits = r"\b(?:code|PIN)\s?:?"
    phone_shapes = frozenset({(2, 2, 2, 2, 2), (3, 4)})
    between_groups = " "

    web_marks: ClassVar = {
        ".": "point", "@": "arobase", "/": "slash", "-": "tiret", "_": "tiret bas", ":": "deux-points",
        "?": "point d'interrogation", "=": "égal", "&": "et", "#": "dièse", "+": "plus", "%": "pour cent",
    }  # fmt: skip
    and_so_on = "et cetera"

    operators: ClassVar = {
        "+": "plus", "=": "égale", "×": "fois", "÷": "divisé par", "<": "inférieur à", ">": "supérieur à",
        "≤": "inférieur ou égal à", "≥": "supérieur ou égal à", "≠": "différent de", "≈": "environ égal à",
        "±": "plus ou moins", "*": "fois",
    }  # fmt: skip
    before_amounts: ClassVar = {"~": "environ", "≈": "environ", "<": "moins de", ">": "plus de", "±": "plus ou moins"}
    signs: ClassVar = {"&": "et", "©": "copyright"}
    to_the_power = "puissance"
    squared = "au carré"
    cubed = "au cube"

    def link(self, noun: str) -> str:
        return "d'" if noun[:1] in "aeiouéèêh" else "de "

    def of_unit(self, one: str) -> str:
        return f"{self.link(one)}{one}"

    def is_singular(self, number: Number) -> bool:
        """Less than two is singular: "1,5 mètre"."""
        return int(number.whole or "0") < 2

    def ordinal(self, number: int, gender: Gender = "m", is_plural: bool = False) -> str:
        spoken = "première" if number == 1 and gender == "f" else self.numerals.ordinal(str(number))
        return f"{spoken}s" if is_plural else spoken

    def time(self, clock: Clock) -> str:
        unit = self.hour_unit.one if clock.hour < 2 else self.hour_unit.many
        minute = f" {self.cardinal(str(clock.minute))}" if clock.minute else ""
        return f"{self.hour(clock.hour)} {unit}{minute}"

    def phone_group(self, digits: str) -> str:
        """Digits in pairs: "zéro un", "vingt-trois"."""
        return self.cardinal(digits) if len(digits) == 2 else self.digits(digits)
