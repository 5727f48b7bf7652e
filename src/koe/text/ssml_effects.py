"""The effects of SSML elements: start tags, text and end tags in document order -> passages, manners and marks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from koe.constants import SECONDS_PER_CHARACTER
from koe.languages import LANGUAGES
from koe.text.normalize.say_as import say_as
from koe.text.passage import Bookmark, Manner, Marked
from koe.text.ssml_elements import Tag, break_ms, emphasis_of, language_of, name_of, prosody_of
from koe.text.ssml_passages import OpenElement, PassageBuilder, between
from koe.text.ssml_phonemes import with_phonemes
from koe.text.ssml_prosody import manners_of
from koe.text.ssml_repair import IGNORE_TEXT
from koe.text.ssml_say_as import EXPLETIVE
from koe.text.ssml_values import ProsodyValues
from koe.text.traced import Traced

EXPLETIVE_MS = (300.0, 2000.0)  # the shortest and the longest silence in place of a swear word

_NOTATION = str.maketrans("[]", "()")  # square brackets are koe's inline notation, which SSML does not use


class Effects:
    """Follows the tags of one document. `language` is the request's."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._open: list[OpenElement] = []
        self._passages = PassageBuilder()
        self._manners: list[Manner] = []
        self._bookmarks: list[Bookmark] = []
        self._limits: Mapping[str, str] = {}  # startmark and endmark of the root
        self._is_after_token = False
        self._on_start: Mapping[str, Callable[[Tag], None]] = {
            "speak": self._limit,
            "break": self._break,
            "mark": self._mark,
            "media": self._begin_media,
            "token": self._begin_token,
            "mstts:silence": self._silence,
        }
        self._on_end: Mapping[str, Callable[[OpenElement, int], None]] = {
            "p": lambda element, _: self._passages.end_paragraph(element),
            "say-as": self._say_as,
            "sub": self._substitute,
            "phoneme": self._pronounce,
            "prosody": self._add_manner,
            "emphasis": self._add_manner,
            "media": self._add_manner,
            "token": self._end_token,
        }

    @property
    def innermost(self) -> OpenElement | None:
        return self._open[-1] if self._open else None

    @property
    def depth(self) -> int:
        return len(self._open)

    def begin(self, tag: Tag) -> OpenElement:
        if self._open and tag.element.cuts:
            self._passages.cut(self._open[-1], tag.name)
        if tag.name in self._on_start:
            self._on_start[tag.name](tag)
        element = self._opened(tag)
        self._open.append(element)
        return element

    def begin_unheard(self) -> None:
        """An element inside one whose content is not spoken."""
        self._open.append(self._open[-1])

    def text(self, text: Traced) -> None:
        if self._open[-1].tag.element.is_silent:
            return
        if self._is_after_token:
            self._separate_words(text.text, text.starts[0])
        self._passages.parts.append(Traced(text.text.translate(_NOTATION), text.starts, text.stops))

    def end(self, place: int) -> None:
        """The end tag of the innermost element is at `place`."""
        element = self._open.pop()
        if element.tag.element.is_silent:
            return
        if element.tag.name in self._on_end:
            self._on_end[element.tag.name](element, place)
        if element.tag.element.cuts or not self._open:
            self._passages.cut(element, element.tag.name)
        if element.tailing_ms:
            self._passages.pause(element, element.tailing_ms, place)

    def marked(self) -> Marked:
        """All of the document, once it has ended."""
        manners = sorted(self._manners, key=lambda manner: (manner.start, -manner.stop))
        return Marked(tuple(self._passages.finished()), tuple(manners), tuple(self._bookmarks))

    def between_marks(self, marked: Marked) -> Marked | None:
        """The part between the marks that <speak> names as `startmark` and `endmark`; None if there are no such
        marks."""
        names = [mark.name for mark in marked.bookmarks]
        if not all(name in names for name in self._limits.values()):
            return None
        places = {limit: marked.bookmarks[names.index(name)].place for limit, name in self._limits.items()}
        start, stop = places.get("startmark", 0), places.get("endmark", math.inf)
        if not places or start > stop:
            return None if places else marked
        bookmarks = tuple(mark for mark in marked.bookmarks if start <= mark.place <= stop)
        return replace(marked, passages=tuple(between(marked.passages, start, stop)), bookmarks=bookmarks)

    def _limit(self, tag: Tag) -> None:
        self._limits = {name: tag.attribute(name) for name in ("startmark", "endmark") if name in tag.attributes}

    def _opened(self, tag: Tag) -> OpenElement:
        parent = self._open[-1] if self._open else None
        around = parent.prosody if parent else ProsodyValues()
        own = prosody_of(tag, around)
        inherited = IGNORE_TEXT if parent and parent.ignores_unreadable else ""
        return OpenElement(
            tag,
            language=language_of(tag, parent.language if parent else None, self._language),
            voice=name_of(tag) if tag.name == "voice" else parent.voice if parent else None,
            prosody=around.combined(own),
            manner=Manner(tag.content, tag.content, own.rate, own.pitch, own.volume, emphasis_of(tag)),
            first_part=len(self._passages.parts),
            first_passage=len(self._passages.done),
            is_recast=tag.name != "voice" and ("xml:lang" in tag.attributes or bool(parent and parent.is_recast)),
            ignores_unreadable=tag.attribute("onlangfailure", inherited) == IGNORE_TEXT,
            sentence_pause_ms=parent.sentence_pause_ms if parent else None,
        )

    def _break(self, tag: Tag) -> None:
        pause_ms = break_ms(tag)
        if pause_ms is not None:
            self._passages.pause(self._open[-1], pause_ms, tag.start)

    def _mark(self, tag: Tag) -> None:
        self._bookmarks.append(Bookmark(name_of(tag), tag.start))

    def _begin_media(self, tag: Tag) -> None:
        if tag.length_ms:
            self._passages.pause(self._open[-1], tag.length_ms, tag.start)

    def _silence(self, tag: Tag) -> None:
        parent = self._open[-1]
        match tag.attribute("type"):
            case "leading":
                self._passages.pause(parent, tag.length_ms, tag.start)
            case "tailing":
                self._open[-1] = replace(parent, tailing_ms=tag.length_ms)
            case "sentenceboundary":
                self._open[-1] = replace(parent, sentence_pause_ms=tag.length_ms)

    def _begin_token(self, tag: Tag) -> None:
        self._separate_words("a", tag.start)

    def _end_token(self, _element: OpenElement, _stop: int) -> None:
        self._is_after_token = True

    def _separate_words(self, following: str, place: int) -> None:
        """Tokens are words of their own, also without spaces between them."""
        self._is_after_token = False
        language = LANGUAGES[self._open[-1].language or self._language]
        if language.is_spaced and following[:1].isalnum() and self._passages.ends_with_word():
            self._passages.parts.append(Traced.standing_for(place, place, " "))

    def _add_manner(self, element: OpenElement, stop: int) -> None:
        if stop > element.tag.content:
            characters = self._passages.characters(element) if element.tag.length_ms else 0
            manner = replace(element.manner, stop=stop)
            self._manners += manners_of(element.tag, manner, self._open[-1].prosody, characters)

    def _say_as(self, element: OpenElement, _stop: int) -> None:
        """Replaces the content by words. The spaces around it stay and separate it from its neighbours."""
        text = self._passages.take(element.first_part)
        content = text.stripped()
        tag = element.tag
        if tag.attribute("interpret-as") == EXPLETIVE:
            length_ms = min(max(1000 * SECONDS_PER_CHARACTER * len(content), EXPLETIVE_MS[0]), EXPLETIVE_MS[1])
            self._passages.pause(element, length_ms, tag.start)
            return
        words = say_as(
            content.text,
            tag.attribute("interpret-as"),
            tag.attribute("language") or element.language or self._language,
            tag.attribute("format"),
            tag.attribute("detail"),
        )
        if words is None:
            self._passages.parts.append(text)
            return
        begin = len(text.text) - len(text.text.lstrip())
        end = begin + len(content)
        spoken = Traced.standing_for(*text.source_range(begin, end), words)
        self._passages.parts += (text[:begin], spoken, text[end:])

    def _substitute(self, element: OpenElement, stop: int) -> None:
        self._passages.take(element.first_part)
        alias = element.tag.attributes["alias"].translate(_NOTATION)
        self._passages.parts.append(Traced.standing_for(*element.content(stop), alias))

    def _pronounce(self, element: OpenElement, stop: int) -> None:
        content = self._passages.take(element.first_part)
        self._passages.parts += with_phonemes(element.tag, content, *element.content(stop))
