"""A page of koe in Chromium: what it sends to its console, what the server sends to it, what it plays."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi import FastAPI
from fastapi.responses import FileResponse
from numpy.typing import NDArray
from playwright.sync_api import Browser, ConsoleMessage, Page, WebSocket, sync_playwright

from koe.wire.frames import decode_frame
from limits import HANG_S

RATE_HZ = 24_000
SCRIPTS = Path(__file__).parent / "scripts"
WAIT_MS = 1000 * HANG_S
POLL_MS = 25
# Chromium runs as root in containers, has no GPU there, and must not ask for anything outside.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass(slots=True)
class Opened:
    """A page, and what happened on it. `heard` needs a server with `tapped`."""

    page: Page
    problems: list[str] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)
    audio: list[bytes] = field(default_factory=list)  # payloads of all frames
    messages: list[dict[str, Any]] = field(default_factory=list)  # of the server, on live streams

    def received(self) -> NDArray[np.int16]:
        return np.frombuffer(b"".join(self.audio), dtype="<i2")

    def words(self) -> list[dict[str, Any]]:
        return [word for message in self.messages if message["type"] == "words" for word in message["words"]]

    def message(self, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.messages) if message["type"] == kind)

    def heard(self) -> NDArray[np.float32]:
        """What the page has given to the sound device."""
        self.page.wait_for_timeout(200)  # the tap hands over every tenth of a second
        return np.array(self.page.evaluate("heard.flatMap(part => Array.from(part))"), dtype=np.float32)

    def lit(self) -> list[dict[str, Any]]:
        """The words that were lit so far, each with the position that was heard then."""
        found: list[dict[str, Any]] = self.page.evaluate("litWords")
        return found

    def wait(self, condition: str) -> None:
        """Playwright's own waiting evaluates strings in the page, which the policy of the page forbids."""
        for _ in range(WAIT_MS // POLL_MS):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(POLL_MS)
        raise AssertionError(f"not in {HANG_S} s: {condition}")

    def is_saying(self, label: str) -> None:
        """Waits until the main button says so."""
        self.wait(f"document.getElementById('speak-label').textContent === {label!r}")

    def is_over(self) -> None:
        self.wait("document.getElementById('stop').disabled && !document.getElementById('replay').disabled")

    def speak(self, text: str) -> None:
        self.page.fill("#text", text)
        self.page.click("#speak")
        self.is_saying("Pause")


def chromium_path() -> str:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("there is no Chromium (Debian's package is chromium)")
    return path


@contextmanager
def launched() -> Iterator[Browser]:
    """Only for one file of tests at a time: while Playwright runs, asyncio thinks that a loop runs in this thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def opened(
    browser: Browser,
    address: str,
    *,
    allows: Sequence[str] = (),
    taps: bool = False,
    script: str | None = None,
    **options: Any,
) -> Iterator[Opened]:
    """Opens the address. Fails at the end if the page has complained, unless one of `allows` is in the complaint.
    `taps`: the server is `tapped`. `script` runs before those of the page."""
    context = browser.new_context(**options)
    context.set_default_timeout(WAIT_MS)
    scripts = ["watch.js", *(["use_tap.js"] if taps else []), *([script] if script else [])]
    for name in scripts:
        context.add_init_script(path=SCRIPTS / name)
    page = context.new_page()
    one = Opened(page)

    def complain(message: str) -> None:
        if not any(part in message for part in allows):
            one.problems.append(message)

    def on_console(message: ConsoleMessage) -> None:
        one.logged.append(message.text)
        if message.type in ("error", "warning"):
            complain(message.text)

    page.on("console", on_console)
    page.on("pageerror", lambda error: complain(str(error)))
    page.on("websocket", lambda socket: _follow(socket, one))
    page.goto(address)
    yield one
    context.close()
    assert one.problems == []


def tapped(app: FastAPI) -> FastAPI:
    """The application with one more file: Playwright cannot give a page the module of an audio thread."""

    async def tap() -> FileResponse:
        return FileResponse(SCRIPTS / "tap.js", media_type="text/javascript")

    app.add_api_route("/web/tap.js", tap, include_in_schema=False)
    return app


def _follow(socket: WebSocket, one: Opened) -> None:
    def on_frame(payload: str | bytes) -> None:
        if isinstance(payload, bytes):
            one.audio.append(decode_frame(payload).payload)
        else:
            one.messages.append(json.loads(payload))

    socket.on("framereceived", on_frame)
