"""Telephone numbers, short codes, service codes and IP addresses -> words digit by digit, with pauses."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule

_OPEN = r"(?<![\w.,/$£€+-])"
_CLOSE = r"(?![\w/-]|[.,][0-9]| [0-9])"
_EXTENSION = r"(?:,?\s?(?:[Ee]xt(?:ension|n)?\.?|x)\s?(?P<extension>[0-9]{1,6}))?"
_PATTERNS = (
    r"0[0-9]{3,4} [0-9]{2} [0-9]{2} [0-9]{2}",
    r"\+[0-9]{1,3}[ .-]?(?:\(0?[0-9]{1,4}\)[ .-]?)?[0-9]{1,5}(?:[ .-][0-9]{2,8}){1,5}",  # +44 20 7946 0958
    r"(?:1[ .-]?)?\([0-9]{3}\)[ .-]?[0-9]{3}[ .-][0-9]{4}",  # (555) 123-4567
    r"(?:1[ .-])?[0-9]{3}(?P<mark>[ .-])[0-9]{3}(?P=mark)[0-9]{4}",
    r"[0-9]{3}/[0-9]{3}-[0-9]{4}",
    r"[2-9][0-9]{2}-[0-9]{4}",
    r"1[38]00[ -][0-9]{3}[ -][0-9]{3,4}",
    r"00[0-9]{2,3}(?:[ -][0-9]{2,5}){2,4}",
    r"\(0[0-9]{1,4}\) ?[0-9]{3,4} ?[0-9]{3,6}",
    r"0[0-9]{2,4}[ -][0-9]{3,4}[ -][0-9]{3,4}",  # 020 7946 0958
    r"0[0-9]{4}[ -][0-9]{5,6}",
    r"116 ?[0-9]{3}",
    r"0[358]00[ -][0-9]{3,4}(?:[ -][0-9]{2,4})?",
)
# Other groups of digits. In Britain their zeros are "zero", those of a telephone "oh".
_OTHER_GROUPS = (
    r"[0-9]{3}-[0-9]{2}-[0-9]{4}",  # US social security number
    r"[0-9]{4}(?:[ -][0-9]{4}){2,4}",  # payment cards
    r"3[0-9]{3}[ -][0-9]{6}[ -][0-9]{5}",
    r"[0-9]{1,5}(?:-[0-9]{1,7}){2,6}",  # 1-2-3, ISBN, sort codes
)
_GROUP = re.compile(r"\+?[0-9]+")
# Numbers without any mark between the groups, as they are divided when they are said.
_RUNS = (
    (r"\+1([2-9][0-9]{2})([0-9]{3})([0-9]{4})", "+1"),
    (r"\+44([0-9]{4})([0-9]{3})([0-9]{3})", "+44"),
    (r"(07[0-9]{3})([0-9]{3})([0-9]{3})", ""),
)
_PHONE_BEHIND = re.compile(
    r"\b(?:call|calls|called|calling|phone|dial|ring|tel|telephone|mobile|cell|fax|whatsapp|text|number|"
    r"contact)\b[^.!?0-9]{0,20}\Z",
    re.IGNORECASE,
)
_TEXT_BEHIND = re.compile(r"\b(?:text(?:ing|ed)?|txt|sms|reply|messages?|send|sent)\b[^.!?0-9]{0,40}\Z", re.IGNORECASE)
_MASKED_BEHIND = re.compile(r"\b(?:ending|ending in|card|account)\s\Z")
_ADDRESS = rf"{_OPEN}[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{3}}(?::([0-9]{{1,5}}))?(?![\w]|\.[0-9])"
_EMERGENCY = "911|999|112|111|101|000|988"
_FREE = r"8(?:00|33|44|55|66|77|88)|900"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def group(digits: str) -> str:
        if digits == "800":
            return "eight hundred"
        if digits == "0800":
            return "oh eight hundred" if numerals.british else "zero eight hundred"
        words = numerals.digits(digits)
        words = words.replace("zero", "oh") if numerals.british else words
        return f"plus {words}" if digits[0] == "+" else words

    def grouped(match: re.Match[str]) -> str:
        extension = match["extension"]
        number = match[0][: match.start("extension") - match.start()] if extension else match[0]
        words = [group(digits) for digits in _GROUP.findall(number)]
        return ", ".join([*words, f"extension {group(extension)}"] if extension else words)

    def other_groups(match: re.Match[str]) -> str:
        groups = _GROUP.findall(match[0])
        single = max(map(len, groups)) == 1
        if len(groups) > 3 and max(map(len, groups)) == 2 and not any(group[0] == "0" for group in groups):
            return ", ".join(map(numerals.cardinal, groups))  # numbers of a lottery
        return (" " if single else ", ").join(map(numerals.digits, groups))

    def extension(match: re.Match[str]) -> str:
        if _MASKED_BEHIND.search(before(match)):
            return numerals.digits(match[1])
        return f"extension {numerals.digits(match[1])}"

    def run(pattern: str, prefix: str) -> Rule:
        def divided(match: re.Match[str]) -> str:
            return ", ".join(group(digits) for digits in (prefix, *match.groups()) if digits)

        return rule(_OPEN + pattern + _CLOSE, divided, name="telephone number")

    def ten_digits(match: re.Match[str]) -> str | None:
        return ", ".join(map(group, match.groups())) if _PHONE_BEHIND.search(before(match)) else None

    def international(match: re.Match[str]) -> str:
        return group(match[0])

    def vanity(match: re.Match[str]) -> str:
        words = [*(group(digits) for digits in (match[1], match[2]) if digits)]
        letters = ""
        for part in match[3].split("-"):
            if part.isdigit():
                words.append(group(part))
            else:
                letters += f" {spelling.word(part.lower())}"
        return ", ".join([*words, letters.strip()])

    def address(match: re.Match[str]) -> str:
        host, _, port = match[0].partition(":")
        words = " dot ".join(numerals.digits(part) for part in host.split("."))
        return f"{words} port {numerals.label(port)}" if port else words

    def emergency(match: re.Match[str]) -> str:
        words = numerals.digits(match[2])
        return f"{match[1]} {words.replace('zero', 'oh') if numerals.british else words}"

    def emergency_before(match: re.Match[str]) -> str:
        words = numerals.digits(match[1])
        return words.replace("zero", "oh") if numerals.british else words

    def short_code(match: re.Match[str]) -> str | None:
        return numerals.digits(match[0]) if _TEXT_BEHIND.search(before(match)) else None

    def service(match: re.Match[str]) -> str | None:
        written = match[0]
        if written.count("*") == len(written) - sum(map(str.isdigit, written)) and after(match)[:1] == "*":
            return None  # emphasis
        names = {"*": "star", "#": _hash(numerals)}
        return " ".join(names.get(sign) or group(sign) for sign in written)

    return (
        rule(
            r"(?<![\w.])(?:(Mob|mob)\.?(?=:?\s\(?(?:\+|0)[0-9])|(Tel|tel)\.?(?=:?\s\(?[+0-9][0-9() ]))",
            lambda match: "mobile" if match[1] else "telephone",
            name="telephone number",
        ),
        rule(_ADDRESS, address, name="IP address"),
        rule(rf"{_OPEN}(?:(1)[ -])?\(?({_FREE})\)?(?:-|(?<=1.[0-9]{{3}}) )(?=[0-9-]{{0,8}}[A-Z])"
             r"([A-Z0-9]{1,9}(?:-[A-Z0-9]{1,9}){0,3})(?![\w-])",
             vanity, name="telephone number"),
        *(run(pattern, prefix) for pattern, prefix in _RUNS),
        *(rule(_OPEN + pattern + _EXTENSION + _CLOSE, grouped, name="telephone number") for pattern in _PATTERNS),
        *(rule(_OPEN + pattern + _CLOSE, other_groups, name="groups of digits") for pattern in _OTHER_GROUPS),
        rule(rf"{_OPEN}\+[0-9]{{8,15}}(?:{_CLOSE}|(?=,,))", international, name="telephone number"),
        rule(
            r"(?<![\w.,/+-])(?<![0-9] )([6-9][0-9]{4}) ([0-9]{5})(?![\w/-]|[.,][0-9]| [0-9])",
            lambda match: f"{numerals.digits(match[1])}, {numerals.digits(match[2])}",
            name="telephone number",
        ),
        rule(
            r"(?<=[0-9]),{1,3}([0-9]{4,12})#",
            lambda match: f", {numerals.digits(match[1])} {_hash(numerals)}",
            name="telephone number",
        ),
        rule(rf"{_OPEN}([2-9][0-9]{{2}})([0-9]{{3}})([0-9]{{4}}){_CLOSE}", ten_digits, name="telephone number"),
        rule(r"(?<![\w.%\\])(?:[Ee]xt\.?|[Ee]xtension|[Ee]xtn\.?|"
             r"x(?=[0-9]{3}))\s?([0-9]{1,6})(?![\w,.-][0-9]|\w)", extension,
             name="extension"),
        rule(
            r"\b([Cc]all(?:ed|ing|s)?|[Dd]ial(?:ed|led|ing|s)?|[Rr]ing|[Pp]hone|NHS|[Aa]rea code) "
            r"\(?([0-9]{3})(?![\w,.-][0-9]|\w)\)?",
            emergency,
            name="telephone number",
        ),
        rule(r"(?<![\w.,$£€-])([0-9]{3})(?=\s(?:area code|call(?:s|er|ers)?|dispatch\w{0,4}|operators?|"
             r"emergency)\b)", emergency_before,
             name="telephone number"),
        rule(rf"(?:(?<=911 or )|(?<=999 or )|(?<=112 or )|(?<=911 and )|(?<=999 and "
             rf"))({_EMERGENCY})(?![\w,.-][0-9]|\w)",
             emergency_before, name="telephone number"),
        rule(r"(?<=[Dd]ial )([0-9]{4,6})(?![\w,.-][0-9]|\w)", emergency_before, name="telephone number"),
        rule(r"(?<![\w.,$£€#-])[0-9]{5,6}(?![\w,.-][0-9]|\w)", short_code, name="short code"),
        rule(r"(?<![\w*#])(?:\*{1,2}(?=[0-9]{2}|#)#?[0-9]{2,6}(?:[*#][0-9]{0,15}){0,3}|"
             r"#{1,2}[0-9]{2,6}(?:\*[0-9]{1,15}){0,3}#)(?![\w*])",
             service, name="service code"),
        rule(r"(?<=[0-9]{3})#(?=[\s,.;]|\Z)", lambda _: f" {_hash(numerals)}", name="key"),
    )  # fmt: skip


def key_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for the keys of a telephone. They need no digit."""

    def key(match: re.Match[str]) -> str:
        return match[1] + ("star" if match[2] == "*" else _hash(numerals))

    return (
        rule(r"(?<!\w)((?:[Pp]ress|[Hh]it|[Dd]ial|[Tt]he|[Pp]ush|then)\s)([*#])(?=\s|[.,;!?]|\Z)", key, name="key"),
    )


def _hash(numerals: EnglishNumerals) -> str:
    return "hash" if numerals.british else "pound"
