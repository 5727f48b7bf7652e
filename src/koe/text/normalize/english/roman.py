"""Roman numerals -> words, only in a clear context: "Henry VIII", "Chapter IV"; never "I" or "MIX" alone."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, before, by_first_letter, rule, words

_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
NUMERAL = r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_REGNAL = r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})"
LOWER_NUMERAL = r"(?=[ivxl])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})"
# More often letters than numbers: "Part D", "Type C", "Section DC".
_LETTERS = r"(?!(?:[CDLM]|CD|DC|MD|CC|MC|MM|CM|DI|MI|CI|LI|DL|ML)(?!\w))"
IN_CONTEXT = _LETTERS + NUMERAL
_SEVERAL = r"(?:X{1,3}(?:IX|IV|V?I{0,3})|IX|IV|VI{1,3}|I{2,3})"
_UNMISTAKABLE = r"(?:X{1,3}(?:IX|IV|VI{0,3}|I{1,3})|VI{2,3}|I{2,3})"

_NUMBERED = (
    "Act|Amendment|Apollo|Appendix|Article|Book|Canto|Chapter|Class|Division|Episode|Factor|Figure|Final Fantasy|"
    "Gemini|Grade|Grand Theft Auto|GTA|Group|Lesson|Level|Mark|Module|Number|Page|Part|Phase|Psalm|Saturn|Scene|"
    "Schedule|Season|Section|Stage|Star Wars|Super Bowl|Symphony|Table|Tier|Title|Type|Unit|Verse|Vatican|Volume|War|"
    "Wars|WrestleMania|Step|Panel|Exhibit|Annex|Cohort|Region|Zone|Corps|Army|Category|Civilization|Street Fighter|"
    "Diablo|Rocky|Rambo|Quartet|Sonata|Concerto|Titan|Ares|Mission|Protocol|Basel|SALT|START|Solvency"
)
_NUMBERED_LOWER = (
    "act|appendix|article|book|canto|chapter|class|exhibit|factor|figure|grade|group|level|nerve|page|part|phase|scene|"
    "section|stage|table|tier|title|type|volume|verse|step|category"
)
_MONARCHS = (
    "Adrian|Abdullah|Albert|Alexander|Alexios|Alexius|Alfonso|Amadeus|Amenhotep|Antiochus|Artaxerxes|Baldwin|Baudouin|"
    "Benedict|Boniface|Bela|Carl|Carol|Casimir|Catherine|Celestine|Charles|Christian|Clement|Conrad|Constantine|Darius|"
    "David|Edmund|Edward|Elizabeth|Eric|Eugene|Felipe|Ferdinand|Francis|Franz Joseph|Franz|Frederick|Friedrich|George|"
    "Harold|"
    "Gregory|Gustav|Gustaf|Haakon|Haile Selassie|Harald|Hassan|Henri|Henry|Honorius|Innocent|Isabella|Ivan|James|Joao|"
    "John Paul|John|Joseph|Juan Carlos|Julius|Justinian|Kamehameha|Karl|Leo|Leopold|Lothair|Louis|Ludwig|"
    "Manuel|Margrethe|Mary|Maximilian|Mehmed|Mohammed|Mohammad|Murad|Mustafa|Napoleon|Nicholas|Olaf|Olav|Oscar|Otto|"
    "Paul|Pedro|Peter|Philip|Philippe|Pius|Pope Francis|Ptolemy|Rainier|Rama|Ramesses|Ramses|Richard|Robert|Rudolf|"
    "Selim|Seti|Sigismund|Sixtus|Stephen|Suleiman|Theodosius|Thutmose|Tokugawa|Tutankhamun|Umberto|Urban|"
    "Victor Emmanuel|Vittorio Emanuele|Wilhelm|William|Xerxes"
)
_GIVEN_NAMES = (
    "Albert|Alexander|Alfred|Andrew|Anthony|Arthur|Benjamin|Charles|Cornelius|Daniel|David|Donald|Edward|Edwin|Eugene|"
    "Francis|Frank|Franklin|Frederick|George|Harold|Harry|Henry|Howard|Jack|James|John|Joseph|Ken|Lewis|Louis|Marcus|"
    "Martin|Marvin|Michael|Oliver|Patrick|Paul|Peter|Philip|Prescott|Ralph|Raymond|Richard|Robert|Samuel|Stephen|"
    "Steven|Theodore|Thomas|Thurston|Trey|Walter|William|Winthrop"
)
_ROYAL = r"(?:King|Queen|Emperor|Empress|Pope|Tsar|Czar|Kaiser|Sultan|Pharaoh|Prince|Shah)"
_AFTER_FIRST = (
    r"(?=[,.;:!?)\"”']|\s\(|\s(?:of|was|is|had|has|reigned|ruled|died|became|and|in|on|came|married|who|the)\b|\Z)"
)
_BEFORE_LOWER_LETTER = words("act scene part chapter book section article page volume canto verse appendix phase stage")
_PARENTHESIS = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def monarchs(match: re.Match[str]) -> str:
        first, second = (numerals.ordinal(str(value(match[part]))) for part in (2, 4))
        return f"{match[1]} the {first} {match[3]} the {second}"

    def place_in_play(match: re.Match[str]) -> str:
        line = f" {numerals.cardinal(match[3])}" if match[3] else ""
        return f"{cardinal(match[1])} {cardinal(match[2])}{line}"

    def monarch(match: re.Match[str]) -> str:
        return f"{match[1]} the {numerals.ordinal(str(value(match[2])))}"

    def numbered(match: re.Match[str]) -> str | None:
        head = match[1].strip().lower()
        if match[2] == "X" and head in ("class", "type", "group", "level", "grade"):
            return None
        if match[2] in ("i", "v", "x") and head not in _BEFORE_LOWER_LETTER:
            return None
        return match[1] + cardinal(match[2])

    def cardinal(numeral: str) -> str:
        return numerals.cardinal(str(value(numeral.upper())))

    def two(match: re.Match[str]) -> str:
        first, mark, second = match[2], match[3], match[4]
        between = " to " if mark.strip() in "-–—" else " " if mark == "/" else mark
        return f"{match[1]}{cardinal(first)}{between}{cardinal(second)}"

    def lettered(match: re.Match[str]) -> str:
        letter = "A." if match[3] == "A" else match[3]
        return f"{match[1]}{cardinal(match[2])} {letter}"

    def year(match: re.Match[str]) -> str:
        return numerals.year(str(value(match[0])))

    def century(match: re.Match[str]) -> str:
        return numerals.ordinal(str(value(match[1])))

    def centuries(match: re.Match[str]) -> str:
        return f"{numerals.ordinal(str(value(match[1])))} to {numerals.ordinal(str(value(match[2])))}"

    def in_list(match: re.Match[str]) -> str | None:
        numeral = match[1]
        if numeral in ("v", "x", "i") and not re.search(
            r"\(ii\)|\(iii\)|\(iv\)|\(ix\)", match.string[max(0, match.start() - 400) :][:800]
        ):
            return None  # a variable, or a letter
        return f"({numerals.cardinal(str(_PARENTHESIS[numeral]))})"

    def heading(match: re.Match[str]) -> str:
        return numerals.cardinal(str(value(match[1])))

    def from_to(match: re.Match[str]) -> str | None:
        is_range = value(match[1]) < value(match[2]) and len(match[2]) > 1
        return f"{cardinal(match[1])} to {cardinal(match[2])}" if is_range else None

    def alone(match: re.Match[str]) -> str | None:
        return None if before(match).endswith("&") else cardinal(match[0])

    plural = rf"(?:{_NUMBERED}|{_NUMBERED_LOWER})s?"
    mark = r"(\s?[-–—]\s?|/|\sand\s|,\s|\sor\s|\sto\s)"
    return (
        rule(rf"\b({_MONARCHS})\s({_REGNAL})\s(and|or|&)\s({_REGNAL})(?<!\sI)(?![\w-])", monarchs,
             name="Roman numerals of rulers"),
        rule(r"(?<![\w.])(I{1,3}|I?V|V?I)\.(i{1,3}|i?v|vi{1,3}|i?x)(?:\.([0-9]{1,3}))?(?![\w])", place_in_play,
             name="place in a play"),
        rule(r"\b((?:Stage|Division|Phase|Type|Class|Group|Grade|Level|stage|phase|type)\s)(I{1,3}|"
             r"IV)-?(?!(?<=\sI)d)([A-Da-d])(?![\w-])",
             lambda match: f"{match[1]}{cardinal(match[2])} {'A.' if match[3] in 'aA' else match[3].upper()}",
             name="Roman numeral"),
        rule(rf"(?<!\w)(?:Mk|MK)\.?\s({NUMERAL})(?![\w'-])", lambda match: f"mark {cardinal(match[1])}",
             name="Roman numeral"),
        rule(rf"(?<=[a-z])\sthe\s({_REGNAL})(?<!\s[IVX])(?![\w-])",
             lambda match: f" the {numerals.ordinal(str(value(match[1])))}", name="Roman numeral of a ruler"),
        rule(rf"\b({_MONARCHS})\s(i{{2,3}}|iv|vi{{1,3}}|ix|xi{{1,3}}|xiv|xvi{{0,3}})(?![\w-])",
             lambda match: f"{match[1]} the {numerals.ordinal(str(value(match[2].upper())))}",
             name="Roman numeral of a ruler"),
        rule(rf"\b((?i:{by_first_letter(_MONARCHS.split('|'))}))\s({_REGNAL})(?<!\sI)(?![\w-]|"
             rf"\.\s[A-Z])", monarch, name="Roman numeral of a ruler"),
        rule(rf"\b({_MONARCHS})\s(I)(?!\w){_AFTER_FIRST}", monarch, name="Roman numeral of a ruler"),
        rule(rf"\b({_ROYAL}\s(?:[A-Z]\w{{1,20}}\s){{0,2}}[A-Z]\w{{1,20}})\s({_REGNAL})(?![\w-])", monarch,
             name="Roman numeral of a ruler"),
        rule(rf"\b((?:{_GIVEN_NAMES})\s(?:(?:[A-Z]\.|[A-Z][a-z]{{1,15}})\s){{0,2}}[A-Z][a-z]{{1,20}}),?\s(II|"
             rf"III|IV|VI?)(?![\w'-])",
             monarch, name="Roman numeral of a name"),
        rule(r"\b((?:Super Bowl|WrestleMania)\s)(L|C)(?![\w'-])", numbered, name="Roman numeral"),
        rule(rf"\b({plural}\s)({IN_CONTEXT}){mark}({IN_CONTEXT})(?![\w'-])", two, name="Roman numerals"),
        rule(rf"\b({plural}\s)({LOWER_NUMERAL}){mark}({LOWER_NUMERAL})(?![\w'-])", two, name="Roman numerals"),
        rule(rf"\b((?:{_NUMBERED})\s)({IN_CONTEXT})\.([A-H])(?![\w.])", lettered, name="Roman numeral"),
        rule(rf"\b((?:{_NUMBERED})\s)({IN_CONTEXT}|{LOWER_NUMERAL})(?![\w'-])", numbered, name="Roman numeral"),
        rule(rf"\b((?i:{_NUMBERED_LOWER})\s)({IN_CONTEXT})(?<!\sI)(?![\w'-])", numbered, name="Roman numeral"),
        rule(r"\b((?:chapter|section|part|volume|book|act|scene|article|phase|stage|type|table|"
             r"figure)\s)(I)(?=[.,;:)]|\Z)",
             numbered, name="Roman numeral"),
        rule(rf"\b((?:{_NUMBERED_LOWER})\s)({LOWER_NUMERAL})(?![\w'-])", numbered, name="Roman numeral"),
        rule(r"\b(WW\s?)(I{1,3})(?!\w)", lambda match: f"World War {cardinal(match[2])}", name="Roman numeral"),
        rule(rf"(?<![\w.])(?=MCM|MD|MM)(?=[MDCLXVI]{{4}}){NUMERAL}(?![\w.])", year, name="year in Roman numerals"),
        rule(rf"(?<![\w.])({NUMERAL})\s?[-–—]\s?({NUMERAL})(?=\s[Cc]entur)", centuries, name="centuries"),
        rule(rf"(?<![\w.])({_REGNAL})(?:th|st|nd|rd)?(?=\s(?:[Cc]entur(?:y|ies)|Olympiads?|Olympic|Winter|"
             rf"Summer|Legion|[Cc]ongress|Dynasty|"
             rf"[Dd]ynasty|Corps)\b)", century,
             name="century"),
        rule(r"\((i{1,3}|i?v|vi{1,3}|i?x)\)(?!\()", in_list, name="number in a list"),
        rule(rf"\A({_SEVERAL}|V|X)(?=\.\s[A-Z])", heading, name="number of a heading"),
        rule(rf"\b([A-Z][a-z]{{2,20}}\s)({_SEVERAL})(?!\w)(?<!\sIV)(?<!\sX)(?<!\sXX)(?<!\sXXX)", numbered,
             name="Roman numeral"),
        rule(rf"(?<![\w.&'-])({_REGNAL})\s?[-–]\s?({_REGNAL})(?![\w&'-])", from_to, name="Roman numerals"),
        rule(rf"(?<![\w.&'-]){_UNMISTAKABLE}(?![\w&'])", alone, name="Roman numeral"),
    )  # fmt: skip


def value(numeral: str) -> int:
    """The number of a Roman numeral in capitals."""
    total = 0
    for here, following in zip(numeral, numeral[1:] + "I", strict=True):
        number = _VALUES[here]
        total += -number if number < _VALUES[following] else number
    return total
