"""Telephone numbers and numbers that are codes (cards, accounts, post codes) -> groups of digits."""

from __future__ import annotations

import re
from typing import ClassVar

from koe.text.normalize.romance.letters import Letters
from koe.text.normalize.rule import Rule, before, rule

_GROUPS = re.compile(r"[0-9]+")
_PHONE = r"(?<![\w.,:/+-])(?:\(?\+\s?|\()?[0-9]{1,5}(?:\)?(?:[\s.-]{1,3}|/)\(?[0-9]{1,10}\)?){1,7}(?![\w/-]|[.,:][0-9])"
_PLAIN = r"(?<![\w.,:/-])\+?[0-9]{3,36}(?![\w/-]|[.,:][0-9])"
_CARD = r"(?<![\w.,/-])[0-9]{4}([\s-])[0-9]{4}\1[0-9]{4}\1[0-9]{1,4}(?![\w/-])"
_ACCOUNT = r"(?<!\w)[A-Z]{2}[0-9]{2}(?:\s?[0-9A-Z]{4}){3,7}(?:\s?[0-9A-Z]{1,3})?(?!\w)"
_ADDRESS = r"(?<![\w.,/-])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![\w-]|[.,][0-9])"
_VERSION = r"(?<![\w.])(?P<v>[vV](?:ersi[oó]n\s)?)?(?P<numbers>[0-9]{1,4}(?:\.[0-9]{1,4}){2,4})(?![\w]|[.,][0-9])"
_BOOK = r"(?<![\w.,/-])97[89](?:[-\s][0-9]{1,7}){3,4}(?![\w/-])"
_LETTERED = r"(?<![\w.,/-])[0-9]{8}-?[A-Z](?!\w)|(?<![\w.,/-])[A-Z][0-9]{7,8}[A-Z]?(?!\w)"
_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_LONGEST_NUMBER = 9  # more digits without separators are no amount


class Phones(Letters):
    """The telephone numbers and codes of one language."""

    # Lengths of the groups of digits of the country's telephone numbers, e.g. (3, 2, 2, 2).
    phone_shapes: ClassVar[frozenset[tuple[int, ...]]] = frozenset()
    # A pattern of the words before a telephone number or an emergency number, up to the number itself.
    before_a_phone: ClassVar[str]
    # A pattern of the words before a number that is read digit by digit.
    before_digits: ClassVar[str]
    version_word: ClassVar[str]
    between_groups: ClassVar[str] = ", "

    def phone_rules(self) -> tuple[Rule, ...]:
        return (
            rule(_ACCOUNT, self._account, kind="phones", name="account number"),
            rule(_CARD, lambda match: self.digit_groups(_GROUPS.findall(match[0])), kind="phones", name="card number"),
            rule(_BOOK, lambda match: self.digit_groups(_GROUPS.findall(match[0])), kind="phones", name="book number"),
            rule(_LETTERED, self._lettered, kind="phones", name="identity number"),
            rule(_ADDRESS, self._versions, kind="numbers", name="network address"),
            rule(_PHONE, self._phone, kind="phones", name="telephone number"),
            rule(_PLAIN, self._plain, kind="phones", name="digits"),
            rule(_VERSION, self._versions, kind="numbers", name="version"),
        )

    def digit_groups(self, groups: list[str]) -> str:
        return ", ".join(self.digits(group) for group in groups)

    def _account(self, match: re.Match[str]) -> str | None:
        text = match[0].replace(" ", "")
        if not sum(character.isdigit() for character in text) > len(text) / 2:
            return None
        groups = [text[place : place + 4] for place in range(0, len(text), 4)]
        return ", ".join(self.spelled_code(group) for group in groups)

    def spelled_code(self, text: str) -> str:
        """Letters by name and digits one by one."""
        return " ".join(
            self.digits(character) if character.isdigit() else self.letters(character) for character in text
        )

    def _lettered(self, match: re.Match[str]) -> str:
        return self.spelled_code(match[0].replace("-", ""))

    def _versions(self, match: re.Match[str]) -> str | None:
        if _THOUSANDS.fullmatch(match[0]):
            return None
        numbers = f" {self.english_point} ".join(self.cardinal(number) for number in _GROUPS.findall(match[0]))
        return f"{self.version_word} {numbers}" if match.groupdict().get("v") else numbers

    def _phone(self, match: re.Match[str]) -> str | None:
        text, groups = match[0], _GROUPS.findall(match[0])
        context = re.search(rf"(?:{self.before_a_phone})\s?\(?\Z", before(match), re.IGNORECASE) is not None
        if not self.is_phone(text, groups, context):
            return None
        plus = f"{self.plus} " if "+" in text[:2] else ""
        return plus + self.phone(groups)

    def is_phone(self, text: str, groups: list[str], has_context: bool) -> bool:
        """Whether groups of digits are a telephone number. `has_context`: the words before say so."""
        count = sum(map(len, groups))
        if not 6 <= count <= 15:
            return False
        if "+" in text[:2] or groups[0].startswith("00") or has_context:
            return True
        return tuple(map(len, groups)) in self.phone_shapes and not re.search(r"[\s-]{2}|[./]", text)

    def phone(self, groups: list[str]) -> str:
        """The words of a telephone number."""
        return self.between_groups.join(self.phone_group(group) for group in groups)

    def phone_group(self, digits: str) -> str:
        return self.digits(digits)

    def _plain(self, match: re.Match[str]) -> str | None:
        """Digits without separators: a telephone number or a code by the words before, or by their number."""
        text = match[0].lstrip("+")
        ahead = before(match)
        is_called = re.search(rf"(?:{self.before_a_phone})\s?\Z", ahead, re.IGNORECASE)
        if is_called or (match[0][0] == "+" and len(text) > 8):
            plus = f"{self.plus} " if match[0][0] == "+" else ""
            return plus + self.phone(self.phone_groups(text))
        if match[0][0] == "+":
            return None
        if re.search(rf"(?:{self.before_digits})\s?\Z", ahead, re.IGNORECASE):
            return self.digits(text)
        if self.is_plain_phone(text):
            return self.phone(self.phone_groups(text))
        return self.digits(text) if len(text) > _LONGEST_NUMBER and not text.endswith("000000") else None

    def phone_groups(self, digits: str) -> list[str]:
        """The groups in which a number without separators is read."""
        return [digits]

    def is_plain_phone(self, digits: str) -> bool:
        """Whether digits without separators are a telephone number of the country."""
        return False
