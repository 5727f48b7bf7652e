"""Numbers with units, temperatures, percentages -> words."""

from __future__ import annotations

import re
import unicodedata

from koe.text.normalize.numerals import UNSIGNED, EnglishNumerals
from koe.text.normalize.rule import Rule, alternatives, before, full_stop, rule, word_after, word_before, words

# Singular and plural. A single word means that the plural adds an s.
_UNITS: dict[str, tuple[str, str]] = {
    unit: (names.split("|")[0], names.split("|")[-1] if "|" in names else names + "s")
    for unit, names in {
        "km": "kilometer", "m": "meter", "cm": "centimeter", "mm": "millimeter", "µm": "micrometer", "μm": "micrometer",
        "nm": "nanometer", "mi": "mile", "ft": "foot|feet", "yd": "yard", "yds": "yard", "inch": "inch|inches",
        "kg": "kilogram", "g": "gram", "mg": "milligram", "µg": "microgram", "μg": "microgram", "lb": "pound",
        "lbs": "pound", "oz": "ounce", "l": "liter", "L": "liter", "ml": "milliliter", "mL": "milliliter",
        "cl": "centiliter", "dl": "deciliter", "gal": "gallon", "qt": "quart", "tbsp": "tablespoon", "tsp": "teaspoon",
        "GHz": "gigahertz|gigahertz", "MHz": "megahertz|megahertz", "kHz": "kilohertz|kilohertz", "Hz": "hertz|hertz",
        "TB": "terabyte", "GB": "gigabyte", "MB": "megabyte", "KB": "kilobyte", "kB": "kilobyte", "PB": "petabyte",
        "GiB": "gibibyte", "MiB": "mebibyte", "KiB": "kibibyte", "Gb": "gigabit", "Mb": "megabit", "kb": "kilobit",
        "W": "watt", "kW": "kilowatt", "MW": "megawatt", "GW": "gigawatt", "kWh": "kilowatt hour", "Wh": "watt hour",
        "MWh": "megawatt hour", "V": "volt", "mV": "millivolt", "kV": "kilovolt", "mA": "milliamp",
        "mAh": "milliamp hour",
        "Ω": "ohm", "kΩ": "kilohm", "J": "joule", "kJ": "kilojoule", "cal": "calorie", "kcal": "kilocalorie",
        "Pa": "pascal", "kPa": "kilopascal", "hPa": "hectopascal", "psi": "P.S.I|P.S.I", "dB": "decibel",
        "s": "second", "sec": "second", "secs": "second", "ms": "millisecond", "µs": "microsecond", "μs": "microsecond",
        "ns": "nanosecond", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour", "hrs": "hour", "wk": "week",
        "wks": "week", "mo": "month", "mos": "month", "yr": "year", "yrs": "year", "px": "pixel", "pt": "point",
        "dpi": "dots per inch|dots per inch", "ppm": "part per million|parts per million", "ha": "hectare",
        "rpm": "revolution per minute|revolutions per minute", "fps": "frame per second|frames per second",
        "bpm": "beat per minute|beats per minute", "mph": "mile per hour|miles per hour",
        "kph": "kilometer per hour|kilometers per hour", "kmh": "kilometer per hour|kilometers per hour",
        "mpg": "mile per gallon|miles per gallon", "Mbps": "megabit per second|megabits per second",
        "Gbps": "gigabit per second|gigabits per second", "kbps": "kilobit per second|kilobits per second",
        "mol": "mole", "lm": "lumen", "cd": "candela", "MP": "megapixel", "hp": "horsepower|horsepower",
        "sq ft": "square foot|square feet", "sq m": "square meter", "sq mi": "square mile", "sq km": "square kilometer",
        "fl oz": "fluid ounce", "cc": "cc|cc", "kn": "knot", "km²": "square kilometer",
    }.items()
}  # fmt: skip
_PER_ALONE = {"h": "hour", "s": "second", "min": "minute", "sec": "second", "day": "day", "week": "week",
"year": "year",
              "month": "month", "hour": "hour", "minute": "minute", "second": "second", "person": "person"}  # fmt: skip
_PER = {**_PER_ALONE, **{unit: names[0] for unit, names in _UNITS.items()}}
_POWERS = {"²": "square", "2": "square", "³": "cubic", "3": "cubic"}
_POWERFUL = words("km m cm mm mi ft yd inch µm μm nm")
_SCALES = {"C": "Celsius", "F": "Fahrenheit", "K": "Kelvin", "N": "north", "S": "south", "E": "east", "W": "west"}
_MAGNITUDE = r"(?:\s(?P<size>thousand|million|billion|trillion))?"

_AMOUNT = rf"(?<![\w.,/])(?<![A-Za-z]-)(?P<minus>(?<![\w)])-)?(?P<amount>{UNSIGNED})"
_TO = rf"(?:\s?(?P<to>[-–—]|to)\s?(?P<until>{UNSIGNED}))?"
_UNIT = (
    rf"(?P<unit>{alternatives(_UNITS)})(?P<power>[²³]|[23](?![\w.,]))?"
    rf"(?:\s?/\s?(?P<per>{alternatives(_PER)})(?P<squared>²|\^2|2(?!\w))?)?"
)
# The digits of a fraction stay: the rules for numbers replace them.
_PART = r"(?P<whole>[0-9]{1,4}(?:\s(?=[0-9¼-¾⅐-⅞])|(?=[¼-¾⅐-⅞])))?(?:[0-9]{1,3}/[0-9]{1,3}|[¼-¾⅐-⅞])"
_BY = rf"(?<=\w)\s[x×]\s(?={UNSIGNED})"
_CLOSE = r"(?![\w²³/]|-[0-9])"
_KITCHEN_UNITS = words("tsp tbsp oz lb")
_PLURAL = tuple(f"{digit}s" for digit in range(10))
_DOTTED_UNITS = words("ft oz lb lbs hr hrs min mins sec secs yr yrs mi gal yd wk mo")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def amount(match: re.Match[str]) -> str:
        words = numerals.number(match["amount"])
        if match["until"]:
            words += f" to {numerals.number(match['until'])}"
        return ("minus " if match["minus"] else "") + words

    def is_one(match: re.Match[str]) -> bool:
        return match["amount"] == "1" and not match["until"]

    def spelled(words: str) -> str:
        return words.replace("meter", "metre").replace("liter", "litre") if numerals.british else words

    def unit(match: re.Match[str], single: bool) -> str | None:
        name, power = match["unit"], match["power"]
        if power and name not in _POWERFUL:
            return None
        words = _UNITS[name][0 if single else 1]
        if power:
            words = f"{_POWERS[power]} {words}"
        if match["per"]:
            words += f" per {_PER[match['per']]}{' squared' if match['squared'] else ''}"
        return spelled(words)

    def measure(match: re.Match[str]) -> str | None:
        words = unit(match, is_one(match))
        if words is None:
            return None
        if (
            match["unit"] == "s"
            and len(match["amount"]) > 2
            and match["amount"].isdigit()
            and match[0].endswith(_PLURAL)
        ):
            return numerals.plural(numerals.label(match["amount"]))  # "747s"
        size = f" {match['size']}" if match["size"] else ""
        if match["hyphen"]:
            words = unit(match, True) or words
            size += "-"
            return f"{amount(match)}{size}{words}"
        stop = match["stop"]
        end = "." if stop and (match["unit"] not in _DOTTED_UNITS or full_stop(match)) else ""
        return f"{amount(match)}{size} {words}{end}"

    def temperature(match: re.Match[str]) -> str:
        degrees = "degree" if is_one(match) else "degrees"
        scale = match["scale"] or {"℃": "C", "℉": "F"}.get(match["sign"], "")
        return f"{amount(match)} {degrees}" + (f" {_SCALES[scale]}" if scale else "")

    def percent(match: re.Match[str]) -> str:
        return f"{amount(match)} " + (f"percentage{match['points']}" if match["points"] else "percent")

    def feet_and_inches(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} foot {numerals.number(match[2])}"

    def feet_inches(match: re.Match[str]) -> str:
        feet = "foot" if match[1] == "1" else "feet"
        inches = "inch" if match[2] == "1" else "inches"
        return f"{numerals.cardinal(match[1])} {feet} {numerals.number(match[2])} {inches}{full_stop(match)}"

    def dotted_inches(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} {'inch' if match[1] == '1' else 'inches'}{full_stop(match)}"

    def inches(match: re.Match[str]) -> str | None:
        if match[2] == '"' and before(match).count('"') % 2:
            return None  # it closes a quotation
        single = match[1] == "1" or re.match(r"[a-z]", word_after(match)) is not None
        return f"{numerals.number(match[1])} {'inch' if single else 'inches'}"

    def size_by_size(match: re.Match[str]) -> str:
        numbers = re.split(r"\s?[x×]\s?", match[0])
        return " by ".join(numerals.label(n) if n.isdigit() and len(n) > 3 else numerals.number(n) for n in numbers)

    def part(match: re.Match[str]) -> str | None:
        words = unit(match, single=not match["whole"])
        if words is None:
            return None
        several = unicodedata.normalize("NFKD", match["amount"])[0] != "1" and not match["whole"]
        article = "an" if words[0] in "aeiouh" and words[:2] != "he" else "a"
        cooked = match["unit"] in _KITCHEN_UNITS
        return f"{match['amount']} of {article} {words}" if several and not cooked else f"{match['amount']} {words}"

    def by(match: re.Match[str]) -> str | None:
        return " by " if word_before(match) in _UNITS else None

    start = r"(?<![\w.,/])"
    return (
        rule(rf"{start}(?P<amount>{_PART})\s?{_UNIT}{_CLOSE}", part),
        rule(rf"{start}([0-9]{{1,2}})['′]\s?([0-9]{{1,2}}(?:\.5|½)?)(?:[\"″”]|'')(?!\w)", feet_and_inches),
        rule(
            rf"{start}([0-9]{{1,3}})\s?ft\.?,?\s([0-9]{{1,2}}(?:\.[0-9])?)\s?(?:in\b\.?|inches|inch)(?!\w)",
            feet_inches,
        ),
        rule(rf"{start}([0-9]{{1,3}})[\s-]?in\.(?=\s|[,;)]|\Z)", dotted_inches),
        rule(rf"{start}([0-9]{{1,3}}(?:\.[0-9]{{1,2}})?)(\"|″)(?!\w)", inches),
        rule(rf"{start}([0-9]{{1,3}})′(?!\w)", lambda match: f"{numerals.cardinal(match[1])} feet"),
        rule(rf"{start}{UNSIGNED}(?:\s?[x×]\s?{UNSIGNED}){{1,3}}(?![\w.]?[0-9])", size_by_size),
        rule(_BY, by),
        rule(rf"{start}({UNSIGNED})[x×](?!\w|\s?[-+=*/^)])", lambda match: f"{numerals.number(match[1])} times"),
        rule(rf"{_AMOUNT}{_TO}\s?(?P<sign>°|º|℃|℉)(?:\s?(?P<scale>[CFKNSEW])(?!\w))?", temperature),
        rule(
            rf"{start}([0-9]{{1,4}}\.[0-9]{{1,2}})([CF])(?!\w)",
            lambda match: f"{numerals.number(match[1])} degrees {_SCALES[match[2]]}",
        ),
        rule(rf"{_AMOUNT}{_TO}\s?%(?P<points>\spoints?\b)?", percent),
        rule(rf"{_AMOUNT}{_TO}\s?‰", lambda match: f"{amount(match)} per mille"),
        rule(rf"{_AMOUNT}{_TO}{_MAGNITUDE}(?:\s?|(?P<hyphen>-)){_UNIT}(?P<stop>\.(?!\w))?{_CLOSE}", measure),
        rule(
            rf"{_AMOUNT}{_TO}\s?/\s?(?P<per>{alternatives(_PER_ALONE)})(?!\w)",
            lambda match: f"{amount(match)} per {_PER[match['per']]}",
        ),
    )
