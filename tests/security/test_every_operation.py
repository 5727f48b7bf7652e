"""What the description of the API allows and what it forbids, thousands of times: nothing is a server error."""

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

FEWEST_CASES = 2000
CASES_EACH = 100  # with the operations there are, more than FEWEST_CASES
WARM_UP_CASES = 40


def ask(operations: list[Any], cases: int, statuses: Counter[int]) -> None:
    for operation in operations:
        for mode in GenerationMode:
            # One without parameters can only be asked rightly.
            with suppress(Unsatisfiable):
                _ask_one(operation, mode, cases, statuses)


def _ask_one(operation: Any, mode: GenerationMode, cases: int, statuses: Counter[int]) -> None:
    @settings(
        max_examples=cases,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def asked(case: Any) -> None:
        status = case.call(timeout=60).status_code
        statuses[status] += 1
        assert status < 500, f"{operation.label} answered {status} to a {mode.value} case"

    asked()


@linux_only
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_no_operation_ends_in_a_server_error(engine: Engine) -> None:
    with live_server(engine, Settings(max_characters=500)) as server:
        schema = schemathesis.openapi.from_url(f"{server}/openapi.json")
        operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
        statuses: Counter[int] = Counter()
        ask(operations, WARM_UP_CASES, statuses)
        gc.collect()
        before = resident_bytes()
        ask(operations, CASES_EACH, statuses)
        gc.collect()
        after = resident_bytes()
        assert httpx.get(f"{server}/health").json() == {"status": "ok"}
        assert engine.running_streams == 0
    assert statuses.total() >= FEWEST_CASES
    assert statuses[200] > 100
    assert statuses[400] > 100
    assert after < before * 1.05
