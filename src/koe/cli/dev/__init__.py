"""koe dev: tools of the maintainers. One file per command: its options, its work, its table or JSON."""

from __future__ import annotations

import typer

from koe.cli.dev import (
    abx,
    background,
    calibrate,
    digests,
    disconnects,
    eight_bits,
    golden,
    http,
    lanes,
    languages,
    levels,
    load,
    loudness,
    overhead,
    pauses,
    perf,
    quality,
    read,
    replicas,
    simulate,
    verify,
    wer,
)

app = typer.Typer(help="Tools of koe's maintainers.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def root() -> None:
    """Tools of koe's maintainers."""


app.add_typer(golden.app, name="golden")
app.command("abx")(abx.abx)
app.command("abx-result")(abx.result)
app.command("background")(background.background)
app.command("digests")(digests.digests)
app.command("disconnects")(disconnects.disconnects)
app.command("overhead")(overhead.overhead)
app.command("http")(http.http)
app.command("lanes")(lanes.lanes)
app.command("languages")(languages.languages)
app.command("load")(load.load)
app.command("loudness")(loudness.loudness)
app.command("pauses")(pauses.pauses)
app.command("perf")(perf.perf)
app.command("quality")(quality.quality)
app.command("read")(read.read)
app.command("replicas")(replicas.replicas)
app.command("simulate")(simulate.simulate)
app.command("verify")(verify.verify)
app.command("wer")(wer.wer)
app.command("calibrate")(calibrate.calibrate)
app.command("eight-bits")(eight_bits.eight_bits)
app.command("levels")(levels.levels)
