"""URLs, e-mail addresses, hashtags and @names -> words of the language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar
from urllib.parse import unquote

from koe.text.normalize.romance.letters import Letters
from koe.text.normalize.rule import Rule, rule

_TOP_DOMAINS = (
    "com|org|net|edu|gov|gob|gouv|gov|mil|int|info|biz|io|ai|app|dev|co|me|tv|fm|ly|gg|xyz|cat|eus|gal|eu|uk|us|ca|au|"
    "nz|ie|de|fr|es|it|pt|br|mx|ar|cl|co|pe|uy|ve|ec|bo|py|cr|do|gt|hn|ni|pa|sv|cu|be|ch|lu|in|jp|cn|ru|nl|at|se|no|"
    "dk|fi|pl|cz|kr|za|ma|sn|ci|qc|online|shop|blog|site|tech|store|news"
)
# Top-level domains that are accepted without "www." and a path. Others may be a missing space: "casa.es bonita".
_CERTAIN_DOMAINS = "com|org|net|edu|gov|info|io|dev|app|ai|tv|xyz|eus|fr|br|mx|pt|it|es|cl|eu"
_HOST = r"(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,8}"
_PATH = r"(?:[:/?#][^\s<>\"“”«»]{0,2000})?"
_URL = r"(?<![\w@])(?:https?|ftp|file|wss?)://(?P<rest>[^\s<>\"“”«»]{1,2000})"
_BARE = (
    rf"(?<![\w@.+-])(?P<rest>(?:www\.{_HOST}(?:{_TOP_DOMAINS})|{_HOST}(?:{_CERTAIN_DOMAINS})|localhost(?=[:/]))\b(?![\w@-]|\.\w)"
    rf"{_PATH})"
)
_EMAIL = rf"(?<![\w.+%@-])(?:mailto:)?(?P<who>[\w.+%-]{{1,64}})@(?P<host>{_HOST}[a-z]{{2,24}})\b(?!@)"
_TAG = r"(?<![\w&/{sign}]){sign}(?=[0-9_]{{0,20}}[^\W\d_])(\w{{1,100}})"
_ACCOUNT = r"(?<![\w&/@])@(?=[0-9_.]{0,20}[^\W\d_])(\w{1,60}(?:\.\w{1,60}){0,3})"
_FILE = (
    r"(?<![\w./@-])\w[\w-]{0,60}(?:\.[\w-]{1,30}){0,2}\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|zip|rar|jpe?g|png|gif|svg|mp[34]|wav|"
    r"avi|mkv|py|js|ts|html?|css|json|xml|ya?ml|md|exe|apk|iso|epub)(?![\w@/]|\.\w)"
)
_PATH_OF_FILE = r"(?<![\w./~€$£%²³])~?(?:/[\w.-]{1,60}){2,12}/?(?:\?[\w=&%.+-]{1,40})?(?![\w/])"
_TRAILING = re.compile(r"[.,;:!?'\"”’)\]*]+\Z")
_PIECE = re.compile(r"[0-9]+|[^\W\d_]+|[^\w\s]|_")
_HUMP = re.compile(
    r"(?<=[^\W\d_a-zà-ÿ])(?=[A-ZÀ-Þ][a-zà-ÿ])|(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])|(?<=[^\W\d_])(?=[0-9])|(?<=[0-9])(?=[^\W\d_])"
)
_LONGEST_QUERY = 40
_LONGEST_PATH = 200


class Web(Letters):
    """The web addresses of one language."""

    web_marks: ClassVar[Mapping[str, str]]  # "." -> "punto"; marks without a word are left out
    hashtag: ClassVar[str] = "hashtag"
    and_so_on: ClassVar[str]
    # Parts of addresses that are read otherwise: {"www": "triple uve doble"}; what is missing is read as a word.
    web_parts: ClassVar[Mapping[str, str]] = {}

    def web_rules(self) -> tuple[Rule, ...]:
        flags = re.IGNORECASE
        return (
            rule(_URL, self._address, flags, kind="urls", name="web address"),
            rule(_EMAIL, self._email, flags, kind="emails", name="e-mail address"),
            rule(_BARE, self._address, flags, kind="urls", name="web address"),
            rule(_FILE, lambda m: self.web_name(m[0]), kind="urls", name="file name"),
            rule(_PATH_OF_FILE, self._path_of_file, kind="urls", name="path"),
            rule(_TAG.format(sign="#"), lambda m: f"{self.hashtag} {self.tag(m[1])}", kind="urls", name="hashtag"),
            rule(
                _ACCOUNT, lambda m: f"{self.web_marks['@']} {self.web_name(m[1])}",
                kind="urls", name="account name",
            ),
        )  # fmt: skip

    def _address(self, match: re.Match[str]) -> str:
        rest = match["rest"]
        tail = _TRAILING.search(rest)
        if tail:
            rest = rest[: tail.start()]
        rest = (rest if "www" in self.web_parts else rest.removeprefix("www.")).rstrip("/")
        path, mark, query = _cut(rest, "?#")
        words = self.web_name(unquote(path[:_LONGEST_PATH]))
        if len(query) > _LONGEST_QUERY or len(path) > _LONGEST_PATH:
            words += f" {self.and_so_on}"
        elif query:
            words += " " + self.web_name(mark + unquote(query))
        return words + (tail[0] if tail else "")

    def _path_of_file(self, match: re.Match[str]) -> str:
        tail = _TRAILING.search(match[0])
        path = match[0][: tail.start()] if tail else match[0]
        return self.web_name(path.rstrip("/")) + (tail[0] if tail else "")

    def _email(self, match: re.Match[str]) -> str:
        return self.web_name(f"{match['who']}@{match['host']}")

    def web_name(self, text: str) -> str:
        """The parts of an address, its marks by name."""
        return " ".join(filter(None, map(self.web_part, _PIECE.findall(text))))

    def web_part(self, part: str) -> str:
        if part[0].isdecimal():
            return self.cardinal(part) if len(part) <= 4 else self.digits(part)
        if not part[0].isalpha():
            return self.web_marks.get(part, "")
        return self.web_parts.get(part.lower(), part)

    def tag(self, text: str) -> str:
        """The words of a hashtag: "FelizLunes" -> "feliz lunes"."""
        if text.isupper():
            return self.mixed_code(text) if any(map(str.isdecimal, text)) else self.acronym(text) or text
        pieces = [piece for part in text.split("_") for piece in _HUMP.split(part) if piece]
        return " ".join(self.cardinal(piece) if piece.isdecimal() else piece.lower() for piece in pieces)


def _cut(text: str, marks: str) -> tuple[str, str, str]:
    for place, character in enumerate(text):
        if character in marks:
            return text[:place], character, text[place + 1 :]
    return text, "", ""
