"""POST /v1/phonemize, and speech from phonemes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from decoding import wav_samples
from fakes import (
    GatedPipeline,
    LetterPhonemizer,
    live_server,
    running_streams,
    tiny_engine,
    wait_for,
)
from koe.engine.engine import Engine
from koe.engine.opening_cache import OpeningCache
from koe.model.voices import VoiceBook
from koe.settings import Settings
from koe.text import vocab
from koe.text.g2p import Phonemizer
from koe.text.plan import Planner
from koe.text.preview import SentencePreview
from koe.text.reading import Reading
from koe.text.traced import Traced
from koe.types import SpeechRequest
from koe.wire.codecs import FORMATS
from limits import HANG_S
from raw_http import disconnect_when

PHONEMIZE = "/v1/phonemize"
SPEAK = "/v1/audio/speech/phonemes"


def post(server: str, path: str, body: object) -> httpx.Response:
    return httpx.post(server + path, json=body, timeout=HANG_S)


# How a text is read


def test_answer_has_phonemes_words_and_segments(server: str) -> None:
    text = "Hi there. At 10:30!"
    answer = post(server, PHONEMIZE, {"input": text}).json()
    assert (answer["phonemes"], answer["spoken"]) == ("hi there. at ten thirty!", "Hi there. At ten thirty!")
    first, second = answer["segments"]
    assert first == {
        "text": "Hi there.",
        "text_start": 0,
        "text_stop": 9,
        "language": "en-us",
        "voice": "af_heart",
        "spoken": "Hi there.",
        "phonemes": "hi there.",
        "words": [
            {"word": "Hi", "text_start": 0, "text_stop": 2, "phonemes": "hi"},
            {"word": "there", "text_start": 3, "text_stop": 8, "phonemes": "there"},
        ],
        "pause_ms": None,
        "fell_back": {},
        "expressions": [],
    }
    assert [text[word["text_start"] : word["text_stop"]] for word in second["words"]] == ["At", "10:30"]


@pytest.mark.parametrize(
    ("body", "languages", "phonemes"),
    [
        ({"text": "Hello."}, ["en-us"], "hello."),
        ({"text": "Hello.", "lang": "en-GB"}, ["en-gb"], "hello."),
        ({"text": "Hello.", "voice": "ef_dora"}, ["es"], "hello."),
        ({"text": "Hello.", "voice": {"id": "bf_emma"}, "language": None}, ["en-gb"], "hello."),
        ({"input": "<speak>Hi <lang xml:lang='es'>sol</lang></speak>"}, ["en-us", "es"], "hi, sol,"),
        ({"input": "<speak>", "input_format": "text"}, ["en-us"], "speak"),
        ({"input": "Say koe.", "lexicon": [{"grapheme": "koe", "alias": "sound"}]}, ["en-us"], "say sound."),
        ({"input": "🙂"}, [], ""),
    ],
)
def test_fields_of_the_body_change_the_reading(
    server: str, body: dict[str, object], languages: list[str], phonemes: str
) -> None:
    response = post(server, PHONEMIZE, body)
    assert response.status_code == 200
    answer = response.json()
    assert [segment["language"] for segment in answer["segments"]] == languages
    assert answer["phonemes"] == phonemes


REFUSED = [
    ({}, "input", "missing_required_parameter"),
    ({"input": 7}, "input", "invalid_value"),
    ({"input": " \n"}, "input", "empty_input"),
    ({"input": "a" * 20_001}, "input", "string_above_max_length"),
    ({"input": "Hi.", "voice": "unknown"}, "voice", "unknown_voice"),
    ({"input": "Hi.", "language": "klingon"}, "language", "unknown_language"),
    ({"input": "<speak>Hi<loud/></speak>", "ssml_mode": "strict"}, "input", "ssml_unsupported_element"),
    ({"input": "<speak>Hi", "input_format": "ssml"}, "input", "ssml_malformed"),
    ({"input": "Hi.", "input_format": "html"}, "input_format", "invalid_value"),
    ({"input": "Hi.", "lexicon": [{"grapheme": "Hi", "phoneme": "☃"}]}, "lexicon", "invalid_lexicon"),
    ({"input": "Wait [pause:11s]."}, "input", "value_out_of_range"),
    ([], None, "invalid_type"),
]


@pytest.mark.parametrize(("body", "param", "code"), REFUSED)
def test_it_refuses_what_speech_refuses(server: str, body: object, param: str | None, code: str) -> None:
    answers = [post(server, path, body) for path in (PHONEMIZE, "/v1/audio/speech")]
    assert [answer.status_code for answer in answers] == [400, 400]
    reading, speech = (answer.json()["error"] for answer in answers)
    assert (reading["param"], reading["code"]) == (param, code)
    assert {key: reading[key] for key in speech if key != "request_id"} == {
        key: speech[key] for key in speech if key != "request_id"
    }


@pytest.mark.parametrize("path", [PHONEMIZE, SPEAK, "/dev/phonemize", "/dev/generate_from_phonemes"])
def test_only_json_is_accepted(server: str, path: str) -> None:
    assert httpx.post(server + path, data={"input": "Hi.", "phonemes": "hi"}).status_code == 415


def test_missing_extra_is_named(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koe.text.language.READABLE", ("en-us",))
    response = post(server, PHONEMIZE, {"input": "Hi.", "voice": "jf_alpha"})
    assert (response.status_code, response.json()["error"]["code"]) == (400, "missing_extra")


def engine_with(reader: LetterPhonemizer | Phonemizer, voices: VoiceBook) -> Engine:
    return tiny_engine(voices, planner=Planner(reader), openings=OpeningCache(1_000_000, 60))


class Slow(LetterPhonemizer):
    """Makes one preview each time the test releases `gate`; speech is read at once."""

    def __init__(self) -> None:
        self.gate = threading.Semaphore(0)
        self.begun = self.previewed_texts = 0

    def preview(self, text: Traced, language: str) -> Reading:
        self.begun += 1
        assert self.gate.acquire(timeout=HANG_S)
        self.previewed_texts += 1
        return super().preview(text, language)


@pytest.fixture
def slow() -> Iterator[Slow]:
    slow = Slow()
    yield slow
    slow.gate.release(10_000)


@pytest.fixture
def slow_server(slow: Slow, voices: VoiceBook, settings: Settings) -> Iterator[str]:
    with live_server(engine_with(slow, voices), settings) as server:
        yield server
        slow.gate.release(10_000)


def test_other_requests_are_served_while_a_text_is_read(slow: Slow, slow_server: str) -> None:
    answers: list[httpx.Response] = []
    clients = [
        threading.Thread(target=lambda: answers.append(post(slow_server, PHONEMIZE, {"input": "One. Two."})))
        for _ in range(12)  # more than the pool has threads
    ]
    for client in clients:
        client.start()
    wait_for(lambda: slow.begun > 0)
    assert httpx.get(slow_server + "/health").status_code == 200
    spoken = post(slow_server, "/v1/audio/speech", {"input": "Hello.", "response_format": "wav"})
    assert spoken.status_code == 200
    assert slow.begun == 1  # the reader reads one text at a time
    slow.gate.release(10_000)
    for client in clients:
        client.join(HANG_S)
    assert [answer.json()["phonemes"] for answer in answers] == ["one. two."] * 12


def test_reading_stops_when_the_client_disconnects(slow: Slow, slow_server: str) -> None:
    disconnect_when(slow_server + PHONEMIZE, lambda: slow.begun > 0, {"input": "One. " * 50})
    slow.gate.release(2)
    answer = post(slow_server, "/v1/audio/speech", {"input": "Hello."})
    assert answer.status_code == 200
    slow.gate.release(10_000)
    assert post(slow_server, PHONEMIZE, {"input": "Two."}).json()["phonemes"] == "two."
    assert slow.previewed_texts < 10


def test_phonemize_changes_no_counter(voices: VoiceBook, settings: Settings) -> None:
    reader = Phonemizer(cache_bytes=100_000)
    engine = engine_with(reader, voices)
    with live_server(engine, settings) as server:
        wait_for(lambda: engine.is_warm)
        text = "Good morning ᚠᚢᚦ everyone."
        before, counts = replace(engine.state, lanes=()), reader.fallback_counts
        (segment,) = post(server, PHONEMIZE, {"input": text}).json()["segments"]
        assert segment["fell_back"] == {"unreadable": 1}
        assert segment["phonemes"].startswith("ɡˈʊd mˈɔɹnɪŋ")
        assert replace(engine.state, lanes=()) == before
        assert reader.fallback_counts == counts
        assert post(server, "/v1/audio/speech", {"input": text}).status_code == 200
        assert reader.fallback_counts["unreadable"] == 1


def test_failure_while_reading_hides_the_text(
    engine: Engine, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def explode(_: SpeechRequest) -> Iterator[SentencePreview]:
        raise KeyError("quetzalcoatl")

    monkeypatch.setattr(engine, "preview", explode)
    with live_server(engine, settings) as server:
        response = post(server, PHONEMIZE, {"input": "quetzalcoatl"})
    assert (response.status_code, response.json()["error"]["code"]) == (500, "internal_error")
    assert "quetzalcoatl" not in response.text + caplog.text


# Speech of phonemes


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("text", ["Hello from koe, once more.", "Is it so?", "on and on, " * 20 + "to the end!"])
def test_phonemes_of_a_text_are_spoken_with_its_samples(server: str, text: str, stream: bool) -> None:
    how = {"voice": "bf_emma", "response_format": "wav", "stream": stream}
    phonemes = post(server, PHONEMIZE, {"input": text, "voice": "bf_emma"}).json()["phonemes"]
    by_text = post(server, "/v1/audio/speech", how | {"input": text})
    by_phonemes = post(server, SPEAK, how | {"phonemes": phonemes})
    assert by_phonemes.status_code == 200
    assert by_phonemes.content == by_text.content
    assert len(by_text.content) > 20_000


def test_phonemes_of_the_real_reader_are_spoken_with_the_samples_of_the_text(
    voices: VoiceBook, settings: Settings
) -> None:
    with live_server(engine_with(Phonemizer(), voices), settings) as server:
        text = "The quick brown fox jumps over Dr. Smith's dog at 10:30."
        phonemes = post(server, PHONEMIZE, {"input": text}).json()["phonemes"]
        assert phonemes.startswith("ðə kwˈɪk bɹˈWn")
        how = {"response_format": "wav"}
        by_text = post(server, "/v1/audio/speech", how | {"input": text}).content
        assert post(server, SPEAK, how | {"phonemes": phonemes}).content == by_text


def test_list_of_phonemes_is_spoken_sentence_by_sentence(server: str) -> None:
    text, how = "Hello there. And once more.", {"response_format": "wav", "stream": False}
    segments = post(server, PHONEMIZE, {"input": text}).json()["segments"]
    spoken = post(server, SPEAK, how | {"phonemes": [segment["phonemes"] for segment in segments]})
    assert spoken.content == post(server, "/v1/audio/speech", how | {"input": text}).content
    in_one = post(server, SPEAK, how | {"phonemes": " ".join(segment["phonemes"] for segment in segments)})
    assert in_one.content != spoken.content


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_works_streamed_and_whole(server: str, name: str, stream: bool) -> None:
    how = {"response_format": name, "stream": stream, "speed": 1.4}
    response = post(server, SPEAK, how | {"phonemes": "həlˈO wˈɜɹld."})
    assert response.status_code == 200
    assert response.headers["content-type"] == FORMATS[name].media_type
    assert ("content-length" in response.headers) is not stream
    assert len(response.content) > 1000


def test_voice_and_speed_change_the_audio(server: str) -> None:
    def spoken(**how: object) -> bytes:
        return post(server, SPEAK, {"phonemes": "həlˈO wˈɜɹld.", "response_format": "wav"} | how).content

    assert spoken() == spoken(voice="af_heart", speed=1)
    assert spoken() != spoken(voice="am_adam")
    assert len(spoken(speed=0.5)) > len(spoken()) > len(spoken(speed=2))


def test_phonemes_of_only_punctuation_get_a_short_silence(server: str) -> None:
    response = post(server, SPEAK, {"phonemes": "… — !", "response_format": "wav"})
    assert wav_samples(response.content).tolist() == [0] * 1200


@pytest.mark.parametrize(
    ("body", "param", "code", "message"),
    [
        ({}, "phonemes", "missing_required_parameter", "required"),
        ({"phonemes": 5}, "phonemes", "invalid_value", "string"),
        ({"phonemes": ["a", 5]}, "phonemes", "invalid_value", "string"),
        ({"phonemes": {"a": "b"}}, "phonemes", "invalid_value", "string"),
        ({"phonemes": ""}, "phonemes", "empty_input", "empty"),
        ({"phonemes": []}, "phonemes", "empty_input", "empty"),
        ({"phonemes": [" ", ""]}, "phonemes", "empty_input", "empty"),
        ({"phonemes": "a" * 20_001}, "phonemes", "string_above_max_length", "at most 20000"),
        ({"phonemes": ["a" * 19_999, "aa"]}, "phonemes", "string_above_max_length", "at most 20000"),
        ({"phonemes": "həlˈo ☃"}, "phonemes", "unknown_phoneme", "U+2603 at position 6 of string 0"),
        ({"phonemes": ["a", "b\u0000"]}, "phonemes", "unknown_phoneme", "U+0000 at position 1 of string 1"),
        ({"phonemes": "a", "speed": 9}, "speed", "value_out_of_range", "0.25 to 4"),
        ({"phonemes": "a", "voice": "../etc"}, "voice", "unknown_voice", "Nearest"),
        ({"phonemes": "a", "response_format": "amr"}, "response_format", "invalid_value", "mp3"),
        ({"phonemes": "a", "sample_rate": 5}, "sample_rate", "invalid_value", "24000"),
    ],
)
def test_bad_phonemes_are_refused(server: str, body: object, param: str, code: str, message: str) -> None:
    response = post(server, SPEAK, body)
    assert response.status_code == 400
    error = response.json()["error"]
    assert (error["param"], error["code"]) == (param, code)
    assert message in error["message"]
    assert "☃" not in response.text


@pytest.mark.parametrize("stream", [True, False])
def test_disconnect_frees_the_lane(
    gated: GatedPipeline, gated_engine: Engine, settings: Settings, stream: bool
) -> None:
    with live_server(gated_engine, settings) as server:
        body = {"phonemes": "hə.", "response_format": "wav", "stream": stream}
        (abandoned,) = disconnect_when(server + SPEAK, lambda: running_streams(gated_engine), body)
        wait_for(lambda: abandoned.is_over)
        gated.gate.release()  # the block that was being made when the client disconnected
        wait_for(lambda: gated_engine.running_streams == 0)


# In the shapes of Kokoro-FastAPI


def test_phonemize_has_the_shape_of_kokoro_fastapi(server: str) -> None:
    answer = post(server, "/dev/phonemize", {"text": "Hi there.", "language": "a"}).json()
    assert answer == {"phonemes": "hi there.", "tokens": [0, *vocab.encode("hi there."), 0]}
    with_default = post(server, "/dev/phonemize", {"text": "Hi there."})
    assert with_default.json() == answer
    assert post(server, "/dev/phonemize", {"text": ""}).json()["error"]["code"] == "empty_input"


def test_dev_phonemize_defaults_to_american_english(engine: Engine) -> None:
    with live_server(engine, Settings(voice="ef_dora")) as server:
        body = {"text": "10 dogs"}
        assert post(server, "/dev/phonemize", body).json()["phonemes"] == "ten dos"
        assert post(server, PHONEMIZE, body).json()["phonemes"] == "diez dos"


def test_dev_generate_gives_a_whole_wav_file(server: str) -> None:
    body = {"phonemes": "həlˈO wˈɜɹld.", "voice": "am_adam"}
    response = post(server, "/dev/generate_from_phonemes", body)
    assert response.headers["content-type"] == "audio/wav"
    assert response.content == post(server, SPEAK, body | {"response_format": "wav", "stream": False}).content
    assert len(wav_samples(response.content)) > 5000
