"""The `koe` command: dispatches to subcommands. Errors become one line and an exit code: 2 for wrong input, else 1."""

from __future__ import annotations

import logging
import sys
from typing import Annotated

import typer

import koe
from koe.cli import (
    audio,
    batch,
    bench,
    completion,
    config,
    daemon,
    dev,
    doctor,
    lexicon,
    models,
    play,
    read,
    remote,
    say,
    serve,
    text,
    tune,
    voices,
)
from koe.cli.console import fail
from koe.errors import KoeError, RequestError
from koe.settings import SettingsError

app = typer.Typer(
    name="koe",
    help="Local text-to-speech that starts speaking at once.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},  # subcommands inherit it
)
app.command("say")(say.say)
app.command("read")(read.read)
app.command("play")(play.play)
app.command("batch")(batch.batch)
app.command("serve")(serve.serve)
app.add_typer(daemon.app, name="daemon")
for command in (
    *(remote.stop, remote.pause, remote.resume, remote.skip, remote.replay),
    *(remote.seek, remote.speed, remote.volume, remote.status),
):
    app.command(command.__name__)(command)
app.command("voices")(voices.voices)
app.command("text")(text.text)
app.add_typer(lexicon.app, name="lexicon")
app.add_typer(audio.app, name="audio")
app.add_typer(models.app, name="models")
app.add_typer(config.app, name="config")
app.command("tune")(tune.tune)
app.command("doctor")(doctor.doctor)
app.command("completion")(completion.completion)
app.add_typer(bench.app, name="bench")
app.add_typer(dev.app, name="dev")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"koe {koe.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options before the subcommand."""


def run() -> None:
    """Entry point of the `koe` script."""
    logging.basicConfig(format="koe: %(message)s")  # warnings to standard error; `koe serve` replaces it
    try:
        status = app(standalone_mode=False)
    except typer.TyperException as error:
        message = str(getattr(error, "format_message", error.__str__)())
        if message.startswith("Usage:"):  # a group without a subcommand shows its help
            typer.echo(message, err=True)
            sys.exit(2)
        fail(message, exit_code=2)
    except (RequestError, SettingsError) as error:
        fail(str(error), exit_code=2)
    except KoeError as error:
        fail(str(error), exit_code=1)
    except (KeyboardInterrupt, typer.Abort):
        fail("stopped", exit_code=130)
    sys.exit(status if isinstance(status, int) else 0)
