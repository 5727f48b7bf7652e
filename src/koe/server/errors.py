"""Exceptions -> OpenAI's error object. The one place where 4xx and 5xx are decided."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from koe.errors import Busy, Cancelled, EngineError, LaneStalled, RequestError, Stopping, TookTooLong, described
from koe.observe.request_id import current_request_id

log = logging.getLogger("koe.server")

# Which would read as if the field `input` were meant.
_PYDANTIC_BEGINS = "Input should "

_STATUS_CODES: Mapping[int, str] = {
    400: "bad_request",
    403: "host_not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    413: "request_too_large",
    415: "unsupported_media_type",
}


_HUNG_UP = 499
_NO_ROOM = 503
_ENGINE_STATUS: Mapping[type[EngineError], int] = {
    Cancelled: _HUNG_UP,
    Stopping: _NO_ROOM,
    LaneStalled: _NO_ROOM,
    TookTooLong: 504,
}


def error_body(message: str, kind: str, code: str, param: str | None = None) -> dict[str, Any]:
    """OpenAI's four keys, and the id under which the log has it."""
    error = {"message": message, "type": kind, "param": param, "code": code, "request_id": current_request_id()}
    return {"error": error}


def body_of(error: Exception) -> dict[str, Any]:
    """Of any exception. The message of one that koe did not raise itself may hold anything, the user's text too: only
    its type is told."""
    match error:
        case Busy():
            return error_body(error.message, "rate_limit_error", error.code)
        case RequestError():
            return error_body(error.message, "invalid_request_error", error.code, error.param)
        case EngineError():
            return error_body(str(error), "server_error", error.code)
    return error_body(f"Something failed inside koe ({type(error).__name__}).", "server_error", "internal_error")


def refusal(status: int, message: str, code: str | None = None, param: str | None = None) -> JSONResponse:
    body = error_body(message, "invalid_request_error", code or _STATUS_CODES[status], param)
    return JSONResponse(body, status)


def install_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(RequestError, _request_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(EngineError, _engine_error)


async def _request_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestError)  # noqa: S101  registered for this type only
    if isinstance(error, Busy):
        return JSONResponse(body_of(error), 429, {"Retry-After": str(error.retry_after_s)})
    return JSONResponse(body_of(error), 400)


async def _validation_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101  registered for this type only
    message, param, code = describe_invalid(error.errors())
    return refusal(400, message, code, param)


def describe_invalid(problems: Sequence[Mapping[str, Any]]) -> tuple[str, str | None, str]:
    """The first problem as message, parameter and code. Repeats nothing that was sent."""
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
    if reason.startswith(_PYDANTIC_BEGINS):
        return f"{param} must {reason.removeprefix(_PYDANTIC_BEGINS)}.", param, "invalid_value"
    return f"{param}: {reason[:1].lower()}{reason[1:]}.", param, "invalid_value"


async def _http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101  registered for this type only
    response = refusal(
        error.status_code, _http_message(error.status_code), _STATUS_CODES.get(error.status_code, "error")
    )
    response.headers.update(error.headers or {})
    return response


def _http_message(status: int) -> str:
    return {
        400: "The body cannot be read as JSON.",
        404: "There is nothing at this path. GET /openapi.json lists what there is.",
        405: "This path does not take this method; the Allow header says which it takes.",
    }.get(status, "The request was refused.")


async def _engine_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, EngineError)  # noqa: S101  registered for this type only
    status = next((status for kind, status in _ENGINE_STATUS.items() if isinstance(error, kind)), 500)
    if status == _NO_ROOM:
        log.warning("the request was refused: %s", error)
    elif status != _HUNG_UP:  # there nobody reads the answer
        log.error("the request failed: %s", described(error))
    retry_after_s = getattr(error, "retry_after_s", None)
    headers = {} if retry_after_s is None else {"Retry-After": str(retry_after_s)}
    return JSONResponse(body_of(error), status, headers)


def internal_error(error: Exception) -> JSONResponse:
    return JSONResponse(body_of(error), 500)
