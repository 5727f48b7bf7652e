"""Range requests (RFC 9110): the bytes of an answer that a request asks for, and whether it has the answer already."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import Request, Response

from koe.server.errors import refusal

ACCEPTED = {"Accept-Ranges": "bytes"}
_ONE_RANGE = re.compile(r"(?i)bytes\s*=\s*(?P<first>[0-9]{0,18})-(?P<last>[0-9]{0,18})\s*")


@dataclass(frozen=True, slots=True)
class ByteRange:
    """`first:last`, both included; `last` None: to the end; `first` None: the last `last` bytes."""

    first: int | None
    last: int | None

    @property
    def is_all(self) -> bool:
        """Players begin with it. It says no more than that they could continue with other ranges."""
        return self == ByteRange(0, None)

    def within(self, size: int) -> slice | None:
        """None: nothing of it exists."""
        if self.first is None:
            start, stop = max(0, size - (self.last or 0)), size
        else:
            start, stop = self.first, size if self.last is None else min(size, self.last + 1)
        return slice(start, stop) if start < stop else None


def etag_of(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def range_of(request: Request) -> ByteRange | None:
    """None: the whole answer. A server may send it in place of several ranges, and must if the header is invalid."""
    written = request.headers.getlist("range")
    found = _ONE_RANGE.fullmatch(written[0].strip()) if len(written) == 1 and request.method == "GET" else None
    if found is None:
        return None
    first, last = (int(part) if part else None for part in found.groups())
    is_valid = (first, last) != (None, None) and (first is None or last is None or first <= last)
    return ByteRange(first, last) if is_valid else None


def allows_range(request: Request, etag: str) -> bool:
    """Whether If-Range, if it is sent, names this very answer. koe sends no Last-Modified: a date never does."""
    return request.headers.get("if-range", etag).strip() == etag


def is_known(request: Request, etag: str) -> bool:
    """Whether If-None-Match names this answer: then it need not be sent again."""
    tags = {tag.removeprefix("W/") for tag in _tags(request, "if-none-match")}
    return etag in tags or "*" in tags


def required_tags(request: Request) -> list[str] | None:
    """The tags of If-Match: a client that cannot use another answer sends what it has a part of. None: any answer."""
    tags = _tags(request, "if-match")
    return None if not tags or "*" in tags else tags


def precondition_failed() -> Response:
    message = "The answer is not the one that If-Match names. Ask for it without If-Match, from its first byte."
    return refusal(412, message, "precondition_failed")


def _tags(request: Request, header: str) -> list[str]:
    written = ",".join(request.headers.getlist(header))
    return [tag for part in written.split(",") if (tag := part.strip())]


def file_response(
    request: Request, content: bytes, etag: str, media_type: str, headers: Mapping[str, str] | None = None
) -> Response:
    """200 with the whole content, 206 with the part that the request asks for, 304, 412 or 416."""
    headers = {**(headers or {}), **ACCEPTED, "ETag": etag}
    required = required_tags(request)
    if required is not None and etag not in required:
        return precondition_failed()
    if is_known(request, etag):
        return Response(status_code=304, headers=headers)
    asked = range_of(request) if allows_range(request, etag) else None
    if asked is None:
        return Response(content, media_type=media_type, headers=headers)
    part = asked.within(len(content))
    if part is None:
        message = f"The range lies outside the answer, which has {len(content)} bytes."
        response = refusal(416, message, "range_not_satisfiable")
        response.headers.update({**ACCEPTED, "Content-Range": f"bytes */{len(content)}"})
        return response
    headers["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{len(content)}"
    return Response(content[part], status_code=206, media_type=media_type, headers=headers)
