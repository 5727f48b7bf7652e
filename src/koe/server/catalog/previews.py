"""How voices sound: a short file for each, in its own language, kept for the next who asks."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

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


class Previews:
    """Least recently used first out, by bytes. A file of six seconds has 50 kB as MP3, 300 as WAV."""

    def __init__(self, max_bytes: int = 8_388_608) -> None:
        self._max_bytes = max_bytes
        self._files: OrderedDict[tuple[str, str], Preview] = OrderedDict()
        self._bytes = 0

    def find(self, voice: str, form: str) -> Preview | None:
        preview = self._files.get((voice, form))
        if preview is not None:
            self._files.move_to_end((voice, form))
        return preview

    def keep(self, voice: str, form: str, preview: Preview) -> None:
        if (voice, form) in self._files or len(preview.content) > self._max_bytes:
            return
        self._files[voice, form] = preview
        self._bytes += len(preview.content)
        while self._bytes > self._max_bytes:
            _, oldest = self._files.popitem(last=False)
            self._bytes -= len(oldest.content)
