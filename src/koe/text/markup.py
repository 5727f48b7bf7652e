"""A request's text, SSML or plain text with inline tags -> passages without mark-up."""

from __future__ import annotations

import re

from koe.text.inline import parse_inline
from koe.text.passage import Marked
from koe.text.ssml import parse_ssml
from koe.text.ssml_voices import ChoosesVoices
from koe.types import InputFormat, SsmlMode

_BEGINS_AS_SSML = re.compile(r"[\ufeff\s]*(?:<\?xml[^<>]{0,200}\?>\s*)?<speak\b")


def parse(
    text: str,
    language: str,
    input_format: InputFormat | None = None,
    ssml_mode: SsmlMode = "lenient",
    voices: ChoosesVoices | None = None,
) -> Marked:
    """`language` is the request's. Raises `BadMarkup`, `PauseTooLong`."""
    return parse_ssml(text, language, ssml_mode, voices) if is_ssml(text, input_format) else parse_inline(text)


def is_ssml(text: str, input_format: InputFormat | None = None) -> bool:
    """Whether the request declares SSML or, without a declared format, the text begins with <speak>."""
    return input_format == "ssml" or (input_format is None and _BEGINS_AS_SSML.match(text) is not None)
