"""A stream is cut in its pauses, and spoken text and transcript are compared as normalised words."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
import typer

from fakes import LetterPhonemizer
from koe.bench.wer import (
    Excerpt,
    SpokenSentence,
    TranscribedExcerpt,
    WerReport,
    document,
    excerpts_of,
    speak_document,
    spoken_sentences,
    spoken_words,
    transcribe_document,
)
from koe.bench.words import WordErrors, normalized_words
from koe.cli import options
from koe.cli.dev import wer as command
from koe.engine.engine import Engine
from koe.engine.prepare import Job
from koe.text.plan import Planner, Sentence
from koe.text.traced import Traced
from koe.types import Cue, Samples

KINDS = {
    "heading": r"(?m)^## \w",
    "bullet": r"(?m)^- \w",
    "numbered item": r"(?m)^2\. \w",
    "table": r"(?m)^\|---\|",
    "block quote": r"(?m)^> \w",
    "dialogue": r"“[^”]+\?” she asked",
    "ISO date": r"\b\d{4}-\d\d-\d\d\b",
    "date with slashes": r"\b\d/\d/\d{4}\b",
    "date with an ordinal": r"\bMarch 4th\b",
    "date in full": r"\bApril 26, 2026\b",
    "year": r"\bin 1874\b",
    "time": r"\b\d{1,2}:\d\d p\.m\.",
    "money": r"\$\d,\d{3}\b",
    "cents": r"\$\d+\.\d\d\b",
    "measure": r"\b\d+ meters\b",
    "temperature": r"\d°F",
    "percentage": r"\d ?%",
    "telephone number": r"\(\d{3}\) \d{3}-\d{4}",
    "version": r"\bPython \d\.\d+",
    "identifier": r"`\w+_\w+\(\)`",
    "command": r"`python \S+ --\w+`",
    "path": r"`/\w+/\w+/\w+\.txt`",
    "address": r"https://\S+/\w",
    "address without a scheme": r"www\.\w",
    "mail address": r"\w@\w+\.com",
    "title": r"\bDr\. [A-Z]",
    "saint": r"\bSt\. [A-Z]",
    "e.g.": r"\be\.g\.",
    "etc.": r"\betc\.",
    "Roman numeral of a chapter": r"\bChapter IV\b",
    "Roman numeral of a ruler": r"\bLouis XIV\b",
    "Spanish sentence quoted in an English one": r"said: “[^”]*mañana[^”]*” The",
}
SPANISH_LETTERS = re.compile(r"[áéíóúñ¿¡]")


@pytest.mark.parametrize("kind", KINDS)
def test_document_contains_every_kind(kind: str) -> None:
    assert re.search(KINDS[kind], document())


def test_document_is_long_and_one_sixth_spanish() -> None:
    text = document()
    assert 10_000 <= len(text) <= 10_400
    quoted = re.findall(r"“[^”]+”|^> .+$", text, re.MULTILINE)
    spanish = sum(len(quote) for quote in quoted if SPANISH_LETTERS.search(quote))
    assert 1 / 7 < spanish / len(text) < 1 / 5


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("on March fourth, twenty twenty-five", "On March 4, 2025."),
        ("twenty-five dollars", "$25"),
        ("seventy-nine dollars and ninety-nine cents", "$79.99"),
        ("sixty-eight percent", "68%"),
        ("five thirty p.m.", "5:30 PM"),
        ("five thirty p.m.", "5.30 p.m."),
        ("the F.B.I said", "the FBI said"),
        ("the W W W", "the www"),
        ("example dot org slash logs", "example.org/logs"),
        ("keeper dot P.Y", "Keeper.py"),
        ("doctor Morgan, the others, etc.", "Dr. Morgan, the others, et cetera"),
        ("a woman's well-known voice", "A woman’s well known voice!"),
        ("Chapter four: The end", "Chapter IV, the end."),
    ],
)
def test_equivalent_spellings_become_the_same_words(said: str, heard: str) -> None:
    assert normalized_words(said, "en-us") == normalized_words(heard, "en-us")


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("Él subió 20 % más, ¿no?", "es", "el subio veinte por ciento mas no"),
        ("mañana y a las ocho", "es", "manana y a las ocho"),
        ("Was it a plan I liked?", "en-us", "was it a plan i liked"),
        ("vitamin A I take", "en-us", "vitamin a i take"),
        ("colour and color", "en-gb", "colour and color"),
        ("", "en-us", ""),
    ],
)
def test_normalized_words_have_no_punctuation_and_no_accents(text: str, language: str, words: str) -> None:
    assert normalized_words(text, language) == words


def sentence(language: str, said: str, start_s: float, end_s: float) -> SpokenSentence:
    return SpokenSentence(language, said, start_s, end_s)


def test_excerpts_have_one_language_and_are_cut_in_the_middle_of_pauses() -> None:
    sentences = [
        sentence("en-us", "one", 0.2, 1.0),
        sentence("en-us", "two", 1.4, 2.0),
        sentence("es", "tres", 3.0, 4.0),
        sentence("en-us", "four", 4.5, 5.0),
    ]
    assert excerpts_of(sentences, audio_s=6.0) == [
        Excerpt("en-us", "one two", 0.0, 2.5),
        Excerpt("es", "tres", 2.5, 4.25),
        Excerpt("en-us", "four", 4.25, 6.0),
    ]


def test_excerpts_stay_below_the_maximum_duration() -> None:
    sentences = [sentence("en-us", str(number), 10.0 * number, 10.0 * number + 8) for number in range(6)]
    excerpts = excerpts_of(sentences, audio_s=60.0, longest_s=20.0)
    assert [excerpt.said for excerpt in excerpts] == ["0 1", "2 3", "4 5"]
    assert [excerpt.end_s for excerpt in excerpts] == [19.0, 39.0, 60.0]


def test_sentence_that_is_too_long_is_its_own_excerpt() -> None:
    sentences = [sentence("en-us", "long", 0.0, 40.0), sentence("en-us", "short", 41.0, 42.0)]
    assert [excerpt.said for excerpt in excerpts_of(sentences, audio_s=42.0, longest_s=20.0)] == ["long", "short"]


def test_excerpt_has_the_samples_between_its_cuts() -> None:
    stream = np.arange(100, dtype=np.float32)
    assert Excerpt("en-us", "", 2.5, 4.0).samples(stream, 10).tolist() == list(range(25, 40))


def parts(*places: tuple[int, int]) -> Job:
    text = Traced.of("One two. Three. — Four.")
    return Job(tuple(Sentence(text[start:stop], "en-us") for start, stop in places), "af_heart", 1.0)


def as_written(sentence: Sentence) -> str:
    return sentence.text.text


def test_sentence_lasts_from_its_first_word_to_its_last() -> None:
    words = [Cue("One", 0, 3, 0.1, 0.4), Cue("two", 4, 7, 0.5, 0.9), Cue("Three", 9, 14, 1.5, 2.0)]
    spoken = spoken_sentences(parts((0, 8), (9, 15)), words, as_written)
    assert spoken == [sentence("en-us", "One two.", 0.1, 0.9), sentence("en-us", "Three.", 1.5, 2.0)]


def test_sentence_without_words_is_left_out_and_unspoken_one_has_no_duration() -> None:
    words = [Cue("One", 0, 3, 0.1, 0.4), Cue("two", 4, 7, 0.5, 0.9)]
    spoken = spoken_sentences(parts((0, 8), (16, 17), (18, 23)), words, as_written)
    assert spoken == [sentence("en-us", "One two.", 0.1, 0.9), sentence("en-us", "Four.", 0.9, 0.9)]


class FakeTranscriber:
    """Returns the given transcripts, and records languages and samples."""

    def __init__(self, *transcripts: str) -> None:
        self._transcripts = iter(transcripts)
        self.languages: list[str] = []
        self.samples = 0

    def transcribe(self, samples: Samples, sample_rate_hz: int, language: str) -> str:
        self.languages.append(language)
        self.samples += len(samples)
        return next(self._transcripts)


def test_text_is_spoken_once_and_every_sample_transcribed(engine: Engine) -> None:
    text = "The house is old and it is cold. ¿Dónde está la casa de mi hermana? We have seen 25 of them."
    progress: list[float] = []
    spoken = speak_document(
        engine, Planner(LetterPhonemizer()), text, "af_heart", lambda done_s, _: progress.append(done_s)
    )
    transcriber = FakeTranscriber(
        "the house is old and it is cold", "donde esta la casa de su hermana", "We have seen 25"
    )
    result = transcribe_document(spoken, transcriber)
    assert transcriber.languages == ["en", "es", "en"]
    assert transcriber.samples == len(spoken.samples)
    assert progress[-1] == pytest.approx(result.audio_s)
    assert (result.characters, result.rtf) == (len(text), result.elapsed_s / result.audio_s)
    assert result.errors == WordErrors(3, 22)
    assert result.languages == {"en-us": WordErrors(2, 15), "es": WordErrors(1, 7)}
    assert not result.heard_last_word


def test_spoken_words_are_the_normalised_words() -> None:
    sentence = Sentence.of("Here [Koe](/kˈoʊ/) has  $5.", "en-us")
    assert spoken_words(Planner(LetterPhonemizer()), sentence) == "Here Koe has five dollars."


def heard(said: str, transcript: str, language: str = "en-us") -> TranscribedExcerpt:
    return TranscribedExcerpt.of(Excerpt(language, said, 0.0, 1.0), transcript)


def report(*excerpts: TranscribedExcerpt) -> WerReport:
    return WerReport(100, audio_s=10.0, elapsed_s=2.0, excerpts=excerpts)


def test_worst_excerpts_come_first_and_correct_ones_are_left_out() -> None:
    good, bad, worse = heard("all is well", "All is well."), heard("a b", "a c"), heard("one two three", "four")
    result = report(bad, worse, good)
    assert result.worst == [worse, bad]
    assert result.heard_last_word
    assert len(report(*[bad] * 12).worst) == 10


def test_report_as_json() -> None:
    read = json.loads(json.dumps(report(heard("one two", "one too"), heard("tres", "tres", "es")).to_json()))
    assert read["words"] == {"errors": 1, "words": 3, "rate": pytest.approx(1 / 3)}
    assert read["languages"]["es"] == {"errors": 0, "words": 1, "rate": 0}
    assert read["rtf"] == 0.2
    assert read["heard_last_word"] is True
    assert [excerpt["heard"] for excerpt in read["excerpts"]] == ["one too", "tres"]


def test_tables_show_the_rates_and_the_worst_excerpts(capsys: pytest.CaptureFixture[str]) -> None:
    command.print_tables(report(heard("tres", "tres", "es"), heard("one two", "one too")))
    printed = capsys.readouterr().out
    assert "100 characters, 10.0 s of speech, RTF 0.200, 2 excerpts" in printed
    assert "all    3      1       33.33%" in printed
    assert "the last word was not heard" in printed
    assert "said:  one two\nheard: one too\n" in printed


@pytest.mark.parametrize("module", ["faster_whisper", "jiwer"])
def test_missing_extra_is_refused_in_one_line(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "find_spec", lambda name: None if name == module else object())
    monkeypatch.setattr(command, "load_settings", lambda: pytest.fail("went on"))
    with pytest.raises(typer.BadParameter, match=r"pip install 'koe\[words\]'"):
        command.wer()
