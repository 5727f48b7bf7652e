"""URLs, e-mail addresses, hashtags and @names -> words."""

from __future__ import annotations

import re
from urllib.parse import unquote

from koe.text.normalize import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, of_kind, rule

_TOP_DOMAINS = (
    "com|org|net|edu|gov|mil|int|info|biz|io|ai|app|dev|co|me|tv|fm|ly|gg|xyz|uk|us|ca|au|nz|ie|de|fr|es|it|pt|br|"
    "in|jp|"
    "cn|ru|nl|be|ch|at|se|no|dk|fi|pl|cz|eu|mx|ar|cl|kr|za"
)
# Top-level domains that are accepted without a scheme. Others may be a missing space: "is.it", "end.in".
_CERTAIN_DOMAINS = "com|org|net|edu|gov|info|io|dev|co\\.uk|ac\\.uk|app|ai|tv|de|fr|xyz"
_HOST = r"(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,8}"
_URL = r"(?<![\w@])(?:https?|ftp|file|wss?)://(?P<rest>[^\s<>\"“”]{1,2000})"
_BARE = (
    rf"(?<![\w@.+-])(?P<rest>(?:www\.{_HOST}(?:{_TOP_DOMAINS})|{_HOST}(?:{_CERTAIN_DOMAINS}))\b(?![\w@-])"
    r"(?:[:/?#][^\s<>\"“”]{0,2000})?)"
)
_EMAIL = rf"(?<![\w.+%@-])(?:mailto:)?(?P<who>[\w.+%-]{{1,64}})@(?P<host>{_HOST}[a-z]{{2,24}})\b(?!@)"

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
        spoken = spelling.name(unquote(path[:_LONGEST_PATH_CHARACTERS]), numerals, spelling.ADDRESS_MARKS)
        if len(query) > _LONGEST_QUERY_CHARACTERS or len(path) > _LONGEST_PATH_CHARACTERS:
            spoken += " and so on"
        elif query:
            spoken += " " + spelling.name(mark + unquote(query), numerals, spelling.ADDRESS_MARKS)
        return spoken + (tail[0] if tail else "")

    def email(match: re.Match[str]) -> str:
        return spelling.name(f"{match['who']}@{match['host']}", numerals, spelling.ADDRESS_MARKS)

    def tagged(name: str) -> Rule:
        sign = {"hashtag": "#", "at": "@"}[name]
        return rule(
            rf"(?<![\w&/{sign}]){sign}(?=[0-9_]{{0,20}}[^\W\d_])(\w{{1,100}})",
            lambda match: f"{name} {match[1] if match[1].isupper() else spelling.name(match[1], numerals, {})}",
        )

    return (
        *of_kind("urls", rule(_URL, address, re.IGNORECASE)),
        *of_kind("emails", rule(_EMAIL, email, re.IGNORECASE)),
        *of_kind("urls", rule(_BARE, address, re.IGNORECASE), tagged("hashtag"), tagged("at")),
    )


def _cut(text: str, marks: str) -> tuple[str, str, str]:
    for place, character in enumerate(text):
        if character in marks:
            return text[:place], character, text[place + 1 :]
    return text, "", ""
