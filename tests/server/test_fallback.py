"""A client does not notice that a build failed: its answer is whole, and the operator sees it at /status."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from fakes import live_server, tiny_stages, tiny_table
from faults import Fault, Faulty, faulty_engine
from koe.constants import DEFAULT_BUILD
from koe.engine.decode import SpanDecoder
from koe.model.voices import VoiceBook
from koe.settings import Settings

SPEECH = {
    "input": "A sentence that lasts a while and goes on for some words more. And a second one.",
    "voice": "af_heart",
    "response_format": "wav",
}


@pytest.fixture
def generator() -> Faulty:
    return Faulty()


@pytest.fixture
def server(voices: VoiceBook, generator: Faulty) -> Iterator[str]:
    engine = faulty_engine(voices, generator, exact=lambda: SpanDecoder(tiny_stages(), tiny_table()))
    with live_server(engine, Settings()) as address:
        yield address


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(("fault", "cause"), [("nan", "not_finite"), ("zeros", "constant"), ("raises", "raised")])
def test_the_answer_is_that_of_a_build_that_works(
    server: str, generator: Faulty, fault: Fault, cause: str, stream: bool
) -> None:
    body = {**SPEECH, "stream": stream}
    usual = httpx.post(server + "/v1/audio/speech", json=body)
    generator.get(fault, first=1)
    answer = httpx.post(server + "/v1/audio/speech", json=body)
    assert (answer.status_code, answer.content) == (200, usual.content)
    assert answer.headers["x-koe-build"] == DEFAULT_BUILD
    (build,) = httpx.get(server + "/status").json()["builds"]
    assert build["fallbacks"] == {cause: 1}
