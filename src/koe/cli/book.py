"""A script -> a book on disk: speaks what is missing, then writes the file. A signal stops it; it can go on."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from koe.book.binding import Binding
from koe.book.recorder import Narrator, Recorder, SpeaksPassages
from koe.book.script import Script
from koe.book.work_folder import WorkFolder
from koe.cli.book_destination import BookDestination
from koe.cli.console import BookBar, clock, err, working
from koe.cli.interrupt import Interruption
from koe.cli.safe_file import Draft, cannot_write
from koe.constants import SECONDS_PER_CHARACTER
from koe.engine.output import Mastering
from koe.errors import AudioFileError
from koe.wire.book_file import BookTags

_BYTES_PER_S = 24_000 * 4  # of speech in the work folder
_CHAPTERS = "chapters"


@dataclass(frozen=True, slots=True)
class BookOrder:
    """What is to be made. `key` is that of its speech."""

    script: Script
    narrator: Narrator
    tags: BookTags
    destination: BookDestination
    mastering: Mastering
    key: str

    @property
    def work_path(self) -> Path:
        return self.destination.work_path(self.key)


class _Stopped(Exception):
    """A signal came."""


def make_book(speaker: SpeaksPassages, order: BookOrder) -> int:
    """Returns the exit code: 0, or that of a process that a signal ended."""
    _require_room(order)
    with (
        cannot_write(order.work_path, "--out"),
        WorkFolder(order.work_path, order.key, speaker.sample_rate_hz) as work,
        Interruption() as interruption,
    ):
        try:
            _record(speaker, order, work, interruption)
            name = _bind(order, work, interruption)
        except _Stopped:
            share = order.script.characters_before(len(work.recorded)) / order.script.characters
            _say(f"Stopped by {interruption.name} at {share:.0%}. The same command goes on from there.")
            _say(f"What was spoken is kept in {work.path}.")
            return interruption.exit_code
        _say(f"{name}: {clock(work.duration_s)} of speech, {len(order.script.chapters)} chapters")
        work.remove()
        return 0


def _record(speaker: SpeaksPassages, order: BookOrder, work: WorkFolder, interruption: Interruption) -> None:
    script = order.script
    begun = len(work.recorded)
    if begun:
        share = script.characters_before(begun) / script.characters
        _say(f"Going on at {share:.0%}: {clock(work.duration_s)} were spoken before.")
    recorder = Recorder(speaker, order.narrator)
    interruption.then(recorder.stop)
    with BookBar(script.characters, script.characters_before(begun), script.chapters) as bar:
        before = 0, *accumulate(len(passage.text) for passage in script.passages)

        def done(passages: int) -> None:
            bar.update(before[passages], script.passages[passages - 1].chapter, work.duration_s)

        if not recorder.record(script, work, done):
            raise _Stopped
    if not work.samples:
        raise AudioFileError("Nothing in the document could be spoken.")


def _bind(order: BookOrder, work: WorkFolder, interruption: Interruption) -> str:
    """Write the finished book, inside the work folder until it is complete. Returns its name."""
    destination = order.destination
    _remove_drafts(work.path)
    binding = Binding(order.script, work, destination.format_name, order.mastering, order.tags)
    check = _checking(interruption)
    with working("Measuring the loudness", width=70):
        gain_db = binding.gain_db(check)
    with working(f"Writing {destination.path.name}", width=70):
        if destination.is_folder:
            folder = work.path / _CHAPTERS
            folder.mkdir()
            for _ in binding.folder(folder, gain_db):
                check()
            folder.replace(destination.path)  # an empty folder may have that name
            return str(destination.path)
        with Draft(work.path, destination.path.name) as draft:
            binding.write(draft.file, gain_db, check)
            return str(draft.publish(destination.path, force=destination.force))


def _checking(interruption: Interruption) -> Callable[[], None]:
    def check() -> None:
        if interruption.signal is not None:
            raise _Stopped

    return check


def _remove_drafts(folder: Path) -> None:
    """Those of runs that were killed while they wrote."""
    shutil.rmtree(folder / _CHAPTERS, ignore_errors=True)
    for left in folder.glob(".*.part"):
        left.unlink(missing_ok=True)


def _require_room(order: BookOrder) -> None:
    """Speech is kept in single precision until the loudness of the whole is known: 0.35 GB for an hour."""
    seconds = order.script.characters * SECONDS_PER_CHARACTER / order.narrator.speed
    speech = order.work_path / "speech.f32"
    needed = seconds * _BYTES_PER_S - (speech.stat().st_size if speech.exists() else 0)
    free = shutil.disk_usage(order.work_path.parent).free
    if needed > free:
        raise AudioFileError(
            f"The book needs about {needed / 1e9:.1f} GB beside {order.destination.path} while it is made, and "
            f"{free / 1e9:.1f} GB are free."
        )


def _say(message: str) -> None:
    err.print(message, markup=False, soft_wrap=True)
