from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from koe.errors import AssetError, UnknownVoice
from koe.model.voices import STYLE_ROWS, Voice, VoiceBook


def test_an_id_tells_language_gender_and_name() -> None:
    assert Voice.from_id("af_heart") == Voice("af_heart", "Heart", "en-us", "female")
    assert Voice.from_id("pm_santa") == Voice("pm_santa", "Santa", "pt-br", "male")
    assert Voice.from_id("zf_xiaobei") == Voice("zf_xiaobei", "Xiaobei", "zh", "female")


@pytest.mark.parametrize(("tokens", "row"), [(0, 0), (1, 1), (75, 75), (509, 509), (510, 509)])
def test_the_style_row_is_the_number_of_tokens(
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


def test_a_pack_with_a_number_that_is_none_is_refused(voice_files: dict[str, Path], tmp_path: Path) -> None:
    pack = np.fromfile(voice_files["af_heart"], dtype="<f4")
    pack[1000] = np.nan
    pack.tofile(tmp_path / "af_heart.bin")
    with pytest.raises(AssetError, match="is not a voice pack"):
        VoiceBook({"af_heart": tmp_path / "af_heart.bin"}).style("af_heart", 1)


def test_a_pack_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match=r"af_heart\.bin cannot be read"):
        VoiceBook({"af_heart": tmp_path / "af_heart.bin"}).style("af_heart", 1)
