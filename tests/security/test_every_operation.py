"""Schemathesis: thousands of valid and invalid requests from /openapi.json, none of which ends in a 5xx."""

from __future__ import annotations

import gc
from collections import Counter
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from fakes import live_server
from koe.engine.engine import Engine
from koe.settings import Settings
from memory import linux_only, resident_bytes

MIN_CASES = 2000
CASES_PER_OPERATION = 100  # with the operations there are, more than MIN_CASES
REPEATED_CASES = 40
# Measured: 219 -> 247 MB while the caches fill in the first round, 243.0 -> 243.3 MB when its cases are repeated.
MAX_GROWTH = 1.03


def call_all(operations: list[Any], cases: int, statuses: Counter[int]) -> None:
    for operation in operations:
        for mode in GenerationMode:
            # An operation without parameters has no invalid cases.
            with suppress(Unsatisfiable):
                _call_one(operation, mode, cases, statuses)


def _call_one(operation: Any, mode: GenerationMode, cases: int, statuses: Counter[int]) -> None:
    @settings(
        max_examples=cases,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def call(case: Any) -> None:
        status = case.call(timeout=60).status_code
        statuses[status] += 1
        assert status < 500, f"{operation.label} answered {status} to a {mode.value} case"

    call()


@linux_only
@pytest.mark.timeout(600)  # 6,100 requests: 90 s of processor time
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_no_operation_ends_in_a_server_error(engine: Engine) -> None:
    with live_server(engine, Settings(max_characters=500)) as server:
        schema = schemathesis.openapi.from_url(f"{server}/openapi.json")
        operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
        statuses: Counter[int] = Counter()
        call_all(operations, CASES_PER_OPERATION, statuses)
        gc.collect()
        before = resident_bytes()
        call_all(operations, REPEATED_CASES, statuses)  # the same cases again: the caches have them
        gc.collect()
        after = resident_bytes()
        assert httpx.get(f"{server}/health").json() == {"status": "ok"}
        assert engine.running_streams == 0
    assert statuses.total() >= MIN_CASES
    assert statuses[200] > 100
    assert statuses[400] > 100
    assert after < before * MAX_GROWTH, (before, after)
