"""Settings: their groups, and their values from the environment and koe.toml."""

from koe.settings.settings import PREFIX, Settings
from koe.settings.sources import (
    FILE_NAME,
    FILE_VARIABLE,
    Origin,
    Setting,
    SettingsError,
    checked_value,
    effective_settings,
    is_in_environment,
    load_settings,
    read_settings_file,
    settings_file,
    variable_of,
)

__all__ = [
    "FILE_NAME",
    "FILE_VARIABLE",
    "PREFIX",
    "Origin",
    "Setting",
    "Settings",
    "SettingsError",
    "checked_value",
    "effective_settings",
    "is_in_environment",
    "load_settings",
    "read_settings_file",
    "settings_file",
    "variable_of",
]
