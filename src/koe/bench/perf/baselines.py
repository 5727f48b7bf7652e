"""The stored baselines of the perf gate: a JSON file with one for each kind of machine and build."""

from __future__ import annotations

import json
from pathlib import Path

from koe.bench.perf.gate import PerfFigures
from koe.errors import EngineError


class BaselineError(EngineError):
    code = "perf_baseline_error"


def key_of(kind: str, build: str) -> str:
    return f"{kind}/{build}"


def read_baseline(path: Path, key: str) -> PerfFigures | None:
    """None: there is none of this kind."""
    try:
        written = json.loads(path.read_text("utf-8"))
        return PerfFigures.from_json(written[key]) if key in written else None
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise BaselineError(f"{path} cannot be read ({problem.strerror}).") from None
    except (ValueError, TypeError, KeyError):
        raise BaselineError(f"{path} holds no baselines of this form. Remove it and run again with --update.") from None


def write_baseline(path: Path, key: str, figures: PerfFigures) -> None:
    """The others stay."""
    try:
        known = json.loads(path.read_text("utf-8")) if path.exists() else {}
        path.parent.mkdir(parents=True, exist_ok=True)
        content = dict(sorted({**known, key: figures.to_json()}.items()))
        path.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    except (OSError, ValueError) as problem:
        raise BaselineError(f"{path} cannot be written ({type(problem).__name__}).") from None
