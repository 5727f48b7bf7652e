"""Exceptions -> replies: HTTP status, WebSocket close code and OpenAI's error object, for every protocol koe serves."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from koe.errors import (
    BadMarkup,
    Busy,
    Cancelled,
    ChunkExpired,
    ChunkInFuture,
    EngineError,
    LaneStalled,
    MemoryShort,
    ModelNotOffered,
    RequestError,
    Stopping,
    StreamIdle,
    TookTooLong,
    TooManyStreams,
    UnknownStream,
    described,
)
from koe.observe.request_id import current_request_id

log = logging.getLogger("koe.server")

CLIENT_CLOSED_REQUEST = 499
SERVICE_UNAVAILABLE = 503

_INVALID_REQUEST = "invalid_request_error"
_RATE_LIMIT = "rate_limit_error"
_SERVER_ERROR = "server_error"
_WS_INTERNAL_ERROR = 1011
_WS_SERVICE_RESTART = 1012


class _Kind(NamedTuple):
    status: int
    close_code: int
    openai_type: str


# A class that is not listed has the row of its nearest base class. Close codes of client errors are in the private
# range, 4000 above the HTTP status.
_KINDS: Mapping[type[BaseException], _Kind] = {
    RequestError: _Kind(400, 4400, _INVALID_REQUEST),
    ModelNotOffered: _Kind(404, 4404, _INVALID_REQUEST),
    UnknownStream: _Kind(404, 4404, _INVALID_REQUEST),
    StreamIdle: _Kind(408, 4408, _INVALID_REQUEST),
    ChunkInFuture: _Kind(409, 4409, _INVALID_REQUEST),
    ChunkExpired: _Kind(410, 4410, _INVALID_REQUEST),
    TooManyStreams: _Kind(429, 4429, _INVALID_REQUEST),
    Busy: _Kind(429, 4429, _RATE_LIMIT),
    EngineError: _Kind(500, _WS_INTERNAL_ERROR, _SERVER_ERROR),
    Cancelled: _Kind(CLIENT_CLOSED_REQUEST, _WS_INTERNAL_ERROR, _SERVER_ERROR),
    LaneStalled: _Kind(SERVICE_UNAVAILABLE, _WS_INTERNAL_ERROR, _SERVER_ERROR),
    MemoryShort: _Kind(SERVICE_UNAVAILABLE, _WS_INTERNAL_ERROR, _SERVER_ERROR),
    Stopping: _Kind(SERVICE_UNAVAILABLE, _WS_SERVICE_RESTART, _SERVER_ERROR),
    TookTooLong: _Kind(504, _WS_INTERNAL_ERROR, _SERVER_ERROR),
    BaseException: _Kind(500, _WS_INTERNAL_ERROR, _SERVER_ERROR),
}

# Codes of refusals that give none, and of Starlette's own errors.
_STATUS_CODES: Mapping[int, str] = {
    400: "bad_request",
    403: "host_not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    413: "request_too_large",
    415: "unsupported_media_type",
}
_STATUS_MESSAGES: Mapping[int, str] = {
    400: "The body cannot be read as JSON.",
    404: "Unknown path. GET /openapi.json lists the paths of this server.",
    405: "This path does not support this method; the Allow header lists those it supports.",
}

# Removed from the beginning of Pydantic's messages: clients would take "Input" for the field `input`.
_PYDANTIC_PREFIX = "Input should "


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """The answer to an error, for any protocol."""

    status: int
    close_code: int
    body: dict[str, Any]
    retry_after_s: int | None = None

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.retry_after_s is None else {"Retry-After": str(self.retry_after_s)}

    def to_response(self) -> JSONResponse:
        return JSONResponse(self.body, self.status, self.headers)


def error_reply(error: BaseException) -> ErrorReply:
    """The reply to any exception. Of an exception that is not koe's own it gives only the type: its message may hold
    user text."""
    match error:
        case RequestValidationError():
            message, param, code = describe_invalid(error.errors())
            return status_reply(400, message, code, param)
        case HTTPException(status_code=status):
            message = _STATUS_MESSAGES.get(status, "The request was refused.")
            return status_reply(status, message, _STATUS_CODES.get(status, "error"))
        case RequestError():
            message, code, param = error.message, error.code, error.param
        case EngineError():
            message, code, param = str(error), error.code, None
        case _:
            message, code, param = f"Something failed inside koe ({type(error).__name__}).", "internal_error", None
    kind = next(_KINDS[base] for base in type(error).__mro__ if base in _KINDS)
    body = _error_body(message, kind.openai_type, code, param)
    if isinstance(error, BadMarkup):
        body["error"] |= {"line": error.line, "column": error.column}
    return ErrorReply(kind.status, kind.close_code, body, getattr(error, "retry_after_s", None))


def status_reply(
    status: int, message: str, code: str | None = None, param: str | None = None, retry_after_s: int | None = None
) -> ErrorReply:
    """The reply to a request that was refused without an exception, by a guard or a protocol."""
    is_server_error = status >= 500
    openai_type = _SERVER_ERROR if is_server_error else _INVALID_REQUEST
    close_code = _WS_INTERNAL_ERROR if is_server_error else 4000 + status
    body = _error_body(message, openai_type, code or _STATUS_CODES[status], param)
    return ErrorReply(status, close_code, body, retry_after_s)


def refusal(status: int, message: str, code: str | None = None, param: str | None = None) -> JSONResponse:
    return status_reply(status, message, code, param).to_response()


def body_of(error: BaseException) -> dict[str, Any]:
    return error_reply(error).body


def _error_body(message: str, openai_type: str, code: str, param: str | None) -> dict[str, Any]:
    """OpenAI's four keys, and the request id under which the log has it."""
    error = {"message": message, "type": openai_type, "param": param, "code": code, "request_id": current_request_id()}
    return {"error": error}


def describe_invalid(problems: Sequence[Mapping[str, Any]]) -> tuple[str, str | None, str]:
    """Pydantic's first problem as message, parameter and code. Repeats nothing that was sent."""
    first = problems[0]
    if first["type"] == "json_invalid":
        return "The body is not valid JSON.", None, "invalid_json"
    # ("body", "voice", "str") -> voice: the tail only says which member of a union was tried.
    path = [str(part) for part in first["loc"] if part not in ("body", "query")]
    if not path:
        return "The body must be a JSON object.", None, "invalid_type"
    param = path[0]
    if first["type"] == "missing":
        return f"{param} is required.", param, "missing_required_parameter"
    reason = str(first["msg"]).removeprefix("Value error, ")
    if reason.startswith(_PYDANTIC_PREFIX):
        return f"{param} must {reason.removeprefix(_PYDANTIC_PREFIX)}.", param, "invalid_value"
    return f"{param}: {reason[:1].lower()}{reason[1:]}.", param, "invalid_value"


def install_error_handlers(app: FastAPI) -> None:
    for kind in (RequestError, EngineError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _answer)


async def _answer(_: Request, error: Exception) -> JSONResponse:
    reply = error_reply(error)
    if isinstance(error, EngineError):
        _log(error, reply.status)
    response = reply.to_response()
    if isinstance(error, HTTPException):
        response.headers.update(error.headers or {})
    return response


def _log(error: EngineError, status: int) -> None:
    if status == SERVICE_UNAVAILABLE:
        log.warning("request refused: %s", error)
    elif status != CLIENT_CLOSED_REQUEST:
        log.error("request failed: %s", described(error))
