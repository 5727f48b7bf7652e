"""Container, systemd and launchd files: what can be checked without a daemon that runs them."""

from __future__ import annotations

import configparser
import os
import plistlib
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from typer.testing import CliRunner

from koe.cli.main import app
from koe.settings import Settings
from limits import HANG_S

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "packaging"


def test_container_copies_what_exists_and_needs_the_locked_packages() -> None:
    text = (FOLDER / "Containerfile").read_text().replace("\\\n", " ")
    copied = [
        shlex.split(line)[1:-1] for line in text.splitlines() if line.startswith("COPY ") and "--from" not in line
    ]
    assert all((ROOT / name).exists() for names in copied for name in names)
    assert "--require-hashes -r requirements.lock" in text
    assert "--no-deps --no-build-isolation ." in text
    assert re.search(r"^USER koe$", text, re.MULTILINE)
    assert f"EXPOSE {Settings().port}" in text


def test_compose_file_publishes_the_port_to_this_machine_alone() -> None:
    service = yaml.safe_load((FOLDER / "compose.yaml").read_text())["services"]["koe"]
    assert service["ports"] == [f"127.0.0.1:{Settings().port}:{Settings().port}"]
    assert (FOLDER / service["build"]["context"] / service["build"]["dockerfile"]).exists()


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "koe.service", "local.koe.plist"])
def test_every_variable_is_a_setting(file: str) -> None:
    known = {f"KOKORO_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"KOKORO_[A-Z_]+", (FOLDER / file).read_text())) <= known


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_every_line_of_its_unit(tmp_path: Path) -> None:
    command = tmp_path / ".local" / "bin" / "koe"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    folders = {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    verify = ["systemd-analyze", "--user", "verify", str(FOLDER / "koe.service")]
    result = subprocess.run(
        verify, env=os.environ | folders, capture_output=True, text=True, timeout=HANG_S, check=False
    )
    # Unknown lines are only told of: systemd passes over them.
    assert (result.returncode, result.stdout + result.stderr) == (0, "")


def test_units_start_koe_serve_and_give_it_time_to_stop() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(FOLDER / "koe.service")
    assert shlex.split(unit["Service"]["ExecStart"])[1:] == ["serve"]
    agent = plistlib.loads((FOLDER / "local.koe.plist").read_bytes())
    assert agent["ProgramArguments"][-1].endswith("serve")
    slowest_s = Settings().shutdown_grace_s + 10
    assert min(int(unit["Service"]["TimeoutStopSec"]), agent["ExitTimeOut"]) > slowest_s
    assert CliRunner().invoke(app, ["serve", "--help"]).exit_code == 0
