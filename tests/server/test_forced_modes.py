"""A degrade mode that a setting forces: what /status lists is what clients, lanes and caches get."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from fakes import live_server, tiny_engine, wait_for, warm
from koe.engine.degrade import CHANGES, Mode, ModeChooser, forced_mode
from koe.engine.engine import EngineOptions
from koe.engine.memory_budget import MemoryBudget
from koe.engine.safeguards import Safeguards
from koe.model.voices import VoiceBook
from koe.settings import Settings
from stream_client import TEXT, connected, receive, receive_frames, run, send

BUDGET_BYTES = 1_000_000
FORCED = [mode for mode in Mode if mode is not Mode.NORMAL]


@pytest.mark.parametrize("guarded", [True, False])
@pytest.mark.parametrize("mode", FORCED)
def test_what_is_listed_is_what_happens(voices: VoiceBook, mode: Mode, guarded: bool) -> None:
    settings = Settings(degrade=mode.value, memory_guard=guarded)
    modes = ModeChooser(forced_mode(settings.degrade))
    engine = warm(tiny_engine(voices, options=EngineOptions(live_windows=modes.forced_windows)))
    engine.safeguards = Safeguards(budget=MemoryBudget(BUDGET_BYTES), modes=modes)
    changes, listed = CHANGES[mode], CHANGES[mode].listed(is_forced=True)
    with live_server(engine, settings) as server:
        # The lanes learn it within a second.
        wait_for(lambda: engine._scheduler.rules == changes.rules)
        wait_for(lambda: engine.safeguards.budget.allowed_bytes == BUDGET_BYTES * changes.cache_share)
        report = httpx.get(server + "/status").json()["degrade"]
        assert (report["mode"], report["is_forced"], report["changes"]) == (mode.value, True, list(listed))
        assert f'koe_degrade_mode{{mode="{mode.value}"}} 1.0' in httpx.get(server + "/metrics").text
        started = started_by(server)
    assert (started["frame_ms"], started["prebuffer_ms"]) == (changes.frame_ms, changes.prebuffer_ms)
    if changes.live_windows is not None:
        assert engine._live_windows == changes.live_windows
        assert f"windows of live streams: {changes.live_windows}" in listed


def test_a_client_that_names_a_length_of_frames_gets_it(voices: VoiceBook) -> None:
    engine = warm(tiny_engine(voices))
    engine.safeguards = Safeguards(modes=ModeChooser(Mode.AVOID_UNDERRUN))
    with live_server(engine, Settings()) as server:
        assert started_by(server, frame_ms=40)["frame_ms"] == 40


def started_by(server: str, **fields: object) -> dict[str, Any]:
    found: dict[str, Any] = {}

    async def main() -> None:
        async with connected(server) as connection:
            await send(connection, type="start", input=TEXT, pace=False, **fields)
            found.update(await receive(connection))
            frames = await receive_frames(connection)
            # 24 samples in a millisecond. The first frame is shorter, because the limiter holds some back.
            assert frames[1].sample_count == 24 * found["frame_ms"]

    run(main)
    return found
