"""Workers on a local Ray, with the tiny model: the same bytes as one process, whatever happens to a worker."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import tiny_workers
from document_files import Epub, page
from fakes import wait_for
from koe.book.recorder import LocalSpeaker
from koe.cli.main import app
from koe.errors import EngineError
from koe.scale.workers import MOST_ATTEMPTS, WorkerPool, WorkersDiffer, WorkersFailed
from koe.scale.workers_cluster import NoCluster
from koe.scale.workers_setup import WorkerSetup
from koe.scale.workers_speakers import RayJobs, RayPassages
from koe.settings import Settings
from koe.types import SpeechRequest
from limits import HANG_S
from ray_workers import joined_ray as joined_ray
from ray_workers import ray_address as ray_address
from tiny_workers import BROKEN, DEADLY, SLOW, load_moody_engine, tiny_facts, tiny_speech

pytestmark = pytest.mark.process

PAGES = {
    f"c{number}.xhtml": page(f"<h1>Place {number}</h1><p>A first sentence, number {number}.</p><p>More of it.</p>")
    for number in range(4)
}
BOOK = Epub(PAGES, "Places", "Ada Writer", nav=[(f"Place {n}", f"c{n}.xhtml", []) for n in range(4)])
JOBS: list[dict[str, object]] = [
    {"input": f"This is number {number}.", "response_format": "wav", "id": f"n{number}"} for number in range(8)
]


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    with tiny_speech():
        yield


@pytest.fixture
def pool(joined_ray: str) -> Iterator[WorkerPool]:
    settings = Settings()
    setup = WorkerSetup.of(settings, 1, load_moody_engine, tiny_facts)
    pool = WorkerPool(setup, 2, tiny_facts(settings))
    yield pool
    pool.close()


def koe(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def write_jobs(jobs: list[dict[str, object]]) -> None:
    Path("jobs.jsonl").write_text("\n".join(map(json.dumps, jobs)))


def files(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir()) if path.is_file()}


def requests(*texts: str) -> list[SpeechRequest]:
    return [SpeechRequest(text, live=False) for text in texts]


def kill_a_worker(pool: WorkerPool) -> int:
    pid = pool.reports[0].pid
    os.kill(pid, signal.SIGKILL)
    return pid


def test_a_book_whose_worker_is_killed_has_the_bytes_of_one_process(
    joined_ray: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("book.epub").write_bytes(BOOK.data())
    assert koe("read", "book.epub", "--out", "here.flac").exit_code == 0
    killed: list[int] = []
    speak = RayPassages.speak

    def with_a_kill(self: RayPassages, passages: Any) -> Iterator[Any]:
        for number, samples in enumerate(speak(self, passages)):
            if number == 2:
                killed.append(kill_a_worker(self._pool))
            yield samples

    monkeypatch.setattr(RayPassages, "speak", with_a_kill)
    result = koe("read", "book.epub", "--out", "ray.flac", "--ray", joined_ray, "--workers", "2")
    assert result.exit_code == 0, result.output + str(result.exception)
    assert len(killed) == 1
    assert Path("ray.flac").read_bytes() == Path("here.flac").read_bytes()
    assert sorted(path.name for path in Path().iterdir()) == ["book.epub", "here.flac", "ray.flac"]


def test_a_book_that_was_begun_here_goes_on_on_ray(joined_ray: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("book.epub").write_bytes(BOOK.data())
    assert koe("read", "book.epub", "--out", "whole.flac").exit_code == 0
    spoken, begun = LocalSpeaker._spoken, []

    def crash(self: LocalSpeaker, request: SpeechRequest) -> Any:
        begun.append(request)
        if len(begun) > 4:
            raise EngineError("The end.")
        return spoken(self, request)

    with monkeypatch.context() as patch:
        patch.setattr(LocalSpeaker, "_spoken", crash)
        assert koe("read", "book.epub", "--out", "a.flac").exit_code == 1
    result = koe("read", "book.epub", "--out", "a.flac", "--ray", joined_ray, "--workers", "2")
    assert result.exit_code == 0, result.output
    assert "Going on at " in result.stderr
    assert Path("a.flac").read_bytes() == Path("whole.flac").read_bytes()


def test_a_batch_whose_worker_is_killed_has_the_bytes_of_one_process_and_a_bad_job_fails_once(
    joined_ray: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: dict[str, object] = {"input": f"This is {BROKEN}.", "id": "bad"}
    slow: dict[str, object] = {"input": f"This goes {SLOW}.", "id": "slow", "response_format": "mp3"}
    write_jobs([slow, *JOBS[:2], broken, *JOBS[2:]])
    assert koe("batch", "jobs.jsonl", "--out", "here", "--captions", "srt").exit_code == 1
    killed: list[int] = []
    speak = RayJobs.speak

    def with_a_kill(self: RayJobs, jobs: Any) -> Iterator[Any]:
        for number, pair in enumerate(speak(self, jobs)):
            if number == 2:
                killed.append(kill_a_worker(self._pool))
            yield pair

    monkeypatch.setattr(RayJobs, "speak", with_a_kill)
    arguments = ("--captions", "srt", "--json", "--ray", joined_ray, "--workers", "2")
    result = koe("batch", "jobs.jsonl", "--out", "ray", *arguments)
    assert result.exit_code == 1, result.output
    told = json.loads(result.stdout)
    assert len(killed) == 1
    assert told["spoken"] == len(JOBS) + 1
    message = "The model returned a constant signal."
    assert told["failed"] == [{"line": 4, "id": "bad", "code": "bad_output", "message": message}]
    assert files("ray") == files("here")
    assert len(files("ray")) == 2 * (len(JOBS) + 1)


def test_order_is_kept_though_a_worker_is_slow_and_nothing_is_begun_too_far_ahead(pool: WorkerPool) -> None:
    texts = [f"It speaks {SLOW}.", *(f"Number {number}." for number in range(9))]
    drawn: list[int] = []

    def noted() -> Iterator[SpeechRequest]:
        for number, request in enumerate(requests(*texts)):
            drawn.append(number)
            yield request

    results: list[Any] = []
    for samples in pool.in_order("passage", noted(), ahead=4):
        assert len(drawn) <= len(results) + 4
        results.append(samples)
    engine = load_moody_engine(Settings())
    expected = list(LocalSpeaker(engine).speak(requests(*texts)))
    engine.close()
    assert len(results) == len(texts)
    for got, wanted in zip(results, expected, strict=True):
        np.testing.assert_array_equal(got, wanted)


def test_work_that_kills_its_workers_fails_and_the_rest_is_done(pool: WorkerPool) -> None:
    texts = ["One.", f"A {DEADLY} one.", "Two.", "Three.", "Four."]
    found = {request.text: result for request, result in pool.as_finished("passage", requests(*texts))}
    assert set(found) == set(texts)
    problem = found.pop(texts[1])
    assert (problem.code, problem.message) == (
        "worker_died",
        f"{MOST_ATTEMPTS} workers died while they spoke it. Is there enough memory?",
    )
    assert all(isinstance(samples, np.ndarray) and len(samples) for samples in found.values())


def test_a_passage_that_cannot_be_spoken_ends_the_book_with_its_own_error(pool: WorkerPool) -> None:
    speaker = RayPassages(pool, 2)
    with pytest.raises(EngineError, match="The model returned a constant signal"):
        list(speaker.speak(requests("One.", f"It is {BROKEN}.", "Two.")))
    assert speaker.sample_rate_hz == 24_000


def test_stop_ends_the_results_and_leaves_the_rest(pool: WorkerPool) -> None:
    results = []
    for samples in pool.in_order("passage", requests(*["One."] * 50), ahead=4):
        results.append(samples)
        if len(results) == 3:
            pool.stop()
    assert len(results) < 50


def test_a_worker_with_another_build_is_refused(joined_ray: str) -> None:
    settings = Settings()
    setup = WorkerSetup.of(settings, 1, load_moody_engine, tiny_facts)
    pool = WorkerPool(setup, 1, {**tiny_facts(settings), "build": "another"})
    try:
        with pytest.raises(WorkersDiffer, match=r"has another build than this machine \(tiny, here another\)"):
            pool.wait_until_ready()
    finally:
        pool.close()


@pytest.mark.parametrize(
    ("load", "error", "told"),
    [
        (tiny_workers.load_nothing, EngineError, "The model cannot be loaded here"),
        (tiny_workers.die, WorkersFailed, "workers died before they were ready"),
    ],
)
def test_workers_that_cannot_start_end_the_command(
    joined_ray: str, load: Any, error: type[Exception], told: str
) -> None:
    pool = WorkerPool(WorkerSetup.of(Settings(), 1, load, tiny_facts), 2, tiny_facts(Settings()))
    try:
        with pytest.raises(error, match=told):
            pool.wait_until_ready()
    finally:
        pool.close()


def start(address: str, out: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, tiny_workers.__file__, "batch", "jobs.jsonl", "--out", out, "--ray", address]
    source = str(Path(tiny_workers.__file__).parents[1] / "src")
    paths = os.pathsep.join([source, str(Path(tiny_workers.__file__).parent)])
    return subprocess.Popen([*command, "--workers", "2"], env={**os.environ, "PYTHONPATH": paths})


def test_a_batch_goes_on_after_its_driver_was_killed(ray_address: str) -> None:
    slow: list[dict[str, object]] = [{"input": f"Spoken {SLOW}, {n}.", "response_format": "wav"} for n in range(4)]
    write_jobs([*JOBS, *slow])
    assert koe("batch", "jobs.jsonl", "--out", "here").exit_code == 0
    process = start(ray_address, "ray")
    try:
        wait_for(lambda: len(list(Path("ray").glob("*.wav"))) >= 3 or process.poll() is not None, 2 * HANG_S)
    finally:
        process.kill()
        process.wait()
    before = {path.name: path.stat().st_mtime_ns for path in Path("ray").glob("*.wav")}
    assert 3 <= len(before) < len(files("here"))
    assert start(ray_address, "ray").wait(2 * HANG_S) == 0
    assert files("ray") == files("here")
    assert {name: Path("ray", name).stat().st_mtime_ns for name in before} == before


def test_an_address_where_nothing_listens_is_told_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    result = koe("batch", "jobs.jsonl", "--out", "out", "--ray", f"127.0.0.1:{port}")
    assert result.exit_code == 2  # there is no file
    write_jobs(JOBS[:1])
    result = koe("batch", "jobs.jsonl", "--out", "out", "--ray", f"127.0.0.1:{port}")
    assert isinstance(result.exception, NoCluster)
    assert f"Ray cannot be reached at 127.0.0.1:{port}: Connection refused" in str(result.exception)
