"""What is set is what is used."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any, Literal

import pytest

from fakes import LetterPhonemizer, tiny_stages, tiny_table
from koe.build.open_build import BuildOpener, OpenBuild
from koe.build.recipes import BUILDS, find_build
from koe.cli import assemble
from koe.constants import DEFAULT_BUILD
from koe.engine.pipeline import Pipeline
from koe.errors import BadOutput, Busy, ModelNotOffered, TextTooLong
from koe.faults.faults import InjectedFault
from koe.faults.places import FaultySession
from koe.model.backends import openvino
from koe.model.levels import VoiceLevels
from koe.model.stages import STAGES
from koe.model.voices import VoiceBook
from koe.settings import Settings, SettingsError, load_settings
from koe.text.plan import TextToPlan
from koe.text.readers import Readers
from koe.text.traced import Traced
from koe.types import SpeechRequest


class Remembering(LetterPhonemizer):
    """Keeps what it was given to read."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def read(self, text: Traced, language: str) -> Traced:
        self.texts.append(text.text)
        return super().read(text, language)


@pytest.fixture
def _tiny(voices: VoiceBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny stages in place of the built ones."""

    def opened(opener: BuildOpener, name: str) -> OpenBuild:
        return OpenBuild(find_build(name), tiny_stages(), tiny_table(), VoiceLevels.shipped())

    monkeypatch.setattr(assemble, "ensure_stages", lambda settings, names: assemble.stage_cache(settings))
    monkeypatch.setattr(assemble, "voice_book", lambda settings: voices)
    monkeypatch.setattr(BuildOpener, "open", opened)


@pytest.mark.usefixtures("_tiny")
def test_limits_reach_the_engine(tmp_path: Path) -> None:
    settings = Settings(cache_dir=tmp_path, max_characters=12, max_streams=1, queue_blocks=1, stall_timeout_s=1)
    engine = assemble.load_engine(settings)
    try:
        with pytest.raises(TextTooLong, match="at most 12"):
            engine.prepare(SpeechRequest("thirteen long"))
        job = engine.prepare(SpeechRequest("abc def ghi."))
        stalled = engine.stream(job)
        with pytest.raises(Busy):
            engine.stream(job)
        while not stalled.is_over:  # a queue of one block that is not read: dropped after the timeout
            time.sleep(0.01)
        assert len(stalled._items) <= 1
    finally:
        engine.close()


def test_a_default_voice_that_does_not_exist_is_refused_at_the_start() -> None:
    with pytest.raises(SettingsError, match=r"KOKORO_VOICE: voice is unknown\. Nearest: af_heart"):
        assemble.load_engine(Settings(voice="af_hart"))


@pytest.mark.usefixtures("_tiny")
def test_builds_of_the_settings_are_offered_and_the_default_one_is_open(tmp_path: Path) -> None:
    engine = assemble.load_engine(Settings(cache_dir=tmp_path, build="exact", builds=("fp32",)))
    try:
        assert [(one.name, one.is_default, one.is_open) for one in engine.state.builds] == [
            ("exact", True, True),
            ("fp32", False, False),
        ]
        assert engine.prepare(SpeechRequest("Hello.")).build == "exact"
        assert engine.prepare(SpeechRequest("Hello.", model="kokoro-fp32")).build == "fp32"
        assert engine.state.builds[1].is_open
    finally:
        engine.close()


@pytest.mark.usefixtures("_tiny")
def test_a_build_that_is_not_offered_cannot_be_chosen(tmp_path: Path) -> None:
    engine = assemble.load_engine(Settings(cache_dir=tmp_path))
    try:
        with pytest.raises(ModelNotOffered):
            engine.prepare(SpeechRequest("Hello.", model="kokoro-exact"))
    finally:
        engine.close()


@pytest.mark.parametrize(
    ("changes", "setting"), [({"build": "fp33"}, "KOKORO_BUILD"), ({"builds": ("exact", "fp33")}, "KOKORO_BUILDS")]
)
def test_a_build_that_does_not_exist_is_refused_at_the_start(changes: dict[str, Any], setting: str) -> None:
    with pytest.raises(SettingsError, match=f"^{setting}: a build must be one of {', '.join(BUILDS)}"):
        assemble.load_engine(Settings(**changes))


@pytest.mark.parametrize(
    ("changes", "setting"),
    [({"build": "slim-bf16"}, "KOKORO_BUILD"), ({"builds": ("exact", "bf16")}, "KOKORO_BUILDS")],
)
def test_a_build_that_this_machine_cannot_compute_is_refused_at_the_start(
    changes: dict[str, Any], setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openvino, "find_spec", lambda name: None)
    with pytest.raises(
        SettingsError, match=rf"^{setting}: the build .*bf16 cannot speak here: OpenVINO .* `pip install"
    ):
        assemble.offered_builds(Settings(**changes))


def test_builds_are_names_with_commas_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_BUILDS", "exact, fp32,")
    assert assemble.offered_builds(load_settings()) == (DEFAULT_BUILD, "exact", "fp32")


@pytest.mark.parametrize(
    ("written", "language_voices"),
    [
        ("", {}),
        ("es=ef_dora", {"es": "ef_dora"}),
        (" es = ef_dora , ja=jm_kumo, ", {"es": "ef_dora", "ja": "jm_kumo"}),
    ],
)
def test_voices_of_languages_are_pairs_with_commas_between(
    monkeypatch: pytest.MonkeyPatch, written: str, language_voices: dict[str, str]
) -> None:
    monkeypatch.setenv("KOKORO_LANGUAGE_VOICES", written)
    assert load_settings().language_voices == language_voices


@pytest.mark.parametrize(
    ("changes", "voice"),
    [
        ({}, "ef_dora"),
        ({"language_voices": {"es": "am_adam"}}, "am_adam"),
        ({"language_voices": {"Spanish": "am_adam"}}, "am_adam"),
        ({"language_voices": {"es-MX": "am_adam"}}, "am_adam"),
        ({"language_voices": {"es": "am_adam"}, "one_voice": True}, "af_heart"),
    ],
)
def test_settings_choose_who_speaks_spanish(voices: VoiceBook, changes: dict[str, Any], voice: str) -> None:
    cast = assemble.load_cast(Settings(**changes), voices)
    assert cast.voice_for("es", voices.find("af_heart")) == voice


@pytest.mark.parametrize(
    ("language_voices", "reason"),
    [({"es": "ef_dorra"}, r"voice is unknown\. Nearest: ef_dora"), ({"klingon": "ef_dora"}, "language is unknown")],
)
def test_voices_of_languages_that_do_not_exist_are_refused_at_the_start(
    voices: VoiceBook, language_voices: dict[str, str], reason: str
) -> None:
    with pytest.raises(SettingsError, match=f"KOKORO_LANGUAGE_VOICES: {reason}"):
        assemble.load_cast(Settings(language_voices=language_voices), voices)


def words(settings: Settings, text: str) -> str:
    planner = assemble.load_planner(settings, LetterPhonemizer())
    return " ".join(planner.words(sentence).text for sentence in planner.sentences(TextToPlan(text, "en-us")))


@pytest.mark.parametrize(("emoji", "spoken"), [("drop", "Go!"), ("name", "Go rocket!")])
def test_emoji_are_dropped_or_named(emoji: Literal["drop", "name"], spoken: str) -> None:
    assert words(Settings(lexicon=None, project_lexicon=None, emoji=emoji), "Go 🚀!") == spoken


def test_a_users_lexicon_goes_before_the_projects(tmp_path: Path) -> None:
    user, project = tmp_path / "user.tsv", tmp_path / "project.tsv"
    user.write_text("en\tzzyzx\tof the user\talias\n", encoding="utf-8")
    project.write_text("en\tzzyzx\tof the project\talias\nen\txyzzy\tmagic\talias\n", encoding="utf-8")
    assert words(Settings(lexicon=user, project_lexicon=project), "zzyzx xyzzy") == "of the user magic"
    assert words(Settings(lexicon=None, project_lexicon=project), "zzyzx xyzzy") == "of the project magic"
    assert words(Settings(lexicon=tmp_path / "none.tsv", project_lexicon=None), "zzyzx xyzzy") == "zzyzx xyzzy"


@pytest.mark.usefixtures("_tiny")
def test_settings_of_the_text_reach_the_engine(tmp_path: Path) -> None:
    lexicon = tmp_path / "lexicon.tsv"
    lexicon.write_text("en\tzzyzx\tzai zicks\talias\n", encoding="utf-8")
    settings = Settings(cache_dir=tmp_path, lexicon=lexicon, emoji="name", language_voices={"es": "am_adam"})
    reader = Remembering()
    engine = assemble.load_engine(settings, reader=reader)
    try:
        job = engine.prepare(SpeechRequest("<speak>zzyzx 🚀. <lang xml:lang='es'>Sí.</lang></speak>", live=False))
        assert [sentence.voice for sentence in job.sentences] == ["af_heart", "am_adam"]
        list(engine.stream(job))
    finally:
        engine.close()
    assert reader.texts == ["zai zicks rocket.", "Sí."]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"faults": "generator:nan"}, "KOKORO_FAULTS breaks koe on purpose: it needs KOKORO_DEVELOPMENT=1."),
        (
            {"development": True, "faults": "moon:nan"},
            "KOKORO_FAULTS: 'moon' is no place of a fault: it must be one of ",
        ),
    ],
)
def test_faults_are_refused_without_development_and_when_there_is_no_such_fault(
    changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(SettingsError, match=f"^{re.escape(reason)}"):
        assemble.load_engine(Settings(**changes))


@pytest.mark.usefixtures("_tiny")
def test_without_faults_nothing_is_wrapped(tmp_path: Path) -> None:
    engine = assemble.load_engine(Settings(cache_dir=tmp_path, development=True))
    try:
        pipeline = engine._pipeline
        assert type(pipeline) is Pipeline
        assert not any(isinstance(pipeline._stages[stage], FaultySession) for stage in STAGES)
        assert type(pipeline._planner._phonemizer._readers) is Readers  # type: ignore[attr-defined]
    finally:
        engine.close()


@pytest.mark.usefixtures("_tiny")
def test_faults_of_the_settings_happen(tmp_path: Path) -> None:
    settings = Settings(cache_dir=tmp_path, development=True, faults="lane:raises@1,generator:nan@2", build="exact")
    engine = assemble.load_engine(settings, reader=LetterPhonemizer())
    try:
        job = engine.prepare(SpeechRequest("A sentence that lasts a while. " * 3))
        with pytest.raises(InjectedFault, match="lane:raises"):
            list(engine.stream(job))
        with pytest.raises(BadOutput):  # the exact build has no fallback
            list(engine.stream(job))
        assert list(engine.stream(job))
    finally:
        engine.close()
