"""Typographic quotes, dashes, brackets, repeated marks and emoji -> the punctuation that the model knows."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from koe.text.normalize.rule import Rule, rule

Emoji = Literal["drop", "name"]

_SAME_MARKS = {
    **dict.fromkeys("‘’‛ʼ", "'"),
    **dict.fromkeys("„‟", "“"),
    **dict.fromkeys("−﹣", "-"),
    "⁄": "/",
    "₤": "£",
    **dict.fromkeys("‐‑", "-"),
    **dict.fromkeys("―⸺⸻", "—"),
    **dict.fromkeys("\u00a0\u2007\u2009\u200a\u202f", " "),
    **dict.fromkeys("{⟨", "("),
    **dict.fromkeys("}⟩", ")"),
}
_EMOJI = (
    r"[\u2600-\u266c\u266e\u2670-\u26ff\u2700-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
    r"[\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*+"
)
# Faces of punctuation: ":-)", ";)", "XD", "^_^", a shrug.
_FACE = (
    r"(?:[:;]['’]?-?[()\[\]DPpOo/\\|*3]|=['’]?-?[()\[\]DPpOo/\\|*]|8-[()D]|[xX]D|\^_+\^|¯\\_?\(ツ\)_?/¯|\(ツ\))"
    r"(?=[\s.,!?]|\Z)"
)
_EMOTICON = rf"\A{_FACE} ?|\s{_FACE}"

SAME_LENGTH_MARKS = str.maketrans(_SAME_MARKS)
SAME_MARKS = rule(f"[{re.escape(''.join(_SAME_MARKS))}]", lambda mark: _SAME_MARKS[mark[0]])
# Square brackets come last: "arr[i]" is recognised before.
BRACKETS = rule(r"[\[\]]", lambda mark: "(" if mark[0] == "[" else ")")
# Numbers of footnotes: "a claim.[3]".
FOOTNOTES = rule(
    r"(?<=[^\W\d_]|[.,;:!?\"”')])\[(?:[0-9]{1,3}|[a-f]|citation needed)\](?!\s?[=+*\[]|:\s|;)", lambda _: ""
)

# Several numbers of footnotes, and raised ones: "the year 482.[3][4]", "half price.¹".
SEVERAL_FOOTNOTES = rule(
    r"(?<=[^\W\d_]|[.,;:!?\"”')])(?:\[[0-9]{1,3}\]){2,6}(?!\s?[=+*])|(?<=[a-z][.,;:!?])[¹²³⁴-⁹⁰]{1,3}(?=\s|\Z)",
    lambda _: "",
)

REPEATED: tuple[Rule, ...] = (
    BRACKETS,
    rule(r"\.{3,}|…[.…]++|(?:\. ){2,}\.(?!\S)", lambda _: "…"),
    rule(r"(?<!\.)\.\.(?![./\\])", lambda _: "."),
    rule(r"!{2,}", lambda _: "!"),
    rule(r"\?{2,}", lambda _: "?"),
    rule(r"[!?]{3,}", lambda marks: "?!" if "?" in marks[0] else "!"),
    rule(r",{2,}", lambda _: ","),
    rule(r"[—–]{2,}|(?<=\w)--(?=\w)|(?<=\s)-{2,3}(?=\s)", lambda _: "—"),
    rule(r"(?<=\s)–(?=\s)", lambda _: "—"),
    rule(r" ?\(\s*+\)", lambda _: ""),
    # Arrows that no rule of the language has read.
    rule(r"\A[→⇒⇌▲▼↑↓⌘♯♭ ]++| ?[→⇒⇌▲▼↑↓⌘♯♭]++(?=[\s.,;:!?)]|\Z)", lambda _: ""),
    rule(r" ?[→⇒⇌▲▼↑↓⌘♯♭]++ ?", lambda _: " "),
)


def emoji_rules(emoji: Emoji) -> tuple[Rule, ...]:
    if emoji == "name":
        return (rule(rf" ?({_EMOJI}) ?", _named),)
    return (
        rule(rf"(?<=[a-z0-9])\s{_FACE}(?=\s[A-Za-z0-9])", lambda _: ","),
        rule(_EMOTICON, lambda _: ""),
        rule(rf" ?{_EMOJI}(?=[\s.,;:!?)]|\Z)", lambda _: ""),
        rule(_EMOJI, lambda _: " "),
    )


def _named(emoji: re.Match[str]) -> str:
    name = unicodedata.name(emoji[1][0], "").lower()
    left = " " if emoji.start() else ""
    right = " " if emoji.string[emoji.end() : emoji.end() + 1].isalnum() else ""
    return f"{left}{name}{right}" if name else " "
