"""A sentence -> stretches of one language each: "The word is ありがとう." is English, then Japanese.

Scripts tell most of it. Languages that share the Latin script are told apart only where that was asked for, and only in
whole sentences, quotations and clauses: a foreign word or a name stays with its sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import regex  # type: ignore[import-untyped]  # for the scripts that `re` does not know

from koe.text.language import READABLE
from koe.text.normalize.rule import words
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
    rf"|(?P<number>{_NUMBER})"
    r"|(?P<devanagari>\p{Devanagari}[\p{Devanagari}\u200c\u200d]*)"
    rf"|(?P<word>{_LETTER}(?:{_LETTER}|[\p{{M}}0-9]|['’](?=\p{{L}}))*)"
)
# Everyday characters that Japanese does not write.
_CHINESE = regex.compile("[这们吗么还让谁您她它很你说个词吧呢给对时]")
_UNSPACED = frozenset({"ja", "zh"})
_OWN_SCRIPT = _UNSPACED | {"hi"}
_OPENING = frozenset("“‘«‹„「『《〈【（([{¿¡")
# Behind a number: 5km, 3GB. The words of a unit are the language's own.
_UNIT = regex.compile(r"[0-9] ?(?:[kcm]?m|[km]?g|m?[lL]|[KMGT]B|[MG]?Hz|k?Wh?)\Z")

_QUOTED = regex.compile(
    r"“[^“”]{1,400}”|\"[^\"]{1,400}\"|«[^«»]{1,400}»|„[^„“”]{1,400}[“”]|(?<!\w)‘[^‘’]{1,400}’(?!\w)"
)
_CLAUSE = regex.compile(r"[^,;:.!?…—–()\[\]¿¡]+")
_WORD = regex.compile(r"\p{Latin}[\p{Latin}\p{M}]*(?:['’]\p{Latin}+)*")

# How much more there must be to say for another language than for the one before, by the number of words.
_EVIDENCE = {1: 2.0, 2: 1.5}
_EVIDENCE_ELSE = 0.8
_EVIDENCE_INSIDE = {1: 9.0, 2: 1.8}  # never a single word
_EVIDENCE_INSIDE_ELSE = 1.3
_WORDS_OF_CLAUSE = 3
# Of a text, to know its language.
_ENOUGH_CHARACTERS = 2000
_KANA_SHARE = 0.15

# The words that make up most of a text.
_COMMON: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "en": words(
            """
            a about after all also an and are as at be because been but by can can't could did didn't do does don't
            for from get go good had has have he hello her here him his how i i'm if in into is isn't it it's its just
            know like love me more morning much my no not now of on one or our out please said say see she so some
            than thank thanks that that's the their them then there these they this time to today tomorrow up very was
            we we're well were what when where which who why will with would yes you you're your
            """
        ),
        "es": words(
            """
            a ahora al algo amigo aquí así bien buenas bueno buenos cada casa como con cuando cuándo cómo de del desde
            donde dos día días dónde e el ella ellos en era eres es esa ese eso esta estamos estar estas este esto
            estoy está están estás favor fue gracias gusta ha hace hasta hay he hola hoy la las le les lo los luego
            mañana me mi mis muchas mucho muy más nada ni no noches nos nosotros nunca o otra otro para pero por
            porque pues que quiero quién qué se ser señor si siempre sin sobre son soy su sus sé sí también tarde te
            tengo tiempo tiene todo todos tu tus tú un una uno usted va vale vamos vida voy y ya yo
            amigos él
            """
        ),
        "fr": words(
            """
            au aujourd'hui aussi aux avec bien bon bonjour bonne c'est car ce cela ces cet cette chez comme comment
            d'accord d'un d'une dans de des deux donc du elle elles en entre es est et eux faire fait il ils j'ai je
            jour l'on la le les leur lui ma mais me merci mes moi mon même n'est ne non nous on ont ou oui où par pas
            peu peut plus pour pourquoi qu'est qu'il que quel quelle qui quoi s'il sa sais sans se ses si son sont
            suis sur ta te tes toi ton toujours tous tout très tu un une va vie vous y à ça était êtes être
            """
        ),
        "it": words(
            """
            a abbiamo ai al alla alle anche ancora bella bello bene buon buona buongiorno c'è casa che chi ci ciao
            come con cosa così da dal dalla degli dei del della delle di domani dopo dove e ecco era fare gli grazie
            ha hai hanno ho i il in io l'ho la le lei li lo loro lui ma me mi mia mio molto ne nel nella niente noi
            non nostro o oggi ogni per perché piacere più poi prego quando quanto quello questa questo qui sa se sei
            sempre si sia sono sta stai stare sto su sua sul suo sì te ti tu tuo tutti tutto un una uno va vita voglio
            è
            """
        ),
        "pt": words(
            """
            a agora amanhã ao aos aqui as até bem boa bom casa com como da das de dele depois dia do dos e ela ele
            eles em então era essa esse esta este estou está eu faz foi gosto hoje há isso isto já lhe mais mas me meu
            minha muito na nas nem no nos nossa nosso num nunca não o obrigada obrigado oi olá onde os ou para pela
            pelo por porque posso quando que quem quero se sem ser seu sim sobre sou sua são só também tchau te tem
            tenho todo todos tu tudo um uma vai vamos vida você vocês à às é
            """
        ),
    }
)
_EVERY_COMMON = frozenset().union(*_COMMON.values())
_LATIN_CODES: Mapping[str, str] = MappingProxyType({"en": "en-us", "es": "es", "fr": "fr", "it": "it", "pt": "pt-br"})
_LOADING = Lock()
_OTHER_SCRIPT = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Devanagari}]")


class _Setting(NamedTuple):
    """What the runs of a sentence have to know of it."""

    native: str
    english: str  # which of the two
    detects: bool
    has_kana: bool


def segments(text: Traced, language: str, detects: bool) -> list[tuple[Traced, str]]:
    """In order, without the white space between them; neighbours have different languages. `language` is that of the
    sentence or, where languages are to be found out (`detects`), of the sentence before."""
    if not detects and language not in _OWN_SCRIPT and not _OTHER_SCRIPT.search(text.text):
        whole = text.stripped()  # nearly every sentence: 0.1 ms less
        return [(whole, language)] if whole.text else []
    seen = _masked(text.text)
    native = _of_sentence(seen, language) if detects else language
    english = language if language.startswith("en") else _LATIN_CODES["en"]
    setting = _Setting(native, english, detects, bool(_LETTERS["kana"].search(seen)))
    labels: list[str | None] = [None] * len(seen)
    for run in _RUN.finditer(seen):
        labels[slice(*run.span())] = [_of_run(run, setting)] * len(run[0])
    if detects and native not in _OWN_SCRIPT:
        for start, stop, found in _switches(seen, native):
            labels[start:stop] = [found if label == native else label for label in labels[start:stop]]
    return list(_cut(text, _filled(seen, labels, native)))


def detect_language(text: str, fallback: str) -> str:
    """Of a whole text; `fallback` where the text does not tell, or tells of a language that cannot be read here."""
    return _of_sentence(_masked(text[:_ENOUGH_CHARACTERS]), fallback)


def _masked(text: str) -> str:
    """As long as the text. What is prescribed for a word takes the script of the word."""
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
    """The language of the script that most of it is written in; None for the Latin one."""
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


def _of_run(run: regex.Match[str], setting: _Setting) -> str:
    kind, native = run.lastgroup, setting.native
    if kind == "cjk":
        kana = len(_LETTERS["kana"].findall(run[0])) if native == "zh" else setting.has_kana
        found = _of_cjk(kana, len(run[0]), native)
        return found if found in READABLE else native
    if kind == "devanagari":
        return "hi" if setting.detects or native in _UNSPACED else native
    is_foreign = kind == "word" and native in _UNSPACED and not _is_own_word(run, native)
    return setting.english if is_foreign else native


def _is_own_word(word: regex.Match[str], native: str) -> bool:
    """Units, and in Japanese what is spelled in capitals: NHK, Tシャツ."""
    before = word.string[max(0, word.start() - 2) : word.end()]
    return bool(_UNIT.search(before)) or (native == "ja" and word[0].upper() == word[0])


def _switches(seen: str, native: str) -> Iterator[tuple[int, int, str]]:
    """Quotations and clauses in another language than the sentence."""
    for quotation in _QUOTED.finditer(seen):
        found = _found_inside(quotation[0], native)
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
    """A word with a capital letter is a name unless it is a common one, and names are at home in every language."""
    return [_folded(word) for word in _WORD.findall(text) if word[0].islower() or _folded(word) in _EVERY_COMMON]


def _folded(word: str) -> str:
    return word.lower().replace("’", "'")


def _decided(spoken: Sequence[str], language: str, needed: float) -> str:
    """The language of words in Latin letters, if there is so much more to say for it than for `language`."""
    if not spoken or (len(spoken) == 1 and sum(spoken[0] in known for known in _COMMON.values()) != 1):
        return language
    common = {code: sum(word in known for word in spoken) / len(spoken) for code, known in _COMMON.items()}
    scores = {code: 2 * common[code] + likelihood for code, likelihood in _likelihoods(spoken).items()}
    own, best = language[:2], max(scores, key=scores.__getitem__)
    is_other = best != own and common[best] > common.get(own, 0.0)
    return _LATIN_CODES[best] if is_other and scores[best] - scores.get(own, 0.0) >= needed else language


def _likelihoods(spoken: Sequence[str]) -> dict[str, float]:
    """By the letters that follow each other."""
    values = _detector().compute_language_confidence_values(" ".join(spoken))
    return {value.language.iso_code_639_1.name.lower(): value.value for value in values}


def _detector() -> LanguageDetector:
    with _LOADING:
        return _loaded_detector()


@lru_cache(maxsize=1)
def _loaded_detector() -> LanguageDetector:
    """In its low accuracy: 0.05 s and 12 MB instead of 1.2 s and 156 MB. The common words make up for it."""
    from lingua import Language, LanguageDetectorBuilder

    latin = (Language.ENGLISH, Language.FRENCH, Language.ITALIAN, Language.PORTUGUESE, Language.SPANISH)
    return LanguageDetectorBuilder.from_languages(*latin).with_low_accuracy_mode().build()


def _filled(seen: str, labels: Sequence[str | None], native: str) -> list[str]:
    """Marks go with what is before them, opening ones with what follows."""
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
