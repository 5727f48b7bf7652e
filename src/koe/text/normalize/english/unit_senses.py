"""What the letters after a number mean: whether they are a unit, and which of several: "5 A" and "seat 5A"."""

from __future__ import annotations

import re

from koe.text.normalize.rule import after, before, word_after, word_before, words

_LAMPS = words("LED LEDs PSU USB AC DC RMS TDP PD PoE UPS")
_DISSOLVED = words("soln solution solutions concentration stock")
_FORMULA_AHEAD = re.compile(r"\s(?:Na|H|K)[A-Z]")
_VOLTS = re.compile(r"[0-9] ?[km]?V [×x@*,·] ?\Z|[0-9] ?[km]?V (?:and|at) \Z")
_CURRENT = words("fuse breaker circuit current charger supply socket plug adapter max")
_LABELS = words("seat row apt apartment unit gate room flat section size class bus grade hall platform terminal")
_GOLD_AHEAD = re.compile(r"\s(?:solid\s|white\s|yellow\s|rose\s)?(?:gold|ring|necklace|chain)\b")
_EXPLOSIVE = re.compile(
    r"\b(?:bombs?|yield\w{0,3}|warheads?|TNT|nuclear|explo\w{2,5}|blast|emissions|CO2|production|output|exports?|"
    r"per year)\b"
)
_KITCHEN_AROUND = re.compile(
    r"[0-9¼-¾⅐-⅞]\s?(?:tsp|tbsp|cups?|qts?|gal|oz|fl)\b|\b(?:cream|milk|stock|broth|berries|cherry|blueberries|"
    r"strawberries|"
    r"half-and-half|half & half|half and half|raspberries|ale|beer)\b",
    re.IGNORECASE,
)
_PARTS_AROUND = re.compile(r":\s[0-9]{1,2}\s?pts?\.?\s[a-z]|[0-9]\s?pts?\.?\s[a-z]{2,12}\s?:")
_POINTS = re.compile(r"\b(?:font|type|size|bold|Arial|Times|games?|team|score[ds]?|lead|spread|win|lost|won|reb|ast)\b")


# "Delayed 45m", "wait: 20m".
_LATE = re.compile(
    r"\b(?:[Dd]elay(?:ed|s)?|[Ll]ate|[Ww]ait(?:ed|ing)?|[Ee]very|ETA|[Rr]untime|[Tt]ook|[Tt]akes|[Ll]asted|[Dd]uration|"
    r"[Uu]ptime|[Tt]imeout|[Ss]lept|[Cc]ook|[Bb]ake|[Ss]immer|[Rr]est)(?: by| of| for| time| approx\.?)?:? ~?\Z"
)


# Nothing but a time: "raj: ~20m".
_MESSAGE = re.compile(r"(?:[\w.-]{1,20}: )?~?")
_MESSAGE_END = re.compile(r"[.!?]?\Z|\s(?:tops|max|late|out|left|ago|away)\b")


def other_meaning(match: re.Match[str]) -> tuple[str, str] | None:
    """What a unit means beside certain words only: one, and several."""
    unit, around = match["unit"], f"{before(match)} {after(match)}"
    if (
        unit == "m"
        and match["gap"] == ""
        and match["amount"].isdigit()
        and (
            _LATE.search(before(match)[-24:])
            or (_MESSAGE.fullmatch(before(match)) and _MESSAGE_END.match(after(match)) and int(match["amount"]) < 100)
        )
    ):
        return "minute", "minutes"
    if unit == "kt" and _GOLD_AHEAD.match(after(match)):
        return "karat", "karat"
    if unit == "kt" and _EXPLOSIVE.search(around):
        return "kiloton", "kiloton" if _EXPLOSIVE.match(after(match).lstrip()) else "kilotons"
    if unit in ("pt", "pts") and _PARTS_AROUND.search(around + match[0]):
        return "part", "parts"
    if unit == "pt" and _KITCHEN_AROUND.search(around) and not _POINTS.search(around):
        return "pint", "pints"
    return None


_DISSOLVING = re.compile(
    r"\b(?:[Dd]issolv\w{1,3}|[Dd]ilut\w{1,3}|d?H2O|m[Ll]|buffer|stock)\b.{0,30}(?:→|to|at|of|=)\s\Z"
)


def is_unit(match: re.Match[str]) -> bool:
    """Whether the letters after a number are a unit. Single capitals are also seats, grades, directions and sizes."""
    written, gap, digits = match["unit"], match["gap"], match["amount"]
    if written.lower() == "sf":
        return len(digits) > 2
    if len(written) > 1:
        return written not in ("pm", "PM", "AM", "am") and not (written in ("AU", "ps") and gap == "")
    if word_before(match).lower() in _LABELS:
        return False
    ahead = word_after(match) if after(match)[:1] == " " else ""
    if written == "A":
        return ahead in _CURRENT or (gap == " " and ("." in digits or _VOLTS.search(before(match)) is not None))
    if written == "M":
        return gap == " " and (
            "." in digits
            or ahead in _DISSOLVED
            or _DISSOLVING.search(before(match)) is not None
            or _FORMULA_AHEAD.match(after(match)) is not None
        )
    if written == "K":
        return gap == " "
    if written == "F":
        return "capacitor" in ahead
    if written == "T":
        return gap == " " and not ahead[:1].isupper() and len(digits) > 1
    if (
        written == "W"
        and gap == " "
        and not match["stop"]
        and (ahead[:1].isdigit() or ahead[:1].isupper())
        and ahead not in _LAMPS
    ):
        return False  # "48 W 12th St"
    if written in ("N", "J", "t"):
        return gap != "" and not (gap == " " and (ahead[:1].isupper() or ahead[:1].isdigit()))
    return True
