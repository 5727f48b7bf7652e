"""A further audio format is one row in `wire/codecs.py`: server, API description and command line follow."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pytest

TESTS = Path(__file__).parents[1]
TABLE = "FORMATS: Mapping[str, Format] = {\n"
NAME, MEDIA_TYPE = "mka", "audio/x-matroska"
ROW = f"""\
    "{NAME}": Format(
        "{MEDIA_TYPE}", ".{NAME}", _OPUS_RATES_HZ, Compressed("matroska", "libopus", "s16", _OPUS_BITS_PER_S)
    ),
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What koe answered with the row planted in a copy of its source."""
    folder = tmp_path_factory.mktemp("planted")
    shutil.copytree(TESTS.parent / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    codecs = folder / "src" / "koe" / "wire" / "codecs.py"
    source = codecs.read_text(encoding="utf-8")
    assert source.count(TABLE) == 1
    codecs.write_text(source.replace(TABLE, TABLE + ROW), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder / "src"), str(TESTS)])}
    command = [sys.executable, str(TESTS / "wire" / "speak_planted_format.py"), NAME, str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=110, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


@pytest.mark.parametrize("file", ["stream-True", "stream-False", f"said.{NAME}"])
def test_planted_format_can_be_decoded(answers: Path, file: str) -> None:
    with av.open(io.BytesIO((answers / file).read_bytes()), "r") as container:
        assert container.format.name == "matroska,webm"
        sound = np.concatenate([frame.to_ndarray().reshape(-1) for frame in container.decode(audio=0)])
    assert len(sound) > 0.2 * 48_000
    assert np.abs(sound).max() > 0.01


@pytest.mark.parametrize("stream", [True, False])
def test_server_sends_the_media_type_of_the_planted_format(answers: Path, stream: bool) -> None:
    assert (answers / f"media-type-{stream}").read_text() == MEDIA_TYPE


def test_api_description_lists_the_planted_format(answers: Path) -> None:
    document = json.loads((answers / "openapi.json").read_text())
    assert MEDIA_TYPE in document["paths"]["/v1/audio/speech"]["post"]["responses"]["200"]["content"]


def test_error_for_an_unknown_format_lists_the_planted_one(answers: Path) -> None:
    error = json.loads((answers / "refused.json").read_text())["error"]
    assert error["param"] == "response_format"
    assert NAME in error["message"]
