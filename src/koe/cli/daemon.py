"""koe daemon: the process that plays, by hand, on demand or with the session of its user."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import Annotated

import typer

from koe.cli.console import err
from koe.cli.units import install_unit, uninstall_unit
from koe.errors import DeviceError
from koe.playback.control import DaemonClient, NoDaemon
from koe.playback.places import private_folder, socket_path
from koe.playback.process import VARIABLE, DaemonOptions
from koe.settings import Settings, load_settings

app = typer.Typer(help="The daemon that plays speech.", rich_markup_mode=None, invoke_without_command=True)

_MODULE = "koe.playback.process"
_START_TIMEOUT_S = 20.0
_ENGINE = ("-c", "from koe.cli.main import run; run()", "daemon", "engine")


@app.callback()
def daemon(context: typer.Context) -> None:
    """Run the daemon until it is told to quit. It holds the sound card and obeys `koe say`, `stop`, `pause`, `resume`,
    `skip`, `replay`, `seek`, `speed`, `volume` and `status`; docs/daemon.md has its socket."""
    if context.invoked_subcommand is None:
        options = daemon_options(load_settings())
        private_folder(socket_path())
        # In place of this process, which has loaded five times what the daemon needs.
        os.execve(sys.executable, [sys.executable, "-m", _MODULE], {**os.environ, VARIABLE: options.to_json()})  # noqa: S606


@app.command()
def start() -> None:
    """Start the daemon in the background, unless it runs."""
    with started_daemon(load_settings()) as client:
        err.print(f"The daemon runs (process {client.status()['pid']}).", markup=False)


@app.command()
def quit() -> None:  # noqa: A001  the name of the command
    """End the daemon."""
    with DaemonClient() as client:
        client.request("quit")


@app.command()
def install(
    show: Annotated[bool, typer.Option("--show", help="Print the unit and install nothing.")] = False,
) -> None:
    """Start the daemon with your session: a systemd user unit on Linux, a launchd agent on macOS."""
    install_unit(show=show)


@app.command()
def uninstall() -> None:
    """Remove what `koe daemon install` has made."""
    uninstall_unit()


@app.command(hidden=True)
def engine(fd: Annotated[int, typer.Option("--fd", help="A bound socket.")]) -> None:
    """The daemon's own server, on a socket that it has bound. It ends when its standard input does."""
    from koe.cli.assemble import load_engine
    from koe.cli.tuned_settings import tuned_settings
    from koe.memory import freeze_objects
    from koe.observe.logs import configure_logs
    from koe.server.app import create_app
    from koe.server.run import run

    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))  # until the server handles it by draining
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    settings, _ = tuned_settings(host="127.0.0.1")
    configure_logs("warning", settings.log_format, sys.stderr)
    listener = socket.socket(fileno=fd)
    app = create_app(settings, load_engine(settings, watches_lexicons=True), freeze_objects)
    run(app, listener, settings, lambda: None)


def _end_with_standard_input() -> None:
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def daemon_for(settings: Settings, *, must_run: bool) -> DaemonClient | None:
    """The daemon that runs; with `must_run` it is started, else None where there is none."""
    if must_run:
        return started_daemon(settings)
    try:
        return DaemonClient()
    except NoDaemon:
        return None


def daemon_options(settings: Settings) -> DaemonOptions:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    local = f"http://{'127.0.0.1' if host in ('0.0.0.0', '[::]') else host}:{settings.port}"  # noqa: S104
    return DaemonOptions(
        socket=str(socket_path()),
        server=(settings.daemon_server or (local if settings.port else None)),
        api_key=settings.api_key.get_secret_value() if settings.api_key else None,
        engine_command=(sys.executable, *_ENGINE) if settings.daemon_engine else (),
        exit_after_s=settings.daemon_idle_s or None,
        engine_after_s=settings.daemon_engine_idle_s or None,
        kept_bytes=settings.daemon_kept_bytes,
        log_level=settings.log_level,
    )


def started_daemon(settings: Settings) -> DaemonClient:
    """The daemon that runs, or one that is started in the background."""
    try:
        return DaemonClient()
    except NoDaemon:
        pass
    options = daemon_options(settings)
    log = private_folder(socket_path()) / "daemon.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", _MODULE],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=file,
            start_new_session=True,
            env={**os.environ, VARIABLE: options.to_json()},
        )
    deadline_s = time.monotonic() + _START_TIMEOUT_S
    while time.monotonic() < deadline_s:
        try:
            return DaemonClient()
        except NoDaemon:
            if process.poll() is not None:
                break
            time.sleep(0.02)
    raise DeviceError(f"The daemon did not start; {log} says why.")
