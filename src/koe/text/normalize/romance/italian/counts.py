"""Italian numbers, sums, degrees, halves and formulas whose words depend on what is beside them."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.italian.nouns import gender_of, one
from koe.text.normalize.romance.numbers import BEGIN, CLOSE, Gender, Number
from koe.text.normalize.romance.roman import value
from koe.text.normalize.rule import (
    Rule,
    Said,
    after,
    alternatives,
    before,
    full_stop,
    of_digits,
    rule,
    word_after,
    word_before,
    words,
)

_CENTURY = r"(?=(?:\s?[-–/]\s?|\s(?:e|o|al|ed)\s(?:il\s|del\s|nel\s|al\s)?)[IVX]{1,6}\s(?:sec\.|secolo|secoli))"
_DEGREES_BEFORE = re.compile(
    r"(?:(?:[-+][0-9]{1,2}|,[0-9]|1[3-9]|[2-9][0-9])\s?°[^.!?;]{0,12}\Z|\b(?:max\.?|min\.?|temperatur\w|febbre|gradi|termometro|minim\w|massim\w|forno|infornat\w|infornar\w|cuo\w{2,4}|cottura|angol\w|"
    r"rotazion\w|ruot\w{1,4}|latitudine|longitudine|inclinazion\w|pendenza|alcol\w{0,3}|acqua|scald\w{1,5}|lava\w{0,4}|"
    r"caldo|freddo|meteo|virata|curva|sotto|sfiora\w{0,3}|tocca\w{0,3}|raggiung\w{1,4}|ci sono|oggi|domani)(?!\w)"
    r"[^.!?;]{0,40}\Z)",
    re.IGNORECASE,
)
_DEGREES_AFTER = re.compile(
    r"\s?(?:all'ombra|sotto|sopra|nord|sud|est|ovest|di temperatura|di febbre|centigradi|di latitudine|di inclinazione|"
    r"per \d|per circa|\d{1,2}['′]|e poi|in meno|in più|circa|esterni|percepiti|di minima|di massima)"
)
_ORDINAL_BEFORE = words(
    "il al del nel dal lo allo dello l' all' dell' nell' dall' sul sull' arrivato arrivata classificato classificata "
    "primo giunto giunta come un ogni quel"
)
_SIMPLE_RATIOS = {"16:9": "sedici noni", "4:3": "quattro terzi", "21:9": "ventuno noni", "3:2": "tre mezzi"}
_ROMAN = re.compile(r"X{0,3}(?:IX|IV|V?I{0,3})")
_ROMAN_YEAR = r"(?<![\w.])(?=[MDCLXVI]{4})M{1,2}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\w.])"
_ARTICLES = words(
    "il lo la l' del dello della dell' nel nello nella nell' al allo alla all' dal dallo dalla dall' un una un'"
)
_RATIO_BEFORE = re.compile(r"\b(?:scala|rapporto|quota)\s(?:di\s)?\Z", re.IGNORECASE)
_SIDES = {"N": "nord", "S": "sud", "E": "est", "O": "ovest", "W": "ovest"}
_FEMININE_ACRONYMS = words("ONG TV PEC SIM ASL BMW APP RSA RSU USL MAIL NATO FIAT SUITE TAC RMN ONLUS")
# Nouns before a number that is their name and counts nothing: "capitolo 1".
_LABELS = words(
    """numero n nr capitolo pagina pag articolo art comma fase livello gruppo canale terminal gate binario camera
    stanza aula tipo punto formula rai serie volume vol parte classe grado zona lotto piano scala interno int tavola
    tabella tab figura fig allegato all esercizio domanda opzione versione stagione episodio puntata girone turno
    tappa corsia linea autobus bus tram ore alle dalle le virgola meno più per diviso uguale codice sezione reparto
    porta corso posto top uno via piazza"""
)


class ItalianCounts(Romance):
    """The numbers that only Italian reads so."""

    def counted_rules(self) -> tuple[Rule, ...]:
        """Before the shared rules."""
        half = r"(?:½|1/2)"
        per = rf"(?:\s?/\s?(?P<per>{alternatives([*self.price_per, *self.units])})(?!\w))?"
        money = (
            (rf"{self.amount}\s?(?:[Ee]uro|EURO)(?!\w){per}", self._euro, "sum of money"),
            (
                r"(?<!\w)[Ee]uro\s(?P<sign>)(?P<amount>[0-9]{1,3}(?:\.?[0-9]{3}){0,3},[0-9]{2})(?P<per>)(?![\w,])",
                self._euro,
                "sum",
            ),
            (
                rf"(?<![0-9])(?<![0-9]\s)(?P<before>[€$£])\s?(?P<sign>[-−])\s?(?P<amount>{self.unsigned}){CLOSE}",
                self._money,
                "sum of money",
            ),
            (r"(?<=[0-9])[.,][-–—]{1,2}(?!\w)", lambda _: "", "no cents"),
        )
        numbers = (
            (
                rf"(?<![\w.,/])(?P<whole>[0-9]{{1,3}})\s?{half}\s(?P<noun>[a-zà-ù]{{3,20}})",
                self._and_a_half,
                "fraction",
            ),
            (rf"(?<![\w.,/]){half}\sora\b", lambda _: "mezz'ora", "fraction"),
            (rf"(?<![\w.,])(?P<hour>[0-9]{{1,2}})\se\s{half}(?![\w/])", self._half_past, "fraction"),
            (r"(?<![\w.,/])[0-9]{1,2}(?:\s-\s[0-9]{1,2}){3,9}(?![\w.,/])", self._list, "list of numbers"),
            (r"(?<=\bWindows\s)(?P<top>[0-9]{1,2})/(?P<bottom>[0-9]{1,2})(?![\w/])", self._side_by_side, "numbers"),
            (r"(?<![\w.,/])(?P<mark>[0-9]{1,3},[0-9]{1,2})/(?P<best>[0-9]{1,3})(?![\w/])", self._mark, "mark"),
            (r"(?<![\w.,/])(?P<mark>[6-9][0-9])/(?P<best>100)(?![\w/])", self._mark, "mark"),
            (
                rf"(?P<noun>[^\W\d_]{{2,30}})\se\s{half}(?![\w/]|\s(?:[cdm]?l|k?g|[a-zà-ù]{{3,20}}\sd[i'])\b)",
                self._half,
                "fraction",
            ),
            (
                r"(?:(?<=\bpag\.\s)|(?<=\bpagina\s)|(?<=\bparte\s)|(?<=\bpuntata\s)|(?<=\brata\s)|(?<=\bslide\s)|(?<=\bfoto\s))"
                r"(?P<top>[0-9]{1,3})/(?P<bottom>[0-9]{1,3})(?![\w/])",
                lambda m: f"{self.cardinal(m['top'])} di {self.cardinal(m['bottom'])}",
                "number of several",
            ),
            (r"(?<![\w.,/])24/7(?![\w/])", lambda _: "ventiquattro su sette", "number"),
            (
                r"(?<![\w.,/:])(?P<first>[0-9]{1,3}):(?P<last>[0-9]{1,3}(?:\.[0-9]{3}){0,3}|[0-9]{1,7})(?![\w:/])",
                self._ratio,
                "ratio",
            ),
            (
                rf"(?<![\w.])(?P<roman>[IVX]{{1,6}}){_CENTURY}",
                lambda m: self.ordinal(value(m["roman"])),
                "Roman numeral",
            ),
            (_ROMAN_YEAR, lambda m: self.cardinal(str(value(m[0]))), "Roman numeral"),
            (
                r"(?<![\w.])(?P<roman>[IVX]{2,6})[°ª]?(?=\s(?P<noun>[a-zà-ù]{4,20})(?!\w))",
                self._roman_before_noun,
                "Roman numeral",
            ),
            (r"(?<![\w.])(?P<roman>I{1,3}|IV|V)\s(?=[A-Z](?![\w.]))", self._school_class, "Roman numeral"),
            (r"(?<![\w.,])(?P<digits>[1-5])(?:\^|ª|a)\s?(?=[A-Z](?![\w.]))", self._school_year, "ordinal"),
            (
                r"(?<![\w.,/])(?P<first>[0-9]{1,3})/(?P<last>[0-9]{1,3})(?=\s(?P<noun>minuti|ore|giorni|anni|mesi|settimane|"
                r"persone|pers\.|cucchiai|cucchiaini|volte|euro|metri|gocce|fette|pezzi|uova|spicchi|foglie)"
                r"(?!\w))",
                self._alternative,
                "range, number",
            ),
            (
                r"(?<![\w.,/])(?P<first>[0-9]{1,4})/(?=(?P<last>[0-9]{1,4})\s?(?:[€%°]|euro\b|min\b|gg\b|sec\b|[kcm]m\b|kg\b|Hz\b|V\b))",
                self._lower,
                "range",
            ),
            (rf"{self.amount}(?:K(?!\w)|M(?=\sdi\b))", self._short_size, "number"),
            (r"(?<![\w.,])(?P<digits>[0-9]{1,3})(?P<ending>enn[ei]|ennal[ei]|ennio)(?!\w)", self._aged, "age"),
            (r"(?<![\w.,])(?P<digits>[0-9]{1,4})(?P<ending>esim[oaie])(?!\w)", self._written_ordinal, "ordinal"),
            (
                r"(?<![\w.,])(?P<digits>[0-9]{1,2})\s?[x×]\s(?=al (?:giorno|mese|dì)|a settimana|all'anno)",
                self._times,
                "number",
            ),
        )
        degrees = (
            (rf"{self.amount}\s?ha(?=\s(?:di|a|circa|coltivati|vitati)\b|\s?[.,;)]|\s?\Z)", self._hectares, "measure"),
            (
                rf"(?<![\w'/])(?P<unit>kg|Kg|cm|mm|mq|ml|mt)\.?\s(?P<sign>)(?P<amount>{self.unsigned})(?!\w|\s?(?:{alternatives(self.units)})\b)",
                self._measure,
                "measure",
            ),
            (
                r"(?<=\boro\s)(?P<carats>[0-9]{1,2})\s?(?:kt|ct|[kK])(?!\w)",
                lambda m: f"{self.cardinal(m['carats'])} carati",
                "measure",
            ),
            (rf"{self.amount}\sK(?!\w)", lambda m: f"{self.number_words(self.matched_number(m))} kelvin", "measure"),
            (rf"{BEGIN}(?P<top>[0-9]{{2,3}})/(?P<bottom>[0-9]{{2,3}})\s?mmHg(?!\w)", self._pressure, "blood pressure"),
            (
                rf"{BEGIN}(?P<degrees>[0-9]{{1,3}})°\s?(?P<minutes>[0-9]{{1,2}})['′]\s?"
                r"(?:(?P<seconds>[0-9]{1,2}(?:[.,][0-9]{1,3})?)(?:''|[\"″])\s?)?(?P<side>[NSEOW])?(?!\w)",
                self._place, "place",
            ),
            (rf"{self.amount}\s?°(?:\s?(?P<side>[NSEOW])(?!\w)|(?!\w|\s?[CF]\b))", self._degrees, "degrees"),
        )  # fmt: skip
        return (
            *of_digits(*(rule(pattern, speak, kind="money", name=name) for pattern, speak, name in money)),
            *(rule(pattern, speak, kind="numbers", name=name) for pattern, speak, name in numbers),
            *of_digits(*(rule(pattern, speak, kind="units", name=name) for pattern, speak, name in degrees)),
        )

    def bare_rules(self) -> tuple[Rule, ...]:
        """After the shared rules, before those for bare numbers."""
        size = alternatives(key for key in self.sizes if key not in ("M", "K"))
        scientific = r"(?<![\w.,])(?P<digits>[0-9]{1,3}(?:[.,][0-9]{1,6})?)[eE](?P<power>[-+]?[0-9]{1,3})(?!\w)"
        numbers = (
            (scientific, self._scientific, "number"),
            (rf"{self.amount}\s?(?P<size>{size})(?!\w)(?P<stop>\.?)", self._sized, "number"),
            (rf"(?<![-–]){BEGIN}1\s(?=(?P<noun>[^\W\d_]{{2,40}}))", self._one, "number"),
            (
                r"(?<=[^\W\d_])-(?P<digits>[0-9]{1,4})(?![\w-]|[.,][0-9])",
                lambda m: f" {self.cardinal(m['digits'])}",
                "number",
            ),
            (r"(?<![\w.,/])(?P<top>[0-9]{1,4})\s?/\s?(?P<bottom>[0-9]{1,4})(?![\w/]|[.,][0-9])", self._over, "ratio"),
            (rf"{BEGIN}[0-9]{{1,12}}(?=[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺])", lambda m: self.cardinal(m[0]), "number"),
        )
        return (*(rule(pattern, speak, kind="numbers", name=name) for pattern, speak, name in numbers),)

    def size_rules(self) -> tuple[Rule, ...]:
        pattern = r"(?<![\w.,])(?<![0-9]\s)(?P<one>un\s)?(?P<size>mln|mld)(?!\w)"
        return (rule(pattern, self._size_alone, kind="abbreviations", name="abbreviation"),)

    def thousands_of(self, number: Number) -> str:
        """A number of thousands: "3 mila" is "tremila"."""
        if number.fraction:
            return f"{self.number_words(number)} mila"
        return self.number_words(number._replace(whole=number.whole + "000"))

    def _euro(self, match: re.Match[str]) -> Said | str:
        number, currency = self.number_of_money(match), self.currencies["€"]
        words = self.money(number, currency)
        if match["per"]:
            return f"{words} {self.price_for(match['per'])}"
        return self.said_money(words, number, currency, None)

    def _size_alone(self, match: re.Match[str]) -> str:
        size = self.sizes[match["size"]]
        return f"un {size.one}" if match["one"] else size.many

    def _sized(self, match: re.Match[str]) -> str:
        number, size = self.matched_number(match), self.sizes[match["size"]]
        if not size.is_noun:
            return self.thousands_of(number) + match["stop"]
        word = size.one if number.is_one else size.many
        return f"{self.number_words(number, 'm', word)} {word}{full_stop(match)}"

    def _one(self, match: re.Match[str]) -> str | None:
        """ "1" before the noun that it counts."""
        noun, ahead = match["noun"], word_before(match)
        gender = gender_of(noun)
        labelled = ahead.lower().rstrip(".") in _LABELS or (ahead[:1].isupper() and before(match).rstrip() != ahead)
        if noun.isupper() and len(noun) < 6 and not labelled and not set(noun) <= set("IVXLC"):
            return one(noun, "f") if noun in _FEMININE_ACRONYMS else "un "
        if gender is None or noun[0].isupper() or (labelled and not re.search(r"[,;:(]\s?\Z", before(match))):
            return None
        return one(noun, gender)

    def _and_a_half(self, match: re.Match[str]) -> str | None:
        noun, whole = match["noun"], match["whole"]
        gender = gender_of(noun)
        if gender is None:
            return None
        feminine = gender == "f" or (whole != "1" and noun.endswith("e"))
        counted = one(noun, "f" if feminine else "m") if whole == "1" else f"{self.cardinal(whole)} "
        return f"{counted}{noun} e {'mezza' if feminine else 'mezzo'}"

    def _half(self, match: re.Match[str]) -> str:
        noun = match["noun"]
        is_feminine = gender_of(noun) == "f" or noun.endswith("e")
        return f"{noun} e {'mezza' if is_feminine else 'mezzo'}"

    def _half_past(self, match: re.Match[str]) -> str:
        is_time = word_before(match).lower() in self.before_a_time
        return f"{self.cardinal(match['hour'])} e {'mezza' if is_time else 'mezzo'}"

    def _list(self, match: re.Match[str]) -> str:
        return ", ".join(map(self.cardinal, match[0].split(" - ")))

    def _side_by_side(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['top'])} {self.cardinal(match['bottom'])}"

    def _mark(self, match: re.Match[str]) -> str:
        return f"{self.number_words(self.number(match['mark']))} {self.over} {self.cardinal(match['best'])}"

    def _ratio(self, match: re.Match[str]) -> str | None:
        if match[0] in _SIMPLE_RATIOS:
            return _SIMPLE_RATIOS[match[0]]
        is_time = len(match["last"]) == 2 and int(match["first"]) < 25 and int(match["last"]) < 60
        if is_time and not _RATIO_BEFORE.search(before(match)):
            return None
        return f"{self.cardinal(match['first'])} a {self.number_words(self.number(match['last']))}"

    def _over(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['top'])} {self.over} {self.cardinal(match['bottom'])}"

    def _alternative(self, match: re.Match[str]) -> str | None:
        """ "40/45 minuti" is no fraction."""
        first, last = int(match["first"]), int(match["last"])
        if first >= last or (first == 1 and match["noun"] in ("euro", "metri")):
            return None
        gender: Gender | None = "f" if match["noun"].endswith("e") else None
        one_or_more = self.cardinal(match["first"], gender, match["noun"])
        return f"{one_or_more} {'o ' if first + 1 == last else ''}{self.cardinal(match['last'])}"

    def _lower(self, match: re.Match[str]) -> str | None:
        """ "10/15 €": the lower of two amounts."""
        is_lower = int(match["first"]) < int(match["last"]) and (
            int(match["last"]) > 12 or re.match(r"[0-9]{1,4}\s?(?:°|min|gg|sec)", after(match))
        )
        return f"{self.cardinal(match['first'])} " if is_lower else None

    def _short_size(self, match: re.Match[str]) -> str | None:
        """ "15K" and "2M di utenti"; "4K" is a resolution."""
        number = self.matched_number(match)
        if match[0].endswith("M"):
            return f"{self.number_words(number, 'm', 'milione')} {'milione' if number.is_one else 'milioni'}"
        return self.thousands_of(number) if len(number.whole) > 1 else None

    def _aged(self, match: re.Match[str]) -> str:
        """ "18enne" is "diciottenne"."""
        spoken = self.cardinal(str(int(match["digits"])))
        stem = f"{spoken[:-1]}e" if spoken.endswith("é") else spoken if spoken.endswith("sei") else spoken[:-1]
        return stem + match["ending"]

    def _written_ordinal(self, match: re.Match[str]) -> str | None:
        number = int(match["digits"])
        return self.ordinal(number)[:-1] + match["ending"][-1] if number else None

    def _hectares(self, match: re.Match[str]) -> str:
        number = self.matched_number(match)
        return f"{self.number_words(number, 'm', 'ettaro')} {'ettaro' if number.is_one else 'ettari'}"

    def _pressure(self, match: re.Match[str]) -> str:
        return f"{self._over(match)} millimetri di mercurio"

    def _times(self, match: re.Match[str]) -> str:
        return "una volta " if match["digits"] == "1" else f"{self.cardinal(match['digits'])} volte "

    def _roman_before_noun(self, match: re.Match[str]) -> str | None:
        """ "l'XI comandamento"; "VI" alone may be a word."""
        gender, articled = gender_of(match["noun"]), word_before(match).lower() in _ARTICLES
        if match["noun"] in self.counted_events:
            return None
        if gender is None or match["roman"] in ("XX", "XXX") or not _ROMAN.fullmatch(match["roman"]):
            return None
        if not articled and (match["roman"] == "VI" or before(match).strip()):
            return None
        return self.ordinal(value(match["roman"]), gender)

    def _school_class(self, match: re.Match[str]) -> str | None:
        if word_before(match).lower() not in ("la", "della", "alla", "nella", "dalla", "in", "classe"):
            return None
        return f"{self.ordinal(value(match['roman']), 'f')} "

    def _school_year(self, match: re.Match[str]) -> str:
        return f"{self.ordinal(int(match['digits']), 'f')} "

    def _place(self, match: re.Match[str]) -> str:
        """A place on the globe: "45°28'N"."""
        parts = [f"{self.cardinal(match['degrees'])} gradi", f"{self.cardinal(str(int(match['minutes'])))} primi"]
        if match["seconds"]:
            parts.append(f"{self.number_words(self.number(match['seconds']))} secondi")
        return f"{', '.join(parts[:-1])} e {parts[-1]}" + (f" {_SIDES[match['side']]}" if match["side"] else "")

    def _degrees(self, match: re.Match[str]) -> str | None:
        """Degrees; None if the sign makes an ordinal: "2° piano"."""
        number = self.matched_number(match)
        degrees = f"{self.number_words(number, 'm', 'grado')} {'grado' if number.is_one else 'gradi'}"
        if match["side"]:
            return f"{degrees} {_SIDES[match['side']]}"
        if number.sign or number.fraction or number.whole == "0" or _DEGREES_AFTER.match(after(match)):
            return degrees
        if word_before(match).lower() in _ORDINAL_BEFORE:
            return None
        if _DEGREES_BEFORE.search(before(match)):
            following = word_after(match) if after(match)[:1] == " " else ""
            return degrees if not following or gender_of(following) is None or following in ("min", "max") else None
        return degrees if int(number.whole) > 12 and not re.match(r"\s[^\W\d_]{3}", after(match)) else None

    def _scientific(self, match: re.Match[str]) -> str:
        return f"{self.number_words(self.number(match['digits']))} per dieci{self._power(match)}"
