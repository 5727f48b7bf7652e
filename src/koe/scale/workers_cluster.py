"""An address -> a Ray that this process has joined: one of its own on this machine, or one that runs."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from koe.errors import EngineError

LOCAL = "local"
# Raylet gives its agent 15 s to start, which a busy machine may not manage the first time.
_STARTS = 3
_STORE_BYTES = 512 << 20  # results on their way; what is more goes to Ray's temporary folder
_REACHABLE_S = 10.0
# Before ray is imported. Nothing is reported to Ray's makers; a Ray of one machine listens on 127.0.0.1 alone; workers
# keep the accelerators that this process sees.
_ENVIRONMENT = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
_LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
_QUIET: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}


class NoCluster(EngineError):
    """Ray cannot be joined or started."""

    def __init__(self, address: str, reason: str) -> None:
        hint = "" if address == LOCAL else " --ray local starts a Ray on this machine."
        super().__init__(f"Ray cannot be reached at {address}: {reason}.{hint}")


@contextmanager
def joined(address: str, cpus: int) -> Iterator[None]:
    """`local` starts a Ray with this many CPUs, which ends with the block and leaves nothing behind; `auto` and
    `host:port` join one. A Ray that this process has joined before is used, and left as it is."""
    _prepare_environment(address)
    import ray

    if ray.is_initialized():
        yield
        return
    terminate = signal.getsignal(signal.SIGTERM)
    folder: Path | None = None
    try:
        if address == LOCAL:
            folder = _start(cpus)
        else:
            _join(address)
        _restore(terminate)
        _silence()
        yield
    finally:
        ray.shutdown()
        _restore(terminate)  # ray's own handler would stay
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def cluster_cpus() -> int:
    import ray

    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return int(resources.get("CPU", 1))


def _prepare_environment(address: str) -> None:
    for name, value in {**_ENVIRONMENT, **(_LOOPBACK if address == LOCAL else {})}.items():
        os.environ.setdefault(name, value)


def _start(cpus: int) -> Path:
    """Returns the folder of its logs and sockets, whose path must be short."""
    import ray

    for left in reversed(range(_STARTS)):
        folder = Path(tempfile.mkdtemp(prefix="koe-ray-", dir="/tmp" if Path("/tmp").is_dir() else None))  # noqa: S108
        try:
            ray.init(
                address=LOCAL,
                num_cpus=cpus,
                include_dashboard=False,
                object_store_memory=_STORE_BYTES,
                _temp_dir=str(folder),
                **_QUIET,
            )
        except Exception as problem:  # noqa: BLE001  ray raises bare Exceptions
            ray.shutdown()
            shutil.rmtree(folder, ignore_errors=True)
            if not left:
                raise NoCluster(LOCAL, f"it did not start ({type(problem).__name__})") from None
        else:
            return folder
    raise AssertionError("unreachable")


def _join(address: str) -> None:
    import ray

    _require_listener(address)
    try:
        ray.init(address=address, **_QUIET)
    except Exception as problem:  # noqa: BLE001  ray raises bare Exceptions
        raise NoCluster(address, f"{type(problem).__name__}: is it started, with the same Ray and Python?") from None


def _silence() -> None:
    """What Ray tells of its processes, as when one dies, goes to standard output even with `log_to_driver=False`: that
    is where koe's results are. The pool tells of deaths itself."""
    from ray._private import worker

    worker._worker_logs_enabled = False


def _require_listener(address: str) -> None:
    """Ray itself waits for minutes where nothing listens."""
    host, _, port = address.rpartition(":")
    if not (host and port.isdigit()) or "/" in host:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _REACHABLE_S).close()
    except (OSError, OverflowError) as problem:
        raise NoCluster(address, getattr(problem, "strerror", None) or "it does not answer") from None


def _restore(handler: Any) -> None:
    if handler is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, handler)
