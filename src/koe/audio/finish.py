"""Decoded windows of a span -> blocks to be heard: joined, stretched, amplified, trimmed, with a pause behind them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from koe.audio.gain import amplified
from koe.audio.join import Joiner
from koe.audio.stretch import BlockStretcher
from koe.audio.trim import Trimmer
from koe.types import AudioBlock


class SpanFinisher:
    """`process` and `flush` give None where the audio is still held back."""

    def __init__(self, stretch_factor: float, gain_db: float, gap_ms: float) -> None:
        self._joiner = Joiner()
        self._stretcher = BlockStretcher(stretch_factor)
        self._gain_db = gain_db
        self._trimmer = Trimmer(gap_ms)

    def process(self, block: AudioBlock) -> AudioBlock | None:
        return self._trimmed(self._stretcher.process(self._joiner.process(block)))

    def flush(self) -> AudioBlock | None:
        last = self._trimmed(self._stretcher.flush())
        tail = self._trimmer.flush()
        if last is None or tail is None:
            return last or tail
        # All cues are in `last`: the tail has some only where nothing came before it.
        return replace(last, samples=np.concatenate([last.samples, tail.samples]))

    def _trimmed(self, block: AudioBlock | None) -> AudioBlock | None:
        # Amplified first: whether a sound is audible depends on how loud it will be.
        return None if block is None else self._trimmer.process(amplified(block, self._gain_db))
