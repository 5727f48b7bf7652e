"""Brazilian papers and places -> words: CPF, CEP, plates, laws, verses, states, streets, saints."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import full_year
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.portuguese import abbreviations as table
from koe.text.normalize.romance.roman import value
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, of_digits, rule, word_before, words

_GROUP = re.compile(r"[0-9]+|[XxKk]")
_BEGIN = r"(?<![\w.,/-])"
_END = r"(?![\w/-]|[.,][0-9])"
# CPF, CNPJ, RG, CEP, lawsuits.
_DOCUMENT = (
    rf"{_BEGIN}(?:[0-9]{{3}}\.[0-9]{{3}}\.[0-9]{{3}}-[0-9]{{2}}|[0-9]{{2}}\.[0-9]{{3}}\.[0-9]{{3}}/[0-9]{{4}}-[0-9]{{2}}"
    r"|[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}-[0-9XxKk]|[0-9]{2}\.?[0-9]{3}-[0-9]{3}|[0-9]{3}\.[0-9]{5}\.[0-9]{2}-[0-9]"
    r"|0[0-9]{2}(?:\.[0-9]{3}){1,3}"
    r"|(?<![0-9] )[0-9]{4} [0-9]{4} [0-9]{4}(?! ?[0-9])"
    rf"|[0-9]{{7}}-[0-9]{{2}}\.[0-9]{{4}}\.[0-9]\.[0-9]{{2}}\.[0-9]{{4}}){_END}"
)
_ACCOUNT = (
    r"(?P<name>\b(?:agência|ag\.|conta(?:[- ]corrente)?|c/c|poupança|matrícula|inscrição)\s?:?\s?(?:nº\s)?)"
    rf"(?P<digits>[0-9]{{3,12}}-[0-9Xx]){_END}"
)
# Telephone numbers: with an area code in brackets, or a group of four or five digits and one of four.
_PHONE = (
    r"(?<![\w.,:/+-])(?:\+?55[\s-]?)?\((?:0xx|0)?[1-9]{2}\)\s?(?:9[\s.]?)?[0-9]{4,5}[-.\s]?[0-9]{4}(?![\w-]|[.,][0-9])"
    r"|(?<![\w.,:+-])(?<![0-9)]\s)(?:9[0-9]{4}|[2-5][0-9]{3})-[0-9]{4}(?![\w-]|[.,][0-9]|/(?![0-9]{4,5}-))"
)
_YEARS = re.compile(r"20[0-9]{2}-20[0-9]{2}")
# Services that are called at no cost: "0800 123 4567".
_SERVICE = rf"{_BEGIN}0[3589]00(?:[\s.-]?[0-9]{{2,7}}){{1,3}}(?![\w/-]|[.,][0-9])"
_ROAD = rf"(?<![\w-])(?P<letters>BR|{alternatives(table.STATES)})-(?P<digits>[0-9]{{3}})(?![\w-])"
_FLIGHT = r"(?P<name>\b[Vv]oos?\s)(?P<code>(?:[A-Z]{2}|[A-Z][0-9]|[0-9][A-Z])[\s-]?[0-9]{3,4})(?!\w)"
_SECOND_CODE = r"(?<=[A-Z]/)(?<![0-9][AVW]/)(?<![0-9][A-Z]{2}/)[0-9]{1,2}[A-Z]{1,2}(?!\w)"
_BUS = r"(?<![\w.,-])(?P<line>[0-9]{3,4})(?P<letter>[A-Z])-(?P<number>[0-9]{2})(?![\w-])"
_LETTERED = r"(?<![\w.,])(?P<digits>[0-9]{1,4})-?(?P<letter>[A-Z])(?![\w-])"
_BEFORE_A_LETTERED = words(
    "assento assentos poltrona sala portão quarto casa apto apartamento bloco linha ônibus turma nº número box vaga "
    "loja ala andar lote quadra ap apt cj bl sl lt qd sl conjunto"
)
_AIRCRAFT = r"(?P<maker>\b(?:Boeing|Airbus|Embraer|ATR)\s)(?P<type>[A-Z]?[0-9]{2,3})-(?P<series>[A-Z]?[0-9]{1,4})(?!\w)"
_VALVES = r"(?<=[0-9]\.[0-9] )(?P<digits>8|12|16|20|24|32)[vV](?!\w)"
_PLATE = r"(?<![\w-])(?P<letters>[A-Z]{3})(?:[-\s]?(?P<old>[0-9]{4})|(?P<new>[0-9][A-Z][0-9]{2}))(?![\w-])"
_LAW = (
    r"(?P<name>\b(?:Leis?|Decretos?|Decreto-Lei|PECs?|PLs?|PLPs?|PLS|MPs?|Medida Provisória|Resolução|Portaria|Edital|"
    r"Emenda|Instrução Normativa|Processo|Projeto de Lei|Ofício|Circular|Súmula|Pregão|Contrato|Concorrência|ADPF|"
    r"ADI|IN|LC|EC|RE|HC|Dec\.|Port\.|Res\.)"
    r"(?: (?:Complementar|Federal|Estadual|Municipal|Eletrônico|Normativa|Constitucional))?\s)"
    r"(?P<number_word>n[º°.]{1,2}\s?)?(?P<number>[0-9]{1,3}(?:\.[0-9]{3}){0,2}|[0-9]{4,6})/"
    r"(?P<year>[12][0-9]{3}|[0-9]{2})(?![\w/]|[.,][0-9])"
)
_NUMBERED_PAPER = (
    r"(?P<name>)(?P<number_word>\b[nN][º°.]{1,2}\s?)(?P<number>[0-9]{1,3}(?:\.[0-9]{3}){1,2}|[0-9]{1,6})/"
    r"(?P<year>(?:19|20)[0-9]{2}|[0-9]{2})(?![\w/])"
)
_RESOLUTION = r"(?<!\w)Res\.(?=\s[A-Z]{2,10}(?:/[A-Z]{2,10}|\s[A-Z]{2,10})?\s(?:n[º°.]|[0-9]))"
_BOOK_NUMBER = r"(?P<name>\bISBN(?:-1[03])?:?\s)(?P<digits>[0-9][0-9-]{8,16}[0-9Xx])(?!\w)"
_PARCEL = r"(?<!\w)[A-Z]{2}[0-9]{9}[A-Z]{2}(?!\w)"
_BOOKS = (
    "Gênesis|Êxodo|Levítico|Números|Deuteronômio|Josué|Juízes|Rute|Samuel|Reis|Crônicas|Esdras|Neemias|Ester|Jó|Salmos?|"
    "Provérbios|Eclesiastes|Cânticos|Isaías|Jeremias|Ezequiel|Daniel|Oseias|Joel|Amós|Miqueias|Mateus|Marcos|Lucas|João|"
    "Atos|Romanos|Coríntios|Gálatas|Efésios|Filipenses|Colossenses|Tessalonicenses|Timóteo|Tito|Hebreus|Tiago|Pedro|Apocalipse|"
    "Mt|Mc|Lc|Jo|Sl|Rm|Ap"
)
_VERSE = (
    rf"(?P<book>\b(?:{_BOOKS})\s)(?P<chapter>[0-9]{{1,3}})[:.,](?P<verse>[0-9]{{1,3}})"
    r"(?:\s?[-–]\s?(?P<last>[0-9]{1,3}))?(?![\w:]|[.,][0-9])"
)
_STATE = (
    rf"(?:(?<=[a-zà-ÿ])(?P<link>, | ?[-–—/] ?)|(?<=[a-zà-ÿ])(?P<open> \()|(?<=[A-Z])(?P<party>[-/]))"
    rf"(?P<state>{alternatives(table.STATES)})(?![\w-])"
)
_WITH_ARTICLE = r"(?<!\w)c/c(?=\s(?:o\s|os\s)?(?:arts?\b|§|inc\b))"
_ITEM = r"(?:(?<=[;:.]\s)|\A)(?P<numeral>[IVX]{1,6})(?=\s[—–-]\s)"
_EXTENSION = r"(?<=[0-9]{4}),?\s?(?:r\.|ram\.)\s?(?=[0-9]{1,5}(?!\w))"
_SPLIT_CODE = r"(?<![\w.,/-])[0-9]{3}[ -][0-9]{3}(?![\w/-]|[ .,-][0-9])"
_CODE_BEFORE = re.compile(r"\b(?:código|senha|token|PIN|OTP|verificação)\b[^.!?0-9]{0,30}\Z", re.IGNORECASE)
_SIZE = "PP|P|M|GGG|GG|G|EXG|EGG|EG|XXG|XGG|XG|G[1-5]"
_SIZES = rf"(?<![\w/-])(?:{_SIZE})(?:(?:/(?:{_SIZE})){{1,6}}|\s?[-–]\s?(?:{_SIZE})|\sao?\s(?:{_SIZE}))(?![\w/-])"
_SIZE_BEFORE = re.compile(r"\b(?:tamanhos?|tam\.|numeração|grade):?\s(?:d[eo]\s)?\Z", re.IGNORECASE)
_BUILD = r"(?<![\w.,])[0-9]{1,4}(?:\.[0-9]{1,4}){1,2}\.[0-9]{5,6}(?![\w]|[.,][0-9])"
_OFFICE = re.compile(r"(?<!\w)(?:TRE|TJ|OAB|CRM|CREA|CRO|CRC|CRP|MP|PM|PC|DETRAN|TRT|TCE|FIE|SES|IF|UF)\Z")
_STREET = r"(?<![\w.])(?<!\. )R\.\s(?=(?:d[aeo]s?\s)?[A-ZÀ-Þ]|[0-9]{1,2} de [A-ZÀ-Þ]|[0-9]{1,3},\s?n[º°])"
_NUMBERED_STREET = re.compile(r"[^,.;:!?]{2,50},\s?(?:n[º°.]|[0-9]|s/n)")
_BEFORE_A_STREET = words("na da à pela esquina endereço nas até")
_SAINT = r"(?<![\w.])(?<!\. )S\.\s(?P<name>[A-ZÀ-Þ][a-zà-ÿ]{2,14})(?!\w)"
_DOM = r"(?<![\w.])(?<!\. )D\.\s?(?=(?P<name>[A-ZÀ-Þ][a-zà-ÿ]{2,14})(?!\w))"
_FLOOR = r"(?<=[0-9])\s?[-–]\s(?=[0-9]{1,2}[.]?[ºª°]\s)"


class PortugueseDocuments(Romance):
    """Numbers of papers, laws and verses, states, streets and saints."""

    def document_rules(self) -> tuple[Rule, ...]:
        return (
            *of_digits(
                *(
                    rule(_DOCUMENT, self._document, kind="phones", name="document number"),
                    rule(_ACCOUNT, self._account_number, re.IGNORECASE, kind="phones", name="account number"),
                    rule(_SERVICE, self._service, kind="phones", name="telephone number"),
                    rule(_PHONE, self._brazilian_phone, kind="phones", name="telephone number"),
                    rule(_ROAD, self._road, kind="acronyms", name="road"),
                    rule(_FLIGHT, self._flight, kind="acronyms", name="flight"),
                    rule(_SECOND_CODE, lambda match: self.mixed_code(match[0]), kind="acronyms", name="code"),
                    rule(_BUS, self._bus, kind="acronyms", name="line of a bus"),
                    rule(_LETTERED, self._lettered_number, kind="acronyms", name="number with a letter"),
                    rule(_AIRCRAFT, self._aircraft, kind="numbers", name="aircraft"),
                    rule(_VALVES, lambda m: f"{self.cardinal(m['digits'])} válvulas", kind="units", name="valves"),
                    rule(_PLATE, self._plate, kind="acronyms", name="number plate"),
                    rule(_LAW, self._law, kind="numbers", name="law"),
                    rule(_NUMBERED_PAPER, self._law, kind="numbers", name="numbered paper"),
                    rule(_BOOK_NUMBER, self._account_number, kind="phones", name="book number"),
                    rule(_PARCEL, lambda match: self.spelled_code(match[0]), kind="acronyms", name="tracking code"),
                    rule(_VERSE, self._verse, kind="numbers", name="verse"),
                    rule(_EXTENSION, lambda _: ", ramal ", kind="abbreviations", name="extension"),
                    rule(_SPLIT_CODE, self._split_code, kind="phones", name="code"),
                    rule(_FLOOR, lambda _: ", ", kind="symbols", name="floor"),
                ),
            ),
            rule(_WITH_ARTICLE, lambda _: "combinado com", kind="abbreviations", name="abbreviation"),
            rule(_ITEM, self._item, kind="numbers", name="Roman numeral"),
            rule(_BUILD, self._build, kind="numbers", name="version"),
            rule(_SIZES, self._sizes, kind="acronyms", name="sizes of clothes"),
            rule(_STATE, self._state, kind="abbreviations", name="state"),
            rule(r"(?<!\w)Pq\.(?=\s)", lambda _: "parque", kind="abbreviations", name="abbreviation"),
            rule(_RESOLUTION, lambda _: "resolução", kind="abbreviations", name="abbreviation"),
            rule(r"(?<!\w)méd\.(?!\w)", self._average, kind="abbreviations", name="abbreviation"),
            rule(r"(?<!\w)q(?=\s[a-zà-ÿ]{2,20})", lambda _: "que", kind="abbreviations", name="chat"),
            rule(_STREET, self._street, kind="abbreviations", name="street"),
            rule(_SAINT, self._saint, kind="abbreviations", name="saint"),
            rule(_DOM, self._dom, kind="abbreviations", name="title"),
        )

    def _document(self, match: re.Match[str]) -> str:
        return ", ".join(self.spelled_code(group) for group in _GROUP.findall(match[0]))

    def _account_number(self, match: re.Match[str]) -> str:
        return match["name"] + ", ".join(self.spelled_code(group) for group in match["digits"].split("-"))

    def _split_code(self, match: re.Match[str]) -> str | None:
        is_code = _CODE_BEFORE.search(before(match))
        return self.digit_groups([match[0][:3], match[0][4:]]) if is_code else None

    def _service(self, match: re.Match[str]) -> str | None:
        groups = re.findall(r"[0-9]+", match[0])
        if len(groups[0]) > 4:
            groups = [groups[0][:4], groups[0][4:], *groups[1:]]
        return self.phone(groups) if 9 <= sum(map(len, groups)) <= 12 else None

    def _brazilian_phone(self, match: re.Match[str]) -> str | None:
        if _YEARS.fullmatch(match[0]):
            return None
        groups = re.findall(r"[0-9]+", match[0].replace("0xx", ""))
        last = groups[-1]
        if len(last) > 5:
            groups[-1:] = [last[:-4], last[-4:]]
        return ("mais " if match[0][0] == "+" else "") + self.phone(groups)

    def _road(self, match: re.Match[str]) -> str:
        digits = match["digits"]
        number = f"zero {self.cardinal(digits[1:])}" if digits[0] == "0" else self.cardinal(digits)
        return f"{self.letters(match['letters'])} {number}"

    def _flight(self, match: re.Match[str]) -> str:
        return match["name"] + self.spelled_code(re.sub(r"[\s-]", "", match["code"]))

    def _bus(self, match: re.Match[str]) -> str:
        number = self.cardinal(match["number"])
        return f"{self.cardinal(match['line'])} {self.letters(match['letter'])} {number}"

    def _lettered_number(self, match: re.Match[str]) -> str | None:
        if word_before(match).lower() not in _BEFORE_A_LETTERED:
            return None
        return f"{self.cardinal(match['digits'])} {self.letters(match['letter'])}"

    def _aircraft(self, match: re.Match[str]) -> str:
        return f"{match['maker']}{self.mixed_code(match['type'])} {self.mixed_code(match['series'])}"

    def _plate(self, match: re.Match[str]) -> str | None:
        if match["new"]:
            return self.spelled_code(match["letters"] + match["new"])
        if word_before(match).lower() not in ("placa", "placas") and match[0][3:4] != "-":
            return None
        return f"{self.letters(match['letters'])}, {self.digits(match['old'])}"

    def _law(self, match: re.Match[str]) -> str:
        number = "número " if match["number_word"] else ""
        year = self.cardinal(full_year(match["year"]) if match["year"] < "50" else match["year"])
        return f"{match['name']}{number}{self.cardinal(match['number'].replace('.', ''))} de {year}"

    def _verse(self, match: re.Match[str]) -> str:
        last = f" a {self.cardinal(match['last'])}" if match["last"] else ""
        return f"{match['book']}{self.cardinal(match['chapter'])}, {self.cardinal(match['verse'])}{last}"

    def _state(self, match: re.Match[str]) -> str | None:
        """The state behind a place. In a text in capitals the letters may be a word."""
        if match["party"]:
            offices = _OFFICE.search(before(match)) or after(match)[:1] == ")"
            return f" {self._of_state(match['state'])}" if offices else None
        return f"{match['open'] or ', '}{table.STATES[match['state']]}"

    def _of_state(self, code: str) -> str:
        article = "do" if code in table.MASCULINE_STATES else "da" if code in table.FEMININE_STATES else "de"
        return f"{article} {table.STATES[code]}"

    def _sizes(self, match: re.Match[str]) -> str | None:
        """Sizes of clothes: "P-GG". Other letters of one size are no sizes: "P/M"."""
        if not re.search("GG|PP|XG|EG", match[0]) and not _SIZE_BEFORE.search(before(match)):
            return None
        joint = ", " if "/" in match[0] else " ao " if " ao " in match[0] else " a "
        sizes = re.findall("[A-Z]+[0-9]?", match[0])
        return joint.join(self.mixed_code(size) if len(size) > 1 else size for size in sizes)

    def _item(self, match: re.Match[str]) -> str:
        """A numeral that begins an item of a law."""
        return self.cardinal(str(value(match["numeral"])))

    def _build(self, match: re.Match[str]) -> str:
        return " ponto ".join(self.cardinal(number) for number in match[0].split("."))

    def _average(self, match: re.Match[str]) -> str:
        """ "3 cenouras méd.": the adjective agrees with the noun before it."""
        noun = word_before(match)
        ending = "a" if len(noun) > 2 and self.gender(noun) == "f" else "o"
        return f"médi{ending}{'s' if noun.endswith('s') else ''}{full_stop(match)}"

    def _street(self, match: re.Match[str]) -> str | None:
        is_street = _NUMBERED_STREET.match(after(match)) or word_before(match).lower() in _BEFORE_A_STREET
        return "rua " if is_street else None

    def _saint(self, match: re.Match[str]) -> str | None:
        if match["name"] in table.SAINTS:
            return f"São {match['name']}"
        return f"Santo {match['name']}" if match["name"] in table.VOWEL_SAINTS else None

    def _dom(self, match: re.Match[str]) -> str | None:
        if match["name"] in table.DOMS:
            return "dom "
        return "dona " if match["name"] in table.DONAS else None
