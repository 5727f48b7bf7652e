"""An iterator -> the same, with its next item made meanwhile by a thread of its own."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, Future
from typing import TypeVar

Item = TypeVar("Item")


def one_ahead(items: Iterator[Item], executor: Executor) -> Iterator[Item]:
    """The first is made when it is asked for, by whoever asks; from then on the next one is always under way."""

    def take() -> tuple[Item] | None:
        try:
            return (next(items),)
        except StopIteration:
            return None

    taken = take()
    while taken is not None:
        upcoming: Future[tuple[Item] | None] = executor.submit(take)
        try:
            yield taken[0]
        except GeneratorExit:
            upcoming.cancel()
            raise
        taken = upcoming.result()
