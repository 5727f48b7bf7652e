"""Italian units without a number, signs behind numbers, functions and powers -> words."""

from __future__ import annotations

import re

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.rule import Rule, after, alternatives, before, full_stop, rule, word_before, words

_SECONDS_BEFORE = re.compile(
    r"\b(?:per|in|dopo|ogni|attend\w{1,4}|aspett\w{1,4}|pausa|recupero|premi|minut[oi](?: e)?|ultimi|primi)\s\Z",
    re.IGNORECASE,
)
_FUNCTIONS = {
    "sin": "seno", "sen": "seno", "cos": "coseno", "tan": "tangente", "tg": "tangente", "log": "logaritmo",
    "ln": "logaritmo naturale", "exp": "esponenziale",
}  # fmt: skip
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_PER = {
    "die": "al giorno", "giorno": "al giorno", "gg": "al giorno", "mese": "al mese", "anno": "all'anno",
    "ora": "all'ora", "settimana": "a settimana", "minuto": "al minuto", "persona": "a persona", "notte": "a notte",
    "abitante": "per abitante", "sett.": "a settimana", "sett": "a settimana",
}  # fmt: skip
_ONE_OF_A_UNIT = words("il del al ogni per un allo")
_BEFORE_UNITS = _ONE_OF_A_UNIT | words(
    "in quanti quante i di dei molti pochi troppi tanti gli alcuni diversi vari espressi"
)
_BARE_UNITS = words("sec km cm mm kg mq mc kWh MWh kW GB MB TB hPa GHz MHz Mbps ml cl kcal dB mph bpm ppm Kg Km")


_IONS = "Na|Cl|Ca|Mg|Fe|Cu|Zn|Li|Al|Br|Ag|OH|H3O|NH4|NO3|SO4|HCO3|CO3|PO4|K|H"
_PORT = r"(?:(?<=\.[0-9])|(?<=\.[0-9]{2})|(?<=\.[0-9]{3})):(?=[0-9]{2,5}(?![\w:.]))"
_COMMANDS = re.compile(
    r"(?<!\w)(?:git|ls|pip3?|npm|npx|yarn|docker|grep|curl|wget|ssh|scp|cp|rm|mv|tar|python3?|sudo|apt|brew|chmod|chown|"
    r"kubectl|find|make|cargo|pytest|java|gcc|node|ps|df|du|kill|ping|systemctl|install)\b[^.;!?]{0,50}\Z"
)


class ItalianSigns(Romance):
    """The signs that only Italian reads so."""

    def unit_rules(self) -> tuple[Rule, ...]:
        """Units without a number: "al kg", "in km/h"."""
        prices = rf"(?<![\w/])€\s?/\s?(?P<per>{alternatives(self.price_per)})(?!\w)"
        return (
            rule(rf"(?<=\s){self.unit_pattern}(?!')", self._unit_alone, kind="units", name="unit"),
            rule(prices, lambda match: f"euro {self.price_for(match['per'])}", kind="money", name="price"),
        )

    def function_rules(self) -> tuple[Rule, ...]:
        codes = alternatives(code for code in self.currencies if len(code) == 3 and code.isupper())
        functions = (
            (r"(?<![\w.])(?P<name>[fgh])\((?P<variable>[a-z])\)", self._function, "function"),
            (rf"(?<!\w)(?P<name>{alternatives(_FUNCTIONS)})\((?P<variable>[a-z])\)", self._function, "function"),
            (rf"(?<![\w/])(?P<one>{codes})/(?P<other>{codes})(?![\w/])", self._pair_of_currencies, "currencies"),
            (r"(?<=%)\s?[vV]ol(?!\w)\.?", lambda match: f" in volume{full_stop(match)}", "by volume"),
            (r"(?<=\w)\s?[→⇒⇌]\s?(?=\w)", self._arrow, "arrow"),
            (r"(?<=\s[eo]\s)>(?=[0-9])", lambda _: "più di ", "sign before a number"),
            (r"(?<=\s[eo]\s)<(?=[0-9])", lambda _: "meno di ", "sign before a number"),
            (r"(?<=[A-Z]{3}\s)\*(?=\s[A-Z]{3})", lambda _: "asterisco", "asterisk"),
            (r"(?<=\s)--(?=[a-z])", lambda _: "trattino trattino ", "option"),
            (r"(?<=\s)-(?P<letters>[A-Za-z]{1,4})(?![\w-])", self._option, "option"),
            (r"(?<=[0-9A-Z])\+{1,3}(?![\w+])", lambda match: " più" * len(match[0]), "plus"),
            (
                r"(?<=[0-9])\s?/\s?(?P<per>[mcµk]?m[²³23]|mq|kmq|mc|[mµd]?[lL]|min|h)(?!\w)",
                lambda m: f" {self.per(m['per'])}",
                "rate",
            ),
            (r"(?<=[0-9n)])!(?=\s?[=/+×)])", lambda _: " fattoriale", "factorial"),
            (
                rf"(?<!\w)(?P<name>{alternatives(_FUNCTIONS)})\s?\((?=[-0-9πα-ω])",
                lambda m: f"{_FUNCTIONS[m['name']]} di (",
                "function",
            ),
            (r"(?<![\w.,])(?P<digits>[0-9]{1,3})(?P<letters>[abcxyz]{2,3})(?![\w'])", self._product, "product"),
            (r"³√\s?", lambda _: "radice cubica di ", "root"),
            (r"\|(?P<inner>-?[0-9]{1,6}|[a-z])\|", self._absolute, "absolute value"),
            (r"(?<!\w)(?P<letter>[a-z])(?P<index>[₀-₉]{1,3})(?!\w)", self._indexed, "variable"),
            (r"(?<![\w.,/])(?P<top>[0-9]{1,4})/(?P<letter>[xyzn])(?![\w/])", self._part_of_variable, "fraction"),
            (r"(?<!\w)(?P<mass>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})(?P<element>[A-Z][a-z]?)(?!\w)", self._isotope, "isotope"),
            (
                r"(?<!\w)(?P<key>Ctrl|CTRL|Control|Alt|ALT|AltGr|Shift|Maiusc|Cmd|CMD|Win|Fn)\s?\+\s?(?=[A-Z0-9])",
                lambda m: f"{'Control' if m['key'].lower() == 'ctrl' else m['key'].capitalize()} ",
                "key",
            ),
            (r"†\s?(?=[0-9])", lambda _: "morto nel ", "dagger"),
            # The brackets of an address.
            (r"<(?=[\w.+-]{1,64}@)|(?:(?<=\.[a-z]{2})|(?<=\.[a-z]{3}))>", lambda _: "", "brackets"),
        )
        return tuple(rule(pattern, speak, kind="symbols", name=name) for pattern, speak, name in functions)

    def early_sign_rules(self) -> tuple[Rule, ...]:
        """Before the rules for abbreviations and file names."""
        signs = (
            (rf"(?<!\w)(?P<ion>{_IONS})(?P<charge>\s?[2-4][+-]|[+-])(?![\w+-])", self._ion, "ion"),
            (r"(?<!\w)(?P<drive>[A-Z]):\\(?P<path>[\w.\\-]{0,120})", self._windows_path, "path"),
        )
        return tuple(rule(pattern, speak, kind="symbols", name=name) for pattern, speak, name in signs)

    def symbol_rules(self) -> tuple[Rule, ...]:
        slash = rule(
            r"(?:(?<=[^\W\d_]{2})|(?<=[^\W\d_]\.))/(?=[^\W\d_]{2})", lambda _: " ", kind="symbols", name="slash"
        )
        return (slash, *super().symbol_rules())

    def sign_rules(self) -> tuple[Rule, ...]:
        """Behind numbers."""
        signs = (
            (r"(?<=[0-9])-(?=[,;.\s]|\Z)", self._bad_mark, "minus"),
            (r"(?<![\w.,])(?P<inches>[0-9]{1,3}(?:[.,][0-9]{1,2})?)(?:\"|″|'')(?!\w)", self._inches, "measure"),
            (
                r"(?<![\w.,])(?P<digits>[0-9]{1,4}(?:,[0-9]{1,3})?)(?P<letter>[xyzn])(?![^\W²³]|')",
                self._variable_times,
                "variable",
            ),
            (r"(?<![\w.,])(?P<digits>[0-9]{1,3})(?P<letter>[a-h])(?![\w'])", self._variable_times, "letter"),
            (
                r"(?<![\w.,])(?P<digits>480|720|1080|1440|2160)(?P<letter>[pi])(?!\w)",
                self._variable_times,
                "resolution",
            ),
            (r"(?<=[\w²³)])\s-\s(?=[0-9])", self._minus, "minus"),
            (r"(?<=[0-9])/(?=[0-9])|(?<=[A-Z])/(?=[0-9])", lambda _: " barra ", "slash"),
            (r"(?<=[0-9])/(?=(?:bis|ter|quater)(?!\w))", lambda _: " ", "slash"),
            (_PORT, lambda _: " porta ", "port"),
            (r"(?<=[0-9])\s:\s(?=[0-9])", lambda _: " diviso ", "operator"),
            (rf"(?<=\w)\s?/\s?(?P<per>{alternatives(_PER)})(?!\w)", lambda m: f" {_PER[m['per']]}", "rate"),
            (r"(?<=[a-zà-ù]{3})/(?P<per>min|sec|h)(?!\w)", lambda m: f" {self.per(m['per'])}", "rate"),
            (r"(?<=[\w.])\s[x×]\s(?=[0-9]|[€$£]\s?[0-9])", lambda _: " per ", "operator"),
        )
        return tuple(rule(pattern, speak, kind="symbols", name=name) for pattern, speak, name in signs)

    def _windows_path(self, match: re.Match[str]) -> str:
        stop = "." if match["path"].endswith(".") else ""
        parts = [self.web_name(part) for part in match["path"].rstrip(".").split("\\") if part]
        return " barra rovesciata ".join([f"{self.letters(match['drive'])} due punti", *parts]) + stop

    def _pair_of_currencies(self, match: re.Match[str]) -> str:
        return f"{self.currencies[match['one']].one} {self.currencies[match['other']].one}"

    def _arrow(self, match: re.Match[str]) -> str:
        """The arrow of a reaction, "CH4 → CO2"; a pause elsewhere."""
        is_reaction = re.search(r"[A-Z][a-z]?[0-9₀-₉+-]{0,2}\Z", before(match)) and re.match(
            r"[0-9]{0,2}[A-Z][A-Za-z]?[0-9₀-₉A-Z+\s]", after(match)
        )
        has_formula = re.search(r"[a-z][0-9₀-₉+]|[A-Z][0-9₀-₉]|\s\+\s", before(match)[-20:] + "→" + after(match)[:20])
        return " dà " if is_reaction and has_formula else ", "

    def _product(self, match: re.Match[str]) -> str | None:
        """ "2ab" in an equation."""
        if not re.search(r"[=²³^+]", before(match)[-20:] + after(match)[:20]):
            return None
        return f"{self.cardinal(match['digits'])} {self.letters(match['letters'])}"

    def _ion(self, match: re.Match[str]) -> str:
        charge = match["charge"].strip()
        count = f" {self.cardinal(charge[0])}" if charge[0].isdigit() else ""
        ion = " ".join(map(self._part, re.findall(r"[A-Za-z]+|[0-9]", match["ion"])))
        return f"{ion}{count} {self.plus if charge[-1] == '+' else self.minus}"

    def _option(self, match: re.Match[str]) -> str | None:
        """ "git commit -m"."""
        return f"meno {self.letters(match['letters'])}" if _COMMANDS.search(before(match)) else None

    def _inches(self, match: re.Match[str]) -> str | None:
        if len(re.findall(r"(?<![0-9])\"", before(match))) % 2:
            return None
        is_time = _SECONDS_BEFORE.search(before(match)) is not None
        return f"{self.number_words(self.number(match['inches']))} {'secondi' if is_time else 'pollici'}"

    def _variable_times(self, match: re.Match[str]) -> str:
        return f"{self.number_words(self.number(match['digits']))} {self.letters(match['letter'])}"

    def _unit_alone(self, match: re.Match[str]) -> str | None:
        symbol, ahead = match["unit"].rstrip("."), word_before(match).lower()
        unit = self.unit(symbol)
        if symbol == "min" and ahead == "al" and re.search(r"[a-z]{3}[ie]\sal\s\Z", before(match)):
            return unit.one + full_stop(match) if unit else None  # "battiti al min"
        if unit is None or ahead not in _BEFORE_UNITS or (symbol.isalpha() and symbol not in _BARE_UNITS):
            return None
        if ahead not in _ONE_OF_A_UNIT:
            return unit.many + full_stop(match)
        return ("chilo" if symbol.lower() == "kg" else unit.one) + full_stop(match)

    def _bad_mark(self, match: re.Match[str]) -> str | None:
        """ "6-" at school."""
        return " meno" if re.search(r"(?i)\bvot[oi]\b", before(match)) else None

    def _minus(self, match: re.Match[str]) -> str | None:
        return " meno " if re.search(r"[=^²³√]", before(match)[-30:]) else None

    def _function(self, match: re.Match[str]) -> str:
        name = _FUNCTIONS.get(match["name"]) or self.letters(match["name"])
        return f"{name} di {self.letters(match['variable'])}"

    def _absolute(self, match: re.Match[str]) -> str:
        inner = match["inner"]
        number = inner.lstrip("-")
        spoken = self.cardinal(number) if number.isdigit() else self.letters(number)
        return f"valore assoluto di {'meno ' if inner[0] == '-' else ''}{spoken}"

    def _indexed(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['letter'])} {self.cardinal(match['index'].translate(_SUBSCRIPTS))}"

    def _part_of_variable(self, match: re.Match[str]) -> str:
        return f"{self.cardinal(match['top'])} fratto {self.letters(match['letter'])}"

    def _isotope(self, match: re.Match[str]) -> str:
        return f"{self.letters(match['element'])} {self.cardinal(match['mass'].translate(_SUPERSCRIPTS))}"

    def _power(self, match: re.Match[str]) -> str:
        """A power is a feminine ordinal: "due alla decima"."""
        exponent = match["power"].lstrip("^").strip().translate(_SUPERSCRIPTS)
        if exponent in ("2", "3"):
            return f" {self.squared if exponent == '2' else self.cubed}"
        if exponent.isdigit() and int(exponent):
            return f" alla {self.ordinal(int(exponent), 'f')}"
        sign = {"-": f"{self.minus} ", "+": f"{self.plus} "}.get(exponent[0], "")
        rest = exponent.lstrip("-+")
        return f" alla {sign}{self.cardinal(rest) if rest.isdigit() else self.letters(rest)}"
