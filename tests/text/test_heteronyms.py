"""Words that are spelt alike are read by what they mean: the tables in heteronyms/, word for word.

The rules were written with first.tsv in view; second.tsv was written afterwards, and docs/text.md has its figures.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from koe.text.g2p import Phonemizer
from koe.text.heteronyms import Heteronyms, parsed
from koe.text.lexicon_files import Lexicons
from koe.text.plan import Planner, TextToPlan
from koe.text.preview import preview
from koe.text.retagging import TaggedWord, repaired_tag

TABLES = Path(__file__).parent / "heteronyms"


class Row(NamedTuple):
    """`expected` is a pattern in the phonemes of the word between asterisks; `note` says why koe misreads it."""

    word: str
    expected: str
    text: str
    note: str


def rows(name: str) -> Iterator[Row]:
    with (TABLES / name).open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield Row(row["word"], row["expected"], row["text"], row["note"] or "")


@cache
def planner() -> Planner:
    return Planner(Phonemizer(timeout_factor=50), Lexicons())


def spoken(marked: str, language: str = "en-us") -> str:
    """The phonemes of the word between asterisks."""
    place = marked.index("*")
    sentences = planner().sentences(TextToPlan(marked.replace("*", ""), language, "text"))
    words = [word for sentence in preview(planner(), sentences) for word in sentence.words]
    return next(word.phonemes for word in words if word.text_start <= place < word.text_stop)


@pytest.mark.parametrize("name", ["first.tsv", "second.tsv"])
def test_every_word_of_the_table_is_read_as_written_there(name: str) -> None:
    read = [(row, spoken(row.text)) for row in rows(name)]
    wrong = [f"{row.text}: {said}" for row, said in read if not re.search(row.expected, said) and not row.note]
    mended = [f"{row.text}: {said}" for row, said in read if re.search(row.expected, said) and row.note]
    assert not wrong, "\n".join(wrong)
    assert not mended, "no longer misread:\n" + "\n".join(mended)


def test_tables_are_as_large_as_promised() -> None:
    first, second = list(rows("first.tsv")), list(rows("second.tsv"))
    assert len(first) >= 300
    assert len({row.word.lower() for row in first}) >= 100
    assert len(second) >= 140
    assert not {row.text for row in first} & {row.text for row in second}
    assert sum(bool(row.note) for row in (*first, *second)) <= 2
    assert all(f"*{row.word}*".lower() in row.text.lower() for row in (*first, *second))


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("The pipes are made of *lead*.", "lˈɛd"),
        ("He stood at the *bow* of the ship.", "bˈW"),
        ("We flew to *Nice* last summer.", "nˈiːs"),
        ("There is a *tear* in my jeans.", "tˈɛː"),
        ("There were *minute* traces of poison.", "mInjˈuːt"),
        ("The two accounts *conflict*.", "kənflˈɪkt"),
    ],
)
def test_british_english_has_its_own_phonemes(text: str, phonemes: str) -> None:
    assert spoken(text, "en-gb") == phonemes


def test_possessive_of_a_chosen_reading_is_spoken() -> None:
    assert spoken("The streets of *Nice's* old town are narrow, unlike those in Paris.") == "nˈisᵻz"


def test_compound_in_the_dictionary_keeps_its_stress() -> None:
    assert spoken("It is *read-only*.") == "ɹˈidˌOnli"


def test_prescribed_pronunciation_takes_precedence() -> None:
    assert spoken("The pipes are made of [*lead](/lˈid/).") == "lˈid"


SENTENCES = [
    # A sentence with its tags, the word that is asked about, and its right tag ("" if the given one may be right).
    ("Muscles/NNS contract/NN when/WRB they/PRP work/VBP ./.", 1, "VBP"),
    ("The/DT two/CD accounts/VBZ conflict/NN ./.", 3, "VBP"),
    ("Day/NN and/CC night/NN alternate/JJ ./.", 3, "VBP"),
    ("Soldiers/NNS who/WP desert/NN are/VBP punished/VBN ./.", 2, "VBP"),
    ("He/PRP did/VBD intimate/JJ that/IN he/PRP might/MD resign/VB ./.", 2, "VB"),
    ("Document/NN the/DT requirements/NNS ./.", 0, "VB"),
    ("She/PRP records/NNS it/PRP ./.", 1, "VBZ"),
    ("The/DT record/VB is/VBZ broken/VBN ./.", 1, "NN"),
    ("Sales/NNS contract/NN", 1, ""),
    ("The/DT certificates/NNS present/JJ in/IN it/PRP expire/VBP ./.", 2, ""),
    ("Use/VB the/DT args/NNS attribute/NN if/IN you/PRP need/VBP it/PRP ./.", 3, ""),
    ("For/IN values/NNS close/JJ to/IN zero/CD ,/, it/PRP is/VBZ linear/JJ ./.", 2, ""),
    ("They/PRP signed/VBD a/DT contract/NN ./.", 3, ""),
]


@pytest.mark.parametrize(("tagged", "number", "tag"), SENTENCES)
def test_tag_is_repaired_only_where_it_must_be_wrong(tagged: str, number: int, tag: str) -> None:
    words = [TaggedWord(*word.rsplit("/", 1)) for word in tagged.split()]
    assert repaired_tag(words, number) == tag


def test_table_with_an_unknown_test_is_refused() -> None:
    with pytest.raises(ValueError, match="no such test: beside=of"):
        parsed("word\tus\tgb\twhen\nlead\tlˈɛd\t\tbeside=of")


ROWS = "word\tus\tgb\twhen\nlead\tlˈɛd\t\tleft=of\nlead\tVB\t\ttag=NN no-near=pipe*\nlead\tlˈid\tlˈiːd\tplace=first"


@pytest.mark.parametrize(
    ("tagged", "choice"),
    [
        ("made/VBN of/IN lead/NN", (2, "lˈɛd", "")),
        ("the/DT lead/NN", (1, "", "VB")),
        ("lead/NN pipes/NNS", (0, "lˈiːd", "")),
        ("the/DT lead/NN pipes/NNS", None),
        ("lead/JJ", (0, "lˈiːd", "")),
    ],
)
def test_first_row_that_fits_is_used(tagged: str, choice: tuple[int, str, str] | None) -> None:
    heteronyms = Heteronyms(british=True, has_readings=lambda _: False, rows=parsed(ROWS))
    words = [TaggedWord(*word.rsplit("/", 1)) for word in tagged.split()]
    assert list(heteronyms.choices(words)) == ([choice] if choice else [])
