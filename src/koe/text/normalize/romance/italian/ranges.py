"""The two ends of an Italian range -> "da dieci a venti", "dalle nove alle diciotto", "tre a zero"."""

from __future__ import annotations

import re

from koe.text.normalize.expressions import Expression
from koe.text.normalize.romance.grammar import is_no_range
from koe.text.normalize.rule import words

_CONTEXT_CHARACTERS = 60
_LAST_WORD = re.compile(r"([^\W\d_]{1,40}['.]?)[\s«\"“]{0,2}\Z")
_NEXT_NOUN = re.compile(r"\s(?P<noun>[^\W\d_]{3,40})")
_YEAR = re.compile(r"[12][0-9]{3}")
_SHORT_YEAR = re.compile(r"'?[0-9]{2}")
_SMALL = re.compile(r"[0-9]{1,3}")
_HOUR = re.compile(r"[01]?[0-9]|2[0-4]")
_BETWEEN = words("tra fra")
_FROM = words("da dal dalla dalle dall' dai dagli")
# After these, the ends only stand side by side: "entro dieci quindici giorni".
_SIDE_BY_SIDE = words(
    """in entro per ogni dopo con circa di a ad del dello dell' della dei degli delle nel nello nell' nella nei negli
    nelle al allo all' alla ai agli alle sul sullo sull' sulla sui sugli sulle su il lo l' la i gli le un questi
    quei primi ultimi prossimi prossime almeno quasi oltre ore ora h h. anni stagione stagioni triennio biennio
    quinquennio quadriennio decennio campionato scolastico accademico edizione esercizio bilancio periodo guerra
    fascia serie ca. annata inverno sono altri"""
)
_HOURS_FOLLOW = re.compile(
    r"(?<![a-z])(?:orari\w{0,2}|apert\w{1,5}|chius\w{1,4}|lavoro|ufficio|sportell\w|reception|lunedì|martedì|mercoledì|giovedì|venerdì"
    r"|sabato|domenica|festivi|feriali|giorni|mattin\w|pomeriggio|lun|mar|mer|gio|ven|sab|dom)\.?[\s,:;0-9/–-]{0,40}\Z",
    re.IGNORECASE,
)
_SCORE = re.compile(
    r"\b(?:vin[ct]\w{0,6}|batt\w{1,6}|pareggi\w{0,4}|fini\w{1,5}|termina\w{0,3}|risultat\w|punteggio|gol|sconfi\w{1,6}|perd\w{1,4}"
    r"|perso|vittoria|super\w{1,4}|partita|set|pieg\w{1,3}|travol\w{1,5}|espugn\w{1,3}|impon\w{1,4}|chiu\w{2,5}|successo|derby)\b"
    r"|\b[A-Z]\w{2,20}\s?[-–]\s?[A-Z]\w{2,20}:?,?\s\Z"
)
# "Boeing 737-800"
_MODEL = re.compile(r"\b[A-Z][a-z]{2,20}\s\Z")
# The points of other sets: "6-4, 3-6, 7-6 (4)".
_PAIR = r"(?P<first>[0-9]{1,3})[-–](?P<last>[0-9]{1,3})(?:\s?\([0-9-]{1,5}\))?"
_SET_BEFORE = re.compile(_PAIR + r"[,;/]?\s(?:e\s)?\Z")
_SET_AFTER = re.compile(r"(?:\s?\([0-9-]{1,5}\))?[,;/]?\s(?:e\s)?" + _PAIR)
_VOWELS = "aeiou"


def joined(text: str, left: Expression, right: Expression) -> str:
    """The words of a range in `text`."""
    same_unit = left.said.unit and left.said.unit == right.said.unit
    first, last = left.said.bare if same_unit else left.said.words, right.said.words
    written, second = text[left.start : left.stop], text[right.start : right.stop]
    before = text[max(0, left.start - _CONTEXT_CHARACTERS) : left.start]
    found = _LAST_WORD.search(before)
    word = found[1].lower() if found else ""
    if is_no_range(text, left, right):
        return f"{left.said.words}, {last}"
    are_hours = _HOURS_FOLLOW.search(before) is not None and _are_hours(written, second)
    if not are_hours and _is_score(written, second, before, text[right.stop : right.stop + _CONTEXT_CHARACTERS]):
        return f"{first} a {last}"
    noun = _NEXT_NOUN.match(text, right.stop)
    if written == "1" and noun and noun["noun"].endswith("e") and right.name == "number":
        first = "una"
    if right.name == "post code":
        return first + text[left.stop : right.start] + last
    if right.name == "Roman numeral":
        return f"{first} {last}"
    if word in _BETWEEN:
        return f"{first} e {last}"
    if word in _FROM:
        return f"{first} {_to(word)} {last}" if word in ("da", "dalle") else f"{first} {with_article('a', last)}"
    if _MODEL.search(before) and len(written) == 3 == len(second):
        return f"{first} {last}"
    if word in _SIDE_BY_SIDE or _are_one_season(written, second):
        return f"{first} {'o ' if _are_neighbours(written, second) else ''}{last}"
    if (
        right.name == "number"
        and noun
        and noun["noun"][0].islower()
        and not are_hours
        and _are_neighbours(written, second)
    ):
        return f"{first} o {last}"
    if right.kind == "times" or are_hours:
        return f"{hour_with_article('da', first)} {hour_with_article('a', last)}"
    if right.kind == "dates":
        first = "primo" if written == "1" else first
        return f"{with_article('da', first)} {with_article('a', last)}"
    if right.name in ("percentage", "year") or (_YEAR.fullmatch(written) and _YEAR.fullmatch(second)):
        return f"{with_article('da', first)} {with_article('a', last)}"
    return f"da {first} a {last}"


def _is_score(first: str, last: str, before: str, after: str) -> bool:
    """Whether two numbers are the points of two sides: words of sport, or an order that no range has."""
    if not (_SMALL.fullmatch(first) and _SMALL.fullmatch(last)):
        return False
    if _SCORE.search(before):
        return not _NEXT_NOUN.match(after) or int(first) >= int(last) or len(first + last) == 2
    if int(first) >= int(last) or (first == "0" and not _NEXT_NOUN.match(after)):
        return True
    others = (_SET_BEFORE.search(before), _SET_AFTER.match(after))
    return any(other is not None and int(other["first"]) > int(other["last"]) for other in others)


def _are_neighbours(first: str, last: str) -> bool:
    lower, upper = _SMALL.match(first), _SMALL.match(last)
    if lower is None or upper is None or re.search(r"[.,]", first + last):
        return False
    return int(lower[0]) + 1 == int(upper[0]) <= 10


def _are_one_season(first: str, last: str) -> bool:
    if not _YEAR.fullmatch(first):
        return False
    return bool(_SHORT_YEAR.fullmatch(last)) or (_YEAR.fullmatch(last) is not None and int(first) + 1 == int(last))


def _are_hours(first: str, last: str) -> bool:
    return bool(_HOUR.fullmatch(first) and _HOUR.fullmatch(last))


def _to(word: str) -> str:
    return "alle" if word == "dalle" else "a"


def with_article(preposition: str, words: str) -> str:
    """ "da" or "a" with the article of a number."""
    return f"{preposition}ll'{words}" if words[:1] in _VOWELS else f"{preposition}l {words}"


def hour_with_article(preposition: str, words: str) -> str:
    """ "da" or "a" with the article of an hour."""
    return f"{preposition}ll'{words}" if words.split(" ", 1)[0] == "una" else f"{preposition}lle {words}"
