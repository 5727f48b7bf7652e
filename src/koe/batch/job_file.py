"""JOBS.jsonl -> an index of its jobs: each line is checked, and read again when its job is due.

The lines are copied to a temporary file first: standard input can be read once, and a file that is edited meanwhile
must not change what was checked. In memory is only the index, some hundred bytes for each job.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Self

from koe.batch.job import BadLine, BatchJob, LineRules, job_of
from koe.errors import RequestError

LONGEST_LINE_BYTES = 64 << 20
MOST_PROBLEMS = 20
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Entry:
    """A job that was checked, and where its line is."""

    line: int
    id: str
    digest: str
    names: tuple[str, ...]
    characters: int
    offset: int
    size: int


class BadBatch(BadLine):
    """Lines that cannot be spoken; `problems` has the first of them."""

    def __init__(self, problems: list[BadLine], count: int) -> None:
        first = problems[0]
        super().__init__(first.line, first.reason, first.param, first.code)
        self.problems = problems
        self.count = count


class JobFile:
    """To be closed, which removes the copy."""

    def __init__(self, source: BinaryIO, rules: LineRules) -> None:
        self._rules = rules
        self._copy = tempfile.TemporaryFile(prefix="koe-batch-")  # noqa: SIM115  closed by `close`
        shutil.copyfileobj(source, self._copy)
        self.size = self._copy.tell()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._copy.close()

    def entries(
        self, facts: str, check: Callable[[BatchJob], None], read: Callable[[int], None] = lambda _: None
    ) -> list[Entry]:
        """All jobs. `check` raises `RequestError` for one that cannot be spoken, and `read` is told how many bytes were
        read. Raises `BadBatch`."""
        found: list[Entry] = []
        problems: list[BadLine] = []
        count = 0
        lines_of: dict[str, int] = {}
        for line, offset, content in self._lines():
            try:
                job = job_of(content, line, self._rules)
                if (other := lines_of.setdefault(job.id.casefold(), line)) != line:
                    raise BadLine(line, f"id is that of line {other} too.", "id")
                _checked(job, check)
                size = len(content)
                entry = Entry(line, job.id, job.digest(facts), job.names, len(job.request.text), offset, size)
                found.append(entry)
            except BadLine as problem:
                count += 1
                if len(problems) < MOST_PROBLEMS:
                    problems.append(problem)
            read(offset + len(content))
        if problems:
            raise BadBatch(problems, count)
        return found

    def job(self, entry: Entry) -> BatchJob:
        self._copy.seek(entry.offset)
        return job_of(self._copy.read(entry.size), entry.line, self._rules)

    def _lines(self) -> Iterator[tuple[int, int, bytes]]:
        """Number, place and content of each line that is not blank."""
        offset = number = 0
        while True:
            self._copy.seek(offset)
            content = self._copy.readline(LONGEST_LINE_BYTES)
            if not content:
                return
            number += 1
            if len(content) == LONGEST_LINE_BYTES:
                problem = BadLine(number, f"is longer than {LONGEST_LINE_BYTES >> 20} MiB.", code="line_too_long")
                raise BadBatch([problem], 1)
            size = len(content)
            start = len(_BOM) if number == 1 and content.startswith(_BOM) else 0
            if content[start:].strip():
                yield number, offset + start, content[start:]
            offset += size


def _checked(job: BatchJob, check: Callable[[BatchJob], None]) -> None:
    try:
        check(job)
    except RequestError as problem:
        raise BadLine(job.line, problem.message, problem.param, problem.code) from None
