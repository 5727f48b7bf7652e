"""Postal addresses -> words: "123 N. Main St., Apt. 4B", "350 5th Ave", "1600 Pennsylvania Ave NW", "PO Box 1234"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.grammar import Abbreviations, keys
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, alternatives, full_stop, rule, word_before

_SHORT_STREETS = {
    "St": "street", "Str": "street", "Dr": "drive", "Ave": "avenue", "Av": "avenue", "Blvd": "boulevard",
    "Bvd": "boulevard", "Rd": "road", "Ln": "lane", "Ct": "court", "Pl": "place", "Sq": "square", "Hwy": "highway",
    "Pkwy": "parkway", "Pky": "parkway", "Ter": "terrace", "Terr": "terrace", "Expy": "expressway",
    "Expwy": "expressway", "Fwy": "freeway", "Cir": "circle", "Trl": "trail", "Tr": "trail", "Plz": "plaza",
    "Tpke": "turnpike", "Tpk": "turnpike", "Aly": "alley", "Byp": "bypass", "Cres": "crescent", "Gdns": "gardens",
    "Gr": "grove", "Grv": "grove", "Hts": "heights", "Xing": "crossing", "Pt": "point", "Ctr": "center", "Rte": "route",
    "Brg": "bridge", "Cswy": "causeway", "Aves": "avenues", "Sts": "streets", "Rds": "roads",
}  # fmt: skip
_LONG_STREETS = (
    "Street|Drive|Avenue|Boulevard|Road|Lane|Court|Place|Square|Highway|Parkway|Terrace|Way|Expressway|Freeway|Circle|"
    "Trail|Plaza|Turnpike|Alley|Crescent|Gardens|Grove|Mews|Close|Row|Broadway|Walk|Crossing|Loop|Hill|Path"
)
# Nothing but a kind of street, so that no house number is needed.
_CERTAIN_STREETS = "Ave|Blvd|Rd|Ln|Pkwy|Expy|Expwy|Fwy|Tpke|Cres|Plz|Trl|Gdns|Cswy"
_DIRECTIONS = {
    "N": "north", "S": "south", "E": "east", "W": "west", "NE": "northeast", "NW": "northwest", "SE": "southeast",
    "SW": "southwest",
}  # fmt: skip
_DIRECTION = r"(?:[NS]\.?[EW]\.?|[NSEW]\.?)"
_ORDINAL = r"[0-9]{1,3}(?i:st|nd|rd|th)"
_NAME = rf"(?:{_ORDINAL}|[A-Z][\w'-]{{1,20}}\.?|[A-Z]|(?:de|del|la|las|los|of|the|el)(?=\s))"
_SHORT = rf"(?:{alternatives(_SHORT_STREETS)})"
_STREET = rf"(?P<street>(?:{_SHORT}(?![\w'-])\.?|(?:{_LONG_STREETS})(?![\w'-])))"
_AFTER = rf"(?:,?\s(?P<after>{_DIRECTION})(?![\w'.]))?"
_INSIDE = {"Pk": "park", "St": "saint", "Mt": "mount", "Ft": "fort", "Dr": "doctor", "MLK": "M.L.K", "JFK": "J.F.K"}

_UNITS = {
    "Apt": "apartment", "Apts": "apartments", "Ste": "suite", "Bldg": "building", "Fl": "floor", "Flr": "floor",
    "Rm": "room", "Dept": "department",
}  # fmt: skip
_LONG_UNITS = "Suite|Unit|Room|Floor|Apartment|Building|Flat|Lot|Penthouse|Studio|Hangar|Bay|Pier|Dorm"

WITH_FULL_STOPS = Abbreviations(
    before_number=frozenset({"apt", "ste", "bldg", "fl", "flr", "rm", "rte", "rt", "hwy"}),
    often_last=keys(_SHORT_STREETS) | {"pk"},
)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def house(written: str) -> str:
        digits, _, until = written.strip().rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef").replace("–", "-").partition("-")
        letter = written.strip()[-1:]
        words = numerals.label(digits)
        if until:
            close = "–" in written or (len(until) == len(digits) and 0 < int(until) - int(digits) < 40)
            words += f"{' to' if close else ''} {numerals.label(until)}"
        return f"{words} {spelling.letters(letter)}" if letter.isalpha() else words

    def name(word: str) -> str:
        plain = word.rstrip(".")
        if plain[0].isdigit():
            return numerals.ordinal(plain[:-2])
        if plain in _INSIDE:
            return _INSIDE[plain]
        return spelling.letters(plain) if len(plain) == 1 else word

    def street(match: re.Match[str]) -> str:
        parts = [house(match["house"])] if match["house"] else []
        parts += [_direction(match["before"])] if match["before"] else []
        parts += [name(word) for word in match["name"].split()]
        kind = match["street"]
        parts.append(_SHORT_STREETS.get(kind.rstrip("."), kind))
        parts += [_direction(match["after"])] if match["after"] else []
        ends = match[0].endswith(".") and re.match(r"\s[A-Z][a-z]{2,15}(?:\s[a-z]{2,12})?:", after(match))
        return " ".join(parts) + ("." if ends else full_stop(match))

    def street_without_house(match: re.Match[str]) -> str | None:
        ordinal = match["name"][0].isdigit()
        if not ordinal and not match["before"] and not match["after"]:
            return None
        return street(match)

    def unit(match: re.Match[str]) -> str | None:
        written, number = match["unit"], match["number"]
        if "." in number and written.capitalize() not in ("Rm", "Room"):
            return None
        if written in ("Fl", "Bay", "Unit", "Lot", "Floor", "Pier") and number.isalpha():
            return None
        word = _UNITS.get(written.capitalize(), written)
        return f"{word} {mixed(number)}"

    def mixed(number: str) -> str:
        runs = re.findall(r"[0-9]+|[A-Za-z]+", number)
        if "." in number:
            return numerals.number(number)
        return " ".join(numerals.label(run) if run.isdigit() else spelling.letters(run) for run in runs)

    def box(match: re.Match[str]) -> str:
        return f"P.O {match[1]} {numerals.label(match[2])}"

    def floor(match: re.Match[str]) -> str:
        return f"{numerals.ordinal(match[1])} floor{full_stop(match)}"

    def numbered(match: re.Match[str]) -> str:
        return f"number {mixed(match[1])}"

    def avenue_of(match: re.Match[str]) -> str:
        kind = match[2].rstrip(".")
        return f"{house(match[1])} {_SHORT_STREETS.get(kind, kind)}"

    def in_small_letters(match: re.Match[str]) -> str:
        direction = f"{_direction(match[2].upper())} " if match[2] else ""
        name = numerals.ordinal(match[3][:-2]) if match[3][0].isdigit() else match[3]
        return f"{house(match[1])} {direction}{name} {_SHORT_STREETS[match[4].capitalize()]}{full_stop(match)}"

    names = rf"(?P<name>{_NAME}(?:\s{_NAME}){{0,3}}?)"
    before = rf"(?:(?P<before>{_DIRECTION})\s)?"
    return (
        rule(
            r"(?<![\w.,$£€#/-])([0-9]{1,5})\s(Avenue|Ave\.?|Boulevard|Blvd\.?|Rue|Via|Calle|Place|"
            r"Plaza)(?=\s(?:of|de|del|la|las|los|du|des)\s)",
            avenue_of,
            name="address",
        ),
        rule(
            rf"(?<![\w.,$£€#/-])(?P<house>[0-9]{{1,5}}(?:[-–][0-9]{{1,4}})?[A-Za-z]?\s){before}{names}\s{_STREET}{_AFTER}",
            street,
            name="address",
        ),
        rule(
            rf"(?<![\w.,$£€#/-])([0-9]{{2,5}})\s(?:([nsew]|[ns][ew])\.?\s)?([a-z]{{3,15}}|{_ORDINAL})\s"
            r"(st|ave|rd|blvd|ln|pkwy)(?![\w'-])\.?",
            in_small_letters,
            name="address",
        ),
        rule(
            r"(?<![\w.,$£€#/-])([0-9]{2,5})\s([NS]\.?[EW]\.?|[NSEW]\.)(?=\s[A-Z][a-z])",
            lambda match: f"{house(match[1])} {_direction(match[2])}",
            name="address",
        ),
        rule(
            rf"(?<![\w.,$£€#/-])(?P<house>){before}(?P<name>{_ORDINAL}|[A-Z][a-z'-]{{1,20}}(?:\s[A-Z][a-z'-]{{1,20}})?)"
            rf"\s(?P<street>(?:{_SHORT})(?![\w'-])\.?){_AFTER}",
            street_without_house,
            name="street",
        ),
        rule(
            rf"(?<![\w.-])(?P<unit>(?i:{'|'.join(_UNITS)})(?=[.\s])|{_LONG_UNITS}|suite|unit|room|"
            rf"flat)\.?\s(?:#|No\.\s?)?"
            r"(?P<number>[A-Z]?-?[0-9]{1,5}(?:\.[0-9]{1,3}|[A-Za-z]|-[A-Z]|(?<=\s[0-9])-[0-9]{2,4})?|[A-Z])(?![\w-]|[.,][0-9])",
            unit,
            name="part of an address",
        ),
        rule(r"(?<![\w.])P\.?\s?O\.?\s(Box|BOX|box)\s([0-9]{1,6})(?![\w,.-][0-9]|\w)", box, name="post office box"),
        rule(r"(?<![\w.,])([0-9]{1,3})(?:st|nd|rd|th)(?:\sFl(?:r)?\b\.?|[\s-]flr?\b\.?)", floor, name="floor"),
        rule(r"(?<![\w#&])#([0-9]{1,5}[A-Z])(?!\w)", numbered, name="part of an address"),
    )


def word_rules() -> tuple[Rule, ...]:
    """Rules for streets without a number."""
    return (
        rule(
            rf"(?<=[a-z.]\s)(?:{_CERTAIN_STREETS})(?![\w'-])\.?",
            _street_alone,
            name="street",
        ),
    )


def _street_alone(match: re.Match[str]) -> str | None:
    if not word_before(match)[:1].isupper():
        return None
    ends = match[0].endswith(".") and re.match(r"\s[A-Z][a-z]{1,15}\s[a-z]", after(match))
    return _SHORT_STREETS[match[0].rstrip(".")] + ("." if ends else full_stop(match))


def _direction(written: str) -> str:
    return _DIRECTIONS[written.replace(".", "")]
