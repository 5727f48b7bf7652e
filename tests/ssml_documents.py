"""SSML documents for tests, and what the parser makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from koe.errors import BadMarkup
from koe.text.passage import Marked, Passage
from koe.text.ssml import parse_ssml
from koe.types import SsmlMode

PAGE = Path(__file__).parents[1] / "docs" / "ssml.md"


def parsed(content: str, language: str = "en-us") -> Marked:
    """`content` inside <speak>."""
    return parse_ssml(f"<speak>{content}</speak>", language)


def sources(ssml: str, passage: Passage) -> list[str]:
    """For each character of the passage, the part of `ssml` that it stands for."""
    return [ssml[start:stop] for start, stop in zip(passage.text.starts, passage.text.stops, strict=True)]


def refusal(ssml: str, mode: SsmlMode = "strict") -> BadMarkup:
    with pytest.raises(BadMarkup) as caught:
        parse_ssml(ssml, "en-us", mode)
    return caught.value
