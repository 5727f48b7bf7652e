"""Language -> the voice that speaks it: the request's voice if it is of that language, else the best one."""

from __future__ import annotations

from collections.abc import Mapping

from koe.languages import LANGUAGES
from koe.model.voices import Voice, VoiceBook


class Cast:
    """The voice of each language. `chosen` maps languages to voices and overrides the best ones. With `one_voice` the
    request's voice speaks everything, with an accent."""

    def __init__(self, voices: VoiceBook, chosen: Mapping[str, str] | None = None, *, one_voice: bool = False) -> None:
        available = {voice.id for voice in voices.voices}
        best = {code: language.best_voice for code, language in LANGUAGES.items()}
        self._by_language = {code: name for code, name in best.items() if name in available}
        for voice in voices.voices:
            self._by_language.setdefault(voice.language, voice.id)
        for language, name in (chosen or {}).items():
            self._by_language[language] = voices.find(name).id
        self._one_voice = one_voice

    def voice_for(self, language: str, asked_for: Voice) -> str:
        """The id of the voice. American and British voices both speak either English."""
        if self._one_voice or LANGUAGES[language].family == LANGUAGES[asked_for.language].family:
            return asked_for.id
        return self._by_language.get(language, asked_for.id)
