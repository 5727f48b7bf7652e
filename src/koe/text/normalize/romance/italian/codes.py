"""Italian laws, house numbers, post codes, number plates, versions, file names, saints and provinces -> words."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import full_year
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.italian.abbreviations import TITLES
from koe.text.normalize.romance.italian.names import PROVINCES, SAINTS
from koe.text.normalize.romance.italian.nouns import gender_of
from koe.text.normalize.rule import Rule, before, full_stop, of_digits, rule, word_before, words

_LAW = re.compile(
    r"\b(?:legg[ei]|l\.|decret[oi](?:[ -](?:legge|legislativo|ministeriale))?|d\. ?lgs\.?|d\. ?l\.|d\.m\.|dpr|dpcm|dm|"
    r"rd|d\.p\.r\.|sentenza|sent\.|ordinanza|delibera\w{0,5}|regolamento|direttiva|determina\w{0,5}|circolare|n\.|nr\.|n°|numero|prot\.)"
    r"\s?\Z",
    re.IGNORECASE,
)
_TYPES = (
    r"(?P<type>pdf|docx?|xlsx?|pptx?|txt|csv|html?|jpe?g|png|gif|zip|"
    r"mp[34]|exe|py|js|json|xml|php|css|md|sh|log|sql|apk|rar|svg|avi|mov|wav)(?!\w)"
)
_CODES = (  # patterns, the methods that give their words, and what they recognise
    (
        r"(?<![\w-])(?P<first>[A-Z]{2})[\s-]?(?P<digits>[0-9]{3})[\s-]?(?P<last>[A-Z]{2})(?![\w-])",
        "_plate",
        "number plate",
    ),
    (r"(?<!\w)[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z](?!\w)", "_tax_code", "tax code"),
    (r"(?<!\w)(?:[Vv]ol[oi]|[Tt]ren[oi])\s(?P<line>[A-Z]{2,3})\s?(?P<number>[0-9]{2,5})(?!\w)", "_flight", "flight"),
    (
        r"(?<![\w.-])(?=[A-Z0-9]{5,12}(?![\w-]))(?![CHONPS0-9]{5,12}(?!\w))(?=[A-Z]{0,4}[0-9]{1,4}[A-Z]{1,4}[0-9])[A-Z0-9]{5,12}",
        "_mixture",
        "code",
    ),
    (
        r"(?<![\w.@/-])(?![A-Z]{2}[0-9]{2})(?=[0-9]{1,20}[A-Z]|[A-Z]{1,20}[0-9])(?=[A-Z]{0,8}[0-9A-Z]{0,24}[0-9]{4})[0-9A-Z]{9,34}(?![\w-])",
        "_mixture",
        "code",
    ),
    (r"(?<![\w.])0x[0-9A-Fa-f]{1,16}(?!\w)", "_mixture", "hexadecimal number"),
    (
        r"(?i:(?<=\bposto )|(?<=\bposti )|(?<=\bsedile )|(?<=\bfila )|(?<=\baula )|(?<=\bgate )|(?<=\bcamera ))"
        r"(?P<number>[0-9]{1,3})(?P<letter>[A-K])(?!\w)",
        "_seat",
        "seat",
    ),
    (r"(?<![\w.])[A-Z](?:\.[0-9]{1,3}){2,4}(?![\w.])", "_lineage", "code"),
    (r"(?<![\w-])[1-9](?:-[0-9]){2,3}(?![\w-])", "_formation", "formation"),
    (r"(?<!\w)[A-Z]{2}[0-9]{5,9}(?!\w)", "_mixture", "identity number"),
    (
        r"(?<![\w-])(?P<letters>[A-Z]{2,5})-(?:(?P<year>(?:19|20)[0-9]{2})-)?(?P<digits>[0-9]{5,12}|(?<=-)0[0-9]{1,4})(?![\w-])",
        "_ticket",
        "code",
    ),
    (
        r"(?<!\w)\+(?P<country>[0-9]{2})\s?\(0\)\s?(?P<area>[0-9]{1,3})[\s/-]?(?P<rest>[0-9]{5,8})(?!\w)",
        "_abroad",
        "telephone number",
    ),
    (r"(?<!\w)IT\s[0-9]{2}\s[A-Z]\s[0-9]{5}\s[0-9]{5}\s[0-9A-Z]{12}(?!\w)", "_groups", "account number"),
    (r"(?<!\w)(?P<line>[iI][3579])-(?P<number>[0-9]{4,5})(?P<letters>[A-Z]{0,2})(?!\w)", "_processor", "code"),
)
_NUMBERS = (
    (r"(?<![\w./])(?P<year>(?:19|20)[0-9]{2})/(?P<number>[0-9]{1,4})/(?P<letters>[A-Z]{2})(?!\w)", "_european", "law"),
    (
        r"(?<![\w./])(?!(?:19|20)[0-9]{2}/)(?P<number>[0-9]{1,5})/(?P<year>(?:19|20)[0-9]{2}|[0-9]{2})(?![\w/])",
        "_law", "number of a law",
    ),
    (r"(?<![\w./])[lL]\.\s?(?=(?:n\.\s?)?[0-9]{1,4}/[0-9])", "_word_law", "abbreviation"),
    (r"(?<![\w./])L\.\s(?=[0-9]{1,3}(?![0-9.,]))", "_word_law", "abbreviation"),
    (r"(?<![\w.,/])(?P<digits>[0-9]{1,4})\s?/\s?(?P<letter>[A-Z]|[a-f])(?![\w/])", "_house", "house number"),
    (
        r"(?<![\w.,/-])(?P<digits>[0-9]{5})(?P<city>\s(?!Euro|EURO|Lire)[A-Z][a-zà-ù'][\w' ]{1,30}?)"
        r"\s(?P<province>\(?[A-Z]{2}\)?)(?![\w.])", "_postal_address", "post code",
    ),
    (r"(?<![\w.,/-])(?P<digits>[0-9]{5})(?=\s(?:[-–—]\s)?(?!Euro|EURO|Lire)[A-Z][a-zà-ù])", "_post_code", "post code"),
    (
        r"(?<![\w.])[vV](?:ersione|er)?\.?\s?(?P<numbers>[0-9]{1,3}(?:\.[0-9]{1,4}){1,4})(?!\w|[.,][0-9])",
        "_version", "version",
    ),
    (r"(?<![\w.])v(?P<numbers>[0-9]{1,3})(?!\w|[.,][0-9])", "_version", "version"),
)  # fmt: skip
_LADIES = {
    "sen": "senatrice", "prof": "professoressa", "dott": "dottoressa", "dr": "dottoressa", "sig": "signora",
    "cons": "consigliera", "dir": "direttrice",
}  # fmt: skip
_LANGUAGES = {"lat": "latino", "ingl": "inglese", "franc": "francese", "ted": "tedesco", "spagn": "spagnolo"}
_MOST_HOLY = words("Trinità Annunziata Sacramento Crocifisso Vergine Redentore Salvatore")
_SEVERAL_MEN, _SEVERAL_WOMEN = words("i dei ai dai nei sui"), words("le delle alle dalle nelle sulle")
_SHORT = (
    (r"(?<!\w)(?P<whose>[NnVv])s\.(?=\s(?P<noun>[^\W\d_]{3,20}))", "_ours", "abbreviation"),
    (r"(?<![\w&])(?P<first>[A-Z]{1,2})&(?P<last>[A-Z]{1,2})(?![\w&])", "_pair", "acronym"),
    (r"(?P<noun>[^\W\d_]{3,20})\s(?P<part>incl|escl)\.", "_included", "abbreviation"),
    (
        r"(?<![\w.])(?P<title>[Ss]ig|[Dd]ott|[Pp]rof|[Aa]vv|[Gg]eom)(?=\s[A-Z][a-zà-ù]{2})",
        "_title",
        "title",
    ),
    (r"(?<!\w)[Aa]ll\.(?=\s[A-Z](?!\w))", "_annex", "abbreviation"),
    (r"(?:\A|(?<=[.;:(!?]\s)|(?<=\())Max\.?(?=\s?[0-9])", "_most", "abbreviation"),
    (r"(?<!\w)[Vv]\.\s(?=[A-Z][a-z]{2,20}(?:\s[A-Z][a-z]{1,20}){0,2},?\s[0-9])", "_street", "abbreviation"),
    (
        r"(?<=[Ll]a\s)(?P<title>[Ss]en|[Pp]rof|[Dd]ott|[Dd]r|[Ss]ig|[Cc]ons|[Dd]ir)\.(?=\s[A-Z])",
        "_lady",
        "abbreviation",
    ),
    (
        r"(?<![\w.])S\.\s?S\.\s(?=(?P<name>[A-Z][^\W\d_]{2,20})(?P<two>\se\s[A-Z][a-z])?)",
        "_most_holy",
        "saint",
    ),
    (r"(?<![\w.])SS\.\s(?=(?P<name>[A-Z][^\W\d_]{2,20})(?P<two>\se\s[A-Z])?)", "_saints", "saint"),
    (r"(?<![\w.])[Ss]\.\s?(?=(?P<name>[A-Z][^\W\d_]{1,20}))", "_saint", "saint"),
    (r"(?P<city>[^\W\d_]{2,30}) \((?P<code>[A-Z]{2})\)", "_province", "province"),
    (r"(?<![0-9]\s)(?<![\w.])[Gg]en\.(?=\s[A-Z])", "_general", "abbreviation"),
    (r"(?<![0-9]\s)(?<![\w.])Min\.(?=\s[A-Z][a-z])(?!\sMax)", "_minister", "abbreviation"),
    (
        r"(?<![\w/@-])(?P<word>[a-zà-ùA-Z][a-zà-ù]{1,24})/(?P<ending>[aeio]|trice|trici|essa|ice)(?![\w/])",
        "_either",
        "either gender",
    ),
    (
        r"(?<![\w/])(?P<word>(?i:il|lo|uno?|i|gli|(?:de|da|ne|su|a)(?:l|llo|i|gli)))/(?P<other>(?i:l[ae]|una|(?:de|da|ne|su|a)ll[ae]))(?![\w/])",
        "_either_article",
        "either gender",
    ),
    (
        r"(?:(?<=\b[Ll]a\s)|(?<=lla\s))(?P<whose>[NnVv])s\.(?=\s(?:del|n\.|di\s))",
        "_our_letter",
        "abbreviation",
    ),
    (r"(?<=[0-9][°º]\s)p\.(?=[\s,;)]|\Z)", "_floor", "abbreviation"),
    (r"(?<![\w.])(?P<club>A\.\s?[SC]\.)(?=\s[A-Z][a-z])", "_club", "club"),
    (r"(?<=[a-zà-ù]\s)reg\.(?!\s(?:UE|CE|\(|n\.|[0-9]|del\s))", "_regional", "abbreviation"),
    (r"(?<!\w)[Pp]rot\.(?=\s[Cc]iv)", "_protection", "abbreviation"),
    (r"(?<![\w.])(?P<half>[ps])\.\s?t\.(?=\s[0-9])", "_half_time", "abbreviation"),
    (r"(?<!\w)[Pp]ag\.(?=\s?:)", "_payment", "abbreviation"),
    (r"(?<!\w)(?P<language>lat|ingl|franc|ted|spagn)\.(?=\s[a-zà-ù«\"“])", "_language", "abbreviation"),
    (r"(?<!\w)sc\.(?=\s[A-Z](?!\w))", "_stairs", "abbreviation"),
    (r"(?<=[IVX]\s)sec\.", "_century", "abbreviation"),
    (r"(?<!\w)lett\.(?=\s[a-z](?!\w))", "_letter", "abbreviation"),
)


class ItalianCodes(Romance):
    """The codes, numbers of laws and addresses that only Italian has."""

    def code_rules(self) -> tuple[Rule, ...]:
        return (
            rule(
                rf"(?<![\w.@/-])[\w-]{{1,60}}\.{_TYPES}", lambda m: self.web_name(m[0]), kind="urls", name="file name"
            ),
            rule(rf"(?<![\w.])\.{_TYPES}", lambda m: self.web_name(m[0]), kind="urls", name="type of file"),
            *(rule(pattern, getattr(self, speak), kind="abbreviations", name=name) for pattern, speak, name in _SHORT),
            *of_digits(
                *(rule(pattern, getattr(self, speak), kind="acronyms", name=name) for pattern, speak, name in _CODES),
                *(rule(pattern, getattr(self, speak), kind="numbers", name=name) for pattern, speak, name in _NUMBERS),
            ),
        )

    def _plate(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['first'])}, {self.digits(match['digits'])}, {self.letters(match['last'])}"

    def _tax_code(self, match: re.Match[str]) -> str:
        code = match[0]
        parts = (code[:3], code[3:6], code[6:8], code[8], code[9:11], code[11:15], code[15])
        return ", ".join(self.spelled_code(part) for part in parts)

    def _flight(self, match: re.Match[str]) -> str:
        return f"{match[0].split()[0]} {self.letters(match['line'])} {self.cardinal(match['number'])}"

    def _formation(self, match: re.Match[str]) -> str:
        return " ".join(map(self.cardinal, match[0].split("-")))

    def _abroad(self, match: re.Match[str]) -> str:
        """A number whose zero is only dialled inside the country: "+39 (0)2 1234567"."""
        return f"{self.plus} {self.phone([match['country'], '0' + match['area'], match['rest']])}"

    def _groups(self, match: re.Match[str]) -> str:
        return ", ".join(self.spelled_code(group) for group in match[0].split())

    def _processor(self, match: re.Match[str]) -> str:
        words = (self.mixed_code(match["line"].upper()), self.cardinal(match["number"]), self.letters(match["letters"]))
        return " ".join(filter(None, words))

    def _ticket(self, match: re.Match[str]) -> str:
        """ "EK-98234217", "INC-2024-00123"."""
        parts = [self.letters(match["letters"]), self.digits(match["digits"])]
        if match["year"]:
            parts.insert(1, self.cardinal(match["year"]))
        return ", ".join(parts)

    def _seat(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['number'])} {self.letters(match['letter'])}"

    def _mixture(self, match: re.Match[str]) -> str:
        return self.spelled_code(match[0])

    def _lineage(self, match: re.Match[str]) -> str:
        letter, *numbers = match[0].split(".")
        return " punto ".join([self.letters(letter), *map(self.cardinal, numbers)])

    def _european(self, match: re.Match[str]) -> str:
        number = f"{self.cardinal(match['year'])} {self.cardinal(match['number'])}"
        return f"{number} {self.letters(match['letters'])}"

    def _law(self, match: re.Match[str]) -> str | None:
        """The number and the year of a law: "196/2003". Without a word for it, small numbers may be months."""
        year = match["year"]
        if not _LAW.search(before(match)) and (len(year) == 2 or int(match["number"]) <= 12):
            return None
        year = full_year(year) if len(year) == 2 and year < "50" else year
        return f"{self.cardinal(match['number'])} del {self.cardinal(year)}"

    def _word_law(self, _match: re.Match[str]) -> str:
        return "legge "

    def _house(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['digits'])} barra {match['letter'].upper()}"

    def _postal_address(self, match: re.Match[str]) -> str | None:
        """A post code, a city and its province, which is not said again if it has the same name."""
        province = PROVINCES.get(match["province"].strip("()"))
        if province is None:
            return None
        other = "" if province == match["city"].strip() else f" ({province})"
        return f"{self.digits(match['digits'])}{match['city']}{other}"

    def _post_code(self, match: re.Match[str]) -> str:
        return self.digits(match["digits"])

    def _version(self, match: re.Match[str]) -> str:
        numbers = " punto ".join(self.cardinal(number) for number in match["numbers"].split("."))
        return f"{self.version_word} {numbers}"

    def _ours(self, match: re.Match[str]) -> str | None:
        """ "ns. sede": "nostra sede"."""
        gender = gender_of(match["noun"])
        if match["noun"][0].isupper() or gender is None:
            return None
        ahead = word_before(match).lower()
        plural = "i" if ahead in _SEVERAL_MEN else "e" if ahead in _SEVERAL_WOMEN else ""
        return ("nostr" if match["whose"] in "Nn" else "vostr") + (plural or ("a" if gender == "f" else "o"))

    def _pair(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['first'])} e {self.letters(match['last'])}"

    def _included(self, match: re.Match[str]) -> str:
        stem = "inclus" if match["part"] == "incl" else "esclus"
        ending = "a" if match["noun"] == "IVA" or gender_of(match["noun"]) == "f" else "o"
        return f"{match['noun']} {stem}{ending}{full_stop(match)}"

    def _title(self, match: re.Match[str]) -> str:
        """A title without its full stop."""
        return TITLES[match["title"].lower()]

    def _annex(self, _match: re.Match[str]) -> str:
        return "allegato"

    def _most(self, _match: re.Match[str]) -> str:
        return "massimo"

    def _street(self, _match: re.Match[str]) -> str:
        return "via "

    def _lady(self, match: re.Match[str]) -> str:
        return _LADIES[match["title"].lower()]

    def _saints(self, match: re.Match[str]) -> str:
        if match["two"]:
            return "Santi "
        return "Santissima " if match["name"].endswith(("a", "à")) else "Santissimo "

    def _saint(self, match: re.Match[str]) -> str | None:
        return SAINTS.get(match["name"])

    def _province(self, match: re.Match[str]) -> str | None:
        province = PROVINCES.get(match["code"])
        if province is None:
            return None
        return match["city"] if province == match["city"] else f"{match['city']} ({province})"

    def _general(self, _match: re.Match[str]) -> str:
        return "generale"

    def _minister(self, _match: re.Match[str]) -> str:
        return "ministro"

    def _either(self, match: re.Match[str]) -> str | None:
        """ "impiegato/a" is "impiegato o impiegata"."""
        word, ending = match["word"], match["ending"]
        if len(ending) > 1:
            stem = word.removesuffix("tore").removesuffix("tori") if ending.startswith("tric") else word[:-1]
            return f"{word} o {stem.lower()}{ending}" if stem != word else None
        if word[-1] not in "aeio" or word[-1] == ending or len(word) < 3:
            return None
        stem = word[:-1] + ("h" if word[-2] in "cg" and word[-1] in "oa" and ending in "ei" else "")
        return f"{word} {'e' if word[-1] == 'i' else 'o'} {stem.lower()}{ending}"

    def _either_article(self, match: re.Match[str]) -> str:
        return f"{match['word']} o {match['other']}"

    def _our_letter(self, match: re.Match[str]) -> str:
        return "nostra" if match["whose"] in "Nn" else "vostra"

    def _floor(self, match: re.Match[str]) -> str:
        return f"piano{full_stop(match)}"

    def _club(self, match: re.Match[str]) -> str:
        return self.letters(match["club"])

    def _regional(self, match: re.Match[str]) -> str:
        return f"regionale{full_stop(match)}"

    def _protection(self, _match: re.Match[str]) -> str:
        return "protezione"

    def _half_time(self, match: re.Match[str]) -> str:
        return "primo tempo" if match["half"] == "p" else "secondo tempo"

    def _payment(self, _match: re.Match[str]) -> str:
        return "pagamento"

    def _language(self, match: re.Match[str]) -> str:
        return _LANGUAGES[match["language"]]

    def _stairs(self, _match: re.Match[str]) -> str:
        return "scala"

    def _most_holy(self, match: re.Match[str]) -> str | None:
        """ "S.S. Trinità", "S.S. Pio XII", but "S.S. Lazio"."""
        if match["two"] or match["name"] in _MOST_HOLY:
            return self._saints(match)
        return "Sua Santità " if match["name"] in ("Papa", *self.rulers) else None

    def _century(self, match: re.Match[str]) -> str:
        return "secolo." if match.end() == len(match.string) else "secolo"

    def _letter(self, _match: re.Match[str]) -> str:
        return "lettera"
