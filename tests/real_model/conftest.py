"""Fixtures: the real model from the user cache (`make test` builds it), and Whisper to transcribe what it says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from koe.bench.words import Whisper, write_whisper
from koe.cli.assemble import load_engine
from koe.engine.engine import Engine
from koe.settings import Settings
from koe.text.g2p import Phonemizer


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.real_model)


@pytest.fixture(scope="session")
def real_engine() -> Iterator[Engine]:
    # Neither a busy machine (filler silence, timeouts of G2P and of a step) nor the user's own lexicons may change
    # the samples. Seen: a first step of more than 60 s on two cores with a load of 10.
    settings = Settings(stall_silence=False, step_timeout_s=600, lexicon=None, project_lexicon=None)
    engine = load_engine(settings, reader=Phonemizer(settings.phoneme_cache_bytes, 50))
    yield engine
    engine.close()


@pytest.fixture(scope="session")
def whisper(tmp_path_factory: pytest.TempPathFactory) -> Whisper:
    folder = tmp_path_factory.mktemp("whisper")
    write_whisper(folder)
    return Whisper(folder)
