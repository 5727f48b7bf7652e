"""Pasted text without what is not read out: mark-up, pictures, invisible characters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from growth import assert_linear
from koe.text import sanitize as under_test
from koe.text.sanitize import is_blank
from koe.text.traced import Traced


def sanitize(text: str) -> str:
    return under_test.sanitize(Traced.of(text)).text


ANY_TEXT = st.text(st.characters())


@pytest.mark.parametrize(
    "text",
    [
        "Plain text, with “curly quotes”, dashes – and — and an ellipsis…",
        "Ça va, Zürich? El niño habló de Łódź; Nguyễn said Ελληνικά и по-русски.",
        "नमस्ते, आप कैसे हैं? मैं ठीक हूँ।",
        "क्\u200dष र्\u200dया शक्\u200cति",
        "می\u200cخواهم",
        "你好。今天很好！",
        "10² + 1½ = 20 °C © 2024, №5 & 100 % of 3 * 4 @ $5",
        "snake_case and 4*5 and a < b",
        "x\u0323\u0304",
    ],
)
def test_plain_text_stays(text: str) -> None:
    assert sanitize(text) == text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("e\u0301te\u0301", "été"),
        ("so\u00adft\u200b hy\u2060phen \ufeffand BOM", "soft hyphen and BOM"),
        ("nul\x00 bell\x07 private\ue000 lone\ud800 unassigned\U000e0fff", "nul bell private lone unassigned"),
        ("\u202eright to left\u202c and a\u200db", "right to left and ab"),
        ("ﬁne ﬂow １２３ ＡＢＣ 𝐇𝐞𝐥𝐥𝐨 Ⓗⓘ 5㎏", "fine flow 123 ABC Hello Hi 5kg"),
        ("a\u00a0b\u2003c\u3000d\te  f", "a b c d e f"),
        ("one\r\ntwo\rthree\u2028four\u0085five", "one\ntwo\nthree\nfour\nfive"),
        ("one \n \t\n\n\n two\u2029three", "one\n\ntwo\n\nthree"),
    ],
)
def test_invisible_characters_and_compatibility_forms(text: str, clean: str) -> None:
    assert sanitize(text) == clean


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("2    USB-C cable, 6 ft         $12.99", "2, USB-C cable, 6 ft, $12.99"),
        ("Name\tAge\tCity", "Name, Age, City"),
        ("Total:      5", "Total: 5"),
        ("one.    Two", "one. Two"),
        ("justified  text   has   gaps", "justified text has gaps"),
        ("    indented", "indented"),
        ("By Maria Lopez | Updated 11:42", "By Maria Lopez, Updated 11:42"),
        ("anna · 5h ago · 10% • reply", "anna, 5h ago, 10%, reply"),
        ("P(A | B) and 3 · x", "P(A | B) and 3 · x"),
        ("यह घर है | वह बाग है |", "यह घर है | वह बाग है |"),
        ("provided ``AS IS'' and f''(x)", "provided “AS IS” and f''(x)"),
        ("f''(x) is 5'' long", "f''(x) is 5'' long"),
        ("Thanks,\nJane\n--\nJane Roe", "Thanks,\nJane\n\nJane Roe"),
        ("2024-05-01,169.58,172.71,5038", "2024-05-01, 169.58, 172.71, 5038"),
        ("1,234,567,890,123", "1,234,567,890,123"),
        ("☐ 0–6  ☐ 7–8  ☑ 9–10", "0–6, 7–8, 9–10"),
        ("[x] call Ana\n[ ] buy milk", "call Ana\n\nbuy milk"),
        ("$ npm test\n$ ls ~", "npm test\n\nls ~"),
        ("$5 each", "$5 each"),
        ("a*b + 2*x + i**2", "a*b + 2*x + i**2"),
        ("x ** 2 and un*believ*able", "x ** 2 and unbelievable"),
    ],
)
def test_columns_and_parts_of_a_line_are_set_apart(text: str, clean: str) -> None:
    assert sanitize(text) == clean


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Great 👍🏽! Thanks ❤️.", "Great! Thanks."),
        ("Family 👨‍👩‍👧‍👦 here", "Family here"),
        ("From 🇬🇧 and 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f to you", "From and to you"),
        ("1️⃣ First #️⃣ tag", "First tag"),
        ("Good🙂night", "Good night"),
        ("★ Stars ☆ ✓ done", "Stars done"),
        ("Paris → London", "Paris → London"),  # normalisation reads arrows
        ("ℹ️ Info ‼️", "Info !!"),
        ("🙂", ""),
        ("★★★ 👍🏽 🇫🇷 1️⃣", ""),
        ("... ?! -- *** €", ""),
    ],
)
def test_pictures_are_not_spoken(text: str, clean: str) -> None:
    assert sanitize(text) == clean


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (
            "**bold** and *it* and ***both*** and __b__ and _i_ and ~~gone~~",
            "bold and it and both and b and i and gone",
        ),
        ("Call `run()` or ``x``", "Call run() or x"),
        ("# Title\nText", "Title\n\nText"),
        ("## Title ##\nText", "Title\n\nText"),
        ("Title\n=====\nText\n\n---\n\nMore", "Title\n\nText\n\nMore"),
        ("- milk\n* eggs\n+ bread\n• jam", "milk\n\neggs\n\nbread\n\njam"),
        ("- [x] done\n- [ ] to do", "done\n\nto do"),
        ("1. one\n2. two\n3) three", "1. one\n\n2. two\n\n3) three"),
        ("It was in the year\n42. Then he left.", "It was in the year\n42. Then he left."),
        ("> quoted\n> text", "quoted\ntext"),
        ("```python\nprint(1)\n```", "print(1)"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |", "a, b\n\n1, 2"),
        ("see [the docs](https://a.b/c_(d)) now", "see the docs now"),
        ("[label](/docs/) and [ref][1]\n\n[1]: https://a.b", "label and ref"),
        ("[![alt](img.png)](https://a.b) ![pic](x)", "alt pic"),
        ("say [koe](/kˈOˌA/) now", "say [koe](/kˈOˌA/) now"),
        ("a claim[^1] stands", "a claim stands"),
        ("[Ann]: hello", "[Ann]: hello"),
        ("wait--what -- ever - yes, 5 - 3, run --help", "wait—what — ever — yes, 5 - 3, run --help"),
        ("No!!!!!!! Really??????", "No!!! Really???"),
    ],
)
def test_markdown_is_not_read(text: str, clean: str) -> None:
    assert sanitize(text) == clean


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("<p>Hi <b>y</b>ou</p><p>there</p>", "Hi you\n\nthere"),
        ("one<br/>two<BR>three", "one\n\ntwo\n\nthree"),
        ('<a href="https://a.b/?x=1">link</a> text', "link text"),
        ("<script async>alert(1)</script>safe<style>b{}</style> text<!-- note -->", "safe text"),
        ("<!DOCTYPE html><html><body>x</body></html>", "x"),
        ("AT&amp;T &lt;3 caf&eacute; &#8212; &#x41;&nbsp;b &shy;c", "AT&T <3 café — A b c"),
        ("Dear <name>, if a <b and c> d", "Dear <name>, if a <b and c> d"),
        ("<script>never closed", "never closed"),
        ("R&D; &#99999999; &nosuchthing;", "R&D; &#99999999; &nosuchthing;"),
    ],
)
def test_html_is_not_read(text: str, clean: str) -> None:
    assert sanitize(text) == clean


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t", "\u00a0\u2003\u3000", "\u200b\ufeff\u2060", "\u00ad\u115f\u3164\u2800", "\x00\x07"]
)
def test_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", " . ", "🙂", "\u200b!", "।", "\u0301"])
def test_not_blank(text: str) -> None:
    assert not is_blank(text)


@given(ANY_TEXT)
def test_any_string_comes_out_clean(text: str) -> None:
    clean = sanitize(text)
    assert clean == clean.strip()
    assert clean == unicodedata.normalize("NFC", clean)
    assert "\n\n\n" not in clean
    assert "  " not in clean
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Co") for c in clean.replace("\n", ""))
    assert clean == "" or any(c.isalnum() for c in clean)


@given(
    st.text(
        st.characters(
            categories=["Lu", "Ll", "Lo", "Nd"], max_codepoint=0x2FFF, exclude_characters="\u115f\u1160\u17b4\u17b5"
        )
    )
)
def test_letters_and_digits_of_every_script_stay(text: str) -> None:
    assert sanitize(text) == unicodedata.normalize("NFC", text).replace("ℹ", "")


HOSTILE = (
    *(
        "[",
        "*",
        "<",
        "](",
        "[a](",
        "<b ",
        "<!--",
        "<script>",
        "_",
        "a_",
        "&#1",
        "\u0301\u0316",
        "👍🏽",
        "👍 ",
        " ",
        "\n ",
    ),
    *("- ", "# ", "> ", "| a", "1. a\n", "`", "\u200d", "\\", "~", "[^", "x*", "1\u20e3", "![", '[a](x "', "-", "."),
)


@pytest.mark.parametrize("seed", HOSTILE)
def test_hostile_input_takes_linear_time(seed: str) -> None:
    def clean(characters: int) -> None:
        text = "a" + seed * (characters // len(seed)) + "a"
        sanitize(text)
        is_blank(text)

    assert_linear(clean, 40_000)  # twice the longest request
