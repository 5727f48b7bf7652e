"""Settings -> telemetry, and the task that judges the objectives from time to time."""

from __future__ import annotations

import asyncio

import koe
from koe.observe.slo import SloTargets
from koe.observe.telemetry import Telemetry
from koe.observe.traces import exported_traces
from koe.settings import Settings

# It takes some milliseconds, because it adds up an hour: not at the end of each answer, and not in the event loop.
CHECK_EVERY_S = 5.0


def telemetry_of(settings: Settings) -> Telemetry:
    """Raises `TracesMissing`."""
    targets = SloTargets(settings.slo_ttfa_s or None, settings.slo_rtf or None, settings.slo_underruns_per_h or None)
    if not settings.traces:
        return Telemetry(targets)
    traces, end_traces = exported_traces(koe.__version__)
    return Telemetry(targets, traces, end_traces)


async def watch_slos(telemetry: Telemetry) -> None:
    """Until it is cancelled."""
    while True:
        await asyncio.sleep(CHECK_EVERY_S)
        await asyncio.to_thread(telemetry.slos.check)
