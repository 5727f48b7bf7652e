"""Voice files for every name of OpenAI, besides those of all tests."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fakes import write_voices
from koe.model.voices import OPENAI_NAMES, STYLE_ROWS, STYLE_SIZE


@pytest.fixture(scope="session")
def voice_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("voices")
    paths = write_voices(folder)
    for seed, name in enumerate(sorted(set(OPENAI_NAMES.values()) - paths.keys()), start=len(paths)):
        paths[name] = folder / f"{name}.bin"
        np.random.default_rng(seed).normal(size=(STYLE_ROWS, 1, STYLE_SIZE)).astype("<f4").tofile(paths[name])
    return paths
