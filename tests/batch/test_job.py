"""Lines of a batch: what the server takes they take, and their errors name line and field and no text."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from koe.batch.job import BadLine, BatchJob, LineRules, job_of
from koe.batch.job_file import MOST_PROBLEMS, BadBatch, JobFile
from koe.errors import RequestError, TextTooLong
from koe.server.speech.schema import SpeechBody

RULES = LineRules("af_heart")
SECRET = "Rumpelstiltskin"


def job(number: int = 1, /, **fields: Any) -> BatchJob:
    return job_of(json.dumps(fields).encode(), number, RULES)


@pytest.mark.parametrize(
    "fields",
    [
        {"input": "Hello."},
        {"text": "Hello.", "lang": "en-gb", "format": "wav", "voice": {"id": "am_adam"}},
        {"input": "<speak>Hi</speak>", "input_format": "ssml", "ssml_mode": "strict", "speed": 1.5, "model": "tts-1"},
        {"input": "1", "normalization": False, "sample_rate": 8000, "volume_multiplier": 2.0, "instructions": "Sing."},
        {"input": "x", "lexicon": [{"grapheme": "x", "alias": "y"}], "language": None},
    ],
)
def test_a_line_is_the_request_that_the_server_makes_of_it(fields: dict[str, object]) -> None:
    body = SpeechBody.model_validate(fields)
    made = job(**fields)
    assert made.request == body.to_request("af_heart", live=False, model=body.model)
    assert made.sound == body.sound


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"input": "%s", "speeed": 2}', "speeed is not a field of a job."),
        ('{"inptu": "%s"}', "inptu is not a field of a job."),
        ('{"input": "a", "%s and more": 2}', "field 2 is unknown."),
        ('{"input": "%s", "stream": true}', "stream says how a server sends its answer, and has no place in a batch."),
        ('{"voice": "%s"}', "input is required."),
        ('{"input": "%s", "speed": "fast"}', "speed must be a valid number."),
        ('{"input": "%s", "response_format": "mp4"}', "response_format: must be one of mp3, opus, aac"),
        ('{"input": "%s", "sample_rate": 11025}', "sample_rate must be one of"),
        ('{"input": "%s", "id": 7}', "id must be a valid string."),
        ('{"input": "%s"', "is not valid JSON."),
        ('["%s"]', "must be a JSON object."),
    ],
)
def test_an_error_names_line_and_field_and_repeats_no_text(content: str, told: str) -> None:
    with pytest.raises(BadLine) as problem:
        job_of((content % SECRET).encode(), 7, RULES)
    assert str(problem.value).startswith(f"line 7: {told}")
    assert SECRET not in str(problem.value)


@pytest.mark.parametrize("name", ["chapter-1", "Übung 2.b", "第一章", "a" * 120])
def test_an_id_is_a_file_name(name: str) -> None:
    assert job(input="a", id=name, response_format="wav").names == (f"{name}.wav",)


@pytest.mark.parametrize(
    "name",
    ["", "../a", "a/b", "a\\b", ".koe-batch", "a.", "a ", "-rf", "CON", "com1.x", "a\n", "é" * 61, "a:b", "a\x00"],
)
def test_an_id_that_names_no_file_of_the_folder_is_refused(name: str) -> None:
    with pytest.raises(BadLine, match="id must be a file name") as problem:
        job(input="a", id=name)
    assert problem.value.param == "id"


def test_without_an_id_the_line_names_the_file() -> None:
    assert job(12, input="a").audio_name == "12.mp3"


def test_the_digest_changes_with_what_is_heard_and_not_with_how_it_is_written() -> None:
    first = job(1, input="a", id="x").digest("facts")
    assert job_of(b'{ "id": "x",   "text": "a", "speed": 1.0 }', 5, RULES).digest("facts") == first
    others = [
        job(1, input="b", id="x").digest("facts"),
        job(1, input="a", id="x", speed=1.1).digest("facts"),
        job(1, input="a", id="x", sample_rate=8000).digest("facts"),
        job(1, input="a", id="x").digest("another build"),
        job_of(b'{"input": "a", "id": "x"}', 1, LineRules("af_heart", "srt")).digest("facts"),
        job_of(b'{"input": "a", "id": "x"}', 1, LineRules("am_adam")).digest("facts"),
    ]
    assert first not in others
    assert len(set(others)) == len(others)


def entries_of(content: bytes) -> list[str]:
    with JobFile(BytesIO(content), RULES) as jobs:
        found = jobs.entries("facts", lambda _: None)
        assert [jobs.job(entry).id for entry in reversed(found)] == [entry.id for entry in reversed(found)]
        return [f"{entry.line} {jobs.job(entry).request.text}" for entry in found]


def test_blank_lines_count_and_are_not_jobs_and_the_last_line_needs_no_end() -> None:
    content = b'\xef\xbb\xbf{"input": "a"}\n\n  \r\n{"input": "b"}\r\n{"input": "\xc3\xa9"}'
    assert entries_of(content) == ["1 a", "4 b", "5 é"]


def test_two_jobs_cannot_have_one_file_even_where_letters_have_no_case() -> None:
    for content in (
        b'{"input": "a", "id": "X"}\n{"input": "b", "id": "x"}',
        b'{"input": "a", "id": "2"}\n{"input": "b"}',
    ):
        with pytest.raises(BadBatch, match="line 2: id is that of line 1 too"):
            entries_of(content)


def test_all_lines_are_checked_and_many_problems_are_counted() -> None:
    lines = [b'{"input": "a"}', b"{", *[b'{"speed": 1}'] * 30]
    with pytest.raises(BadBatch) as problem:
        entries_of(b"\n".join(lines))
    assert problem.value.count == 31
    assert [one.line for one in problem.value.problems] == list(range(2, 2 + MOST_PROBLEMS))


def test_what_the_engine_refuses_is_told_by_line() -> None:
    def check(job: BatchJob) -> None:
        if len(job.request.text) > 1:
            raise TextTooLong(len(job.request.text), 1)

    with JobFile(BytesIO(b'{"input": "a"}\n{"input": "abc"}'), RULES) as jobs, pytest.raises(BadBatch) as problem:
        jobs.entries("facts", check)
    assert isinstance(problem.value, RequestError)
    assert (problem.value.line, problem.value.param) == (2, "input")


def test_a_line_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koe.batch.job_file.LONGEST_LINE_BYTES", 100)
    with pytest.raises(BadBatch, match="line 2: is longer than"):
        entries_of(b'{"input": "a"}\n{"input": "' + b"b" * 200)
