"""Every shipped voice has a measured gain; other voices get the mean."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path

import pytest

from koe.build.levels import LARGEST_LOSS_LU
from koe.cli.assemble import voice_ids
from koe.model.levels import Level, VoiceLevels


def test_every_voice_was_measured() -> None:
    shipped = VoiceLevels.shipped()
    assert shipped.target_lufs == -16
    levels = [shipped.of(voice) for voice in voice_ids()]
    assert len(levels) == 54
    assert all(-6 < level.gain_db < 15 and 0 <= level.loss_lu <= LARGEST_LOSS_LU for level in levels)
    assert len(set(levels)) > 50


def test_unknown_voice_has_the_mean_gain() -> None:
    levels = VoiceLevels(-16, {"a": Level(2.0, 0.5), "b": Level(6.0)})
    assert levels.of("c") == Level(4.0)
    assert VoiceLevels(-16, {}).of("c") == Level()


def test_another_target_moves_the_gain_and_not_the_loss() -> None:
    assert VoiceLevels(-16, {"a": Level(2.0, 0.5)}).aimed_at(-20).of("a") == Level(-2.0, 0.5)


def test_saved_levels_are_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    VoiceLevels(-18, {"a": Level(2.0, 0.5)}).save(tmp_path / "levels.json", {"made": "here"})
    monkeypatch.setattr("koe.model.levels.resources.files", lambda _: tmp_path)
    assert VoiceLevels.shipped().of("a") == Level(2.0, 0.5)


def test_mix_has_the_weighted_mean_of_its_added_voices() -> None:
    levels = VoiceLevels(-16, {"a": Level(2.0, 0.6), "b": Level(6.0, 0.0)})
    assert astuple(levels.of("a(0.75)+b(0.25)")) == pytest.approx((3.0, 0.45))
    assert astuple(levels.of("a(0.5)+c(0.5)")) == pytest.approx((3.0, 0.3))  # c has the mean of 4 dB
    # a subtracted voice does not count
    assert levels.of("a(1.4)-b(0.4)") == Level(2.0, 0.6)
    assert levels.aimed_at(-20).of("a(0.75)+b(0.25)").gain_db == pytest.approx(-1.0)
