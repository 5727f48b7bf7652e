"""Tagged English words -> the tag of a word that the tagger has certainly got wrong.

The small tagger takes one in a hundred verbs for a noun, most often in short sentences: "Muscles contract.", "Good
managers delegate." Only words are asked about whose pronunciation depends on their tag.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class TaggedWord(NamedTuple):
    """A word and its Penn Treebank tag."""

    text: str
    tag: str

    @property
    def lower(self) -> str:
        return self.text.lower()


_ARTICLES = frozenset({"the", "a", "an", "no", "every", "each"})
_OBJECTS = frozenset({"me", "him", "her", "it", "us", "them"})
_PLURAL_PRONOUNS = frozenset({"i", "we", "you", "they"})
_SINGULAR_PRONOUNS = frozenset({"he", "she", "it"})
_AUXILIARIES = frozenset({"do", "does", "did", "don't", "doesn't", "didn't", "let's"})
_BEFORE_IMPERATIVES = frozenset({"please", "then", "and", "or", "first", "next", "finally", "also"})
_MARKS = frozenset(".,;:!?…—()")
_FINITE = ("VBZ", "VBD", "VBP", "MD")
_VERBS = ("VB", *_FINITE)  # VB: a command
_SUBORDINATORS = frozenset(
    {"because", "if", "while", "although", "though", "when", "where", "that", "who", "which", "as"}
)


def repaired_tag(words: Sequence[TaggedWord], number: int) -> str:
    """The right tag of `words[number]`, or nothing if its tag may be right."""
    word = words[number]
    left = _before(words, number)
    right = words[number + 1] if number + 1 < len(words) else TaggedWord("", "")
    if word.tag in ("VB", "VBP") and left and (left.lower in _ARTICLES or left.tag == "PRP$"):
        return "NN"
    if not word.tag.startswith(("NN", "JJ")):
        return ""
    if word.tag == "NNS":
        return "VBZ" if left and left.lower in _SINGULAR_PRONOUNS and left.tag == "PRP" else ""
    if left and _wants_verb(left) and not right.tag.startswith(("NN", "JJ")):
        return "VB"
    if left and left.tag in ("WP", "WDT") and left.lower != "what" and _is_finite(right):
        return "VBP"
    if _begins_command(words, number) and (right.tag in ("DT", "PRP$") or right.lower in _OBJECTS):
        return "VB"
    return "VBP" if word.text.islower() and _is_only_verb(words, number) else ""


def _before(words: Sequence[TaggedWord], number: int) -> TaggedWord | None:
    return next((word for word in reversed(words[:number]) if not word.tag.startswith("RB")), None)


def _wants_verb(left: TaggedWord) -> bool:
    return left.tag in ("MD", "TO") or left.lower in _AUXILIARIES


def _is_finite(word: TaggedWord) -> bool:
    return word.tag in _FINITE


def _begins_command(words: Sequence[TaggedWord], number: int) -> bool:
    if not any(word.text[:1].isalnum() for word in words[:number]):
        return True
    left = words[number - 1]
    return left.lower in _BEFORE_IMPERATIVES and words[number].text.islower()


def _is_only_verb(words: Sequence[TaggedWord], number: int) -> bool:
    """Whether the word follows a plural subject in a clause that has no other verb."""
    if words[-1].text not in (".", "!", "?"):
        return False  # a heading: "Sales contract"
    clause = _clause_before(words, number)
    subject = clause[-1] if clause else None
    if words[number].tag.startswith("JJ") and words[number + 1].text not in _MARKS:
        return False  # "the certificates present in a chain"
    if (
        subject is None
        or clause[0].tag == "IN"
        or any(word.tag in _VERBS for word in clause[:-1])
        or _has_verb_after(words, number)
    ):
        return False
    if subject.tag in _FINITE:
        # "The two accounts/VBZ conflict": no verb follows "two".
        return subject.tag == "VBZ" and len(clause) > 1 and clause[-2].tag in ("DT", "CD", "PRP$", "JJ")
    if subject.tag in ("NNS", "NNPS") or subject.lower in _PLURAL_PRONOUNS:
        return True
    if subject.tag == "NN" and subject.lower.endswith("s") and words[number + 1].tag in ("CD", "DT", "PRP$"):
        return True  # "The barracks house two hundred men"
    return subject.tag.startswith("NN") and len(clause) > 2 and clause[-2].lower == "and"


def _clause_before(words: Sequence[TaggedWord], number: int) -> list[TaggedWord]:
    clause: list[TaggedWord] = []
    for word in reversed(words[:number]):
        if word.text in _MARKS or word.lower in _SUBORDINATORS:
            break
        if not word.tag.startswith("RB"):
            clause.insert(0, word)
    return clause


def _has_verb_after(words: Sequence[TaggedWord], number: int) -> bool:
    for word in words[number + 1 :]:
        if word.text in _MARKS or word.lower in _SUBORDINATORS or word.tag in ("CC", "WRB"):
            return False
        if word.tag.startswith(("VB", "MD")):
            return True
    return False
