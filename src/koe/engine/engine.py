"""SpeechRequest -> Stream: the object that the server, the command line and the benchmarks hold."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event

from koe.engine.agenda import Urgency
from koe.engine.build_choice import OfferedBuilds
from koe.engine.costs import Costs
from koe.engine.degrade import Conditions
from koe.engine.lane_load import LaneState
from koe.engine.marks import Kind, Marks
from koe.engine.opening_cache import Opening, OpeningCache, after, opening_key
from koe.engine.pace import Pace, live_sizes
from koe.engine.pipelines import Pipelines, SpeaksJobs
from koe.engine.prepare import Job, Preparer
from koe.engine.room import Room
from koe.engine.safeguards import ReservedSteps, Safeguards
from koe.engine.scheduler import Queues, Scheduler, StreamCounts
from koe.engine.self_benchmark import SelfBenchmark, TimedSteps
from koe.engine.step import Step
from koe.engine.stream import NO_LIMITS, Stream, TimeLimits
from koe.errors import Cancelled, KoeError, Stopping
from koe.lru import CacheCounts
from koe.model.backends.health import ProviderState
from koe.model.stages import StageSource
from koe.model.vocoder import FILE_WINDOWS, LIVE_WINDOWS
from koe.model.voices import Voice
from koe.text.preview import TextPreview
from koe.types import PhonemeRequest, Samples, SpeechRequest


@dataclass(frozen=True, slots=True)
class BuildState:
    """A build that requests may choose. The sessions of an open one take memory. `fallbacks` counts the requests that
    it failed in and the exact stages finished, by cause; `stages` says what computes each stage that is open."""

    name: str
    is_default: bool
    is_open: bool
    fallbacks: Mapping[str, int] = field(default_factory=dict)
    stages: tuple[StageSource, ...] = ()


@dataclass(frozen=True, slots=True)
class EngineState:
    """Numbers only: no text of any request."""

    running_streams: int
    streams: StreamCounts
    costs: Costs
    primer: CacheCounts
    phonemes: CacheCounts
    whole_decodings: int
    builds: tuple[BuildState, ...]
    is_warm: bool
    warm_up_s: float | None
    queues: Queues
    lanes: tuple[LaneState, ...]
    g2p_fallbacks: Mapping[str, int]
    providers: tuple[ProviderState, ...] = ()


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """`fills_stalls`: filler is sent where a live stream is late and its client wants filler. `live_windows` fixes the
    window sizes of live streams; None: chosen by the warm-up."""

    queue_blocks: int = 4
    fills_stalls: bool = True
    limits: TimeLimits = NO_LIMITS
    live_windows: tuple[int, ...] | None = None


_NO_OTHERS: Mapping[str, Callable[[], SpeaksJobs]] = {}


class Engine:
    """`pipeline` speaks with the default build; `others` open those of the other builds that the preparer offers."""

    def __init__(
        self,
        preparer: Preparer,
        pipeline: SpeaksJobs,
        scheduler: Scheduler | None = None,
        openings: OpeningCache | None = None,
        options: EngineOptions | None = None,
        others: Mapping[str, Callable[[], SpeaksJobs]] = _NO_OTHERS,
        safeguards: Safeguards | None = None,
        *,
        providers: Callable[[], tuple[ProviderState, ...]] = tuple,
    ) -> None:
        self._providers = providers
        self._preparer = preparer
        self._pipeline = pipeline
        self._pipelines = Pipelines(preparer.builds.default, pipeline, others)
        self._scheduler = scheduler or Scheduler(max_streams=8)
        self._openings = openings or OpeningCache(max_bytes=0, ttl_s=0)
        self._options = options or EngineOptions()
        self._live_windows: tuple[int, ...] = self._options.live_windows or LIVE_WINDOWS
        self._warm = Event()
        self.safeguards = safeguards or Safeguards()
        self._warm_up_s: float | None = None
        self._spoken_builds = {preparer.builds.default}

    @property
    def voices(self) -> Sequence[Voice]:
        return self._preparer.voices

    @property
    def builds(self) -> OfferedBuilds:
        return self._preparer.builds

    @property
    def sample_rate_hz(self) -> int:
        return self._pipeline.sample_rate_hz

    @property
    def is_warm(self) -> bool:
        return self._warm.is_set()

    @property
    def is_stalled(self) -> bool:
        """The lanes hang: new streams are refused until one goes on."""
        return self._scheduler.is_stalled

    @property
    def running_streams(self) -> int:
        return self._scheduler.running

    @property
    def room(self) -> Room:
        """Whether one more stream would be admitted now, for load balancers."""
        return self._scheduler.room

    @property
    def lanes(self) -> tuple[LaneState, ...]:
        return self._scheduler.lanes

    @property
    def state(self) -> EngineState:
        return EngineState(
            self._scheduler.running,
            self._scheduler.counts,
            self._scheduler.costs,
            self._openings.counts,
            self._preparer.phoneme_cache,
            sum(pipeline.whole_decodings for pipeline in self._pipelines.opened.values()),
            tuple(map(self._build_state, self.builds.names)),
            is_warm=self.is_warm,
            warm_up_s=self._warm_up_s,
            queues=self._scheduler.queues,
            lanes=self._scheduler.lanes,
            g2p_fallbacks=dict(self._preparer.g2p_fallbacks),
            providers=self._providers(),
        )

    def _build_state(self, name: str) -> BuildState:
        pipeline = self._pipelines.opened.get(name)
        is_default = name == self.builds.default
        if pipeline is None:
            return BuildState(name, is_default, is_open=False)
        return BuildState(
            name, is_default, is_open=True, fallbacks=pipeline.fallbacks, stages=tuple(pipeline.stage_sources)
        )

    def prepare(self, request: SpeechRequest) -> Job:
        """Refuses everything that can be refused. Takes some milliseconds, and seconds if it is the first request for
        a build: not for an event loop."""
        return self._opened(self._preparer.prepare(request))

    def prepare_phonemes(self, request: PhonemeRequest) -> Job:
        """As `prepare`, without G2P."""
        return self._opened(self._preparer.prepare_phonemes(request))

    def _opened(self, job: Job) -> Job:
        """Opens the build here, so that no stream on a lane waits for it."""
        if job.build not in self._pipelines.opened:
            with self.safeguards.opening_build():
                self._pipelines.open(job.build)
        return job

    def follow_conditions(self, ttfa_p95_s: float | None, now_s: float) -> None:
        """Choose the degrade mode by what was measured; `ttfa_p95_s` is that of the last minutes. To be called about
        once a second."""
        failures = sum(sum(pipeline.fallbacks.values()) for pipeline in self._pipelines.opened.values())
        conditions = Conditions(
            self._scheduler.counts.underruns,
            failures,
            ttfa_p95_s,
            self.safeguards.guard.pressure,
            self._scheduler.is_stalled,
        )
        self.safeguards.follow(conditions, now_s)
        self._scheduler.rules = self.safeguards.modes.changes.rules

    def preview(self, request: SpeechRequest) -> TextPreview:
        """How a request will be read, without audio. Refuses what `prepare` refuses; each segment takes some
        milliseconds, none of them on a lane. Not for an event loop."""
        return self._preparer.preview(request)

    def voice_pack(self, name: str) -> tuple[Voice, Samples]:
        """A voice or a mix, and its style vectors. Reads files: not for an event loop."""
        return self._preparer.voice_pack(name)

    def stream(
        self, job: Job, after: Stream | None = None, *, fills_stalls: bool = False, marks: Marks | None = None
    ) -> Stream:
        """Start to speak. `after` is what the same listener has heard until now: a stream that was admitted is not
        refused in mid-speech. `fills_stalls`: the client plays the audio as it comes, and wants filler where it is
        late. `marks` are those of the answer that this stream belongs to. Raises `Busy`, `LaneStalled`, `MemoryShort`,
        `Stopping`."""
        pace, pipeline = Pace(self._live_windows if job.live else FILE_WINDOWS), self._pipelines.open(job.build)
        key = opening_key(job, pace.sizes, pipeline.build) if job.live and self._openings.is_on else None
        opening = None if key is None else self._openings.get(key)
        steps = self._steps(job, pace, key, opening)
        if after is None:
            steps = ReservedSteps(steps, self.safeguards.admit(job, self.sample_rate_hz).release)
        stream = Stream(
            steps,
            self._options.queue_blocks,
            urgency=Urgency.LIVE if job.live else Urgency.FILE,
            expected_s=job.expected_s,
            fills_stalls=fills_stalls and self._options.fills_stalls and job.live,
            after=after,
            limits=self._options.limits,
            marks=marks,
        )
        for block in opening.blocks if opening else ():
            stream.put(block)
        stream.marks.begin_as(self._kind_of(job, opening), is_live=job.live)
        try:
            self._scheduler.admit(stream)
        except KoeError:
            stream.release()
            raise
        self._spoken_builds.add(job.build)
        return stream

    def _kind_of(self, job: Job, opening: Opening | None) -> Kind:
        if opening is not None:
            return Kind.HIT
        return Kind.WARM if self.is_warm and job.build in self._spoken_builds else Kind.COLD

    def _steps(self, job: Job, pace: Pace, key: str | None, opening: Opening | None) -> Iterator[Step]:
        pipeline = self._pipelines.open(job.build)
        if opening is not None:  # goes on behind the cached audio, without decoding its windows again
            return after(pipeline.speak(job, pace, Opening(windows=dict(opening.windows))), opening)
        return pipeline.speak(job, pace, None if key is None else self._openings.recording(key))

    def warm_up(self, voice: str) -> None:
        """Speak some sentences in the background, and choose the window sizes of live streams. Blocks until then."""
        began_s = time.monotonic()
        stream = Stream(self._warm_up_steps(voice), capacity=64, urgency=Urgency.BACKGROUND)
        try:
            self._scheduler.admit(stream)
            for _ in stream:
                pass
        except (Stopping, Cancelled):
            return  # closed meanwhile
        if self._options.live_windows is None:
            # Once, and not by the cost of the last request: equal requests give equal samples.
            self._live_windows = live_sizes(self._scheduler.fastest_frame_s)
        self._scheduler.probe_with(lambda: self._pipeline.speak(self._preparer.probe_job(voice)))
        self._warm_up_s = time.monotonic() - began_s
        self._warm.set()

    def benchmark(self, voice: str, must_yield: Callable[[], bool] | None = None) -> SelfBenchmark | None:
        """Measure the work that speech takes now, in the background, with the text of the warm-up. Blocks until then: a
        minute or two, because background work gets a hundredth of a lane. None: it gave up, by default because a stream
        came in between."""
        job = self._preparer.warm_up_job(voice)
        gives_up = must_yield or (lambda: self._scheduler.running > 0)
        steps = TimedSteps(self._pipeline.speak(job), self.sample_rate_hz, gives_up)
        stream = Stream(iter(steps), capacity=64, urgency=Urgency.BACKGROUND)
        try:
            self._scheduler.admit(stream)
            for _ in stream:
                pass
        except (Stopping, Cancelled):
            return None  # closed meanwhile
        return steps.result

    def _warm_up_steps(self, voice: str) -> Iterator[Step]:
        yield from self._pipeline.speak(self._preparer.warm_up_job(voice))

    def close(self) -> None:
        self._scheduler.close()
        self._pipelines.close()
