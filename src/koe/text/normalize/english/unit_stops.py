"""The full stop after a unit -> whether it ends the sentence: "He weighs 180 lbs. He runs.", "1 tsp. Dijon mustard"."""

from __future__ import annotations

import re

from koe.text.normalize.rule import after, full_stop, word_after, words

_DOTTED_UNITS = words(
    "ac pc pcs ft oz lb lbs hr hrs min mins sec secs yr yrs mi gal yd yds wk wks mo mos tsp tbsp tbs in qt pt pts cal "
    "kg g ml sts"
)
_ENDS_SENTENCE = re.compile(
    r"\s(?!(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,3}\b)(?:[A-Z](?:[a-z]|[0-9]|[A-Z]+:|[A-Z][a-z])|[$£€]|(?:lmk|thx|ty|pls|"
    r"idk|lol|omw|ok|also)\b)"
)
_INGREDIENTS = words("tsp tbsp tbs qt pt")
_PRICE_AHEAD = re.compile(r"\s[$£€][0-9]")
_WEIGHED = words("lb lbs oz")
_COOKING = words(
    "bake add mix stir serve cook heat combine preheat whisk fold pour the then in let roast grill season top chill "
    "cover "
    "bring place set use makes serves keep drain blend boil simmer spread sprinkle toss transfer remove repeat makes"
)
_OPENERS = words(
    "a an and at but call each for he her his i if in it its my no on our she that the their there they this we when "
    "with you your all also please not one two was is has had"
)


def full_stop_of_unit(match: re.Match[str]) -> str:
    """The full stop after a unit, unless it only marks an abbreviation: "5 min. later"."""
    if not match["stop"]:
        return ""
    abbreviated = re.split(r"[\s/]", match["unit"])[-1].lower() in _DOTTED_UNITS
    if match["unit"].lower() in _INGREDIENTS and word_after(match).lower() not in _COOKING and not full_stop(match):
        return ""  # "1 tsp. Dijon"
    if _PRICE_AHEAD.match(after(match)):
        return ","  # "30 min. $35"
    if match["unit"].lower() in _WEIGHED and not full_stop(match):
        return "." if word_after(match).lower() in _COOKING | _OPENERS else ""  # "1.5 lbs. Brussels sprouts"
    return "." if not abbreviated or full_stop(match) or _ENDS_SENTENCE.match(after(match)) else ""
