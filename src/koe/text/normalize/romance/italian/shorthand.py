"""Italian shorthand of notices, law, addresses and reports -> words: "c/ asc.", "art. 14 Cost.", "v. anche"."""

from __future__ import annotations

import re

from koe.text.normalize.romance.cars import door_rule
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.times import Clock
from koe.text.normalize.rule import Rule, alternatives, before, full_stop, of_digits, rule, words

_SEE = (
    r"(?<![\w.])[vV]\.(?=\s(?:anche|sopra|sotto|oltre|infra|supra|pag|pagg|pp|p|art|artt|nota|fig|tab|cap|par|per|il|"
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
_HOUR_OF_MASS = (
    r"(?:(?<=[0-9)],\s)|(?<=[0-9]\se\s)|(?<=[a-z.:]\s))(?P<hour>[01]?[0-9]|2[0-3])\.(?P<minute>[0-5][05])(?![\w,%€]|"
    r"\s?[%€]|\.[0-9])"
)
_HOURS_TOLD = re.compile(
    r"\b(?:[Oo]rari[oe]?|[Mm]esse|[Pp]artenze|[Ss]pettacoli|[Pp]roiezioni|[Cc]orse|[Cc]inema|[Ff]ilm)\b"
)
_WORDS = words("mar set ago gen")  # of the short months
_NOUNS = {"temp": "temperatura", "temp.": "temperatura", "vel.": "velocità"}
_SECOND_EXTREME = r"(?<=,\s)(?P<kind>max|min)\.?(?=\s-?[0-9]{1,3}\s?°)"


class ItalianShorthand(Romance):
    """Shorthand that only Italian has."""

    def shorthand_rules(self) -> tuple[Rule, ...]:
        months = alternatives(set(self.short_months) - _WORDS)
        short = (
            (_SEE, lambda match: "vedi" if match[0][0] == "v" else "Vedi", "abbreviation"),
            (r"(?<=[0-9])\s?Cost\.", lambda match: f" della Costituzione{full_stop(match)}", "law"),
            (r"(?:(?<=[0-9],\s)|(?<=[0-9]\s))c\.(?=\s?[0-9]{1,2}(?!\w))", lambda _: "comma", "law"),
            (r"(?<![\w/])c/\s?(?=[a-zà-ù]{3})", lambda _: "con ", "abbreviation"),
            (r"(?<![\w/])s/\s?(?=[a-zà-ù]{3})", lambda _: "senza ", "abbreviation"),
            (r"(?<!\w)[aA]\sdp(?!\w)", lambda match: f"{match[0][0]} dopo", "chat"),
            (r"(?<=[0-9]\s)sig\./(?:die|dì|giorno|gg)(?!\w)", lambda _: "sigarette al giorno", "abbreviation"),
            (r"(?<!\w)[tT]ratt\.(?=\s(?:IRPEF|INPS|fisc|prev|add))", lambda _: "trattenuta", "abbreviation"),
            (r"(?<=\bcon\s)mod(?:if)?\.(?!\w)", lambda match: f"modificazioni{full_stop(match)}", "law"),
            (r"(?<!\w)SS?\.\s?(?=Messe\b)", lambda _: "Sante ", "abbreviation"),
            (r"(?<![\w.])p\.(?=\s?[0-9]{1,2},?\s(?:int|sc|scala|interno)\b)", lambda _: "piano", "address"),
            (r"(?<!\w)(?<!rof\.\s)ass\.(?=\sa(?:l|lla|llo|i|gli|lle)\s|\sall')", lambda _: "assessore", "title"),
            (r"(?<=\bdi\s)esp\.(?!\w)", lambda match: f"esperienza{full_stop(match)}", "abbreviation"),
            (
                r"(?<=\be\s)(?P<noun>\w{2,20}\s)incl\.",
                lambda match: f"{match['noun']}inclusi{full_stop(match)}",
                "abbreviation",
            ),
            (
                r"(?:(?<=diesis\s)|(?<=bemolle\s)|(?<=\b(?:do|re|mi|fa|la|si)\s)|(?<=\bsol\s))(?P<mode>min|magg)\.",
                lambda match: ("minore" if match["mode"] == "min" else "maggiore") + full_stop(match),
                "key",
            ),
            (r"(?<!\w)[cC]onc\.(?=\sn\.)", lambda _: "concorso", "abbreviation"),
            (r"(?<=\),\s)Cost\.", lambda match: f"Costituzione{full_stop(match)}", "law"),
            (r"(?<!\w)esp\.(?=\s(?:min|minima|prec|nel|in)\b)", lambda _: "esperienza", "abbreviation"),
            (r"\A[aA]pp\.(?=\scon\b)", lambda _: "appuntamento", "abbreviation"),
            (r"(?<=\b[iI]l\s)min\.(?=\s[A-Z][a-z])", lambda _: "ministro", "title"),
            (r"(?<=\bai\s)min\.(?=\sdi\b)", lambda _: "minori", "abbreviation"),
            (r"(?<![\w.])T\.(?=:?\s?\+?0?[0-9]{1,4}\s[0-9]{5})", lambda _: "telefono", "telephone"),
            (r"(?<![\w.])sc\.(?=\s[0-9IVX])", self._scene, "abbreviation"),
            (
                rf"(?:(?<=\ba\s)|(?<=\bdi\s)|(?<=\bda\s)|(?<=\bin\s))(?P<month>{months})\.(?!\w|\s?[0-9])",
                lambda match: self.months[self.short_months[match["month"]] - 1] + full_stop(match),
                "month",
            ),
            (r"(?<=[pP]rezzo\s)cons\.", lambda match: f"consigliato{full_stop(match)}", "price"),
            (r"(?<=[°º]\s)pz\.", lambda match: f"pezzo{full_stop(match)}", "abbreviation"),
            (r"(?<!\w)[cC]am\.(?=\s[0-9]{1,4}\s?[-–])", lambda _: "camere", "rooms"),
            (r"(?<=\()x(?=[0-9]{1,2}\))", lambda _: "per", "factor"),
            (
                r"(?:(?<=p\.\s)|(?<=iano\s)|(?<=int\.\s)|(?<=[0-9],\s))sin\.(?=[,;\s]|\Z)",
                lambda match: f"sinistra{full_stop(match)}",
                "address",
            ),
            (r"(?<![\w.])[sS]in\.(?=\sdi\b|:)", lambda _: "sinonimo", "abbreviation"),
            (r"(?<=,\s)dir\.(?=\s[A-Z][a-z])", self._direction, "road"),
            (r"(?<!\w)d\.c\.r\.", lambda match: f"dopo i calci di rigore{full_stop(match)}", "penalties"),
            (
                r"(?<!\w)(?P<day>lun|mar|mer|gio|ven|sab|dom)(?=\s(?:alle|sera|mattina|pomeriggio|dalle|notte)\b)",
                lambda match: self.weekdays[match["day"]],
                "weekday",
            ),
            (
                r"(?<=\bdal\s)(?P<one>lun|mar|mer|gio|ven|sab|dom)\sal\s(?P<other>lun|mar|mer|gio|ven|sab|dom)(?!\w)",
                lambda match: f"{self.weekdays[match['one']]} al {self.weekdays[match['other']]}",
                "weekdays",
            ),
            (
                r"(?:(?<=esi\sdi\s)|(?<=nni\sdi\s))contr(?:ib)?\.",
                lambda match: f"contributi{full_stop(match)}",
                "pension",
            ),
            (r"(?<=\ba\s)t\.(?=\s(?:pieno|parziale|det|indet)\b)", lambda _: "tempo", "job"),
            (
                r"(?:(?<=\bdal\s)|(?<=\bal\s)|(?<=\bnel\s)|(?<=\bil\s))min\.(?=\s[0-9])",
                lambda _: "minuto",
                "abbreviation",
            ),
            (r"(?<=\bi\s)gg\.?(?!\w)", lambda match: f"giorni{full_stop(match)}", "abbreviation"),
            (
                r"(?<=[a-zà-ù]\s\()(?P<minute>[0-9]{1,3})['′](?=\)|,\s[0-9]{1,3}['′])",
                lambda match: self.ordinal(int(match["minute"])),
                "minute of a goal",
            ),
            (_NO_NUMBER, self._no_number, "address"),
            (_WARMTH, self._extreme_of_noun, "abbreviation"),
            (_SECOND_EXTREME, self._second_extreme, "abbreviation"),
        )
        return (
            *(rule(pattern, speak, kind="abbreviations", name=name) for pattern, speak, name in short),
            *of_digits(
                *(
                    rule(
                        r"(?:(?<=\bda\s)|(?<=\bper\s)|(?<=\bfra\s)|(?<=\btra\s)|(?<=\bogni\s)|(?<=\bdopo\s)|(?<=\bentro\s))"
                        r"(?P<weeks>[2-9]|[1-4][0-9])\ssett\.(?!\s?[0-9])",
                        lambda match: f"{self.cardinal(match['weeks'])} settimane{full_stop(match)}",
                        kind="units",
                        name="weeks",
                    ),
                    rule(
                        r"(?<![\w/.,])(?P<first>12|24|36|48)/(?P<last>24|36|48|72)\s?(?:h|ore)(?!\w)\.?",
                        lambda m: f"{self.cardinal(m['first'])} {self.cardinal(m['last'])} ore{full_stop(m)}",
                        kind="times",
                        name="range, length of time",
                    ),
                    rule(
                        r"(?<!\w)il\s(?P<month>0[1-9]|1[0-2])/(?P<year>20[0-9]{2})(?![\w/])",
                        lambda m: f"a {self.months[int(m['month']) - 1]} {self.cardinal(m['year'])}",
                        kind="dates",
                        name="month and year",
                    ),
                    rule(
                        r"(?:(?<=[rR]if\.\s)|(?<=[rR]if\.:\s))(?P<one>[0-9]{1,6})/(?P<other>[0-9]{1,6})(?![\w/])",
                        lambda match: f"{self.cardinal(match['one'])} barra {self.cardinal(match['other'])}",
                        kind="numbers",
                        name="reference",
                    ),
                    rule(_HOUR_OF_MASS, self._hour_of_mass, kind="times", name="time of day"),
                    rule(
                        r"(?<![\w.,])(?P<minute>[0-9]{1,3})['′](?=\se\s[0-9]{1,3}['′](?:\+[0-9])?\s[A-Z])",
                        lambda match: self.ordinal(int(match["minute"])),
                        kind="times",
                        name="minute of a goal",
                    ),
                    rule(_HOUR, self._hour_with_comma, kind="times", name="time of day"),
                    door_rule(self, Unit("porta", "porte", "f")),
                )
            ),
        )

    def _direction(self, match: re.Match[str]) -> str | None:
        is_road = re.search(r"\b(?:A[0-9]{1,2}|SS ?[0-9]|uscita|tangenziale|autostrada|svincolo|km)\b", before(match))
        return "direzione" if is_road else None

    def _scene(self, match: re.Match[str]) -> str | None:
        return "scena" if re.search(r"\batto\s\w{1,7},?\s\Z", before(match)) else None

    def _hour_of_mass(self, match: re.Match[str]) -> str | None:
        """One of several hours: "Messe: 8, 10, 11.30 e 19"."""
        if not _HOURS_TOLD.search(before(match)):
            return None
        return self.time(Clock(int(match["hour"]), int(match["minute"])))

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
