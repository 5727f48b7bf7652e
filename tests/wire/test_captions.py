"""Captions: words grouped into lines that can be read while they are spoken."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from koe.types import AudioBlock, Cue
from koe.wire.captions import Caption, CaptionFormat, CueSheet, captions_of, encode_captions, without_overlaps

RATE = 1000


def block(duration_s: float, *cues: Cue, overlap_s: float = 0) -> AudioBlock:
    length = round((duration_s + overlap_s) * RATE)
    return AudioBlock(np.zeros(length, dtype=np.float32), RATE, round(overlap_s * RATE), cues)


def spoken(text: str, word_s: float = 0.3, gaps: dict[int, float] | None = None) -> list[Cue]:
    """A cue for every word, one after another, with the silences of `gaps` before them."""
    cues, now_s, place = [], 0.0, 0
    for number, word in enumerate(text.split()):
        bare = word.strip(",.!?;:…\"'()“”¿¡।")
        start = text.index(bare, place)
        now_s += (gaps or {}).get(number, 0.0)
        cues.append(Cue(bare, start, start + len(bare), now_s, now_s + word_s))
        place, now_s = start + len(bare), now_s + word_s
    return cues


def lines(text: str, word_s: float = 0.3, gaps: dict[int, float] | None = None) -> list[str]:
    return [caption.text for caption in captions_of(spoken(text, word_s, gaps), text)]


def test_cue_sheet_counts_from_the_beginning_of_the_stream() -> None:
    sheet = CueSheet()
    sheet.add(block(1.0, Cue("one", 0, 3, 0.25, 0.5), Cue("two", 4, 7, 1.125, 1.5)))
    sheet.add(block(1.0, overlap_s=0.5))
    sheet.add(block(2.0, Cue("three", 8, 13, 0.5, 1.0)))
    assert sheet.duration_s == 4.0
    assert [(cue.text, cue.start_s, cue.end_s) for cue in sheet.words] == [
        ("one", 0.25, 0.5),
        ("two", 1.125, 1.5),
        ("three", 2.5, 3.0),
    ]


def test_word_ends_when_the_next_begins_and_the_last_with_the_audio() -> None:
    sheet = CueSheet()
    sheet.add(block(1.0, Cue("one", 0, 3, 0.0, 0.7), Cue("two", 4, 7, 0.5, 1.3)))
    assert [(cue.start_s, cue.end_s) for cue in sheet.words] == [(0.0, 0.5), (0.5, 1.0)]


def test_cue_sheet_without_words_is_empty() -> None:
    sheet = CueSheet()
    assert sheet.words == []
    sheet.add(block(1.0, Cue("here", 0, 0, 0.5, 0.5, is_mark=True)))
    assert sheet.words == []


def test_marks_are_not_words_and_shorten_none() -> None:
    sheet = CueSheet()
    sheet.add(block(2.0, Cue("one", 0, 3, 0.0, 1.0), Cue("here", 3, 3, 0.5, 0.5, is_mark=True)))
    assert [(cue.text, cue.end_s) for cue in sheet.words] == [("one", 1.0)]
    assert [cue.text for cue in sheet.cues] == ["one", "here"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello there, you.", ["Hello there, you."]),
        ("One two. Three four!", ["One two.", "Three four!"]),
        ("Really? Yes… no", ["Really?", "Yes…", "no"]),
        ("a  b\n c", ["a b c"]),
        ("well-known", ["well-known"]),
        ("", []),
    ],
)
def test_lines_are_spelled_as_in_the_text(text: str, expected: list[str]) -> None:
    assert lines(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He said "go on", so.', ['He said "go on", so.']),
        ("“Go on”, he said (twice).", ["“Go on”, he said (twice)."]),
        ("¿Qué tal? ¡Bien!", ["¿Qué tal?", "¡Bien!"]),
        ("राम। सीता।", ["राम।", "सीता।"]),
    ],
)
def test_punctuation_before_and_after_a_word_is_kept(text: str, expected: list[str]) -> None:
    assert lines(text) == expected


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ('<speak>Go <prosody rate="1.5">up</prosody> now</speak>', ["Go", "up", "now"], "Go up now"),
        ("<speak>My <emphasis>big</emphasis>, old dog.</speak>", ["My", "big", "old", "dog"], "My big, old dog."),
        ("<speak>One<!-- two! -->three</speak>", ["One", "three"], "One three"),
    ],
)
def test_tags_are_left_out(text: str, words: list[str], expected: str) -> None:
    places = [text.index(word) for word in words]
    cues = [
        Cue(word, place, place + len(word), number * 0.3, number * 0.3 + 0.3)
        for number, (word, place) in enumerate(zip(words, places, strict=True))
    ]
    assert [caption.text for caption in captions_of(cues, text)] == [expected]


def test_words_without_spaces_between_them_stay_together() -> None:
    text = "猫が好き。犬も。"
    cues = [
        Cue("猫", 0, 1, 0.0, 0.2),
        Cue("が", 1, 2, 0.2, 0.3),
        Cue("好き", 2, 4, 0.3, 0.6),
        Cue("犬", 5, 6, 0.8, 1.0),
        Cue("も", 6, 7, 1.0, 1.1),
    ]
    assert captions_of(cues, text) == [Caption(0.0, 0.6, "猫が好き。"), Caption(0.8, 1.1, "犬も。")]


def test_silence_begins_a_new_line() -> None:
    assert lines("one two three", gaps={2: 0.71}) == ["one two", "three"]
    assert lines("one two three", gaps={2: 0.69}) == ["one two three"]


def test_line_lasts_at_most_six_seconds() -> None:
    assert lines("a b c d e f g", word_s=2.0) == ["a b c", "d e f", "g"]


def test_line_has_at_most_80_characters() -> None:
    found = lines(" ".join(["lighthouse"] * 20), word_s=0.1)
    assert [len(line) for line in found] == [76, 76, 65]


def test_line_lasts_from_its_first_word_to_its_last() -> None:
    first, second = captions_of(spoken("One two. Three.", gaps={2: 0.5}), "One two. Three.")
    assert (first.start_s, first.end_s) == pytest.approx((0.0, 0.6))
    assert (second.start_s, second.end_s) == pytest.approx((1.1, 1.4))


BLOCKS = st.lists(
    st.tuples(
        st.integers(0, 3000),
        st.lists(
            st.tuples(st.sampled_from(["a", "word", "lighthouse"]), st.integers(0, 1500), st.booleans()), max_size=6
        ),
    ),
    max_size=6,
).filter(lambda blocks: any(words for _, words in blocks))


@given(BLOCKS, st.sampled_from([" ", ", ", ". ", ""]))
def test_captions_are_ordered_and_never_overlap(
    blocks: list[tuple[int, list[tuple[str, int, bool]]]], between: str
) -> None:
    sheet, text = CueSheet(), ""
    for length, words in blocks:
        cues, start = [], 0.0
        for word, gap, lasts_on in words:
            start += gap / 1000
            start = min(start, length / 1000)
            cues.append(Cue(word, len(text), len(text) + len(word), start, start + (5.0 if lasts_on else 0.2)))
            text += word + between
        sheet.add(block(length / 1000, *cues))
    captions = captions_of(sheet.words, text)
    assert all(caption.start_s <= caption.end_s <= sheet.duration_s for caption in captions)
    assert all(first.end_s <= second.start_s for first, second in pairwise(captions))
    written = "".join(caption.text for caption in captions)
    spoken_words = "".join(cue.text for cue in sheet.words)
    assert [letter for letter in written if letter.isalpha()] == list(spoken_words)


TEXT = "Tom naps, Jerry too. Done!"
WORDS = [
    Cue("Tom", 0, 3, 0.0, 0.25),
    Cue("naps", 4, 8, 0.25, 0.5),
    Cue("Jerry", 10, 15, 0.5, 1.0),
    Cue("too", 16, 19, 1.0, 1.2345),
    Cue("Done", 21, 25, 3661.5, 3662.0),
]


@pytest.mark.parametrize(
    ("caption_format", "expected"),
    [
        (
            "vtt",
            "WEBVTT\n\n00:00:00.000 --> 00:00:01.234\nTom naps, Jerry too.\n\n01:01:01.500 --> 01:01:02.000\nDone!\n",
        ),
        (
            "srt",
            "1\n00:00:00,000 --> 00:00:01,234\nTom naps, Jerry too.\n\n2\n01:01:01,500 --> 01:01:02,000\nDone!\n",
        ),
    ],
)
def test_subtitles_are_written_as_players_read_them(caption_format: CaptionFormat, expected: str) -> None:
    assert encode_captions(WORDS, TEXT, caption_format) == expected


def test_json_has_every_word_with_time_and_place() -> None:
    words = json.loads(encode_captions(WORDS, TEXT, "json"))["words"]
    assert [word["word"] for word in words] == ["Tom", "naps", "Jerry", "too", "Done"]
    assert words[3] == {"word": "too", "start_s": 1.0, "end_s": 1.234, "text_start": 16, "text_stop": 19}


@pytest.mark.parametrize(("caption_format", "expected"), [("vtt", "WEBVTT\n\n"), ("srt", "")])
def test_captions_without_words_are_an_empty_file(caption_format: CaptionFormat, expected: str) -> None:
    assert encode_captions([], "", caption_format) == expected
    assert json.loads(encode_captions([], "", "json")) == {"words": []}


def test_webvtt_escapes_markup_characters() -> None:
    text = "Q&A <3"
    cues = [Cue("Q&A", 0, 3, 0.0, 0.5), Cue("<3", 4, 6, 0.5, 1.0)]
    assert encode_captions(cues, text, "vtt").splitlines()[-1] == "Q&amp;A &lt;3"


def test_arrow_in_the_text_is_not_a_timing() -> None:
    text = "a --> b"
    cues = [Cue("a", 0, 1, 0.0, 0.1), Cue("-->", 2, 5, 0.1, 0.2), Cue("b", 6, 7, 0.2, 0.3)]
    (timing,) = (line for line in encode_captions(cues, text, "vtt").splitlines() if "-->" in line)
    assert timing.startswith("00:00:00.000 --> ")


def test_negative_start_is_written_as_zero() -> None:
    assert "00:00:00,000 --> 00:00:00,200" in encode_captions([Cue("a", 0, 1, -0.05, 0.2)], "a", "srt")


def test_words_that_come_block_by_block_do_not_overlap() -> None:
    words = [Cue("a", 0, 1, 0.5, 1.3), Cue("b", 2, 3, 1.1, 2.4)]
    assert [(word.start_s, word.end_s) for word in without_overlaps(words, 2.0)] == [(0.5, 1.1), (1.1, 2.0)]


@pytest.mark.parametrize("caption_format", ["vtt", "srt"])
def test_inline_tags_are_not_part_of_captions(caption_format: CaptionFormat) -> None:
    text = "Hello, [voice:af_heart(2)+bf_emma] my [rate:0.8]“dear” friend[/rate][/voice]."
    words = [
        Cue(word, text.index(word), text.index(word) + len(word), number, number + 0.9)
        for number, word in enumerate(("Hello", "my", "dear", "friend"))
    ]
    assert "\nHello, my “dear” friend.\n" in encode_captions(words, text, caption_format)
