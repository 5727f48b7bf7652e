"""One WebSocket of a client: served here, or by the replica that holds its stream or has room for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koe.errors import Stopping
from koe.scale.backends import LEFT, Backend, OtherReplica, OwnApp
from koe.scale.passport import Passport
from koe.scale.peer import Peer, Peers
from koe.scale.refusal import STATUSES, is_passed_over, parsed, wait_s
from koe.server.errors import error_reply
from koe.server.guards.refuse import POLICY_VIOLATION

# What a client may send before the first frame, and is sent again to another replica. More than that stays here.
_MOST_RECORDED_BYTES = 4_194_304


class SocketRelay:
    """`owner_of` names the other replica that holds the stream of a token; `note_moved` is told of streams whose token
    says that they are here, and that are spoken elsewhere."""

    def __init__(
        self,
        app: ASGIApp,
        peers: Peers,
        owner_of: Callable[[str], str | None],
        note_moved: Callable[[str, str], None],
        *,
        is_stopping: bool = False,
    ) -> None:
        self._app = app
        self._peers = peers
        self._owner_of = owner_of
        self._note_moved = note_moved
        self._current: Backend | None = None  # whose messages the client gets
        self._target: Backend | None = None  # that gets the client's; None: they wait in the record
        self._refused: list[Backend] = []
        self._candidates: list[Peer] | None = None  # None: not asked yet for this stream
        self._record: list[Message] = []  # what the client sent since its last `start`
        self._recorded_bytes = 0
        self._has_accepted = False
        self._is_running = False  # a stream has started and not ended
        self._is_settled = False  # its first frame has left, so it stays where it is
        self._token: str | None = None  # that the client was told
        self._is_stopping = is_stopping

    async def run(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._send = scope, send
        self._over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._current = self._target = own = OwnApp(self._app, scope, self._deliver, self._ended)
        code = LEFT
        listening = asyncio.create_task(self._listen(receive))
        try:
            await asyncio.wait((listening, self._over), return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                code = listening.result()
            else:
                self._over.result()
        except asyncio.CancelledError:
            own.cancel()
            raise
        finally:
            listening.cancel()
            if self._over.done():
                self._over.exception()  # it was seen
            await self._leave(code)

    async def _leave(self, code: int) -> None:
        current, self._current = self._current, None
        self._target = None
        if current is not None:
            await current.leave(code)
        for backend in self._refused:
            if backend is not current:
                await backend.leave(LEFT)

    # The client's side

    async def _listen(self, receive: Receive) -> int:
        """The code with which the client has left."""
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return int(message.get("code") or 1006)
            if message["type"] == "websocket.receive":
                await self._note(message)
            if self._target is not None:
                await self._target.send(message)

    async def _note(self, message: Message) -> None:
        """Keep what another replica would have to be told."""
        text = message.get("text")
        if self._is_settled or text is None:
            return
        fields = parsed(text)
        if fields.get("type") == "reconnect" and not self._record and isinstance(fields.get("stream"), str):
            await self._go_to_owner(fields["stream"])
            return
        if fields.get("type") == "start" and not self._is_running:
            self._record, self._recorded_bytes, self._candidates, self._token = [], 0, None, None
            for backend in self._refused:
                backend.held = []
        self._record.append(message)
        self._recorded_bytes += len(text)
        if self._recorded_bytes > _MOST_RECORDED_BYTES:
            self._settle()

    async def _go_to_owner(self, token: str) -> None:
        """Where the replica is gone, this one answers that it knows no such stream."""
        owner = self._owner_of(token)
        peer = await self._peers.find(owner) if owner is not None else None
        if peer is None:
            return
        with suppress(OSError):
            here, passport = self._current, Passport(self._peers.secret, self._scope)
            other = await OtherReplica.open(peer, passport, self._deliver, self._ended)
            self._current = self._target = other
            self._is_settled = self._is_running = True
            if here is not None:
                self._refused.append(here)

    # The side of the replicas

    def _ended(self, backend: Backend, problem: Exception | None) -> None:
        if backend is not self._current or self._over.done():
            return
        if problem is None:
            self._over.set_result(None)
        else:
            self._over.set_exception(problem)  # the connection breaks: the client reconnects

    async def _deliver(self, backend: Backend, message: Message) -> None:
        if backend is not self._current:
            if backend.held:
                backend.held.append(message)
            return
        kind = message["type"]
        if kind == "websocket.send" and message.get("text") is not None:
            await self._deliver_text(backend, message)
        elif kind == "websocket.send":
            self._settle()
            self._is_running = True
            await self._send(message)
        elif kind == "websocket.accept":
            if not self._has_accepted:
                self._has_accepted = True
                await self._send(message)
        elif not self._has_accepted and self._is_stopping and _is_refusal(message):
            await self._pass_over(backend, message)
        else:
            await self._send(message)
            if kind == "websocket.close" and not self._over.done():
                self._over.set_result(None)

    async def _deliver_text(self, backend: Backend, message: Message) -> None:
        fields = parsed(message["text"])
        match fields.get("type"):
            case "started":
                self._is_running = True
                if self._token is not None:  # told by the replica that refused it afterwards
                    return
                self._token = fields.get("stream")
            case "error" if not self._is_settled and is_passed_over(fields):
                await self._pass_over(backend, message)
                return
            case "done" | "cancelled" | "error":
                self._is_running = self._is_settled = False
            case _:
                self._settle()
        await self._send(message)
        if self._is_stopping and not self._is_running:
            await self._close_for_stop()

    def _settle(self) -> None:
        self._is_settled = True
        self._record = []

    async def _pass_over(self, backend: Backend, refusal: Message) -> None:
        """Hand the stream to the next replica; where there is none, give the client the refusal that ends soonest."""
        backend.held = [refusal]
        self._refused.append(backend)
        self._current = self._target = None
        if self._candidates is None:
            self._candidates = list(self._peers.to_ask())
        while self._candidates:
            peer = self._candidates.pop(0)
            with suppress(OSError):
                passport = Passport(self._peers.secret, self._scope, self._token)
                self._current = other = await OtherReplica.open(peer, passport, self._deliver, self._ended)
                if self._token is not None:
                    self._note_moved(self._token, peer.name)
                await self._tell(other)
                return
        await self._give_up()

    async def _tell(self, other: Backend) -> None:
        """All that the client has sent, also while it is told."""
        told = 0
        while told < len(self._record) and self._current is other:
            await other.send(self._record[told])
            told += 1
        if self._current is other:  # else it has refused meanwhile, and the next one is told
            self._target = other

    async def _give_up(self) -> None:
        soonest = min((one for one in self._refused if one.held), key=lambda one: _wait_s(one.held[0]))
        self._current = self._target = soonest
        self._is_running = False
        held, soonest.held = soonest.held, []
        for message in held:
            await self._send(message)
            if message["type"] == "websocket.close" and not self._over.done():
                self._over.set_result(None)

    # Shutdown

    def stop(self) -> None:
        """The stream that runs elsewhere is finished, and no other begins. Those here the application closes."""
        self._is_stopping = True
        if isinstance(self._current, OtherReplica) and not self._is_running:
            self._closing = asyncio.create_task(self._close_for_stop())

    async def _close_for_stop(self) -> None:
        if isinstance(self._current, OtherReplica) and not self._over.done():
            await self._send({"type": "websocket.close", "code": error_reply(Stopping()).close_code})
            self._over.set_result(None)


def _is_refusal(message: Message) -> bool:
    """In place of the handshake: koe stops."""
    if message["type"] == "websocket.http.response.start":
        return message["status"] in STATUSES
    return message["type"] == "websocket.close" and message.get("code") == POLICY_VIOLATION


def _wait_s(refusal: Message) -> float:
    return wait_s(parsed(refusal.get("text") or "").get("retry_after_s"))
