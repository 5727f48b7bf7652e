"""Words without their vowels or their ends -> whole words: "wkdys", "dntn", "pmts", "fcst.", "gar."."""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.rule import Rule, after, before, by_first_letter, full_stop, rule, words

# Nothing else is written so: in small letters or with a capital, with or without a full stop.
_WORDS: Mapping[str, str] = {
    "accom": "accommodation", "accts": "accounts", "addl": "additional", "addn": "addition", "agmt": "agreement",
    "agrmt": "agreement", "amts": "amounts", "approx": "approximately", "apptmt": "appointment", "apprvd": "approved",
    "arpt": "airport", "asgmt": "assignment", "assgn": "assignment", "assgnmt": "assignment", "asst": "assistant",
    "attd": "attached", "avg": "average", "avgs": "averages", "bkfst": "breakfast", "bkgd": "background",
    "bkyd": "backyard", "bkyrd": "backyard", "bldgs": "buildings", "brkfst": "breakfast", "bttm": "bottom",
    "bthrm": "bathroom", "bthrms": "bathrooms", "ckd bag": "checked bag", "ckd bags": "checked bags",
    "cldy": "cloudy", "cmte": "committee", "cmtg": "commuting", "cntr": "center", "cnr": "corner", "cnty": "county",
    "dntn": "downtown", "dwntn": "downtown", "dtwn": "downtown", "dlvy": "delivery", "dlvry": "delivery",
    "dely": "delivery", "dmgd": "damaged", "dpt": "department", "drvr": "driver", "eqpt": "equipment",
    "engr": "engineer", "engrg": "engineering", "evng": "evening", "extn": "extension", "ext'd": "extended",
    "fplc": "fireplace", "frplc": "fireplace", "fwdd": "forwarded", "fwded": "forwarded",
    "gtd": "guaranteed", "hdqtrs": "headquarters", "hrly": "hourly", "htd": "heated", "htg": "heating",
    "hvy": "heavy", "idx": "index", "immed": "immediate", "incls": "includes", "indiv": "individual",
    "instr": "instructor", "lndmk": "landmark", "lndry": "laundry",
    "lvg": "living", "lvl": "level", "lvls": "levels", "lwr": "lower",
    "resched": "reschedule", "yds": "yards", "ypc": "yards per carry", "ypg": "yards per game",
    "hse": "house",
    "rpts": "reports", "chk": "check", "plts": "pallets",
    "smkg": "smoking", "ltr": "letter", "ltrs": "letters", "ttl": "total", "rcvg": "receiving", "ldry": "laundry",
    "lns": "lanes", "blkd": "blocked",
    "rdg": "reading", "rdgs": "readings", "ht/hw": "heat and hot water",
    "blt": "built", "cxl": "cancel", "cxld": "canceled", "cxled": "canceled", "canx": "canceled",
    "incl": "including", "excl": "excluding", "fcst": "forecast", "dwg": "drawing", "dwgs": "drawings",
    "assy": "assembly", "hndl": "handle", "sess": "session", "rgstr": "register", "wrhse": "warehouse",
    "mdse": "merchandise", "mfd": "manufactured", "mfg": "manufacturing",
    "mfr": "manufacturer", "mfrs": "manufacturers", "mgmt": "management", "mgn": "margin", "mkt": "market",
    "mkts": "markets", "mktg": "marketing", "mntly": "monthly", "mthly": "monthly", "mstly": "mostly",
    "mstr": "master", "mtns": "mountains", "nbhd": "neighborhood", "nbr": "number", "nbrs": "numbers",
    "ofcr": "officer", "pgm": "program", "pkgs": "packages", "pkg": "package", "pmt": "payment", "pmts": "payments",
    "ppty": "property", "ptly": "partly", "pvt": "private", "pymnt": "payment", "qrtly": "quarterly",
    "qtly": "quarterly", "qtrly": "quarterly", "qtys": "quantities", "rcpt": "receipt", "rcpts": "receipts",
    "rcvd": "received", "recvd": "received", "reqd": "required", "reqmt": "requirement", "reqmts": "requirements",
    "reqs": "requirements", "resv": "reservation", "rgds": "regards", "rmdl": "remodeled", "rsvn": "reservation",
    "rqd": "required", "sched": "schedule", "schls": "schools", "sctd": "scattered", "shpg": "shipping",
    "shpmt": "shipment", "shwr": "shower", "shwrs": "showers", "smth": "something", "spkr": "speaker",
    "spkrs": "speakers", "srvc": "service", "stmt": "statement", "stmts": "statements", "svc": "service",
    "svcs": "services", "svgs": "savings", "tgthr": "together", "tks": "thanks", "thks": "thanks", "tkt": "ticket",
    "tkts": "tickets", "trnsp": "transport", "tstm": "thunderstorm", "tstms": "thunderstorms", "twp": "township",
    "txn": "transaction", "txns": "transactions", "upd": "updated", "psbl": "possible", "dmg": "damage",
    "upgrd": "upgrade", "upr": "upper",
    "w/i": "within", "wht": "white", "whs": "warehouse", "whsl": "wholesale",
    "wkday": "weekday", "wkdays": "weekdays", "wkdy": "weekday", "wkdys": "weekdays", "wknds": "weekends",
    "wrnty": "warranty", "wrty": "warranty", "wshr": "washer", "wtrfrt": "waterfront", "xfer": "transfer",
    "xfers": "transfers", "xtra": "extra", "yrly": "yearly", "prereq": "prerequisite", "prereqs": "prerequisites",
    "ckng": "cooking", "svd": "saved", "cmpd": "compound", "cmpds": "compounds", "prkg": "parking",
    "bldr": "builder", "blvds": "boulevards", "hosp": "hospital", "precip": "precipitation", "dims": "dimensions",
    "reqt": "requirement", "attn": "attention", "dstrbn": "distribution", "govts": "governments", "wkr": "worker",
    "wkrs": "workers", "mbr": "member", "mbrs": "members", "chgs": "charges", "chmn": "chairman", "msmt": "measurement",
}  # fmt: skip
# As chats have them, in small letters or at the beginning of a sentence.
_CHAT: Mapping[str, str] = {
    "sry": "sorry", "srry": "sorry", "srsly": "seriously", "obvs": "obviously", "bcz": "because", "bcuz": "because",
    "bcoz": "because", "tmw": "tomorrow", "tmrrw": "tomorrow", "tomo": "tomorrow", "2mrw": "tomorrow",
    "2nt": "tonight", "2night": "tonight", "nxt": "next", "wknd": "weekend", "evry": "every", "evryone": "everyone",
    "smone": "someone", "sum1": "someone", "some1": "someone", "every1": "everyone", "any1": "anyone", "no1": "no one",
    "wud": "would", "wld": "would", "cld": "could", "shud": "should", "shld": "should", "hv": "have", "hav": "have",
    "wrk": "work", "wrks": "works",
    "wrkng": "working", "wht": "what", "whr": "where", "abt": "about", "frm": "from", "jus": "just",
    "jst": "just", "plse": "please", "thnx": "thanks", "tks": "thanks", "gud": "good", "gd": "good", "nvr": "never",
    "mins": "minutes", "hrs": "hours", "fb": "F.B", "wassup": "what's up",
    "brt": "be right there", "otw": "on the way", "hbd": "happy birthday", "gm": "good morning",
    "iykyk": "if you know you know",
    "ttys": "talk to you soon", "nm": "not much", "wya": "where you at", "wru": "where are you", "yw": "you're welcome",
    "lmfao": "L.M.F.A.O", "tbf": "to be fair", "tfw": "that feeling when", "mfw": "my face when",
    "cya": "see ya", "hw": "homework", "rly": "really", "atm": "at the moment", "dnt": "don't",
}  # fmt: skip
_ONLY_IN_CHAT = words("hw wht gd hv hav frm jus fb gm nm atm hrs mins brt otw nxt jst wrk")
_CHATTY = re.compile(
    r"(?<![\w'])(?:u|ur|im|idk|pls|plz|thx|lol|omg|btw|tbh|dont|cant|gonna|wanna|yeah|hey|haha|ok|lmao|rn|omw|brb|lmk|"
    r"wyd|ttyl|abt|tmrw|k|sry|i)(?![\w'])"
)
# Nothing is named after them, so that a capital begins a sentence.
_FINAL = words(
    "agreement weekdays weekends weekday tickets utilities required received attached services payments accounts "
    "statements "
    "receipts "
    "requirements prerequisites showers thunderstorms garage neutered effective necessary optional included remodeled "
    "yards renovated immaculate spacious appliances warranty regards together monthly yearly quarterly"
)

WITH_FULL_STOPS = Abbreviations(
    often_last=frozenset(_WORDS) - words("avg pkg") | words("ppl pls"),
)


def rules() -> tuple[Rule, ...]:
    return (
        rule(
            rf"(?<![\w.'’/@#&-])(?:{by_first_letter(_CHAT)})(?![\w'’/@#&=(-]|\.\w)",
            _chat,
            re.IGNORECASE,
            name="chat abbreviation",
        ),
        rule(
            rf"(?<![\w.'’@#$-])(?<![0-9]/)(?:{by_first_letter(_WORDS)})(?![\w'’@(_-]|\.\w)\.?",
            _word,
            re.IGNORECASE,
            name="clipped word",
        ),
    )


def closed(match: re.Match[str], spoken: str) -> str:
    """The word with the full stop that ends the sentence. After some nouns it does so before any capital."""
    ends = match[0].endswith(".") and spoken in _FINAL and re.match(r"\s[A-Z][a-z](?!yable|ceivable)", after(match))
    return spoken + ("." if ends else "" if after(match)[:1] == ")" else full_stop(match))


def is_name(written: str) -> bool:
    """Whether the capitals may be those of an acronym."""
    letters = written.rstrip(".")
    return not letters.islower() and not letters.istitle() and not (letters.isupper() and len(letters) > 4)


def _word(match: re.Match[str]) -> str | None:
    if match[0] in ("incl", "excl") and re.match(r"[,;.)]|\s?\Z|\s(?:in|with|w/|at)\b", after(match)):
        return f"{match[0]}uded"  # "W/D incl", "bag incl in fare"
    if is_name(match[0]) or match[0].lower() in ("incl.", "excl."):
        return None
    return closed(match, _WORDS[match[0].rstrip(".").lower()])


def _chat(match: re.Match[str]) -> str | None:
    written, folded = match[0], match[0].lower()
    if is_name(written) or (folded in _ONLY_IN_CHAT and not _chats(match)):
        return None
    spoken = _CHAT[folded]
    return spoken[0].upper() + spoken[1:] if written.istitle() else spoken


def _chats(match: re.Match[str]) -> bool:
    return match[0].islower() and _CHATTY.search(f"{before(match)} {after(match)}") is not None
