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


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_links_lead_somewhere(page: str) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", (ROOT / page).read_text(), flags=re.DOTALL)  # code is not a link
    for target in re.findall(r"\]\((?!https?://)([^)#]+)", text):
        assert ((ROOT / page).parent / target).exists(), f"{page} -> {target}"


def test_the_lock_files_hold_names_and_hashes_and_no_addresses() -> None:
    for lock in [*ROOT.glob("requirements*.lock"), ROOT / "tests" / "outside" / "requirements.txt"]:
        text = lock.read_text()
        assert "://" not in text
        assert "--hash=sha256:" in text
        for line in text.splitlines():
            if line and not line.startswith((" ", "#")):
                assert re.match(r"[A-Za-z0-9._-]+==[^ ]+( ; .*)? \\$", line), line
