"""Environment variables and koe.toml -> Settings. The only code that reads `KOKORO_*`.

A variable wins over the file, the file over what was tuned, that over the default. Command-line options win over all of
them.
"""

from __future__ import annotations

import logging
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from platformdirs import user_config_path
from pydantic import SecretStr, ValidationError

from koe.errors import KoeError
from koe.settings.settings import PREFIX, Settings

# Names the settings file. It is no setting itself: the file could not name another one.
FILE_VARIABLE = f"{PREFIX}CONFIG"
FILE_NAME = "koe.toml"

log = logging.getLogger("koe.settings")


class SettingsError(KoeError):
    """The value of a setting is not allowed, or the settings file is invalid."""


Origin = Literal["default", "tuning", "file", "environment"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as it is in effect. A secret is masked; `place` is the variable or the file that gives the value."""

    name: str
    variable: str
    value: Any
    origin: Origin
    place: str | None
    description: str


def load_settings(
    *, warn: Callable[[str], None] = log.warning, tuned: Mapping[str, Any] | None = None, **changes: Any
) -> Settings:
    """Settings from the environment and the settings file; `changes` override both. `tuned` replaces defaults, and
    nothing that is set. Raises `SettingsError` with a message of one line. `warn` gets a line for each unknown
    variable, once in a process: it may belong to another program."""
    _warn_of_unknown_variables(warn)
    return _validated(_from_file(), changes, tuned or {})


def effective_settings(tuned: Mapping[str, Any] | None = None) -> list[Setting]:
    """Every setting with its value and where that comes from."""
    _warn_of_unknown_variables(log.warning)
    from_file = _from_file()
    settings = _validated(from_file, {}, tuned or {})
    rows = []
    for name, field in Settings.model_fields.items():
        origin: Origin = "default"
        place = None
        if is_in_environment(name):
            origin, place = "environment", variable_of(name)
        elif name in from_file:
            origin, place = "file", str(settings_file())
        elif tuned and name in tuned:
            origin = "tuning"
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


def _validated(from_file: Mapping[str, Any], changes: Mapping[str, Any], tuned: Mapping[str, Any]) -> Settings:
    filed, beneath = (
        {name: value for name, value in values.items() if not is_in_environment(name)} for values in (from_file, tuned)
    )
    try:
        return Settings(**{**beneath, **filed, **changes})
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
