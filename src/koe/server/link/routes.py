"""The route of GET /v1/audio/speech."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from koe.server.link.handler import LinkHandler
from koe.server.link.schema import LinkQuery
from koe.server.openapi import ranged_answer


def link_router(handler: LinkHandler) -> APIRouter:
    router = APIRouter(tags=["speech"])

    @router.get(
        "/v1/audio/speech",
        summary="As POST, for the source of an audio element",
        response_class=Response,
        responses=ranged_answer(),
    )
    async def follow_link(query: Annotated[LinkQuery, Query()], request: Request) -> Response:
        return await handler.respond(query, request)

    return router
