"""The example extension of Raycast: its manifest, the commands of koe that it calls, its script with stand-ins."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from fakes import wait_for
from koe.cli.main import app
from limits import HANG_S
from process.daemon_process import ENGINE, ROOT, Daemon

pytestmark = pytest.mark.process

FOLDER = ROOT / "packaging" / "raycast-extension"
MANIFEST = json.loads((FOLDER / "package.json").read_text())


def provide(folder: Path, **programs: str) -> Path:
    folder.mkdir()
    for name, script in programs.items():
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    return folder


def speak(folder: Path, text: str, *options: str, **environment: str) -> subprocess.Popen[str]:
    command = ["/bin/bash", str(FOLDER / "assets" / "speak.sh"), str(folder / "koe"), *options]
    variables = {**os.environ, "PATH": f"{folder}:/usr/bin:/bin", **environment}
    process = subprocess.Popen(command, env=variables, stdin=subprocess.PIPE, text=True)
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.close()
    return process


def test_every_command_has_its_file_and_every_file_is_used() -> None:
    names = {command["name"] for command in MANIFEST["commands"]}
    files = {path.stem for path in (FOLDER / "src").glob("*.ts")}
    assert files == names | {"koe"}
    assert all(command["mode"] == "no-view" for command in MANIFEST["commands"])
    assert (FOLDER / "assets" / MANIFEST["icon"]).read_bytes().startswith(b"\x89PNG")
    for name in names:
        assert "export default async function" in (FOLDER / "src" / f"{name}.ts").read_text()


def test_preferences_and_commands_of_koe_exist() -> None:
    sources = "".join(path.read_text() for path in (FOLDER / "src").glob("*.ts"))
    used = set(re.findall(r"getPreferenceValues<Preferences>\(\)\.(\w+)", sources))
    assert used == {one["name"] for one in MANIFEST["preferences"]}
    known = get_command(app).commands  # type: ignore[attr-defined]
    told = set(re.findall(r'tell\("(\w+)"', sources)) | {"pause", "resume"}
    assert told <= set(known)
    options = {option for parameter in known["say"].params for option in parameter.opts}
    assert {"--queue", "--daemon", "--voice"} <= options


def test_script_speaks_replaces_and_is_stopped(daemon: Daemon, tmp_path: Path) -> None:
    daemon.start(engine_command=ENGINE)
    folder = provide(
        tmp_path / "bin",
        koe=f"#!{sys.executable}\nfrom koe.cli.entry import run\nrun()\n",
        osascript=f'#!/bin/sh\nprintf %s "$*" > {tmp_path}/shown\n',
    )
    variables = {"KOE_DAEMON_SOCKET": str(daemon.socket), "PYTHONPATH": str(ROOT / "src")}
    with daemon.client() as client:
        first = speak(folder, "One two three four. " * 30, **variables)
        wait_for(lambda: (client.status().get("position_s") or 0) > 0.1)
        second = speak(folder, "Something else is spoken now. " * 30, **variables)
        assert first.wait(HANG_S) == 0
        assert client.wait(1)["outcome"] == "stopped"
        wait_for(lambda: client.status()["item"] == 2)
        client.stop()
        assert second.wait(HANG_S) == 0
    assert not (tmp_path / "shown").exists()


@pytest.mark.parametrize(
    ("before", "after", "problem", "shown"),
    [
        ("", "", "", None),
        ("An old one.", "An old one.", "", None),
        ("", "The rest of the text was played by afplay.", "", "The rest of the text was played by afplay."),
        ("", "", "koe: No server could go on.", "koe: No server could go on."),
    ],
)
def test_script_says_when_another_program_played_the_rest(
    tmp_path: Path, before: str, after: str, problem: str, shown: str | None
) -> None:
    stand_in = f"""#!/bin/sh
case "$1" in
status) notice="{before}"; [ ! -e {tmp_path}/spoken ] || notice="{after}"
  printf '{{\\n  "notice": "%s",\\n  "pid": 1\\n}}\\n' "$notice" ;;
say) cat > {tmp_path}/spoken; printf %s "{problem}" >&2 ;;
esac
"""
    folder = provide(
        tmp_path / "bin",
        koe=stand_in,
        osascript=f'#!/bin/sh\nfor last; do :; done\nprintf %s "$last" > {tmp_path}/shown\n',
    )
    assert speak(folder, 'A text with "quotes".').wait(HANG_S) == 0
    assert (tmp_path / "spoken").read_text() == 'A text with "quotes".'
    found = tmp_path / "shown"
    assert (found.read_text() if found.exists() else None) == shown
