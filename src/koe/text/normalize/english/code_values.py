"""Values as machines print them -> words: "30_000", "HEAD~3", "512Mi", ".set()", "3c:22:fb:9a:01:7e", "returns 404"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, before, rule

_GROUPED = r"(?<![\w.])([0-9]{1,3}(?:_[0-9]{3}){1,5})(?!\w)"
_HARDWARE = r"(?<![\w:-])([0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5})(?![\w:-])"
_MEMORY = {"K": "kibibyte", "M": "mebibyte", "G": "gibibyte", "T": "tebibyte"}
_STATUS = (
    r"(?:(?<=[Rr]eturns )|(?<=[Rr]eturn )|(?<=returned )|(?<=[Gg]ot )|(?<=[Gg]ets )|(?<=[Gg]et )|(?<=[Gg]etting )|"
    r"(?<= on )|(?<= a )|(?<= with )|"
    r"(?<=throws )|(?<=threw )|(?<=status )|(?<=code )|(?<=status: )|(?<=gives )|(?<=is ))"
    r"(4(?:0[0-9]|1[0-9]|2[0-9])|50[0-4])(?=\s?[.,;:(/]|\s(?:errors?|when|if|from|response|instead|on|status|after|and|or)\b|\Z)"
)
# A long code of capitals and digits, such as the number of a parcel.
_LONG_CODE = r"(?<![\w./@#-])(?=[A-Z]{0,12}[0-9])(?=[0-9]{0,12}[A-Z])[A-Z0-9]{12,34}(?![\w@-]|\.\w)"
_NUMBER_BEHIND = re.compile(r"(?:\b(?:number|no\.?|code)|#):?\s?\Z")
_MONEY_BEHIND = re.compile(r"[$£€]\s?\Z")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def character(sign: str) -> str:
        return numerals.cardinal(sign) if sign.isdigit() else spelling.letters(sign.upper())

    def runs(code: str) -> str:
        parts = re.findall(r"[0-9]|[A-Za-z]+", code)
        return " ".join(numerals.cardinal(part) if part.isdigit() else spelling.letters(part.upper()) for part in parts)

    def grouped(match: re.Match[str]) -> str:
        return numerals.number(match[1].replace("_", ""))

    def hardware(match: re.Match[str]) -> str:
        return ", ".join(" ".join(map(character, part)) for part in match[1].split(":"))

    def ancestor(match: re.Match[str]) -> str:
        return f"{match[1]} tilde {numerals.cardinal(match[2])}"

    def memory(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} {_MEMORY[match[2]]}{'s' * (match[1] != '1')}"

    def method(match: re.Match[str]) -> str:
        joint = ", " if match[0][0] == "/" else ""
        return f"{joint}dot {spelling.name(match[1], numerals, {})}"

    def commit(match: re.Match[str]) -> str | None:
        turns = re.findall(r"[0-9]+|[a-f]+", match[0])
        return runs(match[0][:12]) if len(turns) > 2 else None

    def port(match: re.Match[str]) -> str | None:
        return None if "/" in before(match).rpartition(" ")[2] else f" port {numerals.label(match[1] or match[2])}"

    def status(match: re.Match[str]) -> str | None:
        return None if _MONEY_BEHIND.search(before(match)) else numerals.label(match[1])

    def long_code(match: re.Match[str]) -> str | None:
        code = match[0]
        if sum(map(str.isdigit, code)) < 3 or sum(map(str.isalpha, code)) < 2:
            return None
        groups = [code[place : place + 4] for place in range(0, len(code), 4)]
        return None if _NUMBER_BEHIND.search(before(match)) else ", ".join(map(runs, groups))

    return (
        rule(_HARDWARE, hardware, name="address of hardware"),
        rule(_GROUPED, grouped, name="number"),
        rule(r"(?<![\w~])(HEAD|main|master)~([0-9]{1,3})(?!\w)", ancestor, name="commit"),
        rule(
            r"(?<![\w.,])([0-9]{1,6})([KMGT])i(?![\w-])(?!\s(?:east|west|from|to|away)\b)",
            memory,
            name="size of memory",
        ),
        rule(r"(?:(?<=\))/|(?<![\w.)\]\"'/]))\.([a-z_]\w{1,40})\(\)", method, name="method"),
        rule(
            r"(?<=[a-z]-[0-9]{2}):([0-9]{4,5})(?![\w:.])|(?<=[a-z]-[0-9]):([0-9]{4,5})(?![\w:.])",
            port,
            name="port",
        ),
        rule(_STATUS, status, name="status"),
        rule(
            r"(?<![\w.#/-])(?=[a-f]{0,6}[0-9])(?=[0-9]{0,6}[a-f])(?:[0-9a-f]{7,12}|[0-9a-f]{40})(?![\w-]|\.\w)",
            commit,
            name="commit",
        ),
        rule(_LONG_CODE, long_code, name="code"),
    )
