"""The routes of /session-status, /session-reset and /benchmarks, for operators only."""

from __future__ import annotations

from fastapi import APIRouter

from koe.server.guards import OperatorRoute
from koe.server.operator.handler import OperatorHandler
from koe.server.operator.schema import LastBenchmarks, OptimizationStatus, Reset, SessionsStatus


def operator_router(handler: OperatorHandler) -> APIRouter:
    router = APIRouter(tags=["operators"], route_class=OperatorRoute)

    @router.get("/session-status", summary="Live streams, for operators")
    async def session_status() -> SessionsStatus:
        return handler.sessions()

    @router.post("/session-reset", summary="Drop finished live streams and all caches, for operators")
    async def session_reset() -> Reset:
        return await handler.reset()

    @router.get("/benchmarks/last", summary="The last results of koe bench, for operators")
    async def last_benchmarks() -> LastBenchmarks:
        return await handler.last_benchmarks()

    @router.get("/benchmarks/optimization/status", summary="The last run of the tuner, for operators")
    async def optimization_status() -> OptimizationStatus:
        return await handler.optimization()

    return router
