"""16-bit samples in parts -> an audio file that knows its title, author, cover and chapters.

FFmpeg writes MP4 and ID3 chapters and attached pictures. In FLAC and Ogg chapters are comments, in Ogg the cover too.
"""

from __future__ import annotations

import base64
import io
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, BinaryIO, Literal, cast

import av
from av.audio import AudioStream
from av.container import OutputContainer
from av.stream import Disposition, Stream

from koe.types import Picture
from koe.wire.codecs import FORMATS
from koe.wire.coding import Clip
from koe.wire.compressed import Compressed, Track

CoverMeans = Literal["picture", "comment", "none"]
_MS = Fraction(1, 1000)
_MOST_COVER_BYTES = 8 * 2**20  # a FLAC block holds 16 MiB, and a comment grows by a third
_LARGEST_COVER_SIDE = 10_000
_PICTURE_CODECS = {"image/jpeg": ("mjpeg", "jpeg_pipe"), "image/png": ("png", "png_pipe")}
_FRONT_COVER = 3  # of ID3's kinds of pictures, which FLAC and Ogg use too
_REPEATABLE = {"fflags": "+bitexact"}
_AAC_FRAME_SAMPLES = 1024
# The index of an MP4 file: 4 bytes for each AAC frame, room for the tags, and what a chapter takes in both its lists.
_INDEX_BYTES_PER_FRAME = 5
_INDEX_BYTES = 32_768
_INDEX_BYTES_PER_CHAPTER = 512


@dataclass(frozen=True, slots=True)
class ChapterMark:
    """Where a chapter begins, in milliseconds from the beginning of the file."""

    title: str
    start_ms: int


@dataclass(frozen=True, slots=True)
class BookTags:
    """What players show. `track` is the number of a file that holds one chapter, and the number of all; `album` then is
    the title of the book."""

    title: str
    author: str = ""
    language: str = ""
    album: str = ""
    track: tuple[int, int] | None = None
    cover: Picture | None = None
    chapters: tuple[ChapterMark, ...] = ()

    def texts(self) -> dict[str, str]:
        named = {
            "title": self.title,
            "artist": self.author,
            "album_artist": self.author,
            "album": self.album or self.title,
            "genre": "Audiobook",
            "language": self.language,
            "track": f"{self.track[0]}/{self.track[1]}" if self.track else "",
        }
        return {name: text for name, text in named.items() if text}


@dataclass(frozen=True, slots=True)
class BookFormat:
    """`cover` says how the container holds one. `comments`: chapters are written here, as comments, because FFmpeg
    writes none into FLAC, and into Ogg those that begin in the second half of a second one second late."""

    suffix: str
    coding: Compressed
    cover: CoverMeans = "picture"
    comments: bool = False
    has_index: bool = False
    tags_on_stream: bool = False


def _coding(name: str, container_options: Mapping[str, str], container: str | None = None) -> Compressed:
    """The codec of `koe say`, in a container for files."""
    coding = cast(Compressed, FORMATS[name].coding)
    options = {**container_options, **_REPEATABLE}
    return replace(coding, container=container or coding.container, container_options=options, file_options=None)


BOOK_FORMATS: Mapping[str, BookFormat] = {
    "m4b": BookFormat(
        ".m4b",
        _coding("m4a", {"brand": "M4B "}, "mp4"),
        has_index=True,
    ),
    "m4a": BookFormat(
        ".m4a",
        _coding("m4a", {"brand": "M4A "}, "mp4"),
        has_index=True,
    ),
    "mp3": BookFormat(".mp3", _coding("mp3", {"id3v2_version": "3"})),
    "opus": BookFormat(".opus", _coding("opus", {}), cover="comment", comments=True, tags_on_stream=True),
    "flac": BookFormat(".flac", _coding("flac", {}), comments=True),
    "wav": BookFormat(
        ".wav",
        Compressed("wav", "pcm_s16le", "s16", container_options={"rf64": "auto", **_REPEATABLE}),  # beyond 4 GB
        cover="none",
    ),
}


def write_book(name: str, file: BinaryIO, clip: Clip, sample_rate_hz: int, tags: BookTags, *, serial: int = 0) -> None:
    """The file must be empty and able to seek. The same samples and tags give the same bytes. A cover that players
    could not show is left out (`picture_size`)."""
    form = BOOK_FORMATS[name]
    header = _Header(form, tags, duration_ms=-(-1000 * clip.samples // sample_rate_hz))
    coding = form.coding.numbered(serial)
    if form.has_index:
        room = {"moov_size": str(_index_bytes(clip, tags))}
        coding = replace(coding, container_options={**coding.container_options, **room})
    track = Track(coding, sample_rate_hz, file, header.prepare)
    try:
        for packet in header.packets():
            track.mux(packet)
        for part in clip.parts:
            track.add(part)
        track.finish()
    finally:
        track.close()


class _Header:
    """What a container knows of its book before the first sample."""

    def __init__(self, form: BookFormat, tags: BookTags, duration_ms: int) -> None:
        self._form = form
        self._tags = tags
        self._duration_ms = duration_ms
        self._size = None if tags.cover is None else picture_size(tags.cover)
        self._picture: Stream | None = None

    def prepare(self, container: OutputContainer, stream: AudioStream) -> None:
        tags, texts = self._tags, self._tags.texts()
        if self._form.comments:
            texts |= _chapter_comments(tags.chapters)
        elif tags.chapters:
            container.set_chapters(_chapters(tags.chapters, self._duration_ms))
        if tags.cover is not None and self._size is not None:
            if self._form.cover == "comment":
                texts["METADATA_BLOCK_PICTURE"] = base64.b64encode(_picture_block(tags.cover, self._size)).decode()
            elif self._form.cover == "picture":
                codec, _ = _PICTURE_CODECS[tags.cover.media_type]
                width, height = self._size
                self._picture = container.add_mux_stream(codec, rate=1, width=width, height=height)
                self._picture.disposition = Disposition.attached_pic
        (stream if self._form.tags_on_stream else container).metadata.update(texts)

    def packets(self) -> Iterator[av.Packet[Any]]:
        if self._picture is not None and self._tags.cover is not None:
            packet: av.Packet[Any] = av.Packet(self._tags.cover.data)
            packet.stream, packet.pts, packet.dts, packet.is_keyframe = self._picture, 0, 0, True
            yield packet


def picture_size(picture: Picture) -> tuple[int, int] | None:
    """Width and height of a picture that can be decoded and is not too large; else None."""
    codec, kind = _PICTURE_CODECS[picture.media_type]
    if len(picture.data) > _MOST_COVER_BYTES:
        return None
    try:
        with av.open(io.BytesIO(picture.data), "r", format=kind) as container:
            stream = container.streams.video[0]
            size = (stream.width, stream.height)
            is_sane = stream.codec_context.name == codec and all(0 < side <= _LARGEST_COVER_SIDE for side in size)
            return size if is_sane and next(container.decode(video=0), None) is not None else None
    except (av.FFmpegError, IndexError, ValueError):
        return None


def _chapters(marks: Sequence[ChapterMark], duration_ms: int) -> list[av.container.Chapter]:
    ends = [*(mark.start_ms for mark in marks[1:]), duration_ms]
    return [
        {
            "id": number,
            "start": mark.start_ms,
            "end": max(mark.start_ms, end_ms),
            "time_base": _MS,
            "metadata": {"title": mark.title},
        }
        for number, (mark, end_ms) in enumerate(zip(marks, ends, strict=True), start=1)
    ]


def _chapter_comments(marks: Sequence[ChapterMark]) -> dict[str, str]:
    comments = {}
    for number, mark in enumerate(marks):
        seconds, ms = divmod(mark.start_ms, 1000)
        minutes, second = divmod(seconds, 60)
        comments[f"CHAPTER{number:03}"] = f"{minutes // 60:02}:{minutes % 60:02}:{second:02}.{ms:03}"
        comments[f"CHAPTER{number:03}NAME"] = mark.title
    return comments


def _picture_block(picture: Picture, size: tuple[int, int]) -> bytes:
    """FLAC's block for pictures, which Ogg files carry in a comment."""
    media_type = picture.media_type.encode()
    head = struct.pack(">II", _FRONT_COVER, len(media_type)) + media_type
    sizes = struct.pack(">IIIIII", 0, *size, 24, 0, len(picture.data))  # no description, 24 bits, no palette
    return head + sizes + picture.data


def _index_bytes(clip: Clip, tags: BookTags) -> int:
    """Room for the index before the audio, so that a player can seek before it has the whole file."""
    cover = 0 if tags.cover is None else len(tags.cover.data)
    texts = sum(len(text.encode()) for text in tags.texts().values())
    frames = clip.samples // _AAC_FRAME_SAMPLES + 3
    chapters = _INDEX_BYTES_PER_CHAPTER * len(tags.chapters)
    return _INDEX_BYTES + _INDEX_BYTES_PER_FRAME * frames + chapters + cover + texts
