"""Cues -> captions in WebVTT, SubRip or JSON, spelled as in the text that was sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from koe.types import AudioBlock, Cue
from koe.wire.words import word_json

CaptionFormat = Literal["vtt", "srt", "json"]

# A caption fits into two lines of a subtitle and can be read while it is spoken.
_LONGEST_CHARACTERS = 80
_LONGEST_S = 6.0
_LONGEST_GAP_S = 0.7
_CONTEXT_CHARACTERS = 20
_OPENERS = "\"'“‘(«‹¿¡「『"
_CLOSERS = ",.;:!?…\"'”’)»›।॥。、！？，；：」』"
# SSML tags, and koe's notations in plain text: [word](/phonemes/), [pause:1s], [voice:af_bella] … [/voice].
_MARKUP = re.compile(r"<[^<>]*>|\]\(/[^()/]*/\)|\[(?:pause|voice|rate):[^\]]*\]|\[/(?:voice|rate)\]", re.IGNORECASE)
_NOT_PUNCTUATION = re.compile(r"[^\s,.;:!?…\"'“”‘’()«»‹›¿¡—–।॥。、！？，；：「」『』-]")
_SENTENCE_ENDS = frozenset(".!?…。！？।")


@dataclass(frozen=True, slots=True)
class Caption:
    start_s: float
    end_s: float
    text: str


class CueSheet:
    """Collects the cues of a stream from its blocks, in seconds from the beginning of the stream."""

    def __init__(self) -> None:
        self.cues: list[Cue] = []
        self.duration_s = 0.0

    def add(self, block: AudioBlock) -> None:
        self.cues += (cue.later(self.duration_s) for cue in block.cues)
        self.duration_s += block.duration_s

    @property
    def words(self) -> list[Cue]:
        """Each word ends before the next one begins; the last word of a sentence would reach into the pause."""
        return without_overlaps([cue for cue in self.cues if not cue.is_mark], self.duration_s)


def without_overlaps(words: Sequence[Cue], duration_s: float) -> list[Cue]:
    """No word ends after the next one has begun, nor after the audio."""
    ends_s = [*(word.start_s for word in words[1:]), duration_s]
    return [replace(word, end_s=min(word.end_s, end_s)) for word, end_s in zip(words, ends_s, strict=False)]


def captions_of(words: Sequence[Cue], text: str) -> list[Caption]:
    """Group words into captions. `text` is the text that was sent: punctuation between words is taken from it."""
    captions: list[Caption] = []
    for line in _lines(words, text):
        written = "".join(_written(line, text))
        captions.append(Caption(line[0].start_s, line[-1].end_s, " ".join(written.split())))
    return captions


def _lines(words: Sequence[Cue], text: str) -> Iterator[list[Cue]]:
    line: list[Cue] = []
    for word in words:
        if line and _is_full(line, word, text):
            yield line
            line = []
        line.append(word)
    if line:
        yield line


def _is_full(line: Sequence[Cue], word: Cue, text: str) -> bool:
    between = _punctuation(text[line[-1].stop : word.start])
    return (
        word.start_s - line[-1].end_s > _LONGEST_GAP_S
        or word.end_s - line[0].start_s > _LONGEST_S
        or word.stop - line[0].start > _LONGEST_CHARACTERS
        or any(character in _SENTENCE_ENDS for character in between)
    )


def _written(line: Sequence[Cue], text: str) -> Iterator[str]:
    """Each word with the punctuation right before and after it."""
    yield _openers(_punctuation(text[: line[0].start][-_CONTEXT_CHARACTERS:]))
    for word, following in pairwise(line):
        raw = text[word.stop : following.start]
        between = _punctuation(raw)
        yield word.text + between + (" " if raw and not between else "")
    after = _MARKUP.sub("", text[line[-1].stop :][:_CONTEXT_CHARACTERS])
    yield line[-1].text + after[: len(after) - len(after.lstrip(_CLOSERS))]


def _openers(between: str) -> str:
    """Opening quotes and brackets of the next word."""
    return between[len(between.rstrip(_OPENERS)) :]


def _punctuation(between: str) -> str:
    """Punctuation and spaces of the text between two words, without markup and without letters that were not spoken."""
    return _NOT_PUNCTUATION.sub("", _MARKUP.sub("", between))


def encode_captions(words: Sequence[Cue], text: str, caption_format: CaptionFormat) -> str:
    if caption_format == "json":
        return json.dumps({"words": [word_json(word) for word in words]}, ensure_ascii=False, indent=1) + "\n"
    captions = captions_of(words, text)
    if caption_format == "vtt":
        return "WEBVTT\n\n" + "\n".join(_entries(captions, ".", numbered=False))
    return "\n".join(_entries(captions, ",", numbered=True))


def _entries(captions: Iterable[Caption], point: str, numbered: bool) -> Iterator[str]:
    for number, caption in enumerate(captions, start=1):
        label = f"{number}\n" if numbered else ""
        text = caption.text if numbered else _escaped(caption.text)  # SubRip has no entities
        yield f"{label}{_clock(caption.start_s, point)} --> {_clock(caption.end_s, point)}\n{text}\n"


def _clock(seconds: float, point: str) -> str:
    milliseconds = round(max(0.0, seconds) * 1000)
    whole, part = divmod(milliseconds, 1000)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{point}{part:03}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("-->", "→")
