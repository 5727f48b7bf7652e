"""Range requests: parts of previews and of links, and the rest of an answer that was lost."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import numpy as np
import pytest
from fastapi import Request

from fakes import GatedPipeline, StandInPipeline, live_server, running_streams, tiny_engine, wait_for
from koe.engine.engine import Engine
from koe.engine.opening_cache import Opening
from koe.engine.pace import Pace
from koe.engine.prepare import Job
from koe.engine.step import Step
from koe.model.voices import VoiceBook
from koe.server.link.answers import Answer, LinkAnswers
from koe.server.ranges import ByteRange, allows_range, range_of
from koe.settings import Settings
from koe.types import AudioBlock
from koe.wire.codecs import FORMATS
from limits import HANG_S
from raw_http import disconnect_when

PREVIEW = "/v1/audio/voices/af_heart/preview"
URL = "/v1/audio/speech"
HELLO = {"input": "Hello from koe. And once more.", "format": "wav"}


def asked(method: str = "GET", **headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": method, "headers": raw})


@pytest.mark.parametrize(
    ("written", "expected", "part"),
    [
        ("bytes=0-", ByteRange(0, None), slice(0, 10)),
        ("bytes=3-", ByteRange(3, None), slice(3, 10)),
        ("bytes=3-5", ByteRange(3, 5), slice(3, 6)),
        ("bytes=3-99", ByteRange(3, 99), slice(3, 10)),
        (" Bytes = 9-9 ", ByteRange(9, 9), slice(9, 10)),
        ("bytes=-4", ByteRange(None, 4), slice(6, 10)),
        ("bytes=-99", ByteRange(None, 99), slice(0, 10)),
        ("bytes=10-", ByteRange(10, None), None),
        ("bytes=10-20", ByteRange(10, 20), None),
        ("bytes=-0", ByteRange(None, 0), None),
    ],
)
def test_range_is_read(written: str, expected: ByteRange, part: slice | None) -> None:
    found = range_of(asked(range=written))
    assert found == expected
    assert found.within(10) == part


@pytest.mark.parametrize(
    "written",
    [
        "",
        "bytes",
        "bytes=",
        "bytes=-",
        "bytes=5-3",
        "bytes=a-b",
        "bytes=0-1,4-5",
        "items=0-5",
        "bytes=1-2-3",
        "bytes=-1-2",
        "bytes=" + "9" * 30 + "-",
        "bytes=0x1-",
    ],
)
def test_other_ranges_are_ignored(written: str) -> None:
    assert range_of(asked(range=written)) is None


def test_range_counts_only_once_and_only_for_get() -> None:
    twice = Request({"type": "http", "method": "GET", "headers": [(b"range", b"bytes=0-1"), (b"range", b"bytes=2-3")]})
    assert range_of(twice) is None
    assert range_of(asked("HEAD", range="bytes=0-1")) is None
    assert range_of(asked()) is None


@pytest.mark.parametrize(
    ("if_range", "is_allowed"),
    [('"a"', True), (' "a" ', True), ('"b"', False), ('W/"a"', False), ("Mon, 16 Nov 2026 09:00:00 GMT", False)],
)
def test_if_range_must_name_the_answer(if_range: str, is_allowed: bool) -> None:
    assert allows_range(asked(if_range=if_range), '"a"') is is_allowed
    assert allows_range(asked(), '"a"')


# Previews


def test_part_of_a_preview_is_sent(server: str) -> None:
    whole = httpx.get(server + PREVIEW)
    size, etag = len(whole.content), whole.headers["etag"]
    assert whole.headers["accept-ranges"] == "bytes"
    for written, part in (
        ("bytes=0-", slice(0, size)),
        ("bytes=100-199", slice(100, 200)),
        ("bytes=-7", slice(size - 7, size)),
    ):
        answer = httpx.get(server + PREVIEW, headers={"range": written, "if-range": etag})
        assert answer.status_code == 206
        assert answer.content == whole.content[part]
        assert answer.headers["content-range"] == f"bytes {part.start}-{part.stop - 1}/{size}"
        assert answer.headers["content-length"] == str(part.stop - part.start)
        kept = ("content-type", "etag", "cache-control", "accept-ranges")
        assert {name: answer.headers[name] for name in kept} == {name: whole.headers[name] for name in kept}


@pytest.mark.parametrize(
    "headers", [{"range": "bytes=0-4,9-12"}, {"range": "lines=1-2"}, {"range": "bytes=5-9", "if-range": '"other"'}]
)
def test_whole_preview_is_sent_in_place_of_other_ranges(server: str, headers: dict[str, str]) -> None:
    answer = httpx.get(server + PREVIEW, headers=headers)
    assert answer.status_code == 200
    assert "content-range" not in answer.headers
    assert answer.content == httpx.get(server + PREVIEW).content


def test_range_behind_the_end_is_refused_with_the_size(server: str) -> None:
    size = len(httpx.get(server + PREVIEW).content)
    answer = httpx.get(server + PREVIEW, headers={"range": f"bytes={size}-"})
    assert answer.status_code == 416
    assert answer.headers["content-range"] == f"bytes */{size}"
    assert answer.json()["error"]["code"] == "range_not_satisfiable"
    assert f"{size} bytes" in answer.json()["error"]["message"]


def test_known_preview_is_not_sent_in_parts_either(server: str) -> None:
    etag = httpx.get(server + PREVIEW).headers["etag"]
    answer = httpx.get(server + PREVIEW, headers={"range": "bytes=0-4", "if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


def test_preview_that_broke_off_is_continued_in_its_own_voice_alone(server: str) -> None:
    whole, other = httpx.get(server + PREVIEW), httpx.get(server + PREVIEW.replace("af_heart", "am_adam"))
    with httpx.stream("GET", server + PREVIEW) as lost:
        got = next(lost.iter_raw(1000))
    rest = {"range": f"bytes={len(got)}-", "if-range": lost.headers["etag"]}
    resumed = httpx.get(server + PREVIEW, headers=rest)
    assert (resumed.status_code, got + resumed.content) == (206, whole.content)
    changed = httpx.get(server + PREVIEW.replace("af_heart", "am_adam"), headers=rest)
    assert (changed.status_code, changed.content) == (200, other.content)
    assert other.content != whole.content


@pytest.mark.parametrize(
    ("if_match", "status"),
    [("{etag}", 206), ('"other", {etag}', 206), ("*", 206), ('"other"', 412), ("W/{etag}", 412)],
)
def test_if_match_must_name_the_preview(server: str, if_match: str, status: int) -> None:
    whole = httpx.get(server + PREVIEW)
    headers = {"range": "bytes=5-", "if-match": if_match.format(etag=whole.headers["etag"])}
    answer = httpx.get(server + PREVIEW, headers=headers)
    assert answer.status_code == status
    if status == 206:
        assert answer.content == whole.content[5:]
    else:
        assert answer.json()["error"]["code"] == "precondition_failed"


# Links


@pytest.fixture(params=[0, 16_777_216], ids=["without a cache", "with a cache"])
def linked(engine: Engine, request: pytest.FixtureRequest) -> Iterator[str]:
    with live_server(engine, Settings(get_speech=True, link_cache_bytes=request.param)) as server:
        wait_for(lambda: engine.is_warm)
        yield server


def get(server: str, headers: dict[str, str] | None = None, **query: str) -> httpx.Response:
    return httpx.get(server + URL, params=HELLO | query, headers=headers, timeout=HANG_S)


@pytest.mark.parametrize("stream", ["true", "false"])
@pytest.mark.parametrize("name", FORMATS)
def test_parts_of_a_link_put_together_are_the_whole(linked: str, name: str, stream: str) -> None:
    whole = get(linked, format=name, stream=stream)
    assert (whole.status_code, whole.headers["accept-ranges"]) == (200, "bytes")
    middle, size = len(whole.content) // 2, len(whole.content)
    tagged = {"if-range": whole.headers["etag"]}
    first = get(linked, tagged | {"range": f"bytes=0-{middle - 1}"}, format=name, stream=stream)
    rest = get(linked, tagged | {"range": f"bytes={middle}-"}, format=name, stream=stream)
    assert (first.status_code, rest.status_code) == (206, 206)
    assert first.content + rest.content == whole.content
    assert rest.headers["content-range"] == f"bytes {middle}-{size - 1}/{size}"
    for answer in (first, rest):
        assert answer.headers["etag"] == whole.headers["etag"]
        assert answer.headers["content-type"] == FORMATS[name].media_type
        assert answer.headers["x-audio-sample-rate"] == "24000"


@pytest.mark.parametrize("name", ["wav", "mp3", "ogg"])
def test_rest_of_a_lost_stream_has_the_same_bytes(linked: str, engine: Engine, name: str) -> None:
    whole = get(linked, format=name)
    with httpx.stream("GET", linked + URL, params=HELLO | {"format": name}, timeout=HANG_S) as lost:
        assert lost.headers["etag"] != whole.headers["etag"]
        got = next(lost.iter_raw())
    wait_for(lambda: engine.running_streams == 0)
    resumed = get(linked, {"range": f"bytes={len(got)}-", "if-range": lost.headers["etag"]}, format=name)
    assert (resumed.status_code, resumed.headers["etag"]) == (206, lost.headers["etag"])
    assert got + resumed.content == whole.content


@pytest.mark.parametrize("stream", ["true", "false"])
@pytest.mark.parametrize(("header", "status"), [("if-range", 200), ("if-match", 412)])
def test_answer_in_another_voice_does_not_continue_a_link(linked: str, header: str, status: int, stream: str) -> None:
    first, other = get(linked, stream=stream), get(linked, stream=stream, voice="am_adam")
    rest = {"range": "bytes=5000-", header: first.headers["etag"]}
    changed = get(linked, rest, stream=stream, voice="am_adam")
    assert changed.status_code == status
    assert "content-range" not in changed.headers
    if status == 200:
        assert changed.content == other.content != first.content
    same = get(linked, rest, stream=stream)
    assert (same.status_code, same.content) == (206, first.content[5000:])


def test_link_without_a_range_keeps_to_if_match(linked: str, engine: Engine) -> None:
    first = get(linked)
    again = get(linked, {"if-match": first.headers["etag"]})
    assert (again.status_code, again.headers["etag"], again.content) == (200, first.headers["etag"], first.content)
    admitted = engine.state.streams.admitted
    assert get(linked, {"if-match": '"never sent"'}).status_code == 412
    assert engine.state.streams.admitted == admitted


def test_part_may_be_cached_as_little_as_the_whole(linked: str) -> None:
    whole = get(linked)
    assert whole.headers["cache-control"] == "no-store"
    assert get(linked, {"range": "bytes=5-9"}).headers["cache-control"] == "no-store"


def test_lost_stream_is_continued_beside_other_streams(linked: str, engine: Engine) -> None:
    whole = get(linked)
    others = [f"Number {number} is spoken beside it. And once more." for number in range(3)]
    with ThreadPoolExecutor(len(others)) as threads:
        with httpx.stream("GET", linked + URL, params=HELLO, timeout=HANG_S) as lost:
            got = next(lost.iter_raw())
        beside = [threads.submit(get, linked, input=text) for text in others]
        resumed = get(linked, {"range": f"bytes={len(got)}-", "if-range": lost.headers["etag"]})
        assert (resumed.status_code, got + resumed.content) == (206, whole.content)
        assert [answer.result().status_code for answer in beside] == [200] * len(others)


def test_player_that_asks_for_two_bytes_first_learns_the_size(linked: str) -> None:
    probe = get(linked, {"range": "bytes=0-1"})
    assert (probe.status_code, probe.content) == (206, b"RI")
    size = int(probe.headers["content-range"].rpartition("/")[2])
    everything = get(linked, {"range": f"bytes=0-{size - 1}", "if-range": probe.headers["etag"]})
    assert (everything.status_code, len(everything.content)) == (206, size)
    assert everything.content == get(linked).content


def test_seeking_in_a_link_speaks_once(engine: Engine) -> None:
    with live_server(engine, Settings(get_speech=True)) as server:
        wait_for(lambda: engine.is_warm)
        for stream in ("true", "false"):
            whole = get(server, stream=stream)
            admitted = engine.state.streams.admitted
            for start in (0, 100, 5000):
                part = get(server, {"range": f"bytes={start}-{start + 99}"}, stream=stream)
                assert part.content == whole.content[start : start + 100]
                assert "x-koe-rtf" not in part.headers
            assert get(server, {"range": "bytes=99999999-"}, stream=stream).status_code == 416
            assert engine.state.streams.admitted == admitted
            assert get(server, stream=stream).content == whole.content
            assert engine.state.streams.admitted == admitted + 1


@pytest.mark.parametrize("headers", [{"range": "bytes=0-"}, {"range": "bytes=5-", "if-range": '"unknown"'}, {}])
def test_stream_begins_before_it_is_made(gated: GatedPipeline, gated_engine: Engine, headers: dict[str, str]) -> None:
    with live_server(gated_engine, Settings(get_speech=True)) as server:
        with httpx.stream("GET", server + URL, params=HELLO, headers=headers, timeout=HANG_S) as response:
            assert response.status_code == 200
            assert next(response.iter_bytes(44 + 2400))[:4] == b"RIFF"
            assert gated.made == 0
        gated.gate.release(10_000)


def test_disconnect_while_a_part_is_made_frees_the_lane(gated: GatedPipeline, gated_engine: Engine) -> None:
    with live_server(gated_engine, Settings(get_speech=True)) as server:
        (abandoned,) = disconnect_when(
            f"{server}{URL}?input=Hi.",
            lambda: running_streams(gated_engine),
            method="GET",
            header="Range: bytes=5-9",
        )
        wait_for(lambda: abandoned.is_over)
        gated.gate.release(10_000)


class Changing(StandInPipeline):
    """Speaks every request a little louder than the one before."""

    level = 0.1

    def speak(self, job: Job, pace: Pace | None = None, opening: Opening | None = None) -> Iterator[Step]:
        self.level += 0.01
        for _ in range(5):
            yield Step(AudioBlock(np.full(2400, self.level, dtype=np.float32), 24_000))


def test_stream_that_comes_out_different_is_sent_whole_under_another_tag(voices: VoiceBook) -> None:
    engine = tiny_engine(voices, Changing())
    with live_server(engine, Settings(get_speech=True, link_cache_bytes=0, loudness=False)) as server:
        first = get(server)
        again = get(server, {"range": "bytes=5000-", "if-range": first.headers["etag"]})
        assert (again.status_code, len(again.content)) == (200, len(first.content))
        assert again.headers["etag"] != first.headers["etag"]
        assert again.content != first.content


def test_stream_that_still_sends_while_the_rest_is_asked_for_is_recognised() -> None:
    etag, beginning = (answers := LinkAnswers(max_bytes=0)).begin("a")
    beginning.add(b"RI")

    class Slow(bytes):
        """Its first bytes are compared just when the next ones go into the old connection."""

        def __getitem__(self, part: Any) -> Any:
            beginning.add(b"FF")
            return super().__getitem__(part)

    assert answers.remade("a", etag, Slow(b"RIFF...."), {}).etag == etag
    assert answers.remade("a", etag, b"RIFX....", {}).etag != etag


def test_answers_are_bounded() -> None:
    answers = LinkAnswers(max_bytes=100)
    tags = [answers.begin("a")[0] for _ in range(9)]
    assert [answers.has_begun("a", tag) for tag in tags] == [False, *[True] * 8]
    for number in range(1100):
        answers.begin(str(number))
    assert not answers.has_begun("a", tags[-1])
    kept = [answers.keep(name, Answer(bytes(60), f'"{name}"', {})) for name in "xy"]
    assert answers.find("x", None) is None
    assert answers.find("y", None) is answers.find("y", '"y"') is kept[1]
