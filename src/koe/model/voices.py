"""Voice names -> style vectors, and what is known of each voice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import numpy as np

from koe.errors import AssetError, UnknownVoice
from koe.types import Samples

STYLE_SIZE = 256
STYLE_ROWS = 510

_LANGUAGES: Mapping[str, str] = {
    "a": "en-us",
    "b": "en-gb",
    "e": "es",
    "f": "fr",
    "h": "hi",
    "i": "it",
    "j": "ja",
    "p": "pt-br",
    "z": "zh",
}
_GENDERS: Mapping[str, str] = {"f": "female", "m": "male"}


@dataclass(frozen=True, slots=True)
class Voice:
    """The first letter of an id is its language, the second its gender: `af_heart`."""

    id: str
    name: str
    language: str
    gender: str

    @classmethod
    def from_id(cls, voice_id: str) -> Voice:
        return cls(
            id=voice_id,
            name=voice_id[3:].replace("_", " ").title(),
            language=_LANGUAGES[voice_id[0]],
            gender=_GENDERS[voice_id[1]],
        )


class VoiceBook:
    """The voices at hand. A pack is read when its voice is first asked for, and kept: half a megabyte each."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self._paths = dict(sorted(paths.items()))
        self._packs: dict[str, Samples] = {}
        self._lock = Lock()
        self.voices: Sequence[Voice] = tuple(Voice.from_id(voice_id) for voice_id in self._paths)
        self._by_id = {voice.id: voice for voice in self.voices}

    def find(self, voice_id: str) -> Voice:
        try:
            return self._by_id[voice_id]
        except KeyError:
            raise UnknownVoice(voice_id, list(self._by_id)) from None

    def style(self, voice_id: str, token_count: int) -> Samples:
        """The style row for a pass of that many tokens, as [1, 256]."""
        pack = self._pack(self.find(voice_id).id)
        row: Samples = pack[min(token_count, STYLE_ROWS - 1)]
        return row

    def _pack(self, voice_id: str) -> Samples:
        with self._lock:
            if voice_id not in self._packs:
                self._packs[voice_id] = _read_pack(self._paths[voice_id])
            return self._packs[voice_id]


def _read_pack(path: Path) -> Samples:
    remedy = "Run `koe models pull --repair`."
    try:
        pack = np.fromfile(path, dtype="<f4")
    except OSError as problem:
        raise AssetError(f"{path} cannot be read ({problem.strerror}). {remedy}") from problem
    if pack.size != STYLE_ROWS * STYLE_SIZE or not np.isfinite(pack).all():
        raise AssetError(f"{path} is not a voice pack. {remedy}")
    return pack.astype(np.float32, copy=False).reshape(STYLE_ROWS, 1, STYLE_SIZE)
