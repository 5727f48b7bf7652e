"""French titles, saints, initials, slashes, formulas and signs beside words -> words."""

from __future__ import annotations

import re
from typing import ClassVar

from koe.text.normalize.grammar import Abbreviations, keys
from koe.text.normalize.romance.french.abbreviations import MARKED_WITH_CAPITALS as MARKED
from koe.text.normalize.romance.french.abbreviations import PLAIN_TITLES
from koe.text.normalize.romance.french.clipped import RANKS
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.rule import Rule, alternatives, full_stop, rule, words

_CAPITAL = "A-ZÀ-ÖØ-Þ"
_MISTER = (
    r"(?<![\w.'-])(?<!aille :\s)(?<!aille\s)"
    rf"(?P<title>MM?)\.(?![A-Z]\.)\s?(?=[{_CAPITAL}«]|l[ea]s?\s|l'|et\s(?:M\.|Mme|Mlle)|de\s[{_CAPITAL}])"
)
_MISTER_X = rf"(?<![\w.'-])M\.\s(?P<letter>[{_CAPITAL}])\.(?!\s?[{_CAPITAL}][^\W\d_])"
_MASTER = rf"(?<![\w.'-])Me(?=\s[{_CAPITAL}][^\W\d_]{{2,40}})(?!\sToo)"
_SAINT = rf"(?<![\w.'])(?P<saint>Ste?s?|Mt)(?P<mark>\.?[-\s])(?=[{_CAPITAL}][^\W\d_])"
_ON_RIVER = r"(?<=[a-zà-ÿ])-?(?P<space>\s?)s/-?\s?(?=[A-ZÀ-Ý])"
_INITIALS = rf"(?<![\w.])(?P<letters>(?:[{_CAPITAL}]\.-?\s?){{1,4}})(?=[{_CAPITAL}][^\W\d_]{{1,40}})"
_PAGES = r"(?<!\w)p\.\s?(?=[0-9]{1,5}\s?[-–]\s?[0-9])"
_PLAIN = rf"(?<![\w.@/'#-])(?P<short>{alternatives([*MARKED, *PLAIN_TITLES])})(?:\.(?=\s?[a-zà-ÿ0-9,;]))?(?![\w@/-])"
_MAXIMUM = r"(?<![\w.])(?P<short>max|mini|maxi)\.?(?=\s?(?:[0-9(,;:!?]|\Z|[.]))(?!\w)"
_MINIMUM = r"(?<![\w.])(?P<short>min)\.?(?=\s?[0-9])(?<![0-9]\smin)(?<![0-9]\smin\.)"
_EXAMPLE = r"(?<![\w.'])(?<!\bp\.\s)(?:[Ee]x\.?(?=\s?:)|[Ee]x\.(?=\s[a-zà-ÿ])|[Pp]ar ex\.(?!\w))"
_TELEPHONE = r"(?<!\w)[Tt][eé]l\.?(?=\s?:|\s[0-9+(])"
_SEPARATOR = r"(?<=[\w.)%])\s/\s(?=[^\W\d_]|[0-9]{1,2}\s?[hH:]|[-+][0-9])"
_PER = (
    r"(?<=[^\W_]|\.)/(?P<unit>groupe|km|an|mois|jour|j|semaine|sem|heure|h|personne|pers|nuit|séance|cours|place|min|mn)"
    r"(?![\w/])\.?"
)
_PERIODS = {
    "km": "kilomètre",
    "j": "jour",
    "sem": "semaine",
    "h": "heure",
    "pers": "personne",
    "min": "minute",
    "mn": "minute",
}
_LAST_MINIMUM = r"(?<=[^\W\d_.][\s]|[.]\s)min\.?(?=\s?(?:[,;)]|\Z))"
_TIMES = r"(?<=[a-zà-ÿL)])(?<![0-9\scdkm]m)\s[x×]\s(?=[0-9])"
_WIND = r"(?<!\w)(?P<first>[NS])-(?P<last>[OE])(?!\w)"
_WINDS = {"N": "nord", "S": "sud", "O": "ouest", "E": "est"}
_HOLIDAYS = r"(?<!\w)[jJ]\.(?=\sfér)"
_AGES = r"(?<![\w)%€°])(?P<sign>[-+−])\s?(?P<age>[0-9]{1,2})(?=\sans\b)"
_ABBREVIATED_NUMBER = r"(?<!\w)(?:th|art|pp?|fig|chap|vol|tél|al|éd|no?)\.(?=[0-9])"
_FACTOR = (
    r"(?<![\w.,])(?<![-+=]\s)[x×]\s?(?P<number>[0-9]{1,4}(?:,[0-9]{1,2})?)"
    r"(?=\s(?:en|sur|depuis|dans|la|le|par)\b|\s?\Z|[,.;)])(?![,.][0-9])"
)
_LETTER_RATIO = r"(?<==\s[a-zA-Zρ])\s?/\s?(?=[a-zA-Z](?!\w))"
_EXPONENT = r"(?<=[\w)])\^\s?[{(]?(?P<sign>[-+−]?)(?P<exponent>[0-9]{1,4}|[a-z](?!\w))[})]?"
_SLASH = r"(?<=[^\W\d_])/(?=[^\W\d_])"
_BIS = r"(?<![\w.,/])(?P<number>[0-9]{1,4})(?P<bis>bis|ter|quater|BIS|TER)(?!\w)"
_FRANCE = r"(?<![\w-])F-?\s?(?=[0-9]{5}\s[A-ZÀ-Ý])"
_CENTURY = r"(?<=[IVX0-9][eᵉ]\s)s\.(?!\w)"
_GENERAL = r"(?<!\w)(?P<rank>Gal|Mal)(?=-[A-ZÀ-Ý])|(?<=\bdu\s)(?P<other>Gal|Mal)(?=\s(?:de\s)?[A-ZÀ-Ý])"
_PUBLISHER = r"(?<!\w)[éÉ]d\.(?=\s[A-ZÀ-Ý«])"
_SIZE = r"(?<!\w)[Dd]im\.(?=\s?:?\s?[0-9]{1,4}(?:[.,][0-9])?\s?[x×])"
_LATIN_ORDER = r"(?:(?<=\A)|(?<=[;:,]\s))(?P<number>[1-5])[°º](?=\s[^\W\d_]{2})"
_LATIN = ("primo", "secundo", "tertio", "quarto", "quinto")
_BOULEVARD = r"(?<![\w.])(?<!\bune\s)(?<!\bla\s)(?<!\bdes\s)[bB]d(?=\s(?:[A-ZÀ-Ý]|d(?:e|es|u)\s|d'))"
_LEGAL = r"(?<!\w)[aA]rt\.(?=\s?[LRDA]\.?\s?[0-9])"
_IN_PARTS = r"(?<![\w.])(?P<letters>[nN]\.\s?[bB]|[cC]\.\s?à\.?\s?d|[sS]\.\s?[vV]\.\s?[pP]|i\.\s?e)\.(?!\w)"
_LETTERED = {"nb": "nota bene", "càd": "c'est-à-dire", "svp": "s'il vous plaît", "ie": "c'est-à-dire"}
_RANKS = {"Gal": "Général", "Mal": "Maréchal"}
_ARROW = r"\s?[→⇒➜➔►]\s?"
_PLUS = r"(?<![\w.])(?P<letter>[A-Z]{1,2}|[0-9]G)(?P<plus>\+{1,2})(?!\w)"
_BLOOD = r"(?<=groupe\s)(?P<group>AB|A|B|O)(?P<sign>[-+])(?!\w)"
_ION = r"(?<![\w.])(?P<atoms>H|Na|Li|Ag|OH|Cl|Br|Ca|Mg|Fe|Cu|Zn|Al|NH4)(?P<charge>[0-9]?)(?P<sign>[-+])(?!\w)"
_EQUIVALENT = r"(?<!\w)CO[2₂]\s?-?(?:eq|e|éq)\.?(?!\w)"
_HYPHENED = r"(?<![\w.])(?=[A-Z.]{1,8}-)(?:[A-Z]\.-?){2,5}(?!\w)"
_SHARP = r"(?<![\w.])(?P<letter>[CFA])#(?!\w)"
_PER_CENT = r"(?<=[0-9])\s?p\.\s?(?P<of>100|cent|1\s?000|mille)(?!\w)"
_FUNCTION = r"(?<![\w.'])(?P<name>[fghFGH]|sin|cos|tan|log|ln|exp)\s?\((?P<of>[a-z]|[0-9]{1,3}°?)\)"
_PRODUCT = (
    r"(?<![\w.,])(?P<count>[0-9]{1,4})(?P<letter>[xyzn](?=\s?\Z|[.,;])|[abckxyznπ](?=\s?[-+=×*²³)^<>]))(?![^\W²³]|')"
)
_MASS = r"(?<=[=\s])mc²"
_MINUS_LETTER = r"(?:(?<==\s)|(?<==)|(?<=\())[-−](?P<letter>[a-z])(?![\w'])"
_TERM = r"(?<=[\w²³)])\s-\s?(?=[0-9]{0,4}[a-z]?\s?[-+=])"
_PART_OF_PI = r"(?<![\w.,])(?P<count>[0-9]{0,2})π/(?P<of>[0-9]{1,3})(?!\w)"
_APERTURE = r"(?<=\bf)/(?=[0-9])"
_EQUAL_SUMS = r"(?<=[€$£%°])\s?(?P<sign>[=≈])\s?(?=[-+]?[0-9])"
_EUROS = r"(?<=d')€"
_LETTERS_PRODUCT = r"(?<![\w.,])(?P<count>[0-9]{1,3})(?P<letters>[abcxyz]{2})(?=\s?[-+=)])"
_ABSOLUTE = r"(?<!\w)\|(?P<letter>[a-z])\|(?P<sign>\s?[<>≤≥=]\s?)?(?!\w\w)"
_FACTORIAL = r"(?<![\w.,])(?P<of>[0-9]{1,3}|n)!(?=\s?=)"
_SCIENTIFIC = (
    r"(?<![\w.,])(?!(?:45|90|105|120)e\+)(?P<number>[0-9]{1,6}(?:[.,][0-9]{1,9})?)"
    r"[eE](?P<sign>[-+]?)(?P<exponent>[0-9]{1,3})(?!\w)"
)
_FUNCTION_NAMES = {
    "sin": "sinus",
    "cos": "cosinus",
    "tan": "tangente",
    "ln": "logarithme népérien",
    "exp": "exponentielle",
}
_ET_CETERA = r"(?<!\w)[Ee]tc(?:…|\.{2,})"


class FrenchPhrases(Romance):
    """The abbreviations beside names and the signs beside words of French."""

    other_abbreviations = Abbreviations(
        titles=words("m mm me mme mlle dr pr mgr cap col lt sgt cne"),
        never_last=words("c.-à-d ex art l'art l’art n.b s.v.p") | keys(RANKS),
        before_number=words(
            "cor co tim fr l "
            "min vit l'art l’art d'art d’art l'av l’av d'env d’env c s p n lun mar mer jeu ven sam dim jan janv "
            "fév févr avr juil sept sep oct nov déc"
        ),
        often_last=words("j.-c hab pers sem pces") | keys(MARKED),
    )

    def first_rules(self) -> tuple[Rule, ...]:
        return (
            *super().first_rules(),
            *(
                rule(pattern, speak, kind="abbreviations", name=name)
                for pattern, speak, name in (
                    (_MISTER_X, lambda match: f"monsieur {match['letter']}{full_stop(match)}", "title"),
                    (_MISTER, lambda match: "monsieur " if match["title"] == "M" else "messieurs ", "title"),
                    (_MASTER, lambda _: "maître", "title"),
                    (_SAINT, self._saint, "saint"),
                    (_ON_RIVER, lambda match: " sur " if match["space"] else "-sur-", "place on a river"),
                    (_BIS, lambda match: f"{self.cardinal(match['number'])} {match['bis'].lower()}", "house number"),
                    (_FRANCE, lambda _: "F ", "post code"),
                    (_CENTURY, lambda match: f"siècle{full_stop(match)}", "century"),
                    (_WIND, lambda match: f"{_WINDS[match['first']]}-{_WINDS[match['last']]}", "wind"),
                    (_HOLIDAYS, lambda _: "jours", "abbreviation"),
                    (_AGES, self._ages, "ages"),
                    (_LATIN_ORDER, lambda match: _LATIN[int(match["number"]) - 1], "order"),
                    (_BOULEVARD, lambda _: "boulevard", "abbreviation"),
                    (_LEGAL, lambda _: "article", "abbreviation"),
                    (_IN_PARTS, self._in_parts_of_letters, "abbreviation"),
                    (_GENERAL, lambda match: _RANKS[match[0]], "rank"),
                    (_PUBLISHER, lambda _: "éditions", "abbreviation"),
                    (_SIZE, lambda _: "dimensions", "abbreviation"),
                    (_PAGES, lambda _: "pages ", "abbreviation"),
                    (_EXAMPLE, lambda match: "par exemple" if match[0][0] in "pP" else "exemple", "abbreviation"),
                    (_TELEPHONE, lambda _: "téléphone", "abbreviation"),
                    (_MAXIMUM, self._limit, "abbreviation"),
                    (_LAST_MINIMUM, lambda match: f"minimum{full_stop(match)}", "abbreviation"),
                    (_MINIMUM, self._limit, "abbreviation"),
                    (_ET_CETERA, lambda _: "et cetera…", "abbreviation"),
                )
            ),
            *(
                rule(pattern, speak, kind="symbols", name=name)
                for pattern, speak, name in (
                    (_FUNCTION, self._function, "function"),
                    (_EXPONENT, self._exponent, "power"),
                    (_LETTER_RATIO, lambda _: " sur ", "ratio"),
                    (_SEPARATOR, lambda _: ", ", "separator"),
                    (_MASS, lambda _: f"m c {self.squared}", "formula"),
                    (_PRODUCT, lambda match: f"{self.cardinal(match['count'])} {match['letter']}", "product"),
                    (_MINUS_LETTER, lambda match: f"{self.minus} {match['letter']}", "minus"),
                    (_TERM, lambda _: f" {self.minus} ", "minus"),
                    (_TIMES, lambda _: " fois ", "operator"),
                    (r"(?<=[(\s])\+\s(?=[0-9])", lambda _: f"{self.plus} ", "plus"),
                    (r"(?<=\()[-–]\s(?=[0-9])", lambda _: f"{self.minus} ", "minus"),
                    (r"(?<!\w)[Ø⌀]\s?(?=[0-9])", lambda _: "diamètre ", "diameter"),
                    (r"(?<=[VA])/(?=[0-9]{2}\s?Hz)", lambda _: ", ", "separator"),
                    (_PART_OF_PI, self._part_of_pi, "ratio"),
                    (_APERTURE, lambda _: " ", "aperture"),
                    (_EQUAL_SUMS, lambda match: f" {self.operators[match['sign']]} ", "operator"),
                    (_EUROS, lambda _: "euros", "currency"),
                    (_LETTERS_PRODUCT, self._letters_product, "product"),
                    (_ABSOLUTE, self._absolute, "absolute value"),
                    (_FACTORIAL, self._factorial, "factorial"),
                    (_SCIENTIFIC, self._scientific, "scientific notation"),
                    (_BLOOD, self._blood, "blood group"),
                    (_ION, self._ion, "ion"),
                    (_EQUIVALENT, lambda _: f"C O {self.cardinal('2')} équivalent", "abbreviation"),
                    (_PLUS, self._plus, "plus"),
                    (_SHARP, lambda match: f"{match['letter']} dièse", "sharp"),
                    (_ARROW, lambda _: ", ", "arrow"),
                )
            ),
        )

    marked_before_numbers: ClassVar = {
        "n°": "numéro",
        "nº": "numéro",
        "n°s": "numéros",
        "nᵒ": "numéro",
        "no": "numéro",
        "n °": "numéro",
        "№": "numéro",
        "nᵒˢ": "numéros",
    }
    marked: ClassVar = {"n°": "numéro", "nº": "numéro", "n°s": "numéros"}

    def abbreviation_rules(self) -> tuple[Rule, ...]:
        return (
            *super().abbreviation_rules(),
            rule(_PLAIN, self._plain_abbreviation, kind="abbreviations", name="abbreviation"),
        )

    def initial_rules(self) -> tuple[Rule, ...]:
        return (
            rule(_INITIALS, lambda match: f"{self.letters(match[0])} ", kind="abbreviations", name="initials"),
            rule(_HYPHENED, lambda match: self.letters(match[0]) + full_stop(match), kind="acronyms", name="acronym"),
        )

    def operator_rules(self) -> tuple[Rule, ...]:
        return (
            *super().operator_rules(),
            rule(
                _FACTOR, lambda match: f"fois {self.number_words(self.number(match['number']))}",
                kind="symbols", name="factor",
            ),
            rule(_PER, self._per, kind="symbols", name="rate"),
            rule(
                _PER_CENT, lambda match: f" pour {'cent' if match['of'] in ('100', 'cent') else 'mille'}",
                kind="numbers", name="percentage",
            ),
            rule(r"(?<=[0-9])/(?=[0-9])", lambda _: " sur ", kind="symbols", name="ratio"),
            rule(r"(?<=[0-9])/(?=[^\W\d_])", lambda _: " ", kind="symbols", name="slash"),
        )  # fmt: skip

    def symbol_rules(self) -> tuple[Rule, ...]:
        return (
            rule(rf"{_SLASH}|(?<=[a-zà-ÿ])/(?=[0-9])", lambda _: " ", kind="symbols", name="slash"),
            *super().symbol_rules(),
        )

    def typography_rules(self) -> tuple[Rule, ...]:
        """A space behind an abbreviation, or the number would look like decimals."""
        seconds = rule(r"(?<=T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]{1,6}Z?|Z)(?!\w)", lambda _: "")
        space = (_ABBREVIATED_NUMBER, r"(?<!\w)à(?=[0-9])")
        return (
            *super().typography_rules(),
            seconds,
            *(rule(pattern, lambda match: f"{match[0]} ") for pattern in space),
        )

    def _in_parts_of_letters(self, match: re.Match[str]) -> str:
        return _LETTERED[re.sub(r"\W", "", match["letters"]).lower()] + full_stop(match)

    def _ages(self, match: re.Match[str]) -> str:
        return f"{self.plus if match['sign'] == '+' else self.minus} de {self.cardinal(match['age'])}"

    def _plain_abbreviation(self, match: re.Match[str]) -> str | None:
        short = match["short"]
        return MARKED[short] if short in MARKED else PLAIN_TITLES[short]

    def _saint(self, match: re.Match[str]) -> str:
        spoken = {"St": "Saint", "Ste": "Sainte", "Sts": "Saints", "Stes": "Saintes", "Mt": "Mont"}[match["saint"]]
        return f"{spoken}{match['mark'][-1]}"

    def _limit(self, match: re.Match[str]) -> str:
        return {"max": "maximum", "maxi": "maximum", "mini": "minimum", "min": "minimum"}[match["short"]] + full_stop(
            match
        )

    def _function(self, match: re.Match[str]) -> str:
        of, degrees = match["of"].rstrip("°"), " degrés" if match["of"].endswith("°") else ""
        of = self.cardinal(of) + degrees if of.isdigit() else of
        return f"{_FUNCTION_NAMES.get(match['name'], match['name'])} de {of}"

    def _letters_product(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['count'])} {' '.join(match['letters'])}"

    def _absolute(self, match: re.Match[str]) -> str:
        sign = f" {self.operators[match['sign'].strip()]} " if match["sign"] else ""
        return f"valeur absolue de {match['letter']}{sign}"

    def _part_of_pi(self, match: re.Match[str]) -> str:
        count = f"{self.cardinal(match['count'])} " if match["count"] else ""
        return f"{count}pi sur {self.cardinal(match['of'])}"

    def _factorial(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['of']) if match['of'].isdigit() else match['of']} factorielle"

    def _scientific(self, match: re.Match[str]) -> str:
        sign = f"{self.minus} " if match["sign"] == "-" else ""
        power = f"{self.cardinal('10')} {self.to_the_power} {sign}{self.cardinal(match['exponent'])}"
        number = self.number_words(self.number(match["number"]))
        return power if match["number"] == "1" else f"{number} fois {power}"

    def _per(self, match: re.Match[str]) -> str:
        return f" par {_PERIODS.get(match['unit'], match['unit'])}{full_stop(match)}"

    def _exponent(self, match: re.Match[str]) -> str:
        exponent = match["exponent"]
        if not match["sign"] and exponent in ("2", "3"):
            return f" {self.squared if exponent == '2' else self.cubed}"
        sign = {"": "", "+": f"{self.plus} "}.get(match["sign"], f"{self.minus} ")
        return f" {self.to_the_power} {sign}{self.cardinal(exponent) if exponent.isdigit() else exponent}"

    def _plus(self, match: re.Match[str]) -> str:
        return " ".join([self.mixed_code(match["letter"]), *([self.plus] * len(match["plus"]))])

    def _ion(self, match: re.Match[str]) -> str:
        charge = f" {self.cardinal(match['charge'])}" if match["charge"] else ""
        return f"{self.mixed_code(match['atoms'].upper())}{charge} {self.plus if match['sign'] == '+' else self.minus}"

    def _blood(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['group'])} {self.plus if match['sign'] == '+' else self.minus}"
