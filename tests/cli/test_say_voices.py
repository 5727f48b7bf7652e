"""koe say --voice and KOKORO_VOICE: the same names and mixes as everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fakes import tiny_engine
from koe.cli import assemble
from koe.cli import say as module
from koe.cli.main import app
from koe.engine.engine import Engine
from koe.errors import BadMix, UnknownVoice
from koe.model.voices import VoiceBook
from koe.settings import Settings, SettingsError


@pytest.fixture(autouse=True)
def _tiny(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "load_engine", lambda settings: tiny_engine(voices))
    monkeypatch.chdir(tmp_path)


def say(*arguments: str, text: str = "Hello there.") -> Result:
    return CliRunner().invoke(app, ["say", text, *arguments])


def spoken(voice: str, **arguments: str) -> bytes:
    assert say("--out", "a.wav", "--voice", voice, **arguments).exit_code == 0
    return Path("a.wav").read_bytes()


def test_names_and_mixes_are_voices() -> None:
    heart = spoken("af_heart")
    assert spoken("Marin") == heart
    mixed = spoken("af_heart(2)+bf_emma(1)")
    assert mixed == spoken("bf_emma:1+marin:2") != heart
    marked = '<speak><voice name="AF_HEART(4)+bf_emma(2)">Hello there.</voice></speak>'
    assert spoken("am_adam", text=marked) == mixed


@pytest.mark.parametrize(("voice", "error"), [("af_hart+bf_emma", UnknownVoice), ("af_heart+", BadMix)])
def test_others_are_refused_before_the_model_is_loaded(
    monkeypatch: pytest.MonkeyPatch, voice: str, error: type[Exception]
) -> None:
    monkeypatch.setattr(module, "load_engine", lambda settings: pytest.fail("loaded"))
    assert isinstance(say("--out", "a.wav", "--voice", voice).exception, error)


def test_the_default_voice_may_be_a_mix(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_VOICE", "af_heart(2)+bf_emma(1)")
    assert say("--out", "b.wav").exit_code == 0
    assert Path("b.wav").read_bytes() == spoken("bf_emma(1)+af_heart(2)")
    engine.warm_up("af_heart(2)+bf_emma(1)")
    assert engine.is_warm
    with pytest.raises(SettingsError, match="KOKORO_VOICE: voice is not a valid mix"):
        assemble.load_engine(Settings(voice="af_heart++bf_emma"))
    with pytest.raises(SettingsError, match=r"KOKORO_VOICE: .* Use am_michael"):
        assemble.load_engine(Settings(voice="Matthew"))


def test_warnings_go_to_standard_error() -> None:
    result = say("--out", "a.wav", "--voice", "Joanna", text="<speak>\n<x/>Hello there.</speak>")
    assert result.exit_code == 0
    assert result.stderr.splitlines()[:2] == [
        "koe: warning: A voice of another service is replaced by af_heart, a female voice of American English.",
        "koe: warning: line 2, column 1: An unknown element is not supported; its content is spoken as usual.",
    ]
    assert Path("a.wav").read_bytes() == spoken("af_heart", text="<speak>\nHello there.</speak>")
