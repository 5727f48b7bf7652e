"""The environment -> Settings. The only reader of `KOKORO_*` variables."""

from __future__ import annotations

import os
import re
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_cache_path, user_config_path
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from koe.engine.output import Mastering
from koe.errors import KoeError

PREFIX = "KOKORO_"

_ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/\s]+/?")
_KEY = re.compile(r"[A-Za-z0-9._~+/=-]{8,256}")


class SettingsError(KoeError):
    """A variable is unknown or its value is not allowed."""


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True)

    host: str = Field("127.0.0.1", min_length=1, description="Address the server binds.")
    port: int = Field(8880, ge=0, le=65535, description="Port the server binds; 0 lets the system choose.")
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Names, separated by commas, that a Host header may carry besides localhost, 127.0.0.1, [::1] "
        "and the bound address. `*` allows every name.",
    )
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Origins of web pages, separated by commas, that may use koe besides its own, such as "
        "`http://localhost:3000`. `*` allows every page.",
    )
    api_key: SecretStr | None = Field(
        None,
        description="A key that every request but `/health` and `/ready` must carry: `Authorization: Bearer …`.",
    )
    model_dir: Path | None = Field(
        None, description="A folder that already has the model and voice files; it is asked first."
    )
    cache_dir: Path = Field(
        default_factory=lambda: user_cache_path("koe"),
        description="Where the model, the voices and the stage models are kept. Default: the user's cache folder.",
    )
    hub_timeout_s: float = Field(5.0, gt=0, le=60, description="Seconds until an unreachable model hub is given up.")
    voice: str = Field("af_heart", description="The voice when a request names none.")
    threads: int = Field(0, ge=0, le=256, description="Threads of inference; 0 means one for each physical core.")
    lanes: int = Field(
        1,
        ge=1,
        le=64,
        description="Streams worked at in the same moment; with more than one, set KOKORO_THREADS=1.",
    )
    max_characters: int = Field(20_000, ge=1, description="Longest text of a request, in characters.")
    max_body_bytes: int = Field(1_048_576, ge=1024, description="Largest request body, in bytes.")
    max_header_bytes: int = Field(32_768, ge=1024, le=1_048_576, description="Largest request header, in bytes.")
    max_frame_bytes: int = Field(262_144, ge=1024, description="Largest message on a WebSocket, in bytes.")
    max_connections: int = Field(
        256,
        ge=1,
        le=65_536,
        description="Connections at once. One more closes the one that has been idle longest; if none is, it is "
        "answered with 503.",
    )
    header_timeout_s: float = Field(
        10.0,
        gt=0,
        le=3600,
        description="Seconds for a request's header, from its first byte or the connection's opening.",
    )
    body_timeout_s: float = Field(30.0, gt=0, le=3600, description="Seconds for a request's body.")
    idle_timeout_s: float = Field(
        15.0, gt=0, le=3600, description="Seconds after which a connection without a request is closed."
    )
    ping_interval_s: float = Field(
        20.0,
        gt=0,
        le=3600,
        description="Seconds between pings on a WebSocket; one that is not answered for as long closes it.",
    )
    max_streams: int = Field(
        8,
        ge=1,
        le=1024,
        description="Streams at once; one more is answered with 429, and so is one that could not be served in time.",
    )
    queue_blocks: int = Field(
        4, ge=1, le=64, description="Windows computed ahead of a slow reader before its stream waits."
    )
    stall_timeout_s: float = Field(
        60.0, gt=0, le=3600, description="Seconds after which a stream whose reader takes nothing is dropped."
    )
    step_timeout_s: float = Field(
        60.0,
        gt=0,
        le=3600,
        description="Seconds that a request waits for the next piece of audio. A model that takes longer hangs: the "
        "request is ended, and new ones are answered with 503 until it goes on.",
    )
    max_request_s: float = Field(
        3600.0, gt=0, le=86_400, description="Seconds that a request may take in all, slow reader included."
    )
    stall_silence: bool = Field(
        True, description="Fill with silence, 20 ms at a time, when speech comes too late for a listener."
    )
    max_open_streams: int = Field(
        32, ge=1, le=4096, description="Live streams (WebSocket) open at once, also those that wait for text."
    )
    stream_idle_s: float = Field(
        300.0, gt=0, le=86_400, description="Seconds that a live stream may be paused or wait for text."
    )
    resume_s: float = Field(
        30.0,
        gt=0,
        le=3600,
        description="Seconds in which a client that lost its connection can come back.",
    )
    replay_bytes: int = Field(
        4_194_304, ge=65_536, description="What a live stream keeps of what it sent, for a client that comes back."
    )
    unsent_bytes: int = Field(
        1_048_576, ge=65_536, description="What is made of a live stream ahead of what can be sent, in bytes."
    )
    primer_bytes: int = Field(
        33_554_432,
        ge=0,
        description="Memory for how texts begin, so that a repeated one is heard at once; 0 turns it off.",
    )
    primer_ttl_s: float = Field(3600.0, gt=0, description="Seconds that the beginning of a text is remembered.")
    phoneme_cache_bytes: int = Field(4_194_304, ge=0, description="Memory for how sentences are read; 0 turns it off.")
    lexicon: Path | None = Field(
        default_factory=lambda: user_config_path("koe") / "lexicon.tsv",
        description="Your lexicon, a file or a folder. Default: lexicon.tsv in the user's configuration folder.",
    )
    project_lexicon: Path | None = Field(
        Path("koe-lexicon.tsv"),
        description="The lexicon of a project, a file or a folder, found in the working folder.",
    )
    loudness: bool = Field(True, description="Bring every voice and text to one loudness.")
    loudness_lufs: float = Field(-16.0, ge=-30, le=-10, description="The loudness, in LUFS.")
    peak_dbtp: float = Field(-1.0, ge=-9, le=0, description="No true peak goes above this, in dBTP.")
    noise_shaping: bool = Field(
        False, description="Move the noise of 16-bit rounding from the lows to the highs, where a voice hides it."
    )
    emoji: Literal["drop", "name"] = Field("drop", description="Leave emoji out, or read their names.")
    language_voices: Annotated[dict[str, str], NoDecode] = Field(
        default_factory=dict,
        description="Voices for passages in languages that a request's voice does not speak: `es=ef_dora,ja=jm_kumo`.",
    )
    get_speech: bool = Field(
        False, description="Also speak for GET /v1/audio/speech?input=…, as the source of an <audio> needs it."
    )
    one_voice: bool = Field(False, description="A request's voice speaks passages in other languages too.")
    shutdown_grace_s: int = Field(
        10, ge=0, le=3600, description="Seconds that running streams may go on after SIGTERM."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Least important log level.")
    log_format: Literal["text", "json"] | None = Field(
        None, description="`text` or `json`, one line for each record. Default: text on a terminal, else JSON."
    )

    @property
    def mastering(self) -> Mastering:
        return Mastering(self.loudness_lufs, self.peak_dbtp, self.loudness, self.noise_shaping)

    @field_validator("language_voices", mode="before")
    @classmethod
    def _split_pairs(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        pairs = [part.partition("=") for part in value.split(",") if part.strip()]
        if not all(language.strip() and voice.strip() for language, _, voice in pairs):
            raise ValueError("must be pairs such as es=ef_dora, with commas between them")
        return {language.strip(): voice.strip() for language, _, voice in pairs}

    @field_validator("allowed_hosts", "allowed_origins", mode="before")
    @classmethod
    def _split_commas(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("allowed_origins")
    @classmethod
    def _are_origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(one == "*" or _ORIGIN.fullmatch(one) for one in value):
            raise ValueError("must be origins such as http://localhost:3000, without a path, with commas between them")
        return value

    @field_validator("api_key")
    @classmethod
    def _fits_in_a_header(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not _KEY.fullmatch(value.get_secret_value()):
            raise ValueError("must have 8 to 256 letters, digits or any of - . _ ~ + / =")
        return value


def load_settings(**changes: Any) -> Settings:
    """Settings from the environment, `changes` before it; a misspelt or impossible one is refused in one line."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for variable in os.environ:
        if variable.startswith(PREFIX) and variable not in known:
            nearest = get_close_matches(variable, known, n=1)
            hint = f" Did you mean {nearest[0]}?" if nearest else " docs/configuration.md lists them all."
            raise SettingsError(f"{variable} is not a setting of koe.{hint}")
    try:
        return Settings(**changes)
    except ValidationError as invalid:
        first = invalid.errors(include_input=False, include_url=False)[0]
        raise SettingsError(f"{PREFIX}{str(first['loc'][0]).upper()}: {first['msg']}.") from None
