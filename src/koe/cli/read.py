"""koe read: reads long texts and whole books aloud, into a file with chapters, or onto the screen."""

from __future__ import annotations

from typing import Annotated, cast, get_args

import typer

from koe.book.key import speech_key
from koe.book.recorder import LocalSpeaker, Narrator
from koe.book.script import CodeReading, Script, script_of
from koe.cli.assemble import load_cast, load_engine, voice_book
from koe.cli.book import BookOrder, make_book
from koe.cli.book_destination import BOOK_SUFFIXES, CHAPTER_FORMAT, book_destination
from koe.cli.console import err
from koe.cli.daemon import daemon_for
from koe.cli.document_source import read_source
from koe.cli.keys import Keys
from koe.cli.options import completed
from koe.cli.ray_pool import RAY, RayPlan, Threads, Workers, ray_passages, ray_plan
from koe.cli.read_aloud import ReadingAloud
from koe.cli.read_through import read_through, say_stopped
from koe.cli.reading_view import ReadingView
from koe.cli.say import for_one_user
from koe.cli.speaking_options import Build, Force, Language, Queued, Speed, ThroughDaemon, Waits, voice_option
from koe.cli.through_daemon import Manner
from koe.cli.tuned_settings import tuned_settings
from koe.cli.unhurried import patient_reader, spoken_facts
from koe.constants import SECONDS_PER_CHARACTER
from koe.documents.document import Document
from koe.engine.prepare import DETECT_LANGUAGE, FASTEST, SLOWEST
from koe.engine.speech import SpeechService
from koe.errors import DeviceError, OutOfRange, RequestError
from koe.languages import LANGUAGES
from koe.playback.device import Speaker, open_speaker
from koe.settings import Settings
from koe.text.language import require_readable
from koe.wire.book_file import BOOK_FORMATS, BookTags


def _known_code(value: str) -> str:
    if value not in get_args(CodeReading):
        raise typer.BadParameter(f"must be one of {', '.join(get_args(CodeReading))}.")
    return value


def read(
    source: Annotated[str | None, typer.Argument(metavar="FILE", help="A document, or - for standard input.")] = None,
    from_clipboard: Annotated[bool, typer.Option("--clipboard", help="Read the text of the clipboard.")] = False,
    out: Annotated[
        str | None,
        typer.Option(help=f"Write a book: {BOOK_SUFFIXES}; a name with / at its end is a folder of chapters."),
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            help=f"{', '.join(BOOK_FORMATS)}. Default: by the ending of --out; {CHAPTER_FORMAT} for a folder.",
            autocompletion=completed(lambda: list(BOOK_FORMATS)),
        ),
    ] = None,
    voice: Annotated[str | None, voice_option("KOKORO_VOICE, or a voice of the document's language")] = None,
    speed: Speed = 1.0,
    language: Language = None,
    code: Annotated[
        str,
        typer.Option(
            help="Program code: speak, announce or skip.",
            callback=_known_code,
            autocompletion=completed(lambda: list(get_args(CodeReading))),
        ),
    ] = "announce",
    title: Annotated[str | None, typer.Option(help="Default: that of the document.")] = None,
    author: Annotated[str | None, typer.Option(help="Default: that of the document.")] = None,
    prints: Annotated[bool, typer.Option("--print", help="Print what would be read, by chapter; no audio.")] = False,
    build: Build = None,
    force: Force = False,
    daemon: ThroughDaemon = None,
    is_queued: Queued = False,
    waits: Waits = True,
    ray: RAY = None,
    workers: Workers = None,
    threads: Threads = None,
) -> None:
    """Read a document aloud: plain text, Markdown, HTML, EPUB, PDF or subtitles.

    To the speaker, through the daemon where one runs: space pauses, the arrow keys go a sentence back or forward, q
    stops; `koe pause` and the other commands act on it too.

    With --out it becomes an audio book with chapters, title, author and cover. Ctrl-C, SIGTERM or a crash stop it; the
    same command goes on where it was, with the same result. Until the book is complete, what is spoken is kept beside
    --out, in a folder that ends in .part.

    With --ray the passages are spoken by workers on Ray, with the same result.
    """
    plan = ray_plan(ray, workers, threads)
    if plan is not None and (out is None or prints):
        raise typer.BadParameter("is for books: it needs --out.", param_hint="--ray")
    if not SLOWEST <= speed <= FASTEST:
        raise OutOfRange("--speed", SLOWEST, FASTEST)
    settings, _ = tuned_settings() if build is None else tuned_settings(build=build)
    settings = for_one_user(settings, build)
    destination = None if out is None else book_destination(out, format_name, force=force)
    if destination is not None:
        destination.check()
    elif format_name is not None:
        raise typer.BadParameter("is for --out; the speaker needs none.", param_hint="--format")
    document = read_source(source, from_clipboard=from_clipboard)
    for warning in document.warnings:
        err.print(f"koe: warning: {warning}", markup=False, soft_wrap=True)
    narrator, script_language = _narrator(settings, document, voice, language, speed)
    script = script_of(document, script_language, cast(CodeReading, code))
    tags = BookTags(title or document.title, author or document.author, document.language, cover=document.cover)
    if prints:
        _print(script, tags, narrator)
        return
    if destination is None:
        sentences = script_of(document, script_language, cast(CodeReading, code), longest=0)
        client = None if build is not None or daemon is False else daemon_for(settings, must_run=bool(daemon))
        if client is not None:
            raise typer.Exit(read_through(client, sentences, narrator, Manner(is_queued, waits)))
        _read_aloud(settings, narrator, sentences)
        return
    key = speech_key(script, narrator, spoken_facts(settings))
    order = BookOrder(script, narrator, tags, destination, settings.mastering, key)
    exit_code = _make_here(settings, order) if plan is None else _make_on_ray(settings, order, plan)
    if exit_code:
        raise typer.Exit(exit_code)


def _make_here(settings: Settings, order: BookOrder) -> int:
    engine = load_engine(settings, reader=patient_reader(settings))
    try:
        return make_book(LocalSpeaker(engine), order)
    finally:
        engine.close()


def _make_on_ray(settings: Settings, order: BookOrder, plan: RayPlan) -> int:
    with ray_passages(settings, plan) as speaker:
        return make_book(speaker, order)


def _read_aloud(settings: Settings, narrator: Narrator, script: Script) -> None:
    """`script` has a passage for each sentence."""
    engine = load_engine(settings)
    try:
        with _speaker(engine.sample_rate_hz) as speaker, Keys() as keys:
            service = SpeechService(engine, narrator.voice, settings.mastering)
            with ReadingView(script, narrator.speed, has_keys=keys.is_open) as view:
                reading = ReadingAloud(service, narrator, script, keys, view)
                is_complete = reading.play(speaker)
        if not is_complete:
            say_stopped(script, reading.passage)
    finally:
        engine.close()


def _speaker(sample_rate_hz: int) -> Speaker:
    try:
        return open_speaker(sample_rate_hz)
    except DeviceError as problem:
        raise DeviceError(f"{problem} --out writes a file.") from None


def _narrator(
    settings: Settings, document: Document, voice: str | None, language: str | None, speed: float
) -> tuple[Narrator, str]:
    """Who speaks, and the language whose rules cut the text into sentences. Without --voice and --lang a document in
    another language than the default voice's is read by a voice of that language."""
    voices = voice_book(settings)
    asked_for = voices.find(voice or settings.voice)
    if language is not None:
        detects = language.strip().lower() == DETECT_LANGUAGE
        return Narrator(asked_for.id, speed, language), asked_for.language if detects else require_readable(language)
    if voice is None and document.language:
        try:
            own = require_readable(document.language)
        except RequestError as problem:
            note = f"The document says it is in the language {document.language[:20]!a}: {problem}"
            err.print(f"{note} It is read as {LANGUAGES[asked_for.language].name}.", markup=False, soft_wrap=True)
        else:
            asked_for = voices.find(load_cast(settings, voices).voice_for(own, asked_for))
    return Narrator(asked_for.id, speed), asked_for.language


def _print(script: Script, tags: BookTags, narrator: Narrator) -> None:
    minutes = script.characters * SECONDS_PER_CHARACTER / narrator.speed / 60
    about = f"{len(script.chapters)} chapters, {script.characters:,} characters, about {minutes:.0f} min"
    typer.echo(f"{tags.title}{' by ' + tags.author if tags.author else ''}\n{about}; voice {narrator.voice}")
    chapter = -1
    for passage in script.passages:
        if passage.chapter != chapter:
            chapter = passage.chapter
            typer.echo(f"\n=== {chapter + 1}. {script.chapters[chapter]}")
        typer.echo(f"\n{passage.text}")
