"""Home Assistant's bridge, wyoming_openai, finds koe and all its voices without being told what it is, and speaks."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from fakes import wait_for
from limits import HANG_S

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "home-assistant.md"
TEXT = "The lights are on. It is warm outside."
VOICE = "bf_emma"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def command_of_the_guide(python: Path, uri: str, server: str) -> list[str]:
    block = re.search(r"^(python3 -m wyoming_openai .*?)\n```", GUIDE.read_text(), re.DOTALL | re.MULTILINE)
    assert block is not None
    values = {"python3": str(python), "tcp://0.0.0.0:10200": uri, "http://localhost:8880/v1": f"{server}/v1"}
    words = shlex.split(block[1].replace("\\\n", ""))
    assert set(values) <= set(words)
    return [values.get(word, word) for word in words]


@pytest.fixture(params=["--tts-models", "--tts-streaming-models"], scope="module")
def bridge(
    request: pytest.FixtureRequest, koe_server: str, outside_python: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Path]]:
    """The address of the bridge, and its log. It is started as the guide says, and once without streaming."""
    port, log = free_port(), tmp_path_factory.mktemp("bridge") / "log"
    uri = f"tcp://127.0.0.1:{port}"
    words = command_of_the_guide(outside_python, uri, koe_server)
    command = [request.param if word == "--tts-streaming-models" else word for word in words]
    command += ["--log-level", "DEBUG"]
    with log.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file, env=os.environ | {"PYTHONPATH": ""})
    try:
        wait_for(lambda: is_listening(port) or process.poll() is not None)
        assert process.poll() is None, log.read_text()
        yield uri, log
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def answers(bridge: tuple[str, Path], outside_python: Path) -> dict[str, Any]:
    client = Path(__file__).parent / "wyoming_client.py"
    command = [str(outside_python), str(client), bridge[0]]
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=2 * HANG_S, env=os.environ | {"PYTHONPATH": ""}, check=False
    )
    assert result.returncode == 0, result.stderr + bridge[1].read_text()
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_koe_is_recognised_without_a_setting(bridge: tuple[str, Path]) -> None:
    assert "Detected TTS backend: OpenAIBackend.KOKORO_FASTAPI" in bridge[1].read_text()


def test_all_voices_are_listed_by_their_ids(koe_server: str, answers: dict[str, Any]) -> None:
    listed = [voice["id"] for voice in httpx.get(f"{koe_server}/v1/audio/voices").json()["voices"]]
    (voices,) = answers["voices"].values()
    assert voices == listed
    assert len(set(voices)) == 54


@pytest.mark.parametrize("way", ["whole", "in_pieces"])
def test_text_is_spoken_by_the_voice_that_was_chosen(koe_server: str, answers: dict[str, Any], way: str) -> None:
    answer = answers[way]
    assert {"audio-start", "audio-chunk", "audio-stop"} <= set(answer["kinds"])
    assert set(answer["rates"]) == {24_000}
    heard = np.frombuffer(bytes.fromhex(answer["audio"]), dtype="<i2")
    body = {"input": TEXT, "voice": VOICE, "response_format": "pcm", "stream": False}
    wanted = np.frombuffer(httpx.post(f"{koe_server}/v1/audio/speech", json=body).content, dtype="<i2")
    # The bridge asks for one sentence at a time, each with the lead-in of a stream and without the pause to the next.
    assert len(heard) / 24_000 == pytest.approx(len(wanted) / 24_000, abs=0.5)
    assert np.abs(heard.astype(int)).max() > 3000
