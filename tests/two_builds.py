"""An engine that offers two builds of the tiny model, of which one speaks half as loud."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from fakes import NO_FILLER, tiny_pipeline, tiny_planner, tiny_stages
from koe.engine.build_choice import OfferedBuilds
from koe.engine.engine import Engine
from koe.engine.opening_cache import OpeningCache
from koe.engine.pipelines import SpeaksJobs
from koe.engine.prepare import Preparer
from koe.model.backends import Array, Session
from koe.model.levels import Level, VoiceLevels
from koe.model.stages import STAGES, Stages
from koe.model.voices import VoiceBook

# koe has recipes for all of these; the third is not offered.
KNOWN = ("fp32", "soft", "exact")
LOSS_LU = {"fp32": 0.25, "soft": 0.75}


class Softened(Session):
    metadata: Mapping[str, str] = {}

    def __init__(self, session: Session) -> None:
        self._session = session

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        return {"waveform": self._session.run(inputs)["waveform"] * np.float32(0.5)}


def soft_stages() -> Stages:
    stages = tiny_stages()
    sessions = {stage: stages[stage] for stage in STAGES} | {"generator": Softened(stages["generator"])}
    return Stages(sessions, stages.facts, name="soft")


class TwoBuilds:
    """`engine` offers `fp32`, the default, and `soft`, which is opened at first use; `opened` counts how often."""

    def __init__(self, voices: VoiceBook) -> None:
        self._voices = voices
        self.opened = 0
        levels = {name: VoiceLevels(-16, {"af_heart": Level(0.0, loss)}) for name, loss in LOSS_LU.items()}
        self.engine = Engine(
            Preparer(tiny_planner(), voices, builds=OfferedBuilds(levels, KNOWN)),
            tiny_pipeline(voices),
            openings=OpeningCache(10_000_000, ttl_s=60),
            options=NO_FILLER,
            others={"soft": self._open},
        )

    def _open(self) -> SpeaksJobs:
        self.opened += 1
        return tiny_pipeline(self._voices, soft_stages())
