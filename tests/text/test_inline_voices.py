"""`[voice:…]` and `[rate:…]` in plain text: who speaks which passage, and how fast."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.errors import BadTag
from koe.text.inline import is_inside_tag, left_behind, parse_inline, unfinished_tag
from koe.types import NO_TEXT_BEFORE, TextBefore


def voices(text: str, before: TextBefore = NO_TEXT_BEFORE) -> list[tuple[str, str | None]]:
    return [(passage.text.text.strip(), passage.voice) for passage in parse_inline(text, before).passages]


def rates(text: str, before: TextBefore = NO_TEXT_BEFORE) -> list[tuple[str, float]]:
    """The stretches of the text that have a rate."""
    return [(text[one.start : one.stop].strip(), one.rate) for one in parse_inline(text, before).manners]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. [voice:bf_emma] Two.", [("One.", None), ("Two.", "bf_emma")]),
        ("[voice:bf_emma] One. [voice:am_adam]Two.", [("One.", "bf_emma"), ("Two.", "am_adam")]),
        ("[VOICE: bf_emma ]One", [("One", "bf_emma")]),
        ("[voice:af_heart(2)+bf_emma(1)]One", [("One", "af_heart(2)+bf_emma(1)")]),
        ("[voice:nova]One[/voice] two", [("One", "nova"), ("two", None)]),
        ("[voice:nova]One[voice:default] two", [("One", "nova"), ("two", None)]),
        ("[voice:nova]One[Voice:Default] two[/VOICE]", [("One", "nova"), ("two", None)]),
        ("[voice:nova]One.[voice:nova] Two.", [("One. Two.", "nova")]),
        ("One.[/voice] Two.", [("One. Two.", None)]),
        ("One[voice:nova] \n [voice:echo]two", [("One", None), ("two", "echo")]),
        ("One[voice:nova]", [("One", None)]),
        ("[voice:nova]", [("", "nova")]),
    ],
)
def test_voice_holds_until_the_next_tag(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert voices(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[voice]",
        "[voice:]",
        "[voice: ]",
        "[voice:one\ntwo]",
        "[voice:nova",
        "(voice:nova)",
        "[voices:nova]",
        r"\[voice:nova\]",
        "[rate]",
        "[rate:]",
        "[rate:fast]",
        "[rate: 4.5%]",
        "[rate:-1]",
        "[/pause]",
        "[/ voice]",
    ],
)
def test_what_only_looks_like_a_tag_stays_text(text: str) -> None:
    marked = parse_inline(f"One {text} two")
    assert [passage.text.text for passage in marked.passages] == [f"One {text} two"]
    assert marked.manners == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One [rate:0.8]two [rate:1.5]three[/rate] four", [("two", 0.8), ("three", 1.5)]),
        ("[rate:.5]One", [("One", 0.5)]),
        ("[Rate: 2 ]One[rate:1] two", [("One", 2.0)]),
        ("[rate:2]One[rate:default] two", [("One", 2.0)]),
        ("[rate:0.8]One. [voice:nova]Two. [rate:0.9]Three.[/voice] Four.", [("One.", 0.8), ("Three.", 0.9)]),
        ("[rate:0.8][rate:0.9]One", [("One", 0.9)]),
        ("[rate:1]One", []),
    ],
)
def test_rate_holds_until_the_next_rate_or_voice(text: str, expected: list[tuple[str, float]]) -> None:
    assert rates(text) == expected


@pytest.mark.parametrize("rate", ["0.49", "2.01", "0", "9", "999999"])
def test_rate_out_of_range_is_refused_with_its_place(rate: str) -> None:
    with pytest.raises(
        BadTag, match=r"rate must be a number from 0\.5 to 2\. \(tag at character 7 of input"
    ) as refused:
        parse_inline(f"Secret [rate:{rate}] word")
    assert (refused.value.param, refused.value.code, refused.value.place) == ("input", "value_out_of_range", 7)
    assert "Secret" not in refused.value.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("so [rate:0.5]slow[/rate].", "so slow."),
        ("One.[rate:0.5]Two.", "One. Two."),
        ("One.[voice:default]Two.", "One. Two."),
        ("un[rate:0.5]believ[/rate]able", "unbelievable"),
        ("One [rate:0.5] two", "One  two"),
    ],
)
def test_tag_inside_a_passage_leaves_the_words_as_they_were(text: str, expected: str) -> None:
    (passage,) = parse_inline(text).passages
    assert passage.text.text == expected
    for place, letter in enumerate(passage.text.text):
        if letter.isalnum():
            assert text[passage.text.starts[place]] == letter


@pytest.mark.parametrize(
    ("text", "ends_sentence", "lines_after"),
    [
        ("she said [voice:nova] hello", False, 0),
        ("One\n[voice:nova] Two", True, 1),
        ("One\n\n[voice:nova] Two", True, 2),
        ("One[voice:nova]\nTwo", True, 1),
        ("One\n[voice:nova]\nTwo", True, 2),
        ("One\n[voice:nova]\n[voice:echo]\nTwo", True, 2),
    ],
)
def test_line_break_beside_a_tag_ends_the_sentence(text: str, ends_sentence: bool, lines_after: int) -> None:
    first, second = parse_inline(text).passages
    assert (first.ends_sentence, first.lines_after) == (ends_sentence, lines_after)
    assert (second.ends_sentence, second.lines_after) == (True, 0)


@pytest.mark.parametrize("text", ["One.[voice:nova][pause:1s]Two.", "One.[pause:1s][voice:nova]Two."])
def test_pause_beside_a_change_of_voice_is_not_longer(text: str) -> None:
    passages = parse_inline(text).passages
    assert [(one.text.text, one.voice, one.pause_ms) for one in passages] == [
        ("One.", None, 1000),
        ("Two.", "nova", None),
    ]


def test_text_before_gives_voice_rate_and_place() -> None:
    before = TextBefore(100, "nova", 0.8)
    assert voices("One.[/voice] Two.", before) == [("One.", "nova"), ("Two.", None)]
    assert rates("One.[/voice] Two.", before) == [("One.", 0.8)]
    assert left_behind("One.", before) == TextBefore(104, "nova", 0.8)
    assert left_behind("[rate:2]", before) == TextBefore(108, "nova", 2.0)
    assert left_behind("[voice:echo]", before) == TextBefore(112, "echo")
    with pytest.raises(BadTag, match="character 105 of input"):
        parse_inline("Five [rate:3]", before)


TAGS = ("[voice:nova]", "[voice: echo]", "[/voice]", "[rate:0.5]", "[rate:2]", "[/rate]")


def spoken_as(text: str, before: TextBefore) -> list[tuple[int, str | None, float]]:
    """Place, voice and rate of every letter."""
    marked = parse_inline(text, before)
    return [
        (
            before.characters + place,
            passage.voice,
            next((one.rate for one in marked.manners if one.start <= place < one.stop), 1.0),
        )
        for passage in marked.passages
        for place, letter in zip(passage.text.starts, passage.text.text, strict=True)
        if letter.isalpha()
    ]


@given(st.lists(st.sampled_from(TAGS) | st.text("ab. \n", max_size=5), max_size=12), st.integers(0, 60))
def test_text_in_two_pieces_is_spoken_as_in_one(parts: list[str], cut: int) -> None:
    text = "".join(parts)
    while is_inside_tag(cut, text):
        cut += 1
    first, second = text[:cut], text[cut:]
    in_pieces = [*spoken_as(first, NO_TEXT_BEFORE), *spoken_as(second, left_behind(first, NO_TEXT_BEFORE))]
    assert in_pieces == spoken_as(text, NO_TEXT_BEFORE)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("One [", 4),
        ("One [vo", 4),
        ("One [voice:af_b", 4),
        ("One [voice: af (2) + b", 4),
        ("One [/ra", 4),
        ("One [PAUSE:1", 4),
        ("One [voice:nova]", None),
        ("One [an aside", None),
        ("One [voice:a\nb", None),
        ("One [voice:" + "a" * 500, None),
        ("One", None),
    ],
)
def test_beginning_of_a_tag_is_found(text: str, place: int | None) -> None:
    assert unfinished_tag(text) == place
