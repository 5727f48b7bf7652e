"""Short forms of law, sport, finance, medicine and crafts, and what they mean beside certain words. A table."""

from __future__ import annotations

from koe.text.normalize.english.contexts import Reading

READINGS: dict[str, tuple[Reading, ...]] = {
    "Plf": (Reading("plaintiff"),),
    "Pct": (Reading("percentage", behind=r"(?<!st )(?<!nd )(?<!rd )(?<!th )"),),
    "dil": (Reading("diluted", r"\sEPS"),),
    "op": (Reading("operating", r"\s(?:inc|income|margin|mgn|profit|cash)\b", stopped=True),),
    "instr": (Reading("instructions", r"\s(?:given|provided|reviewed|incl|attached)"),),
    "mod": (Reading("moderate", r"\s\([0-9]", r"[:,] ", stopped=True),),
    "cov": (Reading("coverage", r":?\s[0-9]{1,3}(?:\.[0-9]{1,2})?\s?%"), Reading("coverage", behind=r"% ")),
    "Proc": (Reading("proceedings", r"\s(?:of\b|[A-Z])", stopped=True),),
    "Adv": (Reading("advance", r"\s(?:single|return|ticket|tkt|purchase|fare|reg)", stopped=True),),
    "Compl": (Reading("complaint", r"\s(?:¶|§|at\b|[0-9])|[,)]"),),
    "Def": (
        Reading(
            "defendant", r"\s(?:[a-z]|[A-Z])|['’]s", r"\b(?:[Tt]hat|[Tt]he|by|and|against|of|v\.|for) ", stopped=True
        ),
    ),
    "Defs": (Reading("defendants", stopped=True),),
    "Ex": (
        Reading("exhibit", r"\s[A-Z](?!\w)"),
        Reading("exhibit", r"\s[0-9]{1,3}(?!\w)", r"(?:[Ss]ee|at|in|[;(]) ?"),
    ),
    "Exs": (Reading("exhibits", r"\s[A-Z0-9]"),),
    "Dkt": (Reading("docket"),),
    "inj": (Reading("injured", behind=r"[0-9] "), Reading("injury", r"\s(?:report|list|time)\b")),
    "mag": (
        Reading("magnitude", behind=r"[0-9]\.[0-9][ -]"),
        Reading("magnitude", r"\s[0-9]\.[0-9]"),
        Reading("magic", r"\s(?:no\b|number)"),
    ),
    "poss": (Reading("possession", r":?\s[0-9]{1,3}\s?%|:"), Reading("possession", behind=r"% ")),
    "att": (
        Reading("attendance", r":?\s[0-9]{1,3},[0-9]{3}\b"),
        Reading("attached", r"\s(?:gar|garage|2-car|file|files|doc|docs|photo|photos)\b"),
    ),
    "hrg": (Reading("hearing"),),
    "hrgs": (Reading("hearings"),),
    "atty": (Reading("attorney"),),
    "attys": (Reading("attorneys"),),
    "cons": (Reading("consensus", r":?\s[$£€]?-?[0-9]", stopped=True),),
    "rnd": (
        Reading(
            "round", r"[:.,)]|\s(?:[0-9]|of\b)|\s?\Z", r"(?i:next|last|each|every|this|1st|2nd|first|final|[0-9]) "
        ),
    ),
    "rnds": (Reading("rounds"),),
    "inc": (
        Reading("income", r",?\s[$£€+-]", r"(?:op\.|net|oper\.|gross) ", stopped=True),
        Reading("increase", r"\s[0-9]{1,3}\s(?:sts?|stitches)\b"),
    ),
    "rep": (Reading("repeat", r"\s(?:for|from|to|until|row|rows|rnd)\b", stopped=True),),
    "pts": (
        Reading("points", behind=r"\b(?:open|main|key|talking|bonus|extra|reward|rewards|loyalty|action|data|the) "),
    ),
    "svgs": (Reading("servings", behind=r"(?:[0-9½]|[Mm]akes|[Ss]erves) "),),
    "adj": (Reading("adjusted", r"\s(?:EPS|EBITDA?|FCF|OIBDA|net|op\b|gross|profit|earnings|income)"),),
    "Mot": (Reading("motion", r"\s(?:to|for|in)\b", stopped=True),),
    "Opp": (Reading("opposition", r"\s(?:to|at|Br)\b", stopped=True),),
    "Decl": (Reading("declaration", r"\s(?:of|¶|Ex|at)\b", stopped=True),),
    "vsby": (Reading("visibility"),),
    "calc": (Reading("calculator", r"\s(?:allowed|ok|OK|permitted|needed|required|not)\b"),),
    "Att": (Reading("attendance", r":?\s[0-9]"),),
    "Rec": (Reading("record", r"\sloc\b|:\s[0-9]"),),
    "loc": (Reading("locator", behind=r"[Rr]ec\.? "),),
    "subd": (Reading("subdivision", r"\s\("),),
    "const": (Reading("constitutional", r"\samend"),),
    "amend": (Reading("amendment", behind=r"(?i:const\.|constitutional) "),),
    "Dem": (Reading("Democrat", r"\s[0-9]{1,2}(?:\.[0-9])?%"),),
    "Rep": (Reading("Republican", r"\s[0-9]{1,2}(?:\.[0-9])?%"),),
    "Div": (
        Reading("dividend", r"\s(?:[$£€]|yld|yield)"),
        Reading("division", behind=r"\b(?:NW|SW|NE|SE|East|West|North|South|Central|Atlantic|Pacific|AL|NL|AFC|NFC) "),
    ),
    "Shs": (Reading("shares", r"\s[+−–-]?[0-9]"),),
    "MM": (
        Reading(
            "mile marker",
            r"\s[0-9]{1,3}(?:\.[0-9])?\b",
            r"(?:I-[0-9]{1,3}|SR|Hwy|US|Rte|NB|SB|EB|WB|at|past|near).{0,30}",
        ),
    ),
    "Prob": (Reading("problem", r"\s[0-9]{1,3}\b"),),
    "Probs": (Reading("problems", r"\s[0-9]{1,3}\b"),),
    "seq": (Reading("sequential", r"\s(?:R/W|reads?|writes?|speed)"),),
    "Mod": (Reading("model", r"\s(?:[A-Z]{1,4}-?[0-9]|#|[Nn]o\b)", stopped=True),),
    "Prem": (
        Reading("premium", r":?\s[$£€]?[0-9]\.[0-9]{2}"),
        Reading("premium", r"\s[A-Z][a-z]{2}", stopped=True),
    ),
    "Reg": (Reading("regular", r":?\s[$£€]?[0-9]\.[0-9]{2}\b(?!\.)"),),
    "Pd": (Reading("paid", r"\s[$£€]|\s(?:in full|by|on)\b"),),
    "ask": (Reading("asking", r"\s[$£€]", stopped=True),),
    "chg": (Reading("change", r"\s?[+−–-][0-9.]|\s[0-9.]{1,5}%"),),
    "yld": (Reading("yield"),),
    "pulm": (Reading("pulmonology", behind=r"\b(?:to|by|w/|with|see) "), Reading("pulmonary", r"\s[a-z]")),
    "yd": (Reading("yard", behind=r"(?i:fenced|back|front|lg\.?|big|nice|private|large) "),),
    "Cal": (
        Reading("California", r"\s(?:Penal|Civ|Evid|Fam|Gov|Health|Veh|Bus|Lab|Code|Const|Corp|Prob)", stopped=True),
    ),
    "cert": (Reading("certified", r"\s(?:mail|copy|check|tech|pre-owned|nurse|public)"),),
    "dir": (
        Reading("directed by", r"\s[A-Z][a-z]{1,15}\s[A-Z]", stopped=True),
        Reading("directed", r"\sby\s[A-Z]", stopped=True),
    ),
    "Ref": (Reading("referee", r":\s[A-Z]\.?\s?[A-Z]"),),
    "disp": (Reading("dispense", r"\s[0-9#]"),),
    "pos": (Reading("positive", r"\s(?:for)\b", r"\b(?:tested|is|was|test) "),),
    "neg": (Reading("negative", r"\s(?:for)\b"), Reading("negative", behind=r"\b(?:tested|is|was|test) ")),
    "Sat": (Reading("saturated", r"\s[Ff]at"),),
    "fl": (
        Reading(
            "flourished", r"\s(?:c\.|ca\.|[0-9]{3,4}\b|[0-9]{1,3}\sBCE?\b|[0-9]{1,2}(?:st|nd|rd|th))", stopped=True
        ),
    ),
    "prod": (Reading("produced", r"\sby\b", stopped=True),),
}
