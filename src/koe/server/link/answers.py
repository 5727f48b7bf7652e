"""Answers of GET /v1/audio/speech that a client may ask for again: whole ones in a cache, and how streams began.

A stream gets its tag before its bytes are made, and a client that lost it asks for the rest under that tag. Where the
cache does not have it, the speech is made again, which gives the same bytes unless something outside the request has
changed, such as a lexicon. So a digest of the bytes that were sent is kept: the rest goes out under the same tag only
if what comes before it has that digest. No text is kept.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from koe.lru import ByteLru
from koe.server.ranges import etag_of

# A client that comes back later than that, or after so many others, gets the whole answer.
_TTL_S = 600.0
_LINKS_KEPT = 1024
_VERSIONS_PER_LINK = 8


@dataclass(frozen=True, slots=True)
class Answer:
    content: bytes
    etag: str
    headers: Mapping[str, str]


class Beginning:
    """The bytes of one stream that have been sent so far, as a digest.

    A client may be back before the server knows that the old connection is lost, and sends into it: size and digest
    are replaced together, because another thread compares them meanwhile.
    """

    def __init__(self) -> None:
        self._sent = (0, hashlib.sha256())

    def add(self, data: bytes) -> None:
        size, digest = self._sent[0], self._sent[1].copy()
        digest.update(data)
        self._sent = (size + len(data), digest)

    def begins(self, content: bytes) -> bool:
        size, digest = self._sent
        return len(content) >= size and hashlib.sha256(content[:size]).digest() == digest.digest()


class LinkAnswers:
    """Keys are digests of queries; each time its speech is made, a link has a version with a tag."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._files: ByteLru[tuple[str, str], Answer] = ByteLru(max_bytes, lambda one: len(one.content), _TTL_S)
        self._begun: OrderedDict[str, dict[str, Beginning]] = OrderedDict()  # by key and tag, the newest last

    @property
    def files(self) -> ByteLru[tuple[str, str], Answer]:
        return self._files

    def find(self, key: str, etag: str | None) -> Answer | None:
        """The whole answer with this tag; without a tag the newest one."""
        tag = self._newest(key) if etag is None else etag
        return None if tag is None else self._files.get((key, tag))

    def has_begun(self, key: str, etag: str) -> bool:
        return etag in self._begun.get(key, {})

    def begin(self, key: str) -> tuple[str, Beginning]:
        """The tag of a new stream, and the record of what it sends."""
        etag, beginning = _new_etag(), Beginning()
        self._add(key, etag, beginning)
        return etag, beginning

    def keep(self, key: str, answer: Answer) -> Answer:
        """A stream that has come to its end, or a file."""
        if not self.has_begun(key, answer.etag):
            self._add(key, answer.etag, Beginning())
        self._files.put((key, answer.etag), answer)
        return answer

    def file(self, content: bytes, headers: Mapping[str, str]) -> Answer:
        """A whole answer, whose tag follows from its bytes. Takes some milliseconds for each megabyte."""
        return Answer(content, etag_of(content), headers)

    def remade(self, key: str, etag: str | None, content: bytes, headers: Mapping[str, str]) -> Answer:
        """A stream that was made again: under the tag it had, if it begins with the bytes that were sent then; else
        under a new one. Takes some milliseconds for each megabyte."""
        tag = self._newest(key) if etag is None else etag
        beginning = None if tag is None else self._begun.get(key, {}).get(tag)
        if tag is None or beginning is None or not beginning.begins(content):
            tag = _new_etag()
        return Answer(content, tag, headers)

    def _newest(self, key: str) -> str | None:
        return next(reversed(self._begun.get(key, {})), None)

    def _add(self, key: str, etag: str, beginning: Beginning) -> None:
        versions = self._begun.setdefault(key, {})
        versions[etag] = beginning
        if len(versions) > _VERSIONS_PER_LINK:
            del versions[next(iter(versions))]
        self._begun.move_to_end(key)
        if len(self._begun) > _LINKS_KEPT:
            self._begun.popitem(last=False)


def _new_etag() -> str:
    return f'"{secrets.token_hex(16)}"'
