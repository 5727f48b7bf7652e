"""Results as sport pages print them -> words: "Saka 12', 67' pen.", "312-7 dec", "Harmer 5-67", "134*", "(21-15)"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, full_stop, rule, word_after, word_before, words

_MINUTE = r"[0-9]{1,3}(?:\+[0-9]{1,2})?['′](?!\w)"
_HOW = r"(?:\s?\((?:pen|p|og|o\.g)\.?\)|,?\s(?:pens?|og|o\.g)\b\.?)"
_MINUTES = re.compile(rf"([0-9]{{1,3}})(?:\+([0-9]{{1,2}}))?['′]({_HOW})?")
_GOALS = {"p": "penalty", "pen": "penalty", "pens": "penalties", "og": "own goal"}
_SCORE = re.compile(r"(?<![\w.,/-])[0-9]{1,2}\s?[-–]\s?[0-9]{1,2}(?![\w/-]|[.,][0-9])|\b[Gg]oals?\b|\bv\b")
_TIMES = {
    "HT": "half time", "FT": "full time", "AET": "after extra time", "aet": "after extra time",
    "agg": "aggregate", "Att": "attendance",
}  # fmt: skip
_STATISTICS = {
    "reb": "rebound", "rebs": "rebound", "ast": "assist", "asts": "assist", "stl": "steal", "stls": "steal",
    "blk": "block", "blks": "block", "ov": "over", "ovs": "over", "wkt": "wicket", "wkts": "wicket",
    "HR": "home run", "HRs": "home run", "PTS": "point", "REB": "rebound", "AST": "assist", "STL": "steal",
    "BLK": "block",
}  # fmt: skip

_PER_GAME = {"p": "points", "a": "assists", "r": "rebounds", "s": "steals", "b": "blocks"}
_CRICKET = re.compile(
    r"\b(?:stumps|wickets?|wkts?|innings|inns|overs?|ovs?|dec|declared|batting|bowl(?:ed|er|ing|s)?|runs|Test|Ashes|"
    r"ODI|T20I?|IPL|lbw|cricket|not\sout|all\sout|follow-on)\b"
    r"|[0-9]\*|\b[A-Z][a-z]{2,15}\s[0-9]/[1-9][0-9]{1,2}\b|\([0-9]{1,3}b[,)]|(?<![\w.,/-])[1-9][0-9]{2}[-/][0-9](?![\w.,/-])"
)
_NOT_A_PLAYER = words(
    "Ages Age Years Year Grades Grade Pages Page Lines Days Weeks Monday Tuesday Wednesday Thursday Friday Saturday "
    "Sunday Mon Tue Wed Thu Fri Sat Sun January February March April May June July August September October November "
    "December Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec Open Chapters Chapter Verses Levels Level Rooms Units"
)
_NOT_A_TEAM = words("Boeing Airbus Flight Model Route Bus Ford Class Type Series")
_LOST = re.compile(
    r"\b(?:won|win|wins|beat|beats|lost|lose|loses|thrash\w{0,3}|hammer\w{0,3}|defeat\w{0,3}|score|final|result|votes?|voted)\b",
    re.IGNORECASE,
)
_LEADS = words("up ahead down behind winners to victory win on aggregate")
_RECORD_AFTER = re.compile(
    r"\s(?:this (?:season|year)|on the (?:year|season|road)|at home|overall|in (?:the|its|their|conference|division|"
    r"league)|against|vs\.?|all time|since|ATS|record|now)\b"
)
_RECORD_BEFORE = re.compile(
    r"(?:\b[A-Z][\w.]{1,20}\s(?:is|was|sits|stands)|\b(?:are|were|they're|we're|went|go|goes|now|started|sitting))"
    r"(?:\snow|\sat)?\s\Z"
)
_MEASURED_AHEAD = re.compile(r"[^.;]{0,24}['′]\s(?:tall|long|wide|high|deep|by)\b")
_TEAM_BRACKET = re.compile(r"\b[A-Z][A-Za-z0-9]{1,20}\s\(\Z")
_TEAMS_AHEAD = re.compile(
    r"\)?,?\s@\s|\)?,?\s(?:at|vs?|beat|clinch(?:es|ed)?|advances?|tops?|drops?|takes?|improves?|defeat|host|visit|face|lost|fell|play|are|is|won|leads?|trails?|hosts?|visits?|sits?)\b"
)
_BRACKETED_RECORD = re.compile(r"\([0-9]{1,3}[-–][0-9]{1,3}\)")
_PITCHER_AHEAD = re.compile(r",\s[0-9]{1,2}\.[0-9]{2}(?:\sERA)?\)|\)\s?(?:vs?\.?|at|[-–])\s")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def minutes(match: re.Match[str]) -> str | None:
        """The minutes of one player's goals: the unit is said once."""
        marks = _MINUTES.findall(match[0])
        if _MEASURED_AHEAD.match(after(match)):
            return None
        certain = len(marks) > 1 or any(extra or how for _, extra, how in marks)
        if not certain and not (
            (word_before(match)[:1].isupper() and "'" not in word_before(match) and not before(match).endswith("x "))
            or _SCORE.search(before(match))
            or (not before(match) and re.match(r":?\s[A-Z]", after(match)))
        ):
            return None
        spoken = []
        for number, (minute, extra, how) in enumerate(marks):
            said = numerals.cardinal(minute) + (f" plus {numerals.cardinal(extra)}" if extra else "")
            if number + 1 == len(marks) and not extra:
                said += " minute" if minute == "1" else " minutes"
            spoken.append(said + (f", {_GOALS[how.strip(' (),.').replace('.', '')]}" if how else ""))
        last = re.search(r"(?:\s(?:and|&)\s)(?=[^\s]+(?:\s?\(?[a-z.]+\)?)?\Z)", match[0])
        if last and len(spoken) > 1:
            return f"{', '.join(spoken[:-1])} and {spoken[-1]}"
        return ", ".join(spoken)

    def not_out(match: re.Match[str]) -> str | None:
        certain = _CRICKET.search(after(match)) or _CRICKET.search(before(match))
        if not certain and not (numerals.british and word_before(match)[:1].isupper()):
            return None
        return f"{numerals.cardinal(match[1])} not out"

    def total(match: re.Match[str]) -> str | None:
        """Runs and wickets of a team."""
        declared = " declared" if match["declared"] else ""
        around = f"{before(match)}; {after(match)}"
        named = numerals.british and len(match[1]) == 3 and word_before(match) not in _NOT_A_TEAM
        named = named and word_before(match)[:1].isupper()
        doubtful = _LOST.search(before(match)[-30:]) or word_after(match) in _LEADS or int(match[1]) < int(match[2])
        if not declared and (doubtful or not (named or _CRICKET.search(around))):
            return None
        return f"{numerals.cardinal(match[1])} for {numerals.cardinal(match[2])}{declared}"

    def bowling(match: re.Match[str]) -> str | None:
        if match[1] in _NOT_A_PLAYER or not _CRICKET.search(f"{before(match)}; {after(match)}"):
            return None
        return f"{match[1]} {numerals.cardinal(match[2])} for {numerals.cardinal(match[3])}"

    def took(match: re.Match[str]) -> str | None:
        if "/" in match[0] and not _CRICKET.search(f"{before(match)}; {after(match)}"):
            return None
        return f"{match[1]}{numerals.cardinal(match[2])} for {numerals.cardinal(match[3])}"

    def again(match: re.Match[str]) -> str | None:
        """The second innings of a bowler."""
        if not re.search(r"\b[A-Z][a-z]{2,15}\s[0-9]{1,2}/[0-9]{1,3}\Z", before(match)):
            return None
        return f" and {numerals.cardinal(match[2])} for {numerals.cardinal(match[3])}"

    def record(match: re.Match[str]) -> str | None:
        """Wins and losses, American."""
        behind, ahead = before(match), after(match)
        if numerals.british or _LOST.search(behind[-30:]) or (len(match[0]) == 3 and word_after(match) in _LEADS):
            return None
        certain = _RECORD_BEFORE.search(behind) and (_RECORD_AFTER.match(ahead) or re.match(r"[.,;!]|\Z", ahead))
        listed = _TEAM_BRACKET.search(behind) and (
            _PITCHER_AHEAD.match(ahead)
            or (ahead[:1] == ")" and re.search(r"\b(?:WP|LP|W|L):?\s[A-Z][\w.' -]{1,24}\(\Z", behind))
            or (ahead[:1] == ")" and (_TEAMS_AHEAD.match(ahead) or _BRACKETED_RECORD.search(behind)))
        )
        if not certain and not listed:
            return None
        numbers = ["oh" if number == "0" else numerals.cardinal(number) for number in match.groups() if number]
        return f"{' '.join(numbers[:-1])} and {numbers[-1]}"

    def term(match: re.Match[str]) -> str | None:
        if match[1] == "FT" and re.search(r"[0-9][-–/][0-9]{1,2} \Z", before(match)):
            return "F.T"  # free throws
        return _TIMES[match[1]] if _SCORE.search(f"{before(match)} {after(match)}") else None

    def statistic(match: re.Match[str]) -> str:
        return f"{numerals.cardinal(match[1])} {_STATISTICS[match[2]]}{'s' * (match[1] != '1')}{full_stop(match)}"

    def per_game(match: re.Match[str]) -> str:
        return f"{numerals.number(match[1])} {_PER_GAME[match[2][0]]} per game"

    def caught(match: re.Match[str]) -> str:
        by = f"caught {match[1]} bowled" if match[1] else "L.B.W bowled" if match[2] else "bowled"
        return f"{by} {match[3]} {numerals.cardinal(match[4])}"

    open_ = r"(?<![\w.,:/$£€-])"
    close = r"(?![\w/%°:]|[.,-][0-9]|\s?[-–][0-9])"
    return (
        rule(
            rf"{open_}{_MINUTE}{_HOW}?(?:(?:,\s?|\s|\s&\s|\sand\s){_MINUTE}{_HOW}?){{0,8}}(?=[\s,;:.)\]]|\Z)"
            r"(?!\s?[x×]|\s(?:tall|long|wide|high|deep|by)\b)",
            minutes,
            name="minute of a match",
        ),
        rule(r"(?<![\w.,:/$£€-])([0-9]{1,3})\*(?=[\s,;.)]|\Z)(?!\s?[0-9(]\s?[+*/=])", not_out, name="cricket score"),
        rule(rf"{open_}([0-9]{{2,3}})[-–/]([0-9]|10)(?P<declared>\s?d(?:ec(?:lared)?)?\b\.?)?{close}", total,
             name="cricket score"),
        rule(rf"\b([A-Z][a-z'’-]{{2,20}})\s([0-9]|10)[-–/]([1-9][0-9]{{1,2}}){close}", bowling, name="bowling figures"),
        rule(rf"(?<=[0-9])(\s(?:&|and)\s)([0-9]|10)/([1-9][0-9]{{1,2}}){close}", again, name="bowling figures"),
        rule(rf"\b((?:took|takes|taking|claimed|returned|bowled)\s)([0-9]|10)[-–/]([1-9][0-9]{{1,2}}){close}", took,
             name="bowling figures"),
        rule(rf"{open_}([0-9]{{1,3}}(?:\.[0-9])?)\s(ppg|apg|rpg|spg|bpg)\b", per_game, name="statistic"),
        rule(rf"{open_}([0-9]{{1,3}}\.[1-5])\sovs?\b\.?(?!\w)",
             lambda match: f"{numerals.number(match[1])} overs{full_stop(match)}", name="statistic"),
        rule(rf"{open_}([0-9]{{1,3}})\sK(?=\s(?:in|over)\s[0-9.]{{1,5}}\s(?:IP|innings)\b)",
             lambda match: f"{numerals.cardinal(match[1])} strikeouts", name="statistic"),
        rule(r"(?<![\w.])(?:c\s([A-Z][a-z'’-]{1,20})\sb|(lbw)\sb|b)\s([A-Z][a-z'’-]{1,20})\s([0-9]{1,3})(?![\w/-])",
             caught, name="dismissal"),
        rule(rf"{open_}([0-9]{{1,3}})[-–]([0-9]{{1,3}})(?:[-–]([0-9]{{1,2}}))?{close}", record, name="record"),
        rule(r"(?<![\w.])Att(?:\.|(?=:))(?=:?\s[0-9])", lambda _: "attendance", name="term of sport"),
        rule(r"(?<![\w.])(HT|FT|AET|aet|agg|Att)\.?(?=[\s:),;]|\Z)", term, name="term of sport"),
        rule(rf"{open_}([0-9]{{1,4}})\s({'|'.join(sorted(_STATISTICS, key=len, reverse=True))})\b\.?"
             r"(?!\s(?:of|from|to)\b)", statistic,
             name="statistic"),
    )  # fmt: skip
