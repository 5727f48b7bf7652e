"""Writes the tiny stage models beside this file: some hundred bytes each, with the real names, shapes and metadata.

Speech of these models is a tone of the predicted pitch: louder for higher token ids, silent for the padding token.
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
  unused = Sub(mean_style, mean_style)
  phonemes = Add(plain, unused)
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
    # One hop of the first harmonic for every five samples, and one more at the end.
    "source": """
source (float[1,9,Q] phase, float[1,P] pitch_hz) => (float[1,1,S] source)
<int64[1] from_first = {0}, int64[1] to_second = {1}, int64[1] harmonics = {1}, int64[3] by_hop = {1,-1,5},
 int64[1] samples = {2}, int64[4] one_more = {0,0,0,1}, int64[1] channel = {1}, float nothing = {0.0}> {
  first = Slice(phase, from_first, to_second, harmonics)
  tone = Sin(first)
  grouped = Reshape(tone, by_hop)
  hops = ReduceMean<keepdims = 0>(grouped, samples)
  padded = Pad<mode = "constant">(hops, one_more, nothing)
  source = Unsqueeze(padded, channel)
}""",
    "generator_modulation": """
generator_modulation (float[1,256] style) => (float[1,6,1] gain, float[1,6,1] bias)
<float[1,6,1] ones = {1,1,1,1,1,1}, float[1,6,1] zeros = {0,0,0,0,0,0}> {
  mean_style = ReduceMean<keepdims = 0>(style)
  tint = Exp(mean_style)
  gain = Mul(ones, tint)
  bias = Mul(zeros, tint)
}""",
    "generator": """
generator (float[1,6,H] trunk, float[1,1,S] source, float[1,6,1] scale, float[1,6,1] shift) => (float[1,W] waveform)
<int64[1] channel = {1}, int64[1] last = {2}, int64[3] hop = {1,1,300}, int64[3] five = {1,1,5}, int64[2] flat = {1,-1},
 int64[1] start = {0}, int64[1] but_one = {-1}, int64[1] columns = {1}, float half = {0.5}> {
  scaled = Mul(trunk, scale)
  normed = Add(scaled, shift)
  BODY
}""",
    "generator_whole": """
generator_whole (float[1,6,H] trunk, float[1,1,S] source, float[1,256] style)
  => (float[1,W] waveform, float[1,6,1] means, float[1,6,1] variances)
<int64[1] channel = {1}, int64[1] last = {2}, int64[3] hop = {1,1,300}, int64[3] five = {1,1,5}, int64[2] flat = {1,-1},
 int64[1] start = {0}, int64[1] but_one = {-1}, int64[1] columns = {1}, float half = {0.5}, float epsilon = {0.00001}> {
  means = ReduceMean(trunk, last)
  centred = Sub(trunk, means)
  squared = Mul(centred, centred)
  variances = ReduceMean(squared, last)
  padded = Add(variances, epsilon)
  deviation = Sqrt(padded)
  unit = Div(centred, deviation)
  mean_style = ReduceMean<keepdims = 0>(style)
  tint = Exp(mean_style)
  normed = Mul(unit, tint)
  BODY
}""",
}

# From the normed trunk to samples, the same in both generators.
_BODY = """
  loudness = ReduceMean<keepdims = 0>(normed, channel)
  bounded = Tanh(loudness)
  column = Unsqueeze(bounded, last)
  held = Tile(column, hop)
  envelope = Reshape(held, flat)
  hops = Squeeze(source, channel)
  full_hops = Slice(hops, start, but_one, columns)
  hop_column = Unsqueeze(full_hops, last)
  repeated = Tile(hop_column, five)
  tone = Reshape(repeated, flat)
  loud = Mul(tone, envelope)
  waveform = Mul(loud, half)
"""


def tiny_stage(stage: str) -> onnx.ModelProto:
    graph = _GRAPHS[stage].strip().replace("BODY", _BODY.strip())
    model = parser.parse_model(f'<ir_version: 9, opset_import: ["" : 20]> {graph}')
    facts = Facts(
        stage=stage,
        variant="tiny",
        version="1",
        source_sha256="0" * 64,
        weights_sha256="0" * 64,
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
