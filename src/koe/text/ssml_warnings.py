"""Collects the warnings about an SSML document: each message once, with its first place and how often it applies."""

from __future__ import annotations

from dataclasses import dataclass

from koe.text.ssml_elements import Tag
from koe.types import SpeechWarning

# A document of 5,000 unknown elements must not make an answer of 5,000 warnings.
MOST_WARNINGS = 20


@dataclass(slots=True)
class _Found:
    place: int
    count: int = 1


class SsmlWarnings:
    """Messages name elements and attributes of known lists only: nothing that was sent is repeated."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], _Found] = {}
        self._unlisted = 0

    def add(self, code: str, message: str, place: int) -> None:
        """`place` is an index into the caller's text."""
        key = (code, message)
        if key in self._found:
            self._found[key].count += 1
        elif len(self._found) < MOST_WARNINGS:
            self._found[key] = _Found(place)
        else:
            self._unlisted += 1

    def element(self, message: str, place: int) -> None:
        self.add("ssml_unsupported_element", message, place)

    def attribute(self, tag: Tag, message: str) -> None:
        self.add("ssml_unsupported_attribute", message, tag.start)

    def missing(self, tag: Tag, attribute: str) -> None:
        self.add("ssml_malformed", f"{tag.name} needs the attribute {attribute}; it has no effect.", tag.start)

    def value(self, tag: Tag, attribute: str, allowed: str, instead: str = "it has no effect") -> None:
        message = f"{attribute} of {tag.name} must be {allowed}; {instead}."
        self.add("ssml_value_out_of_range", message, tag.start)

    def listed(self, text: str) -> tuple[SpeechWarning, ...]:
        """In the order of their places in `text`, the document."""
        found = sorted(self._found.items(), key=lambda one: one[1].place)
        warnings = [
            SpeechWarning(code, message, "input", *line_and_column(text, where.place), where.count)
            for (code, message), where in found
        ]
        if self._unlisted:
            more = f"{self._unlisted} more warnings are not listed."
            warnings.append(SpeechWarning("more_warnings", more, "input", count=self._unlisted))
        return tuple(warnings)


def line_and_column(text: str, place: int) -> tuple[int, int]:
    """Both count from 1."""
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
