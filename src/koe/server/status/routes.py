"""GET /health: the process answers. GET /ready: the model is warm. GET /status: what it has done, in numbers."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Response

from koe.engine.engine import Engine
from koe.server.reads import get_and_head
from koe.server.status.schema import Health, Readiness, Status


def status_router(engine: Engine) -> APIRouter:
    router = APIRouter(tags=["status"])

    @get_and_head(router, "/health", summary="Whether the process lives")
    async def health() -> Health:
        return Health(status="ok")

    @get_and_head(router, "/ready", summary="Whether the model is warm", responses={503: {"model": Readiness}})
    async def ready(response: Response) -> Readiness:
        response.status_code = 200 if engine.is_warm else 503
        return Readiness(status="ready" if engine.is_warm else "warming_up")

    @router.get("/status", summary="What the server has done, in numbers")
    async def status() -> Status:
        return Status.model_validate(asdict(engine.state))

    return router
