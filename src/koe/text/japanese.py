"""Japanese text -> phonemes: Open JTalk finds the words and their readings in kana, which are spelled for Kokoro.

Kokoro learned Japanese in an alphabet of its own (kʲ, ɯ, ɾ, βa), from words with spaces between them, and without pitch
accents. misaki's reader with Open JTalk writes another alphabet, for half of which Kokoro has no symbols; its reader
for Kokoro's alphabet uses a dictionary that reads 私 as "watakushi" and 日本語 as "nippongo".

Slow to import: only `readers` imports it, when Japanese is first read.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

import pyopenjtalk

from koe.text.phoneme_run import PhonemeRun
from koe.text.prescribed import Prescription, read_around

_KANA = """
ア a   イ i   ウ ɯ   エ e   オ o     ァ a   ィ i   ゥ ɯ   ェ e   ォ o
カ ka  キ kʲi ク kɯ  ケ ke  コ ko    ガ ɡa  ギ ɡʲi グ ɡɯ  ゲ ɡe  ゴ ɡo
サ sa  シ ɕi  ス sɨ  セ se  ソ so    ザ ʣa  ジ ʥi  ズ zɨ  ゼ ʣe  ゾ ʣo
タ ta  チ ʨi  ツ ʦɨ  テ te  ト to    ダ da  ヂ ʥi  ヅ zɨ  デ de  ド do
ナ na  ニ ɲi  ヌ nɯ  ネ ne  ノ no    マ ma  ミ mʲi ム mɯ  メ me  モ mo
ハ ha  ヒ çi  フ ɸɯ  ヘ he  ホ ho    バ ba  ビ bʲi ブ bɯ  ベ be  ボ bo    パ pa  ピ pʲi プ pɯ  ペ pe  ポ po
ヤ ja  ユ jɯ  ヨ jo  ャ ja  ュ jɯ  ョ jo
ラ ɾa  リ ɾʲi ル ɾɯ  レ ɾe  ロ ɾo    ワ βa  ヮ βa  ヰ i   ヱ e   ヲ o     ヴ vɯ  ヵ ka  ヶ ke
イェ je  ウィ βi  ウェ βe  ウォ βo   クァ kᵝa クィ kᵝi クェ kᵝe クォ kᵝo
クヮ kᵝa グヮ ɡᵝa グァ ɡᵝa グィ ɡᵝi  グェ ɡᵝe グォ ɡᵝo
シェ ɕe  ジェ ʥe  チェ ʨe  ツァ ʦa   ツィ ʦʲi ツェ ʦe  ツォ ʦo   スィ si  ズィ zi
ティ tʲi テュ tʲɨ ディ dʲi デュ dʲɨ  トゥ tɯ  ドゥ dɯ
ファ ɸa  フィ ɸʲi フェ ɸe  フォ ɸo   フュ ɸʲɨ フョ ɸʲo
ヴァ va  ヴィ vʲi ヴェ ve  ヴォ vo   ヴュ bʲɨ ヴョ bʲo ヴャ bʲa
"""
_PALATAL = "キkʲ ギɡʲ シɕ ジʥ チʨ ヂʥ ニɲ ヒç ビbʲ ピpʲ ミmʲ リɾʲ"
_GLIDES = {"ャ": "a", "ュ": "ɨ", "ョ": "o", "ェ": "e"}


def _moras() -> Mapping[str, str]:
    cells = _KANA.split()
    palatal = {row[0] + kana: row[1:] + vowel for row in _PALATAL.split() for kana, vowel in _GLIDES.items()}
    return MappingProxyType({**palatal, **dict(zip(cells[::2], cells[1::2], strict=True)), "ー": "ː", "ッ": "ʔ"})


MORAS = _moras()
_MORA = re.compile("|".join(sorted([*MORAS, "ン"], key=len, reverse=True)))
# ン is spoken at the place of articulation of the sound after it.
_NASALS = tuple(
    (re.compile(f"ン(?=[{following}])"), nasal)
    for following, nasal in (("mpb", "m"), ("kɡ", "ŋ"), ("ɲʨʥ", "ɲ"), ("ntdɾz", "n"))
)

_MARKS: Mapping[str, str] = MappingProxyType(
    {
        **{mark: mark for mark in ';:,.!?—…"()“”'},
        **dict(zip("；：，、．。！？（）「」『』【】〈〉《》«»〜～", ";:,,..!?()“”“”“”“”“”“”——", strict=True)),
    }
)
_OPENING = frozenset("(“")
_CLOSING = frozenset(_MARKS.values()) - _OPENING
_NUMBER = re.compile(r"[0-9０-９]+(?:,[0-9０-９]{3})*(?:\.[0-9０-９]+)?")
# Open JTalk's names for parts of speech.
_NUMERAL = "数"
_COUNTER = "助数詞"
# いい, 新しい: one long vowel
_LONG_ENDING = re.compile("(?<=[イキギシジチニヒビピミリ])イ$")


class _Morpheme(NamedTuple):
    """A morpheme found by Open JTalk at `text[start:stop]`, with its pronunciation in katakana; "" for a sign."""

    start: int
    stop: int
    surface: str
    kana: str
    is_number: bool = False  # ends with digits: a counter may follow
    is_chained: bool = False  # in one accent phrase with the morpheme before

    def behind(self, place: int) -> _Morpheme:
        """The same, with letters from `place` on only: no two morphemes may stand for the same letters."""
        return self._replace(start=max(self.start, place), stop=max(self.stop, place))

    def with_next(self, following: _Morpheme, separator: str = "") -> _Morpheme:
        return self._replace(
            stop=max(self.stop, following.stop),
            surface=self.surface + following.surface,
            kana=self.kana + separator + following.kana,
            is_number=following.is_number,
        )


_NOTHING = _Morpheme(0, 0, "", "")


class JapaneseReader:
    """Reads a whole sentence of Japanese."""

    def __init__(self) -> None:
        # Where Kokoro's training text had no spaces: inflected verbs, compounds.
        words = files("misaki.data").joinpath("ja_words.txt").read_text(encoding="utf-8").split("\n")
        self._words = frozenset(word.strip() for word in words)
        self._longest = max(map(len, self._words))
        _nodes("何時")  # loads the second dictionary, for what has several readings: 0.13 s

    def read(self, text: str, prescriptions: Sequence[Prescription] = ()) -> list[PhonemeRun]:
        return read_around(text, prescriptions, self._read_between)

    def _read_between(self, text: str, place: int) -> Iterator[PhonemeRun]:
        runs: list[PhonemeRun] = []
        for word in self._joined(_morphemes(text)):
            if word.kana:
                runs.append(PhonemeRun(place + word.start, place + word.stop, spelled(word.kana) + " "))
            elif mark := _mark(text[word.start : word.stop], text.count('"', 0, word.start) % 2 == 1):
                runs.append(PhonemeRun(place + word.start, place + word.stop, mark))
        yield from _without_gaps_at_stops(runs)

    def _joined(self, morphemes: list[_Morpheme]) -> Iterator[_Morpheme]:
        """Words: each time the longest row of morphemes that the dictionary has."""
        first = 0
        while first < len(morphemes):
            stop = self._stop_of_word(morphemes, first)
            word = morphemes[first]
            for following in morphemes[first + 1 : stop]:
                word = word.with_next(following)
            yield word
            first = stop

    def _stop_of_word(self, morphemes: list[_Morpheme], first: int) -> int:
        surface, best = "", first + 1
        for number in range(first, len(morphemes)):
            surface += morphemes[number].surface
            if not morphemes[number].kana or len(surface) > self._longest:
                break
            if number > first and (surface in self._words or morphemes[number].kana[0] == "ー"):
                best = number + 1
        return best


def spelled(kana: str) -> str:
    """Katakana -> phonemes; spaces stay."""
    phonemes = "".join(
        " " if run.isspace() else "".join(MORAS.get(mora, mora) for mora in _MORA.findall(run))
        for run in re.split(r"( +)", kana)
    )
    for before, nasal in _NASALS:
        phonemes = before.sub(nasal, phonemes)
    return phonemes.replace("ン", "ɴ")


def _morphemes(text: str) -> list[_Morpheme]:
    """The morphemes in the order of the text. A number and its counter are one."""
    numbers = [match.span() for match in _NUMBER.finditer(text)]
    found: list[_Morpheme] = []
    for node in _corrected(_nodes(text)) if text.strip() else ():
        morpheme = _morpheme(node, numbers, found[-1] if found else _NOTHING)
        if found and _belongs_to_number(found[-1], morpheme, node):
            found[-1] = found[-1].with_next(morpheme, "" if morpheme.is_chained else " ")
        else:
            found.append(morpheme.behind(found[-1].stop if found else 0))
    return found


def _nodes(text: str) -> Sequence[Mapping[str, Any]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it calls its second dictionary in a deprecated way
        try:
            return list(pyopenjtalk.g2p_mapping(text))
        except ValueError:  # it has lost its place, in odd text with 々; the pronunciations are right
            nodes = pyopenjtalk.make_phoneme_mapping(pyopenjtalk.run_frontend(text))
    return [{**node, "char_span": tuple(min(place, len(text)) for place in node["char_span"])} for node in nodes]


def _corrected(nodes: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The nodes, without some mistakes of Open JTalk: 対 between two numbers is "tai", not the counter of pairs, 0時 is
    "reiji", and 小なり "shōnari"."""
    for place, node in enumerate(nodes):
        following = nodes[place + 1] if place + 1 < len(nodes) else None
        if following is not None and node["surface"] == "対" and following["pos_group1"] == _NUMERAL:
            yield {**node, "pron": "タイ", "chain_flag": 0}
        elif following is not None and node["surface"] == "小" and following["surface"] == "なり":
            yield {**node, "pron": "ショー"}
        elif _is_midnight(nodes, place):
            yield {**node, "pron": "レー"}
        else:
            yield node


def _is_midnight(nodes: Sequence[Mapping[str, Any]], place: int) -> bool:
    """Whether the node is the zero of 0時: not of 10時 or 0時間."""
    is_whole = not place or nodes[place - 1]["pos_group1"] != _NUMERAL
    zero, hour, following = ([node["surface"] for node in nodes[place : place + 3]] + ["", ""])[:3]
    return is_whole and zero in ("0", "０") and hour.startswith("時") and not (hour + following).startswith("時間")


def _morpheme(node: Mapping[str, Any], numbers: Sequence[tuple[int, int]], last: _Morpheme) -> _Morpheme:
    """The morpheme of a node. A part of a number in digits stands for all of the digits."""
    start, stop = node["char_span"]
    is_number = node["pos_group1"] == _NUMERAL
    if stop <= last.start or start == stop:  # Open JTalk does not know the place, as of the "ten" in 25
        start, stop = (last.start if is_number and last.is_number else last.stop), last.stop
    digits = next((span for span in numbers if span[0] <= start < span[1]), None)
    if digits:
        start, stop = min(start, digits[0]), max(stop, digits[1])
        is_number = stop == digits[1]
    return _Morpheme(start, stop, node["surface"], _kana(node), is_number, node["chain_flag"] == 1)


def _kana(node: Mapping[str, Any]) -> str:
    """The pronunciation in katakana, without the marks of voiceless vowels."""
    if not node["mora_count"]:
        return ""
    kana = str(node["pron"]).replace("’", "")
    return _LONG_ENDING.sub("ー", kana) if node["surface"].endswith("い") else kana


def _belongs_to_number(number: _Morpheme, morpheme: _Morpheme, node: Mapping[str, Any]) -> bool:
    if not (number.kana and morpheme.kana):
        return False
    if morpheme.start < number.stop:
        return True
    is_counter = node["pos_group2"] == _COUNTER and morpheme.is_chained
    return number.is_number and morpheme.start == number.stop and (morpheme.is_number or is_counter)


def _mark(written: str, is_quoting: bool) -> str:
    """A mark as Kokoro knows it, with the space after it. `is_quoting`: a straight quotation mark closes."""
    marks = "".join(_MARKS.get(character, "") for character in written)
    marks = marks.replace('"', "”" if is_quoting else "“")
    return marks + " " * (marks[-1:] not in _OPENING) if marks else ""


def _without_gaps_at_stops(runs: list[PhonemeRun]) -> Iterator[PhonemeRun]:
    """Takes out the spaces before closing marks and around stopped consonants."""
    for number, run in enumerate(runs):
        following = runs[number + 1].phonemes if number + 1 < len(runs) else ""
        closes = following[:1] in _CLOSING
        stopped = following.startswith("ʔ") or (run.phonemes.endswith("ʔ ") and following[:1] != "“")
        yield run._replace(phonemes=run.phonemes.rstrip()) if following and (closes or stopped) else run
