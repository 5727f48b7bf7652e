"""Settings of reading: lexicons, SSML, emoji, pauses and passages in other languages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_config_path
from pydantic import BaseModel, Field, field_validator
from pydantic_settings import NoDecode

from koe.settings.written import expand_home


class TextSettings(BaseModel):
    lexicon: Path | None = Field(
        default_factory=lambda: user_config_path("koe") / "lexicon.tsv",
        description="Lexicon of the user, a file or a folder. Default: lexicon.tsv in the user's configuration folder.",
    )
    project_lexicon: Path | None = Field(
        Path("koe-lexicon.tsv"),
        description="Lexicon of a project, a file or a folder, relative to the working folder.",
    )
    clause_pauses: Literal["set", "model"] = Field(
        "set", description="Pauses inside a sentence: `set` as docs/text.md says, or those of the `model`."
    )
    emoji: Literal["drop", "name"] = Field("drop", description="`drop` leaves emoji out, `name` speaks their names.")
    ssml_mode: Literal["lenient", "strict"] = Field(
        "lenient",
        description="SSML that koe does not do, where a request has no `ssml_mode`: `lenient` speaks its content and "
        "warns, `strict` refuses it.",
    )
    language_voices: Annotated[dict[str, str], NoDecode] = Field(
        default_factory=dict,
        description="Voices for passages in languages other than that of the request's voice: `es=ef_dora,ja=jm_kumo`.",
    )
    one_voice: bool = Field(False, description="Speak passages in other languages with the request's voice too.")

    @field_validator("language_voices", mode="before")
    @classmethod
    def _split_pairs(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        pairs = [part.partition("=") for part in value.split(",") if part.strip()]
        if not all(language.strip() and voice.strip() for language, _, voice in pairs):
            raise ValueError("must be pairs such as es=ef_dora, with commas between them")
        return {language.strip(): voice.strip() for language, _, voice in pairs}

    @field_validator("lexicon", "project_lexicon")
    @classmethod
    def _expand_lexicon(cls, value: Path | None) -> Path | None:
        return expand_home(value)
