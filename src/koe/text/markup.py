"""A request's text, SSML or plain text with inline tags -> passages without mark-up."""

from __future__ import annotations

import re

from koe.text.inline import parse_inline
from koe.text.passage import Marked
from koe.text.ssml import parse_ssml
from koe.text.ssml_voices import ChoosesVoices
from koe.types import NO_TEXT_BEFORE, InputFormat, SsmlMode, TextBefore

_BEGINS_AS_SSML = re.compile(r"[\ufeff\s]*(?:<\?xml[^<>]{0,200}\?>\s*)?<speak\b")


def parse(
    text: str,
    language: str,
    input_format: InputFormat | None = None,
    before: TextBefore = NO_TEXT_BEFORE,
    ssml_mode: SsmlMode = "lenient",
    voices: ChoosesVoices | None = None,
) -> Marked:
    """`language` is the request's; `before` matters to inline tags alone. Raises `BadMarkup`, `BadTag`,
    `PauseTooLong`."""
    if is_ssml(text, input_format):
        return parse_ssml(text, language, ssml_mode, voices)
    return parse_inline(text, before)


def is_ssml(text: str, input_format: InputFormat | None = None) -> bool:
    """Whether the request declares SSML or, without a declared format, the text begins with <speak>."""
    return input_format == "ssml" or (input_format is None and _BEGINS_AS_SSML.match(text) is not None)
