"""Faults of `KOKORO_FAULTS`, as a client sees them: served or refused, then as before; never cut short and whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest

from fakes import live_server, tiny_engine, tiny_pipeline, tiny_planner, tiny_stages, tiny_table, wait_for, warm
from koe.engine.decode import SpanDecoder
from koe.engine.engine import Engine
from koe.engine.pipeline import Pipeline
from koe.engine.scheduler import Scheduler
from koe.faults.faults import Faults
from koe.faults.places import FaultyPipeline, FaultyReaders, faulty_stages
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner
from raw_http import connected

SPEECH = "/v1/audio/speech"
BODY = {"input": "A sentence that lasts a while and goes on for some words more. " * 3, "response_format": "pcm"}
Serve = Callable[[Engine], str]


@pytest.fixture
def faults() -> Iterator[Faults]:
    faults = Faults(())
    yield faults
    faults.mend()


@pytest.fixture
def serve(settings: Settings, faults: Faults) -> Iterator[Serve]:
    running = []

    def start(engine: Engine) -> str:
        server = live_server(warm(engine), settings)
        running.append(server)
        return server.__enter__()

    yield start
    faults.mend()
    for server in running:
        server.__exit__(None, None, None)


def whole(server: str) -> httpx.Response:
    return httpx.post(server + SPEECH, json=BODY | {"stream": False})


def streamed(server: str) -> bytes:
    """Everything that comes on the socket until the server closes it, or the answer is complete."""
    body = httpx.Request("POST", server + SPEECH, json=BODY).read()
    head = f"POST {SPEECH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with connected(server) as connection:
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        received = b""
        while not received.endswith(b"\r\n0\r\n\r\n") and (data := connection.recv(65_536)):
            received += data
    return received


def is_whole(answer: bytes) -> bool:
    return answer.endswith(b"\r\n0\r\n\r\n")


@pytest.mark.parametrize("lanes", [1, 2])
@pytest.mark.parametrize("kind", ["exits", "raises"])
def test_a_lane_that_dies_costs_its_own_answer(
    voices: VoiceBook, faults: Faults, serve: Serve, kind: str, lanes: int
) -> None:
    scheduler = Scheduler(max_streams=4, lanes=lanes)
    engine = tiny_engine(voices, FaultyPipeline(tiny_pipeline(voices), faults), scheduler=scheduler)
    server = serve(engine)
    expected = whole(server).content
    faults.set(f"lane:{kind}@1")
    answer = whole(server)
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal_error")
    faults.set(f"lane:{kind}@4")
    assert not is_whole(streamed(server))
    for _ in range(lanes):
        assert whole(server).content == expected
    assert is_whole(streamed(server))
    assert all(lane.is_alive() for lane in scheduler._lanes)
    wait_for(lambda: engine.running_streams == 0)


@pytest.mark.parametrize(
    ("stage", "fault"),
    [
        *(("generator", fault) for fault in ("raises", "nan", "constant", "zeros", "loud", "exits")),
        *((stage, fault) for stage in ("text", "pitch", "trunk") for fault in ("raises", "nan", "exits")),
    ],
)
def test_a_stage_that_fails_once(voices: VoiceBook, faults: Faults, serve: Serve, stage: str, fault: str) -> None:
    faults.set(f"{stage}:{fault}@1")
    stages = faulty_stages(tiny_stages(), faults)
    faults.mend()
    exact = SpanDecoder(tiny_stages(), tiny_table())
    server = serve(tiny_engine(voices, Pipeline(tiny_planner(), voices, stages, tiny_table(), exact=lambda: exact)))
    expected = whole(server).content
    faults.set(f"{stage}:{fault}@1")
    answer = whole(server)
    if fault == "exits":  # no failure of a provider, but of the process: it is not served, and ends nothing else
        assert answer.json()["error"]["code"] == "internal_error"
    else:
        assert (answer.status_code, answer.content == expected) == (200, True)
    assert whole(server).content == expected


def test_a_slow_stage_changes_no_sample(voices: VoiceBook, faults: Faults, serve: Serve) -> None:
    faults.set("generator:slow=0.05")
    server = serve(tiny_engine(voices, tiny_pipeline(voices, faulty_stages(tiny_stages(), faults))))
    late = whole(server)
    assert late.status_code == 200
    assert is_whole(streamed(server))
    faults.mend()
    assert whole(server).content == late.content


@pytest.mark.parametrize(
    ("fault", "counted"),
    [("raises", "failed"), ("exits", "failed"), ("hang", "stalled"), ("slow=0.02", None)],
)
def test_a_reader_that_fails_is_replaced_within_the_request(
    voices: VoiceBook, faults: Faults, serve: Serve, fault: str, counted: str | None
) -> None:
    spanish = BODY | {"input": "Hola, buenos días.", "voice": "ef_dora", "stream": False}
    phonemizer = Phonemizer(timeout_factor=10, readers=FaultyReaders(faults))  # a busy machine is no hang
    phonemizer.warm("es")
    server = serve(tiny_engine(voices, planner=Planner(phonemizer)))
    expected = httpx.post(server + SPEECH, json=spanish)
    assert expected.status_code == 200
    faults.set(f"g2p:{fault}" if counted is None else f"g2p:{fault}@1")
    answer = httpx.post(server + SPEECH, json=spanish)
    assert answer.status_code == 200
    counts = httpx.get(server + "/status").json()["g2p_fallbacks"]
    if counted is None:
        assert answer.content == expected.content
        assert not counts
    else:
        assert len(answer.content) > 1000
        assert counts == {counted: 1, "spelled": 1}
    faults.mend()
    assert httpx.post(server + SPEECH, json=spanish).content == expected.content
