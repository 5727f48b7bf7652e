"""Voice -> the gain that brings it to the common loudness, from the table of `koe dev levels` (levels.json)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from statistics import fmean

from koe.model.mix import is_mix, read_mix

FILE = "levels.json"


@dataclass(frozen=True, slots=True)
class Level:
    """The gain of a voice, and how much of the loudness the limiter removes again."""

    gain_db: float = 0.0
    loss_lu: float = 0.0


class VoiceLevels:
    """`source_sha256` is the hash of what the weights of the generator come from whose speech was measured."""

    def __init__(self, target_lufs: float, levels: Mapping[str, Level], source_sha256: str = "") -> None:
        self.target_lufs = target_lufs
        self.source_sha256 = source_sha256
        self._levels = dict(levels)
        # For a voice that was not measured.
        self._mean = Level(fmean(level.gain_db for level in self._levels.values()) if self._levels else 0.0)

    @classmethod
    def shipped(cls) -> VoiceLevels:
        return cls.load(Path(str(resources.files("koe.model").joinpath(FILE))))

    @classmethod
    def load(cls, path: Path) -> VoiceLevels:
        table = json.loads(path.read_text(encoding="utf-8"))
        levels = {name: Level(**level) for name, level in table["voices"].items()}
        return cls(table["target_lufs"], levels, table.get("source_sha256", ""))

    def of(self, voice: str) -> Level:
        """The level of a voice or a mix. A mix has the weighted mean of the voices that are added in it: a subtracted
        voice is not heard, and counting it negatively would give a gain that no voice needs."""
        if not is_mix(voice):
            return self._levels.get(voice, self._mean)
        added = [part for part in read_mix(voice, str).parts if part.weight > 0]
        levels = [self._levels.get(part.voice, self._mean) for part in added]
        weights = [part.weight for part in added]
        return Level(
            fmean([level.gain_db for level in levels], weights), fmean([level.loss_lu for level in levels], weights)
        )

    def aimed_at(self, target_lufs: float) -> VoiceLevels:
        change_db = target_lufs - self.target_lufs
        moved = {name: Level(level.gain_db + change_db, level.loss_lu) for name, level in self._levels.items()}
        return VoiceLevels(target_lufs, moved, self.source_sha256)

    def save(self, path: Path, origin: Mapping[str, object]) -> None:
        voices = {name: asdict(level) for name, level in sorted(self._levels.items())}
        table = {"target_lufs": self.target_lufs, **origin, "voices": voices}
        path.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
