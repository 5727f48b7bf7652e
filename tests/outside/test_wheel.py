"""koe without a clone: the wheel, installed by pip with the locked packages, and by pipx with the newest ones."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import koe
from environments import INSTALL_TIMEOUT_S, NotInstalled, made_environment, run
from fakes import wait_for
from limits import HANG_S

ROOT = Path(__file__).parents[2]
PIPX_PINS = Path(__file__).parent / "pipx.txt"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from what git would ship: not from a folder that may hold more."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__"))
    build = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(built), str(source))
    run(sys.executable, "-m", "pip", *build)
    (found,) = built.glob("koe-*.whl")
    return found


@pytest.fixture(scope="module")
def bin_folder(wheel: Path) -> Path:
    """An environment with the locked packages, made once, and this wheel."""
    python = made_environment(ROOT / "requirements.lock", sys.executable)
    run(str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", str(wheel))
    return python.parent


@pytest.fixture(scope="module")
def pipx_folder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where `pipx install` puts commands. pip takes the newest packages that fit, as it does for a new user."""
    try:
        python = made_environment(PIPX_PINS, sys.executable)
    except NotInstalled as problem:
        pytest.skip(f"pipx cannot be installed: {problem}")
    home, commands = tmp_path_factory.mktemp("pipx"), tmp_path_factory.mktemp("commands")
    folders = {"PIPX_HOME": str(home), "PIPX_BIN_DIR": str(commands), "PIPX_MAN_DIR": str(home / "man")}
    install = [str(python), "-m", "pipx", "install", "--python", sys.executable, str(wheel)]
    result = subprocess.run(
        install, env=environment() | folders, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    yield commands
    shutil.rmtree(home)  # almost 1 GB, and pytest would keep three of them


def environment() -> dict[str, str]:
    """Nothing of the clone is on the path."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def test_wheel_has_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    shipped = {name for name in zipfile.ZipFile(wheel).namelist() if not name.startswith(f"koe-{koe.__version__}")}
    files = (path for path in (ROOT / "src").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert shipped == {path.relative_to(ROOT / "src").as_posix() for path in files}


def test_installed_koe_speaks_to_a_file(bin_folder: Path, tmp_path: Path) -> None:
    command = [str(bin_folder / "koe"), "say", "Hello from koe.", "--out", "hello.wav"]
    result = subprocess.run(
        command, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=5 * HANG_S, check=False
    )
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "hello.wav").read_bytes().startswith(b"RIFF")


def test_koe_of_pipx_is_complete(pipx_folder: Path, tmp_path: Path) -> None:
    def answer(*arguments: str) -> str:
        command = [str(pipx_folder / "koe"), *arguments]
        result = subprocess.run(
            command, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=5 * HANG_S, check=False
        )
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    assert answer("--version").split() == ["koe", koe.__version__]
    report = json.loads(answer("doctor", "--json"))
    assert report["problems"] == {}
    commands = [piece["run"] for piece in report["missing"] if piece["name"].startswith("packages of")]
    assert commands == [f'pipx runpip koe install "koe[{extra}]"' for extra in ("ja", "zh")]


@pytest.mark.parametrize("installed", ["bin_folder", "pipx_folder"])
def test_installed_koe_serves(installed: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    folder, log = request.getfixturevalue(installed), tmp_path / "log"
    with log.open("wb") as file:
        command = [str(folder / "koe"), "serve", "--port", "0"]
        process = subprocess.Popen(command, cwd=tmp_path, env=environment(), stdout=file, stderr=file)
    try:
        wait_for(lambda: "koe is listening" in log.read_text() or process.poll() is not None, 5 * HANG_S)
        found = re.search(r"koe is listening on (http://[^\s\"]+)", log.read_text())
        assert found is not None, log.read_text()
        answer = httpx.post(f"{found[1]}/v1/audio/speech", json={"input": "Hello from koe."}, timeout=5 * HANG_S)
        assert answer.status_code == 200
        assert len(answer.content) > 5_000
        process.send_signal(signal.SIGTERM)
        assert process.wait(HANG_S) == 0
    finally:
        process.kill()
        process.wait()
