"""The application that `serve run` and `serve deploy` import: `koe.cli.replicas:application`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from koe.cli.assemble import load_engine
from koe.cli.tuned_settings import tuned_settings
from koe.engine.engine import Engine
from koe.settings import Settings, SettingsError


def application(args: Mapping[str, Any]) -> object:
    """An application of Ray Serve. `args` are those of the configuration: see docs/scaling.md."""
    require_ray()
    from koe.scale.application import ReplicaArguments
    from koe.scale.application import application as replicas_of

    return replicas_of(ReplicaArguments(**args), configure, load)


def require_ray() -> None:
    missing = [name for name in ("ray", "httpx") if find_spec(name) is None]
    if missing:
        raise SettingsError(f'{", ".join(missing)} is not installed: run pip install "koe[ray]".')


def configure(changes: dict[str, Any]) -> Settings:
    return tuned_settings(**changes)[0]


def load(settings: Settings) -> Engine:
    return load_engine(settings, watches_lexicons=True)
