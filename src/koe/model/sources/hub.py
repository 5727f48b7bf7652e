"""Files of a Hugging Face repository -> bytes, with resumed downloads."""

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
    """Downloads through the session of huggingface_hub, so proxies, HF_ENDPOINT, HF_TOKEN and HF_HUB_OFFLINE apply. The
    library's own download starts over after an interruption; this one requests the missing range."""

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
        self._failure: str | None = None  # why the hub is not used for this pull; "" once it has answered

    @contextmanager
    def open(self, places: Sequence[Place], progress: PullProgress) -> Iterator[Reader]:
        packages = [place.packages[0] for place in places]
        self._probe_once(packages[0])
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
        # Imported here and below: the library takes 0.2 s to import, and only a pull needs it.
        from huggingface_hub import hf_hub_url

        return hf_hub_url(package.name, package.members[0], revision=package.version, endpoint=self._endpoint)

    def _probe_once(self, package: Package) -> None:
        if self._failure is None:
            timeout_s = self._probe_timeout_s
            self._failure = _failure_within(partial(self._probe, self._url(package), timeout_s), timeout_s)
        if self._failure:
            raise SourceError(self._failure)

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
                if attempt == HUB_ATTEMPTS - 1 or isinstance(error, SourceError):  # the hub has answered: no retry
                    self._failure = brief(error)
                    raise SourceError(self._failure) from error


def _stream(url: str, file: IO[bytes], size_bytes: int, report: Report) -> None:
    """Append the bytes that `file` still lacks."""
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
        for chunk in response.iter_bytes():  # as they arrive: a larger chunk would be lost in an interruption
            file.write(chunk)
            have += len(chunk)
            report(have)
    if have != size_bytes:
        raise SourceError(f"the hub sent {have:,} bytes instead of {size_bytes:,}")


def _probe_hub(url: str, timeout_s: float) -> None:
    from huggingface_hub import get_hf_file_metadata

    get_hf_file_metadata(url, timeout=timeout_s)


def _failure_within(call: Callable[[], None], timeout_s: float) -> str:
    """Return "" if `call` returns in time, else the reason. A DNS lookup can hang for minutes inside the C library,
    where no timeout reaches it: then the call is abandoned in a daemon thread."""
    outcome: list[str] = []

    def run() -> None:
        try:
            call()
        except Exception as error:  # noqa: BLE001 - any error is the reason
            outcome.append(brief(error))
        else:
            outcome.append("")

    thread = threading.Thread(target=run, name="koe-hub-probe", daemon=True)
    thread.start()
    thread.join(timeout_s)
    return outcome[0] if outcome else f"no answer within {timeout_s:g} s (KOKORO_HUB_TIMEOUT_S)"
