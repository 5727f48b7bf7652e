"""Japanese dates, eras, weekdays and clock times -> words with digits."""

from __future__ import annotations

import re

from koe.text.normalize.japanese.numbers import DASH, START, STOP, plain, spelled
from koe.text.normalize.rule import Rule, after, before, of_digits, of_kind, rule
from koe.text.normalize.slashed_dates import is_hardly_a_fraction

_ERAS = {"R": "令和", "H": "平成", "S": "昭和", "T": "大正", "M": "明治"}
_YEAR = r"(?P<year>[12][0-9]{3})"
_MONTH = r"(?P<month>0?[1-9]|1[0-2])"
_DAY = r"(?P<day>0?[1-9]|[12][0-9]|3[01])"
_DAYS = "月火水木金土日"
_SEPARATED = rf"{_YEAR}(?P<separator>[-/.]){_MONTH}(?P=separator){_DAY}"
_CLOCK = r"(?P<hour>[0-2]?[0-9])[:：](?P<minute>[0-5][0-9])(?:[:：](?P<second>[0-5][0-9]))?"
_MERIDIEM = r"(?:[AaPp][Mm](?![A-Za-z])|[ap]\.m\.?)"

_DAY_AND_MONTH = r"(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12][0-9]|3[01])(?![0-9/])"
_DATE_AFTER = re.compile(
    rf" ?[(（](?:[{_DAYS}]|祝)|{DASH}{_DAY_AND_MONTH}|[、・,，] ?{_DAY_AND_MONTH}|(?:まで|から|より|以降|以前|付"
    rf"|発売|開催|締切|〆切|必着|公開|当日|時点|現在|[〜～~])"
)
_DATE_BEFORE = re.compile(
    rf"(?:締切|締め切り|〆切|期限|日程|日時|日付|開催日?|発売日?|本日|明日|昨日|今日|翌日|来週|今週|先週|期間)(?:は"
    rf"|の|日|[:： ]){{0,3}}\Z|{_DAY_AND_MONTH}(?:[(（].{{1,4}}[)）])?(?:[、・,，]|{DASH})\Z"
)
_IS_DATE = re.compile(r"(?:[0-9] ?日|[0-9]{1,4}[-/.][0-9]{1,2}(?:[-/.][0-9]{1,2})?)\Z")
_PART_AFTER = re.compile(r" ?(?:スケール|カップ|個|本|秒|サイズ|以上|以下|の確率|の大きさ|丁|束|株)")
_LASTS = re.compile(r"(?:マラソン|タイム|記録|所要時間|再生時間|完走|ゴール)(?:は|が|で|の|[:： ]){0,2}\Z")
_RATIO_AFTER = re.compile(r" ?(?:で(?:勝|敗|下|引|負|快|競|逆|大)|の(?:比|割合|スコア|配合))")
_RATIO_BEFORE = re.compile(r"(?:比率?|割合|スコア|配合|縮尺|アスペクト比)(?:は|が|を|の|[:： ]){0,2}\Z")


def rules() -> tuple[Rule, ...]:
    return (
        *of_kind("dates", *of_digits(*_date_rules()), *_weekday_rules()),
        *of_kind("times", *of_digits(*_time_rules())),
    )


def _weekday_rules() -> tuple[Rule, ...]:
    return (
        rule(
            rf"(?<![0-9一-鿿々])(?P<first>[{_DAYS}])(?P<long>曜日?)?{DASH}(?P<last>[{_DAYS}])(?:曜日?)?"
            rf"(?![0-9一-鿿々ぁ-ん])|(?<![0-9一-鿿々])(?P<from>[月火水])[〜～](?P<until>[金土日])(?=[がはにのもと])",
            _weekdays,
            name="weekdays",
        ),
        rule(
            rf"(?<![0-9一-鿿々ぁ-んァ-ヶー])[{_DAYS}](?:[・/／、][{_DAYS}]){{1,5}}(?=[はにのもと、。)）\s]|\Z)",
            lambda match: (
                re.sub(f"[{_DAYS}]", lambda day: f"{day[0]}曜", match[0]).replace("/", "、").replace("／", "、")
            ),
            name="weekdays",
        ),
        rule(
            rf"(?<![0-9一-鿿々ぁ-んァ-ヶー])(?!土日(?:午|[0-9]))[{_DAYS}]{{2,6}}(?=(?:午前|午後)?[0-9]{{1,2}}[:：時~〜-])",
            lambda match: "、".join(f"{day}曜" for day in match[0]) + "、",
            name="weekdays",
        ),
        # In a timetable: 土 9:00-13:00, 日・祝.
        rule(
            rf"(?<![0-9一-鿿々ぁ-んァ-ヶー])(?P<day>[{_DAYS}])(?=[ :：]{{1,2}}[0-9]{{1,2}}[:：時])",
            lambda match: f"{match['day']}曜",
            name="weekday",
        ),
        rule(
            r"(?<![0-9一-鿿々ぁ-ん])(?P<day>[土日])(?P<mark>[・、/／])祝日?(?=[休除定は、。）)\s]|\Z)",
            lambda match: f"{match['day']}曜{match['mark']}祝日",
            name="weekday",
        ),
    )


def _date_rules() -> tuple[Rule, ...]:
    era = rf"(?<![A-Za-z0-9])(?P<era>[{''.join(_ERAS)}])"
    return (
        rule(
            r"(?<=有効期限)(?P<link>[は:： ]{0,2})(?P<month>0[1-9]|1[0-2])/(?P<year>2[0-9]|3[0-9])(?![0-9/])",
            lambda match: f"{match['link']}20{match['year']}年{plain(match['month'])}月",
            name="month",
        ),
        rule(
            rf"{START}{_SEPARATED}T{_CLOCK}(?:Z|\+0?9(?::?00)?)?{STOP}",
            lambda match: _date(match) + _clock(match),
            name="date and time",
        ),
        rule(rf"{START}{_SEPARATED}{STOP}", _date, name="date"),
        rule(
            rf"{START}(?P<year>(?:19|20)[0-9]{{2}})(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12][0-9]|3[01])"
            rf"(?![0-9A-Za-z円]|[.:：/-][0-9])",
            _date,
            name="date",
        ),
        rule(
            rf"{START}(?P<year>[0-9]{{2}})(?P<separator>[/.]){_MONTH}(?P=separator)(?P<day>0[1-9]|[12][0-9]"
            rf"|3[01]){STOP}",
            _date,
            name="date",
        ),
        rule(
            rf"{era}\.?(?P<year>[0-9]{{1,2}})(?:[./-]|年){_MONTH}(?:[./-]|月){_DAY}日?{STOP}",
            _era_date,
            name="date of an era",
        ),
        rule(
            rf"(?P<era>令和|平成|昭和|大正|明治)(?P<year>[0-9]{{1,2}})[./-]{_MONTH}[./-]{_DAY}{STOP}",
            _era_date,
            name="date of an era",
        ),
        rule(
            rf"(?<![A-Za-z0-9])(?P<era>R(?=[3-9]\.|1[0-9])|H(?=[1-3][0-9])|S(?=[2-6][0-9]))(?P<year>[0-9]{{1,2}})[./]"
            rf"{_MONTH}(?![0-9A-Za-z./%％倍万億円度])",
            lambda match: f"{_era_year(match)}{plain(match['month'])}月",
            name="month of an era",
        ),
        rule(rf"{era}(?P<year>[0-9]{{1,2}})(?:年|(?=年度))", _era_year, name="year of an era"),
        rule(
            r"(?<![A-Za-z0-9])(?P<era>R)(?P<year>[3-9]|1[0-9])(?![0-9A-Za-z.-])|(?<![A-Za-z0-9])H"
            r"(?P<heisei>[12][0-9]|3[01])(?![0-9A-Za-z.-])|(?<![A-Za-z0-9])S(?P<showa>[3-5][0-9]|6[0-4])"
            r"(?![0-9A-Za-z.-])",
            _bare_era,
            name="year of an era",
        ),
        rule(
            rf"{START}(?:{_YEAR}|(?P<short>[0-9]{{1,2}})) ?年 ?{_MONTH} ?月(?: ?{_DAY} ?日)?", _full_date, name="date"
        ),
        rule(
            rf"{START}{_MONTH} ?月 ?{_DAY}{DASH}(?P<last>[12]?[0-9]|3[01]) ?日(?!間)",
            lambda match: f"{plain(match['month'])}月{plain(match['day'])}日から{plain(match['last'])}日",
            name="days",
        ),
        rule(
            rf"{START}{_MONTH} ?月 ?{_DAY} ?日",
            lambda match: f"{plain(match['month'])}月{plain(match['day'])}日",
            name="date",
        ),
        rule(
            rf"{START}(?P<first>[1-9]|1[0-2]){DASH}(?P<last>[1-9]|1[0-2])月(?=期|分|号|中|に|の|は|まで|、|。|[)）\s]|\Z)",
            lambda match: f"{match['first']}月から{match['last']}月",
            name="months",
        ),
        rule(rf"{START}0(?P<digit>[1-9])(?=[月日])", lambda match: match["digit"], name="date"),
        rule(
            rf"{START}(?P<year>20[0-9]{{2}})\.(?P<month>0[1-9]|1[0-2])(?![0-9A-Za-z万億円%％]|[.:：/-][0-9])",
            lambda match: f"{match['year']}年{plain(match['month'])}月",
            name="month",
        ),
        rule(
            rf"{START}{_YEAR}(?:/|-(?=[01][0-9])){_MONTH}(?=月号|(?![年0-9A-Za-z]|[.:：/-][0-9]))",
            lambda match: f"{match['year']}年{plain(match['month'])}月",
            name="month",
        ),
        rule(
            rf"(?:(?<=[)）][〜～~・、,-])|(?<=[)）] [〜～~-] )|(?<=日[〜～~]))"
            rf"(?P<day>3[01]|[12]?[0-9])日?[(（](?P<name>[{_DAYS}])[)）]",
            lambda match: f"{match['day']}日{match['name']}曜日",
            name="day",
        ),
        rule(
            rf"[(（](?P<day>[{_DAYS}])(?:[・/／、](?P<holiday>祝)日?)?[)）]|[(（](?P<only>祝)日?[)）]",
            _weekday,
            name="weekday",
        ),
        rule(
            rf"(?<![0-9A-Za-z)）日%])[〜～~] ?{_MONTH}/{_DAY}{STOP}",
            lambda match: (
                f"{plain(match['month'])}月{plain(match['day'])}日"
                + ("" if after(match).startswith("まで") else "まで")
            ),
            name="last day",
        ),
        rule(rf"{START}(?P<year>20[0-9]{{2}})\.(?P<month>1[0-2]|[1-9])(?![0-9.A-Za-z])", _month_of_range, name="month"),
        rule(rf"{START}{_MONTH}/{_DAY}{DASH}(?P<last>[0-9]{{1,2}})(?![0-9/:：.日]|[%％])", _days, name="days"),
        rule(rf"{START}(?P<month>0?[1-9]|1[0-2])/(?P<day>0?[1-9]|[12][0-9]|3[01]){STOP}", _slashed, name="date"),
        rule(
            r"(?<![A-Za-z0-9])FY ?'?(?P<year>[0-9]{4}|[0-9]{2})(?![0-9A-Za-z])",
            lambda match: f"{match['year']}年度",
            name="fiscal year",
        ),
        rule(
            r"(?<![A-Za-z0-9])(?:Q(?P<quarter>[1-4])|(?P<quarter_first>[1-4])Q)(?![0-9A-Za-z])",
            lambda match: f"第{match['quarter'] or match['quarter_first']}四半期",
            name="quarter",
        ),
        rule(
            r"(?<![0-9])(?P<year>1[89][0-9]{2}|20[0-9]{2})[(（](?P<era>明治|大正|昭和|平成|令和)(?P<of>[0-9]{1,2}|元)[)）]年",
            lambda match: f"{match['year']}年、{match['era']}{match['of']}年",
            name="year",
        ),
        rule(r"(?<![A-Za-z0-9])BC ?(?=[0-9]{1,4}年)", lambda _: "紀元前", name="year"),
        rule(r"(?<![A-Za-z0-9])AD ?(?=[0-9]{1,4}年)", lambda _: "西暦", name="year"),
        rule(
            r"(?<![A-Za-z0-9])'(?P<first>[0-9]{2})[〜～~–-] ?'?(?P<last>[0-9]{2})(?![0-9])年?",
            lambda match: f"{_short_year(match['first'])}年から{_short_year(match['last'])}年",
            name="years",
        ),
        rule(r"(?<![A-Za-z0-9])'(?=[0-9]{2}年)", lambda _: "", name="year"),
        rule(r"(?<=[0-9日])生(?=[、。)）\s]|\Z)", lambda _: "生まれ", name="date of birth"),
        # A year as that in which something happens so often, or which a rate is for.
        rule(r"(?<![0-9一-鿿々のた])年(?=約?[0-9.,]{1,9} ?(?:[%％]|回(?!目)|万?円))", lambda _: "ねん", name="rate"),
        rule(r"(?<![0-9.])9\.11(?=テロ|同時|事件)", lambda _: "キューイチイチ", name="day of an event"),
    )


def _time_rules() -> tuple[Rule, ...]:
    return (
        rule(
            rf"{START}(?P<minutes>[0-9]{{1,2}})[:：](?P<seconds>[0-5][0-9])\.(?P<rest>[0-9]{{1,3}}){STOP}",
            lambda match: f"{plain(match['minutes'])}分{plain(match['seconds'])}秒{match['rest']}",
            name="duration",
        ),
        rule(
            rf"(?<![0-9A-Za-z])(?<![0-9][.,:：])(?:(?P<before>[AaPp][Mm]) ?)?{_CLOCK}(?: ?"
            rf"(?P<after>{_MERIDIEM}))?(?![0-9A-Za-z]|[.:：][0-9])",
            _time,
            name="clock time",
        ),
        rule(rf"{START}(?P<hour>1[0-2]|[1-9]) ?(?P<after>{_MERIDIEM})", _time, name="clock time"),
        rule(
            r"(?<![A-Za-z])(?P<half>[AaPp])[Mm] ?(?=[0-9]{1,2}時(?!間))",
            lambda match: "午前" if match["half"] in "Aa" else "午後",
            name="clock time",
        ),
        rule(
            rf"{START}(?P<minutes>[0-9]{{1,3}})[′'](?P<seconds>[0-5][0-9])(?:[″\"”]|'')(?P<rest>[0-9]{{1,3}})?",
            lambda match: f"{plain(match['minutes'])}分{plain(match['seconds'])}秒{match['rest'] or ''}",
            name="duration",
        ),
        rule(r"(?<=[0-9]時)00分(?![間0-9])", lambda _: "", name="clock time"),
        rule(
            r"(?:(?<=時)|(?<=時間))0(?P<digit>[0-9])(?=分)|(?<=分)0(?P<second>[0-9])(?=秒)",
            lambda match: match["digit"] or match["second"],
            name="clock time",
        ),
        rule(
            r"(?:(?<=[0-9][時分])|(?<=[:：][0-5][0-9])|(?<=[:：][0-5][0-9] ))着(?=[のはをに、。()（）/・予でだ\s]|\Z)",
            lambda _: "チャク",
            name="arrival",
        ),
        rule(
            r"(?:(?<=曜)|(?<=[0-9]日)|(?<=[\s(（・、]))(?P<half>[前後])(?=[0-9]{1,2}[:：][0-5][0-9])",
            lambda match: f"午{match['half']}",
            name="clock time",
        ),
        rule(r"(?<![A-Za-z])L\.?O\.? ?(?=[0-9])", lambda _: "ラストオーダー", name="last order"),
    )


def _date(match: re.Match[str]) -> str:
    return f"{match['year']}年{plain(match['month'])}月{plain(match['day'])}日"


def _era_date(match: re.Match[str]) -> str:
    era = _ERAS.get(match["era"], match["era"])
    return f"{era}{_year_of_era(match['year'])}年{plain(match['month'])}月{plain(match['day'])}日"


def _era_year(match: re.Match[str]) -> str:
    return f"{_ERAS[match['era']]}{_year_of_era(match['year'])}年"


def _year_of_era(digits: str) -> str:
    return "元" if int(digits) == 1 else plain(digits)


def _bare_era(match: re.Match[str]) -> str | None:
    if not re.match(r"[年度の生、。)）\s〜～-]|\Z", after(match)):
        return None
    if match[0] in ("R15", "R18") and not re.match("[年度]", after(match)):  # the age for a film
        return None
    year = match["year"] or match["heisei"] or match["showa"]
    return f"{_ERAS[match[0][0]]}{year}年"


def _full_date(match: re.Match[str]) -> str:
    year = match["year"] or plain(match["short"])
    day = f"{plain(match['day'])}日" if match["day"] else ""
    return f"{year}年{plain(match['month'])}月{day}"


def _weekday(match: re.Match[str]) -> str | None:
    if not _IS_DATE.search(before(match)[-12:]):
        return None
    holiday = "祝日" if match["holiday"] or match["only"] else ""
    if match["only"]:
        return holiday
    return f"{match['day']}曜日" + (f"、{holiday}" if holiday else "")


def _weekdays(match: re.Match[str]) -> str:
    if match["from"]:
        return f"{match['from']}曜から{match['until']}曜"
    name = match["long"] or "曜"
    return f"{match['first']}{name}から{match['last']}{name}"


def _short_year(digits: str) -> str:
    return spelled(digits) if digits[0] == "0" else digits


def _month_of_range(match: re.Match[str]) -> str | None:
    is_end = re.match(r" ?[〜～~]", after(match)) or re.search(r"[0-9] ?[〜～~] ?\Z", before(match)[-3:])
    return f"{match['year']}年{match['month']}月" if is_end else None


def _days(match: re.Match[str]) -> str | None:
    first, last = int(match["day"]), int(match["last"])
    return f"{plain(match['month'])}月{first}日から{last}日" if first < last <= 31 else None


def _slashed(match: re.Match[str]) -> str | None:
    month, day = match["month"], match["day"]
    is_dated = (
        "0" in (month[0], day[0])
        or _DATE_BEFORE.search(before(match)[-20:])
        or _DATE_AFTER.match(after(match))
        or (not before(match) and after(match).startswith("、"))
        or (int(month) > int(day) and not re.search(r"[=＝+×÷約]\Z", before(match)[-1:]))
        or (is_hardly_a_fraction(int(day)) and not _PART_AFTER.match(after(match)))
    )
    return f"{plain(month)}月{plain(day)}日" if is_dated else None


def _clock(match: re.Match[str]) -> str:
    minute, second = match["minute"], match["second"]
    minutes = f"{plain(minute)}分" if int(minute) or second else ""
    return f"{plain(match['hour'])}時{minutes}" + (f"{plain(second)}秒" if second else "")


def _time(match: re.Match[str]) -> str | None:
    groups = match.groupdict()
    meridiem = (groups.get("before") or groups["after"] or "").replace(".", "").lower()
    may_be_ratio = not meridiem and groups.get("minute", "0")[0] != "0"
    if may_be_ratio and (_RATIO_AFTER.match(after(match)) or _RATIO_BEFORE.search(before(match)[-10:])):
        return None
    if groups.get("second") and _LASTS.search(before(match)[-8:]):
        return f"{plain(match['hour'])}時間{plain(match['minute'])}分{plain(match['second'])}秒"
    words = _clock(match) if "minute" in groups else f"{plain(match['hour'])}時"
    return {"am": "午前", "pm": "午後"}.get(meridiem, "") + words
