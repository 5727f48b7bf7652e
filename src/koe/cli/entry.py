"""Entry point of the `koe` script: commands for a running daemon at once, all others by `koe.cli.main`.

`koe.cli.main` takes more than half a second to import, which nobody waits for who has pressed a key to stop the speech.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

_PLAIN = ("stop", "pause", "resume", "skip", "replay")
_VALUES = {"--voice": "voice", "--lang": "language", "--speed": "speed"}
_LIKE_A_FILE = re.compile(r"\.\w{1,8}\s*\Z|[\\/]")


def run() -> None:
    sys.exit(_run_quickly(sys.argv[1:]) if sys.argv[1:2] and sys.argv[1] in (*_PLAIN, "say") else _run_main())


def _run_main() -> int:
    from koe.cli.main import run as run_main

    run_main()
    return 0


def _run_quickly(arguments: Sequence[str]) -> int:
    """Where the daemon runs and the arguments are plain; else as any other command."""
    from koe.errors import KoeError, RequestError
    from koe.playback.control import DaemonClient, NoDaemon

    command, *rest = arguments
    speech = _speech_of(rest) if command == "say" else None
    if (rest if command in _PLAIN else speech is None) or os.name == "nt":
        return _run_main()
    try:
        with DaemonClient() as client:
            if speech is None:
                client.request(command)
                return 0
            return _say(client, *speech)
    except NoDaemon:
        return _run_main()
    except KoeError as problem:
        print(f"koe: {problem}", file=sys.stderr)  # noqa: T201  rich takes time to import
        return 2 if isinstance(problem, RequestError) else 1


def _say(client: object, text: str, fields: dict[str, object], flags: frozenset[str]) -> int:
    from koe.cli.through_daemon import Manner, speak_through
    from koe.playback.control import DaemonClient

    assert isinstance(client, DaemonClient)  # noqa: S101  the import above is deferred
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
        elif argument.startswith("-"):
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
    return len(argument.split()) > 1 and (bool("\n" in argument) or not _LIKE_A_FILE.search(argument))
