"""Addresses of pages and mail in Mandarin -> words, with the names of their marks."""

from __future__ import annotations

import re

from koe.text.normalize.mandarin.numbers import spelled
from koe.text.normalize.rule import Rule, of_kind, rule

_HOST = r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,40}[A-Za-z0-9])?\.){1,4}"
_TOP = (
    r"(?:com|cn|net|org|edu|gov|io|ai|co|cc|tv|me|info|biz|app|dev|xyz|top|vip|hk|tw|jp|uk|us|de|fr|ru|eu)"
    r"(?![A-Za-z0-9-])"
)
_URL = r"(?:https?://|(?=www\.))(?P<rest>[A-Za-z0-9.-]{1,80}(?::[0-9]{2,5})?(?:/[A-Za-z0-9._~%#?&=+/@:-]{0,200})?)"
_SITE = rf"(?<![A-Za-z0-9@.-])(?P<rest>{_HOST}{_TOP}(?:/[A-Za-z0-9._~%#?&=+/-]{{0,100}})?)"
_EMAIL = rf"(?<![A-Za-z0-9._%+-])(?P<rest>[A-Za-z0-9._%+-]{{1,64}}@{_HOST}[A-Za-z]{{2,10}})(?![A-Za-z0-9])"
_MARKS_OF_ADDRESSES = {
    ".": "点", "/": "斜杠", "@": "艾特", "-": "杠", "_": "下划线", ":": "冒号", "?": "问号", "=": "等于", "&": "和",
    "#": "井号",
    "%": "百分号", "+": "加", "~": "波浪号",
}  # fmt: skip


def rules() -> tuple[Rule, ...]:
    return (
        *of_kind("emails", rule(_EMAIL, _address, name="e-mail address")),
        *of_kind("urls", rule(_URL, _address, name="web address"), rule(_SITE, _address, name="web address")),
    )


def spelled_out(address: str) -> str:
    words = re.sub(r"[0-9]+", lambda digits: spelled(digits[0]), address)
    return re.sub(r"[./@_:?=&#%+~-]", lambda mark: _MARKS_OF_ADDRESSES[mark[0]], words)


def _address(match: re.Match[str]) -> str:
    rest = match["rest"].rstrip("/.,?:")
    stop = match["rest"][len(rest) :].replace("/", "")
    return spelled_out(rest) + stop
