"""Text -> sentences, and sentences that are too long -> parts. Nothing but whitespace is ever lost.

A line break is a plain space in text that was wrapped by hand, and the end of a sentence after a heading, an entry of a
list or a verse. `_breaks_sentence` decides which.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import regex  # type: ignore[import-untyped]  # for grapheme clusters

from koe.languages import ENGLISH_CODES
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
    "several she should since so some someone sometimes soon still such that the their then there these they this "
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
_LEADING_MARKS = "\"'“”‘’«‹»›([{¿¡—–-*#"
# Letters of any script: p.m, and in Devanagari a syllable or the name of a letter, सी.बी.आई.
_INITIAL = r"(?:[^\W\d_]{1,3}|[\u0904-\u0939][\u0900-\u094f]{0,6})"
_DOTTED = re.compile(rf"{_INITIAL}(?:\.-?{_INITIAL})+")
_FACTORIAL = re.compile(r"[0-9nk)]! [-+*/×÷·=<>≤≥≈] ?[\w(?]")  # "5! = 120"
_ROMAN = re.compile(r"[IVXLC]{2,7}|[VX]")
_CHESS_MOVE = re.compile(r" (?:O-O|[KQRBN][a-h1-8]?x?[a-h][1-8]|[a-h](?:x[a-h])?[1-8])(?![\w-])")  # "2. Nf3"
_BEATEN_AHEAD = re.compile(r" [A-Z][\w'-]+(?: [A-Z][\w'-]+)?,? [0-9]{1,2}[-–][0-9]")  # "Alcaraz d. Djokovic 6–2"
_AMOUNT_BEHIND = re.compile(r"[0-9¼-¾⅐-⅞] \Z")
_LIST_LABEL = re.compile(r"[0-9]{1,3}|[ivxIVX]{1,5}")

# Text wrapped by hand is between these widths: a longer line was not wrapped, a shorter one is a heading or a verse.
_NARROWEST_WRAP = 50
_WIDEST_WRAP = 120
# A line of capitals opens a sentence by its letter, wherever it was wrapped. Such text is wrapped unevenly.
_FEWEST_CAPITAL_LINES = 3
_FULL_CAPITAL_LINE = 0.7
_FEW_DIGITS = 0.1  # lines of a receipt have more
# A line that leaves a quarter of the width free was not wrapped there.
_SHORT_LINE = 0.75
_CODE_WORD = re.compile(r"\S*(?:[_/={}()\[\]<>$@0-9]|\w\.\w)|[A-Za-z]\w{0,2} ?[=≈≤≥<>]")
_CODE_LINE = re.compile(r"[=(){}].*;$|[{};]$(?<=[)}\]];|[ )]\{|.\})|^\}$")
# "VAT ID: …", "Subject: …"
_LABELLED = re.compile(r"[A-Z][\w&./-]{0,30}(?: [\w&./-]{1,30}){0,3}: ?\S")
_CAPITAL_SENTENCE = re.compile(r"[.!?] [A-Z][a-z]")
_CLOSING = "\"'”’»)]"
# A line that ends with one of these goes on.
_NEVER_LAST_OF_LINE = _words(
    "a about after an and are as at be because before between but by can could de for from had has have his her if in "
    "into is its la like my near no nor of on or our over since so than that the their this to under until was we were "
    "when which while who will with without would your mr mr. mrs mrs. ms ms. dr dr. st st. prof prof. no. vs vs. v."
)
_EMPTY_CELLS = ("| —", "| –", "| -", ", —", ", –")  # the last one of a row
_CARRIES_ON = (",", ";", "—", "–", "-", "(", "/", "&")

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
class Cut:
    """A sentence, and the line breaks after it."""

    text: Traced
    lines_after: int = 0  # 0: none, or it is the last; 1: the next one begins a line; 2: an empty line follows


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
    for passage in _passages(text):
        spaced = passage.text.replace_matches(_SPACES, lambda _: " ").stripped()
        sentences = [Cut(sentence) for sentence in _sentences(spaced, style)]
        if sentences:
            sentences[-1] = replace(sentences[-1], lines_after=passage.lines_after)
        cuts += sentences
    return [*cuts[:-1], *(replace(last, lines_after=0) for last in cuts[-1:])]


def _passages(text: Traced) -> Iterator[Cut]:
    """The text, cut at line breaks that end a sentence."""
    block: list[Traced] = []
    for line in (*text.lines(), text[:0]):
        content = line.stripped()
        if content.text:
            block.append(content)
        elif block:
            *lines, last = _join_wrapped(block)
            yield from (Cut(line, lines_after=1) for line in lines)
            yield Cut(last, lines_after=2)
            block = []


def _join_wrapped(lines: list[Traced]) -> Iterator[Traced]:
    width = max(map(len, lines))
    fullness = _fullness(lines, width)
    wrapped = _NARROWEST_WRAP <= width <= _WIDEST_WRAP and (
        _is_wrapped_once(lines)
        if len(lines) == 2
        else any(not _opens_sentence(line.text) for line in lines[1:]) and fullness >= 0
    )
    wrap_width = width if wrapped else 0
    if _NARROWEST_WRAP <= width <= _WIDEST_WRAP and _are_capitals(lines):
        wrap_width = int(_FULL_CAPITAL_LINE * width)
    passage = [lines[0]]
    are_messages = _are_messages(lines)
    for line, following in pairwise(lines):
        breaks = _breaks_sentence(line.text, following.text, wrap_width, fullness)
        if breaks or (are_messages and _may_end(line.text)):
            yield passage[0] if len(passage) == 1 else Traced.join(passage)
            passage = [following]
        else:
            hyphenated = line.text[-1] == "-" and line.text[-2:-1].isalpha() and following.text[0].islower()
            space = Traced.standing_for(line.stops[-1], line.stops[-1], " ")
            passage += (following,) if hyphenated else (space, following)
    yield Traced.join(passage)


def _fullness(lines: list[Traced], width: int) -> int:
    """How many more lines leave no room for the next word than leave much. Below zero the text was not wrapped, above
    zero it was. The widest line and the last one tell nothing."""
    full = short = 0
    for line, following in pairwise(lines):
        first_word = following.text.split(maxsplit=1)[0]
        if len(line) < width and len(line) + 1 + len(first_word) > width:
            full += 1
        elif len(line) + 1 + len(first_word) <= _SHORT_LINE * width:
            short += 1
    return full - short


def _is_wrapped_once(lines: list[Traced]) -> bool:
    """Whether a sentence goes on in the second line of two. A capital there is part of a name, "New / York", if the
    word before has one too; after other words it opens an entry of its own."""
    first, second = (line.text for line in lines)
    if not _opens_sentence(second) or not _may_end(first):
        return True
    last_word = first.rsplit(None, 1)[-1].rstrip(_CLOSING)
    return last_word.istitle() and second[:1].isalpha() and len(last_word) > 1 and last_word.isalpha()


def _are_messages(lines: list[Traced]) -> bool:
    """Whether each line is a message or a command of its own: text in small letters is not wrapped by hand."""
    first = next((letter for letter in lines[0].text if letter.isalpha()), "")
    return first.islower() and not any(_CAPITAL_SENTENCE.search(line.text) for line in lines)


def _may_end(line: str) -> bool:
    last_word = line.rsplit(None, 1)[-1].rstrip(_CLOSING)
    return not line.endswith(_CARRIES_ON) and last_word.casefold() not in _NEVER_LAST_OF_LINE


def _ends_on_purpose(line: str, following: str) -> bool:
    """Whether a line before small letters is an entry of its own, where no other line shows that the text was wrapped:
    it ends with a number or a bracket, it is code, or no plain word follows."""
    if _CODE_LINE.search(line):
        return True
    return _may_end(line) and (not line[-1].isalpha() or _CODE_WORD.match(following) is not None)


def _breaks_sentence(line: str, following: str, wrap_width: int, fullness: int) -> bool:
    """Whether the line break ends a sentence. In text wrapped by hand it does if the next word would have fitted."""
    if _LABELLED.match(line) and _LABELLED.match(following):
        return True
    if line.endswith(_EMPTY_CELLS) and _opens_sentence(following):
        return True
    if not _opens_sentence(following):
        return fullness <= 0 and _ends_on_purpose(line, following)
    if line.endswith(_CARRIES_ON):
        return False
    return len(line) + 1 + len(following.split(maxsplit=1)[0]) <= wrap_width or not wrap_width


def _are_capitals(lines: list[Traced]) -> bool:
    if len(lines) < _FEWEST_CAPITAL_LINES or not all(line.text.isupper() for line in lines):
        return False
    digits = sum(character.isdigit() for line in lines for character in line.text)
    return digits < _FEW_DIGITS * sum(map(len, lines))


def _opens_sentence(line: str) -> bool:
    first = line.lstrip(_LEADING_MARKS + " ")[:1]
    return first.isalnum() and not first.islower()


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
    word_before = passage[begin : terminal.start()].lstrip(_LEADING_MARKS)
    if word_before.casefold() not in style.known:
        word_before = _DASHES.split(word_before)[-1]
    if mark == "." and _POSTPOSITION_AHEAD.match(passage, terminal.end()):
        return False
    if mark == "." and passage.startswith((" = ", " ≈ "), terminal.end()):
        return False  # "1 in. = 2.54 cm"
    if mark == "." and _SIDE_AHEAD.match(passage, terminal.end()):
        return False
    if mark == "." and _CLAUSE_AHEAD.match(passage, terminal.end()):
        return False
    if mark != ".":
        return word_after[:1].isupper() and word_after.casefold() != word_before.casefold()
    is_known = word_before.casefold() in _MERIDIEM or word_before.casefold() in style.known
    if goes_on and (style.writer_capitalises or terminal["closed"] or is_known):
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
    if word_after == "I" and not style.is_i_a_word and word_before.casefold() in style.known.before_number:
        return False
    return not _is_abbreviation(word_before, word_after, style.known, opens=begin <= start + 1)


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
