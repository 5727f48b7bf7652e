"""How faults are written, and at which call they happen."""

from __future__ import annotations

import asyncio
import random

import pytest

from koe.faults.faults import Faults, InjectedFault
from koe.faults.frames import Cut, LossyPath
from koe.faults.spec import KINDS, BadFault, Fault, parse_faults


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("generator:nan", Fault("generator", "nan")),
        ("generator:nan@3", Fault("generator", "nan", first=3, goes_on=False)),
        ("generator:nan@3+", Fault("generator", "nan", first=3)),
        ("g2p:slow", Fault("g2p", "slow", 0.1)),
        ("g2p:slow=1.5@2", Fault("g2p", "slow", 1.5, first=2, goes_on=False)),
        ("frames:loss=0.01", Fault("frames", "loss", 0.01)),
    ],
)
def test_a_fault_is_read(written: str, fault: Fault) -> None:
    assert parse_faults(f" {written} ,") == (fault,)


def test_every_fault_can_be_written() -> None:
    names = [f"{place}:{kind}" for place, kinds in KINDS.items() for kind in kinds]
    assert [f"{one.place}:{one.kind}" for one in parse_faults(",".join(names))] == names
    assert parse_faults("") == ()


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("generator", "must be written as place:kind"),
        ("generator:nan@0", "must be written as place:kind"),
        ("generator:nan@x", "must be written as place:kind"),
        ("moon:nan", "'moon' is no place of a fault"),
        ("g2p:nan", "'nan' is no fault of g2p: it must be one of raises, exits, hang, slow"),
        ("generator:nan=3", "generator:nan takes no value"),
        ("frames:loss=1.5", "a share must be at most 1"),
        ("g2p:slow=1.2.3", "1.2.3 is not a number"),
    ],
)
def test_what_is_no_fault_is_refused(written: str, reason: str) -> None:
    with pytest.raises(BadFault, match=reason.replace(".", r"\.")):
        parse_faults(f"g2p:hang,{written}")


@pytest.mark.parametrize(("written", "calls"), [("@2", [2]), ("@2+", [2, 3, 4]), ("", [1, 2, 3, 4])])
def test_a_fault_happens_at_the_calls_that_it_names(written: str, calls: list[int]) -> None:
    faults = Faults.of(f"g2p:raises{written}")
    happened = []
    for call in range(1, 5):
        assert faults.strike("lane") == ()  # another place, which counts for itself
        try:
            faults.strike("g2p")
        except InjectedFault:
            happened.append(call)
    assert happened == calls


def test_nothing_is_counted_before_the_faults_are_armed() -> None:
    faults = Faults(parse_faults("g2p:raises@1,backend:missing@1"), is_armed=False)
    with pytest.raises(InjectedFault, match="backend:missing"):
        faults.strike("backend")
    faults.strike("g2p")
    faults.arm()
    with pytest.raises(InjectedFault):
        faults.strike("g2p")
    faults.strike("g2p")


async def passed(faults: str, count: int = 10) -> list[int]:
    path: LossyPath[int] = LossyPath(Faults.of(faults), random.Random(1))  # noqa: S311
    arrived = [one for number in range(count) for one in await path.passed(number)]
    return arrived + path.rest()


@pytest.mark.parametrize(
    ("faults", "arrived"),
    [
        ("frames:loss=1@3", [0, 1, 3, 4, 5, 6, 7, 8, 9]),
        ("frames:duplicate=1@3", [0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("frames:reorder=1@3", [0, 1, 3, 2, 4, 5, 6, 7, 8, 9]),
        ("frames:reorder=1@10", list(range(10))),
        ("frames:reorder=1@3,frames:loss=1@4", [0, 1, 4, 2, 5, 6, 7, 8, 9]),
        ("frames:burst=0@3", list(range(10))),
        ("frames:loss=0", list(range(10))),
    ],
)
def test_a_lossy_path(faults: str, arrived: list[int]) -> None:
    assert asyncio.run(passed(faults)) == arrived


def test_a_path_that_is_cut() -> None:
    with pytest.raises(Cut):
        asyncio.run(passed("frames:cut@4"))


def test_one_frame_in_a_hundred_is_lost() -> None:
    assert 9_850 < len(asyncio.run(passed("frames:loss=0.01", 10_000))) < 9_950
