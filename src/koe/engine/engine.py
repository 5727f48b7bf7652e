"""SpeechRequest -> Stream: what the server, the command line and the benchmarks hold in their hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event

from koe.engine.agenda import Urgency
from koe.engine.costs import Costs
from koe.engine.pace import Pace, live_sizes
from koe.engine.pipeline import Job, Pipeline
from koe.engine.primer import Opening, Primer, PrimerState, after
from koe.engine.scheduler import Scheduler, Tally
from koe.engine.stream import Stream, TimeLimits
from koe.errors import Cancelled, Stopping
from koe.lru import CacheCounts
from koe.model.vocoder import LIVE_WINDOWS, LONG_WINDOWS
from koe.model.voices import Voice
from koe.text.preview import SentencePreview
from koe.types import PhonemeRequest, SpeechRequest, Step


@dataclass(frozen=True, slots=True)
class EngineState:
    """Numbers only: nothing that anybody said."""

    running_streams: int
    streams: Tally
    costs: Costs
    primer: PrimerState
    phonemes: CacheCounts
    whole_decodings: int


class Engine:
    def __init__(
        self,
        pipeline: Pipeline,
        scheduler: Scheduler | None = None,
        primer: Primer | None = None,
        queue_blocks: int = 4,
        fills_stalls: bool = True,
        limits: TimeLimits | None = None,
    ) -> None:
        self._pipeline = pipeline
        self._scheduler = scheduler or Scheduler(max_streams=8)
        self._primer = primer or Primer(max_bytes=0, ttl_s=0)
        self._queue_blocks = queue_blocks
        self._fills_stalls = fills_stalls
        self._limits = limits or TimeLimits()
        self._live_windows: tuple[int, ...] = LIVE_WINDOWS
        self._warm = Event()

    @property
    def voices(self) -> Sequence[Voice]:
        return self._pipeline.voices.voices

    @property
    def sample_rate_hz(self) -> int:
        return self._pipeline.sample_rate_hz

    @property
    def is_warm(self) -> bool:
        return self._warm.is_set()

    @property
    def running_streams(self) -> int:
        return self._scheduler.running

    @property
    def state(self) -> EngineState:
        return EngineState(
            self._scheduler.running,
            self._scheduler.tally,
            self._scheduler.costs,
            self._primer.state,
            self._pipeline.phoneme_cache,
            self._pipeline.whole_decodings,
        )

    def loss_lu(self, job: Job) -> float:
        """How much of the loudness of its voice the limiter takes away."""
        return self._pipeline.level(job.voice).loss_lu

    def prepare(self, request: SpeechRequest) -> Job:
        """Everything that can be refused is refused here. Some milliseconds of work: not for an event loop."""
        return self._pipeline.prepare(request)

    def prepare_phonemes(self, request: PhonemeRequest) -> Job:
        """As `prepare`, for who has read the text himself."""
        return self._pipeline.prepare_phonemes(request)

    def preview(self, request: SpeechRequest) -> Iterator[SentencePreview]:
        """How a request will be read, without a sound. Refuses what `prepare` refuses; each segment takes some
        milliseconds, none of them of a lane. Not for an event loop."""
        return self._pipeline.preview(request)

    def stream(self, job: Job, after: Stream | None = None) -> Stream:
        """`after`: what the same listener has heard until now. He was admitted, and is not sent away in mid-speech."""
        pace = Pace(self._live_windows if job.live else LONG_WINDOWS)
        key = self._pipeline.opening_key(job, pace) if job.live and self._primer.is_on else None
        known = None if key is None else self._primer.find(key)
        steps = self._spoken_anew(job, pace, key) if known is None else self._spoken_on(job, pace, known)
        stream = Stream(
            steps,
            self._queue_blocks,
            pace=pace,
            urgency=Urgency.LIVE if job.live else Urgency.FILE,
            expected_s=job.expected_s,
            fills_stalls=self._fills_stalls and job.live,
            after=after,
            limits=self._limits,
        )
        for block in known.blocks if known else ():
            stream.put(block)
            stream.owes_start = True
        self._scheduler.admit(stream)
        return stream

    def _spoken_anew(self, job: Job, pace: Pace, key: str | None) -> Iterator[Step]:
        if key is None:
            return self._pipeline.speak(job, pace)
        return self._pipeline.speak(job, pace, Opening(on_complete=lambda opening: self._primer.keep(key, opening)))

    def _spoken_on(self, job: Job, pace: Pace, known: Opening) -> Iterator[Step]:
        """Without the windows that are known, and without what was heard of them."""
        return after(self._pipeline.speak(job, pace, Opening(windows=dict(known.windows))), known)

    def warm_up(self, voice: str) -> None:
        """Blocks until the first sentences were spoken to nobody, whenever no stream wants the lane."""
        stream = Stream(self._pipeline.warm_up(voice), capacity=64, urgency=Urgency.BACKGROUND)
        try:
            self._scheduler.admit(stream)
            for _ in stream:
                pass
        except (Stopping, Cancelled):
            return  # closed meanwhile
        # Once, and not by what the last request took: equal requests give equal samples.
        self._live_windows = live_sizes(self._scheduler.fastest_frame_s)
        self._warm.set()

    def close(self) -> None:
        self._scheduler.close()
        self._pipeline.close()
