"""A caller's text -> passages without mark-up: SSML, or plain text with koe's own tags."""

from __future__ import annotations

import re

from koe.text.inline import parse_inline
from koe.text.passage import Marked
from koe.text.ssml import parse_ssml
from koe.types import InputFormat

_BEGINS_AS_SSML = re.compile(r"[\ufeff\s]*(?:<\?xml[^<>]{0,200}\?>\s*)?<speak\b")


def parse(text: str, language: str, input_format: InputFormat | None = None) -> Marked:
    """Raises `BadMarkup`, `OutOfRange`."""
    return parse_ssml(text, language) if is_ssml(text, input_format) else parse_inline(text)


def is_ssml(text: str, input_format: InputFormat | None = None) -> bool:
    return input_format == "ssml" or (input_format is None and _BEGINS_AS_SSML.match(text) is not None)
