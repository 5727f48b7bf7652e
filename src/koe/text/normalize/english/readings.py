"""Short forms that mean a word only beside certain others -> that word: "Conf# X7", "sec. dep.", "lg. eggs"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule, words

_DATE = r"(?:[0-9]|(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\b)"
_FOOD = (
    r"(?:eggs?|onions?|potato(?:es)?|carrots?|cloves?|bowl|pan|pot|skillet|pizza|fries|coffee|drink|soda|apples?|"
    r"tomato(?:es)?|"
    r"shrimp|lemons?|leeks?|zucchini|peppers?|saucepan|heads?|bunch)\b"
)
_ROOMS = r"(?:kitchen|kit\b|yard|rooms?|living|LR|BR|bdrms?|closets?|deck|lot|backyard|windows|family)\b"


@dataclass(frozen=True, slots=True)
class _Reading:
    """A word that a short form stands for where both contexts are found. `behind` ends at the form, `ahead` begins
    after it and its full stop."""

    word: str
    ahead: str = ""
    behind: str = ""
    stopped: bool = False  # only with a full stop

    def fits(self, match: re.Match[str]) -> bool:
        return (
            (not self.stopped or match["stop"] == ".")
            and (not self.ahead or re.match(self.ahead, after(match)) is not None)
            and (not self.behind or re.search(rf"(?:{self.behind})\Z", before(match)) is not None)
        )


# The first that fits is read. Forms with a capital are only so written.
_READINGS: dict[str, tuple[_Reading, ...]] = {
    "conf": (_Reading("confirmation", r"\s?#|\s(?:no\b|[Nn]umber|code)|:\s[A-Z0-9]{5,8}\b"),),
    "Adm": (_Reading("admission", r":?\s(?:[$£€]|[Ff]ree\b|is\b|price|fee)"),),
    "hum": (_Reading("humidity", r":?\s[0-9]{1,3}\s?%"),),
    "vis": (_Reading("visibility", r":?\s[0-9.]{1,4}\s?(?:mi|km|SM|m|miles)\b"),),
    "chc": (_Reading("chance", r"\s(?:of|for|rain|snow|showers|precip)"),),
    "lat": (_Reading("latitude", r":?\s-?[0-9]", stopped=True), _Reading("latitude", r":\s-?[0-9]")),
    "long": (_Reading("longitude", r"\s-?[0-9]{1,3}[°.]", stopped=True), _Reading("longitude", r":\s-?[0-9]")),
    "lon": (_Reading("longitude", r":?\s-?[0-9]{1,3}[°.][0-9]"),),
    "req": (
        _Reading("request", behind=r"\b(?:upon|on|by) "),
        _Reading("required", r"\s[A-Z][a-z]", r"[a-z.)] ", stopped=True),
        _Reading("required", r"[,;)]|\s?\Z|\s(?:for|by|to|but)\b", r"[A-Za-z.)] ", stopped=True),
    ),
    "rev": (_Reading("revision", r"\s[A-Z](?:[),;]|\.?\s?\Z|\s[a-z(])", stopped=True),),
    "Proc": (_Reading("proceedings", r"\s(?:of\b|[A-Z])", stopped=True),),
    "sec": (_Reading("security", r"\s(?:dep|deposit)\b"), _Reading("seconds", behind=r"[0-9] a few ")),
    "dep": (
        _Reading("deposit", behind=r"(?i:sec\.?|security|refundable|pet|key|damage|clean(?:ing)?|%|[$£€][0-9,]{1,6}) "),
        _Reading("departs", r":?\s(?:[0-9]|[A-Z])", stopped=True),
        _Reading("departure", r":\s"),
    ),
    "arr": (_Reading("arrives", r":?\s(?:[0-9]|[A-Z])", stopped=True), _Reading("arrival", r":\s")),
    "Sta": (
        _Reading("station", r"[,;).]|\s[0-9(a-z]|\s?\Z", r"[a-z.] "),
        _Reading("station", behind=r"[a-z] ", stopped=True),
    ),
    "Ed": (_Reading("education", behind=r"\bof ", stopped=True),),
    "conc": (
        _Reading("concentrated", r"\s(?:[A-Z]|acid|nitric|sulf|sulph|hydro)"),
        _Reading("concrete", r"\s[a-z]", stopped=True),
    ),
    "cont": (_Reading("continued", r"\)|\s?\Z|\s(?:on|from|next|below|overleaf)\b", stopped=True),),
    "exc": (_Reading("excellent", r"\s(?:cond|shape|location|opp|refs?)"),),
    "gd": (_Reading("good", r"\s(?:cond|shape|location|size)"),),
    "cond": (
        _Reading(
            "condition", behind=r"(?i:exc\.?|gd\.?|good|great|new|excellent|used|mint|fair|perfect|poor|orig\.?) "
        ),
    ),
    "avail": (
        _Reading(
            "available",
            rf"\s(?:now|immed|from|in\b|on\b|at\b|for\b|by\b|upon|24|{_DATE})",
            r"(?<!no )(?<!little )(?<!any )",
        ),
    ),
    "exp": (
        _Reading("expected", r"\s(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|by|in\b|early|late)", stopped=True),
        _Reading("expiration", r"\sdate\b"),
    ),
    "eff": (_Reading("effective", rf"\s(?:{_DATE}|immed)", stopped=True),),
    "mo": (
        _Reading("monthly", r"\s(?:stmt|statement|pmt|payment|fee|rent|rate|avg)\b"),
        _Reading("month", behind=r"\b(?:ea\.|each|per|every|the|this|last|next|1st) ", stopped=True),
    ),
    "yr": (_Reading("year", behind=r"\b(?:ea\.|each|per|every|the|this|last|next|nxt|1st) "),),
    "wk": (
        _Reading("week", r"\sof\b"),
        _Reading("week", behind=r"\b(?:ea\.|each|per|every|the|this|last|next|nxt|1st) "),
    ),
    "blk": (
        _Reading("block", behind=r"\b(?:1|one|the|city|[0-9]{1,2}00|same|this) "),
        _Reading("black", r"(?:/| )[A-Za-z]", r"(?<![0-9] )"),
        _Reading("black", r"[,;)]", r"(?: \(|, |/)"),
    ),
    "blks": (_Reading("blocks"),),
    "utils": (
        _Reading("utilities", behind=r"(?:\+|plus|all|incl\.?|including|and|&|most|some) "),
        _Reading("utilities", r"\s(?:incl|included|paid|extra|not)\b"),
    ),
    "Adv": (_Reading("advance", r"\s(?:single|return|ticket|tkt|purchase|fare|reg)", stopped=True),),
    "Gov": (_Reading("governor", r"[;,.)]|\s?\Z", r"\b(?:to|the|by|for|Lt\.?) ", stopped=True),),
    "ct": (
        _Reading("count", behind=r"\b(?:shutter|thread|head|pitch|page|word) "),
        _Reading("count", behind=r"[0-9] ", stopped=True),
    ),
    "batt": (_Reading("batteries", behind=r"\b[2-9] "), _Reading("battery")),
    "batts": (_Reading("batteries"),),
    "clr": (_Reading("clear", r"[,;.&]|\s(?:&|and|skies|sky|coat|tape|glass)|\s?\Z"),),
    "Cos": (_Reading("counties", behind=r"(?:&|and|,) [A-Z][a-z]{2,14} ", stopped=True),),
    "mag": (_Reading("magic", r"\s(?:no\b|number)"),),
    "no": (
        _Reading(
            "number",
            r"\s(?:is|was|on|of|to)\b|:",
            r"(?i:mag\.|magic|ref\.?|tel\.?|acct\.?|phone|conf\.?|order|serial|model|part|the|tracking|invoice|inv\.) ",
            stopped=True,
        ),
    ),
    "Compl": (_Reading("complaint", r"\s(?:¶|§|at\b|[0-9])|[,)]"),),
    "Def": (
        _Reading(
            "defendant", r"\s(?:[a-z]|[A-Z])|['’]s", r"\b(?:[Tt]hat|[Tt]he|by|and|against|of|v\.|for) ", stopped=True
        ),
    ),
    "Defs": (_Reading("defendants", stopped=True),),
    "Ex": (
        _Reading("exhibit", r"\s[A-Z](?!\w)"),
        _Reading("exhibit", r"\s[0-9]{1,3}(?!\w)", r"(?:[Ss]ee|at|in|[;(]) ?"),
    ),
    "Exs": (_Reading("exhibits", r"\s[A-Z0-9]"),),
    "Dkt": (_Reading("docket"),),
    "lv": (_Reading("leaves", r"\s(?:[A-Z]|[0-9])", stopped=True),),
    "ar": (_Reading("arrives", r"\s(?:[A-Z]|[0-9])", stopped=True),),
    "flt": (_Reading("flight"),),
    "flts": (_Reading("flights"),),
    "ofc": (_Reading("office", r"\s(?:hrs?|hours?|bldg|mgr|space|park|phone|visit|is|mgmt|furn)\b|[,;]"),),
    "bk": (_Reading("book", behind=r"\b(?:closed|open|text|lib\.|library|check|the|a) "),),
    "calc": (_Reading("calculator", r"\s(?:allowed|ok|OK|permitted|needed|required|not)\b"),),
    "div": (
        _Reading("dividend", r"\s(?:[$£€]|yld|yield|of\s[$£€])|:"),
        _Reading("division", r"\s(?:[IVX0-9]|title|champ|rival)"),
    ),
    "gar": (_Reading("garage", r"[,;.)]|\s?\Z", r"(?:car|-car|[0-9]c|att\.?|det\.?|attached|detached) "),),
    "OH": (_Reading("open house", r"\s(?:Sat|Sun|Fri|this|[0-9]{1,2}[/:-]|Mon|Tue|Wed|Thu)"),),
    "adv": (_Reading("advance", r"\s(?:diet|tickets?|sale|purchase|notice|reg)"),),
    "Att": (_Reading("attendance", r":?\s[0-9]"),),
    "apps": (_Reading("appetizers", r"\s(?:[$£€]|[0-9]|and|&)", r"(?i:half[- ]price|1/2 off|½ off|\boff) "),),
    "pwd": (_Reading("password", r":?\s\S", stopped=True), _Reading("password", r":\s?\S|\s(?:is|=)\s")),
    "Rec": (_Reading("record", r"\sloc\b|:\s[0-9]"),),
    "loc": (_Reading("locator", behind=r"[Rr]ec\.? "),),
    "subd": (_Reading("subdivision", r"\s\("),),
    "pkg": (_Reading("parking", behind=r"(?i:free|street|valet|ample|off-st\.?|covered) "),),
    "pl": (_Reading("place", r"\ssettings?\b"),),
    "del": (
        _Reading("delivery", r"\s(?:appt|date|time|fee|chg|charge)", stopped=True),
        _Reading("delivery", behind=r"(?i:free|same-day|next-day|curbside|local) ", stopped=True),
    ),
    "rte": (_Reading("route", behind=r"(?i:alt\.?|alternate|bus|detour|this|the) "), _Reading("route", r"\s[0-9]")),
    "cl": (_Reading("closed", r"\s(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat|hol)"),),
    "Res": (_Reading("reservations", r"\s(?:rec|req|sugg|essential)"),),
    "rec": (_Reading("recommended", behind=r"(?i:res\.|reservations|highly|not) "),),
    "const": (_Reading("constitutional", r"\samend"),),
    "amend": (_Reading("amendment", behind=r"(?i:const\.|constitutional) "),),
    "Dem": (_Reading("Democrat", r"\s[0-9]{1,2}(?:\.[0-9])?%"),),
    "Rep": (_Reading("Republican", r"\s[0-9]{1,2}(?:\.[0-9])?%"),),
    "Rx": (_Reading("prescription", r"\s(?:refill|drug|meds|coverage|plan|card|bottle)"),),
    "Fam": (_Reading("family", r"\sCode\b"),),
    "Div": (
        _Reading("dividend", r"\s(?:[$£€]|yld|yield)"),
        _Reading("division", behind=r"\b(?:NW|SW|NE|SE|East|West|North|South|Central|Atlantic|Pacific|AL|NL|AFC|NFC) "),
    ),
    "Ph": (_Reading("phone", r":\s?[(+0-9]|\s[(+0-9][0-9() -]{6}"),),
    "Shs": (_Reading("shares", r"\s[+−–-]?[0-9]"),),
    "pt": (_Reading("point", behind=r"\b(?:high|low|starting|end|mid|view|access|eq\.|melting|boiling) "),),
    "MM": (
        _Reading(
            "mile marker",
            r"\s[0-9]{1,3}(?:\.[0-9])?\b",
            r"(?:I-[0-9]{1,3}|SR|Hwy|US|Rte|NB|SB|EB|WB|at|past|near).{0,30}",
        ),
    ),
    "ind": (_Reading("individual", behind=r"[$£€][0-9,]{3,7} "),),
    "fam": (_Reading("family", behind=r"[$£€][0-9,]{3,7} "),),
    "aft": (_Reading("after", r"\s[0-9]", stopped=True),),
    "Prob": (_Reading("problem", r"\s[0-9]{1,3}\b"),),
    "Probs": (_Reading("problems", r"\s[0-9]{1,3}\b"),),
    "seq": (_Reading("sequential", r"\s(?:R/W|reads?|writes?|speed)"),),
    "Mod": (_Reading("model", r"\s(?:[A-Z]{1,4}-?[0-9]|#|[Nn]o\b)", stopped=True),),
    "Bd": (_Reading("board", r"\s(?:[A-Z]|of\b|mtg|meeting|members?)"),),
    "rpt": (_Reading("report", behind=r"\b(?:lab|book|the|a|exp\.|expense|status|weekly|final) "),),
    "sch": (_Reading("school", behind=r"\b(?:no|after|high|elem\.|middle|pre|the|grad|law|med) ", stopped=True),),
    "elem": (_Reading("elementary", r"\s(?:school|sch|ed)", stopped=True),),
    "Prem": (_Reading("premium", r":?\s[$£€]?[0-9]\.[0-9]{2}"),),
    "Reg": (_Reading("regular", r":?\s[$£€]?[0-9]\.[0-9]{2}\b(?!\.)"),),
    "Pd": (_Reading("paid", r"\s[$£€]|\s(?:in full|by|on)\b"),),
    "ask": (_Reading("asking", r"\s[$£€]", stopped=True),),
    "chg": (_Reading("change", r"\s?[+−–-][0-9.]|\s[0-9.]{1,5}%"),),
    "yld": (_Reading("yield"),),
    "bus": (_Reading("business", r"\s(?:hrs|hours|days?|card|class|mgr)\b", stopped=True),),
    "pulm": (_Reading("pulmonology", behind=r"\b(?:to|by|w/|with|see) "), _Reading("pulmonary", r"\s[a-z]")),
    "cinn": (_Reading("cinnamon"),),
    "Cat": (_Reading("category", r"\s[1-5](?![\w.])"),),
    "grp": (_Reading("group"),),
    "grps": (_Reading("groups"),),
    "yd": (_Reading("yard", behind=r"(?i:fenced|back|front|lg\.?|big|nice|private|large) "),),
    "Min": (_Reading("minimum", r"\s[A-Za-z ]{2,20}:"),),
    "Max": (_Reading("maximum", r"\s[A-Za-z ]{2,20}:", stopped=True),),
    "fin": (_Reading("finance", r"\s(?:chg|charge|co\b|dept)"),),
    "St": (_Reading("state", r"\s(?:Rte|Rt|Route|Hwy)\b"),),
    "frt": (_Reading("front", r"\s(?:desk|door|yard|porch|office|seat|row|wheel|brakes?)\b"), _Reading("freight")),
    "mm": (_Reading("measures", r"\s[0-9]", r"(?<![0-9])(?<![0-9] )", stopped=True),),
    "reg": (_Reading("registration", r"(?:/|\s(?:desk|fee|deadline|opens|closes|begins|form|is|req))"),),
    "cr": (_Reading("credits", behind=r"[2-9] "), _Reading("credit", behind=r"1 ")),
    "rms": (_Reading("rooms", behind=r"[0-9] "),),
    "apt": (
        _Reading("apartment", r"(?!\sto\b)", r"(?i:BR|bdrm|bedroom|studio|my|the|new|our|furnished|furn\.|sunny) "),
    ),
    "Term": (_Reading("terminal", r"\s(?:[A-Z]|[0-9])(?!\w)", stopped=True),),
    "lg": (_Reading("large", rf"\s(?:{_FOOD}|{_ROOMS})"),),
    "lrg": (_Reading("large", r"\s[a-z]"),),
    "sm": (_Reading("small", rf"\s(?:{_FOOD}|{_ROOMS}|dogs?|pets?|town|biz)"),),
    "med": (_Reading("medium", rf"\s(?:{_FOOD}|heat|size|rare|high|low)\b"),),
    "hi": (
        _Reading("high", r":?\s-?[0-9]{1,3}\s?°?[FC]?[,;]?\s?/?\s?[Ll]o(?:w)?:?\s-?[0-9]"),
        _Reading("high", r"\s(?:mid|low|upper|near|around|lower)[\s-]?[0-9]{2}"),
        _Reading("high", r"\s-?[0-9]{1,3}\s?°?[FC]?(?:[.,;]|\s?\Z)", r"[,;:] "),
    ),
    "lo": (
        _Reading("low", r":?\s-?[0-9]{1,3}(?![0-9.])", r"[0-9FC°][,;]?(?:\s?/)?\s?"),
        _Reading("low", r"\s(?:mid|low|upper|near|around|lower)[\s-]?[0-9]{2}"),
        _Reading("low", r"\s-?[0-9]{1,3}\s?°?[FC]?(?:[.,;]|\s?\Z)", r"[,;:] "),
    ),
    "w/c": (_Reading("week commencing", rf"\s(?:{_DATE}|Mon)"),),
    "w/e": (_Reading("week ending", rf"\s(?:{_DATE}|Fri|Sat|Sun)"),),
    "wt": (
        _Reading("weight", r":?\s[0-9.]{1,6}\s?(?:kg|lbs?|g|oz|st|pounds|tons?|t)\b"),
        _Reading("weight", behind=r"\b[Nn]et "),
    ),
    "ht": (_Reading("height", r":?\s(?:[0-9]{1,3}\s?(?:cm|in|ft|m)\b|[4-7]['′])"),),
    "v": (
        _Reading(
            "very",
            r"\s(?:good|nice|well|much|soon|busy|happy|tired|sorry|important|big|small|few|little|bad|poor|useful|"
            r"close|late|"
            r"early|hot|cold|dry|wet|kind|pleased|keen|slow|fast)\b",
            r"(?:\A|[ ,(])",
        ),
    ),
    "tx": (_Reading("thanks", r"!|,?\s(?:so much|again|for|in advance)\b|\s?\Z", r"\A|[.!?,] "),),
    "pw": (_Reading("password", r":\s?\S|\s(?:is|=)\s", ""),),
    "hrs": (
        _Reading("hours", r":"),
        _Reading("hours", behind=r"(?i:ofc\.?|office|bus\.?|business|store|pool|library|summer) "),
    ),
    "Tbsp": (_Reading("tablespoon", r"\s[=(]"),),
    "dir": (
        _Reading("directed by", r"\s[A-Z][a-z]{1,15}\s[A-Z]", stopped=True),
        _Reading("directed", r"\sby\s[A-Z]", stopped=True),
    ),
    "ft": (_Reading("featuring", r"\s[A-Z]", r"[A-Z][a-z]{1,15}\)? ", stopped=True),),
    "Ref": (_Reading("referee", r":\s[A-Z]\.?\s?[A-Z]"),),
    "Pgh": (_Reading("Pittsburgh", r",?\sPA\b"),),
    "Phila": (_Reading("Philadelphia", r",?\sPA\b"),),
    "Indpls": (_Reading("Indianapolis"),),
    "Mpls": (_Reading("Minneapolis"),),
    "disp": (_Reading("dispense", r"\s[0-9#]"),),
    "amt": (_Reading("amount", r"\s(?:due|paid|owed|of)\b|:"),),
    "bal": (_Reading("balance", r"\s(?:(?:due|fwd|forward|of)\b|[$£€])|:"),),
    "fwd": (_Reading("forward", behind=r"(?i:bal\.?|brought|carried) "),),
    "tel": (_Reading("telephone", r":?\s[(+0-9]"),),
    "est": (
        _Reading("estimated", r"\s~?[$£€]", r"\b(?:now|is|are|was|an|at|of) ", stopped=True),
        _Reading("estimated", r":?\s(?i:cost|delivery|time|total|arrival|value|read|ship)"),
    ),
    "disc": (_Reading("discount", behind=r"% "),),
    "misc": (_Reading("miscellaneous", r"\s[a-z]|:"),),
    "int": (
        _Reading("interest", r"\s(?:[$£€]|rate\b|chg|charge|paid)"),
        _Reading(
            "interior",
            r"[,;]|\s(?:paint|doors?|lights?|trim)\b",
            r"\b(?:leather|black|blk|tan|gray|grey|cloth|ext\.?/|clean) ?",
        ),
    ),
    "ext": (
        _Reading(
            "exterior", r"[,;]|\s(?:paint|doors?|lights?|walls?)\b", r"\b(?:black|white|red|blue|silver|clean|brick) "
        ),
    ),
    "att": (_Reading("attached", r"\s(?:gar|garage|2-car|file|files|doc|docs|photo|photos)\b"),),
    "kit": (
        _Reading(
            "kitchen", r"[,;]|\sw/", r"(?i:eat-in|updated|new|mod\.|modern|gourmet|lg\.?|large|remod\.|galley|granite) "
        ),
    ),
    "trans": (_Reading("transmission", behind=r"(?i:auto|automatic|manual|speed|man\.) "),),
    "auto": (_Reading("automatic", r"\s(?:trans)"),),
    "orig": (
        _Reading("original", r"\s(?:owner|owners|paint|price|box|condition|cond|packaging|title|engine|hardwood|hw)\b"),
        _Reading("originally", r"\s[$£€]"),
    ),
    "alt": (
        _Reading("alternate", r"\s(?:rtes?|routes?|dates?|side)\b"),
        _Reading("altitude", r":?\s[0-9,]{3,6}\s?(?:ft|m)\b"),
        _Reading("altimeter", r"\s(?:29|30)\.[0-9]{2}\b"),
    ),
    "vol": (_Reading("volume", r":?\s[0-9$]|,|:"),),
    "gen": (
        _Reading("generation", behind=r"[0-9](?:st|nd|rd|th) "),
        _Reading("general", r"\s(?:adm|admission)"),
    ),
    "adm": (_Reading("admission", behind=r"(?i:gen\.?|general) "),),
    "sched": (_Reading("scheduled", r"\s(?:for|to)\b", r"\b(?:is|are|was|were|been|currently|now) "),),
    "pos": (_Reading("positive", r"\s(?:for)\b", r"\b(?:tested|is|was|test) "),),
    "neg": (_Reading("negative", r"\s(?:for)\b"), _Reading("negative", behind=r"\b(?:tested|is|was|test) ")),
    "prob": (_Reading("problem", r"\s[0-9]{1,3}\b", r"(?i:hw|homework|set|ch\.? [0-9]{1,2},?) "),),
    "cap": (_Reading("capacity", r":?\s[0-9,]{2,6}(?![\w%])", r"\A|[,;(.] ", stopped=True),),
    "Pop": (_Reading("population", r":?\s[0-9,]{3,12}\b"),),
    "max": (_Reading("maximum", r"\s(?:occ|occupancy|temp|speed|load|cap|capacity|wt|weight)\b", stopped=True),),
    "occ": (_Reading("occupancy", behind=r"(?i:dbl\.?|double|max\.?|single|sgl\.?) "),),
    "perf": (_Reading("perfect", r"\s(?:cond|shape)"),),
    "ltd": (_Reading("limited", r"\s(?:time|edition|ed\b|seating|avail|parking|supply|qty|quantities)"),),
    "qts": (_Reading("quarts", behind=r"[0-9] "),),
    "bks": (_Reading("books", behind=r"[0-9] "),),
    "HW": (_Reading("homework", r"\s(?:due|is|for|ch|assignment|[0-9]{1,2}\b)|:"),),
    "brk": (
        _Reading(
            "break", r"[,;.)]|\s(?:room|at)|\s?\Z", r"(?i:fall|spring|winter|lunch|summer|coffee|[0-9]-min|10 min) "
        ),
    ),
}

# Nothing is named after them, so that a capital begins a sentence.
_FINAL = words("battery deposit condition request required occupancy rooms month year week continued")
# Where these have a full stop, the sentence goes on before a number or a name.
WITH_FULL_STOPS = Abbreviations(
    before_number=words(
        "cat prem pd chg yld rpt mm prob probs aft mod shs dem int bal div pwd att ex exs lat long lon hum vis eff rev "
        "exp wt ht term conf sta cap alt"
    ),
    never_last=words("loc cl arr dep lv ar compl dkt"),
    titles=words("sta proc dir bd mod min max cat"),
    often_last=words("req cond occ rms mo yr wk conc exc orig misc amt bal eff batt flt mag ofc"),
)


def rules() -> tuple[Rule, ...]:
    return (
        rule(
            rf"(?<![\w.'’@-])(?<![a-z]/)(?P<short>(?i:{alternatives(_READINGS)}))\b(?P<stop>\.(?![\w.]))?(?![\w'’@(=-]|\.\w)",
            _read,
            name="clipped word",
        ),
    )


def _read(match: re.Match[str]) -> str | None:
    short = match["short"]
    readings = _READINGS.get(short) or (_READINGS.get(short.lower()) if short.islower() or short.istitle() else None)
    for reading in readings or ():
        if reading.fits(match):
            ends = match["stop"] and reading.word in _FINAL and re.match(r"\s[A-Z][a-z]", after(match))
            ends = ends or (match["stop"] and reading.word == "condition" and re.match(r"\s[$£€]", after(match)))
            return reading.word + ("." if ends else "" if after(match)[:1] == ")" else full_stop(match))
    return None
