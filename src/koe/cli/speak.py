"""A request -> speech on the speaker, in a file or on a pipe. What was spoken before an interruption is kept."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from koe.audio.pause import silence
from koe.cli.console import SpeechBar, err, show_warnings, working
from koe.cli.destination import Destination
from koe.cli.interrupt import Interruption
from koe.cli.safe_file import Draft, cannot_write
from koe.cli.spool import Spool
from koe.engine.output import Mastering, OutputFormat
from koe.engine.prepare import Job
from koe.engine.speech import LEAD_IN_MS, Sound, SpeechService
from koe.engine.stream import Stream
from koe.engine.whole_file import WholeFile
from koe.errors import AudioFileError, Cancelled, EngineError
from koe.types import AudioBlock, Cue, SpeechRequest
from koe.wire.captions import CueSheet, without_overlaps
from koe.wire.codecs import FORMATS


@dataclass(frozen=True, slots=True)
class Spoken:
    """What became of a request. `problem` ended it early, after some of it was spoken and kept."""

    words: Sequence[Cue]
    duration_s: float
    exit_code: int = 0
    problem: Exception | None = None


class _Blocks:
    """The blocks of a stream until its end, an interruption or a problem, with the times of their words."""

    def __init__(self, stream: Stream, interruption: Interruption) -> None:
        self._stream = stream
        self._interruption = interruption
        interruption.then(stream.cancel)
        self.sheet = CueSheet()
        self.characters = 0  # of the text, up to the end of the last word that is spoken
        self._waiting: list[Cue] = []  # words whose end has not come
        self.is_complete = False
        self.problem: Exception | None = None

    def __iter__(self) -> Iterator[AudioBlock]:
        try:
            for block in self._stream:
                if not block.is_filler:
                    self._note(block)
                    yield block
            self.is_complete = True
        except Cancelled:
            if self._interruption.signal is None:
                raise
        except EngineError as problem:
            if not self.sheet.duration_s:
                raise
            self.problem = problem

    def _note(self, block: AudioBlock) -> None:
        self._waiting += (cue.later(self.sheet.duration_s) for cue in block.cues)
        self.sheet.add(block)
        ended = [cue for cue in self._waiting if cue.end_s <= self.sheet.duration_s]
        self._waiting = [cue for cue in self._waiting if cue.end_s > self.sheet.duration_s]
        self.characters = max([self.characters, *(cue.stop for cue in ended)])

    def stop(self) -> None:
        self._stream.cancel()

    def words(self, form: OutputFormat) -> list[Cue]:
        """Those that were begun, in the time of the file: some decoders put samples before the first one. A sentence
        brings the times of all its words, also of those that are not spoken any more."""
        lead_s = FORMATS[form.name].lead_samples / form.sample_rate_hz
        end_s = self.sheet.duration_s
        begun = [cue for cue in self.sheet.cues if not cue.is_mark and cue.start_s < end_s]
        return [word.later(lead_s) for word in without_overlaps(begun, end_s)]

    def say_where(self, characters: int) -> None:
        if self.is_complete:
            return
        cause = f"Stopped by {self._interruption.name}" if self._interruption.signal else "It ends"
        _say(f"{cause} at character {self.characters:,} of {characters:,}.")


def speak_to_file(
    service: SpeechService, request: SpeechRequest, destination: Destination, mastering: Mastering
) -> Spoken:
    """Spools the speech beside the file, then writes the file and renames it: no name ever stands for half a file."""
    started_s = time.perf_counter()
    rate_hz = service.engine.sample_rate_hz
    job = service.engine.prepare(replace(request, live=False))
    show_warnings(job.warnings)
    form = OutputFormat(destination.format_name, rate_hz, job.serial)
    with ExitStack() as stack:
        stack.enter_context(cannot_write(destination.name, "--out"))
        spool = stack.enter_context(Spool(stack.enter_context(_workplace(destination)), destination.name, rate_hz))
        with Interruption() as interruption:
            blocks = _Blocks(service.speak(job, Sound(form)).stream, interruption)
            problem = _spool(blocks, spool, len(request.text)) or blocks.problem
            if not (spool.samples or blocks.is_complete):
                _say("Stopped before anything was spoken: no file was written.")
                return Spoken([], 0.0, interruption.exit_code)
            if not spool.samples:
                spool.add(silence(LEAD_IN_MS, rate_hz).samples)
            name = _finish(spool, job, form, mastering, destination, hint=_discard_hint(interruption))
            elapsed_s = time.perf_counter() - started_s
            rtf = f"RTF {elapsed_s / spool.duration_s:.2f}" if blocks.sheet.duration_s else "nothing could be spoken"
            _say(f"{name}: {spool.duration_s:.1f} s of speech in {elapsed_s:.1f} s ({rtf})")
            if name != destination.name:
                _say(f"{destination.name} was made by another program meanwhile, and is left as it is.")
            blocks.say_where(len(request.text))
            return Spoken(blocks.words(form), spool.duration_s, interruption.exit_code, problem)


@contextmanager
def _workplace(destination: Destination) -> Iterator[Path]:
    """The folder of a file's spool: its own, because a file can be renamed only within a file system."""
    if destination.path is not None:
        yield destination.path.parent
        return
    folder = Path(tempfile.mkdtemp(prefix="koe-"))
    try:
        yield folder
    finally:
        with suppress(OSError):  # not empty if the spool is kept
            folder.rmdir()


def _spool(blocks: _Blocks, spool: Spool, characters: int) -> Exception | None:
    """The problem, if the disk is full after some of the speech is on it."""
    try:
        with SpeechBar(characters) as bar:
            for block in blocks:
                spool.add(block.samples)
                bar.update(blocks.characters, spool.duration_s, spool.size_bytes)
    except OSError as problem:
        blocks.stop()
        if not spool.samples:
            raise
        return AudioFileError(f"The rest of the speech cannot be written ({problem.strerror}).")
    return None


def _finish(
    spool: Spool, job: Job, form: OutputFormat, mastering: Mastering, destination: Destination, *, hint: str
) -> str:
    """Write the file from the spool. Returns the name that it has now. If that fails, the spool is kept."""
    folder, name = spool.path.parent, destination.name
    try:
        with Draft(folder, name) as draft, working(f"Writing {name}{hint}", width=70):
            whole = WholeFile(spool.parts, spool.samples, spool.rate_hz, form)
            whole.write(draft.file, mastering, is_exact=not job.has_volumes)
            if destination.path is not None:
                return str(draft.publish(destination.path, force=destination.force))
            draft.file.seek(0)
            shutil.copyfileobj(draft.file, sys.stdout.buffer)
            sys.stdout.buffer.flush()
    except OSError as problem:
        spool.keep()
        raise AudioFileError(
            f"{name} cannot be written ({problem.strerror}). The speech is kept in {spool.path}, a WAV file."
        ) from None
    return name


def speak_to_pipe(service: SpeechService, request: SpeechRequest, destination: Destination) -> Spoken:
    """Sends the audio while it is made, as the server does."""
    sound = Sound(OutputFormat(destination.format_name, service.engine.sample_rate_hz))
    job = service.engine.prepare(request)
    show_warnings(job.warnings)
    with Interruption() as interruption, closing(service.output(sound, job)) as output:
        stream = service.speak(job, sound).stream
        stream.set_may_stall(True)  # a player may be paused for as long as its user likes
        blocks = _Blocks(stream, interruption)
        try:
            _send(output.begin(0.0))
            for block in blocks:
                _send(output.add(block))
            if not blocks.sheet.duration_s:
                _send(output.add(silence(LEAD_IN_MS, service.engine.sample_rate_hz)))
            _send(output.end())
        except BrokenPipeError:
            blocks.stop()
            _abandon_standard_output()
            if interruption.signal is None:
                raise AudioFileError("Standard output was closed before the end of the speech.") from None
    _say(f"{destination.name}: {blocks.sheet.duration_s:.1f} s of speech")
    blocks.say_where(len(request.text))
    return Spoken(blocks.words(sound.form), blocks.sheet.duration_s, interruption.exit_code, blocks.problem)


def _send(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _abandon_standard_output() -> None:
    """Else the interpreter tries to send the rest at its end, and complains."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _discard_hint(interruption: Interruption) -> str:
    return "" if interruption.signal is None else "; Ctrl-C again discards it"


def _say(message: str) -> None:
    err.print(message, markup=False, soft_wrap=True)
