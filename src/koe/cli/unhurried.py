"""Speech that nobody waits for: an engine whose readers have time, and the facts that decide its samples."""

from __future__ import annotations

import koe
from koe.book.key import digest_of_files
from koe.cli.assemble import load_engine
from koe.engine.engine import Engine
from koe.settings import Settings
from koe.text.g2p import Phonemizer

# What the samples depend on, besides text, voice, speed and build.
_SPOKEN_SETTINGS = ("clause_pauses", "emoji", "language_voices", "one_voice", "loudness", "loudness_lufs", "provider")
# On a busy machine the best reader gets its time, else the same text could sound different.
_TIMEOUT_FACTOR = 50


def patient_reader(settings: Settings) -> Phonemizer:
    return Phonemizer(settings.phoneme_cache_bytes, _TIMEOUT_FACTOR)


def load_patient_engine(settings: Settings) -> Engine:
    return load_engine(settings, reader=patient_reader(settings))


def spoken_facts(settings: Settings) -> dict[str, object]:
    """With other facts, speech has other samples."""
    facts: dict[str, object] = {name: getattr(settings, name) for name in _SPOKEN_SETTINGS}
    lexicons = digest_of_files([settings.lexicon, settings.project_lexicon])
    return {**facts, "version": koe.__version__, "build": settings.build, "lexicons": lexicons}
