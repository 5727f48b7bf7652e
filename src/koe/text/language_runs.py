"""A sentence -> runs of one language each: "The word is ありがとう." is English, then Japanese.

Most languages are known by their script. Those that share the Latin script are detected only on request, and only in
whole sentences, quotations and clauses: a foreign word or a name stays with its sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import regex  # type: ignore[import-untyped]  # for the scripts that `re` does not know

from koe.languages import ENGLISH_CODES, LANGUAGES
from koe.text.common_words import COMMON_WORDS
from koe.text.language import READABLE, normalize_language
from koe.text.normalize import places_of_expressions
from koe.text.prescribed import PATTERN
from koe.text.traced import Traced

if TYPE_CHECKING:
    from lingua import LanguageDetector

_CJK = r"\p{Han}\p{Hiragana}\p{Katakana}ー"
_LETTERS = {
    "kana": regex.compile(r"[\p{Hiragana}\p{Katakana}]"),
    "han": regex.compile(r"\p{Han}"),
    "devanagari": regex.compile(r"\p{Devanagari}"),
    "other": regex.compile(r"(?V1)[\p{L}--[\p{Hiragana}\p{Katakana}\p{Han}\p{Devanagari}ー]]"),
}
_NUMBER = r"(?<![\p{L}\p{M}0-9])[¥￥$€£₹#+-]?[0-9][0-9.,:/-]{0,30}[%％℃°]?"
_LETTER = rf"(?![{_CJK}\p{{Devanagari}}])\p{{L}}"
_RUN = regex.compile(
    rf"(?P<cjk>(?:{_NUMBER})?[{_CJK}]+)"
    r"|(?P<ordinal>(?<![\p{Latin}0-9.,])[0-9]{1,3}(?:st|nd|rd|th)(?![\p{Latin}0-9]))"
    rf"|(?P<number>{_NUMBER})"
    r"|(?P<devanagari>\p{Devanagari}[\p{Devanagari}\u200c\u200d]*)"
    rf"|(?P<word>{_LETTER}(?:{_LETTER}|[\p{{M}}0-9]|['’](?=\p{{L}})|(?<=[A-Za-z0-9])-(?=[A-Za-z]|[0-9]{{1,2}}[a-z](?![A-Za-z0-9])))*)"
    r"|(?P<arrow>[→⇒])"
)
_LONGEST_WORD = 40
_WORD_BEFORE = regex.compile(rf"(?!\p{{Lu}}){_LETTER} \Z")
_WORD_AFTER = regex.compile(rf" {_LETTER}*\p{{Ll}}")
# Everyday characters that Japanese does not write.
_CHINESE = regex.compile("[这们吗么还让谁您她它很你说个词吧呢给对时]")
_UNSPACED = frozenset(code for code, language in LANGUAGES.items() if not language.is_spaced)
_OWN_SCRIPT = frozenset(code for code, language in LANGUAGES.items() if language.script != "Latin")
_OPENING = frozenset("“‘«‹„「『《〈【（([{¿¡")

_QUOTED = regex.compile(
    r"“[^“”]{1,400}”|\"[^\"]{1,400}\"|«[^«»]{1,400}»|„[^„“”]{1,400}[“”]|(?<!\w)‘[^‘’]{1,400}’(?!\w)"
)
_CLAUSE = regex.compile(r"[^,;:.!?…—–()\[\]¿¡]+")
_INVERTED = regex.compile("[¿¡]")  # only Spanish writes them
_WORD = regex.compile(r"\p{Latin}[\p{Latin}\p{M}]*(?:['’]\p{Latin}+)*")

# Latin words and numbers with spaces between them: at least three.
_WORD_OR_NUMBER = r"(?:-{0,2}[A-Za-z][A-Za-z'’-]*+|[0-9][0-9.,:]*+)"
_OPTION = regex.compile(r" --?[A-Za-z]")  # of a command
_PHRASE = regex.compile(rf"(?<![\p{{L}}\p{{M}}0-9]){_WORD_OR_NUMBER}(?:[,:]? {_WORD_OR_NUMBER}){{2,}}+")
_NUMBER_OF_PHRASE = regex.compile(r"(?<![A-Za-z0-9.,:'’-])[0-9](?:[0-9.,:]*[0-9])?(?![A-Za-z])")
_CJK_BEFORE = regex.compile(rf"[{_CJK}]")
_CJK_AFTER = regex.compile(rf" ?[{_CJK}%％]")

# By how much another language must score higher than the one before, by the number of words.
_EVIDENCE = {1: 2.0, 2: 1.5}
_EVIDENCE_ELSE = 0.8
_EVIDENCE_INSIDE = {1: 9.0, 2: 1.8}  # never a single word
_EVIDENCE_INSIDE_ELSE = 1.3
_WORDS_OF_CLAUSE = 3
_KANA_SHARE = 0.15

_EVERY_COMMON_WORD = frozenset().union(*COMMON_WORDS.values())
_LOADING = Lock()
_OTHER_SCRIPT = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Devanagari}]")


class _Sentence(NamedTuple):
    """What decides the language of a run, beside its own letters."""

    native: str
    english: str  # American or British
    detects: bool
    has_kana: bool


def language_runs(text: Traced, language: str, detects: bool) -> list[tuple[Traced, str]]:
    """The runs and their codes, in order, without the white space between them; neighbours have different languages.
    `language` is that of the sentence or, where languages are detected (`detects`), of the sentence before."""
    if not detects and language not in _OWN_SCRIPT and not _OTHER_SCRIPT.search(text.text):
        whole = text.stripped()  # nearly every sentence: 0.1 ms less
        return [(whole, language)] if whole.text else []
    seen = _masked(text.text)
    native = _of_sentence(seen, language) if detects else language
    english = language if language in ENGLISH_CODES else ENGLISH_CODES[0]
    sentence = _Sentence(native, english, detects, bool(_LETTERS["kana"].search(seen)))
    labels: list[str | None] = [None] * len(seen)
    for run in _RUN.finditer(seen):
        labels[slice(*run.span())] = [_of_run(run, sentence)] * len(run[0])
    if native in _OWN_SCRIPT and _LETTERS["other"].search(seen):
        english_numbers = dict(_numbers_in_english(seen)) if native in _UNSPACED else {}
        for start, stop in places_of_expressions(seen, native):
            if english_numbers.get(start, 0) < stop:
                labels[start:stop] = [native] * (stop - start)
                english_numbers.pop(start, None)
        for start, stop in english_numbers.items():
            labels[start:stop] = [english] * (stop - start)
    if detects and native not in _OWN_SCRIPT:
        for start, stop, found in _switches(seen, native):
            labels[start:stop] = [found if label == native else label for label in labels[start:stop]]
    return list(_cut(text, _filled(seen, labels, native)))


def _numbers_in_english(seen: str) -> Iterator[tuple[int, int]]:
    """Where the numbers of English phrases are: of "see Figure 2 for details", but not of the name "iPhone 15 Pro"."""
    for phrase in _PHRASE.finditer(seen):
        words = _WORD.findall(phrase[0])
        if not (_OPTION.search(phrase[0]) or any(word.lower() in COMMON_WORDS["en"] for word in words)):
            continue
        for number in _NUMBER_OF_PHRASE.finditer(phrase[0]):
            start, stop = phrase.start() + number.start(), phrase.start() + number.end()
            if not (_CJK_BEFORE.search(seen, max(0, start - 1), start) or _CJK_AFTER.match(seen, stop)):
                yield start, stop


def _masked(text: str) -> str:
    """The text with each `[word](/phonemes/)` overwritten by letters of the word. Its length does not change."""
    return PATTERN.sub(lambda match: match["word"][0] + match["word"] + match["word"][-1] * _tail(match), text)


def _tail(match: re.Match[str]) -> int:
    return match.end() - match.end("word")


def _of_sentence(seen: str, language: str) -> str:
    found = _by_script(seen, language)
    if found is None:
        outside = _without_names(_QUOTED.sub(" ", seen))
        spoken = outside if len(outside) > 1 else _without_names(seen)
        found = _decided(spoken, language, _EVIDENCE.get(len(spoken), _EVIDENCE_ELSE))
    return found if found in READABLE else language


def _by_script(seen: str, language: str) -> str | None:
    """The language of the script that most letters belong to; None for the Latin script."""
    letters = {script: len(pattern.findall(seen)) for script, pattern in _LETTERS.items()}
    cjk = letters["kana"] + letters["han"]
    # A Chinese character or a kana says more than a letter.
    if 1.5 * cjk > letters["other"] + letters["devanagari"]:
        is_chinese = _CHINESE.search(seen) and 2 * letters["kana"] < cjk
        return "zh" if is_chinese else _of_cjk(letters["kana"], cjk, language)
    return "hi" if letters["devanagari"] > letters["other"] else None


def _of_cjk(kana: int, cjk: int, language: str) -> str:
    if language == "ja":
        return "ja"
    return "ja" if kana > (_KANA_SHARE * cjk if language == "zh" else 0) else "zh"


def _of_run(run: regex.Match[str], sentence: _Sentence) -> str:
    kind, native = run.lastgroup, sentence.native
    if kind == "cjk":
        kana = len(_LETTERS["kana"].findall(run[0])) if native == "zh" else sentence.has_kana
        found = _of_cjk(kana, len(run[0]), native)
        return found if found in READABLE else native
    if kind == "devanagari":
        return "hi" if sentence.detects or native in _UNSPACED else native
    is_foreign = kind in ("word", "ordinal") and native in _UNSPACED and not _is_own_word(run, native)
    return sentence.english if is_foreign else native


def _is_own_word(word: regex.Match[str], native: str) -> bool:
    """Whether a word in Latin letters is read in `native`: in Japanese those in capitals (NHK, Tシャツ), unless a space
    joins them to a word that is not ("I love you", "BBC News")."""
    if native != "ja" or word[0].upper() != word[0]:
        return False
    begin = max(0, word.start() - _LONGEST_WORD)
    return not (_WORD_BEFORE.search(word.string, begin, word.start()) or _WORD_AFTER.match(word.string, word.end()))


def _switches(seen: str, native: str) -> Iterator[tuple[int, int, str]]:
    """Quotations and clauses in another language than the sentence."""
    for quotation in _QUOTED.finditer(seen):
        found = "es" if _INVERTED.search(quotation[0]) else _found_inside(quotation[0], native)
        if found != native:
            yield (*quotation.span(), found)
    outside = _QUOTED.sub(lambda quotation: "," * len(quotation[0]), seen)
    for clause in _CLAUSE.finditer(outside):
        found = _found_inside(clause[0], native) if len(_words(clause[0])) >= _WORDS_OF_CLAUSE else native
        if found != native:
            yield (*clause.span(), found)


def _found_inside(stretch: str, native: str) -> str:
    spoken = _words(stretch)
    return _decided(spoken, native, _EVIDENCE_INSIDE.get(len(spoken), _EVIDENCE_INSIDE_ELSE))


def _words(text: str) -> list[str]:
    return [_folded(word) for word in _WORD.findall(text)]


def _without_names(text: str) -> list[str]:
    """The words without names, which any language uses: a word with a capital letter is a name unless it is common."""
    return [_folded(word) for word in _WORD.findall(text) if word[0].islower() or _folded(word) in _EVERY_COMMON_WORD]


def _folded(word: str) -> str:
    return word.lower().replace("’", "'")


def _decided(spoken: Sequence[str], language: str, needed: float) -> str:
    """The language of words in Latin letters, if it scores higher than `language` by as much as is `needed`."""
    if not spoken or (len(spoken) == 1 and sum(spoken[0] in known for known in COMMON_WORDS.values()) != 1):
        return language
    common = {family: sum(word in known for word in spoken) / len(spoken) for family, known in COMMON_WORDS.items()}
    scores = {family: 2 * common.get(family, 0.0) + value for family, value in _likelihoods(spoken).items()}
    own = LANGUAGES[language].family
    best = max((family for family in scores if family in common), key=scores.__getitem__)
    is_other = best != own and common[best] > common.get(own, 0.0)
    return normalize_language(best) if is_other and scores[best] - scores.get(own, 0.0) >= needed else language


def _likelihoods(spoken: Sequence[str]) -> dict[str, float]:
    """How likely each language is by the letters that follow each other."""
    values = _detector().compute_language_confidence_values(" ".join(spoken))
    return {value.language.iso_code_639_1.name.lower(): value.value for value in values}


def _detector() -> LanguageDetector:
    with _LOADING:
        return _loaded_detector()


@lru_cache(maxsize=1)
def _loaded_detector() -> LanguageDetector:
    """lingua in its low accuracy: 0.05 s and 12 MB instead of 1.2 s and 156 MB. The common words make up for it."""
    from lingua import Language, LanguageDetectorBuilder

    families = {language.family for language in LANGUAGES.values() if language.script == "Latin"}
    known = (language for language in Language.all() if language.iso_code_639_1.name.lower() in families)
    return LanguageDetectorBuilder.from_languages(*known).with_low_accuracy_mode().build()


def _filled(seen: str, labels: Sequence[str | None], native: str) -> list[str]:
    """A language for every character: marks go with what is before them, opening ones with what follows."""
    following = _following(labels, native)
    filled: list[str] = []
    quotes = 0
    for place, (character, label) in enumerate(zip(seen, labels, strict=True)):
        opens = character in _OPENING
        if character == '"':
            opens, quotes = quotes % 2 == 0, quotes + 1
        filled.append(label or (following[place] if opens or not filled else filled[-1]))
    return filled


def _following(labels: Iterable[str | None], native: str) -> list[str]:
    following: list[str] = []
    for label in reversed(list(labels)):
        following.append(label or (following[-1] if following else native))
    return following[::-1]


def _cut(text: Traced, labels: Sequence[str]) -> Iterator[tuple[Traced, str]]:
    for label, places in groupby(range(len(labels)), key=labels.__getitem__):
        first, *rest = places
        part = text[first : first + len(rest) + 1].stripped()
        if part.text:
            yield part, label
