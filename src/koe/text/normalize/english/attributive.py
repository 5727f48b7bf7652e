"""A match and its neighbours -> whether it stands before a noun: "a five dollar bill", but "it costs five dollars"."""

from __future__ import annotations

import re

from koe.text.normalize.rule import after, before, word_after, words

_ARTICLE = re.compile(
    r"(?:\A|[\s(\"“—-])(?:an?|one|another)\s(?:[0-9][0-9.,/]{0,8}\s?[-–]\s?|[a-z]{3,12}\s)?[$£€¥₹~]?\Z",
    re.IGNORECASE,
)
# "1 (14-oz) can of beans".
_BRACKETED = re.compile(
    r"\)\s(?:cans?|packages?|pkgs?|jars?|tins?|box(?:es)?|bags?|bottles?|containers?|tubs?|sticks?)\b"
)
_LISTED = re.compile(r"(?:\A|[,;:(])\s{0,2}\Z")
_DETERMINER = re.compile(
    r"(?:\A|[\s(\"“—-])(?:the|this|that|his|her|its|my|our|your|their|[a-z]{1,12}'s|two|three|four|five|several|[2-9])\s"
    r"(?:[0-9][0-9.,/]{0,8}\s?[-–]\s?|[a-z]{3,12}\s)?[$£€¥₹~]?\Z",
    re.IGNORECASE,
)
# Words after an amount that do not make it an adjective.
_NO_NOUNS = words(
    "inc incl excl inclusive exclusive including excluding thru msrp rrp prior min max rtrn avail approx est "
    "a about above after against ahead all along an and are around as at away back because before behind below "
    "between box but by can cheaper climb cord could did do does down download during each either every extra file "
    "for from gain had has have here hike if image in inside into is it its just less loop mattress may might more "
    "most must nor not of off on or out outside over pack panel past per plus roll rope sensor should since so spool "
    "table than that the then there they this through to total toward towards trail under until up upload upon versus "
    "vs was we "
    "were wheel when where which while who will with within without worth would yet you"
)
_TWO_WORDS = re.compile(r"\s[a-z]{3,20}\s([a-z]{3,20})\b")
_DIMENSIONS = words("ago apart across deep expected high later likely long old possible tall thick wide")
_NOUNS = words(
    "angle bag bail bar barrel battery bike bill bills bolt bond bonus bottle bounty box bridge budget bulb cable "
    "camera can charger check cheque class coin coins contract cup cut cuts dash deal debt deposit dinner discount "
    "disk display donation dose dosage drive drop engine estate fall fee fence final fine flight font freestyle fund "
    "gain gap gift grant guarantee hike hikes home hose house hurdles increase industry investment jar journey jump "
    "laptop lawsuit lead lens limit loan loss lot mark market marathon medley monitor mortgage motor move nail note "
    "notes "
    "package paper phone picture pile pipe pistol plan plane play point pool portfolio premium prize processor "
    "project pump question race radius rally range relay resolution reward ride rifle rise road rotation round rule "
    "run sample screen sensor settlement sheet shot spread sprint stake steak stimulus stretch strip submission "
    "supply surcharge swim tablet tank target tax ticket tip tour track transaction trip tube turn valuation video "
    "view wait walk wall wheel wheels window wire yield zoom"
)


def may_be_noun(word: str) -> bool:
    """Whether a word after an amount can be what it describes; not a preposition, a conjunction or a verb form."""
    return word.lower() not in _NO_NOUNS | _DIMENSIONS and word[:1].isalpha()


def stands_before_noun(match: re.Match[str]) -> bool:
    """Whether the amount is an adjective of the next word: after an article of almost any noun, after other
    determiners and alone only of common ones."""
    if _BRACKETED.match(after(match)):
        return True
    if after(match)[:1] != " ":
        return False
    noun = word_after(match)
    folded = noun.lower()
    if folded in _NO_NOUNS or not noun[:1].isalpha():
        return False
    behind = before(match)
    if behind.endswith(("sub-", "under-", "over-")):
        return True
    if _ARTICLE.search(behind):
        return noun.islower() or noun.isupper() or folded in _NOUNS
    common = folded in _NOUNS or (may_be_noun(noun) and _second_word(match) in _NOUNS)
    return folded in _ALWAYS or (
        common and (_DETERMINER.search(behind) is not None or _LISTED.search(behind) is not None)
    )


def names_a_price(match: re.Match[str]) -> bool:
    """Whether a sum of money is an adjective of the next word. It is of almost any noun: "teases $25k car", "$5
    drafts", but not of "cash", "annually" or "goes"."""
    ahead = _PRICED.match(after(match))
    return stands_before_noun(match) or (
        ahead is not None
        and ahead[1] not in _NO_NOUNS | _DIMENSIONS | _NOT_PRICED
        and not ahead[1].endswith(("ed", "ly", "ing", "ward", "wards"))
    )


_PRICED = re.compile(r" ([a-z]{3,16})(?=[\s.,;:!?)]|\Z)(?! (?:a|an|the|it|this|that|them|him|her|us|me|you)\b)")
_NOT_PRICED = words(
    "lol lmao haha pls plz thx tho btw rn u ur im tbh imo ngl lmk ok okay yeah asap fyi anyways pronto "
    "nonrefundable refundable non-refundable cash total apiece annually yearly yesterday today tonight tomorrow tax "
    "taxes spent paid lost sent kept left net "
    "gross upfront online later last next when until adults adult kids kid children child seniors students members "
    "guests extra short good wins pays beats loses adds equals feeds provides lasts means mix buys gets goes "
    "went came comes covers helps makes made seems remains became "
    "bought brought gave took cost costs costed saves got sold fell rose grew hit beat vs versus under over flat here "
    "now only even again once never always often soon rather straight worth billion million thousand trillion "
    "bucks dollars euros pounds cents such both either neither one two three four five max min minimum maximum tops "
    "daily weekly monthly nightly hourly per due owed owing saved including incl plus minus times obo ono firm "
    "rtn return ret ind fam est ea pp pw pcm per obo incl excl mo yr wk each "
    "includes included shipped delivered free "
    "some any all many few several what why how whose what's that's it's and's anyway though although however too "
    "via amid among near off since toward onto upon despite except beyond across unless whether none nothing "
)


def _second_word(match: re.Match[str]) -> str:
    """The noun of "$4.2M stadium plan"."""
    found = _TWO_WORDS.match(after(match))
    return found[1] if found else ""


# Nouns that an amount always describes, without an article too: "360° view".
_ALWAYS = words(
    "wait oven "
    "tires tire delay delays battery bill breaker bulb camera charger charging circuit dash display dose engine "
    "exposure film freestyle fuse "
    "hurdles jack lens monitor plant processor relay screen socket tablet teleconverter timeout tin turbo twin-turbo "
    "video view volume winds gusts limit zone zoom"
)
