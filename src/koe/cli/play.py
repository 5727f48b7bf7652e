"""koe play: an audio file, or what another program writes, through the daemon."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Annotated, Any, BinaryIO

import av
import typer
from av.container import InputContainer

from koe.cli.console import err
from koe.cli.daemon import started_daemon
from koe.cli.speaking_options import Queued
from koe.errors import AudioFileError
from koe.playback.commands import FASTEST_HZ, SLOWEST_HZ
from koe.playback.control import DaemonClient
from koe.settings import load_settings

_RATE_HZ = 24_000
_READ_BYTES = 16 * 1024


@dataclass(frozen=True, slots=True)
class Sound:
    """16-bit mono samples as they are read. `pieces` raises `AudioFileError` where the rest cannot be decoded."""

    rate_hz: int
    pieces: Iterator[bytes]


def play(
    file: Annotated[str, typer.Argument(help="An audio file, or - for standard input.")],
    raw_hz: Annotated[
        int | None,
        typer.Option(
            "--raw",
            metavar="HZ",
            min=SLOWEST_HZ,
            max=FASTEST_HZ,
            help="It is 16-bit mono PCM at this rate, without a header.",
        ),
    ] = None,
    is_queued: Queued = False,
) -> None:
    """Play audio through the daemon, which is started if needed.

    `koe pause`, `resume`, `seek`, `volume`, `stop` and `status` act on it as on speech. It returns when all was heard;
    what ends it stops the audio too.
    """
    name, source = _opened(file)
    sound = Sound(raw_hz, _raw(source)) if raw_hz is not None else _decoded(source, name)
    with started_daemon(load_settings()) as control, DaemonClient() as feed:
        item = feed.begin_audio(sound.rate_hz, queue=is_queued)
        control.request("attach", item=item)
        sender = _Sender(feed, sound)
        sender.start()
        end = control.wait(item)
    problem = sender.problem or end["message"]
    if problem:
        err.print(f"koe: {problem}", markup=False, soft_wrap=True)
        raise typer.Exit(1)


class _Sender(Thread):
    """Sends what comes. It does not keep the process alive: standard input may be open for ever."""

    def __init__(self, feed: DaemonClient, sound: Sound) -> None:
        super().__init__(daemon=True)
        self._feed = feed
        self._sound = sound
        self.problem = ""

    def run(self) -> None:
        try:
            for piece in self._sound.pieces:
                self._feed.send_audio(piece)
        except AudioFileError as problem:
            self.problem = str(problem)
        except OSError:  # the audio was stopped
            return
        self._feed.end_audio()


def _opened(file: str) -> tuple[str, BinaryIO]:
    """Without a buffer of its own: what a program writes is played as it comes."""
    if file == "-":
        return "Standard input", os.fdopen(os.dup(0), "rb", buffering=0)
    try:
        return file, Path(file).open("rb", buffering=0)
    except OSError as problem:
        raise typer.BadParameter(f"{file} cannot be read ({problem.strerror}).", param_hint="FILE") from None


def _raw(source: BinaryIO) -> Iterator[bytes]:
    while data := source.read(_READ_BYTES):
        yield data


def _decoded(source: BinaryIO, name: str) -> Sound:
    try:
        container: Any = av.open(source, "r")
    except av.FFmpegError:
        container = None
    if container is None or not container.streams.audio:
        raise typer.BadParameter(f"{name} holds no audio that could be decoded.", param_hint="FILE")
    return Sound(_RATE_HZ, _pieces(container, name))


def _pieces(container: InputContainer, name: str) -> Iterator[bytes]:
    resampler = av.AudioResampler("s16", "mono", _RATE_HZ)
    try:
        for frame in container.decode(audio=0):
            for part in resampler.resample(frame):
                yield part.to_ndarray().tobytes()
        for part in resampler.resample(None):
            yield part.to_ndarray().tobytes()
    except av.FFmpegError:
        raise AudioFileError(f"{name} cannot be decoded any further.") from None
