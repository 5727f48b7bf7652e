"""Entry point of the `koe` script: commands for a running daemon at once, all others by `koe.cli.main`.

`koe.cli.main` takes more than half a second to import, which nobody waits for who has pressed a key to stop the speech.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from koe.playback.control import DaemonClient

_REMOTE = ("stop", "pause", "resume", "skip", "replay", "seek", "speed", "volume", "status")
_VALUES = {"--voice": "voice", "--lang": "language", "--speed": "speed"}
_LIKE_A_FILE = re.compile(r"\.\w{1,8}\s*\Z|[\\/]")


def run() -> None:
    arguments = sys.argv[1:]
    is_quick = arguments and arguments[0] in (*_REMOTE, "say") and os.name != "nt"
    sys.exit(_run_quickly(arguments) if is_quick else _run_main())


def _run_main() -> int:
    from koe.cli.main import run as run_main

    run_main()
    return 0


def _run_quickly(arguments: Sequence[str]) -> int:
    """Where the daemon runs and the arguments are plain; else as any other command."""
    from koe.errors import KoeError, RequestError
    from koe.playback.control import NoDaemon

    try:
        code = _answered(arguments)
    except NoDaemon:
        code = None
    except KoeError as problem:
        print(f"koe: {problem}", file=sys.stderr)  # noqa: T201  rich takes time to import
        return 2 if isinstance(problem, RequestError) else 1
    return _run_main() if code is None else code


def _answered(arguments: Sequence[str]) -> int | None:
    """The exit code; None if `koe.cli.main` is to understand the arguments. Raises `NoDaemon`."""
    from koe.cli.quick import parse_quick, read_status
    from koe.playback.control import DaemonClient

    command, *rest = arguments
    if command == "say":
        speech = _speech_of(rest)
        if speech is None:
            return None
        with DaemonClient() as client:
            return _say(client, *speech)
    if command == "status" and rest in ([], ["--json"]):
        print(read_status(as_json=bool(rest)))  # noqa: T201
        return 0
    found = parse_quick(arguments)
    if found is None:
        return None
    with DaemonClient() as client:
        client.request(found[0], **found[1])
    return 0


def _say(client: DaemonClient, text: str, fields: dict[str, object], flags: frozenset[str]) -> int:
    from koe.cli.through_daemon import Manner, speak_through

    if text == "-":
        try:
            text = sys.stdin.buffer.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            print("koe: Standard input is not text in UTF-8.", file=sys.stderr)  # noqa: T201
            return 2
    return speak_through(client, text, fields, Manner("--queue" in flags, "--no-wait" not in flags))


def _speech_of(arguments: Sequence[str]) -> tuple[str, dict[str, object], frozenset[str]] | None:
    """Text and options of `koe say`; None if it is for `koe.cli.main` to understand them."""
    fields: dict[str, object] = {}
    if voice := os.environ.get("KOKORO_VOICE"):
        fields["voice"] = voice
    flags: set[str] = set()
    texts: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        name, has_value, value = argument.partition("=")
        if name in _VALUES:
            if not has_value and not rest:
                return None
            fields[_VALUES[name]] = value if has_value else rest.pop(0)
        elif argument in ("--queue", "--no-wait", "--daemon"):
            flags.add(argument)
        elif argument.startswith("-") and argument != "-":
            return None
        else:
            texts.append(argument)
    try:
        fields |= {"speed": float(str(fields["speed"]))} if "speed" in fields else {}
    except ValueError:
        return None
    if len(texts) != 1 or not _is_surely_text(texts[0]):
        return None
    return texts[0], fields, frozenset(flags)


def _is_surely_text(argument: str) -> bool:
    """And not the name of a file, which `koe.cli.source` can tell apart."""
    if argument == "-":
        return True
    return len(argument.split()) > 1 and (bool("\n" in argument) or not _LIKE_A_FILE.search(argument))
