"""Names in settings, and what is installed -> the provider of each stage, and for which texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from koe.model.backends.providers import CPU

AUTO = "auto"
# Stages that a provider can be chosen for. What belongs to the generator and runs once for each sentence, or only where
# a window has failed, stays on the CPU.
CHOSEN_STAGES = ("text", "pitch", "trunk", "source", "generator")

# A starting point, not a measurement: a session on an accelerator costs a round trip and, on Core ML, padding in each
# window; a short text is over before that is won back. `koe bench provider --sweep` measures it.
LONG_TEXT_CHARACTERS = 281


@dataclass(frozen=True, slots=True)
class ProviderChoice:
    """`by_stage` has the stages that are not computed by the CPU alone. Texts of fewer than `from_characters` are
    spoken by the CPU."""

    by_stage: Mapping[str, str] = field(default_factory=dict)
    from_characters: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a provider is installed, and nothing else is known."""

    stages: tuple[str, ...]
    from_characters: int = 0


# The first that is installed. OpenVINO is not here: in single precision its generator takes twice the time of ONNX
# Runtime's on the CPUs measured. TensorRT is not: it compiles for minutes.
RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "cuda": Rule(("pitch", "trunk", "generator")),
        "coreml": Rule(("generator",), LONG_TEXT_CHARACTERS),
        "directml": Rule(("generator",), LONG_TEXT_CHARACTERS),
        "migraphx": Rule(("generator",), LONG_TEXT_CHARACTERS),
    }
)


def choose_providers(
    named: Mapping[str, str], available: Collection[str], from_characters: int | None = None
) -> ProviderChoice:
    """`named` has the provider that settings give for a stage, if they give one: it wins over the rule, as does
    `from_characters`. What the tuner has measured comes as settings."""
    base = _by_rule(available)
    of_settings = {stage: name for stage, name in named.items() if name != AUTO}
    chosen = {**base.by_stage, **of_settings}
    accelerated = {stage: name for stage, name in chosen.items() if name != CPU}
    if from_characters is None:
        # Who names a provider means every text.
        is_asked_for = any(name != CPU for name in of_settings.values())
        from_characters = 0 if is_asked_for else base.from_characters
    return ProviderChoice(accelerated, from_characters)


def _by_rule(available: Collection[str]) -> ProviderChoice:
    for name, rule in RULES.items():
        if name in available:
            return ProviderChoice(dict.fromkeys(rule.stages, name), rule.from_characters)
    return ProviderChoice()
