"""Query of GET /v1/audio/speech -> the same answer as POST gives.

A GET changes nothing, but costs work, and any web page can put such a link into an <audio> element. So pages of other
sites must be listed in KOKORO_ALLOWED_ORIGINS.
"""

from __future__ import annotations

from collections.abc import Collection

from fastapi import Request, Response

from koe.server.errors import refusal
from koe.server.guards.origins import Origins
from koe.server.link.schema import LinkQuery
from koe.server.speech.handler import SpeechHandler


class LinkHandler:
    """`allowed_origins` are those of other pages that may use it; `*` stands for all."""

    def __init__(self, speech: SpeechHandler, allowed_origins: Collection[str]) -> None:
        self._speech = speech
        self._origins = Origins(allowed_origins)

    async def respond(self, query: LinkQuery, request: Request) -> Response:
        if not self._origins.allows_link(request.scope):
            message = "A page of another site may not use this link. Add its origin to KOKORO_ALLOWED_ORIGINS."
            return refusal(403, message, "origin_not_allowed")
        return await self._speech.respond(query.to_body(), request)
