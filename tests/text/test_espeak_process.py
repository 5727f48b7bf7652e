"""eSpeak may crash, hang or be missing: koe goes on, and reads with it again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes import wait_for
from koe.text import espeak_process
from koe.text.espeak_process import Espeak, EspeakEnded, EspeakFailed
from koe.text.g2p import Phonemizer
from limits import HANG_S

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals of Unix")

# eSpeak NG 1.52 reads a word of the Hindi voice beyond its end.
CRASHES = "⁄-𝝄"
# Nobody waits, and the machine may be busy.
UNHURRIED = 50


@pytest.fixture
def espeak() -> Iterator[Espeak]:
    espeak = Espeak()
    yield espeak
    espeak.close()


def pid_of(espeak: Espeak) -> int:
    assert espeak._process is not None
    return espeak._process._process.pid


def espeak_of(phonemizer: Phonemizer) -> Espeak:
    voices = phonemizer._readers._voices
    assert voices is not None
    espeak: Espeak = voices._espeak
    return espeak


def test_it_reads_texts_and_english_words(espeak: Espeak) -> None:
    assert espeak.read("¿Qué tal?", "es") == "¿kˈe tˈal?"
    assert espeak.read("zeppelining", "en-us", is_word=True) == "zˈɛpɪlˌInɪŋ"


def test_what_espeak_refuses_ends_no_process(espeak: Espeak) -> None:
    with pytest.raises(EspeakFailed, match=r"^eSpeak failed with RuntimeError$"):
        espeak.read("Hola.", "no-such-voice")
    before = pid_of(espeak)
    with pytest.raises(EspeakFailed, match="UnicodeEncodeError"):
        espeak.read("\ud800", "es")
    assert espeak.read("Hola.", "es") == "ˈola."
    assert pid_of(espeak) == before


def test_a_text_that_crashes_espeak_costs_that_text_alone(espeak: Espeak, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(EspeakEnded):
        espeak.read(CRASHES, "hi")
    assert espeak.read("Hola.", "es") == "ˈola."
    (record,) = caplog.records
    assert record.getMessage() == f"eSpeak has ended (exit code -{signal.SIGSEGV.value}) and is started again"


def test_a_process_that_is_killed_between_two_texts_is_started_again(espeak: Espeak) -> None:
    espeak.read("Hola.", "es")
    os.kill(pid_of(espeak), signal.SIGKILL)
    with pytest.raises(EspeakEnded):
        espeak.read("Hola.", "es")
    assert espeak.read("Hola.", "es") == "ˈola."


def test_its_cpu_time_never_goes_back(espeak: Espeak) -> None:
    """Else a call beside which it was started again would count as one that has hardly run."""
    espeak.read("Hola.", "es")
    before = espeak.cpu_s
    if before is None:
        pytest.skip("this system does not tell")
    os.kill(pid_of(espeak), signal.SIGKILL)
    with pytest.raises(EspeakEnded):
        espeak.read("Hola.", "es")
    after = espeak.cpu_s
    assert after is not None
    assert after >= before > 0


def test_closing_ends_the_process_and_leaves_no_folder(
    espeak: Espeak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    espeak.read("Hola.", "es")
    assert list(tmp_path.glob("koe-espeak-*/*/libespeak*"))
    process = espeak._process
    espeak.close()
    assert process is not None
    assert process._process.returncode == -signal.SIGKILL
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(EspeakEnded):
        espeak.read("Hola.", "es")


def test_it_ends_with_its_input_and_ignores_the_signals_that_end_koe(tmp_path: Path) -> None:
    """As when koe was killed: nobody else would end it."""
    folder = tmp_path / "of espeak"
    folder.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-P", str(espeak_process._WORKER), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(folder)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == b"{}\n"
        for one in (signal.SIGINT, signal.SIGTERM):
            process.send_signal(one)
        process.stdin.write(b'{"text": "Hola.", "voice": "es", "is_word": false}\n')
        process.stdin.close()
        assert b"phonemes" in process.stdout.readline()
        assert process.wait(HANG_S) == 0
        assert not folder.exists()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_sentence_that_crashes_espeak_is_spelled_and_the_next_one_is_read(caplog: pytest.LogCaptureFixture) -> None:
    phonemizer = Phonemizer(timeout_factor=UNHURRIED)
    phonemizer.phonemize(f"नमस्ते {CRASHES} नमस्ते", "hi")
    assert phonemizer.fallback_counts["failed"] >= 1
    assert phonemizer.phonemize("नमस्ते।", "hi") == "nəmˈʌsteː."
    assert CRASHES not in caplog.text
    assert "नमस्ते" not in caplog.text


def test_an_english_word_during_which_it_dies_is_spelled_alone() -> None:
    phonemizer = Phonemizer(timeout_factor=UNHURRIED)
    assert phonemizer.phonemize("I like zqxv.", "en-us") != "ˌI lˈIk zˈi kjˈu ˈɛks vˈi."
    os.kill(pid_of(espeak_of(phonemizer)), signal.SIGKILL)
    assert phonemizer.phonemize("I like  zqxv.", "en-us") == "ˌI lˈIk zˈi kjˈu ˈɛks vˈi."
    assert phonemizer.fallback_counts == {"spelled": 1}
    assert phonemizer.phonemize("I like zqxv.", "en-us") != "ˌI lˈIk zˈi kjˈu ˈɛks vˈi."


def test_espeak_that_hangs_is_replaced_and_its_process_ends() -> None:
    phonemizer = Phonemizer()
    for _ in range(20):  # until the machine is fast enough for the usual timeouts
        if phonemizer.phonemize("Hola.", "es"):
            break
    hung = espeak_of(phonemizer)
    process = hung._process
    assert process is not None
    os.kill(pid_of(hung), signal.SIGSTOP)
    assert phonemizer.phonemize("Buenos días.", "es") is not None
    assert phonemizer.fallback_counts["stalled"] >= 1
    wait_for(lambda: process._process.poll() is not None)
    assert espeak_of(phonemizer) is not hung
    unhurried = phonemizer
    unhurried._timeout_factor = UNHURRIED
    assert unhurried.phonemize("Hola.", "es") == "ˈola."


def test_where_it_cannot_be_started_the_dictionary_reads_english(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    phonemizer = Phonemizer(timeout_factor=UNHURRIED)
    assert phonemizer.phonemize("I like zqxv.", "en-us") == "ˌI lˈIk zˈi kjˈu ˈɛks vˈi."
    assert phonemizer.phonemize("Hola.", "es") == ""
    assert "eSpeak cannot be started (FileNotFoundError)" in caplog.text
    monkeypatch.undo()
    assert phonemizer.phonemize("Hola.", "es") == "ˈola."


def test_a_start_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, espeak: Espeak) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text("import time; time.sleep(3600)")
    with monkeypatch.context() as hanging:
        hanging.setattr(espeak_process, "_WORKER", worker)
        hanging.setattr(espeak_process, "_LONGEST_START_S", 0.1)
        espeak.start()
        hanging.undo()
        with monkeypatch.context() as short:
            short.setattr(espeak_process, "_LONGEST_START_S", 0.1)
            espeak.wait_until_ready()
    assert espeak.read("Hola.", "es") == "ˈola."
