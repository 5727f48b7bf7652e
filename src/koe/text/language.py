"""What a caller calls a language -> one of nine codes, or a typed error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType

from koe.errors import MissingExtra, UnknownLanguage


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the voices. `letter` is the first letter of its voices' names; `packages` are those of its extra,
    which has the name of its code."""

    code: str
    name: str
    letter: str
    packages: tuple[str, ...] = ()

    @property
    def is_readable(self) -> bool:
        """Whether its packages are installed. They are looked for, not imported: 0.04 ms each."""
        return all(find_spec(package) for package in self.packages)


_ALL = (
    Language("en-us", "American English", "a"),
    Language("en-gb", "British English", "b"),
    Language("es", "Spanish", "e"),
    Language("fr", "French", "f"),
    Language("hi", "Hindi", "h"),
    Language("it", "Italian", "i"),
    Language("ja", "Japanese", "j", ("pyopenjtalk",)),
    Language("pt-br", "Brazilian Portuguese", "p"),
    Language("zh", "Mandarin Chinese", "z", ("jieba", "pypinyin", "cn2an", "ordered_set")),
)

LANGUAGES: Mapping[str, Language] = MappingProxyType({language.code: language for language in _ALL})
# What this installation can read.
READABLE: tuple[str, ...] = tuple(language.code for language in _ALL if language.is_readable)

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
    """The canonical code of a language that can be read here and now. Raises `MissingExtra` for the others."""
    canonical = normalize_language(code)
    if canonical not in READABLE:
        language = LANGUAGES[canonical]
        raise MissingExtra(language.name, language.code)
    return canonical
