"""Memory and modes as Prometheus reads them."""

from __future__ import annotations

import math

from koe.engine.degrade import Conditions, Mode, ModeChooser
from koe.engine.memory_budget import MIB, MemoryBudget
from koe.engine.memory_guard import Limit, MemoryReading, Pressure
from koe.engine.safeguards import Safeguards
from koe.lru import ByteLru
from koe.observe.safeguard_metrics import SafeguardCollector


def values(safeguards: Safeguards) -> dict[tuple[str, str], float]:
    samples = (sample for metric in SafeguardCollector(safeguards).collect() for sample in metric.samples)
    return {(sample.name, sample.labels.get("mode", "")): sample.value for sample in samples}


def test_what_the_guard_the_budget_and_the_mode_say_is_exposed() -> None:
    safeguards = Safeguards(None, MemoryBudget(1000), ModeChooser())
    cache: ByteLru[str, bytes] = ByteLru(1000, len)
    safeguards.budget.add_cache("cache", cache, 1.0)
    cache.put("a", bytes(400))
    before = values(safeguards)
    assert before["koe_memory_room_bytes", ""] == math.inf
    assert before["koe_memory_budget_used_bytes", ""] == 400
    assert before["koe_degrade_mode", "normal"] == 1
    safeguards.guard.observe(MemoryReading((Limit("the setting", 100 * MIB, 70 * MIB),)), 0.0)
    safeguards.guard.hold(5)
    safeguards.budget.set_share(0.1)
    safeguards.follow(Conditions(pressure=Pressure.SHORT), 0.0)
    after = values(safeguards)
    assert after["koe_memory_pressure", ""] == 2
    assert after["koe_memory_room_bytes", ""] == 30 * MIB
    assert after["koe_memory_reserved_bytes", ""] == 5
    assert after["koe_memory_budget_bytes", ""] == 100
    assert after["koe_memory_shed_bytes_total", ""] == 400
    assert (after["koe_degrade_mode", "normal"], after["koe_degrade_mode", "stability"]) == (0, 1)
    assert after["koe_degrade_entered_total", "stability"] == 1
    assert {mode for name, mode in after if name == "koe_degrade_mode"} == {mode.value for mode in Mode}
