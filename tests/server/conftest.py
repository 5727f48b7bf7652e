"""An engine whose blocks are made one by one, as a test allows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fakes import GatedPipeline, tiny_engine, warm
from koe.engine.engine import Engine
from koe.engine.scheduler import Scheduler
from koe.model.voices import VoiceBook


@pytest.fixture
def gated() -> GatedPipeline:
    return GatedPipeline()


@pytest.fixture
def gated_engine(voices: VoiceBook, gated: GatedPipeline) -> Iterator[Engine]:
    """Admits two streams at a time."""
    engine = warm(tiny_engine(voices, gated, scheduler=Scheduler(max_streams=2)))
    yield engine
    gated.gate.release(10_000)
    engine.close()
