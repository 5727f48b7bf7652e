"""A window of a held-out sentence, as a build decodes it, and how near two of them are."""

from __future__ import annotations

import numpy as np

from koe.build.calibrate import read_corpus
from koe.cli.assemble import open_build, voice_book
from koe.model.prosody import Prosody, ProsodyPredictor
from koe.model.statistics import NormPredictor
from koe.model.vocoder import WindowDecoder, run_trunk
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner, Sentence
from koe.types import Samples

WINDOW = (20, 50)  # frames


def window_of(settings: Settings, build: str, prosody: Prosody | None, voice: str) -> tuple[Prosody, Samples]:
    opened = open_build(settings, build)
    if prosody is None:
        (span,) = Planner(Phonemizer(timeout_factor=50)).spans(Sentence.of(read_corpus("heldout", "en-us")[3], "en-us"))
        style = voice_book(settings).style(voice, len(span.tokens))
        prosody = ProsodyPredictor(opened.stages).predict(span.tokens, style, 1.0)
    trunk = run_trunk(opened.stages, prosody)
    norms = NormPredictor(opened.stages, opened.table).predict(prosody, trunk)
    return prosody, WindowDecoder(opened.stages, prosody, trunk, norms).window(*WINDOW)


def usual_snr_db(reference: Samples, other: Samples, block_samples: int = 1200) -> float:
    """Median of blocks of 50 ms: where a sound begins, phases are chaotic, and may outweigh the rest."""
    blocks = len(reference) // block_samples
    pairs = zip(np.array_split(reference, blocks), np.array_split(other, blocks), strict=True)
    return float(np.median([snr_db(*pair) for pair in pairs]))


def snr_db(reference: Samples, other: Samples) -> float:
    return float(10 * np.log10(np.sum(reference**2) / np.sum((other - reference) ** 2)))
