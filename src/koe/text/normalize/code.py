"""File paths, identifiers, options and operators of code -> words."""

from __future__ import annotations

import re

from koe.text.normalize import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, rule, table_rule

_EXTENSIONS = (
    "c|cc|cfg|conf|cpp|cs|css|csv|doc|docx|exe|gif|gz|h|html|ini|ipynb|java|jpeg|jpg|js|json|jsx|log|md|mp3|mp4|"
    "onnx|pdf|php|png|ppt|pptx|py|rb|rs|rst|sh|sql|svg|tar|toml|ts|tsv|tsx|txt|wav|xls|xlsx|xml|yaml|yml|zip"
)
_NAME = r"[\w.+-]{1,100}"
_UNIX = rf"(?<![\w/.:<)])(?:~|\.{{1,2}})?(?:/{_NAME}){{1,40}}/?"
_WINDOWS = r"(?<!\w)[A-Za-z]:\\[\w.+\\-]{0,300}"
_RELATIVE = rf"(?<![\w/.@-])(?:[\w.+-]{{1,60}}/){{1,20}}[\w.+-]{{1,60}}\.(?:{_EXTENSIONS})\b(?![\w/])"
_FILE = rf"(?<![\w/.@-])[A-Za-z_][\w-]{{0,60}}(?:\.[\w-]{{1,30}}){{0,3}}\.(?:{_EXTENSIONS})\b(?![\w/]|\.\w)"

_CALL = r"(?<![\w.])([A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){0,6})\(\)"
_SNAKE = r"(?<![^\W_])_{0,2}[^\W_]{1,60}(?:_{1,2}[^\W_]{1,60}){1,20}_{0,2}(?!\w)"
_CAMEL = r"(?<!\w)[a-z]{2,30}(?:[A-Z][a-z0-9]{1,30}){1,8}(?!\w)|(?<!\w)(?:[A-Z][a-z0-9]{1,30}){3,8}(?!\w)"
_DOTTED = r"(?<![\w.])[a-z_]{2,40}(?:\.[a-z_]{2,40}){2,6}(?![\w.])"
_OPTION = r"(?<![\w-])(--)([A-Za-z][\w-]{0,40})(?![\w-])|(?<=\w\s)(-)([A-Za-z])(?![\w-])"

_LANGUAGES = {"C++": "C plus plus", ".NET": "dot net", "Node.js": "Node J.S"}
_OPERATORS = {
    "!=": "is not equal to", "==": "equals", ">=": "is greater than or equal to", "<=": "is less than or equal to",
    "->": "to", "=>": "to", "&&": "and", "||": "or", ":=": "becomes", "+=": "plus equals",
}  # fmt: skip
_PATH_MARKS = {**spelling.ADDRESS_MARKS, "_": ""}
_HYPHENATED = re.compile(r"-+")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def path(match: re.Match[str]) -> str | None:
        name = match[0].rstrip(".")
        if not any(character.isalpha() for character in name):
            return None
        return spelling.name(name, numerals, _PATH_MARKS) + match[0][len(name) :]

    def identifier(match: re.Match[str]) -> str:
        return spelling.name(match[0], numerals, {".": "dot"})

    def option(match: re.Match[str]) -> str:
        name = match[2] or match[4]
        return f"{'dash dash' if match[1] else 'dash'} {spelling.name(_HYPHENATED.sub(' ', name), numerals, {})}"

    return (
        table_rule(r"(?<!\w)", _LANGUAGES, r"(?![\w#+])"),
        rule(r"(?<!\w)([A-G])#(?!\w)", lambda match: f"{spelling.letters(match[1])} sharp"),
        rule(_WINDOWS, path),
        rule(_RELATIVE, path, re.IGNORECASE),
        rule(_FILE, path),
        rule(_UNIX, path),
        rule(_CALL, identifier),
        rule(_DOTTED, identifier),
        rule(_SNAKE, identifier),
        rule(_CAMEL, identifier),
        rule(_OPTION, option),
        rule(
            rf"\s?(?:{'|'.join(map(re.escape, _OPERATORS))})\s?",
            lambda match: f" {_OPERATORS[match[0].strip()]} ",
        ),
    )
