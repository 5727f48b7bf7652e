"""What a page must know of this server before it can offer anything: languages, builds, formats, limits."""

from __future__ import annotations

from pydantic import BaseModel, Field

import koe
from koe.engine.build_choice import OfferedBuilds
from koe.languages import LANGUAGES, Language
from koe.text.lexicon import MOST_REQUEST_ENTRIES
from koe.text.vocab import IDS
from koe.wire.codecs import FORMATS


class LanguageFacts(BaseModel):
    """`is_readable`: whether the packages that it needs are installed; `extra` names those of koe that has them."""

    code: str
    name: str
    best_voice: str
    is_readable: bool
    extra: str | None

    @classmethod
    def of(cls, language: Language) -> LanguageFacts:
        return cls(
            code=language.code,
            name=language.name,
            best_voice=language.best_voice,
            is_readable=language.is_readable,
            extra=f"koe[{language.code}]" if language.packages else None,
        )


class Facts(BaseModel):
    version: str
    default_voice: str = Field(description="The voice of requests that name none.")
    default_build: str
    builds: list[str] = Field(description="The builds of the model that requests may choose, as `kokoro-NAME`.")
    languages: list[LanguageFacts]
    formats: list[str]
    max_characters: int
    max_lexicon_entries: int
    phonemes: list[str] = Field(description="The symbols that the model knows.")


def facts_of(default_voice: str, builds: OfferedBuilds, max_characters: int) -> Facts:
    return Facts(
        version=koe.__version__,
        default_voice=default_voice,
        default_build=builds.default,
        builds=list(builds.names),
        languages=[LanguageFacts.of(language) for language in LANGUAGES.values()],
        formats=list(FORMATS),
        max_characters=max_characters,
        max_lexicon_entries=MOST_REQUEST_ENTRIES,
        phonemes=[symbol for symbol in IDS if not symbol.isspace()],
    )
