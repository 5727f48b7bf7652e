"""Figures that more than one folder needs, each with its unit and what it is a fact of."""

from __future__ import annotations

# What is fainter counts as silence: the definition of "first audible sample" in every measurement, trim and record.
AUDIBLE = 10 ** (-50 / 20)  # -50 dBFS

# Facts of Kokoro-82M. Durations are counted in model frames; a frame on the wire (koe.wire.frames) is another thing.
MODEL_FRAME_MS = 25
MODEL_FRAME_S = MODEL_FRAME_MS / 1000
MAX_TOKENS = 510  # of one pass; a voice pack has a style for each length up to it
SECONDS_PER_CHARACTER = 0.065  # of speech at speed 1, roughly, in languages that write letters

# The build of the model that speaks unless KOKORO_BUILD says otherwise (koe.build.recipes).
DEFAULT_BUILD = "int8"
# The name of the model in requests; `kokoro-fp32` is the model in that build.
MODEL_NAME = "kokoro"

# Longest text of a request, unless KOKORO_MAX_CHARACTERS says otherwise.
MAX_CHARACTERS = 20_000
