"""koe dev eight-bits: measures which convolutions may be computed in eight bits (build/eight_bits.json)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
import typer

from koe.build.calibrate import corpus_sha256, plan_sentences
from koe.build.eight_bit_plan import ORIGIN, RANGES, EightBitPlan
from koe.build.eight_bits import convolutions
from koe.build.open_build import BuildOpener, OpenBuild
from koe.build.recipes import EXACT, Ingredients, in_turns, package_file
from koe.build.sensitivity import Inputs, channel_ranges, decibels_alone
from koe.cli.assemble import MODEL, asset_store, ensure_stages, voice_book
from koe.cli.console import counting, out
from koe.model.backends.by_precision import load_backend
from koe.model.phase import SAMPLES_PER_HALFFRAME
from koe.model.prosody import ProsodyPredictor
from koe.model.statistics import NormPredictor
from koe.model.vocoder import GENERATOR_REACH, WindowDecoder, run_trunk
from koe.settings import load_settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner, Sentence
from koe.types import Samples

SLIM = "slim"
# Channels of the generator's activations are of one size already; those of the others differ by up to 100.
BALANCED = ("text", "pitch", "trunk")
WINDOW_FRAMES = 24
# Samples at the ends of a window, where the generator lacks context: they reach 39 times full scale.
EDGES = {"generator": GENERATOR_REACH * 2 * SAMPLES_PER_HALFFRAME}


def eight_bits(
    voices: Annotated[int, typer.Option(min=1, max=54, help="Voices that speak a sentence each.")] = 54,
    listened: Annotated[int, typer.Option(min=1, max=54, help="Sentences that every convolution is tried on.")] = 6,
) -> None:
    """Measure the channels of the convolutions, and what eight bits in each one alone cost. Takes ten minutes."""
    settings = load_settings()
    cache = ensure_stages(settings, [EXACT, SLIM])
    opener, book = BuildOpener(cache, load_backend(settings.threads)), voice_book(settings)
    exact, slim = opener.open(EXACT), opener.open(SLIM)
    parts = Ingredients(asset_store(settings).path(MODEL))
    models = {**{stage: parts.cut(stage) for stage in BALANCED}, "generator": in_turns(parts)}
    sentences = plan_sentences(book.voices, "calibration", 2)[:: max(1, 2 * len(book.voices) // voices)][:voices]
    planner = Planner(Phonemizer(timeout_factor=50))
    inputs: dict[str, list[Inputs]] = {stage: [] for stage in models}
    with counting("Speaking", total=len(sentences)) as progress:
        for sentence in sentences:
            for span in planner.spans(Sentence.of(sentence.text, sentence.language))[:1]:
                style = book.style(sentence.voice, len(span.tokens))
                for stage, one in stage_inputs(exact, slim, span.tokens, style, sentence.speed).items():
                    inputs[stage].append(one)
            progress.advance(progress.task_ids[0])
    ranges: dict[str, Any] = {}
    decibels: dict[str, dict[str, float]] = {}
    total = sum(len(inputs[stage]) for stage in BALANCED) + sum(len(convolutions(model)) for model in models.values())
    with counting("Convolutions", total=total) as progress:
        task = progress.task_ids[0]
        for stage, model in models.items():
            if stage in BALANCED:
                ranges[stage] = channel_ranges(model, inputs[stage], lambda: progress.advance(task))
            tried = inputs[stage][:: max(1, len(inputs[stage]) // listened)][:listened]
            decibels[stage] = {}
            for name, left in decibels_alone(model, tried, ranges.get(stage, {}), EDGES.get(stage, 0)):
                decibels[stage][name] = left
                progress.advance(task)
    plan = EightBitPlan(decibels, ranges)
    record = {
        "tool": "koe dev eight-bits",
        "corpus_sha256": corpus_sha256("calibration"),
        "source_sha256": cache.source_sha256,
        "utterances": len(sentences),
        "tried_on": listened,
    }
    plan.save(package_file(RANGES), package_file(ORIGIN), record)
    for stage in models:
        out.print(f"{stage}: {len(decibels[stage])} convolutions, in single precision {sorted(plan.in_floats(stage))}")


def stage_inputs(
    exact: OpenBuild, slim: OpenBuild, tokens: Sequence[int], style: Samples, speed: float
) -> dict[str, Inputs]:
    """What each stage gets when the published model speaks; the generator gets a window of its middle, with the norms
    that are predicted for the slim one."""
    prosody = ProsodyPredictor(exact.stages).predict(tokens, style, speed)
    text = exact.stages["text"].run({"tokens": prosody.tokens[None], "style": style})
    aligned = np.repeat(text["features"], prosody.frames_per_token, axis=2)
    trunk = run_trunk(exact.stages, prosody)
    first = max(0, (prosody.frame_count - WINDOW_FRAMES) // 2)
    decoder = WindowDecoder(slim.stages, prosody, trunk, NormPredictor(slim.stages, slim.table).predict(prosody, trunk))
    return {
        "text": {"tokens": prosody.tokens[None], "style": style},
        "pitch": {"aligned_features": aligned, "style": style},
        "trunk": {
            "aligned_phonemes": prosody.aligned_phonemes(),
            "pitch_hz": prosody.pitch_hz,
            "energy": prosody.energy,
            "style": style,
        },
        "generator": decoder.inputs(first, min(prosody.frame_count, first + WINDOW_FRAMES)),
    }
