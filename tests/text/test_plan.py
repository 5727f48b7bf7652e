"""Any text becomes spans that fit into the model."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import LetterPhonemizer
from koe.text import vocab
from koe.text.g2p import Phonemizer
from koe.text.language import READABLE
from koe.text.plan import LONGEST_SENTENCE_CHARACTERS, Planner, Sentence
from koe.text.traced import Traced
from koe.types import Span, Word

ANY_TEXT = st.text(st.characters())


class Letters(LetterPhonemizer):
    """Reads every known letter `times` times, the others not at all."""

    def __init__(self, times: int = 1) -> None:
        self.times = times
        self.asked: list[str] = []

    def read(self, text: Traced, language: str) -> Traced:
        self.asked.append(text.text)
        return text.replace_matches(
            re.compile(r"(?s)."),
            lambda letter: letter[0] * (self.times if letter[0].isalpha() else 1) if letter[0] in vocab.IDS else "",
        )


def sentences(text: str, planner: Planner | None = None) -> list[str]:
    return [sentence.text.text for sentence in (planner or Planner(Letters())).sentences(text, "en-us")]


def spans(planner: Planner, text: str, language: str = "en-us") -> list[Span]:
    return planner.spans(Sentence.of(text, language))


@pytest.fixture(scope="module")
def real() -> Planner:
    return Planner(Phonemizer(times_patience=50))


def assert_sound(spans: list[Span]) -> None:
    for span in spans:
        assert 1 <= len(span.tokens) <= vocab.MAX_TOKENS
        assert span.tokens == vocab.encode(span.phonemes)
        assert vocab.is_pronounceable(span.phonemes)


def assert_in_place(read: list[Span], text: str) -> None:
    """Words come in the order in which they were written, each inside the text."""
    words = [word for span in read for word in span.words]
    assert all(0 <= word.start < word.stop <= len(text) for word in words)
    assert [word.start for word in words] == sorted(word.start for word in words)
    for span in read:
        tokens = [edge for word in span.words for edge in (word.first_token, word.stop_token)]
        assert tokens == sorted(tokens)
        assert all(0 <= token <= len(span.tokens) for token in tokens)


def test_text_becomes_sentences() -> None:
    text = "# News 📰\n\nDr. Fox **won**. Did he? Yes!\n\n- tea\n- milk"
    assert sentences(text) == ["News", "Dr. Fox won.", "Did he?", "Yes!", "tea", "milk"]


@pytest.mark.parametrize("text", ["", " \n ", "🙂🙂", "★", "...", "?!"])
def test_nothing_to_say(text: str) -> None:
    assert sentences(text) == []


def test_a_very_long_sentence_is_cut_at_clauses() -> None:
    clause = "the wind blew over the hills and far away,"
    pieces = sentences(" ".join([clause] * 30) + " home.")
    assert " ".join(pieces) == " ".join([clause] * 30) + " home."
    assert all(len(sentence) <= LONGEST_SENTENCE_CHARACTERS for sentence in pieces)
    assert all(sentence.endswith(",") for sentence in pieces[:-1])
    assert min(map(len, pieces)) > LONGEST_SENTENCE_CHARACTERS / 2


def test_the_phonemizer_gets_words_and_the_span_keeps_what_was_typed() -> None:
    letters = Letters()
    read = spans(Planner(letters), "at 10:30")
    assert letters.asked == ["at ten thirty"]
    assert [(span.text, span.phonemes) for span in read] == [("at 10:30", "at ten thirty")]


def test_a_sentence_is_one_span() -> None:
    word = Word("hello", 0, 5, 0, 5)
    assert spans(Planner(Letters()), "hello") == [Span("hello", "hello", (50, 47, 54, 54, 57), (word,))]


@pytest.mark.parametrize("sentence", ["...", "?!", "—", "(“”)", ""])
def test_a_sentence_that_cannot_be_pronounced_has_no_span(sentence: str) -> None:
    assert spans(Planner(Letters()), sentence) == []


def test_exactly_510_tokens_fit() -> None:
    assert [len(span.tokens) for span in spans(Planner(Letters()), "a" * 510)] == [510]


def test_too_many_tokens_split_the_text_not_the_tokens() -> None:
    letters = Letters(times=3)
    text = "so we walked along the shore of the sea; " * 5 + "and then we went home."
    read = spans(Planner(letters), text)
    assert [span.text for span in read] == [
        "so we walked along the shore of the sea; so we walked along the shore of the sea; "
        "so we walked along the shore of the sea;",
        "so we walked along the shore of the sea; so we walked along the shore of the sea; and then we went home.",
    ]
    assert letters.asked[1:] == [span.text for span in read]
    assert_sound(read)


def test_one_word_that_does_not_fit_is_cut_between_sounds() -> None:
    class OneWord(LetterPhonemizer):
        def read(self, text: Traced, language: str) -> Traced:
            return Traced.standing_for(0, len(text), "kˈɑː" * 300)

    read = spans(Planner(OneWord()), "hippopotamus")
    assert "".join(span.phonemes for span in read) == "kˈɑː" * 300
    assert [span.text for span in read] == ["hippopotamus", "", ""]
    assert all(span.phonemes[0] in "kˈ" and span.phonemes[-1] in "kː" for span in read)
    assert_sound(read)


def test_one_word_read_as_many_is_cut_between_them() -> None:
    class Digits(LetterPhonemizer):
        def read(self, text: Traced, language: str) -> Traced:
            return Traced.standing_for(0, len(text), " ".join(["wˈʌn"] * len(text)))

    read = spans(Planner(Digits()), "x" * 290, "hi")
    assert " ".join(span.phonemes for span in read) == " ".join(["wˈʌn"] * 290)
    assert len(read) == 3
    assert_sound(read)


@given(ANY_TEXT, st.sampled_from([1, 2, 40, 600]))
def test_any_text_gives_sound_spans(text: str, times: int) -> None:
    planner = Planner(Letters(times))
    for sentence in [*planner.sentences(text, "en-us", "text"), Sentence.of(text, "en-us")]:
        read = planner.spans(sentence)
        assert_sound(read)
        assert_in_place(read, text)


@given(st.text("ab ,.-\u0303ˈ", max_size=300), st.sampled_from([1, 7, 600]))
def test_no_sound_is_lost(text: str, times: int) -> None:
    planner = Planner(Letters(times))
    wanted = Letters(times).read(Traced.of(text), "hi").text  # nothing is normalised in Hindi
    spoken = "".join(span.phonemes for span in spans(planner, text, "hi"))
    assert spoken.count("a") + spoken.count("b") == wanted.count("a") + wanted.count("b")


@settings(max_examples=60)
@given(
    ANY_TEXT | st.text("aB1'’-$.%é न्ด你Жα½ \n(", max_size=120),
    st.sampled_from(READABLE),
)
def test_any_text_gives_sound_spans_with_the_real_reader(real: Planner, text: str, language: str) -> None:
    for sentence in [*real.sentences(text, language, "text"), Sentence.of(text, language)]:
        read = real.spans(sentence)
        assert_sound(read)
        assert_in_place(read, text)
        assert not any(vocab.unknown_symbols(span.phonemes) for span in read)


@pytest.mark.parametrize("text", ["7" * 2_000, "word " * 400, "ab-" * 300, "x" * 3_000, "%" * 400])
def test_hostile_text_is_read_in_bounded_steps(real: Planner, text: str) -> None:
    for sentence in real.sentences(text + "a", "en-us"):
        assert len(sentence.text) <= LONGEST_SENTENCE_CHARACTERS
        read = real.spans(sentence)
        assert read
        assert_sound(read)
