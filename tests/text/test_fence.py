"""Code fences of Markdown in text that arrives in pieces."""

from __future__ import annotations

import pytest

from koe.text.feed import TextFeed
from koe.text.fence import is_inside_fence, unfinished_fence
from koe.text.sanitize import sanitize
from koe.text.traced import Traced

DOCUMENT = "Here it is:\n```python\nx = 1\n```\nAnd this:\n\n> ~~~ text, plain\n> y\n> ~~~\nThat is all.\n"


def read_in_two(first: str, second: str, *, is_flushed: bool, is_buffer_low: bool) -> list[str]:
    feed, pieces = TextFeed(), []
    feed.append(first)
    if is_flushed:
        feed.flush()
    for text in (second, None):
        while (piece := feed.take(is_buffer_low=is_buffer_low)) is not None:
            pieces.append(piece.text)
        if text is not None:
            feed.append(text)
    feed.end()
    while (piece := feed.take(is_buffer_low=is_buffer_low)) is not None:
        pieces.append(piece.text)
    assert "".join(pieces).strip() == DOCUMENT.strip()
    return " ".join(sanitize(Traced.of(piece)).text for piece in pieces).split()


@pytest.mark.parametrize("is_buffer_low", [False, True])
@pytest.mark.parametrize("is_flushed", [False, True])
def test_fence_in_two_pieces_is_not_read_out(is_flushed: bool, is_buffer_low: bool) -> None:
    for place in range(len(DOCUMENT)):
        words = read_in_two(DOCUMENT[:place], DOCUMENT[place:], is_flushed=is_flushed, is_buffer_low=is_buffer_low)
        assert "".join(words).rstrip(".") == "Hereitis:x=1Andthis:yThatisall", place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Look:\n``", 6),
        ("Look:\n```py", 6),
        ("Look:\n> ~~~", 6),
        ("`", 0),
        ("Look:\n```python\n", None),
        ("Look: ```py", None),
        ("`code", None),
        ("`code` and", None),
    ],
)
def test_unfinished_fence_is_found_at_the_end_alone(text: str, place: int | None) -> None:
    assert unfinished_fence(text) == place


def test_place_is_inside_a_fence_behind_its_first_mark() -> None:
    text = "So:\n```python title\nx, y\n"
    assert [is_inside_fence(place, text) for place in (3, 4, 5, 14, 19, 20, 22)] == [
        *(False, False, True, True, True, False, False),
    ]
