"""Starts a koe server in a child process, for measurements: it shares no lock with its client."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection

from koe.cli.assemble import load_engine
from koe.cli.console import err
from koe.cli.tuned_settings import tuned_settings
from koe.engine.engine import Engine
from koe.errors import EngineError
from koe.memory import freeze_objects
from koe.observe.logs import configure_logs
from koe.settings import Settings

Load = Callable[[Settings], Engine]


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that a child has to listen (None: no limit) and to end; then it is killed."""

    start_s: float | None = None
    stop_s: float = 30


_PATIENT = Patience()


@dataclass(frozen=True, slots=True)
class ChildServer:
    address: str
    pid: int
    _pipe: Connection

    def settle(self) -> None:
        """Returns when the server has no running streams."""
        self._pipe.send("idle?")
        self._pipe.recv()


def bench_settings() -> Settings:
    """The user's settings, with what was tuned, on a free port of this machine, without caches and without filler
    silence."""
    settings, _ = tuned_settings(
        host="127.0.0.1", port=0, log_level="warning", primer_bytes=0, phoneme_cache_bytes=0, stall_silence=False
    )
    return settings


@contextmanager
def warmed_server(settings: Settings, load: Load = load_engine, patience: Patience = _PATIENT) -> Iterator[ChildServer]:
    """A server that warms up in the background; /ready returns 200 when it is done."""
    with _started(settings, load, patience, warm=True) as server:
        yield server


@contextmanager
def cold_server(settings: Settings, load: Load = load_engine) -> Iterator[ChildServer]:
    """A server without warm-up."""
    with _started(settings, load, _PATIENT, warm=False) as server:
        yield server


@contextmanager
def _started(settings: Settings, load: Load, patience: Patience, *, warm: bool) -> Iterator[ChildServer]:
    context = get_context("spawn")  # a fork would carry over threads that hold locks
    pipe, child_end = context.Pipe()
    process = context.Process(target=_serve, args=(settings, load, warm, child_end), daemon=True)
    process.start()
    child_end.close()
    try:
        try:
            if not pipe.poll(patience.start_s):
                process.kill()
                raise EngineError("The child server did not listen in time.")
            address = pipe.recv()
        except EOFError:
            raise EngineError("The child server ended before it listened.") from None
        yield ChildServer(address, process.pid or 0, pipe)
    finally:
        pipe.close()
        process.join(patience.stop_s)
        if process.is_alive():
            process.kill()
            process.join()


def _serve(settings: Settings, load: Load, warm: bool, pipe: Connection) -> None:
    from koe.server.app import create_app
    from koe.server.run import run

    err.quiet = True  # the parent shows the progress
    configure_logs(settings.log_level, settings.log_format, sys.stderr)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles it and closes the pipe
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))  # until the server handles it by draining
    listener = socket.create_server(("127.0.0.1", 0))
    engine = load(settings)
    app = create_app(settings, engine, freeze_objects)
    if not warm:

        @asynccontextmanager
        async def without_warm_up(_: object) -> AsyncIterator[None]:
            yield
            engine.close()

        app.router.lifespan_context = without_warm_up
    threading.Thread(target=_answer, args=(pipe, engine), daemon=True).start()
    run(app, listener, settings, lambda: pipe.send(f"http://127.0.0.1:{listener.getsockname()[1]}"))


def _answer(pipe: Connection, engine: Engine) -> None:
    """Reports when the engine is idle. Stops the server when the parent has closed the pipe or ended."""
    while True:
        try:
            pipe.recv()
        except (EOFError, OSError):
            os.kill(os.getpid(), signal.SIGTERM)
            return
        while engine.running_streams:
            time.sleep(0.001)
        pipe.send("idle")
