"""koe say: speaks a text to the speaker, into a file or to standard output."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from koe.cli.aloud import play
from koe.cli.assemble import load_engine, voice_book
from koe.cli.console import err
from koe.cli.daemon import daemon_for
from koe.cli.destination import DEFAULT_FORMAT, DEFAULT_PATH, SUFFIXES, Destination, destination_of
from koe.cli.options import completed
from koe.cli.safe_file import cannot_write, require_place, write_safely
from koe.cli.source import read_argument as read_argument
from koe.cli.speak import Spoken, speak_to_file, speak_to_pipe
from koe.cli.speaking_options import Build, Force, Language, Queued, Speed, ThroughDaemon, Waits, voice_option
from koe.cli.through_daemon import Manner, speak_through
from koe.cli.tuned_settings import tuned_settings
from koe.engine.speech import SpeechService
from koe.errors import DeviceError, EmptyText
from koe.model.voices import VoiceBook
from koe.playback.control import DaemonClient
from koe.playback.device import open_speaker
from koe.playback.system_player import find_system_player
from koe.settings import Settings
from koe.text.sanitize import is_blank
from koe.types import InputFormat, SpeechRequest
from koe.wire.captions import CaptionFormat, encode_captions
from koe.wire.codecs import FORMATS

# Limits that protect a server from its clients. The user of a command line is no stranger: there they hold only if
# the user has set them.
_ANY_LENGTH = 2**31
_ANY_TIME_S = 1e8


def say(
    text: Annotated[str, typer.Argument(help="The text, a text file, or - for standard input.")],
    voice: Annotated[str | None, voice_option("KOKORO_VOICE, af_heart")] = None,
    speed: Speed = 1.0,
    language: Language = None,
    out: Annotated[
        str | None,
        typer.Option(
            help=f"Write a file: {SUFFIXES}; - is standard output. Default: play, or {DEFAULT_PATH} without a speaker.",
        ),
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            help=f"{', '.join(FORMATS)}. Default: by the ending of --out; {DEFAULT_FORMAT} on standard output.",
            autocompletion=completed(lambda: list(FORMATS)),
        ),
    ] = None,
    ssml: Annotated[
        bool | None, typer.Option("--ssml/--plain", help="Default: SSML if the text begins with <speak.")
    ] = None,
    captions: Annotated[
        Path | None, typer.Option(help="Also write when each word is spoken: .vtt, .srt or .json.")
    ] = None,
    build: Build = None,
    force: Force = False,
    is_file: Annotated[
        bool | None,
        typer.Option("--file/--text", help="What TEXT is. Default: a file if it exists, or looks like a file name."),
    ] = None,
    daemon: ThroughDaemon = None,
    is_queued: Queued = False,
    waits: Waits = True,
) -> None:
    """Speak a text.

    Without --out it plays, through the daemon where one runs (`koe daemon`). A file is written under another name
    beside --out and renamed when it is complete. Ctrl-C and SIGTERM end it with what was spoken so far; a second Ctrl-C
    discards it. Standard output is sent while it is spoken. A text may have any length, unless KOKORO_MAX_CHARACTERS is
    set.
    """
    settings, _ = tuned_settings() if build is None else tuned_settings(build=build)
    settings = for_one_user(settings, build)
    request = SpeechRequest(
        read_argument(text, is_file, "add --text"),
        voice or settings.voice,
        speed,
        language,
        input_format=input_format(ssml),
    )
    destination = destination_of(out, format_name, force=force)
    if destination is None and captions is None and build is None and daemon is not False:
        client = daemon_for(settings, must_run=bool(daemon))
        if client is not None:
            _refuse_early(request, None, None, False, voice_book(settings))
            raise typer.Exit(_say_through(client, request, voice, ssml, Manner(is_queued, waits)))
    captions_format = None if captions is None else _caption_format(captions)
    _refuse_early(request, destination, captions, force, voice_book(settings))
    engine = load_engine(settings)
    service = SpeechService(engine, settings.voice, settings.mastering)
    try:
        spoken = _speak(service, request, destination, settings, force=force)
        if captions is not None and captions_format is not None and spoken.duration_s:
            content = encode_captions(spoken.words, request.text, captions_format).encode()
            with cannot_write(captions, "--captions"):
                write_safely(captions, content, force=force)
    finally:
        engine.close()
    if spoken.problem is not None:
        raise spoken.problem
    if spoken.exit_code:
        raise typer.Exit(spoken.exit_code)


def _say_through(
    client: DaemonClient, request: SpeechRequest, voice: str | None, ssml: bool | None, manner: Manner
) -> int:
    fields = {"voice": voice, "speed": request.speed, "language": request.language, "input_format": input_format(ssml)}
    with client:
        return speak_through(client, request.text, fields, manner)


def input_format(ssml: bool | None) -> InputFormat | None:
    return None if ssml is None else "ssml" if ssml else "text"


def for_one_user(settings: Settings, build: str | None) -> Settings:
    """Without the limits of a server; one build speaks."""
    limits = {"max_characters": _ANY_LENGTH, "max_request_s": _ANY_TIME_S}
    unset = {name: value for name, value in limits.items() if name not in settings.model_fields_set}
    return settings.model_copy(update={**unset, "build": build or settings.build, "builds": ()})


def _caption_format(path: Path) -> CaptionFormat:
    name = path.suffix.lower().removeprefix(".")
    for caption_format in get_args(CaptionFormat):
        if name == caption_format:
            return cast(CaptionFormat, caption_format)
    raise typer.BadParameter("--captions takes a file that ends in .vtt, .srt or .json.")


def _refuse_early(
    request: SpeechRequest, destination: Destination | None, captions: Path | None, force: bool, voices: VoiceBook
) -> None:
    """Check what needs no model, before it is fetched and loaded."""
    if is_blank(request.text):
        raise EmptyText
    voices.find(request.voice)
    if destination is not None:
        destination.check()
    if captions is not None:
        require_place(captions, "--captions", force=force)


def _speak(
    service: SpeechService, request: SpeechRequest, destination: Destination | None, settings: Settings, *, force: bool
) -> Spoken:
    if destination is None:
        try:
            return _play(service, request, may_write=not settings.ephemeral)
        except DeviceError as problem:
            if settings.ephemeral:
                message = f"{problem} With KOKORO_EPHEMERAL no file takes its place: name one with --out."
                raise DeviceError(message) from None
            err.print(f"{problem} Writing {DEFAULT_PATH}.", markup=False, soft_wrap=True)
    if destination is None:
        destination = Destination(DEFAULT_PATH, DEFAULT_FORMAT, force)
        destination.check()
    # A file at standard output would be spooled in the temporary folder.
    if destination.is_stream or (destination.path is None and settings.ephemeral):
        return speak_to_pipe(service, request, destination)
    return speak_to_file(service, request, destination, settings.mastering)


def _play(service: SpeechService, request: SpeechRequest, *, may_write: bool) -> Spoken:
    """Raises `DeviceError` where nothing plays it. A player of the system is given a temporary file."""
    system_player = find_system_player() if may_write else None
    try:
        speaker = open_speaker(service.engine.sample_rate_hz)
    except DeviceError:
        if system_player is None:
            raise
        speaker = None
    return play(service, request, speaker, system_player)
