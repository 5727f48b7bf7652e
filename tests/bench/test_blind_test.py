"""The blind listening test: shuffled pairs, answers that match the files, and a page that counts correctly."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from decoding import wav_samples
from koe.bench.blind_test import AnswersError, SpokenPair, fits_test, read_answers, sign_test, write_test
from koe.bench.evaluation.clips import choose_clips
from koe.cli.assemble import voice_ids
from koe.model.voices import Voice
from limits import HANG_S

BUILD, REFERENCE = np.full(2400, 0.5, dtype=np.float32), np.full(2400, -0.25, dtype=np.float32)
PAIRS = [SpokenPair(f"Sentence {number} </script>.", "en-us", BUILD, REFERENCE) for number in range(7)]


def shown(page: str) -> Any:
    found = re.search(r"^const PAIRS = (.*);$", page, re.MULTILINE)
    assert found
    return json.loads(found[1])


def key(page: str) -> Any:
    found = re.search(r'^const KEY = "(.*)";$', page, re.MULTILINE)
    assert found
    return json.loads(base64.b64decode(found[1]))


def test_answers_match_the_files(tmp_path: Path) -> None:
    page = write_test(tmp_path / "new", PAIRS, "slim", "exact", seed=3).read_text("utf-8")
    answers, pairs = key(page), shown(page)
    assert (answers["build"], answers["reference"]) == ("slim", "exact")
    assert sorted(pair["text"] for pair in pairs) == [pair.text for pair in PAIRS]
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == sorted(
        ["index.html", *(pair[side] for pair in pairs for side in "ab")]
    )
    for pair, side in zip(pairs, answers["sides"], strict=True):
        other = "b" if side == "a" else "a"
        assert (wav_samples((tmp_path / "new" / pair[side]).read_bytes()) > 0).all()
        assert (wav_samples((tmp_path / "new" / pair[other]).read_bytes()) < 0).all()


def test_the_seed_decides_order_and_sides(tmp_path: Path) -> None:
    pages = [
        write_test(tmp_path / str(n), PAIRS, "slim", "exact", seed).read_text("utf-8")
        for n, seed in enumerate((1, 1, 2))
    ]
    assert pages[0] == pages[1] != pages[2]
    for page in pages:
        assert abs(key(page)["sides"].count("a") - 3.5) == 0.5
    assert [pair["text"] for pair in shown(pages[0])] != [pair.text for pair in PAIRS]


def test_the_page_needs_no_network_and_names_no_build(tmp_path: Path) -> None:
    page = write_test(tmp_path, PAIRS, "slim", "the exact one", seed=1).read_text("utf-8")
    assert "://" not in page
    assert "slim" not in page
    assert "the exact one" not in page
    assert page.count("</script>") == 1


def test_single_words_and_paragraphs_are_left_out() -> None:
    clips = choose_clips([Voice.from_id(name) for name in voice_ids()], 50)
    chosen = [clip for clip in clips if fits_test(clip)]
    assert len(chosen) >= 20
    assert all(4 <= len(clip.sentence.text.split()) <= 30 for clip in chosen)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_page_counts_choices_and_computes_the_sign_test(tmp_path: Path) -> None:
    page = write_test(tmp_path, PAIRS, "slim", "exact", seed=1).read_text("utf-8")
    script = page.partition("<script>")[2].partition("</script>")[0]
    calls = """
    console.log(JSON.stringify({
      counted: countChoices(["a", "b", "same", null, "b"], ["a", "a", "a", "b", "b"]),
      answers: answersOf(["a", "b"]),
      restored: (kept(["a"]), restored()),
      p: [[0, 0], [5, 5], [10, 0], [9, 1], [1, 9], [15, 5]].map(([wins, losses]) => signTest(wins, losses)),
    }));
    """
    result = subprocess.run(["node", "-e", script + calls], capture_output=True, text=True, timeout=HANG_S, check=True)
    read = json.loads(result.stdout)
    assert read["counted"] == {"build": 2, "reference": 1, "same": 1, "unanswered": 1}
    assert read["answers"] == {**key(page), "choices": ["a", "b"]}
    assert read["restored"] == [None] * len(PAIRS)  # node has no storage
    assert read["p"] == [pytest.approx(sign_test(*one)) for one in ((0, 0), (5, 5), (10, 0), (9, 1), (1, 9), (15, 5))]
    assert read["p"] == pytest.approx([1, 1, 2 / 1024, 22 / 1024, 22 / 1024, 0.04138947])


def answers(folder: Path, name: str, choices: list[str | None], build: str = "slim") -> Path:
    path = folder / name
    path.write_text(json.dumps({"build": build, "reference": "exact", "sides": list("aabb"), "choices": choices}))
    return path


def test_the_answers_of_several_listeners_have_one_result(tmp_path: Path) -> None:
    first = answers(tmp_path, "1.json", ["a", "a", "b", "b"])
    second = answers(tmp_path, "2.json", ["a", "b", "same", None])
    found = read_answers([first, second])
    assert (found.build_preferred, found.reference_preferred, found.same, found.listeners) == (5, 1, 1, 2)
    assert found.p == pytest.approx(14 / 64)


def test_files_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    first = answers(tmp_path, "1.json", ["a"] * 4)
    with pytest.raises(AnswersError, match="different builds"):
        read_answers([first, answers(tmp_path, "2.json", ["a"] * 4, build="int8")])
    with pytest.raises(AnswersError, match=r"3\.json does not hold"):
        read_answers([first, answers(tmp_path, "3.json", ["a"])])
