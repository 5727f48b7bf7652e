"""koe dev digests: digests of koe's audio for about 140 requests, to prove that a refactoring changed no byte."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from koe.bench.client import SpeechClient
from koe.cli.assemble import ensure_stages, load_engine
from koe.cli.child_server import warmed_server
from koe.cli.console import counting, out
from koe.cli.dev.golden import golden_settings
from koe.cli.options import AsJson, require_extra
from koe.engine.engine import Engine
from koe.model.vocoder import LIVE_WINDOWS
from koe.settings import Settings

if TYPE_CHECKING:
    from koe.bench.digests import Difference, Digest


def digests(
    out_file: Annotated[Path | None, typer.Option("--out", help="Write the digests to this JSON file.")] = None,
    compare: Annotated[Path | None, typer.Option(help="Compare with this file, written by --out.")] = None,
    as_json: AsJson = False,
) -> None:
    """Send 80 golden clips and 62 further requests to a server, and write or compare the SHA-256 of their audio. Exit
    code 1 if anything differs."""
    require_extra("bench", ["httpx"])
    from koe.bench.digests import compare_digests, read_digests, write_digests

    if out_file is None and compare is None:
        raise typer.BadParameter("give --out, --compare or both.")
    if out_file is not None and not out_file.parent.is_dir():
        raise typer.BadParameter("needs a file in an existing folder.", param_hint="--out")
    expected = None if compare is None else read_digests(compare)
    actual = _measure()
    if out_file is not None:
        write_digests(out_file, actual)
    differences = [] if expected is None else compare_digests(expected, actual)
    if as_json:
        content = {"requests": len(actual), "differences": [difference.to_json() for difference in differences]}
        out.print_json(json.dumps(content))
    else:
        _print(differences)
        out.print(f"{len(actual)} requests" + ("" if expected is None else f", {len(differences)} differ"))
    if differences:
        raise typer.Exit(1)


def _measure() -> dict[str, Digest]:
    from koe.bench.digests import collect_digests, digest_requests

    settings = golden_settings().model_copy(
        update={"host": "127.0.0.1", "port": 0, "log_level": "warning", "get_speech": True, "phoneme_cache_bytes": 0}
        | {"voice": "af_heart", "peak_dbtp": -1.0, "noise_shaping": False, "api_key": None}
    )
    ensure_stages(settings)
    requests = digest_requests()
    with counting("Speaking", total=len(requests)) as progress, warmed_server(settings, load_pinned_engine) as server:
        task = progress.task_ids[0]
        with SpeechClient(server.address, settings.voice) as client:
            client.wait_until_ready()
        return collect_digests(server.address, requests, server.settle, lambda: progress.advance(task))


def load_pinned_engine(settings: Settings) -> Engine:
    """Runs in the child process: an engine whose live windows do not depend on the speed of the machine."""
    return load_engine(settings, live_windows=LIVE_WINDOWS)


def _print(differences: Sequence[Difference]) -> None:
    for difference in differences:
        sizes = " -> ".join("missing" if one is None else f"{one.size_bytes} bytes" for one in _pair(difference))
        out.print(f"{difference.name}: {sizes}", markup=False, soft_wrap=True)


def _pair(difference: Difference) -> tuple[Digest | None, Digest | None]:
    return difference.expected, difference.actual
