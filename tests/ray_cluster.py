"""A Ray of this machine with Ray Serve and replicas of koe, in a process of its own that follows orders.

Run as a script it is that process: it reads one order a line and prints one line of JSON for each. Ray keeps what it
has started in the process that started it, and warns in its own ways; the tests keep theirs.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryFile, gettempdir
from typing import IO, Any

from filelock import FileLock

from fakes import wait_for
from limits import HANG_S

TESTS = Path(__file__).parent
# Ray takes most of a small machine, and some of its ports are fixed: one at a time.
RAY_LOCK = Path(gettempdir()) / "koe-tests-ray.lock"
_STOP_S = 60
# Ray's own limits are those of a machine that has nothing else to do.
_PATIENT = {
    "RAY_raylet_start_wait_time_s": str(2 * HANG_S),
    "RAY_SERVE_PROXY_READY_CHECK_TIMEOUT_S": str(HANG_S),
    "RAY_SERVE_PROXY_HEALTH_CHECK_TIMEOUT_S": str(HANG_S),
}
TINY = "tiny_replicas"
REAL = "koe.cli.replicas"


@dataclass(frozen=True, slots=True)
class RunningReplica:
    name: str
    pid: int


class Cluster:
    """`address` is Ray Serve's proxy, `metrics` the port of Ray's agent."""

    def __init__(self, process: subprocess.Popen[str], complaints: IO[str]) -> None:
        self._process = process
        self._complaints = complaints
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()
        facts = self._answer()
        self.address = f"http://127.0.0.1:{facts['port']}"
        self.metrics = f"http://127.0.0.1:{facts['metrics_port']}/metrics"

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                self._lines.put(line)

    def _answer(self) -> dict[str, Any]:
        deadline_s = time.monotonic() + 2 * HANG_S
        while time.monotonic() < deadline_s:
            with suppress(Empty):
                return dict(json.loads(self._lines.get(timeout=0.2)))
            assert self._process.poll() is None, f"the process of Ray has ended:\n{self._said()}"
        raise AssertionError(f"Ray does not answer:\n{self._said()}")

    def _said(self) -> str:
        self._complaints.seek(0)
        return self._complaints.read()[-4000:]

    def _order(self, **order: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def deploy(self, module: str = TINY, *, wait: bool = True, **args: Any) -> None:
        """Replicas with these `ReplicaArguments`; those that run are replaced."""
        answer = self._order(do="deploy", module=module, wait=wait, args={"relay_host": "127.0.0.1", **args})
        assert answer == {"deployed": True}, answer

    def replicas(self) -> list[RunningReplica]:
        """Those that serve."""
        found = self._order(do="replicas")["replicas"]
        return [RunningReplica(one["replica_id"], int(one["pid"])) for one in found if one["state"].endswith("RUNNING")]

    def wait_for_replicas(self, count: int, but_not: Sequence[str] = ()) -> list[RunningReplica]:
        found: list[RunningReplica] = []

        def are_there() -> bool:
            time.sleep(0.2)
            found[:] = self.replicas()
            return len(found) == count and not {one.name for one in found} & set(but_not)

        wait_for(are_there)
        return found

    def kill(self, replica: RunningReplica) -> None:
        os.kill(replica.pid, signal.SIGKILL)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Ends with every process that it has started."""
    path = os.pathsep.join((str(TESTS), *sys.path))
    variables = {**os.environ, **_PATIENT, "PYTHONPATH": path}
    with FileLock(RAY_LOCK), TemporaryFile("w+") as complaints:
        process = subprocess.Popen(
            [sys.executable, str(TESTS / "ray_cluster.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            env=variables,
            start_new_session=True,
        )
        try:
            yield Cluster(process, complaints)
        finally:
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(BrokenPipeError):
                process.stdin.close()
            try:
                process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            finally:
                _end_session(process.pid)
                process.stdout.close()


def _end_session(leader: int) -> None:
    """What Ray has left behind."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            if os.getsid(int(entry.name)) == leader:
                os.kill(int(entry.name), signal.SIGKILL)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _serve_orders() -> None:
    import ray
    from ray import serve

    port, metrics_port = _free_port(), _free_port()
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
        object_store_memory=100 * 2**20,
        _metrics_export_port=metrics_port,
        _system_config={"metrics_report_interval_ms": 1000},
    )
    try:
        serve.start(http_options={"host": "127.0.0.1", "port": port})
        _tell({"port": port, "metrics_port": metrics_port})
        for line in sys.stdin:
            _tell(_done(json.loads(line)))
    finally:
        serve.shutdown()  # type: ignore[no-untyped-call]
        ray.shutdown()


def _tell(answer: Mapping[str, Any]) -> None:
    print(json.dumps(answer), flush=True)  # noqa: T201


def _done(order: Mapping[str, Any]) -> dict[str, Any]:
    from ray.serve.api import _run
    from ray.serve.context import _get_global_client

    if order["do"] == "deploy":
        _run(_application(order["module"], order["args"]), name="koe", _blocking=order["wait"])
        return {"deployed": True}
    client: Any = _get_global_client()
    details = client.get_serve_details()
    found = details["applications"]["koe"]["deployments"]["speech"]["replicas"]
    return {"replicas": [{name: str(one.get(name, 0)) for name in ("replica_id", "pid", "state")} for one in found]}


def _application(module: str, args: dict[str, Any]) -> Any:
    if module == REAL:
        from koe.cli.replicas import application

        return application(args)
    import tiny_replicas
    from koe.scale.application import ReplicaArguments
    from koe.scale.application import application as replicas_of

    return replicas_of(ReplicaArguments(**args), tiny_replicas.configure, tiny_replicas.load)


if __name__ == "__main__":
    _serve_orders()
