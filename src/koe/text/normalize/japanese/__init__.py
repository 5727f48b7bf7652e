"""Japanese text normalisation: dates, times, sums, measures, codes and signs -> words.

Digits stay: G2P reads them together with the counter (3本 さんぼん, 20日 はつか), and would take 十分 for "enough".
`japanese_dates`, `japanese_units`, `japanese_codes` and `japanese_signs` have the rules of each kind.
"""

from __future__ import annotations

from koe.text.normalize import typography
from koe.text.normalize.grammar import Grammar
from koe.text.normalize.japanese import codes as japanese_codes
from koe.text.normalize.japanese import dates as japanese_dates
from koe.text.normalize.japanese import leftovers as japanese_leftovers
from koe.text.normalize.japanese import shorthand as japanese_shorthand
from koe.text.normalize.japanese import signs as japanese_signs
from koe.text.normalize.japanese import units as japanese_units
from koe.text.normalize.rule import of_digits, rule
from koe.text.normalize.typography import Emoji

_FIRST = (
    rule(r"[－﹣](?=[0-9.])", lambda _: "-"),
    rule(r"(?<=[0-9])．(?=[0-9])", lambda _: "."),
    # Not between times, floors or sums in a list.
    rule(r"(?<![:：][0-9][0-9])(?<=[0-9])／(?=[0-9]{1,4}(?![0-9:：A-Z階名人円時]))", lambda _: "/"),
    # A space between a number and its counter would keep the reader from joining them: 3 つ.
    rule(
        r"(?<![:：/][0-9]{2})(?<=[0-9]) (?=[名つ個枚台人回分秒円歳才階冊杯匹件点位割倍泊番号話巻章代節条項頁歩畳]"
        r"|時(?![代々])|年(?![末始金収])|月(?![曜額給間末刊例次])|日(?![本曜])|本(?![日社店人校館番当格体]))",
        lambda _: "",
    ),
    rule(r"(?<=[0-9])，(?=[0-9]{3}(?![0-9]))", lambda _: ","),
)
_LAST = (
    rule(r"！{2,}", lambda _: "！"),
    rule(r"？{2,}", lambda _: "？"),
    # The reader takes figures beside a bracket for a telephone number, and reads them digit by digit.
    rule(r"(?<=[0-9]{2})[(（]", lambda bracket: f"、{bracket[0]}"),
    rule(r"[)）](?=[0-9]{2,4}(?:[万億兆、。\s]|\Z))", lambda bracket: f"{bracket[0]}、"),
    rule(r"(?<=[0-9]{2}) ?[—―] ?(?=[ぁ-んァ-ヶ一-鿿])", lambda _: "、"),
    rule(r"(?<=[0-9]{2})-(?=[ァ-ヶ一-鿿])", lambda _: ""),
)


def grammar(_: str, emoji: Emoji) -> Grammar:
    return Grammar(
        first=(japanese_leftovers.FACES, *typography.emoji_rules(emoji), typography.SAME_MARKS, *_FIRST),
        expressions=(
            *japanese_codes.rules(),
            *japanese_leftovers.rules(),
            *japanese_shorthand.rules(),
            *japanese_dates.rules(),
            *japanese_units.rules(),
            *of_digits(*japanese_codes.names()),
            *japanese_signs.rules(),
        ),
        last=(*typography.REPEATED, *_LAST),
        to="{first}から{last}",
    )
