"""What official clients save is the same file on an idle machine, beside other streams and beside busy processes."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Literal

import httpx
import numpy as np
import openai
import pytest

from koe.audio.gap import EDGE_S
from koe.bench.load import busy_processes
from koe.bench.texts import text_of
from koe.engine.stream import STALL_SILENCE_S
from limits import HANG_S

RATE_HZ = 24_000
SHORT, TWO_SENTENCES = "Welcome.", "The lamp was lit at last. Nobody came."
SENTENCE = "The lighthouse keeper climbed the narrow stairs."
# Digital silence is only in the pause after a sentence and in the lead-in: dither moves all other samples.
SHORTEST_FILLER = round((STALL_SILENCE_S - 2 * EDGE_S) * RATE_HZ)
MOST_HOGS_PER_CORE = 40  # the default build needs a tenth of the machine: ten are not enough to make it late


@dataclass(frozen=True, slots=True)
class Saved:
    """A request of an official client. `is_new`: it is made beside busy processes first, when it is not yet in the
    opening cache."""

    text: str
    voice: str
    form: Literal["wav", "pcm"]
    pauses: int = 0
    is_new: bool = False

    def __str__(self) -> str:
        return f"{self.form} of {len(self.text)} characters, {'new' if self.is_new else 'heard before'}"


SAVED = (
    Saved(SHORT, "alloy", "wav"),
    Saved(SENTENCE, "alloy", "pcm"),
    Saved(SHORT, "onyx", "pcm", is_new=True),
    Saved(TWO_SENTENCES, "onyx", "wav", pauses=1, is_new=True),
)
PLAYED = Saved(SENTENCE, "nova", "pcm")
OTHER = Saved(text_of(190), "fable", "wav")
LINK = {"input": SENTENCE, "voice": "echo", "format": "wav"}
LOST_AT_BYTES = 70_000  # 1.5 s: behind the opening

Answers = Mapping[Saved, bytes]


@dataclass(frozen=True, slots=True)
class Lost:
    content: bytes
    etag: str


@dataclass(frozen=True, slots=True)
class Resumed:
    status: int
    content: bytes  # the beginning and what came then


class Client:
    """The official client, which tries again by itself when it is refused; and one that resumes broken downloads."""

    def __init__(self, api: openai.OpenAI, http: httpx.Client, folder: Path) -> None:
        self._api = api
        self._http = http
        self._folder = folder
        self._numbers = count()

    def save(self, saved: Saved, **extra: object) -> bytes:
        """The file that its user finds. Only `extra` says anything of `stream`."""
        with self._api.audio.speech.with_streaming_response.create(
            model="tts-1", voice=saved.voice, input=saved.text, response_format=saved.form, extra_body=extra
        ) as response:
            file = self._folder / str(next(self._numbers))
            response.stream_to_file(file)
        return file.read_bytes()

    def save_all(self, *, new: bool = True) -> Answers:
        return {saved: self.save(saved) for saved in SAVED if new or not saved.is_new}

    def link(self) -> bytes:
        return self._http.get("/v1/audio/speech", params=LINK).raise_for_status().content

    def lose(self) -> Lost:
        """The beginning of a link, as a connection that breaks off leaves it."""
        with self._http.stream("GET", "/v1/audio/speech", params=LINK) as response:
            got = b""
            for data in response.iter_raw():
                got += data
                if len(got) > LOST_AT_BYTES:
                    break
        return Lost(got, response.headers["etag"])

    def resume(self, lost: Lost) -> Resumed:
        """Asks again while it is refused, as download managers do."""
        headers = {"Range": f"bytes={len(lost.content)}-", "If-Range": lost.etag}
        while (rest := self._http.get("/v1/audio/speech", params=LINK, headers=headers)).status_code == 429:
            time.sleep(float(rest.headers["retry-after"]))
        return Resumed(rest.status_code, lost.content + rest.content)

    def hears_filler(self, whole: bytes) -> bool:
        """Whether speech is late: a client that asks for filler gets more than the whole answer."""
        return len(self.save(PLAYED, stream=True, fill_stalls=True)) > len(whole)


@pytest.fixture(scope="module")
def client(koe_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with (
        openai.OpenAI(base_url=f"{koe_server}/v1", api_key="none", max_retries=20, timeout=HANG_S) as api,
        httpx.Client(base_url=koe_server, timeout=HANG_S) as http,
    ):
        yield Client(api, http, tmp_path_factory.mktemp("saved"))


@dataclass(frozen=True, slots=True)
class Visit:
    """What was saved, by what ran beside. `resumed` are links that broke off on an idle machine."""

    saved: Mapping[str, Answers]
    resumed: Mapping[str, Resumed]
    link: bytes


@pytest.fixture(scope="module")
def visit(client: Client) -> Visit:
    saved, resumed = {"nothing before": client.save_all(new=False)}, {}
    whole, lost = client.save(PLAYED), [client.lose() for _ in range(2)]
    with ExitStack() as load:
        for _ in range(0, MOST_HOGS_PER_CORE, 2):
            load.enter_context(busy_processes(2 * (os.cpu_count() or 1)))
            if client.hears_filler(whole):
                break
        else:
            pytest.fail("the busy processes do not make speech late")
        saved["busy processes"] = client.save_all()
        resumed["busy processes"] = client.resume(lost[0])
    saved["nothing after"] = client.save_all()
    link = client.link()
    with ThreadPoolExecutor(2) as clients:  # where the machine has no room for two, the second one tries again
        clients.submit(client.save, OTHER)
        beside = {one: clients.submit(client.save, one) for one in SAVED}
        resumed["other streams"] = clients.submit(client.resume, lost[1]).result()
        saved["other streams"] = {one: answer.result() for one, answer in beside.items()}
    return Visit(saved, resumed, link)


@pytest.mark.parametrize("saved", SAVED, ids=str)
def test_saved_file_is_the_same_whatever_the_load(visit: Visit, saved: Saved) -> None:
    files = {load: answers[saved] for load, answers in visit.saved.items() if saved in answers}
    assert len(files) == 3 + (not saved.is_new)
    assert {load: len(file) for load, file in files.items()} == dict.fromkeys(files, len(files["nothing after"]))
    assert set(files.values()) == {files["nothing after"]}


@pytest.mark.parametrize("saved", SAVED, ids=str)
@pytest.mark.parametrize("load", ["nothing after", "busy processes", "other streams"])
def test_saved_file_has_no_filler(visit: Visit, saved: Saved, load: str) -> None:
    assert len(silences(visit.saved[load][saved], saved.form)) == saved.pauses


@pytest.mark.parametrize("load", ["busy processes", "other streams"])
def test_broken_download_is_completed_beside_load(visit: Visit, load: str) -> None:
    resumed = visit.resumed[load]
    assert (resumed.status, len(resumed.content)) == (206, len(visit.link))
    assert resumed.content == visit.link
    assert silences(resumed.content, "wav") == []


def silences(file: bytes, form: str) -> list[int]:
    """The lengths of digital silence between speech, in samples."""
    samples = np.frombuffer(file[44 if form == "wav" else 0 :], dtype="<i2")
    gaps = np.diff(np.flatnonzero(samples)) - 1
    return [int(gap) for gap in gaps if gap >= SHORTEST_FILLER]


def test_filler_would_be_found() -> None:
    speech = np.ones(5 * SHORTEST_FILLER, dtype="<i2")
    filler = np.zeros(SHORTEST_FILLER, dtype="<i2")
    assert silences(np.concatenate([filler, speech, filler, speech, filler]).tobytes(), "pcm") == [SHORTEST_FILLER]
