"""Short forms of tickets, dictionaries, forecasts, clinics and offices, and what they mean beside certain words."""

from __future__ import annotations

from koe.text.normalize.english.contexts import Reading

_LEVEL = r"\s(?:good|mod\.?|moderate|poor|fair|excellent|reduced|[0-9])"
_COLUMN = r"(?:\A|[|;,(]\s)"
_WORD_BEHIND = r"[a-z]{2}[,;] "

READINGS: dict[str, tuple[Reading, ...]] = {
    # timetables and tickets
    "exp": (
        Reading(
            "express",
            r"\s(?:from|to|via|btwn|btw\.?|between|service|svc|train|bus|only|stops?)\b",
            r"\brun(?:s|ning)? ",
        ),
    ),
    "plat": (Reading("platform", r"\s[0-9]{1,2}[AB]?(?!\w)"),),
    "trk": (Reading("track", r":?\s[0-9]{1,3}(?!\w)"),),
    "blk": (Reading("block", r"\s[0-9]{1,4}[A-Z]?(?!\w)", r"(?:\A|[,;:(] )"), Reading("block", r"\s[A-Z](?!\w)")),
    "ep": (Reading("episode", r"\s[0-9]{1,4}(?!\w)"),),
    "eps": (Reading("episodes", r"\s[0-9]{1,3}(?:\s?[-–&]|\sto\b)"), Reading("episodes", behind=r"[0-9] ")),
    "op": (Reading("operated", r"\sby\b"),),
    "chg": (Reading("change", r"\s(?:fee|fees|at)\b"),),
    "nt": (Reading("night", behind=r"\b(?:per|1|a) "),),
    "Gm": (Reading("game", r"\s[1-9](?!\w)"),),
    "Gms": (Reading("games", r"\s[1-9]"),),
    # numbers of accounts
    "acct": (Reading("account", r"\s(?:ending|no\b|[Nn]umber|[Nn]ame|holder|bal|balance|mgr|manager|rep|exec)|:"),),
    "no": (Reading("number", r":?\s[*•xX#]{2,}"),),
    # dictionaries
    "adj": (
        Reading("adjective", r"[,;:)]|\s[\[(A-Z]|\s?\Z", rf"{_WORD_BEHIND}|\b[Aa]lso |\((?:n\., )?", stopped=True),
        Reading("adjourned", r"\s(?:at\s)?[0-9]{1,2}[:.][0-9]{2}", r"(?:\A|[.;,] )"),
    ),
    "adv": (Reading("adverb", r"[,;:)]|\s[\[(A-Z]|\s?\Z", rf"{_WORD_BEHIND}|\b[Aa]lso |\(", stopped=True),),
    "pl": (Reading("plural", r"\s(?:n/a|[a-z-]+[.,;)]|-)|:", r"(?:\A|[.;,(] )", stopped=True),),
    "sing": (Reading("singular", r"\s[a-z]+[,;.)]|\)", r"(?:[.;,(] )", stopped=True),),
    "esp": (Reading("especially", r"[.,)]"),),
    "Ger": (Reading("German", r"[\])]|,|\s[a-z(]", stopped=True),),
    "Lat": (Reading("Latin", r"[\])]|,|\s[a-z]", stopped=True),),
    "Ital": (Reading("Italian", r"[\])]|,|\s[a-z(]", stopped=True),),
    "Span": (Reading("Spanish", r"[\])]|,|\s[a-z(]", stopped=True),),
    "Eng": (
        Reading(
            "Engineer", r"[,;)(]|\s?\Z|\s[-–—]", r"\b(?:Software|Civil|Mech\.|Elec\.|Chem\.|Sales|Data|Field|Support) "
        ),
        Reading("Engineering", r"\s(?:Dept|Mgr|Manager|Lead|Team)\b"),
        Reading("English", r"\s\(|[,;)\]]", stopped=True),
    ),
    "Hons": (Reading("honours", r"\)", r"\("),),
    # forecasts and the sea
    "vis": (Reading("visibility", _LEVEL, stopped=True),),
    "mod": (
        Reading(
            "moderate",
            r"\s(?:or|to|occ|becoming|then|at)\b|[,;.)]|\s?\Z",
            r"(?:[Vv]is\.?|[Ss]t\.|[Ss]ea|or|becoming|slight,?|to|[Rr]ather) ",
        ),
    ),
    "st": (Reading("state", _LEVEL + r"|\s(?:slight|smooth|rough|calm)|,", r"\b[Ss]ea ", stopped=True),),
    "occ": (Reading("occasionally", r"\s(?:poor|good|mod|moderate|rough|severe)\b"),),
    "HW": (Reading("high water", r"\s(?:[A-Z][a-z]+\s)?[0-2][0-9]:?[0-5][0-9](?![0-9])"),),
    "LW": (Reading("low water", r"\s(?:[A-Z][a-z]+\s)?[0-2][0-9]:?[0-5][0-9](?![0-9])"),),
    # clinics
    "tabs": (
        Reading("tablets", behind=r"[0-9½] "),
        Reading("tablets", r"\s(?:every|daily|twice|PO|po|BID|TID|by mouth)\b"),
    ),
    "tab": (Reading("tablet", r"\s(?:PO|po|daily|every|by mouth|twice)\b"),),
    "caps": (Reading("capsules", behind=r"[0-9½] "), Reading("capsules", r"\s(?:every|daily|PO|po|BID|TID)\b")),
    "Tel": (Reading("telephone", r":"), Reading("telephoned", r"\s[A-Z][a-z]", r"(?:\A|[.!] )", stopped=True)),
    # offices
    "Min": (Reading("minutes", r"\sof\s(?:the\s)?(?:last|prev|[0-9]|[A-Z][a-z]{2}\b|mtg|meeting)"),),
    "perm": (Reading("permission", r"\sslips?\b"),),
    "ext": (
        Reading(
            "extension",
            r"\s(?:on|for|until|till|to)\b",
            r"\b(?:re|an|my|the|your|deadline|request(?:ed)?) ",
            stopped=True,
        ),
    ),
    "rev": (
        Reading("revision", r"\s[0-9]{1,3}(?:\.[0-9]{1,2})?(?!\w)", r"\(|[a-z0-9], "),
        Reading("revised", r"\s(?:ed\b|edn|by\b)", stopped=True),
        Reading("revised by", r"\s[A-Z]\.", r"; ", stopped=True),
    ),
    "prop": (Reading("property", behind=r"\b(?:[Pp]ers\.|[Pp]ersonal|[Rr]eal|[Cc]omm\.) ", stopped=True),),
    "ann": (
        Reading("annual", r"\s(?:prem|premium|fee|income|rpt|report|mtg|meeting|rev|sales|salary|rate|percentage)"),
    ),
    "Sig": (Reading("signature", r"\s(?:req|required|needed|conf|on file|date)"),),
    "req": (
        Reading("requirements", r"[:;,)]|\s?\Z", r"\b(?:[Mm]in\.?|[Mm]inimum|[Ss]ystem|[Ss]ys\.|[Dd]egree|[Jj]ob) "),
        Reading("required", r":"),
        Reading("requires", r"\s[A-Za-z0-9]", r"(?:\A|[;.,(] )", stopped=True),
    ),
    "refs": (Reading("references", r"\s(?:avail|upon|on req|req)|:"),),
    "Cl": (Reading("class", r"\s[A-D]\b", stopped=True),),
    "Ord": (Reading("ordinary", r"\s(?:[Ss]h|[Dd]iv)", stopped=True),),
    "Shs": (Reading("shares", stopped=True),),
    "est": (Reading("estimated", r"\s~?[$£€]?[0-9][0-9.,]*\s?(?:[KMBkTt%]|bn|m\b|million|billion)", r"\("),),
    "std": (Reading("standard", r"[.,;)]|\s?\Z", r"(?:RAM|SSD|GB|TB|warranty|equipment|equip\.|comes|is|are|as) "),),
    "reg": (Reading("regular", r"[,;.)]|\s?\Z", r"(?:/gal|/lb|price|unleaded|decaf or|[0-9]¢) "),),
    "ltd": (Reading("limited", r"\s(?:to\s)?[0-9]{1,4}\b"), Reading("limited", r"\s(?:qty|no\b|release|run)")),
    "Trans": (
        Reading("translated", r"\sby\b", stopped=True),
        Reading("translated by", r"\s(?:[A-Z]\.|[A-Z][a-z]+ [A-Z])", stopped=True),
    ),
    "trans": (Reading("translated", r"\sby\b", stopped=True), Reading("translated by", r"\s[A-Z]\.", stopped=True)),
    "ch": (
        Reading("church", r",|\s?\Z", r"(?:St\. [A-Z][a-z]+(?:['’]s)?|Bapt\.|Meth\.|Luth\.|Cath\.) ", stopped=True),
    ),
    "Aud": (Reading("auditorium", r"[,;.)]|\s?\Z|\s(?:[a-z(0-9]|[A-Z]{2})", r"\b[A-Z][a-z]+ ", stopped=True),),
    "init": (Reading("initials", r"[:)]|\s?\Z", r"\b(?:author|name|her|his|your),? "), Reading("initials", r":")),
    "Co": (
        Reading(
            "county",
            r"\s(?:Cork|Clare|Kerry|Mayo|Down|Durham|Antrim|Armagh|Donegal|Galway|Dublin|Sligo|Tyrone|Wicklow|Kildare|Meath|Limerick|Wexford|Waterford|Tipperary|Kilkenny|Fermanagh|Cavan|Louth|Offaly|Laois|Carlow|Leitrim|Longford|Roscommon|Monaghan|Westmeath)\b",
        ),
    ),
    "ht": (Reading("height", r":?\s[0-9]", r"(?:\A|[.;,(] )", stopped=True),),
    "germ": (Reading("germination", r":|\s(?:rate|time|in|[0-9])", r"(?:\A|[.;,(] )", stopped=True),),
    "pt": (Reading("past tense", r"\s[a-z]+[,;]", r"[;,] ", stopped=True),),
    "pp": (Reading("past participle", r"\s[a-z]+[.,;]", r", ", stopped=True),),
    "btw": (Reading("between", r"\s(?:J[0-9]|[A-Z][\w']+\s(?:and|&)\s|[0-9]{1,2}\s(?:and|&))"),),
    "rds": (Reading("rounds", behind=r"[2-9] "), Reading("rounds", r"\sof\b")),
    "mls": (Reading("miles", r"[,;.)]|\s?\Z", r"[0-9]{3} "),),
    "conn": (
        Reading(
            "connection",
            r"[)\];,]|\s(?:pool|timed|timeout|refused|string|reset)|\s?\Z",
            r"\b(?:DB|db|the|network|TCP|new|SSH|net) ",
        ),
    ),
    "Lge": (Reading("League", behind=r"[A-Z][a-z]+ "),),
    "conf": (Reading("confirmation", r":?\s(?=[A-Z]{0,7}[0-9])[A-Z0-9]{5,8}\b"),),
    "adm": (Reading("admitted", r"\s(?:w/|with|for|to|on|from)(?!\w)"),),
    "neg": (
        Reading(
            "negative",
            behind=r"\b(?:[Tt]rop|[Cc]ovid|COVID|[Ff]lu|[Ss]trep|HIV|FIV|FeLV|[Tt]est|[Cc]ultures?|CXR|CT|preg|"
            r"hCG|RSV) ",
        ),
    ),
    "pos": (Reading("positive", behind=r"\b(?:[Cc]ovid|COVID|[Ff]lu|[Ss]trep|HIV|FIV|[Cc]ultures?|RSV) "),),
    "dr": (Reading("doctor", behind=r"\b(?:a|my|your|the|ur|his|her|our|family|eye) "),),
    "Rm": (Reading("room", r"\s(?:to|for|avail|w/)"),),
    "prof": (
        Reading("professional", r"\s(?:only|couple|person|single|females?|males?|pref|tenants?|household|sharers?)|/"),
    ),
    "proj": (Reading("project", r"\s(?:due|mgr|manager|lead|mgmt|plan|is|team|budget|proposal|[0-9])|[,;:]"),),
    "cons": (Reading("consensus", r"\s(?:EPS|rev\b|rev\.|est\b|est\.)", stopped=True),),
    "mag": (Reading("magnitude", r"\s[−–-]?[0-9]"),),
    "chx": (Reading("chicken", r"\s(?:thighs?|breasts?|stock|broth|wings?|legs?|soup|salad)"),),
    "og": (Reading("own goal", r"\s[0-9]{1,3}"),),
}
