"""koe completion: prints the completion script of a shell."""

from __future__ import annotations

from typing import Annotated

import typer
from typer.completion import get_completion_script  # type: ignore[attr-defined]  # not marked as an export

from koe.cli.options import completed

# How each shell loads it, for the help text.
SHELLS = {
    "bash": 'eval "$(koe completion bash)" in ~/.bashrc',
    "zsh": 'eval "$(koe completion zsh)" in ~/.zshrc, after compinit',
    "fish": "koe completion fish > ~/.config/fish/completions/koe.fish",
}
_HELP = f"{', '.join(SHELLS)}. {'; '.join(f'{shell}: {line}' for shell, line in SHELLS.items())}."


def completion(
    shell: Annotated[str, typer.Argument(help=_HELP, autocompletion=completed(lambda: list(SHELLS)))],
) -> None:
    """Print the completion script of a shell. `koe --install-completion` installs that of the current one."""
    if shell not in SHELLS:
        raise typer.BadParameter(f"must be one of {', '.join(SHELLS)}.", param_hint="SHELL")
    typer.echo(get_completion_script(prog_name="koe", complete_var="_KOE_COMPLETE", shell=shell))
