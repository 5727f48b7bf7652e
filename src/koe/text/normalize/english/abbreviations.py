"""English abbreviations -> the words they stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize.grammar import Abbreviations, keys
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule, word_after, words

# Before a name, with or without a full stop.
TITLES: Mapping[str, str] = {
    "Mr": "mister", "Mrs": "missus", "Ms": "miz", "Mx": "mix", "Messrs": "messers", "Dr": "doctor", "Prof": "professor",
    "St": "saint", "Mt": "mount", "Ft": "fort", "Mme": "madame", "Mlle": "mademoiselle",
}  # fmt: skip
# Before a name, only with a full stop: "Gen Z" is not a general.
RANKS: Mapping[str, str] = {
    "Gen": "general", "Col": "colonel", "Capt": "captain", "Lt": "lieutenant", "Sgt": "sergeant", "Maj": "major",
    "Cmdr": "commander", "Adm": "admiral", "Sen": "senator", "Rep": "representative", "Gov": "governor",
    "Pres": "president", "Rev": "reverend", "Hon": "honorable", "Fr": "father", "Sr": "sister",
    "Supt": "superintendent",
    "Wm": "William", "Geo": "George", "Chas": "Charles", "Jos": "Joseph", "Thos": "Thomas", "Jas": "James",
    "Atty": "attorney", "Ald": "alderman", "Natl": "national", "Intl": "international",
    "Cpl": "corporal", "Brig": "brigadier", "Cdr": "commander",
    "Pvt": "private", "Insp": "inspector", "Amb": "ambassador",
}  # fmt: skip
# "Sr." before any other word with a capital is senior.
_NUNS = words(
    "Agatha Agnes Angela Anna Anne Anthony Augustine Benedict Bernadette Bernard Brigid Carmel Catherine Cecilia Clare "
    "Clara Claire Dominic Dorothy Elizabeth Faustina Frances Francis Gabriel Genevieve Gertrude Helen Helena Ignatius "
    "Immaculata Jean Joan John Joseph Josephine Julia Julie Katherine Lucy Lucia Magdalena Margaret Maria Marie Martha "
    "Mary Michael Monica Patricia Paul Pauline Perpetua Regina Rita Rosa Rose Teresa Therese Theresa Veronica "
    "Victoria Vincent"
)
# After a name.
PLACES: Mapping[str, str] = {
    "St": "street", "Dr": "drive", "Ave": "avenue", "Blvd": "boulevard", "Rd": "road", "Ln": "lane", "Ct": "court",
    "Pl": "place", "Sq": "square", "Hwy": "highway", "Pkwy": "parkway", "Ter": "terrace",
}  # fmt: skip
FIRMS: Mapping[str, str] = {
    "Inc": "incorporated", "Ltd": "limited", "Co": "company", "Corp": "corporation", "Bros": "brothers",
    "Jr": "junior", "Sr": "senior", "Esq": "esquire",
}  # fmt: skip
BEFORE_NUMBER: Mapping[str, str] = {
    "no": "number", "nos": "numbers", "nr": "number", "vol": "volume", "vols": "volumes", "ch": "chapter",
    "chap": "chapter", "fig": "figure", "figs": "figures", "eq": "equation", "sec": "section", "sect": "section",
    "art": "article", "p": "page", "pp": "pages", "pg": "page", "ex": "exercise", "ext": "extension",
    "apt": "apartment",
    "rm": "room", "ver": "version", "pt": "part", "tel": "telephone", "ph": "phone", "ref": "reference", "op": "opus",
    "c": "circa", "ca": "circa", "qty": "quantity", "amt": "amount", "acct": "account", "inv": "invoice",
    "bldg": "building", "ste": "suite", "sn": "serial number", "lot": "lot",
}  # fmt: skip
# Anywhere, only with a full stop. Misaki's dictionary has "etc", and reads it better than "et cetera".
WORDS: Mapping[str, str] = {
    "e.g": "for example", "i.e": "that is", "etc": "etc", "vs": "versus", "approx": "approximately",
    "cf": "compare", "viz": "namely", "et al": "and others", "a.k.a": "also known as", "dept": "department",
    "govt": "government", "est": "established", "incl": "including", "excl": "excluding", "misc": "miscellaneous",
    "max": "maximum", "min": "minimum", "avg": "average", "temp": "temperature", "assn": "association",
    "asst": "assistant", "univ": "university", "intl": "international", "dist": "district", "ed": "edition",
    "orig": "originally", "pop": "population", "esp": "especially", "resp": "respectively", "tbsp": "tablespoon",
    "tsp": "teaspoon", "ibid": "ibidem",
    "s.t": "such that", "w.r.t": "with respect to", "n.b": "note well", "p.s": "P.S", "ph.d": "P.H.D",
    "attn": "attention",
    "natl": "national", "mfg": "manufacturing", "mgmt": "management", "mktg": "marketing", "dev": "development",
    "acct": "account", "amt": "amount", "qty": "quantity", "encl": "enclosed", "jct": "junction", "bldg": "building",
    "ea": "each", "doz": "dozen", "pkg": "package", "hdqrs": "headquarters", "div": "division", "mos": "months",
    "wks": "weeks", "hr": "hour", "yr": "year", "wk": "week", "mo": "month",
    "b": "born", "hrs": "hours", "mins": "minutes", "secs": "seconds", "yrs": "years", "lbs": "pounds",
}  # fmt: skip
WITH_FULL_STOPS = Abbreviations(
    never_last=words("v vs"),
    titles=keys(RANKS) - {"sr"},
    before_number=keys(BEFORE_NUMBER),
    often_last=keys(PLACES, FIRMS, WORDS),
)
_BARE = {
    "iff": "if and only if",
    "wrt": "with respect to",
    "eg": "for example",
    "ie": "that is",
    "vs": "versus",
    "aka": "also known as",
    "approx": "approximately",
}
# At the head of a letter or a message.
_HEADS = {"fwd": "forward", "fw": "forward", "cc": "C.C", "bcc": "B.C.C", "attn": "attention", "tel": "telephone",
          "ps": "P.S", "nb": "N.B"}  # fmt: skip
_SLASHED = {
    "and/or": "and or", "he/she": "he or she", "she/he": "she or he", "his/her": "his or her", "him/her": "him or her",
    "s/he": "she or he", "either/or": "either or", "his/hers": "his or hers", "him/herself": "him or herself",
    "himself/herself": "himself or herself", "yes/no": "yes or no", "true/false": "true or false", "on/off": "on off",
    "am/pm": "A.M P.M", "win/win": "win-win", "pass/fail": "pass fail", "y/o": "year-old",
    "pk-yr": "pack-year", "pack-yr": "pack-year", "med.-rare": "medium rare", "med-rare": "medium rare",
    "med.-high": "medium high", "med-high": "medium high",
    "med.-low": "medium low", "med-low": "medium low", "off-st.": "off-street", "off-st": "off-street",
    "washer/dryer": "washer and dryer", "c/a": "central air", "on/before": "on or before", "call/text": "call or text",
    "call/txt": "call or text", "text/call": "text or call",
    "text/email": "text or email", "email/text": "email or text", "call/email": "call or email",
    "cash/check": "cash or check", "cash/card": "cash or card", "cash/venmo": "cash or Venmo", "m/f": "M.F",
    "w/o": "without", "w/": "with", "n/a": "not applicable", "c/o": "care of", "a/c": "A.C",
    "24/7": "twenty-four seven", "9/11": "nine eleven", "b/c": "because", "tl;dr": "T.L.D.R",
    "50/50": "fifty fifty", "20/20": "twenty twenty", "80/20": "eighty twenty",
    "1-on-1": "one on one", "wwi": "World War one", "wwii": "World War two",
    "ww1": "World War one", "ww2": "World War two",
}  # fmt: skip
_AMBIGUOUS = words("min max temp pop ed b est dist hrs mins secs yrs lbs dev mo div mos wks hr yr wk")

# "W/D incl.", "Utilities incl., no pets": at the end they say what the noun before is.
_AFTER_NOUN = {"incl": "included", "excl": "excluded"}
_NOUN_BEFORE = re.compile(r"[A-Za-z)]\s\Z")
_CLOSED = re.compile(
    r"[,;)/]|\s?\Z|\s[$£€][0-9,]{3,7}/mo|\s(?:No|Avail|Call|Text|Pets|Sorry|Email|Near|Close|Apply|Please|and|or|in)\b"
)

_PARTS_OF_BOOKS = words("chapter figure section article page volume equation exercise part number")
_RANGE_AHEAD = re.compile(
    r"[0-9]{1,4}(?:[a-z](?!\w))?(?:\s?[-–]\s?|\sto\s|\s?&\s?|\sand\s)[0-9]{1,4}(?![\w-]|[.,:][0-9])"
)
_NAME_AFTER = re.compile(r"\s{1,2}[\"'“(]?[A-Z]")
_NAME_BEFORE = re.compile(r"(?:[A-Z][\w'-]{1,40}|[0-9]{1,4}(?:st|nd|rd|th)),?\s\Z")
_ON_STREET = re.compile(
    r"(?:&|\b(?:and|on|near|nr\.?|from|between|btwn\.?|via|along|corner of|down|up))\s[A-Z][a-z]{1,15}\s\Z"
)
_ORDINAL_BEFORE = re.compile(r"[0-9](?:st|nd|rd|th)\s\Z")
_HOUSE_BEFORE = re.compile(r"[0-9]{1,6}\s(?:[NSEW]\.?\s)?(?:[A-Z][\w'-]{1,40}\s|[0-9]{1,3}(?:st|nd|rd|th)\s){1,3}\Z")


def rules() -> tuple[Rule, ...]:
    places = {**TITLES, **PLACES}
    return (
        rule(
            r"(?<![\w.])(DR|MR|MRS|MS|PROF)\.?(?=\s[A-Z]{2}|\s[A-Z]\.\s?[A-Z])",
            lambda match: TITLES[match[1].title()],
            name="title",
        ),
        rule(r"\b([A-Z][\w'’.&-]{1,40} )vs?\.( )(?=(?:the )?[A-Z])", lambda match: f"{match[1]}versus ", name="versus"),
        rule(rf"(?<![\w/])(?:{alternatives(_SLASHED)})(?![\w/])", _slashed, re.IGNORECASE),
        rule(rf"(?<![\w.])(?P<short>{alternatives(places)})\b(?P<stop>\.?)(?![\w'-]|\.\w)", _title_or_place),
        rule(rf"(?<![\w.])(?P<short>{alternatives(RANKS)})\.(?=\s[A-Z])", _rank),
        rule(
            r"(?<![\w.])(?<!Nat )(?<!Annu )(?<!Phys )(?<!Chem )(?<!Clin )"
            r"(?P<short>Capt|Lt|Sgt|Maj|Cmdr|Cpl|Col|Gen|Brig|Adm|Insp|Supt|Rev)"
            r"(?=\s(?:Sir|Lord|Lady|Gen|Col|Cdr|Cmdr|(?!Z\b|X\b|Alpha|AI)[A-Z][a-z]{2,20}\s[A-Z][a-z]))"
            r"|(?<![\w.])(?P<other>Capt|Sgt|Cpl|Cmdr|Insp|Supt)(?=\s[A-Z][a-z])",
            lambda match: RANKS[match["short"] or match["other"]],
            name="abbreviation",
        ),
        rule(
            rf"(?<=[\w,).]\s)(?P<short>{alternatives(FIRMS)})\b(?:\.(?='s\b)|\.?(?![\w'-]))", _firm, name="abbreviation"
        ),
        rule(
            rf"(?<![\w.'])(?P<short>{alternatives(BEFORE_NUMBER)})\.(?:\s?(?=[0-9#$£€]|(?-i:[A-Z]{{1,5}}-?[0-9]{{2}}))|\s(?=(?-i:(?:[IVXL]{{2,6}}|[VX])(?!\w))))|(?<![\w.'])[Nn]º\s?(?=[0-9])",
            _numbered,
            re.IGNORECASE,
        ),
        rule(rf"(?<![\w.'/-])(?=[a-z. ]{{1,8}}\.)(?P<short>{alternatives(WORDS)})\.(?![\w.])", _word, re.IGNORECASE),
        rule(rf"(?<![\w.'-])(?:{alternatives(_BARE)})(?![\w.'-])", lambda match: _BARE[match[0]], name="abbreviation"),
        rule(
            rf"(?<![\w.@/'-])(?P<short>{alternatives(_HEADS)})(?=:(?:\s|\Z))",
            lambda match: _HEADS[match["short"].lower()],
            re.IGNORECASE,
            name="head of a letter",
        ),
    )


def _numbered(match: re.Match[str]) -> str:
    word = BEFORE_NUMBER.get((match["short"] or "no").lower(), "")
    several = word in _PARTS_OF_BOOKS and _RANGE_AHEAD.match(after(match))
    return f"{word}{'s' * bool(several)} "


def _slashed(match: re.Match[str]) -> str | None:
    if match[0] == "w/" and not after(match)[:1].isspace():
        return None
    return _SLASHED[match[0].lower()]


def _title_or_place(match: re.Match[str]) -> str | None:
    short, stop = match["short"], match["stop"]
    behind, ahead = before(match), after(match)
    named_after = _NAME_AFTER.match(ahead) is not None
    named_before = _NAME_BEFORE.search(behind) is not None
    if (
        short in PLACES
        and named_before
        and (
            not named_after
            or _HOUSE_BEFORE.search(behind)
            or _ORDINAL_BEFORE.search(behind)
            or (short == "St" and _ON_STREET.search(behind))
        )
    ):
        if stop and short == "St" and re.match(r"\s[A-Z][a-z]{1,15}\s[a-z]", ahead):
            return f"{PLACES[short]}."

        return PLACES[short] + full_stop(match) if stop or short not in ("Dr", "Ct", "Pl", "Ter") else None
    if short in TITLES and (named_after or (stop and not full_stop(match))):
        return TITLES[short]
    return None


def _rank(match: re.Match[str]) -> str | None:
    if match["short"] == "Sr":
        if _NAME_BEFORE.search(before(match)):
            return None
        return "sister" if word_after(match) in _NUNS else "senior"
    return RANKS[match["short"]]


def _firm(match: re.Match[str]) -> str | None:
    if not re.search(r"[A-Z&][\w'.&-]{0,40},?\s\Z", before(match)):
        return None
    return FIRMS[match["short"]] + full_stop(match)


def _word(match: re.Match[str]) -> str | None:
    folded = match["short"].lower()
    counted = re.search(r"[0-9]\+\s\Z", before(match)) and folded in ("hrs", "mins", "secs", "yrs", "lbs", "mos", "wks")
    limits = folded in ("min", "max") and re.search(r"[:;,(]\s\Z", before(match)) and re.match(r"\s[A-Z]", after(match))
    if (
        folded in _AMBIGUOUS
        and not counted
        and not limits
        and (full_stop(match) or not re.match(r"\s[a-z0-9<>≤≥=$£€]", after(match)))
    ):
        return None  # "in a min." and "Ed. He" may be meant literally
    if folded == "ea" and re.search(r"[$£€]\s?[0-9.,]{1,9}\s?\Z", before(match)):
        return None  # part of a sum
    if folded not in ("vs", "incl", "excl", "ea") and re.search(r"[0-9¼-¾⅐-⅞]\s?\Z", before(match)):
        return None  # a unit
    if folded in _AFTER_NOUN and _NOUN_BEFORE.search(before(match)) and _CLOSED.match(after(match)):
        stop = "" if after(match)[:1] == ")" else "." if re.match(r"\s[A-Z]", after(match)) else full_stop(match)
        return _AFTER_NOUN[folded] + stop
    if folded in ("e.g", "i.e") and before(match)[-1:] in ('"', "“", "'") and after(match)[:1] in ('"', "”", "'"):
        return folded.upper()  # spoken of: what "i.e." means
    if folded == "misc" and re.match(r"\s[A-Z][a-z]", after(match)):
        return "miscellaneous."
    if folded == "b" and not re.match(r"\s[0-9]{4}", after(match)):
        return None
    return WORDS[folded] + full_stop(match)
