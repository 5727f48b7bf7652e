"""A caller's name for a language -> its code, or a typed error. The languages themselves are in `koe.languages`."""

from __future__ import annotations

from koe.errors import MissingExtra
from koe.languages import LANGUAGES, normalize_language

__all__ = ["LANGUAGES", "READABLE", "normalize_language", "require_readable"]

# What this installation can read.
READABLE: tuple[str, ...] = tuple(code for code, language in LANGUAGES.items() if language.is_readable)


def require_readable(code: str) -> str:
    """The canonical code of a language that this installation can read. Raises `UnknownLanguage`, `MissingExtra`."""
    canonical = normalize_language(code)
    if canonical not in READABLE:
        language = LANGUAGES[canonical]
        raise MissingExtra(language.name, language.code)
    return canonical
