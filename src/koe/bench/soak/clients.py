"""A koe server -> a soak test: clients in mixed use, and moments of silence in which a marker request is timed."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Condition, Lock
from typing import TYPE_CHECKING, Any

from koe.bench.calibration import Calibration
from koe.bench.run.profile import Profile
from koe.bench.soak.mix import Act, Mix
from koe.bench.soak.report import Counts, Marker, Soak
from koe.bench.speakers import Speaks, Spoken
from koe.bench.texts import LINE, Preset
from koe.client.stream import LiveStream
from koe.engine.agenda import HEADROOM
from koe.errors import EngineError, Refused, Unavailable
from koe.languages import Language
from koe.memory import resident_bytes

if TYPE_CHECKING:
    import httpx

SAMPLE_S = 2.0
MARKER_S = 20.0
_MARKERS = 2
_MARKER_TRIES = 60
_RETRY_S = 1.0
_REFUSALS = frozenset({429, 503})
_RUNNING = re.compile(r"^(\d+) streams")
# Half a second of PCM: the speech has begun.
_HEARD_BYTES = 24_000
_FRAMES_BEFORE_CUT = 8


class Turnstile:
    """Clients pass one by one; `alone` waits until none is inside, and lets none in."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._inside = 0
        self._is_closed = False

    @contextmanager
    def passing(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._is_closed)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._changed:
            self._is_closed = True
            self._changed.wait_for(lambda: not self._inside)
        try:
            yield
        finally:
            with self._changed:
                self._is_closed = False
                self._changed.notify_all()


class SoakBench:
    """`marker` speaks on the same server, whose process is `pid`. `calibration` tells how fast the machine is."""

    def __init__(self, http: httpx.Client, marker: Speaks, pid: int, calibration: Calibration) -> None:
        self._http = http
        self._marker = marker
        self._pid = pid
        self._calibration = calibration
        self._turnstile = Turnstile()
        self._lock = Lock()
        self._counts: Counter[str] = Counter()
        self._markers: list[Marker] = []

    def measure(
        self,
        mixes: Sequence[Mix],
        languages: Sequence[Language],
        seconds: float,
        on_time: Callable[[float], None] = lambda _: None,
    ) -> Soak:
        """One client for each mix. Every language is spoken once before the time begins."""
        warm_bytes = resident_bytes(self._pid)
        if warm_bytes is None:
            raise EngineError("This system does not tell the memory of a process in /proc.")
        for language in languages:
            self._speak({"input": language.preview, "voice": language.best_voice})
        self._counts.clear()
        before = self._underruns()
        began_s = time.monotonic()
        until_s = began_s + seconds
        with Profile(self._pid, SAMPLE_S) as profile, ThreadPoolExecutor(len(mixes)) as threads:
            running = [threads.submit(self._client, mix, until_s) for mix in mixes]
            self._mark(began_s, until_s, on_time)
            for client in running:
                client.result()
        return Soak(
            seconds / 60,
            len(mixes),
            Counts(**self._counts),
            markers=tuple(self._markers),
            samples=tuple(profile.samples),
            underruns=self._underruns() - before,
            warm_bytes=warm_bytes,
            noise=self._calibration.noise,
        )

    def _mark(self, began_s: float, until_s: float, on_time: Callable[[float], None]) -> None:
        text = Preset(LINE)
        while True:
            with self._turnstile.alone():
                for _ in range(_MARKERS):
                    took_s = self._calibration.loop()
                    spoken = self._spoken_marker(text.text(1 + len(self._markers)))
                    at_s = time.monotonic() - began_s
                    self._markers.append(Marker(at_s, spoken.first_audible_s, spoken.rtf, took_s))
            wait_s = min(MARKER_S, until_s - time.monotonic())
            if wait_s <= 0:
                return
            time.sleep(wait_s)
            on_time(wait_s)

    def _spoken_marker(self, text: str) -> Spoken:
        """A server that is short of memory refuses the marker too: it is tried again, and counted."""
        for _ in range(_MARKER_TRIES):
            try:
                return self._marker.speak(text)
            except (Refused, Unavailable):
                with self._lock:
                    self._counts["markers_refused"] += 1
                time.sleep(_RETRY_S)
        return self._marker.speak(text)

    def _client(self, mix: Mix, until_s: float) -> None:
        while time.monotonic() < until_s:
            with self._turnstile.passing():
                outcome = self._outcome(mix.next())
            with self._lock:
                self._counts[outcome] += 1
            if outcome in ("refused", "refused_with_room", "broken"):
                time.sleep(_RETRY_S)

    def _outcome(self, act: Act) -> str:
        import httpx

        try:
            if act.kind == "cancel":
                return self._cancel(act)
            if act.kind == "resume":
                return asyncio.run(self._resume(act))
            outcome = self._speak(dict(act.body))
        except (httpx.HTTPError, EngineError, OSError, TimeoutError):
            return "broken"
        if act.kind == "bad":
            return "bad_refused" if outcome == "bad" else "bad_accepted"
        return "broken" if outcome == "bad" else outcome

    def _speak(self, body: dict[str, object]) -> str:
        response = self._http.post("/v1/audio/speech", json=body)
        if response.status_code in _REFUSALS:
            return "refused_with_room" if self._had_room(response) else "refused"
        if 400 <= response.status_code < 500:
            return "bad"
        return "done" if response.status_code == 200 and response.content else "broken"

    def _cancel(self, act: Act) -> str:
        with self._http.stream("POST", "/v1/audio/speech", json=dict(act.body)) as response:
            if response.status_code in _REFUSALS:
                return "refused"
            heard = 0
            for chunk in response.iter_raw():
                heard += len(chunk)
                if heard >= _HEARD_BYTES:
                    return "cancelled"
        return "broken"

    async def _resume(self, act: Act) -> str:
        """The connection is cut in mid-stream; the rest must come, and nothing twice."""
        from koe.client.stream import StreamRefused

        frames = 0
        try:
            # Unpaced: markers wait until no client is inside, and a minute of speech would keep them waiting for it.
            start = {"response_format": "pcm", "pace": False, **act.body}
            async with LiveStream(str(self._http.base_url), start) as stream:
                async for frame in stream:
                    if frame.chunk_id != frames:
                        return "broken"
                    frames += 1
                    if frames == _FRAMES_BEFORE_CUT:
                        stream.drop()
                return "resumed" if stream.reconnections and stream.done.get("type") == "done" else "broken"
        except StreamRefused as refusal:
            return "refused" if refusal.retry_after_s is not None else "broken"

    def _had_room(self, refusal: httpx.Response) -> bool:
        running = _RUNNING.match(str(refusal.json()["error"]["message"]))
        if refusal.status_code != 429 or running is None:
            return False
        return (int(running[1]) + 1) * float(self._status()["costs"]["share"]) <= HEADROOM

    def _underruns(self) -> int:
        return int(self._status()["streams"]["underruns"])

    def _status(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._http.get("/status").raise_for_status().content)
        return found
