"""Each guide fits a screen, says how it was tried, and is linked; its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "guides"
GUIDES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
SCREEN_LINES = 60


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_guide_fits_a_screen_and_says_how_it_was_tried(page: Path) -> None:
    text = page.read_text()
    assert len(text.splitlines()) <= SCREEN_LINES
    assert "**Check.**" in text
    assert "**When it does not work**" in text
    assert text.split("\n\n")[-1].startswith("Tried: ")


@pytest.mark.parametrize("page", [*GUIDES, FOLDER / "README.md"], ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)  # code is not a link
    for target in re.findall(r"\]\((?!https?://)([^)]+)\)", text):
        name, _, anchor = target.partition("#")
        assert (page.parent / name).exists(), target
        assert not anchor or anchor in anchors(page.parent / name), target


def test_all_guides_are_linked() -> None:
    index = (FOLDER / "README.md").read_text()
    assert all(f"({page.name})" in index for page in GUIDES)
    assert "docs/guides/README.md" in (ROOT / "README.md").read_text()
    assert "guides/README.md" in (ROOT / "docs" / "quickstart.md").read_text()
