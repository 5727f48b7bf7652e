"""Words cut short by a full stop -> whole words: "sched.", "Biochem.", "ded.", "emig.", "vis. mod."."""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize.english.shorthand import closed, is_name
from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.rule import Rule, after, by_first_letter, rule, words

_GENERAL: Mapping[str, str] = {
    "inv": "invoice", "invs": "invoices", "srs": "seniors", "stu": "students", "gar": "garage", "neut": "neutered",
    "mgn": "margin", "sched": "schedule", "betw": "between", "indiv": "individual", "eff": "effective",
    "disc": "discount", "cond": "condition", "immac": "immaculate", "nec": "necessary", "opt": "optional",
    "recs": "recommendations", "sev": "several", "subj": "subject", "tech": "technical", "admin": "administration",
    "hist": "history", "econ": "economics", "chem": "chemistry", "psych": "psychology", "phys": "physics",
    "engin": "engineering", "maint": "maintenance", "utils": "utilities", "sci": "science", "cresc": "crescendo",
    "decresc": "decrescendo", "rit": "ritardando", "warr": "warranty", "elec": "electric", "pred": "predicted",
    "typ": "typical", "hols": "holidays", "brk": "break", "fcst": "forecast", "sem": "semester", "lect": "lecture",
    "instr": "instructor", "feat": "featuring", "precip": "precipitation", "remod": "remodeled", "renov": "renovated",
    "trans": "transmission", "insp": "inspection", "constr": "construction", "ret": "retired", "refrig": "refrigerator",
    "appl": "appliances", "appls": "appliances", "fin": "finished", "unfin": "unfinished", "det": "detached",
    "mod": "modern", "spac": "spacious", "tot": "total", "subtot": "subtotal", "exch": "exchange", "attch": "attached",
    "conf": "conference", "comm": "committee", "prelim": "preliminary", "pkg": "package", "ptl": "partial",
    "univ": "university", "vac": "vacation", "veg": "vegetable", "vars": "various", "wkdys": "weekdays",
    "gals": "gallons", "ctn": "carton", "ctns": "cartons", "bot": "bottle", "btl": "bottle", "pr": "pair",
    "prs": "pairs", "mach": "machine", "amb": "ambulance", "adj": "adjusted", "calc": "calculated",
    "temps": "temperatures", "resp": "respectively",
}  # fmt: skip
# Universities, papers and dictionaries.
_LEARNING: Mapping[str, str] = {
    "biochem": "biochemistry", "pubs": "publications", "diss": "dissertation", "introd": "introduction",
    "mss": "manuscripts", "fasc": "fascicle", "rept": "report", "pseud": "pseudonym", "etym": "etymology",
    "colloq": "colloquial", "dial": "dialect", "obs": "obsolete", "interj": "interjection", "conj": "conjunction",
    "pron": "pronoun", "hmwk": "homework", "asgt": "assignment", "matric": "matriculation", "anthol": "anthology",
    "ser": "series", "solns": "solutions", "sol": "solution", "quant": "quantitative", "anhyd": "anhydrous",
    "satd": "saturated", "ppt": "precipitate", "annot": "annotated", "unpubl": "unpublished", "unpub": "unpublished",
    "hbk": "hardback", "pbk": "paperback", "hdbk": "hardback", "bk": "book",
}  # fmt: skip
# Families, churches and the past.
_PEOPLE: Mapping[str, str] = {
    "emig": "emigrated", "immig": "immigrated", "bapt": "baptized", "unm": "unmarried", "dau": "daughter",
    "daus": "daughters", "bro": "brother", "thos": "Thomas", "eliz": "Elizabeth", "robt": "Robert", "saml": "Samuel",
    "danl": "Daniel", "benj": "Benjamin", "edw": "Edward", "fredk": "Frederick", "alexr": "Alexander",
    "chas": "Charles", "wm": "William", "geo": "George", "cath": "Catherine", "margt": "Margaret", "nath": "Nathaniel",
    "richd": "Richard", "occup": "occupation", "congreg": "congregation", "presb": "Presbyterian", "meth": "Methodist",
    "cem": "cemetery",
}  # fmt: skip
# Trade, offices and insurance.
_TRADE: Mapping[str, str] = {
    "ded": "deductible", "liab": "liability", "shs": "shares", "rpt": "report", "rpts": "reports", "pend": "pending",
    "chrg": "charge", "chrgs": "charges", "whse": "warehouse", "wty": "warranty", "wrnty": "warranty",
    "cncl": "cancelled", "canc": "cancelled", "prin": "principal", "amort": "amortization", "deprec": "depreciation",
    "depr": "depreciation", "capex": "capital expenditure", "subs": "subscriptions", "memb": "membership",
    "opts": "options", "docs": "documents", "specs": "specifications", "dets": "details", "quals": "qualifications",
    "pcs": "pieces", "cks": "checks", "toms": "tomatoes", "instal": "installation", "sect": "section",
    "secs": "sections", "terr": "terrace", "gdn": "garden", "gdns": "gardens", "recep": "reception", "cpd": "cupboard",
    "cpds": "cupboards", "bung": "bungalow", "maison": "maisonette", "lndg": "landing", "obj": "objective",
    "objs": "objectives", "recon": "reconnaissance", "batts": "batteries", "tol": "tolerance", "thk": "thick",
    "galv": "galvanized", "stnls": "stainless", "curr": "current",
}  # fmt: skip
# Medicine, food and gardens.
_CARE: Mapping[str, str] = {
    "tabs": "tablets", "caps": "capsules", "susp": "suspension", "oint": "ointment", "chol": "cholesterol",
    "abd": "abdominal", "surg": "surgery", "vacc": "vaccination", "presc": "prescription", "diag": "diagnosis",
    "symp": "symptoms", "gyn": "gynecology", "derm": "dermatology", "peds": "pediatrics", "onc": "oncology",
    "anes": "anesthesia", "servs": "servings", "bnls": "boneless", "sknls": "skinless", "gran": "granulated",
    "choc": "chocolate", "var": "variety", "decid": "deciduous", "evgr": "evergreen",
}  # fmt: skip
# Weather, travel and music.
_ROAD: Mapping[str, str] = {
    "vis": "visibility", "plat": "platform", "plats": "platforms", "psgr": "passenger", "psgrs": "passengers",
    "clsd": "closed", "bdwy": "Broadway", "dble": "double", "bway": "Broadway", "xing": "crossing", "jcn": "junction",
    "rdbt": "roundabout", "orch": "orchestra", "sop": "soprano", "accomp": "accompanied", "vln": "violin",
    "reh": "rehearsal",
}  # fmt: skip
# Of these a full stop is more often the end of a sentence, unless small letters, digits or marks follow.
_ALSO_WORDS = words(
    "disc mod tech fin vac veg bot pr trans comm admin sched temps feat ret chem psych hist exch gar sev opt stu conf "
    "cond det amb appl recs adj calc sem inv docs specs opts tabs caps pubs bro dial toms subs meth ser sol terr curr "
    "plat plats obs conj sop vis bung recon quals batts cath pron bk derm gran choc surg diag onc chg cks dets pcs ded"
)
_TABLE: Mapping[str, str] = {**_LEARNING, **_PEOPLE, **_TRADE, **_CARE, **_ROAD, **_GENERAL}
WITH_FULL_STOPS = Abbreviations(
    often_last=(frozenset(_TABLE) - _ALSO_WORDS) | words("inv gar cond stu conf hols"),
    titles=words("ded docs tabs temps vis plat bk surg obs chol tol gdn"),
)


def rules() -> tuple[Rule, ...]:
    return (
        rule(
            rf"(?<![\w.'’@#-])(?<![0-9]/)(?=[A-Za-z]{{2,9}}\.)(?:{by_first_letter(_TABLE)})\.(?![\w.])",
            _stopped,
            re.IGNORECASE,
            name="clipped word",
        ),
    )


def _stopped(match: re.Match[str]) -> str | None:
    short = match[0].rstrip(".").lower()
    if is_name(match[0]):
        return None
    if short in _ALSO_WORDS and not re.match(r"[,;:)/]|\s(?:[a-z0-9$£€(&+±−<>~≤≥#-]|No\b|Date)", after(match)):
        return None
    return closed(match, _TABLE[short])
