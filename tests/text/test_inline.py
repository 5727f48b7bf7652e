"""`[pause:…]` in plain text cuts it into passages with pauses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.errors import PauseTooLong
from koe.text.inline import parse_inline


def passages(text: str) -> list[tuple[str, float | None]]:
    return [(passage.text.text, passage.pause_ms) for passage in parse_inline(text).passages]


@pytest.mark.parametrize(
    ("tag", "pause_ms"),
    [
        ("[pause:1.5s]", 1500),
        ("[pause:2s]", 2000),
        ("[pause:0.25s]", 250),
        ("[pause:350ms]", 350),
        ("[pause:0ms]", 0),
        ("[pause: 1 s]", 1000),
        ("[Pause:1S]", 1000),
        ("[PAUSE:80MS]", 80),
        ("[pause:10s]", 10_000),
        ("[pause:10000ms]", 10_000),
    ],
)
def test_pause_has_the_given_length(tag: str, pause_ms: float) -> None:
    assert passages(f"One{tag} two") == [("One", pytest.approx(pause_ms)), (" two", None)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "No pause.",
        "[pause]",
        "[pause:]",
        "[pause:1]",
        "[pause:s]",
        "[pause:-1s]",
        "[pause:1,5s]",
        "[pause:.5s]",
        "[pause:1 min]",
        "[pause:1s",
        "(pause:1s)",
        "[pausе:1s]",  # a Cyrillic letter
        "[pause:1234567s]",
    ],
)
def test_invalid_pause_stays_text(text: str) -> None:
    assert passages(text) == [(text, None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[pause:1s]One.", [("", 1000), ("One.", None)]),
        ("One.[pause:1s]", [("One.", 1000)]),
        ("One.[pause:1s] \n", [("One.", 1000)]),
        ("[pause:1s]", [("", 1000)]),
        ("One[pause:1s][pause:2s]two", [("One", 1000), ("", 2000), ("two", None)]),
        ("One[pause:1s] [pause:2s]two", [("One", 1000), (" ", 2000), ("two", None)]),
    ],
)
def test_pause_may_stand_anywhere(text: str, expected: list[tuple[str, float | None]]) -> None:
    assert passages(text) == expected


@pytest.mark.parametrize("tag", ["[pause:10.1s]", "[pause:11s]", "[pause:10001ms]", "[pause:999999s]"])
def test_pause_of_more_than_ten_seconds_is_refused(tag: str) -> None:
    with pytest.raises(PauseTooLong, match="A pause must be at most 10 s") as refused:
        parse_inline(f"Secret{tag}word")
    assert "Secret" not in refused.value.message


@given(st.lists(st.text("ab .[]:1s", max_size=8), min_size=1), st.sampled_from(["[pause:1s]", "[pause:20 ms]"]))
def test_passages_keep_their_places_in_the_text(texts: list[str], tag: str) -> None:
    text = tag.join(texts)
    found = parse_inline(text).passages
    for passage in found:
        start, stop = passage.text.source_range(0, len(passage.text))
        if len(passage.text):
            assert text[start:stop] == passage.text.text
    assert len([passage for passage in found if passage.pause_ms is not None]) == len(texts) - 1
    assert "".join(passage.text.text for passage in found).strip() == "".join(texts).strip()
