"""Settings -> a koe server in a process of its own, for measurements: nothing of it shares a lock with its client."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection

from koe.cli.assemble import load_engine
from koe.cli.console import err
from koe.engine.engine import Engine
from koe.errors import EngineError
from koe.settings import Settings

Load = Callable[[Settings], Engine]

_STOP_WITHIN_S = 30


@dataclass(frozen=True, slots=True)
class ChildServer:
    address: str
    _line: Connection

    def settle(self) -> None:
        """Returns when no stream runs any more."""
        self._line.send("idle?")
        self._line.recv()


@contextmanager
def warmed_server(settings: Settings, load: Load = load_engine) -> Iterator[ChildServer]:
    """Warms up by itself while it already answers; /ready tells when it is done."""
    with _started(settings, load, warm=True) as server:
        yield server


@contextmanager
def cold_server(settings: Settings, load: Load = load_engine) -> Iterator[ChildServer]:
    """Never warms up: the first request finds everything as it was opened."""
    with _started(settings, load, warm=False) as server:
        yield server


@contextmanager
def _started(settings: Settings, load: Load, warm: bool) -> Iterator[ChildServer]:
    context = get_context("spawn")  # a fork would carry over threads that hold locks
    line, far_end = context.Pipe()
    process = context.Process(target=_serve, args=(settings, load, warm, far_end), daemon=True)
    process.start()
    far_end.close()
    try:
        try:
            address = line.recv()
        except EOFError:
            raise EngineError("The server that was to be measured ended before it listened.") from None
        yield ChildServer(address, line)
    finally:
        line.close()
        process.join(_STOP_WITHIN_S)
        if process.is_alive():
            process.kill()
            process.join()


def _serve(settings: Settings, load: Load, warm: bool, line: Connection) -> None:
    from koe.server.app import create_app
    from koe.server.run import run

    err.quiet = True  # the parent shows how far things are
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent's to handle, who then lets go of the line
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))  # until the server drains by itself
    listener = socket.create_server(("127.0.0.1", 0))
    engine = load(settings)
    app = create_app(settings, engine)
    if not warm:

        @asynccontextmanager
        async def without_warm_up(_: object) -> AsyncIterator[None]:
            yield
            engine.close()

        app.router.lifespan_context = without_warm_up
    threading.Thread(target=_answer, args=(line, engine), daemon=True).start()
    run(app, listener, settings, lambda: line.send(f"http://127.0.0.1:{listener.getsockname()[1]}"))


def _answer(line: Connection, engine: Engine) -> None:
    """Says when the engine is idle. Ends the server when the parent has let go of the line, or is gone."""
    while True:
        try:
            line.recv()
        except (EOFError, OSError):
            os.kill(os.getpid(), signal.SIGTERM)
            return
        while engine.running_streams:
            time.sleep(0.001)
        line.send("idle")
