"""Writes the five stage models beside this file: a few hundred bytes each, with the real names, shapes and metadata.

Speech of these models is a 220 Hz tone, louder for higher token ids, silent where the padding token stands.
Run `python tests/assets/tiny/make.py` after the facts or the vocabulary change.
"""

from __future__ import annotations

from pathlib import Path

import onnx
from onnx import helper, parser

from koe.model.stages import STAGES, Facts
from koe.text import vocab

FOLDER = Path(__file__).parent
SAMPLE_RATE_HZ = 24_000
SAMPLES_PER_FRAME = 600

_GRAPHS = {
    # Durations 2.25, 3.25 or 4.25 frames by the token's id, so that rounding and speed have something to do.
    "text": """
text (int64[1,N] tokens, float[1,256] style)
  => (float[1,8,A] features, float[1,6,B] phonemes, float[1,D] durations)
<int64[1] one = {1}, float hundred = {100.0}, int64 three = {3}, float shortest = {2.25},
 float[1,8,1] as_features = {1,1,1,1,1,1,1,1}, float[1,6,1] as_phonemes = {1,1,1,1,1,1}> {
  ids = Cast<to = 1>(tokens)
  scaled = Div(ids, hundred)
  row = Unsqueeze(scaled, one)
  features = Mul(row, as_features)
  plain = Mul(row, as_phonemes)
  mean_style = ReduceMean<keepdims = 0>(style)
  tint = Exp(mean_style)
  phonemes = Mul(plain, tint)
  rest = Mod(tokens, three)
  rest_float = Cast<to = 1>(rest)
  durations = Add(rest_float, shortest)
}""",
    "pitch": """
pitch (float[1,8,T] aligned_features, float[1,256] style) => (float[1,P] pitch_hz, float[1,E] energy)
<int64[1] channel = {1}, int64[1] last = {2}, int64[3] twice = {1,1,2}, int64[2] flat = {1,-1},
 float base_hz = {120.0}, float span_hz = {40.0}> {
  mean = ReduceMean<keepdims = 0>(aligned_features, channel)
  column = Unsqueeze(mean, last)
  doubled = Tile(column, twice)
  energy = Reshape(doubled, flat)
  swing = Mul(energy, span_hz)
  pitch_hz = Add(swing, base_hz)
}""",
    "trunk": """
trunk (float[1,6,T] aligned_phonemes, float[1,P] pitch_hz, float[1,E] energy, float[1,256] style)
  => (float[1,6,H] trunk)
<int64[1] channel = {1}, int64[1] last = {3}, int64[4] twice = {1,1,1,2}, int64[3] flat = {1,6,-1},
 float little = {0.1}> {
  column = Unsqueeze(aligned_phonemes, last)
  doubled = Tile(column, twice)
  wide = Reshape(doubled, flat)
  row = Unsqueeze(energy, channel)
  push = Mul(row, little)
  pushed = Mul(wide, push)
  trunk = Add(wide, pushed)
}""",
    "source": """
source (float[1,P] pitch_hz) => (float[1,1,S] source)
<int64[1] last = {2}, int64[3] sixty = {1,1,60}, int64[2] flat = {1,-1}, int64[4] one_more = {0,0,0,1},
 int64[1] channel = {1}, float nothing = {0.0}> {
  column = Unsqueeze(pitch_hz, last)
  hops = Tile(column, sixty)
  row = Reshape(hops, flat)
  padded = Pad<mode = "constant">(row, one_more, nothing)
  source = Unsqueeze(padded, channel)
}""",
    "generator": """
generator (float[1,6,H] trunk, float[1,1,S] source, float[1,256] style) => (float[1,W] waveform)
<int64[1] channel = {1}, int64[1] last = {2}, int64[3] hop = {1,1,300}, int64[2] flat = {1,-1},
 int64 time_axis = {1}, float step = {0.05759587}, float one = {1.0}, float half = {0.5}> {
  loudness = ReduceMean<keepdims = 0>(trunk, channel)
  bounded = Tanh(loudness)
  column = Unsqueeze(bounded, last)
  held = Tile(column, hop)
  envelope = Reshape(held, flat)
  zeros = Sub(envelope, envelope)
  ones = Add(zeros, one)
  clock = CumSum(ones, time_axis)
  phase = Mul(clock, step)
  tone = Sin(phase)
  loud = Mul(tone, envelope)
  mean_source = ReduceMean<keepdims = 0>(source)
  unused = Sub(mean_source, mean_source)
  voiced = Add(loud, unused)
  waveform = Mul(voiced, half)
}""",
}


def tiny_stage(stage: str) -> onnx.ModelProto:
    model = parser.parse_model(f'<ir_version: 9, opset_import: ["" : 20]> {_GRAPHS[stage].strip()}')
    facts = Facts(
        stage=stage,
        source_sha256="0" * 64,
        builder_version="tiny",
        vocabulary_sha256=vocab.digest(),
        sample_rate_hz=SAMPLE_RATE_HZ,
        samples_per_frame=SAMPLES_PER_FRAME,
        max_tokens=vocab.MAX_TOKENS,
    )
    helper.set_model_props(model, facts.to_metadata())
    onnx.checker.check_model(model, full_check=True)
    return model


if __name__ == "__main__":
    for name in STAGES:
        onnx.save(tiny_stage(name), FOLDER / f"{name}.onnx")
