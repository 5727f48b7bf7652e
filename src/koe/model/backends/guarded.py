"""A session on a provider that may fail -> errors that name it: it raised, took too long, or returned no numbers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from koe.errors import ProviderFailed
from koe.model.backends import Array, Session
from koe.model.backends.deadline import Deadline

# Some providers compile in their first run: Core ML and TensorRT need tens of seconds.
FIRST_RUN_TIMES = 10


class GuardedSession:
    """`accelerator` is the provider that a failure is counted for."""

    def __init__(self, session: Session, accelerator: str, stage: str, timeout_s: float) -> None:
        self._session = session
        self.accelerator = accelerator
        self._stage = stage
        self._timeout_s = timeout_s
        self._deadline = Deadline()
        self._has_run = False
        self.provider = getattr(session, "provider", accelerator)
        self.metadata: Mapping[str, str] = session.metadata

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        if self._deadline.is_hanging:
            raise ProviderFailed(self.accelerator, self._stage, "hangs")
        timeout_s = self._timeout_s * (1 if self._has_run else FIRST_RUN_TIMES)
        try:
            outputs = self._deadline.run(lambda: self._session.run(inputs), timeout_s)
        except TimeoutError:
            raise ProviderFailed(self.accelerator, self._stage, "hangs") from None
        except Exception as problem:
            raise ProviderFailed(self.accelerator, self._stage, "raised") from problem
        if not all(np.isfinite(output).all() for output in outputs.values()):
            raise ProviderFailed(self.accelerator, self._stage, "not_finite")
        self._has_run = True
        return outputs
