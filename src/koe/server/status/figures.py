"""Parts of the answer of /status that come from marks: times by window and kind, objectives, the process."""

from __future__ import annotations

from pydantic import BaseModel

from koe.digest import Digest
from koe.engine.marks import Kind
from koe.observe.gc_pauses import GcCounts
from koe.observe.history import History, Tally, Times, WindowName
from koe.observe.slo import SloState

WINDOWS: tuple[WindowName, ...] = ("5m", "1h", "start")


class Quantiles(BaseModel):
    """Quantiles are off by at most 1 %; `max` and `count` are exact."""

    count: int
    p50: float
    p95: float
    p99: float
    max: float

    @classmethod
    def of(cls, digest: Digest) -> Quantiles | None:
        """None without values."""
        p50, p95, p99 = (digest.quantile(share) for share in (0.5, 0.95, 0.99))
        if p50 is None or p95 is None or p99 is None:
            return None
        return cls(
            count=digest.count, p50=_rounded(p50), p95=_rounded(p95), p99=_rounded(p99), max=_rounded(digest.largest)
        )


class SpokenFigures(BaseModel):
    """Live answers that the lane began. `ttfa_s`: from the acceptance of the request to the first sample above -50 dBFS
    handed to the socket. `jitter_s`: of paced frames."""

    answers: int
    ttfa_s: Quantiles | None
    rtf: Quantiles | None
    jitter_s: Quantiles | None
    queue_wait_s: Quantiles | None

    @classmethod
    def of(cls, times: Times) -> SpokenFigures:
        return cls(
            answers=times.answers,
            ttfa_s=Quantiles.of(times.first_sound),
            rtf=Quantiles.of(times.rtf),
            jitter_s=Quantiles.of(times.jitter),
            queue_wait_s=Quantiles.of(times.queue_wait),
        )


class HitFigures(BaseModel):
    """Live answers that began with a cached opening. `hit_s` is measured as `ttfa_s`, and is none."""

    answers: int
    hit_s: Quantiles | None
    rtf: Quantiles | None
    jitter_s: Quantiles | None
    queue_wait_s: Quantiles | None

    @classmethod
    def of(cls, times: Times) -> HitFigures:
        return cls(
            answers=times.answers,
            hit_s=Quantiles.of(times.first_sound),
            rtf=Quantiles.of(times.rtf),
            jitter_s=Quantiles.of(times.jitter),
            queue_wait_s=Quantiles.of(times.queue_wait),
        )


class WholeFigures(BaseModel):
    """Whole answers. `answer_s`: until the answer was handed over."""

    answers: int
    answer_s: Quantiles | None
    rtf: Quantiles | None
    queue_wait_s: Quantiles | None

    @classmethod
    def of(cls, times: Times) -> WholeFigures:
        return cls(
            answers=times.answers,
            answer_s=Quantiles.of(times.first_sound),
            rtf=Quantiles.of(times.rtf),
            queue_wait_s=Quantiles.of(times.queue_wait),
        )


class WindowFigures(BaseModel):
    """Answers that ended in a stretch of time, by kind."""

    cold: SpokenFigures
    warm: SpokenFigures
    hit: HitFigures
    whole: WholeFigures
    done: int
    cancelled: int
    failed: int
    refused: int
    underruns: int
    stall_silence_ms: float

    @classmethod
    def of(cls, tally: Tally) -> WindowFigures:
        return cls(
            cold=SpokenFigures.of(tally.live[Kind.COLD]),
            warm=SpokenFigures.of(tally.live[Kind.WARM]),
            hit=HitFigures.of(tally.live[Kind.HIT]),
            whole=WholeFigures.of(tally.whole),
            done=tally.outcomes["done"],
            cancelled=tally.outcomes["cancelled"],
            failed=tally.outcomes["failed"],
            refused=tally.outcomes["refused"],
            underruns=tally.underruns,
            stall_silence_ms=round(1000 * tally.stall_silence_s, 1),
        )


def windows_of(history: History) -> dict[str, WindowFigures]:
    return {name: WindowFigures.of(history.window(name)) for name in WINDOWS}


class SloFigures(BaseModel):
    """An objective. Burn: how fast its error budget is used up; at 1 it is just met."""

    target: float
    is_breached: bool
    burn_5m: float
    burn_1h: float
    breaches: int

    @classmethod
    def of(cls, state: SloState) -> SloFigures:
        return cls(
            target=state.target,
            is_breached=state.is_breached,
            burn_5m=state.burn_5m,
            burn_1h=state.burn_1h,
            breaches=state.breaches,
        )


class GcFigures(BaseModel):
    """Pauses of the garbage collector since the start."""

    pauses: int
    total_ms: float
    p95_ms: float | None
    longest_ms: float
    frozen_objects: int

    @classmethod
    def of(cls, counts: GcCounts) -> GcFigures:
        return cls(
            pauses=counts.pauses,
            total_ms=round(1000 * counts.total_s, 3),
            p95_ms=None if counts.p95_s is None else round(1000 * counts.p95_s, 3),
            longest_ms=round(1000 * counts.longest_s, 3),
            frozen_objects=counts.frozen_objects,
        )


class ProcessFigures(BaseModel):
    """null where the system does not tell. The child process is eSpeak's. Heap and mapped bytes are what the C library
    has from the system; the arena of ONNX Runtime lies in the mapped blocks."""

    rss_bytes: int | None
    children_rss_bytes: int | None
    heap_bytes: int | None
    mapped_bytes: int | None
    descriptors: int | None
    threads: int


def _rounded(value: float) -> float:
    return round(value, 5)
