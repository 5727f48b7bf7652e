"""The routes of the pages and their files, and of GET /v1/facts."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response

from koe.server.ranges import file_response
from koe.server.reads import get_and_head
from koe.server.web.facts import Facts
from koe.server.web.files import StaticFile

# A page may load only what koe serves: no script, style or font from elsewhere, and no inline script or style.
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types koe-epub",  # the parser of chapters, whose text alone is taken
    )
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",  # the ETag decides: a new version of koe shows at once
}


def web_router(files: Mapping[str, StaticFile], facts: Facts) -> APIRouter:
    router = APIRouter(tags=["web"])

    def add(path: str, file: StaticFile) -> None:
        @get_and_head(router, path, include_in_schema=False)
        async def page(request: Request) -> Response:
            return file_response(request, file.content, file.etag, file.media_type, HEADERS)

    for path, file in files.items():
        add(path, file)

    @get_and_head(router, "/v1/facts", summary="What this server offers: languages, builds, formats, limits")
    async def get_facts() -> Facts:
        return facts

    return router
