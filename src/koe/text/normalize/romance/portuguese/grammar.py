"""Brazilian Portuguese words and rules for numbers, dates, times, money, measures, abbreviations and addresses."""

from __future__ import annotations

import re
from typing import ClassVar

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.romance.algebra import function_rule, minus_rule, product_rule
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.money import Currency, Size
from koe.text.normalize.romance.numbers import Gender, Number, in_order
from koe.text.normalize.romance.ordinals import Ending
from koe.text.normalize.romance.portuguese import abbreviations as short
from koe.text.normalize.romance.portuguese import clipped
from koe.text.normalize.romance.portuguese import words as table
from koe.text.normalize.romance.portuguese.amounts import PortugueseAmounts
from koe.text.normalize.romance.portuguese.books import BOOKS, NUMBERED_BOOKS
from koe.text.normalize.romance.portuguese.calendar import PortugueseCalendar
from koe.text.normalize.romance.portuguese.counts import PortugueseCounts
from koe.text.normalize.romance.portuguese.documents import PortugueseDocuments
from koe.text.normalize.romance.portuguese.files import PortugueseFiles
from koe.text.normalize.romance.portuguese.gender import NO_NOUNS, ONE_FORM_ADJECTIVES, is_feminine
from koe.text.normalize.romance.portuguese.leftovers import PortugueseLeftovers
from koe.text.normalize.romance.portuguese.notations import PortugueseNotations
from koe.text.normalize.romance.portuguese.quotients import PortugueseQuotients
from koe.text.normalize.romance.portuguese.shorthand import PortugueseShorthand
from koe.text.normalize.romance.roman import value
from koe.text.normalize.romance.sequels import is_sequel
from koe.text.normalize.rule import Rule, after, before, of_digits, words

# A word that can be pronounced; other acronyms are spelled. At most one consonant closes a syllable, some of them only
# at the end.
_SYLLABLES = re.compile(
    r"(?:(?:[BCDFGPTV][RL]|CH|LH|NH|QU|GU|[BCDFGHJKLMNPQRSTVXZ])?[AEIOUÁÂÃÉÊÍÓÔÕÚY]{1,3}[LRSNMZ]?){1,6}[CBPDTKXF]?S?"
)
_CLUSTER = re.compile(r"[LRSNMZ][CBPDTKXFS]\Z")
# A neighbour in capitals that is too long for an acronym: the text is all in capitals.
_SHOUTED_BEFORE = re.compile(r"[A-ZÀ-Þ]{6,}[\s,]{1,2}\Z|\b[A-ZÀ-Þ]{2,} [A-ZÀ-Þ]{1,5} \Z")
_SHOUTED_AFTER = re.compile(r"[\s,]{1,2}[A-ZÀ-Þ]{6,}|(?: [A-ZÀ-Þ]{2,}){2}\b")
_NAME_IN_CAPITALS = re.compile(r"(?<!\w)([A-ZÀ-Þ]{3,12}) \Z")
_VOWELS = frozenset("AEIOUÁÂÃÉÊÍÓÔÕÚY")
_ZERO_SERVICES = {
    "0800": "zero oitocentos",
    "0300": "zero trezentos",
    "0500": "zero quinhentos",
    "0900": "zero novecentos",
}
_FUNCTIONS = {
    "log": "logaritmo de", "ln": "logaritmo natural de", "sen": "seno de", "cos": "cosseno de", "tg": "tangente de",
    "tan": "tangente de",
}  # fmt: skip
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")


class Portuguese(
    PortugueseLeftovers,
    PortugueseShorthand,
    PortugueseNotations,
    PortugueseFiles,
    PortugueseDocuments,
    PortugueseCalendar,
    PortugueseQuotients,
    PortugueseAmounts,
    PortugueseCounts,
):
    """Brazilian Portuguese."""

    lang = "pt_BR"
    point = "vírgula"
    english_point = "ponto"
    minus = "menos"
    plus = "mais"
    to = "a"
    conjunction = "e"
    percentages: ClassVar = {"%": "por cento", "‰": "por mil"}

    months = in_order("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro")
    short_months: ClassVar = {
        "jan": 1, "fev": 2, "mar": 3, "abr": 4, "mai": 5, "jun": 6, "jul": 7, "ago": 8, "set": 9, "out": 10, "nov": 11,
        "dez": 12,
    }  # fmt: skip
    words_like_months = words("set dez")
    weekdays: ClassVar = {
        "seg": "segunda", "ter": "terça", "qua": "quarta", "qui": "quinta", "sex": "sexta", "sáb": "sábado",
        "sab": "sábado", "dom": "domingo",
    }  # fmt: skip
    words_like_weekdays = words("ter dom sex")
    first_of_month = "primeiro"
    of_month = "de"
    of_year = "de"
    before_a_day = words(
        "seg ter qua qui sex sáb sab dom dia dias em até desde segunda terça quarta quinta sexta sábado domingo data "
        "vence vencimento prazo hoje amanhã ontem partir próximo"
    )

    hour_unit = Unit("hora", "horas", "f")
    minute_unit = Unit("minuto", "minutos")
    second_unit = Unit("segundo", "segundos")
    half_days: ClassVar = {
        **dict.fromkeys(("a.m.", "a.m", "am"), "am"),
        **dict.fromkeys(("p.m.", "p.m", "pm"), "pm"),
    }
    zones: ClassVar = {"GMT": "gê eme tê", "UTC": "u tê cê", "BRT": "horário de Brasília"}
    before_last_part = " e "
    per_kilometre = "por quilômetro"
    per_hundred_metres = "a cada cem metros"
    prime = "linha"
    times_sign = "vezes"
    out_of = "de"
    times_unit = Unit("vez", "vezes", "f")
    stars = "estrelas"
    unchanged = "estável"
    asterisk = "asterisco"
    divided_by = "dividido por"
    functions: ClassVar = {"sen": "seno", "cos": "cosseno", "tan": "tangente", "tg": "tangente"}
    square = "ao quadrado de"
    books = BOOKS
    numbered_books = NUMBERED_BOOKS
    psalms = words("Sl Salmo")
    first_letters = ("primeira", "segunda", "terceira")
    first_books = ("primeiro", "segundo", "terceiro")

    currencies = table.CURRENCIES
    sizes = table.SIZES
    price_per = table.PRICE_PER
    with_cents = "e"

    unit_words: ClassVar = {**clipped.COUNTED, **table.UNITS}
    periods = table.PERIODS
    rates = table.RATES
    powers: ClassVar = {2: "quadrado|quadrados", 3: "cúbico|cúbicos"}
    per_word = "por"
    per_power: ClassVar = {2: "ao quadrado", 3: "ao cubo"}
    by = "por"
    kilometre = "quilômetro"

    denominators: ClassVar = {
        2: "meio|meios",
        3: "terço|terços",
        100: "centésimo|centésimos",
        1000: "milésimo|milésimos",
    }
    and_a_part = "e"
    over = "sobre"

    ordinal_endings: ClassVar = {
        "º": Ending(), "o": Ending(), "°": Ending(), "ª": Ending("f"), "a": Ending("f"), "ºs": Ending(is_plural=True),
        "os": Ending(is_plural=True), "ªs": Ending("f", is_plural=True), "as": Ending("f", is_plural=True),
    }  # fmt: skip
    numbered = table.NUMBERED
    rulers = table.RULERS
    ruler_style = "ordinal to ten"
    counted_events = table.EVENTS

    titles: ClassVar = {**clipped.RANKS, **short.TITLES}
    before_numbers: ClassVar = {**clipped.NUMBERED, **short.BEFORE_NUMBERS}
    short_words = short.SHORT_WORDS
    last_words = short.LAST_WORDS
    clipped_words = clipped.WORDS
    inner_words = clipped.INNER
    marked = short.MARKED
    marked_before_numbers = short.MARKED_BEFORE_NUMBERS
    other_abbreviations = Abbreviations(
        # In small letters too: "o gen. Osório".
        never_last=words(
            "adv alm arq av brig cel dep des dr dra eng gen gov maj pe prof profa sen sgt sr sra sta sto tb trim "
            "bim sent bl cj qd lt profª prof.ª drª srª engª"
        ),
        titles=words("s d r"),
        before_number=words("sem j val cor co"),
        often_last=words("seg ter qua qui sáb sab jan fev abr mai jun jul ago out nov hab pol a.a a.m adm"),
    )

    # "éle" and "ésse": without the accent eSpeak reads the pronouns "ele" and "esse".
    letter_names: ClassVar = dict(
        zip(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZÇ",
            in_order(
                "á bê cê dê é efe gê agá i jota cá éle eme ene ó pê quê erre ésse tê u vê dáblio xis ípsilon zê cedilha"
            ),
            strict=True,
        )
    )
    spelled = short.SPELLED
    unspelled = short.UNSPELLED
    said_acronyms: ClassVar = {"EUA": "Estados Unidos", "UE": "União Europeia"}
    before_a_code = words("voo voos placa código referência protocolo pedido chassi")

    other_formulas = words("CaO MgO ZnO CuO FeO Al2O3 CuSO4 KMnO4 KNO3 AgNO3 AgCl KBr CaSO4 C3H8 C4H10 C2H4 CH3OH")
    version_word = "versão"
    before_a_phone = (
        r"\b(?:tels?|telefones?|fone|fax|celular|cel|whatsapp|zap|ligue|ligar|disque|contato|sac|ramal|samu|polícia|"
        r"bombeiros|emergência|denúncia|cvv)\.?\s?:?"
        r"\s?(?:para|no|o|ao)?(?: número)?(?:\s?[0-9]{3,4}\s?(?:ou|e|,|/))?"
    )
    before_digits = (
        r"\b(?:códigos?|cód\.|senha|PIN|CEP|CPF|CNPJ|RG|PIS|NIS|protocolo|pedido|matrícula|final|cartão|agência|conta|"
        r"rastreio|token|ramal|CRM|CREA|passaporte|renavam|chave)(?: (?:nº|número|de segurança|postal))?\s?:?"
    )
    phone_shapes = frozenset(
        {(2, 5, 4), (2, 4, 4), (2, 1, 4, 4), (5, 4), (4, 4), (3, 5, 4), (3, 4, 4), (4, 3, 4), (4, 7), (4, 2, 4),
         (4, 3, 3), (1, 4, 4), (4, 6), (4, 2, 2, 2)}
    )  # fmt: skip

    web_marks: ClassVar = {
        ".": "ponto", "@": "arroba", "/": "barra", "-": "hífen", "_": "underline", ":": "dois pontos",
        "?": "interrogação", "=": "igual", "&": "e", "#": "cerquilha", "+": "mais", "%": "por cento", "~": "til",
    }  # fmt: skip
    and_so_on = "etcétera"

    operators: ClassVar = {
        "+": "mais", "=": "igual a", "×": "vezes", "÷": "dividido por", "<": "menor que", ">": "maior que",
        "≤": "menor ou igual a", "≥": "maior ou igual a", "≠": "diferente de", "≈": "aproximadamente",
        "±": "mais ou menos", "*": "vezes", "⋅": "vezes",
    }  # fmt: skip
    before_amounts: ClassVar = {
        "~": "cerca de", "≈": "cerca de", "<": "menos de", ">": "mais de", "±": "mais ou menos", "≥": "pelo menos",
        "≤": "no máximo", "√": "raiz quadrada de", "#": "número", "§": "parágrafo",
    }  # fmt: skip
    signs: ClassVar = {
        "∑": "somatório de", "∫": "integral de", "&": "e", "©": "copyright", "∞": "infinito", "π": "pi", "€": "euros",
        "%": "por cento", "°": "graus", "√": "raiz quadrada de", "@": "arroba", "§": "parágrafo", "=": "igual a",
        "+": "mais", "×": "vezes", "≥": "maior ou igual a", "≤": "menor ou igual a", "≠": "diferente de",
        "≈": "aproximadamente", "±": "mais ou menos", "÷": "dividido por",
    }  # fmt: skip
    to_the_power = "elevado a"
    squared = "ao quadrado"
    cubed = "ao cubo"

    def first_rules(self) -> tuple[Rule, ...]:
        return (
            minus_rule(self.minus),
            product_rule(self.cardinal, self.letters),
            function_rule(_FUNCTIONS, "na base", self.cardinal),
            *self.shorthand_rules(),
            *self.notation_rules(),
            *self.file_rules(),
            *self.document_rules(),
            *of_digits(*self.angle_rules(), *self.hour_rules()),
            *self.calendar_rules(),
            *of_digits(*self.quotient_rules()),
            *self.early_amount_rules(),
        )

    def minute_of_goal(self, minute: str) -> str:
        return f"aos {self.cardinal(minute)} minutos"

    def number_rules(self) -> tuple[Rule, ...]:
        return self.amount_rules()

    def agree(self, words: str, gender: Gender, noun: str) -> str:
        """Millions are masculine themselves: "dois milhões e duzentas mil pessoas"."""
        if gender == "m":
            return words
        head, million, rest = re.fullmatch(r"(.*(?:ão|ões))?( e | )?(.*)", words).groups()  # type: ignore[union-attr]
        rest = re.sub(r"\bum\b", "uma", re.sub(r"\bdois\b", "duas", re.sub(r"entos\b", "entas", rest)))
        return (head or "") + (million or "") + rest

    def gender(self, noun: str, following: str = "") -> Gender | None:
        noun = noun.lower()
        if noun in ONE_FORM_ADJECTIVES and following and following.lower() not in NO_NOUNS:
            return self.gender(following)
        if noun in NO_NOUNS:
            return None
        return "f" if is_feminine(noun) else "m"

    def is_singular(self, number: Number) -> bool:
        """The plural begins at two: "1,5 metro", "zero grau"."""
        return len(number.whole) < 2 and number.whole in "01"

    def currency_word(self, number: Number, currency: Currency) -> str:
        return currency.one if self.is_singular(number) else currency.many

    def money(self, number: Number, currency: Currency, size: Size | None = None) -> str:
        """The sum. One decimal is tens of cents: "R$ 9,9"."""
        if len(number.fraction) == 1 and currency.cents and not size:
            number = number._replace(fraction=f"{number.fraction}0")
        return super().money(number, currency, size)

    def large_sum(self, number: Number, currency: Currency, size: Size) -> str:
        word = size.one if self.is_singular(number) else size.many
        counted = self.number_words(number, None if size.is_noun else currency.gender, word)
        if not size.is_noun and number == Number("", "1"):
            return f"{word} {currency.many}"
        return f"{counted} {word} {self.link(currency.many) if size.is_noun else ''}{currency.many}"

    def plural(self, noun: str) -> str:
        for ending, plural in (("ão", "ões"), ("m", "ns"), ("al", "ais"), ("el", "éis"), ("r", "res"), ("s", "s")):
            if noun.endswith(ending):
                return noun.removesuffix(ending) + plural
        return f"{noun}s"

    def acronym(self, text: str) -> str | None:
        if text in self.said_acronyms:
            return self.said_acronyms[text]
        if text in self.unspelled:
            return None
        is_cluster = len(text) < 4 and _CLUSTER.search(text)
        is_word = len(text) > 5 or (_SYLLABLES.fullmatch(text) and not is_cluster and text not in self.spelled)
        return None if is_word and _VOWELS & set(text) else self.letters(text)

    def _acronym(self, match: re.Match[str]) -> str | None:
        text = match[0].removesuffix("s")
        is_shouted = text not in self.spelled and _VOWELS & set(text)
        if is_shouted and (_SHOUTED_BEFORE.search(before(match)) or _SHOUTED_AFTER.match(after(match))):
            return None
        spoken = self.acronym(text)
        return f"{spoken}s" if spoken and match[0].endswith("s") else spoken

    def _roman(self, match: re.Match[str]) -> str | None:
        """A numeral; a lone C, D, L or M is a letter: "classe C"."""
        if match["roman"] in ("C", "D", "L", "M"):
            return None
        number, name = value(match["roman"]), _NAME_IN_CAPITALS.search(before(match))
        if name and name[1].capitalize() in self.rulers and number < 40:
            return self.ruler(number, self.rulers[name[1].capitalize()])
        return super()._roman(match) or (self.cardinal(str(number)) if is_sequel(match) else None)

    def web_part(self, part: str) -> str:
        return self.letters(part) if len(part) == 1 and part.isalpha() else super().web_part(part)

    def is_phone(self, text: str, groups: list[str], has_context: bool) -> bool:
        """A pair of years, or a number without a hyphen, is no telephone number."""
        lengths = tuple(map(len, groups))
        if len(groups) == 2 and not has_context and all(_YEAR.fullmatch(group) for group in groups):
            return False
        if not has_context and text[0] not in "+(" and groups[0] not in _ZERO_SERVICES:
            if "-" not in text and lengths not in ((2, 5, 4), (2, 1, 4, 4), (2, 4, 4)):
                return False
            if lengths in ((4, 3, 4), (4, 7), (4, 2, 4), (4, 3, 3)):
                return False
        return super().is_phone(text, groups, has_context)

    def phone(self, groups: list[str]) -> str:
        return "cem" if groups == ["100"] else super().phone(groups)

    def phone_group(self, digits: str) -> str:
        return _ZERO_SERVICES.get(digits) or self.digits(digits)

    def phone_groups(self, digits: str) -> list[str]:
        country = [digits[:2]] if len(digits) in (12, 13) and digits.startswith("55") else []
        local = digits[2 * len(country) :]
        if local[:4] in _ZERO_SERVICES:
            return [local[:4], local[4:]]
        if len(local) in (10, 11):
            return [*country, local[:2], local[2:-4], local[-4:]]
        return [local[:-4], local[-4:]] if len(local) in (8, 9) else [*country, local]

    def is_plain_phone(self, digits: str) -> bool:
        return digits[:4] in _ZERO_SERVICES and len(digits) in (10, 11)

    def fraction(self, top: int, bottom: int) -> str:
        if bottom > 100 and bottom not in self.denominators and top > 9:
            return f"{self.cardinal(str(top))} barra {self.cardinal(str(bottom))}"
        return super().fraction(top, bottom)

    def denominator(self, bottom: int) -> str:
        if bottom > 10 and bottom not in self.denominators:
            return "{0} avos|{0} avos".format(self.cardinal(str(bottom)))
        return super().denominator(bottom)

    def half_or_part(self, top: int, bottom: int, gender: Gender | None = None) -> str:
        if (top, bottom) == (1, 2):
            return "meia" if gender == "f" else "meio"
        return self.fraction(top, bottom)

    def fraction_of(self, whole: str, top: int, bottom: int, one: str, many: str, gender: Gender) -> str:
        if not whole and (top, bottom) == (1, 2):
            return f"{self.half_or_part(1, 2, gender)} {one}"
        return super().fraction_of(whole, top, bottom, one, many, gender)
