"""The live streams of this server by token. A client that lost its connection may reconnect for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from koe.errors import TooManyStreams, UnknownStream
from koe.server.stream.session import Session


class Timer(Protocol):
    def cancel(self) -> None: ...


class Attached(Protocol):
    """A connection that sends a stream."""

    def lose(self) -> None:
        """Another connection has taken the stream over."""


class Registry:
    """For one event loop, whose `call_later` it uses."""

    def __init__(
        self, max_streams: int, resume_s: float, call_later: Callable[[float, Callable[[], None]], Timer]
    ) -> None:
        self._max_streams = max_streams
        self._call_later = call_later
        self._sessions: dict[str, Session] = {}
        self._connections: dict[str, Attached] = {}
        self._timers: dict[str, Timer] = {}
        self.resume_s = resume_s

    def __len__(self) -> int:
        return len(self._sessions)

    @property
    def sessions(self) -> tuple[Session, ...]:
        """From any thread."""
        return tuple(self._sessions.values())

    @property
    def attached(self) -> int:
        return len(self._connections)

    def is_attached(self, session: Session) -> bool:
        return session.token in self._connections

    @property
    def buffered_bytes(self) -> int:
        """Frames of all streams, sent and unsent. From any thread."""
        return sum(session.replay.size_bytes for session in list(self._sessions.values()))

    def shrink_replays(self, size_bytes: int) -> None:
        """Keep at most this much of the sent frames of each stream: memory is short."""
        for session in self.sessions:
            session.replay.keep_sent(size_bytes)

    def forget_idle(self) -> int:
        """Drop the streams that are over, and are kept for clients that may have lost the last frames. Returns how
        many. A stream that still speaks, or has frames to send, is not dropped."""
        idle = [session for session in self.sessions if session.is_finished]
        for session in idle:
            self.forget(session)
        return len(idle)

    def require_room(self) -> None:
        if len(self._sessions) >= self._max_streams:
            raise TooManyStreams(self._max_streams)

    def add(self, session: Session, connection: Attached) -> None:
        self._sessions[session.token] = session
        self._connections[session.token] = connection

    def attach(self, token: str, chunk_id: int, connection: Attached) -> Session:
        """The stream, rewound to that frame. Raises `UnknownStream`, `ChunkExpired`, `ChunkInFuture`."""
        session = self._sessions.get(token)
        if session is None:
            raise UnknownStream
        session.replay.rewind_to(chunk_id)
        before = self._connections.get(token)
        self._connections[token] = connection
        session.set_attached(True)
        self._stop_timer(token)
        if before is not None and before is not connection:
            before.lose()
        return session

    def detach(self, session: Session, connection: Attached) -> None:
        """The connection is gone. Unless another one has taken over, the stream waits for one."""
        token = session.token
        if self._connections.get(token) is connection:
            del self._connections[token]
            session.set_attached(False)
            self._forget_later(session)

    def finish(self, session: Session) -> None:
        """All frames were sent. Some may still be lost on the way, so that the client may reconnect for a while; not
        for ever, because it may stay connected for days."""
        self._forget_later(session)

    def forget(self, session: Session) -> None:
        """The stream is over, and cannot be reconnected to."""
        self._stop_timer(session.token)
        self._connections.pop(session.token, None)
        self._sessions.pop(session.token, None)
        session.cancel()

    def close(self) -> None:
        for session in list(self._sessions.values()):
            self.forget(session)

    def _forget_later(self, session: Session) -> None:
        self._stop_timer(session.token)
        self._timers[session.token] = self._call_later(self.resume_s, lambda: self.forget(session))

    def _stop_timer(self, token: str) -> None:
        timer = self._timers.pop(token, None)
        if timer is not None:
            timer.cancel()
