"""koe bench streaming: what listeners get: first byte and sound, cold and warm, lateness, and how many at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Annotated

import typer
from rich.table import Table

from koe.bench.client import SpeechClient
from koe.bench.streaming import FirstRequest, Streaming, measure_alone, measure_first_request
from koe.bench.streams import measure_streams
from koe.bench.texts import SENTENCE, Preset, text_of
from koe.cli.assemble import ensure_stages
from koe.cli.bench.keep import keep_result
from koe.cli.bench.run_tables import ranged
from koe.cli.child_server import ChildServer, bench_settings, cold_server, warmed_server
from koe.cli.console import counting, out
from koe.cli.options import AsJson, require_extra
from koe.settings import Settings

COMMAND = "streaming"
_PRESETS = tuple(map(Preset, ("short", SENTENCE, "long")))
_SHORT_CHARACTERS = 70
_LONG_CHARACTERS = 1000
_PARTS = 3

_Server = Callable[[Settings], AbstractContextManager[ChildServer]]


def streaming(
    trials: Annotated[int, typer.Option(min=1, max=60, help="Streams of each kind.")] = 6,
    starts: Annotated[int, typer.Option(min=1, max=20, help="Fresh servers of each kind, cold and warmed up.")] = 2,
    as_json: AsJson = False,
) -> None:
    """What a listener gets at the socket: first byte, first sound, the first request cold and warm, lateness, and as
    many streams at once as the server admits, one more, and new ones beside them."""
    require_extra("bench", ["httpx"])
    settings = bench_settings()
    ensure_stages(settings)
    result = _measure(settings, trials, starts)
    keep_result(COMMAND, result.to_json())
    if as_json:
        out.print_json(json.dumps(result.to_json()))
    else:
        out.print(table_of_streaming(result))


def _measure(settings: Settings, trials: int, starts: int) -> Streaming:
    total = (trials + 1) * len(_PRESETS) + 2 * starts + _PARTS
    with counting("Measuring", total=total) as progress:

        def advance() -> None:
            progress.advance(progress.task_ids[0])

        cold = measure_first_request(lambda: _started(settings, cold_server), _PRESETS[0], starts, advance)
        warmed = measure_first_request(lambda: _started(settings, warmed_server), _PRESETS[0], starts, advance)
        with warmed_server(settings) as server:

            def connect() -> SpeechClient:
                return SpeechClient(server.address, settings.voice)

            with SpeechClient(server.address, settings.voice, server.settle) as client:
                client.wait_until_ready()
                alone = measure_alone(client, _PRESETS, trials, advance)
            short, long = text_of(_SHORT_CHARACTERS), text_of(_LONG_CHARACTERS)
            capacity = measure_streams(connect, short, long, trials, advance)
    return Streaming(alone, cold, warmed, capacity)


@contextmanager
def _started(settings: Settings, start: _Server) -> Iterator[SpeechClient]:
    with start(settings) as server, SpeechClient(server.address, settings.voice, server.settle) as client:
        if start is warmed_server:
            client.wait_until_ready()
        yield client


def table_of_streaming(result: Streaming) -> Table:
    alone, capacity = result.alone, result.capacity
    table = Table("", "", box=None, pad_edge=False, show_header=False)
    table.add_row("first byte, s", ranged(alone.first_byte_s, 4))
    table.add_row("first sound (TTFA), s", ranged(alone.ttfa_s))
    table.add_row("longest text / shortest", f"{alone.longest_ratio:.2f}")
    table.add_row("first request, cold", _first(result.cold))
    table.add_row("first request, warmed up", _first(result.warmed))
    table.add_row("RTF of one stream", f"{alone.rtf:.3f}")
    table.add_row("late, p95 and worst, ms", f"{alone.punctuality.p95_ms:.0f}, {alone.punctuality.worst_ms:.0f}")
    table.add_row("underruns of one stream", _underruns(alone.punctuality.underruns, alone.punctuality.underrun_ms))
    table.add_row("streams that fit by the RTF", str(capacity.by_rtf))
    table.add_row("streams admitted", str(capacity.streams))
    table.add_row("their underruns", _underruns(capacity.punctuality.underruns, capacity.punctuality.underrun_ms))
    refusal = f"refused, Retry-After {capacity.retry_after_s} s" if capacity.one_more_was_refused else "admitted"
    table.add_row("one more", refusal)
    beside = f"{capacity.loaded_first_s:.3f} ({capacity.first_ratio:.2f} x alone)"
    if capacity.loaded_refusals:
        beside += f", after {capacity.loaded_refusals} refusals"
    table.add_row("first sound beside one fewer, s", beside)
    return table


def _first(request: FirstRequest) -> str:
    return f"{request.first_s:.3f} s ({request.ratio:.2f} x later ones)"


def _underruns(count: int, total_ms: float) -> str:
    return f"{count} ({total_ms:.0f} ms)"
