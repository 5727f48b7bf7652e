"""Builds /openapi.json: media types of audio, and OpenAI's error object for all 4xx and 5xx answers."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from koe.wire.codecs import FORMATS

# FastAPI's own answer to an invalid request. koe answers 400 with the error object instead.
_FASTAPI_INVALID = "422"
_UNUSED_SCHEMAS = ("HTTPValidationError", "ValidationError")

_ERROR = {
    "title": "Error",
    "description": "OpenAI's error object. No message repeats what was sent.",
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message", "type", "param", "code", "request_id"],
            "properties": {
                "message": {"type": "string"},
                "type": {"type": "string"},
                "param": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The field that is wrong."},
                "code": {"type": "string"},
                "request_id": {
                    "anyOf": [{"type": "string"}, {"type": "null"}],
                    "description": "As in X-Request-Id and the log.",
                },
                "line": {"type": "integer", "description": "Where the SSML is wrong, counted from 1."},
                "column": {"type": "integer", "description": "The same, in characters (code points)."},
            },
        }
    },
}
_ERROR_CONTENT = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
_ERRORS = {
    "4XX": {"description": "The request is invalid or was refused.", "content": _ERROR_CONTENT},
    "5XX": {"description": "koe failed, or it is shutting down.", "content": _ERROR_CONTENT},
}


def audio_answer(formats: Sequence[str] = tuple(FORMATS)) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that returns audio."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    content = {FORMATS[name].media_type: binary for name in formats}
    return {200: {"description": "Speech, mono.", "content": content}}


def ranged_answer() -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that returns audio of which a client may ask for a part."""
    (whole,) = audio_answer().values()
    part = {**whole, "description": "The bytes that Range asks for."}
    return {200: whole, 206: part, 304: {"description": "The tag in If-None-Match is still that of the file."}}


def install_openapi(app: FastAPI) -> None:
    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _corrected(get_openapi(title=app.title, version=app.version, routes=app.routes))
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # the way that FastAPI documents


def _corrected(document: dict[str, Any]) -> dict[str, Any]:
    """FastAPI's document with koe's error answers in place of 422."""
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for name in _UNUSED_SCHEMAS:
        schemas.pop(name, None)
    schemas["Error"] = _ERROR
    for operation in _operations(document["paths"]):
        operation["responses"].pop(_FASTAPI_INVALID, None)
        operation["responses"] |= {status: copy.deepcopy(answer) for status, answer in _ERRORS.items()}
    return document


def _operations(paths: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for path in paths.values():
        yield from path.values()
