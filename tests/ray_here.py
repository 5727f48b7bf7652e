"""Variables that keep a Ray of the tests on this machine and to one process. Ray reads them when it is imported."""

from __future__ import annotations

import os
import secrets


def keep_ray_here() -> None:
    """To be called before any test imports Ray; processes that tests start inherit it."""
    # Ray takes 127.0.0.1 for the address by which other machines know this one, unless it is told that there are none.
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Its clients show a token that only the tests of this process know.
    os.environ["RAY_AUTH_MODE"] = "token"
    os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
