"""The real model sounds as it did when its golden clips were approved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from koe.bench.golden import GoldenClip, Portrait, golden_clips, moves, read_portraits, record
from koe.engine.engine import Engine

CLIPS = {clip.name: clip for clip in golden_clips()}
CHOSEN = list(CLIPS.values())[::4]  # all texts, all voices; `koe golden check` has the others


@pytest.fixture(scope="module")
def kept() -> dict[str, Portrait]:
    return read_portraits(Path(__file__).parents[1] / "golden" / "clips.json")


def test_every_clip_is_kept(kept: dict[str, Portrait]) -> None:
    assert list(kept) == list(CLIPS)


@pytest.fixture(scope="module")
def spoken(real_engine: Engine) -> dict[str, Portrait]:
    return {clip.name: record(real_engine, clip).portrait for clip in CHOSEN}


@pytest.mark.parametrize("name", [clip.name for clip in CHOSEN])
def test_a_clip_sounds_as_it_did(spoken: dict[str, Portrait], kept: dict[str, Portrait], name: str) -> None:
    assert moves(name, kept[name], spoken[name], elsewhere=True) == []


def test_clips_are_on_the_whole_neither_higher_nor_longer(
    spoken: dict[str, Portrait], kept: dict[str, Portrait]
) -> None:
    """Differences between processors cancel out over the clips; a change of the model does not."""
    pairs = [(kept[name], new) for name, new in spoken.items()]
    assert median(new.pitch_hz / old.pitch_hz for old, new in pairs) == pytest.approx(1, abs=0.02)
    assert median(new.duration_s / old.duration_s for old, new in pairs) == pytest.approx(1, abs=0.01)
    assert median(new.lufs - old.lufs for old, new in pairs) == pytest.approx(0, abs=0.1)


QUESTION = CLIPS["question/am_michael"]


@pytest.mark.parametrize(
    ("clip", "measure"),
    [
        pytest.param(replace(QUESTION, voice="am_fenrir"), "sound", id="another voice"),
        pytest.param(
            replace(QUESTION, text=f'<speak><prosody pitch="+6%">{QUESTION.text}</prosody></speak>'),
            "pitch",
            id="a pitch moved by 6 %",
        ),
        pytest.param(replace(QUESTION, text=QUESTION.text.replace("keys", "cat")), "sound", id="a word replaced"),
    ],
)
def test_a_change_is_found(real_engine: Engine, kept: dict[str, Portrait], clip: GoldenClip, measure: str) -> None:
    found = {move.measure for move in moves(clip.name, kept[clip.name], record(real_engine, clip).portrait)}
    assert measure in found
