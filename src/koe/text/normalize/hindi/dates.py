"""Dates, years, decades and weekdays -> Hindi words."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.numerals import ALONE, ALONE_END, DEVANAGARI, full_year, words, year
from koe.text.normalize.rule import Rule, Said, after, alternatives, before, of_digits, of_kind, rule
from koe.text.normalize.rule import words as word_set

MONTHS = (
    "जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर",
)  # fmt: skip
# Other spellings stay as they are written.
_WRITTEN = (
    *MONTHS, "फरवरी", "फ़रवरी", "अप्रेल", "सितम्बर", "सितंम्बर", "अक्तूबर", "अक्टुबर", "नवम्बर", "दिसम्बर", "चैत्र",
    "वैशाख", "ज्येष्ठ", "आषाढ़", "श्रावण", "भाद्रपद", "आश्विन", "कार्तिक", "मार्गशीर्ष", "पौष", "माघ", "फाल्गुन",
)  # fmt: skip
_SHORT = {
    "जन": 1, "जन.": 1, "फर.": 2, "फ़र.": 2, "फर": 2, "फ़र": 2, "अप्रै.": 4, "अप्रै": 4, "अप्रैल.": 4, "जुला.": 7,
    "जुला": 7, "अग.": 8, "अग": 8, "सित.": 9, "सित": 9, "सितं.": 9, "सितं": 9, "अक्टू.": 10, "अक्टू": 10, "अक्तू.": 10,
    "अक्तू": 10, "नव.": 11, "नवं.": 11, "नवं": 11, "दिस.": 12, "दिस": 12, "दिसं.": 12, "दिसं": 12,
}  # fmt: skip
# Also with the sign of abbreviations: जन॰.
_SHORT |= {name.replace(".", "॰"): month for name, month in _SHORT.items() if "." in name}
_SHORT_WITH_STOP = tuple(name for name in _SHORT if name[-1] in ".॰")
_ENGLISH = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_LATIN = "|".join(f"{name[:3]}(?:{name[3:]})?" if name[3:] else name for name in _ENGLISH).replace("sep(", "sept?(")
_LATIN_MONTH = rf"(?:{_LATIN})(?![A-Za-z])\.?"
_WEEKDAYS = {
    "सोम": "सोमवार", "मंगल": "मंगलवार", "बुध": "बुधवार", "गुरु": "गुरुवार", "गुरू": "गुरुवार", "बृह": "बृहस्पतिवार",
    "शुक्र": "शुक्रवार", "शनि": "शनिवार", "रवि": "रविवार",
}  # fmt: skip
_LATIN_WEEKDAYS = {
    "mon": "सोमवार", "tue": "मंगलवार", "tues": "मंगलवार", "wed": "बुधवार", "thu": "गुरुवार", "thur": "गुरुवार",
    "thurs": "गुरुवार", "fri": "शुक्रवार", "sat": "शनिवार", "sun": "रविवार",
}  # fmt: skip

_DAY = r"(?P<day>0?[1-9]|[12][0-9]|3[01])"
_MONTH = r"(?P<month>0?[1-9]|1[0-2])"
_YEAR = r"(?P<year>1[0-9]{3}|20[0-9]{2})"
_NAMED = rf"(?P<name>{alternatives((*_WRITTEN, *_SHORT))}|{_LATIN_MONTH})"
_NO_LETTER = rf"(?![{DEVANAGARI}A-Za-z])"
# After a dash, another day may follow: 14 अप्रैल-14 मई.
_SHORT_YEAR = rf"(?:(?:'|(?<=-))(?P<short>[0-9]{{2}})(?![0-9A-Za-z]| ?(?:{alternatives(_WRITTEN)})))"
_YEAR_END = r"(?![0-9:/]|[.,][0-9]|-[0-9]{1,2}(?![0-9]))(?P<era> ?ई[.॰])?"
# A year with its month: not "5 मई 1500 लोग", where the number counts something.
_COUNTED_WORDS = word_set(
    "लोग रुपये रुपए रुपया रु किमी किलो मीटर छात्र मरीज मामले करोड़ लाख हज़ार हजार बच्चे महिला पुरुष सीट पद वोट अंक रन प्रतिशत"
)
_COUNTED = re.compile(rf" (?:{alternatives(_COUNTED_WORDS)})")
_NAMES_OF_YEARS = word_set(
    "सन् सन ईस्वी ईसवी वर्ष साल संवत संवत् सम्वत सम्वत् शक दशक बजट चुनाव ओलंपिक कप विश्वकप जनगणना सत्र सीज़न अधिनियम एक्ट कानून विधेयक"
)
_BEFORE_YEAR = re.compile(rf"(?:{alternatives(_NAMES_OF_YEARS)})[ ,–-]{{1,3}}\Z")
_AFTER_YEAR = re.compile(
    r" ?(?:ई\.|ईस्वी|ईसवी|AD|CE|BC|BCE)| ?[-–—] ?[12][0-9]{3}(?![0-9])"
    r"| (?:में|से|तक|का|की|के|को|ने|वाल[ाीे]|तथा|और|या|ईसा)(?![\u0900-\u0963])"
)
_COUNTS = re.compile(
    r"(?:कुल|लगभग|करीब|नंबर|नं\.|संख्या|कमरा|मात्र|केवल|सिर्फ|सिर्फ़|क्रमांक|धारा|बराबर|गुणा|जमा|[+=×÷~≈<>√/-]|[0-9][,-]) ?\Z"
)
_CLOSED = re.compile(r"\s{0,2}(?:\Z|[)\]\"”'—–,;.।!?])")


def rules() -> tuple[Rule, ...]:
    return (
        *of_digits(*of_kind("dates", *_dates(), *_years())),
        *of_kind("dates", *_weekdays()),
    )


def _dates() -> tuple[Rule, ...]:
    return (
        rule(
            rf"{ALONE}{_DAY}(?P<mark> ?[/.-] ?){_MONTH}(?P=mark)(?P<year>[12][0-9]{{3}}|[0-9]{{2}}){ALONE_END}",
            _numeric,
            name="date",
        ),
        rule(
            rf"{ALONE}{_YEAR}-{_MONTH}-{_DAY}T(?P<hour>[01][0-9]|2[0-3]):(?P<minute>[0-5][0-9])"
            r"(?::[0-5][0-9](?:\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?(?![0-9A-Za-z])",
            _point_in_time,
            name="date",
        ),
        rule(rf"{ALONE}{_YEAR}(?P<mark>[/.-]){_MONTH}(?P=mark){_DAY}(?![0-9:/]|[.,-][0-9])", _numeric, name="date"),
        # Month first, where the second number can be no month.
        rule(
            rf"{ALONE}{_MONTH}(?P<mark>[/-])(?P<day>1[3-9]|2[0-9]|3[01])(?P=mark)(?P<year>[12][0-9]{{3}}){ALONE_END}",
            _numeric,
            name="date",
        ),
        rule(
            rf"{ALONE}{_MONTH}/(?P<year>19[0-9]{{2}}|20[0-9]{{2}}){ALONE_END}",
            lambda match: f"{MONTHS[int(match['month']) - 1]} {year(match['year'])}",
            name="month of a year",
        ),
        rule(
            rf"{ALONE}(?<![0-9] ){_DAY}/{_MONTH}(?= को(?![{DEVANAGARI}]))",
            lambda match: f"{words(int(match['day']))} {MONTHS[int(match['month']) - 1]}",
            name="date",
        ),
        rule(
            rf"{ALONE}(?P<day>1[3-9]|2[0-9]|3[01])/{_MONTH}"
            rf"(?= (?:को|तक|से पहले|सुबह|शाम|दोपहर|रात|प्रातः|सायं)(?![{DEVANAGARI}]))",
            lambda match: f"{words(int(match['day']))} {MONTHS[int(match['month']) - 1]}",
            name="date",
        ),
        rule(
            rf"{ALONE}{_DAY}(?:st|nd|rd|th|वीं|वां|ला|ली)?(?P<mark>[ -]?){_NAMED}{_NO_LETTER}"
            rf"(?:(?P<comma>,?)[ -]?(?:{_YEAR}{_YEAR_END}|{_SHORT_YEAR}))?",
            _day_of_month,
            re.IGNORECASE,
            name="date",
        ),
        rule(
            rf"(?<![{DEVANAGARI}A-Za-z]){_NAMED} {_DAY}(?:st|nd|rd|th)?(?P<comma>,) ?{_YEAR}{_YEAR_END}",
            _day_of_month,
            re.IGNORECASE,
            name="date",
        ),
        rule(
            rf"(?<![{DEVANAGARI}])(?P<name>{alternatives(_WRITTEN)}) {_DAY}(?= (?:को|तक|से)(?![{DEVANAGARI}]))",
            lambda match: f"{words(int(match['day']))} {match['name']}",
            name="date",
        ),
        rule(
            rf"(?<![{DEVANAGARI}A-Za-z])(?P<name>{_LATIN_MONTH}) {_DAY}(?:st|nd|rd|th)?(?![0-9A-Za-z:/]|[.,-][0-9])",
            lambda match: f"{words(int(match['day']))} {_month(match['name'])}",
            re.IGNORECASE,
            name="date",
        ),
        rule(
            rf"(?<![{DEVANAGARI}A-Za-z]){_NAMED}(?P<comma>,?)[ -](?:{_YEAR}{_YEAR_END}|{_SHORT_YEAR})",
            _month_of_year,
            re.IGNORECASE,
            name="month of a year",
        ),
    )


def _numeric(match: re.Match[str]) -> str:
    return f"{words(int(match['day']))} {MONTHS[int(match['month']) - 1]} {year(full_year(match['year']))}"


def _point_in_time(match: re.Match[str]) -> str:
    hour, minute = int(match["hour"]), int(match["minute"])
    return f"{_numeric(match)} {words(hour)} " + (f"बज कर {words(minute)} मिनट" if minute else "बजे")


def _day_of_month(match: re.Match[str]) -> Said | None:
    month = _month(match["name"])
    if month is None or (match["name"] == "जन" and match.re.groupindex.get("mark") and not match["year"]):
        return None
    if match["name"] == "may" and not match["year"]:
        return None
    spoken = _spoken_year(match)
    in_order = "mark" in match.re.groupindex
    comma = "," if in_order and match["comma"] and spoken else ""
    stays = "" if in_order or spoken else match["comma"]
    day, rest = words(int(match["day"])), f"{month}{comma}{spoken}{stays}" + _trailing(match)
    return Said(f"{day} {rest}", day, rest)


def _month_of_year(match: re.Match[str]) -> Said | None:
    month, spoken = _month(match["name"]), _spoken_year(match)
    if month is None or (match["name"] == "जन"):
        return None
    spoken = f"{month}{match['comma']}{spoken}"
    return Said(spoken, spoken, spoken)


def _month(name: str) -> str | None:
    if name in _WRITTEN:
        return name
    if name in _SHORT:
        return MONTHS[_SHORT[name] - 1]
    if not name[0].isascii():
        return None
    return MONTHS[[month[:3] for month in _ENGLISH].index(name[:3].lower()) - 0]


def _spoken_year(match: re.Match[str]) -> str:
    short = match.groupdict().get("short")
    if short:
        return f" {year(full_year(short))}"
    if not match.groupdict().get("year"):
        return ""
    return f" {year(match['year'])}{' ईस्वी' if match['era'] else ''}"


def _trailing(match: re.Match[str]) -> str:
    """The comma of "5 मई," that the pattern took in vain."""
    taken = match[0].rstrip()
    return "," if taken.endswith(",") else ""


def _years() -> tuple[Rule, ...]:
    return (
        # A season or a business year: 2023-24 is one year, 1914-18 a time of several.
        rule(rf"{ALONE}(1[1-9][0-9]{{2}}|20[0-9]{{2}}) ?[-–—/] ?([0-9]{{2}}){ALONE_END}", _pair_of_years, name="years"),
        rule(
            r"(?<![0-9.,])([0-9]{1,4}) ?(?:ई[.॰]? ?पू[.॰]?|ईपू|BCE?|B\.C\.)(?![A-Za-z\u0900-\u0963])",
            lambda match: f"{words(int(match[1]))} ईसा पूर्व",
            name="year",
        ),
        rule(
            r"(?<![\u0900-\u0963])(?:ई[.॰] ?पू[.॰]?|ईपू) ?([0-9]{1,4})(?![0-9])",
            lambda match: f"ईसा पूर्व {words(int(match[1]))}",
            name="year",
        ),
        rule(
            r"(?<![0-9.,])([0-9]{3,4}) ?(?:ई[.॰]|ई(?=[,।)]|\Z| (?:में|का|की|के|को|तक|से|ईसा)(?![\u0900-\u0963]))"
            r"|AD(?![A-Za-z])|A\.D\.|CE(?![A-Za-z]))",
            lambda match: f"{year(match[1])} ईस्वी",
            name="year",
        ),
        rule(r"(?<![\u0900-\u0963.])ई\. ?([0-9]{3,4})(?![0-9])", lambda match: f"ईस्वी {year(match[1])}", name="year"),
        rule(
            r"(?<![\u0900-\u0963])(?:वि[.॰] ?सं[.॰]?|विसं) ?([0-9]{3,4})(?![0-9])",
            lambda match: f"विक्रम संवत {year(match[1])}",
            name="year",
        ),
        rule(rf"{ALONE}(1[1-9][0-9]{{2}}|20[0-9]{{2}})(?![0-9{DEVANAGARI}A-Za-z/]|[.,:][0-9])", _year, name="year"),
        rule(
            r"(?<![0-9A-Za-z.,])(1[1-9][0-9]0|20[0-9]0)'?s(?![A-Za-z])(?P<following> [\u0900-\u0963])?",
            lambda match: f"{year(match[1])} {'के' if match['following'] else 'का'} दशक{match['following'] or ''}",
            name="decade",
        ),
        rule(
            r"(?<![A-Za-z0-9])FY ?'?(20[0-9]{2})(?:[-–]([0-9]{2}))?(?![0-9A-Za-z])",
            lambda match: f"वित्त वर्ष {year(match[1])}" + (f" {words(int(match[2]))}" if match[2] else ""),
            name="business year",
        ),
        rule(
            r"(?<![A-Za-z0-9])Q([1-4])-?FY[ -]?'?((?:20)?[0-9]{2})(?![0-9A-Za-z])",
            lambda match: f"वित्त वर्ष {words(int(match[2]))} की {_QUARTERS[int(match[1]) - 1]} तिमाही",
            name="quarter",
        ),
        rule(
            r"(?<=[A-Za-z] )'([0-9]{2})(?= [-–—] ?[₹$])(?: [-–—])",
            lambda match: f"{year(full_year(match[1]))},",
            name="year",
        ),
        rule(r"(?<![0-9A-Za-z])'([0-9]{2})(?= (?:में|के|का|की|से|तक))", lambda match: words(int(match[1])), name="year"),
    )


_QUARTERS = ("पहली", "दूसरी", "तीसरी", "चौथी")


def _pair_of_years(match: re.Match[str]) -> str | None:
    first, last = int(match[1]), int(match[2])
    if last == (first + 1) % 100:
        return f"{year(match[1])} {words(last) if last else year(str(first + 1))}"
    return f"{year(match[1])} से {words(last)}" if last > first % 100 else None


_AMOUNT_FOLLOWS = re.compile(r" (?:(?:से|और) (?:अधिक|ज़्यादा|ज्यादा|कम|ऊपर|भी)|में से|के (?:करीब|क़रीब|आसपास|लगभग|नोट|पार|ऊपर))")


def _year(match: re.Match[str]) -> str | None:
    """A number from 1100 to 1999 is a year where its neighbours say so, and from 1800 on where it stands alone."""
    left, right = before(match), after(match)
    if re.search(r"[₹$€£¥] ?\Z|(?<![A-Za-z])Rs\.? ?\Z|रु[.॰]? ?\Z", left[-5:]):
        return None
    if _AFTER_YEAR.match(right) and not _AMOUNT_FOLLOWS.match(right):
        return year(match[1])
    is_alone = _CLOSED.match(right) and not _COUNTS.search(left) and int(match[1]) >= 1800
    is_listed = right.startswith(" (") and re.search(r"(?:\A|\s)[12][0-9]{3} \([^()]{1,30}\), \Z", left)
    if _BEFORE_YEAR.search(left) or is_alone or is_listed:
        return year(match[1])
    if re.search(r"[12][0-9]{3} ?(?:-|–|—|से) ?\Z", left) and not _COUNTED.match(right):
        return year(match[1])
    return None


def _weekdays() -> tuple[Rule, ...]:
    day, whole, months = alternatives(_WEEKDAYS), alternatives(set(_WEEKDAYS.values())), alternatives(_WRITTEN)
    return (
        rule(
            rf"(?<![{DEVANAGARI}])({day}) ?[-–—] ?({day})(?![{DEVANAGARI}])",
            lambda match: f"{_WEEKDAYS[match[1]]} से {_WEEKDAYS[match[2]]}",
            name="weekdays",
        ),
        rule(
            rf"(?<![{DEVANAGARI}])(?:{day})(?:/(?:{day})){{1,6}}(?![{DEVANAGARI}])",
            lambda match: ", ".join(_WEEKDAYS[name] for name in match[0].split("/")),
            name="weekdays",
        ),
        rule(
            rf"(?<![{DEVANAGARI}])({day})[.॰](?=,? ?[0-9]|\)|,? (?:{day})[.॰]|(?<!मंगल.) (?:को|से|तक)(?![{DEVANAGARI}]))"
            rf"|(?<=\()({day})[.॰]",
            lambda match: _WEEKDAYS[match[1] or match[2]],
            name="weekday",
        ),
        rule(
            rf"(?<![{DEVANAGARI}])({whole}) ?[-–—] ?(?=(?:{whole})(?![{DEVANAGARI}]))",
            lambda match: f"{match[1]} से ",
            name="weekdays",
        ),
        rule(
            rf"(?<![{DEVANAGARI}])({months}) ?[-–—] ?(?=(?:{months})(?![{DEVANAGARI}]))",
            lambda match: f"{match[1]} से ",
            name="months",
        ),
        rule(
            rf"(?<![{DEVANAGARI}])(जन|फर|फ़र|अप्रै|जुला|सित|अक्टू|दिस) ?[-–—] ?(?=(?:{months})(?![{DEVANAGARI}]))",
            lambda match: f"{MONTHS[_SHORT[match[1]] - 1]} से ",
            name="months",
        ),
        rule(
            rf"(?<![{DEVANAGARI}])({alternatives(_SHORT_WITH_STOP)}) ?[-–—] ?({alternatives(_SHORT_WITH_STOP)})",
            lambda match: f"{MONTHS[_SHORT[match[1]] - 1]} से {MONTHS[_SHORT[match[2]] - 1]}",
            name="months",
        ),
        rule(
            rf"(?<![{DEVANAGARI}])({alternatives(set(_SHORT_WITH_STOP) - {'जन.', 'जन॰', 'नव.', 'नव॰'})})"
            rf"(?= (?:में|से|तक|का|की|के|को)(?![{DEVANAGARI}]))",
            lambda match: MONTHS[_SHORT[match[1]] - 1],
            name="month",
        ),
        rule(
            r"(?<![A-Za-z])(mon|tue|wed|thu|fri|sat|sun)(?:s|r|rs|nes|ur)?(?:day)?\.?"
            rf"(?=,? (?:[0-9]{{1,2}}(?![0-9])|{_LATIN_MONTH}))",
            lambda match: _LATIN_WEEKDAYS[match[1].lower()],
            re.IGNORECASE,
            name="weekday",
        ),
        rule(
            rf"(?<![A-Za-z])({'|'.join(_LATIN_WEEKDAYS)}) ?[-–—] ?({'|'.join(_LATIN_WEEKDAYS)})(?![A-Za-z])",
            lambda match: f"{_LATIN_WEEKDAYS[match[1].lower()]} से {_LATIN_WEEKDAYS[match[2].lower()]}",
            re.IGNORECASE,
            name="weekdays",
        ),
    )
