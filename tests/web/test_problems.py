"""What goes wrong on the page, and what it says: each message names the next step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fakes import live_server, tiny_engine, warm
from koe.model.voices import VoiceBook
from koe.settings import Settings
from web.browser import FLAGS, POLL_MS, WAIT_MS, chromium_path, opened
from web.conftest import Opens


def test_a_fault_in_ssml_is_marked_at_its_place(open_page: Opens) -> None:
    text = "<speak>\n🎉 Hello <break time='1s'>\nthere.</speak>"
    with open_page() as one:
        one.page.fill("#text", text)
        one.page.click("#speak")
        one.page.wait_for_selector(".notice.bad")
        error = one.message("error")["error"]
        title = one.page.inner_text(".notice strong")
        assert title == f"The SSML is wrong at line {error['line']}, column {error['column']}"
        marked = one.page.evaluate("document.querySelector('#mirror .fault').previousSibling.data")
        line = text.split("\n")[error["line"] - 1]
        before = "\n".join(text.split("\n")[: error["line"] - 1])
        assert marked == f"{before}\n{line[: error['column'] - 1]}"
        # Corrected, it is spoken, and the message is gone.
        one.speak("<speak>Hello <break time='100ms'/> there.</speak>")
        assert one.page.query_selector(".notice") is None
        one.is_over()
        assert [word["word"] for word in one.lit()] == ["Hello", "there"]


def test_an_empty_text_says_what_to_do(open_page: Opens) -> None:
    with open_page() as one:
        one.page.click("#clear")
        one.page.click("#speak")
        assert "Write a text" in one.page.inner_text(".notice")
        assert one.page.evaluate("document.activeElement.id") == "text"


@pytest.fixture(scope="module")
def narrow_server(voice_files: dict[str, Path], empty_settings_file: Path) -> Iterator[str]:
    engine = warm(tiny_engine(VoiceBook(voice_files), max_characters=40))
    with live_server(engine, Settings(max_characters=40)) as address:
        yield address
    engine.close()


def test_of_a_long_text_the_beginning_can_be_spoken(chromium: Browser, narrow_server: str) -> None:
    with opened(chromium, narrow_server) as one:
        one.page.fill("#text", "This sentence fits into the limit. This one does not fit any more.")
        assert "over" in (one.page.get_attribute("#count", "class") or "")
        one.page.click("#speak")
        assert "40 characters" in one.page.inner_text(".notice")
        one.page.click(".notice button.secondary")
        one.is_over()
        assert one.page.input_value("#text") == "This sentence fits into the limit."


def test_when_too_many_streams_are_open_the_setting_is_named(chromium: Browser, voice_files: dict[str, Path]) -> None:
    engine = warm(tiny_engine(VoiceBook(voice_files)))
    with (
        live_server(engine, Settings(max_open_streams=1)) as server,
        opened(chromium, server) as first,
        opened(chromium, server) as second,
    ):
        first.page.click("[data-mode=live]")
        first.page.fill("#text", "This stream stays open ")
        first.page.click("#speak")
        first.wait("litWords.length > 0")
        second.page.click("#speak")
        second.page.wait_for_selector(".notice")
        assert "KOKORO_MAX_OPEN_STREAMS" in second.page.inner_text(".notice")
    engine.close()


def test_429_counts_down_and_speaks_then(open_page: Opens) -> None:
    """The answer of a server under load, put in place of the first `started`."""
    refusal = (
        '{"type": "error", "error": {"message": "2 streams are running.", "type": "rate_limit_error", "param": null,'
        ' "code": "rate_limit_exceeded", "request_id": null}, "retry_after_s": 2}'
    )
    with open_page() as one:
        asked = []

        def answer(socket: object) -> None:
            asked.append(socket)
            if len(asked) > 1:
                socket.connect_to_server()  # type: ignore[attr-defined]
            else:
                socket.on_message(lambda _: socket.send(refusal))  # type: ignore[attr-defined]

        one.page.route_web_socket("**/v1/audio/stream", answer)
        one.page.fill("#text", "Hello there.")
        one.page.click("#speak")
        one.page.wait_for_selector(".notice")
        assert "Tries again in 2 s" in one.page.inner_text(".notice")
        one.is_saying("Pause")
        one.is_over()
        assert one.page.query_selector(".notice") is None
        assert len(asked) == 2


def test_blocked_sound_can_be_turned_on(chromium: Browser, web_server: str) -> None:
    """A press that comes from a program is no gesture of the user."""
    flags = [*FLAGS, "--autoplay-policy=document-user-activation-required"]
    browser = chromium.browser_type.launch(executable_path=chromium_path(), args=flags)
    # Whatever Playwright evaluates in a page counts as a gesture.
    allows = ("AudioContext was not allowed",)
    with opened(browser, web_server, allows=allows, taps=True, script="press_by_program.js") as one:
        for _ in range(WAIT_MS // POLL_MS):
            one.page.wait_for_timeout(POLL_MS)
            if "a notice is shown" in one.logged:
                break
        assert one.lit() == []
        one.page.click("[data-subject=sound] button.secondary")
        one.wait("litWords.length > 0")
        assert one.page.query_selector("[data-subject=sound]") is None
    browser.close()
