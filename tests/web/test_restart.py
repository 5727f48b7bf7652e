"""The server is killed while the page speaks: what has arrived plays on, and the text goes on at the next word."""

from __future__ import annotations

import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from process.test_stopping import TINY, running
from web.browser import opened

pytestmark = pytest.mark.process

TEXT = "The first words are heard, then koe is killed, and after its restart the rest of them follows."
GONE = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "WebSocket connection", "ERR_EMPTY_RESPONSE")


def spoken_words(text: str) -> list[str]:
    return [word.strip(".,") for word in text.split()]


@pytest.mark.parametrize("text", [TEXT, f"<speak>{TEXT}</speak>"], ids=["text", "ssml"])
def test_the_text_goes_on_where_it_was_cut_off(chromium: Browser, tmp_path: Path, text: str) -> None:
    with running(tmp_path, TINY) as first, opened(chromium, first.address, allows=GONE) as one:
        port = str(urlsplit(first.address).port)
        one.page.fill("#text", text)
        first.hold.touch()  # no more audio after the first block
        one.page.click("#speak")
        one.wait("litWords.length > 0")
        received = len(one.received())
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
        one.page.wait_for_selector("[data-subject=gone]")
        first.hold.unlink()
        with running(tmp_path, TINY, port=port):
            one.is_over()
            lit = [word["word"] for word in one.lit()]
        assert one.page.query_selector("[data-subject=gone]") is None
        assert 0 < received < len(one.received())
    # The word that was cut off may be lit twice: it is spoken again.
    without_repeats = [word for word, before in zip(lit, [None, *lit], strict=False) if word != before]
    assert without_repeats == spoken_words(TEXT)


def test_a_server_that_stops_in_order_finishes_the_text(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path, TINY) as koe, opened(chromium, koe.address, allows=GONE) as one:
        one.speak("A stream is finished before the server ends.")
        one.wait("litWords.length > 0")
        koe.process.send_signal(signal.SIGTERM)
        one.is_over()
        assert [word["word"] for word in one.lit()][-1] == "ends"
        assert koe.ends() == 0


def test_a_press_while_koe_is_gone_says_what_to_do(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path, TINY) as koe:
        address, port = koe.address, str(urlsplit(koe.address).port)
        with opened(chromium, address, allows=GONE) as one:
            one.wait("!document.getElementById('speak').disabled")
            koe.process.kill()
            koe.process.wait()
            one.page.click("#speak")
            one.page.wait_for_selector(".notice.bad")
            assert "koe serve" in one.page.inner_text(".notice")
            with running(tmp_path, TINY, port=port):
                one.speak("Hello there.")
                one.is_over()
                assert one.page.query_selector(".notice") is None
                assert [word["word"] for word in one.lit()] == ["Hello", "there"]
