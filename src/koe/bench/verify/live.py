"""A koe server that has just warmed up, and a peer -> the figures that take minutes, by the names of `bars.BARS`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from koe.audio.limiter import true_peak
from koe.audio.loudness import loudness_lufs
from koe.bench.calibration import Calibration
from koe.bench.client import KOE, Dialect, SpeechClient
from koe.bench.disconnects import DisconnectBench
from koe.bench.listening import Punctuality
from koe.bench.run.turns import take_turns
from koe.bench.speakers import ServedSpeaker, Speaks
from koe.bench.texts import LINE, Preset, text_of
from koe.client.stream import LiveStream
from koe.types import Samples
from koe.wire.frames import Frame

if TYPE_CHECKING:
    import httpx

_ROUNDS = 8
_LATER = 5
_DISCONNECTS = 2
_LONG_CHARACTERS = 2_000
# Each measurement has first sentences of its own: what was spoken before is in the cache of openings.
_FIRST, _GROWTH, _HIT, _LOUDNESS, _LIVE = 40, 80, 120, 160, 200
_VOICES = ("af_heart", "am_michael", "bf_emma", "bm_george")
_TARGET_LUFS = -16.0
_FULL_SCALE = 32_768
_LIVE_CHARACTERS = 190
_LIVE_RATE_HZ = 24_000
_FRAMES_BEFORE_CUT = 20
# The listener has a second in hand by then, and frames leave at the pace of playing.
_PACED_AFTER_S = 3.0


@dataclass(frozen=True, slots=True)
class LiveServer:
    """`settle` waits until it is idle."""

    address: str
    voice: str
    settle: Callable[[], None]

    def client(self, **fields: object) -> SpeechClient:
        return SpeechClient(self.address, self.voice, self.settle, Dialect({**KOE.fields, **fields}))


class LiveFigures:
    """`on_part` is called after each of `PARTS` parts."""

    PARTS = 7

    def __init__(self, server: LiveServer, peer: Speaks, http: httpx.Client, calibration: Calibration) -> None:
        self._server = server
        self._peer = peer
        self._http = http
        self._calibration = calibration

    def measure(self, on_part: Callable[[], None] = lambda: None) -> dict[str, float]:
        found: dict[str, float] = {}
        parts: Sequence[Callable[[], Mapping[str, float]]] = (
            self._first_request,  # before all others
            self._beside_the_peer,
            self._growth,
            self._repeated,
            self._loudness,
            self._live,
            self._freed,
        )
        for part in parts:
            found.update(part())
            self._calibration.loop()
            on_part()
        return found

    def _first_request(self) -> Mapping[str, float]:
        with self._server.client() as client:
            first_s, *later_s = (_first_sound_s(client, text_of(140, _FIRST + turn)) for turn in range(1 + _LATER))
        return {"first_request_ratio": first_s / median(later_s)}

    def _beside_the_peer(self) -> Mapping[str, float]:
        with self._server.client() as client:
            speakers = {"koe": ServedSpeaker(client), "peer": self._peer}
            rounds = take_turns(speakers, [Preset(LINE)], _ROUNDS, self._calibration)
        ours, theirs = ([one.spoken[name] for one in rounds] for name in speakers)
        ttfa_s = float(np.quantile([one.first_audible_s for one in ours], 0.95))
        return {
            "first_byte_ms": 1000 * median(one.first_byte_s for one in ours),
            "ttfa_ratio": ttfa_s / median(one.first_audible_s for one in theirs),
            "underruns": float(Punctuality.of(one.playthrough for one in ours).underruns),
        }

    def _growth(self) -> Mapping[str, float]:
        ratios = []
        with self._server.client() as client:
            for turn in range(_GROWTH, _GROWTH + 2 * _LATER, 2):
                short_s = _first_sound_s(client, Preset(LINE).text(turn))
                ratios.append(_first_sound_s(client, text_of(_LONG_CHARACTERS, turn + 1)) / short_s)
        return {"ttfa_growth": median(ratios)}

    def _repeated(self) -> Mapping[str, float]:
        text = Preset("short").text(_HIT)
        with self._server.client() as client:
            fresh, cached = client.listen(text), client.listen(text)
        with self._server.client(stream=False) as client:
            once, again = client.listen(text), client.listen(text)
        return {
            "hit_ms": 1000 * cached.first_sound.first_audible_s,
            "hit_other_bytes": _differing(fresh.samples, cached.samples),
            "repeated_other_bytes": _differing(once.samples, again.samples),
        }

    def _loudness(self) -> Mapping[str, float]:
        off_lu: dict[bool, list[float]] = {True: [], False: []}
        peaks = []
        for turn, voice in enumerate(_VOICES):
            for is_streamed, found in off_lu.items():
                with self._server.client(voice=voice, stream=is_streamed) as client:
                    speech = client.listen(Preset("short").text(_LOUDNESS + turn))
                samples: Samples = speech.samples.astype(np.float32) / np.float32(_FULL_SCALE)
                lufs = loudness_lufs(samples, speech.sample_rate_hz)
                found.append(abs((lufs if lufs is not None else -np.inf) - _TARGET_LUFS))
                peaks.append(20 * float(np.log10(true_peak(samples))))
        # Of sixteen bits the limiter may use the last one.
        return {
            "whole_off_lu": max(off_lu[False]),
            "streamed_off_lu": max(off_lu[True]),
            "peak_dbtp": round(max(peaks), 2),
        }

    def _live(self) -> Mapping[str, float]:
        text = text_of(_LIVE_CHARACTERS, _LIVE)
        whole = asyncio.run(_heard(self._server.address, text, None))
        cut = asyncio.run(_heard(self._server.address, text, _FRAMES_BEFORE_CUT))
        return {
            "jitter_ms": 1000 * float(np.quantile(_jitter_s(whole), 0.95)),
            "resume_ms": 1000 * (cut[_FRAMES_BEFORE_CUT][0] - cut[_FRAMES_BEFORE_CUT - 1][0]),
            "resume_other_bytes": _differing(_bytes_of(whole), _bytes_of(cut)),
        }

    def _freed(self) -> Mapping[str, float]:
        found = DisconnectBench(self._http, text_of(_LONG_CHARACTERS), _DISCONNECTS).measure(lambda: None)
        return {"freed_s": max(found.worst_s(kind) for kind in found.freed_s)}


Heard = Sequence[tuple[float, Frame]]


async def _heard(address: str, text: str, drops_after: int | None) -> Heard:
    """The frames of a live stream, each with its time. The connection is broken after so many frames."""
    heard = []
    async with LiveStream(address, {"input": text, "language": "en-us", "fill_stalls": False}) as stream:
        async for frame in stream:
            heard.append((time.perf_counter(), frame))
            if len(heard) == drops_after:
                stream.drop()
    return heard


def _jitter_s(heard: Heard) -> list[float]:
    """How much the time between two frames differs from the audio between them, where frames are paced."""
    paced = [(at_s, frame.first_sample / _LIVE_RATE_HZ) for at_s, frame in heard]
    began_s = heard[0][0]
    return [
        abs((at_s - before_s) - (place_s - place_before_s))
        for (before_s, place_before_s), (at_s, place_s) in pairwise(paced)
        if before_s - began_s > _PACED_AFTER_S
    ] or [0.0]


def _bytes_of(heard: Heard) -> NDArray[np.int16]:
    return np.frombuffer(b"".join(frame.payload for _, frame in heard), dtype=np.int16)


def _differing(one: NDArray[np.int16], other: NDArray[np.int16]) -> float:
    shorter = min(one.size, other.size)
    return float(abs(one.size - other.size) + np.count_nonzero(one[:shorter] != other[:shorter]))


def _first_sound_s(client: SpeechClient, text: str) -> float:
    return client.time_first_sound(text).first_audible_s
