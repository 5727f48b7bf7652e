"""What short forms mean beside certain words: "Conf# X7", "sec. dep.", "lg. eggs". A table, with its contexts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from koe.text.normalize.rule import after, before

_DATE = r"(?:[0-9]|(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\b)"
_FOOD = (
    r"(?:eggs?|onions?|potato(?:es)?|carrots?|cloves?|bowl|pan|pot|skillet|pizza|fries|coffee|drink|soda|apples?|"
    r"tomato(?:es)?|"
    r"shrimp|lemons?|leeks?|zucchini|peppers?|saucepan|heads?|bunch)\b"
)
_ROOMS = r"(?:kitchen|kit\b|yard|rooms?|living|LR|BR|bdrms?|closets?|deck|lot|backyard|windows|family)\b"


@dataclass(frozen=True, slots=True)
class Reading:
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
READINGS: dict[str, tuple[Reading, ...]] = {
    "conf": (
        Reading("conference", r"\s(?:Rm|rm|Room|room|call|ctr|Ctr|center)\b"),
        Reading("confirmation", r"\s?#|\s(?:no\b|[Nn]umber|code)|:\s[A-Z0-9]{5,8}\b"),
    ),
    "Adm": (Reading("admission", r":?\s(?:[$£€]|[Ff]ree\b|is\b|price|fee)"),),
    "Prop": (Reading("Properties", r"\s(?:LLC|LLP|Inc|Mgmt|Ltd|Co)\b", stopped=True),),
    "Vol": (Reading("Volume", r"\s(?:Up|Down|up|down)\b"),),
    "Ext": (Reading("extension", r"\s?\Z|,", stopped=True),),
    "elev": (Reading("elevation", r"\s(?:gain|loss|change|profile|[0-9])"),),
    "Intl": (Reading("international", behind=r"[A-Z]{3} |[A-Z][a-z]+ "),),
    "Av": (
        Reading(
            "avenue", r"[,.;:)]|\s?\Z|\s(?:and|&|to|at|between|station|stop)\b", r"\b[A-Z][a-z]+ |[0-9](?:st|nd|rd|th) "
        ),
    ),
    "LF": (Reading("looking for", r"\s[a-z]{4}", r"\A"),),
    "hum": (Reading("humidity", r":?\s[0-9]{1,3}\s?%"),),
    "vis": (Reading("visibility", r":?\s[0-9.]{1,4}\s?(?:mi|km|SM|m|miles)\b"),),
    "chc": (Reading("chance", r"\s(?:of|for|rain|snow|showers|precip)"),),
    "lat": (Reading("latitude", r":?\s-?[0-9]", stopped=True), Reading("latitude", r":\s-?[0-9]")),
    "long": (Reading("longitude", r"\s-?[0-9]{1,3}[°.]", stopped=True), Reading("longitude", r":\s-?[0-9]")),
    "lon": (Reading("longitude", r":?\s-?[0-9]{1,3}[°.][0-9]"),),
    "req": (
        Reading("request", behind=r"\b(?:upon|on|by) "),
        Reading("required", r"\s[A-Z][a-z]", r"[a-z.)] ", stopped=True),
        Reading("required", r"[,;)]|\s?\Z|\s(?:for|by|to|but)\b", r"[A-Za-z.)] ", stopped=True),
    ),
    "rev": (
        Reading("revised", r"\s(?:Code|Stat)\b", r"[a-z] ", stopped=True),
        Reading("revision", r"\s[A-Z](?:[),;]|\.?\s?\Z|\s[a-z(])", stopped=True),
    ),
    "sec": (Reading("security", r"\s(?:dep|deposit)\b"), Reading("seconds", behind=r"[0-9] a few ")),
    "dep": (
        Reading(
            "departure", behind=r"\b(?:before|prior to|after|of|new|actual|sched\.|scheduled|original|revised|est\.) "
        ),
        Reading("deposit", behind=r"(?i:sec\.?|security|refundable|pet|key|damage|clean(?:ing)?|%|[$£€][0-9,]{1,6}) "),
        Reading("departs", r":?\s(?:[0-9]|[A-Z])", stopped=True),
        Reading("departure", r":\s"),
    ),
    "arr": (Reading("arrives", r":?\s(?:[0-9]|[A-Z])", stopped=True), Reading("arrival", r":\s")),
    "Sta": (
        Reading("station", r"[,;).]|\s[0-9(a-z]|\s?\Z", r"[a-z.] "),
        Reading("station", behind=r"[a-z] ", stopped=True),
    ),
    "Ed": (Reading("education", behind=r"\bof ", stopped=True),),
    "conc": (
        Reading("concentrated", r"\s(?:[A-Z]|acid|nitric|sulf|sulph|hydro)"),
        Reading("concrete", r"\s[a-z]", stopped=True),
    ),
    "cont": (Reading("continued", r"\)|\s?\Z|\s(?:on|from|next|below|overleaf)\b", stopped=True),),
    "exc": (Reading("excellent", r"\s(?:cond|shape|location|opp|refs?)"),),
    "gd": (Reading("good", r"\s(?:cond|shape|location|size)"),),
    "cond": (
        Reading("condition", behind=r"(?i:exc\.?|gd\.?|good|great|new|excellent|used|mint|fair|perfect|poor|orig\.?) "),
    ),
    "avail": (
        Reading(
            "available",
            rf"\s(?:now|immed|from|in\b|on\b|at\b|for\b|by\b|upon|24|{_DATE})",
            r"(?<!no )(?<!little )(?<!any )",
        ),
    ),
    "exp": (
        Reading(
            "expected",
            r"\)|[,;]|\s?\Z",
            r"\b(?:no|some|minor|downtime|delays?|rain|snow|showers|impact|are|is|was) ",
            stopped=True,
        ),
        Reading("expected", r"\)", r"[a-z] ", stopped=True),
        Reading("expected", r"\s(?:[0-9]{1,2}:[0-9]{2}|on\stime)", stopped=True),
        Reading("expected", r"\s(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|by|in\b|early|late)", stopped=True),
        Reading("expiration", r"\sdate\b"),
    ),
    "eff": (Reading("effective", rf"\s(?:{_DATE}|immed)", stopped=True),),
    "mo": (
        Reading("monthly", r"\s(?:stmt|statement|pmt|payment|fee|rent|rate|avg)\b", r"(?<![0-9] )"),
        Reading("month", behind=r"\b(?:ea\.|each|per|every|the|this|last|next|1st) ", stopped=True),
    ),
    "yr": (Reading("year", behind=r"\b(?:ea\.|each|per|every|the|this|last|next|nxt|1st) "),),
    "wk": (
        Reading("week", r"\sof\b"),
        Reading("week", behind=r"\b(?:ea\.|each|per|every|the|this|last|next|nxt|1st) "),
    ),
    "blk": (
        Reading("block", behind=r"\b(?:1|one|the|city|[0-9]{1,2}00|same|this) "),
        Reading("black", r"(?:/| )[A-Za-z]", r"(?<![0-9] )"),
        Reading("black", r"[,;)]", r"(?: \(|, |/)"),
    ),
    "blks": (Reading("blocks"),),
    "utils": (
        Reading("utilities", behind=r"(?:\+|plus|all|incl\.?|including|and|&|most|some) "),
        Reading("utilities", r"\s(?:incl|included|paid|extra|not)\b"),
    ),
    "Gov": (Reading("governor", r"[;,.)]|\s?\Z", r"\b(?:to|the|by|for|Lt\.?) ", stopped=True),),
    "ct": (
        Reading("count", behind=r"\b(?:shutter|thread|head|pitch|page|word) "),
        Reading("count", behind=r"[0-9] ", stopped=True),
    ),
    "batt": (Reading("batteries", behind=r"\b[2-9] "), Reading("battery")),
    "batts": (Reading("batteries"),),
    "clr": (Reading("clear", r"[,;.&]|\s(?:&|and|skies|sky|coat|tape|glass)|\s?\Z"),),
    "Cos": (Reading("counties", behind=r"(?:&|and|,) [A-Z][a-z]{2,14} ", stopped=True),),
    "no": (
        Reading(
            "number",
            r"\s(?:is|was|on|of|to)\b|:",
            r"(?i:mag\.|magic|ref\.?|tel\.?|acct\.?|phone|conf\.?|order|serial|model|part|the|tracking|invoice|inv\.) ",
            stopped=True,
        ),
    ),
    "lv": (Reading("leaves", r"\s(?:[A-Z]|[0-9])", stopped=True),),
    "ar": (Reading("arrives", r"\s(?:[A-Z]|[0-9])", stopped=True),),
    "flt": (Reading("flight"),),
    "flts": (Reading("flights"),),
    "ofc": (Reading("office", r"\s(?:hrs?|hours?|bldg|mgr|space|park|phone|visit|is|mgmt|furn)\b|[,;]"),),
    "bk": (Reading("book", behind=r"\b(?:closed|open|text|lib\.|library|check|the|a) "),),
    "div": (
        Reading("dividend", r"\s(?:[$£€]|yld|yield|of\s[$£€])|:"),
        Reading("division", r"\s(?:[IVX0-9]|title|champ|rival)"),
    ),
    "gar": (Reading("garage", r"[,;.)]|\s?\Z", r"(?:car|-car|[0-9]c|att\.?|det\.?|attached|detached) "),),
    "OH": (Reading("open house", r"\s(?:Sat|Sun|Fri|this|[0-9]{1,2}[/:-]|Mon|Tue|Wed|Thu)"),),
    "adv": (Reading("advance", r"\s(?:diet|tickets?|sale|purchase|notice|reg)"),),
    "apps": (Reading("appetizers", r"\s(?:[$£€]|[0-9]|and|&)", r"(?i:half[- ]price|1/2 off|½ off|\boff) "),),
    "pwd": (Reading("password", r":?\s\S", stopped=True), Reading("password", r":\s?\S|\s(?:is|=)\s")),
    "pkg": (Reading("parking", behind=r"(?i:free|street|valet|ample|off-st\.?|covered) "),),
    "pl": (Reading("place", r"\ssettings?\b"),),
    "del": (
        Reading("delivery", r"\s(?:appt|date|time|fee|chg|charge)", stopped=True),
        Reading("delivery", behind=r"(?i:free|same-day|next-day|curbside|local) ", stopped=True),
    ),
    "rte": (
        Reading("route", behind=r"(?i:alt\.?|alternate|bus|detour|this|the) "),
        Reading("route", r"\s[0-9]{1,4}(?![A-Z0-9]|\s[NSEW]B?\b)"),
    ),
    "cl": (Reading("closed", r"\s(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat|hol)"),),
    "Res": (
        Reading("reservation", r"\s(?:#|[Nn]o\b|code)", stopped=True),
        Reading("reservations", r"\s(?:rec|req|sugg|essential)"),
    ),
    "rec": (
        Reading("recommended", r"\)", r"(?:GB|MB|TB|RAM|GHz|or more) "),
        Reading("recommended", behind=r"(?i:res\.|reservations|highly|not) "),
    ),
    "Rx": (Reading("prescription", r"\s(?:refill|drug|meds|coverage|plan|card|bottle)"),),
    "Fam": (Reading("family", r"\sCode\b"),),
    "Ph": (Reading("phone", r":\s?[(+0-9]|\s[(+0-9][0-9() -]{6}"),),
    "pt": (Reading("point", behind=r"\b(?:dew|high|low|starting|end|mid|view|access|eq\.|melting|boiling) "),),
    "ind": (Reading("individual", behind=r"[$£€][0-9,]{3,7} "),),
    "fam": (Reading("family", behind=r"[$£€][0-9,]{3,7} "),),
    "aft": (
        Reading("afternoon", behind=r"\b(?:by|in the|this|late|early|Wed\.?|Sat\.?|Sun\.?) ", stopped=True),
        Reading("after", r"\s[0-9]", stopped=True),
    ),
    "Bd": (Reading("board", r"\s(?:[A-Z]|of\b|mtg|meeting|members?)"),),
    "rpt": (Reading("report", behind=r"\b(?:lab|book|the|a|exp\.|expense|status|weekly|final) "),),
    "sch": (Reading("school", behind=r"\b(?:no|after|high|elem\.|middle|pre|the|grad|law|med) ", stopped=True),),
    "elem": (Reading("elementary", r"\s(?:school|sch|ed)", stopped=True),),
    "bus": (Reading("business", r"\s(?:hrs|hours|days?|card|class|mgr)\b", stopped=True),),
    "cinn": (Reading("cinnamon"),),
    "Cat": (Reading("category", r"\s[1-5](?![\w.])"),),
    "grp": (Reading("group"),),
    "grps": (Reading("groups"),),
    "Min": (Reading("minimum", r"\s[A-Za-z ]{2,20}:"),),
    "Max": (Reading("maximum", r"\s[A-Za-z ]{2,20}:", stopped=True),),
    "fin": (Reading("finance", r"\s(?:chg|charge|co\b|dept)"),),
    "St": (Reading("state", r"\s(?:Rte|Rt|Route|Hwy)\b"),),
    "nr": (Reading("near", r"\s[0-9]{1,3}(?:st|nd|rd|th)\b"),),
    "opt": (Reading("option", r"\s[0-9](?!\w|\.[0-9])"),),
    "vols": (Reading("volumes", r"\sof\b", stopped=True),),
    "Balt": (Reading("Baltimore", r",?\sM[Dd]\b"),),
    "refs": (Reading("references", r"[,;)]|\s(?:req|upon|avail|needed)|\s?\Z", r", ", stopped=True),),
    "ln": (Reading("lane", behind=r"(?i:bike|bus|turn|center|left|right|car|passing) "),),
    "circ": (Reading("circumference", r"\s[=≈]|,"),),
    "frt": (Reading("front", r"\s(?:desk|door|yard|porch|office|seat|row|wheel|brakes?)\b"), Reading("freight")),
    "mm": (Reading("measures", r"\s[0-9]", r"(?<![0-9])(?<![0-9] )", stopped=True),),
    "reg": (
        Reading("register", r"\sby\b"),
        Reading("registration", r"(?:/|\s(?:desk|fee|deadline|opens|closes|begins|form|is|req))"),
    ),
    "cr": (Reading("credits", behind=r"[2-9] "), Reading("credit", behind=r"1 ")),
    "rms": (Reading("rooms", behind=r"[0-9] "),),
    "apt": (
        Reading(
            "apartment",
            r"(?!\sto\b)",
            r"(?i:BR|bdrm|bedroom|studio|my|the|new|our|furnished|furn\.|sunny|floor|-bed|your|his|her|their|bsmt) ",
        ),
    ),
    "Term": (Reading("terminal", r"\s(?:[A-Z]|[0-9])(?!\w)", stopped=True),),
    "lg": (Reading("large", rf"\s(?:{_FOOD}|{_ROOMS})"),),
    "lrg": (Reading("large", r"\s[a-z]"),),
    "sm": (Reading("small", rf"\s(?:{_FOOD}|{_ROOMS}|dogs?|pets?|town|biz)"),),
    "med": (Reading("medium", rf"\s(?:{_FOOD}|heat|size|rare|high|low)\b"),),
    "hi": (
        Reading("high", r":?\s-?[0-9]{1,3}\s?°?[FC]?[,;]?\s?/?\s?[Ll]o(?:w)?:?\s-?[0-9]"),
        Reading(
            "high",
            r":?\s-?[0-9]{1,3}\s?°",
            r"\A|[:;,.] |\b(?:Sunny|sunny|today|Today|tonight|Tonight|cloudy|rain|clear|and|w/) ",
        ),
        Reading("high", r"\s(?:mid|low|upper|near|around|lower)[\s-]?[0-9]{2}"),
        Reading("high", r"\s-?[0-9]{1,3}\s?°?[FC]?(?:[.,;]|\s?\Z)", r"[,;:] "),
    ),
    "lo": (
        Reading("low", r":?\s-?[0-9]{1,3}(?![0-9.])", r"[0-9FC°][,;]?(?:\s?/)?\s?"),
        Reading(
            "low",
            r":?\s-?[0-9]{1,3}(?![\w:])",
            r"\A|[:;,.] |\b(?:today|Today|tonight|Tonight|overnight|Overnight|and|w/) ",
        ),
        Reading("low", r"\s(?:mid|low|upper|near|around|lower)[\s-]?[0-9]{2}"),
        Reading("low", r"\s-?[0-9]{1,3}\s?°?[FC]?(?:[.,;]|\s?\Z)", r"[,;:] "),
    ),
    "w/c": (Reading("week commencing", rf"\s(?:{_DATE}|Mon)"),),
    "w/e": (Reading("week ending", rf"\s(?:{_DATE}|Fri|Sat|Sun)"),),
    "wt": (
        Reading("weight", r":?\s[0-9.]{1,6}\s?(?:kg|lbs?|g|oz|st|pounds|tons?|t)\b"),
        Reading("weight", behind=r"\b[Nn]et "),
    ),
    "ht": (
        Reading("height", r"\s[0-9]{1,3}", r"[a-z] ", stopped=True),
        Reading("height", r":?\s(?:[0-9]{1,3}\s?(?:cm|in|ft|m)\b|[4-7]['′])"),
    ),
    "v": (
        Reading(
            "very",
            r"\s(?:good|nice|well|much|soon|busy|happy|tired|sorry|important|big|small|few|little|bad|poor|useful|"
            r"close|late|"
            r"early|hot|cold|dry|wet|kind|pleased|keen|slow|fast)\b",
            r"(?:\A|[ ,(])",
        ),
    ),
    "tx": (Reading("thanks", r"!|,?\s(?:so much|again|for|in advance)\b|\s?\Z", r"\A|[.!?,] "),),
    "pw": (Reading("password", r":\s?\S|\s(?:is|=)\s", ""),),
    "hrs": (
        Reading("hours", r":"),
        Reading(
            "hours", behind=r"(?i:ofc\.?|quiet|visiting|work|opening|office|bus\.?|business|store|pool|library|summer) "
        ),
    ),
    "Tbsp": (Reading("tablespoon", r"\s[=(]"),),
    "ft": (Reading("featuring", r"\s[A-Z]", r"[A-Z][a-z]{1,15}\)? ", stopped=True),),
    "Pgh": (Reading("Pittsburgh", r",?\sPA\b"),),
    "Phila": (Reading("Philadelphia", r",?\sPA\b"),),
    "Indpls": (Reading("Indianapolis"),),
    "Mpls": (Reading("Minneapolis"),),
    "amt": (Reading("amount", r"\s(?:due|paid|owed|of)\b|:"),),
    "bal": (Reading("balance", r"\s(?:(?:due|fwd|forward|of)\b|[$£€])|:"),),
    "fwd": (
        Reading("forward", r"\sP/E"),
        Reading("forward", behind=r"(?i:bal\.?|brought|carried) "),
    ),
    "tel": (Reading("telephone", r":?\s[(+0-9]"),),
    "est": (
        Reading("estimated", r"\s~?[$£€]", r"\b(?:now|is|are|was|an|at|of) ", stopped=True),
        Reading(
            "estimated",
            r":?\s(?i:cost|delivery|time|total|arrival|value|read|ship|pmt|payment|price|range|tax|monthly|wait|revenue|rev|"
            r"completion|hrs|hours|budget|savings|reading|attendance|pop|GFR|gfr|age)",
        ),
    ),
    "disc": (Reading("discount", behind=r"% "),),
    "misc": (Reading("miscellaneous", r"\s[a-z]|:"),),
    "int": (
        Reading("interest", r"\s(?:[$£€]|rate\b|chg|charge|paid)"),
        Reading(
            "interior",
            r"[,;]|\s(?:paint|doors?|lights?|trim)\b",
            r"\b(?:leather|black|blk|tan|gray|grey|cloth|ext\.?/|clean) ?",
        ),
    ),
    "ext": (
        Reading(
            "exterior", r"[,;]|\s(?:paint|doors?|lights?|walls?)\b", r"\b(?:black|white|red|blue|silver|clean|brick) "
        ),
    ),
    "kit": (
        Reading(
            "kitchen", r"[,;]|\sw/", r"(?i:eat-in|updated|new|mod\.|modern|gourmet|lg\.?|large|remod\.|galley|granite) "
        ),
    ),
    "trans": (Reading("transmission", behind=r"(?i:auto|automatic|manual|speed|man\.) "),),
    "auto": (Reading("automatic", r"\s(?:trans)"),),
    "orig": (
        Reading("original", r"\s(?:owner|owners|paint|price|box|condition|cond|packaging|title|engine|hardwood|hw)\b"),
        Reading("originally", r"\s[$£€]"),
    ),
    "alt": (
        Reading("alternate", r"\s(?:rtes?|routes?|dates?|side)\b"),
        Reading("altitude", r":?\s[0-9,]{3,6}\s?(?:ft|m)\b"),
        Reading("altimeter", r"\s(?:29|30)\.[0-9]{2}\b"),
    ),
    "vol": (Reading("volume", r":?\s[0-9$]|,|:"),),
    "gen": (
        Reading("generation", behind=r"[0-9](?:st|nd|rd|th) "),
        Reading("general", r"\s(?:adm|admission)"),
    ),
    "adm": (Reading("admission", behind=r"(?i:gen\.?|general) "),),
    "sched": (Reading("scheduled", r"\s(?:for|to)\b", r"\b(?:is|are|was|were|been|currently|now) "),),
    "prob": (Reading("problem", r"\s[0-9]{1,3}\b", r"(?i:hw|homework|set|ch\.? [0-9]{1,2},?) "),),
    "cap": (Reading("capacity", r":?\s[0-9,]{2,6}(?![\w%])", r"\A|[,;(.] ", stopped=True),),
    "Pop": (Reading("population", r":?\s(?:[0-9,]{3,12}\b|\()"),),
    "max": (Reading("maximum", r"\s(?:occ|occupancy|temp|speed|load|cap|capacity|wt|weight)\b", stopped=True),),
    "occ": (Reading("occupancy", behind=r"(?i:dbl\.?|double|max\.?|single|sgl\.?) "),),
    "perf": (Reading("perfect", r"\s(?:cond|shape)"),),
    "ltd": (Reading("limited", r"\s(?:time|edition|ed\b|seating|avail|parking|supply|qty|quantities)"),),
    "qts": (Reading("quarts", behind=r"[0-9] "),),
    "bks": (Reading("books", behind=r"[0-9] "),),
    "HW": (Reading("homework", r"\s(?:due|is|for|ch|assignment|[0-9]{1,2}\b)|:"),),
    "brk": (
        Reading(
            "break", r"[,;.)]|\s(?:room|at)|\s?\Z", r"(?i:fall|spring|winter|lunch|summer|coffee|[0-9]-min|10 min) "
        ),
    ),
}
