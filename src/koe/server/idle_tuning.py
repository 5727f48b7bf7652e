"""A task of the server that lets `koe tune` run when nobody speaks, and stops it as soon as somebody does.

The tuner is a process group of its own with the lowest priority. What it has measured is kept, so that it goes on in
the next quiet minute; its choice is used from the next start on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable, Sequence

from koe.engine.engine import Engine
from koe.errors import described

log = logging.getLogger("koe.tune")

IDLE_FOR_S = 60.0
LOOK_EVERY_S = 1.0
# While it runs: how long a request shares the machine with it.
STOP_WITHIN_S = 0.05
_LOWEST_PRIORITY = 19


class IdleTuning:
    """`command` tunes, and ends with 0 when a choice is stored; None: nothing is tuned."""

    def __init__(
        self, engine: Engine, command: Sequence[str] | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._engine = engine
        self._command = command
        self._clock = clock
        self._busy_s = clock()
        self._admitted = -1
        self.interrupted = 0

    @property
    def is_due(self) -> bool:
        return self._command is not None and not self._is_busy() and self._clock() - self._busy_s >= IDLE_FOR_S

    def _is_busy(self) -> bool:
        admitted = self._engine.state.streams.admitted
        is_busy = bool(self._engine.running_streams) or admitted != self._admitted or not self._engine.is_warm
        if is_busy:
            self._busy_s, self._admitted = self._clock(), admitted
        return is_busy

    async def run(self) -> None:
        """Until it is cancelled, or the tuner has come to its end."""
        while self._command is not None:
            await asyncio.sleep(LOOK_EVERY_S)
            if self.is_due:
                try:
                    await self.tune(self._command)
                except OSError as problem:
                    log.warning("tuning cannot be started: %s", described(problem))
                    self._command = None

    async def tune(self, command: Sequence[str]) -> None:
        """Until it ends, or until somebody speaks."""
        log.info("tuning in the background, because nobody speaks")
        process = await asyncio.create_subprocess_exec(
            *command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True
        )
        try:
            if hasattr(os, "setpriority"):
                with contextlib.suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, process.pid, _LOWEST_PRIORITY)
            ended = asyncio.create_task(process.wait())
            while not ended.done() and not self._is_busy():
                await asyncio.wait([ended], timeout=STOP_WITHIN_S)
            is_interrupted = not ended.done()
        finally:
            _kill(process)
        code = await process.wait()
        if is_interrupted:
            self.interrupted += 1
            log.info("tuning stopped for a request; it goes on in the next quiet minute")
            return
        self._command = None
        if code == 0:
            log.info("tuning is over; its choice is used from the next start on")
        else:
            log.warning("tuning failed with exit code %d; run `koe tune` to see why", code)


def _kill(process: Process) -> None:
    """With its candidates, which are in its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
