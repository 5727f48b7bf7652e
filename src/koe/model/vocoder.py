"""Prosody -> audio: trunk, harmonic source and generator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from koe.model.guard import check_speech
from koe.model.prosody import Prosody
from koe.model.stages import Stages
from koe.types import AudioBlock, Samples


class Vocoder:
    def __init__(self, stages: Stages) -> None:
        self._trunk = stages["trunk"]
        self._source = stages["source"]
        self._generator = stages["generator"]
        self._sample_rate_hz = stages.facts.sample_rate_hz

    def decode(self, prosody: Prosody) -> Iterator[AudioBlock]:
        """The whole utterance in one block."""
        trunk = self._trunk.run(
            {
                "aligned_phonemes": prosody.aligned_phonemes,
                "pitch_hz": prosody.pitch_hz,
                "energy": prosody.energy,
                "style": prosody.style,
            }
        )["trunk"]
        source = self._source.run({"pitch_hz": prosody.pitch_hz})["source"]
        generated = self._generator.run({"trunk": trunk, "source": source, "style": prosody.style})
        samples = cast(Samples, generated["waveform"])[0]
        check_speech(samples)
        yield AudioBlock(samples, self._sample_rate_hz)
