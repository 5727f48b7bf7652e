"""Units -> words, singular and plural, with squares, cubes and rates: "km/h", "kg/m²", "mg/dL"."""

from __future__ import annotations

import re

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.rule import alternatives, words

# Singular and plural. A single word means that the plural adds an s.
_NAMES = {
    "km": "kilometer", "m": "meter", "cm": "centimeter", "dm": "decimeter", "mm": "millimeter", "µm": "micrometer",
    "um": "micrometer",
    "nm": "nanometer", "pm": "picometer", "mi": "mile", "ft": "foot|feet", "yd": "yard", "yds": "yard",
    "inch": "inch|inches", "inches": "inch|inches", "nmi": "nautical mile", "ly": "light year",
    "kly": "thousand light year", "Mly": "million light year",
    "pc": "piece", "pcs": "piece", "pk": "pack|pack", "pks": "pack|packs",
    "kg": "kilogram", "kgs": "kilogram", "g": "gram", "gm": "gram", "gms": "gram", "mg": "milligram",
    "µg": "microgram", "mcg": "microgram", "ng": "nanogram", "lb": "pound", "lbs": "pound", "oz": "ounce",
    "ozs": "ounce", "t": "metric ton", "kt": "knot", "Mt": "megaton", "gr": "gram",
    "l": "liter", "L": "liter", "ml": "milliliter", "cl": "centiliter", "dl": "deciliter", "hl": "hectoliter",
    "µl": "microliter", "µL": "microliter", "gal": "gallon", "gals": "gallon", "qt": "quart", "qts": "quart",
    "pt": "point", "pts": "point",
    "tbsp": "tablespoon", "tbs": "tablespoon", "tsp": "teaspoon", "fl oz": "fluid ounce", "fl. oz": "fluid ounce",
    "bbl": "barrel", "sts": "stitch|stitches", "nts": "night", "cc": "C.C|C.C",
    "THz": "terahertz|terahertz", "GHz": "gigahertz|gigahertz", "MHz": "megahertz|megahertz",
    "kHz": "kilohertz|kilohertz", "Hz": "hertz|hertz",
    "TB": "terabyte", "GB": "gigabyte", "MB": "megabyte", "KB": "kilobyte", "kB": "kilobyte", "PB": "petabyte",
    "EB": "exabyte", "TiB": "tebibyte", "GiB": "gibibyte", "MiB": "mebibyte", "KiB": "kibibyte", "Gb": "gigabit",
    "Mb": "megabit", "Kb": "kilobit", "Tb": "terabit", "kb": "kilobyte", "mb": "megabyte", "gb": "gigabyte",
    "tb": "terabyte", "Mbit": "megabit", "Gbit": "gigabit", "kbit": "kilobit", "bit": "bit", "bytes": "byte",
    "W": "watt", "mW": "milliwatt", "kW": "kilowatt", "MW": "megawatt", "GW": "gigawatt", "TW": "terawatt",
    "kWh": "kilowatt hour", "Wh": "watt hour", "MWh": "megawatt hour", "GWh": "gigawatt hour", "TWh": "terawatt hour",
    "V": "volt", "VAC": "volt A.C|volts A.C", "VDC": "volt D.C|volts D.C", "mV": "millivolt", "kV": "kilovolt",
    "A": "amp", "mA": "milliamp", "µA": "microamp", "kA": "kiloamp",
    "Ah": "amp hour", "mAh": "milliamp hour", "VA": "volt amp", "kVA": "kilovolt amp", "eV": "electronvolt",
    "keV": "kiloelectronvolt", "MeV": "megaelectronvolt", "GeV": "gigaelectronvolt", "TeV": "teraelectronvolt",
    "Ω": "ohm", "kΩ": "kilo ohm", "MΩ": "megohm", "F": "farad", "mF": "millifarad", "µF": "microfarad",
    "nF": "nanofarad", "pF": "picofarad", "µH": "microhenry|microhenries", "mH": "millihenry|millihenries",
    "T": "tesla|tesla", "mT": "millitesla|millitesla", "Wb": "weber",
    "N": "newton", "kN": "kilonewton", "Nm": "newton meter", "lb-ft": "pound-foot|pound-feet",
    "lb.-ft": "pound-foot|pound-feet", "ft.-lb": "foot-pound",
    "ft-lb": "foot-pound", "lbf": "pound of force|pounds of force",
    "J": "joule", "kJ": "kilojoule", "MJ": "megajoule", "cal": "calorie", "cals": "calorie", "kcal": "kilocalorie",
    "BTU": "B.T.U|B.T.U",
    "Pa": "pascal", "kPa": "kilopascal", "hPa": "hectopascal", "MPa": "megapascal", "GPa": "gigapascal",
    "psi": "P.S.I|P.S.I", "bar": "bar|bar", "mbar": "millibar", "atm": "atmosphere",
    "mmHg": "millimeter of mercury|millimeters of mercury", "inHg": "inch of mercury|inches of mercury",
    "dB": "decibel", "dBA": "decibel", "dBm": "D.B.M|D.B.M", "dBi": "D.B.I|D.B.I",
    "s": "second", "sec": "second", "secs": "second", "ms": "millisecond", "µs": "microsecond", "ns": "nanosecond",
    "ps": "picosecond", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour", "hrs": "hour", "wk": "week",
    "wks": "week", "mo": "month", "mos": "month", "yr": "year", "yrs": "year",
    "px": "pixel", "MP": "megapixel", "dpi": "dot per inch|dots per inch", "ppi": "pixel per inch|pixels per inch",
    "ppm": "part per million|parts per million", "ppb": "part per billion|parts per billion",
    "rpm": "revolution per minute|revolutions per minute", "fps": "frame per second|frames per second",
    "bpm": "beat per minute|beats per minute", "wpm": "word per minute|words per minute",
    "spm": "step per minute|steps per minute", "mph": "mile per hour|miles per hour",

    "kpc": "kiloparsec", "Mpc": "megaparsec",
    "mth": "month", "mths": "month", "kph": "kilometer per hour|kilometers per hour",
    "kmh": "kilometer per hour|kilometers per hour", "kmph": "kilometer per hour|kilometers per hour",
    "mpg": "mile per gallon|miles per gallon", "kbps": "kilobit per second|kilobits per second",
    "Mbps": "megabit per second|megabits per second", "Gbps": "gigabit per second|gigabits per second",
    "Tbps": "terabit per second|terabits per second", "kts": "knot", "kn": "knot",
    "mol": "mole", "mmol": "millimole", "µmol": "micromole", "nmol": "nanomole", "mM": "millimolar|millimolar",
    "µM": "micromolar|micromolar", "nM": "nanomolar|nanomolar", "M": "molar|molar", "kDa": "kilodalton",
    "lm": "lumen", "cd": "candela", "lx": "lux|lux", "nit": "nit", "nits": "nit",
    "Bq": "becquerel", "Sv": "sievert", "mSv": "millisievert", "µSv": "microsievert", "Gy": "gray",
    "hp": "horsepower|horsepower", "bhp": "brake horsepower|brake horsepower", "ha": "hectare", "ac": "acre",
    "sq ft": "square foot|square feet", "sq. ft": "square foot|square feet", "sqft": "square foot|square feet",
    "sq m": "square meter", "sq. m": "square meter", "sqm": "square meter", "sq mi": "square mile",
    "sq. mi": "square mile", "sq km": "square kilometer", "sq. km": "square kilometer",
    "sq in": "square inch|square inches",
    "sq yd": "square yard", "sq. in": "square inch|square inches", "sq. miles": "square mile",
    "sq miles": "square mile",
    "sq. feet": "square foot|square feet", "sq feet": "square foot|square feet", "sq. meters": "square meter",
    "sq meters": "square meter", "sq. metres": "square meter", "sq.-ft": "square foot|square feet",
    "cu. in": "cubic inch|cubic inches", "cu. yd": "cubic yard", "cu yd": "cubic yard", "sq. yd": "square yard",
    "cu ft": "cubic foot|cubic feet", "cu. ft": "cubic foot|cubic feet",
    "cu m": "cubic meter",
    "cu in": "cubic inch|cubic inches", "sf": "square foot|square feet", "SF": "square foot|square feet",
    "gpm": "gallon per minute|gallons per minute", "mEq": "milliequivalent",
    "mIU": "milli I.U|milli I.U", "K": "kelvin|kelvin", "IU": "I.U|I.U", "AU": "A.U|A.U", "rad": "radian",
}  # fmt: skip
WITH_FULL_STOPS = Abbreviations(
    before_number=frozenset({"rs"}), often_last=words("sts ea fl sq cu tsp tbsp tbs gal yd qt pt pts mi mos wks yrs")
)
_UNITS: dict[str, tuple[str, str]] = {
    unit: (names.split("|")[0], names.split("|")[-1] if "|" in names else names + "s") for unit, names in _NAMES.items()
}
# These are the same in any case of letters. The others are not: "Mb" is a megabit, "M" may be million.
_ANY_CASE = {
    unit.casefold(): unit
    for unit in words(
        "km cm mm nm mi ft yd yds inch inches kg kgs gms mg mcg lb lbs oz ml cl dl gal qt tbsp tbs tsp ghz mhz khz Hz "
        "TB GB KB kWh MWh GWh mAh kcal kJ mmHg dB sec secs min mins hr hrs wk wks yr yrs px dpi ppi ppm ppb rpm fps "
        "bpm wpm mph kph kmh kmph mpg kbps Mbps Gbps hp bhp sqft sqm psi kPa hPa mbar cal"
    )
    for unit in [next((name for name in _NAMES if name.casefold() == unit.casefold() and name != "kb"), unit)]
}
_ANY_CASE["mb"] = "MB"
# What an amount may be counted by, without being a unit after a number: "3 cups/day".
_PER_WORDS = {
    "d": "day", "day": "day", "wk": "week", "week": "week", "month": "month", "year": "year", "yr": "year",
    "hour": "hour", "minute": "minute", "second": "second", "person": "person", "night": "night", "user": "user",
    "nt": "night",
    "unit": "unit", "head": "head", "capita": "capita", "sq ft": "square foot", "serving": "serving", "cup": "cup",
    "side": "side", "gallon": "gallon", "liter": "liter", "litre": "litre", "mile": "mile", "game": "game",
    "inch": "inch", "in": "inch", "page": "page", "student": "student", "team": "team", "dose": "dose", "pint": "pint",
    "seat": "seat", "pound": "pound", "ounce": "ounce", "order": "order", "item": "item", "share": "share",
    "session": "session", "visit": "visit", "call": "call", "employee": "employee", "vehicle": "vehicle",
    "barrel": "barrel", "tonne": "tonne", "ton": "ton", "kilo": "kilo", "bottle": "bottle", "room": "room",
    "customer": "customer", "cust": "customer", "shelf": "shelf", "LF": "linear foot", "lf": "linear foot",
    "pkg": "package", "pack": "pack", "box": "box", "bag": "bag",
    "case": "case",
    "roll": "roll", "sheet": "sheet", "pair": "pair", "doz": "dozen", "dozen": "dozen", "class": "class",
    "lesson": "lesson", "semester": "semester", "sem": "semester", "qtr": "quarter", "quarter": "quarter",
    "credit": "credit", "ticket": "ticket", "tkt": "ticket", "adult": "adult", "child": "child", "car": "car",
    "can": "can", "shift": "shift", "trip": "trip", "appt": "appointment", "wkend": "weekend",
    "weekend": "weekend", "wknd": "weekend", "patient": "patient", "kid": "kid", "bdrm": "bedroom",
    "request": "request", "query": "query", "core": "core", "node": "node", "device": "device", "bed": "bed",
    "window": "window", "door": "door", "tree": "tree", "acre": "acre", "bushel": "bushel", "bu": "bushel",
    "term": "term", "course": "course", "slice": "slice", "piece": "piece", "pc": "piece",
    "batch": "batch", "btl": "bottle", "cs": "case", "pax": "passenger", "sh": "share", "MMBtu": "million B.T.U",
    "mmbtu": "million B.T.U",
    "load": "load", "household": "household", "guest": "guest", "family": "family",
}  # fmt: skip
_POWERS = {"²": "square", "2": "square", "³": "cubic", "3": "cubic"}
_POWERFUL = words("km m cm dm mm mi ft yd inch in µm nm")
_TIMES = words("s sec h hr min ms day year")

_POWER = r"(?:[²³]|\^[23]|[23](?!\w|[.,][0-9]))?"
_ALL = alternatives(_UNITS)
ONE_NAME = _ALL
ONE = rf"(?i:{_ALL}){_POWER}"
_COUNTED_BY = alternatives({**_PER_WORDS, **_UNITS})
PER = rf"(?:\s?/\s?(?:100\s?)?(?i:{_COUNTED_BY}){_POWER}(?![^\W_]))"
UNIT = rf"{ONE}(?:[·⋅]{ONE})?(?:\.?{PER}){{0,2}}"
_POWER_AT_END = re.compile(r"(?:\^?([23])|([²³]))\Z")


def spelled(name: str, *, british: bool) -> str:
    """The name in British or American spelling."""
    if not british:
        return name
    return name.replace("metric ton", "tonne").replace("meter", "metre").replace("liter", "litre")


def _known(unit: str) -> str | None:
    """The unit as the table has it; None if it is written in a case of letters that may mean something else."""
    unit = "nmi" if unit == "NM" else unit.replace("μ", "µ")
    return unit if unit in _UNITS else _ANY_CASE.get(unit.casefold())


def _one(text: str, single: bool) -> str | None:
    power = _POWER_AT_END.search(text)
    unit = _known(text[: power.start()] if power else text)
    if unit is None or (power and unit not in _POWERFUL):
        return None
    name = _UNITS[unit][0 if single else 1]
    return f"{_POWERS[power[1] or power[2]]} {name}" if power else name


def _per(text: str) -> str | None:
    hundred = text.startswith("100")
    text = text.removeprefix("100").strip()
    power = _POWER_AT_END.search(text)
    base = text[: power.start()] if power else text
    if power and base in _TIMES:
        return f"{_UNITS[base][0]} squared"
    if base in ("H", "HR", "S", "MIN"):
        base = text = base.lower()
    name = _PER_WORDS.get(base.lower()) if base.lower() in _PER_WORDS and base not in _UNITS else None
    if name is None:
        name = _one(text, not hundred)
    return f"one hundred {name}" if hundred and name else name


def unit_words(text: str, *, single: bool, british: bool) -> str | None:
    """The words of what `UNIT` matches; None if it is no unit after all."""
    first, *rates = (part.strip(" .") for part in text.split("/"))
    factors = re.split("[·⋅]", first)
    names = [_one(factor, single or number + 1 < len(factors)) for number, factor in enumerate(factors)]
    counted_by = [_per(rate) for rate in rates]
    if None in names or None in counted_by:
        return None
    return spelled(" per ".join([" ".join(map(str, names)), *map(str, counted_by)]), british=british)


def reciprocal_words(unit: str, power: str, *, british: bool) -> str | None:
    """The words of a unit with a negative exponent: "s⁻¹" is "per second", "m⁻³" "per cubic meter"."""
    name = _one(unit, single=True)
    if name is None:
        return None
    square = {"²": "square ", "³": "cubic "}.get(power, "")
    if square and unit not in _POWERFUL:
        return f"per {name} {'squared' if power == '²' else 'cubed'}"
    return f"per {square}{spelled(name, british=british)}"


def per_words(text: str, *, british: bool) -> str | None:
    """The words after "per", of a rate such as "/day" or "/kg/day"."""
    names = [_per(rate.strip()) for rate in text.strip(" /").split("/")]
    return None if None in names else spelled(" per ".join(map(str, names)), british=british)
