"""A mix has one canonical name, however it was written; bad mixes are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.errors import BadMix
from koe.model.mix import Mix, Part, is_mix, read_mix

NAMES = ("af_bella", "af_heart", "af_sky", "bf_emma")


def read(text: str) -> Mix:
    return read_mix(text, str.lower)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("af_heart(2)+bf_emma(1)", "af_heart(0.6667)+bf_emma(0.3333)"),
        ("bf_emma(1)+af_heart(2)", "af_heart(0.6667)+bf_emma(0.3333)"),
        ("AF_Heart(4) + BF_Emma(2.0)", "af_heart(0.6667)+bf_emma(0.3333)"),
        ("af_heart:0.4+bf_emma:0.2", "af_heart(0.6667)+bf_emma(0.3333)"),
        ("af_heart+bf_emma+af_heart", "af_heart(0.6667)+bf_emma(0.3333)"),
        ("af_bella+af_sky", "af_bella(0.5)+af_sky(0.5)"),
        ("af_bella+af_heart+af_sky", "af_bella(0.3334)+af_heart(0.3333)+af_sky(0.3333)"),
        ("af_heart(1)-af_sky(0.3)", "af_heart(1.4286)-af_sky(0.4286)"),
        ("bf_emma(.25)+af_heart:3.", "af_heart(0.9231)+bf_emma(0.0769)"),
        # a mix of one is that voice
        ("af_heart(3)", "af_heart"),
        ("af_heart(2)+bf_emma(0)", "af_heart"),
        ("af_heart-af_heart+bf_emma", "bf_emma"),
        ("af_heart(99)+bf_emma(0.001)", "af_heart"),
    ],
)
def test_a_mix_has_one_name(written: str, canonical: str) -> None:
    assert read(written).id == canonical


@pytest.mark.parametrize(
    "written",
    [
        "af_heart-bf_emma",
        "af_heart(1)-bf_emma(3)",
        "af_heart(1)-bf_emma(0.95)",  # nearly cancels out
        "-af_heart+bf_emma",
        "af_heart(0)+bf_emma(0)",
        "af_heart(0)",
        "af_heart(-1)+bf_emma(3)",
        "af_heart(nan)+bf_emma",
        "af_heart(inf)+bf_emma",
        "af_heart(1e3)+bf_emma",
        "af_heart(100.1)+bf_emma",
        "af_heart(99999999999999)+bf_emma",
        "af_heart(1.2.3)+bf_emma",
        "af_heart(.)+bf_emma",
        "af_heart(٣)+bf_emma",
        "af_heart()+bf_emma",
        "af_heart(1",
        "af_heart(1)(2)",
        "af_heart(1)bf_emma",
        "af_heart++bf_emma",
        "af_heart+",
        "af_heart*2+bf_emma",
        "af_heart,bf_emma",
        "../x+af_heart",
        "+".join(["af_heart"] * 9),
        "af_heart+" * 5000 + "af_heart",
        "(" * 100_000,
        "+",
    ],
)
def test_bad_mixes_are_refused(written: str) -> None:
    with pytest.raises(BadMix) as refused:
        read(written)
    assert (refused.value.param, refused.value.code) == ("voice", "invalid_voice_mix")
    assert "af_heart(2)+bf_emma(1)" in refused.value.message


def test_eight_parts_are_allowed() -> None:
    assert len(read("+".join(f"af_{letter}" for letter in "abcdefgh")).parts) == 8


def test_the_heaviest_part_is_an_added_one() -> None:
    assert read("af_sky(2)+bf_emma(2.5)-af_bella(3)").heaviest == "bf_emma"
    assert read("bf_emma+af_sky").heaviest == "af_sky"  # in a draw, the first by name: the order must not matter


def test_plain_names_are_no_mixes() -> None:
    assert not any(map(is_mix, ("af_heart", "alloy", "", "../../etc/passwd")))
    assert Mix.of_one("af_heart") == read("af_heart(7)") == Mix((Part("af_heart"),))


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.floats(0.01, 100), st.booleans()), min_size=1, max_size=8))
def test_a_name_leads_back_to_its_mix(terms: list[tuple[str, float, bool]]) -> None:
    written = "".join(f"{'+' if adds else '-'}{name}({weight:.4f})" for name, weight, adds in terms)
    try:
        mix = read(written)
    except BadMix:
        return
    assert sum(part.steps for part in mix.parts) == 10_000
    assert all(abs(part.weight) < 6 for part in mix.parts)
    assert mix.heaviest in mix.id
    if len(mix.parts) > 1:
        assert read(mix.id) == mix
