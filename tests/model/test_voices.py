"""Voices are found by their names, and mixed from voice packs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from koe.cli.assemble import voice_ids
from koe.errors import AssetError, BadMix, UnknownVoice
from koe.model.voices import MIXES_KEPT, OPENAI_NAMES, STYLE_ROWS, Voice, VoiceBook, named_voices


def test_language_gender_and_name_follow_from_the_id() -> None:
    assert Voice.from_id("af_heart") == Voice("af_heart", "Heart", "en-us", "female")
    assert Voice.from_id("pm_santa") == Voice("pm_santa", "Santa", "pt-br", "male")
    assert Voice.from_id("zf_xiaobei") == Voice("zf_xiaobei", "Xiaobei", "zh", "female")


@pytest.mark.parametrize(("tokens", "row"), [(0, 0), (1, 1), (75, 75), (509, 509), (510, 509)])
def test_the_number_of_tokens_chooses_the_style(
    voices: VoiceBook, voice_files: dict[str, Path], tokens: int, row: int
) -> None:
    pack = np.fromfile(voice_files["bf_emma"], dtype="<f4").reshape(STYLE_ROWS, 1, 256)
    style = voices.style("bf_emma", tokens)
    assert style.shape == (1, 256)
    assert np.array_equal(style, pack[row])


def test_unknown_voices_are_refused(voices: VoiceBook) -> None:
    with pytest.raises(UnknownVoice) as refused:
        voices.style("bf_ema", 3)
    assert refused.value.nearest[0] == "bf_emma"
    assert refused.value.param == "voice"


def test_a_pack_with_nan_is_refused(voice_files: dict[str, Path], tmp_path: Path) -> None:
    pack = np.fromfile(voice_files["af_heart"], dtype="<f4")
    pack[1000] = np.nan
    pack.tofile(tmp_path / "af_heart.bin")
    with pytest.raises(AssetError, match="is not a voice pack"):
        VoiceBook({"af_heart": tmp_path / "af_heart.bin"}).style("af_heart", 1)


def test_a_missing_pack_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match=r"af_heart\.bin cannot be read"):
        VoiceBook({"af_heart": tmp_path / "af_heart.bin"}).style("af_heart", 1)


@pytest.mark.parametrize("name", ["af_heart", "AF_HEART", "Af_Heart", " af_heart ", "marin", "Marin", "af_heart(3)"])
def test_a_voice_has_many_names(voices: VoiceBook, name: str) -> None:
    assert voices.find(name) == Voice.from_id("af_heart")
    assert np.array_equal(voices.style(name, 5), voices.style("af_heart", 5))


def test_openai_names_are_voices_of_the_same_gender() -> None:
    """As their character is described; alloy, fable and the like are mapped to their namesakes."""
    assert set(OPENAI_NAMES) == {
        *("alloy", "ash", "ballad", "cedar", "coral", "echo", "fable"),
        *("marin", "nova", "onyx", "sage", "shimmer", "verse"),
    }
    assert len(set(OPENAI_NAMES.values())) == 13
    assert set(OPENAI_NAMES.values()) <= set(voice_ids())
    women = {"alloy", "coral", "marin", "nova", "sage", "shimmer"}
    assert {name for name, voice in OPENAI_NAMES.items() if Voice.from_id(voice).gender == "female"} == women
    for name, voice in OPENAI_NAMES.items():
        namesakes = [known for known in voice_ids() if known[3:] == name]
        assert namesakes in ([], [voice])


def test_the_table_of_openai_names_is_documented() -> None:
    table = (Path(__file__).parents[2] / "docs" / "voices.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` | `{voice}` |" in table for name, voice in OPENAI_NAMES.items())


def test_a_mix_is_the_weighted_sum(voices: VoiceBook) -> None:
    heart, emma = (voices.style(name, 40) for name in ("af_heart", "bf_emma"))
    assert np.allclose(voices.style("af_heart(3)+bf_emma(1)", 40), 0.75 * heart + 0.25 * emma, atol=1e-6)
    assert np.allclose(voices.style("af_heart(1.5)-bf_emma(0.5)", 40), 1.5 * heart - 0.5 * emma, atol=1e-6)
    assert voices.style("marin+bf_emma", 40).shape == (1, 256)
    assert voices.style("marin+bf_emma", 40).dtype == np.float32


def test_a_mix_has_the_language_and_gender_of_its_heaviest_part(voices: VoiceBook) -> None:
    mixed = voices.find("EF_dora(2)+am_adam(5)")
    assert mixed == Voice("am_adam(0.7143)+ef_dora(0.2857)", "am_adam(0.7143)+ef_dora(0.2857)", "en-us", "male")
    assert voices.find(mixed.id) == mixed
    assert np.array_equal(voices.style(mixed.id, 9), voices.style("EF_dora(2)+am_adam(5)", 9))


@pytest.mark.parametrize(
    "name", ["nobody+af_heart", "af_heart+nobody", "de-DE-KatjaNeural", "../../etc/passwd", "af_heart/../x", "", "af"]
)
def test_unknown_names_are_refused_and_never_repeated(voices: VoiceBook, name: str) -> None:
    with pytest.raises(UnknownVoice) as refused:
        voices.find(name)
    assert not any(part in refused.value.message for part in ("nobody", "Jenny", "passwd", ".."))


def test_a_bad_mix_is_refused_and_never_repeated(voices: VoiceBook) -> None:
    with pytest.raises(BadMix) as refused:
        voices.style("af_heart(quetzalcoatl)+bf_emma", 3)
    assert "quetzalcoatl" not in str(refused.value)


def test_the_least_recently_used_mix_is_evicted(voices: VoiceBook) -> None:
    first = voices.style("af_heart(1)+bf_emma(1)", 3)
    for weight in range(2, MIXES_KEPT + 5):
        voices.style("af_heart(1)+bf_emma(1)", 3)  # used all the time: stays
        voices.style(f"af_heart({weight})+bf_emma(1)", 3)
    assert voices._mixes.counts.entries == MIXES_KEPT
    assert np.shares_memory(voices.style("bf_emma+af_heart", 3), first)
    assert voices._mixes.get("af_heart(0.6667)+bf_emma(0.3333)") is None


def test_voices_of_the_same_name_are_told_apart_by_language_and_gender() -> None:
    ids = ("am_santa", "em_santa", "pm_santa", "af_heart", "ef_dora", "af_dora", "am_dora")
    assert [voice.name for voice in named_voices(ids)] == [
        "Santa (American English)",
        "Santa (Spanish)",
        "Santa (Brazilian Portuguese)",
        "Heart",
        "Dora (Spanish)",
        "Dora (American English, female)",
        "Dora (American English, male)",
    ]


def test_every_voice_of_kokoro_has_a_name_of_its_own() -> None:
    book = VoiceBook({name: Path(f"{name}.bin") for name in voice_ids()})
    names = [voice.name for voice in book.voices]
    assert len(names) == len(set(names)) == 54
    assert {"Dora (Spanish)", "Alpha (Japanese)", "Alex (Brazilian Portuguese)", "Heart"} <= set(names)
    assert book.find("pm_santa").name == "Santa (Brazilian Portuguese)"
