"""Addresses of pages and mail, accounts and passwords in Mandarin -> words, with the names of their marks."""

from __future__ import annotations

import re

from koe.text.normalize.mandarin.numbers import spelled
from koe.text.normalize.rule import Rule, before, of_kind, rule

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

_ACCOUNT_BEFORE = re.compile(r"(?:微信|账号|帐号|用户名|QQ|ID|抖音|微博|小红书)号?(?:是|为|[:： ]){1,3}\Z")
_SECRET_BEFORE = re.compile(r"(?:密码|提取码|口令|邀请码|验证码|兑换码)(?:是|为|[:： ]){0,3}\Z")


def rules() -> tuple[Rule, ...]:
    return (
        *of_kind("emails", rule(_EMAIL, _address, name="e-mail address")),
        *of_kind("urls", rule(_URL, _address, name="web address"), rule(_SITE, _address, name="web address")),
    )


def accounts() -> tuple[Rule, ...]:
    return (
        rule(
            r"(?<![A-Za-z0-9_.-])(?=[A-Za-z0-9_-]{0,30}[0-9_])[A-Za-z](?:[A-Za-z0-9]|[_-](?=[A-Za-z0-9])){3,30}"
            r"(?![A-Za-z0-9_.@-])",
            _account,
            name="name of an account",
        ),
        rule(
            r"(?<![0-9A-Za-z])(?=[A-Za-z]{0,11}[0-9])(?=[0-9]{0,11}[A-Za-z])[A-Za-z0-9]{4,12}(?![0-9A-Za-z@._-])",
            lambda match: spelled_out(match[0]) if _SECRET_BEFORE.search(before(match)[-8:]) else None,
            name="password",
        ),
    )


def _account(match: re.Match[str]) -> str | None:
    """What somebody is called in a chat or on a site, letter by letter: 微信：zw_8866."""
    if "_" not in match[0] and not match[0][-3:].isdigit():
        return None
    return spelled_out(match[0]) if _ACCOUNT_BEFORE.search(before(match)[-8:]) else None


def spelled_out(address: str) -> str:
    words = re.sub(r"[0-9]+", lambda digits: spelled(digits[0]), address)
    return re.sub(r"[./@_:?=&#%+~-]", lambda mark: _MARKS_OF_ADDRESSES[mark[0]], words)


def _address(match: re.Match[str]) -> str:
    rest = match["rest"].rstrip("/.,?:")
    stop = match["rest"][len(rest) :].replace("/", "")
    return spelled_out(rest) + stop
