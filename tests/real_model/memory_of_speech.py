"""A process that speaks with the real model and prints its memory in RAM, in bytes, at several points, as JSON."""

from __future__ import annotations

import json
import sys

import numpy as np

from koe.build.recipes import BUILDS
from koe.cli.assemble import load_engine, stage_cache
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.types import SpeechRequest
from memory import resident_bytes

# 340 phonemes without a mark at which the text could be cut: nearly the longest that the model takes at once.
LONGEST = "the children on the harbour wall count every wave that comes in from the open sea and " * 4 + "sing."
FRAMES = 400


def main() -> None:
    settings = Settings(step_timeout_s=600, lexicon=None, project_lexicon=None)
    engine = load_engine(settings, reader=Phonemizer(settings.phoneme_cache_bytes, 50))
    engine.warm_up(settings.voice)
    found = {"warm": resident_bytes()}
    for _ in engine.stream(engine.prepare(SpeechRequest(LONGEST, live=False))):
        pass
    found["longest sentence"] = resident_bytes()
    # On a busy machine a lane would measure its speed now and then, and what it holds keeps the arena from shrinking.
    engine.close()
    whole = stage_cache(settings).files(BUILDS[settings.build])["generator_whole"]
    session = OnnxRuntimeBackend().open(whole, releases_memory=True)
    found["fallback open"] = resident_bytes()
    trunk, source = np.zeros((1, 512, 2 * FRAMES), np.float32), np.zeros((1, 22, 120 * FRAMES + 1), np.float32)
    session.run({"trunk": trunk, "source": source, "style": np.zeros((1, 256), np.float32)})
    found["fallback run"] = resident_bytes()
    sys.stdout.write(json.dumps(found))


main()
