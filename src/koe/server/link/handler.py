"""A query -> the same answer as POST /v1/audio/speech gives.

It changes nothing, but it costs, and any page can put such a link into an <audio>: a browser says where it comes from.
"""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from fastapi import Request, Response
from starlette.datastructures import Headers

from koe.server.errors import refusal
from koe.server.link.schema import LinkQuery
from koe.server.speech.handler import SpeechHandler


class LinkHandler:
    """`allowed_origins` are those of other pages that may use it; `*` stands for all."""

    def __init__(self, speech: SpeechHandler, allowed_origins: Collection[str]) -> None:
        self._speech = speech
        self._allowed = frozenset(origin.strip().lower().rstrip("/") for origin in allowed_origins)

    async def respond(self, query: LinkQuery, request: Request) -> Response:
        if self._is_foreign(request) and not self._is_allowed(request.headers):
            message = "A page of another site may not use this link. Name its origin in KOKORO_ALLOWED_ORIGINS."
            return refusal(403, message, "origin_not_allowed")
        return await self._speech.respond(query.to_body(), request)

    def _is_foreign(self, request: Request) -> bool:
        site = request.headers.get("sec-fetch-site", "").strip().lower()
        if site:
            return site == "cross-site"
        own = f"{request.url.scheme}://{request.headers.get('host', '')}".lower()
        return request.headers.get("origin", own).strip().lower() != own

    def _is_allowed(self, headers: Headers) -> bool:
        return "*" in self._allowed or _origin(headers) in self._allowed


def _origin(headers: Headers) -> str | None:
    """An <audio> without `crossorigin` sends no Origin; its Referer, which no page can forge, begins with it."""
    if "origin" in headers:
        return headers["origin"].strip().lower()
    try:
        page = urlsplit(headers.get("referer", "").strip().lower())
    except ValueError:
        return None
    return f"{page.scheme}://{page.netloc}" if page.netloc else None
