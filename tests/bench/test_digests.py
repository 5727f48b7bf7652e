"""Digests of a server's audio: equal for equal engines, different after any change of the sound."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fakes import VOICES, live_server, tiny_engine, wait_for
from koe.bench.client import SpeechClient
from koe.bench.digests import (
    Difference,
    Digest,
    DigestError,
    DigestRequest,
    collect_digests,
    compare_digests,
    digest_requests,
    read_digests,
    write_digests,
)
from koe.cli.dev import app, digests
from koe.engine.costs import CostModel, Costs
from koe.engine.engine import EngineOptions
from koe.engine.pace import live_sizes
from koe.engine.scheduler import Scheduler
from koe.model.vocoder import LIVE_WINDOWS
from koe.model.voices import VoiceBook
from koe.settings import Settings

# One of each kind.
KINDS = ("whole/wav", "whole/opus", "live/mp3", "live/opus", "ssml1/live", "mix", "sse", "captions/audio")
ENDPOINTS = ("phonemes", "preview", "link", "websocket/text-pieces", "websocket/ssml-pieces")
QUIET, LOUD = Digest("a" * 64, 10), Digest("b" * 64, 10)


def requests_of(*prefixes: str) -> list[DigestRequest]:
    return [
        request
        for request in digest_requests()
        if request.name.startswith(prefixes) and set(request.voices) <= set(VOICES)
    ]


def collected(voices: VoiceBook, requests: Sequence[DigestRequest], loudness_lufs: float = -16.0) -> dict[str, Digest]:
    """The digests of a new server with a new engine."""
    engine = tiny_engine(voices)
    settings = Settings(get_speech=True, loudness_lufs=loudness_lufs)
    with live_server(engine, settings) as address, SpeechClient(address, "af_heart") as client:
        client.wait_until_ready()
        return collect_digests(address, requests, settle=lambda: wait_for(lambda: not engine.running_streams))


def test_names_are_unique_and_80_are_golden_clips() -> None:
    names = [request.name for request in digest_requests()]
    assert len(names) == len(set(names)) == 142
    assert sum(name.startswith("golden/") for name in names) == 80


def test_equal_engines_have_equal_digests(voices: VoiceBook) -> None:
    requests = requests_of(*KINDS, *ENDPOINTS)
    assert len(requests) == 13
    first, second = collected(voices, requests), collected(voices, requests)
    assert compare_digests(first, second) == []
    assert all(digest.size_bytes for digest in first.values())


def test_changed_gain_is_found_in_every_format(voices: VoiceBook) -> None:
    requests = requests_of("whole/", "live/", "websocket/whole", "sse", "captions/audio")
    first, second = collected(voices, requests), collected(voices, requests, loudness_lufs=-16.1)
    assert [difference.name for difference in compare_digests(first, second)] == list(first)


def test_refused_request_is_named(voices: VoiceBook) -> None:
    unknown = [request for request in digest_requests() if request.name == "voice/zf_xiaoxiao"]
    with pytest.raises(DigestError, match="voice/zf_xiaoxiao"):
        collected(voices, unknown)


def test_missing_and_added_requests_are_differences() -> None:
    assert compare_digests({"a": QUIET, "b": QUIET}, {"b": LOUD, "c": LOUD}) == [
        Difference("a", QUIET, None),
        Difference("b", QUIET, LOUD),
        Difference("c", None, LOUD),
    ]


def test_written_digests_are_read_back(tmp_path: Path) -> None:
    write_digests(tmp_path / "digests.json", {"a": QUIET, "b": LOUD})
    assert read_digests(tmp_path / "digests.json") == {"a": QUIET, "b": LOUD}


@pytest.mark.parametrize("content", ["", "[]", '{"a": 1}', '{"a": {"md5": ""}}'])
def test_other_file_is_refused_by_name(content: str, tmp_path: Path) -> None:
    (tmp_path / "digests.json").write_text(content)
    with pytest.raises(DigestError, match=r"digests\.json is not a file of digests"):
        read_digests(tmp_path / "digests.json")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["digests", *arguments])


def test_command_writes_and_compares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "digests.json")
    monkeypatch.setattr(digests, "_measure", lambda: {"a": QUIET, "b": QUIET})
    assert run("--out", file).output == "2 requests\n"
    same = run("--compare", file)
    assert (same.exit_code, same.output) == (0, "2 requests, 0 differ\n")
    monkeypatch.setattr(digests, "_measure", lambda: {"a": QUIET, "b": LOUD})
    changed = run("--compare", file)
    assert (changed.exit_code, changed.output) == (1, "b: 10 bytes -> 10 bytes\n2 requests, 1 differ\n")
    as_json = run("--compare", file, "--json")
    assert as_json.exit_code == 1
    (difference,) = json.loads(as_json.output)["differences"]
    assert (difference["name"], difference["actual"]["sha256"]) == ("b", "b" * 64)


def test_command_needs_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(digests, "_measure", lambda: pytest.fail("went on"))
    assert run().exit_code == 2
    assert run("--out", str(tmp_path / "nowhere" / "digests.json")).exit_code == 2
    assert isinstance(run("--compare", str(tmp_path / "none.json")).exception, DigestError)


def test_windows_are_pinned_whatever_the_speed_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, object] = {}
    monkeypatch.setattr(digests, "load_engine", lambda settings, **given: options.update(given))
    digests.load_pinned_engine(Settings())
    assert options == {"live_windows": LIVE_WINDOWS}


def test_pinned_windows_survive_the_warm_up(voices: VoiceBook) -> None:
    slow = Scheduler(max_streams=1, costs=CostModel(Costs(share=10.0)))
    engine = tiny_engine(voices, scheduler=slow, options=EngineOptions(live_windows=LIVE_WINDOWS))
    assert live_sizes(Costs(share=10.0).frame_s) != LIVE_WINDOWS
    engine.warm_up("af_heart")
    assert engine._live_windows == LIVE_WINDOWS
    engine.close()
