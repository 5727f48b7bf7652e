"""Buffer of a live stream's messages: sent ones are kept for a reconnect, unsent ones wait for the client."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from koe.errors import ChunkExpired, ChunkInFuture


@dataclass(frozen=True, slots=True)
class Message:
    """A frame and the JSON messages (`notes`) that are sent before it; a replay repeats both. `start_s` is where it
    begins in the audio, `made_s` when it was made. `is_audible`: the first audible sample is in it or before it."""

    frame: bytes
    notes: tuple[str, ...] = ()
    start_s: float = 0.0
    made_s: float = 0.0
    is_audible: bool = False

    @property
    def size_bytes(self) -> int:
        return len(self.frame) + sum(map(len, self.notes))


class Replay:
    """Sent messages are kept until they are acknowledged or their room is needed. Unsent messages are never dropped:
    the producer must wait until `has_room` (back-pressure)."""

    def __init__(self, sent_bytes: int, unsent_bytes: int) -> None:
        self._most_sent_bytes = sent_bytes
        self._most_unsent_bytes = unsent_bytes
        self._messages: deque[Message] = deque()
        self._first = 0  # chunk_id of the oldest message
        self._sent = 0  # chunk_id of the next one to send
        self._ever_sent = 0
        self._sent_bytes = 0
        self._unsent_bytes = 0

    @property
    def next_chunk_id(self) -> int:
        """chunk_id of the next message that will be added."""
        return self._first + len(self._messages)

    @property
    def oldest_chunk_id(self) -> int:
        return self._first

    @property
    def has_room(self) -> bool:
        return self._unsent_bytes < self._most_unsent_bytes

    @property
    def is_all_sent(self) -> bool:
        return self._sent == self.next_chunk_id

    @property
    def unsent_bytes(self) -> int:
        return self._unsent_bytes

    @property
    def size_bytes(self) -> int:
        return self._sent_bytes + self._unsent_bytes

    def add(self, message: Message) -> None:
        self._messages.append(message)
        self._unsent_bytes += message.size_bytes

    def peek(self) -> Message | None:
        """The next message to send, which stays the next one, or None."""
        return None if self.is_all_sent else self._messages[self._sent - self._first]

    def take(self) -> Message | None:
        """Return the next message to send, or None."""
        if self.is_all_sent:
            return None
        message = self._messages[self._sent - self._first]
        self._sent += 1
        self._ever_sent = max(self._ever_sent, self._sent)
        self._unsent_bytes -= message.size_bytes
        self._sent_bytes += message.size_bytes
        while self._sent_bytes > self._most_sent_bytes and self._sent - self._first > 1:
            self._drop_oldest()
        return message

    def forget_before(self, chunk_id: int) -> None:
        """Drop the messages before `chunk_id`: the client has acknowledged them."""
        if chunk_id > self._ever_sent:
            raise ChunkInFuture(self._ever_sent)
        while self._first < min(chunk_id, self._sent):
            self._drop_oldest()

    def rewind_to(self, chunk_id: int) -> None:
        """Make `chunk_id` the next message to send."""
        if chunk_id > self._ever_sent:
            raise ChunkInFuture(self._ever_sent)
        if chunk_id < self._first:
            raise ChunkExpired(self._first)
        while self._sent > chunk_id:
            self._sent -= 1
            size_bytes = self._messages[self._sent - self._first].size_bytes
            self._sent_bytes -= size_bytes
            self._unsent_bytes += size_bytes
        while self._sent < chunk_id:  # arrived on an earlier connection that broke before the ack
            self.take()
        self.forget_before(chunk_id)

    def keep_sent(self, size_bytes: int) -> None:
        """Drop the oldest sent messages until this much is left: memory is short."""
        while self._sent_bytes > size_bytes and self._sent > self._first:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        self._sent_bytes -= self._messages.popleft().size_bytes
        self._first += 1
