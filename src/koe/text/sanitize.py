"""Any string -> the text that is read out: no HTML or Markdown, no pictures, no invisible characters.

Empty lines between paragraphs and line breaks stay, because the splitter needs both. Emoji stay only where they are
read by name. A text without a single letter, digit or emoji becomes "".

Everything here runs in linear time: no pattern can try the same characters twice from many places.
"""

from __future__ import annotations

import unicodedata
from html import unescape

import regex  # type: ignore[import-untyped]  # for the Unicode properties that `re` does not know

from koe.text import ipa
from koe.text.traced import Traced

_LINE_BREAK = regex.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028]")
_PARAGRAPH_SEPARATOR = regex.compile(r"\u2029")

# 30 marks on one letter is Unicode's own limit for sane text (UAX #15, stream-safe format). Beyond it, normalisation
# would sort marks in quadratic time.
_STACKED_MARKS = regex.compile(r"(\p{M}{30})\p{M}+")

_SQUARED_UNIT = regex.compile(r"[\u3300-\u3357\u3371-\u33df]")
# Compatibility forms of letters: full and half width, mathematical, circled, ligatures. The rest of what
# NFKC folds must stay: it would turn 10² into 102, 1½ into 11/2 and … into three full stops.
_COMPATIBILITY = regex.compile(
    r""
    r"[\u24b6-\u24e9\ufb00-\ufb17\ufb50-\ufdef\ufe70-\ufefc\uff04-\uff06\uff0b\uff10-\uff19\uff1d\uff20-\uff3a\uff41-\uff5a\uff66-\uffdc\uffe0-\uffe6\U0001d400-\U0001d7ff]"
    r"+"
)

_QUOTED = regex.compile(r">(?!=?\s?[0-9$£€])")  # ">100" and "> 5" compare

# Joiners shape Indic and Arabic letters and stay there; between emoji they go.
_INVISIBLE = regex.compile(
    r"(?V1)(?<=[\u0600-\u06ff\u0900-\u0dff])([\u200c\u200d])(?=[\u0600-\u06ff\u0900-\u0dff])"
    r"|[[\p{C}\p{Default_Ignorable_Code_Point}]--[\n\t]]"
)
_BLANK = regex.compile(r"(?V1)[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]*")

_BOXES = regex.compile(r"(?<=[\w.%)])\s{1,3}[☐☑☒✓✔✗✘◻◼⬜]\s*(?=[\w$£€(])")  # between the choices of one line
_KEYCAP = regex.compile(r"[0-9#*]\ufe0f?\u20e3")
_READ = "©®°™№℃℉℗℠〒㈱㈲→⇒⇌▲▼↑↓⌘♯♭"  # signs with words in some language
_PICTURE = (
    rf"[\p{{So}}\p{{Extended_Pictographic}}\p{{Emoji_Modifier}}\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f]--[{_READ}]"
)
_NAMED_PICTURES = r"\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_PICTURES = regex.compile(rf"(?V1)(?! ?[▲△][0-9]) ?(?:(?![▲△][0-9])[{_PICTURE}] ?)++")  # ▲3% is a loss in Japanese
_OTHER_PICTURES = regex.compile(rf"(?V1) ?(?:[{_PICTURE}--[{_NAMED_PICTURES}]] ?)++")
_NAMED = regex.compile(rf"[{_NAMED_PICTURES}]")
_CLUSTER = regex.compile(r"\X")
_CLOSING_MARKS = frozenset(",.;:!?…)]}»”")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_INLINE_TAGS = _words(
    "a abbr audio b bdi bdo big body button cite code data del dfn em font head html i iframe img input ins kbd label "
    "link mark meta q rp rt ruby s samp small source span strike strong sub sup svg time tt u var video wbr"
)
_BLOCK_TAGS = _words(
    "address article aside blockquote br caption center dd details div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr legend li main nav noscript ol optgroup option p pre section select summary table "
    "tbody td textarea tfoot th thead title tr ul"
)
_UNSPOKEN_TAGS = frozenset({"script", "style", "template"})
_TAG = regex.compile(
    r"<!--|<![A-Za-z][^<>]{0,300}+>|</?([A-Za-z][A-Za-z0-9]{0,14}+)"
    # with attributes or without: "if a <b and c> d" is no tag
    r"(?:\s[^<>=]{0,200}+=[^<>]{0,2000}+|\s(?:async|checked|controls|defer|disabled|hidden|open|required))?+\s*+/?+>"
)
_ENTITY = regex.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_BULLET = regex.compile(
    r"(?:\[[ xX✓✔]?\]\s+(?=\S)|(?:\$|>>>|❯) (?=[a-z./~])|--> (?=\S)|[-*+·–—⁃→]\s+|"
    r"[•‣◦▪▫●○■□◆◇・➢➤►▶✓✔☐☑☒★☆]\s*)(?:\[[ xX]\]\s+)?(?=\S)"
)
_NUMBERED = regex.compile(r"([0-9]{1,3})[.)]\s+\S")
_HEADING = regex.compile(r"#{1,6}\s+(?=\S)")
_LINK_TARGET = regex.compile(r"\[[^\[\]]{1,100}\]:\s*<?(?:[a-z]{2,8}:|www\.|/|#)\S+.*")
_TABLE_ROW = regex.compile(r"(?!\|[^|\s]{1,20}\|\Z)\|.*\|", regex.DOTALL)  # "|x|" is an absolute value
_RULE_CHARACTERS = frozenset("-*_=~+|:# ")

_LINK = regex.compile(
    r"!?\[([^\[\]]{0,500}+)\]"
    r'(?:\(([^()\s"]{0,2000}+(?:\([^()\s]{0,200}+\))?+[^()"]{0,200}+(?:"[^"]{0,300}+")?+)\)|(?<![\w\])]!?\[[^\[\]]{0,500}\])\[[^\[\]]{0,200}+\])'
)
_FOOTNOTE = regex.compile(r"\[\^[^\[\]\s]{1,50}\]")
_ESCAPED = regex.compile(r"\\([\\`*_{}\[\]()#+\-.!>~|])")
# Stars that are no emphasis: between spaces or digits, and before digits if no star closes it: "*67", "**** 4242";
# of file names, "*.txt"; after a number if no star opens it: "134*" is a batsman who is not out.
_STARS = regex.compile(
    r"(?<=\s)\*{1,2}(?=\s)|(?<=[0-9](?:[mµk]?[gl]|[mc]?m|片|粒)?)\*(?=[0-9])|(?<![\w*])\*{1,4} "
    r"?(?=#?[0-9]{2,6}(?![\w*][\w*])(?![^\n]{0,200}[^\s*]\*))|(?<![\w*])\*(?=\.[a-z]{1,5}\b(?!\*))"
    r"|(?<=[\w)])\*\*(?=[0-9])|(?<=[0-9])\*(?=[a-z(])"  # products and powers in code, "2*x", "i**2"
    # a product of two names: "a*b"
    r"|(?<=(?:^|[\s(=])[a-z]\w{0,15})\*(?=[a-z]\w{0,15}(?:[\s),;=]|$))"
    r"|(?<=\w\()\*(?=\))|(?<=(?:^|[\s(])[0-9]{1,3})\*(?=[,;.)\s]|$)(?<!(?:^|[\s(])\*[^*\n]{1,80}\*)|(\*+)"
)
_UNDERSCORES = regex.compile(r"(?<![^\W_])_+(?!\{)|_+(?![^\W_]|\{)")  # "x_{1}" is a formula
_DASH_OF_HYPHENS = regex.compile(r"(?<=\s)-{1,3}(?=\s(?!\d))|(?<=[\w.,!?\"'”’])-{2,3}(?=[\w\"'“‘])")
_REPEATED_MARK = regex.compile(r"([!?.,;:…—–-])\1{3,}")

_DOUBLE_MARKS = {"‼": "!!", "⁇": "??", "⁈": "?!", "⁉": "!?"}
_DOUBLE_MARK = regex.compile("[‼⁇⁈⁉]")
# Circles in the place of a name, ○○さん, are no picture: they are written like the zero of Chinese numerals.
_NAME_LEFT_OPEN = regex.compile(r"(?<![○◯])[○◯]{2,4}(?=[\p{Han}\p{Hiragana}\p{Katakana}])")
_CELL = regex.compile(r"[^|]+")
_CODE_OR_STRUCK = regex.compile(r"`|~~")

# Columns of a table in plain text, and signs between parts of a line: "Line 12 | Mon–Fri · hourly". A single tab in a
# line is a space, and "|" in Devanagari a full stop. Before a command of a shell it is a pipe, and normalisation reads
# it.
_COLUMNS = regex.compile(
    r"(?<=[^\s,.;:!?|(\[])(?: {4,}"
    # Fewer spaces part columns only before numbers, in a line that has a wider gap or a sum.
    r"| {2,3}(?=[$£€][0-9])| {2,3}(?=[$£€+-]?[0-9])(?<=[0-9A-Z][%a-zA-Z.)\"]{0,12} {2,3})(?<=(?: {3}|\$)[^\n]{0,120})"
    r"|\t(?=[^\n\t]{1,200}\t)|(?<=\t[^\n\t]{1,200})\t)(?=[^\s|])"
)
PIPE = r" \| (?=(?:jq|grep|egrep|awk|sed|sort|uniq|wc|head|tail|xargs|tee|less|more|cut|tr|bash|sh|python3?|cat)\b)"
_PARTED = regex.compile(
    rf"(?<=[\p{{Latin}}0-9][\p{{Latin}}0-9%.)\]\"”’°'])(?!{PIPE}) [|·•] "
    r"(?=[\"“‘(\[$£€#@]?[\p{Latin}0-9]{2})"
)
_QUOTES_OF_TEX = regex.compile(r"(?<!`)``(?=\w[^`\n]{0,300}'')|(?<=[^\W\d][.,!?]?)''(?![\w(])")

# A line of a table with commas between its cells: "A-205,Bolt,200,0.21".
_COMMA_CELLS = regex.compile(
    r"(?m)^(?=[^\n]*(?:[\p{L}\"],[^\s,]|[^\s,],[\p{L}\"]))(?:\"[^\"\n]{0,200}\"|[^,\s\"][^,\n\"]{0,80})(?:,(?:\"[^\"\n]{0,200}\"|[^,\s\"][^,\n\"]{0,80})?){3,40}$"
)
# Chinese and Japanese have no spaces behind commas.
_WITHOUT_SPACES = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_NUMBER_CELLS = regex.compile(r"(?m)^(?=[^\n]{0,200}[.:-][0-9]{1,9},[0-9])[0-9.:+-]{1,40}(?:,[0-9.:+-]{0,40}){3,40}$")
_COMMA = regex.compile(r"\"[^\"\n]{0,200}\"(*SKIP)(*FAIL)|,(?=\S)")
_SPACED_ELLIPSIS = regex.compile(r"(?<=[\w,\"”’)]) ?\. \. \.(?: \.)?(?=\s|[\"”’,)]|$)")
_SPACES = regex.compile(r"[^\S\n]{2,}|[^\S\n ]")  # not every single space: most of them are right
_SPACES_AT_BREAK = regex.compile(r" ?\n ?")
_EMPTY_LINES = regex.compile(r"\n{3,}")


def is_blank(text: str) -> bool:
    """Whether the text has no visible character: only whitespace, zero-width and control characters."""
    return _BLANK.fullmatch(text) is not None


def composed(text: Traced) -> Traced:
    """The text in NFC: letters and their marks as one character where there is one."""
    if unicodedata.is_normalized("NFC", text.text):
        return text
    text = text.replace_matches(_STACKED_MARKS, _first_group)
    return text.replace_matches(_CLUSTER, lambda cluster: unicodedata.normalize("NFC", cluster[0]))


def sanitize(text: Traced, *, keeps_emoji: bool = False) -> Traced:
    text = _without_tags(text).replace_matches(_ENTITY, lambda entity: unescape(entity[0]))
    text = text.replace_matches(_LINE_BREAK, lambda _: "\n").replace_matches(_PARAGRAPH_SEPARATOR, lambda _: "\n\n")
    text = composed(text).replace_matches(_KEYCAP, lambda _: " ")
    text = text.replace_matches(_INVISIBLE, lambda match: match[1] or "")
    text = text.replace_matches(_SQUARED_UNIT, _unit)
    text = text.replace_matches(_COMPATIBILITY, lambda match: unicodedata.normalize("NFKC", match[0]))
    text = text.replace_matches(_DOUBLE_MARK, lambda mark: _DOUBLE_MARKS[mark[0]])
    text = text.replace_matches(_NAME_LEFT_OPEN, lambda circles: "〇" * len(circles[0]))
    if _COMMA_CELLS.search(text.text) or _NUMBER_CELLS.search(text.text):
        text = Traced.join((_with_spaced_cells(line) for line in text.lines()), "\n")
    text = text.replace_matches(_SPACED_ELLIPSIS, lambda _: "…")
    text = text.replace_matches(_COLUMNS, lambda _: ", ").replace_matches(_SPACES, lambda _: " ")
    text = _without_line_marks(text).replace_matches(_BOXES, lambda _: ", ")
    text = text.replace_matches(_OTHER_PICTURES if keeps_emoji else _PICTURES, _gap)
    text = _without_inline_marks(text)
    text = text.replace_matches(_SPACES, lambda _: " ").replace_matches(_SPACES_AT_BREAK, lambda _: "\n")
    text = text.replace_matches(_EMPTY_LINES, lambda _: "\n\n").stripped()
    is_readable = any(character.isalnum() for character in text.text) or (keeps_emoji and _NAMED.search(text.text))
    return text if is_readable else text[:0]


def _first_group(match: regex.Match[str]) -> slice:
    return slice(*match.span(1))


def _without_tags(text: Traced) -> Traced:
    kept: list[Traced] = []
    position = 0
    endless: set[str] = set()  # closing tags that do not follow any more, not searched for again
    for tag in _TAG.finditer(text.text):
        if tag.start() < position:
            continue
        name = (tag[1] or "").lower()
        if tag[0] == "<!--" or name in _UNSPOKEN_TAGS:
            end = _end_of_unspoken(text.text, tag, name, endless)
            replacement = " "
        elif name in _BLOCK_TAGS:
            end, replacement = tag.end(), "\n\n"
        elif name in _INLINE_TAGS or not name:
            end, replacement = tag.end(), ""
        else:
            continue
        place = text.source_range(tag.start(), end)
        kept += (text[position : tag.start()], Traced.standing_for(*place, replacement))
        position = end
    return Traced.join([*kept, text[position:]]) if kept else text


def _end_of_unspoken(text: str, tag: regex.Match[str], name: str, endless: set[str]) -> int:
    closing = f"</{name}" if name else "-->"
    if closing in endless:
        return int(tag.end())
    match = regex.compile(rf"{closing}[^<>]{{0,100}}>" if name else closing, regex.IGNORECASE).search(text, tag.end())
    if match is None:
        endless.add(closing)
        return int(tag.end())
    return int(match.end())


def _unit(sign: regex.Match[str]) -> str:
    """The letters of a unit in one sign, with the exponent that NFKC would fold: ㎡ is m², not m2."""
    _, *letters = unicodedata.decomposition(sign[0]).split()
    return "".join(chr(int(letter, 16)) for letter in letters)


def _without_line_marks(text: Traced) -> Traced:
    """Without Markdown at the beginning of lines. Headings, list items and table rows become paragraphs."""
    lines: list[Traced] = []
    in_list = True
    for line in text.lines():
        content = line.stripped()
        if _QUOTED.match(content.text):
            content = content[len(content) - len(content.text.lstrip("> ")) :]
        numbered = _NUMBERED.match(content.text)
        empty = content[:0]
        if not content.text or _is_rule(content.text) or _LINK_TARGET.fullmatch(content.text):
            lines.append(empty)
            in_list = True
        elif heading := _HEADING.match(content.text):
            lines += (empty, content[heading.end() : len(content.text.rstrip("# "))], empty)
            in_list = True
        elif bullet := _BULLET.match(content.text):
            lines += (empty, content[bullet.end() :])
            in_list = True
        elif _TABLE_ROW.fullmatch(content.text):
            cells = (content[slice(*cell.span())].stripped() for cell in _CELL.finditer(content.text))
            lines += (empty, Traced.join((cell for cell in cells if cell.text), ", "))
        elif numbered and (in_list or numbered[1] == "1"):
            lines += (empty, content)
            in_list = True
        else:
            lines.append(content)
            in_list = False
    return Traced.join(lines, "\n")


def _with_spaced_cells(line: Traced) -> Traced:
    is_row = _COMMA_CELLS.fullmatch(line.text) and not _WITHOUT_SPACES.search(line.text)
    return line.replace_matches(_COMMA, lambda _: ", ") if is_row or _NUMBER_CELLS.fullmatch(line.text) else line


def _is_rule(line: str) -> bool:
    if line.startswith(("```", "~~~")):
        return line[0] not in line.lstrip(line[0])
    is_above_signature = line == "--"
    return is_above_signature or (len(line) >= 3 and _RULE_CHARACTERS.issuperset(line))


def _gap(pictures: regex.Match[str]) -> str:
    following = pictures.string[pictures.end() : pictures.end() + 1]
    return "" if following in _CLOSING_MARKS else " "


def _without_inline_marks(text: Traced) -> Traced:
    for _ in range(2):  # twice: an image may be the label of a link
        text = text.replace_matches(_LINK, _label)
    text = text.replace_matches(_FOOTNOTE, lambda _: "").replace_matches(_ESCAPED, _first_group)
    text = text.replace_matches(_PARTED, lambda _: ", ")
    if "``" in text.text:
        text = text.replace_matches(_QUOTES_OF_TEX, lambda mark: "“" if mark[0] == "``" else "”")
    text = text.replace_matches(_CODE_OR_STRUCK, lambda _: "")
    text = text.replace_matches(_STARS, lambda stars: "" if stars[1] else None)
    text = text.replace_matches(_UNDERSCORES, lambda _: "").replace_matches(_DASH_OF_HYPHENS, lambda _: "—")
    return text.replace_matches(_REPEATED_MARK, lambda mark: mark[1] * 3)


def _label(link: regex.Match[str]) -> slice | None:
    """`[word](/wɜːd/)` prescribes a pronunciation; `[label](/docs/)`, in plain letters, is an address."""
    return None if ipa.is_prescribed(link[2] or "") else _first_group(link)
