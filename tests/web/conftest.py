"""Fixtures: Chromium, and servers with the tiny model whose pages it opens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser

from fakes import live_app, tiny_engine, warm
from koe.engine.opening_cache import OpeningCache
from koe.model.voices import VoiceBook
from koe.server.app import create_app
from koe.settings import Settings
from web.browser import Opened, launched, opened, tapped


class Opens(Protocol):
    def __call__(self, path: str = "/", **options: Any) -> AbstractContextManager[Opened]: ...


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def web_server(voice_files: dict[str, Path], empty_settings_file: Path) -> Iterator[str]:
    """A server with the tiny model, for all tests of a file."""
    openings = OpeningCache(10_000_000, ttl_s=60)
    engine = warm(tiny_engine(VoiceBook(voice_files), openings=openings))
    settings = Settings()
    with live_app(tapped(create_app(settings, engine)), settings) as address:
        yield address
    engine.close()


@pytest.fixture
def open_page(chromium: Browser, web_server: str) -> Opens:
    def open_one(path: str = "/", **options: Any) -> AbstractContextManager[Opened]:
        return opened(chromium, web_server + path, taps=True, **options)

    return open_one
