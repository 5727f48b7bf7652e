"""Every run of text has one script, and a voice that reads it."""

from __future__ import annotations

import pytest
import regex  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from koe.text.scripts import UNREADABLE, ScriptRuns


@pytest.mark.parametrize(
    ("language", "text", "runs"),
    [
        ("es", "plain", [("plain", None)]),
        ("es", "a привет мир, b", [("a ", None), ("привет мир", "ru"), (", b", None)]),
        ("es", "ab-ना", [("ab-", None), ("ना", "hi")]),
        ("en-us", "the α and ΑΒΓ", [("the α and ", None), ("ΑΒΓ", "el")]),
        ("hi", "यह ok है 5₹", [("यह ", None), ("ok", "en-us"), (" है 5", None), ("₹", None)]),
        ("fr", "un α", [("un ", None), ("α", "el")]),
        ("es", "한국어 שלום", [("한국어", "ko"), (" ", None), ("שלום", "he")]),
    ],
)
def test_text_is_cut_where_its_script_changes(language: str, text: str, runs: list[tuple[str, str | None]]) -> None:
    assert [run for run in ScriptRuns(language).of(text) if run[0]] == runs


@given(
    st.text(st.characters() | st.sampled_from("aéжα-न्क₹' ")),
    st.sampled_from([("en-us", "Latin"), ("es", "Latin"), ("hi", "Devanagari")]),
)
def test_runs_hold_everything_and_never_two_scripts(text: str, voice_and_script: tuple[str, str]) -> None:
    language, native = voice_and_script
    runs = list(ScriptRuns(language).of(UNREADABLE.sub(" ", text)))
    assert "".join(run for run, _ in runs) == UNREADABLE.sub(" ", text)
    for run, voice in runs:
        scripts = {
            script for script in ("Latin", "Devanagari", "Cyrillic", "Hebrew") if regex.search(rf"\p{{{script}}}", run)
        }
        assert scripts <= ({native} if voice is None else scripts)
        assert len(scripts) <= 1


def test_unreadable_words_are_left_out_and_counted() -> None:
    assert UNREADABLE.subn(" ", "a 你好, สวัสดี b ½ ५") == ("a  ,   b ½ ५", 2)
