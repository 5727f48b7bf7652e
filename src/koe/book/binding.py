"""The speech in a work folder -> the finished book: one loudness, then one file, or a file for each chapter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from koe.book.script import Script
from koe.book.work_folder import WorkFolder
from koe.engine.output import Mastering, OutputFormat
from koe.engine.whole_file import WholeFile
from koe.types import Samples
from koe.wire.book_file import BOOK_FORMATS, BookTags, ChapterMark, write_book
from koe.wire.coding import Clip

_UNSAFE = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
_LONGEST_NAME_BYTES = 120
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])")


@dataclass(frozen=True, slots=True)
class SpokenChapter:
    """A chapter in the speech: its samples from `start` up to `stop`."""

    title: str
    start: int
    stop: int


class Binding:
    """`tags` are those of the whole book, without chapters. All chapters get the gain of the whole, so that a quiet one
    stays quieter."""

    def __init__(
        self, script: Script, work: WorkFolder, format_name: str, mastering: Mastering, tags: BookTags
    ) -> None:
        self._work = work
        self._format_name = format_name
        self._mastering = mastering
        self._tags = tags
        self._serial = crc32("\n".join(passage.text for passage in script.passages).encode())
        self.chapters = tuple(_chapters(script, work))

    def gain_db(self, measured: Callable[[], None] = lambda: None) -> float:
        """`measured` is called for every part of the speech that was read, several times each."""
        return self._whole(0, self._work.samples, measured).gain_db(self._mastering)

    def write(self, file: BinaryIO, gain_db: float, written: Callable[[], None] = lambda: None) -> None:
        """The whole book in one file."""
        rate_hz = self._work.rate_hz
        marks = tuple(ChapterMark(one.title, round(1000 * one.start / rate_hz)) for one in self.chapters)
        clip = self._whole(0, self._work.samples, written).clip(gain_db, self._mastering)
        self._write(file, clip, replace(self._tags, chapters=marks))

    def write_chapter(self, number: int, file: BinaryIO, gain_db: float) -> None:
        """One chapter, its number from 0."""
        one = self.chapters[number]
        tags = replace(
            self._tags, title=one.title, album=self._tags.title, track=(number + 1, len(self.chapters)), chapters=()
        )
        self._write(file, self._whole(one.start, one.stop).clip(gain_db, self._mastering), tags)

    def chapter_name(self, number: int) -> str:
        """The file name of a chapter, which sorts in the order of reading on every system."""
        digits = max(2, len(str(len(self.chapters))))
        title = _UNSAFE.sub(" ", self.chapters[number].title).encode()[:_LONGEST_NAME_BYTES].decode(errors="ignore")
        title = " ".join(title.split()).strip(". ")
        title = "" if _RESERVED.fullmatch(title) else f" {title}" if title else ""
        return f"{number + 1:0{digits}}{title}{BOOK_FORMATS[self._format_name].suffix}"

    def folder(self, folder: Path, gain_db: float) -> Iterator[Path]:
        """Write all chapters into an empty folder, and name each that is finished."""
        for number in range(len(self.chapters)):
            path = folder / self.chapter_name(number)
            with path.open("w+b") as file:
                self.write_chapter(number, file, gain_db)
            yield path

    def _write(self, file: BinaryIO, clip: Clip, tags: BookTags) -> None:
        write_book(self._format_name, file, clip, self._work.rate_hz, tags, serial=self._serial)

    def _whole(self, start: int, stop: int, read: Callable[[], None] = lambda: None) -> WholeFile:
        parts = self._work.parts(start, stop)

        def counted() -> Iterator[Samples]:
            for part in parts():
                yield part
                read()

        rate_hz = self._work.rate_hz
        return WholeFile(counted, stop - start, rate_hz, OutputFormat(self._format_name, rate_hz, self._serial))


def _chapters(script: Script, work: WorkFolder) -> Iterator[SpokenChapter]:
    """Those that are finished. A chapter of nothing but symbols is not in the book."""
    places: dict[int, tuple[int, int]] = {}
    for one in work.recorded:
        chapter = script.passages[one.passage].chapter
        start, _ = places.get(chapter, (one.start, one.start))
        places[chapter] = (start, one.start + one.samples)
    for chapter, (start, stop) in sorted(places.items()):
        if stop > start:
            yield SpokenChapter(script.chapters[chapter], start, stop)
