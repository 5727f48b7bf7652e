"""Requests of known client programs, one file each in `requests`, get the answers that those programs need.

They were written from the programs' sources in November 2026, not recorded from the network; `origin` says where that
leaves a doubt. The versions of user agents are examples. SillyTavern's provider called Kokoro is missing: it runs the
model in the browser and uses no server.
"""

from __future__ import annotations

import io
import json
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from limits import HANG_S

REQUESTS = sorted(Path(__file__).parent.joinpath("requests").glob("*.json"))


@pytest.mark.parametrize("path", REQUESTS, ids=lambda path: str(path.stem))
def test_a_client_gets_what_it_needs(server: str, path: Path) -> None:
    recorded = json.loads(path.read_text(encoding="utf-8"))
    needs = recorded["needs"]
    body = recorded.get("body")
    # Sends headers as they are; httpx refuses some that programs send, such as the empty key "Bearer ".
    connection = HTTPConnection(server.removeprefix("http://"), timeout=HANG_S)
    content = None if body is None else json.dumps(body)
    connection.request(recorded["method"], recorded["path"], content, recorded["headers"])
    response = connection.getresponse()
    data = response.read()
    connection.close()
    assert response.status == needs["status"], data
    assert str(response.headers["content-type"]).partition(";")[0] == needs["content_type"]
    assert all(response.headers.get(name) for name in needs.get("headers", []))
    if "audio" in needs:
        samples = decoded(data, needs["audio"])
        assert len(samples) > 0.3 * 24_000
        assert np.abs(samples).max() > 0.02
    if "each_of" in needs:
        listed: list[dict[str, Any]] = json.loads(data)[needs["each_of"]]
        assert listed
        assert all(isinstance(one[name], str) and one[name] for one in listed for name in needs["has"])
    if "error" in needs:
        error = json.loads(data)["error"]
        assert error["message"]
        assert {name: error[name] for name in needs["error"]} == needs["error"]


def decoded(data: bytes, name: str) -> np.ndarray[Any, Any]:
    if name == "pcm":
        return np.frombuffer(data, dtype="<i2") / 32768
    with av.open(io.BytesIO(data), "r") as file:
        assert file.streams.audio[0].codec_context.name == {"wav": "pcm_s16le", "mp3": "mp3float"}.get(name, name)
        resampler = av.AudioResampler("flt", "mono", 24_000)
        return np.concatenate([out.to_ndarray()[0] for one in file.decode(audio=0) for out in resampler.resample(one)])


def test_every_program_is_there() -> None:
    clients = " ".join(path.stem for path in REQUESTS)
    for program in ("open_webui", "sillytavern", "home_assistant", "wyoming_openai", "zotero", "raycast"):
        assert program in clients
