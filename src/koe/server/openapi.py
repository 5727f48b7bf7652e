"""What /openapi.json says: every answer as it really is, errors as OpenAI's object."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from koe.wire.codecs import FORMATS

# FastAPI's own answer to a bad request, which koe never gives.
_NEVER_GIVEN = "422"
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
                "request_id": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "As the log has it."},
            },
        }
    },
}
_AN_ERROR = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
_ERRORS = {
    "4XX": {"description": "The caller can mend it.", "content": _AN_ERROR},
    "5XX": {"description": "koe's own fault, or it is shutting down.", "content": _AN_ERROR},
}


def audio_answer(formats: Sequence[str] = tuple(FORMATS)) -> dict[int | str, dict[str, Any]]:
    """For a route's `responses`."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    content = {FORMATS[name].media_type: binary for name in formats}
    return {200: {"description": "Speech, mono.", "content": content}}


def leaves_out(*fields: str) -> Callable[[dict[str, Any]], None]:
    """For a body that inherits fields which mean nothing to it: they are accepted, and not advertised."""

    def leave_out(schema: dict[str, Any]) -> None:
        for field in fields:
            schema.get("properties", {}).pop(field, None)

    return leave_out


def install_openapi(app: FastAPI) -> None:
    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _truthful(get_openapi(title=app.title, version=app.version, routes=app.routes))
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's documentation has it


def _truthful(document: dict[str, Any]) -> dict[str, Any]:
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for name in _UNUSED_SCHEMAS:
        schemas.pop(name, None)
    schemas["Error"] = _ERROR
    for operation in _operations(document["paths"]):
        operation["responses"].pop(_NEVER_GIVEN, None)
        operation["responses"] |= {status: copy.deepcopy(answer) for status, answer in _ERRORS.items()}
    return document


def _operations(paths: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for path in paths.values():
        yield from path.values()
