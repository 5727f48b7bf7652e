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
from koe.text.plan import LONGEST_SENTENCE_CHARACTERS, Planner, Sentence, TextToPlan
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
    return [sentence.text.text for sentence in (planner or Planner(Letters())).sentences(TextToPlan(text, "en-us"))]


def spans(planner: Planner, text: str, language: str = "en-us") -> list[Span]:
    return planner.spans(Sentence.of(text, language))


@pytest.fixture(scope="module")
def real() -> Planner:
    return Planner(Phonemizer(timeout_factor=50))


def assert_valid(spans: list[Span]) -> None:
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


@pytest.mark.parametrize(
    ("text", "pauses_ms"),
    [
        ("[pause:70ms]One.", [70, None]),
        ("[pause:70ms]", [70]),
        ("[pause:70ms][pause:1s]One.", [1070, None]),
        ("One[pause:70ms][pause:1s] two.", [1070, None]),
        ("One[pause:1s][pause:70ms] two.", [1070, None]),
        ("[pause:71ms][pause:1s]One.", [1071, None]),
        ("<speak>One <break time='70ms'/><break time='30ms'/> two.</speak>", [100, None]),
        # a breath between two voices is no requested pause: a mark or pause that follows takes its place
        ("<speak>One <voice name='bf_emma'>two</voice><break time='1s'/></speak>", [70, 1000]),
        ("<speak>One <voice name='bf_emma'>two</voice>.</speak>", [70, None]),
    ],
)
def test_pauses_are_as_long_as_requested(text: str, pauses_ms: list[float | None]) -> None:
    planner = Planner(Letters())
    read = [span for sentence in planner.sentences(TextToPlan(text, "en-us")) for span in planner.spans(sentence)]
    assert [span.pause_ms for span in read] == pauses_ms


def test_text_becomes_sentences() -> None:
    text = "# News 📰\n\nDr. Fox **won**. Did he? Yes!\n\n- tea\n- milk"
    assert sentences(text) == ["News", "Dr. Fox won.", "Did he?", "Yes!", "tea", "milk"]


@pytest.mark.parametrize("text", ["", " \n ", "🙂🙂", "★", "...", "?!"])
def test_text_without_words_has_no_sentences(text: str) -> None:
    assert sentences(text) == []


def test_a_very_long_sentence_is_cut_at_clauses() -> None:
    clause = "the wind blew over the hills and far away,"
    parts = sentences(" ".join([clause] * 30) + " home.")
    assert " ".join(parts) == " ".join([clause] * 30) + " home."
    assert all(len(sentence) <= LONGEST_SENTENCE_CHARACTERS for sentence in parts)
    assert all(sentence.endswith(",") for sentence in parts[:-1])
    assert min(map(len, parts)) > LONGEST_SENTENCE_CHARACTERS / 2


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
    assert_valid(read)


def test_one_word_that_does_not_fit_is_cut_between_sounds() -> None:
    class OneWord(LetterPhonemizer):
        def read(self, text: Traced, language: str) -> Traced:
            return Traced.standing_for(0, len(text), "kˈɑː" * 300)

    read = spans(Planner(OneWord()), "hippopotamus")
    assert "".join(span.phonemes for span in read) == "kˈɑː" * 300
    assert [span.text for span in read] == ["hippopotamus", "", ""]
    assert all(span.phonemes[0] in "kˈ" and span.phonemes[-1] in "kː" for span in read)
    assert_valid(read)


def test_one_word_read_as_many_is_cut_between_them() -> None:
    class Digits(LetterPhonemizer):
        def read(self, text: Traced, language: str) -> Traced:
            return Traced.standing_for(0, len(text), " ".join(["wˈʌn"] * len(text)))

    read = spans(Planner(Digits()), "x" * 290, "hi")
    assert " ".join(span.phonemes for span in read) == " ".join(["wˈʌn"] * 290)
    assert len(read) == 3
    assert_valid(read)


@given(ANY_TEXT, st.sampled_from([1, 2, 40, 600]))
def test_any_text_gives_valid_spans(text: str, times: int) -> None:
    planner = Planner(Letters(times))
    for sentence in [*planner.sentences(TextToPlan(text, "en-us", "text")), Sentence.of(text, "en-us")]:
        read = planner.spans(sentence)
        assert_valid(read)
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
def test_any_text_gives_valid_spans_with_the_real_phonemizer(real: Planner, text: str, language: str) -> None:
    for sentence in [*real.sentences(TextToPlan(text, language, "text")), Sentence.of(text, language)]:
        read = real.spans(sentence)
        assert_valid(read)
        assert_in_place(read, text)
        assert not any(vocab.unknown_symbols(span.phonemes) for span in read)


@pytest.mark.parametrize("text", ["7" * 2_000, "word " * 400, "ab-" * 300, "x" * 3_000, "%" * 400])
def test_hostile_text_is_read_in_bounded_steps(real: Planner, text: str) -> None:
    for sentence in real.sentences(TextToPlan(text + "a", "en-us")):
        assert len(sentence.text) <= LONGEST_SENTENCE_CHARACTERS
        read = real.spans(sentence)
        assert read
        assert_valid(read)
