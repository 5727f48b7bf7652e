"""-h and shell completion, for every command."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from koe.cli.main import app
from limits import HANG_S


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, child in getattr(command, "commands", {}).items():
        yield from commands(child, (*path, name))


EVERY = list(commands(typer.main.get_command(app)))


@pytest.mark.parametrize("path", EVERY, ids=" ".join)
def test_h_is_help_everywhere(path: tuple[str, ...]) -> None:
    short, long = (CliRunner().invoke(app, [*path, option]) for option in ("-h", "--help"))
    assert (short.exit_code, short.stdout) == (long.exit_code, long.stdout) == (0, short.stdout)
    assert short.stdout.startswith(f"Usage: koe {' '.join(path)}".rstrip())


def test_there_are_commands() -> None:
    assert {("say",), ("config", "set"), ("dev", "golden", "check")} < set(EVERY)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_calls_koe(shell: str) -> None:
    result = CliRunner().invoke(app, ["completion", shell])
    assert result.exit_code == 0
    assert f"_KOE_COMPLETE=complete_{shell}" in result.stdout
    assert "koe" in result.stdout


def test_other_shells_are_refused() -> None:
    result = CliRunner().invoke(app, ["completion", "tcsh"])
    assert result.exit_code == 2
    assert "must be one of bash, zsh, fish." in " ".join(result.stderr.split())


@pytest.fixture(scope="module")
def script() -> str:
    return CliRunner().invoke(app, ["completion", "bash"]).stdout


def completions(folder: Path, script: str, *words: str) -> list[str]:
    """What bash offers after the user has typed these words and pressed Tab."""
    koe = folder / "koe"
    run = 'import sys; sys.argv[0] = "koe"; from koe.cli.main import run; run()'
    koe.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(run)} "$@"\n')
    koe.chmod(0o755)
    typed = " ".join(map(shlex.quote, ("koe", *words)))
    press_tab = (
        f"COMP_WORDS=({typed}); COMP_CWORD={len(words)}; _koe_completion koe; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    registered = "complete -p koe >/dev/null || exit 9"
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    command = ["bash", "--norc", "-c", f"{script}\n{registered}\n{press_tab}"]
    result = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=HANG_S, check=True)
    assert result.stderr == ""
    return result.stdout.split()


def test_bash_completes_commands(tmp_path: Path, script: str) -> None:
    assert completions(tmp_path, script, "sa") == ["say"]
    assert completions(tmp_path, script, "config", "un") == ["unset"]


def test_bash_completes_options_and_their_values(tmp_path: Path, script: str) -> None:
    assert "--voice" in completions(tmp_path, script, "say", "Hello", "--")
    assert completions(tmp_path, script, "say", "Hello", "--voice", "bf_em") == ["bf_emma"]
