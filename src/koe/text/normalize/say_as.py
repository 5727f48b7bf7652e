"""A text and what it is said to be -> words: SSML's <say-as>.

What the rules read in that way anyhow, they read here too, but on its own: nothing around it can mislead them. None
means that it cannot be read so, or that the language has no words for it: then it is read like any other text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType

import regex  # type: ignore[import-untyped]  # for grapheme clusters

from koe.text.language import normalize_language
from koe.text.normalize import normalize, spelling
from koe.text.normalize.dates import MONTHS
from koe.text.normalize.numerals import SIGNED, EnglishNumerals, Numerals
from koe.text.normalize.romance_words import SPEECH
from koe.text.traced import Traced

DATE_FORMATS = ("mdy", "dmy", "ymd", "md", "dm", "ym", "my", "y", "m", "d", "yyyymmdd")

# Longer ones are no numbers, dates or prices, and would only take time.
_LONGEST_CHARACTERS = 200

_UNREAD = re.compile(r"[0-9$£€¥:/\"]")
_DIGITS = re.compile(r"[0-9]+")
_NUMBER = re.compile(SIGNED)
_WHOLE = re.compile(r"(?P<minus>[-−])?(?P<digits>[0-9]{1,36})")
_ORDINAL = re.compile(r"(?P<digits>[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})(?:st|nd|rd|th)?")
_FRACTION = re.compile(r"(?:(?P<whole>[0-9]{1,9})[ +-])?(?P<top>[0-9]{1,9})\s?[/⁄]\s?(?P<bottom>[0-9]{1,9})")
_DENOMINATORS = {2: ("half", "halves"), 4: ("quarter", "quarters")}
_AND = {"en-us": "and", "en-gb": "and", "es": "y", "fr": "et", "it": "e", "pt-br": "e"}
_OVER = {"es": "sobre", "fr": "sur", "it": "su", "pt-br": "sobre"}

_COMPACT_DATE = re.compile(r"[0-9?]{8}")
_DATE_PART = re.compile(r"[0-9]+|\?+")
_SIZES = {"y": 4, "m": 2, "d": 2}
_PLAIN_FORMATS = {"en-us": "mdy", "en-gb": "dmy"}
_DURATION = re.compile(r"""(?:(?P<minutes>[0-9]{1,3})['′]\s?)?(?P<seconds>[0-9]{1,2})(?:["″]|'')""")

_TELEPHONE_PART = re.compile(r"\+|[0-9]+|[^\W\d_]+")
_EXTENSIONS = frozenset({"x", "ext", "extension"})
_POINT_BEFORE_CENTS = re.compile(r"\.(?=[0-9]{2}(?![0-9]))")
_PLUS = {"es": "más", "fr": "plus", "it": "più", "pt-br": "mais"}
# As people group what was written in one piece, by how many digits there are.
_TELEPHONE_GROUPS = {7: (3, 4), 10: (3, 3, 4), 11: (1, 3, 3, 4)}

_RUN = regex.compile(r"[A-Za-z]+(?!\p{M})|[0-9]+|\X")
_CLUSTER = regex.compile(r"\X")
_MARKS = {
    **spelling.ADDRESS_MARKS,
    ",": "comma", ";": "semicolon", "!": "exclamation mark", "'": "apostrophe", "’": "apostrophe", '"': "quote",
    "(": "open parenthesis", ")": "close parenthesis", "<": "less than", ">": "greater than", "^": "caret",
    "|": "pipe", "{": "open brace", "}": "close brace", "`": "backtick", "£": "pound", "€": "euro",
}  # fmt: skip


def say_as(text: str, interpret_as: str, language: str, format: str = "", detail: str = "") -> str | None:  # noqa: A002
    """The words of `text`, read as one of `KINDS`."""
    text = text.strip()
    read = KINDS.get(interpret_as)
    if read is None or not text or len(text) > _LONGEST_CHARACTERS:
        return None
    words = read(text, normalize_language(language), format or detail)
    return words.strip() or None if words else None


def _numerals(language: str) -> Numerals | None:
    if language in SPEECH:
        speech = SPEECH[language]
        return Numerals(speech.lang, speech.point, speech.minus)
    return _english(language)


def _english(language: str) -> EnglishNumerals | None:
    return EnglishNumerals(british=language == "en-gb") if language.startswith("en") else None


def _alone(text: str, language: str) -> str | None:
    """As the rules read it, if they read all of it. Languages without number words here may leave digits to their
    reader."""
    words = normalize(Traced.of(text), language).text
    left = _numerals(language) and _UNREAD.search(words)
    return None if words == text or left else words


def _cardinal(text: str, language: str, _: str) -> str | None:
    """ "007" is seven here: it is said to be a number."""
    numerals = _numerals(language)
    whole = _WHOLE.fullmatch(text)
    if numerals and whole:
        words = numerals.cardinal(whole["digits"].lstrip("0") or "0")
        return f"{numerals.minus} {words}" if whole["minus"] else words
    english = _english(language)
    return english.number(text) if english and _NUMBER.fullmatch(text) else _alone(text, language)


def _ordinal(text: str, language: str, _: str) -> str | None:
    numerals = _numerals(language)
    number = _ORDINAL.fullmatch(text)
    return numerals.ordinal(number["digits"].replace(",", "")) if numerals and number else _alone(text, language)


def _digits(text: str, language: str, detail: str) -> str | None:
    """What stands between digits only sets groups apart."""
    if any(character.isalpha() for character in text):
        return _characters(text, language, detail)
    groups = _grouped("".join(_DIGITS.findall(text)), detail) or _DIGITS.findall(text)
    return ", ".join(_one_by_one(group, language) for group in groups)


def _one_by_one(digits: str, language: str) -> str:
    numerals = _numerals(language)
    return numerals.digits(digits) if numerals else " ".join(digits)


def _grouped(text: str, detail: str) -> list[str]:
    """ "3 2 4" are the sizes of the groups; nothing, if they do not fit."""
    sizes = [int(size) for size in _DIGITS.findall(detail[:_LONGEST_CHARACTERS])]
    if sum(sizes) != len(text):
        return []
    ends = [sum(sizes[:number]) for number in range(1, len(sizes) + 1)]
    return [text[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def _characters(text: str, language: str, detail: str) -> str:
    """Marks have names in English; elsewhere they are passed over."""
    groups = _grouped("".join(text.split()), detail) or text.split()
    return ", ".join(filter(None, (_spelled(group, language) for group in groups)))


def _spelled(text: str, language: str) -> str:
    english = _english(language) is not None
    spoken = []
    for run in _RUN.findall(text) if english else _CLUSTER.findall(text):
        if _DIGITS.fullmatch(run):
            spoken.append(_one_by_one(run, language))
        elif english and run[0].isascii() and run[0].isalpha():
            spoken.append(spelling.letters(run))
        elif run[0].isalnum():
            spoken.append(run.upper())
        elif english and run in _MARKS:
            spoken.append(_MARKS[run])
    return " ".join(spoken)


def _fraction(text: str, language: str, _: str) -> str | None:
    numerals, parts = _numerals(language), _FRACTION.fullmatch(text)
    if numerals is None or parts is None or int(parts["bottom"]) == 0:
        return _alone(text, language)
    whole, top, bottom = parts["whole"], int(parts["top"]), int(parts["bottom"])
    words = _part(top, bottom, language, numerals)
    return f"{numerals.cardinal(whole)} {_AND[language]} {words}" if whole else words


def _part(top: int, bottom: int, language: str, numerals: Numerals) -> str:
    if language in _OVER or bottom == 1:
        return f"{numerals.cardinal(str(top))} {_OVER.get(language, 'over')} {numerals.cardinal(str(bottom))}"
    name = numerals.ordinal(str(bottom)).removeprefix("one ")
    one, many = _DENOMINATORS.get(bottom, (name, f"{name}s"))
    return f"{numerals.cardinal(str(top))} {one if top == 1 else many}"


def _date(text: str, language: str, form: str) -> str | None:
    parts = _date_parts(text, form.replace("yyyymmdd", "ymd"), language)
    if parts is None:
        return _alone(text, language)
    day, month, year = (parts.get(letter, "") for letter in "dmy")
    if not _exists(day, month, year):
        return None
    if _numerals(language) is None:
        return _alone(f"{year}-{int(month):02}-{int(day):02}", language) if day and len(year) == 4 else None
    return _spoken_date(int(day or 0), int(month or 0), year, language)


def _date_parts(text: str, form: str, language: str) -> Mapping[str, str] | None:
    """The digits of year, month and day; of those that are unknown, "?", none."""
    if _COMPACT_DATE.fullmatch(text) and sorted(form or "ymd") == sorted(_SIZES):  # `detail` may be anything
        form = form or "ymd"
        found = _grouped(text, " ".join(str(_SIZES[letter]) for letter in form))
    elif any(character.isalpha() for character in text):
        return None
    else:
        found = _DATE_PART.findall(text)
        form = form or ("ymd" if found and len(found[0]) == 4 else _PLAIN_FORMATS.get(language, "dmy"))[: len(found)]
    if len(found) != len(form):
        return None
    return {letter: digits for letter, digits in zip(form, found, strict=True) if "?" not in digits}


def _exists(day: str, month: str, year: str) -> bool:
    if not (day or month or year) or (day and year and not month) or len(year) > 4:
        return False
    try:
        date(2000 if not day or len(year) < 3 else int(year), int(month or 1), int(day or 1))
    except (ValueError, OverflowError):  # the latter beyond 2**31
        return False
    return True


def _spoken_date(day: int, month: int, year: str, language: str) -> str:
    english = _english(language)
    if english is None:
        return _romance_date(day, month, year, language)
    told = MONTHS[month - 1] if month else ""
    if day and month:
        told = _alone(f"{day} {told}" if english.british else f"{told} {day}", language) or told
    elif day:
        told = english.ordinal(str(day))
    if not year:
        return told
    comma = "," if day and not english.british else ""
    return f"{told}{comma} {english.short_year(year)}".strip()


def _romance_date(day: int, month: int, year: str, language: str) -> str:
    speech = SPEECH[language]
    numerals = Numerals(speech.lang, speech.point, speech.minus)
    told = speech.months[month - 1] if month else ""
    if day:
        day_words = speech.first_of_month if day == 1 else numerals.cardinal(str(day))
        told = speech.date.format(day=day_words, month=told) if month else day_words
    if not year:
        return told
    century = "" if len(year) != 2 else "19" if int(year) >= 50 else "20"
    year_words = numerals.cardinal((century + year).lstrip("0") or "0")
    return f"{told}{speech.year}{year_words}" if told else year_words


def _time(text: str, language: str, _: str) -> str | None:
    """Of day; 1'21" is how long something takes."""
    duration = _DURATION.fullmatch(text)
    if duration:
        minutes = f"{int(duration['minutes'])} min " if duration["minutes"] else ""
        return _alone(f"{minutes}{int(duration['seconds'])} s", language)
    return _alone(text, language)


def _telephone(text: str, language: str, detail: str) -> str | None:
    """Groups of digits with a pause between them; words, as in 1-800-FLOWERS, stay words."""
    parts = _TELEPHONE_PART.findall(text)
    if not any(map(_DIGITS.fullmatch, parts)):
        return None
    if len(parts) == 1:
        sizes = _TELEPHONE_GROUPS.get(len(parts[0]), ()) if language == "en-us" else ()
        parts = _grouped(parts[0], detail or " ".join(map(str, sizes))) or parts
    words = ", ".join(_telephone_part(part, language) for part in parts)
    return words.replace(f"{_telephone_part('+', language)}, ", f"{_telephone_part('+', language)} ")


def _telephone_part(part: str, language: str) -> str:
    if part == "+":
        return _PLUS.get(language, "plus")
    if not _DIGITS.fullmatch(part):
        return "extension" if part.lower() in _EXTENSIONS and language.startswith("en") else part.lower()
    if part == "800" and language.startswith("en"):
        return "eight hundred"
    words = _one_by_one(part, language)
    return words.replace("zero", "oh") if language == "en-gb" else words


def _currency(text: str, language: str, code: str) -> str | None:
    """A bare number takes its currency from the format: "USD". Cents are cents, with a point or with a comma."""
    if language in SPEECH:
        text = _POINT_BEFORE_CENTS.sub(",", text)
    bare = re.fullmatch(r"[-−]?[0-9][0-9.,]*", text) and re.fullmatch(r"[A-Z]{3}", code)
    return _alone(f"{text} {code}" if bare else text, language)


def _unit(text: str, language: str, _: str) -> str | None:
    return _alone(text, language)


KINDS: Mapping[str, Callable[[str, str, str], str | None]] = MappingProxyType(
    {
        "cardinal": _cardinal,
        "ordinal": _ordinal,
        "digits": _digits,
        "characters": _characters,
        "spell-out": _characters,
        "fraction": _fraction,
        "date": _date,
        "time": _time,
        "telephone": _telephone,
        "currency": _currency,
        "unit": _unit,
    }
)
