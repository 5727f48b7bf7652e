"""koe bench run: time to first sound and real-time factor of koe, alone or beside another server, with comparisons."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

import koe
from koe.bench.calibration import Calibration
from koe.bench.machine import Machine
from koe.bench.run.comparison import Comparison, compare
from koe.bench.run.load import ConcurrencyPoint, client_counts, measure_concurrency
from koe.bench.run.profile import Profile
from koe.bench.run.report import Conditions, RunReport, texts_of
from koe.bench.run.turns import take_turns
from koe.bench.speakers import Speaks, Spoken
from koe.bench.texts import PRESETS, SENTENCE, Preset
from koe.cli.assemble import ensure_stages
from koe.cli.bench.keep import bench_results, keep_result
from koe.cli.bench.run_tables import print_comparisons, print_run
from koe.cli.bench.soak import COMMAND as SOAK
from koe.cli.bench.soak import exit_by, measure_soak, print_soak, write_soak
from koe.cli.bench.speakers import IN_PROCESS_PEER, PeerRequest, checked_peer, open_peer, own_server
from koe.cli.child_server import bench_settings
from koe.cli.console import counting, err, out
from koe.cli.options import AsJson, completed, require_extra
from koe.observe.bench_results import is_baseline_name
from koe.settings import Settings
from koe.wire.wav import wav_header

COMMAND = "run"
NAMES = (*PRESETS, SENTENCE)
_PROFILE_S = 0.5


@dataclass(frozen=True, slots=True)
class Plan:
    """What one run measures."""

    presets: tuple[Preset, ...]
    trials: int
    is_streamed: bool
    peer: PeerRequest | None
    concurrency: int
    profile_s: float | None
    folder: Path | None
    saves_audio: bool


def _known_presets(names: list[str] | None) -> list[str] | None:
    for name in names or ():
        if name not in NAMES:
            raise typer.BadParameter(f"must be one of {', '.join(NAMES)} (got {name}).")
    return names


def _known_name(name: str | None) -> str | None:
    if name is not None and not is_baseline_name(name):
        raise typer.BadParameter("must have up to 64 small letters, digits, dots, dashes or underscores.")
    return name


def run(
    preset: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Length of the text: {', '.join(f'{name} ({size:,} characters)' for name, size in PRESETS.items())}, "
            f"or {SENTENCE}, a single long one. May be given several times. Default: short and medium.",
            callback=_known_presets,
            autocompletion=completed(lambda: list(NAMES)),
            show_default=False,
        ),
    ] = None,
    stream: Annotated[bool, typer.Option("--stream/--whole", help="Streamed answers, or whole ones.")] = True,
    trials: Annotated[int, typer.Option(min=2, max=200, help="Rounds for each text.")] = 10,
    concurrency: Annotated[int, typer.Option(min=1, max=64, help="Also measure up to so many clients at once.")] = 1,
    soak: Annotated[
        float | None,
        typer.Option(
            min=0.1, max=24 * 60, help="Then soak for so many minutes, as `koe bench soak`.", show_default=False
        ),
    ] = None,
    memory: Annotated[bool, typer.Option("--memory", help="Also follow memory and CPU of the server.")] = False,
    profile_interval: Annotated[
        float | None,
        typer.Option(
            min=0.05, max=60, help=f"Seconds between samples of --memory. Default: {_PROFILE_S}.", show_default=False
        ),
    ] = None,
    peer: Annotated[
        str | None,
        typer.Option(
            help=f"Take turns with {IN_PROCESS_PEER} in process, or with any OpenAI-style server by its address; its "
            "key is read from KOE_PEER_KEY.",
            callback=checked_peer,
        ),
    ] = None,
    peer_voice: Annotated[str | None, typer.Option(help="Voice of the peer. Default: that of koe.")] = None,
    peer_model: Annotated[str, typer.Option(help="Model that a peer's server is asked for.")] = "tts-1",
    folder: Annotated[
        Path | None, typer.Option("--out", help="Folder for run.json, charts and audio. Default: none is written.")
    ] = None,
    save_audio: Annotated[bool, typer.Option("--save-audio", help="Also save what was heard, into --out.")] = False,
    baseline: Annotated[str | None, typer.Option(help="Compare with this baseline.", callback=_known_name)] = None,
    save_baseline: Annotated[
        str | None, typer.Option(help="Keep the result under this name.", callback=_known_name)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Time to the first audible sample at the socket and real-time factor, alone or taking turns with a peer. The
    caches are off. The result is compared with the last one and kept."""
    if save_audio and folder is None:
        raise typer.BadParameter("needs --out FOLDER.", param_hint="--save-audio")
    require_extra("bench", _modules(peer, folder))
    settings = bench_settings()
    results = bench_results()
    then = {name: results.baseline(name) for name in (baseline,) if name}
    if baseline and then[baseline] is None:
        known = ", ".join(results.baselines) or "there are none"
        raise typer.BadParameter(f"there is no baseline {baseline} ({known}).", param_hint="--baseline")
    last = results.last(COMMAND)
    plan = Plan(
        tuple(map(Preset, preset or ("short", "medium"))),
        trials,
        is_streamed=stream,
        peer=PeerRequest(peer, peer_voice or settings.voice, peer_model) if peer else None,
        concurrency=concurrency,
        profile_s=profile_interval or (_PROFILE_S if memory else None),
        folder=folder,
        saves_audio=save_audio,
    )
    if folder is not None:
        _make(folder)
    ensure_stages(settings)
    report = measure(settings, plan)
    soaked = measure_soak(soak) if soak else None
    result = report.to_json()
    if soaked is not None:
        result["soak"] = soaked.summary()
        keep_result(SOAK, soaked.summary())
    earlier = {name: one.result for name, one in {"the last run": last, **then}.items() if one is not None}
    comparisons = _compared(earlier, result)
    keep_result(COMMAND, result)
    if save_baseline:
        results.save_baseline(save_baseline, COMMAND, result)
    compared = [asdict(one) for one in comparisons]
    if as_json:
        out.print_json(json.dumps({**result, "comparisons": compared}))
    else:
        print_run(report)
        print_comparisons(comparisons)
        if soaked is not None:
            out.print()
            print_soak(soaked)
    if folder is not None:
        _write(report, compared, folder)
        if soaked is not None:
            write_soak(soaked, soaked.to_json(), folder)
    if soaked is not None:
        exit_by(soaked)


def measure(settings: Settings, plan: Plan) -> RunReport:
    own = f"koe {settings.build}"
    with ExitStack() as stack:
        speakers: dict[str, Speaks] = {}
        peer = None
        if plan.peer is not None:
            peer, speaker = stack.enter_context(open_peer(settings, plan.peer, is_streamed=plan.is_streamed))
            speakers[peer] = speaker
        server = stack.enter_context(own_server(settings, is_streamed=plan.is_streamed))
        speakers = {own: server.speaker, **speakers}
        total = len(plan.presets) * (plan.trials + 1) * len(speakers)
        profile = Profile(server.server.pid, plan.profile_s) if plan.profile_s else None
        calibration = Calibration()
        with calibration, profile or nullcontext(), _advancing("Measuring", total) as advance:
            rounds = take_turns(speakers, plan.presets, plan.trials, calibration, _on_turn(plan, advance))
        points: tuple[ConcurrencyPoint, ...] = ()
        if plan.concurrency > 1:
            with _advancing("Several at once", len(client_counts(plan.concurrency))) as advance:
                points = measure_concurrency(server.connect, plan.presets[0], plan.concurrency, advance)
    return RunReport(
        Conditions(Machine.this(), koe.__version__, settings.build, settings.voice, plan.is_streamed, peer),
        own,
        plan.trials,
        calibration.noise,
        texts=texts_of(rounds, {one.name: one.characters for one in plan.presets}, own, peer),
        rounds=tuple(rounds),
        samples=tuple(profile.samples) if profile else (),
        concurrency=points,
    )


@contextmanager
def _advancing(label: str, total: int) -> Iterator[Callable[[], None]]:
    with counting(label, total=total) as progress:
        yield lambda: progress.advance(progress.task_ids[0])


def _on_turn(plan: Plan, advance: Callable[[], None]) -> Callable[[str, Preset, Spoken], None]:
    saved: set[tuple[str, str]] = set()

    def on_turn(name: str, preset: Preset, spoken: Spoken) -> None:
        if plan.saves_audio and plan.folder is not None and (name, preset.name) not in saved:
            saved.add((name, preset.name))
            pcm = spoken.samples.astype("<i2").tobytes()
            path = plan.folder / f"{_file_name(name)}-{preset.name}.wav"
            path.write_bytes(wav_header(spoken.sample_rate_hz, len(pcm)) + pcm)
        advance()

    return on_turn


def _file_name(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in ".-" else "-" for letter in name.split("://")[-1])


def _compared(earlier: Mapping[str, Mapping[str, Any]], result: Mapping[str, Any]) -> list[Comparison]:
    """A result of another version of koe may have another form; it is left out."""
    now = json.loads(json.dumps(result))
    found = []
    for name, then in earlier.items():
        try:
            found.append(compare(name, then, now))
        except (KeyError, TypeError):
            err.print(f"koe: {name} has another form and is not compared", markup=False)
    return found


def _modules(peer: str | None, folder: Path | None) -> list[str]:
    return ["httpx", *(["kokoro_onnx"] if peer == IN_PROCESS_PEER else []), *(["matplotlib"] if folder else [])]


def _make(folder: Path) -> None:
    """Before a quarter of an hour of measurements."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "run.json").write_text("{}\n", "utf-8")
    except OSError as problem:
        raise typer.BadParameter(f"{folder} cannot be written ({problem.strerror}).", param_hint="--out") from None


def _write(report: RunReport, comparisons: list[dict[str, Any]], folder: Path) -> None:
    from koe.bench.run.plots import draw_run

    content = {**report.artifact(), "comparisons": comparisons}
    (folder / "run.json").write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    for path in (folder / "run.json", *draw_run(report, folder)):
        err.print(str(path), soft_wrap=True, markup=False)
