"""French chats, letters, law and results in short -> words: "cv ?", "S.A.R.", "le P. Martin", "et s.", "v. aussi"."""

from __future__ import annotations

import re

from koe.text.normalize.romance.cars import door_rule
from koe.text.normalize.romance.chats import chat_rule
from koe.text.normalize.romance.context import near
from koe.text.normalize.romance.french.words import WEEKDAYS
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.rule import Rule, alternatives, before, full_stop, of_digits, rule

_HAVE = (
    r"(?<![\w.'°-])(?<![0-9]\s)(?:g|\AG)(?=\s(?:un|une|des|pas|le|la|les|trop|rien|vu|fait|eu|mis|oublié|dit|pris|"
    r"envie|faim|"
    r"besoin|"
    r"cours|exam|perdu|reçu|plus|fini|mangé|bossé|dormi|raté|loupé|trouvé|acheté|pensé|essayé|appelé|compris|cru|su|"
    r"pu|voulu)\b)"
)
_IT_IS = (
    r"(?<![\w.'°-])(?<![0-9]\s)(?:c|\AC)(?=\s(?:trop|pas|bon|bien|le|la|un|une|quoi|où|qui|cool|nul|ok|mort|moi|toi|"
    r"vrai|fini|ouf|"
    r"génial|super|à|pour|chaud|ça)\b)"
)
_YOU_ARE = (
    r"(?<![\w.'°-])(?<![0-9]\s)(?:t|\AT)(?=\s(?:où|là|sûr|sûre|pas|trop|en|chez|dispo|libre|fou|folle|qui|prêt|prête|"
    r"sérieux)\b)"
)
_MARKS = re.compile(r"\b(?:slt|stp|pcq|psk|jsp|mdr|ptdr|tkt|jtm|bcp|dsl|mtn|ajd|cv|dem|pk|g|t|jvais|jsuis|tfk|wesh)\b")
_HONOURS = {
    "SM": "Sa Majesté", "LLMM": "Leurs Majestés", "SAR": "Son Altesse Royale", "SAS": "Son Altesse Sérénissime",
    "SE": "Son Excellence", "SEM": "Son Excellence Monsieur", "SS": "Sa Sainteté",
}  # fmt: skip
_HONOUR = (
    r"(?<![\w.])(?P<letters>S\.\s?A\.\s?R|S\.\s?A\.\s?S|LL\.\s?MM|S\.\s?E\.\s?M|S\.\s?M|S\.\s?E|"
    r"S\.\s?S)\.(?=\s(?:l[ea]s?\s|l'|M\.|Mme|Mgr))"
)
_RANK = r"(?<=\b[lLdDaA][eu]\s)(?P<rank>gal|gén|capt|lt|cne|sgt)\.?(?=\s(?:de\s)?[A-ZÀ-Ý][a-zà-ÿ])"
_DAYS = {"merc": "mercredi", "jeud": "jeudi", "vend": "vendredi"}
_RANKS = {
    "gal": "général", "gén": "général", "capt": "capitaine", "lt": "lieutenant", "cne": "capitaine", "sgt": "sergent",
}  # fmt: skip
_TRAVEL = r"(?<![\w.])(?P<way>[dD]ép|[aA]rr)\.?(?=\s?:?\s?[0-9]{1,2}\s?(?:[hH]|:[0-9]{2}))"
_VAT = r"(?<!\w)FR\s?(?P<key>[0-9]{2})\s?(?P<siren>[0-9]{3}\s?[0-9]{3}\s?[0-9]{3})(?![\w]|\s[0-9])"
_MILLIONS_OF = r"(?<![\w.,])(?P<amount>[0-9]{1,3}(?:[.,][0-9]{1,2})?)\s?M(?:\s(?=(?P<noun>[a-zà-ÿ]{3,20}|d['e])))"
_MILLIONS = r"(?<![\w.,])(?P<amount>[0-9]{1,3},[0-9]{1,2})\s?M(?=\s(?:à|et|en|l'|contre|\()|[,;.)]|\Z)"
_OF_AGE = r"(?<=\s)(?P<sign>[-−–—+])(?=\sd(?:e\s|')[0-9])"
_REFERENCE = r"(?<![\w.,/-])(?P<first>(?:19|20)[0-9]{2})-(?P<last>[0-9]{1,6})(?![\w/-]|[.,][0-9])"
_REFERRED = re.compile(
    r"\b(?:[Rr][ée]f(?:érence)?|N/[Rr][ée]f|[Dd]ossier|[Cc]ommande|[Dd]evis|"
    r"[Ff]acture)\.?\s?:?\s?(?:n°\s?)?[\w/]{0,8}\s?\Z"
)


class FrenchMessages(Romance):
    """What French writes short in messages and letters."""

    def first_rules(self) -> tuple[Rule, ...]:
        short = (
            (r"(?<!\w)[cC]v(?=\s?\?)", lambda match: "Ça va" if match[0][0] == "C" else "ça va", "chat"),
            (r"(?<!\w)dem(?=\s(?:à|matin|soir|aprèm|midi|vers|si|je|on)\b)", lambda _: "demain", "chat"),
            (_HONOUR, self._honour, "title"),
            (_RANK, lambda match: _RANKS[match["rank"]], "rank"),
            (r"(?<=\b[lLdDaA][eu]\s)P\.(?=\s[A-ZÀ-Ý][a-zà-ÿ])", lambda _: "père", "title"),
            (r"(?<=\b[lLdD][ea]s\s)[aA]rt\.(?!\w)", lambda _: "articles", "law"),
            (r"(?<=\b[lLdDaA][eu][sx]\s)[aA]rt\.(?!\w)", lambda _: "articles", "law"),
            (r"(?<=[0-9]\set\s)ss?\.(?!\w)", self._following, "law"),
            (r"(?<!\w)C(?:de|mde)(?=\s(?:n°|nº|:))", lambda _: "commande", "abbreviation"),
            (r"\A[eE]xp\.(?=\s?:\s?[A-ZÀ-Ý])", lambda _: "expéditeur", "letter"),
            (r"(?<=[0-9]re\s)adj\.", lambda match: f"adjointe{full_stop(match)}", "title"),
            (
                r"(?:(?<=[0-9]er\s)|(?<=[0-9]e\s)|(?<=maire\s))adj\.",
                lambda match: f"adjoint{full_stop(match)}",
                "title",
            ),
            (
                r"(?<!\w)(?P<until>[jJ]usqu)['’]au\s(?=(?:0?[1-9]|1[0-2])/20[0-9]{2}(?!\w))",
                lambda m: f"{m['until']}'à ",
                "date",
            ),
            (r"(?<![\w.])(?P<rooms>[2-9])\sch\.(?=[,;]|\s)", self._rooms, "rooms"),
            (r"(?<![\w.])[vV]\.(?=\s(?:aussi|supra|infra|not|p\.|art|ci-|notamment)\b)", lambda _: "voir", "reference"),
            (r"(?:(?<=,\s)|(?<=\bet\s))n\.(?=\s[0-9]{1,3}(?!\w))", lambda _: "note", "reference"),
            (r"(?<=\b[lLdDaA][eu]\s)[dD]ir\.\sgén\.", lambda match: f"directeur général{full_stop(match)}", "title"),
            (r"(?<=\bla\s)[dD]ir\.\sgén\.", lambda match: f"direction générale{full_stop(match)}", "title"),
            (r"(?<=\b[lL]es\s)km(?=\s[0-9])", lambda _: "kilomètres", "unit"),
            (
                r"(?:(?<=\b[lL]e\s)|(?<=\bau\s)|(?<=\bdu\s)|(?<=\bpar\s))(?P<unit>kg|km)(?=\s(?:de|des|d'|est|à)\b|"
                r"[,;?)]|\Z)",
                lambda match: self.units[match["unit"]].one,
                "unit",
            ),
            (
                rf"(?:(?<=\ben\s)|(?<=\bfin\s)|(?<=\bdébut\s)|(?<=\bdès\s)|"
                rf"(?<=\bdepuis\s))(?P<month>{alternatives(self.short_months)})\.(?!\w|\s?[0-9])",
                lambda match: self.months[self.short_months[match["month"]] - 1] + full_stop(match),
                "month",
            ),
            (
                r"(?:(?<=ha\s)|(?<=ha\set\s))(?P<ares>[0-9]{1,2})\sa(?=[\s,.;)])",
                lambda m: f"{self.cardinal(m['ares'])} ares",
                "measure",
            ),
            (r"(?<=Ier\s)s\.(?!\w)", lambda match: f"siècle{full_stop(match)}", "century"),
            (
                r"(?:(?<=dièse\s)|(?<=bémol\s)|(?<=\b(?:do|ré|mi|fa|la|si)\s)|(?<=\bsol\s))(?P<mode>min|maj)\.",
                lambda match: ("mineur" if match["mode"] == "min" else "majeur") + full_stop(match),
                "key",
            ),
            (r"(?<![\w.])L\.(?=\sn[°º])", lambda _: "loi", "law"),
            (r"(?<=€\s)ch\.(?!\w)", lambda match: f"de charges{full_stop(match)}", "rent"),
            (r"(?<![\w/])s/\s?(?=(?:toile|bois|papier|carton|panneau|cuivre)\b)", lambda _: "sur ", "abbreviation"),
            (r"(?<![\w/])s/\s(?=[a-zà-ÿ]{3})", lambda _: "sans ", "abbreviation"),
            (r"(?<!\w)[mM]ens\.(?=\sde\s[0-9])", lambda _: "mensualités", "loan"),
            (r"(?:(?<=[IVX]e\s)|(?<=Ier\s))mill\.", lambda match: f"millénaire{full_stop(match)}", "age"),
            (r"(?<=\()v\.(?=\s-?[0-9]{3,4}(?!\w))", lambda _: "vers", "age"),
            (r"(?<=[pP]rix\s)cons\.", lambda match: f"conseillé{full_stop(match)}", "price"),
            (
                r"(?:(?<=oyenne\s)|(?<=irection\s)|(?<=ulture\s)|(?<=ssemblée\s))gén\.",
                lambda match: f"générale{full_stop(match)}",
                "abbreviation",
            ),
            (r"(?<=\bde\s)nat\.(?=\s[a-zà-ÿ])", lambda _: "nationalité", "abbreviation"),
            (r"(?<![\w.])nat\.(?=\sd(?:e|es|u|')\b)", lambda _: "national", "abbreviation"),
            (r"(?<![\w.])l\.(?=\s[0-9]{1,4}\s?[-–])", lambda _: "lignes", "reference"),
            (r"(?<![\w.])ch\.(?=\s[0-9]{2,4}(?!\w))", self._room_of_hotel, "room"),
            (
                r"(?<=[sS]ortie\s)(?P<exit>[0-9]{1,3})(?P<part>[a-d])(?!\w)",
                lambda m: f"{self.cardinal(m['exit'])} {m['part'].upper()}",
                "exit",
            ),
            (
                r"(?<![\w.,])(?P<amount>[0-9]{1,3}(?:[.,][0-9]{1,2})?)\s?[kK]"
                r"(?=\s(?:de\s|d')?(?:likes|vues|abonnés|followers|views|com)\b)",
                self.in_thousands,
                "thousands",
            ),
            (
                r"(?<!\w)(?P<stem>[^\W\d_]{3,20})eur/(?:se|euse)(?!\w)",
                lambda m: f"{m['stem']}eur ou {m['stem'].lower()}euse",
                "both genders",
            ),
            (r"(?<![\w.])t\.\s?a\.\s?b\.", lambda match: f"tirs au but{full_stop(match)}", "penalties"),
            (r"(?<!\w)p\.(?=\s?[0-9]{1,4}\s(?:à|et)\s[0-9])", lambda _: "pages", "reference"),
            (r"(?<=[0-9]\s)pb(?!\w)", lambda _: "points de base", "unit"),
            (r"(?<=\bà\s[0-9]\s)j\.(?=\sde la (?:fin|trêve))", lambda _: "journées", "abbreviation"),
            (
                r"(?<=\bdu\s)(?P<one>lun|mar|mer|jeu|ven|sam|dim)\sau\s(?P<other>lun|mar|mer|jeu|ven|sam|dim)(?!\w)",
                lambda match: f"{WEEKDAYS[match['one']]} au {WEEKDAYS[match['other']]}",
                "weekdays",
            ),
            (
                r"(?<!\w)(?P<day>merc|jeud|vend)\.(?!\w)",
                lambda match: _DAYS[match["day"]] + full_stop(match),
                "weekday",
            ),
            (r"(?<=[0-9]\s)adj\.\sadmin\.", lambda match: f"adjoints administratifs{full_stop(match)}", "job"),
            (r"(?<!\w)[ÉE]\.-\s?U\.", lambda match: f"États-Unis{full_stop(match)}", "country"),
            (
                r"(?<![\w/.,])(?P<one>[0-9]{1,2})/(?P<other>[0-9]{1,2})(?=\sde tension)",
                lambda match: f"{self.cardinal(match['one'])} {self.cardinal(match['other'])}",
                "blood pressure",
            ),
            (
                r"(?<=[0-9h]\s\()(?P<day>lun|mar|mer|jeu|ven|sam|dim)(?=\))",
                lambda match: WEEKDAYS[match["day"]],
                "weekday",
            ),
            (_TRAVEL, lambda match: "départ" if match["way"].lower() == "dép" else "arrivée", "timetable"),
            (r"(?<=\bla\s)min(?:istre)?\.(?=\sd)|(?<=\b[lLdD][eu]\s)min\.(?=\sd)", lambda _: "ministre", "title"),
            (r"(?<![\w.])T°(?!\w)", lambda _: "température", "abbreviation"),
        )
        return (
            chat_rule(_HAVE, "j'ai", _MARKS),
            chat_rule(_IT_IS, "c'est", _MARKS),
            chat_rule(_YOU_ARE, "t'es", _MARKS),
            *(rule(pattern, speak, kind="abbreviations", name=name) for pattern, speak, name in short),
            *of_digits(
                rule(_VAT, self._vat, kind="phones", name="company number"),
                rule(_MILLIONS_OF, self._millions_of, kind="numbers", name="millions"),
                rule(_MILLIONS, self._short_millions, kind="numbers", name="millions"),
                rule(
                    _OF_AGE, lambda match: self.plus if match["sign"] == "+" else self.minus,
                    kind="symbols", name="less or more",
                ),
                rule(_REFERENCE, self._reference_of_paper, kind="phones", name="reference"),
                door_rule(self, Unit("porte", "portes", "f")),
            ),
            *super().first_rules(),
        )  # fmt: skip

    def typography_rules(self) -> tuple[Rule, ...]:
        # "9h-12h/14h-18h": two ranges.
        between_times = r"(?:(?<=[hH:][0-9]{2})|(?<=[0-9][hH]))\s?/\s?(?=[0-9]{1,2}[hH:][0-9]{0,2}[-–][0-9])"
        # "35 h/sem.,": the full stop of an abbreviation behind a slash.
        per = r"(?:(?<=/sem)|(?<=/pers)|(?<=/sess))\.(?=\s?[,;:)]|\s[a-zà-ÿ+])"
        return (*super().typography_rules(), rule(between_times, lambda _: ", "), rule(per, lambda _: ""))

    def _following(self, match: re.Match[str]) -> str:
        are_pages = re.search(r"\b(?:pp?\.|pages?)\s?[0-9]{1,4}\set\s\Z", before(match))
        return f"suivant{'es' if are_pages else 's'}{full_stop(match)}"

    def _room_of_hotel(self, match: re.Match[str]) -> str | None:
        return "chambre" if re.search(r"\b(?:[hH]ôtel|[aA]uberge|[hH]ôpital|[rR]ésidence)\b", before(match)) else None

    def _rooms(self, match: re.Match[str]) -> str | None:
        """ "maison 4 ch., 2 sdb": rooms; "110 ch" are horses."""
        is_house = re.search(
            r"\bm[²2]|\b(?:maison|appart|villa|pavillon|studio|sdb|SDB|terrain|F[2-6]|T[2-6])\b", near(match)
        )
        return f"{self.cardinal(match['rooms'])} chambres{full_stop(match)}" if is_house else None

    def _honour(self, match: re.Match[str]) -> str:
        return _HONOURS[re.sub(r"\W", "", match["letters"])]

    def _vat(self, match: re.Match[str]) -> str:
        digits = re.sub(r"\s", "", match["siren"])
        groups = (match["key"], digits[:3], digits[3:6], digits[6:])
        return f"F R {', '.join(self.cardinal(group) for group in groups)}"

    def _millions_of(self, match: re.Match[str]) -> str | None:
        """ "5M vues", "2,5M de vues"."""
        noun = match["noun"]
        if noun not in ("d'", "de") and self.gender(noun) is None:
            return f"{self._short_millions(match)} " if noun in ("sur", "par", "pour", "depuis") else None
        link = " " if noun in ("d'", "de") else " d'" if noun[0] in "aeéèêiouyh" else " de "
        return self._short_millions(match) + link

    def _short_millions(self, match: re.Match[str]) -> str:
        number = self.number(match["amount"])
        return f"{self.number_words(number)} million{'' if self.is_singular(number) else 's'}"

    def _reference_of_paper(self, match: re.Match[str]) -> str | None:
        """ "réf. AB 2023-45"; elsewhere the numbers may be years."""
        is_reference = _REFERRED.search(before(match))
        return f"{self.cardinal(match['first'])}, {self.cardinal(match['last'])}" if is_reference else None
