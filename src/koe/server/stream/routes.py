"""The route of live streams: /v1/audio/stream."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.websockets import WebSocket

from koe.server.stream.handler import StreamHandler


def stream_router(handler: StreamHandler) -> APIRouter:
    router = APIRouter(tags=["stream"])

    @router.websocket("/v1/audio/stream")
    async def stream(socket: WebSocket) -> None:
        await handler.serve(socket)

    return router
