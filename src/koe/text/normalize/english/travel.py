"""Routes between airports and junctions of motorways -> words: "JFK–LHR", "STN > DUB", "M25 J10–12"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, before, rule, surroundings, words

# A route has at least one of these.
_AIRPORTS = words(
    "ABQ ACE ADL AGP AKL ALC AMS ANC ARN ATH ATL AUH AUS BCN BDL BFS BHD BHX BKK BLR BNA BNE BOM BOS BRS BRU BUD BUF "
    "BWI CAI CDG CGK CHS CLE CLT CPH CVG CWL DAL DCA DEL DEN DFW DOH DTW DUB DUS DXB EDI EWR EZE FAO FCO FLL FRA GIG "
    "GLA GRU GVA HAM HEL HKG HND HNL HOU IAD IAH ICN IST JAX JFK JNB KEF KIX KUL LAS LAX LBA LCA LCY LGA LGB LGW LHR "
    "LIM LIN LIS LPL LTN MAD MAN MCI MCO MDW MEL MEX MIA MKE MLA MNL MSP MSY MUC MXP NAP NCE NCL NRT OAK OMA ONT ORD "
    "ORY OSL PDX PEK PER PHL PHX PIT PMI PRG PVG RDU RIC RSW SAN SAT SAV SEA SFO SIN SJC SJU SLC SMF SNA SNN STL STN "
    "SVO SYD TFS TLV TPA TPE TUS VCE VIE WAW YUL YVR YYC YYZ ZRH"
)
_BOUND = {"n": "northbound", "s": "southbound", "e": "eastbound", "w": "westbound"}
_RUNWAYS = {"L": "left", "R": "right", "C": "center"}
_ROAD = re.compile(r"(?<!\w)[AM][0-9]{1,4}(?:\(M\))?\b[^.!?]{0,40}\Z")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def route(match: re.Match[str]) -> str | None:
        stops = re.findall(r"[A-Z]{3}", match[0])
        if _AIRPORTS.isdisjoint(stops):
            return None
        return " to ".join(map(spelling.letters, stops))

    def junction(match: re.Match[str]) -> str | None:
        if not _ROAD.search(before(match)):
            return None
        until = f" to {_number(match['until'])}" if match["until"] else ""
        return f"junction{'s' if until else ''} {_number(match['first'])}{until}"

    def _number(text: str) -> str:
        digits = re.match(r"[0-9]+", text)
        number = numerals.cardinal(digits[0]) if digits else text
        return f"{number} {spelling.letters(text[-1])}" if text[-1].isalpha() else number

    def bound(match: re.Match[str]) -> str | None:
        return _BOUND[match[1].lower()] if _ROAD.search(before(match)) else None

    def stop(match: re.Match[str]) -> str | None:
        """An airport beside a time, if the text has a second one."""
        others = set(re.findall(r"(?<![\w.-])[A-Z]{3}(?![\w-])", surroundings(match))) & _AIRPORTS - {match[1]}
        return spelling.letters(match[1]) if match[1] in _AIRPORTS and others else None

    def level(match: re.Match[str]) -> str:
        return f"flight level {numerals.digits(match[1])}"

    def runway(match: re.Match[str]) -> str:
        letter = f" {_RUNWAYS[match[2]]}" if match[2] else ""
        return f"runway {numerals.digits(match[1])}{letter}"

    def station(match: re.Match[str]) -> str | None:
        return spelling.letters(match[0]) if match[0][1:] in _AIRPORTS else None

    number = r"[0-9]{1,2}[aA]?"
    return (
        rule(r"(?<!\w)FL\s?([0-9]{3})(?!\w)", level, name="flight level"),
        rule(r"(?<!\w)(?:RWY|Rwy|rwy)\.?\s?([0-9]{2})([LRC])?(?!\w)", runway, name="runway"),
        rule(r"(?<!\w)K[A-Z]{3}(?!\w)", station, name="airport"),
        rule(
            r"(?<![\w.,/])([0-9]{1,2})\s?SM(?!\w)",
            lambda match: f"{numerals.cardinal(match[1])} statute mile{'s' * (match[1] != '1')}",
            name="visibility",
        ),
        rule(r"(?<![\w/])([nsewNSEW])/[bB](?![\w/])", bound, name="direction"),
        rule(r"(?<![\w.-])[A-Z]{3}(?:\s?[-–—→>/✈]\s?[A-Z]{3}){1,4}(?![\w-])", route, name="route"),
        rule(r"(?<![\w.-])([A-Z]{3})(?=\s[0-9]{1,2}:[0-9]{2})", stop, name="airport"),
        rule(
            rf"(?<![\w.-])J(?:ct)?\s?(?P<first>{number})(?:\s?(?:[-–—]|to)\s?J?(?P<until>{number}))?(?![\w-])",
            junction,
            name="junction",
        ),
    )
