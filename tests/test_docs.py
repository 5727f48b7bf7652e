"""Generated pages are current, links lead somewhere, lock files hold hashes only."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from limits import HANG_S

ROOT = Path(__file__).parents[1]


def test_the_generated_pages_are_current() -> None:
    command = [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=HANG_S, check=False)
    assert result.returncode == 0, result.stderr


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")], ids=lambda page: page.stem
)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)  # code is not a link
    for target in re.findall(r"\]\((?!https?://)([^)]+)\)", text):
        name, _, anchor = target.partition("#")
        linked = page.parent / name if name else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


def test_the_lock_files_hold_names_and_hashes_and_no_addresses() -> None:
    for lock in [*ROOT.glob("requirements*.lock"), *(ROOT / "tests" / "outside").glob("*.txt")]:
        text = lock.read_text()
        assert "://" not in text
        assert "--hash=sha256:" in text
        for line in text.splitlines():
            if line and not line.startswith((" ", "#")):
                assert re.match(r"[A-Za-z0-9._-]+==[^ ]+( ; .*)? \\$", line), line


def test_every_fault_has_its_test() -> None:
    """Operations names a test for each fault; it must be there under that name."""
    page = (ROOT / "docs" / "operations.md").read_text()
    rows = [row for row in page.split("### The test of each fault")[1].splitlines() if row.startswith("| ")][1:]
    assert len(rows) > 20
    for row in rows:
        named = re.findall(r"`(tests/[^:`]+)::(\w+)`", row)
        assert named, row
        for path, name in named:
            assert re.search(rf"^(async )?def {name}\b", (ROOT / path).read_text(), re.MULTILINE), f"{path}::{name}"
