"""Replicas in a Ray of this machine alone, for measurements: it ends with the block."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ray
from ray import serve

import koe
from koe.scale.application import Configure, Load, ReplicaArguments, application

_STORE_BYTES = 100 * 2**20  # no audio goes through the object store


@contextmanager
def local_replicas(args: ReplicaArguments, configure: Configure, load: Load) -> Iterator[str]:
    """Yields the address of the proxy, once every replica is warm. Sends no usage statistics."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    source = str(Path(koe.__file__).parents[1])  # the koe that runs here, wherever it is installed
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    cores = max(os.cpu_count() or 1, round(args.cpus * args.replicas))
    options: dict[str, Any] = {"include_dashboard": False, "log_to_driver": False, "logging_level": logging.ERROR}
    ray.init(num_cpus=cores, object_store_memory=_STORE_BYTES, **options)
    try:
        serve.start(http_options={"host": "127.0.0.1", "port": port})
        serve.run(application(args, configure, load), name="koe")
        yield f"http://127.0.0.1:{port}"
    finally:
        serve.shutdown()  # type: ignore[no-untyped-call]
        ray.shutdown()
