"""Single files of a Hugging Face repository."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from koe.model.sources import (
    DISK_FULL,
    Package,
    Place,
    PullProgress,
    Reader,
    Report,
    SourceError,
    brief,
    chunks_of,
    share_of,
)

HUB_ATTEMPTS = 3
HUB_READ_TIMEOUT_S = 20.0


class HubSource:
    """Single files of a Hugging Face repository, through the hub library's session: proxies, HF_ENDPOINT, HF_TOKEN
    and HF_HUB_OFFLINE count. The library's own download starts over after a break, so ranges are asked for here."""

    def __init__(
        self,
        downloads: Path,
        probe: Callable[[str, float], None] | None = None,
        probe_timeout_s: float = 5.0,
        endpoint: str | None = None,
    ) -> None:
        self._downloads = downloads
        self._probe = probe or _probe_hub
        self._probe_timeout_s = probe_timeout_s
        self._endpoint = endpoint
        self._out: str | None = None  # why the hub is out for this pull; "" once it has answered

    @contextmanager
    def open(self, places: Sequence[Place], progress: PullProgress) -> Iterator[Reader]:
        packages = [place.packages[0] for place in places]
        self._reach(packages[0])
        done = 0
        progress.begin(f"{packages[0].name} ({len(packages)})", sum(p.bytes for p in packages))
        try:
            for package in packages:
                self._download(package, share_of(done, package, progress))
                done += package.bytes
        finally:
            progress.end()
        yield lambda place: chunks_of(self._kept(place.packages[0]).open("rb"))

    def discard(self, places: Sequence[Place]) -> None:
        for place in places:
            self._kept(place.packages[0]).unlink(missing_ok=True)

    def _kept(self, package: Package) -> Path:
        return self._downloads / f"{package.name}@{package.version}/{package.members[0]}".replace("/", "--")

    def _url(self, package: Package) -> str:
        # Here and below: the library takes 0.2 s to import, which only a pull should pay.
        from huggingface_hub import hf_hub_url

        return hf_hub_url(package.name, package.members[0], revision=package.version, endpoint=self._endpoint)

    def _reach(self, package: Package) -> None:
        if self._out is None:
            timeout_s = self._probe_timeout_s
            self._out = _answer_within(partial(self._probe, self._url(package), timeout_s), timeout_s)
        if self._out:
            raise SourceError(self._out)

    def _download(self, package: Package, report: Report) -> None:
        kept = self._kept(package)
        kept.parent.mkdir(parents=True, exist_ok=True)
        for attempt in range(HUB_ATTEMPTS):
            try:
                with kept.open("ab") as file:
                    _stream(self._url(package), file, package.bytes, report)
                return
            except Exception as error:
                if isinstance(error, OSError) and error.errno in DISK_FULL:
                    raise
                if attempt == HUB_ATTEMPTS - 1 or isinstance(error, SourceError):  # it has answered
                    self._out = brief(error)
                    raise SourceError(self._out) from error


def _stream(url: str, file: IO[bytes], size_bytes: int, report: Report) -> None:
    """Append what `file` still lacks."""
    from huggingface_hub import get_session
    from huggingface_hub.utils import build_hf_headers  # type: ignore[attr-defined]  # exported at run time

    have = file.tell()
    if have == size_bytes:
        return
    headers = {**build_hf_headers(), "Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
    with get_session().stream("GET", url, headers=headers, timeout=HUB_READ_TIMEOUT_S) as response:
        if response.status_code not in (200, 206):
            raise SourceError(f"the hub answered {response.status_code}")
        if have and response.status_code != 206:
            file.truncate(0)
            have = 0
        for chunk in response.iter_bytes():  # as they come: a larger chunk would be lost in a break
            file.write(chunk)
            have += len(chunk)
            report(have)
    if have != size_bytes:
        raise SourceError(f"the hub gave {have:,} bytes instead of {size_bytes:,}")


def _probe_hub(url: str, timeout_s: float) -> None:
    from huggingface_hub import get_hf_file_metadata

    get_hf_file_metadata(url, timeout=timeout_s)


def _answer_within(call: Callable[[], None], timeout_s: float) -> str:
    """Empty when `call` returns in time, else the reason. Looking up a name can hang for minutes inside the C library,
    where no time-out reaches it: then the call is left behind in a daemon thread."""
    outcome: list[str] = []

    def run() -> None:
        try:
            call()
        except Exception as error:  # noqa: BLE001 - whatever it was, this is the answer
            outcome.append(brief(error))
        else:
            outcome.append("")

    thread = threading.Thread(target=run, name="koe-hub-probe", daemon=True)
    thread.start()
    thread.join(timeout_s)
    return outcome[0] if outcome else f"no answer within {timeout_s:g} s"
