"""American states, Canadian provinces and postcodes -> words: "Austin, TX 78701-1234", "London SW1A 1AA"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, full_stop, rule, word_before, words

STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "DC": "D.C", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho",
    "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine",
    "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri",
    "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico",
    "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon",
    "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee",
    "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia",
    "WI": "Wisconsin", "WY": "Wyoming", "PR": "Puerto Rico",
}  # fmt: skip
_PROVINCES = {
    "AB": "Alberta", "BC": "British Columbia", "MB": "Manitoba", "NB": "New Brunswick", "NL": "Newfoundland",
    "NS": "Nova Scotia", "ON": "Ontario", "PE": "Prince Edward Island", "QC": "Quebec", "SK": "Saskatchewan",
}  # fmt: skip
# As newspapers abbreviate them, with a full stop.
NEWSPAPER = {
    "Ala": "Alabama", "Ariz": "Arizona", "Ark": "Arkansas", "Calif": "California", "Colo": "Colorado",
    "Conn": "Connecticut", "Del": "Delaware", "Fla": "Florida", "Ga": "Georgia", "Ill": "Illinois", "Ind": "Indiana",
    "Kan": "Kansas", "Ky": "Kentucky", "La": "Louisiana", "Mass": "Massachusetts", "Md": "Maryland", "Mich": "Michigan",
    "Minn": "Minnesota", "Miss": "Mississippi", "Mo": "Missouri", "Mont": "Montana", "N.C": "North Carolina",
    "N.D": "North Dakota", "N.H": "New Hampshire", "N.J": "New Jersey", "N.M": "New Mexico", "N.Y": "New York",
    "Neb": "Nebraska", "Nev": "Nevada", "Okla": "Oklahoma", "Ont": "Ontario", "Ore": "Oregon", "Pa": "Pennsylvania",
    "R.I": "Rhode Island", "S.C": "South Carolina", "S.D": "South Dakota", "Tenn": "Tennessee", "Tex": "Texas",
    "Va": "Virginia", "Vt": "Vermont", "W.Va": "West Virginia", "Wash": "Washington", "Wis": "Wisconsin",
    "Wyo": "Wyoming",
}  # fmt: skip
# Also words: read as states only if the sentence ends or pauses there.
_ALSO_WORDS = words("HI ID IN LA ME OH OK OR ON")
# Also degrees and titles: "Jane Doe, MD". Read as states after one of their towns.
_ALSO_TITLES = {
    "MD": words("Baltimore Annapolis Bethesda Rockville Spring Frederick Gaithersburg Towson Hagerstown "
         "Salisbury Bowie"),
    "MA": words("Boston Cambridge Worcester Springfield Lowell Somerville Quincy Salem Newton Brookline "
         "Plymouth Amherst"),
    "PA": words("Philadelphia Pittsburgh Allentown Erie Reading Scranton Bethlehem Lancaster Harrisburg Hershey "
         "Gettysburg"),
    "PE": frozenset[str](), "PR": words("Juan"),
}  # fmt: skip
_DIRECTIONS = {
    "N": "north", "S": "south", "E": "east", "W": "west", "NE": "northeast", "NW": "northwest", "SE": "southeast",
    "SW": "southwest", "NNE": "north-northeast", "NNW": "north-northwest", "SSE": "south-southeast",
    "SSW": "south-southwest", "ENE": "east-northeast", "ESE": "east-southeast", "WNW": "west-northwest",
    "WSW": "west-southwest",
}  # fmt: skip
_REGIONS = (
    "Africa|America|Asia|England|Scotland|Bank|Carolina|Coast|Dakota|End|Europe|Germany|Hollywood|Ireland|Jerusalem|Korea|Macedonia|"
    "Midlands|Pacific|Pole|Sudan|Sussex|Timor|Virginia|Wales|Yorkshire|Japan|Vietnam|Yemen|Italy|India|Texas|"
    "Florida|California|London|"
    "Philadelphia|Rhodesia|Atlantic|Hemisphere"
)
_INTERJECTIONS = words("well yes no oh okay ok sure hey ah so and but then now right hello hi please sorry")
_ZIP = r"(?P<zip>[0-9]{5}(?:-[0-9]{4})?)(?![\w-])"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def state(match: re.Match[str]) -> str | None:
        short, code = match["state"], match["zip"]
        if not code and not _is_state(match, short):
            return None
        return f", {STATES.get(short) or _PROVINCES[short]}" + (f" {zip_code(code)}" if code else "")

    def state_in_newspaper(match: re.Match[str]) -> str | None:
        if not word_before(match)[:1].isupper():
            return None
        code = match["zip"]
        return f", {NEWSPAPER[match['state']]}" + (f" {zip_code(code)}" if code else full_stop(match))

    def state_with_zip(match: re.Match[str]) -> str:
        return f"{STATES[match['state']]} {zip_code(match['zip'])}"

    def zip_code(digits: str) -> str:
        return ", ".join(numerals.digits(group) for group in digits.split("-"))

    def postcode(match: re.Match[str]) -> str:
        area, district, letter, sector, unit = match.groups()
        spoken = [spelling.letters(area), numerals.cardinal(district)]
        spoken += [spelling.letters(letter)] if letter else []
        return " ".join([*spoken, numerals.cardinal(sector), spelling.letters(unit)])

    def canadian(match: re.Match[str]) -> str:
        return " ".join(numerals.digits(sign) or spelling.letters(sign) for sign in match[0] if sign != " ")

    def direction(match: re.Match[str]) -> str:
        return _DIRECTIONS[match["direction"].replace(".", "")]

    def bound(match: re.Match[str]) -> str:
        return f"{_DIRECTIONS[match[1]]}bound"

    return (
        rule(
            r"(?:(?<=delays )|(?<=closed )|(?<=line )|(?<=traffic )|(?<=trains )|(?<=lane )|(?<=lanes )|(?<=service ))"
            r"([NSEW])/B(?!\w)",
            bound,
            name="direction",
        ),
        rule(
            r"(?:(?<=in the )|(?<=to the )|(?<=from the ))(?P<direction>[NS][EW]?|[EW])"
            r"(?=[;,.]|\s(?:at|after|before|sky|around|by|near|of|and)\b|\s?\Z)",
            direction,
            name="direction",
        ),
        rule(r"(?<=mph )(?P<direction>[NS][EW]?|[EW])(?=[;,.]|\s?\Z)", direction, name="direction"),
        rule(r"(?<![\w.])(?P<direction>[NSEW]\.|[NS]\.?[EW]\.?)(?=\sof\s(?:the\s)?[A-Z])", direction, name="direction"),
        rule(
            r"(?:(?<=[Ww]ind )|(?<=[Ww]inds )|(?<=[Ww]ind: )|(?<=[Ww]inds: ))(?P<direction>[NSEW]?[NS][EW]|[NSEW])"
            r"(?=\s(?:[0-9~]|at|to|around|near|up|gusting|turning|becoming|shifting)|[,;.]|\s?\Z)",
            direction,
            name="direction",
        ),
        rule(
            r"(?<![\w.&-])(?P<direction>NN[EW]|SS[EW]|[EW][NS][EW])(?=\s(?:winds?|gales?|swell|[0-9]{1,3}\s?(?:mph|kts?|knots|km/h)))",
            direction,
            name="direction",
        ),
        rule(
            r"(?:(?<=moving )|(?<=heading )|(?<=headed )|(?<=drifting )|(?<=blowing )|(?<=tracking ))"
            r"(?P<direction>[NSEW]?[NS][EW]|[NSEW])(?=\s(?:at|to|toward|from|near|[0-9])|[,;.])",
            direction,
            name="direction",
        ),
        rule(
            r"(?<![\w.])(?P<direction>[NSEW]\.)(?=\s[A-Z][a-z]{2,15}\s(?:closed|open|between|btwn|betw)\b)",
            direction,
            name="direction",
        ),
        rule(r"(?<=& )(?P<direction>[NSEW]\.)(?=\s[A-Z][a-z])", direction, name="direction"),
        rule(rf"(?<![\w.])(?P<direction>[NSEW]\.|[NS]\.[EW]\.)(?=\s(?:{_REGIONS})\b)", direction, name="region"),
        rule(
            r"(?<![\w.-])(?P<direction>[NS][EW]|[NSEW])(?=\s(?:corner|gales?|swell|side|coast|winds?|quadrant|entrance|"
            r"suburbs|edge)\b)",
            direction,
            name="direction",
        ),
        rule(
            r"(?<=[0-9a-z\"]\s)(?P<direction>[NS][EW]|[NSEW])(?=\sof\s)",
            direction,
            name="direction",
        ),
        rule(
            rf",\s(?P<state>{'|'.join((*STATES, *_PROVINCES))})(?![\w&'-])(?:\s{_ZIP})?",
            state,
            name="state",
        ),
        rule(
            rf",\s(?P<state>{'|'.join(map(re.escape, NEWSPAPER))})\.(?!\w)(?:\s{_ZIP})?",
            state_in_newspaper,
            name="state",
        ),
        rule(rf"(?<![\w.,-])(?P<state>{'|'.join(STATES)})\s{_ZIP}", state_with_zip, name="state"),
        rule(rf"(?<=USA\s){_ZIP}", lambda match: zip_code(match["zip"]), name="ZIP code"),
        rule(
            r"(?<![\w.,$£€/-])(?P<zip>[0-9]{5}-[0-9]{4})(?![\w-])",
            lambda match: zip_code(match["zip"]),
            name="ZIP code",
        ),
        rule(
            r"(?<![\w.-])([A-Z]{1,2})([0-9]{1,2})([A-Z])?\s([0-9])((?!GB|TB)[ABD-HJLNP-UW-Z]{2})(?![\w-])",
            postcode,
            name="postcode",
        ),
        rule(r"(?<![\w.-])[A-CEGHJ-NPR-TVXY][0-9][A-Z]\s[0-9][A-Z][0-9](?![\w-])", canadian, name="postcode"),
    )


def _is_state(match: re.Match[str], short: str) -> bool:
    town = word_before(match)
    if re.match(r"\s[0-9]{1,3}\s[A-Z][a-z]", after(match)):
        return False  # a model: "SD 8 Gen 3"
    if not town[:1].isupper() or (town.isupper() and len(town) < 4):
        return False
    if short in _ALSO_TITLES:
        return town in _ALSO_TITLES[short]
    if short in _ALSO_WORDS:
        pauses = re.match(r"[.,;:)\"”]|\s\(|\s?\Z|\s[A-Z][0-9][A-Z]\s[0-9]", after(match))
        return pauses is not None and town.lower() not in _INTERJECTIONS
    return True
