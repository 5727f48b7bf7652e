"""Voice names -> style vectors, and the language and gender of each voice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

import numpy as np

from koe.constants import MAX_TOKENS
from koe.errors import AssetError, BadMix, UnknownVoice
from koe.languages import BY_LETTER, LANGUAGES
from koe.lru import ByteLru
from koe.model.foreign_voices import foreign_voice
from koe.model.mix import Mix, is_mix, read_mix
from koe.types import Samples

STYLE_SIZE = 256
STYLE_ROWS = MAX_TOKENS
PACK_BYTES = 4 * STYLE_ROWS * STYLE_SIZE  # half a megabyte
MIXES_KEPT = 16

_GENDERS: Mapping[str, str] = {"f": "female", "m": "male"}

# OpenAI's names. Five voices of Kokoro have them already; the others have the same gender and a similar character.
OPENAI_NAMES: Mapping[str, str] = {
    "alloy": "af_alloy",
    "ash": "am_puck",
    "ballad": "bm_george",
    "cedar": "am_michael",
    "coral": "af_bella",
    "echo": "am_echo",
    "fable": "bm_fable",
    "marin": "af_heart",
    "nova": "af_nova",
    "onyx": "am_onyx",
    "sage": "af_sarah",
    "shimmer": "af_sky",
    "verse": "am_fenrir",
}


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice. The first letter of its id is the language, the second the gender: `af_heart`. A mix has those of its
    heaviest part."""

    id: str
    name: str
    language: str
    gender: str

    @classmethod
    def from_id(cls, voice_id: str) -> Voice:
        return cls(
            id=voice_id,
            name=voice_id[3:].replace("_", " ").title(),
            language=BY_LETTER[voice_id[0]].code,
            gender=_GENDERS[voice_id[1]],
        )


class VoiceBook:
    """The installed voices. A pack is read when its voice is first used, and cached: half a megabyte each."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self._paths = dict(sorted(paths.items()))
        self._packs: ByteLru[str, Samples] = ByteLru(len(self._paths) * PACK_BYTES, lambda pack: pack.nbytes)
        self._mixes: ByteLru[str, Samples] = ByteLru(MIXES_KEPT * PACK_BYTES, lambda pack: pack.nbytes)
        self._lock = Lock()
        self.voices: Sequence[Voice] = named_voices(self._paths)
        self._by_id = {voice.id: voice for voice in self.voices}

    @property
    def caches(self) -> Mapping[str, ByteLru[str, Samples]]:
        return {"voices": self._packs, "mixes": self._mixes}

    def find(self, name: str) -> Voice:
        """The voice with an id, one of OpenAI's names, a mix of them, or the voice that stands in for one of another
        service; case does not matter. Raises `UnknownVoice`, `BadMix`."""
        mix = self._mix(name)
        heaviest = self._by_id[mix.heaviest]
        return heaviest if len(mix.parts) == 1 else Voice(mix.id, mix.id, heaviest.language, heaviest.gender)

    def style(self, name: str, token_count: int) -> Samples:
        """The style vector for a pass of that many tokens, of shape [1, 256]."""
        row: Samples = self.pack(name)[min(token_count, STYLE_ROWS - 1)]
        return row

    def pack(self, name: str) -> Samples:
        """The style vectors for all numbers of tokens, of shape [510, 1, 256]. Not to be changed."""
        mix = self._mix(name)
        with self._lock:
            return self._pack(mix.heaviest) if len(mix.parts) == 1 else self._mixed(mix)

    def knows(self, name: str) -> bool:
        """Whether `find` has a voice for the name. Cheaper than an `UnknownVoice`, which looks for near names."""
        if self._own_id(name) or self.stand_in(name):
            return True
        try:
            return is_mix(name) and bool(read_mix(name, self._part))
        except BadMix:
            return False

    def stand_in(self, name: str) -> Voice | None:
        """The voice of the same language, and of the same gender if there is one, for a name of another service's
        voice; None: koe has a voice of that name itself, or none that could stand in for it."""
        foreign = None if self._own_id(name) else foreign_voice(name)
        if foreign is None or foreign.language is None:
            return None
        voices = self.of_language(foreign.language, foreign.gender) or self.of_language(foreign.language)
        return voices[foreign.number % len(voices)] if voices else None

    def of_language(self, language: str, gender: str | None = None) -> list[Voice]:
        """The voices of a language and gender that are best suited to stand in for others; if none of those is
        installed, all of them."""
        fitting = [voice for voice in self.voices if voice.language == language and gender in (None, voice.gender)]
        preferred = LANGUAGES[language].stand_ins.split()
        chosen = [self._by_id[name] for name in preferred if name in self._by_id and self._by_id[name] in fitting]
        return chosen or fitting

    def _mix(self, name: str) -> Mix:
        stand_in = self.stand_in(name)  # before mixes: en-US-JennyNeural has hyphens too
        if stand_in is not None:
            return Mix.of_one(stand_in.id)
        if is_mix(name):
            return read_mix(name, self._id_of)
        return Mix.of_one(self._id_of(name.strip()))

    def _id_of(self, name: str) -> str:
        known = self._own_id(name)
        if known is None:
            raise UnknownVoice(name, list(self._by_id))
        return known

    def _part(self, name: str) -> str:
        known = self._own_id(name)
        if known is None:
            raise BadMix
        return known

    def _own_id(self, name: str) -> str | None:
        known = name.strip().lower()
        known = OPENAI_NAMES.get(known, known)
        return known if known in self._by_id else None

    def _pack(self, voice_id: str) -> Samples:
        pack = self._packs.get(voice_id)
        if pack is None:
            pack = _read_pack(self._paths[voice_id])
            self._packs.put(voice_id, pack)
        return pack

    def _mixed(self, mix: Mix) -> Samples:
        """The weighted sum of the packs, cached."""
        pack = self._mixes.get(mix.id)
        if pack is None:
            parts = [np.float32(part.weight) * self._pack(part.voice) for part in mix.parts]
            pack = np.sum(parts, axis=0, dtype=np.float32)
            self._mixes.put(mix.id, pack)
        return pack


def named_voices(ids: Iterable[str]) -> tuple[Voice, ...]:
    """The voices of these ids, each with a name of its own: programs show lists of names alone, and three voices are
    called Santa. Language, gender and name together make an id, so that no two labels are the same."""
    voices = [Voice.from_id(voice_id) for voice_id in ids]
    labels = [_labels(voice) for voice in voices]
    counts = Counter(label for of_one in labels for label in of_one)
    return tuple(
        replace(voice, name=next(label for label in of_one if counts[label] == 1))
        for voice, of_one in zip(voices, labels, strict=True)
    )


def _labels(voice: Voice) -> tuple[str, ...]:
    language = LANGUAGES[voice.language].name
    return voice.name, f"{voice.name} ({language})", f"{voice.name} ({language}, {voice.gender})"


def _read_pack(path: Path) -> Samples:
    remedy = "Run `koe models pull --repair`."
    try:
        pack = np.fromfile(path, dtype="<f4")
    except OSError as problem:
        raise AssetError(f"{path} cannot be read ({problem.strerror}). {remedy}") from problem
    if pack.size != STYLE_ROWS * STYLE_SIZE or not np.isfinite(pack).all():
        raise AssetError(f"{path} is not a voice pack. {remedy}")
    return pack.astype(np.float32, copy=False).reshape(STYLE_ROWS, 1, STYLE_SIZE)
