"""Fixtures: a koe server with the real model, and an environment with programs of others that speak through it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from environments import INSTALL_TIMEOUT_S, NotInstalled, made_environment, made_modules
from fakes import wait_for
from koe.cli.child_server import warmed_server
from koe.settings import Settings
from limits import HANG_S

FOLDER = Path(__file__).parent
PINS = FOLDER / "requirements.txt"
CLIENT_PINS = FOLDER / "clients.txt"
OLDEST_PYTHON = (3, 12)  # that wyoming-openai supports


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.real_model)
            item.add_marker(pytest.mark.process)
            item.add_marker(pytest.mark.timeout(INSTALL_TIMEOUT_S + 3 * HANG_S))


@pytest.fixture(scope="session")
def koe_server() -> Iterator[str]:
    """The address of a koe server in a process of its own, warmed up. It has the defaults of a new user where tests
    allow it; neither a slow step nor a lexicon of the user changes what it says."""
    settings = Settings(
        log_level="warning",
        step_timeout_s=600,
        lexicon=None,
        project_lexicon=None,
        get_speech=True,
        allowed_hosts=("koe.lan",),
    )
    with warmed_server(settings) as server:
        wait_for(lambda: httpx.get(f"{server.address}/ready").status_code == 200)
        yield server.address


@pytest.fixture(scope="session")
def outside_python() -> Path:
    """The interpreter of the environment. Skips the test if the environment cannot be made."""
    return environment(PINS)


@pytest.fixture(scope="session")
def clients_python() -> Path:
    """The interpreter of the environment with clients of OpenAI's API. Skips the test if it cannot be made."""
    return environment(CLIENT_PINS)


@pytest.fixture(scope="session")
def node_client(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that runs Node's OpenAI client. Skips the test if Node or the package cannot be had."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("there is no Node with npm")
    try:
        modules = made_modules(FOLDER / "node", npm)
    except NotInstalled as problem:
        pytest.skip(f"Node's OpenAI client cannot be installed: {problem}")
    # Node looks for packages beside the script, not in the working folder.
    folder = tmp_path_factory.mktemp("node")
    (folder / "node_modules").symlink_to(modules / "node_modules")
    script = folder / "openai_client.mjs"
    shutil.copy(FOLDER / "node" / script.name, script)
    return [node, "--preserve-symlinks", str(script)]


def environment(pins: Path) -> Path:
    """The interpreter of an environment for programs of others. Skips the test if it cannot be made."""
    python = _base_python()
    if python is None:
        pytest.skip(f"there is no Python {'.'.join(map(str, OLDEST_PYTHON))} or later for the programs of others")
    try:
        return made_environment(pins, python)
    except NotInstalled as problem:
        pytest.skip(f"the programs of others cannot be installed: {problem}")


def _base_python() -> str | None:
    """The first interpreter that is new enough: the one that runs the tests, those on PATH, those of pyenv."""
    names = [f"python3.{minor}" for minor in range(OLDEST_PYTHON[1], 20)]
    on_path = [path for name in names if (path := shutil.which(name)) is not None]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    check = f"import sys; sys.exit(sys.version_info < {OLDEST_PYTHON})"
    for candidate in [sys.executable, *on_path, *map(str, sorted(pyenv.glob("3.*/bin/python3")))]:
        # A shim of pyenv is on PATH also where its version is not selected; then it fails.
        if subprocess.run([candidate, "-c", check], capture_output=True, timeout=HANG_S, check=False).returncode == 0:
            return candidate
    return None
