"""When the CPU speaks instead of a provider: for texts that it suits better, after a failure and in the back-off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from koe.errors import BadOutput, ProviderFailed, described
from koe.model.backends.health import ProviderHealth
from koe.model.stages import Stages

if TYPE_CHECKING:
    from koe.engine.decode import SpanDecoder


@dataclass(frozen=True, slots=True)
class CpuInstead:
    """`decoder` gives the same build with all its stages on the CPU. `suits`: whether the providers are meant for a
    text of so many characters."""

    decoder: Callable[[], SpanDecoder]
    suits: Callable[[int], bool]
    health: ProviderHealth

    def is_tried(self, characters: int, stages: Stages) -> bool:
        """Whether a request begins on the providers."""
        return self.suits(characters) and not self.health.is_out(stages.accelerators)

    def blames(self, problem: Exception, stages: Stages) -> bool:
        """True if a provider is to blame for the problem, which is counted then."""
        cause, provider = "", None
        if isinstance(problem, ProviderFailed):
            cause, provider = problem.cause, problem.provider
        elif isinstance(problem, BadOutput):
            cause, provider = problem.cause, stages.accelerator_of(problem.stage)
        if provider is None:
            return False
        self.health.failed(provider, cause, described(problem))
        return True
