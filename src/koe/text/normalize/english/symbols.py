"""Single symbols -> words. These rules run last, after those that know a more specific meaning."""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize.english import spelling
from koe.text.normalize.rule import Rule, after, before, rule

# Between two words, or alone.
_WORDS: Mapping[str, str] = {
    "&": "and", "+": "plus", "=": "equals", "×": "times", "÷": "divided by", "±": "plus or minus",
    "≈": "is approximately",
    "≠": "is not equal to", "≤": "is less than or equal to", "≥": "is greater than or equal to", "<": "is less than",
    ">": "is greater than", "%": "percent", "°": "degrees", "§": "section", "©": "copyright", "@": "at", "€": "euro",
    "£": "pound", "¥": "yen", "₹": "rupee", "$": "dollar", "√": "the square root of", "∞": "infinity",
    "∑": "the sum of",
    "→": "to",
    "←": "from", "^": "to the power of", "\\": "backslash", "№": "number", "¢": "cents", "‰": "per mille",
    "∈": "in", "∴": "therefore", "#": "number", "⇒": "implies", "∝": "is proportional to", "≡": "is equivalent to",
    "≪": "is much less than", "≫": "is much greater than",
}  # fmt: skip
_COMPARED = {
    "<": "less than", ">": "greater than", "≤": "at most", "≥": "at least", "≈": "approximately", "<=": "at most",
    ">=": "at least", "≈=": "approximately", "≤=": "at most", "≥=": "at least",
}  # fmt: skip
_COMPARED_WITH = {
    **{sign: f"is {words}" for sign, words in _COMPARED.items()},
    **dict.fromkeys(("≤", "<="), "is less than or equal to"),
    **dict.fromkeys(("≥", ">="), "is greater than or equal to"),
}
_SUPERSCRIPTS = {"²": "squared", "³": "cubed"}
_UNSPOKEN = "®™℠†‡¶•·¬¦|*_`~∎□"
_MINUS_BETWEEN = (
    r"(?<=[0-9]\s[A-Za-z])\s[-–]\s(?=\([-–]?[0-9])|(?<=\w)\s-\s(?=[a-z]\b|\w{1,10}\s=)"
    r"|(?<=[)\]²³])\s[-–−]\s(?=\([A-Za-z0-9]{1,3}[)²³ (\[])"
)


def early_rules() -> tuple[Rule, ...]:
    """Rules for symbols before numbers, which have other meanings elsewhere."""
    return (
        rule(r"(?i:(?<=copyright)|(?<=copyright\s))\s?(?:©|\(c\))\s?", lambda _: " ", name="copyright"),
        rule(r"(?<![\w=])=(?=[0-9]{1,3}(?:st|nd|rd|th)\b)", lambda _: "equal ", name="tied place"),
        rule(r"(?<!\S)<3(?!\S)", lambda _: "love", name="heart"),
        rule(
            r"(?<![\w#])#\s?(?=[0-9])|№\s?(?=[0-9])|(?<!\w)[nN][°º]\s?(?=[0-9])",
            lambda _: "number ",
            name="number sign",
        ),
        rule(r"§§\s?(?=[0-9])", lambda _: "sections ", name="section sign"),
        rule(r"§\s?(?=[0-9])", lambda _: "section ", name="section sign"),
        rule(r"¶¶?\s?(?=[0-9])", lambda _: "paragraph ", name="paragraph sign"),
        rule(r"(?<=\b[Aa] )~\s?(?=[.0-9$£€¥½¼¾])", lambda _: "roughly ", name="about"),
        rule(r"(?<![\w~/])~\s?(?=[.0-9$£€¥½¼¾-])", lambda _: "about ", name="about"),
        rule(r"(?:±|\+/[-–])\s?", _plus_or_minus, name="plus or minus"),
        rule(
            r"(?<!\w)([▲▼])\s?(?=[+-]?[$£€]?[0-9.])", lambda match: {"▲": "up ", "▼": "down "}[match[1]], name="arrow"
        ),
        rule(r"(?<![\w→])([↑↓])\s?(?=[0-9.$£€])", lambda match: {"↑": "up ", "↓": "down "}[match[1]], name="arrow"),
        rule(r"(?<!\w)([<>≤≥≈]=?)\s?(?=[0-9.$£€¥-])", _compared, name="comparison"),
        rule(r"\((?:c|C)\)\s?(?=[12][0-9]{3})", lambda _: "copyright ", name="copyright"),
    )


def between_numbers_rules() -> tuple[Rule, ...]:
    """Rules for operators beside numbers that no formula has taken. They run after those for numbers."""
    return (
        rule(r"(?<=[0-9])\sx\s(?=[0-9$£€])", lambda _: " times ", name="operator"),
        rule(r"(?<=[a-z]{2}s)\sx\s(?=[0-9]{1,3}(?:[,;.)]|\s?\Z))", lambda _: " times ", name="operator"),
        rule(r"(?<=[\w)\]]) \*\* (?=[\w(])", lambda _: " to the power of ", name="operator"),
        rule(r"(?<=[0-9)\]]) \* (?=[\w($])|(?<=\w) \* (?=[0-9($])", lambda _: " times ", name="operator"),
        rule(r"(?<=[\w)])\*\*(?=[0-9])", lambda _: " to the power of ", name="operator"),
        rule(r"(?<=[0-9])\s?\*\s?(?=[0-9a-z(])", lambda _: " times ", name="operator"),
        rule(r"(?<=[0-9])\s/\s(?=[0-9])", _divided, name="operator"),
        rule(r"(?<=\w)\s?\^\s?(?=[0-9])", lambda _: " to the power of ", name="operator"),
        rule(r"(?<=[0-9%])\s?\+(?=\s[A-Za-z]|[.,;!?)]|\Z)", lambda _: " plus", name="plus sign"),
        rule(r"(?<=[0-9A-Za-z])\+(?=[a-z]{2})", lambda _: " plus ", name="plus sign"),
        rule(r"(?<=[0-9%])\s?([+=÷])\s?(?=[-0-9(])", lambda match: f" {_WORDS[match[1]]} ", name="operator"),
        rule(r"(?<=[0-9])\s×\s(?=[0-9])", lambda _: " times ", name="operator"),
    )


def grade_rules() -> tuple[Rule, ...]:
    """Rules for marks at school: "B+", "an A- student"."""
    return (
        rule(
            r"(?<![\w.'&-])([A-D])\+(?=[\s,.;:!?)]|\Z)",
            lambda match: f"{spelling.letters(match[1])} plus",
            name="grade",
        ),
        rule(
            r"(?<!\S)([A-D])[-–](?=\s(?:grade|student|average|minus|level|rating|in)\b)"
            r"|(?:(?<=grade\s)|(?<=got\sa\s)|(?<=got\san\s)|(?<=a\s)|(?<=an\s))([A-D])[-–](?=[,.;:!?)]|\Z)",
            lambda match: f"{spelling.letters(match[1] or match[2])} minus",
            name="grade",
        ),
    )


def power_rules() -> tuple[Rule, ...]:
    """Rules for "10²". They run before those for numbers and after those for units, which take "m²"."""
    return (rule(r"(?<=[\w)])([²³])(?!\w)", lambda match: f" {_SUPERSCRIPTS[match[1]]}"),)


def rules() -> tuple[Rule, ...]:
    spoken = "".join(map(re.escape, _WORDS))
    return (
        rule(
            r"(?:(?<=[\w.)%!])|(?<=[,|]\s[—–-])) [|•·] (?=[\w$£€#(]|[.+-][0-9]|[—–-](?:\s|\Z))",
            lambda _: ", ",
        ),
        rule(r"(?<![\w])([A-G])([♯♭])(?!\w)", _accidental, name="note of music"),
        rule(
            r"(?<!\S)#(?=\s(?:is|of|for|was|to|you|and|here)\b|[?,.](?:\s|\Z)|\s?\Z)",
            lambda _: "number",
            name="number sign",
        ),
        rule(r"(?<=\b[Ff]rom )\*(?=\s)|(?<=\bto )\*(?=\s)", lambda _: "star", name="star"),
        rule(r"(?<![^\s\"'(`])\^(?![^\s\"'),.`])", lambda _: "caret", name="caret"),
        rule(r"(?<!\w)[Cc]k\s?#\s?", lambda _: "check number ", name="number sign"),
        rule(r"\${2,}(?!\w)", lambda _: "money"),
        rule(f"[{re.escape(_UNSPOKEN)}]", lambda match: " " if _between_words(match) else ""),
        rule(r"(?<!\S)([↑↓])\s?(?=[A-Za-z]{2})(?!\s?(?:key|arrow|button)s?\b)", _changed, name="arrow"),
        rule(r"∑\s?(?=from\b|over\b)", lambda _: "the sum "),
        rule(_MINUS_BETWEEN, lambda _: " minus "),
        rule(rf"( ?)([{spoken}])( ?)", _named),
        rule(r"(?<=[°%”\"')])/(?=[A-Z][a-z])", lambda _: ", ", name="slash between parts"),
        rule(r"(?<=[0-9]{3}[CF])/(?=[0-9]{2,3}[CF](?!\w))", lambda _: ", ", name="slash between parts"),
        rule(r"(?<=[0-9]\.[0-9])/(?=[0-9]{1,2}\.[0-9]{1,2}\s?[A-Za-z])", lambda _: ", ", name="slash between parts"),
        rule(r"(?<=%)/(?=[0-9.]{1,6}%)", lambda _: ", ", name="slash between parts"),
        rule(r"(?<=%)/(?=\+[0-9.]{1,6}%)", lambda _: ",", name="slash between parts"),
        rule(r"(?<=[%)]) / (?=[0-9.]{1,6}\s?%)", lambda _: ", ", name="slash between parts"),
        rule(r"(?<=[\w.)%!°+”\"]) / (?=[^\W\d_]|\(?[$£€#(\"“])", _parted, name="slash between parts"),
        rule(r"(?<=[a-z]\.)/(?=[A-Za-z$£€])", lambda _: ", ", name="slash between parts"),
        rule(r"(?<=[^\W\d_])/(?=[^\W\d_])", lambda _: " slash "),
        rule(r"(?<![\w.-])([A-Z])[-–]([A-Z])(?![\w-])", lambda match: f"{spelling.letters(match[1])} to {match[2]}"),
        rule(r"(?<=[^\W\d_])–(?=[^\W\d_])", lambda _: "-"),
        rule(r"(?<=\w)\s?/\s?(?=\w)", lambda _: " slash "),
        rule(
            r"(?<![\w.-])(pre-K|Pre-K|PK|K)–(?=[0-9]{1,2}(?!\w)|[a-z])", lambda match: f"{match[1]} to ", name="grades"
        ),
        rule(r" {2,}", lambda _: " "),
    )


# What a limit is set for: "No pets >25 lbs", "orders >$50".
_LIMITED = re.compile(
    r"(?:\b[Nn]o\s[a-z]{3,12}|\b(?i:pets|dogs|bags|orders|purchases|kids|children|adults|guests|vehicles|trucks|loads|"
    r"packages|items|parcels|clips|files|videos|images|photos|uploads|attachments|patients|people|those|firms|"
    r"companies|groups|parties|winds|gusts))\s\Z"
)
_LIMITS = {**_COMPARED, ">": "over", "<": "under"}
_PREPOSITION = re.compile(
    r"\b(?:at|of|for|with|to|from|by|is|are|be|if|over|in|was|were|and|or|need|needs|means|only|just|contains|requires|"
    r"[a-z]{2,12}ed)\s\Z"
)


def _divided(match: re.Match[str]) -> str:
    """An operator in a sum, else a sign between two entries: "4.95 / 1 muffin"."""
    behind, ahead = before(match), after(match)
    sums = re.search(r"(?:\A|[=(+*×÷−-]\s?|\b(?:is|of|by|compute|calculate|divide|what's)\s)[0-9.,]{1,12}\Z", behind)
    return (
        " divided by "
        if sums and re.match(r"[0-9.,]{1,12}?(?:\s?[=)+*×÷?−-]|[.?]?\Z|\s(?:is|equals)\b)", ahead)
        else ", "
    )


def _accidental(match: re.Match[str]) -> str:
    return f"{spelling.letters(match[1])} {'sharp' if match[2] == '♯' else 'flat'}"


def _changed(match: re.Match[str]) -> str:
    """An order at the beginning of a clause, what has been found elsewhere: "↑ metformin", "with ↑ risk"."""
    verb = {"↑": "increase", "↓": "decrease"}[match[1]]
    begins = re.search(r"(?:\A|[.;:,]\s)\Z", match.string[max(0, match.start() - 2) : match.start()])
    return f"{verb} " if begins else f"{verb}d "


# "Requires Node ≥ 18", "4 °C ≤ 6 mo."
_NEEDED = re.compile(
    r"(?:\b(?:requires?|needs?|with|w/|use|using|on|for|in|under|supports?)\s[\w.+-]{1,15}|°[CF])\s\Z", re.IGNORECASE
)


_AMOUNT_AHEAD = re.compile(r"[$£€]")
_GRADED = re.compile(r"\b(?:[Gg]rades?|[Ss]tages?|[Ll]evels?|[Aa]ge[ds]?|[Cc]lass|[Cc]ategory|GPA|BMI) \Z")


# Numbers of what is counted: ">99 items", ">1,600 dead".
_COUNTS_AHEAD = re.compile(r"[$£€]?[0-9][0-9,.]{0,9}(?:k|K|M|bn|B)?\+? [a-z]{4,}")


def _plus_or_minus(match: re.Match[str]) -> str:
    behind = match.string[max(0, match.start() - 1) : match.start()]
    return f"{' ' if behind.isalnum() else ''}plus or minus "


def _compared(match: re.Match[str]) -> str:
    behind = match.string[max(0, match.start() - 24) : match.start()]
    if _LIMITED.search(behind) and not match[0].endswith(" "):
        return f"{_LIMITS[match[1]]} "
    between = re.search(r"[\w)%]\s\Z", behind) and not _PREPOSITION.search(behind) and not _NEEDED.search(behind)
    if match[1] in "<>" and not match[0].endswith(" ") and re.search(r"\b[A-Z]?[a-z]{3,}\s\Z", behind):
        between = None  # "Node <16"
    if match[1] in ("≥", "≤") and (
        _AMOUNT_AHEAD.match(match.string, match.end()) or (_GRADED.search(behind) and not match[0].endswith(" "))
    ):
        between = None  # "claims ≥ $10,000", "grade ≥3"
    if match[1] == "≈" and not match[0].endswith(" "):
        between = None
    if (
        not between
        and match[1] == ">"
        and not match[0].endswith(" ")
        and _COUNTS_AHEAD.match(match.string, match.end())
    ):
        return "more than "  # ">1,600 dead"
    return f"{_COMPARED_WITH[match[1]] if between else _COMPARED[match[1]]} "


_SLASH_ITSELF = re.compile(r"\b(?:an?|the|or|and|another|by|with|add|no|trailing|leading|than|is|=)\Z", re.IGNORECASE)


def _parted(match: re.Match[str]) -> str | None:
    """A pause, unless the slash is spoken of or divides in code: "ends with a / and"."""
    behind = match.string[max(0, match.start() - 10) : match.start()]
    return None if _SLASH_ITSELF.search(behind) or behind.endswith(")") else ", "


def _between_words(match: re.Match[str]) -> bool:
    text, begin, end = match.string, match.start(), match.end()
    return begin > 0 and end < len(text) and text[begin - 1].isalnum() and text[end].isalnum()


def _named(match: re.Match[str]) -> str:
    begins, ends = match.start() == 0, match.end() == len(match.string)
    following = match.string[match.end() : match.end() + 1]
    quoted = match[2] in "@=+&<>" and re.match(r"['\"](?!s\b)\w", match.string[match.end() : match.end() + 3])
    right = "" if ends or (following in ".,;:!?)]}”\"'" and not quoted) else " "
    opened = re.search(r"(?:[(\[{“]|(?:\A|\s)\")\Z", match.string[max(0, match.start() - 2) : match.start()])
    left = "" if begins or opened else " "
    return f"{left}{_WORDS[match[2]]}{right}"
