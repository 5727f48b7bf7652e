"""Settings -> the space of the tuner. A setting that this koe does not have, or that is explicit, is no dimension."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal, get_args, get_origin

from koe.model.backends.onnxruntime import available_providers
from koe.settings import Settings
from koe.tune.space import Dimension, Point, Space, Value

PROVIDERS = ("provider", *(f"provider_{stage}" for stage in ("generator", "trunk", "text", "pitch", "source")))
# Names of providers in settings, for those that ONNX Runtime may have here.
_PROVIDER_NAMES = {
    "CPUExecutionProvider": "cpu",
    "CoreMLExecutionProvider": "coreml",
    "CUDAExecutionProvider": "cuda",
    "TensorrtExecutionProvider": "tensorrt",
    "DmlExecutionProvider": "directml",
    "MIGraphXExecutionProvider": "migraphx",
}
# In the order in which single changes are tried: the build matters most.
NAMES = ("build", "threads", "lanes", "spinning", *PROVIDERS, "memory_arena", "memory_pattern", "windows", "frame_ms")


@dataclass(frozen=True, slots=True)
class Here:
    """What this machine offers: builds that passed the gate, usable cores, how many of them are physical (0: unknown),
    names of providers."""

    builds: Sequence[str]
    cores: int
    physical: int
    providers: Sequence[str]


def installed_providers() -> list[str]:
    found = [_PROVIDER_NAMES[name] for name in available_providers() if name in _PROVIDER_NAMES]
    return [*found, "openvino"] if find_spec("openvino") else found


def space_of(settings: Settings, explicit: frozenset[str], here: Here) -> Space:
    """`settings` without a stored choice; what is `explicit` stays as it is."""
    found = []
    for name in NAMES:
        if name not in type(settings).model_fields or name in explicit:
            continue
        dimension = Dimension.of(name, _plain(getattr(settings, name)), _values(name, settings, here))
        if len(dimension.values) > 1:
            found.append(dimension)
    return Space(tuple(found), lambda point: _fits(point, settings, here.cores))


def _values(name: str, settings: Settings, here: Here) -> Sequence[Value]:
    if name == "build":
        return list(here.builds)
    if name == "threads":
        # 0 is one per physical core: that number is no candidate again.
        return sorted({1, max(1, here.cores // 2), max(1, here.cores - 1), here.cores} - {here.physical})
    if name == "lanes":
        return [1, 2] if here.cores > 1 else [1]
    if name in PROVIDERS:
        return list(here.providers) if len(here.providers) > 1 else []
    return _allowed_values(type(settings).model_fields[name].annotation)


def _allowed_values(annotation: Any) -> list[Value]:
    """Those of a switch or of an enumeration; others cannot be guessed."""
    if annotation is bool:
        return [False, True]
    if get_origin(annotation) is Literal:
        return [one for one in get_args(annotation) if isinstance(one, str | int | bool)]
    return [value for one in get_args(annotation) for value in _allowed_values(one)]


def _plain(value: Any) -> Value:
    return value if isinstance(value, str | int | bool) else None


def _fits(point: Point, settings: Settings, cores: int) -> bool:
    """Lanes share the cores: more threads than cores wait for each other."""
    lanes = int(point.get("lanes", settings.lanes) or 1)
    threads = int(point.get("threads", settings.threads) or 0) or cores
    is_default = lanes == settings.lanes and threads == (settings.threads or cores)
    return is_default or lanes * threads <= cores
