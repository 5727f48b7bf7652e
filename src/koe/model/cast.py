"""Who speaks a passage in another language: the request's voice if the language is its own, else one that has it."""

from __future__ import annotations

from collections.abc import Mapping

from koe.model.voices import Voice, VoiceBook

# Of the voices of each language, the one that was trained on most.
_BEST = {
    "en-us": "af_heart",
    "en-gb": "bf_emma",
    "es": "ef_dora",
    "fr": "ff_siwis",
    "hi": "hf_alpha",
    "it": "if_sara",
    "ja": "jf_alpha",
    "pt-br": "pf_dora",
    "zh": "zf_xiaoxiao",
}


class Cast:
    """`chosen` has voices by language; with `one_voice` the request's voice speaks everything, with an accent."""

    def __init__(self, voices: VoiceBook, chosen: Mapping[str, str] | None = None, *, one_voice: bool = False) -> None:
        available = {voice.id for voice in voices.voices}
        self._by_language = {language: name for language, name in _BEST.items() if name in available}
        for voice in voices.voices:
            self._by_language.setdefault(voice.language, voice.id)
        for language, name in (chosen or {}).items():
            self._by_language[language] = voices.find(name).id
        self._one_voice = one_voice

    def voice_for(self, language: str, asked_for: Voice) -> str:
        if self._one_voice or _family(language) == _family(asked_for.language):
            return asked_for.id
        return self._by_language.get(language, asked_for.id)


def _family(language: str) -> str:
    return language.partition("-")[0]
