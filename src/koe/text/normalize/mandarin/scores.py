"""Scores of games and ratios in Mandarin -> words: 3:2, 25-23、20-25, 皇马1-3米兰."""

from __future__ import annotations

import re

from koe.text.normalize.mandarin.numbers import COUNTED, START, STOP, number
from koe.text.normalize.rule import Rule, Said, after, before, of_digits, of_kind, rule

_SET = r"[0-9]{1,2}[-–:：][0-9]{1,2}"
_SCORE_AFTER = re.compile(
    r" ?(?:的?比分|[大小险完惨]?[获战取大险完惨]?[胜败]|不敌|击败|逆转|领先|落后|负于|惜败|战平|扳平|逼平|力克|横扫"
    r"|轻取|淘汰|主场|客场)"
)
_COUNTED_AFTER = re.compile(rf" ?(?:{COUNTED}|[A-Za-z%％℃°=＝月日号时级点度页章节万亿])")
_SCORE_BEFORE = re.compile(r"(?:比分|以|[胜败平]|领先|落后|击败|不敌|逆转|横扫)[为是了:： ]{0,2}\Z")


def rules() -> tuple[Rule, ...]:
    side = r"[0-9]{1,6}(?:\.[0-9]{1,3})?"
    found = (
        rule(
            r"(?<=[篇书记音])(?P<chapter>[0-9]{1,3})[:：](?P<first>[0-9]{1,3})(?:[-–](?P<last>[0-9]{1,3}))?(?![0-9])",
            _verses,
            name="verses",
        ),
        rule(rf"{START}({side})[:：∶]({side})(?:[:：∶]({side}))?{STOP}", _ratio, name="ratio"),
        rule(
            r"(?<=[\u4e00-\u9fff]) ?([0-9]{1,3})[-–:：]([0-9]{1,3})(?= ?(?:[A-Z]{2})?[\u4e00-\u9fff])",
            _score_of_teams,
            name="score",
        ),
        rule(rf"{START}([0-9]{{1,3}})[-–]([0-9]{{1,3}}){STOP}", _score, name="score"),
        # The team keeps the score before it in the same sentence.
        rule("(?<=[0-9])AC(?=米兰)", lambda match: Said(match[0], match[0], match[0]), name="team"),
    )
    return of_kind("numbers", *found)


def rules_of_sets() -> tuple[Rule, ...]:
    """Several scores in a row, some of which could be times by themselves."""
    return of_digits(*of_kind("numbers", rule(rf"{START}{_SET}(?:[,，、/] ?{_SET}){{1,6}}{STOP}", _sets, name="score")))


def _sets(match: re.Match[str]) -> str | None:
    """The sets of a match: 25-23, 20-25, 15-12. Ranges and hours would all rise."""
    pairs = [re.split("[-–:：]", pair) for pair in re.findall(_SET, match[0])]
    may_be_times = ":" in match[0] and all(int(one) < 25 and len(other) == 2 and other < "60" for one, other in pairs)
    if may_be_times or all(int(one) < int(other) for one, other in pairs) or _COUNTED_AFTER.match(after(match)):
        return None
    words = re.sub("[-–:：]", "比", match[0])
    return re.sub("[0-9]+", lambda digits: number(digits[0]), words)


def _verses(match: re.Match[str]) -> str | None:
    if not re.search("诗篇|福音|圣经|创世记|出埃及记|罗马书|启示录|以赛亚书|箴言", before(match)[-12:]):
        return None
    last = f"到{number(match['last'])}" if match["last"] else ""
    return f"{number(match['chapter'])}章{number(match['first'])}{last}节"


def _ratio(match: re.Match[str]) -> str:
    return "比".join(number(side) for side in match.groups() if side)


def _score(match: re.Match[str]) -> str | None:
    falls = int(match[1]) >= int(match[2]) and not _COUNTED_AFTER.match(after(match))  # no range does
    is_score = falls or _SCORE_AFTER.match(after(match)) or _SCORE_BEFORE.search(before(match)[-6:])
    return f"{number(match[1])}比{number(match[2])}" if is_score else None


_GAME = re.compile(
    "[联季小决锦]赛|赛[:：]|英超|西甲|意甲|德甲|法甲|中超|欧冠|亚冠|世界杯|亚洲杯|NBA|CBA|女排|男足|国足|足球|篮球|德比|战报"
)


def _score_of_teams(match: re.Match[str]) -> str | None:
    """The score between two names, where the text is about a game."""
    is_counted = re.match(r" ?[月日号级点度页章节万亿岁年人名分]", after(match))
    is_game = _GAME.search(before(match)) and not is_counted
    return f"{number(match[1])}比{number(match[2])}" if is_game else None
