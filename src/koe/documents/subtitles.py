"""Subtitles (SRT, WebVTT) -> document: cues joined into paragraphs, with the time at which each begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from koe.documents.document import Chapter, Document, Paragraph
from koe.documents.errors import EmptyDocument
from koe.documents.paragraphs import readable

_TIMES = re.compile(
    r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})[^\S\n]*-->[^\S\n]*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
)
_SPEAKER = re.compile(r"<v(?:\.[\w.-]{1,60})?\s{1,3}[^<>]{1,200}>")
_MARKUP = re.compile(r"<[^<>]{0,200}>|\{\\[^{}]{0,200}\}")
# "[Music]", "(door closes)", "♪ … ♪": what hearing viewers hear
_SOUNDS = re.compile(r"[\[(][^\[\]()]{0,200}[\])]|♪[^♪\n]{0,500}♪?")
_LONGEST_GAP_S = 2.0  # between cues of one paragraph
_ENDS = (".", "!", "?", "…", "。", "！", "？", '"', "”", "»")
_SENTENCES = 6  # of a paragraph, about


@dataclass(frozen=True, slots=True)
class _Cue:
    start_s: float
    end_s: float
    lines: tuple[str, ...]
    is_new_speaker: bool


def read_subtitles(text: str, name: str) -> Document:
    paragraphs = readable(_paragraphs(_cues(text)))
    if not paragraphs:
        raise EmptyDocument
    return Document(name, "", "", (Chapter(name, tuple(paragraphs)),))


def looks_like_subtitles(text: str) -> bool:
    return text.startswith("WEBVTT") or bool(re.match(rf"\s{{0,20}}\d{{1,6}}[^\S\n]*\n{_TIMES.pattern}", text))


def _cues(text: str) -> Iterator[_Cue]:
    for part in re.split(r"\n[^\S\n]*\n", text):
        lines = part.strip().split("\n")
        found = [(number, match) for number, line in enumerate(lines[:2]) if (match := _TIMES.match(line.strip()))]
        if not found:
            continue  # a header, a note, a style
        number, match = found[0]
        content = "\n".join(lines[number + 1 :])
        is_new_speaker = bool(_SPEAKER.search(content))
        content = unescape(_SOUNDS.sub("", _MARKUP.sub("", content)))
        spoken = tuple(line.strip() for line in content.split("\n") if line.strip())
        yield _Cue(_seconds(match.groups()[:4]), _seconds(match.groups()[4:]), spoken, is_new_speaker)


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = parts
    return 3600 * int(hours or 0) + 60 * int(minutes or 0) + int(seconds or 0) + float(f"0.{fraction or 0}")


def _paragraphs(cues: Iterator[_Cue]) -> Iterator[Paragraph]:
    parts: list[str] = []
    begins_s = end_s = 0.0
    shown: tuple[str, ...] = ()
    for cue in cues:
        new = [line for line in cue.lines if line not in shown]  # captions that roll repeat the line before
        shown = cue.lines
        if not new:
            continue
        is_dash = new[0].startswith(("-", "–", "—"))
        is_full = len(parts) >= _SENTENCES and parts[-1].endswith(_ENDS)
        if parts and (cue.start_s - end_s > _LONGEST_GAP_S or cue.is_new_speaker or is_dash or is_full):
            yield Paragraph("text", " ".join(parts), _clock(begins_s))
            parts = []
        begins_s = begins_s if parts else cue.start_s
        parts += (line.lstrip("-–— ") for line in new)
        end_s = cue.end_s
    if parts:
        yield Paragraph("text", " ".join(parts), _clock(begins_s))


def _clock(seconds: float) -> str:
    minutes, second = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}"
