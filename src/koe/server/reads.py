"""A decorator that registers a route for GET and HEAD."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


def get_and_head(router: APIRouter, path: str, **options: Any) -> Callable[[Endpoint], Endpoint]:
    """Register a route for both methods. HEAD is left out of /openapi.json: GET describes it, and two operations of one
    route would share an id."""

    def add(endpoint: Endpoint) -> Endpoint:
        router.add_api_route(path, endpoint, methods=["GET"], **options)
        router.add_api_route(path, endpoint, methods=["HEAD"], **options | {"include_in_schema": False})
        return endpoint

    return add
