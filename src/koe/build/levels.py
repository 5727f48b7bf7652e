"""Voices -> their loudness levels (`koe dev levels`): each speaks a few sentences, whose loudness is measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from koe.audio.loudness import TARGET_LUFS, gain_to_target
from koe.build.calibrate import CorpusSentence, plan_sentences
from koe.engine.pipeline import Pipeline
from koe.engine.prepare import Preparer
from koe.model.levels import Level, VoiceLevels
from koe.model.voices import Voice
from koe.types import Samples, SpeechRequest

# Loudness differs by 0.6 LU between sentences of one voice: with four sentences, as before, the mean was up to 1.7 LU
# away from that of other sentences.
SENTENCES_PER_VOICE = 10
# A voice whose peaks would have to be limited by more than this to reach the target stays softer. With 2 the softest
# clip of 281 was 1.6 LU below the target, with 3 it is 1.3.
LARGEST_LOSS_LU = 3.0


def plan_levels(voices: Sequence[Voice]) -> dict[str, list[CorpusSentence]]:
    planned = plan_sentences(voices, "calibration", SENTENCES_PER_VOICE)
    return {voice.id: [one for one in planned if one.voice == voice.id] for voice in voices}


def measure_levels(
    preparer: Preparer, pipeline: Pipeline, planned: dict[str, list[CorpusSentence]], on_voice: Callable[[], None]
) -> VoiceLevels:
    """`pipeline` must have been made without levels."""
    levels = {}
    for voice, sentences in planned.items():
        spoken = [_spoken(preparer, pipeline, sentence) for sentence in sentences]
        levels[voice] = _level(spoken, pipeline.sample_rate_hz)
        on_voice()
    return VoiceLevels(TARGET_LUFS, levels)


def _level(spoken: Sequence[Samples], rate: int) -> Level:
    """Sentences are weighted by length: the loudness of a word or two says little."""
    measured = [gain_to_target(samples, rate) for samples in spoken]
    lengths = [len(samples) for samples in spoken]
    gain_db = float(np.average([one.gain_db for one in measured], weights=lengths))
    loss_lu = float(np.average([one.loss_lu for one in measured], weights=lengths))
    excess_lu = max(0.0, loss_lu - LARGEST_LOSS_LU)
    return Level(round(gain_db - excess_lu, 2), round(loss_lu - excess_lu, 2))


def _spoken(preparer: Preparer, pipeline: Pipeline, sentence: CorpusSentence) -> Samples:
    job = preparer.prepare(SpeechRequest(sentence.text, sentence.voice, language=sentence.language, live=False))
    return np.concatenate([step.block.samples for step in pipeline.speak(job) if step.block is not None])
