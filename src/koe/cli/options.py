"""Options and checks that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Annotated

import typer

from koe.build.recipes import BUILDS

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def known_build(name: str | None) -> str | None:
    """The callback of options that name a build."""
    if name is not None and name not in BUILDS:
        raise typer.BadParameter(f"must be one of {', '.join(BUILDS)}.")
    return name


def completed(words: Callable[[], Sequence[str]]) -> Callable[[str], list[str]]:
    """Shell completion of an option's value by one of these words."""

    def complete(incomplete: str) -> list[str]:
        return [word for word in words() if word.startswith(incomplete)]

    return complete


FittedBuild = Annotated[
    str,
    typer.Option(
        "--build",
        help="The build that it is fitted on.",
        callback=known_build,
        autocompletion=completed(lambda: list(BUILDS)),
    ),
]


def known_builds(names: list[str] | None) -> list[str] | None:
    """The callback of arguments that name builds."""
    for name in names or ():
        known_build(name)
    return names


SomeBuilds = Annotated[
    list[str] | None,
    typer.Argument(
        help="Names of builds. Default: KOKORO_BUILD and KOKORO_BUILDS, and the exact one.",
        callback=known_builds,
        autocompletion=completed(lambda: list(BUILDS)),
        show_default=False,
    ),
]


def require_extra(extra: str, modules: Sequence[str]) -> None:
    """Refuses the command before it does any work when a package of an optional extra is missing."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise typer.BadParameter(f"{', '.join(missing)} is not installed: run pip install 'koe[{extra}]'.")
