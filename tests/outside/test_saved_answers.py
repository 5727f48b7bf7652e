"""What official clients save is the same file on an idle machine, beside other streams and beside busy processes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import httpx
import numpy as np
import openai
import pytest

from koe.audio.gap import EDGE_S
from koe.bench.load import busy_processes, listeners
from koe.bench.texts import text_of
from koe.engine.stream import STALL_SILENCE_S
from limits import HANG_S

RATE_HZ = 24_000
SHORT, SENTENCE, TWO_SENTENCES = "Welcome.", text_of(70), "The lamp was lit at last. Nobody came."
# Digital silence is only in the pause after a sentence and in the lead-in: dither moves all other samples.
SHORTEST_FILLER = round((STALL_SILENCE_S - 2 * EDGE_S) * RATE_HZ)
MOST_HOGS_PER_CORE = 12


@dataclass(frozen=True, slots=True)
class Saved:
    """A request of an official client. `is_new`: it is made beside busy processes first, when the opening cache does not
    have it."""

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

Answers = Mapping[Saved, bytes]


class Client:
    """The official client. It tries again by itself when it is refused."""

    def __init__(self, api: openai.OpenAI, folder: Path) -> None:
        self._api = api
        self._file = folder / "saved"

    def save(self, saved: Saved, **extra: object) -> bytes:
        """The file that its user finds. Only `extra` says anything of `stream`."""
        with self._api.audio.speech.with_streaming_response.create(
            model="tts-1", voice=saved.voice, input=saved.text, response_format=saved.form, extra_body=extra
        ) as response:
            response.stream_to_file(self._file)
        return self._file.read_bytes()

    def save_all(self, *, new: bool = True) -> Answers:
        return {saved: self.save(saved) for saved in SAVED if new or not saved.is_new}

    def hears_filler(self, whole: bytes) -> bool:
        """Whether speech is late: a client that asks for filler gets more than the whole answer."""
        return len(self.save(PLAYED, stream=True, fill_stalls=True)) > len(whole)


@pytest.fixture(scope="module")
def client(koe_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with openai.OpenAI(base_url=f"{koe_server}/v1", api_key="none", max_retries=20, timeout=HANG_S) as api:
        yield Client(api, tmp_path_factory.mktemp("saved"))


@pytest.fixture(scope="module")
def loaded(client: Client, koe_server: str) -> dict[str, Answers]:
    """The saved files by what ran beside."""
    found = {"nothing before": client.save_all(new=False)}
    whole = client.save(PLAYED)
    with ExitStack() as load:
        for _ in range(0, MOST_HOGS_PER_CORE, 2):
            load.enter_context(busy_processes(2 * (os.cpu_count() or 1)))
            if client.hears_filler(whole):
                break
        else:
            pytest.fail("the busy processes do not make speech late")
        found["busy processes"] = client.save_all()
    found["nothing after"] = client.save_all()
    with httpx.Client(base_url=koe_server, timeout=HANG_S) as http, listeners(http, text_of(190), 1):
        found["another stream"] = client.save_all()
    return found


@pytest.mark.parametrize("saved", SAVED, ids=str)
def test_saved_file_is_the_same_whatever_the_load(loaded: dict[str, Answers], saved: Saved) -> None:
    files = {load: answers[saved] for load, answers in loaded.items() if saved in answers}
    assert len(files) == 3 + (not saved.is_new)
    assert {load: len(file) for load, file in files.items()} == dict.fromkeys(files, len(files["nothing after"]))
    assert set(files.values()) == {files["nothing after"]}


@pytest.mark.parametrize("saved", SAVED, ids=str)
@pytest.mark.parametrize("load", ["nothing after", "busy processes", "another stream"])
def test_saved_file_has_no_filler(loaded: dict[str, Answers], saved: Saved, load: str) -> None:
    assert len(silences(loaded[load][saved], saved.form)) == saved.pauses


def silences(file: bytes, form: str) -> list[int]:
    """The lengths of digital silence between speech, in samples."""
    samples = np.frombuffer(file[44 if form == "wav" else 0 :], dtype="<i2")
    gaps = np.diff(np.flatnonzero(samples)) - 1
    return [int(gap) for gap in gaps if gap >= SHORTEST_FILLER]


def test_filler_would_be_found() -> None:
    speech = np.ones(5 * SHORTEST_FILLER, dtype="<i2")
    filler = np.zeros(SHORTEST_FILLER, dtype="<i2")
    assert silences(np.concatenate([filler, speech, filler, speech, filler]).tobytes(), "pcm") == [SHORTEST_FILLER]
