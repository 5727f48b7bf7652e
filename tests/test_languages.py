"""Every language is one row of koe/languages.py, and a new row is enough for a new language."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from koe.languages import BY_LETTER, ENGLISH_CODES, LANGUAGES, Language
from koe.text.common_words import COMMON_WORDS
from koe.text.language import normalize_language
from koe.text.normalize import NORMALIZERS
from koe.text.readers import READERS
from koe.text.sanitize import is_blank

ROOT = Path(__file__).parents[1]
ROWS = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


@ROWS
def test_every_row_is_complete(language: Language) -> None:
    assert re.fullmatch(r"[a-z]{2}(-[a-z]{2})?", language.code)
    assert not any(map(is_blank, (language.name, language.preview, language.warm_up_text)))
    assert re.fullmatch("[a-z]", language.letter)
    assert re.fullmatch(rf"{language.letter}[fm]_[a-z]+", language.best_voice)
    assert language.reader in READERS
    assert language.normalizer in NORMALIZERS
    assert language.espeak_voice or language.reader != "espeak"


@ROWS
def test_every_name_of_a_row_leads_to_it(language: Language) -> None:
    names = (language.code, language.letter, language.name, *language.aliases.split())
    assert {normalize_language(name) for name in names} == {language.code}
    assert LANGUAGES[normalize_language(language.family)].family == language.family


def test_no_two_rows_share_a_code_a_letter_or_a_name() -> None:
    rows = list(LANGUAGES.values())
    assert list(LANGUAGES) == [row.code for row in rows]
    assert {letter: row.code for letter, row in BY_LETTER.items()} == {row.letter: row.code for row in rows}
    assert len({row.letter for row in rows}) == len({row.name for row in rows}) == len(rows)
    aliases = [alias for row in rows for alias in row.aliases.split()]
    assert len(aliases) == len(set(aliases))
    assert not set(aliases) & {row.letter for row in rows}


def test_american_english_comes_first() -> None:
    assert ENGLISH_CODES == ("en-us", "en-gb")


def test_every_language_in_the_latin_script_can_be_detected() -> None:
    assert set(COMMON_WORDS) == {row.family for row in LANGUAGES.values() if row.script == "Latin"}


GERMAN = """
    Language(
        code="de",
        name="German",
        letter="d",
        best_voice="df_test",
        preview="Guten Tag. So klingt meine Stimme, wenn ich vorlese.",
        aliases="deu ger deutsch",
        espeak_voice="de",
    ),
)
"""

PROGRAM = """
from pathlib import Path

from typer import Typer
from typer.testing import CliRunner

from koe.cli import voices as command
from koe.languages import LANGUAGES
from koe.model.cast import Cast
from koe.model.voices import Voice, VoiceBook
from koe.text import vocab
from koe.text.g2p import Phonemizer
from koe.text.language import READABLE, normalize_language, require_readable
from koe.text.normalize import normalize
from koe.text.normalize.say_as import KINDS, say_as
from koe.text.plan import Planner, TextToPlan
from koe.text.preview import preview
from koe.text.traced import Traced

names = "de d DE de-AT de_DE de-Latn-CH german German deu ger deutsch"
assert {normalize_language(name) for name in names.split()} == {"de"}
assert require_readable("de") == "de" and "de" in READABLE

text = "Guten Tag, es ist 5 Uhr."
assert normalize(Traced.of(text), "de").text == text
marks = normalize(Traced.of("Ja \\u2013 gut!!! 😀"), "de", emoji="name").text
assert marks == "Ja — gut! grinning face", marks
for kind in KINDS:
    say_as("5", kind, "de")

phonemizer = Phonemizer(cache_bytes=10_000, timeout_factor=50)
phonemizer.warm("de")
phonemes = phonemizer.phonemize(text, "de")
assert vocab.is_pronounceable(phonemes) and "fˈnf" in phonemes, phonemes  # "fünf" without ʏ, which Kokoro lacks
assert not phonemizer.fallback_counts, phonemizer.fallback_counts

planner = Planner(phonemizer)
for source in (
    TextToPlan(text, "de"),
    TextToPlan(text, "de", detects_language=True),
    TextToPlan(text, "de", lexicon=[{"grapheme": "Uhr", "phoneme": "uːɐ", "lang": "de"}]),
    TextToPlan(f'<speak xml:lang="en"><lang xml:lang="de-DE">{text}</lang></speak>', "en-us"),
    TextToPlan(f'<speak><voice name="df_test">{text}</voice></speak>', "en-us", language_of_voice=lambda _: "de"),
):
    (sentence,) = planner.sentences(source)
    assert sentence.language == "de", source
    (shown,) = preview(planner, [sentence])
    assert shown.phonemes and not shown.fell_back, shown
# Without common words it is not detected in another language's text, but other languages are in its own.
mixed = planner.sentences(TextToPlan("Das Wetter ist schön. The weather is nice today.", "de", detects_language=True))
assert [sentence.language for sentence in mixed] == ["de", "en-us"], mixed

voices = VoiceBook({name: Path(name) for name in ("af_heart", "df_other", "df_test")})
assert voices.find("df_test") == Voice("df_test", "Test", "de", "female")
assert Cast(voices).voice_for("de", voices.find("af_heart")) == "df_test"
assert Cast(voices).voice_for("en-us", voices.find("df_test")) == "af_heart"
assert vocab.is_pronounceable(phonemizer.phonemize(LANGUAGES["de"].preview, "de"))

command.voice_ids = lambda: ["af_heart", "df_test"]
app = Typer()
app.command()(command.voices)
listed = CliRunner().invoke(app, ["--lang", "deutsch"])
assert listed.exit_code == 0 and "df_test" in listed.stdout and "af_heart" not in listed.stdout, listed.output
print("German works")
"""


def test_one_row_is_all_that_a_language_of_espeak_needs(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src")
    rows = tmp_path / "src" / "koe" / "languages.py"
    written, ends = re.subn(r"\n\)\n(?=\nLANGUAGES)", lambda _: GERMAN, rows.read_text(encoding="utf-8"))
    assert ends == 1
    rows.write_text(written, encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", PROGRAM],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(tmp_path / "src")},
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stdout) == (0, "German works\n"), result.stderr
