"""Italian words and rules for numbers, dates, times, money, measures, abbreviations and addresses."""

from __future__ import annotations

import re
from functools import cached_property
from typing import ClassVar

from koe.text.normalize.expressions import Expression
from koe.text.normalize.romance.italian import abbreviations as short
from koe.text.normalize.romance.italian import clipped, names, numerals, ranges
from koe.text.normalize.romance.italian import units as table
from koe.text.normalize.romance.italian.books import BOOKS, NUMBERED_BOOKS
from koe.text.normalize.romance.italian.calendar import ItalianCalendar
from koe.text.normalize.romance.italian.codes import ItalianCodes
from koe.text.normalize.romance.italian.counts import ItalianCounts
from koe.text.normalize.romance.italian.leftovers import ItalianLeftovers
from koe.text.normalize.romance.italian.nouns import gender_of, one
from koe.text.normalize.romance.italian.phones import ItalianPhones
from koe.text.normalize.romance.italian.quantities import ItalianQuantities
from koe.text.normalize.romance.italian.shorthand import ItalianShorthand
from koe.text.normalize.romance.italian.signs import ItalianSigns
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.money import Currency, Size
from koe.text.normalize.romance.numbers import Gender, Number, in_order
from koe.text.normalize.romance.ordinals import Ending
from koe.text.normalize.romance.roman import value
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import Rule, after, alternatives, rule, words

# A bare numeral that is no acronym.
_ROMAN = re.compile(r"(?=[IVX]{3,7}\Z)(?!XXX\Z)X{0,3}(?:IX|IV|V?I{0,3})")
_UNPRONOUNCEABLE = re.compile(
    r"\A(?:G[^AEIOUYRLHNW]|[BCDFPTVQZX][^AEIOUYRLHSNZ]|[DTBFV]N|[LMNR][^AEIOUY])|[BCDFGPTVZQXJ][^AEIOUYSTKHZ]\Z"
)


class Italian(
    ItalianLeftovers,
    ItalianPhones,
    ItalianShorthand,
    ItalianCalendar,
    ItalianCodes,
    ItalianQuantities,
    ItalianCounts,
    ItalianSigns,
):
    """Italian."""

    lang = "it"
    point = "virgola"
    english_point = "punto"
    minus = "meno"
    plus = "più"
    to = "a"
    conjunction = "e"
    percentages: ClassVar = {"%": "per cento", "‰": "per mille"}

    months = in_order("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre")
    short_months: ClassVar = {
        "gen": 1, "genn": 1, "feb": 2, "febb": 2, "febbr": 2, "mar": 3, "apr": 4, "mag": 5, "magg": 5, "giu": 6,
        "lug": 7, "ago": 8, "set": 9, "sett": 9, "ott": 10, "nov": 11, "dic": 12,
    }  # fmt: skip
    words_like_months = words("set sett")
    weekdays: ClassVar = {
        "lun": "lunedì", "mar": "martedì", "mer": "mercoledì", "gio": "giovedì", "ven": "venerdì", "sab": "sabato",
        "dom": "domenica", "mart": "martedì", "merc": "mercoledì", "giov": "giovedì", "vend": "venerdì",
    }  # fmt: skip
    first_of_month = "primo"
    first_day_endings = r"\s?[º°ª^o]"
    before_a_day = words(
        "il del al dal nel sul entro l' dell' all' dall' giorno data scadenza lunedì martedì mercoledì giovedì venerdì "
        "sabato domenica lun mar mer gio ven sab dom"
    )

    hour_unit = Unit("ora", "ore", "f")
    minute_unit = Unit("minuto", "minuti")
    second_unit = Unit("secondo", "secondi")
    before_a_time = words(
        "ore alle dalle le delle h ora nelle orario ingresso apertura chiusura inizio partenza arrivo fine "
        "festivi feriali festivo feriale"
    )
    zones: ClassVar = {"GMT": "gi emme ti", "UTC": "u ti ci", "CET": "ci e ti", "CEST": "ci e esse ti"}
    before_last_part = " e "
    per_kilometre = "al chilometro"
    per_hundred_metres = "ogni cento metri"
    has_goals_behind_names = False
    prime = "primo"
    times_sign = "per"
    out_of = "su"
    times_unit = Unit("volta", "volte", "f")
    stars = "stelle"
    unchanged = "invariato"
    asterisk = "asterisco"
    divided_by = "diviso"
    functions: ClassVar = {"sen": "seno", "sin": "seno", "cos": "coseno", "tan": "tangente", "tg": "tangente"}
    square = "quadro di"
    function_of = "di"
    degree = Unit("grado", "gradi")
    books = BOOKS
    numbered_books = NUMBERED_BOOKS
    psalms = words("Sal Salmo")
    first_letters = ("prima", "seconda", "terza")
    first_books = ("primo", "secondo", "terzo")
    through = "da {0} a {1}"

    currencies = table.CURRENCIES
    sizes = table.SIZES
    price_per = table.PRICE_PER
    with_cents = "e"
    of_millions = "di "

    unit_words: ClassVar = {**clipped.COUNTED, **table.UNITS}
    periods = table.PERIODS
    rates = table.RATES
    powers: ClassVar = {2: "quadrato|quadrati", 3: "cubo|cubi"}
    per_word = "per"
    per_power: ClassVar = {2: "quadrato", 3: "cubo"}
    by = "per"
    kilometre = "chilometro"

    denominators: ClassVar = {2: "mezzo|mezzi", 1000: "millesimo|millesimi"}
    and_a_part = "e"
    over = "su"

    ordinal_endings: ClassVar = {
        **dict.fromkeys(("º", "°", "ᵒ", "o"), Ending()), **dict.fromkeys(("ª", "ᵃ", "^", "a"), Ending("f")),
        "i": Ending(is_plural=True), "e": Ending("f", is_plural=True),
    }  # fmt: skip
    numbered = names.NUMBERED
    rulers: ClassVar = {**names.RULERS, **{name.upper(): gender for name, gender in names.RULERS.items()}}
    counted_events = names.EVENTS
    roman_endings = r"[º°ª]?"

    titles: ClassVar = {**clipped.RANKS, **short.TITLES, **short.in_capitals(short.TITLES)}
    before_numbers: ClassVar = {
        **clipped.NUMBERED, **short.BEFORE_NUMBERS, **short.in_capitals(short.BEFORE_NUMBERS)
    }  # fmt: skip
    short_words = short.SHORT_WORDS
    last_words = short.LAST_WORDS
    clipped_words = clipped.WORDS
    inner_words = clipped.INNER
    marked: ClassVar = {
        **short.in_capitals({key: spoken for key, spoken in short.MARKED.items() if re.search(r"\.[a-z]", key)}),
        **short.MARKED,
    }
    marked_before_numbers = short.MARKED_BEFORE_NUMBERS

    other_abbreviations = short.for_the_splitter()

    letter_names: ClassVar = dict(
        zip(
            "ABCDEFGHIJKLMNOPQRSTUVXYZ",
            in_order("a bi ci di e effe gi acca i gei kappa elle emme enne o pi cu erre esse ti u vu ics ipsilon zeta"),
            strict=True,
        ),
        W="doppia vu",
    )
    spelled = short.SPELLED
    unspelled = short.UNSPELLED
    said_acronyms = short.SAID_ACRONYMS

    version_word = "versione"
    before_a_phone = (
        r"\b(?:tel(?:efon\w{1,4})?|fax|cell(?:ulare)?|mobile|whatsapp|chiam\w{1,5}|contatt\w{1,5}|numero verde|"
        r"centralino)\.?\s?:?\s?(?:il|al|allo|lo|numero|n\.)?"
    )
    before_digits = (
        r"\b(?:codice(?: \w{2,12})?(?: \w{2,12})?(?: è)?|CV[VC]|tessera|polizza|"
        r"passaporto|PIN(?: è)?|PUK|CAP|OTP(?: è)?|password|P\. ?IVA|p\. ?iva|partita IVA|carta|"
        r"termina(?:no)? (?:con|in|per)|che finisce (?:con|in|per)|matricola|pratica|conto|c/c|ABI|CAB|"
        r"ordine)(?: n\.)?\s?:?"
    )
    phone_shapes = frozenset({(3, 4)})

    web_marks: ClassVar = {
        ".": "punto", "@": "chiocciola", "/": "barra", "-": "trattino", "_": "trattino basso", ":": "due punti",
        "?": "punto interrogativo", "=": "uguale", "&": "e", "#": "cancelletto", "+": "più", "%": "per cento",
        "~": "tilde",
    }  # fmt: skip
    web_parts: ClassVar = {
        "www": "vu vu vu", "srl": "esse erre elle", "spa": "esse pi a", "pdf": "pi di effe",
        "html": "acca ti emme elle", "php": "pi acca pi", "jpg": "gei pi gi", "tv": "ti vu", "docx": "doc ics",
        "xlsx": "ics elle esse ics", "mp": "emme pi", "png": "pi enne gi", "txt": "ti ics ti", "csv": "ci esse vu",
        "js": "gei esse", "py": "pi ipsilon", "xml": "ics emme elle", "xls": "ics elle esse", "jpeg": "gei peg",
    }  # fmt: skip
    and_so_on = "eccetera"

    operators: ClassVar = {
        "+": "più", "=": "uguale", "×": "per", "÷": "diviso", "<": "minore di", ">": "maggiore di",
        "≤": "minore o uguale a", "≥": "maggiore o uguale a", "≠": "diverso da", "≈": "circa uguale a",
        "±": "più o meno", "*": "per", "·": "per", "∙": "per",
    }  # fmt: skip
    before_amounts: ClassVar = {
        "~": "circa", "≈": "circa", "<": "meno di", ">": "più di", "±": "più o meno", "≥": "maggiore o uguale a",
        "≤": "minore o uguale a", "#": "numero", "§": "paragrafo",
    }  # fmt: skip
    signs: ClassVar = {
        "&": "e", "©": "copyright", "∞": "infinito", "π": "pi greco", "€": "euro", "%": "per cento", "°": "gradi",
        "√": "radice quadrata di", "@": "chiocciola", "§": "paragrafo", "=": "uguale", "+": "più", "×": "per",
        "$": "dollari", "£": "sterline", "÷": "diviso", "≥": "maggiore o uguale a", "≤": "minore o uguale a",
        "≠": "diverso da", "≈": "circa", "∪": "unione", "∩": "intersezione", "∈": "appartiene a", "∑": "sommatoria",
        "∫": "integrale di", "∀": "per ogni", "∃": "esiste", "Δ": "delta", "Ω": "omega", "Ø": "diametro",
        "⌀": "diametro",
    }  # fmt: skip
    to_the_power = "alla"
    squared = "al quadrato"
    cubed = "al cubo"

    def typography_rules(self) -> tuple[Rule, ...]:
        return (
            rule(r"(?<=[%°C0-9])\s?/\s?(?=[-+][0-9])|(?<=°)/(?=[0-9])", lambda _: " / "),
            rule(r"(?<=[a-z])/(?=(?:settimana|sett|mese|anno|giorno|persona|notte)\b)", lambda _: " / "),
            rule(r"(?<=[0-9][/.])'(?=[0-9]{2}(?![0-9']))", lambda _: ""),
            rule(r"(?P<first>(?<![\w.,])[0-9]{1,5})\s?÷\s?(?P<last>[0-9]{1,5})(?![\w]|\s?=)", _technical_range),
            rule(r"(?<=[0-9])(?=\([0-9]{1,2}\))", lambda _: " "),
            rule(r"(?<=[a-zà-ù]{4})(?<!metro)(?<!metri)[¹²³⁴-⁹]{1,2}(?![\w⁰¹²³⁴-⁹⁻⁺])", lambda _: ""),
            rule(r"(?<![^\s(])(?<![0-9%°€)]\s)–(?=[0-9])", lambda _: "-"),
            rule(r"\s//(?=[\s.,;]|\Z)", lambda _: ""),
            rule(r"(?<=[0-9])(?=π)", lambda _: " "),
            rule(r"(?<=\s)(?:-{1,2}|={1,2})>(?=\s)", lambda _: "→"),
            rule(r"(?<=[0-9]{2}:[0-9]{2}:[0-9]{2})[.,][0-9]{3}(?![\w.,])", lambda _: ""),
            rule("[˚ˆ]", lambda match: "°" if match[0] == "˚" else "^"),
            rule(r"(?<=m)\^([23])(?![0-9])", lambda match: "²" if match[1] == "2" else "³"),
        )

    def web_rules(self) -> tuple[Rule, ...]:
        example = rule(r"(?<!\w)p\.es\.", lambda _: "per esempio", kind="abbreviations", name="abbreviation")
        return (example, *self.early_sign_rules(), *super().web_rules())

    def first_rules(self) -> tuple[Rule, ...]:
        chat = rf"(?<![\w.'@#/-])(?P<short>{alternatives(short.CHAT)})(?![\w'@/-])(?!\.\s?[0-9])"
        for_whom = (
            r"(?<=\s)x(?=\s(?:me|te|lui|lei|noi|voi|loro|il|la|i|le|gli|un|una|ora|favore|caso|questo|fare|"
            r"domani|oggi|stasera|cena|pranzo|sempre|info)\b)"
        )
        return (
            rule(chat, lambda match: short.CHAT[match["short"]], kind="abbreviations", name="abbreviation"),
            rule(for_whom, lambda _: "per", kind="abbreviations", name="abbreviation"),
            *self.shorthand_rules(),
            *self.code_rules(),
            *self.calendar_rules(),
            *self.quantity_rules(),
            *self.counted_rules(),
        )

    def number_rules(self) -> tuple[Rule, ...]:
        return (*self.minute_rules(), *self.bare_rules(), *self.sign_rules())

    def operator_rules(self) -> tuple[Rule, ...]:
        pattern = rf"(?<=\b[Dd]a )(?:{alternatives(names.WINDS)})(?!\w)"
        winds = rule(pattern, lambda match: names.WINDS[match[0]], kind="acronyms", name="wind")
        return (winds, *self.size_rules(), *self.unit_rules(), *self.function_rules(), *super().operator_rules())

    def joined(self, text: str, left: Expression, right: Expression) -> str:
        return ranges.joined(text, left, right)

    def cardinal(self, digits: str, gender: Gender | None = None, noun: str = "") -> str:
        if (len(digits) > 1 and digits[0] == "0") or int(digits) > numerals.LARGEST:
            return self.numerals.digits(digits)
        if gender and digits == "1":
            return one(noun, gender).strip()
        return numerals.cardinal(int(digits))

    def decimals(self, digits: str) -> str:
        """Up to three decimals are read as one number."""
        if len(digits) > 3 or not digits.strip("0"):
            return self.numerals.digits(digits)
        rest = digits.lstrip("0")
        return " ".join(["zero"] * (len(digits) - len(rest)) + [self.cardinal(rest)])

    @cached_property
    def unsigned(self) -> str:
        """Switzerland groups digits with apostrophes: "1'000"."""
        return rf"(?:[1-9][0-9]{{0,2}}(?:'[0-9]{{3}}){{1,10}}(?![0-9]|'[0-9])(?:[.,][0-9]{{1,36}})?|{super().unsigned})"

    def number(self, text: str, sign: str = "") -> Number:
        return super().number(text.replace("'", ""), sign)

    def gender(self, noun: str, following: str = "") -> Gender | None:
        return gender_of(noun)

    def count(self, number: Number, noun: str, following: str) -> str | None:
        """Only "1" agrees with its noun, and has a rule of its own."""
        return self.number_words(number)

    def ordinal(self, number: int, gender: Gender = "m", is_plural: bool = False) -> str:
        spoken = numerals.ordinal(number)[:-1]
        return spoken + ("ie" if is_plural else "oa")[gender == "f"]

    def _ordinal(self, match: re.Match[str]) -> str | None:
        """ "1a" is an ordinal only before its noun: "1a classe"; "fig. 3a" is not."""
        if match["ending"] == "^" and re.match(r"[-+]?[0-9(]", after(match)):
            return None  # a power
        if match["ending"] in "aoie":
            noun = re.match(r"\s([a-zà-ù]{3,20}|ed\.)", after(match))
            if noun is None or gender_of(noun[1]) is None:
                return None
        return super()._ordinal(match)

    def ordinal_of(self, digits: str, ending: Ending, noun: str) -> str | None:
        return None if digits.strip("0") == "" else super().ordinal_of(digits, ending, noun)

    def measure(self, number: Number, unit: Unit) -> str:
        if number == Number("", "1"):
            return one(unit.one, unit.gender) + unit.one
        return super().measure(number, unit)

    def link_of_measure(self, number: Number, name: str) -> str:
        return "di " if number.is_round_million else ""

    def per(self, symbol: str) -> str:
        """ "al" before what is said of one, "per" in chemistry: "grammi per litro" is as good as "al litro"."""
        if symbol in ("s", "min", "sec"):
            return f"al {self.units[symbol].one}"
        if symbol in ("h", "ora"):
            return "all'ora"
        return super().per(symbol)

    def price_for(self, unit: str) -> str:
        return super().price_for(unit.rstrip("."))

    def large_sum(self, number: Number, currency: Currency, size: Size) -> str:
        if size.is_noun:
            return super().large_sum(number, currency, size)
        return f"{self.thousands_of(number)} {currency.many}"

    def _range(self, match: re.Match[str]) -> str:
        return f"da {super()._range(match)}"

    def gender_of_numbered(self, noun: str) -> Gender:
        return "f" if noun.lower().rstrip(".") in ("sez", "tav", "fig") else gender_of(noun) or "m"

    def roman_ordinal(self, number: int, ending: str) -> str:
        return self.ordinal(number, "f" if ending == "ª" else "m")

    def event(self, number: int, noun: str) -> str:
        """The numeral before a month is a day: "via XX Settembre"."""
        if noun.lower() in self.months:
            return "primo" if number == 1 else self.cardinal(str(number))
        return super().event(number, noun)

    def plural(self, noun: str) -> str:
        if noun[-1] not in "aeo" or noun.endswith("ande"):
            return noun
        return noun[:-1] + {"a": "e", "e": "i", "o": "i"}[noun[-1]]

    def hour(self, hour: int) -> str:
        return "una" if hour == 1 else self.cardinal(str(hour))

    def time(self, clock: Clock) -> str:
        if not clock.hour and not clock.minute:
            return "zero zero"
        return super().time(clock)

    def time_with_seconds(self, clock: Clock) -> str:
        if not clock.second:
            return self.time(clock)
        minute = self.cardinal(str(clock.minute))
        return f"{self.hour(clock.hour)}, {minute} e {self.cardinal(str(clock.second))}"

    def acronym(self, text: str) -> str | None:
        """Acronyms with a vowel are spelled too if no Italian word could begin or end so: "FMI", "FIGC"."""
        if _ROMAN.fullmatch(text):
            return self.cardinal(str(value(text)))
        if text in self.said_acronyms or text in self.unspelled or not _UNPRONOUNCEABLE.search(text):
            return super().acronym(text)
        return self.letters(text)

    def half_or_part(self, top: int, bottom: int, gender: Gender | None = None) -> str:
        if (top, bottom) == (1, 2):
            return "mezza" if gender == "f" else "mezzo"
        return self.fraction(top, bottom)

    def fraction_of(self, whole: str, top: int, bottom: int, one: str, many: str, gender: Gender) -> str:
        one, many = one.replace("chilogramm", "chil"), many.replace("chilogramm", "chil")
        if not whole and (top, bottom) == (1, 2):
            return f"mezz'{one}" if one == "ora" else f"{self.half_or_part(1, 2, gender)} {one}"
        return super().fraction_of(whole, top, bottom, one, many, gender)

    def of_unit(self, one: str) -> str:
        return f"d'{one}" if one == "ora" else f"di {one}"

    def fraction_before(self, whole: str, top: int, bottom: int, noun: str) -> str:
        gender = gender_of(noun) if noun else None
        if gender and not whole and (top, bottom) == (1, 2) and noun[0].islower():
            return self.half_or_part(1, 2, gender)
        return super().fraction_before(whole, top, bottom, noun)


def _technical_range(match: re.Match[str]) -> str | None:
    """ "10÷15": from ten to fifteen, not a division."""
    return f"{match['first']}-{match['last']}" if int(match["first"]) < int(match["last"]) else None
