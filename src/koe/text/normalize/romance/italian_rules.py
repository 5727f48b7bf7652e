"""Rules that only Italian has: elided articles, house numbers, laws, degrees, minutes of matches, roots and powers."""

from __future__ import annotations

import re

from koe.text.normalize.dates import exists
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.italian_names import PROVINCES, SAINTS
from koe.text.normalize.romance.italian_nouns import gender_of, one
from koe.text.normalize.romance.numbers import BEGIN, CLOSE, Number
from koe.text.normalize.romance.roman import value
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule, word_after, word_before, words

_CENTURY = r"(?=(?:\s?[-–/]\s?|\s(?:e|o|al|ed)\s(?:il\s|del\s|nel\s|al\s)?)[IVX]{1,6}\s(?:sec\.|secolo|secoli))"
_PLATE = r"(?<![\w-])(?P<first>[A-Z]{2})[\s-]?(?P<digits>[0-9]{3})[\s-]?(?P<last>[A-Z]{2})(?![\w-])"
_TAX_CODE = r"(?<!\w)[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z](?!\w)"
_LAW = (
    r"\b(?:leggi?|l\.|L\.|decret[oi](?:[ -](?:legge|legislativo|ministeriale))?|d\. ?lgs\.?|d\. ?l\.|d\.m\.|dpr|dpcm|d\.p\.r\.|"
    r"sentenza|ordinanza|delibera\w{0,5}|regolamento|direttiva|determina\w{0,5}|circolare|n\.|nr\.|n°|numero|prot\.)\s?\Z"
)
_DEGREES_BEFORE = re.compile(
    r"\b(?:temperatur\w|febbre|gradi|termometro|minim\w|massim\w|forno|infornat\w|infornar\w|cuo\w{2,4}|cottura|angol\w|rotazion\w|"
    r"ruot\w{1,4}|latitudine|longitudine|inclinazion\w|pendenza|alcol\w{0,3}|acqua|scald\w{1,5}|lava\w{0,4}|caldo|freddo|meteo|"
    r"virata|curva|sotto|sfiora\w{0,3}|tocca\w{0,3}|raggiung\w{1,4}|ci sono|oggi|domani)\b[^.!?;]{0,40}\Z",
    re.IGNORECASE,
)
_DEGREES_AFTER = re.compile(
    r"\s?(?:all'ombra|sotto|sopra|nord|sud|est|ovest|[NSEWO]\b|di temperatura|di febbre|centigradi|di latitudine|di inclinazione|"
    r"per \d|per circa|\d{1,2}['′]|e poi|in meno|in più|circa|esterni|percepiti|di minima|di massima)"
)
_ORDINAL_BEFORE = words(
    "il al del nel dal lo allo dello l' all' dell' nell' dall' sul sull' arrivato arrivata classificato classificata primo "
    "giunto giunta come un ogni quel"
)
_MINUTE_BEFORE = words("al all' dal dall' del dell' nel nell' il sul fino entro")
_ARTICLES = {
    "l'": "il",
    "dall'": "dal",
    "dell'": "del",
    "all'": "al",
    "nell'": "nel",
    "sull'": "sul",
    "entro l'": "entro il",
}
_STREET = r"(?:via|viale|piazza|corso|largo|vicolo|strada|p\.zza|v\.le|c\.so|contrada|piazzale|civico|n\.|numero)\b"
_SIMPLE_RATIOS = {"16:9": "sedici noni", "4:3": "quattro terzi", "21:9": "ventuno noni", "3:2": "tre mezzi"}
_CARDINALS = {"N": "nord", "S": "sud", "E": "est", "O": "ovest", "W": "ovest"}
_DAYS_IN_FULL = {"domenica": "la"}


class ItalianRules(Romance):
    """Italian's own rules; the words of the language are in its subclass."""

    def first_rules(self) -> tuple[Rule, ...]:
        month = alternatives([*self.months, *self.short_months])
        day = alternatives(self.weekdays)
        one_of_month = rf"(?=\s(?:{month})\b|\s(?:al|e il|e l')\s?[0-9]{{1,2}}[°º]?\s(?:{month})\b)"
        articles = alternatives(_ARTICLES)
        half = r"(?:½|1/2)"
        return (
            *self._date_rules_first(one_of_month, articles, day),
            rule(r"(?<![\w.])(?:S|s)\.\s?(?=(?P<name>[A-Z][^\W\d_]{1,20}))", self._saint, kind="abbreviations", name="saint"),
            rule(r"(?<=[^\W\d_] \()(?P<code>[A-Z]{2})(?=\))", lambda m: PROVINCES.get(m["code"], "").replace("_", " ") or None,
                 kind="abbreviations", name="province"),
            rule(r"(?<![0-9]\s)(?<![\w.])[Gg]en\.(?=\s[A-Z])", lambda _: "generale", kind="abbreviations", name="abbreviation"),
            rule(r"(?<![\w.@/-])(?P<name>[\w-]{1,60})\.(?P<type>pdf|docx?|xlsx?|pptx?|txt|csv|html?|jpe?g|png|gif|zip|mp[34]|exe|py|js)"
                 r"(?!\w)", lambda m: self.web_name(m[0]), kind="urls", name="file name"),
            rule(r"(?<!\w)(?:[Vv]ol[oi]|[Tt]ren[oi])\s(?P<line>[A-Z]{2,3})\s?(?P<number>[0-9]{2,5})(?!\w)", self._flight,
                 kind="acronyms", name="number of a flight"),
            rule(rf"(?<![\w$])(?P<currency>[€$£¥])\s?(?P<first>{self.unsigned})\s?[-–]\s?(?P<last>{self.unsigned})(?![\w%]|[.,][0-9])"
                 r"(?!\s?(?:mln|mld|mil|[kKM]\b))", self._sum_range, kind="money", name="range, sum of money"),
            rule(_PLATE, self._plate, kind="acronyms", name="number plate"),
            rule(_TAX_CODE, lambda m: self._tax_code(m[0]), kind="acronyms", name="tax code"),
            rule(r"(?<![\w./])(?P<year>(?:19|20)[0-9]{2})/(?P<next>[0-9]{2,4})(?![\w/])", self._years, kind="dates", name="years"),
            rule(r"(?<![\w./])(?P<number>[0-9]{1,5})/(?P<year>(?:19|20)[0-9]{2}|[0-9]{2})(?![\w/])", self._law,
                 kind="numbers", name="number of a law"),
            rule(r"(?<![\w.,/])(?P<digits>[0-9]{1,4})\s?/\s?(?P<letter>[A-Z]|[a-f])(?![\w/])",
                 lambda m: f"{self.cardinal(m['digits'])} barra {m['letter'].upper()}", kind="numbers", name="house number"),
            rule(r"(?<![\w.,/-])[0-9]{5}(?=\s(?!Euro|EURO|Lire)[A-Z][a-zà-ù])", lambda m: self.digits(m[0]),
                 kind="numbers", name="post code"),
            rule(r"(?<![\w.])[vV](?:ersione|er)?\.?\s?(?P<numbers>[0-9]{1,3}(?:\.[0-9]{1,4}){1,4})(?![\w]|[.,][0-9])", self._version,
                 kind="numbers", name="version"),
            rule(r"(?<![\w.])v(?P<numbers>[0-9]{1,3})(?![\w.,])", self._version, kind="numbers", name="version"),
            rule(rf"(?<![\w.,/])(?P<whole>[0-9]{{1,3}})\s?{half}\s(?P<noun>[a-zà-ù]{{3,20}})", self._and_a_half,
                 kind="numbers", name="fraction"),
            rule(rf"(?<![\w.,/]){half}\sora\b", lambda _: "mezz'ora", kind="numbers", name="fraction"),
            rule(r"(?<![\w.,/])24/7(?![\w/])", lambda _: "ventiquattro su sette", kind="numbers", name="number"),
            rule(r"(?<![\w.,/:])(?P<first>[0-9]{1,3}):(?P<last>[0-9]{1,3}(?:\.[0-9]{3}){0,3}|[0-9]{1,7})(?![\w:/])", self._ratio,
                 kind="numbers", name="ratio"),
        )  # fmt: skip

    def _date_rules_first(self, one_of_month: str, articles: str, day: str) -> tuple[Rule, ...]:
        clock = r"(?P<hour>1)(?:[:.](?P<minute>[0-5][0-9]))?(?![\w:/°º^ª%€]|[.,][0-9]|\s?(?:%|€|euro|km|su\s))"
        hours = r"(?P<hour>[01]?[0-9]|2[0-4])"
        return (
            rule(rf"(?<![\w'])(?P<article>{articles})1[°º]?{one_of_month}", self._first_with_article, re.IGNORECASE,
                 kind="dates", name="date"),
            rule(rf"(?<![\w.,/])1[°º]?(?=\s(?:al|e il)\s[0-9]{{1,2}}[°º]?\s(?:{alternatives(self.months)})\b)", lambda _: "primo",
                 kind="dates", name="date"),
            rule(rf"(?<!\w)(?P<preposition>[Aa]|[Dd]a|[Nn]e|[Dd]e|[Ss]u|[Pp]er|[Vv]erso|[Ff]ino a)?(?P<article>\s?[Ll]le|\s?[Ll]e)\s{clock}",
                 self._one_o_clock, kind="times", name="time of day"),
            rule(rf"(?<=\bore\s){hours},(?P<minute>[0-5][0-9])(?![\w,])", self._clock, kind="times", name="time of day"),
            rule(r"(?<=\bore\s)1(?![\w:.,/])", lambda _: "una", kind="times", name="time of day"),
            rule(rf"(?<![\w.,:/-]){hours}\.(?P<minute>[0-5][05])(?=\s?[-–]\s?(?:[01]?[0-9]|2[0-4])\.[0-5][05](?![\w.,]))", self._clock,
                 kind="times", name="time of day"),
            rule(rf"(?:(?<=[0-9]\.[0-5][05][-–])|(?<=[0-9]\.[0-5][05]\s[-–]\s)){hours}\.(?P<minute>[0-5][05])(?![\w.,])", self._clock,
                 kind="times", name="time of day"),
            rule(rf"(?<!\w)(?P<first>{day})\.?\s?[-–/]\s?(?P<last>{day})(?!\w)\.?", self._weekdays, re.IGNORECASE,
                 kind="dates", name="weekdays"),
            rule(r"(?<![\w'])'(?P<year>[0-9]{2}|[1-9]00)(?![\w'])", lambda m: self.cardinal(m["year"].lstrip("0") or "0"),
                 kind="dates", name="year"),
            rule(r"(?<![\w./,:-])(?P<day>[0-3]?[0-9])/(?P<month>0[1-9]|1[0-2]|[1-9])(?![\w/]|[.,][0-9])", self._bare_day,
                 kind="dates", name="day and month"),
            rule(rf"(?<![\w.])(?P<roman>[IVX]{{1,6}}){_CENTURY}", lambda m: self.ordinal(value(m["roman"])),
                 kind="numbers", name="Roman numeral"),
            rule(r"(?<![\w.])(?P<roman>I{1,3}|IV|V)\s(?=[A-Z](?![\w.]))", self._school_class,
                 kind="numbers", name="Roman numeral"),
            rule(r"(?<![\w.,])(?P<digits>[1-5])(?:\^|ª|a)\s?(?=[A-Z](?![\w.]))", lambda m: f"{self.ordinal(int(m['digits']), 'f')} ",
                 kind="numbers", name="ordinal"),
            rule(rf"{BEGIN}(?P<degrees>[0-9]{{1,3}})°\s?(?P<minutes>[0-9]{{1,2}})['′]\s?(?:(?P<seconds>[0-9]{{1,2}}(?:[.,][0-9]{{1,3}})?)"
                 r"(?:''|[\"″])\s?)?(?P<side>[NSEOW])?(?!\w)", self._coordinate, kind="units", name="coordinate"),
            rule(rf"{self.amount}\s?°(?!\w)", self._degrees, kind="units", name="degrees"),
            rule(r"(?<!\w)[hH]\.?\s(?=[0-9])", lambda _: "ore ", kind="times", name="hour mark"),
            rule(r"(?<![\w.,:])(?P<hours>[0-9]{1,3})\s?h\s?(?P<minutes>[0-5][0-9])(?![\w:])", self._hours_and_minutes,
                 kind="times", name="length of time"),
            rule(r"(?<![\w.,'/])(?P<year>[0-9]{1,4})\s?(?P<era>a|d)\.\s?C\.", self._year_of_era, kind="dates", name="year"),
            rule(r"(?<=[IVX]\s)sec\.", lambda m: "secolo" + full_stop(m), kind="abbreviations", name="abbreviation"),
        )  # fmt: skip

    def number_rules(self) -> tuple[Rule, ...]:
        size = alternatives(key for key in self.sizes if key not in ("M", "K"))
        noun = r"(?P<noun>[^\W\d_]{2,40})"
        return (
            rule(r"(?<![\w.,])(?P<minutes>[0-9]{1,3})['′](?![\w'\"″])", self._minutes, kind="times", name="minutes"),
            rule(r"(?<![\w.,])(?P<inches>[0-9]{1,3}(?:[.,][0-9]{1,2})?)(?:\"|″|'')(?!\w)", self._inches, kind="units", name="measure"),
            rule(rf"{self.amount}\s?(?P<size>{size})(?!\w)(?P<stop>\.?)", self._sized, kind="numbers", name="number"),
            rule(rf"(?<![-–]){BEGIN}1\s(?={noun})", self._one, kind="numbers", name="number"),
            rule(r"(?<=[^\W\d_])-(?P<digits>[0-9]{1,4})(?![\w-]|[.,][0-9])", lambda m: f" {self.cardinal(m['digits'])}",
                 kind="numbers", name="number"),
            rule(r"(?<![\w.,/])(?P<top>[0-9]{1,4})\s?/\s?(?P<bottom>[0-9]{1,4})(?![\w/]|[.,][0-9])",
                 lambda m: f"{self.cardinal(m['top'])} su {self.cardinal(m['bottom'])}", kind="numbers", name="ratio"),
            rule(r"(?<![\w.,])(?P<digits>[0-9]{1,4})(?P<letter>[xyzn])(?![\w'])(?!\s(?:al|a|alla|il)\b)",
                 lambda m: f"{self.cardinal(m['digits'])} {self.letters(m['letter'])}", kind="symbols", name="variable"),
            rule(r"(?<=[0-9])\s:\s(?=[0-9])", lambda _: " diviso ", kind="symbols", name="operator"),
            rule(rf"{BEGIN}[0-9]{{1,12}}(?=[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺])", lambda m: self.cardinal(m[0]), kind="numbers", name="number"),
            rule(r"(?<=[0-9])\+(?!\w)", lambda _: " più", kind="symbols", name="operator"),
        )  # fmt: skip

    def operator_rules(self) -> tuple[Rule, ...]:
        return (
            rule(r"(?<![\w.])(?P<name>[fgh])\((?P<variable>[a-z])\)", self._function, kind="symbols", name="function"),
            *super().operator_rules(),
        )

    def thousands_of(self, number: Number) -> str:
        """A number of thousands: "3 mila" is "tremila"."""
        if number.fraction:
            return f"{self.number_words(number)} mila"
        return self.number_words(number._replace(whole=number.whole + "000"))

    def _sized(self, match: re.Match[str]) -> str:
        number, size = self.matched_number(match), self.sizes[match["size"]]
        stop = full_stop(match)
        if not size.is_noun:
            return self.thousands_of(number) + (match["stop"] and ".")
        word = size.one if number.is_one else size.many
        return f"{self.number_words(number, 'm', word)} {word}{stop}"

    def _one(self, match: re.Match[str]) -> str | None:
        """ "1" before the noun that it counts."""
        noun, ahead = match["noun"], word_before(match)
        gender = gender_of(noun)
        labelled = ahead.lower().rstrip(".") in _LABELS or (ahead[:1].isupper() and before(match).rstrip() != ahead)
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

    def _first_with_article(self, match: re.Match[str]) -> str:
        article = _ARTICLES[match["article"].lower()]
        return f"{article.capitalize() if match[0][0].isupper() else article} primo"

    def _one_o_clock(self, match: re.Match[str]) -> str | None:
        """ "alle 1" is said "all'una"."""
        minute = match["minute"]
        if not minute and (match["preposition"] or "").lower() not in ("a", "da"):
            return None
        article = f"{match['preposition'] or ''}{match['article']}".removesuffix("e")
        return f"{article}'una" + (f" e {self.cardinal(str(int(minute)))}" if int(minute or 0) else "")

    def _weekdays(self, match: re.Match[str]) -> str:
        first, last = self.weekdays[match["first"].lower()], self.weekdays[match["last"].lower()]
        return " ".join(f"{word}{_DAYS_IN_FULL.get(day, 'l')} {day}" for word, day in (("da", first), ("a", last))).replace(
            "dala", "dalla").replace("ala d", "alla d") + full_stop(match)  # fmt: skip

    def _bare_day(self, match: re.Match[str]) -> str | None:
        """ "15/08" without words before it: a zero or a day after the 12th make it a date."""
        day, month = int(match["day"]), int(match["month"])
        certain = (
            match["month"][0] == "0" or match["day"][0] == "0" or (day > 12 and len(match["month"]) == 2 and day != 24)
        )
        if not (certain or word_before(match).lower() in self.before_a_day) or not exists(2000, month, day):
            return None
        return self.date(day, self.months[month - 1], "")

    def _saint(self, match: re.Match[str]) -> str | None:
        return SAINTS.get(match["name"])

    def _plate(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['first'])}, {self.digits(match['digits'])}, {self.letters(match['last'])}"

    def _tax_code(self, code: str) -> str:
        parts = (code[:3], code[3:6], code[6:8], code[8], code[9:11], code[11:15], code[15])
        return ", ".join(self.spelled_code(part) for part in parts)

    def _flight(self, match: re.Match[str]) -> str:
        return f"{match[0].split()[0]} {self.letters(match['line'])} {self.cardinal(match['number'])}"

    def _sum_range(self, match: re.Match[str]) -> str:
        """A range whose first end alone has the sign of the currency."""
        currency, last = self.currencies[match["currency"]], self.number(match["last"])
        first = self.number_words(self.number(match["first"]), currency.gender, currency.many)
        return f"da {first} a {self.money(last, currency)}"

    def _hours_and_minutes(self, match: re.Match[str]) -> str | None:
        """ "2h30" is a length of time, unless a time of day may follow the word before it."""
        if word_before(match).lower() in self.before_a_time:
            return None
        return self.length(int(match["hours"]), int(match["minutes"]), 0)

    def _year_of_era(self, match: re.Match[str]) -> str:
        era = "avanti" if match["era"] == "a" else "dopo"
        return f"{self.cardinal(match['year'])} {era} Cristo{full_stop(match)}"

    def _law(self, match: re.Match[str]) -> str | None:
        year = match["year"]
        has_context = re.search(_LAW, before(match), re.IGNORECASE) is not None
        if not has_context and (len(year) == 2 or int(match["number"]) <= 12):
            return None
        return f"{self.cardinal(match['number'])} del {self.cardinal(year.lstrip('0') or '0')}"

    def _years(self, match: re.Match[str]) -> str | None:
        """The two years of a season or a school year, or the year and the number of a European rule."""
        return f"{self.cardinal(match['year'])} {self.cardinal(match['next'])}"

    def _version(self, match: re.Match[str]) -> str:
        numbers = " punto ".join(self.cardinal(number) for number in match["numbers"].split("."))
        return f"{self.version_word} {numbers}"

    def _ratio(self, match: re.Match[str]) -> str | None:
        if match[0] in _SIMPLE_RATIOS:
            return _SIMPLE_RATIOS[match[0]]
        is_time = len(match["last"]) == 2 and int(match["first"]) < 25 and int(match["last"]) < 60
        if is_time and not re.search(r"\b(?:scala|rapporto|quota)\s(?:di\s)?\Z", before(match), re.IGNORECASE):
            return None
        return f"{self.cardinal(match['first'])} a {self.number_words(self.number(match['last']))}"

    def _school_class(self, match: re.Match[str]) -> str | None:
        if word_before(match).lower() not in ("la", "della", "alla", "nella", "dalla", "in", "classe"):
            return None
        return f"{self.ordinal(value(match['roman']), 'f')} "

    def _coordinate(self, match: re.Match[str]) -> str:
        parts = [f"{self.cardinal(match['degrees'])} gradi", f"{self.cardinal(str(int(match['minutes'])))} primi"]
        if match["seconds"]:
            parts.append(f"{self.number_words(self.number(match['seconds']))} secondi")
        return " ".join(
            [" e ".join([", ".join(parts[:-1]), parts[-1]]), *([_CARDINALS[match["side"]]] if match["side"] else [])]
        )

    def _degrees(self, match: re.Match[str]) -> str | None:
        """Degrees; None if the sign makes an ordinal: "2° piano"."""
        number = self.matched_number(match)
        degrees = f"{self.number_words(number, 'm', 'grado')} {'grado' if number.is_one else 'gradi'}"
        if number.sign or number.fraction or number.whole == "0":
            return degrees
        if _DEGREES_AFTER.match(after(match)):
            return degrees
        if word_before(match).lower() in _ORDINAL_BEFORE:
            return None
        if _DEGREES_BEFORE.search(before(match)):
            following = word_after(match) if after(match)[:1] == " " else ""
            return degrees if not following or gender_of(following) is None or following == "gradi" else None
        return degrees if int(number.whole) > 12 and not re.match(r"\s[^\W\d_]{3}", after(match)) else None

    def _minutes(self, match: re.Match[str]) -> str | None:
        """Minutes: those of a match are numbered, "al 90'"."""
        if before(match).count("'") > before(match).count("l'") and re.search(r"(?<!\w)'[^']{0,60}\Z", before(match)):
            return None
        if word_before(match).lower() in _MINUTE_BEFORE:
            return self.ordinal(int(match["minutes"])) if int(match["minutes"]) else None
        return "un minuto" if match["minutes"] == "1" else f"{self.cardinal(match['minutes'])} minuti"

    def _inches(self, match: re.Match[str]) -> str | None:
        if before(match).count('"') % 2:
            return None
        return f"{self.number_words(self.number(match['inches']))} pollici"

    def _function(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['name'])} di {self.letters(match['variable'])}"

    def _power(self, match: re.Match[str]) -> str:
        """A power is a feminine ordinal: "due alla decima"."""
        exponent = match["power"].lstrip("^").strip().translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+"))
        if exponent in ("2", "3"):
            return f" {self.squared if exponent == '2' else self.cubed}"
        if exponent.isdigit() and int(exponent):
            return f" alla {self.ordinal(int(exponent), 'f')}"
        sign = {"-": f"{self.minus} ", "+": f"{self.plus} "}.get(exponent[0], "")
        rest = exponent.lstrip("-+")
        return f" alla {sign}{self.cardinal(rest) if rest.isdigit() else self.letters(rest)}"


# Nouns before a number that is their name and counts nothing: "capitolo 1".
_LABELS = words(
    """numero n nr capitolo pagina pag articolo art comma fase livello gruppo canale terminal gate binario camera stanza aula
    tipo punto formula rai serie volume vol parte classe grado zona lotto piano scala interno int tavola tabella tab figura fig
    allegato all esercizio domanda opzione versione stagione episodio puntata girone turno tappa corsia linea autobus bus tram
    ore alle dalle le virgola punto meno più per diviso uguale codice sezione reparto porta corso posto top uno via piazza"""
)
