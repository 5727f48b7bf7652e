"""Words clipped without a full stop -> whole words: "cont'd", "w/bound", "P/N", "Rt Hon", "Man Utd", "£9k ono"."""

from __future__ import annotations

import re

from koe.text.normalize.english.places import NEWSPAPER, STATES
from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule, words

_APOSTROPHE = {
    "cont'd": "continued", "req'd": "required", "rec'd": "received", "int'l": "international", "gov't": "government",
    "dep't": "department", "nat'l": "national", "ass'n": "association", "ass't": "assistant", "sec'y": "secretary",
    "add'l": "additional", "prof'l": "professional", "mem'l": "memorial", "ret'd": "retired",
    "aff'd": "affirmed", "ack'd": "acknowledged", "rcv'd": "received", "att'y": "attorney",
    "rep'd": "reported", "n'castle": "Newcastle", "m'boro": "Middlesbrough", "w'ton": "Wolverhampton",
    "p'ship": "partnership", "m'ment": "management", "chg'd": "charged", "sched'd": "scheduled",
    "pref'd": "preferred",
    "yr's": "year's", "wk's": "week's", "mo's": "month's", "gov'g": "governing", "b'cast": "broadcast",
    "exp'd": "experienced", "b'fast": "breakfast", "b'ham": "Birmingham",
    "b'day": "birthday",
}  # fmt: skip
_SLASHED = {
    "w/bound": "westbound", "e/bound": "eastbound", "n/bound": "northbound", "s/bound": "southbound",
    "p/u": "pick up",
    "o/w": "one way", "d/g": "double glazing", "p/cloudy": "partly cloudy", "m/cloudy": "mostly cloudy",
    "p/n": "part number", "s/n": "serial number", "f/t": "full time", "p/t": "part time",
    "o/u": "over under", "w/w": "weight for weight", "v/v": "volume for volume", "w/v": "weight by volume",
    "r/t": "round trip", "w/in": "within", "w/out": "without", "p/w": "per week",
    "p/h": "per hour", "f/f": "fully fitted", "o/d": "overdraft", "lat/long": "lat long", "lat/lon": "lat lon",
}  # fmt: skip
_OVER_TIME = {"w": "week", "y": "year", "q": "quarter", "m": "month"}
# Nothing else is written so.
_ANYWHERE = {
    "Utd": "United", "utd": "United", "Jct": "junction", "jct": "junction", "Jctn": "junction", "jctn": "junction",
    "stn": "station", "Stn": "station", "appt": "appointment", "Appt": "appointment", "appts": "appointments",
    "mtg": "meeting", "Mtg": "meeting", "mtgs": "meetings", "flr": "floor", "Cllr": "councillor", "Revd": "reverend",
    "Rt Hon": "right honourable", "Rt. Hon": "right honourable", "Wg Cdr": "wing commander",
    "Sqn Ldr": "squadron leader", "Flt Lt": "flight lieutenant", "gch": "gas central heating",
    "GCH": "gas central heating", "mth": "month", "mths": "months", "qtr": "quarter", "qtrs": "quarters",
    "rtn": "return", "cncl": "council", "mgr": "manager", "Mgr": "manager", "mgrs": "managers", "Jnr": "junior",
    "Snr": "senior", "natl": "national", "intl": "international", "dept": "department", "depts": "departments",
    "pkt": "packet", "pkts": "packets", "LAX": "L.A.X", "COB": "C.O.B", "wknd": "weekend", "wkly": "weekly",
    "pymt": "payment", "pymts": "payments", "qty": "quantity", "recd": "received", "tkts": "tickets",
    "bldg": "building", "bdrm": "bedroom", "bdrms": "bedrooms", "Xmas": "Christmas", "xmas": "Christmas",
    "hdwd": "hardwood", "hrdwd": "hardwood", "hdwds": "hardwoods", "flrs": "floors", "hkup": "hookup",
    "hkups": "hookups", "bsmt": "basement", "lndry": "laundry", "prkg": "parking", "W/D": "washer and dryer",
    "dbl": "double", "txt": "text", "Txt": "text", "Qty": "quantity", "QTY": "quantity", "Bklyn": "Brooklyn",
    "btwn": "between", "rtg": "rating", "gdn": "garden", "gdns": "gardens", "Hmwk": "homework", "hmwk": "homework",
    "Sgl": "single", "Rtn": "return", "Rtrn": "return", "nonref": "non-refundable",
    "non-ref": "non-refundable", "hwy": "highway", "hwys": "highways", "govt": "government",
    "Govt": "government", "doz": "dozen",
}  # fmt: skip
_ENDING = words(
    "building floor floors payment payments meeting meetings appointment appointments weekend month months tickets "
    "parking "
    "laundry basement received hookup hookups hardwood hardwoods"
)
# After a price, with or without full stops.
_OFFERS = {
    "oieo": "offers in excess of", "oiro": "offers in the region of", "ono": "or nearest offer",
    "obo": "or best offer",
}  # fmt: skip
_OFFERS_AFTER = {"oieo": "offers in excess", "oiro": "offers in that region"}
_AFTER_NUMBER = {"BR": "bedroom", "BA": "bath", "bd": "bedroom", "ba": "bath", "br": "bedroom"}
_ROOMS_BEHIND = re.compile(r"[0-9]\s?(?:BR|bd|br)\s?/\s?\Z")
_POLITICIAN_BEHIND = re.compile(
    r"\b(?:Sens?|Reps?|Govs?|Del|Senator|Representative|Governor|Delegate|Congress\w{3,5}|Assembly\w{3,6}|Speaker|"
    r"Leader)\.?\s"
    r"(?:[A-Z][\w.'’-]{0,20}\s){1,3}\(\Z"
)
_PARTIES = {"D": "Democrat", "R": "Republican", "I": "independent"}
# With a full stop; the words after them decide nothing.
_DOTTED = {
    "mgr": "manager", "prof": "professor", "soc": "society", "av": "average", "accum": "accumulation",
    "vit": "vitamin", "wt": "weight", "soln": "solution", "mtg": "meeting", "mtgs": "meetings", "addl": "additional",
    "diam": "diameter", "elev": "elevation", "freq": "frequency", "hosp": "hospital", "illus": "illustrated",
    "lic": "license", "mkt": "market", "mtn": "mountain", "occ": "occasionally",
    "opp": "opposite", "poss": "possible", "prev": "previous", "recd": "received", "secy": "secretary",
    "std": "standard", "treas": "treasurer", "usu": "usually", "wkly": "weekly", "anon": "anonymous",
    "assoc": "associate", "attrib": "attributed", "appt": "appointment", "appts": "appointments", "cert": "certificate",
    "suppl": "supplement", "tot": "total", "bal": "balance", "ctr": "center",
    "cust": "customer", "equiv": "equivalent", "refrig": "refrigerated", "flr": "floor",
    "corr": "correspondent", "transl": "translated", "repr": "reprinted", "abbr": "abbreviated",
    "exec": "executive", "hdqtrs": "headquarters", "govt": "government", "edn": "edition",
    "ave": "average", "dbl": "double", "sgl": "single", "lge": "large", "lg": "large", "med": "medium", "sm": "small",
    "reqd": "required", "perm": "permanent", "furn": "furnished", "unfurn": "unfurnished",
    "immed": "immediate", "pref": "preferred", "neg": "negotiable", "yrly": "yearly",
    "acc": "accession", "pres": "president", "chm": "chairman", "rcpt": "receipt",
    "diff": "difference", "coeff": "coefficient", "ingred": "ingredients",
    "corresp": "correspondence", "ppd": "postponed", "inn": "innings", "hol": "holiday",
    "svc": "service", "svcs": "services", "mach": "machine", "sz": "size", "val": "value",
    "mvt": "movement", "util": "utilities", "grat": "gratuity", "cyl": "cylinder", "sens": "senators",
    "reps": "representatives", "avail": "available", "chg": "charge", "del": "delivery",
}  # fmt: skip
# Also words, which may end a sentence: "on the med.", "I said neg."
_SIZES = words("lg lge sm med sgl dbl std ingred inn")
_DOUBTFUL = words("med diff av ave perm acc sm lg del std cert corr bal exec tot pref neg")
WITH_FULL_STOPS = Abbreviations(
    often_last=frozenset(_DOTTED) - (_DOUBTFUL - words("pref neg perm lg sm med diff")) - words("pres mgr prof reps")
    | frozenset(short.casefold() for short in _ANYWHERE if " " not in short)
    | words("def gt ind ins inc nr req'd rec'd")
)
_TRADES = (
    "Engineer|Developer|Dev|Manager|Mgr|Analyst|Director|Software|Designer|Consultant|Accountant|Associate|Scientist|"
    "VP|Vice|Product|Project|Data|Backend|Frontend|Full|Staff|Editor|Writer|Counsel|Advisor|Architect|Recruiter|"
    "Producer|Researcher|Fellow|Lecturer|Buyer|Executive|Account|Sales|Marketing|Systems|Security|Business|QA|UX|UI|"
    "SWE|SDE|SRE|PM|DevOps|Partner|Technician|Nurse|Operations|Financial|Policy|Program|Research|High|School|Class"
)

# At the beginning of a word, as patterns with what makes them certain.
_IN_CONTEXT = (
    (rf"(?:Sr|Snr)\.?(?=\s(?:{_TRADES})\b)", "senior"),
    (rf"(?:Jr|Jnr)\.?(?=\s(?:{_TRADES})\b)", "junior"),
    (r"[Ee]xp\b\.?(?=\s(?:req|pref|nec|ess|needed|required|preferred))", "experience"),
    (r"def\.(?=\s[A-Z][\w'’-]{1,20}(?:\s[A-Z][\w'’-]{1,20})?\s(?:via|by|in|at|on|with)\b)", "defeated"),
    (r"m\.(?:(?<=[;,] m\.)|(?<=\(m\.))(?=\s(?:[12][0-9]{3}\b|[A-Z][a-z]))", "married"),
    (r"[Dd]ist\.?(?=\s[0-9.,]{1,9}\s?(?:[kMG]?ly|[kM]?pc|mi|km|m|ft|AU)\b)", "distance"),
    (r"Dec\.?(?=\s[+−–-]?[0-9]{1,2}°)", "declination"),
    (r"RA(?=\s[0-9]{1,2}h\b)", "right ascension"),
    (r"Lg\.?(?=\s[A-Z][a-z])(?<=[0-9]x Lg)", "large"),
    (r"AH(?<=% AH)(?!\w)", "after hours"),
    (r"R(?=\s(?:lanes?|shoulder|turn)\b)", "right"),
    (r"Nr\.(?=\s[A-Z])", "near"),
    (r"(?<=[\w,] )nr\.(?=\s[a-z]{3})", "near"),
    (
        r"(?<=[\w,] )nr\.?(?=\s(?:[A-Z]|schools?|bus|metro|subway|tube|stn|station|town|shops|park|beach|sea))"
        r"(?!\s[0-9])",
        "near",
    ),
    (r"Rev'd\.?(?=\s[A-Z])", "reverend"),
    (r"Dist\.(?=\s(?:from|to|between)\b)", "distance"),
    (r"Rev\.?(?=\s[0-9A-F](?:\.[0-9]|\b))(?!\s[A-F]\.)", "revision"),
    (r"[Rr]ev\.(?=\s(?:of\s)?[$£€])", "revenue"),
    (r"[Rr]eg\.(?=\s[$£€])", "regular"),
    (r"Ans(?=:\s|\.\s)|Ans\.(?=:\s)", "answer"),
    (r"Excl\.(?=\sapply)", "exclusions"),
    (r"Co\.(?<=[A-Za-z]\sCo\.)(?=,\s(?:[A-Z]{2}\b|[A-Z][a-z]{2,4}\.))", "county"),
    (r"[Mm]in\b\.?(?<=\b[A-G]\s[Mm]in.)(?=[,;)]|\s(?:op|no|for)\b|\s?\Z)", "minor"),
    (r"[Mm]aj\b\.?(?<=\b[A-G]\s[Mm]aj.)(?=[,;)]|\s(?:op|no|for)\b|\s?\Z)", "major"),
    (
        r"(?:bt|def\.|d\.)(?=\s[A-Z][a-z]{2,20}(?:\s[A-Z][a-z]{1,20})?(?:\s\([0-9]{1,2}\))?,?\s[0-9]{1,2}[-–][0-9])",
        "beat",
    ),
    (r"bbl(?<=\ba\sbbl)(?!\w)", "barrel"),
    (r"b/w(?=\s(?:photo|film|print|image|picture|TV|movie|tele))", "black and white"),
    (r"b/w(?![\w/])", "between"),
    (r"est\.(?=\s~?[$£€])", "estimate"),
    (
        r"ests?\.(?:(?<=[Bb]eat est\.)|(?<=[Bb]eats est\.)|(?<=[Mm]iss est\.)|(?<=[Mm]issed est\.)|(?<=topped est\.)|"
        r"(?<=above est\.)|(?<=below est\.)|(?<=consensus est\.)|(?<=vs\. est\.)|(?<=vs est\.)|(?<=ests\.))",
        "estimates",
    ),
    (r"[Ee]xp\.(?=\s(?:to\b|at\s[$£€0-9]|[$£€]))", "expected"),
    (r"addr(?:(?=\?)|(?<=your addr)(?!\w)|(?<=ur addr)(?!\w)|(?<=my addr)(?!\w)|(?<=mail addr)(?!\w))", "address"),
    (r"inc\.(?=\s(?:bank|VAT|tax|bills|all|p&p|delivery|free|breakfast)\b)", "including"),
    (r"ins\.(?=\s(?:card|co|policy|premium|agent|claim|company))", "insurance"),
    (r"int\.(?=\stemp)", "internal"),
    (r"temp\b\.?(?<=room temp.)", "temperature"),
    (r"sat\.(?<=[0-9]g sat\.)", "saturated"),
    (r"[Ww]k(?=\s[0-9])", "week"),
    (r"[Ff]lt\.?(?=\s(?:[A-Z0-9]{2}\s?)?[0-9])", "flight"),
    (r"Pk\b(?<=[a-z] Pk)(?!\.?\s(?:Ave|St|Rd|Dr|Blvd|Pl|W|N|S|E)\b)\.?(?=[,.;!?]|\s?\Z)", "park"),
    (r"yr(?<=\b(?:the|per) yr)(?=\s[a-z]|[.,;!?])", "year"),
    (r"HW(?=\s(?:floors?|flrs?|flooring)\b)", "hardwood"),
    (r"rep(?=\s(?:from|to|until|these|rows?|across)\b)", "repeat"),
    (
        r"(?:MIL|mil)(?:(?<=\bmy ...)|(?<=\bhis ...)|(?<=\bher ...)|(?<=\bour ...)|(?<=\byour ...))(?![\w-])",
        "mother-in-law",
    ),
    (
        r"(?:FIL|fil)(?:(?<=\bmy ...)|(?<=\bhis ...)|(?<=\bher ...)|(?<=\bour ...)|(?<=\byour ...))(?![\w-])",
        "father-in-law",
    ),
    (
        r"(?:SIL|sil)(?:(?<=\bmy ...)|(?<=\bhis ...)|(?<=\bher ...)|(?<=\bour ...)|(?<=\byour ...))(?![\w-])",
        "sister-in-law",
    ),
    (r"a/c(?=\s(?:no\b|number|#|[0-9]))", "account"),
    (r"Ind\.?\sEst\b\.?", "industrial estate"),
    (r"Gt\.?(?=\s[A-Z][a-z])", "great"),
    (r"Jr\.?(?=\s(?:high|college|varsity|year|High|College|Varsity|prom|league|team|res)\b)", "junior"),
    (r"Sr\.?(?=\s(?:high|year|center|citizens?|living|prom|housing|discount)\b)", "senior"),
    (r"[Rr]ev\.?(?<=\bed\., [Rr]ev\.)(?=[,;)(]|\s\(|\s?\Z)", "revised"),
    (r"FT/PT(?![\w/])", "full-time or part-time"),
    (r"Pl\.(?=\s(?:seeks|alleges|claims|moves?d?|argues|filed|files|contends|asserts|requests)\b)", "Plaintiff"),
    (r"Def\.(?=\s(?:seeks|alleges|claims|moves?d?|argues|filed|files|contends|asserts|requests)\b)", "Defendant"),
    (r"Def\.(?='s\s)", "Defendant"),
    (r"Pl\.(?='s\s)", "Plaintiff"),
    (r"apt(?<=[0-9]BA apt)(?=[,;.])", "apartment"),
    (r"apts?\b(?<=\b(?:BR|BA|br|ba) apt)(?=[,;.])", "apartment"),
    (r"Rd\.?(?=\s(?:closed|work|works|ahead))", "road"),
    (r"Mon(?<=Easter Mon)(?!\w)\.?", "Monday"),
)
_CONTEXTS = "|".join(f"(?P<c{place}>{pattern})" for place, (pattern, _) in enumerate(_IN_CONTEXT))
_BESIDE = (
    (
        r"(?:(?<=tops )|(?<=beats )|(?<=misses )|(?<=exceeds )|(?<=trails ))est\b\.?(?=[;,)]|\s?\Z)",
        "estimates",
    ),
    (r"(?:(?<=[0-9%] )|(?<=[0-9][BMKkmT] )|(?<=[0-9]bn )|(?<=illion ))est\b\.?(?=[;,)]|\s?\Z)", "estimate"),
    (r"(?<=[a-z] )No(?=\s[0-9]{1,3}(?!\w|[.,:/][0-9]))", "number"),
    (r"(?:(?<=st )|(?<=nd )|(?<=rd )|(?<=th ))inst\.?(?!\w)", "instant"),
    (r"(?:(?<=st )|(?<=nd )|(?<=rd )|(?<=th ))rd\b\.?(?![-/])", "round"),
    (r"(?:(?<=st )|(?<=nd )|(?<=rd )|(?<=th ))Pct\b\.?", "precinct"),
    (r"(?:(?<=st )|(?<=nd )|(?<=rd )|(?<=th ))Amend\.", "amendment"),
    (r"(?<=[0-9]-)cyl\b\.?", "cylinder"),
    (r"(?:(?<=[0-9]['\"′″] )|(?<=[0-9] in\. )|(?<=[0-9] in ))[oO]\.?[cC]\b\.?", "on center"),
)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def over_time(match: re.Match[str]) -> str:
        period = _OVER_TIME[match[0][0].lower()]
        return f"{period} {'on' if numerals.british else 'over'} {period}"

    def offer(match: re.Match[str]) -> str | None:
        name = match[2].replace(".", "").lower()
        return match[1] + _OFFERS_AFTER.get(name, _OFFERS[name]) + full_stop(match)

    def experience(match: re.Match[str]) -> str:
        return f"{match[1]}experience{full_stop(match)}"

    def party(match: re.Match[str]) -> str | None:
        state = match["state"].rstrip(".")
        name = STATES.get(state) or NEWSPAPER.get(state) or state
        return f"{_PARTIES[match['party']]} of {name}" + ("" if after(match)[:1] == ")" else full_stop(match))

    def anywhere(match: re.Match[str]) -> str:
        ends = (
            match[0].endswith(".")
            and match[0].islower()
            and _ANYWHERE[match["short"]] in _ENDING
            and re.match(r"\s[A-Z](?:[a-z]{2}|'s|[A-Z]{2})", after(match))
        )
        return _ANYWHERE[match["short"]] + ("." if ends else full_stop(match))

    def townsman(match: re.Match[str]) -> str | None:
        return party(match) if _POLITICIAN_BEHIND.search(before(match)) else None

    def in_context(match: re.Match[str]) -> str:
        stop = "" if after(match)[:1] == ")" else full_stop(match)
        return _IN_CONTEXT[int((match.lastgroup or "")[1:])][1] + stop

    states = f"(?:{alternatives(STATES)})(?![\\w.])|(?:{alternatives(NEWSPAPER)})\\.|(?:{_FULL_STATES})(?!\\w)"
    return (
        rule(
            rf"(?<![\w'./])(?=[a-z]{{1,5}}['/])(?:(?:{alternatives(_APOSTROPHE)})(?!\w)(?:\.(?=\s(?-i:[a-z0-9<>$£€(&])))?|(?:{alternatives(_SLASHED)})(?![\w/]))",
            lambda match: {**_APOSTROPHE, **_SLASHED}[match[0].rstrip(".").lower()],
            re.IGNORECASE,
        ),
        rule(r"(?<![\w./])(?:y/y|q/q|m/m|y-o-y|q-o-q|m-o-m|YoY|yoy|QoQ|qoq|MoM|WoW|wk/wk|yr/yr|w/w(?=[,;)])|y/o/y)(?![\w/])",
             over_time),
        rule(
            rf"(?<![\w.'/@#-])(?P<short>{alternatives(_ANYWHERE)})(?![\w'/@-]|\.\w)\.?",
            anywhere,
        ),
        rule(
            r"([$£€][0-9][0-9.,]{0,12}[km]?,?\s|[0-9]\s|\bea\.?\s|\beach\s)(OIEO|OIRO|ONO|OBO|oieo|oiro|ono|obo|o\.[nb]\.o\.?)(?!\w)",
            offer,
        ),
        rule(r"(?<!\w)(\()?(OIEO|OIRO|oieo|oiro)(?=\s[$£€])", lambda match: _OFFERS[match[2].lower()]),
        rule(rf"(?<![\w./])(?=[A-Za-z]{{1,5}}(?![A-Za-z]))(?:{_CONTEXTS})", in_context),
        rule(r"((?:years|yrs?|yrs?\.|relevant|prior|prev\.|work|min\.)\s)exp\b\.?(?!\w)", experience),
        rule(rf"(?<=[(\s])(?P<party>[DRI])[-–](?P<state>{states})(?:-[0-9]{{1,2}})?", party, name="party and state"),
        rule(r"(?<=\()(?P<party>[DRI])[-–](?P<state>[A-Z][a-z]{1,14}(?:\s[A-Z][a-z]{2,14})?)(?=\))", townsman,
             name="party and town"),
    )  # fmt: skip


def number_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for words beside numbers."""

    def rooms(match: re.Match[str]) -> str:
        describes = re.match(
            r"\s?/\s?[0-9]|\s(?:[a-z]{3}|Apt|Apartment|House|Condo|Home|Townh)", after(match)
        ) or _ROOMS_BEHIND.search(before(match))
        several = "s" * (match[1] != "1" and not describes)
        return f"{numerals.number(match[1])} {_AFTER_NUMBER[match[2]]}{several}"

    def beside(match: re.Match[str]) -> str:
        stop = "" if after(match)[:1] == ")" else full_stop(match)
        return _BESIDE[int((match.lastgroup or "")[1:])][1] + stop

    return (
        rule("|".join(f"(?P<b{place}>{pattern})" for place, (pattern, _) in enumerate(_BESIDE)), beside),
        rule(
            r"(?<![\w.,$£€-])([1-4])\s?-?c(?:ar)?\s(?=gar\b)",
            lambda match: f"{numerals.cardinal(match[1])}-car ",
            name="garage",
        ),
        rule(
            r"(?<![\w.])1st(?:\s?[/,&+]\s?|\sand\s)last(?:\s?[/,&+]\s?|\sand\s)sec(?:urity)?\b\.?(?!\s?dep)",
            lambda match: "first, last and security" + full_stop(match),
            name="rent",
        ),
        rule(r"(?<=[0-9])\sff?\.(?=[;,)\s]|\Z)", lambda match: " and following" + full_stop(match)),
        rule(r"(?<![\w.,$£€-])([0-9](?:\.5)?)\s?(BR|BA|bd|ba|br)(?=[\s,;/.)]|\Z)", rooms, name="rooms"),
        rule(r"(?<=[0-9]\s(?:BR|bd|br))\s?/\s?(?=[0-9](?:\.5)?\s?(?:BA|ba))", lambda _: ", ", name="rooms"),
        rule(r"(?<=[0-9](?:BR|bd|br))\s?/\s?(?=[0-9](?:\.5)?\s?(?:BA|ba))", lambda _: ", ", name="rooms"),
    )


def dotted_rules() -> tuple[Rule, ...]:
    """Rules for clipped words with a full stop. They run after those for units and titles, which look alike."""
    return (
        rule(rf"(?<![\w.'/-])(?=[a-z]{{2,9}}\.)(?P<short>{alternatives(_DOTTED)})\.(?![\w.])", _dotted, re.IGNORECASE),
    )


def _dotted(match: re.Match[str]) -> str | None:
    short = match["short"]
    if re.search(r"[0-9]\s\Z", before(match)[-2:]) and short.lower() not in _SIZES:
        return None  # a unit
    if short.lower() in ("reps", "sens") and not (short.istitle() and re.match(r"\s[A-Z]", after(match))):
        return None
    if short == "avail" and re.search(r"\b(?:no|little|any|what)\s\Z", before(match)):
        return None
    if short in ("Val", "Del", "Med", "Ave"):
        return None  # names
    if short.lower() == "inn" and not re.search(r"[0-9]\s\Z", before(match)[-2:]):
        return None
    sized = short.lower() in _SIZES and re.search(r"[0-9]\s\Z", before(match)[-2:])
    named = short.istitle() and short == "Std" and re.match(r"\s[A-Z]", after(match))
    if short.lower() in _DOUBTFUL and not sized and not named and not re.match(r"\s[a-z0-9(-]", after(match)):
        return None
    ends = short.lower() in ("accum", "util", "avail", "reqd", "neg") and re.match(r"\s[A-Z][A-Za-z]", after(match))
    return _DOTTED[short.lower()] + ("." if ends else full_stop(match))


_FULL_STATES = "|".join(sorted(set(STATES.values()) - {"D.C"}, key=len, reverse=True))
