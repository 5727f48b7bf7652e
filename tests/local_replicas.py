"""Replicas in this process, without Ray: each with its own engine, front and entrance, and one directory for all."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

import uvicorn

from koe.engine.engine import Engine
from koe.scale.directory import Directory, News
from koe.scale.peer import Peer
from koe.scale.replica import Place, Replica
from koe.server.app import create_app
from koe.server.run import config_of
from koe.server.stream.session import new_token
from koe.settings import Settings
from limits import HANG_S


@dataclass(slots=True)
class LocalDirectory:
    """The directory of replicas that live in threads of one process."""

    directory: Directory = field(default_factory=Directory)
    lock: threading.Lock = field(default_factory=threading.Lock)

    async def announce(self, peer: Peer, secret: str) -> News:
        with self.lock:
            return self.directory.announce(peer, secret)

    async def find(self, name: str) -> Peer | None:
        with self.lock:
            return self.directory.find(name)

    async def withdraw(self, name: str) -> None:
        with self.lock:
            self.directory.withdraw(name)


@dataclass(slots=True)
class LocalReplica:
    name: str
    engine: Engine
    directory: LocalDirectory
    settings: Settings
    must_stop: threading.Event = field(default_factory=threading.Event)
    address: str = ""
    replica: Replica | None = None
    server: uvicorn.Server | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        def name_stream() -> str:
            return f"{self.name}.{new_token()}"

        app = create_app(self.settings, self.engine, name_stream=name_stream)
        place = Place(self.name, "127.0.0.1")
        self.replica = Replica(app, self.engine, self.settings, place, self.directory, self.must_stop.is_set)
        config = config_of(self.replica, self.settings)
        config.host, config.port = "127.0.0.1", 0
        self.server = server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        try:
            while not server.started:
                thread.join(0.01)
                assert thread.is_alive(), "the replica ended before it had started"
            self.address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
            yield
        finally:
            server.should_exit = True
            thread.join(HANG_S)


@contextmanager
def local_replicas(engines: Sequence[Engine], settings: Settings) -> Iterator[list[LocalReplica]]:
    """All of them know of one another when it begins."""
    directory = LocalDirectory()
    with ExitStack() as stack:
        replicas = [
            LocalReplica(name, engine, directory, settings) for name, engine in zip("abcdefgh", engines, strict=False)
        ]
        for replica in replicas:
            stack.enter_context(replica.running())
        _wait_until_known(replicas)
        yield replicas


def _wait_until_known(replicas: Sequence[LocalReplica]) -> None:
    from fakes import wait_for

    for one in replicas:
        wait_for(lambda one=one: len(one.replica._membership.to_ask()) == len(replicas) - 1)  # type: ignore[misc]
