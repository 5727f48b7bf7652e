"""Ordinals -> words, in capitals, with raised letters and as law and the army write them: "21ST", "5ᵗʰ", "the 82d"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, full_stop, rule

_NUMBER = r"(?<![\w.,$£€])([0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})"
_UNITS = (
    "Airborne|Armored|Army|Battalion|Brigade|Cavalry|Cir|Circuit|Corps|Division|Infantry|Marines|Regiment|Cong|"
    "Congress|Sess"
)
_SITTINGS = {"Cong": "Congress", "Sess": "session"}


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def ordinal(match: re.Match[str]) -> str:
        return numerals.ordinal(match[1].replace(",", ""))

    def century(match: re.Match[str]) -> str:
        return f"{numerals.ordinal(match[1])} century{full_stop(match)}"

    return (
        rule(r"(?<![\w.,])([0-9]{1,2})(?:st|nd|rd|th)[ -][cC]\.(?=[\s,;)]|\Z)", century, name="century"),
        rule(
            r"(?:(?<=\bon )|(?<=\bby )|(?<=after )|(?<=before )|(?<=until ))([1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)"
            r"(?=[;,.)]|\s?\Z)",
            lambda match: f"the {numerals.ordinal(match[1])}",
            name="ordinal",
        ),
        rule(rf"{_NUMBER}(?:st|nd|rd|th|ST|ND|RD|TH|ˢᵗ|ⁿᵈ|ʳᵈ|ᵗʰ)(?!\w)", ordinal, name="ordinal"),
        rule(
            r"(?<=(?:th|st|nd|rd|2d|3d) )(Cong|Sess)\.",
            lambda match: _SITTINGS[match[1]] + full_stop(match),
            name="sitting",
        ),
        rule(
            rf"{_NUMBER}(?:(?<=1)\sst|(?<=2)\snd|(?<=3)\srd|(?<=[04-9])\sth|(?<=1[123])\sth)(?=\s)",
            ordinal,
            name="ordinal",
        ),
        rule(rf"{_NUMBER}d(?=\s(?:and\s[0-9]{{1,3}}(?:st|nd|rd|th|d)\s)?(?:{_UNITS})\b)", ordinal, name="ordinal"),
    )
