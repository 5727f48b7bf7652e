"""Speaks in one format through the HTTP API and `koe say`, on tiny stages: FORMAT FOLDER.

`test_planted_format.py` runs this as a process of its own, on a copy of the source.
"""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

import httpx
from typer.testing import CliRunner

from fakes import live_server, tiny_engine, write_voices
from koe.cli.main import app
from koe.model.voices import VoiceBook
from koe.settings import Settings

TEXT = "Hello from koe."


def main(name: str, folder: Path) -> None:
    (folder / "voices").mkdir()
    voices = VoiceBook(write_voices(folder / "voices"))
    with live_server(tiny_engine(voices), Settings()) as server:
        for stream in (True, False):
            body = {"input": TEXT, "response_format": name, "stream": stream}
            answer = httpx.post(f"{server}/v1/audio/speech", json=body, timeout=60).raise_for_status()
            (folder / f"stream-{stream}").write_bytes(answer.content)
            (folder / f"media-type-{stream}").write_text(answer.headers["content-type"])
        refused = httpx.post(f"{server}/v1/audio/speech", json={"input": TEXT, "response_format": "none"}, timeout=60)
        (folder / "refused.json").write_text(refused.text)
        (folder / "openapi.json").write_text(httpx.get(f"{server}/openapi.json", timeout=60).text)
    with patch("koe.cli.say.load_engine", lambda *_, **__: tiny_engine(voices)):
        CliRunner().invoke(app, ["say", TEXT, "--out", str(folder / f"said.{name}")], catch_exceptions=False)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
