"""Mandarin dates, years and weekdays -> words."""

from __future__ import annotations

import re

from koe.text.normalize.mandarin.numbers import DASH, START, STOP, cardinal, plain, spelled
from koe.text.normalize.mandarin.times import CLOCK, clock
from koe.text.normalize.rule import Rule, after, before, of_digits, of_kind, rule
from koe.text.normalize.slashed_dates import is_hardly_a_fraction

_YEAR = r"(?P<year>[12][0-9]{3})"
_MONTH = r"(?P<month>0?[1-9]|1[0-2])"
_DAY = r"(?P<day>0?[1-9]|[12][0-9]|3[01])"
_SEPARATED = rf"{_YEAR}(?P<separator>[-/.])(?:{_MONTH})(?P=separator){_DAY}"
_ENGLISH_MONTHS = {
    name: month
    for month, names in enumerate(
        [
            "January Jan",
            "February Feb",
            "March Mar",
            "April Apr",
            "May",
            "June Jun",
            "July Jul",
            "August Aug",
            "September Sept Sep",
            "October Oct",
            "November Nov",
            "December Dec",
        ],
        start=1,
    )
    for name in names.split()
}
_NAMED_MONTH = rf"(?P<name>{'|'.join(_ENGLISH_MONTHS)})\.?"

_DURATION_AFTER = re.compile(r" ?年(?:前|后|後|来|來|间|間|以|多|余|的?(?:历史|歷史|时间|光阴|寿命|经验|老|期))")
_EVENT_YEAR = (
    r"(?= ?(?:届|款|版(?!本)|赛季|学年|财年|年度|级(?!地)|世界杯|欧洲杯|亚洲杯|奥运|冬奥|亚运|春晚|春夏|秋冬|春节"
    r"|国庆|跨年|高考|考研|全国|中国|北京|上海|巴黎|东京|杭州|成都|世博|财报|年报"
    r"|[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]年))"
)
_TWO_DIGIT_YEAR = re.compile(
    r" ?年(?: ?[0-9]{1,2} ?月|出生|生(?!产)|毕业|入学|入职|年?初|年?底|年?末|春|夏|秋|冬|奥运|世界杯)"
)
_DATE_BEFORE = re.compile(
    r"(?:[今明昨后前]天 ?[(（]?|(?<=[0-9日号]) ?[至到]|限|截至)\Z|(?:日期|发布|更新|截止|截至|截止到|时间|日程|定于"
    r"|周[一二三四五六日]|星期[一二三四五六日])[:： 为是]{0,3}\Z"
)
_DATE_AFTER = re.compile(
    r" ?[0-9]{1,2}[:：][0-9]{2}| ?[（(]?(?:上午|下午|晚上|早上|凌晨|放假|开会|出发|到期)"
    r"| ?[(（](?:周|週|星期|礼拜)?[一二三四五六日天][)）]|(?:前|之前)(?:提交|完成|截止)| ?截止|.{0,3}节"
)
_IS_DATE = re.compile(r"(?:[0-9] ?月 ?[0-9]{1,2} ?[日号號]?|[0-9]{1,4}[-/.][0-9]{1,2}(?:[-/.][0-9]{1,2})?)\Z")


def rules() -> tuple[Rule, ...]:
    return of_kind("dates", *of_digits(*_date_rules()), *_dates_in_characters())


def _dates_in_characters() -> tuple[Rule, ...]:
    return (
        rule(
            rf"((?:周|週|星期|礼拜)[一二三四五六日天]){DASH}((?:周|週|星期|礼拜)?[一二三四五六日天])"
            rf"(?![一二三四五六七八九十])",
            lambda match: f"{match[1]}到{match[2]}",
            name="weekdays",
        ),
        rule(
            rf"(?<=[年月][底初末中]){DASH}(?=[0-9]{{1,4}}[年月]|[一二三四五六七八九十]{{1,2}}月|年[底末])",
            lambda _: "到",
            name="range",
        ),
        rule(rf"(?<=[上中下]旬){DASH}(?=[0-9]{{1,2}}月|[中下]旬)", lambda _: "到", name="range"),
        rule(r"(?<=[一二三四五六七八九])[·•‧・](?=[一二三四五六七八九])", lambda _: "", name="day of an event"),
    )


def _date_rules() -> tuple[Rule, ...]:
    return (
        rule(
            rf"{START}{_YEAR}\.{_MONTH}\.{_DAY}{DASH}(?P<last_month>1[0-2]|0?[1-9])\.(?P<last>[12][0-9]|3[01]|0?[1-9]){STOP}",
            lambda match: f"{_date(match)}到{plain(match['last_month'])}月{plain(match['last'])}日",
            name="days",
        ),
        rule(
            rf"{START}{_SEPARATED}[T ]{CLOCK}(?:Z|\+0?8(?::?00)?)?{STOP}",
            _moment,
            name="date and time",
        ),
        rule(rf"{START}{_SEPARATED}{STOP}", _date, name="date"),
        rule(
            rf"{START}(?P<first>[0-9]{{1,2}})(?P<separator>[/.-])(?P<second>[0-9]{{1,2}})(?P=separator){_YEAR}{STOP}",
            _year_last,
            name="date",
        ),
        rule(
            rf"{START}(?P<year>(?:19|20)[0-9]{{2}})(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12][0-9]|3[01])"
            rf"(?![0-9A-Za-z]|[.:：/-][0-9])",
            _date,
            name="date",
        ),
        rule(rf"{START}{_NAMED_MONTH} {_DAY}(?:st|nd|rd|th)?(?:,? {_YEAR})?{STOP}", _named_month, name="date"),
        rule(rf"{START}{_DAY}(?:st|nd|rd|th)? {_NAMED_MONTH},? {_YEAR}{STOP}", _named_month, name="date"),
        rule(
            rf"{START}(?:{_YEAR}|(?P<short>[0-9]{{2}})) ?年 ?{_MONTH} ?月(?: ?{_DAY} ?(?P<sign>[日号號]))?",
            _full_date,
            name="date",
        ),
        rule(
            rf"{START}{_MONTH} ?月 ?{_DAY}(?: ?(?P<sign>[日号號])|(?=[晚早当前后上下凌的，。、,)）]|\Z))",
            _day_of_month,
            name="date",
        ),
        rule(rf"{START}{_MONTH} ?月", lambda match: f"{plain(match['month'])}月", name="month"),
        rule(
            rf"(?<=[号號][-–—~～]){_DAY}(?P<sign>[号號])", lambda match: plain(match["day"]) + match["sign"], name="day"
        ),
        rule(rf"{START}{_DAY} ?(?P<sign>日(?!元|圆|币))", lambda match: f"{plain(match['day'])}日", name="day"),
        rule(r"[(（]([一二三四五六日])[)）]", _weekday, name="weekday"),
        rule(
            r"(?<=[〔(（【])(?P<year>(?:19|20)[0-9]{2})(?=[〕)）】])", lambda match: spelled(match["year"]), name="year"
        ),
        rule(rf"{START}{_YEAR}年?H(?P<half>[12]){STOP}", _half_year, name="half-year"),
        rule(
            r"(?<![0-9A-Za-z])(?P<decade>(?:1[89]|20)[0-9]0)s(?![A-Za-z])",
            lambda match: f"{spelled(match['decade'])}年代",
            name="decade",
        ),
        rule(
            rf"{START}(?P<year>(?:19|20)[0-9]{{2}})\.(?P<month>0[1-9]|1[0-2])(?![0-9A-Za-z万亿元%％米吨点]"
            rf"|[.:：/-][0-9])",
            _month,
            name="month",
        ),
        rule(rf"{START}(?P<year>20[0-9]{{2}})\.(?P<month>1[0-2]|[1-9])(?![0-9.A-Za-z])", _month_of_range, name="month"),
        rule(
            r"(?<=月)(?P<first>[0-9]{1,2})/(?P<last>[0-9]{1,2})(?=[日号])",
            lambda match: f"{plain(match['first'])}、{plain(match['last'])}",
            name="days",
        ),
        rule(
            rf"{START}(?P<year>2[0-9])\.(?P<month>0[1-9]|1[0-2])\.(?P<day>0[1-9]|[12][0-9]|3[01]){STOP}",
            _date,
            name="date",
        ),
        rule(
            rf"{START}(?P<short>2[0-9])[Qq](?P<quarter>[1-4]){STOP}",
            lambda match: f"{spelled(match['short'])}年第{cardinal(match['quarter'])}季度",
            name="quarter",
        ),
        rule(
            r"(?<![A-Za-z0-9])FY ?'?(?P<year>20[0-9]{2}|[0-9]{2})(?![0-9A-Za-z])",
            lambda match: f"{spelled(match['year'])}财年",
            name="business year",
        ),
        rule(rf"{START}(?:{_YEAR}年?)?[Qq](?P<quarter>[1-4]){STOP}", _quarter, name="quarter"),
        rule(rf"{START}{_YEAR}(?:[/]|-(?=[01][0-9])){_MONTH}(?![年0-9A-Za-z]|[.:：/-][0-9])", _month, name="month"),
        rule(
            rf"{START}(1[0-9]{{3}}|20[0-9]{{2}})(?:{DASH}|(?P<joint>[至到]))(1[0-9]{{3}}|20[0-9]{{2}})"
            rf"(?![0-9A-Za-z万亿元人个米吨公千户家名]|[.,:：/-][0-9])",
            _years,
            name="years",
        ),
        rule(
            rf"{START}{_YEAR}(?:{DASH}|/(?=[0-9]{{2}}(?:学年|赛季|财年|年度)))(?P<short>[0-9]{{2}})(?=年|学年|赛季|财年)",
            lambda match: f"{spelled(match['year'])}到{spelled(match['short'])}",
            name="years",
        ),
        rule(
            rf"(?<=[(（])(?P<first>[0-9]{{3}})(?P<sign>年)?{DASH}(?P<last>[0-9]{{3}})(?=年?[)）])",
            lambda match: f"{spelled(match['first'])}{match['sign'] or ''}到{spelled(match['last'])}",
            name="years",
        ),
        rule(r"(?<=[(（])[0-9]{3}(?=年[)）])", lambda match: spelled(match[0]), name="year"),
        rule(r"(?<=公元前)[0-9]{2,4}(?![0-9.年])", lambda match: spelled(match[0]), name="year"),
        rule(r"(?<=[0-9年]) ?[-–—~－]{1,2} ?(?=公元|前[0-9])", lambda _: "到", name="years"),
        rule(rf"(?<=[(（]){_YEAR}{DASH}(?=[)）])", lambda match: f"{spelled(match['year'])}至今", name="years"),
        rule(rf"{START}{_YEAR}(?:(?P<rest> ?年)|(?![0-9A-Za-z]|[.,:：/-][0-9]))", _year, name="year"),
        rule(
            rf"(?<=前|元){START}(?P<year>[1-9][0-9]{{2,3}}) ?(?=年(?!前|后|来))",
            _early_year,
            name="year",
        ),
        rule(
            r"(?<=[;；,，。])[1-9][0-9]{2}(?=年[\u4e00-\u9fff]{1,4}[亡灭建立称即卒])",
            lambda match: spelled(match[0]),
            name="year",
        ),
        rule(
            r"(?<![0-9A-Za-z])'([0-9]{2})(?=[年届级款春夏秋冬]|赛季)",
            lambda match: spelled(match[1]),
            name="year",
        ),
        rule(rf"{START}([0-9]{{2}})(?= ?年(?!代))", _short_year, name="year"),
        rule(
            rf"{START}([0-9])0(?=年代)",
            lambda match: "零零" if match[1] == "0" else f"{plain(match[1] + '0')}",
            name="decade",
        ),
        rule(
            r"(?<![0-9])(?<![0-9][:：])([05-9][05]|1[05])(?=(?:[、/和与及至到~～-]{1,2}(?:[05-9][05]|1[05])){0,3}(?:后|後)(?![天年面来置]))",
            lambda match: spelled(match[1]),
            name="generation",
        ),
        rule(rf"{START}(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]){STOP}", _hyphenated, name="date"),
        rule(
            rf"{START}{_MONTH}/{_DAY}(?:{DASH}|(?P<joint>[至到]))"
            rf"(?P<last_month>0?[1-9]|1[0-2])/(?P<last_day>0?[1-9]|[12][0-9]|3[01]){STOP}",
            _days,
            name="days",
        ),
        rule(rf"{START}(0?[1-9]|1[0-2])/(0?[1-9]|[12][0-9]|3[01]){STOP}", _slashed, name="date"),
        rule(
            rf"{START}([0-9]{{1,2}})[·•‧・]([0-9]{{1,2}}){STOP}",
            _event,
            name="day of an event",
        ),
        rule(
            rf"{START}([0-9]{{1,2}})\.([0-9]{{1,2}})(?=[”)）]?(?:购物|大促|狂欢|长假|事件|晚会|儿童节|劳动节|国庆|妇女节|青年节|建军节|大地震"
            rf"|地震|惨案|黄金周|维权|假期|小长假|放假|元旦|阅兵|公祭))",
            _event,
            name="day of an event",
        ),
        rule(
            r"(?:(?<=[期节假][(（])|(?<![0-9A-Za-z.(（]))(?P<month>1[0-2]|[1-9])\.(?P<day>[12][0-9]|3[01]|[1-9])[-–~～]"
            r"(?P<last_month>1[0-2]|[1-9])\.(?P<last>[12][0-9]|3[01]|[1-9])(?=[)）]|期间|活动|大促|下单|有效)",
            lambda match: (
                f"{plain(match['month'])}月{plain(match['day'])}日到{plain(match['last_month'])}月{plain(match['last'])}日"
            ),
            name="days",
        ),
        rule(
            r"(?<=[天日期会][(（])(?P<month>1[0-2]|[1-9])\.(?P<day>[12][0-9]|3[01]|[1-9])(?=[)）])",
            lambda match: f"{plain(match['month'])}月{plain(match['day'])}日",
            name="date",
        ),
        rule(
            rf"{START}(?:618(?=大促|购物|活动|电商|年中|狂欢|期间|预售|当天)|315(?=晚会|消费|维权)|520(?=表白|情人"
            rf"|当天|快乐|礼物))",
            lambda match: spelled(match[0]),
            name="day of an event",
        ),
    )


def _date(match: re.Match[str]) -> str:
    return f"{spelled(match['year'])}年{plain(match['month'])}月{plain(match['day'])}日"


def _moment(match: re.Match[str]) -> str:
    gap = " " if match[0][len(match["year"]) :].count(" ") else ""
    return f"{_date(match)}{gap}{clock(match)}"


def _year_last(match: re.Match[str]) -> str | None:
    first, second = int(match["first"]), int(match["second"])
    month, day = (second, first) if first > 12 else (first, second)
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{spelled(match['year'])}年{cardinal(str(month))}月{cardinal(str(day))}日"


def _named_month(match: re.Match[str]) -> str:
    year = f"{spelled(match['year'])}年" if match["year"] else ""
    return f"{year}{cardinal(str(_ENGLISH_MONTHS[match['name']]))}月{plain(match['day'])}日"


def _full_date(match: re.Match[str]) -> str:
    day = f"{plain(match['day'])}{match['sign']}" if match["day"] else ""
    return f"{spelled(match['year'] or match['short'])}年{plain(match['month'])}月{day}"


def _day_of_month(match: re.Match[str]) -> str:
    return f"{plain(match['month'])}月{plain(match['day'])}{match['sign'] or ''}"


def _weekday(match: re.Match[str]) -> str | None:
    return f"星期{match[1]}" if _IS_DATE.search(before(match)[-12:]) else None


def _event(match: re.Match[str]) -> str:
    """A day that an event is named for: 九一一; but the first of October is 十一."""
    day = match[1], match[2]
    return _NAMED_DAYS.get(day) or spelled(match[1] + match[2])


_NAMED_DAYS = {("10", "1"): "十一", ("11", "11"): "双十一", ("12", "12"): "双十二"}


def _half_year(match: re.Match[str]) -> str:
    return f"{spelled(match['year'])}年{'上' if match['half'] == '1' else '下'}半年"


def _quarter(match: re.Match[str]) -> str:
    year = f"{spelled(match['year'])}年" if match["year"] else ""
    return f"{year}第{cardinal(match['quarter'])}季度"


def _month(match: re.Match[str]) -> str:
    return f"{spelled(match['year'])}年{plain(match['month'])}月"


def _month_of_range(match: re.Match[str]) -> str | None:
    is_end = re.match(rf"{DASH}(?:20[0-9]{{2}}\.|至今)", after(match)) or re.search(
        rf"20[0-9]{{2}}\.[0-9]{{1,2}}{DASH}\Z", before(match)[-12:]
    )
    return _month(match) if is_end else None


def _years(match: re.Match[str]) -> str | None:
    return f"{spelled(match[1])}{match['joint'] or '到'}{spelled(match[3])}" if match[1] < match[3] else None


_LASTING = re.compile(r"的?(?:历史|歷史|光阴|寿命|文明)|多|余")
_BY_EVENT = re.compile(_EVENT_YEAR)


def _year(match: re.Match[str]) -> str | None:
    year, sign = match["year"], match["rest"]
    if sign is None:
        return spelled(year) if "1900" <= year <= "2099" and _BY_EVENT.match(after(match)) else None
    return None if _counts_years(year, after(match)) else f"{spelled(year)}年"


def _counts_years(number: str, following: str) -> bool:
    """Whether a number of four digits before 年 is a duration: 3000年前, 1500年历史, but 1978年以来 and 2000年后."""
    if not number.endswith("00"):
        return bool(_LASTING.match(following))
    if number in ("1900", "2000"):
        return bool(_LASTING.match(following) or following[:1] == "前")
    return number.endswith("000") or bool(_DURATION_AFTER.match(f"年{following}"))


def _early_year(match: re.Match[str]) -> str | None:
    return spelled(match["year"]) if re.search(r"(?:[公西]元前?|(?<!年)前)\Z", before(match)[-4:]) else None


def _short_year(match: re.Match[str]) -> str | None:
    """A number of two digits before 年 is a year if it begins with 0, a date follows, or it is hardly a duration."""
    if _TWO_DIGIT_YEAR.match(match.string, match.end()) or match[1][0] == "0":
        return spelled(match[1])
    if re.search(r"(?:民国|光绪|康熙|乾隆|[第近了这约过])\Z", before(match)[-3:]):
        return None
    is_duration = match[1] < "50" or match[1][1] == "0" or _DURATION_AFTER.match(match.string, match.end())
    return None if is_duration else spelled(match[1])


def _hyphenated(match: re.Match[str]) -> str | None:
    is_dated = _DATE_BEFORE.search(before(match)[-12:]) or re.match(r" [0-9]{1,2}[:：][0-9]{2}", after(match))
    return f"{plain(match[1])}月{plain(match[2])}日" if is_dated else None


def _days(match: re.Match[str]) -> str | None:
    """5/1-5/7; but 1/4-1/2 are fractions."""
    first = int(match["month"]), int(match["day"])
    last = int(match["last_month"]), int(match["last_day"])
    are_fractions = first[0] < first[1] and last[0] < last[1] and max(first[1], last[1]) <= 10
    if first >= last or (are_fractions and not _DATE_BEFORE.search(before(match)[-12:])):
        return None
    days = [f"{plain(str(month))}月{plain(str(day))}日" for month, day in (first, last)]
    return (match["joint"] or "到").join(days)


def _slashed(match: re.Match[str]) -> str | None:
    month, day = match[1], match[2]
    is_dated = (
        "0" in (month[0], day[0])
        or _DATE_BEFORE.search(before(match)[-12:])
        or _DATE_AFTER.match(after(match))
        or is_hardly_a_fraction(int(day))
    )
    return f"{plain(month)}月{plain(day)}日" if is_dated else None
