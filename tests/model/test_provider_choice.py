"""Which provider computes a stage: a setting, else the rule for the device."""

from __future__ import annotations

import pytest

from koe.model.backends.choice import CHOSEN_STAGES, LONG_TEXT_CHARACTERS, ProviderChoice, choose_providers

AUTO = dict.fromkeys(CHOSEN_STAGES, "auto")


def test_a_machine_without_accelerator_speaks_on_the_cpu() -> None:
    assert choose_providers(AUTO, ["cpu"]) == ProviderChoice({}, 0)


def test_openvino_is_used_only_where_it_is_named() -> None:
    """Its generator in single precision takes twice the time of ONNX Runtime's."""
    assert choose_providers(AUTO, ["cpu", "openvino"]).by_stage == {}
    named = choose_providers({**AUTO, "generator": "openvino"}, ["cpu"])
    assert named.by_stage == {"generator": "openvino"}


@pytest.mark.parametrize(
    ("device", "stages", "characters"),
    [
        ("cuda", ("pitch", "trunk", "generator"), 0),
        ("coreml", ("generator",), LONG_TEXT_CHARACTERS),
        ("directml", ("generator",), LONG_TEXT_CHARACTERS),
    ],
)
def test_the_rule_goes_by_device_and_length(device: str, stages: tuple[str, ...], characters: int) -> None:
    found = choose_providers(AUTO, ["cpu", device])
    assert found == ProviderChoice(dict.fromkeys(stages, device), characters)


def test_a_setting_wins_over_the_rule_for_every_length() -> None:
    found = choose_providers(dict.fromkeys(CHOSEN_STAGES, "coreml"), ["cpu", "coreml"])
    assert found == ProviderChoice(dict.fromkeys(CHOSEN_STAGES, "coreml"), 0)
    assert choose_providers(dict.fromkeys(CHOSEN_STAGES, "cpu"), ["cpu", "coreml"]).by_stage == {}


def test_a_setting_of_one_stage_leaves_the_others_to_the_rule() -> None:
    found = choose_providers({**AUTO, "trunk": "cpu"}, ["cpu", "cuda"])
    assert found.by_stage == {"pitch": "cuda", "generator": "cuda"}


@pytest.mark.parametrize("named", [AUTO, dict.fromkeys(CHOSEN_STAGES, "coreml")])
def test_the_length_that_a_setting_gives_wins_over_the_rule(named: dict[str, str]) -> None:
    assert choose_providers(named, ["cpu", "coreml"], 120).from_characters == 120
    assert choose_providers(named, ["cpu", "coreml"], 0).from_characters == 0
