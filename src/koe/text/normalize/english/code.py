"""File paths, identifiers, options and operators of code -> words."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, alternatives, rule, surroundings, table_rule
from koe.text.sanitize import PIPE

_EXTENSIONS = (
    "c|cc|cfg|conf|cpp|cs|css|csv|dll|doc|docx|exe|gif|go|gz|h|html|ini|ipynb|java|jpeg|jpg|js|json|jsx|kt|log|lua|md|mp3|mp4|"
    "onnx|pdf|php|png|ppt|pptx|py|rb|rs|rst|sh|sql|svg|tar|toml|ts|tsv|tsx|txt|wav|xls|xlsx|xml|yaml|yml|zip"
)
_NAME = r"[\w.+-]{1,100}"
_UNIX = rf"(?<![\w/.<)°%])(?<!\b[A-Za-z]:)(?:~|\.{{1,2}})?(?:/{_NAME}){{1,40}}/?"
_UNIX += r"(?:\?[a-z]\w{0,20}=[\w.%+-]{1,30}(?:&\w{1,20}=[\w.%+-]{1,30}){0,3})?"
_WINDOWS = r"(?<!\w)[A-Za-z]:\\[\w.+\\-]{0,300}"
_RELATIVE = rf"(?<![\w/.@-])(?:[\w.+-]{{1,60}}/){{1,20}}[\w.+-]{{1,60}}\.(?:{_EXTENSIONS})\b(?![\w/])"
_FILE = rf"(?<![\w/.@-])[A-Za-z_][\w-]{{0,60}}(?:\.[\w-]{{1,30}}){{0,3}}\.(?:{_EXTENSIONS})\b(?![\w/]|\.\w)"

_CALL = r"(?<![\w.])([A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){0,6})\(\)"
_SNAKE = r"(?<![^\W_])_{0,2}[^\W_]{1,60}(?:_{1,2}[^\W_]{1,60}){1,20}_{0,2}(?!\w)"
_CAMEL = r"(?<!\w)[a-z]{2,30}(?:[A-Z][a-z0-9]{1,30}){1,8}(?!\w)|(?<!\w)(?:[A-Z][a-z0-9]{1,30}){3,8}(?!\w)"
_QUERY = re.compile(r"\b(?:SELECT|JOIN|WHERE|FROM|UPDATE|INSERT)\b")
_SERIAL = (
    r"(?<![\w.-])([a-z]{2,20}(?:-[a-z]{2,20}){0,3})-"
    r"((?=[a-z0-9]{0,9}[0-9])(?=[a-z0-9]{0,9}[a-z])[a-z0-9]{5,10}(?:-[a-z0-9]{5})?)(?![\w-])"
)
_MEMBER = (
    r"(?<![\w.@/'])[A-Za-z_]\w{1,30}(?:\.[a-z_]\w{0,30}){1,4}(?=\([^)\s]|\s?(?:[*+/=]|-|=>|\+=|==)\s\S)"
    r"|(?<=[*+/=] )[a-z_]\w{1,30}(?:\.[a-z_]\w{0,30}){1,4}(?![\w.@/'])"
)
_DOTTED = (
    r"(?<![\w.@/])[a-z_]{2,40}(?:\.[a-z_][a-z0-9_]{1,39}){2,6}(?![\w.@])"
    # a class in a package: "java.lang.NullPointerException"
    r"|(?<![\w.@/])(?:[a-z_][a-z0-9_]{0,39}\.){1,6}(?:[A-Z][a-z0-9]{1,40}){2,8}(?![\w@])"
)
# Words and numbers with hyphens: "http-nio-8080-exec-4".
_HYPHENATED_NAME = (
    r"(?<![\w./@-])[a-z]{2,20}(?:-[a-z]{2,20}){0,3}-[0-9]{3,7}(?:-[a-z]{2,20}){0,3}(?:-[0-9]{1,5})?(?![\w-]|\.\w)"
)
_OPTION = (
    r"(?<![\w-])(--)([A-Za-z][\w-]{0,40})(?![\w-])"
    r"|(?:(?<=[a-z]{2}\s)|(?<=[a-z][0-9]\s)|(?<=\s-[a-z]\s)|(?<![\s\S]))(-)([A-Za-z])(?![\w-])"
)

# Of documentation in Python: ":func:`~asyncio.run`" without its backticks.
_ROLE = (
    r"(?<![\w:]):(?:[a-z]{1,3}:)?(?:attr|class|const|data|doc|envvar|exc|file|func|keyword|macro|member|meth|mod|option|"
    r"program|ref|term|type):~?(?=[\w.!])"
)
_OPTION_AROUND = re.compile(r"(?:(?<=\s)|(?<=[(\[]))--?[A-Za-z][\w-]{0,30}(?=[\s=:,\])]|\Z)|\boption\s(?=-)")
_COMMAND = re.compile(
    r"(?:\A|[\s$`|;&])(?:apt|brew|cargo|conda|cp|curl|docker|ffmpeg|find|gcc|git|go|grep|java|kubectl|ls|make|mv|node|npm|"
    r"npx|pip|pip3|ps|python|python3|rm|rsync|scp|sed|ssh|sudo|tar|uv|wget|yarn)\s"
)

_LANGUAGES = {"C++": "C plus plus", ".NET": "dot net", "Node.js": "Node J.S"}
_OPERATORS = {
    "!=": "is not equal to", "==": "equals", ">=": "is greater than or equal to", "<=": "is less than or equal to",
    "->": "to", "=>": "to", "&&": "and", "||": "or", ":=": "becomes", "+=": "plus equals", "-=": "minus equals",
    "*=": "times equals", "===": "equals", "!==": "is not equal to", "<-": "gets", "<>": "is not equal to",
}  # fmt: skip
_INDEXED = r"(?<![\w.\])])([A-Za-z_]\w{0,40})((?:\[(?:[A-Za-z_]\w{0,20}|[0-9]{1,6}|-1)\]){1,3})(?![(\[])"
_TAGGED = r"(?<![\w.:@-])([a-z][\w./-]{1,40}):([0-9]{1,4}(?:\.[0-9]{1,4}){1,3})(-[a-z][a-z0-9.-]{1,20})?(?![\w:.-]\w)"
_UUID = r"(?<![\w-])[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![\w-])"
_KEY_NAMES = {"Ctrl": "Control", "Cmd": "Command", "Del": "Delete", "Esc": "Escape", "Opt": "Option", "Ins": "Insert"}
_KEYS = (
    r"(?<![\w+])(?:Ctrl|Cmd)-[A-Z](?![\w-])|(?<![\w+])(?:Ctrl|Control|Cmd|Command|Alt|Shift|Win|Opt|Option|Fn)"
    r"(?:\+(?:Ctrl|Alt|Shift|Del|Delete|Esc|Tab|Enter|Space|Home|End|F[0-9]{1,2}|[A-Za-z0-9])){1,3}(?![\w+])"
)
_NOT = r"(?<![\w!)\]])(?<![.?!,;:]\s)!(?=[a-z_(])"
_STEP = r"(?<=[A-Za-z_])(\+\+|--)(?=[;,)\]\s]|\Z)"
_SCOPED = r"(?<![\w:])[A-Za-z_]\w{0,40}(?:::[A-Za-z_~]\w{0,40}){1,6}(?:<(?P<of>[A-Za-z_]\w{0,30})>)?"
_FILE_LINE = (
    rf"(?<![\w/.@-])(?P<file>[\w./-]{{1,100}}\.(?:{_EXTENSIONS})):(?P<line>[0-9]{{1,6}})"
    r"(?::(?P<column>[0-9]{1,4}))?(?!\w)"
)
_PATH_MARKS = {**spelling.ADDRESS_MARKS, "_": ""}
_HYPHENATED = re.compile(r"-+")


def option_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for the options of commands. They run before those for maths: "-y" is no negative number there."""

    def option(match: re.Match[str]) -> str:
        name = match[2] or match[4]
        return f"{'dash dash' if match[1] else 'dash'} {spelling.name(_HYPHENATED.sub(' ', name), numerals, {})}"

    def short_option(match: re.Match[str]) -> str | None:
        around = surroundings(match)
        if len(_OPTION_AROUND.findall(around)) < 2 and not _COMMAND.search(around):
            return None
        return f"dash {spelling.name(match[1], numerals, {})}"

    return (
        rule(r"\A\$ (?=[a-z])", lambda _: "", name="prompt"),
        rule(_ROLE, lambda _: "", name="role of a word"),
        rule(_OPTION, option, name="option of a command"),
        rule(
            r"(?:(?<=rsync )|(?<=tar )|(?<=ls )|(?<=grep )|(?<=ps )|(?<=cp )|(?<=rm )|(?<=unzip ))"
            r"-([A-Za-z]{2,4})(?!\w)",
            lambda match: "dash " + " ".join(spelling.letters(letter) for letter in match[1]),
            name="options of a command",
        ),
        rule(r"(?<=[\w\])>]) \| (?=--?[A-Za-z]|<[a-z])", lambda _: " or ", name="or"),
        rule(
            r"(?:(?<=\s)|(?<=[(\[]))-([a-z][a-z0-9_-]{0,20}|[A-Z])(?=[\s=:\])]|\Z)",
            short_option,
            name="option of a command",
        ),
    )


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def path(match: re.Match[str]) -> str | None:
        name = match[0].rstrip(".")
        if not any(character.isalpha() for character in name):
            return None
        if len(name) == 3 and name[1] == "." and match.string[match.end() : match.end() + 1] == ".":
            return None  # the abbreviation "o.c."
        return spelling.name(name, numerals, _PATH_MARKS) + match[0][len(name) :]

    def identifier(match: re.Match[str]) -> str:
        return spelling.name(match[0], numerals, {".": "dot"})

    def hyphenated(match: re.Match[str]) -> str | None:
        return spelling.name(match[0], numerals, {}) if match[0].count("-") > 1 else None

    def tagged(match: re.Match[str]) -> str:
        version = " point ".join(map(numerals.cardinal, match[2].split(".")))
        return f"{spelling.name(match[1], numerals, _PATH_MARKS)} colon {version}" + (
            f" {spelling.name(match[3], numerals, {})}" if match[3] else ""
        )

    def column(match: re.Match[str]) -> str | None:
        return identifier(match) if _QUERY.search(surroundings(match)) else None

    def serial(match: re.Match[str]) -> str | None:
        if len(re.findall(r"[0-9]+|[a-z]+", match[2])) < 3 or sum(map(str.isdigit, match[2])) < 2:
            return None  # "mid-1980s"
        return f"{spelling.name(match[1], numerals, {})} {' '.join(map(character, match[2].replace('-', '')))}"

    def indexed(match: re.Match[str]) -> str:
        if match[1] in ("error", "warning", "note", "Error", "Warning"):
            return f"{match[1]} {spelling.name(match[2], numerals, {})}"  # "error[E0382]"
        indexes = match[2][1:-1].split("][")
        spoken = " ".join("minus one" if index == "-1" else spelling.name(index, numerals, {}) for index in indexes)
        return f"{spelling.name(match[1], numerals, {})} of {spoken}"

    def character(one: str) -> str:
        return numerals.cardinal(one) if one.isdigit() else spelling.letters(one)

    def keys(match: re.Match[str]) -> str:
        return " ".join(
            _KEY_NAMES.get(key, spelling.letters(key) if len(key) == 1 else key) for key in re.split(r"[+-]", match[0])
        )

    def wildcard(match: re.Match[str]) -> str:
        return f"star dot {spelling.word(match[1])}"

    def protocol(match: re.Match[str]) -> str:
        status = f", {numerals.label(match[3])}" if match[3] else ""
        return f"{spelling.letters(match[1])} {numerals.number(match[2])}{status}"

    def scoped(match: re.Match[str]) -> str:
        of = f" of {spelling.name(match['of'], numerals, {})}" if match["of"] else ""
        return spelling.name(match[0].partition("<")[0], numerals, {}) + of

    def line_of_file(match: re.Match[str]) -> str:
        column = f" column {numerals.cardinal(match['column'])}" if match["column"] else ""
        name = spelling.name(match["file"], numerals, _PATH_MARKS)
        return f"{name} line {numerals.cardinal(match['line'])}{column}"

    return (
        rule(_FILE_LINE, line_of_file, name="line of a file"),
        rule(_SCOPED, scoped, name="identifier"),
        rule(
            r"(?<![\w.\])])([A-Za-z][\w.-]{1,30})\[([0-9]{2,7})\](?=:\s)",
            lambda match: f"{spelling.name(match[1], numerals, {})} {numerals.label(match[2])}",
            name="process",
        ),
        rule(_INDEXED, indexed, name="element of a list"),
        rule(
            r"(?<![\w.])([A-Za-z_]\w{1,20})\(\*\)",
            lambda match: f"{match[1] if match[1].isupper() else spelling.name(match[1], numerals, {})} star",
            name="wildcard",
        ),
        rule(r"(?<=SELECT )\*(?= FROM)|(?<=\()\*(?=\))", lambda _: "star", name="wildcard"),
        rule(r"<(/?[a-z_]\w{1,20})>", lambda match: spelling.name(match[1], numerals, {}), name="name in brackets"),
        rule(
            _UUID, lambda match: ", ".join(" ".join(map(character, part)) for part in match[0].split("-")), name="UUID"
        ),
        rule(rf"(?<![\w*])\*\.([a-z]{{1,6}}|{_EXTENSIONS})(?!\w)", wildcard, name="wildcard"),
        rule(
            r"(?<![\w/>])([a-z]{2,20}) > ([a-z]{2,20})(?: > ([a-z]{2,20}))(?![\w>(])",
            lambda match: match[0].replace(" > ", ", "),
            name="path through menus",
        ),
        rule(
            r"#include\s?[<\"]([\w./]{1,40})[>\"]",
            lambda match: f"hash include {spelling.name(match[1], numerals, _PATH_MARKS)}",
            name="directive",
        ),
        rule(r"(?<=chmod )([0-7]{3,4})(?!\w)", lambda match: numerals.digits(match[1]), name="mode"),
        rule(
            r"(?<=-p )([0-9]{2,5}):([0-9]{2,5})(?!\w)",
            lambda match: f"{numerals.label(match[1])} to {numerals.label(match[2])}",
            name="ports",
        ),
        rule(PIPE, lambda _: " pipe ", name="pipe"),
        rule(r"(?<=['\"]) {1,4}# (?=[A-Za-z])", lambda _: ", ", name="comment"),
        rule(_KEYS, keys, name="keys of a keyboard"),
        rule(r"(?<=[a-z]) > (?=[A-Z][a-z])", lambda _: ", ", name="path through menus"),
        rule(r"(?<=[\w)\]]) ?\*\* ?(?=[\w(])", lambda _: " to the power of ", name="operator"),
        rule(r"(?<=\)) / (?=[A-Za-z_]\w{0,30}\()", lambda _: " divided by ", name="operator"),
        rule(r"(?<=[0-9]) {1,4}# (?=[A-Za-z])", lambda _: ", ", name="comment"),
        rule(r"(?<=[)\]}:;]) {1,4}(?:#|//) (?=[A-Za-z])", lambda _: ", ", name="comment"),
        rule(r"(?<=[\s(,][a-z]) % (?=[a-z](?!\w))", lambda _: " mod ", name="operator"),
        rule(
            r"(?<=[\w\"')]) ?>> ?(?=[~/$]|[\w-]{1,30}\.(?:log|txt|csv|json|md|out)\b)",
            lambda _: " append to ",
            name="operator",
        ),
        rule(r"(?<=[a-z)\]]) % (?=[0-9]{1,4}(?:\s?[=!)<>;]|\Z))", lambda _: " mod ", name="operator"),
        rule(r"(?<![\w)\]}])\^(?=[0-9]{1,3}\.[0-9])", lambda _: "caret ", name="version"),
        rule(_NOT, lambda _: "not ", name="operator"),
        rule(_STEP, lambda match: " plus plus" if match[1] == "++" else " minus minus", name="operator"),
        rule(r"(?<=[a-z])\(([+-])\)", lambda match: f" {'plus' if match[1] == '+' else 'minus'}", name="operator"),
        rule(
            r"(?<!\w)(HTTP|TLS|SSL)/([0-9]{1,2}(?:\.[0-9])?)(?:\"? ([1-5][0-9]{2})(?!\w))?(?![\w.])",
            protocol,
            name="protocol",
        ),
        table_rule(r"(?<!\w)", _LANGUAGES, r"(?![\w#+])"),
        rule(r"(?<!\w)([A-G])#(?!\w)", lambda match: f"{spelling.letters(match[1])} sharp"),
        rule(
            rf"(?<![\w.)\]\"'])\.({_EXTENSIONS})(?![\w/(]|\.\w)",
            lambda match: f"dot {spelling.word(match[1])}",
            name="extension",
        ),
        rule(_WINDOWS, path),
        rule(_RELATIVE, path, re.IGNORECASE),
        rule(_FILE, path),
        rule(_UNIX, path),
        rule(_MEMBER, identifier),
        rule(r"(?<=[\s(,=][a-z]) \* (?=[a-z](?!\w))", lambda _: " times ", name="operator"),
        rule(r"(?<=[\w)]) \* (?=[a-z_]\w{0,30}(?:\.[a-z]|\[))", lambda _: " times ", name="operator"),
        rule(_CALL, identifier),
        rule(_DOTTED, identifier),
        rule(_HYPHENATED_NAME, hyphenated, name="identifier"),
        rule(_TAGGED, tagged, name="tag of an image"),
        rule(r"(?<![\w.@/])[a-z]{1,3}\.[a-z_]\w{1,40}(?![\w.])", column, name="column of a table"),
        rule(_SERIAL, serial, name="identifier"),
        rule(r"(?<![\w.@/])[a-z_]{2,30}\.[a-z_]{2,30}(?=:\s)", identifier),
        rule(_SNAKE, identifier),
        rule(_CAMEL, identifier),
        rule(r"(?<=\bto )>=\s?(?=[0-9])", lambda _: "at least ", name="operator"),
        rule(
            rf"\s?(?:{alternatives(_OPERATORS)})\s?",
            lambda match: f" {_OPERATORS[match[0].strip()]} ",
        ),
    )
