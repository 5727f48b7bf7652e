"""koe batch with the tiny model: files, captions, errors by line, and going on after every kind of end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from decoding import decoded_s
from fakes import tiny_engine, tiny_planner
from koe.batch import speakers as speakers_module
from koe.batch.folder import HIDDEN
from koe.batch.job import BatchJob
from koe.batch.speaking import SpokenJob
from koe.cli import batch_jobs as module
from koe.cli.main import app
from koe.engine.engine import Engine
from koe.engine.output import Mastering
from koe.engine.prepare import Preparer
from koe.engine.speech import SpeechService
from koe.errors import BadOutput
from koe.model.voices import VoiceBook
from koe.server.speech.schema import SpeechBody
from koe.settings import Settings
from koe.wire.codecs import FORMATS

LOADED: list[Settings] = []
SPOKEN: list[str] = []
Speak = Callable[..., SpokenJob]


@pytest.fixture(autouse=True)
def _tiny(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    LOADED.clear()
    SPOKEN.clear()

    def load(settings: Settings, **_: object) -> Engine:
        LOADED.append(settings)
        return tiny_engine(voices, max_characters=settings.max_characters)

    def preparer(settings: Settings) -> Preparer:
        return Preparer(tiny_planner(), voices, max_characters=settings.max_characters)

    speak = speakers_module.speak_job

    def noted(engine: Engine, mastering: Mastering, job: BatchJob, *rest: Any) -> SpokenJob:
        SPOKEN.append(job.id)
        return speak(engine, mastering, job, *rest)

    monkeypatch.setattr(speakers_module, "speak_job", noted)
    monkeypatch.setattr(module, "load_engine", load)
    monkeypatch.setattr(module, "load_preparer", preparer)
    monkeypatch.chdir(tmp_path)


def write(*jobs: Mapping[str, object] | str) -> None:
    lines = [job if isinstance(job, str) else json.dumps(job) for job in jobs]
    Path("jobs.jsonl").write_text("\n".join(lines) + "\n")


def batch(*arguments: str, source: str = "jobs.jsonl", stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["batch", source, "--out", "out", *arguments], input=stdin)


def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path("out").iterdir()) if path.is_file()}


def summary(*arguments: str) -> dict[str, Any]:
    result = batch("--json", *arguments)
    assert result.exit_code in (0, 1), result.output
    return dict(json.loads(result.stdout))


def test_every_job_becomes_the_file_that_the_server_answers_with(voices: VoiceBook) -> None:
    bodies: dict[str, dict[str, object]] = {
        name: {"input": f"Said as {name}.", "response_format": name, "voice": "am_adam", "speed": 1.2}
        for name in FORMATS
    }
    bodies |= {
        "soft": {"input": "Softly now.", "response_format": "wav", "volume_multiplier": 0.2, "sample_rate": 16000},
        "ssml": {"input": '<speak>A <prosody volume="+6dB">loud</prosody> one.</speak>', "response_format": "flac"},
        "symbols": {"input": "*** ***", "response_format": "wav"},
    }
    write(*({**body, "id": name} for name, body in bodies.items()))
    result = batch()
    assert result.exit_code == 0, result.output
    engine = tiny_engine(voices)
    service = SpeechService(engine, "af_heart", Settings().mastering)
    wanted = {}
    for name, fields in bodies.items():
        body = SpeechBody.model_validate(fields)
        job = engine.prepare(body.to_request("af_heart", live=False, model=body.model))
        clip = service.speak(job, body.sound).clip_in_thread()
        wanted[f"{name}.{body.response_format}"] = service.file(clip, job, body.sound)
    engine.close()
    assert files() == dict(sorted(wanted.items()))
    assert f"out: {len(bodies)} of {len(bodies)} jobs spoken" in result.stderr


@pytest.mark.parametrize(("captions", "begins"), [("srt", "1\n00:00"), ("vtt", "WEBVTT\n"), ("json", '{\n "words": [')])
def test_captions_stand_beside_the_audio(captions: str, begins: str) -> None:
    write({"input": "One two three.", "id": "a", "response_format": "wav"})
    assert batch("--captions", captions).exit_code == 0
    found = files()
    assert sorted(found) == sorted(["a.wav", f"a.{captions}"])
    text = found[f"a.{captions}"].decode()
    assert text.startswith(begins)
    assert "three" in text
    if captions == "json":
        assert 0 < json.loads(text)["words"][-1]["end_s"] <= decoded_s(found["a.wav"], "wav")


def test_lines_are_read_from_standard_input() -> None:
    result = batch(source="-", stdin='{"input": "One.", "response_format": "wav"}\n')
    assert (result.exit_code, list(files())) == (0, ["1.wav"])


def test_all_lines_are_checked_before_the_model_is_loaded() -> None:
    write(
        {"input": "Secret."},
        {"input": "Secret.", "speeed": 2},
        "{",
        {"input": "Secret.", "voice": "nobody"},
        {"input": " "},
    )
    result = batch()
    assert result.exit_code == 2
    told = " ".join(result.stderr.split())
    assert "line 2: speeed is not a field of a job." in told
    assert "line 3: is not valid JSON." in told
    assert "line 4: voice is unknown." in told
    assert "line 5: input is empty" in told
    assert "Secret" not in told
    assert LOADED == []
    assert not Path("out").exists()
    errors = json.loads(batch("--json").stdout)
    assert (errors["refused"], [one["line"] for one in errors["errors"]]) == (4, [2, 3, 4, 5])


def fail_at(monkeypatch: pytest.MonkeyPatch, *ids: str, by: Exception | None = None) -> None:
    speak = speakers_module.speak_job

    def failing(engine: Engine, mastering: Mastering, job: BatchJob, *rest: Any) -> SpokenJob:
        spoken = speak(engine, mastering, job, *rest)
        if job.id in ids:
            raise by or BadOutput("The model returned a constant signal.")
        return spoken

    monkeypatch.setattr(speakers_module, "speak_job", failing)


def test_a_job_that_fails_fails_once_and_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    write(*({"input": f"Secret {number}."} for number in range(1, 5)))
    with monkeypatch.context() as patch:
        fail_at(patch, "2")
        result = batch("--json")
    assert result.exit_code == 1
    assert "koe: line 2: The model returned a constant signal." in result.stderr
    assert "Secret" not in result.output
    told = json.loads(result.stdout)
    assert (told["jobs"], told["spoken"], told["kept"], told["left"]) == (4, 3, 0, 0)
    assert told["failed"] == [
        {"line": 2, "id": "2", "code": "bad_output", "message": "The model returned a constant signal."}
    ]
    assert list(files()) == ["1.mp3", "3.mp3", "4.mp3"]
    assert sorted(SPOKEN) == ["1", "2", "3", "4"]
    SPOKEN.clear()
    assert (summary()["spoken"], SPOKEN) == (1, ["2"])  # it alone is left


def test_an_error_that_is_not_koes_own_repeats_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    write({"input": "Secret."})
    fail_at(monkeypatch, "1", by=ValueError("about Secret"))
    result = batch()
    assert result.exit_code == 1
    assert "line 1: Something failed inside koe: ValueError" in " ".join(result.stderr.split())
    assert "Secret" not in result.output


def test_what_is_finished_is_not_spoken_again_unless_its_line_has_changed() -> None:
    jobs: list[dict[str, object]] = [{"input": f"Number {number}.", "id": f"n{number}"} for number in range(4)]
    write(*jobs)
    assert summary()["spoken"] == 4
    before = files()
    SPOKEN.clear()
    LOADED.clear()
    write(*reversed(jobs))
    told = summary()
    assert (told["spoken"], told["kept"], SPOKEN, LOADED) == (0, 4, [], [])
    jobs[1]["speed"] = 1.5
    jobs.append({"input": "A new one.", "id": "new"})
    write(*jobs)
    assert (summary()["spoken"], sorted(SPOKEN)) == (2, ["n1", "new"])
    after = files()
    assert {name for name in before if after[name] != before[name]} == {"n1.mp3"}
    SPOKEN.clear()
    assert (summary("--force")["spoken"], len(SPOKEN)) == (5, 5)
    assert files() == after


def test_other_settings_and_files_that_were_damaged_are_spoken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    write({"input": "One."}, {"input": "Two."}, {"input": "Three."})
    assert summary()["spoken"] == 3
    Path("out/1.mp3").write_bytes(Path("out/1.mp3").read_bytes()[:-1] + b"?")
    Path("out/2.mp3").unlink()
    assert (summary()["spoken"], sorted(SPOKEN[3:])) == (2, ["1", "2"])
    SPOKEN.clear()
    monkeypatch.setenv("KOKORO_LOUDNESS_LUFS", "-20")
    assert summary()["spoken"] == 3
    assert summary("--captions", "srt")["spoken"] == 3


def test_a_journal_whose_end_was_cut_off_counts_up_to_there() -> None:
    write({"input": "One."}, {"input": "Two."}, {"input": "Three."})
    assert summary()["spoken"] == 3
    journal = Path("out", HIDDEN, "journal.jsonl")
    with journal.open("ab") as file:  # the line of a job whose file was not renamed any more
        file.write(b'{"id": "4", "digest": "12')
    write({"input": "One."}, {"input": "Two."}, {"input": "Three."}, {"input": "Four."})
    told = summary()
    assert (told["spoken"], told["kept"]) == (1, 3)
    assert summary()["kept"] == 4


def test_a_run_that_dies_between_two_files_leaves_whole_files_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    write(*({"input": f"Number {number}.", "response_format": "wav"} for number in range(1, 7)))
    assert batch("--force").exit_code == 0
    whole = files()
    for name in whole:
        Path("out", name).unlink()
    renamed: list[str] = []
    replace = Path.replace

    def dying(self: Path, target: Path) -> Path:
        if self.suffix == ".part":
            if len(renamed) == 3:
                raise KeyboardInterrupt
            renamed.append(Path(target).name)
        return replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", dying)
        assert batch().exit_code != 0
    assert sorted(files()) == sorted(renamed)
    assert {name: whole[name] for name in renamed} == files()
    SPOKEN.clear()
    assert summary()["kept"] == 3
    assert files() == whole
    assert not list(Path("out", HIDDEN).glob("*.part"))


def test_files_of_other_programs_are_replaced_only_with_force() -> None:
    write({"input": "One."})
    Path("out").mkdir()
    Path("out/1.mp3").write_text("precious")
    result = batch()
    assert result.exit_code == 2
    assert "1.mp3 of another program" in " ".join(result.stderr.split())
    assert (Path("out/1.mp3").read_text(), LOADED) == ("precious", [])
    assert batch("--force").exit_code == 0
    assert Path("out/1.mp3").read_bytes() != b"precious"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--captions", "ass"], "must be one of vtt, srt, json"),
        (["--workers", "2"], "is for --ray"),
        (["--threads", "2"], "is for --ray"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], told: str) -> None:
    write({"input": "One."})
    result = batch(*arguments)
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())


def test_without_the_extra_an_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    write({"input": "One."})
    monkeypatch.setattr("koe.cli.options.find_spec", lambda _: None)
    for command in (["batch", "jobs.jsonl", "--out", "out"], ["read", "jobs.jsonl", "--out", "a.mp3"]):
        result = CliRunner().invoke(app, [*command, "--ray", "local"])
        assert result.exit_code == 2
        assert "koe[ray]" in result.stderr


def test_an_empty_file_and_a_missing_one_are_told() -> None:
    assert "has no jobs" in batch(source="-", stdin="\n \n").stderr
    assert "there is no file" in batch(source="none.jsonl").stderr


def test_two_batches_do_not_write_into_one_folder() -> None:
    from koe.batch.folder import BatchFolder

    write({"input": "One."})
    with BatchFolder(Path("out")):
        result = batch()
    assert result.exit_code == 1
    assert "Another koe is writing a batch into out" in str(result.exception)


def test_no_ray_is_imported_without_it() -> None:
    import subprocess

    code = "import sys, koe.cli.main; print(sorted(name for name in sys.modules if name.split('.')[0] == 'ray'))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
