"""A server of this machine under a crowd, and the simulation of the same crowd with its costs, side by side."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from koe.bench.client import SpeechClient
from koe.bench.texts import text_of
from koe.cli.assemble import ensure_stages
from koe.cli.bench.run_tables import table_of
from koe.cli.child_server import bench_settings, warmed_server
from koe.cli.console import counting, out
from koe.engine.costs import Costs
from koe.errors import Refused
from koe.simulation.arrivals import Arrival, Habits, Texts, arrivals
from koe.simulation.fleet import Fleet, FleetRun, Tally
from koe.simulation.outcome import Outcome

_DURATION_S = 120.0
_LOAD = 1.3  # of what one server carries: some must be refused
_TEXTS = Texts(200.0, 0.5, 1000)
_MOST_CLIENTS = 64
_LEARNING = 6  # texts after which the server knows its costs


def check_here(*, as_json: bool, seed: int) -> None:
    settings = bench_settings()
    ensure_stages(settings)
    with (
        counting("Measuring", total=_DURATION_S) as progress,
        warmed_server(settings) as server,
        SpeechClient(server.address, settings.voice) as client,
    ):
        client.wait_until_ready()
        for turn in range(_LEARNING):
            client.play_through(text_of(300, turn))
        before = _costs(client)
        habits = crowd(before)
        coming = [replace(one, characters=len(_text(one, turn))) for turn, one in enumerate(arrivals(habits, seed))]
        people = _Crowd(server.address, settings.voice, coming)
        tally = people.run(lambda at_s: progress.update(progress.task_ids[0], completed=at_s))
        after = _costs(client)
    costs = Costs((before.start_s + after.start_s) / 2, (before.share + after.share) / 2)
    fleet = Fleet(1, costs, max_streams=settings.max_streams)
    measured = Outcome.of(habits, fleet, tally)
    simulated = Outcome.of(habits, fleet, FleetRun(fleet, seed).run(coming))
    if as_json:
        found = {"measured": measured.to_json(), "simulated": simulated.to_json()}
        out.print_json(json.dumps({"start_s": costs.start_s, "share": costs.share, **found}))
        return
    table = table_of(f"{measured.requests} texts in {_DURATION_S:.0f} s", "measured", "simulated")
    for label, name, form in (
        ("TTFA p50, s", "ttfa_p50_s", ".3f"),
        ("TTFA p95, s", "ttfa_p95_s", ".3f"),
        ("refused", "refused", ".1%"),
        ("Retry-After p50, s", "retry_after_p50_s", ".0f"),
        ("streams with an underrun", "underruns", ".1%"),
        ("most streams at once", "most_at_once", "d"),
    ):
        values = (getattr(one, name) for one in (measured, simulated))
        table.add_row(label, *("–" if value is None else format(value, form) for value in values))
    out.print(table)
    out.print(f"costs: {costs.start_s:.3f} s to the first audio, {costs.share:.3f} s for a second of audio")


def crowd(costs: Costs) -> Habits:
    """So many listeners that a server with these costs must refuse some."""
    one = Habits(1, "steady", 20.0, _DURATION_S, _TEXTS)
    work_s = costs.start_s + costs.share * Arrival(0.0, round(_TEXTS.characters)).audio_s
    return replace(one, listeners=max(2, round(_LOAD * one.every_s / work_s)))


def _text(arrival: Arrival, turn: int) -> str:
    return text_of(max(60, arrival.characters), turn)


def _costs(client: SpeechClient) -> Costs:
    costs = client.status()["costs"]
    return Costs(float(costs["start_s"]), float(costs["share"]))


class _Crowd:
    """A thread for each client that is heard. Requests leave at their time."""

    def __init__(self, address: str, voice: str, coming: Sequence[Arrival]) -> None:
        self._address = address
        self._voice = voice
        self._coming = coming
        self._lock = threading.Lock()
        self._tally = Tally(requests=len(coming), asked=len(coming))
        self._listening = 0

    def run(self, progress: Callable[[float], None]) -> Tally:
        began_s = time.perf_counter()
        with ThreadPoolExecutor(_MOST_CLIENTS) as threads:
            for turn, arrival in enumerate(self._coming):
                time.sleep(max(0.0, began_s + arrival.at_s - time.perf_counter()))
                threads.submit(self._listen, _text(arrival, turn))
                progress(arrival.at_s)
        return self._tally

    def _listen(self, text: str) -> None:
        with self._lock:
            self._listening += 1
        try:
            with SpeechClient(self._address, self._voice) as client:
                first, playthrough = client.play_through(text)
        except Refused as refusal:
            with self._lock:
                self._tally.refused += 1
                self._tally.given_up += 1
                self._tally.retry_after_s.append(refusal.retry_after_s)
            return
        finally:
            with self._lock:
                self._listening -= 1
        with self._lock:
            self._tally.ttfa_s.append(first.first_audible_s)
            self._tally.underruns += any(late_s > 0 for late_s in playthrough.lateness_s)
            self._tally.most_at_once = max(self._tally.most_at_once, self._listening + 1)
