"""Any text becomes spans that fit into the model."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koe.text import vocab
from koe.text.g2p import Phonemizer
from koe.text.language import READABLE
from koe.text.plan import LONGEST_SENTENCE_CHARACTERS, Planner
from koe.types import Span

ANY_TEXT = st.text(st.characters())


class Letters:
    """Reads every known letter `times` times, the others not at all."""

    def __init__(self, times: int = 1) -> None:
        self.times = times
        self.asked: list[str] = []

    def phonemize(self, text: str, language: str) -> str:
        self.asked.append(text)
        return "".join(letter * (self.times if letter.isalpha() else 1) for letter in text if letter in vocab.IDS)


@pytest.fixture(scope="module")
def real() -> Planner:
    return Planner(Phonemizer())


def assert_sound(spans: list[Span]) -> None:
    for span in spans:
        assert 1 <= len(span.tokens) <= vocab.MAX_TOKENS
        assert span.tokens == vocab.encode(span.phonemes)
        assert vocab.is_pronounceable(span.phonemes)


def test_text_becomes_sentences() -> None:
    text = "# News 📰\n\nDr. Fox **won**. Did he? Yes!\n\n- tea\n- milk"
    assert Planner(Letters()).sentences(text) == ["News", "Dr. Fox won.", "Did he?", "Yes!", "tea", "milk"]


@pytest.mark.parametrize("text", ["", " \n ", "🙂🙂", "★", "...", "?!"])
def test_nothing_to_say(text: str) -> None:
    assert Planner(Letters()).sentences(text) == []


def test_a_very_long_sentence_is_cut_at_clauses() -> None:
    clause = "the wind blew over the hills and far away,"
    sentences = Planner(Letters()).sentences(" ".join([clause] * 30) + " home.")
    assert " ".join(sentences) == " ".join([clause] * 30) + " home."
    assert all(len(sentence) <= LONGEST_SENTENCE_CHARACTERS for sentence in sentences)
    assert all(sentence.endswith(",") for sentence in sentences[:-1])
    assert min(map(len, sentences)) > LONGEST_SENTENCE_CHARACTERS / 2


def test_the_phonemizer_gets_words_and_the_span_keeps_what_was_typed() -> None:
    letters = Letters()
    spans = Planner(letters).spans("at 10:30", "en-us")
    assert letters.asked == ["at ten thirty"]
    assert [(span.text, span.phonemes) for span in spans] == [("at 10:30", "at ten thirty")]


def test_a_sentence_is_one_span() -> None:
    assert Planner(Letters()).spans("hello", "en-us") == [Span("hello", "hello", (50, 47, 54, 54, 57))]


@pytest.mark.parametrize("sentence", ["...", "?!", "—", "(“”)", ""])
def test_a_sentence_that_cannot_be_pronounced_has_no_span(sentence: str) -> None:
    assert Planner(Letters()).spans(sentence, "en-us") == []


def test_exactly_510_tokens_fit() -> None:
    assert [len(span.tokens) for span in Planner(Letters()).spans("a" * 510, "en-us")] == [510]


def test_too_many_tokens_split_the_text_not_the_tokens() -> None:
    letters = Letters(times=3)
    text = "so we walked along the shore of the sea; " * 5 + "and then we went home."
    spans = Planner(letters).spans(text, "en-us")
    assert [span.text for span in spans] == [
        "so we walked along the shore of the sea; so we walked along the shore of the sea; "
        "so we walked along the shore of the sea;",
        "so we walked along the shore of the sea; so we walked along the shore of the sea; and then we went home.",
    ]
    assert letters.asked[1:] == [span.text for span in spans]
    assert_sound(spans)


def test_one_word_that_does_not_fit_is_cut_between_sounds() -> None:
    class OneWord:
        def phonemize(self, text: str, language: str) -> str:
            return "kˈɑː" * 300

    spans = Planner(OneWord()).spans("hippopotamus", "en-us")
    assert "".join(span.phonemes for span in spans) == "kˈɑː" * 300
    assert [span.text for span in spans] == ["hippopotamus", "", ""]
    assert all(span.phonemes[0] in "kˈ" and span.phonemes[-1] in "kː" for span in spans)
    assert_sound(spans)


def test_one_word_read_as_many_is_cut_between_them() -> None:
    class Digits:
        def phonemize(self, text: str, language: str) -> str:
            return " ".join(["wˈʌn"] * len(text))

    spans = Planner(Digits()).spans("1" * 290, "hi")
    assert " ".join(span.phonemes for span in spans) == " ".join(["wˈʌn"] * 290)
    assert len(spans) == 3
    assert_sound(spans)


@given(ANY_TEXT, st.sampled_from([1, 2, 40, 600]))
def test_any_text_gives_sound_spans(text: str, times: int) -> None:
    planner = Planner(Letters(times))
    for sentence in [*planner.sentences(text), text]:
        assert_sound(planner.spans(sentence, "en-us"))


@given(st.text("ab ,.-\u0303ˈ", max_size=300), st.sampled_from([1, 7, 600]))
def test_no_sound_is_lost(text: str, times: int) -> None:
    planner = Planner(Letters(times))
    wanted = Letters(times).phonemize(text, "hi")  # nothing is normalised in Hindi
    spoken = "".join(span.phonemes for span in planner.spans(text, "hi"))
    assert spoken.count("a") + spoken.count("b") == wanted.count("a") + wanted.count("b")


@settings(max_examples=60, deadline=None)
@given(
    ANY_TEXT | st.text("aB1'’-$.%é न्ด你Жα½ \n(", max_size=120),
    st.sampled_from(READABLE),
)
def test_any_text_gives_sound_spans_with_the_real_reader(real: Planner, text: str, language: str) -> None:
    for sentence in [*real.sentences(text), text]:
        spans = real.spans(sentence, language)
        assert_sound(spans)
        assert not any(vocab.unknown_symbols(span.phonemes) for span in spans)


@pytest.mark.parametrize("text", ["7" * 2_000, "word " * 400, "ab-" * 300, "x" * 3_000, "%" * 400])
def test_hostile_text_is_read_in_bounded_steps(real: Planner, text: str) -> None:
    for sentence in real.sentences(text + "a"):
        assert len(sentence) <= LONGEST_SENTENCE_CHARACTERS
        spans = real.spans(sentence, "en-us")
        assert spans
        assert_sound(spans)
