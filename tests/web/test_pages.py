"""The pages as the server sends them: what they may load, who gets them, and the facts that they begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fakes import live_server
from guarded_server import KEY
from koe.engine.engine import Engine
from koe.server.web.files import PAGES, static_files
from koe.settings import Settings

FILES = static_files()
STATIC = Path(__file__).parents[2] / "src" / "koe" / "server" / "web" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))


@pytest.fixture
def locked(engine: Engine) -> Iterator[str]:
    with live_server(engine, Settings(api_key=KEY)) as address:
        yield address


def test_every_page_and_file_is_sent_without_the_key_and_with_the_policy(locked: str) -> None:
    with httpx.Client(base_url=locked) as client:
        for path, file in FILES.items():
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert answer.content == file.content
            assert answer.headers["content-type"] == file.media_type
            policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
            assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
            assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert client.get(path, headers={"if-none-match": answer.headers["etag"]}).status_code == 304


def test_only_the_listed_files_are_open(locked: str) -> None:
    with httpx.Client(base_url=locked) as client:
        for path in ("/v1/facts", "/openapi.json", "/web/", "/web/none.js", "/web/%2e%2e/app.py"):
            assert client.get(path).status_code == 401, path
        authorized = {"authorization": f"Bearer {KEY}"}
        assert client.get("/web/none.js", headers=authorized).status_code == 404
        assert client.get("/web/%2e%2e/routes.py", headers=authorized).status_code == 404


def test_every_file_of_the_folder_is_sent() -> None:
    on_disk = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    assert {path.removeprefix("/web/") for path in FILES if path not in PAGES} == on_disk


def test_pages_load_nothing_from_elsewhere_and_hold_no_inline_code() -> None:
    for path in STATIC.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        assert re.findall(r"(?:src|href)=\"(?![/#])[^\"]*\"", html) == [], path.name
        assert re.findall(r"\son[a-z]+=|\sstyle=|<style|<script(?![^>]* src=)", html) == [], path.name
    for path in [*SCRIPTS, *STATIC.rglob("*.css")]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://[a-z]", text), path.name
        assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), path.name


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_is_short_and_says_its_purpose(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) <= 300


def test_the_pages_are_no_part_of_the_api(server: str) -> None:
    described = httpx.get(f"{server}/openapi.json").json()["paths"]
    assert not {path for path in described if path.startswith("/web/") or path in PAGES}
    assert "/v1/facts" in described


def test_facts_are_those_of_this_server(engine: Engine) -> None:
    with live_server(engine, Settings(voice="bf_emma", max_characters=321)) as address:
        facts = httpx.get(f"{address}/v1/facts").json()
    assert (facts["default_voice"], facts["max_characters"], facts["max_lexicon_entries"]) == ("bf_emma", 321, 200)
    assert facts["builds"][0] == facts["default_build"]
    languages = {language["code"]: language for language in facts["languages"]}
    assert languages["en-us"]["is_readable"]
    assert (languages["en-us"]["extra"], languages["ja"]["extra"]) == (None, "koe[ja]")
    assert "mp3" in facts["formats"]
    assert "ˈ" in facts["phonemes"]
    assert " " not in facts["phonemes"]
