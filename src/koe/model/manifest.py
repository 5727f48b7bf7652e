"""manifest.json -> the assets: name, size, SHA-256 and sources of every model and voice file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from koe.model.sources import Package, Place

VOICES = "voices"
# `mos` rates speech; it is fetched by the commands that need it.
GROUPS = ("model", VOICES, "int8", "mos")
DEFAULT_GROUPS = ("model", VOICES)


@dataclass(frozen=True, slots=True)
class Asset:
    """`path` is relative to the cache folder; `sources` are tried in order."""

    name: str
    group: str
    path: str
    bytes: int
    sha256: str
    sources: tuple[Place, ...]


def load_manifest() -> tuple[Asset, ...]:
    manifest = json.loads(resources.files("koe.model").joinpath("manifest.json").read_text("utf-8"))
    voices = manifest["voices"]
    pattern = json.dumps(voices["each"])
    named = [
        {**json.loads(pattern.replace("{voice}", voice)), "sha256": sha256}
        for voice, sha256 in voices["sha256"].items()
    ]
    return tuple(_asset(fields) for fields in [*manifest["assets"], *named])


def _asset(fields: dict[str, Any]) -> Asset:
    def package(entry: dict[str, Any]) -> Package:
        return Package(**{"bytes": fields["bytes"], **entry, "members": tuple(entry["members"])})

    sources = tuple(Place(source["kind"], tuple(map(package, source["packages"]))) for source in fields["sources"])
    return Asset(**{**fields, "sources": sources})


def local_names(asset: Asset) -> list[str]:
    """File names to look for in a user's folder: as in the cache, as in the hub's repository, or without folders."""
    hub = [member for place in asset.sources if place.kind == "huggingface" for member in place.packages[0].members]
    names = [asset.path, *hub]
    return list(dict.fromkeys([*names, *(Path(name).name for name in names)]))


def offline_advice(folder: Path, asset: Asset) -> str:
    return (
        f"Without a network: copy the file ({asset.bytes:,} bytes, sha256 {asset.sha256}) to {folder / asset.path}, or "
        f"into a folder as {' or '.join(local_names(asset))}, and set KOKORO_MODEL_DIR to that folder."
    )
