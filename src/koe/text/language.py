"""What a caller calls a language -> one of nine codes, or a typed error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from koe.errors import UnknownLanguage, UnsupportedLanguage


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the voices. `letter` is the first letter of its voices' names."""

    code: str
    name: str
    letter: str
    readable: bool = True


_ALL = (
    Language("en-us", "American English", "a"),
    Language("en-gb", "British English", "b"),
    Language("es", "Spanish", "e"),
    Language("fr", "French", "f"),
    Language("hi", "Hindi", "h"),
    Language("it", "Italian", "i"),
    Language("ja", "Japanese", "j", readable=False),
    Language("pt-br", "Brazilian Portuguese", "p"),
    Language("zh", "Mandarin Chinese", "z", readable=False),
)

LANGUAGES: Mapping[str, Language] = MappingProxyType({language.code: language for language in _ALL})
READABLE: tuple[str, ...] = tuple(language.code for language in _ALL if language.readable)

_OTHER_NAMES = {
    "en-us": "en eng english american us usa en-ca",
    "en-gb": "british uk gb en-uk en-au en-ie en-in en-nz en-za",
    "es": "spa spanish español espanol castellano",
    "fr": "fra fre french français francais",
    "hi": "hin hindi हिन्दी हिंदी",
    "it": "ita italian italiano",
    "ja": "jp jpn japanese 日本語",
    "pt-br": "pt por portuguese português portugues brazilian",
    "zh": "cn chi zho cmn chinese mandarin 中文",
}
_CODES: Mapping[str, str] = MappingProxyType(
    {alias: code for code, aliases in _OTHER_NAMES.items() for alias in aliases.split()}
    | {language.letter: language.code for language in _ALL}
    | {language.name.lower().replace(" ", "-"): language.code for language in _ALL}
    | {language.code: language.code for language in _ALL}
)

_SEPARATORS = re.compile(r"[\s_-]+")
# "es-MX", "zh-Hant-TW", "es-419": a script or a region that the voices do not tell apart
_REGIONAL = re.compile(r"(?P<language>en|es|fr|hi|it|ja|pt|zh)(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?")


def normalize_language(code: str) -> str:
    """The canonical code. Case and separators do not matter. Raises `UnknownLanguage`."""
    name = _SEPARATORS.sub("-", code.strip().lower())
    if name in _CODES:
        return _CODES[name]
    regional = _REGIONAL.fullmatch(name)
    if regional:
        return _CODES[regional["language"]]
    raise UnknownLanguage(tuple(LANGUAGES))


def require_readable(code: str) -> str:
    """The canonical code of a language that has a text reader. Raises `UnsupportedLanguage` for the others."""
    canonical = normalize_language(code)
    language = LANGUAGES[canonical]
    if not language.readable:
        raise UnsupportedLanguage(language.name, READABLE)
    return canonical
