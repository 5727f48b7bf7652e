"""A request -> speech that is heard at once: on the speaker, or from a temporary file where there is none."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import numpy as np

from koe.cli.console import err, show_warnings
from koe.cli.speak import Spoken
from koe.engine.output import OutputFormat
from koe.engine.speech import Sound, Speaking, SpeechService
from koe.errors import DeviceError
from koe.playback.device import Speaker
from koe.playback.system_player import SystemPlayer, temporary_wav
from koe.types import Cue, SpeechRequest
from koe.wire.captions import without_overlaps


def play(
    service: SpeechService, request: SpeechRequest, speaker: Speaker | None, system_player: SystemPlayer | None
) -> Spoken:
    """What the speaker did not take goes to the system's player, without what was heard. Raises `DeviceError` if that
    does not play it either."""
    words: list[Cue] = []
    job = service.engine.prepare(request)
    show_warnings(job.warnings)
    speaking = service.speak(job, Sound(OutputFormat("pcm", service.engine.sample_rate_hz)))
    chunks = _chunks(speaking, words)
    rest, problem = (b"", None) if speaker is None else _play_on(speaker, chunks)
    if speaker is None or problem is not None:
        if system_player is None:
            raise problem or DeviceError("No speaker could be opened.")
        _play_file(rest + b"".join(chunks), service.engine.sample_rate_hz, system_player)
        err.print(f"{problem or ''} {_part(problem)} was played by {system_player.name}.".strip(), markup=False)
    return Spoken(without_overlaps(words, speaking.sent_s), speaking.sent_s)


def _chunks(speaking: Speaking, words: list[Cue]) -> Iterator[bytes]:
    for chunk in speaking.chunks_in_thread():
        words += (cue for cue in chunk.cues if not cue.is_mark)
        yield chunk.audio


def _play_on(speaker: Speaker, chunks: Iterator[bytes]) -> tuple[bytes, DeviceError | None]:
    """What the speaker has not taken of the last chunk, and why."""
    audio = b""
    try:
        with speaker:
            for audio in chunks:
                speaker.play(audio)
            audio = b""  # all of it; what goes wrong now can only cost the end
    except DeviceError as problem:
        return audio, problem
    return b"", None


def _play_file(audio: bytes, rate_hz: int, system_player: SystemPlayer) -> None:
    with temporary_wav(np.frombuffer(audio, dtype="<i2"), rate_hz) as path:
        process = system_player.start(path)
        try:
            process.communicate()
        except BaseException:
            process.terminate()
            process.wait()
            raise
    if process.returncode:
        raise DeviceError(f"{system_player.name} could not play the speech.") from subprocess.CalledProcessError(
            process.returncode, system_player.name
        )


def _part(problem: DeviceError | None) -> str:
    return "The speech" if problem is None else "The rest of the speech"
