"""One build of the model -> prosody and speech, decoded whole or in windows: what the measurements listen to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from koe.audio.join import Joiner
from koe.audio.trim import Trimmer
from koe.model.prosody import Prosody, ProsodyPredictor, SetPauses
from koe.model.stages import Stages
from koe.model.statistics import NormPredictor, StatisticsTable
from koe.model.vocoder import Vocoder, decode_whole, run_trunk
from koe.text import vocab
from koe.types import AudioBlock, Samples

_CLOSING_MARKS = ".!?…"


@dataclass(frozen=True, slots=True)
class Streamed:
    """Speech decoded in windows. `seams` are the first samples of all windows but the first. `is_whole`: it could not
    be streamed and was decoded whole, so that it equals the whole and proves nothing."""

    samples: Samples
    seams: tuple[int, ...]
    is_whole: bool = False


class Speaker:
    """Without a table it cannot stream; without `set_pauses`, pauses are those of the model."""

    def __init__(
        self, stages: Stages, table: StatisticsTable | None = None, set_pauses: SetPauses | None = None
    ) -> None:
        self._stages = stages
        self._prosody = ProsodyPredictor(stages, set_pauses)
        closing_marks = frozenset(vocab.encode(_CLOSING_MARKS))
        self._vocoder = Vocoder(stages, NormPredictor(stages, table), closing_marks) if table else None

    @property
    def sample_rate_hz(self) -> int:
        return self._stages.facts.sample_rate_hz

    @property
    def whole_decodings(self) -> int:
        """Number of clips that were decoded whole because they could not be streamed; they prove nothing."""
        return self._vocoder.whole_decodings if self._vocoder else 0

    def prosody(self, tokens: Sequence[int], style: Samples, speed: float) -> Prosody:
        return self._prosody.predict(tokens, style, speed)

    def pitch_at(self, prosody: Prosody) -> Samples:
        """The pitch that this build gives the same tokens with the durations of `prosody`, which may be another
        build's: [1, 2T] in Hz."""
        text = self._stages["text"].run({"tokens": prosody.tokens[None], "style": prosody.style})
        aligned = np.repeat(text["features"], prosody.frames_per_token, axis=2)
        pitch = self._stages["pitch"].run({"aligned_features": aligned, "style": prosody.style})
        return cast(Samples, pitch["pitch_hz"])

    def whole(self, prosody: Prosody) -> Samples:
        return decode_whole(self._stages, prosody, run_trunk(self._stages, prosody)).samples

    def streamed(self, prosody: Prosody) -> Streamed:
        """In the windows of a live stream, cross-faded as a listener hears them."""
        if self._vocoder is None:
            raise ValueError("A speaker without a table of statistics cannot stream.")
        joiner, whole_before = Joiner(), self.whole_decodings
        blocks = [joiner.process(block).samples for block in self._vocoder.decode(prosody)]
        seams = np.cumsum([len(block) for block in blocks])[:-1]
        return Streamed(np.concatenate(blocks), tuple(seams.tolist()), self.whole_decodings > whole_before)


def trimmed(samples: Samples, sample_rate_hz: int) -> Samples:
    """With the edges that a listener gets, whatever silence the decoding has around the speech."""
    trimmer = Trimmer()
    parts = [trimmer.process(AudioBlock(samples, sample_rate_hz)), trimmer.flush()]
    return np.concatenate([part.samples for part in parts if part is not None] or [samples[:0]])
