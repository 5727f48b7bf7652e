"""Which line breaks end a passage, and which a writer made to keep the lines short."""

from __future__ import annotations

import pytest

from koe.text.lines import passages
from koe.text.traced import Traced


def read(text: str) -> list[str]:
    return [cut.text.text for cut in passages(Traced.of(text))]


@pytest.mark.parametrize(
    "text",
    [
        # Two entries, the first of which could be a full line.
        "IND 287/6 (50 ov) beat AUS 241 all out (46.3 ov) by 46 runs\nKohli 101* (118b), Bumrah 4/39",
        "2019 Honda CR-V, 42,318 mi., 1.5L turbo, 27/32 mpg on regular gas\n0-60 in 7.6 s; KBB $24.5K OBO",
        # Messages in small letters.
        "omg u still up?? lol im omw, be there in a few minutes\nngl that second one was mid\nok ttyl",
        # Addresses, formulas and code, the next line in small letters.
        "1600 Pennsylvania Ave NW, Washington, DC 20500\nc/o Lee & Sons LLC, 45-17 21st St, Ste 200, "
        "Long Island City, NY 11101\nFlat 3, 12a Queen's Rd., Bristol BS8 1QE",
        "Area = 3.14 x 5 = 15.7 cm²\nlim_{x→0} sin(x)/x = 1",
        "F = ma; E = hν = hc/λ; and this line is the widest of the two\nv = 3.0 m/s, B = 1.5 T",
        "Man City 3-1 Leeds (Haaland 12, 45+2 pen, 78; Gnonto 61)\nxG 2.84–0.61, poss. 71%",
        "public static int max(int[] xs) throws IOException {\nint m = xs[0];\nfor (int x : xs) m = x;\n}",
        # Receipts are in capitals like contracts, but full of digits.
        "SHELL 0042 PUMP 05 UNLD 11.482 GAL @ 3.659/G = $42.01\nAPPR 004412 REF# 8830192 06/02/24 17:08\nTHANK YOU!!",
    ],
)
def test_an_entry_of_its_own_ends_at_the_line(text: str) -> None:
    assert read(text) == text.split("\n")


@pytest.mark.parametrize(
    "text",
    [
        "The committee met yesterday with the delegates of New\nYork and went home.",
        "The committee met yesterday with the delegates of the\nUnited Nations.",
        "The bridge over the river was opened to traffic in 2019\nand closed again a year later.",
        "The first line of this paragraph was wrapped by its\nwriter, the second one as well, and it "
        "ends in\nthe third.",
        "The road not taken,\nand the one\nthat was",
    ],
)
def test_wrapped_text_goes_on(text: str) -> None:
    assert read(text) == [text.replace("\n", " ")]


def test_an_empty_line_is_told_from_a_line_break() -> None:
    cuts = list(passages(Traced.of("Heading\nText\n\nMore")))
    assert [(cut.text.text, cut.lines_after) for cut in cuts] == [("Heading", 1), ("Text", 2), ("More", 2)]
