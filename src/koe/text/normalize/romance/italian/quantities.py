"""Italian fractions of an inch, comparisons of percentages, pairs of temperatures, milestones -> words."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.italian.ranges import with_article
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.numbers import Number
from koe.text.normalize.rule import Rule, before, full_stop, of_digits, rule

_OPEN_QUOTE = re.compile(r"(?<![0-9])\"")


class ItalianQuantities(Romance):
    """Quantities that only Italian writes so."""

    def quantity_rules(self) -> tuple[Rule, ...]:
        """Before the other rules for numbers."""
        quantities = (
            (
                r"(?<![\w.,/])(?:(?P<whole>[0-9]{1,2})\s)?(?P<top>[0-9]{1,2})/(?P<bottom>2|4|8|16|32)(?:\"|″|'')(?!\w)",
                self._part_of_inch,
                "fraction",
            ),
            (
                r"(?<=[a-zà-ù]\s)-(?P<low>[0-9]{1,2})/(?P<high>-?[0-9]{1,2})(?![\w/])",
                self._low_and_high,
                "temperatures",
            ),
            (
                rf"(?<![\w)])(?P<comparison>[<>])\s?(?P<sign>)(?P<amount>{self.unsigned})(?=\s?%)",
                self._share,
                "percentage",
            ),
            (
                r"(?:\A|(?<=[,;:(–]\s))(?P<unit>g|gr|dl|cl|hg|l|lt)\.?\s(?P<sign>)(?P<amount>[0-9]{1,4}(?:,[0-9]{1,2})?)(?![\w/.,])",
                self._measure,
                "measure",
            ),
            (
                r"(?<=[0-9])\skm\s(?=[0-9]{1,4}(?:[+,][0-9]{1,3})?(?:[,.;)]|\s?\Z|\s[-–(]))",
                self._milestone,
                "milestone",
            ),
            (
                r"(?<![\w.,])(?P<hours>[0-9]{1,2})\s?h\s?e\s(?:1/2|½)(?![\w/])",
                lambda m: f"{self.measure(Number('', m['hours']), self.hour_unit)} e mezza",
                "length of time",
            ),
            (
                r"(?i:(?<=difficoltà: )|(?<=difficoltà )|(?<=voto: )|(?<=voto )|(?<=valutazione: )|(?<=livello ))"
                r"(?P<mark>[0-9]{1,2})/(?P<best>5|10|20|30|100)(?![\w/])",
                lambda m: f"{self.cardinal(m['mark'])} su {self.cardinal(m['best'])}",
                "mark",
            ),
            (
                r"(?<![\w.,])(?P<spoons>[0-9]{1,2})\sc\.\s(?=di\s|d')",
                lambda m: f"{self.measure(Number('', m['spoons']), Unit('cucchiaio', 'cucchiai'))} ",
                "measure",
            ),
            (
                rf"{self.amount}\s?pp(?!\w)\.?",
                self._percentage_points,
                "percentage points",
            ),
        )
        return of_digits(*(rule(pattern, speak, kind="units", name=name) for pattern, speak, name in quantities))

    def _part_of_inch(self, match: re.Match[str]) -> str | None:
        top, bottom = int(match["top"]), int(match["bottom"])
        if len(_OPEN_QUOTE.findall(before(match))) % 2 or not 0 < top < bottom:
            return None
        return self.fraction_of(match["whole"] or "", top, bottom, "pollice", "pollici", "m")

    def _low_and_high(self, match: re.Match[str]) -> str:
        """The lowest and highest temperature of a day: "Torino -2/9"."""
        high = self.number_words(self.number(match["high"].lstrip("-"), "-" if match["high"][0] == "-" else ""))
        return f"{self.minus} {self.cardinal(match['low'])}, {high}"

    def _milestone(self, _match: re.Match[str]) -> str:
        return f" {self.kilometre} "

    def _percentage_points(self, match: re.Match[str]) -> str | None:
        """ "-9,2 pp"; "120 pp" are pages."""
        number = self.matched_number(match)
        if not number.sign and not number.fraction:
            return None
        word = "punto percentuale" if number.is_one else "punti percentuali"
        return f"{self.number_words(number, 'm', word)} {word}{full_stop(match)}"

    def _share(self, match: re.Match[str]) -> str:
        """ ">50%": a percentage has the article."""
        number = self.number_words(self.matched_number(match))
        return f"{'più' if match['comparison'] == '>' else 'meno'} {with_article('de', number)}"
