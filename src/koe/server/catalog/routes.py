"""The routes of lists and previews; some lists have several paths, for different clients."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response

from koe.constants import MODEL_NAME
from koe.server.catalog.handler import CatalogHandler
from koe.server.catalog.schema import COMBINED_VOICES, ModelList, ModelObject, VoiceDetail, VoiceList, combined_name
from koe.server.fields import DEFAULT_FORMAT, FORMAT_NAMES
from koe.server.guards import JsonRoute
from koe.server.openapi import ranged_answer
from koe.server.reads import get_and_head


def catalog_router(handler: CatalogHandler) -> APIRouter:
    router = APIRouter(tags=["catalog"])
    json_only = APIRouter(route_class=JsonRoute)

    @get_and_head(router, "/v1/audio/voices", summary="All voices")
    @get_and_head(router, "/v1/voices", summary="All voices")
    @get_and_head(router, "/voices", summary="All voices")
    async def list_voices(legacy: bool = False) -> VoiceList:
        return handler.voices(legacy)

    @json_only.post(
        "/v1/audio/voices/combine",
        summary="A mix of voices as a voice file of PyTorch, as Kokoro-FastAPI answers",
        response_class=Response,
        responses={200: {"description": "A .pt file.", "content": {"application/octet-stream": {}}}},
        deprecated=True,
    )
    async def combine_voices(voices: Annotated[Any, Body(json_schema_extra=COMBINED_VOICES)]) -> Response:
        return await handler.combined(combined_name(voices))

    router.include_router(json_only)  # before the route whose {voice_id} would match too

    @get_and_head(router, "/v1/audio/voices/{voice_id}", summary="One voice", response_model=VoiceDetail)
    async def get_voice(voice_id: str) -> Response:
        return handler.voice(voice_id)

    @get_and_head(
        router,
        "/v1/audio/voices/{voice_id}/preview",
        summary="A short sentence in a voice's own language",
        response_class=Response,
        responses=ranged_answer(),
    )
    async def preview_voice(
        voice_id: str,
        request: Request,
        form: str = Query(DEFAULT_FORMAT, alias="format", json_schema_extra=FORMAT_NAMES),
        model: str = Query(MODEL_NAME, description="As in the body of POST /v1/audio/speech."),
    ) -> Response:
        return await handler.preview(voice_id, form, model, request)

    @get_and_head(router, "/v1/models", summary="All models")
    @get_and_head(router, "/v1/audio/models", summary="All models")
    async def list_models() -> ModelList:
        return handler.models()

    @get_and_head(router, "/v1/models/{model_id}", summary="One model", response_model=ModelObject)
    async def one_model(model_id: str) -> Response:
        return handler.model(model_id)

    return router
