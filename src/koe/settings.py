"""Environment variables and koe.toml -> Settings. The only code that reads `KOKORO_*`.

A variable wins over the file, the file over the default. Command-line options win over all of them.
"""

from __future__ import annotations

import logging
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_cache_path, user_config_path
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from koe.constants import DEFAULT_BUILD, MAX_CHARACTERS
from koe.engine.output import Mastering
from koe.errors import KoeError

PREFIX = "KOKORO_"
# Names the settings file. It is no setting itself: the file could not name another one.
FILE_VARIABLE = f"{PREFIX}CONFIG"
FILE_NAME = "koe.toml"

log = logging.getLogger("koe.settings")

_ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/\s]+/?")
_KEY = re.compile(r"[A-Za-z0-9._~+/=-]{8,256}")


class SettingsError(KoeError):
    """The value of a setting is not allowed, or the settings file is invalid."""


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True)

    host: str = Field("127.0.0.1", min_length=1, description="Address the server binds.")
    port: int = Field(8880, ge=0, le=65535, description="Port the server binds; 0 lets the system choose.")
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Allowlist of names in the Host header, separated by commas, besides localhost, 127.0.0.1, [::1] "
        "and the bound address. `*` allows every name.",
    )
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Allowlist of origins of web pages, separated by commas, besides koe's own: "
        "`http://localhost:3000`. `*` allows every page.",
    )
    api_key: SecretStr | None = Field(
        None,
        description="Key that every request but `/health` and `/ready` must send: `Authorization: Bearer …`.",
    )
    model_dir: Path | None = Field(
        None, description="Folder that already has the model and voice files; it is searched first."
    )
    cache_dir: Path = Field(
        default_factory=lambda: user_cache_path("koe"),
        description="Folder of the model, the voices and the stage models. Default: the user's cache folder.",
    )
    hub_timeout_s: float = Field(
        5.0, gt=0, le=60, description="Timeout for Hugging Face, in seconds; then the next source is tried."
    )
    voice: str = Field("af_heart", description="Default voice of requests that name none.")
    build: str = Field(
        DEFAULT_BUILD,
        description="Build of the model that speaks unless a request names another: see docs/model-build.md.",
    )
    builds: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Other builds that requests may choose, separated by commas: `exact` is offered as the model "
        "`kokoro-exact`. Each takes memory from its first request on.",
    )
    threads: int = Field(0, ge=0, le=256, description="Inference threads; 0 means one per physical core.")
    lanes: int = Field(
        1,
        ge=1,
        le=64,
        description="Number of lanes: streams computed at the same moment. With more than one, set KOKORO_THREADS=1.",
    )
    max_characters: int = Field(
        MAX_CHARACTERS,
        ge=1,
        description="Longest text of a request, in characters. `koe say` has this limit only if it is set.",
    )
    max_body_bytes: int = Field(1_048_576, ge=1024, description="Largest request body, in bytes.")
    max_header_bytes: int = Field(32_768, ge=1024, le=1_048_576, description="Largest request header, in bytes.")
    max_frame_bytes: int = Field(262_144, ge=1024, description="Largest message on a WebSocket, in bytes.")
    max_connections: int = Field(
        256,
        ge=1,
        le=65_536,
        description="Connections at once. One more closes the one that has been idle longest; if all are busy it "
        "gets 503.",
    )
    header_timeout_s: float = Field(
        10.0,
        gt=0,
        le=3600,
        description="Timeout for a request header, in seconds from its first byte or the opening of the connection.",
    )
    body_timeout_s: float = Field(30.0, gt=0, le=3600, description="Timeout for a request body, in seconds.")
    idle_timeout_s: float = Field(15.0, gt=0, le=3600, description="Seconds after which an idle connection is closed.")
    ping_interval_s: float = Field(
        20.0,
        gt=0,
        le=3600,
        description="Seconds between pings on a WebSocket; it is closed if a ping is not answered for as long.",
    )
    max_streams: int = Field(
        8,
        ge=1,
        le=1024,
        description="Streams at once; one more gets 429, and so does one that could not be served in time.",
    )
    queue_blocks: int = Field(
        4,
        ge=1,
        le=64,
        description="Queue of a stream, in windows; when it is full the stream waits for its client (back-pressure).",
    )
    stall_timeout_s: float = Field(
        60.0, gt=0, le=3600, description="Seconds after which a stream is dropped whose client has stopped reading."
    )
    step_timeout_s: float = Field(
        60.0,
        gt=0,
        le=3600,
        description="Timeout for one block of audio, in seconds. If the model takes longer, waiting requests get 504, "
        "and new ones 503 until it goes on. Waiting behind other requests does not count.",
    )
    max_request_s: float = Field(
        3600.0,
        gt=0,
        le=86_400,
        description="Timeout for a whole request, in seconds; a slow client counts too. `koe say` has this limit only "
        "if it is set.",
    )
    stall_silence: bool = Field(
        True,
        description="Send silence, 20 ms at a time, when speech comes too late for a listener: on live streams "
        "(WebSocket), and on streamed answers with `fill_stalls`. false: never.",
    )
    max_open_streams: int = Field(
        32,
        ge=1,
        le=4096,
        description="Live streams (WebSocket) open at once, including those that wait for text or a reconnect.",
    )
    stream_idle_s: float = Field(
        300.0,
        gt=0,
        le=86_400,
        description="Seconds that a live stream may be paused or wait for text before it is closed.",
    )
    resume_s: float = Field(
        30.0,
        gt=0,
        le=3600,
        description="Seconds that a client has to reconnect after it lost its connection.",
    )
    replay_bytes: int = Field(
        4_194_304, ge=65_536, description="Sent frames that a live stream keeps for a reconnect, in bytes."
    )
    unsent_bytes: int = Field(
        1_048_576, ge=65_536, description="Buffer of a live stream for frames that are not sent yet, in bytes."
    )
    primer_bytes: int = Field(
        33_554_432,
        ge=0,
        description="Size of the cache of openings, in bytes: a first sentence that was spoken before starts at once. "
        "0 turns it off.",
    )
    primer_ttl_s: float = Field(3600.0, gt=0, description="Seconds that an opening stays in the cache.")
    phoneme_cache_bytes: int = Field(
        4_194_304, ge=0, description="Size of the cache of the phonemes of sentences, in bytes; 0 turns it off."
    )
    lexicon: Path | None = Field(
        default_factory=lambda: user_config_path("koe") / "lexicon.tsv",
        description="Lexicon of the user, a file or a folder. Default: lexicon.tsv in the user's configuration folder.",
    )
    project_lexicon: Path | None = Field(
        Path("koe-lexicon.tsv"),
        description="Lexicon of a project, a file or a folder, relative to the working folder.",
    )
    loudness: bool = Field(True, description="Normalise every voice and text to one loudness.")
    loudness_lufs: float = Field(-16.0, ge=-30, le=-10, description="Target of the loudness normalisation, in LUFS.")
    peak_dbtp: float = Field(-1.0, ge=-9, le=0, description="Ceiling for true peaks, in dBTP.")
    noise_shaping: bool = Field(
        False,
        description="Noise shaping: move the noise of 16-bit rounding to high frequencies, where a voice masks it.",
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
    get_speech: bool = Field(
        False, description="Serve GET /v1/audio/speech?input=… too, for the `src` of an `<audio>` element."
    )
    link_cache_bytes: int = Field(
        16_777_216,
        ge=0,
        description="Size of the cache of answers to GET /v1/audio/speech, in bytes: a player that seeks does not make "
        "koe speak again. 0 turns it off.",
    )
    one_voice: bool = Field(False, description="Speak passages in other languages with the request's voice too.")
    shutdown_grace_s: int = Field(
        10, ge=0, le=3600, description="Seconds that running streams have to finish after SIGTERM."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Lowest level that is logged.")
    log_format: Literal["text", "json"] | None = Field(
        None, description="`text` or `json`, one line per record. Default: text on a terminal, else JSON."
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

    @field_validator("allowed_hosts", "allowed_origins", "builds", mode="before")
    @classmethod
    def _split_commas(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("allowed_origins")
    @classmethod
    def _are_origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(one == "*" or _ORIGIN.fullmatch(one) for one in value):
            raise ValueError("must be origins such as http://localhost:3000, without a path, with commas between them")
        return value

    @field_validator("model_dir", "cache_dir", "lexicon", "project_lexicon")
    @classmethod
    def _expand_home(cls, value: Path | None) -> Path | None:
        """No shell expands the ~ in a file or in a systemd unit."""
        return value.expanduser() if value is not None else None

    @field_validator("api_key")
    @classmethod
    def _fits_in_a_header(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not _KEY.fullmatch(value.get_secret_value()):
            raise ValueError("must have 8 to 256 letters, digits or any of - . _ ~ + / =")
        return value


Origin = Literal["default", "file", "environment"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as it is in effect. A secret is masked; `place` is the variable or the file that gives the value."""

    name: str
    variable: str
    value: Any
    origin: Origin
    place: str | None
    description: str


def load_settings(*, warn: Callable[[str], None] = log.warning, **changes: Any) -> Settings:
    """Settings from the environment and the settings file; `changes` override both. Raises `SettingsError` with a
    message of one line. `warn` gets a line for each unknown variable, once in a process: it may belong to another
    program."""
    _warn_of_unknown_variables(warn)
    return _validated(_from_file(), changes)


def effective_settings() -> list[Setting]:
    """Every setting with its value and where that comes from."""
    _warn_of_unknown_variables(log.warning)
    from_file = _from_file()
    settings = _validated(from_file, {})
    rows = []
    for name, field in Settings.model_fields.items():
        origin: Origin = "default"
        place = None
        if is_in_environment(name):
            origin, place = "environment", variable_of(name)
        elif name in from_file:
            origin, place = "file", str(settings_file())
        value = getattr(settings, name)
        shown = str(value) if isinstance(value, SecretStr) else value
        rows.append(Setting(name, variable_of(name), shown, origin, place, field.description or ""))
    return rows


def checked_value(name: str, value: Any) -> Any:
    """The value of one setting as koe understands it. Raises `SettingsError` if there is no such setting, or if the
    value is not allowed."""
    if name not in Settings.model_fields:
        raise SettingsError(f"{name} is not a setting of koe.{_nearest(name)}")
    try:
        return getattr(Settings.model_validate({name: value}), name)
    except ValidationError as invalid:
        raise SettingsError(f"{name}: {_reason(invalid)}.") from None


def variable_of(name: str) -> str:
    return PREFIX + name.upper()


def is_in_environment(name: str) -> bool:
    """pydantic-settings ignores case, and variables that are empty."""
    variable = variable_of(name)
    return any(value and one.upper() == variable for one, value in os.environ.items())


def settings_file() -> Path:
    """The file of settings, whether it exists or not: the one that KOKORO_CONFIG names, or koe.toml in the user's
    configuration folder."""
    named = os.environ.get(FILE_VARIABLE)
    return Path(named).expanduser() if named else user_config_path("koe") / FILE_NAME


def read_settings_file(path: Path) -> dict[str, Any]:
    """What the file says, unchecked. Raises `SettingsError` if it cannot be read or is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as problem:
        raise SettingsError(f"{path} cannot be read ({problem.strerror}).") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is not a text file in UTF-8.") from None
    except tomllib.TOMLDecodeError as problem:
        raise SettingsError(f"{path} is not valid TOML: {problem}.") from None


def _from_file() -> dict[str, Any]:
    path = settings_file()
    if not path.exists() and not os.environ.get(FILE_VARIABLE):
        return {}
    values = read_settings_file(path)
    for name, value in values.items():
        if name not in Settings.model_fields:
            raise SettingsError(f"{path}: {name} is not a setting of koe.{_nearest(name)}")
        if isinstance(value, bool) and Settings.model_fields[name].annotation in (int, float):
            raise SettingsError(
                f"{path}: {name}: Input should be a number, not true or false."
            )  # pydantic takes 1 or 0
    return values


def _validated(from_file: Mapping[str, Any], changes: Mapping[str, Any]) -> Settings:
    filed = {name: value for name, value in from_file.items() if not is_in_environment(name)}
    try:
        return Settings(**{**filed, **changes})
    except ValidationError as invalid:
        name = str(invalid.errors()[0]["loc"][0])
        is_filed = name in filed and name not in changes
        place = f"{settings_file()}: {name}" if is_filed else variable_of(name)
        raise SettingsError(f"{place}: {_reason(invalid)}.") from None


def _reason(invalid: ValidationError) -> str:
    first = invalid.errors(include_input=False, include_url=False)[0]
    return str(first["msg"]).removeprefix("Value error, ")


_warned: set[str] = set()


def _warn_of_unknown_variables(warn: Callable[[str], None]) -> None:
    known = {variable_of(name) for name in Settings.model_fields} | {FILE_VARIABLE}
    for variable in sorted(os.environ):
        if variable.startswith(PREFIX) and variable not in known and variable not in _warned:
            _warned.add(variable)
            shown = variable.encode("unicode_escape").decode("ascii")
            warn(f"{shown} is not a setting of koe and is ignored.{_nearest(variable, variable_of)}")


def _nearest(name: str, written: Callable[[str], str] = str) -> str:
    """Compares without the prefix, which would make every variable similar."""
    meant = name.lower().removeprefix(PREFIX.lower())
    nearest = get_close_matches(meant, list(Settings.model_fields), n=1)
    return f" Did you mean {written(nearest[0])}?" if nearest else " `koe config` lists all settings."
