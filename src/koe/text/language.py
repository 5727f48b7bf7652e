"""A caller's name for a language -> its code, or a typed error. The languages themselves are in `koe.languages`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from koe.errors import MissingExtra, UnknownLanguage
from koe.languages import LANGUAGES

__all__ = ["LANGUAGES", "READABLE", "normalize_language", "require_readable"]

# What this installation can read.
READABLE: tuple[str, ...] = tuple(code for code, language in LANGUAGES.items() if language.is_readable)


def _names() -> Iterator[tuple[str, str]]:
    """Pairs of a name and its code. The last pair of a name wins: codes come last, so a code always means itself."""
    for code, language in reversed(list(LANGUAGES.items())):  # reversed: "en" means the first English row
        yield language.family, code
    for code, language in LANGUAGES.items():
        yield from ((alias, code) for alias in language.aliases.split())
        yield language.letter, code
        yield language.name.lower().replace(" ", "-"), code
    yield from ((code, code) for code in LANGUAGES)


_CODES: Mapping[str, str] = MappingProxyType(dict(_names()))

_SEPARATORS = re.compile(r"[\s_-]+")
_FAMILIES = "|".join({language.family: None for language in LANGUAGES.values()})
# "es-MX", "zh-Hant-TW", "es-419": a script or a region that the voices do not tell apart
_REGIONAL = re.compile(rf"(?P<family>{_FAMILIES})(?:-[a-z]{{4}})?(?:-(?:[a-z]{{2}}|[0-9]{{3}}))?")


def normalize_language(code: str) -> str:
    """The canonical code. Case and separators do not matter. Raises `UnknownLanguage`."""
    name = _SEPARATORS.sub("-", code.strip().lower())
    if name in _CODES:
        return _CODES[name]
    regional = _REGIONAL.fullmatch(name)
    if regional:
        return _CODES[regional["family"]]
    raise UnknownLanguage(tuple(LANGUAGES))


def require_readable(code: str) -> str:
    """The canonical code of a language that this installation can read. Raises `UnknownLanguage`, `MissingExtra`."""
    canonical = normalize_language(code)
    if canonical not in READABLE:
        language = LANGUAGES[canonical]
        raise MissingExtra(language.name, language.code)
    return canonical
