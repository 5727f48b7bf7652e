"""Where the sound card is gone for good: what was not heard goes to a temporary file and to the system's player."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from contextlib import suppress

from koe.playback.reader import Reader
from koe.playback.system_player import SystemPlayer, temporary_wav

# A sound card that was lost may come back; one that was never there does not.
_GONE_S = 2.0
_NEVER_THERE_S = 0.2
_TICK_S = 0.1


class Remainder:
    """Watches the output of a reader. `notice` says what was done last."""

    def __init__(self, reader: Reader, system_player: SystemPlayer | None) -> None:
        self._reader = reader
        self._system_player = system_player
        self._process: subprocess.Popen[bytes] | None = None
        self.notice = ""

    async def watch(self) -> None:
        """Until it is cancelled."""
        gone_s = 0.0
        while True:
            await asyncio.sleep(_TICK_S if self._reader.player.is_busy else 10 * _TICK_S)
            output = self._reader.player.output
            is_gone = output.is_null and self._reader.player.is_busy and not self._reader.player.is_paused
            gone_s = gone_s + _TICK_S if is_gone else 0.0
            limit_s = _GONE_S if output.losses else _NEVER_THERE_S
            if gone_s >= limit_s and self._system_player is not None:
                gone_s = 0.0
                await self._play_rest(self._system_player)

    async def _play_rest(self, system_player: SystemPlayer) -> None:
        rest = await self._reader.take_rest()
        if rest is None:
            return
        item, samples = rest
        try:
            with temporary_wav(samples, self._reader.player.rate_hz) as path:
                self._process = system_player.start(path)
                await asyncio.to_thread(self._process.communicate)
                is_over = self._process.returncode == 0
        finally:
            self._process = None
        how = "was played by" if is_over else "could not be played by"
        self.notice = f"{self._reader.player.output.problem} The rest of the text {how} {system_player.name}."
        self._reader.handed_over(item, "" if is_over else self.notice)

    def pause(self, is_paused: bool) -> None:
        self._send(signal.SIGSTOP if is_paused else signal.SIGCONT)

    def stop(self) -> None:
        self._send(signal.SIGCONT)
        self._send(signal.SIGTERM)

    def _send(self, number: signal.Signals) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)
