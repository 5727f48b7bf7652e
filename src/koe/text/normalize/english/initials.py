"""Initials with full stops or slashes, and clipped compounds -> words: "p.c.m.", "c/f", "T/F", "ex-div"."""

from __future__ import annotations

import re

from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule

_DOTTED = {
    "p.c.m": "per calendar month", "p.a": "per annum", "p.w": "per week", "o.i.r.o": "offers in the region of",
    "O.I.R.O": "offers in the region of", "o.i.e.o": "offers in excess of", "O.I.E.O": "offers in excess of",
    "t.b.c": "to be confirmed", "t.b.a": "to be announced", "v.i": "intransitive verb", "v.t": "transitive verb",
    "r.t": "room temperature", "M.Sc": "M.S.C", "B.Sc": "B.S.C", "M.Phil": "M Phil", "D.Phil": "D Phil",
    "LL.B": "L.L.B", "LL.M": "L.L.M", "M.Ed": "M Ed", "B.Ed": "B Ed", "g.c.h": "gas central heating",
    "G.C.H": "gas central heating", "b.y.o": "bring your own",
}  # fmt: skip
# Before a number or the mark of one only.
_BEFORE_NUMBER = {"m.p": "melting point", "b.p": "boiling point", "s.g": "specific gravity"}
_JOINED = {
    "c/f": "carried forward", "b/f": "brought forward", "p/x": "part exchange", "n/smkg": "non-smoking",
    "n/smoking": "non-smoking", "s/c": "self-contained", "pos'n": "position", "pre-mkt": "pre-market",
    "post-mkt": "post-market", "ex-div": "ex-dividend", "y/n": "yes or no", "off-pk": "off-peak", "mid-wk": "midweek",
    "approx'ly": "approximately", "rec'v": "receive", "acc't": "account",
}  # fmt: skip
_MEASURES = {"min": "minutes", "hr": "hours", "yr": "years", "wk": "weeks", "mo": "months", "sec": "seconds"}


def rules() -> tuple[Rule, ...]:
    return (
        rule(
            rf"(?<![\w.])(?:{alternatives(_DOTTED)})(?!\w|\.\w)\.?",
            _initials,
            name="initials",
        ),
        rule(
            rf"(?<![\w.])(?:{alternatives(_BEFORE_NUMBER)})\.?(?=:?\s[-–−~<>≥≤]?[0-9])",
            lambda match: _BEFORE_NUMBER[match[0].rstrip(".")],
            name="initials",
        ),
        rule(
            rf"(?<![\w./-])(?:{alternatives(_JOINED)})(?![\w/])(?:\.(?=\s[0-9a-z]))?",
            lambda match: _JOINED[match[0].rstrip(".").lower()],
            re.IGNORECASE,
            name="initials",
        ),
        rule(
            r"(?<=[0-9] )([FL])/H(?![\w/])", lambda match: "freehold" if match[1] == "F" else "leasehold", name="tenure"
        ),
        rule(
            r"(?<=[a-z]{2}, )n\.(?=\s(?:[\[(]|[A-Z])|\s?\Z)",
            lambda match: "noun" + full_stop(match),
            name="part of speech",
        ),
        rule(r"(?<![\w/])h/t(?=\s(?:to\b|@|[A-Z]))", lambda _: "hat tip", name="initials"),
        rule(r"(?<![\w/])T/F(?=[:;,.?)]|\s(?:questions?|quiz)|\s?\Z)", lambda _: "true or false", name="initials"),
        rule(r"(?<=\bATM )W/D(?!\w)|(?<=\bCASH )W/D(?!\w)", lambda _: "withdrawal", name="initials"),
        rule(r"(?<=[0-9] )(min|hr|yr|wk|mo|sec)\(s\)(?!\w)", lambda match: _MEASURES[match[1]], name="measure"),
    )


def _initials(match: re.Match[str]) -> str | None:
    short = match[0].rstrip(".")
    if short in ("p.a", "p.w") and re.search(r"[$£€][0-9.,]{1,10}(?:k|m|bn|M|K)?\s?\Z", before(match)):
        return None  # part of a sum
    return _DOTTED[short] + _stop(match)


def _stop(match: re.Match[str]) -> str:
    """The full stop of initials that end a sentence: nothing or a capital follows."""
    ends = match[0].endswith(".") and re.match(r"\s[A-Z][a-z]", after(match))
    return "." if ends else full_stop(match)
