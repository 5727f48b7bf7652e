"""Query of GET /v1/audio/speech -> the same answer as POST gives, or a part of it.

A GET changes nothing, but costs work, and any web page can put such a link into an <audio> element. So pages of other
sites must be listed in KOKORO_ALLOWED_ORIGINS.

A player that seeks, and a client that lost its connection, ask for a range of bytes. It is cut from the cache or, where
the cache does not have the answer, from the speech, made again. A request without a range is always spoken anew.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Collection, Mapping

from fastapi import Request, Response

from koe.lru import ByteLru
from koe.server.errors import refusal
from koe.server.guards.origins import Origins
from koe.server.link.answers import Answer, LinkAnswers
from koe.server.link.schema import LinkQuery
from koe.server.ranges import ACCEPTED, file_response, precondition_failed, range_of, required_tags
from koe.server.speech.handler import SpeechHandler
from koe.server.speech.response import SpokenResponse
from koe.wire.codecs import FORMATS

# Facts of the work, not of the answer: one from the cache has taken none.
_MEASURED = frozenset({"x-koe-rtf", "x-koe-ttfa-ms"})


class LinkHandler:
    """`allowed_origins` are those of other pages that may use it; `*` stands for all."""

    def __init__(self, speech: SpeechHandler, allowed_origins: Collection[str], cache_bytes: int = 0) -> None:
        self._speech = speech
        self._origins = Origins(allowed_origins)
        self._answers = LinkAnswers(cache_bytes)

    @property
    def cache(self) -> ByteLru[tuple[str, str], Answer]:
        return self._answers.files

    async def respond(self, query: LinkQuery, request: Request) -> Response:
        if not self._origins.allows_link(request.scope):
            message = "A page of another site may not use this link. Add its origin to KOKORO_ALLOWED_ORIGINS."
            return refusal(403, message, "origin_not_allowed")
        body = query.to_body()
        key = hashlib.sha256(repr(query).encode(errors="surrogatepass")).hexdigest()
        asked, tag, required = range_of(request), request.headers.get("if-range"), required_tags(request)
        if required is not None:
            tag = next((one for one in required if self._answers.has_begun(key, one)), None)
            if tag is None and body.stream:  # the tag of a file follows from its bytes, that of a stream does not
                return precondition_failed()
        wants_known = required is not None or (asked is not None and not asked.is_all)
        answer = self._answers.find(key, tag) if wants_known else None
        measured: dict[str, str] = {}
        if answer is None:
            response = await self._speech.respond(body, request)
            headers = _kept_headers(response)
            measured = {name: response.headers[name] for name in _MEASURED if name in response.headers}
            if not isinstance(response, SpokenResponse):
                answer = await asyncio.to_thread(self._answers.file, bytes(response.body), headers)
            elif wants_known and (tag is None or self._answers.has_begun(key, tag)):
                content = await response.collected(request)
                answer = await asyncio.to_thread(self._answers.remade, key, tag, content, headers)
            else:
                return self._recorded(response, key, headers)
            self._answers.keep(key, answer)
        media_type = FORMATS[body.response_format].media_type
        return file_response(request, answer.content, answer.etag, media_type, {**answer.headers, **measured})

    def _recorded(self, response: SpokenResponse, key: str, headers: Mapping[str, str]) -> SpokenResponse:
        """The stream, which is kept when it has come to its end and the cache has room for it."""
        etag, beginning = self._answers.begin(key)
        response.headers.update({**ACCEPTED, "ETag": etag})
        chunks = response.body_iterator

        async def recorded() -> AsyncIterator[bytes]:
            content = bytearray()
            async for chunk in chunks:
                data = chunk.encode() if isinstance(chunk, str) else bytes(chunk)
                beginning.add(data)
                if len(content) <= self._answers.max_bytes:
                    content += data
                yield data
            if len(content) <= self._answers.max_bytes:
                self._answers.keep(key, Answer(bytes(content), etag, headers))

        response.body_iterator = recorded()
        return response


def _kept_headers(response: Response) -> dict[str, str]:
    """The headers that a part of the answer has too: koe's own that say what it is, and whether caches may keep it."""
    own = (name for name in response.headers if name.startswith(("x-audio-", "x-koe-", "cache-control")))
    return {name: response.headers[name] for name in own if name not in _MEASURED}
