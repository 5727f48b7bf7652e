"""Middleware that accepts a base URL with a slash at its end: /v1//audio/speech is /v1/audio/speech."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

_BASE = "/v1"


class BaseUrlSlash:
    """Users enter the base URL into programs such as Open WebUI, which append `/audio/speech` to whatever it is.

    Slashes in other places stay: a proxy in front may have rules for those paths.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope.get("path", "")
        if path.startswith(f"{_BASE}//"):
            scope = {**scope, "path": f"{_BASE}/{path.removeprefix(_BASE).lstrip('/')}"}
        await self._app(scope, receive, send)
