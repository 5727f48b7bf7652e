"""Every example in README, docs and guides runs as it is written, except what sets koe up or starts a server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from document_files import Epub
from document_files import page as chapter
from koe.batch.job import LineRules, job_of
from limits import HANG_S

ROOT = Path(__file__).parents[2]
# Generated pages have no examples, and the architecture has pictures.
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ARTICLE = "The lighthouse keeper climbed the stairs. From the top he saw the sea."
# .ci/run runs these, and tests/process starts servers. test_wyoming.py runs the bridge.
SET_UP = re.compile(
    r"^(?:make (?:serve|test|check)\b|git clone\b|(?:[A-Z_]+=\S+ )+(?:make|\S*koe) serve\b|python3 -m wyoming_openai\b)"
)
OUTPUT = re.compile(r"(?:-o |--out |OUT=)([\w.]+\.\w+)")
BEGINNINGS = {
    ".wav": (b"RIFF",),
    ".mp3": (b"ID3", b"\xff\xfb", b"\xff\xf3"),
    ".m4b": (b"\0\0\0",),  # the length of its first box
    ".pcm": (b"",),
    ".json": (b"{",),
}
# Programs that this machine may not have. The copied text has what JSON must escape.
COPIED = 'The "keeper" climbed C:\\stairs.\n\tFrom the top he saw the café.'
STAND_INS = {
    "aplay": "cat > played.wav",
    "afplay": 'cp "$1" played.wav',
    "pbpaste": f"cat <<'END'\n{COPIED}\nEND",
}
PORT = "8880"


@dataclass(frozen=True, slots=True)
class Example:
    page: str
    line: int
    language: str
    code: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def examples() -> list[Example]:
    found: list[Example] = []
    for page in PAGES:
        text = page.read_text()
        for block in re.finditer(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            line = text.count("\n", 0, block.start()) + 1
            found.append(Example(str(page.relative_to(ROOT)), line, block[1], block[2]))
    return found


def of_language(*languages: str) -> list[Example]:
    return [example for example in examples() if example.language in languages]


def commands(code: str) -> list[str]:
    """Without those that set koe up or serve."""
    whole = code.replace("\\\n", "\\\0").splitlines()
    joined: list[str] = []
    for line in whole:
        if joined and joined[-1].count("'") % 2:
            joined[-1] += "\n" + line  # a quoted body goes on
        else:
            joined.append(line)
    lines = [line.replace("\\\0", "\\\n") for line in joined]
    return [line for line in lines if line.strip() and not SET_UP.match(line)]


@pytest.fixture
def clone(tmp_path: Path, koe_server: str) -> Path:
    """A folder like a clone of the repository: `.venv` has koe, port 8880 is the server, and players listen."""
    for entry in ROOT.iterdir():
        if entry.name not in {".venv", ".git"}:
            (tmp_path / entry.name).symlink_to(entry)
    link_environment(tmp_path / ".venv")
    (tmp_path / "article.txt").write_text(ARTICLE)
    (tmp_path / "book.epub").write_bytes(Epub({"one.xhtml": chapter(f"<h1>One</h1><p>{ARTICLE}</p>")}).data())
    (tmp_path / "koe-lexicon.tsv").write_text("lang\tgrapheme\tphoneme\nen\tKokoro\tkoʊˈkɔːɹoʊ\n")
    server = f"127.0.0.1:{urlsplit(koe_server).port}"
    names = ("localhost", "127.0.0.1", "koe.lan")
    (tmp_path / ".curlrc").write_text("".join(f'connect-to = "{name}:{PORT}:{server}"\n' for name in names))
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, script in STAND_INS.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    return tmp_path


def link_environment(folder: Path) -> None:
    """The environment of the tests, as if make had just installed it.

    Make installs koe again if its stamp is older than pyproject.toml. Through a link to the whole environment it would
    replace the developer's koe by one that needs this folder, which does not stay.
    """
    (folder / "bin").mkdir(parents=True)
    present = Path(sys.prefix)
    for entry in [*present.iterdir(), *(present / "bin").iterdir()]:
        link = folder / entry.relative_to(present)
        if entry.suffix != ".stamp" and link.name not in {"bin", "koe"}:
            link.symlink_to(entry)
    (folder / "bin" / "koe").write_text(f"#!{sys.executable}\nfrom koe.cli.main import run\nrun()\n")
    (folder / "bin" / "koe").chmod(0o755)
    for stamp in ("runtime.stamp", "dev.stamp"):
        (folder / stamp).touch()


def run(clone: Path, *command: str, **environment: str) -> str:
    home = {"CURL_HOME": str(clone), "HOME": str(clone), "XDG_CONFIG_HOME": str(clone / "config")}
    path = {"PATH": f"{clone / 'programs'}{os.pathsep}{os.environ['PATH']}"}
    cache = {"XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))}
    result = subprocess.run(
        command,
        cwd=clone,
        env={**os.environ, **home, **path, **cache, **environment},
        capture_output=True,
        text=True,
        timeout=5 * HANG_S,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_examples_install_nothing_into_the_environment_of_the_tests(clone: Path) -> None:
    assert "pip install" not in run(clone, "make", "--dry-run", "say", "TEXT=Hello.")
    assert "pip install" not in run(clone, "make", "--dry-run", "test")


@pytest.mark.parametrize("example", [one for one in of_language("sh") if commands(one.code)], ids=str)
def test_commands_run_and_their_files_are_what_they_are_called(example: Example, clone: Path) -> None:
    script = "\n".join(commands(example.code))
    run(clone, "bash", "-euo", "pipefail", "-c", script)
    for name in OUTPUT.findall(script):
        assert (clone / name).read_bytes().startswith(BEGINNINGS[Path(name).suffix]), name
    if "aplay" in script or "afplay" in script:
        assert (clone / "played.wav").read_bytes().startswith(b"RIFF")
    assert all("--fail-with-body" in line for line in script.splitlines() if line.startswith("curl"))


@pytest.mark.parametrize("example", of_language("python"), ids=str)
def test_python_runs(example: Example, clone: Path, koe_server: str, request: pytest.FixtureRequest) -> None:
    code = example.code.replace(f"http://localhost:{PORT}", koe_server)
    assert code != example.code
    if example.page.startswith("docs/guides/"):
        run(clone, str(request.getfixturevalue("clients_python")), "-c", code, PYTHONPATH="")
    else:
        run(clone, sys.executable, "-c", code)
    for name in re.findall(r'"([\w.]+\.(?:wav|mp3|pcm))"', code):
        assert (clone / name).stat().st_size > 10_000


@pytest.mark.parametrize("example", of_language("xml"), ids=str)
def test_ssml_is_spoken(example: Example, koe_server: str) -> None:
    mode = "lenient" if "amazon" in example.code else "strict"
    body = {"input": example.code, "input_format": "ssml", "ssml_mode": mode}
    answer = httpx.post(f"{koe_server}/v1/phonemize", json=body, timeout=HANG_S)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("example", [one for one in examples() if one.code.startswith("[voice:")], ids=str)
def test_dialogue_is_spoken(example: Example, koe_server: str) -> None:
    answer = httpx.post(f"{koe_server}/v1/phonemize", json={"input": example.code}, timeout=HANG_S)
    assert answer.json()["segments"][0]["voice"] == "am_michael"


@pytest.mark.parametrize("example", of_language("json"), ids=str)
def test_json_is_valid(example: Example, koe_server: str) -> None:
    value = json.loads(example.code)
    if example.page == "docs/lexicon.md":
        body = {"input": "Kokoro speaks SQL.", "lexicon": value}
        assert httpx.post(f"{koe_server}/v1/phonemize", json=body, timeout=HANG_S).status_code == 200


@pytest.mark.parametrize("example", of_language("jsonl"), ids=str)
def test_jobs_of_a_batch_are_accepted(example: Example) -> None:
    rules = LineRules("af_heart")
    jobs = [job_of(line.encode(), number, rules) for number, line in enumerate(example.code.splitlines(), start=1)]
    assert [job.id for job in jobs] == [json.loads(line)["id"] for line in example.code.splitlines()]


@pytest.mark.parametrize(
    "example", [one for one in of_language("tsv", "csv", "json") if "lexicon" in one.page], ids=str
)
def test_lexicon_passes_its_own_check(example: Example, clone: Path) -> None:
    if '"lang"' in example.code or example.language != "json":  # entries of a request need no language
        (clone / f"words.{example.language}").write_text(example.code)
        run(clone, ".venv/bin/koe", "lexicon", "check", f"words.{example.language}")


@pytest.mark.parametrize("example", of_language("toml"), ids=str)
def test_settings_are_accepted(example: Example, clone: Path) -> None:
    (clone / "koe.toml").write_text(example.code)
    run(clone, ".venv/bin/koe", "config", "--json", KOKORO_CONFIG=str(clone / "koe.toml"))


def test_every_kind_of_example_is_known() -> None:
    known = {"sh", "python", "xml", "json", "jsonl", "tsv", "csv", "toml", "yaml", ""}
    assert {example.language for example in examples()} <= known
    assert len([one for one in of_language("sh") if commands(one.code)]) >= 7
