"""URLs, e-mail addresses, hashtags and @names -> words."""

from __future__ import annotations

import re
from urllib.parse import unquote

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, of_kind, rule

_TOP_DOMAINS = (
    "com|org|net|edu|gov|mil|int|info|biz|io|ai|app|dev|co|me|tv|fm|ly|gg|xyz|uk|us|ca|au|nz|ie|de|fr|es|it|pt|br|"
    "in|jp|"
    "cn|ru|nl|be|ch|at|se|no|dk|fi|pl|cz|eu|mx|ar|cl|kr|za"
)
# Top-level domains that are accepted without a scheme. Others may be a missing space: "is.it", "end.in".
_CERTAIN_DOMAINS = (
    "(?:com|co|org|net|gov|edu|ac)\\.[a-z]{2}|com|org|net|edu|gov|info|io|dev|app|ai|tv|de|fr|xyz|gg|fm|uk"
)
# After these a path makes an address certain: "bit.ly/3x".
_WITH_PATH = "ly|co|me|us|ca|au|nz|ie|es|it|pt|br|in|jp|cn|nl|be|ch|at|se|no|dk|fi|pl|eu|mx|ar|kr|to|sh|cc|gl|be"
_HOST = r"(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,8}"
_URL = r"(?:<(?=[^<>\s]{1,2000}>))?(?<![\w@])(?:https?|[a-z][a-z0-9+]{1,12})://(?P<rest>[^\s<>\"“”]{1,2000})>?"
_BARE = (
    rf"(?<![\w@.+-])(?P<rest>(?:www\.{_HOST}(?:{_TOP_DOMAINS})|{_HOST}(?:{_CERTAIN_DOMAINS})|{_HOST}(?:{_WITH_PATH})(?=/\w)"
    r"|localhost(?=:[0-9]))\b(?![\w@-])(?:[:/?#][^\s<>\"“”]{0,2000})?)"
)
_EMAIL = (
    rf"(?P<open><)?(?<![\w.+%@-])(?:mailto:)?(?P<who>[\w.+%-]{{1,64}})@(?P<host>{_HOST}[a-z]{{2,24}})\b(?!@)(?(open)>?)"
)
_PORT = re.compile(r":(?=[0-9]{2,5}(?:/|\Z))")
_ADDRESS_OF_DIGITS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![\w.])")
# "r/AskReddit", "u/name"
_REDDIT = r"(?<![\w/])(?P<kind>[ru])/(?P<name>[A-Za-z]\w{2,30})(?![\w/])"

# Small letters, capitals and digits by turns: "3xYz12", "dQw4w9WgXcQ".
_IDENTIFIER = re.compile(
    r"(?=[A-Za-z]*[0-9])(?=[a-z0-9]*[A-Z])(?=[A-Z0-9]*[a-z])(?![A-Z][a-z]+[0-9]+\Z)[A-Za-z0-9]{5,14}"
)
_TRAILING = re.compile(r"[.,;:!?'\"”’)\]*]+\Z")
_LONGEST_QUERY_CHARACTERS = 40
_LONGEST_PATH_CHARACTERS = 200


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def address(match: re.Match[str]) -> str:
        rest = match["rest"]
        tail = _TRAILING.search(rest)
        if tail and tail[0].startswith(")") and "(" in rest:
            tail = re.compile(r"[.,;:!?'\"”’]+\Z").search(rest)
        if tail:
            rest = rest[: tail.start()]
        rest = rest.removeprefix("www.").rstrip("/")
        path, mark, query = _cut(rest, "?#")
        digits = _ADDRESS_OF_DIGITS.match(path)
        host = " dot ".join(numerals.digits(part) for part in digits[0].split(".")) if digits else ""
        path = _PORT.sub(" port ", path[digits.end() if digits else 0 :])
        path = unquote(path[:_LONGEST_PATH_CHARACTERS])
        words = " ".join(map(segment, re.split(r"(/)", path)))
        spoken = f"{host} {words}".strip()
        if len(query) > _LONGEST_QUERY_CHARACTERS or len(path) > _LONGEST_PATH_CHARACTERS:
            spoken += " and so on"
        elif query:
            spoken += " " + spelling.name(mark + unquote(query), numerals, spelling.ADDRESS_MARKS)
        return spoken + (tail[0] if tail else "")

    def segment(part: str) -> str:
        """A part of a path: an identifier that nobody could read as words is spelled."""
        if _IDENTIFIER.fullmatch(part):
            return " ".join(numerals.cardinal(sign) if sign.isdigit() else spelling.letters(sign) for sign in part)
        return spelling.name(part, numerals, spelling.ADDRESS_MARKS)

    def email(match: re.Match[str]) -> str:
        return spelling.name(f"{match['who']}@{match['host']}", numerals, spelling.ADDRESS_MARKS)

    def forum(match: re.Match[str]) -> str:
        return f"{match['kind'].upper()} slash {spelling.name(match['name'], numerals, {})}"

    def tagged(name: str) -> Rule:
        sign = {"hashtag": "#", "at": "@"}[name]

        def speak(match: re.Match[str]) -> str:
            in_capitals = match[1].isupper() and match[1].isalpha() and not set(match[1]).isdisjoint("AEIOUY")
            return f"{name} {match[1] if in_capitals else spelling.name(match[1], numerals, {})}"

        return rule(
            rf"(?<![\w&/{sign}]){sign}(?!include\s?[<\"])(?=[0-9_]{{0,20}}[^\W\d_])(\w{{1,100}})",
            speak,
            name={"hashtag": "hashtag", "at": "user name"}[name],
        )

    return (
        *of_kind("urls", rule(_URL, address, re.IGNORECASE, name="web address")),
        *of_kind(
            "urls",
            rule(
                r"(?<![\w/])(?i:doi):\s?(?P<rest>10\.[0-9]{4,6}/[^\s<>\"“”]{1,100})",
                lambda match: f"D.O.I {address(match)}",
                name="web address",
            ),
        ),
        *of_kind("emails", rule(_EMAIL, email, re.IGNORECASE, name="e-mail address")),
        *of_kind(
            "urls",
            rule(_BARE, address, re.IGNORECASE, name="web address"),
            rule(
                r"(?<![^\s(\"“'/])\.(com|org|net|edu|gov|io|dev|app|ai|co\.uk)(?![\w/]|\.\w)",
                lambda match: spelling.name(match[0], numerals, spelling.ADDRESS_MARKS),
                name="domain",
            ),
            rule(_REDDIT, forum, name="forum"),
            tagged("hashtag"),
            tagged("at"),
        ),
    )


def _cut(text: str, marks: str) -> tuple[str, str, str]:
    for place, character in enumerate(text):
        if character in marks:
            return text[:place], character, text[place + 1 :]
    return text, "", ""
