"""A line of a batch -> a job: the fields of POST /v1/audio/speech, checked as the server checks them, and an id."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from pydantic import ConfigDict, Field, StrictStr, ValidationError

from koe.engine.speech import Sound
from koe.errors import RequestError
from koe.server.errors import describe_invalid
from koe.server.fields import SoundFields, SpokenText
from koe.types import SpeechRequest
from koe.wire.captions import CaptionFormat

LONGEST_ID_BYTES = 120
_SAFE = re.compile(r"\w(?:[\w. -]*[\w-])?")  # no separator, no dot or space at an end
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)")
# Of POST /v1/audio/speech: how an answer is sent. A file is complete or absent.
_DELIVERY = frozenset({"stream", "stream_format", "timestamps", "timings", "fill_stalls"})


class BadLine(RequestError):
    """A line of a batch cannot be spoken. The message names the line and the field, and repeats no text."""

    def __init__(self, line: int, message: str, param: str | None = None, code: str = "invalid_value") -> None:
        super().__init__(f"line {line}: {message}", param)
        self.line = line
        self.reason = message
        self.code = code


class BatchLine(SoundFields, SpokenText):
    """What a line may hold. Other than in a request, a field that koe does not know is an error: a batch of a hundred
    hours must not ignore a typing error."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    instructions: Any = Field(None)  # accepted and ignored, as by the server
    id: StrictStr | None = None


@dataclass(frozen=True, slots=True)
class BatchJob:
    """A job of a batch: what is spoken, and the names of its files. `line` counts from 1."""

    line: int
    id: str
    request: SpeechRequest
    sound: Sound
    captions: CaptionFormat | None = None

    @property
    def audio_name(self) -> str:
        return f"{self.id}.{self.sound.form.name}"

    @property
    def captions_name(self) -> str | None:
        return None if self.captions is None else f"{self.id}.{self.captions}"

    @property
    def names(self) -> tuple[str, ...]:
        return (self.audio_name,) if self.captions_name is None else (self.audio_name, self.captions_name)

    def digest(self, facts: str) -> str:
        """A hash of everything that decides the bytes of its files. `facts` are those of the whole batch."""
        spoken = asdict(replace(self, line=0))
        return hashlib.sha256(json.dumps([facts, spoken], sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class LineRules:
    """What the whole batch decides for its lines."""

    voice: str  # of lines that name none
    captions: CaptionFormat | None = None


def job_of(content: bytes, line: int, rules: LineRules) -> BatchJob:
    """Raises `BadLine`. Whether the text can be spoken is left to `Preparer.prepare`."""
    fields = _fields(content, line)
    try:
        body = BatchLine.model_validate(fields)
    except ValidationError as problem:
        message, param, code = _described(problem, fields)
        raise BadLine(line, message, param, code) from None
    except RequestError as problem:  # a validator's own, which Pydantic lets through
        raise BadLine(line, problem.message, problem.param, problem.code) from None
    name = str(line) if body.id is None else body.id
    if body.id is not None and not is_safe(name):
        message = f"id must be a file name of letters, digits, ., - and _, with at most {LONGEST_ID_BYTES} bytes."
        raise BadLine(line, message, "id")
    request = body.to_request(rules.voice, live=False, model=body.model)
    return BatchJob(line, name, request, body.sound, rules.captions)


def is_safe(name: str) -> bool:
    """Whether it can name a file on every system, and nothing but a file of this folder."""
    return (
        _SAFE.fullmatch(name) is not None
        and len(name.encode()) <= LONGEST_ID_BYTES
        and _RESERVED.match(name) is None
        and name.isprintable()
    )


def _fields(content: bytes, line: int) -> Mapping[str, Any]:
    try:
        fields = json.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadLine(line, "is not UTF-8.", code="invalid_json") from None
    except (ValueError, RecursionError):
        raise BadLine(line, "is not valid JSON.", code="invalid_json") from None
    if not isinstance(fields, dict):
        raise BadLine(line, "must be a JSON object.", code="invalid_type")
    return fields


def _described(problem: ValidationError, fields: Mapping[str, Any]) -> tuple[str, str | None, str]:
    """Unknown fields come first: a name that is misspelt is why another one is missing. Only names that look like names
    are repeated, because a value may stand in their place."""
    problems = problem.errors(include_url=False, include_input=False, include_context=False)
    unknown = [str(one["loc"][0]) for one in problems if one["type"] == "extra_forbidden" and len(one["loc"]) == 1]
    if not unknown:
        return describe_invalid([{**one} for one in problems])
    name = unknown[0]
    if name in _DELIVERY:
        return f"{name} says how a server sends its answer, and has no place in a batch.", name, "unknown_field"
    if not re.fullmatch(r"[A-Za-z_]{1,40}", name):
        return f"field {list(fields).index(name) + 1} is unknown.", None, "unknown_field"
    return f"{name} is not a field of a job.", name, "unknown_field"
