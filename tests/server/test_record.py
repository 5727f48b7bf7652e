"""The log line of a speech request. Its fields are tested in tests/observe."""

from __future__ import annotations

import httpx
import pytest

from fakes import live_server
from koe.engine.engine import Engine
from koe.settings import Settings

URL = "/v1/audio/speech"
PAGE = "http://page.example"
PREFLIGHT = {"origin": PAGE, "access-control-request-method": "POST"}


def test_preflight_and_head_are_not_logged_as_speech(engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "koe.server")
    with live_server(engine, Settings(allowed_origins=(PAGE,))) as server:
        assert httpx.options(server + URL, headers=PREFLIGHT).status_code == 204
        assert httpx.options(server + URL, headers=PREFLIGHT | {"origin": "http://other.example"}).status_code == 403
        assert httpx.head(server + URL).status_code == 405
        assert httpx.get(server + URL).status_code == 405
        assert httpx.post(server + URL, json={"input": "Hi."}, headers={"origin": PAGE}).status_code == 200
    lines = [record.getMessage() for record in caplog.records if record.getMessage().startswith("speech ")]
    assert lines == ["speech refused", "speech done"]
