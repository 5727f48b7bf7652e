"""Clock times and durations -> Hindi words: 10:30, 5:30 PM, सुबह 9.15 बजे, 2h 30m."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.letters import spell
from koe.text.normalize.hindi.numerals import ALONE, DEVANAGARI, half_more, number, with_half, words
from koe.text.normalize.rule import Rule, Said, after, alternatives, before, of_digits, of_kind, rule
from koe.text.normalize.rule import words as word_set

_HOUR = r"(?P<hour>[01]?[0-9]|2[0-4])"
_MINUTE = r"(?P<minute>[0-5][0-9])"
_END = rf"(?![0-9A-Za-z{DEVANAGARI}]|[.,:][0-9]|/(?![0-9]{{1,2}}:))"
# Also after a slash, in a list of times: 9:15/12:30.
_ALONE = rf"(?:{ALONE}|(?<=:[0-9]{{2}}/))"
_DAYPART = (
    r"(?:सुबह|सवेरे|प्रातः?|प्रात:|प्रातःकाल|प्रात:काल|तड़के|दोपहर|अपराह्न|पूर्वाह्न|शाम|सायं|सायंकाल|रात|रात्रि|आधी रात|देर रात|कल|आज)"
)
_AFTER_DAYPART = re.compile(
    rf"(?<![{DEVANAGARI}]){_DAYPART}(?: के| को| में| करीब| लगभग| ठीक| बाद| के करीब)?"
    r"(?: [0-9:.]{1,5} ?(?:-|–|—|से))? ?\Z"
)
_MERIDIEM = (
    r"(?:(?P<half>[AaPp])(?:\.[Mm]\.?|[Mm])(?![A-Za-z])"
    rf"|(?P<hindi>[एप])ी?(?:\.? ?)एम(?:\.|(?![{DEVANAGARI}]))(?! मोदी))"
)
_POSTPOSITION = re.compile(
    rf" ?(?:\Z|[^{DEVANAGARI} ]"
    rf"|(?:से|तक|पर|का|की|के|को|में|बाद|है|हैं|था|थी|हो|होगा|होगी|ही|भी|और|या|वाल[ाीे])(?![{DEVANAGARI}]))"
)
_RANGE_OF_HOURS = re.compile(rf" ?(?:-|–|—|से) ?[0-9]{{1,2}}[:.][0-9]{{2}} ?बजे(?![{DEVANAGARI}])")
_UNITS = {
    "h": "घंटे", "hr": "घंटे", "hrs": "घंटे", "hour": "घंटे", "hours": "घंटे", "min": "मिनट", "mins": "मिनट",
    "minute": "मिनट", "minutes": "मिनट", "s": "सेकंड", "sec": "सेकंड", "secs": "सेकंड", "second": "सेकंड",
    "seconds": "सेकंड", "ms": "मिलीसेकंड", "day": "दिन", "days": "दिन", "week": "सप्ताह", "weeks": "सप्ताह",
    "month": "महीने", "months": "महीने", "year": "साल", "years": "साल", "yr": "साल", "yrs": "साल",
}  # fmt: skip


def rules() -> tuple[Rule, ...]:
    return of_digits(
        *of_kind(
            "times",
            *(
                rule(r"(?<![A-Za-z])(GMT|UTC) ?([+-])([0-9]{1,2})(?::([0-9]{2}))?(?![0-9])", _zone, name="time zone"),
                rule(
                    rf"{ALONE}{_HOUR}:{_MINUTE}(?::(?P<second>[0-5][0-9]))? ?घंट(?:ा|े|ों)(?![{DEVANAGARI}])",
                    _duration_of_clock,
                    name="duration",
                ),
                rule(
                    rf"(?<![0-9A-Za-z])(?<![0-9][./:,]){_HOUR}(?:[:.]{_MINUTE}(?::(?P<second>[0-5][0-9]))?)? ?"
                    rf"{_MERIDIEM}(?: ?बजे)?",
                    _with_meridiem,
                    name="clock time",
                ),
                rule(
                    rf"{ALONE}{_HOUR}(?:[:.]|: ){_MINUTE} ?(?:बजे|बजें)(?![{DEVANAGARI}])",
                    _with_oclock,
                    name="clock time",
                ),
                rule(
                    rf"{ALONE}{_HOUR}\.{_MINUTE}(?= ?(?:-|–|—|से) ?[0-9]{{1,2}}[.:][0-9]{{2}} ?बजे(?![{DEVANAGARI}]))",
                    _with_oclock,
                    name="clock time",
                ),
                rule(
                    rf"(?:(?<=समय-)|(?<=समय - )|(?<=समय: )|(?<=समय:)){_HOUR}\.{_MINUTE}(?![0-9])(?! ?(?:-|–|—|से|बजे))",
                    _with_oclock,
                    name="clock time",
                ),
                rule(
                    rf"(?:(?<=काल )|(?<=मुहूर्त )|(?<=समय )|(?<=समय: )|(?<=मुहूर्त: )){_HOUR}\.{_MINUTE} से "
                    r"(?P<until>[01]?[0-9]|2[0-4])\.(?P<last>[0-5][0-9])(?= तक)",
                    lambda match: f"{_clock(*_time_of(match))} से {_clock(int(match['until']), int(match['last']))}",
                    name="range, clock time",
                ),
                rule(
                    rf"{ALONE}{_HOUR}[.:]{_MINUTE} ?(?:[-–—]|से) ?(?=[0-9]{{1,2}} ?बजे(?![{DEVANAGARI}]))",
                    lambda match: (_colloquial(*_time_of(match)) or _clock(*_time_of(match))) + " से ",
                    name="range, clock time",
                ),
                rule(
                    rf"{ALONE}(?P<hour>[01][0-9]|2[0-3]){_MINUTE} ?(?:बजे(?![{DEVANAGARI}])|[Hh]rs\.?(?![A-Za-z]))",
                    _with_oclock,
                    name="clock time",
                ),
                rule(
                    rf"{_ALONE}{_HOUR}:{_MINUTE}(?::(?P<second>[0-5][0-9]))?(?: ?[Hh](?:ou)?rs\.?)?{_END}",
                    _bare,
                    name="clock time",
                ),
                rule(r"(?<![0-9A-Za-z.,])24 ?[x×X/] ?7(?![0-9A-Za-z/])", _at_all_times, name="at all times"),
                rule(
                    r"(?<![0-9A-Za-z.,])([0-9]{1,3}) ?h(?:rs?)? ?([0-5]?[0-9]) ?m(?:ins?)?"
                    r"(?: ?([0-5]?[0-9]) ?s(?:ecs?)?)?(?![A-Za-z])",
                    _compound,
                    name="duration",
                ),
                rule(
                    r"(?<![0-9A-Za-z.,])([0-5]?[0-9]) ?m(?:ins?)? ?([0-5]?[0-9]) ?s(?:ecs?)?(?![A-Za-z])",
                    lambda match: f"{words(int(match[1]))} मिनट {words(int(match[2]))} सेकंड",
                    name="duration",
                ),
                rule(
                    rf"(?<![0-9A-Za-z.,])([0-9]{{1,4}}(?:\.[0-9]{{1,3}})?) ?({alternatives(_UNITS)})"
                    r"\.?(?![A-Za-z/²0-9])",
                    _unit,
                    name="duration",
                ),
                rule(
                    r"(?<![0-9A-Za-z.,])([0-9]{1,2}[.]50?)(?: ?(?P<dash>[-–—]) ?(?=[0-9.]{1,4} ?[\u0900-\u0939]))? ?"
                    r"(?=(?:(?:से )?[0-9.]{1,4} ?)?(?:घंट|साल|वर्ष|महीन|माह|दिन|हफ़्त|हफ्त|सप्ताह|गुना|किलो(?![मगवक])))",
                    lambda match: with_half(match[1]) + (" से " if match["dash"] else " "),
                    name="duration",
                ),
                rule(
                    rf"(?<=बजे) ?[-–—] ?(?={_DAYPART}|[0-9]{{1,2}} ?बजे)",
                    lambda _: " से ",
                    name="range, clock time",
                ),
                rule(
                    r"(?<![0-9A-Za-z.,])([0-9]{1,3}(?:\.[0-9]{1,3})?) ?(?:(मि|मिन|सेक|से|घं)[.॰]|(मि|मिन|सेक|घं)(?![.॰]))"
                    rf"(?![{DEVANAGARI}])",
                    _short_unit,
                    name="duration",
                ),
                rule(
                    rf"(?:{'|'.join(f'(?<={unit})' for unit in _LASTING)}) ?[-–—] ?"
                    rf"(?=[0-9.]{{1,5}} ?(?:{'|'.join(_LASTING)})(?![{DEVANAGARI}]))",
                    lambda _: " से ",
                    name="range, duration",
                ),
            ),
        )
    )


_LASTING = ("सेकंड", "मिनट", "घंटा", "घंटे", "दिन", "हफ़्ते", "हफ्ते", "सप्ताह", "माह", "महीना", "महीने", "साल", "वर्ष")
_SHORT = {"मि": "मिनट", "मिन": "मिनट", "सेक": "सेकंड", "से": "सेकंड", "घं": "घंटे"}


def _short_unit(match: re.Match[str]) -> str:
    unit = _SHORT[match[2] or match[3]]
    return _hours(int(match[1])) if unit == "घंटे" and match[1].isdigit() else f"{number(match[1])} {unit}"


def _zone(match: re.Match[str]) -> str:
    minutes = f" {words(int(match[4]))}" if match[4] else ""
    return f"{spell(match[1])} {'प्लस' if match[2] == '+' else 'माइनस'} {words(int(match[3]))}{minutes}"


def _at_all_times(match: re.Match[str]) -> str | None:
    is_house = re.search(r"(?:पता|मकान|नं\.|नंबर|संख्या|प्लॉट)[ :]{1,2}\Z", before(match))
    return None if is_house else "चौबीसों घंटे सातों दिन"


def _hours(count: int) -> str:
    return f"{words(count)} {'घंटा' if count == 1 else 'घंटे'}"


def _duration_of_clock(match: re.Match[str]) -> str:
    spoken = _hours(int(match["hour"]))
    if int(match["minute"]):
        spoken += f" {words(int(match['minute']))} मिनट"
    return spoken + (f" {words(int(match['second']))} सेकंड" if match["second"] else "")


def _compound(match: re.Match[str]) -> str:
    spoken = f"{_hours(int(match[1]))} {words(int(match[2]))} मिनट"
    return spoken + (f" {words(int(match[3]))} सेकंड" if match[3] else "")


def _unit(match: re.Match[str]) -> Said:
    unit = _UNITS[match[2].lower()]
    if unit == "घंटे" and match[1] == "1":
        unit = "घंटा"
    spoken = with_half(match[1]) if unit == "घंटे" else number(match[1])
    return Said(f"{spoken} {unit}", spoken, unit)


# Chapter and verse.
_SCRIPTURES = word_set("बाइबल बाइबिल कुरान क़ुरान गीता मत्ती मरकुस लूका यूहन्ना रोमियों संहिता उत्पत्ति निर्गमन नीतिवचन सूरा")
_SCRIPTURE = re.compile(rf"(?:{alternatives(_SCRIPTURES)}),? \Z")


# Whose time is a duration.
_RACE = re.compile(r"(?:मैराथन|दौड़|रेस|अवधि|रनटाइम|कुल समय|वीडियो|ऑडियो)[^।0-9]{0,20}\Z")


def _is_on_the_dial(hour: int) -> bool:
    return 1 <= hour <= 12


def _colloquial(hour: int, minute: int) -> str | None:
    """The hour with its quarter, without बजे: साढ़े दस for 10:30. None where the minutes must be said."""
    if not _is_on_the_dial(hour):
        return words(hour) if not minute else None
    if minute == 30:
        return half_more(hour)
    if minute == 15:
        return f"सवा {words(hour)}"
    if minute == 45:
        return f"पौने {words(hour % 12 + 1)}"
    return words(hour) if not minute else None


def _clock(hour: int, minute: int) -> str:
    return f"{words(hour)} बज कर {words(minute)} मिनट"


def _at_the_hour(hour: int, minute: int, following: str) -> Said:
    dial = _colloquial(hour, minute)
    if dial is not None:
        return Said(f"{dial} बजे", dial, "बजे")
    at = "" if _POSTPOSITION.match(following) else " पर"
    return Said(_clock(hour, minute) + at)


def _time_of(match: re.Match[str]) -> tuple[int, int]:
    return int(match["hour"]), int(match["minute"])


def _with_oclock(match: re.Match[str]) -> Said:
    return _at_the_hour(int(match["hour"]), int(match["minute"]), after(match))


def _bare(match: re.Match[str]) -> str | Said | None:
    hour, minute = int(match["hour"]), int(match["minute"])
    if re.match(r" ?(?:के )?अनुपात", after(match)):
        return None
    if _SCRIPTURE.search(before(match)[-30:]):
        return f"{words(hour)} {words(minute)}"
    if match["second"] and (_RACE.search(before(match)) or re.match(r" (?:में|का समय|लंब)", after(match))):
        return _duration_of_clock(match)
    if match["second"] and int(match["second"]):
        return f"{_clock(hour, minute)} {words(int(match['second']))} सेकंड"
    is_after_daypart = _AFTER_DAYPART.search(before(match)) and not after(match).startswith(" पर")
    if is_after_daypart or _RANGE_OF_HOURS.match(after(match)):
        return _at_the_hour(hour, minute, after(match))
    if not hour:
        return "रात बारह बजे" if not minute else f"रात {_clock(12, minute)}"
    return Said(f"{words(hour)} बजे") if not minute else _clock(hour, minute)


def _with_meridiem(match: re.Match[str]) -> Said | None:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if not _is_on_the_dial(hour):
        return Said(f"{words(hour)} बजे") if not minute else Said(_clock(hour, minute))
    said = _at_the_hour(hour, minute, after(match))
    if match["second"]:
        said = Said(f"{_clock(hour, minute)} {words(int(match['second']))} सेकंड")
    if _AFTER_DAYPART.search(before(match)):
        return said
    is_afternoon = (match["half"] or match["hindi"]) in ("P", "p", "प")
    part = _daypart(hour % 12 + (12 if is_afternoon else 0))
    return Said(f"{part} {said.words}")


def _daypart(hour: int) -> str:
    if 4 <= hour < 12:
        return "सुबह"
    if 12 <= hour < 16:
        return "दोपहर"
    return "शाम" if 16 <= hour < 20 else "रात"
