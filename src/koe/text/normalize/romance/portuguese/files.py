"""Names of files, paths and short web addresses -> words: "foto.jpg", "C:\\Users", "bit.ly/abc"."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.rule import Rule, before, rule

_ENDINGS = (
    "pdf|docx?|xlsx?|pptx?|odt|txt|csv|jpe?g|png|gif|webp|svg|zip|rar|7z|mp3|mp4|wav|avi|mov|mkv|exe|html?|css|py|js|ts|"
    "json|xml|ya?ml|md|apk|iso|sql|log|bat|sh"
)
_FILE = rf"(?<![\w@/.-])(?P<name>[\w-]{{1,60}}(?:\.[\w-]{{1,20}}){{0,2}}\.(?:{_ENDINGS}))(?![\w@/])"
_ENDING = rf"(?<![^\s(\"“])\.({_ENDINGS})(?!\w)"
_SHORT_ADDRESS = r"(?<![\w@.+-])(?P<rest>[a-z0-9-]{1,30}\.(?:ly|me|gl|gg|co|be|to|cc)/[^\s<>\"“”«»]{1,200})"
# Brackets around an e-mail address.
_OPENING = r"<(?=[\w.+%-]{1,64}@)"
_CLOSING = r"(?<=[a-z])>(?!\w)"
_ADDRESS_BEFORE = re.compile(r"@[\w.-]{1,60}\Z")
_PATH = r"(?<!\w)(?P<drive>[A-Z]):\\(?P<path>[\w\\.-]{0,200})"


class PortugueseFiles(Romance):
    """Files, paths and shortened addresses."""

    def file_rules(self) -> tuple[Rule, ...]:
        return (
            rule(_SHORT_ADDRESS, self._address, re.IGNORECASE, kind="urls", name="web address"),
            rule(_OPENING, lambda _: "", kind="symbols", name="silent symbol"),
            rule(_CLOSING, self._closing, kind="symbols", name="silent symbol"),
            rule(_FILE, lambda match: self.web_name(match["name"]), re.IGNORECASE, kind="code", name="file"),
            rule(_ENDING, lambda match: f"ponto {match[1]}", re.IGNORECASE, kind="code", name="kind of file"),
            rule(_PATH, self._path, kind="code", name="path"),
        )

    def _closing(self, match: re.Match[str]) -> str | None:
        return "" if _ADDRESS_BEFORE.search(before(match)) else None

    def _path(self, match: re.Match[str]) -> str:
        parts = [self.web_name(part) for part in match["path"].split("\\") if part]
        return " barra invertida ".join([f"{self.letters(match['drive'])} dois pontos", *parts])
