"""Books as audio files: what a player shows, read back with FFmpeg; the same bytes each time."""

from __future__ import annotations

import io

import av
import numpy as np
import pytest

from document_files import png
from koe.types import Picture
from koe.wire.book_file import BOOK_FORMATS, BookTags, ChapterMark, picture_size, write_book
from koe.wire.coding import Clip, Pcm

RATE_HZ = 24_000
COVER = Picture(png(48, 32), "image/png")
TAGS = BookTags(
    "Rose & Thorn",
    "Ada Wörter",
    "en",
    cover=COVER,
    chapters=(ChapterMark("One", 0), ChapterMark("Zwei – größer", 1250), ChapterMark("三", 2500)),
)
TAGGED = sorted(set(BOOK_FORMATS) - {"wav"})


def sound(duration_s: float = 4.0) -> Pcm:
    return (8000 * np.sin(np.arange(round(duration_s * RATE_HZ)) / 20)).astype(np.int16)


def written(name: str, tags: BookTags = TAGS, samples: Pcm | None = None, size: int = 5000) -> bytes:
    samples = sound() if samples is None else samples
    file = io.BytesIO()
    parts = (samples[start : start + size] for start in range(0, len(samples), size))
    write_book(name, file, Clip(parts, len(samples)), RATE_HZ, tags, serial=7)
    return file.getvalue()


def tags_of(container: av.container.InputContainer) -> dict[str, str]:
    found = {**container.metadata, **container.streams.audio[0].metadata}
    return {name.lower(): text for name, text in found.items()}


@pytest.mark.parametrize("name", TAGGED)
def test_title_author_chapters_and_cover_are_in_the_file(name: str) -> None:
    with av.open(io.BytesIO(written(name)), "r") as container:
        tags = tags_of(container)
        assert (tags["title"], tags["artist"], tags["album"]) == ("Rose & Thorn", "Ada Wörter", "Rose & Thorn")
        chapters = container.chapters()
        assert [one["metadata"]["title"] for one in chapters] == ["One", "Zwei – größer", "三"]
        starts = [float(one["start"] * (one["time_base"] or 0)) for one in chapters]
        assert starts == pytest.approx([0, 1.25, 2.5], abs=0.002)
        (picture,) = container.streams.video
        assert picture.disposition == av.stream.Disposition.attached_pic
        assert (picture.width, picture.height) == (48, 32)


@pytest.mark.parametrize("name", BOOK_FORMATS)
def test_all_samples_are_in_the_file_and_the_same_bytes_come_again(name: str) -> None:
    data = written(name)
    assert data == written(name, size=777)
    with av.open(io.BytesIO(data), "r") as container:
        seconds = sum(frame.samples / frame.sample_rate for frame in container.decode(audio=0))
    assert seconds == pytest.approx(4.0, abs=0.1)


def test_a_player_finds_the_index_of_mp4_before_the_audio() -> None:
    data = written("m4b")
    assert data[4:12] == b"ftypM4B "
    assert 0 < data.index(b"moov") < data.index(b"mdat")


def test_the_index_has_room_for_many_chapters_with_long_titles_and_a_large_cover() -> None:
    chapters = tuple(ChapterMark("章" * 119 + f"{number:04}", number * 2) for number in range(1200))
    noise = np.random.default_rng(0).integers(0, 255, 2_000_000, dtype=np.uint8).tobytes()
    cover = Picture(png(48, 32) + noise, "image/png")
    long = "長" * 500
    data = written("m4b", BookTags(long, long, "ja", long, cover=cover, chapters=chapters))
    with av.open(io.BytesIO(data), "r") as container:
        assert len(container.chapters()) == 1200


def test_a_chapter_of_its_own_has_its_number_and_the_title_of_the_book() -> None:
    tags = BookTags("The Storm", "Ada", album="Rose & Thorn", track=(3, 12))
    with av.open(io.BytesIO(written("mp3", tags)), "r") as container:
        found = tags_of(container)
    assert (found["title"], found["album"], found["track"]) == ("The Storm", "Rose & Thorn", "3/12")


@pytest.mark.parametrize(
    "data", [png()[:60], b"\xff\xd8\xff\xe0 no picture", png() + b"\0" * (8 * 2**20), b"", png(0, 5)]
)
@pytest.mark.parametrize("name", ["m4b", "opus"])
def test_a_cover_that_no_player_could_show_is_left_out(name: str, data: bytes) -> None:
    picture = Picture(data, "image/png")
    assert picture_size(picture) is None
    with av.open(io.BytesIO(written(name, BookTags("T", cover=picture))), "r") as container:
        assert len(container.streams.video) == 0
