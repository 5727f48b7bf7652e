"""koe doctor: what is missing, what it is for, and the command that installs it."""

from __future__ import annotations

import builtins
import json
import shutil
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from koe.cli import doctor as doctor_module
from koe.cli import missing as module
from koe.cli.main import app
from koe.cli.missing import Missing, missing_pieces, pip_here
from koe.languages import LANGUAGES
from koe.model.backends.partitions import LeftNodes, Partitions

ENOUGH_BYTES = 10**10


def pieces(
    *packages: str, model_files: int = 0, is_built: bool = True, free_bytes: int = ENOUGH_BYTES
) -> dict[str, Missing]:
    found = missing_pieces(packages, model_files, is_built, Path("/cache"), free_bytes)
    return {piece.name: piece for piece in found}


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The programs that are installed."""
    present: set[str] = set()
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name in present else None)
    return present


def without_module(monkeypatch: pytest.MonkeyPatch, name: str, problem: Exception) -> None:
    real = builtins.__import__

    def broken(imported: str, *arguments: Any) -> Any:
        if imported.partition(".")[0] == name:
            raise problem
        return real(imported, *arguments)

    monkeypatch.setattr(builtins, "__import__", broken)
    monkeypatch.setattr(module, "find_spec", lambda one: object())


def test_a_complete_installation_lacks_nothing_that_it_needs() -> None:
    assert not [piece for piece in pieces("numpy", "onnxruntime").values() if piece.is_required]


def test_a_package_that_is_missing_has_its_pip_line() -> None:
    version("numpy")
    piece = pieces("numpy", "no-such-package")["no-such-package"]
    assert (piece.run, piece.is_required) == (f"{pip_here()} install no-such-package", True)


@pytest.mark.parametrize(
    ("on_path", "made_by_pipx", "expected"),
    [
        ("my koe/bin/pip", False, "pip"),
        ("other/bin/pip", False, "'{folder}/my koe/bin/python' -m pip"),
        (None, False, "'{folder}/my koe/bin/python' -m pip"),
        ("my koe/bin/pip", True, "pipx runpip 'my koe'"),
    ],
)
def test_packages_are_installed_where_koe_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, on_path: str | None, made_by_pipx: bool, expected: str
) -> None:
    prefix = tmp_path / "my koe"
    prefix.mkdir()
    if made_by_pipx:
        (prefix / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.setattr(sys, "executable", str(prefix / "bin" / "python"))
    monkeypatch.setattr(shutil, "which", lambda name: on_path and str(tmp_path / on_path))
    assert pip_here() == expected.format(folder=tmp_path)


def test_the_model_is_pulled_and_its_stages_are_built(programs: set[str]) -> None:
    missing = pieces(model_files=55)
    assert missing["model"].commands_here() == ["koe models pull"]
    assert "if Hugging Face cannot be reached" in missing["npm"].purpose
    assert not missing["npm"].is_required
    programs.add("npm")
    assert "npm" not in pieces(model_files=55)
    assert pieces(is_built=False)["stages"].commands_here() == ["koe models build"]


def test_a_full_disk_is_noticed_before_the_download(programs: set[str]) -> None:
    assert "room on the disk of /cache" in pieces(model_files=1, free_bytes=10**8)
    assert "room on the disk of /cache" not in pieces(free_bytes=10**8)


PORTAUDIO = {
    "apt": "sudo apt install libportaudio2",
    "dnf": "sudo dnf install portaudio",
    "pacman": "sudo pacman -S portaudio",
    "brew": "brew install portaudio",
}


@pytest.mark.parametrize(
    ("platform", "present", "commands"),
    [
        ("linux", "apt", [PORTAUDIO["apt"]]),
        ("linux", "dnf", [PORTAUDIO["dnf"]]),
        ("linux", "zypper", list(PORTAUDIO.values())),
        ("darwin", "brew", [PORTAUDIO["brew"]]),
        ("darwin", "zypper", [PORTAUDIO["brew"]]),
    ],
)
def test_portaudio_is_installed_by_the_package_manager_that_is_there(
    monkeypatch: pytest.MonkeyPatch, programs: set[str], platform: str, present: str, commands: list[str]
) -> None:
    without_module(monkeypatch, "sounddevice", OSError("PortAudio library not found"))
    monkeypatch.setattr(sys, "platform", platform)
    programs.add(present)
    piece = pieces()["PortAudio"]
    assert piece.commands_here() == commands
    assert not piece.is_required


def test_the_extras_have_their_pip_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    monkeypatch.setattr("koe.languages.find_spec", lambda name: None)
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    missing = pieces()
    assert missing["sounddevice"].run == f'{pip_here()} install "koe[playback]"'
    assert missing["OpenVINO"].run == f'{pip_here()} install "koe[openvino]"'
    extras = {piece.run for piece in missing.values() if piece.name.startswith("packages of")}
    assert extras == {f'{pip_here()} install "koe[{code}]"' for code, one in LANGUAGES.items() if one.packages}


def test_espeak_without_its_library_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    import espeakng_loader

    assert "eSpeak NG" not in pieces()
    monkeypatch.setattr(espeakng_loader, "get_library_path", lambda: "/nowhere/libespeak-ng.so")
    assert pieces()["eSpeak NG"].run == f"{pip_here()} install --force-reinstall espeakng-loader"
    monkeypatch.undo()
    monkeypatch.setattr(espeakng_loader, "get_data_path", lambda: "/nowhere")
    assert pieces()["eSpeak NG"].is_required


def test_an_ffmpeg_without_an_encoder_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def codec(name: str, mode: str) -> None:
        if name == "libmp3lame":
            raise ValueError(name)

    monkeypatch.setattr("av.codec.Codec", codec)
    piece = pieces()["libmp3lame in FFmpeg"]
    assert (piece.purpose, piece.is_required) == ("the format mp3", False)


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Any]:
    found = [
        Missing("eSpeak NG", "reading", "pip install x", is_required=True),
        Missing("PortAudio", "playing", system={"apt": "sudo apt install libportaudio2"}),
    ]
    monkeypatch.setattr(doctor_module, "missing_pieces", lambda *_: found)
    result = CliRunner().invoke(app, ["doctor", "--json"])
    assert result.exit_code == 1
    answer: Mapping[str, Any] = json.loads(result.stdout)
    return answer


def test_the_report_has_what_is_missing_and_fails_for_what_is_needed(report: Mapping[str, Any]) -> None:
    assert report["problems"]["eSpeak NG"] == "missing: pip install x"
    assert "PortAudio" not in report["problems"]
    assert report["missing"][1] == {
        "name": "PortAudio",
        "purpose": "playing",
        "run": None,
        "system": {"apt": "sudo apt install libportaudio2"},
        "is_required": False,
    }
    shown = CliRunner().invoke(app, ["doctor"]).stdout.partition("missing\n")[2]
    assert shown.splitlines() == [
        "  eSpeak NG (needed: reading)",
        "    pip install x",
        "  PortAudio (optional: playing)",
        "    sudo apt install libportaudio2",
    ]


def test_nodes_that_the_cpu_computes_instead_of_a_provider_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    left = (LeftNodes("Gather", 4, "Core ML's provider has no such operation"),)
    found = [
        Partitions("generator", "coreml", 762, 758, 3, left),
        Partitions("trunk", "cuda", problem="CUDAExecutionProvider did not start."),
    ]
    monkeypatch.setattr(doctor_module, "partitions_of", lambda *_, all_installed: found if all_installed else [])
    shown = CliRunner().invoke(app, ["doctor", "--providers"]).stdout.partition("nodes\n")[2].partition("missing\n")[0]
    assert shown.splitlines() == [
        "  generator on coreml: 758 of 762 in 3 parts",
        "    on the CPU: 4 Gather: Core ML's provider has no such operation",
        "  trunk on cuda: CUDAExecutionProvider did not start.",
    ]
    assert json.loads(CliRunner().invoke(app, ["doctor", "--providers", "--json"]).stdout)["nodes"][0]["taken"] == 758
    assert "all on the CPU" in CliRunner().invoke(app, ["doctor"]).stdout


def test_a_provider_that_is_chosen_and_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_PROVIDER_TRUNK", "directml")
    stages = json.loads(CliRunner().invoke(app, ["doctor", "--json"]).stdout)["stages"]
    assert stages["trunk"].startswith("onnxruntime-cpu, not directml: onnxruntime-directml (Windows) is not installed")
    assert stages["generator"] == "onnxruntime-cpu"
