"""What is set is what is used."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from fakes import TINY_STAGES, tiny_table
from koe.build.split import StageBuild
from koe.cli import assemble
from koe.errors import Busy, TextTooLong
from koe.model.stages import Facts
from koe.model.statistics import StatisticsTable
from koe.model.voices import VoiceBook
from koe.settings import Settings, SettingsError
from koe.text import vocab
from koe.types import SpeechRequest

TINY_FACTS = Facts("text", "0" * 64, "tiny", vocab.digest(), 24_000, 600, vocab.MAX_TOKENS)


@pytest.fixture
def _tiny(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny stages in place of the built ones."""
    build = StageBuild(TINY_STAGES, TINY_FACTS.source_sha256, TINY_FACTS.vocabulary_sha256)
    monkeypatch.setattr(StageBuild, "facts", lambda self, stage: TINY_FACTS)
    monkeypatch.setattr(assemble, "ensure_stages", lambda settings: build)
    monkeypatch.setattr(assemble, "voice_book", lambda settings: voices)
    monkeypatch.setattr(StatisticsTable, "shipped", tiny_table)


@pytest.mark.usefixtures("_tiny")
def test_limits_reach_the_engine(tmp_path: Path) -> None:
    settings = Settings(cache_dir=tmp_path, max_characters=12, max_streams=1, queue_blocks=1, stall_timeout_s=1)
    engine = assemble.load_engine(settings)
    try:
        with pytest.raises(TextTooLong, match="at most 12"):
            engine.prepare(SpeechRequest("thirteen long"))
        job = engine.prepare(SpeechRequest("abc def ghi."))
        stalled = engine.stream(job)
        with pytest.raises(Busy):
            engine.stream(job)
        while not stalled.is_over:  # one block of room, and nobody reads: dropped after the time-out
            time.sleep(0.01)
        assert len(stalled._items) <= 1
    finally:
        engine.close()


def test_a_default_voice_that_does_not_exist_is_refused_at_the_start() -> None:
    with pytest.raises(SettingsError, match=r"KOKORO_VOICE: voice is unknown\. Nearest: af_heart"):
        assemble.load_engine(Settings(voice="af_hart"))
