"""Origins of web pages: guard and link compare them in the same way."""

from __future__ import annotations

import httpx
import pytest

from fakes import live_server
from koe.engine.engine import Engine
from koe.server.guards.origins import Origins
from koe.settings import Settings
from limits import HANG_S

URL = "/v1/audio/speech"
BODY = {"input": "Hi.", "format": "wav"}


@pytest.mark.parametrize(
    ("listed", "headers", "status"),
    [
        ("https://page.example:443", {"origin": "https://page.example"}, 200),
        ("https://page.example", {"origin": "https://page.example:443"}, 200),
        ("http://page.example:80", {"sec-fetch-site": "cross-site", "origin": "http://page.example"}, 200),
        ("http://page.example", {"sec-fetch-site": "cross-site", "origin": "http://page.example:80"}, 200),
        ("http://page.example:80", {"sec-fetch-site": "cross-site", "referer": "http://page.example/a.html"}, 200),
        ("http://page.example", {"sec-fetch-site": "cross-site", "referer": "http://PAGE.example.:80/a"}, 200),
        ("http://page.example", {"host": "localhost", "origin": "http://localhost:80"}, 200),
        ("http://page.example", {"host": "localhost:80", "origin": "http://localhost"}, 200),
        ("https://page.example", {"origin": "https://page.example:80"}, 403),
        ("http://page.example:443", {"origin": "https://page.example"}, 403),
        ("http://page.example", {"host": "localhost", "origin": "http://localhost:8880"}, 403),
        ("http://page.example", {"sec-fetch-site": "cross-site", "referer": "http://page.example:8880/"}, 403),
    ],
)
def test_link_treats_the_default_port_as_no_port(
    engine: Engine, listed: str, headers: dict[str, str], status: int
) -> None:
    with live_server(engine, Settings(get_speech=True, allowed_origins=(listed,))) as server:
        answer = httpx.get(server + URL, params=BODY, headers=headers, timeout=HANG_S)
        assert answer.status_code == status
        if "sec-fetch-site" not in headers:  # POST has no Referer fallback
            assert httpx.post(server + URL, json=BODY, headers=headers, timeout=HANG_S).status_code == status


def sent_by(*origins: str, **headers: str) -> dict[str, object]:
    named = [("origin", origin) for origin in origins]
    named += [(name.replace("_", "-"), value) for name, value in headers.items()]
    raw = [(name.encode(), value.encode()) for name, value in [("host", "localhost:8880"), *named]]
    return {"type": "http", "scheme": "http", "headers": raw}


PAGE = "http://page.example"


@pytest.mark.parametrize(
    ("scope", "is_allowed"),
    [
        (sent_by(), True),
        (sent_by(PAGE), True),
        (sent_by("http://localhost:8880"), True),
        (sent_by("null"), False),
        (sent_by(PAGE, PAGE), False),
        (sent_by(PAGE, "http://localhost:8880"), False),
        (sent_by("http://localhost:8880", "http://localhost:8880"), False),
    ],
)
def test_guard_and_link_agree_where_only_an_origin_is_sent(scope: dict[str, object], is_allowed: bool) -> None:
    origins = Origins([PAGE])
    assert origins.allows(scope) is origins.allows_link(scope) is is_allowed


def test_referer_counts_only_without_an_origin() -> None:
    origins = Origins([PAGE])
    assert origins.allows_link(sent_by(sec_fetch_site="cross-site", referer=f"{PAGE}/a"))
    assert not origins.allows_link(sent_by("null", sec_fetch_site="cross-site", referer=f"{PAGE}/a"))
    assert not origins.allows_link(sent_by(sec_fetch_site="cross-site", referer="no address"))
