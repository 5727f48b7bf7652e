"""The parts of the pages that only compute: offsets, the jitter buffer, words in time, Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from web.browser import opened

Calls = Callable[[str, str], Any]


@pytest.fixture(scope="module")
def calls(chromium: Browser, web_server: str) -> Iterator[Calls]:
    """Runs a function with the exports of a module."""
    with opened(chromium, web_server + "/docs") as one:
        yield lambda module, function: one.page.evaluate(f"import('/web/js/{module}.js').then({function})")


def test_offsets_are_code_points_on_one_side_and_utf_16_on_the_other(calls: Calls) -> None:
    text = "a🎉b👩‍🚀é"
    points = [len(text[:point].encode("utf-16-le")) // 2 for point in range(len(text) + 1)]
    offsets = f"new TextOffsets({text!r})"
    found = calls(
        "text_offsets", f"({{ TextOffsets }}) => Array.from({{length: {len(points)}}}, (_, k) => {offsets}.toUnits(k))"
    )
    assert found == points
    back = calls("text_offsets", f"({{ TextOffsets }}) => {points}.map(unit => {offsets}.toPoints(unit))")
    assert back == list(range(len(points)))
    assert calls("text_offsets", f"({{ countPoints }}) => countPoints({text!r})") == len(text)


@pytest.mark.parametrize(("line", "column"), [(1, 1), (2, 3), (3, 1), (2, 9)])
def test_lines_and_columns_count_code_points(calls: Calls, line: int, column: int) -> None:
    text = "one\n🎉🎉three\n"
    unit = calls("text_offsets", f"({{ unitAt }}) => unitAt({text!r}, {line}, {column})")
    row = text.split("\n")[line - 1]
    before = "".join(part + "\n" for part in text.split("\n")[: line - 1]) + row[: column - 1]
    assert unit == len(before.encode("utf-16-le")) // 2


# A buffer at 1000 Hz (edges of 5 samples) that gathers 20 samples, and what it plays in pulls of 10.
BUFFER = """({ JitterBuffer }) => {
    const buffer = new JitterBuffer(1000, 0.02), out = new Float32Array(10);
    const pull = () => (buffer.pull(out), Array.from(out, value => Math.round(value * 32768)));
    const add = (start, count, value = 1000) => buffer.add(start, Int16Array.from({ length: count }, () => value));
    %s
}"""
RISING = [0, 200, 400, 600, 800, 1000, 1000, 1000, 1000, 1000]
FULL, SILENT = [1000] * 10, [0] * 10
FALLING = [1000, 800, 600, 400, 200, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("add(0, 19); return [pull(), buffer.state]", [SILENT, "gathering"]),
        ("add(0, 20); return [pull(), pull(), buffer.state]", [RISING, FULL, "playing"]),
        (
            "add(0, 5); buffer.complete(); return [pull(), buffer.state]",
            [[0, 200, 400, 600, 800, 800, 640, 480, 320, 160], "ended"],
        ),
        # Dry: it falls to silence, and gathers twice as much.
        (
            "add(0, 20); pull(); pull(); const dry = pull(); add(20, 39); const waits = pull(); add(59, 1);"
            " return [dry, waits, pull(), buffer.underruns, buffer.target]",
            [FALLING, SILENT, RISING, 1, 40],
        ),
        (
            "add(0, 40); pull(); buffer.pause(); const fall = pull(), place = buffer.position; buffer.play();"
            " return [fall, place, pull(), buffer.position]",
            [FALLING, 10, RISING, 20],
        ),
        # Near-silence before the first sound is skipped but for 10 ms: no pause, and nothing that one goes back to.
        ("add(0, 80, 0); add(80, 40); return [pull(), pull(), buffer.position]", [SILENT, FULL, 90]),
        ("add(0, 151, 0); add(151, 40); return [pull(), buffer.position]", [SILENT, 10]),
        (
            "add(0, 80, 0); add(80, 40); pull(); pull(); buffer.seek(0); return [pull(), buffer.position]",
            [FALLING, 10],
        ),
        ("add(0, 40); pull(); buffer.seek(35); return [buffer.position, buffer.state]", [35, "gathering"]),
        ("add(0, 40); buffer.seek(400); return buffer.position", 40),
        # After a jump the last value falls while the new place rises.
        ("add(0, 40, 1000); add(40, 40, 0); pull(); buffer.seek(40); return pull()", FALLING),
        # The end is spoken again after a restart of the server: what was heard of it is heard again.
        ("add(0, 40); pull(); pull(); pull(); add(25, 30, 2000); return [buffer.position, buffer.end]", [25, 55]),
        ("add(0, 40); pull(); add(25, 30, 2000); pull(); return pull()", [1000] * 5 + [2000] * 5),
    ],
)
def test_the_jitter_buffer(calls: Calls, script: str, expected: object) -> None:
    assert calls("jitter_buffer", BUFFER % script) == expected


def test_the_word_at_a_moment_and_at_a_character(calls: Calls) -> None:
    found = calls(
        "timeline",
        """({ Timeline }) => {
            const timeline = new Timeline();
            const word = (startS, endS, textStart) => ({ startS, endS, textStart, textStop: textStart + 3 });
            timeline.add([word(0.1, 0.4, 0), word(0.5, 0.9, 4)]);
            timeline.add([word(2, 2.4, 8)]);
            const at = second => timeline.at(second)?.textStart ?? null;
            const before = [at(0), at(0.1), at(0.45), at(0.5), at(1.1), at(1.5), at(9)];
            const of = [timeline.of(5).textStart, timeline.of(7).textStart, timeline.of(20)];
            const cut = timeline.firstCutOff(2.2).textStart;
            timeline.add([word(1.9, 2.3, 8)]); // spoken again
            return [before, of, cut, timeline.words.length];
        }""",
    )
    assert found == [[None, 0, 0, 4, 4, None, None], [4, 8, None], 8, 3]


def test_the_tokens_of_a_model_are_the_text(calls: Calls) -> None:
    text = "Sure,  I can help — 🎉 naïvely,日本語も.\n\n- one \n"
    written = calls(
        "model_writer",
        f"""async ({{ ModelWriter }}) => {{
            const tokens = [];
            await new ModelWriter().write({text!r}, () => 100000, token => tokens.push(token));
            return tokens.join("");
        }}""",
    )
    assert written == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("**Bold** and __strong__, 2 * 3 * 4, a_snake_name.", "Bold and strong, 2 * 3 * 4, a_snake_name."),
        ("> quoted\n> twice\n\n---\n\n1. first\n2) [x] second", "quoted\ntwice\n\nfirst\nsecond"),
        ("```python\nprint(1)\n```\nAfter the code.", "After the code."),
        ("![A cat](cat.png) [ref][1]\n\n[1]: https://page.example", "A cat ref"),
        ("Say [koe](/kˈoɪ/).", "Say [koe](/kˈoɪ/)."),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a, b\n\n1, 2"),
        ("---\ntitle: x\n---\nHeading\n=======\nText", "Heading.\nText"),
    ],
)
def test_markdown_is_read_without_its_marks(calls: Calls, source: str, text: str) -> None:
    assert calls("markdown", f"({{ markdownText }}) => markdownText({source!r})") == text
