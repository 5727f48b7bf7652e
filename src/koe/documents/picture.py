"""Bytes -> a picture, if they begin as one of the kinds that audio files can carry."""

from __future__ import annotations

from koe.types import Picture


def picture_of(data: bytes) -> Picture | None:
    if data.startswith(b"\xff\xd8\xff"):
        return Picture(data, "image/jpeg")
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return Picture(data, "image/png")
    return None
