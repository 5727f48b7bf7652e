"""Telephone numbers -> words, digit by digit: +91 98765 43210, 011-23456789, 1800-180-1551, 112."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.codes import END, GROUP, LONG_AFTER, NUMBER_WORDS, START, grouped
from koe.text.normalize.hindi.numerals import DEVANAGARI, spelled
from koe.text.normalize.rule import Rule, after, alternatives, before, of_digits, of_kind, rule
from koe.text.normalize.rule import words as word_set

_TELEPHONE_WORDS = word_set(
    "फोन फ़ोन टेलीफोन टेलीफ़ोन दूरभाष मोबाइल मो हेल्पलाइन फ्री फ़्री कॉल डायल व्हाट्सएप व्हाट्सऐप संपर्क फैक्स phone Phone Ph Tel "
    "Mob Call call SMS एसएमएस एक्सटेंशन Ext ext"
)
_TELEPHONE = re.compile(
    rf"(?<![{DEVANAGARI}A-Za-z])(?:{alternatives(_TELEPHONE_WORDS)})(?: ?{NUMBER_WORDS})?"
    r"(?: करें| करे| हैं?| पर)?[ :.-]{1,3}\Z"
)
_IS_DIALLED = re.compile(
    r" (?:नंबर |नम्बर )?(?:डायल|(?:पर|को) (?:तुरंत |अभी )?"
    r"(?:कॉल|डायल|फोन|फ़ोन|एसएमएस|SMS|मैसेज|सूचना दें|संपर्क|मिस्ड|व्हाट्स))| हेल्पलाइन"
)
_ALSO_DIALLED = re.compile(r"(?:पुलिस|एम्बुलेंस|फायर ब्रिगेड|अग्निशमन|आपातकालीन)[^।]{0,12}\Z")
_EMERGENCY = word_set("100 101 102 104 108 112 139 181 1091 1098 1090 1076 1930 1033 1906 1912 1947 1950 1073 155260")


def rules() -> tuple[Rule, ...]:
    return of_digits(*of_kind("phones", *_telephones()))


def _telephones() -> tuple[Rule, ...]:
    return (
        rule(
            rf"{START}(?:\+?91[ -]?|0[ -]?|\(\+91\) ?|\+91[ -]?0?)?[6-9][0-9]{{4}}[ -]?[0-9]{{5}}{END}"
            rf"|(?<![0-9A-Za-z])\+91[ -]?[6-9][0-9]{{4}}[ -]?[0-9]{{5}}{END}",
            _mobile,
            name="telephone number",
        ),
        rule(rf"{START}[6-9][0-9]{{2}}[ -][0-9]{{3}}[ -][0-9]{{4}}{END}", grouped, name="telephone number"),
        rule(
            r"(?<![0-9A-Za-z])(?=\+[0-9() -]{7})\+[0-9]{1,3}(?:[ -]?\([0-9]{1,5}\)[ -]?|[ -])?"
            rf"[0-9]{{2,12}}(?:[ -][0-9]{{2,8}}){{0,4}}{END}",
            grouped,
            name="telephone number",
        ),
        rule(rf"{START}\(0[0-9]{{2,4}}\) ?[0-9]{{3,8}}(?:[ -][0-9]{{3,4}})?{END}", grouped, name="telephone number"),
        rule(
            rf"{START}0[0-9]{{2,4}}[ -][0-9]{{6,8}}(?:(?:, ?| ?/ ?)[2-7][0-9]{{5,7}}){{1,3}}{END}",
            grouped,
            name="telephone number",
        ),
        rule(rf"{START}0[0-9]{{2,4}}[ -][0-9]{{3,8}}(?:[ -][0-9]{{3,4}})?{END}", grouped, name="telephone number"),
        rule(
            rf"{START}1[89][06]0[ -]?[0-9]{{2,4}}[ -]?[0-9]{{3,4}}(?:[ -][0-9]{{1,4}})?{END}",
            _toll_free,
            name="telephone number",
        ),
        rule(
            r"(?<![A-Za-z])[Ee]xt(?:n|ension)?\.?[ :-]{0,2}([0-9]{2,5})(?![0-9A-Za-z])",
            lambda match: f"एक्सटेंशन {spelled(match[1])}",
            name="extension",
        ),
        rule(rf"{START}[0-9]{{3,12}}(?:[ -][0-9]{{3,8}}){{0,3}}{END}", _dialled, name="telephone number"),
    )


def _mobile(match: re.Match[str]) -> str | None:
    if LONG_AFTER.search(before(match)) and "मोबाइल" not in before(match)[-20:]:
        return None
    digits = "".join(GROUP.findall(match[0]))
    plus = "प्लस " if "+" in match[0] else ""
    prefix = f"{spelled(digits[:-10])}, " if len(digits) > 10 else ""
    return f"{plus}{prefix}{spelled(digits[-10:-5])}, {spelled(digits[-5:])}"


def _toll_free(match: re.Match[str]) -> str | None:
    groups = GROUP.findall(match[0])
    if len(groups) == 1:
        digits = groups[0]
        groups = [digits[:4], digits[4:7], digits[7:]]
    return ", ".join(map(spelled, groups)) if sum(map(len, groups)) >= 10 else None


def _dialled(match: re.Match[str]) -> str | None:
    left, right = before(match), after(match)
    digits = match[0]
    is_called = _IS_DIALLED.match(right)
    if _TELEPHONE.search(left) or is_called:
        return ", ".join(map(spelled, GROUP.findall(digits)))
    if digits in _EMERGENCY and _ALSO_DIALLED.search(left) and re.match(r" (?:नंबर|पर|को)|\Z|[,।)/]", right):
        return spelled(digits)
    return None
