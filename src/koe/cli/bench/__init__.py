"""koe bench: what this machine achieves: time to first sound, builds compared, and streams at once."""

from __future__ import annotations

import typer

from koe.cli.bench import builds, latency, streams

app = typer.Typer(help="Measure koe on this machine.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def root() -> None:
    """Measure koe on this machine."""


app.command("builds")(builds.builds)
app.command("latency")(latency.latency)
app.command("streams")(streams.streams)
