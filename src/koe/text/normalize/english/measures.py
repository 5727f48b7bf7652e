"""Numbers with units -> words."""

from __future__ import annotations

import re

from koe.text.normalize.english.attributive import may_be_noun, stands_before_noun
from koe.text.normalize.english.fractions import QUANTITY, attributive, is_below_one, quantity
from koe.text.normalize.english.unit_senses import is_unit, other_meaning
from koe.text.normalize.english.unit_stops import full_stop_of_unit
from koe.text.normalize.english.units import ONE, PER, UNIT, per_words, spelled, unit_words
from koe.text.normalize.numerals import AFTER_DASH, EnglishNumerals
from koe.text.normalize.rule import Rule, Said, after, before, full_stop, rule, word_after, word_before, words

# A sign is not the dash of a range: a space or nothing is before it.
MINUS = r"(?P<minus>(?<![^\s(~=<>≤≥:\"“±–—])(?<![0-9]\")[-–+])?"
AMOUNT = rf"(?<![\w.,'])(?<![0-9 ]/){AFTER_DASH}(?<![0-9][:^]){MINUS}(?P<amount>{QUANTITY})"
_MAGNITUDE = r"(?:\s(?P<size>thousand|million|billion|trillion))?"
_CLOSE = r"(?![\w²³]|\.[a-z]\.|/(?!\s?[0-9¼-¾⅐-⅞])|'\w)"
# As recipes write them, with a full stop.
_KITCHEN = {
    "c": ("cup", "cups"), "T": ("tablespoon", "tablespoons"), "t": ("teaspoon", "teaspoons"),
    "pkg": ("package", "packages"), "pkgs": ("package", "packages"),
}  # fmt: skip
_KITCHEN_UNITS = words("tsp tbsp tbs oz lb cup")
_PEOPLE = words(
    "people users readers viewers jobs homes customers tonnes tons children workers voters households barrels "
    "visitors followers views downloads copies subscribers members residents deaths cases doses passengers students "
    "dollars pounds euros women men adults employees refugees tourists fans units cars vehicles records patients "
    "shares"
)
# Without a space before a noun these are its adjectives: "30hr battery", "65W charger", but "500g flour".
_ATTACHED = words("h hr min V W kW mAh ft gal mi yr MP Hz in")
_LONGEST_MEASURE = 16
_NO_DIVISOR = re.compile(r"\s?/\s?[AFTMNJVW]")
_ARTICLE = re.compile(r"\b(?:[Aa]n?|[Tt]he)\s\Z")
_AGE = re.compile(r"\b(?:age[ds]?|old|follow-up|years|adults|patients|children|median)\b")
_PACKS = words("box bag can jar pack tub sack packet carton")
_ROUND_THE_CLOCK = words("12 24 36 48 72")
_LETTERED = re.compile(r"[0-9.,]{1,9}\s?[ABD-EG-Z](?!\w)")
_DOSE = re.compile(r"[0-9]\s?(?:mg|g|mcg|µg|μg|IU)\Z")
_VOLUME = re.compile(r"[0-9.,]{1,6}\s?(?:m[lL]|[lL]|tsp|kg)\b")
_TIMES = words("date day hour minute month night second time week year dawn noon evening morning and")
_TIME_AHEAD = re.compile(r"[0-9]{1,3}\s?(?:h|hrs?|hours?|min|s|sec|d|days?|wks?|weeks?)\b")
_PRESSED = re.compile(r"[0-9.]{1,5}\s?(?:psi|bar|atm|kPa|MPa)\b")
_EQUATED = re.compile(r"[=≈]\s?[0-9.,]{1,12}\Z")
_MEMORY = re.compile(r"[0-9]\s?[MGT]B\Z")
_MEMORY_AHEAD = re.compile(r"[0-9]{1,4}\s?[GT]B")
# Names of units, and letters that are units only where a rule for a number has said so.
_NAMES = words("am AM pm PM AU inch inches bar bit bytes nit nits rad min s m g h l t A K M N W V J F T L B")
_WORDS = words(
    "min mins sec secs bar bit pt cal mo mos gal ac ha pm cc rad inch inches bytes nit nits t yr gr psi ms mb"
)
_MEASURED = re.compile(rf"(?:[0-9¼-¾⅐-⅞]\s?(?:{ONE}|°\s?[CF]?)|[0-9]\s?[CF]|°[CF]\sfan)\Z")


def amount_words(match: re.Match[str], numerals: EnglishNumerals) -> str:
    """The words of what `AMOUNT` matches, with its sign."""
    sign = {"+": "plus ", "-": "minus ", "–": "minus "}.get(match["minus"] or "", "")
    return sign + quantity(match["amount"], numerals)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    british = numerals.british

    def amount(match: re.Match[str]) -> str:
        return amount_words(match, numerals)

    def measure(match: re.Match[str]) -> str | Said | None:
        written, digits = match["unit"], match["amount"]
        if not is_unit(match):
            return None
        many = unit_words(written, single=False, british=british)
        one = unit_words(written, single=True, british=british)
        if many is None or one is None:
            return None
        if written == "s" and digits.isdigit() and len(digits) > 2 and match["gap"] == "":
            return numerals.plural(numerals.label(digits))  # "747s"
        if written == "pc" and "." in digits:
            return f"{amount(match)} parsecs"
        other = other_meaning(match)
        if other:
            return Said(f"{amount(match)} {other[digits != '1']}{full_stop_of_unit(match)}", amount(match), other[1])
        if written == "m" and match["gap"] == "" and word_after(match) in _PEOPLE:
            return f"{amount(match)} million"
        size = f" {match['size']}" if match["size"] else ""
        if match["gap"] == "-":
            sign = "minus " if match["minus"] else ""
            words = attributive(digits, numerals) + size
            return Said(f"{sign}{words}-{one}", words, many)
        end = full_stop_of_unit(match)
        if digits in _ROUND_THE_CLOCK and written in ("h", "hr") and not end and _describes(match):
            return f"{amount(match)} hour"
        below_one = is_below_one(digits)
        if below_one and _ARTICLE.search(before(match)) and stands_before_noun(match):
            return f"{attributive(digits, numerals)} {one}"
        if below_one and not digits.startswith("1/"):
            return _part(match, amount(match), one) + end
        packed = written.lower() in ("lb", "oz", "kg", "g") and after(match)[:1] == " " and word_after(match) in _PACKS
        if packed:
            return f"{amount(match)} {one}"
        attached = match["gap"] == "" and written in _ATTACHED and _describes(match)
        single = (digits == "1" and not size) or below_one or (not end and (attached or stands_before_noun(match)))
        words = amount(match) + size
        return Said(f"{words} {one if single else many}{end}", words, many)

    def rate(match: re.Match[str]) -> str | None:
        if _NO_DIVISOR.fullmatch(match["per"]) or (match["per"].startswith(" ") and re.match(r"\s[0-9]", after(match))):
            return None  # "7/A", "H 71 / L 54"
        words = per_words(match["per"], british=british)
        return words and f"{amount(match)} per {words}"

    def times(match: re.Match[str]) -> str | Said:
        words = quantity(match["amount"], numerals)
        if (
            match["amount"] == "1"
            and not match["per"]
            and word_before(match)
            and re.match(r"[,;.)]|\s?\Z", after(match))
        ):
            return "once"
        if before(match).endswith(("= ", "=")):
            return f"{words} X"
        if after(match)[:1] == " " and word_after(match)[:1].isupper() and "." not in match["amount"]:
            return words  # "2 x HDMI" lists pieces
        per = match["per"] and per_words(match["per"], british=british)
        return Said(f"{words} times" + (f" per {per}" if per else ""), words, "times")

    def often(match: re.Match[str]) -> str | None:
        per = per_words(match["per"], british=british)
        return per and f"{numerals.cardinal(match['first'])} to {numerals.cardinal(match['last'])} times per {per}"

    def after_noun(match: re.Match[str]) -> str | None:
        if unit_words(match["noun"], single=True, british=british):
            return None  # a unit, not a noun
        words = per_words(match["per"], british=british)
        return words and f"{match['noun']} per {words}"

    def aged(match: re.Match[str]) -> str | None:
        return f"{amount(match)} years" if _AGE.search(before(match)) else None

    def requests(match: re.Match[str]) -> str | None:
        words = per_words(match["per"], british=british)
        return words and f"{amount(match)} requests per {words}"

    def of_other_unit(match: re.Match[str]) -> str | None:
        if _LETTERED.match(after(match)):
            return None
        rate = _TIME_AHEAD.match(after(match)) or (
            _DOSE.search(before(match)[-_LONGEST_MEASURE:]) and _VOLUME.match(after(match))
        )
        if _MEMORY.search(before(match)[-8:]) and _MEMORY_AHEAD.match(after(match)):
            return ", "
        if before(match).endswith(("yds", "yd", "yards")):
            return " per "  # of yarn
        if before(match)[-1:] in "CF" and _PRESSED.match(after(match)):
            return " at "  # "121 °C/15 psi"
        if before(match).endswith("K"):
            return ", "  # "4K/144 Hz"
        joint = " per " if rate else " or "
        if rate and before(match)[-1:].isalpha():
            return joint
        return joint if _MEASURED.search(before(match)[-_LONGEST_MEASURE:]) else None

    def large(match: re.Match[str]) -> str:
        unit = unit_words(match[3], single=False, british=british) or match[3]
        return f"{numerals.number(match[1])} {'million' if match[2] == 'M' else 'billion'} {unit}"

    def kitchen(match: re.Match[str]) -> str:
        one, many = _KITCHEN[match["short"]]
        single = match["amount"] == "1" or is_below_one(match["amount"])
        return f"{quantity(match['amount'], numerals)} {one if single else many}"

    return (
        rule(
            rf"(?<![\w.,/'])(?P<amount>{QUANTITY})\s(?P<short>c|T|t|pkgs?)\.(?=\s[A-Za-z(]|[:,;)]|\s?\Z)",
            kitchen,
            name="measure",
        ),
        rule(
            rf"{AMOUNT}{_MAGNITUDE}(?P<gap>\s?|-)(?P<unit>{UNIT})(?P<stop>\.(?!\w))?{_CLOSE}",
            measure,
            name="measure",
        ),
        rule(
            r"(?<![\w.,/-])([0-9]{1,3})\sd\.?(?=\s(?:notice|supply|ago|course|trip|stay)\b)",
            lambda match: f"{numerals.cardinal(match[1])} days",
            name="measure",
        ),
        rule(
            r"(?:(?<=>)|(?<=than )|(?<=for )|(?<=within )|(?<=after )|(?<=x))([0-9]{1,3})\sd\b\.?(?=[,;)]|\s?\Z)",
            lambda match: f"{numerals.cardinal(match[1])} days{full_stop(match)}",
            name="measure",
        ),
        rule(rf"{AMOUNT}\sB/s(?!\w)", lambda match: f"{amount(match)} bytes per second", name="measure"),
        rule(rf"{AMOUNT}\sy(?=[;,.)]|\Z|\s[a-z]{{4}})", aged, name="measure"),
        rule(rf"{AMOUNT}\s?reqs?(?P<per>{PER})", requests, name="rate"),
        rule(rf"{AMOUNT}(?P<per>{PER}{{1,2}})(?![\w])", rate, name="rate"),
        rule(
            rf"(?<![\w.,/'])(?P<first>[0-9]{{1,2}})\s?[-–]\s?(?P<last>[0-9]{{1,2}})[xX×](?P<per>{PER})(?!\w)",
            often,
            name="multiple",
        ),
        rule(
            rf"(?<![\w.,/'])(?P<amount>{QUANTITY})\s?[xX×](?P<per>{PER})?(?!\w|\s?[-+=*/^)]|\s(?!a\s)[0-9a-z]\b)",
            times,
            name="multiple",
        ),
        rule(
            rf"(?<=[0-9]\s)(?P<noun>[a-z]{{3,14}})(?P<per>{PER})(?!\w)(?:\.(?=\s[a-z]|[,;)]))?", after_noun, name="rate"
        ),
        rule(
            r"(?<=[0-9]\s)([a-z]{3,14}s)/(?=[a-z]{3,12}(?<!s)(?![\w/]))", lambda match: f"{match[1]} per ", name="rate"
        ),
        rule(
            r"(?<![\w.,$£€/-])([0-9]{1,3}(?:\.[0-9])?)[kK]\s?(mi|miles|km)\b\.?(?!\w)",
            lambda match: (
                f"{numerals.number(match[1])} thousand "
                f"{unit_words('km' if match[2] == 'km' else 'mi', single=False, british=british)}{full_stop(match)}"
            ),
            name="measure",
        ),
        rule(
            r"(?<![\w.,$£€/-])([0-9]{1,3}(?:\.[0-9]{1,2})?)([MB])\s(km|mi|miles|ly|pc|gal|bbl|tonnes|tons|t|MWh|kWh|GWh|ha)\b(?!\w)",
            large,
            name="measure",
        ),
        rule(
            r"(?<![\w.,$£€/-])([0-9]{1,3}(?:\.[0-9]{1,2})?)\s?d/(yr|wk|mo)(?!\w)",
            lambda match: f"{numerals.number(match[1])} days per {per_words(match[2], british=british)}",
            name="rate",
        ),
        rule(
            rf"(?:(?<=oz)\.|(?<=lb)\.|(?<=ft)\.)?\s?/\s?(?={QUANTITY}\s?(?:(?:{ONE}|pints?|cups?|quarts?|ounces?|pounds?|miles?|feet)(?!\w)|°))"
            r"|(?<=[a-z])/(?=[0-9]{1,2}\s?(?:h|hrs?|hours?|days?|wks?|weeks?)\b)"
            r"|\s?/\s?(?=gas\s(?:mark\s)?[0-9])",
            of_other_unit,
            name="or",
        ),
    )


def rate_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for rates of signs: "5¢/min", "€/kg". They run before those for code, to which "/min" looks like a path."""

    def rate(match: re.Match[str]) -> str | None:
        words = per_words(match[0].rstrip("."), british=numerals.british)
        return words and f" per {words}"

    def electric(match: re.Match[str]) -> str | None:
        if not _EQUATED.search(before(match)):
            return None  # the rules for measures know it
        words = unit_words(match[0].strip().replace("\u2126", "Ω"), single=False, british=numerals.british)
        return words and f" {words}"

    return (
        rule(r"(?<=[0-9])\s?(?:[kMm]?[Ω\u2126]|[µμ][FAHVW]|[np]F)(?!\w)", electric, name="unit"),
        rule(
            r"(?<=\bper )(?:min|hr|sec|mo|yr|wk|lb|oz|gal|mi|km|kg|sq\.? ft|qt|doz|pkg|pc)\b\.?(?![\w'-])",
            lambda match: f"{per_words(match[0].rstrip('.'), british=numerals.british)}{full_stop(match)}",
            name="unit of a rate",
        ),
        rule(
            rf"(?<=[¢%°]){PER}(?![\w/]|\.\w)(?:(?<=/mo)\.|(?<=/yr)\.|(?<=/wk)\.)?(?=\s[a-z]|[,;)])", rate, name="rate"
        ),
        rule(rf"(?<=[¢%°]){PER}(?![\w/]|\.\w)", rate, name="rate"),
    )


def pressure_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for blood pressure and British weights. They run before those for code, to which "mmHg" looks like a name,
    and those for ordinals, to which "11st" looks like one."""

    def pressure(match: re.Match[str]) -> str:
        over = f" over {numerals.cardinal(match[2])}" if match[2] else ""
        length = "inches" if match["inches"] else "millimeters"
        unit = spelled(f"{length} of mercury", british=numerals.british)
        return f"{numerals.number(match[1])}{over} {unit}"

    def stones(match: re.Match[str]) -> str:
        pounds = numerals.cardinal(match[2])
        return f"{numerals.cardinal(match[1])} stone {pounds} {'pound' if match[2] == '1' else 'pounds'}"

    def dotted(match: re.Match[str]) -> str | None:
        unit = match["unit"].replace(".", "")
        words = unit_words(unit, single=match["amount"] == "1", british=numerals.british)
        return words and f"{amount_words(match, numerals)} {words}{full_stop(match)}"

    return (
        rule(rf"{AMOUNT}\s?(?P<unit>m\.p\.[hg]|r\.p\.m|k\.p\.h|b\.p\.m)(?!\w)\.?", dotted, name="measure"),
        rule(
            r"(?<![\w.,/])([0-9]?(?:[02-9]|11))st(?![\w])",
            lambda match: f"{numerals.cardinal(match[1])} stone",
            name="weight",
        ),
        rule(r"(?<![\w.,/])([0-9]{1,2})\s?st\.?\s([0-9]{1,2})\s?lbs?\b", stones, name="weight"),
        rule(
            r"(?<![\w.,/])([0-9]{1,3}(?:\.[0-9]{1,2})?)(?:/([0-9]{2,3}))?\s?(?:mmHg|mm Hg|(?P<inches>inHg))(?!\w)",
            pressure,
            name="pressure",
        ),
    )


def unit_rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    """Rules for units without a number: "per kg", "height in cm", "Weight (kg)", "km/h"."""

    def alone(match: re.Match[str]) -> str | None:
        unit = match["unit"]
        certain = len(unit) > 1 and unit.lower() not in _WORDS and not (unit.isupper() and len(unit) < 3)
        if not certain and not (match["in"] == "per" and _MEASURED.search(before(match)[-_LONGEST_MEASURE:-1])):
            return None
        words = unit_words(unit, single=match["in"] == "per", british=numerals.british)
        return words and f"{match['in']}{match['open']}{words}"

    def rate(match: re.Match[str]) -> str | None:
        return unit_words(match[0], single=False, british=numerals.british)

    def per_time(match: re.Match[str]) -> str | None:
        return None if match[1] in _TIMES else f"{match[1]} per {per_words(match[2], british=numerals.british)}"

    def after_number(match: re.Match[str]) -> str | None:
        more = before(match).endswith("+ ") and match[0] in ("min", "h", "hrs")
        if match[0] in _NAMES and not more:
            return None
        return unit_words(match[0], single=False, british=numerals.british)

    return (
        rule(rf"(?:(?<=[0-9⁰¹²³⁴-⁹]\s)|(?<=[0-9]\+\s)){UNIT}(?![\w.]\w)(?!\w)", after_number, name="unit"),
        rule(r"(?<![\w/])([a-z]{3,14})/(day|week|month|year|yr|hour|hr|min|sec|night)(?![\w/])", per_time, name="rate"),
        rule(rf"\b(?P<in>per|in)(?P<open>\s)(?P<unit>{UNIT})(?=[\s,.;:!?)]|\Z)", alone, name="unit"),
        rule(r"(?<=[a-z] )\(in\.\)", lambda _: "(inches)", name="unit"),
        rule(rf"(?P<in>(?<=[a-z]))(?P<open>\s\()(?P<unit>{UNIT})(?=\))", alone, name="unit"),
        rule(
            r"(?<![\w/.])(?:[µμ][gmsLl]|km/h|m/s²?|kg/m²|mg/dL|mmol/L|g/cm³|ft/s|miles/h)(?![\w/])", rate, name="unit"
        ),
    )


def _describes(match: re.Match[str]) -> bool:
    noun = word_after(match)
    return after(match)[:1] == " " and noun.islower() and may_be_noun(noun)


def _part(match: re.Match[str], words: str, one: str) -> str:
    """ "three quarters of a mile", but "three quarters teaspoon salt"."""
    unit = match["unit"]
    if unit.lower() in _KITCHEN_UNITS or match["size"]:
        return f"{words} {one}"
    return f"{words} of {'an' if one[0] in 'aeiou' or one[:4] == 'hour' else 'a'} {one}"
