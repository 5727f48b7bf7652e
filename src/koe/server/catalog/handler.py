"""The engine's voices and the model's names, as lists."""

from __future__ import annotations

from koe.engine.engine import Engine
from koe.server.catalog.schema import ModelList, ModelObject, VoiceList, VoiceObject

# OpenAI's names are listed too: clients offer only what the list holds.
_MODEL_NAMES = ("kokoro", "tts-1", "tts-1-hd", "gpt-4o-mini-tts")
_KOKORO_V1_RELEASED = 1_737_936_000  # 2025-01-27


class CatalogHandler:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def voices(self, legacy: bool) -> VoiceList:
        if legacy:
            return VoiceList(voices=[voice.id for voice in self._engine.voices])
        return VoiceList(voices=[VoiceObject.of(voice) for voice in self._engine.voices])

    def models(self) -> ModelList:
        models = [ModelObject(id=name, name=name, created=_KOKORO_V1_RELEASED) for name in _MODEL_NAMES]
        return ModelList(data=models, models=models)
