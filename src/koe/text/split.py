"""Text -> sentences, and sentences that are too long -> parts. Nothing but whitespace is ever lost.

`lines.passages` decides which line breaks end a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import regex  # type: ignore[import-untyped]  # for grapheme clusters

from koe.languages import ENGLISH_CODES
from koe.text.lines import LEADING_MARKS, Cut, passages
from koe.text.normalize import abbreviations_of, places_of_expressions
from koe.text.normalize.grammar import Abbreviations
from koe.text.prescribed import is_inside
from koe.text.traced import Traced


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Abbreviations that texts in every language have; what a language has besides is in its grammar.
_COMMON = Abbreviations(
    never_last=_words("approx ca cf e.g eg esp i.e ie incl messrs mme mlle mr mrs ms mx p.ej sra srta uds viz vs"),
    titles=_words("cpt dña dott dra mgr mt prof sig ud"),
    before_number=_words("arts eqs mar n num núm nº par v"),
    often_last=_words(
        "al apr aug dec dept est feb fri ft gmbh hr hrs jan jul jun lb lbs min mon nov oct oz plc pty sat sept sep ste "
        "sun thu thur thurs tue tues univ wed weds"
    ),
)
# Hindi words that follow a noun and begin no sentence.
_POSTPOSITION_AHEAD = re.compile(r" (?:को|से|तक|का|की|के|में|ने)(?![\u0900-\u0963])")
_SENTENCE_OPENERS = _words(
    "a after all although an and another are as at because before both but by can did do does during each even every "
    "few finally first for from had has have he her here his how however i if in is it its just last later let many "
    "maybe meanwhile more most my next no nobody not nothing now of often on once one only or our perhaps please "
    "several she should apply bake bring buy call check click contact do don't email expect get keep make read see "
    "send serve "
    "start stir take text use visit watch since so some someone sometimes soon still such that the their then there "
    "these they this "
    "those though through to today together tomorrow two under until was we were what when where whether which while "
    "who why will with without would yes yesterday yet you your "
    "el él ella ellos en entonces es la las lo los no pero por se su un una y ya además ahora allí ambos aquí así "
    "aunque ayer cada como cuando desde después durante ese esa esos este esta estos estas hasta hoy luego mañana más "
    "muchos nadie nada ni otra otro para porque según si sin sobre también tampoco todavía todo todos tras sus con "
    "ce cette c'est elle elles et il ils je le les mais nous on où vous "
    "che ma non per poi un uno ele ela eles eu isso mas não nós os quando um uma"
)
_MERIDIEM = _words("a.m p.m am pm")
_CALENDAR = _words(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december mon tue tues wed weds thu thur thurs fri sat sun jan feb mar apr jun jul aug "
    "sep sept oct nov dec"
)
_CONJUNCTIONS = _words(
    "and as because but if nor or since so than that though unless until when where whether which while who with "
    "aunque cuando ni o pero porque que si sino u y car donc et lorsque mais ou où parce puisque qui quand "
    "anche che e ma ma perché quando se embora mas ou porque और कि क्योंकि तो या लेकिन"
)

_CLOSERS = r"[\"'”’»›)\]}」』）】]"
_TERMINAL = re.compile(
    rf"(?<![.!?…])(?P<mark>[.!?…]++)(?P<closed>{_CLOSERS}*+(?: [»›])?+)(?=\s|\Z)"
    rf"|[।॥。！？｡؟۔።]++{_CLOSERS}*+"
)
_NEXT_WORD = re.compile(r"[\s\"'“‘«‹(\[{¿¡—–-]*(?P<word>\w[\w.'’-]*)?")
_DASHES = re.compile("[-–—/]")  # "Jan.–Mar. 2024": the last word decides
_RANGE_AHEAD = re.compile(r" ?[-–—] ?\w")  # "10 a.m. - 2 p.m."
# "inv. #1234", "1st c. BC", "d. Oct. 3", "art. I, § 8"
_NUMBER_AHEAD = re.compile(
    r" (?:[#$£€][0-9]|#[A-Z]{1,4}-?[0-9]|[A-Z]{1,5}-?[0-9]{2}|[A-Z][0-9]|[A-Z](?:[),;]| at | \()"
    r"|(?:BCE?|CE|AD)\b|I(?:, §| §)"
    r"|(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.? [0-9])"
)
_SIDE_AHEAD = re.compile(r" [x×] ?[0-9]")  # "10 in. x 12 in."
_LABEL_AHEAD = re.compile(r" Nos?\. [0-9]")  # "Pub. L. No. 117"
_CLAUSE_AHEAD = re.compile(r" [:;](?=\s)")  # French "fréq. : 20 Hz"
_DATELINE = re.compile(r" [–—] [A-Z]")  # "SPRINGFIELD, Ill. — The council"
# Letters of any script: p.m, and in Devanagari a syllable or the name of a letter, सी.बी.आई.
_INITIAL = r"(?:[^\W\d_]{1,3}|[\u0904-\u0939][\u0900-\u094f]{0,6})"
_DOTTED = re.compile(rf"{_INITIAL}(?:\.-?{_INITIAL})+")
_FACTORIAL = re.compile(r"[0-9nk)]! [-+*/×÷·=<>≤≥≈~] ?[\w(?√]")  # "5! = 120"
_ROMAN = re.compile(r"[IVXLC]{2,7}|[VX]")
_CHESS_MOVE = re.compile(r" (?:O-O|[KQRBN][a-h1-8]?x?[a-h][1-8]|[a-h](?:x[a-h])?[1-8])(?![\w-])")  # "2. Nf3"
_BEATEN_AHEAD = re.compile(
    r" [A-Z][\w'-]+(?: [A-Z][\w'-]+)?(?: \([0-9]{1,2}\))?,? [0-9]{1,2}[-–][0-9]"
)  # "Alcaraz d. Djokovic 6–2"
# No sentence begins with these: "Tol. ±0.005", "Temps. −3 to 4", "tabs. (200 mg each)".
_SIGN_AHEAD = re.compile(r" (?:[±≈≤≥×]|\*{2}|[$£€][0-9]|[<>~]\s?[$£€]?[0-9]|[−–-][0-9]|\([0-9a-z$£€~<>])")
_CAPITALS_IN_BRACKETS = re.compile(r" \((?:[A-Z]{2}|[A-Z][0-9])")
# Words of consonants are cut short: "rpt.", "Blvd.". Sounds are not, and after a number they are units.
_CONSONANTS = re.compile(r"[A-Z]?[bcdfghjklmnpqrstvwxz]{1,6}")
_SOUNDS = _words("brr grr hm hmm mm mmm pfft psst sh shh tsk zzz nth shhh brrr phew tv mr mrs dr dvd")
_AFTER_NUMBER = re.compile(r"[0-9¼-¾⅐-⅞][\s-]?\Z")
# Numbers of a list within a line: "Table: 1. Leeds", "(PB), 2. Thompson".
_LISTED_BEHIND = re.compile(r"[:;,)] \Z")
_AMOUNT_BEHIND = re.compile(r"[0-9¼-¾⅐-⅞] \Z")
_LIST_LABEL = re.compile(r"[0-9]{1,3}|[ivxIVX]{1,5}")


# A part is never shorter than this share of an even one, so that no short rest is left over.
_SMALLEST_SHARE = 0.4
_LONGEST_EXPRESSION_CHARACTERS = 60
_STRONG_PLACE = re.compile(r"[;:.!?…][\"'”’»)\]]*(?=\s)|[—；：。！？।]")
_COMMA_PLACE = re.compile(r",[\"'”’»)\]]*(?=\s)|[，、،]")
_WORD_PLACE = re.compile(r"(?<=\s)[^\W\d_]+(?=\s)")
_SPACE_PLACE = re.compile(r"\s")
_SPACES = re.compile(r"\s{2,}|[^\S ]")
_GRAPHEME = regex.compile(r"\X")


@dataclass(frozen=True, slots=True)
class _Style:
    """What decides whether a full stop ends a sentence, beside the words around it."""

    known: Abbreviations
    writer_capitalises: bool
    is_i_a_word: bool = True  # in English, not a numeral: "vol. I" of other languages


@lru_cache(maxsize=32)
def _known(language: str | None) -> Abbreviations:
    own = abbreviations_of(language) if language else Abbreviations()
    # A language without a table of its own has those of English.
    return _COMMON | (own or abbreviations_of(ENGLISH_CODES[0]))


def split_sentences(text: Traced, language: str | None = None) -> list[Cut]:
    """The sentences. A full stop after an abbreviation of `language` does not end one; None: of English."""
    capitalises = next((letter.isupper() for letter in text.text if letter.isupper() or letter.islower()), True)
    style = _Style(_known(language), capitalises, is_i_a_word=language is None or language in ENGLISH_CODES)
    cuts: list[Cut] = []
    for passage in passages(text):
        spaced = passage.text.replace_matches(_SPACES, lambda _: " ").stripped()
        sentences = [Cut(sentence) for sentence in _sentences(spaced, style)]
        if sentences:
            sentences[-1] = replace(sentences[-1], lines_after=passage.lines_after)
        cuts += sentences
    return [*cuts[:-1], *(replace(last, lines_after=0) for last in cuts[-1:])]


def _sentences(passage: Traced, style: _Style) -> Iterator[Traced]:
    start = 0
    for terminal in _TERMINAL.finditer(passage.text):
        if is_inside(terminal.end(), passage.text):
            continue
        if terminal.end() == len(passage) or _is_end(passage.text, start, terminal, style):
            yield passage[start : terminal.end()].stripped()
            start = terminal.end()
    rest = passage[start:].stripped()
    if rest.text:
        yield rest


def _is_end(passage: str, start: int, terminal: re.Match[str], style: _Style) -> bool:
    mark = terminal["mark"]
    if mark is None:  # danda and full-width marks always end a sentence
        return True
    word_after = _word_after(passage, terminal.end())
    goes_on = word_after[:1].islower()
    if mark == "!" and _FACTORIAL.match(passage, max(start, terminal.start() - 1)):
        return False
    if "!" in mark or "?" in mark:
        return not (goes_on and terminal["closed"])
    begin = passage.rfind(" ", start, terminal.start()) + 1 or start
    word_before = passage[begin : terminal.start()].lstrip(LEADING_MARKS)
    if word_before.casefold() not in style.known:
        word_before = _DASHES.split(word_before)[-1]
    if mark == "." and _POSTPOSITION_AHEAD.match(passage, terminal.end()):
        return False
    if mark == "." and passage.startswith((" = ", " ≈ ", " § "), terminal.end()):
        return False  # "1 in. = 2.54 cm", "Code Ann. § 22"
    if mark == "." and word_after.rstrip(",") in ("LLC", "LLP", "Inc", "Ltd", "GmbH"):
        return False
    if mark == "." and _SIDE_AHEAD.match(passage, terminal.end()):
        return False
    if mark == "." and _CLAUSE_AHEAD.match(passage, terminal.end()):
        return False
    if mark != ".":
        return word_after[:1].isupper() and word_after.casefold() != word_before.casefold()
    is_known = word_before.casefold() in _MERIDIEM or word_before.casefold() in style.known
    if goes_on and (style.writer_capitalises or terminal["closed"] or is_known):
        return False
    if goes_on and _DOTTED.fullmatch(word_before) and len(word_before) > 2:
        return False
    if is_known and _RANGE_AHEAD.match(passage, terminal.end()):
        return False
    if len(word_before) < 4 and _LABEL_AHEAD.match(passage, terminal.end()):
        return False
    if word_before.casefold() in style.known.before_number and _NUMBER_AHEAD.match(passage, terminal.end()):
        return False
    if word_before.istitle() and passage[:begin].endswith(", ") and _DATELINE.match(passage, terminal.end()):
        return False
    if word_before in ("c", "T", "t") and _AMOUNT_BEHIND.search(passage, max(0, begin - 5), begin):
        return False  # "1/2 c. Parm"
    if word_before in ("d", "def") and _BEATEN_AHEAD.match(passage, terminal.end()):
        return False
    if word_before.isdigit() and _CHESS_MOVE.match(passage, terminal.end()):
        return False
    if begin == 0 and _LIST_LABEL.fullmatch(word_before):
        return False
    if (
        len(word_before) < 3
        and word_before.isdigit()
        and word_after.casefold() not in _SENTENCE_OPENERS
        and _LISTED_BEHIND.search(passage, max(0, begin - 2), begin)
    ):
        return False
    if is_known and _CAPITALS_IN_BRACKETS.match(passage, terminal.end()) and word_before.casefold() not in _MERIDIEM:
        return False
    if _SIGN_AHEAD.match(passage, terminal.end()) and (
        is_known or _is_cut(word_before, passage[max(0, begin - 2) : begin])
    ):
        return False
    if word_after == "I" and not style.is_i_a_word and word_before.casefold() in style.known.before_number:
        return False
    if _is_cut(word_before, passage[max(0, begin - 2) : begin]) and word_after.casefold() not in _SENTENCE_OPENERS:
        return False
    return not _is_abbreviation(word_before, word_after, style.known, opens=begin <= start + 1)


def _is_cut(word: str, behind: str) -> bool:
    """Whether a word that no table has is cut short, by its letters."""
    is_cut = _CONSONANTS.fullmatch(word) is not None and len(word) > 1
    return is_cut and word.casefold() not in _SOUNDS and not _AFTER_NUMBER.search(behind)


def _word_after(passage: str, position: int) -> str:
    match = _NEXT_WORD.match(passage, position)
    word = (match["word"] if match else None) or ""
    return word if len(word) == 2 else word.rstrip(".")  # an initial keeps its full stop: "I." is no "I"


def _is_abbreviation(word: str, word_after: str, known: Abbreviations, *, opens: bool) -> bool:
    """Whether the full stop after `word` belongs to it, given the next word. `opens`: it begins its sentence."""
    folded = word.casefold()
    if folded in known.before_number and (word_after[:1].isdigit() or _ROMAN.fullmatch(word_after)):
        return True
    if folded in known.before_number and word_after.casefold().rstrip(".") in _CALENDAR and len(folded) > 2:
        return True  # "exp. Wed."
    if folded in known.never_last:
        return True
    if folded in known.titles and (word[0].isupper() or not word_after[:1].isupper()):
        return True
    if folded in _MERIDIEM:
        return word_after.casefold() in _CALENDAR or (len(word_after) > 1 and word_after.isupper())
    if folded == "etc":
        return not word_after[:1].isupper()
    if (
        word.isupper()
        and word.isalpha()
        and folded not in _COMMON
        and len(word) > 2
        and not (word_after[:1].isupper() and (len(word_after) < 2 or word_after.isupper()))
    ):
        return False  # "plus TTL. 0% APR": letters, not a word cut short
    initial = len(word) == 1 and word.isupper() and (opens or word != "I")
    if initial or folded in known.often_last or _DOTTED.fullmatch(word):
        return word_after.casefold() not in _SENTENCE_OPENERS
    return False


def split_long(text: Traced, limit_characters: int, language: str | None = None) -> list[Traced]:
    """Parts of at most `limit_characters`, cut at the best place near even shares, and not inside an expression of
    `language` if it can be helped."""
    limit = max(1, limit_characters)
    parts: list[Traced] = []
    rest = text.stripped()
    while len(rest) > limit:
        cut = _best_cut(rest.text, limit, language)
        parts.append(rest[:cut].stripped())
        rest = rest[cut:].stripped()
    return [*parts, rest] if rest.text else parts


def _best_cut(text: str, limit: int, language: str | None) -> int:
    share = len(text) / -(-len(text) // limit)
    smallest = max(1, int(share * _SMALLEST_SHARE))
    window = text[: limit + 1]
    whole = {match.end() for match in _GRAPHEME.finditer(text, 0, min(len(text), limit + 64))}
    inside = _inside_expressions(text[: limit + _LONGEST_EXPRESSION_CHARACTERS], language) if language else frozenset()
    for places in _PLACES:
        cuts = [cut for cut in places(window) if smallest <= cut <= min(limit, len(text) - smallest) and cut in whole]
        cuts = [cut for cut in cuts if cut not in inside] or (cuts if places is _anywhere else [])
        if "[" in window:
            cuts = [cut for cut in cuts if not is_inside(cut, text)]
        if cuts:
            return min(cuts, key=lambda cut: abs(cut - share))
    return max((cut for cut in whole if cut <= limit), default=limit)


def _inside_expressions(text: str, language: str) -> frozenset[int]:
    return frozenset(place for start, stop in places_of_expressions(text, language) for place in range(start + 1, stop))


def _ends(pattern: re.Pattern[str]) -> Callable[[str], list[int]]:
    return lambda window: [match.end() for match in pattern.finditer(window)]


def _before_conjunctions(window: str) -> list[int]:
    return [match.start() for match in _WORD_PLACE.finditer(window) if match[0].casefold() in _CONJUNCTIONS]


def _anywhere(window: str) -> list[int]:
    return list(range(1, len(window)))


# Where to cut, from the best place to the worst.
_PLACES: tuple[Callable[[str], list[int]], ...] = (
    _ends(_STRONG_PLACE),
    _ends(_COMMA_PLACE),
    _before_conjunctions,
    _ends(_SPACE_PLACE),
    _anywhere,
)
