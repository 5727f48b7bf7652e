"""The notification that waiters of one event loop share."""

from __future__ import annotations

import asyncio

import pytest

from koe.engine.signal import Signal
from limits import HANG_S


@pytest.mark.parametrize("timeout_s", [None, 0.0])
def test_wait_returns_at_once_if_the_condition_holds(timeout_s: float | None) -> None:
    assert asyncio.run(Signal().wait_until(lambda: True, timeout_s))


def test_wait_returns_false_after_the_timeout() -> None:
    assert not asyncio.run(Signal().wait_until(lambda: False, 0.001))


def test_condition_that_became_true_without_a_notification_counts_at_the_timeout() -> None:
    answers = iter([False, True])
    assert asyncio.run(Signal().wait_until(lambda: next(answers), 0.001))


def test_every_waiter_checks_its_own_condition_at_each_notification() -> None:
    async def main() -> None:
        signal, done = Signal(), []
        count = 0

        async def wait_for_count(wanted: int) -> None:
            assert await signal.wait_until(lambda: count >= wanted, HANG_S)
            done.append(wanted)

        waiters = [asyncio.create_task(wait_for_count(wanted)) for wanted in (1, 1, 2)]
        await asyncio.sleep(0)
        signal.notify()  # no condition holds yet
        for _ in range(5):
            await asyncio.sleep(0)
        assert done == []
        count = 1
        signal.notify()
        await asyncio.gather(*waiters[:2])
        assert done == [1, 1]
        count = 2
        signal.notify()
        await waiters[2]
        assert done == [1, 1, 2]

    asyncio.run(main())
