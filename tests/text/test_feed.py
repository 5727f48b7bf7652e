"""The pieces of a live text hold all of it, in order, and are given once it is clear where they end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.text.feed import LONGEST_WAIT_CHARACTERS, Piece, TextFeed
from koe.text.inline import TAG
from koe.text.sanitize import is_blank

ANSWER = (
    "Sure, I can help with that. Dr. Smith lives at No. 5, and he comes home at noon on Fridays. The house is old."
    "\n\nThe garden, which nobody has looked after for a long time, is beautiful! Is it not? It is"
)


def taken(feed: TextFeed, *, is_buffer_low: bool) -> list[Piece]:
    pieces = []
    while (piece := feed.take(is_buffer_low=is_buffer_low)) is not None:
        pieces.append(piece)
    return pieces


def fed(text: str, sizes: list[int], *, is_buffer_low: bool) -> list[Piece]:
    feed, pieces, place = TextFeed(), [], 0
    for size in sizes:
        feed.append(text[place : place + size])
        place += size
        pieces += taken(feed, is_buffer_low=is_buffer_low)
    feed.append(text[place:])
    feed.end()
    pieces += taken(feed, is_buffer_low=is_buffer_low)
    assert feed.is_over
    return pieces


def test_whole_sentences_are_given_while_there_is_time() -> None:
    texts = [piece.text.strip() for piece in fed(ANSWER, [3] * 100, is_buffer_low=False)]
    assert texts == [
        "Sure, I can help with that.",
        "Dr. Smith lives at No. 5, and he comes home at noon on Fridays.",
        "The house is old.",
        "The garden, which nobody has looked after for a long time, is beautiful!",
        "Is it not?",
        "It is",
    ]


def test_clauses_are_given_when_the_buffer_is_low_but_not_too_short_ones() -> None:
    texts = [piece.text.strip() for piece in fed(ANSWER, [3] * 100, is_buffer_low=True)]
    assert texts == [
        "Sure, I can help with that.",
        "Dr. Smith lives at No. 5,",
        "and he comes home at noon on Fridays.",
        "The house is old.",
        "The garden, which nobody has looked after for a long time,",
        "is beautiful!",
        "Is it not?",
        "It is",
    ]


def test_a_sentence_is_given_as_soon_as_it_ends_when_the_buffer_is_low() -> None:
    feed = TextFeed()
    feed.append("Yes. ")
    assert feed.take(is_buffer_low=False) is None
    assert feed.take(is_buffer_low=True) == Piece("Yes. ", 0, 5)


@pytest.mark.parametrize("text", ["He met Dr. ", "It is 3.", "They sell apples, e.g. ", "Hello", "Well, ", "   ", ""])
def test_a_sentence_that_may_go_on_is_not_given_yet(text: str) -> None:
    feed = TextFeed()
    feed.append(text)
    assert feed.take(is_buffer_low=True) is None


def test_flush_gives_what_is_there_and_nothing_that_comes_later() -> None:
    feed = TextFeed()
    feed.append("Hello")
    feed.flush()
    feed.append(" there")
    assert feed.take(is_buffer_low=False) == Piece("Hello", 0, 5)
    assert feed.take(is_buffer_low=False) is None
    feed.end()
    assert feed.take(is_buffer_low=False) == Piece(" there", 5, 11)
    assert feed.is_over


def test_text_without_marks_is_cut_between_words() -> None:
    feed = TextFeed()
    feed.append("word " * (LONGEST_WAIT_CHARACTERS // 5 + 1))
    piece = feed.take(is_buffer_low=True)
    assert piece is not None
    assert piece.text.endswith("word ")


def test_text_without_spaces_is_cut_too() -> None:
    feed = TextFeed()
    feed.append("あ" * 400)
    assert [len(piece.text) for piece in taken(feed, is_buffer_low=True)] == [133, 133]


def test_a_prescribed_word_is_not_cut() -> None:
    feed = TextFeed()
    feed.append("We all went to see [one, two](/wˈʌn tˈu/) and ")
    assert feed.take(is_buffer_low=True) is None


def test_a_character_that_was_cut_in_two_is_put_together() -> None:
    feed = TextFeed()
    for half in ("Hello \ud83d", "\ude00 there."):
        feed.append(half)
    feed.end()
    assert feed.take(is_buffer_low=False) == Piece("Hello 😀 there.", 0, 14)


def test_a_flush_of_nothing_does_not_hide_what_comes_after_it() -> None:
    feed = TextFeed()
    feed.append("  \n")
    feed.flush()
    feed.append("One. Two is here.")
    assert feed.take(is_buffer_low=False) == Piece("One. ", 3, 8)


def test_markup_is_not_cut() -> None:
    feed = TextFeed(only_flushed=True)
    feed.append("<speak>One. Two. <break time='1s'/> Three, and ")
    assert feed.take(is_buffer_low=True) is None
    feed.append("four.</speak>")
    feed.flush()
    assert [piece.stop for piece in taken(feed, is_buffer_low=True)] == [60]


def test_a_piece_knows_the_line_or_paragraph_that_ends_it() -> None:
    lines_after = [piece.lines_after for piece in fed("One.\n\nTwo.\nThree. Four.", [4] * 9, is_buffer_low=False)]
    assert lines_after == [2, 1, 0, 0]


@given(
    st.text(alphabet=st.sampled_from("ab A.!?,;:\n\"'()—…5€é日。"), max_size=200) | st.text(max_size=60),
    st.lists(st.integers(0, 9), max_size=60),
    st.booleans(),
)
def test_nothing_is_lost_doubled_or_out_of_place(text: str, sizes: list[int], is_buffer_low: bool) -> None:
    pieces = fed(text, sizes, is_buffer_low=is_buffer_low)
    for piece in pieces:
        assert text[piece.start : piece.stop] == piece.text
        assert piece.text.strip()
    edges = [0, *(place for piece in pieces for place in (piece.start, piece.stop)), len(text)]
    assert all(is_blank(text[start:stop]) for start, stop in zip(edges[::2], edges[1::2], strict=True))
    assert all(before.stop <= after.start for before, after in pairwise(pieces))


@pytest.mark.parametrize("is_buffer_low", [True, False])
@pytest.mark.parametrize("before", [1_960, 1_990, 3_950])
def test_prescribed_words_far_into_waiting_text_are_not_cut(before: int, is_buffer_low: bool) -> None:
    text = ("on and on it went " * 300)[:before] + "[Dr. Who, the first](/dˈɑktəɹ hˈu/) came. And then more came. And"
    feed = TextFeed()
    feed.append(text)
    feed.end()
    pieces: list[str] = []
    while (piece := feed.take(is_buffer_low=is_buffer_low)) is not None:
        pieces.append(piece.text)
    assert sum("[Dr. Who, the first](/dˈɑktəɹ hˈu/)" in piece for piece in pieces) == 1


def test_a_long_waiting_text_is_taken_up_to_its_last_whole_sentence() -> None:
    feed = TextFeed()
    feed.append("It rained all day. " * 300 + "And th")
    piece = feed.take(is_buffer_low=False)
    assert piece is not None
    assert piece.stop == len("It rained all day. ") * 300


def test_sentence_before_a_tag_is_given_without_the_tag() -> None:
    text = "[voice:am_adam] Is it you? [voice:bf_emma][rate:0.8] Yes.\n[/voice] She smiled. And"
    pieces = fed(text, [5] * 99, is_buffer_low=False)
    assert [piece.text for piece in pieces] == [
        "[voice:am_adam] Is it you? ",
        "[voice:bf_emma][rate:0.8] Yes.\n",
        "[/voice] She smiled. ",
        "And",
    ]
    assert pieces[1].lines_after == 1


def test_pause_stays_with_the_sentence_before_it() -> None:
    pieces = fed("One is here. [pause:1s] [voice:nova] Two is here. And", [5] * 99, is_buffer_low=False)
    assert [piece.text for piece in pieces] == ["One is here. [pause:1s] ", "[voice:nova] Two is here. ", "And"]


def test_beginning_of_a_tag_waits_for_its_end_even_when_flushed() -> None:
    feed = TextFeed()
    feed.append("Hello [voi")
    feed.flush()
    assert taken(feed, is_buffer_low=True) == [Piece("Hello ", 0, 6)]
    feed.append("ce: bf_emma] there, my")
    assert taken(feed, is_buffer_low=True) == []
    feed.flush()
    assert taken(feed, is_buffer_low=True) == [Piece("[voice: bf_emma] there, my", 6, 32)]
    feed.append(" [rate:")
    feed.end()
    assert taken(feed, is_buffer_low=True) == [Piece(" [rate:", 32, 39)]
    assert feed.is_over


@given(
    st.lists(
        st.sampled_from(["[voice: af_heart(2) + bf_emma]", "[/voice]", "[rate:0.8]", "[pause: 1 s]"])
        | st.text("ab A.,\n", max_size=30),
        max_size=12,
    ),
    st.lists(st.integers(0, 9), max_size=60),
    st.booleans(),
)
def test_no_tag_is_cut(parts: list[str], sizes: list[int], is_buffer_low: bool) -> None:
    text = "".join(parts)
    pieces = fed(text, sizes, is_buffer_low=is_buffer_low)
    assert sum(len(TAG.findall(piece.text)) for piece in pieces) == len(TAG.findall(text))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Vive en la Avda. Diagonal de Barcelona. "),
        ("fr", "J'habite bd. Voltaire à Paris. "),
        ("it", "Scrivi all'avv. Rossi domani. "),
        ("es", "La Dña. Carmen y el Excmo. Ayuntamiento. "),
    ],
)
@pytest.mark.parametrize("is_buffer_low", [False, True])
def test_abbreviation_of_the_expected_language_does_not_end_a_sentence(
    language: str, text: str, is_buffer_low: bool
) -> None:
    feed, pieces = TextFeed(), []
    feed.expect(language)
    for word in [*text.split(), "Xx", "yy"]:
        feed.append(word + " ")
        pieces += taken(feed, is_buffer_low=is_buffer_low)
    assert pieces[0].text == text
