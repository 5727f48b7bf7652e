"""koe say: speaks a text to the speaker or into a file."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from koe.cli.assemble import load_engine, voice_book
from koe.cli.console import err, show_warnings, working
from koe.engine.output import OutputFormat
from koe.engine.speech import Sound, SpeechService
from koe.errors import AudioFileError, DeviceError, EmptyText
from koe.model.voices import VoiceBook
from koe.playback.device import Speaker, open_speaker
from koe.settings import load_settings
from koe.text.sanitize import is_blank
from koe.types import Cue, InputFormat, SpeechRequest
from koe.wire.captions import CaptionFormat, CueSheet, encode_captions, without_overlaps
from koe.wire.codecs import FORMATS

DEFAULT_OUT = Path("speech.wav")
_SUFFIXES = ", ".join(one.suffix for one in FORMATS.values())


def say(
    text: Annotated[str, typer.Argument(help="The text, a text file, or - for standard input.")],
    voice: Annotated[
        str | None, typer.Option(help="A name or a mix: af_heart(2)+bf_emma(1). Default: KOKORO_VOICE, af_heart.")
    ] = None,
    speed: Annotated[float, typer.Option(help="0.25 to 4.")] = 1.0,
    language: Annotated[str | None, typer.Option("--lang", help="Default: the voice's own; auto detects it.")] = None,
    out: Annotated[
        Path | None, typer.Option(help=f"Write a file: {_SUFFIXES}. Default: play, or {DEFAULT_OUT} without a speaker.")
    ] = None,
    ssml: Annotated[
        bool | None, typer.Option("--ssml/--plain", help="Default: SSML if the text begins with <speak.")
    ] = None,
    captions: Annotated[
        Path | None, typer.Option(help="Also write when each word is spoken: .vtt, .srt or .json.")
    ] = None,
) -> None:
    """Speak a text."""
    settings = load_settings()
    request = SpeechRequest(
        read_argument(text), voice or settings.voice, speed, language, input_format=input_format(ssml)
    )
    _refuse_early(request, out, voice_book(settings))
    captions_format = None if captions is None else _caption_format(captions)
    engine = load_engine(settings)
    service = SpeechService(engine, settings.voice, settings.mastering)
    try:
        speaker = _speaker(engine.sample_rate_hz) if out is None else None
        if speaker is None:
            words = _write(service, replace(request, live=False), out or DEFAULT_OUT)
        else:
            words = _play(service, request, speaker)
        if captions is not None and captions_format is not None:
            _put(captions, encode_captions(words, request.text, captions_format).encode(), "--captions")
    finally:
        engine.close()


def input_format(ssml: bool | None) -> InputFormat | None:
    return None if ssml is None else "ssml" if ssml else "text"


def _caption_format(path: Path) -> CaptionFormat:
    name = path.suffix.lower().removeprefix(".")
    for caption_format in get_args(CaptionFormat):
        if name == caption_format:
            return cast(CaptionFormat, caption_format)
    raise typer.BadParameter("--captions takes a file that ends in .vtt, .srt or .json.")


def _refuse_early(request: SpeechRequest, out: Path | None, voices: VoiceBook) -> None:
    """Check what needs no model, before it is fetched and loaded."""
    if is_blank(request.text):
        raise EmptyText
    voices.find(request.voice)
    if out is not None and not out.parent.is_dir():
        raise AudioFileError(f"{out} cannot be written: there is no folder {out.parent}.")


def read_argument(argument: str) -> str:
    if argument == "-":
        return sys.stdin.buffer.read().decode("utf-8", errors="replace") if sys.stdin else ""
    try:
        path = Path(argument)
        is_file = path.is_file()
    except (OSError, ValueError):  # longer than a file name can be, or with a NUL in it
        return argument
    if not is_file:
        return argument
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        raise typer.BadParameter(f"{path} cannot be read ({problem.strerror}).") from None


def _speaker(sample_rate_hz: int) -> Speaker | None:
    try:
        return open_speaker(sample_rate_hz)
    except DeviceError as problem:
        err.print(f"{problem} Writing {DEFAULT_OUT}.", markup=False, soft_wrap=True)
        return None


def _play(service: SpeechService, request: SpeechRequest, speaker: Speaker) -> list[Cue]:
    words: list[Cue] = []
    sound = Sound(OutputFormat("pcm", service.engine.sample_rate_hz))
    with speaker:
        job = service.engine.prepare(request)
        show_warnings(job.warnings)
        speaking = service.speak(job, sound)
        for chunk in speaking.chunks_in_thread():
            words += (cue for cue in chunk.cues if not cue.is_mark)
            speaker.play(chunk.audio)
    return without_overlaps(words, speaking.sent_s)


def _write(service: SpeechService, request: SpeechRequest, path: Path) -> list[Cue]:
    started_s = time.perf_counter()
    sound = Sound(OutputFormat(_format_of(path), service.engine.sample_rate_hz))
    job = service.engine.prepare(request)
    show_warnings(job.warnings)
    with working("Speaking"):
        speaking = service.speak(job, sound)
        clip = speaking.clip_in_thread()
    sheet = CueSheet()
    for block in clip.blocks:
        sheet.add(block)
    elapsed_s = time.perf_counter() - started_s
    _put(path, service.file(clip, job, sound), "--out")
    rtf = (
        f"RTF {elapsed_s / clip.duration_s:.2f}" if speaking.stream.playhead.made_s else "nothing in it could be spoken"
    )
    err.print(f"{path}: {clip.duration_s:.1f} s of speech in {elapsed_s:.1f} s ({rtf})", markup=False, soft_wrap=True)
    return sheet.words


def _format_of(path: Path) -> str:
    """The format of a file name; WAV where the suffix is unknown."""
    suffix = path.suffix.lower()
    return next((name for name, one in FORMATS.items() if one.suffix == suffix), "wav")


def _put(path: Path, content: bytes, option: str) -> None:
    try:
        path.write_bytes(content)
    except OSError as problem:
        raise AudioFileError(f"{path} cannot be written ({problem.strerror}). Choose another {option}.") from None
