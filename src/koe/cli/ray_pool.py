"""--ray, --workers and --threads -> workers on Ray that speak passages or jobs. Without --ray nothing imports ray."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from koe.cli.console import working
from koe.cli.options import require_extra
from koe.cli.speech_facts import speech_facts
from koe.cli.unhurried import load_patient_engine
from koe.settings import Settings
from koe.tune.identity import usable_cores

if TYPE_CHECKING:
    from koe.scale.workers import WorkerPool
    from koe.scale.workers_speakers import RayJobs, RayPassages

RAY = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS", help="Speak by workers on Ray: local starts one here; auto or host:port joins one."
    ),
]
Workers = Annotated[int | None, typer.Option(min=1, max=10_000, help="With --ray: workers. Default: as many as fit.")]
Threads = Annotated[int | None, typer.Option(min=1, max=256, help="With --ray: threads of each worker. Default: 1.")]


@dataclass(frozen=True, slots=True)
class RayPlan:
    """`workers` None: as many as the CPUs of the Ray carry."""

    address: str
    workers: int | None
    threads: int


def ray_plan(address: str | None, workers: int | None, threads: int | None) -> RayPlan | None:
    """None without --ray. Refuses what cannot work before anything is done."""
    if address is None:
        for option, value in (("--workers", workers), ("--threads", threads)):
            if value is not None:
                raise typer.BadParameter("is for --ray.", param_hint=option)
        return None
    require_extra("ray", ["ray"])
    return RayPlan(address, workers, threads or 1)


@contextmanager
def ray_passages(settings: Settings, plan: RayPlan) -> Iterator[RayPassages]:
    from koe.scale.workers_speakers import RayPassages

    with _pool(settings, plan) as (pool, workers):
        with working("Starting the workers"):
            speaker = RayPassages(pool, workers)
        yield speaker


@contextmanager
def ray_jobs(settings: Settings, plan: RayPlan) -> Iterator[RayJobs]:
    from koe.scale.workers_speakers import RayJobs

    with _pool(settings, plan) as (pool, _):
        with working("Starting the workers"):
            pool.wait_until_ready()
        yield RayJobs(pool)


@contextmanager
def _pool(settings: Settings, plan: RayPlan) -> Iterator[tuple[WorkerPool, int]]:
    from koe.scale.workers import WorkerPool
    from koe.scale.workers_cluster import LOCAL, cluster_cpus, joined
    from koe.scale.workers_setup import WorkerSetup

    facts = speech_facts(settings)
    setup = WorkerSetup.of(settings, plan.threads, load_patient_engine, speech_facts)
    wanted = plan.workers or max(1, usable_cores() // plan.threads)
    label = "Starting Ray" if plan.address == LOCAL else "Joining Ray"
    with ExitStack() as stack:
        with working(label):
            stack.enter_context(joined(plan.address, wanted * plan.threads))
        workers = plan.workers or max(1, cluster_cpus() // plan.threads)
        pool = WorkerPool(setup, workers, facts)
        stack.callback(pool.close)
        yield pool, workers
