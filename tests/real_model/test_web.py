"""The page with the real model: Whisper hears what it plays, and pictures show what it looks like."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from fakes import live_app, wait_for
from koe.bench.words import Whisper, word_errors
from koe.engine.engine import Engine
from koe.server.app import create_app
from koe.settings import Settings
from web.browser import RATE_HZ, launched, opened, tapped

TEXT = "The lights are on, and somebody is at home."
# The pictures are written there, for the README; else into a folder of this run.
PICTURES = "KOE_TEST_PICTURES"
PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def address(real_engine: Engine, empty_settings_file: Path) -> Iterator[str]:
    """The engine outlives the server: other tests of this run use it too."""
    settings = Settings(lexicon=None, project_lexicon=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(real_engine, "close", lambda: None)
        with live_app(tapped(create_app(settings, real_engine)), settings) as address:
            wait_for(lambda: httpx.get(f"{address}/ready").status_code == 200)  # figures of a cold start mislead
            yield address


def test_whisper_hears_the_text_in_what_the_page_plays(chromium: Browser, address: str, whisper: Whisper) -> None:
    with opened(chromium, address, taps=True) as one:
        one.speak(TEXT)
        one.is_over()
        heard, lit = one.heard(), [word["word"] for word in one.lit()]
    assert lit == [word.strip(".,") for word in TEXT.split()]
    assert word_errors(TEXT, whisper.transcribe(heard, RATE_HZ)).errors == 0


@pytest.mark.parametrize(
    ("name", "width", "height", "scheme"),
    [("page", 1280, 720, "light"), ("page-dark", 1280, 720, "dark"), ("page-phone", 390, 844, "light")],
)
def test_a_picture_of_the_page(
    chromium: Browser, address: str, tmp_path: Path, name: str, width: int, height: int, scheme: str
) -> None:
    size = {"width": width, "height": height}
    with opened(chromium, address, viewport=size, color_scheme=scheme, device_scale_factor=2) as one:
        one.page.click("#text")
        one.page.click("#speak")
        one.wait("document.getElementById('rtf').textContent !== '–' && litWords.length > 6")
        file = Path(os.environ.get(PICTURES, tmp_path)) / f"{name}.png"
        one.page.screenshot(path=file)
    assert file.read_bytes().startswith(PNG)
    assert file.stat().st_size > 50_000  # an empty page has a tenth of it
