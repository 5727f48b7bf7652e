"""Short forms that mean a word only beside certain others -> that word: "Conf# X7", "sec. dep.", "lg. eggs"."""

from __future__ import annotations

import re

from koe.text.normalize.english import contexts, everyday_contexts, trade_contexts
from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.rule import Rule, after, by_first_letter, full_stop, rule, words

_TABLES = (contexts.READINGS, trade_contexts.READINGS, everyday_contexts.READINGS)
# A form may have a reading in several tables: the first table comes first.
READINGS = {short: sum((table.get(short, ()) for table in _TABLES), ()) for table in _TABLES for short in table}
# Nothing is named after them, so that a capital begins a sentence.
_FINAL = words("battery deposit condition request required occupancy rooms month year week continued")
# Where these have a full stop, the sentence goes on before a number or a name.
WITH_FULL_STOPS = Abbreviations(
    before_number=words(
        "cov opt cat prem pd chg yld rpt mm prob probs aft mod shs dem int bal div pwd att ex exs lat long lon hum vis "
        "eff rev cons att poss inj mag "
        "exp wt ht term conf sta cap alt res prop pers"
    ),
    never_last=words("loc cl arr dep lv ar compl dkt prem hrg atty prod dil plf adj mot"),
    titles=words("pct sta proc dir bd mod min max cat"),
    often_last=words("req cond occ rms mo yr wk conc exc orig misc amt bal eff batt flt mag ofc"),
)


def rules() -> tuple[Rule, ...]:
    return (
        rule(
            rf"(?<![\w.'’@-])(?<![a-z]/)(?=[A-Za-z]{{1,8}}(?![A-Za-z]))(?P<short>(?i:{by_first_letter(READINGS)}))\b(?P<stop>\.(?![\w.]))?(?![\w'’@(=-]|\.\w)",
            _read,
            name="clipped word",
        ),
    )


def _read(match: re.Match[str]) -> str | None:
    short = match["short"]
    in_any_case = READINGS.get(short.lower(), ()) if short.istitle() else ()
    for reading in (*READINGS.get(short, ()), *in_any_case):
        if reading.fits(match):
            ends = match["stop"] and reading.word in _FINAL and re.match(r"\s[A-Z][a-z]", after(match))
            ends = ends or (match["stop"] and reading.word == "condition" and re.match(r"\s[$£€]", after(match)))
            return reading.word + ("." if ends else "" if after(match)[:1] == ")" else full_stop(match))
    return None
