"""Text is cut at the ends of sentences, and long sentences at the best places."""

from __future__ import annotations

import pytest
import regex  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from growth import assert_linear
from koe.text import split
from koe.text.traced import Traced


def split_sentences(text: str) -> list[str]:
    return [cut.text.text for cut in split.split_sentences(Traced.of(text))]


def split_long(text: str, limit: int) -> list[str]:
    return [part.text for part in split.split_long(Traced.of(text), limit)]


ANY_TEXT = st.text(st.characters())
FRAGMENTS = (
    *(
        "Dr.",
        "Yes.",
        "no",
        "e.g.",
        "U.S.",
        "He",
        "said",
        '"Stop."',
        "(why?)",
        "Well...",
        "3.14",
        "A.",
        "¿qué?",
        "।",
        "\n",
    ),
    *("\n\n", "1.", "p.m.", "What?!", "…", "-", "«", "»", "你好。", "etc.", "and", ";", "x-\n", "ne\u0301", "👨‍👩‍👧"),
)
PROSE = st.lists(st.sampled_from(FRAGMENTS), max_size=60).map(" ".join)


def visible(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(
    "sentences",
    [
        ["Dr. Smith met Mrs. Jones at St. Mary's.", "They left."],
        ["Ask Prof. Lee, Gen. Ray or Mr. A. Fox.", "Soon."],
        ["We like fruit, e.g. apples, i.e. these.", "Next."],
        ["He lives in the U.S.", "He likes it."],
        ["The U.S. Congress met.", "The E.U. Commission did not."],
        ["J. R. R. Tolkien wrote it.", "J.R.R. Tolkien did."],
        ["Take vitamin C.", "It helps."],
        ["So do I.", "Peter left."],
        ["Acme Inc. was sold.", "So was Foo Ltd.", "The rest stayed."],
        ["Meet at 5 p.m. Monday.", "Or at 9 a.m.", "Bring tea.", "The call is at 8 p.m. EST."],
        ["See No. 5 and Fig. 3 on p. 7.", "Did he?", "No.", "I doubt it."],
        ["Apples, pears, etc. are here.", "Nuts, etc.", "Peter left."],
        ["He lives on Main St.", "She lives in St. Ives."],
        ["In Jan. 2020 it began."],
        ["Do one more rep.", "Then rest."],
        ["How many?", "5.", "That is few."],
        ["SPRINGFIELD, Ill. — The council voted.", "It was late."],
        ["I saw Tom, Bob and Ann.", "— They left."],
    ],
)
def test_abbreviations(sentences: list[str]) -> None:
    assert split_sentences(" ".join(sentences)) == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["Pi is 3.14 and not 3.2.", "It was $5.", "10 people paid."],
        ["Use v2.0.1 of it.", "See https://example.com/a.b?c=d!e.", "Then mail a.b@c.org."],
        ["Well... maybe.", "Wait...", "What?", "I... I cannot.", "And so…", "We left… slowly."],
        ['"Stop."', "She left."],
        ['He said "Stop." and left.', 'He said "Go."'],
        ["“Why?” she asked.", "“Because.”", "(He knew.)", "Then [sic!] nothing."],
        ["What?!", "No!", "Really??", "Yes."],
        ["Yes.", "No.", "Maybe."],
        ["¿Qué tal?", "¡Muy bien!", "Adiós.", "El Sr. García y la Sra. Paz."],
        ["« Quoi ? » dit-il.", "« Non. »", "Oui !"],
        ["नमस्ते।", "कैसे हो?", "ठीक हूँ।"],
        ["A heading without an end"],
        ["1. First do this.", "Then that."],
        ["A. Introduction"],
    ],
)
def test_marks(sentences: list[str]) -> None:
    assert split_sentences(" ".join(sentences)) == sentences


def test_chinese_and_japanese_need_no_space() -> None:
    assert split_sentences("你好。今天很好！「是吗？」走") == ["你好。", "今天很好！", "「是吗？」", "走"]


def test_text_without_capitals_has_sentences_too() -> None:
    assert split_sentences("hello. how are you? i am fine. mr. fox too.") == [
        "hello.", "how are you?", "i am fine.", "mr. fox too."
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Introduction\nThis is how it all began.", ["Introduction", "This is how it all began."]),
        ("Milk\nEggs\n2 apples", ["Milk", "Eggs", "2 apples"]),
        ("first\n\nsecond", ["first", "second"]),
        ("Needed:\nMilk", ["Needed:", "Milk"]),
        ("The night is dark,\nThe day is long", ["The night is dark, The day is long"]),
        ("नमस्ते\nदुनिया", ["नमस्ते", "दुनिया"]),
        (
            "She walked with the old man to the house on the hill and met\nPeter there, who had been waiting for them "
            "all since the\nmorning, and then they\nwent home.",
            ["She walked with the old man to the house on the hill and met Peter there, who had been waiting for them "
             "all since the morning, and then they went home."],
        ),
        (
            "The committee met yesterday with representatives of\nFrance and Germany.",
            ["The committee met yesterday with representatives of France and Germany."],
        ),
        (
            "Notes\nThe committee met yesterday with the delegates of the two\nrepublics, and then\nit went home.",
            ["Notes", "The committee met yesterday with the delegates of the two republics, and then it went home."],
        ),
        ("A very long infor-\nmation and a well-\nknown fact", ["A very long infor-mation and a well-known fact"]),
        (
            "Install the package from the registry of your choice\nConfigure the server with the settings you like\n"
            "Start it and listen to the first of many sentences",
            ["Install the package from the registry of your choice", "Configure the server with the settings you like",
             "Start it and listen to the first of many sentences"],
        ),
        (f"{'word ' * 40}end\nNext line", [f"{'word ' * 40}end", "Next line"]),
        (
            "THIS SOFTWARE IS PROVIDED BY THE AUTHORS AND CONTRIBUTORS AS IS AND\nANY EXPRESS OR IMPLIED WARRANTIES ARE"
            " DISCLAIMED. IN NO EVENT\nSHALL THE AUTHORS BE LIABLE.",
            [
                "THIS SOFTWARE IS PROVIDED BY THE AUTHORS AND CONTRIBUTORS AS IS AND ANY EXPRESS OR IMPLIED WARRANTIES"
                " ARE DISCLAIMED.",
                "IN NO EVENT SHALL THE AUTHORS BE LIABLE.",
            ],
        ),
        ("STAND CLEAR\nOF THE DOORS\nTHANK YOU", ["STAND CLEAR", "OF THE DOORS", "THANK YOU"]),
        (
            "IBAN: DE89 3704 0044 0532 0130 00, BIC: COBADEFFXXX\nVAT ID: DE123456789",
            ["IBAN: DE89 3704 0044 0532 0130 00, BIC: COBADEFFXXX", "VAT ID: DE123456789"],
        ),
        (
            "Docs: https://numpy.org/doc/\nSource: https://x.org",
            ["Docs: https://numpy.org/doc/", "Source: https://x.org"],
        ),
    ],
)  # fmt: skip
def test_a_line_break_ends_a_heading_but_not_a_wrapped_line(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@pytest.mark.parametrize(
    ("text", "lines_after"),
    [
        ("One. Two. Three.", [0, 0, 0]),
        ("A Heading\nThe text under it. And more.", [1, 0, 0]),
        ("A Heading\n\nThe text under it. And more.\n\nA second paragraph.\n", [2, 0, 2, 0]),
        ("Eggs\nMilk\nBread\n\nThat is all.", [1, 1, 2, 0]),
        ("\n\nThe only one.\n\n", [0]),
        ("A line that somebody wrapped by hand at sixty characters,\nand which goes on here. Then one.", [0, 0]),
    ],
)  # fmt: skip
def test_line_breaks_after_sentences_are_kept(text: str, lines_after: list[int]) -> None:
    assert [cut.lines_after for cut in split.split_sentences(Traced.of(text))] == lines_after


@given(ANY_TEXT | PROSE)
def test_nothing_visible_is_lost(text: str) -> None:
    sentences = split_sentences(text)
    assert visible("".join(sentences)) == visible(text)
    assert all(sentence == " ".join(sentence.split()) != "" for sentence in sentences)


@pytest.mark.parametrize(
    ("text", "limit", "parts"),
    [
        ("short", 10, ["short"]),
        ("", 10, []),
        ("we came, we saw; we won, we left", 20, ["we came, we saw;", "we won, we left"]),
        ("we came to see, we won the day", 20, ["we came to see,", "we won the day"]),
        ("the old man went home and slept well", 25, ["the old man went home", "and slept well"]),
        ("one two three four five six", 20, ["one two three", "four five six"]),
        ("it costs 1,000,000 at 10:30 now", 20, ["it costs 1,000,000", "at 10:30 now"]),
        ("yes, the rest of this has no mark", 30, ["yes, the rest of", "this has no mark"]),
        ("a" * 25, 10, ["a" * 8, "a" * 8, "a" * 9]),
        ("e\u0301" * 6, 5, ["e\u0301" * 2] * 3),
        ("👨‍👩‍👧‍👦" * 3, 10, ["👨‍👩‍👧‍👦"] * 3),
        ("a" + "\u0301" * 9, 4, ["a" + "\u0301" * 3, "\u0301" * 4, "\u0301" * 2]),
        ("x y", 0, ["x", "y"]),
        ("你好吗，我很好", 5, ["你好吗，", "我很好"]),
    ],
)
def test_long_text_is_cut_at_the_best_place(text: str, limit: int, parts: list[str]) -> None:
    assert split_long(text, limit) == parts


@given(ANY_TEXT | PROSE, st.integers(1, 80))
def test_parts_fit_and_keep_everything(text: str, limit: int) -> None:
    parts = split_long(text, limit)
    assert visible("".join(parts)) == visible(text)
    assert all(0 < len(part) <= limit for part in parts)


@given(
    st.lists(st.sampled_from(["e\u0301", "a", "क्षि", "👍🏽", "🇬🇧"]), min_size=1, max_size=60).map("".join),
    st.integers(8, 20),
)
def test_letters_keep_their_marks(text: str, limit: int) -> None:
    clusters = [cluster for part in split_long(text, limit) for cluster in regex.findall(r"\X", part)]
    assert clusters == regex.findall(r"\X", text)


@given(st.text("ab ", min_size=41, max_size=400))
def test_no_part_is_much_shorter_than_the_others(text: str) -> None:
    parts = split_long("".join(text.split()), 40)
    assert max(map(len, parts), default=0) <= 2.5 * min(map(len, parts), default=0)


@pytest.mark.parametrize(
    "seed", [".", ". ", "A. ", "e.g. ", '."', "a\n", "A\n", "a", "! ", '. "', "。", "... x", ". - ", "("]
)
def test_hostile_input_takes_linear_time(seed: str) -> None:
    def cut(characters: int) -> None:
        text = seed * (characters // len(seed)) + "x"
        split_sentences(text)
        split_long(text, 400)

    assert_linear(cut, 40_000)  # twice the longest request


def test_a_prescribed_word_is_not_cut() -> None:
    yahoo = "[Yahoo! Inc](/jəˈhuː ɪŋk/)"
    assert split_sentences(f"I like {yahoo} and more. Yes.") == [f"I like {yahoo} and more.", "Yes."]
    for limit in range(len(yahoo), 60):
        assert any(yahoo in part for part in split_long(f"We all like {yahoo} and {'a b ' * 10}", limit))
