"""Settings and an engine -> the ASGI application: routes and middleware, in order."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict

from fastapi import FastAPI

import koe
from koe.engine.engine import Engine
from koe.engine.speech import SpeechService
from koe.errors import described
from koe.observe.bench_results import BenchResults
from koe.observe.memory_readings import MemoryReader
from koe.observe.memory_watch import MemoryWatch
from koe.observe.safeguard_metrics import SafeguardCollector
from koe.server.captions.handler import CaptionsHandler
from koe.server.captions.routes import captions_router
from koe.server.catalog.handler import CatalogHandler
from koe.server.catalog.routes import catalog_router
from koe.server.errors import install_error_handlers
from koe.server.guards import (
    BaseUrlSlash,
    BodyLimit,
    HeaderLimit,
    HostGuard,
    KeyGuard,
    OriginGuard,
    RequestIdMiddleware,
    StoppingGuard,
    UnhandledErrorGuard,
)
from koe.server.idle_benchmark import IdleBenchmark
from koe.server.idle_tuning import IdleTuning
from koe.server.link.handler import LinkHandler
from koe.server.link.routes import link_router
from koe.server.openapi import install_openapi
from koe.server.operator.handler import OperatorHandler
from koe.server.operator.routes import operator_router
from koe.server.phonemes.handler import PhonemesHandler
from koe.server.phonemes.routes import phonemes_router
from koe.server.record import SpeechRecords
from koe.server.speech.handler import SpeechHandler
from koe.server.speech.routes import speech_router
from koe.server.status.readiness import readiness
from koe.server.status.report import CacheReader, StatusReport
from koe.server.status.routes import status_router
from koe.server.status.schema import ReadyStatus
from koe.server.status.tuning import TuningStatus
from koe.server.stream.handler import StreamHandler
from koe.server.stream.routes import stream_router
from koe.server.stream.session import StreamLimits, new_token
from koe.server.telemetry import telemetry_of, watch_slos
from koe.server.upkeep import Upkeep
from koe.server.web.facts import facts_of
from koe.server.web.files import static_files
from koe.server.web.routes import web_router
from koe.settings import Settings

log = logging.getLogger("koe.server")


# Work that makes a MiB again: six seconds of speech are 50 kB as MP3, and take two or three.
_REMAKE_SPEECH_S = 20.0


def _nothing() -> None:
    pass


def create_app(
    settings: Settings,
    engine: Engine,
    when_warm: Callable[[], None] = _nothing,
    tuning: TuningStatus | None = None,
    tuner: Sequence[str] | None = None,
    name_stream: Callable[[], str] = new_token,
) -> FastAPI:
    """The engine is warmed up while the server already answers, and closed with it. `when_warm` is called once, in a
    pool thread. `tuning` is shown at /status. `tuner` is a command that runs while nobody speaks. `name_stream` makes
    the tokens of live streams."""

    service = SpeechService(engine, settings.voice, settings.mastering)
    telemetry = telemetry_of(settings)
    streams = StreamHandler(
        service,
        telemetry,
        StreamLimits(
            settings.max_characters,
            settings.replay_bytes,
            settings.unsent_bytes,
            settings.stream_idle_s,
            settings.stream_lead_s,
        ),
        settings.max_open_streams,
        settings.resume_s,
        name_stream,
    )

    safeguards = engine.safeguards
    catalog = CatalogHandler(service)
    safeguards.budget.add_cache("previews", catalog.previews, _REMAKE_SPEECH_S)
    safeguards.budget.add_buffers("replay", lambda: streams.registry.buffered_bytes)
    watch = MemoryWatch(
        MemoryReader(settings.memory_limit_bytes),
        safeguards.guard,
        safeguards.budget,
        lambda: safeguards.modes.changes.cache_share,
    )
    results = BenchResults(settings.cache_dir, keeps=not settings.ephemeral)
    idle = IdleBenchmark(engine, settings.voice, settings.benchmark_every_s, results)
    upkeep = Upkeep(engine, streams.registry, watch if settings.memory_guard else None, telemetry.history)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        warming = asyncio.create_task(_warm_up(engine, settings.voice, when_warm))
        works = (watch_slos(telemetry), upkeep.run(), idle.run(), IdleTuning(engine, tuner).run())
        watching = [asyncio.create_task(work) for work in works]
        with telemetry.running():
            yield
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        streams.registry.close()
        await asyncio.to_thread(engine.close)
        await warming
        _log_counts(engine)

    app = FastAPI(title="koe", version=koe.__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.stopping = stopping = threading.Event()  # set by run.py, which calls `on_stopping` when it drains
    app.state.on_stopping = streams.stop
    install_error_handlers(app)
    install_openapi(app)
    caches: dict[str, CacheReader] = {}
    app.include_router(speech_router(SpeechHandler(service)))
    if settings.get_speech:
        link = LinkHandler(SpeechHandler(service), settings.allowed_origins, settings.link_cache_bytes)
        app.include_router(link_router(link))
        safeguards.budget.add_cache("links", link.cache, _REMAKE_SPEECH_S)
        caches["links"] = lambda: link.cache.counts
    app.include_router(stream_router(streams))
    app.include_router(captions_router(CaptionsHandler(service)))
    app.include_router(phonemes_router(PhonemesHandler(service)))
    app.include_router(catalog_router(catalog))
    caches["previews"] = lambda: catalog.previews.counts

    def ready_status() -> ReadyStatus:
        return readiness(engine, stopping)

    report = StatusReport(
        engine,
        telemetry,
        caches,
        streams.state,
        lambda: idle.state,
        tuning=tuning or TuningStatus(),
        ready_status=ready_status,
    )
    telemetry.collect_from(
        lambda: engine.state,
        report.caches,
        lambda: streams.state().open_streams,
        lambda: ready_status() == "ready",
    )
    telemetry.register(SafeguardCollector(safeguards))
    app.state.families = telemetry.families  # for other exporters than GET /metrics
    app.include_router(status_router(ready_status, report, telemetry))
    app.include_router(operator_router(OperatorHandler(engine, streams.registry, results)))
    web_files = static_files()
    app.include_router(web_router(web_files, facts_of(settings.voice, engine.builds, settings.max_characters)))
    # The last one added is the first to see a request.
    app.add_middleware(BodyLimit, max_bytes=settings.max_body_bytes, timeout_s=settings.body_timeout_s)
    app.add_middleware(StoppingGuard, stopping=stopping)
    app.add_middleware(KeyGuard, key=settings.api_key, pages=web_files)
    app.add_middleware(OriginGuard, allowed=settings.allowed_origins)  # before the key: a preflight carries none
    app.add_middleware(HostGuard, bound_to=settings.host, allowed=settings.allowed_hosts)
    app.add_middleware(HeaderLimit, max_bytes=settings.max_header_bytes)
    app.add_middleware(SpeechRecords, telemetry=telemetry)
    app.add_middleware(UnhandledErrorGuard)
    app.add_middleware(BaseUrlSlash)
    app.add_middleware(RequestIdMiddleware)
    return app


def _log_counts(engine: Engine) -> None:
    counts = engine.state.streams
    log.info("stopped: %d streams, %d refused", counts.admitted, counts.refused, extra={"fields": asdict(counts)})


async def _warm_up(engine: Engine, voice: str, when_warm: Callable[[], None]) -> None:
    try:
        await asyncio.to_thread(engine.warm_up, voice)
        await asyncio.to_thread(when_warm)
    except Exception as error:  # noqa: BLE001  the server stays up and says at /ready that it is not ready
        log.error("warm-up failed: %s", described(error))
