"""The process of the daemon: `python -m koe.playback.process`, with its options as JSON in `KOE_DAEMON_OPTIONS`.

It imports neither settings nor engine, which would take five times its memory; `koe daemon` reads the settings for it.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import sys
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from koe.errors import KoeError
from koe.playback.daemon import Daemon, IdleLimits
from koe.playback.item import Item
from koe.playback.output import Output
from koe.playback.player import Player
from koe.playback.reader import Reader
from koe.playback.remainder import Remainder
from koe.playback.servers import EngineChild, Servers
from koe.playback.system_player import find_system_player
from koe.playback.track import KEPT_BYTES
from koe.priority import prefer_this_thread

VARIABLE = "KOE_DAEMON_OPTIONS"
# The callback waits for the interpreter's lock at most so long for each other thread.
_SWITCH_S = 0.001

log = logging.getLogger("koe.daemon")


@dataclass(frozen=True, slots=True)
class DaemonOptions:
    """`server`: the address of a server that may run. `engine_command` starts an engine where none runs, unless it is
    empty."""

    socket: str
    server: str | None = None
    api_key: str | None = None
    engine_command: tuple[str, ...] = ()
    exit_after_s: float | None = None
    engine_after_s: float | None = 600.0
    kept_bytes: int = KEPT_BYTES
    log_level: str = "info"

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> DaemonOptions:
        fields = json.loads(text)
        return cls(**{**fields, "engine_command": tuple(fields.get("engine_command", ()))})


async def run_daemon(options: DaemonOptions) -> None:
    headers = {"Authorization": f"Bearer {options.api_key}"} if options.api_key else {}
    child = EngineChild(options.engine_command) if options.engine_command else None
    servers = Servers(options.server, headers, child)
    ended: list[Daemon] = []

    def on_end(item: Item) -> None:
        ended[0].item_ended(item)

    system_player = find_system_player()
    output = Output(keeps_time=system_player is None)
    player = Player(output, on_end=on_end, kept_bytes=options.kept_bytes)
    reader = Reader(player, servers.find, lambda: ended[0].changed())
    daemon = Daemon(
        reader,
        Remainder(reader, system_player),
        servers,
        IdleLimits(options.exit_after_s, options.engine_after_s),
    )
    ended.append(daemon)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, daemon.close)

    def play() -> None:
        prefer_this_thread()
        player.run()

    thread = threading.Thread(target=play, name="koe-player", daemon=True)
    thread.start()
    log.info("the daemon listens on %s", options.socket)
    try:
        await daemon.serve(Path(options.socket))
    finally:
        player.close()
        await asyncio.to_thread(thread.join, 2.0)


def main() -> None:
    options = DaemonOptions.from_json(os.environ.pop(VARIABLE))
    logging.basicConfig(format="koe: %(message)s", level=options.log_level.upper(), stream=sys.stderr)
    sys.setswitchinterval(_SWITCH_S)
    gc.collect()
    gc.freeze()
    try:
        asyncio.run(run_daemon(options))
    except KoeError as problem:
        sys.exit(f"koe: {problem}")


if __name__ == "__main__":
    main()
