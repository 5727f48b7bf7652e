"""Bytes -> text, in the encoding that they declare, in UTF-8, or in the one that they most probably have."""

from __future__ import annotations

import codecs
import re

import charset_normalizer

from koe.documents.errors import BadDocument

# Byte order marks, the longer ones first: that of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# <?xml encoding="…"?>, <meta charset="…">, <meta content="text/html; charset=…">
_DECLARED = re.compile(
    rb"""(?i)<(?:\?xml|meta)\b[^<>]{0,200}?(?:encoding|charset)\s{0,3}=\s{0,3}["']?([\w.:-]{1,40})"""
)
_HEAD_BYTES = 2048
# A guess from more text is hardly better, and takes seconds.
_GUESSED_BYTES = 200_000
_REPLACED_SHARE = 0.01
# Those of the languages that koe speaks. Asked for more, the library takes short French texts for Hungarian ones.
_GUESSES = ["cp1252", "cp932", "euc_jp", "gb18030", "big5"]
_BINARY = "it holds binary data, not text"


def decoded(data: bytes, *, declares: bool = False) -> str:
    """`declares`: the text may name its encoding itself, as XML and HTML do. Line ends become \\n."""
    encoding = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    if encoding is None and b"\0" in data[:_HEAD_BYTES]:
        encoding = _without_mark(data)
        if encoding is None:
            raise BadDocument(_BINARY)
    if encoding is None and declares and (found := _DECLARED.search(data, 0, _HEAD_BYTES)):
        encoding = _known(found[1].decode("ascii", "replace"))
    text = _in_encoding(data, encoding) if encoding else None
    text = _in_utf_8(data) if text is None else text
    text = _guessed(data) if text is None else text
    if "\0" in text:
        raise BadDocument(_BINARY)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _without_mark(data: bytes) -> str | None:
    """UTF-16 of Latin letters: every other byte is zero."""
    head = data[:_HEAD_BYTES]
    pairs = max(1, len(head) // 2)
    for encoding, zeros, others in (("utf-16-le", head[1::2], head[0::2]), ("utf-16-be", head[0::2], head[1::2])):
        if zeros.count(0) > 0.7 * pairs and others.count(0) < 0.05 * pairs:
            return encoding
    return None


def _known(name: str) -> str | None:
    try:
        known = codecs.lookup(name)
    except LookupError:
        return None
    # A declaration in single bytes is itself a proof that the text is not in UTF-16.
    if not known._is_text_encoding or known.name.startswith(("utf-16", "utf-32")):
        return None
    return {"iso8859-1": "cp1252", "ascii": "utf-8"}.get(known.name, known.name)  # Latin 1 means Windows' own


def _in_encoding(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeError:
        return None


def _in_utf_8(data: bytes) -> str | None:
    """Also with a few bytes damaged."""
    text = data.decode("utf-8", "replace")
    letters = sum(byte >= 0x80 for byte in data[:_GUESSED_BYTES])
    is_utf_8 = text.count("\ufffd") <= _REPLACED_SHARE * max(1, letters)
    return text.replace("\ufffd", "") if is_utf_8 else None


def _guessed(data: bytes) -> str:
    best = charset_normalizer.from_bytes(data[:_GUESSED_BYTES], cp_isolation=_GUESSES).best()
    if best is None:
        raise BadDocument("the encoding of its text is unknown. Convert it to UTF-8")
    return data.decode(best.encoding, "replace").replace("\ufffd", "").removeprefix("\ufeff")
