"""Opens what a benchmark measures: koe in a child server, kokoro-onnx in process, or an OpenAI-style server."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import typer

from koe.bench.client import KOE, Dialect, SpeechClient
from koe.bench.speakers import KokoroOnnx, ServedSpeaker, Speaks
from koe.cli.assemble import MODEL, VOICE_PREFIX, asset_store, load_engine, voice_ids
from koe.cli.child_server import ChildServer, Load, warmed_server
from koe.cli.console import working
from koe.settings import Settings

IN_PROCESS_PEER = "kokoro-onnx"
# Not that of a well-known service: its key would be sent to whatever address is measured.
KEY_VARIABLE = "KOE_PEER_KEY"


@dataclass(frozen=True, slots=True)
class OwnServer:
    """A child server of koe, ready."""

    server: ChildServer
    client: SpeechClient
    dialect: Dialect

    @property
    def speaker(self) -> Speaks:
        return ServedSpeaker(self.client, self.server.pid)

    def connect(self) -> SpeechClient:
        return SpeechClient(self.server.address, self.client.voice, dialect=self.dialect)


@dataclass(frozen=True, slots=True)
class PeerRequest:
    """What a peer is asked for, besides the text. `url`: "kokoro-onnx" or the address of a server."""

    url: str
    voice: str
    model: str = "tts-1"

    @property
    def is_server(self) -> bool:
        return self.url != IN_PROCESS_PEER


def checked_peer(url: str | None) -> str | None:
    """The callback of --peer."""
    if url is not None and url != IN_PROCESS_PEER and not url.startswith(("http://", "https://")):
        raise typer.BadParameter(f"must be {IN_PROCESS_PEER} or an address such as http://127.0.0.1:8880 (got {url}).")
    return url


@contextmanager
def own_server(settings: Settings, *, is_streamed: bool = True, load: Load = load_engine) -> Iterator[OwnServer]:
    dialect = Dialect(_asked(KOE.fields, is_streamed=is_streamed))
    with (
        warmed_server(settings, load) as server,
        SpeechClient(server.address, settings.voice, server.settle, dialect) as client,
    ):
        client.wait_until_ready()
        yield OwnServer(server, client, dialect)


@contextmanager
def open_peer(settings: Settings, peer: PeerRequest, *, is_streamed: bool = True) -> Iterator[tuple[str, Speaks]]:
    """Its name and the speaker."""
    if not peer.is_server:
        with working("Loading kokoro-onnx"), tempfile.TemporaryDirectory() as folder:
            kokoro = load_peer(settings, Path(folder))
        yield f"{IN_PROCESS_PEER} {version('kokoro-onnx')}", KokoroOnnx(kokoro, peer.voice)
        return
    asked = _asked({"model": peer.model, "response_format": "pcm"}, is_streamed=is_streamed)
    address = peer.url.rstrip("/").removesuffix("/v1")
    dialect = Dialect(asked, os.environ.get(KEY_VARIABLE))
    with SpeechClient(address, peer.voice, dialect=dialect) as client:
        yield address, ServedSpeaker(client)


def load_peer(settings: Settings, folder: Path) -> Any:
    """kokoro-onnx on koe's weights and voices."""
    from kokoro_onnx import Kokoro

    # Its G2P warns of every second text, in the middle of a progress bar.
    logging.getLogger("phonemizer").propagate = False
    store = asset_store(settings)
    packs = {voice: np.fromfile(store.path(VOICE_PREFIX + voice), dtype="<f4") for voice in voice_ids()}
    shaped: dict[str, Any] = {voice: pack.reshape(510, 1, 256) for voice, pack in packs.items()}
    np.savez(folder / "voices.npz", **shaped)
    return Kokoro(str(store.path(MODEL)), str(folder / "voices.npz"))


def _asked(fields: Mapping[str, object], *, is_streamed: bool) -> Mapping[str, object]:
    """Streaming is the default of every server; only the other way is asked for."""
    return fields if is_streamed else {**fields, "stream": False}
