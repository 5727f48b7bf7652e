"""A koe server whose clients disconnect -> how long it takes until their streams are free again, by kind of request."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from koe.bench.timing import Timing
from koe.errors import EngineError

if TYPE_CHECKING:
    import httpx

_POLL_S = 0.002
_LONGEST_S = 60.0
# Into the speech, so that a window is being decoded: not at the same moment each time.
_LISTENED_S = (0.1, 0.35, 0.6, 0.85)

KINDS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "stream, mp3": ("/v1/audio/speech", {"response_format": "mp3"}),
    "file, mp3": ("/v1/audio/speech", {"response_format": "mp3", "stream": False}),
    "captions": ("/v1/audio/captions", {}),
}
WEBSOCKET = "websocket"


@dataclass(frozen=True, slots=True)
class Disconnects:
    """Seconds from the disconnect until /status counts no running stream."""

    freed_s: Mapping[str, tuple[float, ...]]

    def worst_s(self, kind: str) -> float:
        return max(self.freed_s[kind])

    def timing(self, kind: str) -> Timing:
        return Timing.of(list(self.freed_s[kind]))

    def to_json(self) -> dict[str, object]:
        return asdict(self)


class DisconnectBench:
    def __init__(self, http: httpx.Client, text: str, trials: int) -> None:
        self._http = http
        self._text = text
        self._trials = trials

    def measure(self, on_trial: Callable[[], None]) -> Disconnects:
        freed: dict[str, list[float]] = {kind: [] for kind in (*KINDS, WEBSOCKET)}
        for trial in range(self._trials):
            for kind, freed_s in freed.items():
                freed_s.append(self._freed_s(kind, _LISTENED_S[trial % len(_LISTENED_S)]))
                on_trial()
        return Disconnects({kind: tuple(freed_s) for kind, freed_s in freed.items()})

    def _freed_s(self, kind: str, listened_s: float) -> float:
        opened = self._on_websocket() if kind == WEBSOCKET else self._requested(*KINDS[kind])
        with opened:
            self._wait_until(1)
            time.sleep(listened_s)
        left_s = time.perf_counter()
        self._wait_until(0)
        return time.perf_counter() - left_s

    @contextmanager
    def _requested(self, path: str, fields: Mapping[str, object]) -> Iterator[None]:
        """A plain socket: no library reads or keeps the connection."""
        url = self._http.base_url
        content = json.dumps({"input": self._text, **fields}).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {url.host}:{url.port}\r\nContent-Type: application/json\r\n"
        with closing(socket.create_connection((url.host, url.port or 80), timeout=_LONGEST_S)) as connection:
            connection.sendall(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
            yield

    @contextmanager
    def _on_websocket(self) -> Iterator[None]:
        from websockets.sync.client import connect

        address = str(self._http.base_url).rstrip("/").replace("http", "ws", 1)
        with connect(f"{address}/v1/audio/stream", open_timeout=_LONGEST_S, proxy=None) as connection:
            connection.send(json.dumps({"type": "start", "input": self._text}))
            yield
            # The time for the handshake of the close counts: it is part of the disconnect.

    def _wait_until(self, streams: int) -> None:
        deadline_s = time.monotonic() + _LONGEST_S
        while self._status()["running_streams"] != streams:
            if time.monotonic() > deadline_s:
                raise EngineError(f"The server did not come to {streams} running streams within {_LONGEST_S:g} s.")
            time.sleep(_POLL_S)

    def _status(self) -> dict[str, Any]:
        found: dict[str, Any] = self._http.get("/status").raise_for_status().json()
        return found
