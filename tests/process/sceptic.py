"""A client that believes nothing koe says: its own process, clock, HTTP, WebSocket and silence detector, no koe.

    python sceptic.py http://127.0.0.1:8880

Prints one JSON object: for every answer what it measured, under the request id that it chose.
"""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
import sys
import time
from array import array
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import urlsplit

AUDIBLE = int(32768 * 10 ** (-50 / 20))  # -50 dBFS in 16 bits
RATE_HZ = 24_000
FRAME_HEADER = 32
TIMEOUT_S = 120.0
COLD = "The first one comes before the server is warm."
WARM = [f"{number} sheep jump over the fence, and nobody counts them." for number in ("One", "Two", "Three", "Four")]
HIT = "The same words once more."
LIVE = (
    "This stream is long enough that its frames wait for their turn. Each of them leaves when an older one was played."
)


class Connection:
    """Bytes of a socket with the moment at which they came."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host = parts.netloc
        self._socket = socket.create_connection((parts.hostname, parts.port), timeout=TIMEOUT_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = b""
        self.came_s = 0.0

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def _fill(self) -> None:
        data = self._socket.recv(65_536)
        self.came_s = time.perf_counter()
        if not data:
            raise EOFError("the server closed the connection")
        self._buffer += data

    def until(self, mark: bytes) -> bytes:
        while mark not in self._buffer:
            self._fill()
        taken, self._buffer = self._buffer.split(mark, 1)
        return taken

    def exactly(self, count: int) -> bytes:
        while len(self._buffer) < count:
            self._fill()
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def close(self) -> None:
        self._socket.close()


def first_audible(pcm: bytes) -> int | None:
    samples = array("h", pcm)
    if sys.byteorder == "big":
        samples.byteswap()
    return next((place for place, sample in enumerate(samples) if abs(sample) > AUDIBLE), None)


def over_http(address: str, text: str, request_id: str) -> dict[str, object]:
    """One streamed answer, read to its end."""
    connection = Connection(address)
    body = json.dumps({"input": text, "response_format": "pcm"}).encode()
    head = (
        f"POST /v1/audio/speech HTTP/1.1\r\nHost: {connection.host}\r\nContent-Type: application/json\r\n"
        f"X-Request-Id: {request_id}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    began_s = time.perf_counter()
    connection.send(head.encode() + body)
    status = int(connection.until(b"\r\n\r\n").split()[1])
    heard_s: float | None = None
    rest = b""
    while status == 200 and (size := int(connection.until(b"\r\n"), 16)):
        data = rest + connection.exactly(size)
        connection.exactly(2)
        rest = data[len(data) // 2 * 2 :]
        if heard_s is None and first_audible(data[: len(data) // 2 * 2]) is not None:
            heard_s = connection.came_s - began_s
    connection.close()
    return {"request_id": request_id, "status": status, "first_s": heard_s}


def messages(connection: Connection) -> Iterator[tuple[int, bytes]]:
    """Frames of the WebSocket protocol: opcode and payload."""
    while True:
        first, second = connection.exactly(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack(">H", connection.exactly(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", connection.exactly(8))
        yield first & 0x0F, connection.exactly(size)


def masked(text: str) -> bytes:
    data, mask = text.encode(), os.urandom(4)
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + struct.pack(">H", len(data))
    return b"\x81" + size + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))


def ask(connection: Connection, **message: object) -> None:
    connection.send(masked(json.dumps(message)))


def over_websocket(address: str, text: str, request_id: str, *, is_held: bool = False) -> dict[str, object]:
    """A live stream. `is_held`: paused until all of it is made, so that the speed of the model does not matter."""
    connection = Connection(address)
    key = base64.b64encode(os.urandom(16)).decode()
    connection.send(
        f"GET /v1/audio/stream HTTP/1.1\r\nHost: {connection.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"X-Request-Id: {request_id}\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    connection.until(b"\r\n\r\n")
    began_s = time.perf_counter()
    if is_held:
        ask(connection, type="start", frame_ms=50, fill_stalls=False)
        next(messages(connection))  # started
        ask(connection, type="pause")
        ask(connection, type="append", text=text)
        ask(connection, type="end")
        wait_until_made(address)
        ask(connection, type="resume")
    else:
        ask(connection, type="start", frame_ms=50, fill_stalls=False, input=text)
    heard_s: float | None = None
    arrivals: list[tuple[float, float, float]] = []  # moment, beginning of the audio, its length
    done: dict[str, object] = {}
    for opcode, payload in messages(connection):
        if opcode == 2:
            count, first_sample = struct.unpack_from("<IQ", payload, 12)
            arrivals.append((connection.came_s, first_sample / RATE_HZ, count / RATE_HZ))
            if heard_s is None and first_audible(payload[FRAME_HEADER:]) is not None:
                heard_s = connection.came_s - began_s
        elif opcode == 1:
            done = json.loads(payload)
            if done["type"] in ("done", "error"):
                break
        elif opcode == 9:
            connection.send(b"\x8a\x80" + os.urandom(4))
    connection.close()
    return {
        "request_id": request_id,
        "first_s": heard_s,
        "jitter_s": jitter(arrivals),
        "underruns": underruns(arrivals),
        "done": done,
    }


def jitter(arrivals: list[tuple[float, float, float]], lead_s: float = 0.9) -> list[float]:
    """Once the listener has nearly the lead: how far the distance of two arrivals is from that of their audio."""
    began_s = arrivals[0][0] if arrivals else 0.0
    in_hand_s = [start_s - (came_s - began_s) for came_s, start_s, _ in arrivals]
    first = next((place for place, one_s in enumerate(in_hand_s) if one_s >= lead_s), len(arrivals))
    return [abs((later[0] - sooner[0]) - (later[1] - sooner[1])) for sooner, later in pairwise(arrivals[first:])]


def underruns(arrivals: list[tuple[float, float, float]]) -> int:
    """Moments at which a listener ran dry who played from the first frame on."""
    count, dry_s = 0, arrivals[0][0] if arrivals else 0.0
    for came_s, _, length_s in arrivals:
        if came_s > dry_s:
            count += 1
            dry_s = came_s
        dry_s += length_s
    return count


def get(address: str, path: str) -> tuple[int, bytes]:
    connection = Connection(address)
    connection.send(f"GET {path} HTTP/1.1\r\nHost: {connection.host}\r\nConnection: close\r\n\r\n".encode())
    head = connection.until(b"\r\n\r\n")
    length = next(line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
    body = connection.exactly(int(length))
    connection.close()
    return int(head.split()[1]), body


def wait_until_made(address: str) -> None:
    """Until the frames of a live stream wait for their client, and no more come."""
    before = 0
    while True:
        time.sleep(0.3)
        status = json.loads(get(address, "/status")[1])
        unsent = status["live_streams"]["unsent_bytes"]
        if unsent and unsent == before and not status["running_streams"]:
            return
        before = unsent


def wait_until_ready(address: str) -> None:
    while get(address, "/ready")[0] != 200:
        time.sleep(0.1)


def main(address: str, rounds: int) -> None:
    report: dict[str, list[dict[str, object]]] = {"cold": [over_http(address, COLD, "cold-0")]}
    wait_until_ready(address)
    over_http(address, HIT, "fills-the-cache")
    warm = [f"{text} Round {number}." if number else text for number in range(rounds) for text in WARM]
    # The first sentence decides whether the opening is known.
    texts = [text.replace("fence", f"fence number {number}") for number, text in enumerate(warm)]
    report["warm"] = [over_http(address, text, f"warm-{number}") for number, text in enumerate(texts)]
    report["hit"] = [over_http(address, HIT, f"hit-{number}") for number in range(len(texts))]
    report["live"] = [over_websocket(address, LIVE, "live-0")]
    report["held"] = [over_websocket(address, LIVE, f"held-{number}", is_held=True) for number in range(rounds)]
    sys.stdout.write(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
