"""With an API key set: the page asks for it, keeps it in memory alone, and uses it for everything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fakes import live_server, tiny_engine, warm
from guarded_server import KEY
from koe.model.voices import VoiceBook
from koe.settings import Settings
from web.browser import Opened, opened

# The browser itself notes every answer with 401 on the console.
ASKED = ("401 (Unauthorized)",)


@pytest.fixture(scope="module")
def locked(voice_files: dict[str, Path], empty_settings_file: Path) -> Iterator[str]:
    engine = warm(tiny_engine(VoiceBook(voice_files)))
    with live_server(engine, Settings(api_key=KEY)) as address:
        yield address
    engine.close()


def enter(one: Opened, key: str) -> None:
    one.page.fill("#key", key)
    one.page.keyboard.press("Enter")


def test_the_page_asks_for_the_key_and_speaks_with_it(chromium: Browser, locked: str) -> None:
    with opened(chromium, locked, allows=ASKED) as one:
        enter(one, "wrong")
        one.wait("document.querySelector('#key-dialog p')?.textContent.includes('did not accept') ?? false")
        enter(one, KEY)
        one.wait("!document.getElementById('speak').disabled")
        one.speak("Hello there.")
        one.is_over()
        assert [word["word"] for word in one.lit()] == ["Hello", "there"]
        one.page.click("[data-voice=am_adam] .preview")
        one.wait("document.querySelector('[data-voice=am_adam] .preview path').getAttribute('d').startsWith('M7 7')")
        one.page.click("#code > summary")
        stored = one.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
        assert KEY not in stored + one.page.content()
        assert "$KOKORO_API_KEY" in one.page.inner_text("#snippet")
        one.page.reload()
        one.page.wait_for_selector("#key-dialog")  # it was kept in memory alone


def test_without_the_key_the_page_says_what_is_missing(chromium: Browser, locked: str) -> None:
    with opened(chromium, locked, allows=ASKED) as one:
        one.page.wait_for_selector("#key-dialog")
        one.page.keyboard.press("Escape")
        assert "KOKORO_API_KEY" in one.page.inner_text(".notice.bad")


@pytest.mark.parametrize("path", ["/status/view", "/docs"])
def test_other_pages_ask_for_it_too(chromium: Browser, locked: str, path: str) -> None:
    with opened(chromium, locked + path, allows=ASKED) as one:
        enter(one, KEY)
        one.wait("document.querySelectorAll('.operation, #slos .slo').length > 2")
