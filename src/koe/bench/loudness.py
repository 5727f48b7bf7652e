"""Voices and texts -> loudness of the output, streamed and whole, and CPU cost of loudness and encoding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from time import perf_counter, process_time

import numpy as np

from koe.audio.limiter import true_peak
from koe.audio.loudness import loudness_lufs
from koe.bench.clips import choose_sentences
from koe.build.calibrate import CorpusSentence
from koe.constants import SECONDS_PER_CHARACTER
from koe.engine.engine import Engine
from koe.engine.output import Mastering, Output, OutputFormat, whole_output
from koe.model.voices import Voice
from koe.types import AudioBlock, Samples, SpeechRequest
from koe.wire.codecs import FORMATS

# Shorter clips are a word or two, whose loudness is not that of speech.
SHORTEST_CLIP_S = 3.0
_EXPECTED_S = 4.5
_LONGEST_S = 20.0
_SECONDS_PER_CHARACTER = {"ja": 0.17, "zh": 0.2}
_SENTENCES_PER_CLIP = 4  # more than enough
# Encoding a clip six times takes a fifth as long as speaking it.
_CLIPS_PER_COST = 4


@dataclass(frozen=True, slots=True)
class MeasuredClip:
    """Loudness of one clip in koe's output."""

    voice: str
    audio_s: float
    streamed_lufs: float
    whole_lufs: float
    peak_dbtp: float  # the higher of the two


@dataclass(frozen=True, slots=True)
class LoudnessResult:
    clips: tuple[MeasuredClip, ...]
    audio_s: float
    synthesis_s: float  # of the clips that were encoded
    output_s: dict[str, float]  # CPU time of loudness path and encoding, by format

    def shares(self) -> dict[str, float]:
        """CPU time of each format as a share of the synthesis time."""
        return {name: seconds / self.synthesis_s for name, seconds in self.output_s.items()}

    def to_json(self) -> dict[str, object]:
        return {**asdict(self), "shares": self.shares()}


def choose_clips(voices: Sequence[Voice], clips: int) -> list[CorpusSentence]:
    """Held-out sentences, joined until they last some seconds; the same list every time."""
    sentences = choose_sentences(voices, clips * _SENTENCES_PER_CLIP)
    by_voice: dict[str, list[CorpusSentence]] = {}
    for sentence in sentences:
        by_voice.setdefault(sentence.voice, []).append(sentence)
    rows = [_joined(own) for own in by_voice.values()]
    return [row[turn] for turn in range(max(map(len, rows))) for row in rows if turn < len(row)][:clips]


def _joined(sentences: Sequence[CorpusSentence]) -> list[CorpusSentence]:
    joined: list[CorpusSentence] = []
    for sentence in sentences:
        last = joined[-1] if joined else None
        if last is not None and last.language == sentence.language and _expected_s(last) < _EXPECTED_S:
            joined[-1] = replace(last, text=f"{last.text} {sentence.text}")
        else:
            joined.append(sentence)
    return [one for one in joined if _EXPECTED_S <= _expected_s(one) <= _LONGEST_S]


def _expected_s(sentence: CorpusSentence) -> float:
    each_s = _SECONDS_PER_CHARACTER.get(sentence.language, SECONDS_PER_CHARACTER)
    return len(sentence.text) * each_s / sentence.speed


def measure_loudness(
    engine: Engine,
    sentences: Sequence[CorpusSentence],
    mastering: Mastering,
    on_clip: Callable[[], None] = lambda: None,
) -> LoudnessResult:
    clips: list[MeasuredClip] = []
    audio_s = synthesis_s = 0.0
    output_s = dict.fromkeys(FORMATS, 0.0)
    for number, sentence in enumerate(sentences):
        request = SpeechRequest(sentence.text, sentence.voice, sentence.speed, sentence.language)
        job = engine.prepare(request)
        started_s = perf_counter()
        blocks = list(engine.stream(job))
        clip_s = sum(block.duration_s for block in blocks)
        audio_s += clip_s
        if number % _CLIPS_PER_COST == 0:
            synthesis_s += perf_counter() - started_s
            for name in FORMATS:
                output = Output(OutputFormat(name), engine.sample_rate_hz, mastering, loss_lu=job.loss_lu)
                output_s[name] += _cost_s(output, blocks)
        if clip_s >= SHORTEST_CLIP_S:
            clips.append(_measured(engine, sentence.voice, blocks, mastering, job.loss_lu))
        on_clip()
    return LoudnessResult(tuple(clips), audio_s, synthesis_s, output_s)


def _cost_s(output: Output, blocks: Sequence[AudioBlock]) -> float:
    started_s = process_time()
    for block in blocks:
        output.add(block)
    output.end()
    output.close()
    return process_time() - started_s


def _measured(
    engine: Engine, voice: str, blocks: Sequence[AudioBlock], mastering: Mastering, loss_lu: float
) -> MeasuredClip:
    rate, pcm = engine.sample_rate_hz, OutputFormat("pcm", engine.sample_rate_hz)
    output = Output(pcm, rate, mastering, loss_lu=loss_lu)
    streamed = _samples(b"".join([*(output.add(block) for block in blocks), output.end()]))
    whole = _samples(whole_output(blocks, pcm, rate, mastering))
    peak = max(true_peak(streamed), true_peak(whole))
    return MeasuredClip(
        voice,
        len(whole) / rate,
        loudness_lufs(streamed, rate) or -np.inf,
        loudness_lufs(whole, rate) or -np.inf,
        float(20 * np.log10(peak)),
    )


def _samples(pcm: bytes) -> Samples:
    return np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(32768)


def mean_min_max(values: Sequence[float]) -> tuple[float, float, float]:
    return fmean(values), min(values), max(values)
