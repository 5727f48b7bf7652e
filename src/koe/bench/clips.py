"""Held-out sentences -> speech decoded in windows, whole, and whole with the pitch raised by one part in 10⁷."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from koe.bench.speaker import Speaker
from koe.build.calibrate import CorpusSentence, plan_sentences
from koe.model.prosody import Prosody
from koe.model.stages import Stages
from koe.model.statistics import StatisticsTable
from koe.model.voices import Voice, VoiceBook
from koe.text.plan import Planner, Sentence
from koe.types import Samples

FEWEST_VOICES = 10
CLIPS_PER_VOICE = 5
NUDGE = 1e-7


@dataclass(frozen=True, slots=True)
class Clip:
    """One span of speech, decoded three times. `streamed` is nearly equal to a section of the other two."""

    sentence: CorpusSentence
    sample_rate_hz: int
    streamed: Samples
    seams: tuple[int, ...]  # the first samples of all windows but the first
    whole: Samples
    nudged: Samples  # whole, with the pitch slightly raised


def choose_sentences(voices: Sequence[Voice], clips: int) -> list[CorpusSentence]:
    """Held-out sentences for voices spread evenly over all of them; the same list every time."""
    count = min(len(voices), clips, max(FEWEST_VOICES, clips // CLIPS_PER_VOICE))
    chosen = [voices[at * len(voices) // count] for at in range(count)]
    per_voice = -(-clips // count)
    plan = sorted(plan_sentences(chosen, "heldout", per_voice), key=lambda sentence: sentence.voice)
    return [sentence for turn in range(per_voice) for sentence in plan[turn::per_voice]][:clips]


class ClipMaker:
    def __init__(self, stages: Stages, table: StatisticsTable, voices: VoiceBook, planner: Planner) -> None:
        self._speaker = Speaker(stages, table)
        self._voices = voices
        self._planner = planner

    @property
    def whole_decodings(self) -> int:
        """Number of clips that were decoded whole because they could not be streamed; they prove nothing."""
        return self._speaker.whole_decodings

    def clips(self, sentence: CorpusSentence) -> Iterator[Clip]:
        """Usually one; none if nothing in the text can be pronounced."""
        for span in self._planner.spans(Sentence.of(sentence.text, sentence.language)):
            style = self._voices.style(sentence.voice, len(span.tokens))
            prosody = self._speaker.prosody(span.tokens, style, sentence.speed)
            streamed = self._speaker.streamed(prosody)
            yield Clip(
                replace(sentence, text=span.text),
                self._speaker.sample_rate_hz,
                streamed.samples,
                streamed.seams,
                whole=self._speaker.whole(prosody),
                nudged=self._speaker.whole(nudged(prosody)),
            )


def nudged(prosody: Prosody) -> Prosody:
    """The same prosody with the pitch raised by about the smallest step of its float32 values."""
    pitch_hz = prosody.pitch_hz.astype(np.float64) * (1 + NUDGE)
    return replace(prosody, pitch_hz=pitch_hz.astype(np.float32))
