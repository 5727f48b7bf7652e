"""Scores of games -> Hindi words: 3-2 से जीता, 6-4, 7-5, 145/6."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.numerals import number
from koe.text.normalize.rule import Rule, after, before, of_digits, of_kind, rule

_CRICKET = re.compile(r"रन|विकेट|ओवर|स्कोर|पारी|बल्लेबा|क्रिकेट|टेस्ट|वनडे|टी-?20|T20|IPL|आईपीएल|टीम|घोषित|गेंदबा|सीरीज़?")
_AFTER_SCORE = re.compile(
    r" (?:से (?:[\u0900-\u0963]{1,12} ){0,2}?"
    r"(?:जीत|हरा|हार|आगे|पीछे|मात|शिकस्त|पराजित|बराबर|ड्रॉ|बढ़त|अपने नाम|क्लीन|सीरीज|सीरीज़|कब्ज|रौंद|पछाड़|पटख)"
    r"|(?:की|के) (?:[\u0900-\u0963]{1,12} ){0,2}?(?:बढ़त|बराबरी|जीत|हार|स्कोर|अंतर)|पर (?:ड्रॉ|बराबर|समाप्त)|बराबर)"
)
_SET = r"[0-9]{1,2}-[0-9]{1,2}(?:\([0-9]{1,2}\))?"


def rules() -> tuple[Rule, ...]:
    return of_digits(*of_kind("numbers", *_scores()))


def _scores() -> tuple[Rule, ...]:
    return (
        rule(rf"(?<![0-9A-Za-z.,/:-]){_SET}(?:, {_SET}){{1,4}}(?![0-9-])", _sets, name="score"),
        rule(
            r"(?<![0-9A-Za-z.,/:-])([0-9]{1,3})[-–—]([0-9]{1,3})(?![0-9A-Za-z/:+=×÷-]|[.,][0-9]| ?=)",
            _score,
            name="score",
        ),
        rule(
            r"(?<=[\u0900-\u0963] )([0-9]{1,2}) ?[-–—] ?([0-9]{1,2})(?= [\u0904-\u0939])",
            _between_teams,
            name="score",
        ),
        rule(r"(?<![0-9A-Za-z.,/:-])([0-9]{1,3})/(10|[0-9])(?![0-9A-Za-z/:-]|[.,][0-9])", _cricket, name="score"),
        rule(r"(?<=[\u0900-\u0963] )([1-9]|10)/([1-9][0-9]{1,2})(?![0-9A-Za-z/:-]|[.,][0-9])", _bowling, name="score"),
        rule(
            r"(?<![0-9A-Za-z.,/:-])([0-9]{2,4})/([1-9]) ?d(?:ec)?(?![0-9A-Za-z])",
            lambda match: f"{number(match[2])} विकेट पर {number(match[1])} घोषित",
            name="score",
        ),
        rule(r"(?<![0-9A-Za-z.,/:-])([0-9]{1,3})\*(?![0-9A-Za-z*])", _not_out, name="score"),
        # The attacks, which are called by their dates.
        rule(
            r"(?<![0-9A-Za-z.,/:-])(26/11|9/11|50/50)(?= [\u0900-\u0963]|\Z)",
            lambda match: {"26/11": "छब्बीस ग्यारह", "9/11": "नौ ग्यारह", "50/50": "पचास-पचास"}[match[1]],
            name="name of a day",
        ),
    )


def _score(match: re.Match[str]) -> str | None:
    if re.match(r" का (?:फर्क|फ़र्क|अंतर)", after(match)):
        return f"{number(match[1])} {number(match[2])}"
    if match[1] == match[2] and not _AFTER_SCORE.match(after(match)):
        return f"{number(match[1])}-{number(match[2])}"
    # No range goes down, but for the hours of a day.
    is_school = re.search(r"(?:समय|कक्षा)[^।]{0,30}\Z", before(match)) and int(match[1]) <= 12
    if 30 >= int(match[1]) > int(match[2]) and not is_school and not _HOURS_FOLLOW.match(after(match)):
        return f"{number(match[1])} {number(match[2])}"
    return f"{number(match[1])} {number(match[2])}" if _AFTER_SCORE.match(after(match)) else None


_HOURS_FOLLOW = re.compile(r" ?(?:बजे|ई\.|ईसा|की नौकरी|[AaPp]\.?[Mm]|तक)| [0-9]")


def _between_teams(match: re.Match[str]) -> str | None:
    """The score between the names of both sides: भारत 3 – 1 पाकिस्तान."""
    is_score = re.search(r"स्कोर|फ़ाइनल|फाइनल|मैच|हॉकी|फुटबॉल|फ़ुटबॉल|कबड्डी", before(match)[-40:] + after(match)[:40])
    return f"{number(match[1])} {number(match[2])}" if is_score and int(match[1]) >= int(match[2]) else None


def _sets(match: re.Match[str]) -> str | None:
    pairs = [pair.split("-") for pair in re.sub(r"\([0-9]{1,2}\)", "", match[0]).split(", ")]
    if all(int(one) <= int(other) for one, other in pairs):
        return None
    return re.sub(r"\(?([0-9]{1,2})\)?", lambda digits: number(digits[1]), match[0].replace("-", " "))


def _bowling(match: re.Match[str]) -> str | None:
    """The wickets that a bowler took, and the runs that he gave away: बुमराह 4/25."""
    is_cricket = _CRICKET.search(before(match)[-50:]) or _CRICKET.search(after(match)[:50])
    return f"{number(match[2])} रन देकर {number(match[1])} विकेट" if is_cricket else None


def _not_out(match: re.Match[str]) -> str | None:
    """The runs of a batsman who is still in: 101*."""
    is_cricket = _CRICKET.search(before(match)[-50:]) or _CRICKET.search(after(match)[:50])
    if not is_cricket:
        return None
    is_said = "नाबाद" in before(match)[-20:] + after(match)[:20]
    return number(match[1]) if is_said else f"{number(match[1])} नाबाद"


_TEAMS = {
    "IND": "भारत", "AUS": "ऑस्ट्रेलिया", "ENG": "इंग्लैंड", "PAK": "पाकिस्तान", "SA": "दक्षिण अफ़्रीका", "NZ": "न्यूज़ीलैंड",
    "SL": "श्रीलंका", "BAN": "बांग्लादेश", "WI": "वेस्टइंडीज़", "AFG": "अफ़ग़ानिस्तान", "ZIM": "ज़िम्बाब्वे", "IRE": "आयरलैंड",
    "NED": "नीदरलैंड", "NEP": "नेपाल", "USA": "अमेरिका", "UAE": "यू ए ई",
}  # fmt: skip
_TEAM = "|".join(_TEAMS)


def team_rules() -> tuple[Rule, ...]:
    """Two countries that play: IND vs AUS."""
    return of_kind(
        "abbreviations",
        rule(
            rf"(?<![A-Za-z0-9])({_TEAM}) (?:vs?\.?|Vs\.?|VS|v/s) ({_TEAM})(?![A-Za-z0-9])",
            lambda match: f"{_TEAMS[match[1]]} बनाम {_TEAMS[match[2]]}",
            name="match",
        ),
    )


def _cricket(match: re.Match[str]) -> str | None:
    if int(match[1]) < 20 or not (_CRICKET.search(before(match)[-50:]) or _CRICKET.search(after(match)[:50])):
        return None
    if match[2] == "0":
        return f"बिना विकेट खोए {number(match[1])}"
    return f"{number(match[2])} विकेट पर {number(match[1])}"
