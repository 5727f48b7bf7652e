"""French telephone numbers, post codes, plates, flights and Roman numerals -> words, as they are grouped in France."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.roman import value
from koe.text.normalize.romance.sequels import is_sequel
from koe.text.normalize.rule import Rule, before, of_digits, rule, words

_BEGIN = r"(?<![\w.,:/+-])"
_END = r"(?![\w/-]|[.,:][0-9]|\s[0-9])"
_PAIRS = r"(?:[\s.-]?[0-9]{2}){4}"
_ABROAD = rf"{_BEGIN}(?P<prefix>\+|00)\s?(?P<country>33)[\s.-]?(?P<zero>\(0\)\s?)?(?P<first>[1-9]){_PAIRS}{_END}"
_NATIONAL = rf"{_BEGIN}0[1-9]{_PAIRS}{_END}"
_FREE = rf"{_BEGIN}0[\s.]?(?P<area>8[0-9]{{2}})[\s.]?(?P<first>[0-9]{{3}})[\s.]?(?P<last>[0-9]{{3}}){_END}"
_AMERICAN = (
    rf"{_BEGIN}(?P<one>\+?1[\s.-])?\(?(?P<area>[2-9][0-9]{{2}})\)?[\s.-]"
    rf"(?P<first>[0-9]{{3}})[.-](?P<last>[0-9]{{4}}){_END}"
)
# Swiss and Belgian numbers, and French ones of special rate.
_NEIGHBOUR = (
    rf"{_BEGIN}(?:(?P<plus>\+|00)(?P<country>[1-9][0-9]{{0,2}})\s?\(0\)\s?(?P<area>[1-9][0-9]{{0,2}})"
    rf"|(?P<national>0[1-9][0-9]{{0,2}}|0\s8[0-9]{{2}}))(?P<rest>[\s./][0-9]{{2,3}}(?:[\s.][0-9]{{2}}){{2,3}}){_END}"
)
_SPACED_ORDINAL = r"(?<!\w)(?P<roman>[IVX]{1,6})\s(?:e|ème|ᵉ)(?=\s(?:siècle|s\.|arrondissement|République))"
_DIRECTORY = rf"{_BEGIN}118[\s.]?(?P<last>[0-9]{{3}}){_END}"
_SHORT = r"(?<=\b(?:le|au)\s)(?P<first>[13][0-9])\s?(?P<last>[0-9]{2})(?!\w|[.,][0-9]|\s[0-9])"
_CALLS = re.compile(r"\b(?:appel|compos|numéro|tél|contact|join|sms|fax)[\w.]{0,12}[^.!?]{0,30}\Z", re.IGNORECASE)
_POST_CODE = r"(?<![\w.,/-])0(?P<area>[1-9])(?P<office>[0-9]{3})(?=\s(?:[A-ZÀ-Ý]))"
_OLD_PLATE = r"(?<![\w-])(?P<first>[0-9]{2,4})(?P<letters>[A-Z]{2,3})(?P<last>[0-9]{2})(?![\w-])"
_CANADIAN = r"(?<![\w-])[A-Z][0-9][A-Z]\s?[0-9][A-Z][0-9](?![\w-])"
_PLATE = (
    r"(?<![\w-])(?P<left>[A-HJ-NP-TV-Z]{2})(?P<mark>[\s-])(?P<digits>[0-9]{3})(?P=mark)"
    r"(?P<right>[A-HJ-NP-TV-Z]{2})(?![\w-])"
)
_FLIGHT = r"(?<=\b[Vv]ol\s)(?P<airline>[A-Z0-9][A-Z]|[A-Z][0-9])\s?(?P<digits>[0-9]{3,4})(?!\w)"
_AIRCRAFT = (
    r"(?<=\bBoeing\s|\bAirbus\s)(?P<model>[0-9]{3})-(?P<series>[0-9]{1,4})(?!\w)"
    r"|(?<!\w)A(?P<airbus>3[0-9]{2})-(?P<other>[0-9]{3,4})(?!\w)"
)
_ARTICLE = r"(?<![\w.-])[0-9]{1,4}[-.][0-9]{1,3}(?:-[0-9]{1,3}){0,3}(?!\w|[.,-][0-9])"
_NUMBERED_ARTICLE = re.compile(r"\b(?:art(?:icles?|\.)?|l'art\.?)\s?\Z", re.IGNORECASE)
_LEGAL_ARTICLE = (
    r"(?<![\w.])(?P<letter>[LRDA])(?:\.\s?(?=[0-9])|\s?(?=[0-9]{1,4}-[0-9]))"
    r"(?P<number>[0-9]{1,4}(?:-[0-9]{1,3}){0,4})(?!\w)"
)
_DIRECTIVE = r"(?<![\w./,-])(?P<year>(?:19|20)[0-9]{2})/(?P<number>[0-9]{2,4})(?P<of>/(?:CE|UE|CEE))?(?![\w/-])"
_LONG_NUMBER = r"(?:(?<=[nN][°º])|(?<=[nN][°º]\s))[0-9]{7,20}(?!\w|[.,][0-9])"
_NUMBERED_LAW = (
    r"(?:(?<=[nN][°º])|(?<=[nN][°º]\s))(?P<first>[0-9]{1,8})(?P<mark>[-/.])(?P<last>[0-9]{1,8})(?![\w/-]|[.,][0-9])"
)
_RESOLUTION = r"(?<![\w.,])([2458])K(?!\w)"
_REFERENCE = r"(?<![\w.,/-])(?P<first>[0-9]{1,8})-(?P<last>0[0-9]{1,8})(?![\w/-]|[.,][0-9])"
_COMPANY = r"(?<=SIREN|SIRET)(?P<link>\s?:?\s)(?P<digits>[0-9]{3}(?:\s?[0-9]{3}){2}(?:\s?[0-9]{5})?)(?!\w)"
_AFTER_WORD = r"(?<=[a-zà-ÿ]{3})-(?=[0-9]{1,4}(?![\w-]|[.,][0-9]))"
_OIL = r"(?<![\w.,])([0-9]{1,2})W-?([0-9]{2})(?!\w)"
_EPISODE = r"(?<![\w-])[Ss](?P<season>[0-9]{1,2})\s?[Ee](?P<episode>[0-9]{1,3})(?!\w)"
_LETTER_POINT = r"(?<![\w.])([A-Z])\.([0-9]{1,4})(?!\w|[.,][0-9])"
_PROCESSOR = r"(?<![\w-])i(?P<family>[3579])-(?P<number>[0-9]{3,5})(?P<letters>[A-Z]{0,2})(?!\w)"
_SHORT_VERSION = r"(?<![\w.])v\.?(?P<numbers>[0-9]{1,3}(?:\.[0-9]{1,3})?)(?![\w.]\w|\w)"
_HEXADECIMAL = r"(?<![\w.])0x[0-9A-Fa-f]{1,16}(?!\w)"
_LINES = r"(?<![\w.,])(480|720|1080|1440|2160)([pi])(?!\w)"
_PATH = (
    r"(?<![\w.:/\\€$%)²])(?:[A-Z]:\\[\w.-]{0,40}(?:\\[\w.-]{1,40}){0,8}|(?:~|\.{1,2})?(?:/[\w.-]{1,60}){2,10}/?)"
    r"(?=[\s,;:)]|\.?\Z)"
)
_MODEL = r"(?<![\w-])(?P<letters>[A-Z]{1,4})-?(?P<number>[0-9]{1,4})(?P<rest>[a-z]{2,4}|[oixck])(?!\w)"
_NAMED_NUMBER = r"(?<![\w-])(?<![0-9]\s)(?P<name>[A-Z][a-zà-ÿ]{1,15})-(?P<number>[0-9]{1,4})(?![\w-]|[.,][0-9])"
_FILE = (
    r"(?<![\w./@-])(?P<name>[\w-]{1,60})(?:\.tar)?\.(?P<type>pdf|gz|docx?|xlsx?|pptx?|odt|zip|jpe?g|png|gif|svg|mp3|mp4|txt|csv|html?|"
    r"xml|json|py|js|md|exe)(?!\w|\.\w)"
)
_LETTERED = r"(?<![\w.,-])(?P<digits>[0-9]{1,4})-(?P<letter>[A-Z])(?![\w-])"
_PORT = r"(?<![\w.])(?P<host>localhost):(?P<port>[0-9]{2,5})(?!\w)"
_LETTERS_ONLY = words("XL XXL XXXL XX XXX CD CV MM CM CL DC DM MC MD LCD")


class FrenchCodes(Romance):
    """The telephone numbers, codes and Roman numerals of French."""

    def first_rules(self) -> tuple[Rule, ...]:
        return (
            *super().first_rules(),
            *of_digits(
                *(
                    *(
                        rule(pattern, speak, kind="phones", name="telephone number")
                        for pattern, speak in (
                            (_ABROAD, self._abroad),
                            (_NATIONAL, lambda match: self.phone(_pairs(match[0]))),
                            (_FREE, self._free),
                            (_DIRECTORY, lambda match: self.phone(["118", match["last"]])),
                            (_SHORT, self._short_number),
                        )
                    ),
                    rule(_AMERICAN, self._american, kind="phones", name="telephone number"),
                    rule(_NEIGHBOUR, self._neighbour, kind="phones", name="telephone number"),
                    rule(_COMPANY, self._company, kind="phones", name="company number"),
                    rule(_POST_CODE, self._post_code, kind="phones", name="post code"),
                    rule(
                        _CANADIAN,
                        lambda match: self.spelled_code(match[0].replace(" ", "")),
                        kind="phones",
                        name="post code",
                    ),
                    rule(_OLD_PLATE, self._old_plate, kind="phones", name="number plate"),
                    rule(
                        r"(?<!\w)CAC40(?!\w)",
                        lambda _: f"CAC {self.cardinal('40')}",
                        kind="acronyms",
                        name="share index",
                    ),
                    rule(_PLATE, self._plate, kind="phones", name="number plate"),
                    rule(_FLIGHT, self._flight, kind="phones", name="flight"),
                    rule(_AIRCRAFT, self._aircraft, kind="numbers", name="aircraft"),
                    rule(_LEGAL_ARTICLE, self._legal_article, kind="numbers", name="article of law"),
                    rule(_NUMBERED_LAW, self._law, kind="phones", name="reference"),
                    rule(_DIRECTIVE, self._directive, kind="numbers", name="directive"),
                    rule(_ARTICLE, self._article, kind="numbers", name="article of law"),
                    rule(_LONG_NUMBER, lambda match: self.digits(match[0]), kind="phones", name="reference"),
                    rule(_REFERENCE, self._reference, kind="phones", name="reference"),
                    rule(_RESOLUTION, lambda match: f"{self.cardinal(match[1])} K", kind="numbers", name="resolution"),
                    rule(
                        _OIL,
                        lambda match: f"{self.cardinal(match[1])} W {self.cardinal(match[2])}",
                        kind="numbers",
                        name="oil",
                    ),
                    rule(_EPISODE, self._episode, kind="numbers", name="episode"),
                    rule(
                        _LETTER_POINT,
                        lambda match: f"{match[1]} {self.cardinal(match[2])}",
                        kind="numbers",
                        name="code",
                    ),
                    rule(_PROCESSOR, self._processor, kind="numbers", name="model"),
                    rule(_SHORT_VERSION, self._short_version, kind="numbers", name="version"),
                    rule(
                        _HEXADECIMAL,
                        lambda match: self.spelled_code(match[0]),
                        kind="numbers",
                        name="hexadecimal number",
                    ),
                    rule(
                        _LINES, lambda match: f"{self.cardinal(match[1])} {match[2]}", kind="numbers", name="resolution"
                    ),
                    rule(_MODEL, self._model, kind="numbers", name="model"),
                    rule(_NAMED_NUMBER, self._named_number, kind="numbers", name="number of a name"),
                    rule(_LETTERED, self._lettered_number, kind="numbers", name="code"),
                    rule(_PORT, self._file, kind="urls", name="web address"),
                ),
            ),
            rule(_SPACED_ORDINAL, self._spaced_ordinal, kind="numbers", name="Roman numeral"),
            rule(_FILE, self._file, kind="urls", name="file name"),
            rule(_PATH, self._file, kind="urls", name="path"),
        )

    def number_rules(self) -> tuple[Rule, ...]:
        return (*super().number_rules(), rule(_AFTER_WORD, lambda _: " ", kind="numbers", name="number of a name"))

    def _abroad(self, match: re.Match[str]) -> str:
        digits = re.sub(r"\D", "", match[0])
        rest = digits[digits.index("33") + 2 :]
        groups = _pairs(rest if match["zero"] else f"0{rest}")
        first = groups[0] if match["zero"] else groups[0][1]
        prefix = f"{self.plus} " if match["prefix"] == "+" else f"{self.digits('00')} "
        return prefix + self.phone(["33", first, *groups[1:]])

    def _free(self, match: re.Match[str]) -> str:
        return f"{self.digits('0')} {self.phone([match['area'], match['first'], match['last']])}"

    def _american(self, match: re.Match[str]) -> str:
        groups = [match["area"], match["first"], match["last"]]
        sign = f"{self.plus} " if (match["one"] or "").startswith("+") else ""
        return sign + self.digit_groups(["1", *groups] if match["one"] else groups)

    def _neighbour(self, match: re.Match[str]) -> str | None:
        rest = re.findall(r"[0-9]+", match["rest"])
        if match["national"]:
            groups = [match["national"].replace(" ", ""), *rest]
            return self.phone(groups) if len("".join(groups)) in (9, 10) else None
        prefix = f"{self.plus} " if match["plus"] == "+" else f"{self.digits('00')} "
        return prefix + self.phone([match["country"], f"0{match['area']}", *rest])

    def _spaced_ordinal(self, match: re.Match[str]) -> str:
        return self.ordinal(value(match["roman"]))

    def _short_number(self, match: re.Match[str]) -> str | None:
        if not _CALLS.search(before(match)):
            return None
        return f"{self.cardinal(match['first'])} {self.cardinal(match['last'])}"

    def phone(self, groups: list[str]) -> str:
        """American numbers are read digit by digit, others by groups."""
        shape = tuple(map(len, groups))
        if shape in self.phone_shapes or shape == (1, 3, 3, 4):
            return self.digit_groups(groups)
        return self.between_groups.join(map(self.phone_group, groups))

    def phone_group(self, digits: str) -> str:
        if len(digits) in (3, 4) and digits[0] == "0" and digits[1] != "0":
            return f"{self.digits('0')} {self.cardinal(digits[1:])}"
        if len(digits) < 4:
            return self.cardinal(digits)
        return " ".join(self.cardinal(pair) for pair in _pairs(digits))

    def phone_groups(self, digits: str) -> list[str]:
        return _pairs(digits) if len(digits) > 3 else [digits]

    def _company(self, match: re.Match[str]) -> str:
        digits = re.sub(r"\D", "", match["digits"])
        groups = [digits[0:3], digits[3:6], digits[6:9], digits[9:]]
        return match["link"] + ", ".join(self.cardinal(group) for group in groups if group)

    def _post_code(self, match: re.Match[str]) -> str:
        area = self.digits(f"0{match['area']}")
        return f"{area} {'mille' if match['office'] == '000' else self.cardinal(match['office'])}"

    def _plate(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['left'])} {self.cardinal(match['digits'])} {self.letters(match['right'])}"

    def _old_plate(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['first'])} {self.letters(match['letters'])} {self.cardinal(match['last'])}"

    def _flight(self, match: re.Match[str]) -> str:
        digits = match["digits"]
        number = self.cardinal(digits) if len(digits) == 3 else self.phone_group(digits)
        return f"{self.spelled_code(match['airline'])} {number}"

    def _aircraft(self, match: re.Match[str]) -> str:
        if match["airbus"]:
            return f"A {self.cardinal(match['airbus'])} {self.cardinal(match['other'])}"
        return f"{self.cardinal(match['model'])} {self.cardinal(match['series'])}"

    def _legal_article(self, match: re.Match[str]) -> str:
        return f"{match['letter']} {', '.join(map(self.cardinal, match['number'].split('-')))}"

    def _directive(self, match: re.Match[str]) -> str | None:
        year, number = int(match["year"]), int(match["number"])
        if number in ((year + 1) % 100, year + 1) or (number <= 12 and not match["of"]):
            return None
        of = f", {self.letters(match['of'])}" if match["of"] else ""
        return f"{self.cardinal(match['year'])}, {self.cardinal(match['number'])}{of}"

    def _article(self, match: re.Match[str]) -> str | None:
        if not _NUMBERED_ARTICLE.search(before(match)):
            return None
        return " ".join(map(self.cardinal, re.findall(r"[0-9]+", match[0])))

    def _law(self, match: re.Match[str]) -> str:
        link = " barre oblique " if match["mark"] == "/" else ", "
        return f"{self.cardinal(match['first'])}{link}{self.cardinal(match['last'])}"

    def _reference(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['first'])}, {self.cardinal(match['last'])}"

    def _episode(self, match: re.Match[str]) -> str:
        season, episode = (self.cardinal(str(int(match[name]))) for name in ("season", "episode"))
        return f"saison {season} épisode {episode}"

    def _processor(self, match: re.Match[str]) -> str:
        number = f"i {self.cardinal(match['family'])} {self.cardinal(match['number'])}"
        return f"{number} {self.letters(match['letters'])}".strip()

    def _short_version(self, match: re.Match[str]) -> str:
        numbers = f" {self.english_point} ".join(map(self.cardinal, match["numbers"].split(".")))
        return f"{self.version_word} {numbers}"

    def _model(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['letters'])} {self.cardinal(match['number'])} {match['rest']}"

    def _named_number(self, match: re.Match[str]) -> str:
        return f"{match['name']} {self.cardinal(match['number'])}"

    def _lettered_number(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['digits'])} {match['letter']}"

    def _file(self, match: re.Match[str]) -> str:
        return self.web_name(match[0])

    def _roman(self, match: re.Match[str]) -> str | None:
        numeral, ending = match["roman"], match["ending"]
        number = value(numeral)
        if ending and re.fullmatch(r"n?des?|nds?", ending):
            return f"second{'e' if 'e' in ending else ''}{'s' if ending[-1] == 's' else ''}" if number == 2 else None
        if ending:
            is_first = (ending[0] in "rèʳ" and not ending.startswith("èm")) or ending in ("er", "ers", "ᵉʳ")
            if is_first != (number == 1) or (number > 1 and not re.fullmatch(r"[IVX]{1,8}|[IVXLC]{3,10}", numeral)):
                return None
            return self.ordinal(number, "f" if ending[0] in "rèʳ" and number == 1 else "m", ending.endswith("s"))
        if is_sequel(match):
            return self.cardinal(str(number))
        if (
            numeral in _LETTERS_ONLY
            or numeral in "LCDM"
            or (len(numeral) == 1 and re.match(r"[.'-]\w", match.string[match.end() :][:2]))
        ):
            return None
        spoken = super()._roman(match)
        if spoken is None and (re.fullmatch(r"[IVX]{2,8}", numeral) or (len(numeral) > 4 and 1000 < number < 2100)):
            return self.cardinal(str(number))
        return spoken


def _pairs(text: str) -> list[str]:
    """The digits of a text in pairs; of an odd number the first stands alone."""
    digits = re.sub(r"\D", "", text)
    start = len(digits) % 2
    return ([digits[0]] if start else []) + [digits[place : place + 2] for place in range(start, len(digits), 2)]
