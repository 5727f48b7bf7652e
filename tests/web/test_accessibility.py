"""Whoever cannot see the page or use a mouse can use it: axe finds nothing serious, and the keyboard is enough."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from environments import NotInstalled, made_modules
from web.conftest import Opens

NODE = Path(__file__).parent / "node"
# What each page shows when it is complete.
COMPLETE = {
    "/": "#speak:not([disabled])",
    "/status/view": "#quantiles tbody tr",
    "/docs": ".operation",
    "/listening-test": "#open",
}


@pytest.fixture(scope="module")
def axe() -> str:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm to fetch axe-core with")
    try:
        return (made_modules(NODE, npm) / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
    except NotInstalled as problem:
        pytest.skip(f"axe-core cannot be installed: {problem}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", COMPLETE)
def test_axe_finds_no_serious_violation(open_page: Opens, axe: str, path: str, scheme: str) -> None:
    with open_page(path, color_scheme=scheme) as one:
        one.page.wait_for_selector(COMPLETE[path])
        if path == "/":
            one.page.click("#clear")
            one.page.click("#speak")  # a message
            one.page.wait_for_selector(".notice")
            one.page.evaluate("for (const panel of document.querySelectorAll('details')) panel.open = true")
        if path == "/docs":
            one.page.click(".operation summary")
            one.page.wait_for_selector(".operation[open] table")
        one.page.evaluate(axe)
        found: dict[str, Any] = one.page.evaluate("axe.run({ resultTypes: ['violations'] })")
    serious = [
        (violation["id"], [node["html"][:150] for node in violation["nodes"]])
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_the_keyboard_alone_is_enough(open_page: Opens) -> None:
    """From the top of the page: skip to the text, write, speak, pause, choose another voice, open a panel."""
    with open_page() as one:
        one.wait("!document.getElementById('speak').disabled")
        press, focused = one.page.keyboard.press, "document.activeElement.id"
        one.page.focus(".skip")
        assert one.page.evaluate("document.querySelector('.skip').getBoundingClientRect().top") > 0
        press("Enter")
        assert one.page.evaluate(focused) == "text"
        press("Control+a")
        one.page.keyboard.type("Hello there, and some more words follow.")
        stops = []
        while one.page.evaluate(focused) != "speak":
            press("Tab")
            stops.append(one.page.evaluate(focused))
        assert stops == ["open-file", "clear", "speak"]
        press("Enter")
        one.is_saying("Pause")
        press("Space")
        one.is_saying("Go on")
        press("Space")
        one.is_over()
        for _ in range(20):
            press("Tab")
            if one.page.evaluate("document.activeElement.name") == "voice":
                break
        press("ArrowDown")
        assert one.page.evaluate("document.activeElement.value") == "am_adam"
        for _ in range(20):
            press("Tab")
            if one.page.evaluate("document.activeElement.parentElement.id") == "download":
                break
        press("Enter")
        assert one.page.is_visible("#save")


def test_the_page_fits_a_phone(open_page: Opens) -> None:
    for path, complete in COMPLETE.items():
        with open_page(path, viewport={"width": 360, "height": 740}, has_touch=True) as one:
            one.page.wait_for_selector(complete)
            width = one.page.evaluate("document.documentElement.scrollWidth")
            assert width <= 360, path
