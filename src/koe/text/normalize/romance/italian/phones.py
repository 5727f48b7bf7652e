"""Italian telephone numbers: which digits are one, and how they are grouped."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance

_TOLL_FREE = re.compile(r"8(?:00|03|40|48|92|99)|199")


class ItalianPhones(Romance):
    """The telephone numbers of Italy."""

    def _versions(self, match: re.Match[str]) -> str | None:
        """ "800.90.10.10" is no network address."""
        groups = match[0].split(".")
        if _TOLL_FREE.fullmatch(groups[0]) and len(groups) == 4:
            return self.phone(groups)
        return super()._versions(match)

    def is_phone(self, text: str, groups: list[str], has_context: bool) -> bool:
        count, first = sum(map(len, groups)), groups[0]
        if text[0] == "+" or has_context:
            return 6 <= count <= 15
        if first[0] == "0":
            return 2 <= len(first) <= 4 and (8 <= count <= 11 or (first.startswith("00") and 9 <= count <= 15))
        if first[0] == "3" and len(first) == 3:
            return count == 10
        if _TOLL_FREE.fullmatch(first) and tuple(map(len, groups)) in ((3, 3, 3), (3, 6), (3, 2, 2, 2)):
            return not text.endswith("000")
        return tuple(map(len, groups)) in self.phone_shapes and "-" in text and " " not in text

    def is_plain_phone(self, digits: str) -> bool:
        return (len(digits) == 10 and digits[0] == "3") or (digits[0] == "0" and 9 <= len(digits) <= 11)

    def phone_groups(self, digits: str) -> list[str]:
        if len(digits) == 10 and digits[0] == "3":
            return [digits[:3], digits[3:6], digits[6:]]
        if len(digits) == 12 and digits.startswith("393"):
            return [digits[:2], *self.phone_groups(digits[2:])]
        if digits[0] == "0" and len(digits) > 7:
            area = 2 if digits[1] in "26" else 3
            return [digits[:area], digits[area:]]
        return [digits]
