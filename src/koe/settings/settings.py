"""All settings of koe in one frozen value; each group has a file of its own."""

from __future__ import annotations

from pydantic_settings import BaseSettings, SettingsConfigDict

from koe.settings.access import AccessSettings
from koe.settings.audio import AudioSettings
from koe.settings.development import DevelopmentSettings
from koe.settings.limits import LimitSettings
from koe.settings.memory import MemorySettings
from koe.settings.model import ModelSettings
from koe.settings.observability import ObservabilitySettings
from koe.settings.playback import PlaybackSettings
from koe.settings.providers import ProviderSettings
from koe.settings.streams import StreamSettings
from koe.settings.text import TextSettings
from koe.settings.tuning import TuningSettings

PREFIX = "KOKORO_"


class Settings(
    # Pydantic lists the fields of the last base first: `koe config` and the docs begin with access.
    DevelopmentSettings,
    ObservabilitySettings,
    PlaybackSettings,
    AudioSettings,
    TextSettings,
    MemorySettings,
    StreamSettings,
    LimitSettings,
    ProviderSettings,
    TuningSettings,
    ModelSettings,
    AccessSettings,
    BaseSettings,
):
    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True)
