"""What this installation lacks, what each piece is for, and the commands that install it."""

from __future__ import annotations

import ctypes
import platform
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from koe.languages import LANGUAGES
from koe.model.backends.openvino import EXTRA
from koe.wire.codecs import FORMATS
from koe.wire.compressed import Compressed

# Package managers in the order in which they are looked for.
_MANAGERS = {
    "apt": "sudo apt install {}",
    "dnf": "sudo dnf install {}",
    "pacman": "sudo pacman -S {}",
    "brew": "brew install {}",
}
_PORTAUDIO = {"apt": "libportaudio2", "dnf": "portaudio", "pacman": "portaudio", "brew": "portaudio"}
_NPM = {"apt": "npm", "dnf": "nodejs-npm", "pacman": "npm", "brew": "node"}
# The model (0.36 GB), the stages of the default build and of the exact one (0.5 GB), with some room.
_NEEDED_BYTES = 1.2e9


@dataclass(frozen=True, slots=True)
class Missing:
    """A piece that is not there. `run` is the command that gets it; `system` has one for each package manager."""

    name: str
    purpose: str
    run: str | None = None
    system: Mapping[str, str] = field(default_factory=dict)
    is_required: bool = False

    def commands_here(self) -> list[str]:
        """The commands for this machine; for all package managers if it has none that is known."""
        if self.run is not None:
            return [self.run]
        found = [manager for manager in _MANAGERS if manager in self.system and shutil.which(manager)]
        return [self.system[manager] for manager in found[:1]] or list(self.system.values())


def missing_pieces(
    packages: Sequence[str], model_files: int, is_built: bool, cache_dir: Path, free_bytes: int
) -> list[Missing]:
    """`model_files`: how many are missing."""
    return [
        *_missing_packages(packages),
        *_missing_espeak(),
        *_missing_encoders(),
        *_missing_model(model_files, is_built, cache_dir, free_bytes),
        *_missing_playback(),
        *_missing_languages(),
        *_missing_openvino(),
    ]


def pip_here() -> str:
    """The pip of the environment that koe runs in; the one on PATH may install into another."""
    prefix, python = Path(sys.prefix), Path(sys.executable)
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx runpip {shlex.quote(prefix.name)}"
    on_path = shutil.which("pip")
    is_same = on_path is not None and Path(on_path).parent == python.parent
    return "pip" if is_same else f"{shlex.quote(str(python))} -m pip"


def _missing_packages(packages: Sequence[str]) -> Iterator[Missing]:
    for package in packages:
        try:
            version(package)
        except PackageNotFoundError:
            yield Missing(package, "koe itself", f"{pip_here()} install {package}", is_required=True)


def _missing_espeak() -> Iterator[Missing]:
    """The library and its data are in a wheel; a system's own eSpeak is not used."""
    try:
        import espeakng_loader

        ctypes.CDLL(str(espeakng_loader.get_library_path()))
        is_there = Path(espeakng_loader.get_data_path(), "phontab").is_file()
    except (ImportError, OSError):
        is_there = False
    if not is_there:
        command = f"{pip_here()} install --force-reinstall espeakng-loader"
        yield Missing("eSpeak NG", "reading words that are in no dictionary", command, is_required=True)


def _missing_encoders() -> Iterator[Missing]:
    """FFmpeg is inside the wheel of PyAV. One that was built from source may lack encoders."""
    from av.codec import Codec

    codecs = {name: one.coding.codec for name, one in FORMATS.items() if isinstance(one.coding, Compressed)}
    for name, codec in codecs.items():
        try:
            Codec(codec, "w")
        except ValueError:
            command = f"{pip_here()} install --force-reinstall --only-binary av av"
            yield Missing(f"{codec} in FFmpeg", f"the format {name}", command)


def _missing_model(model_files: int, is_built: bool, cache_dir: Path, free_bytes: int) -> Iterator[Missing]:
    if model_files:
        yield Missing("model", f"speaking; {model_files} files", "koe models pull", is_required=True)
        if not shutil.which("npm"):
            yield Missing("npm", "downloading the model if Hugging Face cannot be reached", system=_by_manager(_NPM))
        if free_bytes < _NEEDED_BYTES:
            room = f"{_NEEDED_BYTES / 1e9:g} GB"
            command = f"free {room} there, or set KOKORO_CACHE_DIR to another folder"
            yield Missing(
                f"room on the disk of {cache_dir}", f"the model and its stages, {room}", command, is_required=True
            )
    elif not is_built:
        yield Missing("stages", "speaking; the first start builds them", "koe models build", is_required=True)


def _missing_playback() -> Iterator[Missing]:
    purpose = "playing through a speaker"
    if find_spec("sounddevice") is None:
        yield Missing("sounddevice", purpose, f'{pip_here()} install "koe[playback]"')
        return
    try:
        import sounddevice  # noqa: F401
    except OSError:
        yield Missing("PortAudio", purpose, system=_by_manager(_PORTAUDIO))


def _missing_languages() -> Iterator[Missing]:
    for code, language in LANGUAGES.items():
        if not language.is_readable:
            command = f'{pip_here()} install "koe[{code}]"'
            yield Missing(f"packages of {language.name}", f"speaking {language.name}", command)


def _missing_openvino() -> Iterator[Missing]:
    """Of no use on other CPUs than those of x86, as far as it was tried."""
    if platform.machine() in ("x86_64", "AMD64") and find_spec("openvino") is None:
        yield Missing("OpenVINO", "the builds bf16 and slim-bf16", f'{pip_here()} install "{EXTRA}"')


def _by_manager(packages: Mapping[str, str]) -> dict[str, str]:
    managers = ["brew"] if sys.platform == "darwin" else list(packages)
    return {manager: _MANAGERS[manager].format(packages[manager]) for manager in managers}
