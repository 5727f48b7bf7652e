"""Italian shorthand of notices, law, addresses and reports -> words: "c/ asc.", "art. 14 Cost.", "v. anche"."""

from __future__ import annotations

import re

from koe.text.normalize.romance.cars import door_rule
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import Rule, before, full_stop, of_digits, rule

_SEE = (
    r"(?<![\w.])[vV]\.(?=\s(?:anche|sopra|sotto|oltre|infra|supra|pag|pagg|p|art|artt|nota|fig|tab|cap|par|per|il|"
    r"la)\b)"
)
_STREET = re.compile(
    r"\b(?:via|viale|v\.le|piazza|p\.zza|p\.za|corso|c\.so|loc\.?|località|contrada|c\.da|strada|largo)\b", re.I
)
_NO_NUMBER = r"(?<!\w)s\.?\s?n\.?\s?c\.?(?=[,;)\s]|\Z)"
_HOUR = (
    r"(?P<ahead>(?<!\w)(?:h\.?|ore|alle|dalle)\s)(?P<hour>[01]?[0-9]|2[0-3]),(?P<minute>[0-5]0|[0-5]5)(?![\w,%€]|"
    r"\s?[%€]|[.][0-9])"
)
_WARMTH = (
    r"(?P<noun>(?<!\w)(?:[Tt]emp(?:\.|eratur[ae])?|[Vv]elocità|[Vv]el\.|[Aa]ltezza|[Pp]ortata|"
    r"[Pp]otenza)\s)(?P<kind>max|min)\.?(?![\w/]|\smax|\smin)"
)
_NOUNS = {"temp": "temperatura", "temp.": "temperatura", "vel.": "velocità"}
_SECOND_EXTREME = r"(?<=,\s)(?P<kind>max|min)\.?(?=\s-?[0-9]{1,3}\s?°)"


class ItalianShorthand(Romance):
    """Shorthand that only Italian has."""

    def shorthand_rules(self) -> tuple[Rule, ...]:
        short = (
            (_SEE, lambda match: "vedi" if match[0][0] == "v" else "Vedi", "abbreviation"),
            (r"(?<=[0-9])\s?Cost\.", lambda match: f" della Costituzione{full_stop(match)}", "law"),
            (r"(?:(?<=[0-9],\s)|(?<=[0-9]\s))c\.(?=\s?[0-9]{1,2}(?!\w))", lambda _: "comma", "law"),
            (r"(?<![\w/])c/\s?(?=[a-zà-ù]{3})", lambda _: "con ", "abbreviation"),
            (r"(?<![\w/])s/\s?(?=[a-zà-ù]{3})", lambda _: "senza ", "abbreviation"),
            (r"(?<!\w)[aA]\sdp(?!\w)", lambda match: f"{match[0][0]} dopo", "chat"),
            (_NO_NUMBER, self._no_number, "address"),
            (_WARMTH, self._extreme_of_noun, "abbreviation"),
            (_SECOND_EXTREME, self._second_extreme, "abbreviation"),
        )
        return (
            *(rule(pattern, speak, kind="abbreviations", name=name) for pattern, speak, name in short),
            *of_digits(
                rule(_HOUR, self._hour_with_comma, kind="times", name="time of day"),
                door_rule(self, Unit("porta", "porte", "f")),
            ),
        )

    def _no_number(self, match: re.Match[str]) -> str | None:
        """ "Via Roma snc" has no number; "Rossi s.n.c." is a firm."""
        ahead = before(match)[-40:]
        return f"senza numero civico{full_stop(match)}" if _STREET.search(ahead) else None

    def _extreme_of_noun(self, match: re.Match[str]) -> str:
        noun = match["noun"].strip()
        ending = "e" if noun.lower() == "temperature" else "a"
        return f"{_NOUNS.get(noun.lower(), noun)} {'massim' if match['kind'] == 'max' else 'minim'}{ending}"

    def _second_extreme(self, match: re.Match[str]) -> str | None:
        """The other extreme of a temperature: "Temp. max 32 °C, min 18 °C"."""
        if not re.search("[Tt]emp", before(match)):
            return None
        return "massima" if match["kind"] == "max" else "minima"

    def _hour_with_comma(self, match: re.Match[str]) -> str:
        ahead = "ore " if match["ahead"].startswith("h") else match["ahead"]
        return ahead + self.time(Clock(int(match["hour"]), int(match["minute"])))
