"""Chapters and verses -> words: "Ps. 23:1–6", "1 Cor. 13:4-7", "Jn 3:16". They look like times of day."""

from __future__ import annotations

import re

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule

_LONG = (
    "Genesis|Exodus|Leviticus|Numbers|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Ezra|Nehemiah|Esther|Job|"
    "Psalms?|Proverbs|Ecclesiastes|Song of Solomon|Song of Songs|Isaiah|Jeremiah|Lamentations|Ezekiel|Daniel|Hosea|"
    "Joel|Amos|Obadiah|Jonah|Micah|Nahum|Habakkuk|Zephaniah|Haggai|Zechariah|Malachi|Tobit|Judith|Wisdom|Sirach|"
    "Baruch|Maccabees|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|Ephesians|Philippians|Colossians|"
    "Thessalonians|Timothy|Titus|Philemon|Hebrews|James|Peter|Jude|Revelation|Nephi|Alma|Mosiah|Surah?|Quran|Qur'an|"
    "Koran"
)
_SHORT = {
    "Gen": "Genesis", "Gn": "Genesis", "Ex": "Exodus", "Exod": "Exodus", "Lev": "Leviticus", "Num": "Numbers",
    "Deut": "Deuteronomy", "Dt": "Deuteronomy", "Josh": "Joshua", "Judg": "Judges", "Sam": "Samuel", "Kgs": "Kings",
    "Chr": "Chronicles", "Chron": "Chronicles", "Neh": "Nehemiah", "Esth": "Esther", "Ps": "Psalm", "Pss": "Psalms",
    "Prov": "Proverbs", "Prv": "Proverbs", "Eccl": "Ecclesiastes", "Eccles": "Ecclesiastes", "Isa": "Isaiah",
    "Jer": "Jeremiah", "Lam": "Lamentations", "Ezek": "Ezekiel", "Dan": "Daniel", "Hos": "Hosea",
    "Mic": "Micah", "Hab": "Habakkuk", "Zeph": "Zephaniah", "Hag": "Haggai", "Zech": "Zechariah", "Mal": "Malachi",
    "Is": "Isaiah", "Matt": "Matthew", "Mt": "Matthew", "Mk": "Mark", "Lk": "Luke", "Jn": "John", "Rom": "Romans",
    "Cor": "Corinthians", "Gal": "Galatians", "Eph": "Ephesians", "Phil": "Philippians", "Col": "Colossians",
    "Thess": "Thessalonians", "Thes": "Thessalonians", "Tim": "Timothy", "Tit": "Titus", "Heb": "Hebrews",
    "Jas": "James", "Pet": "Peter", "Pt": "Peter", "Rev": "Revelation", "Rv": "Revelation",
}  # fmt: skip
# Not also a title, a name or a unit: a chapter alone may follow.
_CERTAIN = "Gen|Ps|Pss|Deut|Exod|Lev|Prov|Eccl|Isa|Jer|Ezek|Matt|Rom|Cor|Gal|Eph|Thess|Heb|Rev|Jn|Lk|Zech"
_NUMBERED = (
    "Samuel|Sam|Kings|Kgs|Chronicles|Chron|Chr|Corinthians|Cor|Thessalonians|Thess|Timothy|Tim|Peter|Pt|"
    "Pet|John|Jn|Maccabees|Nephi"
)
_ALSO_NAMES = frozenset({"Dan", "Sam", "Tim", "Phil", "Pet", "Jon", "Ex", "Col", "Tit"})
_HALF_AHEAD = re.compile(r"\s?[ap]\.?m|\s?(?:noon|o'clock)", re.IGNORECASE)
_ORDINALS = {"1": "First", "2": "Second", "3": "Third", "4": "Fourth", "I": "First", "II": "Second", "III": "Third"}
_BOOK = rf"(?:(?P<number>[1-4]|I{{1,3}})\s(?=(?:{_NUMBERED})\b))?(?P<book>{_LONG}|{alternatives(_SHORT)})"
_VERSES = r"(?P<chapter>[0-9]{1,3}):(?P<verse>[0-9]{1,3})[ab]?"
_VERSES += r"(?:\s?[-–—]\s?(?:(?P<until_chapter>[0-9]{1,3}):)?(?P<until>[0-9]{1,3})[ab]?)?"
_VERSE_BEHIND = re.compile(rf"(?:{_LONG}|{alternatives(_SHORT)})\.?\s[0-9:;, –-]{{3,30}}\Z")

WITH_FULL_STOPS = Abbreviations(before_number=frozenset(short.casefold() for short in _SHORT))


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def book(match: re.Match[str]) -> str:
        number = f"{_ORDINALS[match['number']]} " if match["number"] else ""
        return number + _SHORT.get(match["book"], match["book"])

    def verses(match: re.Match[str]) -> str | None:
        if match["verse"] == "00" or _HALF_AHEAD.match(after(match)):
            return None  # "Mark 10:30 p.m."
        if match["book"] == "Is" and not match["until"]:
            return None  # "Is 5:30 ok?"
        if match["book"] in _ALSO_NAMES and not match["number"] and match["stop"] is None:
            return None
        chapter, verse, until = (
            numerals.cardinal(match[part]) if match[part] else "" for part in ("chapter", "verse", "until")
        )
        if match["following"]:
            return f"{book(match)} {chapter}, verse {verse} and following{full_stop(match)}"
        if match["until_chapter"]:
            return f"{book(match)} {chapter} {verse} to {numerals.cardinal(match['until_chapter'])} {until}"
        if until:
            return f"{book(match)} {chapter}, verses {verse} to {until}"
        unclear = (chapter.endswith(("ty", "hundred")) and int(match["verse"]) < 10) or int(match["verse"]) > 99
        return f"{book(match)} {chapter}{', verse ' if unclear else ' '}{verse}"

    def chapter(match: re.Match[str]) -> str:
        return f"{book(match)} {numerals.cardinal(match['chapter'])}"

    def further(match: re.Match[str]) -> str | None:
        if not _VERSE_BEHIND.search(before(match)):
            return None
        until = f" to {numerals.cardinal(match[3])}" if match[3] else ""
        return f"{numerals.cardinal(match[1])} {numerals.cardinal(match[2])}{until}"

    def long_verse(match: re.Match[str]) -> str | None:
        return f"{numerals.cardinal(match[1])}, verse {numerals.cardinal(match[2])}" if int(match[2]) > 59 else None

    return (
        # A book whose pronunciation a lexicon gives is a mask here.
        rule(r"(?<=omi )([0-9]{1,3}):([0-9]{2,3})(?![\w:])", long_verse, name="scripture"),
        rule(
            rf"(?<![\w.:]){_BOOK}(?![\w'])(?P<stop>\.)?\s{_VERSES}(?P<following>ff?\b\.?)?(?![\w:])",
            verses,
            name="scripture",
        ),
        rule(
            rf"(?<![\w.:])(?P<number>[1-4]|"
            rf"I{{1,3}})\s(?P<book>{_NUMBERED})(?![\w'])\.?\s(?P<chapter>[0-9]{{1,3}})(?![\w:]|[.,][0-9])",
            chapter,
            name="scripture",
        ),
        rule(
            rf"(?<![\w.:])(?P<number>)(?P<book>{_CERTAIN})\.\s(?P<chapter>[0-9]{{1,3}})(?![\w:]|[.,][0-9])",
            chapter,
            name="scripture",
        ),
        rule(
            r"(?<=[0-9][,;]\s)([0-9]{1,3}):([0-9]{1,3})(?:[-–]([0-9]{1,3}))?(?![\w:])",
            further,
            name="scripture",
        ),
    )
