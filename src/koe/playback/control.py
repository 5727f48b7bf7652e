"""A client of the daemon: one line of JSON for each command, over its Unix socket (docs/daemon.md).

It imports nothing that takes time, so that `koe stop` is as quick as the key that calls it.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from koe.errors import DeviceError, RequestError
from koe.playback.places import socket_path

_ANSWER_TIMEOUT_S = 10.0


class NoDaemon(DeviceError):
    code = "no_daemon"

    def __init__(self) -> None:
        super().__init__("No daemon runs: start one with `koe daemon start`.")


class CommandRefused(RequestError):
    """The daemon's own message, code and parameter."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(str(error.get("message")), error.get("param"))
        self.code = str(error.get("code"))


class DaemonClient:
    """Commands in, answers out. A connection may be used for any number of them; closing it stops nothing."""

    def __init__(self, path: Path | None = None, timeout_s: float = _ANSWER_TIMEOUT_S) -> None:
        if not hasattr(socket, "AF_UNIX"):  # Windows
            raise NoDaemon
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(timeout_s)
        try:
            self._socket.connect(str(path or socket_path()))
        except OSError:
            self._socket.close()
            raise NoDaemon from None
        self._lines = self._socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._lines.close()
        self._socket.close()

    def request(self, command: str, **fields: Any) -> dict[str, Any]:
        """Raises `CommandRefused`."""
        given = {name: value for name, value in fields.items() if value is not None}
        with suppress(OSError):  # reading the answer says it
            self._socket.sendall(json.dumps({"command": command, **given}).encode() + b"\n")
        return self._answer()

    def speak(self, text: str, *, queue: bool = False, **fields: Any) -> int:
        """Speak instead of what is spoken now, or after it. Returns the number of the text. `fields`: those of
        POST /v1/audio/speech: voice, speed, language, input_format; `attached`: it stops when this client closes."""
        return int(self.request("queue" if queue else "speak", text=text, **fields)["item"])

    def begin_audio(self, rate_hz: int = 24_000, *, queue: bool = False) -> int:
        """Play audio instead of what is spoken now, or after it. Returns its number, as for a text. From now on the
        connection takes `send_audio` alone."""
        item = int(self.request("play", rate_hz=rate_hz, queue=queue)["item"])
        self._socket.settimeout(None)
        return item

    def send_audio(self, pcm: bytes) -> None:
        """16-bit mono samples, little-endian. It waits while a minute is in hand. Raises `OSError` once the audio was
        stopped."""
        self._socket.sendall(pcm)

    def end_audio(self) -> None:
        """There is no more. What was sent is played."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def queue(self, text: str, **fields: Any) -> int:
        return self.speak(text, queue=True, **fields)

    def pause(self) -> None:
        self.request("pause")

    def resume(self) -> None:
        self.request("resume")

    def stop(self) -> None:
        self.request("stop")

    def skip(self) -> None:
        self.request("skip")

    def replay(self) -> None:
        self.request("replay")

    def seek(self, seconds: float) -> None:
        self.request("seek", seconds=seconds)

    def speed(self, speed: float) -> None:
        self.request("speed", speed=speed)

    def volume(self, volume: float) -> None:
        self.request("volume", volume=volume)

    def status(self) -> dict[str, Any]:
        return dict(self.request("status")["status"])

    def wait(self, item: int) -> dict[str, Any]:
        """Returns when the text is over: `{"outcome": "heard" | "stopped" | "failed", "message": …}`."""
        self._socket.settimeout(None)
        return self.request("wait", item=item)

    def watch(self, interval_s: float = 0.1) -> Iterator[dict[str, Any]]:
        """The status again and again. The connection is of no other use afterwards."""
        self._socket.settimeout(None)
        yield dict(self.request("watch", interval_s=interval_s)["status"])
        while True:
            yield dict(self._answer()["status"])

    def _answer(self) -> dict[str, Any]:
        try:
            line = self._lines.readline()
        except TimeoutError:
            raise DeviceError("The daemon does not answer.") from None
        except OSError:
            line = b""
        if not line:
            raise DeviceError("The daemon has ended.")
        answer: dict[str, Any] = json.loads(line)
        if not answer.get("ok"):
            raise CommandRefused(answer.get("error", {}))
        return answer
