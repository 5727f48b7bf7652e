"""Mandarin text -> phonemes: jieba finds the words, pypinyin and misaki read them in the alphabet of Kokoro v1.0.

Slow to import: only `readers` imports it, when Mandarin is first read.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # jieba finds its files through setuptools in a deprecated way
    import jieba
    from misaki.zh import ZHG2P

from koe.memory import release_unused
from koe.text.compact_table import CompactTable
from koe.text.phoneme_run import PhonemeRun
from koe.text.prescribed import Prescription, read_around

_RUN = re.compile(
    r"(?P<han>[\u4e00-\u9fff]+)|(?P<digit>[0-9])|(?P<letter>[A-Za-z])|(?P<other>[^\u4e00-\u9fff0-9A-Za-z]+)"
)
_HAN = re.compile(r"[\u4e00-\u9fff]")
_DIGITS = "零一二三四五六七八九"
# The names of Latin letters, which Mandarin takes from English: PM2.5, 5G, A股. Words are read in English.
_NAMES_OF_LETTERS = (
    "ˈA bˈi sˈi dˈi ˈi ˈɛf ʤˈi ˈAʧ ˈI ʤˈA kˈA ˈɛl ˈɛm ˈɛn ˈO pˈi kjˈu ˈɑɹ ˈɛs tˈi jˈu vˈi dˈʌbᵊlju ˈɛks wˈI zˈi"
)
_LETTERS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", _NAMES_OF_LETTERS.split(), strict=True))
_NON_SYLLABIC = "\u032f"  # an IPA diacritic that is not in Kokoro's vocabulary

# Chinese punctuation -> Kokoro's, with the spaces around it that Chinese does not write.
_MARKS: Mapping[str, str] = MappingProxyType(
    {
        **{written: f"{mark} " for written, mark in zip("、，,。．.！!：:；;？?", ",,,...!!::;;??", strict=True)},
        **dict.fromkeys("“«《「【『〈", " “"),
        **dict.fromkeys("”»》」】』〉", "” "),
        **dict.fromkeys("（(", " ("),
        **dict.fromkeys("）)", ") "),
        "～": "—",
        "·": " ",
        "・": " ",
    }
)
_MARK = re.compile(f"[{''.join(_MARKS)}]")


class MandarinReader:
    """Reads a whole sentence of Mandarin."""

    def __init__(self) -> None:
        jieba.setLogLevel(logging.WARNING)
        self._tokenizer = jieba.Tokenizer()
        # Not by `initialize`, which trusts a cache file that any user may write to, and writes one. Takes 0.6 s.
        frequencies, self._tokenizer.total = self._tokenizer.gen_pfdict(self._tokenizer.get_dict_file())
        self._tokenizer.FREQ = CompactTable(frequencies, str, int)
        self._tokenizer.initialized = True
        del frequencies
        release_unused()

    def read(self, text: str, prescriptions: Sequence[Prescription] = ()) -> list[PhonemeRun]:
        return read_around(text, prescriptions, self._read_between)

    def _read_between(self, text: str, place: int) -> Iterator[PhonemeRun]:
        return chain.from_iterable(self._read_run(run, place + run.start()) for run in _RUN.finditer(text))

    def _read_run(self, run: re.Match[str], place: int) -> Iterator[PhonemeRun]:
        if run["digit"]:
            yield PhonemeRun(place, place + 1, _phonemes(_DIGITS[int(run[0])]) + " ")
        elif run["letter"]:
            follows_word = _HAN.match(run.string[run.start() - 1 : run.start()])
            yield PhonemeRun(place, place + 1, " " * bool(follows_word) + _LETTERS[run[0].upper()] + " ")
        elif run["other"]:
            yield PhonemeRun(place, place + len(run[0]), _MARK.sub(lambda mark: _MARKS[mark[0]], run[0]))
        else:
            yield from self._read_words(run[0], place)

    def _read_words(self, text: str, place: int) -> Iterator[PhonemeRun]:
        """A run for each word, with a space between two of them and none after the last."""
        stop = place + len(text)
        for word in self._tokenizer.cut(text):
            start, place = place, place + len(word)
            yield PhonemeRun(start, place, _phonemes(word) + " " * (place < stop))


def _phonemes(word: str) -> str:
    """The phonemes of a word. Characters with an unknown pronunciation are left out."""
    try:
        return str(ZHG2P.word2ipa(word)).replace(_NON_SYLLABIC, "")
    except ValueError:
        return "".join(map(_phonemes, word)) if len(word) > 1 else ""
