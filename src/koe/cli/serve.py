"""koe serve: the HTTP server."""

from __future__ import annotations

import logging
import signal
import socket
import sys
from typing import Annotated, Any

import typer

from koe.cli.assemble import load_engine, load_faults
from koe.cli.tune_at_start import background_tuner, log_choice, status_of
from koe.cli.tuned_settings import tuned_settings
from koe.faults.frames import FaultyFrames
from koe.memory import freeze_objects
from koe.observe.logs import configure_logs
from koe.settings import Settings

log = logging.getLogger("koe.cli")


def serve(
    host: Annotated[str | None, typer.Option(help="Address to bind. Default: KOKORO_HOST, 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port. Default: KOKORO_PORT, 8880.")] = None,
) -> None:
    """Serve the OpenAI-style API."""
    from koe.server.app import create_app
    from koe.server.run import run
    from koe.server.status.tuning import TuningStatus

    changes = {"host": host, "port": port}
    warnings: list[str] = []  # logged when it is known how
    given: dict[str, Any] = {key: value for key, value in changes.items() if value is not None}
    settings, choice = tuned_settings(warn=warnings.append, **given)
    configure_logs(settings.log_level, settings.log_format, sys.stderr)
    for warning in warnings:
        log.warning(warning)
    # Until the server has its own signal handlers no request runs: SIGTERM ends the process at once.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    # Bound before the model is loaded: a port in use costs no waiting. No connection is accepted until it listens.
    listener = _bind(settings)
    log_choice(choice)
    faults = load_faults(settings, is_armed=False)  # the warm-up is spared
    engine = load_engine(settings, watches_lexicons=True, faults=faults)

    def when_warm() -> None:
        freeze_objects()
        faults.arm()

    tuner = background_tuner(settings, choice)
    app = create_app(settings, engine, when_warm, TuningStatus(**status_of(choice)), tuner)
    if faults:
        log.warning("koe is broken on purpose: KOKORO_FAULTS=%s", settings.faults)
    if faults.has("frames"):
        app.add_middleware(FaultyFrames, faults=faults)
    run(app, listener, settings, lambda: _announce(listener))


def _announce(listener: socket.socket) -> None:
    address, port = listener.getsockname()[:2]
    shown = f"[{address}]" if ":" in address else address
    log.info("koe is listening on http://%s:%d", shown, port)


def _bind(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except (OSError, TypeError, UnicodeError) as problem:  # TypeError, UnicodeError: not a valid host name
        listener.close()
        reason = getattr(problem, "strerror", None) or "not an address"
        raise typer.BadParameter(
            f"cannot bind {settings.host}:{settings.port} ({reason}). Choose another --host or --port."
        ) from None
    return listener
