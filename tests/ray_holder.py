"""Starts a Ray of two CPUs on 127.0.0.1, prints its address, and ends it when standard input ends."""

from __future__ import annotations

import sys

from koe.scale.workers_cluster import LOCAL, joined

if __name__ == "__main__":
    with joined(LOCAL, 2):
        import ray

        print(ray.get_runtime_context().gcs_address, flush=True)  # noqa: T201
        sys.stdin.read()
