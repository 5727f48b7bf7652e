"""Options of the commands that speak, `koe say` and `koe read`: who speaks, how, and through which program."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from koe.build.recipes import BUILDS
from koe.cli.assemble import voice_ids
from koe.cli.options import completed, known_build
from koe.languages import LANGUAGES


def voice_option(default: str) -> Any:
    return typer.Option(
        help=f"A name or a mix: af_heart(2)+bf_emma(1). Default: {default}.", autocompletion=completed(voice_ids)
    )


Speed = Annotated[float, typer.Option(help="0.25 to 4.")]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        help="Default: the voice's own; auto detects it.",
        autocompletion=completed(lambda: [*LANGUAGES, "auto"]),
    ),
]
Build = Annotated[
    str | None,
    typer.Option(
        help="Build of the model. Default: KOKORO_BUILD, fp32.",
        callback=known_build,
        autocompletion=completed(lambda: list(BUILDS)),
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
ThroughDaemon = Annotated[
    bool | None,
    typer.Option(
        "--daemon/--no-daemon", help="Play through the daemon, started if needed; or here. Default: if one runs."
    ),
]
Queued = Annotated[bool, typer.Option("--queue", help="With the daemon: after what it speaks now.")]
Waits = Annotated[bool, typer.Option("--wait/--no-wait", help="With the daemon: return when heard.")]
