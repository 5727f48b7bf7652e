"""HTTP client of a koe server that notes when each byte of speech arrives."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from koe.bench.listening import Arrival, Playthrough
from koe.constants import AUDIBLE
from koe.errors import BadOutput, EngineError, Refused, Unavailable
from koe.wire.wav import BYTES_PER_SAMPLE, HEADER_BYTES

if TYPE_CHECKING:
    import httpx

_TIMEOUT_S = 600.0
_FULL_SCALE = 32767
_RATE_AT_BYTE = 24
# What OpenAI's contract says of `pcm`.
_PCM_RATE_HZ = 24_000


@dataclass(frozen=True, slots=True)
class FirstSound:
    """Seconds from the request to the first byte of the body, and to the first audible sample."""

    first_byte_s: float
    first_audible_s: float


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a server is asked for speech: the fields besides text and voice, and a key."""

    fields: Mapping[str, object]
    key: str | None = field(default=None, repr=False)

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.key}"} if self.key else {}

    @property
    def raw_rate_hz(self) -> int:
        """0: the body has a header that tells the rate."""
        return _PCM_RATE_HZ if self.fields.get("response_format") == "pcm" else 0


# The language is explicit because a peer gets the same one; the voice may have another.
KOE = Dialect({"language": "en-us", "response_format": "wav"})


def _nothing() -> None:
    pass


class Speech:
    """Parses a WAV body that arrives in chunks of any size, or a raw one at `raw_rate_hz`."""

    def __init__(self, raw_rate_hz: int = 0, when_audible: Callable[[], None] = _nothing) -> None:
        self._when_audible = when_audible
        self._unread = b""
        self._samples = 0
        self._pieces: list[NDArray[np.int16]] = []
        self._raw_rate_hz = raw_rate_hz
        self.sample_rate_hz = 0
        self.first_byte_s: float | None = None
        self.first_audible_s: float | None = None
        self.first_audible_sample = 0
        self.arrivals: list[Arrival] = []

    def receive(self, chunk: bytes, at_s: float) -> None:
        if chunk and self.first_byte_s is None:
            self.first_byte_s = at_s
        self._unread += chunk
        if not self.sample_rate_hz:
            if len(self._unread) < HEADER_BYTES:
                return
            self._read_header()
        whole = len(self._unread) // BYTES_PER_SAMPLE * BYTES_PER_SAMPLE
        samples = np.frombuffer(self._unread[:whole], dtype="<i2")
        self._unread = self._unread[whole:]
        if samples.size:
            self._take(samples, at_s)

    @property
    def first_sound(self) -> FirstSound:
        if self.first_byte_s is None or self.first_audible_s is None:
            raise BadOutput("The server sent nothing audible.")
        return FirstSound(self.first_byte_s, self.first_audible_s)

    @property
    def samples(self) -> NDArray[np.int16]:
        return np.concatenate(self._pieces) if self._pieces else np.zeros(0, dtype=np.int16)

    @property
    def playthrough(self) -> Playthrough:
        return Playthrough.of(self.arrivals, self.first_audible_sample, self.sample_rate_hz)

    def _read_header(self) -> None:
        if self._unread[:4] != b"RIFF":
            if not self._raw_rate_hz:
                raise BadOutput("The server's response is not a WAV file.")
            self.sample_rate_hz = self._raw_rate_hz
            return
        header, self._unread = self._unread[:HEADER_BYTES], self._unread[HEADER_BYTES:]
        (self.sample_rate_hz,) = struct.unpack_from("<I", header, _RATE_AT_BYTE)

    def _take(self, samples: NDArray[np.int16], at_s: float) -> None:
        if self.first_audible_s is None:
            audible = np.flatnonzero(np.abs(samples.astype(np.int32)) > AUDIBLE * _FULL_SCALE)
            if audible.size:
                self.first_audible_s = at_s
                self._when_audible()
                self.first_audible_sample = self._samples + int(audible[0])
        self.arrivals.append(Arrival(at_s, samples.size))
        self._pieces.append(samples)
        self._samples += samples.size


class SpeechClient:
    """`settle` returns when the server is idle, so that the next measurement has the machine to itself. `timeout_s` is
    for the server to become ready, and for each piece of an answer."""

    def __init__(
        self,
        address: str,
        voice: str,
        settle: Callable[[], None] = _nothing,
        dialect: Dialect = KOE,
        timeout_s: float = _TIMEOUT_S,
    ) -> None:
        # Imported here because every command imports this module and few need httpx. No proxy; the certificate store,
        # which takes 20 ms to load, only where there are certificates.
        import httpx

        is_here = address.startswith("http:")
        self._http: httpx.Client = httpx.Client(
            base_url=address, timeout=timeout_s, trust_env=False, verify=not is_here, headers=dialect.headers
        )
        self._settle = settle
        self._dialect = dialect
        self._timeout_s = timeout_s
        self.voice = voice

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def wait_until_ready(self) -> None:
        deadline_s = time.monotonic() + self._timeout_s
        while self._http.get("/ready").status_code != 200:
            if time.monotonic() > deadline_s:
                raise EngineError(f"The server did not become ready within {self._timeout_s:.0f} s.")
            time.sleep(0.05)

    def status(self) -> dict[str, Any]:
        return dict(self._http.get("/status").raise_for_status().json())

    def time_first_sound(self, text: str) -> FirstSound:
        """Disconnects at the first audible sample."""
        return self._listen(text, lambda speech: speech.first_audible_s is not None).first_sound

    def play_through(self, text: str) -> tuple[FirstSound, Playthrough]:
        """Reads the stream to its end."""
        speech = self._listen(text, lambda _: False)
        return speech.first_sound, speech.playthrough

    def listen(self, text: str, when_audible: Callable[[], None] = _nothing) -> Speech:
        """Reads the stream to its end, and keeps its samples."""
        return self._listen(text, lambda _: False, when_audible)

    def _listen(
        self, text: str, is_enough: Callable[[Speech], bool], when_audible: Callable[[], None] = _nothing
    ) -> Speech:
        import httpx

        body = {"input": text, "voice": self.voice, **self._dialect.fields}
        speech = Speech(self._dialect.raw_rate_hz, when_audible)
        started_s = time.perf_counter()
        try:
            with self._http.stream("POST", "/v1/audio/speech", json=body) as response:
                if response.status_code == 429:
                    raise Refused(int(response.headers.get("retry-after", 1)))
                if response.status_code == 503:
                    raise Unavailable(int(response.headers.get("retry-after", 1)))
                if response.status_code != 200:
                    raise EngineError(f"The server responded with {response.status_code}.")
                for chunk in response.iter_raw():
                    speech.receive(chunk, time.perf_counter() - started_s)
                    if is_enough(speech):
                        break
        except httpx.HTTPError as problem:
            raise EngineError(f"The server's response broke off ({type(problem).__name__}).") from None
        self._settle()
        return speech
