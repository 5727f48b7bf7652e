"""GET /health: the process runs. GET /ready: new requests are served. GET /status, /metrics: figures, for operators."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST

from koe.observe.telemetry import Telemetry
from koe.server.guards import OperatorRoute
from koe.server.reads import get_and_head
from koe.server.status.readiness import ReadReadiness
from koe.server.status.report import StatusReport
from koe.server.status.schema import Health, Readiness, Status


def status_router(ready_status: ReadReadiness, report: StatusReport, telemetry: Telemetry) -> APIRouter:
    router = APIRouter(tags=["status"])
    operators = APIRouter(route_class=OperatorRoute)

    @get_and_head(router, "/health", summary="Whether the process runs")
    async def health() -> Health:
        return Health(status="ok")

    @get_and_head(
        router, "/v1/test", summary="As Kokoro-FastAPI answers: programs recognise it by this", deprecated=True
    )
    async def test() -> Health:
        return Health(status="ok")

    @get_and_head(router, "/ready", summary="Whether new requests are served", responses={503: {"model": Readiness}})
    async def ready(response: Response) -> Readiness:
        status = ready_status()
        response.status_code = 200 if status == "ready" else 503
        return Readiness(status=status)

    @operators.get("/status", summary="Times, counters and load, for operators")
    async def status() -> Status:
        return await asyncio.to_thread(report.status)

    @operators.get(
        "/metrics",
        summary="Metrics for Prometheus, for operators",
        response_class=Response,
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def metrics() -> Response:
        return Response(await asyncio.to_thread(telemetry.metrics), media_type=CONTENT_TYPE_LATEST)

    router.include_router(operators)
    return router
