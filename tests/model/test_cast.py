"""Which voice speaks which language."""

from __future__ import annotations

from pathlib import Path

import pytest

from koe.errors import UnknownVoice
from koe.model.cast import Cast
from koe.model.voices import Voice, VoiceBook


def book(*names: str) -> VoiceBook:
    """Its packs are never read."""
    return VoiceBook({name: Path(name) for name in names})


ALL = book("af_alloy", "af_heart", "bf_emma", "bm_daniel", "ef_dora", "em_alex", "jf_alpha", "zm_yunxi")


@pytest.mark.parametrize(
    ("language", "asked_for", "voice"),
    [
        ("en-us", "af_alloy", "af_alloy"),
        ("es", "em_alex", "em_alex"),
        # one family: an American voice may read British English
        ("en-gb", "af_alloy", "af_alloy"),
        ("en-us", "bm_daniel", "bm_daniel"),
        # the best of another language, not the first
        ("en-us", "ef_dora", "af_heart"),
        ("en-gb", "ef_dora", "bf_emma"),
        ("es", "af_heart", "ef_dora"),
        ("ja", "af_heart", "jf_alpha"),
        # the first where the best is not installed
        ("zh", "af_heart", "zm_yunxi"),
        # no voice has the language: the request's voice
        ("fr", "af_heart", "af_heart"),
        ("hi", "em_alex", "em_alex"),
    ],
)
def test_a_voice_that_has_the_language_speaks_it(language: str, asked_for: str, voice: str) -> None:
    assert Cast(ALL).voice_for(language, Voice.from_id(asked_for)) == voice


@pytest.mark.parametrize(
    ("language", "asked_for", "voice"),
    [
        ("es", "af_heart", "em_alex"),
        ("fr", "af_heart", "jf_alpha"),
        ("ja", "af_heart", "jf_alpha"),
        # a Spanish voice that was requested speaks Spanish
        ("es", "ef_dora", "ef_dora"),
    ],
)
def test_voices_can_be_chosen_in_the_settings(language: str, asked_for: str, voice: str) -> None:
    cast = Cast(ALL, {"es": "em_alex", "fr": "jf_alpha"})
    assert cast.voice_for(language, Voice.from_id(asked_for)) == voice


@pytest.mark.parametrize("language", ["en-us", "es", "ja", "fr"])
def test_one_voice_speaks_everything_with_that_setting(language: str) -> None:
    cast = Cast(ALL, {"es": "em_alex"}, one_voice=True)
    assert cast.voice_for(language, Voice.from_id("af_alloy")) == "af_alloy"


def test_a_chosen_voice_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownVoice) as refused:
        Cast(ALL, {"es": "ef_dorra"})
    assert refused.value.nearest[0] == "ef_dora"
