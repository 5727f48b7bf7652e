"""Lines of printed pages -> paragraphs, without running headers and page numbers, and with divided words made whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

# Where running headers and footers stand, in lines from the top and the bottom.
_EDGE_LINES = 3
_FEWEST_PAGES = 3  # that a line must recur on to be a running header
_RECURRING_SHARE = 0.3  # of the pages: those of even and odd pages, and of each chapter, differ
_LONGEST_RUNNING = 90
_PAGE_NUMBER = re.compile(
    r"(?i)(?:page |seite |p\. ?)?[-–— ]*(?:[0-9]{1,5}|[ivxlcdm]{1,7})[-–— ]*(?:(?:of|von|/) ?[0-9]{1,5})?"
)
_NUMBER_AT_END = re.compile(r"\A[0-9]{1,5}(?=\s|\Z)|(?<=\s)[0-9]{1,5}\Z")
_LEADERS = re.compile(r"(?:\s?\.){5,}\s{0,3}[0-9ivxlc]{0,6}\s*\Z")  # "2.1 Syntax . . . . . . . . 14"
_DIGITS = re.compile(r"[0-9]+|\b[ivxlcdm]+\b", re.IGNORECASE)
_DIVIDED = re.compile(r"[^\W\d_]{2,}[-\u00ad\u2010]\Z")
_ENDS = re.compile(r"[.!?…:][\"'”’»)\]]*\Z")
_ITEM = re.compile(r"(?:[•‣◦▪●–*-]|\(?[0-9]{1,3}[.)]|\(?[a-z][.)])\s+\S")
_SHORT_LINE = 0.85  # of the usual width: a paragraph ends here, if a sentence does


@dataclass(frozen=True, slots=True)
class PrintedParagraph:
    text: str
    page: int  # that it begins on, from 1
    is_item: bool = False


def without_running_lines(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """Running are lines at the edge of a page that recur, but for their numbers, on many pages, and those that hold the
    number of their page. Lines with leaders, as in a table of contents, go too."""
    edges = [_edges(lines) for lines in pages]
    counts: Counter[str] = Counter()
    for lines, places in zip(pages, edges, strict=True):
        counts.update({_key(lines[place]) for place in places})
    fewest = max(_FEWEST_PAGES, min(10, round(_RECURRING_SHARE * len(pages))))
    first = _first_page_number(pages)
    kept = []
    for number, (lines, places) in enumerate(zip(pages, edges, strict=True)):
        running = {place for place in places if counts[_key(lines[place])] >= fewest and _key(lines[place])}
        running |= {place for place in _outermost(lines) if _PAGE_NUMBER.fullmatch(lines[place].strip())}
        if first is not None:
            running |= {place for place in _outermost(lines) if first + number in _numbers_at_ends(lines[place])}
        running |= {place for place, line in enumerate(lines) if _LEADERS.search(line)}
        kept.append([line for place, line in enumerate(lines) if place not in running])
    return kept


def _first_page_number(pages: Sequence[Sequence[str]]) -> int | None:
    """What the numbers in the running lines count from; None if they do not count along."""
    counts: Counter[int] = Counter()
    for number, lines in enumerate(pages):
        counts.update({found - number for place in _outermost(lines) for found in _numbers_at_ends(lines[place])})
    first, count = counts.most_common(1)[0] if counts else (0, 0)
    return first if count >= max(_FEWEST_PAGES, _RECURRING_SHARE * len(pages)) else None


def _numbers_at_ends(line: str) -> set[int]:
    line = line.strip()
    return {int(found[0]) for found in _NUMBER_AT_END.finditer(line)} if len(line) <= _LONGEST_RUNNING else set()


def _edges(lines: Sequence[str]) -> set[int]:
    return {*range(min(_EDGE_LINES, len(lines))), *range(max(0, len(lines) - _EDGE_LINES), len(lines))}


def _outermost(lines: Sequence[str]) -> set[int]:
    filled = [place for place, line in enumerate(lines) if line.strip()]
    return {*filled[:1], *filled[-1:]}


def _key(line: str) -> str:
    line = " ".join(line.split())
    return _DIGITS.sub("#", line).casefold() if len(line) <= _LONGEST_RUNNING else ""


def printed_paragraphs(pages: Sequence[Sequence[str]]) -> Iterator[PrintedParagraph]:
    """A paragraph ends at an empty line, at a short line that ends a sentence, and before an item of a list. It goes on
    over the end of a page."""
    widths = [len(line) for lines in pages for line in lines if len(line) > 30]
    short = _SHORT_LINE * median(widths) if widths else 0
    parts: list[str] = []
    begins = 1
    is_item = False
    for number, lines in enumerate(pages, start=1):
        for line in map(str.strip, lines):
            starts_item = bool(_ITEM.match(line))
            ended = bool(parts) and len(parts[-1]) < short and bool(_ENDS.search(parts[-1]))
            if parts and (not line or starts_item or ended):
                yield PrintedParagraph(joined(parts), begins, is_item)
                parts = []
            if line:
                begins, is_item = (begins, is_item) if parts else (number, starts_item)
                parts.append(line)
        if parts and _ENDS.search(parts[-1]):
            yield PrintedParagraph(joined(parts), begins, is_item)
            parts = []
    if parts:
        yield PrintedParagraph(joined(parts), begins, is_item)


def joined(lines: Sequence[str]) -> str:
    """A hyphen at a line end goes if the word goes on in small letters. A compound keeps its own only if it is written
    with it elsewhere in the paragraph."""
    whole = "\n".join(lines)
    text = ""
    for line in lines:
        if not text:
            text = line
        elif _DIVIDED.search(text) and line[:1].islower():
            text = _completed(text, line, whole)
        else:
            text = f"{text} {line}"
    return text


def _completed(text: str, line: str, whole: str) -> str:
    begin = re.search(r"[\w-]+\Z", text[:-1])
    end = re.match(r"[^\W\d_]+", line)
    compound = f"{begin[0] if begin else ''}-{end[0] if end else ''}"
    is_compound = text.endswith("-") and re.search(rf"(?<!\w){re.escape(compound)}(?!\w)", whole) is not None
    return text + line if is_compound else text[:-1] + line
