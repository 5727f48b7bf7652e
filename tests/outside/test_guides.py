"""Each guide fits a screen, says how it was tried, and is linked."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "guides"
GUIDES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
SCREEN_LINES = 60


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_guide_fits_a_screen_and_says_how_it_was_tried(page: Path) -> None:
    text = page.read_text()
    assert len(text.splitlines()) <= SCREEN_LINES
    assert "**Check.**" in text
    assert "**When it does not work**" in text
    assert text.split("\n\n")[-1].startswith("Tried: ")


def test_all_guides_are_linked() -> None:
    index = (FOLDER / "README.md").read_text()
    assert all(f"({page.name})" in index for page in GUIDES)
    assert "docs/guides/README.md" in (ROOT / "README.md").read_text()
    assert "guides/README.md" in (ROOT / "docs" / "quickstart.md").read_text()
