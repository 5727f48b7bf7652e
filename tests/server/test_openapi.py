"""The content of /openapi.json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from fakes import live_server
from koe.engine.engine import Engine
from koe.settings import Settings
from koe.wire.codecs import FORMATS

Operation = tuple[str, str, dict[str, Any]]


@pytest.fixture
def document(engine: Engine) -> Iterator[dict[str, Any]]:
    with live_server(engine, Settings(get_speech=True)) as server:
        yield httpx.get(server + "/openapi.json").json()


def operations(document: dict[str, Any]) -> list[Operation]:
    return [(path, method, one) for path, methods in document["paths"].items() for method, one in methods.items()]


def test_no_operation_lists_422(document: dict[str, Any]) -> None:
    assert operations(document)
    assert not any("422" in operation["responses"] for _, _, operation in operations(document))
    assert "ValidationError" not in json.dumps(document)


def test_every_operation_has_a_summary_a_unique_id_and_the_error_object(document: dict[str, Any]) -> None:
    ids = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(ids) == len(set(ids))
    for _, _, operation in operations(document):
        assert operation["summary"]
        for status in ("4XX", "5XX"):
            schema = operation["responses"][status]["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/Error"}
    error = document["components"]["schemas"]["Error"]["properties"]["error"]
    assert set(error["properties"]) >= {"message", "type", "param", "code"}


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/v1/audio/speech", "post"),
        ("/v1/audio/speech", "get"),
        ("/v1/audio/speech/phonemes", "post"),
        ("/v1/audio/voices/{voice_id}/preview", "get"),
        ("/dev/generate_from_phonemes", "post"),
    ],
)
def test_audio_operations_list_their_media_types(document: dict[str, Any], path: str, method: str) -> None:
    content = document["paths"][path][method]["responses"]["200"]["content"]
    events = {"text/event-stream"} if method == "post" and path == "/v1/audio/speech" else set()
    assert set(content) == {one.media_type for one in FORMATS.values()} | events


def test_formats_are_listed_as_an_enumeration(document: dict[str, Any]) -> None:
    listed = [
        schema["properties"]["response_format"]
        for schema in document["components"]["schemas"].values()
        if "response_format" in schema.get("properties", ())
    ]
    for path in ("/v1/audio/speech", "/v1/audio/voices/{voice_id}/preview"):
        parameters = document["paths"][path]["get"]["parameters"]
        listed += [one["schema"] for one in parameters if one["name"] == "format"]
    assert len(listed) >= 6
    assert all(one["enum"] == list(FORMATS) for one in listed)


def test_captions_list_json_and_caption_files(document: dict[str, Any]) -> None:
    content = document["paths"]["/v1/audio/captions"]["post"]["responses"]["200"]["content"]
    assert set(content) == {"application/json", "text/vtt", "application/x-subrip"}


def test_bodies_list_only_fields_they_use(document: dict[str, Any]) -> None:
    fields = {name: set(schema.get("properties", ())) for name, schema in document["components"]["schemas"].items()}
    assert {"phonemes", "voice", "speed", "response_format"} <= fields["PhonemesBody"]
    assert not {"input", "lexicon", "language"} & fields["PhonemesBody"]
    assert {"input", "voice", "language", "lexicon", "input_format"} <= fields["PhonemizeBody"]
    assert not {"response_format", "stream"} & fields["PhonemizeBody"]
    assert {"caption_format", "audio"} <= fields["CaptionsBody"]
    assert "stream" not in fields["CaptionsBody"]


def test_every_reference_resolves(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    for name in {part.partition('"')[0] for part in text.split('"#/components/schemas/')[1:]}:
        assert name in document["components"]["schemas"]


def test_aliases_for_other_servers_are_deprecated(document: dict[str, Any]) -> None:
    assert {path for path, _, one in operations(document) if one.get("deprecated")} == {
        "/dev/captioned_speech",
        "/dev/phonemize",
        "/dev/generate_from_phonemes",
        "/v1/audio/voices/combine",
        "/v1/test",
    }
