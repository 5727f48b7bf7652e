"""Statistics of players -> words: "6 IP, 9 K, 1 BB", "24/33, 287 yds, 3 TD", "10.3-2-41-3", "112* (98b, 11x4)"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, full_stop, rule, word_before

# What one counts, and several.
_BASEBALL = {
    "IP": ("inning", "innings"), "K": ("strikeout", "strikeouts"), "Ks": ("strikeout", "strikeouts"),
    "SO": ("strikeout", "strikeouts"), "BB": ("walk", "walks"), "H": ("hit", "hits"), "R": ("run", "runs"),
    "ER": ("earned run", "earned runs"), "AB": ("at bat", "at bats"), "SB": ("stolen base", "stolen bases"),
    "RBI": ("R.B.I", "R.B.I"), "RBIs": ("R.B.I", "R.B.I's"), "E": ("error", "errors"), "LOB": ("left on base",) * 2,
    "SV": ("save", "saves"), "PA": ("plate appearance", "plate appearances"),
}  # fmt: skip
_FOOTBALL = {
    "TD": ("touchdown", "touchdowns"), "TDs": ("touchdown", "touchdowns"), "INT": ("interception", "interceptions"),
    "INTs": ("interception", "interceptions"), "yds": ("yard", "yards"), "yd": ("yard", "yards"),
    "rec": ("reception", "receptions"), "car": ("carry", "carries"), "att": ("attempt", "attempts"),
    "FG": ("field goal", "field goals"), "FGs": ("field goal", "field goals"), "FUM": ("fumble", "fumbles"),
    "tgts": ("target", "targets"), "tgt": ("target", "targets"), "comp": ("completion", "completions"),
}  # fmt: skip
_BASEBALL_AROUND = re.compile(
    r"\b(?:IP|ERA|WHIP|RBIs?|innings?|pitches|pitched|strikeouts|home runs?|HRs?|OPS|OBP|[0-9]-for-[0-9]|bullpen|MLB|"
    r"save|Save|[0-9] (?:ER|BB))\b"
)
_FOOTBALL_AROUND = re.compile(
    r"\b(?:yds|yards|TDs?|INTs?|QB|RB|WR|TE|touchdowns?|sacks?|rushing|passing|receiving|NFL|quarterback|receptions)\b"
)
_BASKETBALL_AROUND = re.compile(
    r"\b(?:pts|reb|rebs|ast|asts|points|rebounds|assists|3PT|3P|FT|FG|stl|blk|min|mins|NBA|double-double|"
    r"triple-double)\b"
)
_CRICKET_AROUND = re.compile(
    r"\b(?:stumps|wickets?|wkts?|innings|overs?|ovs?|declared|batting|bowl(?:ed|er|ing|s)?|runs|Test|ODI|T20I?|IPL|"
    r"cricket|"
    r"not out|all out|lbw|maidens?)\b|[0-9]\*|[0-9]{2,3}/[0-9]{1,2}\b|[0-9]{2,3}[-–][0-9] (?:dec|\()"
)
_BOWLING = r"(?P<overs>[0-9]{1,2}(?:\.[1-5])?)-(?P<maidens>[0-9]{1,2})-(?P<runs>[0-9]{1,3})-(?P<wickets>10|[0-9])"
_SHOOTING = re.compile(r"(?<!\w)(?:FG|3PT|3P|3s|FT|shooting|shot|threes|line)[:,]?\s(?:[0-9]{1,2}[/-][0-9]{1,2}\s)?\Z")
_START = r"(?<![\w.,:/$£€#-])"


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def around(match: re.Match[str]) -> str:
        return f"{before(match)} {after(match)}"

    def amount(written: str) -> str:
        whole, _, third = written.partition(" ")
        if third:
            return f"{numerals.cardinal(whole)} and {'a third' if third[0] in '1⅓' else 'two thirds'}"
        return numerals.number(written)

    def baseball(match: re.Match[str]) -> str | None:
        # Another statistic must stand beside a letter that means something else elsewhere.
        computers = re.match(r"\s(?:addr|cam|pack|block|rang|phone|net)", after(match))
        if computers or (match[2] != "IP" and not _BASEBALL_AROUND.search(around(match))):
            return None
        return f"{amount(match[1])} {_BASEBALL[match[2]][match[1] != '1']}"

    def football(match: re.Match[str]) -> str | None:
        others = _FOOTBALL_AROUND.search(around(match))
        if not others and match[2] not in ("TD", "TDs"):
            return None
        return f"{numerals.number(match[1])} {_FOOTBALL[match[2]][match[1] != '1']}{full_stop(match)}"

    def completions(match: re.Match[str]) -> str | None:
        if int(match[1]) > int(match[2]) or not _FOOTBALL_AROUND.search(after(match)[:40]):
            return None
        return f"{numerals.cardinal(match[1])} of {numerals.cardinal(match[2])}"

    def shots(match: re.Match[str]) -> str | None:
        shooting = _SHOOTING.search(before(match)) or re.match(r"\s(?:FG|3PT|3P|FT|3s)\b", after(match))
        if int(match[1]) > int(match[2]) or not shooting:
            return None
        return f"{numerals.cardinal(match[1])} of {numerals.cardinal(match[2])}"

    def line(match: re.Match[str]) -> str | None:
        """What one player did in a game, without the names of the columns."""
        named = word_before(match)[:1].isupper() or word_before(match) in ("with", "for", "of", "a")
        if not named or not (_BASKETBALL_AROUND.search(around(match)) or _FOOTBALL_AROUND.search(around(match))):
            return None
        return ", ".join(numerals.cardinal(part) for part in re.split("[/-]", match[0]))

    def bowling(match: re.Match[str]) -> str | None:
        certain = "." in match["overs"] or _CRICKET_AROUND.search(around(match)) or re.search(_BOWLING, around(match))
        if not certain or not (word_before(match)[:1].isupper() or numerals.british):
            return None
        nothing = "nought" if numerals.british else "zero"
        parts = (match[part] for part in ("overs", "maidens", "runs", "wickets"))
        return ", ".join(nothing if part == "0" else numerals.number(part) for part in parts)

    def boundaries(match: re.Match[str]) -> str | None:
        if not _CRICKET_AROUND.search(before(match)):
            return None
        one, many = ("four", "fours") if match[2] == "4" else ("six", "sixes")
        return f"{numerals.cardinal(match[1])} {one if match[1] == '1' else many}"

    def balls(match: re.Match[str]) -> str | None:
        if not _CRICKET_AROUND.search(f"{before(match)[-24:]} {after(match)[:24]}"):
            return None
        return f"{numerals.cardinal(match[1])} ball{'s' * (match[1] != '1')}"

    def at_bats(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} for {numerals.cardinal(match[2])}"

    third = r"(?:\.[0-2]|\s(?:1/3|2/3)|\s?[⅓⅔])?"
    return (
        rule(
            rf"{_START}([0-9]{{1,3}}{third})\s?({'|'.join(sorted(_BASEBALL, key=len, reverse=True))})(?![\w/&+-])",
            baseball,
            name="statistic",
        ),
        rule(
            rf"{_START}([0-9]{{1,4}})\s({'|'.join(sorted(_FOOTBALL, key=len, reverse=True))})(?![\w/&+-])"
            r"\.?(?=[,;.)\s]|\Z)",
            football,
            name="statistic",
        ),
        rule(
            rf"{_START}([0-9]{{1,2}})[/-]([0-9]{{1,2}})(?=,?\s(?:for\s)?[0-9]{{1,3}}\s(?:yds|yards)\b)",
            completions,
            name="statistic",
        ),
        rule(
            r"(?<![\w.])([0-9])G, ([0-9])A(?!\w)",
            lambda match: (
                f"{numerals.cardinal(match[1])} goal{'s' * (match[1] != '1')}, "
                f"{numerals.cardinal(match[2])} assist{'s' * (match[2] != '1')}"
            ),
            name="statistic",
        ),
        rule(r"(?<=[0-9] )\(SO\)", lambda _: "(shootout)", name="statistic"),
        rule(
            rf"{_START}([0-9]{{1,2}})\sTO(?=[.,;)]|\s?\Z)",
            lambda match: f"{numerals.cardinal(match[1])} turnover{'s' * (match[1] != '1')}",
            name="statistic",
        ),
        rule(rf"{_START}([0-9]{{1,2}})[/-]([0-9]{{1,2}})(?![\w/-])", shots, name="statistic"),
        rule(
            r"(?<=, )([4-7])-([0-9]|1[01])(?=, [12][0-9]{2}(?!\w))",
            lambda match: f"{numerals.cardinal(match[1])} foot {numerals.cardinal(match[2])}",
            name="height",
        ),
        rule(
            r"(?<=[0-9], )(Sr|Jr|So|Fr)(?:\.|(?=,))(?=,)",
            lambda match: {"Sr": "senior", "Jr": "junior", "So": "sophomore", "Fr": "freshman"}[match[1]],
            name="year of a student",
        ),
        rule(
            r"(?<=Rec: )([0-9]{1,2})-([0-9]{1,2})(?:-([0-9]{1,2}))?(?![\w-])"
            r"|(?<=\()([0-9]{1,2})-([0-9]{1,2})(?=\s(?:conf|in conf|overall|home|away)\b)",
            lambda match: " and ".join(numerals.cardinal(part) for part in match.groups() if part),
            name="record",
        ),
        rule(rf"{_START}([0-9])-for-([0-9]{{1,2}})(?!\w)", at_bats, name="statistic"),
        rule(
            r"(?:(?<=passed )|(?<=voted )|(?<=vote )|(?<=approved )|(?<=failed )|(?<=vote: )|(?<=adopted ))"
            r"([0-9]{1,3})[-–]([0-9]{1,3})[-–]([0-9]{1,2})(?![\w-])",
            lambda match: ", ".join(map(numerals.cardinal, match.groups())),
            name="vote",
        ),
        rule(rf"{_START}{_BOWLING}(?![\w-]|\.[0-9])", bowling, name="bowling figures"),
        rule(
            rf"{_START}[0-9]{{1,3}}(?:/[0-9]{{1,2}}){{2,4}}(?![\w/-])|{_START}[0-9]{{1,2}}-[0-9]{{1,3}}-[0-9](?![\w/-])",
            line,
            name="statistic",
        ),
        rule(r"(?<=[\s(,])([0-9]{1,2})\s?[x×]\s?([46])s?(?=[,;)\s])", boundaries, name="cricket score"),
        rule(r"(?<=[\s(])([0-9]{1,3})\s?b(?=[,;)])", balls, name="cricket score"),
    )
