"""What a worker is sent: the settings that decide the samples and the lexicons, and no key."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from koe.book.key import digest_of_files
from koe.cli.say import for_one_user
from koe.scale.workers_setup import WorkerSetup
from koe.settings import Settings
from tiny_workers import load_moody_engine, tiny_facts


def setup_of(settings: Settings) -> WorkerSetup:
    return WorkerSetup.of(settings, 3, load_moody_engine, tiny_facts)


def test_a_worker_has_the_settings_of_the_driver_and_the_files_of_its_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Settings(
        voice="bf_emma", clause_pauses="model", language_voices={"es": "ef_dora"}, loudness_lufs=-20, threads=8
    )
    setup = pickle.loads(pickle.dumps(setup_of(for_one_user(here, "fp32"))))  # noqa: S301
    monkeypatch.setenv("KOKORO_CACHE_DIR", "/there")
    monkeypatch.setenv("KOKORO_VOICE", "am_adam")
    there = setup.settings_in(tmp_path)
    assert (there.voice, there.clause_pauses, there.language_voices) == ("bf_emma", "model", {"es": "ef_dora"})
    assert (there.build, there.loudness_lufs, there.max_characters) == ("fp32", -20, 2**31)
    assert (there.cache_dir, there.threads, there.lanes) == (Path("/there"), 3, 1)


def test_keys_and_addresses_stay_here() -> None:
    setup = setup_of(Settings(api_key="very-secret-key-0123456789"))
    assert b"very-secret" not in pickle.dumps(setup)
    assert not {"api_key", "host", "port", "data_dir"} & set(setup.settings)


def test_lexicons_go_along_whether_they_are_files_or_folders(tmp_path: Path) -> None:
    (tmp_path / "own.tsv").write_text("koe\tˈkoʊeɪ\n")
    folder = tmp_path / "many"
    folder.mkdir()
    for name in ("a.tsv", "b.json"):
        (folder / name).write_text(name)
    here = Settings(lexicon=tmp_path / "own.tsv", project_lexicon=folder)
    (tmp_path / "worker").mkdir()
    there = setup_of(here).settings_in(tmp_path / "worker")
    assert there.lexicon != here.lexicon
    assert there.lexicon is not None
    assert there.project_lexicon is not None
    assert there.lexicon.read_text() == "koe\tˈkoʊeɪ\n"
    assert sorted(path.name for path in there.project_lexicon.iterdir()) == ["a.tsv", "b.json"]
    paths = [[one.lexicon, one.project_lexicon] for one in (here, there)]
    assert digest_of_files(paths[0]) == digest_of_files(paths[1])


def test_a_lexicon_that_is_not_there_is_none_on_the_worker(tmp_path: Path) -> None:
    there = setup_of(Settings(lexicon=tmp_path / "none.tsv", project_lexicon=None)).settings_in(tmp_path)
    assert (there.lexicon, there.project_lexicon) == (None, None)
