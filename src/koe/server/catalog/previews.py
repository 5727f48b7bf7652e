"""Previews of voices: a short file for each, in its own language, kept in a cache."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from koe.lru import ByteLru

# None of them says whether a man or a woman speaks.
SENTENCES: Mapping[str, str] = {
    "en-us": "Hi there! This is how I sound when I read something to you.",
    "en-gb": "Good afternoon. This is what I sound like when I read aloud.",
    "es": "Hola. Así suena mi voz cuando te leo un texto.",
    "fr": "Bonjour ! Voilà comment sonne ma voix quand je vous lis un texte.",
    "hi": "नमस्ते। यह मेरी आवाज़ है, और आपका पाठ इसी आवाज़ में सुनाई देगा।",
    "it": "Ciao! Questa è la mia voce quando ti leggo un testo.",
    "ja": "こんにちは。文章を読むと、このような声になります。",
    "pt-br": "Olá! É assim que a minha voz soa quando leio um texto para você.",
    "zh": "你好。我朗读文章的时候，就是这样的声音。",
}


@dataclass(frozen=True, slots=True)
class Preview:
    content: bytes
    etag: str

    @classmethod
    def of(cls, content: bytes) -> Preview:
        return cls(content, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


PreviewCache = ByteLru[tuple[str, str], Preview]  # by voice and format


def preview_cache(max_bytes: int = 8_388_608) -> PreviewCache:
    """A file of six seconds has 50 kB as MP3, 300 kB as WAV."""
    return ByteLru(max_bytes, lambda preview: len(preview.content))
