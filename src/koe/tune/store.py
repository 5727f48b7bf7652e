"""Every trial in an SQLite file in the user's data folder, written round by round: what was measured is never lost."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from koe.errors import KoeError
from koe.tune.space import Point
from koe.tune.trials import Kind, Round, Sample, State, Trial

FILE = "tuning.sqlite3"
_VERSION = 1
_TABLES = """
create table studies (id integer primary key, began text not null, ended text, about text not null);
create table trials (
    id integer primary key, study integer not null references studies(id), point text not null, kind text not null,
    state text not null, reason text not null default '', memory_mb integer, default_memory_mb integer);
create table rounds (
    id integer primary key, trial integer not null references trials(id), ttfa_s real not null, rtf real not null,
    default_ttfa_s real not null, default_rtf real not null);
"""


class TuningError(KoeError):
    """A file of the tuner cannot be read or written, or a measurement cannot begin."""


class TrialStore:
    """`about` is what a study is about: the machine, versions and the space. A study that was interrupted goes on if
    all of that is the same."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def open_study(self, about: Mapping[str, Any], now: datetime) -> StoredStudy:
        written = json.dumps(about, sort_keys=True)
        with self._connection() as database:
            found = database.execute(
                "select id from studies where ended is null and about = ? order by id desc", (written,)
            ).fetchone()
            if found is None:
                cursor = database.execute(
                    "insert into studies (began, about) values (?, ?)", (now.isoformat(timespec="seconds"), written)
                )
                return StoredStudy(self, int(cursor.lastrowid or 0), is_resumed=False)
        return StoredStudy(self, int(found[0]), is_resumed=True)

    def last_study(self) -> StoredStudy | None:
        if not self.path.exists():
            return None
        with self._connection() as database:
            found = database.execute("select max(id) from studies").fetchone()
        return None if found[0] is None else StoredStudy(self, int(found[0]), is_resumed=True)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """One for each use: another process may tune or show at the same time."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            database = sqlite3.connect(self.path, timeout=10.0)
            try:
                # A killed process loses nothing; only a power failure could. Waiting for the disk took 50 ms a round.
                database.execute("pragma synchronous = off")
                with database:
                    if database.execute("pragma user_version").fetchone()[0] != _VERSION:
                        database.executescript(f"{_TABLES} pragma user_version = {_VERSION};")
                    yield database
            finally:
                database.close()
        except (sqlite3.Error, OSError) as problem:
            raise TuningError(
                f"{self.path} cannot be used ({type(problem).__name__}). `koe tune --forget` removes it."
            ) from problem


class StoredStudy:
    def __init__(self, store: TrialStore, number: int, *, is_resumed: bool) -> None:
        self._store = store
        self.number = number
        self.is_resumed = is_resumed

    def begin(self, point: Point, kind: Kind) -> int:
        """The number of a new trial."""
        with self._store._connection() as database:
            cursor = database.execute(
                "insert into trials (study, point, kind, state) values (?, ?, ?, 'running')",
                (self.number, json.dumps(dict(point)), kind),
            )
            return int(cursor.lastrowid or 0)

    def add_round(self, trial: int, row: Round) -> None:
        with self._store._connection() as database:
            database.execute(
                "insert into rounds (trial, ttfa_s, rtf, default_ttfa_s, default_rtf) values (?, ?, ?, ?, ?)",
                (trial, row.candidate.ttfa_s, row.candidate.rtf, row.default.ttfa_s, row.default.rtf),
            )

    def end(self, trial: Trial) -> None:
        with self._store._connection() as database:
            database.execute(
                "update trials set state = ?, reason = ?, memory_mb = ?, default_memory_mb = ? where id = ?",
                (trial.state, trial.reason, trial.memory_mb, trial.default_memory_mb, trial.number),
            )

    def finish(self, now: datetime) -> None:
        """It is not resumed any more."""
        with self._store._connection() as database:
            database.execute(
                "update studies set ended = ? where id = ?", (now.isoformat(timespec="seconds"), self.number)
            )

    @property
    def is_finished(self) -> bool:
        with self._store._connection() as database:
            row = database.execute("select ended from studies where id = ?", (self.number,)).fetchone()
        return row is not None and row[0] is not None

    @property
    def trials(self) -> list[Trial]:
        with self._store._connection() as database:
            rows = database.execute(
                "select id, point, kind, state, reason, memory_mb, default_memory_mb from trials where study = ? "
                "order by id",
                (self.number,),
            ).fetchall()
            return [_trial(row, self._rounds(database, row[0])) for row in rows]

    def _rounds(self, database: sqlite3.Connection, trial: int) -> tuple[Round, ...]:
        rows = database.execute(
            "select ttfa_s, rtf, default_ttfa_s, default_rtf from rounds where trial = ? order by id", (trial,)
        )
        return tuple(Round(Sample(row[0], row[1]), Sample(row[2], row[3])) for row in rows)

    def to_json(self) -> list[dict[str, object]]:
        return [asdict(one) for one in self.trials]


def _trial(row: Any, rounds: tuple[Round, ...]) -> Trial:
    number, point, kind, state, reason, memory_mb, default_memory_mb = row
    typed_kind: Kind = kind
    typed_state: State = state
    trial = Trial(number, json.loads(point), typed_kind, typed_state, rounds, reason=reason)
    return replace(trial, memory_mb=memory_mb, default_memory_mb=default_memory_mb)
