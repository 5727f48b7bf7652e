"""The counters at GET /status."""

from __future__ import annotations

import httpx

HELLO = {"input": "Hello there, quetzalcoatl.", "voice": "af_heart", "response_format": "wav"}


def test_status_counts_streams_without_user_text(server: str) -> None:
    before = httpx.get(server + "/status").json()
    for _ in range(2):
        assert httpx.post(server + "/v1/audio/speech", json=HELLO).status_code == 200
    answer = httpx.get(server + "/status")
    after = answer.json()
    assert after["streams"]["admitted"] - before["streams"]["admitted"] == 2
    assert after["streams"]["refused"] == after["whole_decodings"] == 0
    assert after["costs"]["start_s"] > 0
    assert after["costs"]["share"] > 0
    assert set(after["primer"]) == {"hits", "misses", "evictions", "entries", "size_bytes"}
    assert "quetzalcoatl" not in answer.text
