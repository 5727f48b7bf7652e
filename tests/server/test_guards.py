from __future__ import annotations

import httpx
import pytest

from fakes import live_server
from koe.engine.engine import Engine
from koe.settings import Settings


@pytest.mark.parametrize(
    ("allowed", "host", "status"),
    [
        (("koe.lan",), "koe.lan:8880", 200),
        (("koe.lan",), "KOE.LAN", 200),
        (("koe.lan",), "other.lan", 403),
        (("koe.lan:8880",), "koe.lan:8880", 200),
        (("*",), "anything.example", 200),
    ],
)
def test_hosts_can_be_allowed(engine: Engine, allowed: tuple[str, ...], host: str, status: int) -> None:
    with live_server(engine, Settings(allowed_hosts=allowed)) as server:
        assert httpx.get(server + "/health", headers={"host": host}).status_code == status


def test_the_body_limit_is_a_setting(engine: Engine) -> None:
    with live_server(engine, Settings(max_body_bytes=1024)) as server:
        body = {"input": "Hello. " * 200}
        assert httpx.post(server + "/v1/audio/speech", json=body).status_code == 413


def test_the_bound_name_is_allowed(engine: Engine) -> None:
    with live_server(engine, Settings(host="MyBox")) as server:
        assert httpx.get(server + "/health", headers={"host": "mybox:8880"}).status_code == 200


def test_monitors_may_ask_for_heads(server: str) -> None:
    assert httpx.head(server + "/health").status_code == 200
