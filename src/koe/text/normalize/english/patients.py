"""Notes about patients -> words: "Pt c/o SOB x3 days", "s/p CABG", "Hx of HTN", "A&Ox3", "R knee", "94% RA"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule, surroundings

# Only notes about patients are written so.
_CERTAIN = {
    "s/p": "status post", "h/o": "history of", "r/o": "rule out", "f/u": "follow-up", "w/u": "workup",
    "n/v/d": "nausea, vomiting, diarrhea", "n/v": "nausea, vomiting", "hx": "history", "pmhx": "past medical history",
    "fhx": "family history", "dxs": "diagnoses", "ddx": "differential diagnosis", "sx": "symptoms", "dx:": "diagnosis:",
    "bilat": "bilateral", "hgb": "hemoglobin", "hct": "hematocrit",
    "ppx": "prophylaxis", "vss": "vital signs stable", "afeb": "afebrile", "c/d/i": "clean, dry, intact",
    "nkda": "no known drug allergies",
    "d/c'd": "discharged", "dc'd": "discharged", "dx'd": "diagnosed",
    "rx'd": "prescribed",
}  # fmt: skip
# Among such words and measures of patients only.
_IN_NOTES = {
    "dx": "diagnosis", "Dx": "diagnosis", "SOB": "shortness of breath", "CP": "chest pain", "fx": "fracture",
    "tx": "treatment", "Tx": "treatment", "Fx": "fracture",
    "abd": "abdomen", "Abd": "abdomen", "pt": "patient", "Pt": "patient", "pts": "patients",
    "WNL": "within normal limits",
    "NAD": "no acute distress", "HA": "headache", "LOC": "loss of consciousness", "d/c": "discharge",
    "D/C": "discharge", "p/w": "presents with", "neg": "negative", "pos": "positive", "Neg": "negative",
    "Pos": "positive",
    "Plt": "platelets", "plt": "platelets", "Plts": "platelets", "plts": "platelets",
    "WBAT": "weight bearing as tolerated", "ROM": "range of motion", "f/c": "fever, chills", "meds": "meds",
    "prn": "as needed", "PRN": "as needed", "bid": "twice a day", "BID": "twice a day", "tid": "three times a day",
    "TID": "three times a day", "QID": "four times a day", "qhs": "at bedtime", "QHS": "at bedtime",
    "NPO": "N.P.O", "STAT": "stat", "ext": "extremities", "Ext": "extremities",
    "yo": "year-old", "w/": "with", "temp": "temperature", "resp": "respiratory", "Resp": "respiratory",
    "cont": "continue", "Cont": "continue", "appt": "appointment", "vitals": "vitals", "wks": "weeks", "wk": "week",
    "mos": "months", "hrs": "hours",
}  # fmt: skip
_NOTE = re.compile(
    r"(?<![\w/])(?:PMHx?|HPI|ROS|HTN|NKDA|SpO2|CXR|EKG|ECG|CABG|COPD|CHF|DM2|T2DM|GERD|WBC|Hgb|[0-9]{1,3}\s?y/?o|[Hh]x|"
    r"[Dd]x|[sS]/p|[hH]/o|[rR]/o|[cC]/o|[nN]/v|afebrile|febrile|(?:[Pp]t|[Pp]atient)(?=\s(?:is|was|c/o|denies|states|"
    r"reports|"
    r"presents|presented|seen|has|had|with|w/|to|tolerat|alert|ambul))|BP:?(?=\s[0-9]{2,3}/)|(?:HR|RR|Temp|"
    r"T):?(?=\s[0-9]{2})|A&O|"
    r"[0-9.]{1,5}\s?mg|mmol|IV|PO|b\.?i\.?d|t\.?i\.?d|PRN|prn|allerg\w{1,3}|Allerg\w{1,3}|exam|Exam|vitals|Vitals|VSS|"
    r"POD|ED)(?![\w])"
)
_SURE_NOTE = re.compile(
    r"(?<![\w/])(?:PMHx?|HPI|HTN|NKDA|SpO2|CXR|CABG|COPD|DM2|T2DM|[0-9]{1,3}\s?y/?o|[Hh]x|[Dd]x|[sS]/p|[hH]/o|[rR]/o|"
    r"[nN]/v|"
    r"afebrile|Exam:|Meds:|Labs:|Vitals:|A/P:|ROM\s[0-9]|mg\s(?:BID|TID|bid|tid|daily|PO|IV)|BP:?\s[0-9]{2,3}/[0-9]|"
    r"VSS|(?:HR|RR):?\s[0-9]{2}|A&O|denies|presents|WBC|DVT|SNF|ppx|[Pp]t\s(?:c/o|denies|states|reports|"
    r"presents|presented|seen|is a [0-9]))(?![\w])"
)
_ELECTROLYTES = {
    "Na": "sodium", "K": "potassium", "Cl": "chloride", "Cr": "creatinine", "Gluc": "glucose", "Glu": "glucose",
    "Mg": "magnesium", "Ca": "calcium", "Phos": "phosphate", "Trop": "troponin", "Bili": "bilirubin",
}  # fmt: skip
_PANEL = re.compile(r"(?<![\w.-])(?:Na|K|Cl|Cr|BUN|Gluc|Glu|HCO3|CO2|Mg|Ca|WBC|Hgb|Hct|Plt|AST|ALT)(?=:?\s[0-9])")
_LABORATORY = re.compile(r"(?<![\w.-])(?:Na|BUN|WBC|Hgb|Hct|Gluc|Cr|ALT|LDL|TSH|A1c)\s[0-9]")
_BODY = (
    "knee|arm|leg|hip|shoulder|ankle|wrist|elbow|hand|foot|eye|ear|lung|breast|kidney|side|flank|thigh|calf|heel|"
    "thumb|index|lower|upper|lobe|ventricle|chest|groin|temple|toe|femur|tibia|shoulder|UE|LE|ACL|MCL|rotator"
)
_SIDES = {"R": "right", "L": "left"}
_TIMES = {"d": "day", "day": "day", "days": "day", "wk": "week", "wks": "week", "week": "week", "weeks": "week",
          "mo": "month", "mos": "month", "month": "month", "months": "month", "hr": "hour", "hrs": "hour", "h": "hour",
          "hours": "hour", "yr": "year", "yrs": "year", "years": "year", "doses": "dose", "dose": "dose",
          "min": "minute"}  # fmt: skip


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def complains(match: re.Match[str]) -> str | None:
        if not _SURE_NOTE.search(before(match) + after(match)) and not re.search(r"\b[Pp]t\s\Z", before(match)):
            return None
        finite = re.search(r"\b(?:[Pp]t|[Pp]atient|[Hh]e|[Ss]he)\s\Z", before(match))
        return "complains of" if finite else "complaining of"

    def lasting(match: re.Match[str]) -> str | None:
        if not _in_notes(match):
            return None
        first, last, unit = match[1], match[2], _TIMES[match[3]]
        until = f" to {numerals.cardinal(last)}" if last else ""
        return f"for {numerals.cardinal(first)}{until} {unit}{'s' * (first != '1' or bool(last))}"

    def side(match: re.Match[str]) -> str:
        return _SIDES[match[1]]

    def oriented(match: re.Match[str]) -> str:
        return f"alert and oriented times {numerals.cardinal(match[1])}"

    def aged(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])}-year-old {'male' if match[2] == 'M' else 'female'}"

    def after_surgery(match: re.Match[str]) -> str:
        return f"post-op day {numerals.cardinal(match[1])}"

    def refills(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} refill{'s' * (match[1] != '1')}"

    def form(match: re.Match[str]) -> str:
        name = {"cap": "capsule", "tab": "tablet"}[match[1] or match[3]]
        return name + (match[2] or match[4] or "") + full_stop(match)

    def electrolyte(match: re.Match[str]) -> str | None:
        if len(set(_PANEL.findall(surroundings(match)))) < 2:
            return None
        return _ELECTROLYTES[match[1]]

    def flag(match: re.Match[str]) -> str | None:
        return {"H": "(high)", "L": "(low)"}[match[1]] if _LABORATORY.search(surroundings(match)) else None

    def certain(match: re.Match[str]) -> str:
        return _CERTAIN[match[1].lower()] + full_stop(match)

    def among_notes(match: re.Match[str]) -> str | None:
        if not _in_notes(match):
            return None
        adjective = match[1] == "abd" and re.match(r"\s(?:pain|exam|tend|CT|US|distension|surgery|X)", after(match))
        ends = match[0].endswith(".") and match[1] in ("neg", "pos") and re.match(r"\s[A-Z]", after(match))
        return ("abdominal" if adjective else _IN_NOTES[match[1]]) + ("." if ends else full_stop(match))

    return (
        rule(
            rf"(?<![\w.-])({alternatives(_ELECTROLYTES)})(?=:?\s[0-9]{{1,3}}(?:\.[0-9]{{1,2}})?(?:[\s,;(]|\.(?!\w)|\Z))",
            electrolyte,
            name="note about a patient",
        ),
        rule(r"(?<=[0-9K%] )\(([HL])\)", flag, name="note about a patient"),
        rule(r"(?<![\w/])c/o(?![\w/])", complains, re.IGNORECASE, name="note about a patient"),
        rule(
            r"(?<![\w/])[dD]/[cC](?![\w/'])(?=\s(?:(home|to|in\b|w/|with|on\b|instr|plan|summary|today|tomorrow)|[a-z]{3}))",
            lambda match: "discharge" if match[1] else "discontinue",
            name="note about a patient",
        ),
        rule(
            rf"(?<![\w./'-])({alternatives(_CERTAIN)})(?![\w/'-]|\.\w)\.?",
            certain,
            re.IGNORECASE,
            name="note about a patient",
        ),
        rule(
            r"(?<![\w.,:/$£€#-])([1-9][0-9]?)\s?([MF])(?=\s(?:w/|with\b|s/p|c/o|p/w|h/o|hx|presents|presenting|PMH|who\b|here\b|admitted))",
            aged,
            name="age",
        ),
        rule(rf"(?<![\w.'’&/-])([RL])(?=\s(?:{_BODY})\b)", side, name="note about a patient"),
        rule(r"(?<=%\s)(?:on\s)?RA(?![\w])", lambda _: "on room air", name="note about a patient"),
        rule(r"(?<!\w)A\s?&\s?O\s?[x×]\s?([1-4])(?!\w)", oriented, name="note about a patient"),
        rule(r"(?<!\w)POD\s?#?\s?([0-9]{1,2})(?!\w)", after_surgery, name="note about a patient"),
        rule(
            r"(?:(?<=[0-9]mg )|(?<=[0-9] mg ))(cap|tab)(s?)\b\.?(?=[,;)\s]|\Z)"
            r"|(?<=[1-9½] )(cap|tab)(s?)\b\.?"
            r"(?=\s(?i:PO|by mouth|bid|tid|qid|qd|daily|q[0-9]|qhs|once|twice|every|at bedtime|in [0-9])\b)",
            form,
            name="dosage",
        ),
        rule(
            r"(?<=[0-9] )(tab|cap)s?\.?\s?/\s?(?=[0-9]{1,2}\s?h)",
            lambda match: {"tab": "tablets", "cap": "capsules"}[match[1]] + " per ",
            name="dosage",
        ),
        rule(
            r"(?<=[0-9] )PO(?=\s(?i:bid|tid|qid|qd|daily|q[0-9]|qhs|once|twice|prn))",
            lambda _: "by mouth",
            name="dosage",
        ),
        rule(r"(?<=[\s,])([0-9]{1,2})\sRF(?!\w)", refills, name="note about a patient"),
        rule(
            r"(?<=\s)[x×]\s?([0-9]{1,3})(?:[-–]([0-9]{1,3}))?\s?"
            r"(d|days?|wks?|weeks?|mos?|months?|hrs?|h|hours|yrs?|years|doses?|min)(?!\w)",
            lasting,
            name="note about a patient",
        ),
        rule(
            rf"(?<![\w./'&-])({alternatives(_IN_NOTES)})(?![\w/'&-]|\.\w)\.?", among_notes, name="note about a patient"
        ),
    )


def _in_notes(match: re.Match[str]) -> bool:
    text = match.string
    around = f"{text[max(0, match.start() - 200) : match.start()]} {text[match.end() : match.end() + 200]}"
    if match[0].rstrip(".") in ("pt", "Pt", "pts"):
        if after(match)[:2] == ": ":
            return _SURE_NOTE.search(around) is not None
        ahead = re.match(
            r"\s(?:is|was|c/o|denies|states|reports|presents|presented|seen|has|had|with|w/|tolerat|alert|ambul|doing|"
            r"admitted|"
            r"in\b|on\b|will|can|to\b|educated|advised|instructed)",
            after(match),
        )
        if re.match(r"\s(?:c/o|denies|states|reports|presents|presented|tolerat|endorses|ambul)", after(match)):
            return True
        return ahead is not None and _NOTE.search(around) is not None
    return _SURE_NOTE.search(around) is not None
