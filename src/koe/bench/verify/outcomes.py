"""Test files of the repository -> how many tests passed, by file: pytest runs them in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from defusedxml.ElementTree import ParseError, parse

from koe.errors import EngineError

_STDERR = 2


class NoTestReport(EngineError):
    code = "no_test_report"


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Of some test files."""

    passed: int
    failed: int
    skipped: int


def run_tests(root: Path, files: Iterable[str], workers: int) -> Mapping[str, Counter[str]]:
    """`files` are below `root / "tests"`. Counts of passed, failed and skipped by module ("tests.bench.test_run")."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        options = ["-q", "-p", "no:cacheprovider", "--numprocesses", str(workers), "--dist", "loadfile"]
        paths = [f"tests/{one}" for one in dict.fromkeys(files)]
        command = [sys.executable, "-m", "pytest", *options, f"--junitxml={report}", *paths]
        # What it says, such as why a test failed, is no result: it goes where progress goes.
        ended = subprocess.run(command, cwd=root, stdout=_STDERR, check=False)
        counts = read_report(report)
    if not counts:
        raise NoTestReport(f"pytest ended with {ended.returncode}, and no test ran.")
    return counts


def read_report(path: Path) -> Mapping[str, Counter[str]]:
    """Of a report in JUnit's XML; empty if there is none."""
    found: dict[str, Counter[str]] = {}
    try:
        cases = list(parse(path).getroot().iter("testcase"))
    except (OSError, ParseError):
        return found
    for case in cases:
        kinds = {child.tag for child in case}
        outcome = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
        found.setdefault(case.get("classname") or "", Counter())[outcome] += 1
    return found


def outcomes_of(counts: Mapping[str, Counter[str]], files: Iterable[str]) -> Outcomes:
    """Of these files or folders."""
    wanted = ["tests." + one.removesuffix(".py").replace("/", ".") for one in files]
    total: Counter[str] = Counter()
    for module, counted in counts.items():
        if any(f"{module}.".startswith(f"{one}.") for one in wanted):
            total += counted
    return Outcomes(total["passed"], total["failed"], total["skipped"])
