"""No user text appears in logs, errors or on the console: a canary word is sent in every field and searched for."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

CANARY = "quetzalcoatl"
PATTERN = re.compile(CANARY.encode(), re.IGNORECASE)
SERVER = Path(__file__).with_name("canary_server.py")
URL = "/v1/audio/speech"
JSON = "Content-Type: application/json\r\n"
TEXT = f"The {CANARY} hovers above the zeppelin."


class Server:
    def __init__(self, folder: Path, form: str) -> None:
        self.fault = folder / "fault"
        self.fault.write_text("none")
        self.files = [folder / name for name in ("stdout", "stderr", "records")]
        out, err, records = self.files
        command = [sys.executable, str(SERVER), CANARY, str(self.fault), str(records)]
        with out.open("wb") as stdout, err.open("wb") as stderr:
            environment = {"KOKORO_LOG_FORMAT": form, "PYTHONPATH": ":".join(sys.path), "HOME": str(folder)}
            self.process = subprocess.Popen(command, stdout=stdout, stderr=stderr, env=environment)
        self.port = self._port(err)

    def _port(self, err: Path) -> int:
        deadline_s = time.monotonic() + 60
        while time.monotonic() < deadline_s:
            if found := re.search(r"koe is listening on http://127\.0\.0\.1:(\d+)", err.read_text()):
                return int(found.group(1))
            assert self.process.poll() is None, err.read_text()
            time.sleep(0.02)
        raise AssertionError(err.read_text())

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def ask(self, request: bytes) -> bytes:
        """The answer, until the server closes the connection."""
        with self.connect() as connection:
            parts = []
            with suppress(ConnectionResetError, BrokenPipeError):  # refused before all of it was sent
                connection.sendall(request)
            try:
                while part := connection.recv(65_536):
                    parts.append(part)
            except ConnectionResetError:
                pass  # keep what came before
            return b"".join(parts)

    def wait_until_served(self) -> None:
        """Repair the model, and wait until a request succeeds."""
        self.fault.write_text("none")
        for _ in range(600):
            if status_of(self.ask(speech({"input": "Hi.", "stream": False}))) == 200:
                return
            time.sleep(0.05)
        raise AssertionError("the server does not recover")

    def stop(self) -> bytes:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(30) == 0
        return b"\n".join(file.read_bytes() for file in self.files)


@pytest.fixture(scope="module", params=["json", "text"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("canary"), request.param)
    yield server
    server.process.kill()
    server.process.wait()


def message(method: str, path: str, body: bytes = b"", headers: str = JSON, host: str = "localhost") -> bytes:
    length = f"Content-Length: {len(body)}\r\n" if body else ""
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}{length}\r\n"
    return head.encode() + body


def speech(body: object, headers: str = "") -> bytes:
    return message("POST", URL, json.dumps(body).encode(), JSON + headers)


def status_of(answer: bytes) -> int:
    return int(answer.split(maxsplit=2)[1])


# Spoken with warnings in lenient mode, refused in strict mode.
FOREIGN = (
    f"<speak><{CANARY}/></speak>",
    f"<speak {CANARY}='{CANARY}'>{CANARY}</speak>",
    f"<speak><prosody rate='{CANARY}'>{CANARY}</prosody></speak>",
    f"<speak><voice name='{CANARY}'>{CANARY}</voice></speak>",
    f"<speak xml:lang='{CANARY}'>{CANARY}</speak>",
    f"<speak><say-as interpret-as='{CANARY}'>{CANARY}</say-as></speak>",
    f"<speak><{CANARY}:x mstts:{CANARY}='{CANARY}'><mstts:{CANARY}/>{CANARY}</{CANARY}:x></speak>",
    f"<speak><phoneme alphabet='{CANARY}' ph='{CANARY}'>{CANARY}</phoneme><bookmark {CANARY}='{CANARY}'/></speak>",
)
WITH_WARNINGS: list[dict[str, object]] = [{"input": ssml} for ssml in FOREIGN]
SPOKEN: list[dict[str, object]] = [
    {"input": TEXT},
    {"text": TEXT, "stream": False},
    {"input": TEXT, "model": CANARY, "instructions": CANARY, CANARY: CANARY, "user": {CANARY: [CANARY]}},
    {"input": f"<speak><p>{TEXT}</p><!-- {CANARY} --><mark name='{CANARY}'/></speak>"},
    {"input": TEXT, "lexicon": [{"grapheme": CANARY, "alias": CANARY}]},
    {"input": f"[{CANARY}](/kˈɛtsəl/) and {CANARY}.", "response_format": "pcm"},
    *WITH_WARNINGS,
]

REFUSED: list[object] = [
    {"input": [CANARY]},
    {"input": {CANARY: CANARY}},
    {"input": CANARY * 2000},
    {CANARY: CANARY},
    [CANARY],
    CANARY,
    {"input": TEXT, "voice": CANARY},
    {"input": TEXT, "voice": f"../{CANARY}\x00"},
    {"input": TEXT, "voice": {"id": CANARY}},
    {"input": TEXT, "voice": {CANARY: CANARY}},
    {"input": TEXT, "voice": f"af_heart({CANARY})+{CANARY}"},
    {"input": TEXT, "language": CANARY},
    {"input": TEXT, "language": [CANARY]},
    {"input": TEXT, "lang_code": f"\x1b[31m{CANARY}\r\n"},
    {"input": TEXT, "model": [CANARY]},
    {"input": TEXT, "response_format": CANARY},
    {"input": TEXT, "sample_rate": CANARY},
    {"input": TEXT, "speed": CANARY},
    {"input": TEXT, "stream": CANARY},
    {"input": TEXT, "input_format": CANARY},
    {"input": TEXT, "lexicon": CANARY},
    {"input": TEXT, "lexicon": [CANARY]},
    {"input": TEXT, "lexicon": [{CANARY: CANARY}]},
    {"input": TEXT, "lexicon": [{"grapheme": CANARY, "phoneme": f"☃{CANARY}"}]},
    {"input": TEXT, "lexicon": [{"grapheme": CANARY, "lang": CANARY, "alias": CANARY}]},
    *({"input": ssml, "ssml_mode": "strict"} for ssml in FOREIGN),
    {"input": f"<!DOCTYPE {CANARY} [<!ENTITY {CANARY} '{CANARY}'>]><speak>&{CANARY};</speak>", "input_format": "ssml"},
    {"input": f"<speak>&{CANARY};</speak>"},
    {"input": f"<speak><{CANARY}</speak>"},
]

# The canary outside the body. A valid X-Request-Id is kept and logged, so these ids are invalid.
ODD_REQUESTS: list[tuple[bytes, int]] = [
    (message("POST", URL, f'{{"input": "{CANARY}'.encode()), 400),
    (message("POST", URL, f'{{"input": "{CANARY}", "speed": NaN}}'.encode()), 400),
    (message("POST", URL, CANARY.encode() * 100_000), 413),
    (message("POST", URL, CANARY.encode(), f"Content-Type: text/{CANARY}\r\n"), 415),
    (message("GET", f"/v1/{CANARY}"), 404),
    (message("GET", f"/v1/audio/voices/{CANARY}/{CANARY}"), 404),
    (message("GET", f"/health?{CANARY}={CANARY}"), 200),
    (message("DELETE", f"{URL}?{CANARY}"), 405),
    (message(CANARY.upper(), URL), 405),
    (message("GET", "/health", host=f"{CANARY}.example"), 403),
    (message("GET", "/health", headers=f"User-Agent: {CANARY}\r\nX-Request-Id: {CANARY} {CANARY}\r\n"), 200),
    (message("GET", "/health", headers=f"X-Request-Id: {CANARY * 6}\r\nCookie: {CANARY}\r\n"), 200),
    (message("GET", "/health", headers=f"X-Request-Id: {CANARY}\x1b[31m\r\n"), 200),
    (f"{CANARY} {CANARY}\r\n\r\n".encode(), 400),
    (f"GET /health HTTP/1.1\r\nHost: localhost\r\n{CANARY}\r\n\r\n".encode(), 400),
]


def assert_clean(data: bytes) -> None:
    found = PATTERN.search(data)
    assert found is None, data[max(0, found.start() - 300) : found.end() + 300]


def test_no_user_text_appears_in_any_output(server: Server) -> None:
    odd_headers = f"User-Agent: {CANARY}\r\nX-Request-Id: {CANARY}!\r\nAuthorization: Bearer {CANARY}\r\n"
    for spoken in SPOKEN:
        answer = server.ask(speech(spoken, odd_headers))
        assert (status_of(answer), answer[-5:] == b"0\r\n\r\n") == (200, spoken.get("stream", True))
        assert_clean(answer)
    for refused in REFUSED:
        answer = server.ask(speech(refused, odd_headers))
        assert status_of(answer) == 400, refused
        assert_clean(answer)
    for odd, status in ODD_REQUESTS:
        answer = server.ask(odd)
        assert status_of(answer) == status, odd
        assert_clean(answer)
    for fault in ("raises", "nan", "constant"):
        _crash(server, fault)
    _hang(server)
    for path in ("/status", "/openapi.json", "/v1/audio/voices", "/v1/models", "/ready"):
        answer = server.ask(message("GET", path))
        assert status_of(answer) == 200
        assert_clean(answer)
    written = server.stop()
    assert_clean(written)
    # The logs are not empty: these lines must be there.
    for outcome in ("done", "refused", "failed", "cancelled"):
        assert f"speech {outcome}".encode() in written
    assert b"InjectedFault" in written  # the type of what was raised, without its message
    assert b"TookTooLong" in written
    assert b"Traceback" not in written


def _crash(server: Server, fault: str) -> None:
    server.fault.write_text(fault)
    whole = server.ask(speech({"input": TEXT, "stream": False}))
    assert status_of(whole) == 500
    assert_clean(whole)
    broken = server.ask(speech({"input": TEXT}))
    assert status_of(broken) == 200
    assert not broken.endswith(b"0\r\n\r\n")
    assert_clean(broken)
    server.wait_until_served()


def _hang(server: Server) -> None:
    """One request is in the model, one waits, and a third is one too many; then the first disconnects."""
    server.fault.write_text("hangs")
    with server.connect() as first, server.connect() as second:
        first.sendall(speech({"input": TEXT}))
        assert first.recv(100).startswith(b"HTTP/1.1 200")
        second.sendall(speech({"input": TEXT}))
        assert second.recv(100).startswith(b"HTTP/1.1 200")
        busy = server.ask(speech({"input": TEXT}))
        assert status_of(busy) == 429
        assert_clean(busy)
        first.close()
        late = server.ask(speech({"input": TEXT, "stream": False}))
        assert status_of(late) in (429, 504)  # 429 if the disconnect was not seen yet
        assert_clean(late)
    server.wait_until_served()
