"""A build -> the variants of its stages that a provider other than ONNX Runtime's CPU is given.

Stages in eight bits and rewritten convolutions are made for that CPU. Other providers do not know the operations of the
first (OpenVINO returns what is not a number), and have faster convolutions of their own than the second. They are given
plain operations in single precision, with the same weights, so that the norm table and the levels of the build fit.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from koe.build.recipes import VARIANTS, Build, Variant
from koe.build.stage_cache import StageCache

PLAIN: Mapping[tuple[str, str], str] = {
    ("text", "albert8"): "plain",
    ("text", "int8"): "plain",
    ("pitch", "fast"): "plain",
    ("pitch", "int8"): "plain",
    ("trunk", "fast"): "plain",
    ("trunk", "int8"): "plain",
    ("source", "fast"): "plain",
    ("generator", "fast"): "folded",
    ("generator", "plain"): "folded",
    ("generator", "slim"): "slim-folded",
    ("generator", "slim-int8"): "slim-folded",
}


def variant_for_providers(variant: Variant) -> Variant:
    return VARIANTS[variant.stage, PLAIN.get((variant.stage, variant.name), variant.name)]


def build_for_providers(build: Build, stages: Collection[str]) -> Build:
    """The build with these stages as other providers are given them."""
    given = {one.stage: variant_for_providers(one).name for one in build.variants if one.stage in stages}
    return replace(build, name=f"{build.name}.providers", stages={**build.stages, **given})


class FilesForProviders:
    """The file of a stage -> the one that other providers are given, if it was made."""

    def __init__(self, cache: StageCache) -> None:
        self._cache = cache

    def __call__(self, path: Path) -> Path:
        stage, _, rest = path.name.partition(".")
        variant = VARIANTS.get((stage, rest.partition(".")[0]))
        given = None if variant is None else variant_for_providers(variant)
        return self._cache.path(given) if given is not None and self._cache.has(given) else path
