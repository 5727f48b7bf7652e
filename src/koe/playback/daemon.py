"""The daemon: commands on a Unix socket -> speech. One for each user; docs/daemon.md is the specification."""

from __future__ import annotations

import asyncio
import fcntl
import json
import logging
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from koe.errors import DeviceError, KoeError, RequestError, described
from koe.playback.audio_feed import receive_audio
from koe.playback.commands import Command, parse_command
from koe.playback.item import Item
from koe.playback.places import private_folder
from koe.playback.reader import Reader
from koe.playback.remainder import Remainder
from koe.playback.servers import Servers
from koe.playback.status import status_of

log = logging.getLogger("koe.daemon")

_LONGEST_LINE = 64 * 1024 * 1024
_TICK_S = 1.0
_LOOK_S = 0.05


class AlreadyRuns(DeviceError):
    code = "daemon_runs"

    def __init__(self, path: Path) -> None:
        super().__init__(f"A daemon runs already: {path} is in use.")


@dataclass(frozen=True, slots=True)
class IdleLimits:
    """Seconds without speech after which the daemon ends, and after which its own engine does. None: never."""

    exit_after_s: float | None = None
    engine_after_s: float | None = 600.0


class Daemon:
    def __init__(self, reader: Reader, remainder: Remainder, servers: Servers, limits: IdleLimits) -> None:
        self._reader = reader
        self._remainder = remainder
        self._servers = servers
        self._limits = limits
        self._changed = asyncio.Condition()
        self._ended: dict[int, str] = {}  # outcome by the number of the text; those of the last texts
        self._messages: dict[int, str] = {}
        self._items: dict[int, Item] = {}
        self._connections = 0
        self._busy_s = time.monotonic()
        self._stopping = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, path: Path) -> None:
        """Until `quit`, `close` or the idle limit. Raises `AlreadyRuns`."""
        lock = _locked(private_folder(path) / "daemon.lock", path)
        _remove(path)  # of a daemon that was killed: the lock is ours
        before = os.umask(0o177)
        try:
            listening = await asyncio.start_unix_server(self._connected, path, limit=_LONGEST_LINE)
        finally:
            os.umask(before)
        watching = asyncio.create_task(self._remainder.watch())
        try:
            while not self._stopping.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(_TICK_S):
                        await self._stopping.wait()
                self._look_at_idle_limits()
        finally:
            _remove(path)
            watching.cancel()
            listening.close()
            self._remainder.stop()
            for task in list(self._tasks):
                task.cancel()
            await self._reader.close()
            self._servers.stop_child()
            lock.close()

    def close(self) -> None:
        self._stopping.set()

    def item_ended(self, item: Item) -> None:
        """From any thread: the text was heard to its end."""
        self._loop.call_soon_threadsafe(self._note_end, item)

    def changed(self) -> None:
        """From the event loop: another state is to be shown."""
        for item in list(self._items.values()):
            if item.is_heard or (item not in self._reader.player.queue and item is not self._reader.away):
                self._note_end(item)
        task = asyncio.ensure_future(self._notify())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _note_end(self, item: Item) -> None:
        if self._items.pop(item.number, None) is None:
            return
        outcome = "failed" if item.problem else "heard" if item.is_heard and not item.is_stopped else "stopped"
        self._ended[item.number], self._messages[item.number] = outcome, item.problem
        for old in list(self._ended)[:-64]:
            del self._ended[old], self._messages[old]
        if item.problem:
            log.warning("a text was not spoken to its end: %s", item.problem)
        self.changed()

    def _look_at_idle_limits(self) -> None:
        player = self._reader.player
        now_s = time.monotonic()
        if player.is_busy or self._connections or self._reader.away is not None:
            self._busy_s = now_s
        idle_s = now_s - self._busy_s
        if self._limits.engine_after_s is not None and idle_s >= self._limits.engine_after_s:
            self._servers.stop_child()
        if self._limits.exit_after_s is not None and idle_s >= self._limits.exit_after_s:
            log.info("nothing to play for %g s: the daemon ends", idle_s)
            self.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        attached: list[Item] = []
        answering: asyncio.Task[tuple[Item, int] | None] | None = None
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
        try:
            while line := await reader.readline():
                answering = asyncio.create_task(self._answer(line, writer, attached))
                while not answering.done():
                    # A client that is killed while it waits is seen only here.
                    await asyncio.wait({answering}, timeout=_LOOK_S if attached else None)
                    if attached and reader.at_eof():
                        self._remove(attached)
                if (audio := await answering) is not None:
                    transport = cast(asyncio.Transport, writer.transport)
                    await receive_audio(self._reader, *audio, reader, transport)
                    break
        except (ConnectionError, ValueError, asyncio.CancelledError):  # ValueError: the line is too long
            pass
        finally:
            self._connections -= 1
            self._remove(attached)
            if answering is not None:
                answering.cancel()
            if task is not None:
                self._tasks.discard(task)
            writer.close()

    def _remove(self, attached: list[Item]) -> None:
        while attached:
            self._reader.remove(attached.pop())

    async def _answer(self, line: bytes, writer: asyncio.StreamWriter, attached: list[Item]) -> tuple[Item, int] | None:
        """The item and the sample rate of the audio that follows on this connection, if any does."""
        audio = None
        try:
            command = parse_command(line)
            if command.name == "watch":
                await self._watch(command.value, writer)
                return None
            answer = {"ok": True, **await self._do(command)}
            if command.is_attached or command.name == "attach":
                attached += (item for item in self._items.values() if item.number == answer["item"])
            if command.name == "play":
                audio = self._items[answer["item"]], int(command.value)
        except KoeError as problem:
            answer = {"ok": False, "error": _error(problem)}
        except Exception as problem:  # noqa: BLE001  a client must have an answer, and the daemon goes on
            log.error("a command failed: %s", described(problem))
            answer = {"ok": False, "error": {"code": "internal_error", "message": "The command failed.", "param": None}}
        await _send(writer, answer)
        return audio

    async def _do(self, command: Command) -> Mapping[str, Any]:
        reader = self._reader
        match command.name:
            case "speak" | "queue" | "play":
                return {"item": self._begin(command)}
            case "pause" | "resume":
                self._remainder.pause(command.name == "pause")
                await reader.pause(command.name == "pause")
            case "stop":
                self._remainder.stop()
                reader.stop()
            case "skip":
                reader.skip()
            case "replay":
                reader.replay()
            case "seek":
                reader.seek(command.value)
            case "speed":
                reader.set_speed(command.value)
            case "volume":
                reader.set_volume(command.value)
            case "wait":
                return await self._wait(int(command.value))
            case "attach":
                self._require_known(int(command.value))
                return {"item": int(command.value)}
            case "quit":
                self.close()
        return {"status": self._status()}

    def _begin(self, command: Command) -> int:
        if command.name == "speak" or (command.name == "play" and not command.is_queued):
            self._remainder.stop()
            self._reader.stop()
        is_audio = command.name == "play"
        item = self._reader.play() if is_audio else self._reader.queue(command.text, command.fields or {})
        self._items[item.number] = item
        self._busy_s = time.monotonic()
        return item.number

    def _require_known(self, number: int) -> None:
        if number not in self._items and number not in self._ended:
            raise RequestError("item must be the number of a text that was spoken lately.", "item")

    async def _wait(self, number: int) -> Mapping[str, Any]:
        self._require_known(number)
        async with self._changed:
            await self._changed.wait_for(lambda: number not in self._items)
        return {"item": number, "outcome": self._ended[number], "message": self._messages[number]}

    async def _watch(self, interval_s: float, writer: asyncio.StreamWriter) -> None:
        while not writer.is_closing():
            await _send(writer, {"ok": True, "status": self._status()})
            with suppress(TimeoutError):
                async with asyncio.timeout(None if not self._reader.player.is_busy else interval_s), self._changed:
                    await self._changed.wait()

    def _status(self) -> dict[str, Any]:
        return status_of(self._reader, self._remainder, self._servers)


async def _send(writer: asyncio.StreamWriter, answer: Mapping[str, Any]) -> None:
    writer.write(json.dumps(answer).encode() + b"\n")
    await writer.drain()


def _error(problem: KoeError) -> dict[str, Any]:
    param = problem.param if isinstance(problem, RequestError) else None
    return {"code": getattr(problem, "code", "error"), "message": str(problem), "param": param}


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def _locked(lock: Path, path: Path) -> IO[bytes]:
    file = lock.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise AlreadyRuns(path) from None
    return file
