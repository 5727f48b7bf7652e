"""Clients of OpenAI's API that know nothing of koe get its speech, and its errors as their own types."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from numpy.typing import NDArray

from decoding import decoded
from limits import HANG_S

TEXT = "The lights are on."
FOLDER = Path(__file__).parent
RATE_HZ = 24_000


def streamed(server: str, voice: str) -> NDArray[np.int16]:
    """The samples that koe streams to a client without a name."""
    body = {"input": TEXT, "voice": voice, "response_format": "pcm"}
    samples = np.frombuffer(httpx.post(f"{server}/v1/audio/speech", json=body).content, dtype="<i2")
    assert len(samples) > RATE_HZ // 2
    return samples


def samples_of(frames: dict[str, Any]) -> NDArray[np.int16]:
    return np.frombuffer(bytes.fromhex(frames["audio"]), dtype="<i2")


def answers(*command: str | Path) -> dict[str, Any]:
    """The JSON that a client prints."""
    # LiteLLM asks for prices on the network when it is imported, unless it is told not to.
    environment = os.environ | {"PYTHONPATH": "", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    result = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        timeout=2 * HANG_S,
        env=environment,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.fixture(scope="module")
def livekit(koe_server: str, clients_python: Path) -> dict[str, Any]:
    return answers(clients_python, FOLDER / "livekit_client.py", koe_server)


@pytest.mark.parametrize("way", ["events", "plain"])
def test_livekit_gets_the_samples_of_the_stream_in_frames(koe_server: str, livekit: dict[str, Any], way: str) -> None:
    heard, wanted = samples_of(livekit[way]), streamed(koe_server, "bf_emma")
    assert livekit[way]["kinds"] == [[RATE_HZ, 1]]
    assert livekit[way]["frames"] > 1
    assert np.array_equal(heard[: len(wanted)], wanted)
    rest = heard[len(wanted) :]  # LiveKit ends with a frame of silence
    assert len(rest) < 0.05 * RATE_HZ
    assert not rest.any()


def test_livekit_gets_speech_without_a_setting(koe_server: str, livekit: dict[str, Any]) -> None:
    heard, wanted = samples_of(livekit["events_mp3"]), streamed(koe_server, "bf_emma")
    assert livekit["events_mp3"]["kinds"] == [[RATE_HZ, 1]]
    assert len(heard) / RATE_HZ == pytest.approx(len(wanted) / RATE_HZ, abs=0.1)  # MP3 has frames of 24 ms and a delay
    assert np.abs(heard.astype(int)).max() > 3000


def test_livekit_does_not_retry_what_is_refused(livekit: dict[str, Any]) -> None:
    assert (livekit["refused"]["status"], livekit["refused"]["retryable"]) == (400, False)
    assert livekit["refused"]["body"]["param"] == "voice"


def test_pipecat_gets_the_samples_of_the_stream_in_frames(koe_server: str, clients_python: Path) -> None:
    answer = answers(clients_python, FOLDER / "pipecat_client.py", koe_server)
    assert answer["errors"] == []
    assert answer["kinds"] == [[RATE_HZ, 1]]
    assert np.array_equal(samples_of(answer), streamed(koe_server, "alloy"))


def test_litellm_saves_speech_and_names_the_wrong_parameter(
    koe_server: str, clients_python: Path, tmp_path: Path
) -> None:
    answer = answers(clients_python, FOLDER / "litellm_client.py", koe_server, tmp_path)
    assert answer == {"status": 400, "param": "speed", "code": "value_out_of_range"}
    heard = decoded((tmp_path / "speech.wav").read_bytes(), "wav", RATE_HZ)
    assert np.array_equal(np.round(heard * 32768), streamed(koe_server, "bf_emma"))


def test_node_saves_speech_and_names_the_wrong_parameter(
    koe_server: str, node_client: list[str], tmp_path: Path
) -> None:
    answer = answers(*node_client, koe_server, tmp_path)
    assert answer["types"] == {"mp3": "audio/mpeg", "wav": "audio/wav"}
    assert answer["error"].pop("id")
    assert answer["error"] == {"typed": True, "status": 400, "param": "speed", "code": "value_out_of_range"}
    assert "kokoro" in answer["models"]
    wanted = streamed(koe_server, "bf_emma")
    wav = decoded((tmp_path / "speech.wav").read_bytes(), "wav", RATE_HZ)
    assert np.array_equal(np.round(wav * 32768), wanted)
    mp3 = decoded((tmp_path / "speech.mp3").read_bytes(), "mp3", RATE_HZ)
    assert len(mp3) / RATE_HZ == pytest.approx(len(wanted) / RATE_HZ, abs=0.1)
    assert np.abs(mp3).max() > 0.1


def test_pins_of_node_hold_hashes_and_no_addresses() -> None:
    lock = (FOLDER / "node" / "package-lock.json").read_text()
    packages = [value for name, value in json.loads(lock)["packages"].items() if name]
    assert all(value["integrity"].startswith("sha512-") for value in packages)
    assert "://" not in lock
