"""A koe server -> SHA-256 digests of the audio of about 140 requests, to prove that a change kept every byte.

The requests are the golden clips, and others that cover formats, voices, languages, SSML, speeds, sample rates,
streamed and whole output, SSE, captions, phonemes, previews, links and WebSocket. Digests are equal only on the same
machine and with the same window sizes: `koe dev digests` pins those of live streams.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from koe.bench.golden import golden_clips
from koe.errors import EngineError
from koe.wire.frames import decode_frame

_TIMEOUT_S = 600.0
_SPEECH = "/v1/audio/speech"

SENTENCE = "The quick brown fox jumps over the lazy dog, twice."
PARAGRAPH = (
    "When the rain stopped, the children, who had waited all morning, ran down to the river; and there, under the old "
    "stone bridge that their grandfather had built, they found the little boat that everybody had forgotten. It was "
    "dark. Nobody spoke. Then, at 6:45 p.m. on March 3, 2021, a door opened."
)
SSML = {
    "ssml1": '<speak>Wait<break time="600ms"/> for it. <prosody rate="80%" pitch="-10%">So walk slowly</prosody>, '
    '<emphasis level="strong">very</emphasis> slowly. <mark name="m"/>Now <prosody volume="loud">go</prosody>.</speak>',
    "ssml2": '<speak><p>One paragraph.</p><p>Another <say-as interpret-as="characters">SQL</say-as> one, '
    '<sub alias="World Wide Web">WWW</sub>.</p><voice name="bf_emma">A second voice</voice> ends '
    '<lang xml:lang="es">buenos días</lang>.</speak>',
}
VOICES = {
    "am_michael": SENTENCE,
    "bf_emma": SENTENCE,
    "ef_dora": "Hola, ¿qué tal? Son 25,50 €.",
    "ff_siwis": "Bonjour, il est 18:45.",
    "hf_alpha": "नमस्ते, यह 25 है।",
    "if_sara": "Ciao, costa 3,50 €.",
    "jf_alpha": "こんにちは。これは25円です。",
    "pf_dora": "Olá, custa R$ 25,50.",
    "zf_xiaoxiao": "你好，现在是25度。",
}


class DigestError(EngineError):
    code = "digest_error"


@dataclass(frozen=True, slots=True)
class Digest:
    sha256: str
    size_bytes: int

    @classmethod
    def of(cls, data: bytes) -> Digest:
        return cls(hashlib.sha256(data).hexdigest(), len(data))


@dataclass(frozen=True, slots=True)
class DigestRequest:
    """`fetch` sends the request and returns the bytes to compare: the audio as it is, Opus decoded."""

    name: str
    fetch: Callable[[Api], bytes]
    voices: tuple[str, ...] = ()  # besides the default


@dataclass(frozen=True, slots=True)
class Difference:
    """A request whose digests differ. None: only in one of the two sets."""

    name: str
    expected: Digest | None
    actual: Digest | None

    def to_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Api:
    """The endpoints of a koe server, reduced to the audio in their responses."""

    address: str
    http: httpx.Client = field(repr=False)

    def speech(self, body: Mapping[str, Any]) -> bytes:
        data = self.http.post(_SPEECH, json=body).raise_for_status().content
        return _decoded(data) if body["response_format"] == "opus" else data

    def events(self, body: Mapping[str, Any]) -> bytes:
        response = self.http.post(_SPEECH, json={**body, "stream_format": "sse"}).raise_for_status()
        events = (json.loads(line[6:]) for line in response.text.splitlines() if line.startswith("data: {"))
        return b"".join(base64.b64decode(event["audio"]) for event in events if event["type"] == "speech.audio.delta")

    def captioned_audio(self, body: Mapping[str, Any]) -> bytes:
        audio = self.http.post("/v1/audio/captions", json=body).raise_for_status().json()["audio"]
        return base64.b64decode(audio)

    def caption_text(self, body: Mapping[str, Any]) -> bytes:
        return self.http.post("/v1/audio/captions", json={**body, "audio": False}).raise_for_status().content

    def phonemes(self, body: Mapping[str, Any]) -> bytes:
        return self.http.post(f"{_SPEECH}/phonemes", json=body).raise_for_status().content

    def get(self, path: str, query: Mapping[str, str]) -> bytes:
        return self.http.get(path, params=dict(query)).raise_for_status().content

    def live_stream(self, start: Mapping[str, Any], pieces: Sequence[str] = ()) -> bytes:
        """The payload of all frames of a WebSocket stream. SSML pieces are parts of one document."""
        from websockets.sync.client import connect

        is_ssml = start.get("input_format") == "ssml"

        url = self.address.replace("http", "ws", 1) + "/v1/audio/stream"
        with connect(url, max_size=None) as socket:
            socket.send(json.dumps({"type": "start", "response_format": "pcm", **start}))
            for piece in pieces:
                socket.send(json.dumps({"type": "append", "text": piece}))
                if not is_ssml:
                    socket.send(json.dumps({"type": "flush"}))
            if pieces:
                socket.send(json.dumps({"type": "end"}))
            return b"".join(_payloads(iter(lambda: socket.recv(_TIMEOUT_S), None)))


def _payloads(messages: Iterator[str | bytes]) -> Iterator[bytes]:
    for message in messages:
        if isinstance(message, bytes):
            yield decode_frame(message).payload
            continue
        event = json.loads(message)
        if event["type"] == "error":
            raise DigestError(f"The WebSocket stream failed: {event}")
        if event["type"] == "done":
            return


def _decoded(ogg: bytes) -> bytes:
    """Ogg pages carry a serial number, which is not part of the sound: the decoded samples are compared."""
    import av

    with av.open(io.BytesIO(ogg), "r") as container:
        return b"".join(np.ascontiguousarray(frame.to_ndarray()).tobytes() for frame in container.decode(audio=0))


def digest_requests() -> list[DigestRequest]:
    return [*_golden(), *_further(), *_other_endpoints()]


def _golden() -> Iterator[DigestRequest]:
    for clip in golden_clips():
        yield _speech(f"golden/{clip.name}", input=clip.text, voice=clip.voice, stream=False)


def _further() -> Iterator[DigestRequest]:
    for audio_format in ("wav", "mp3", "opus", "aac", "flac", "pcm"):
        yield from _both("{}/" + audio_format, input=SENTENCE, response_format=audio_format)
    for voice, text in VOICES.items():
        yield _speech(f"voice/{voice}", input=text, voice=voice, stream=False)
    for speed in (0.5, 0.8, 1.3, 2.0, 3.5):
        yield from _both(f"speed/{speed}/{{}}", input=SENTENCE, speed=speed)
    for rate in (8000, 16000, 44100, 48000):
        yield from _both(f"rate/{rate}/{{}}", input=SENTENCE, sample_rate=rate)
    yield from _both("ssml1/{}", input=SSML["ssml1"])
    yield from _both("ssml2/{}", input=SSML["ssml2"], more_voices=("bf_emma", "ef_dora"))
    yield from _both("paragraph/{}", input=PARAGRAPH)
    yield _speech("mix/whole", input=SENTENCE, voice="af_heart(2)+bf_emma(1)", stream=False, more_voices=("bf_emma",))
    yield _speech("volume/live", input=SENTENCE, volume_multiplier=0.5, stream=True)
    yield _speech("volume/whole", input=SENTENCE, volume_multiplier=2.0, stream=False)
    mixed = "Hello there. Buenos días, ¿cómo está usted? The word is ありがとう."
    yield _speech("auto/whole", input=mixed, language="auto", stream=False, more_voices=("ef_dora", "jf_alpha"))
    lexicon = [{"grapheme": "koe", "phoneme": "koʊeɪ"}]
    yield _speech("lexicon/whole", input="Kokoro reads koe.", lexicon=lexicon, stream=False)
    yield _speech("as-written/whole", input="It is 3/4/2025, Dr. Lee.", normalization=False, stream=False)
    inline = "One [pause:1.2s] two. [Kokoro](/kˈOkəɹO/) three.\n\nNew paragraph\n- item"
    yield _speech("inline/whole", input=inline, stream=False)
    yield _speech("symbols/whole", input="*** --- ***", stream=False)


def _other_endpoints() -> Iterator[DigestRequest]:
    wav = {"response_format": "wav"}
    paragraph = {"input": PARAGRAPH, "response_format": "pcm", "timestamps": True}
    yield DigestRequest("sse/live", lambda api: api.events(paragraph))
    yield DigestRequest("captions/audio", lambda api: api.captioned_audio({"input": SENTENCE, **wav}))
    yield DigestRequest("captions/vtt", lambda api: api.caption_text({"input": PARAGRAPH, "caption_format": "vtt"}))
    phonemes = {"phonemes": "həlˈO wˈɜɹld", "stream": False, **wav}
    yield DigestRequest("phonemes/whole", lambda api: api.phonemes(phonemes))
    preview = "/v1/audio/voices/bf_emma/preview"
    yield DigestRequest("preview", lambda api: api.get(preview, {"format": "wav"}), ("bf_emma",))
    link = {"input": SENTENCE, "format": "wav", "stream": "false"}
    yield DigestRequest("link/whole", lambda api: api.get(_SPEECH, link))
    yield DigestRequest("websocket/whole", lambda api: api.live_stream({"input": PARAGRAPH}))
    # Whole sentences without commas: where a clause ends, the timing of the messages may decide the cut.
    sentences = ["It was dark. ", "Nobody spoke. ", "Then a door opened at a quarter to seven. "]
    yield DigestRequest("websocket/text-pieces", lambda api: api.live_stream({}, sentences))
    ssml = [SSML["ssml1"][:80], SSML["ssml1"][80:]]
    yield DigestRequest("websocket/ssml-pieces", lambda api: api.live_stream({"input_format": "ssml"}, ssml))


def _both(name: str, more_voices: tuple[str, ...] = (), **body: Any) -> Iterator[DigestRequest]:
    yield _speech(name.format("whole"), more_voices, **body, stream=False)
    yield _speech(name.format("live"), more_voices, **body, stream=True)


def _speech(name: str, more_voices: tuple[str, ...] = (), **body: Any) -> DigestRequest:
    body = {"response_format": "wav", **body}
    voices = more_voices or ((body["voice"],) if "voice" in body else ())
    return DigestRequest(name, lambda api: api.speech(body), voices)


def collect_digests(
    address: str,
    requests: Sequence[DigestRequest],
    settle: Callable[[], None] = lambda: None,
    on_request: Callable[[], None] = lambda: None,
) -> dict[str, Digest]:
    """`settle` returns when the server is idle: beside other streams windows may be cut elsewhere."""
    digests: dict[str, Digest] = {}
    with httpx.Client(base_url=address, timeout=_TIMEOUT_S, trust_env=False) as http:
        api = Api(address, http)
        for request in requests:
            settle()
            try:
                digests[request.name] = Digest.of(request.fetch(api))
            except (httpx.HTTPError, LookupError, ValueError) as problem:
                raise DigestError(f"{request.name}: the server did not respond as expected ({problem}).") from problem
            on_request()
    return digests


def compare_digests(expected: Mapping[str, Digest], actual: Mapping[str, Digest]) -> list[Difference]:
    return [
        Difference(name, expected.get(name), actual.get(name))
        for name in dict.fromkeys([*expected, *actual])
        if expected.get(name) != actual.get(name)
    ]


def write_digests(path: Path, digests: Mapping[str, Digest]) -> None:
    content = {name: asdict(digest) for name, digest in digests.items()}
    try:
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    except OSError as problem:
        raise DigestError(f"{path} could not be written ({problem.strerror}).") from None


def read_digests(path: Path) -> dict[str, Digest]:
    try:
        return {name: Digest(**fields) for name, fields in json.loads(path.read_text(encoding="utf-8")).items()}
    except OSError as problem:
        raise DigestError(f"{path} could not be read ({problem.strerror}).") from None
    except (ValueError, TypeError, AttributeError):
        raise DigestError(f"{path} is not a file of digests.") from None
