"""References to pages, figures and the like -> words: "pp. 12–15", "Fig. 3(b)", "Eq. (4)", "Art. III", "2nd ed."."""

from __future__ import annotations

import re

from koe.text.normalize.english import roman, spelling
from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, by_first_letter, full_stop, rule

# With a full stop, before a number; in any case of letters.
_WORDS = {
    "art": "article", "arts": "articles", "ch": "chapter", "chs": "chapters", "chap": "chapter", "chaps": "chapters",
    "fig": "figure", "figs": "figures", "tab": "table", "tbl": "table", "eq": "equation", "eqs": "equations",
    "eqn": "equation", "sec": "section", "secs": "sections", "sect": "section", "sects": "sections",
    "subsec": "subsection",
    "par": "paragraph", "para": "paragraph", "paras": "paragraphs", "pars": "paragraphs", "cl": "clause", "p": "page",
    "pp": "pages", "pg": "page", "pgs": "pages", "vol": "volume", "vols": "volumes", "iss": "issue", "no": "number",
    "nos": "numbers", "l": "line", "ll": "lines", "n": "note", "nn": "notes", "fn": "footnote", "vv": "verses",
    "bk": "book", "pt": "part", "pts": "parts", "sc": "scene", "ex": "exercise", "exs": "exercises", "app": "appendix",
    "appx": "appendix", "exh": "exhibit", "amend": "amendment", "tit": "title", "col": "column", "cols": "columns",
    "mk": "mark", "mvt": "movement", "op": "opus", "sched": "schedule",
    "sch": "schedule", "reg": "regulation", "ref": "reference", "refs": "references",
    "ed": "edition", "ser": "series", "eps": "episodes", "ep": "episode",
}  # fmt: skip
# Of several, "ch. 3–5".
_PARTS = frozenset(
    {"article", "chapter", "figure", "table", "equation", "section", "page", "volume", "line", "exercise"}
)
# Often a word or a name at the end of a sentence: "the no.", "in art."; only a number makes it an abbreviation.
_NOT_BEFORE_LETTER = frozenset(
    {
        "no",
        "nos",
        "l",
        "n",
        "p",
        "pp",
        "ex",
        "col",
        "par",
        "mk",
        "tab",
        "art",
        "reg",
        "ref",
        "op",
        "ed",
        "ser",
        "pt",
        "ep",
    }
)
# Nothing but abbreviations, even without the full stop.
_WITHOUT_STOP = "figs?|eqs?|eqn|ch|chaps?|vols?|pp|pgs?|paras?"
_LONG = "Table|Figure|Chapter|Section|Equation|Appendix|Exhibit|Box|Panel|Plate|Scheme|Theorem|Lemma"
_NUMBER = r"[0-9]{1,5}(?:\.[0-9]{1,4}){0,3}"
_LETTER = r"(?:[a-zA-Z](?![\w'])|\s?\([a-z0-9]{1,3}\)(?:\([a-z0-9]{1,4}\)){0,4})?"
_ARABIC = rf"(?:\((?![12][0-9]{{3}}\)){_NUMBER}[a-z]?\)|{_NUMBER}{_LETTER})"
_ROMAN = rf"(?:{roman.IN_CONTEXT}|{roman.LOWER_NUMERAL})(?![\w'])"
_TO = r"\s?[-–—]\s?"

WITH_FULL_STOPS = Abbreviations(
    before_number=frozenset(_WORDS) - {"ed"} | {"s", "ss"},
    titles=frozenset({"app", "art", "ch", "exh", "fig", "sec", "vol", "amend"}),
    never_last=frozenset(
        {"figs", "eqs", "eqn", "arts", "chs", "chaps", "pp", "vols", "nos", "paras", "exh", "appx", "amend"}
    ),
)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def words(written: str) -> str:
        spoken: list[str] = []
        for part in re.findall(rf"{_NUMBER}|[A-Za-z]+", written):
            if part[0].isdigit():
                spoken.append(" point ".join(map(numerals.cardinal, part.split("."))))
            elif spoken or len(part) == 1:
                spoken.append(spelling.letters(part))
            else:
                spoken.append(numerals.cardinal(str(roman.value(part.upper()))))
        return " ".join(spoken)

    def label(match: re.Match[str]) -> str:
        """A number that is a name: "no. 4521", and the docket "No. 21-1234"."""
        first, until = match["number"], match["until"]
        if not first.isdigit() or (until and not until.isdigit()):
            return words(first) + (f" to {words(until)}" if until else "")
        if until and len(until) > 4:
            return f"{numerals.digits(first)}, {numerals.digits(until)}"
        far = until and (until[0] == "0" or not 0 < int(until) - int(first) < 200)
        if far and match["short"].lower() == "no" and "-" in match[0]:
            return f"{numerals.label(first)}{',' * (until[0] == '0')} {numerals.label(until)}"
        between = " " if until and len(until) > len(first) + 1 else " to "
        return numerals.label(first) + (f"{between}{numerals.label(until)}" if until else "")

    def last(first: str, until: str | None) -> str:
        """The end of a range; "101–19" goes on to 119."""
        if not until:
            return ""
        if first.isdigit() and until.isdigit() and len(until) < len(first):
            until = first[: -len(until)] + until
        return f" to {words(until)}"

    def reference(match: re.Match[str]) -> str | None:
        short = (match["short"] or match["plain"]).lower()
        if (match["short"] or "") in ("N", "L"):
            return None  # an initial or a direction
        if match[0][0] in "PLN" and match[0][1:2] == "." and match[0][2:3].isdigit():
            return None  # a recommendation such as "P.835"
        if short in ("no", "nos"):
            return f"{_WORDS[short]} {label(match)}"
        until = last(match["number"], match["until"])
        following = " and following" if match["following"] else ""
        several = "s" * bool(until and _WORDS[short] in _PARTS)
        return f"{_WORDS[short]}{several} {words(match['number'])}{until}{following}"

    def roman_reference(match: re.Match[str]) -> str | None:
        if match["number"] == "I" and match["short"].lower() in ("no", "ex", "col", "n", "l", "p"):
            return None  # a sentence begins with "I"
        first, last = (
            match[part] and numerals.cardinal(str(roman.value(match[part].upper()))) for part in ("number", "until")
        )
        return f"{_WORDS[match['short'].lower()]} {first}" + (f" to {last}" if last else "")

    def letter_reference(match: re.Match[str]) -> str | None:
        short = match["short"].lower()
        return None if short in _NOT_BEFORE_LETTER else f"{_WORDS[short]} {spelling.letters(match['letter'])}"

    def long_reference(match: re.Match[str]) -> str:
        return f"{match[1]} {words(match[2])}"

    def paragraph(match: re.Match[str]) -> str:
        until = f" to {words(match['until'])}" if match["until"] else ""
        return f"paragraph{'s' if until or len(match['sign']) > 1 else ''} {words(match['number'])}{until}"

    def edition(match: re.Match[str]) -> str:
        return f"{numerals.ordinal(match[1])} edition{full_stop(match)}"

    def supplement(match: re.Match[str]) -> str:
        return f"{_WORDS[match['short'].lower()]} {spelling.letters(match[2])} {numerals.cardinal(match[3])}"

    def section(match: re.Match[str]) -> str:
        until = f" to {words(match[3])}" if match[3] else ""
        return f"section{'s' if match[1] == 'ss' else ''} {words(match[2])}{until}"

    short = rf"(?<![\w.'-])(?=[A-Za-z]{{1,6}}[.\s])(?P<short>(?i:{by_first_letter(_WORDS)}))"
    plain = rf"(?<![\w.'-])(?P<short>(?i:{_WITHOUT_STOP})|Ch|Sec|Art|Pt|Bk|Pp)"
    return (
        rule(
            rf"(?:{short}\.\s?|"
            rf"{plain.replace('short', 'plain')}\s)(?P<number>{_ARABIC})(?:{_TO}(?P<until>{_ARABIC}|"
            rf"[a-z](?!\w)))?(?P<following>\s?ff?\b\.?)?(?![\w]|[.,:/–-][0-9]|\s[0-9]{{3}})",
            reference,
            name="reference",
        ),
        rule(
            rf"{short}\.\s(?P<number>{_ROMAN})(?:{_TO}(?P<until>{_ROMAN}))?(?![\w'-])",
            roman_reference,
            name="reference",
        ),
        rule(rf"{short}\.?\s([A-Z])([0-9]{{1,3}})(?![\w-])", supplement, name="reference"),
        rule(
            rf"(?<![\w.'-])(ss(?=[.\s])|s(?=\.|\s[0-9]{{1,4}}\())\.?\s?({_ARABIC})(?:{_TO}({_ARABIC}))?(?![\w]|[.,:/][0-9])",
            section,
            name="section",
        ),
        rule(rf"{short}\.\s(?P<letter>[A-H])(?![\w'-]|\.\w)", letter_reference, name="reference"),
        rule(rf"\b({_LONG}) ({_NUMBER}(?:[a-z]|\s?\([a-z]\)))(?!\w)", long_reference, name="reference"),
        rule(
            rf"(?P<sign>¶¶?)\s?(?P<number>{_NUMBER})(?:{_TO}(?P<until>{_NUMBER}))?(?!\w)", paragraph, name="paragraph"
        ),
        rule(
            r"(?<!\w)S0?([0-9]{1,2})E0?([0-9]{1,2})(?!\w)",
            lambda match: f"season {numerals.cardinal(match[1])} episode {numerals.cardinal(match[2])}",
            name="episode",
        ),
        rule(
            r"(?<![\w.,$£€+-])([0-9]{1,4})\s?pgs?\b\.?(?=\s[a-z]|[,;)]|\s?\Z)",
            lambda match: f"{numerals.cardinal(match[1])} page{'s' * (match[1] != '1')}{full_stop(match)}",
            name="pages",
        ),
        rule(
            r"(?<![\w.,$£€¥₹+-])([0-9]{1,3},[0-9]{3}|[0-9]{1,4})\spp\.?(?=[,;)]|\s\(|\s?\Z)",
            lambda match: f"{numerals.number(match[1])} pages{full_stop(match)}",
            name="pages",
        ),
        rule(
            r"(?<![\w.,$£€+-])([0-9]{1,3})[\s-]pp\.?(?=\s(?:report|paper|essay|booklet|document|article|review|study)\b)",
            lambda match: f"{numerals.cardinal(match[1])} page",
            name="pages",
        ),
        rule(r"(?<![\w.,])([0-9]{1,2})(?:st|nd|rd|th|d)\s(?:ed|edn)\.", edition, name="edition"),
    )


def archive_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for numbers of preprints and of museums: "arXiv:1706.03762v7", "Acc. no. 1937.1.72"."""

    def preprint(match: re.Match[str]) -> str:
        version = f" version {numerals.cardinal(match[3])}" if match[3] else ""
        return f"archive {numerals.digits(match[1])} point {numerals.digits(match[2])}{version}"

    def accession(match: re.Match[str]) -> str:
        rest = " point ".join(map(numerals.cardinal, match[3].strip(".").split(".")))
        name = "accession" if match[1].lower().startswith("acc") else "inventory"
        return f"{name} number {numerals.year(match[2])} point {rest}"

    return (
        rule(r"(?<!\w)[aA]r[xX]iv[: ]{1,2}([0-9]{4})\.([0-9]{4,5})(?:v([0-9]{1,2}))?(?!\w)", preprint, name="preprint"),
        rule(
            r"(?<!\w)([Aa]cc(?:ession)?\.?|[Ii]nv(?:entory)?\.?)\s[Nn](?:o\.|umber:?)\s"
            r"((?:1[6-9]|20)[0-9]{2})((?:\.[0-9]{1,4}){1,3})(?![\w.]\w)",
            accession,
            name="accession number",
        ),
    )
