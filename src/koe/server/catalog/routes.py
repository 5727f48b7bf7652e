"""Where the lists are found: each client looks in its own place."""

from __future__ import annotations

from fastapi import APIRouter

from koe.server.catalog.handler import CatalogHandler
from koe.server.catalog.schema import ModelList, VoiceList


def catalog_router(handler: CatalogHandler) -> APIRouter:
    router = APIRouter(tags=["catalog"])

    @router.get("/v1/audio/voices")
    @router.get("/v1/voices")
    @router.get("/voices")
    async def list_voices(legacy: bool = False) -> VoiceList:
        return handler.voices(legacy)

    @router.get("/v1/models")
    @router.get("/v1/audio/models")
    async def list_models() -> ModelList:
        return handler.models()

    return router
