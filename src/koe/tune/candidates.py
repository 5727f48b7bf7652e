"""Settings -> the space of the tuner. A setting that this koe does not have, or that is explicit, is no dimension."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from koe.model.backends.choice import choose_providers
from koe.model.backends.providers import CPU
from koe.settings import Settings
from koe.tune.space import Dimension, Point, Space, Value

PROVIDERS = tuple(f"provider_{stage}" for stage in ("generator", "trunk", "pitch", "text", "source"))
# In the order in which single changes are tried: the build matters most, and then an accelerator, if there is one.
NAMES = ("build", "threads", "lanes", "spinning", *PROVIDERS, "memory_arena", "memory_pattern", "windows", "frame_ms")
_WITH_ACCELERATOR = ("build", *PROVIDERS[:2])


@dataclass(frozen=True, slots=True)
class Here:
    """What this machine offers: builds that passed the gate, usable cores, how many of them are physical (0: unknown),
    names of providers."""

    builds: Sequence[str]
    cores: int
    physical: int
    providers: Sequence[str]


def space_of(settings: Settings, explicit: frozenset[str], here: Here) -> Space:
    """`settings` without a stored choice; what is `explicit` stays as it is."""
    found = []
    names = dict.fromkeys((*_WITH_ACCELERATOR, *NAMES) if choose_providers({}, here.providers).by_stage else NAMES)
    for name in names:
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
        # KOKORO_PROVIDER, if it is set, is the user's word for all stages.
        return [] if "provider" in settings.model_fields_set else _providers(name, here)
    return _allowed_values(type(settings).model_fields[name].annotation)


def _providers(setting: str, here: Here) -> list[Value]:
    """Without the one that computes the stage anyway, while short texts are measured."""
    rule = choose_providers({}, here.providers)
    usual = rule.by_stage.get(setting.removeprefix("provider_"), CPU) if not rule.from_characters else CPU
    return [name for name in here.providers if name != usual]


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
