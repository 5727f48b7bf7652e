"""Patterns of crochet and knitting -> words: "ch 3, sk 1, dc in next 2 sts", "K2, p1"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, full_stop, rule

_STITCHES = {
    "sc": "single crochet", "dc": "double crochet", "hdc": "half double crochet", "tr": "treble crochet",
    "sl st": "slip stitch", "ss": "slip stitch", "sk": "skip", "yo": "yarn over", "tog": "together", "sp": "space",
    "k2tog": "knit two together", "p2tog": "purl two together", "ssk": "slip, slip, knit", "pm": "place marker",
    "sm": "slip marker", "dec": "decrease", "inc": "increase", "rnd": "round", "rnds": "rounds", "MC": "main color",
    "CC": "contrast color", "RS": "right side", "WS": "wrong side", "rep": "repeat", "beg": "beginning",
    "st": "stitch", "sts": "stitches", "tch": "turning chain",
}  # fmt: skip
_COUNTED = {"ch": "chain", "k": "knit", "p": "purl", "sc": "single crochet", "dc": "double crochet"}
# Two different ones must stand near: each alone is something else.
_CERTAIN = re.compile(
    r"(?<!\w)(?:(?:hdc|sts|sl st|k2tog|p2tog|ssk|yo|tch|sk)(?!\w)|[sd]c in\b|ch [0-9]|[kp][0-9]{1,2}(?=[,;*. ]))",
    re.IGNORECASE,
)
_NAMES = "|".join(sorted(map(re.escape, _STITCHES), key=len, reverse=True))


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def knits(match: re.Match[str]) -> bool:
        around = f"{before(match)}{match[0]}{after(match)}"
        found = {stitch.lower() for stitch in _CERTAIN.findall(around)}
        # "p50" and "p99" are no two stitches.
        return len({stitch.rstrip("0123456789")[:2] for stitch in found}) > 1

    def stitch(match: re.Match[str]) -> str | None:
        return _STITCHES[match[1]] + full_stop(match) if knits(match) else None

    def counted(match: re.Match[str]) -> str | None:
        return f"{_COUNTED[match[1].lower()]} {numerals.cardinal(match[2])}" if knits(match) else None

    return (
        rule(r"(?<![\w./-])(Ch|ch|[KkPp])\s?([0-9]{1,3})(?![\w/]|\.[0-9])", counted, name="stitches"),
        rule(
            r"(?<![\w./-])[Cc]h ([0-9]{1,3})(?=, (?:turn|sc|dc|hdc|sk|skip|sl|join|work)\b)",
            lambda match: f"chain {numerals.cardinal(match[1])}",
            name="stitches",
        ),
        rule(r"(?<![\w./-])(ch)(?=[, ]|\Z)(?! [0-9])", lambda match: "chain" if knits(match) else None, name="stitch"),
        rule(r"(?<!\w)[Ss]t\.? st(?!\w)", lambda _: "stockinette stitch", name="stitch"),
        rule(rf"(?<![\w./'-])({_NAMES})(?![\w/'-])(?:\.(?=\s[a-z]))?", stitch, name="stitch"),
    )
