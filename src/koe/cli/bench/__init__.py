"""koe bench: what this machine achieves: one command for a run, and one for each check."""

from __future__ import annotations

import typer

from koe.cli.bench import g2p, graph, memory, precision, provider, run, soak, streaming

app = typer.Typer(help="Measure koe on this machine.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def root() -> None:
    """Measure koe on this machine."""


app.command("run")(run.run)
app.command("precision")(precision.precision)
app.command("graph")(graph.graph)
app.command("provider")(provider.provider)
app.command("streaming")(streaming.streaming)
app.command("g2p")(g2p.g2p)
app.command("memory")(memory.memory)
app.command("soak")(soak.soak)
