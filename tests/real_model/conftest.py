"""The real model from the user cache (`make test` pulled it) and Whisper to listen with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from koe.bench.words import Whisper, write_whisper
from koe.cli.assemble import load_engine
from koe.engine.engine import Engine
from koe.settings import Settings


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.real_model)


@pytest.fixture(scope="session")
def real_engine() -> Iterator[Engine]:
    # However slow the machine, and whatever its owner's lexicons say.
    engine = load_engine(Settings(stall_silence=False, lexicon=None, project_lexicon=None))
    yield engine
    engine.close()


@pytest.fixture(scope="session")
def whisper(tmp_path_factory: pytest.TempPathFactory) -> Whisper:
    folder = tmp_path_factory.mktemp("whisper")
    write_whisper(folder)
    return Whisper(folder)
