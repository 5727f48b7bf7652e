"""The content of SSML's <say-as> and its `interpret-as` -> words.

Where the normalisation rules know the kind, they are applied to the content alone, so that no context can mislead them.
None means that the content is not of that kind, or that the language has no words for it: then it is read like any
other text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

import regex  # type: ignore[import-untyped]  # for grapheme clusters

from koe.text.language import normalize_language
from koe.text.normalize import normalize
from koe.text.normalize.english import spelling
from koe.text.normalize.english.dates import MONTHS, exists
from koe.text.normalize.numerals import SIGNED, EnglishNumerals, Numerals, full_year
from koe.text.normalize.romance import ROMANCE
from koe.text.traced import Traced

DATE_FORMATS = ("mdy", "dmy", "ymd", "md", "dm", "ym", "my", "y", "m", "d", "yyyymmdd")

# Longer content is not a number, date or price, and would only take time.
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

# The units as the normalisation rules know them; words where a language has no rule for a unit.
_DURATION_UNITS = {
    "": {"h": "h", "m": "min", "s": "s"},
    "es": {"h": "horas"},
    "it": {"h": "ore"},
    "hi": {"h": "घंटे", "m": "मिनट", "s": "सेकंड"},
    "ja": {"h": "時間", "m": "分", "s": "秒"},
}
_ONE_HOUR = {"es": "una hora", "it": "un'ora", "hi": "1 घंटा"}
_CLOCK_DURATION = re.compile(r"[0-9]{1,4}(?::[0-9]{1,2}){0,2}")
_ISO_DURATION = re.compile(r"PT(?=[0-9])(?:(?P<h>[0-9]{1,4})H)?(?:(?P<m>[0-9]{1,4})M)?(?:(?P<s>[0-9]{1,5})S)?")

_TELEPHONE_PART = re.compile(r"\+|[0-9]+|[^\W\d_]+")
_EXTENSIONS = frozenset({"x", "ext", "extension"})
_POINT_BEFORE_CENTS = re.compile(r"\.(?=[0-9]{2}(?![0-9]))")
_PLUS = {"es": "más", "fr": "plus", "it": "più", "pt-br": "mais"}
# How the digits of an American number without separators are grouped, by their count.
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
    """The words of `text`, read as one of `KINDS` or `FURTHER_KINDS`; None if it cannot be read so."""
    text = text.strip()
    read = KINDS.get(interpret_as) or FURTHER_KINDS.get(interpret_as)
    if read is None or not text or len(text) > _LONGEST_CHARACTERS:
        return None
    words = read(text, normalize_language(language), format or detail)
    return words.strip() or None if words else None


def _numerals(language: str) -> Numerals | None:
    return ROMANCE[language].numerals if language in ROMANCE else _english(language)


def _english(language: str) -> EnglishNumerals | None:
    return EnglishNumerals(british=language == "en-gb") if language.startswith("en") else None


def _alone(text: str, language: str) -> str | None:
    """The words that the normalisation rules give for the text alone; None if they leave a part of it. Languages
    without number words here may leave digits to G2P."""
    words = normalize(Traced.of(text), language).text
    left = _numerals(language) and _UNREAD.search(words)
    return None if words == text or left else words


def _cardinal(text: str, language: str, _: str) -> str | None:
    """Unlike in running text, leading zeros are dropped: "007" is seven."""
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
    """Digits one by one. Other characters between them only separate groups."""
    if any(character.isalpha() for character in text):
        return _characters(text, language, detail)
    groups = _grouped("".join(_DIGITS.findall(text)), detail) or _DIGITS.findall(text)
    return ", ".join(_one_by_one(group, language) for group in groups)


def _one_by_one(digits: str, language: str) -> str:
    numerals = _numerals(language)
    return numerals.digits(digits) if numerals else " ".join(digits)


def _grouped(text: str, detail: str) -> list[str]:
    """The text in groups of the sizes in `detail`, such as "3 2 4"; no groups if the sizes do not add up."""
    sizes = [int(size) for size in _DIGITS.findall(detail[:_LONGEST_CHARACTERS])]
    if sum(sizes) != len(text):
        return []
    ends = [sum(sizes[:number]) for number in range(1, len(sizes) + 1)]
    return [text[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def _characters(text: str, language: str, detail: str) -> str:
    """Characters one by one. Marks are named in English and left out in other languages."""
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
    if not _is_date(day, month, year):
        return None
    if _numerals(language) is None:
        return _alone(f"{year}-{int(month):02}-{int(day):02}", language) if day and len(year) == 4 else None
    return _spoken_date(int(day or 0), int(month or 0), year, language)


def _date_parts(text: str, form: str, language: str) -> Mapping[str, str] | None:
    """The digits of year, month and day by their letter; unknown ones ("?") are missing."""
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


def _is_date(day: str, month: str, year: str) -> bool:
    if not (day or month or year) or (day and year and not month) or len(year) > 4:
        return False
    return exists(2000 if not day or len(year) < 3 else int(year), int(month or 1), int(day or 1))


def _spoken_date(day: int, month: int, year: str, language: str) -> str:
    english = _english(language)
    if english is None:
        return _romance_date(day, month, year, language)
    words = MONTHS[month - 1] if month else ""
    if day and month:
        words = _alone(f"{day} {words}" if english.british else f"{words} {day}", language) or words
    elif day:
        words = english.ordinal(str(day))
    if not year:
        return words
    comma = "," if day and not english.british else ""
    return f"{words}{comma} {english.short_year(year)}".strip()


def _romance_date(day: int, month: int, year: str, language: str) -> str:
    words = ROMANCE[language]
    name = words.months[month - 1] if month else ""
    full = full_year(year).lstrip("0") or "0" if year else ""
    if day and month:
        return words.date(day, name, full)
    if day:
        return words.day(day)
    if not full:
        return name
    return words.month_and_year(name, full) if name else words.year(full)


def _time(text: str, language: str, _: str) -> str | None:
    """A time of day, or a duration such as 1'21"."""
    duration = _DURATION.fullmatch(text)
    if duration:
        minutes = f"{int(duration['minutes'])} min " if duration["minutes"] else ""
        return _alone(f"{minutes}{int(duration['seconds'])} s", language)
    return _alone(text, language)


def _duration(text: str, language: str, form: str) -> str | None:
    """A length of time: 1:18:30 is one hour, 18 minutes and 30 seconds. `form` names the parts, such as "ms"."""
    iso = _ISO_DURATION.fullmatch(text)
    if iso:
        lengths = {unit: int(iso[unit] or 0) for unit in "hms"}
    elif _CLOCK_DURATION.fullmatch(text):
        numbers, units = _DIGITS.findall(text), "".join(letter for letter in form.lower() if letter in "hms")
        units = units if len(units) == len(numbers) else "hms"[-len(numbers) :]
        lengths = {unit: int(number) for unit, number in zip(units, numbers, strict=True)}
    else:
        return _time(text, language, form)
    parts = [_length(lengths[unit], unit, language) for unit in "hms" if lengths.get(unit)]
    written = ("" if language == "ja" else ", ").join(parts or [_length(0, "s", language)])
    return _alone(written, language) or written


def _length(count: int, unit: str, language: str) -> str:
    if language in _ONE_HOUR and unit == "h" and count == 1:
        return _ONE_HOUR[language]
    space = "" if language == "ja" else " "
    return f"{count}{space}{_DURATION_UNITS.get(language, {}).get(unit, _DURATION_UNITS[''][unit])}"


def _telephone(text: str, language: str, detail: str) -> str | None:
    """Groups of digits with pauses between them. Words stay words, as in 1-800-FLOWERS."""
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
    """A number without a currency takes it from the format ("USD"). Cents may follow a point or a comma."""
    if language in ROMANCE:
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
# Only lenient mode takes these. What is read for "expletive" is decided where pauses can be made.
FURTHER_KINDS: Mapping[str, Callable[[str, str, str], str | None]] = MappingProxyType({"duration": _duration})
