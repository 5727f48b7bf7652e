"""The text of a formula -> its words, from left to right: terms, operators, powers, calls and brackets."""

from __future__ import annotations

import re
from collections.abc import Mapping

from koe.text.normalize.english import spelling
from koe.text.normalize.english.fractions import VULGAR, fraction, quantity
from koe.text.normalize.english.numbers import exponent
from koe.text.normalize.numerals import EnglishNumerals

GREEK: Mapping[str, str] = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho",
    "σ": "sigma", "ς": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "ϕ": "phi", "χ": "chi", "ψ": "psi",
    "ω": "omega", "Γ": "gamma", "Δ": "delta", "∆": "delta", "Θ": "theta", "Λ": "lambda", "Ξ": "xi", "Π": "pi",
    "Σ": "sigma", "Φ": "phi", "Ψ": "psi", "Ω": "omega", "ϵ": "epsilon",
}  # fmt: skip
FUNCTIONS: Mapping[str, str] = {
    "sin": "sine", "cos": "cosine", "tan": "tangent", "cot": "cotangent", "csc": "cosecant", "arcsin": "arc sine",
    "arccos": "arc cosine", "arctan": "arc tangent", "sinh": "hyperbolic sine", "cosh": "hyperbolic cosine",
    "tanh": "hyperbolic tangent", "log": "log", "ln": "natural log", "exp": "exp", "lim": "limit", "det": "determinant",
    "gcd": "G.C.D", "lcm": "L.C.M",
}  # fmt: skip
# Letters side by side that are factors, not a word.
PRODUCTS = (
    "mc2?", "mx", "ma", "mgh", "mg", "mv", "kx", "bx", "cx", "ax", "ay", "by", "xy", "ab", "ac", "bc", "IR", "VI", "PV",
    "nRT", "hf", "dx", "dy", "dt", "AB", "CD", "BC", "AC", "ABC", "DEF",
)  # fmt: skip
_CALLED = frozenset("dfghtuvyFGHPOTELΓφψσΩΘω")
_OPERATORS = {
    "+": "plus", "-": "minus", "–": "minus", "—": "minus", "*": "times", "×": "times", "x": "times", "·": "times",
    "⋅": "times", "÷": "divided by", "=": "equals", "≠": "is not equal to",
    "<": "is less than", ">": "is greater than", "≤": "is less than or equal to", "<=": "is less than or equal to",
    "≥": "is greater than or equal to", ">=": "is greater than or equal to", "≈": "is approximately",
    "≡": "is equivalent to", "∝": "is proportional to", "±": "plus or minus", "∓": "minus or plus", "∈": "is in",
    "∉": "is not in", "⊂": "is a subset of", "⊆": "is a subset of", "⊃": "is a superset of", "∪": "union",
    "∩": "intersection", "→": "to", "⇒": "implies", "∧": "and", "∨": "or", "∥": "is parallel to",
    "⊥": "is perpendicular to", ":": "to", "mod": "mod",
}  # fmt: skip
_PREFIXES = {
    "√": "the square root of", "∛": "the cube root of", "∂": "partial", "∇": "del", "∀": "for all",
    "∃": "there exists", "∑": "the sum of", "∏": "the product of", "∫": "the integral of", "∠": "angle",
}  # fmt: skip
_CONSTANTS = {"∞": "infinity", "∅": "the empty set", "ℝ": "R", "ℕ": "N", "ℤ": "Z", "ℚ": "Q", "ℂ": "C"}
_MARKS = {"!": "factorial", "°": "degrees", "%": "percent"}
_SCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉ₙᵢ", "0123456789+-n0123456789ni")
_TOKEN = re.compile(
    r"(?P<space>\s*)(?:"
    r"(?P<number>(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+)"
    rf"|(?P<word>(?:{'|'.join(sorted([*FUNCTIONS, 'mod'], key=len, reverse=True))})(?![A-Za-z])|[A-Za-z]+)"
    r"|(?P<above>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+)|(?P<below>[₀-₉ₙᵢ]+)|(?P<prime>'+)|(?P<sign><=|>=|==|!=|\S))"
)


def read(text: str, numerals: EnglishNumerals, *, keeps_last: bool = False) -> str | None:
    """The words of a formula; None if it cannot be read. `keeps_last`: a number at the end stays in digits, because a
    unit follows that another rule reads with it."""
    tokens = [
        (match.lastgroup or "", match[match.lastgroup or 0], bool(match["space"])) for match in _TOKEN.finditer(text)
    ]
    reader = _Reader(tokens, numerals, keeps_last=keeps_last)
    pieces = reader.sequence("")
    return None if reader.failed or reader.place < len(tokens) else _joined(pieces)


def _joined(pieces: list[str]) -> str:
    text = " ".join(piece for piece in pieces if piece)
    return text.replace("( ", "(").replace(" )", ")").replace(" ,", ",")


# Of sums of money: "1.25M – 980K".
_SIZES = {"K": "thousand", "M": "million", "B": "billion"}


class _Reader:
    """Reads a list of tokens: kind, text, and whether a space is before it."""

    def __init__(self, tokens: list[tuple[str, str, bool]], numerals: EnglishNumerals, *, keeps_last: bool) -> None:
        self.tokens = tokens
        self.numerals = numerals
        self.keeps_last = keeps_last
        self.place = 0
        self.failed = False
        self.gives = False  # inside P( ), a bar is "given"

    def peek(self, ahead: int = 0) -> tuple[str, str, bool]:
        place = self.place + ahead
        return self.tokens[place] if place < len(self.tokens) else ("", "", False)

    def sequence(self, closing: str) -> list[str]:
        """The words up to the closing mark, which is consumed."""
        words: list[str] = []
        operand = False
        while self.place < len(self.tokens):
            kind, text, spaced = self.peek()
            if closing and text == closing:
                self.place += 1
                return words
            self.place += 1
            if kind == "number":
                words += self._number(text, operand)
                operand = True
            elif text in FUNCTIONS:
                words += [*(["times"] if operand and words[-1] == ")" else []), *self._function(text)]
                operand = False
            elif kind == "word" and text != "mod" and not (text == "x" and operand and spaced):
                words += self._letters(text, operand and not spaced and words[-1] == ")")
                operand = True
            elif kind == "above":
                words.append(self._power(text.translate(_SCRIPTS)))
            elif kind == "below":
                words += [
                    "sub",
                    self.numerals.number(digits) if (digits := text.translate(_SCRIPTS)).isdigit() else digits,
                ]
            elif kind == "prime":
                words.append({1: "prime", 2: "double prime"}.get(len(text), "triple prime"))
            elif text in VULGAR:
                words.append(quantity(text, self.numerals))
            elif text in GREEK or text in _CONSTANTS:
                words.append(GREEK.get(text) or _CONSTANTS[text])
                operand = True
                if text in _CALLED and self.peek()[1] == "(":
                    words += self._argument()
            elif text == "^":
                words.append(self._raised())
            elif text == "_":
                words += ["sub", *self._group()]
            elif text == "(":
                words += [*(["times"] if operand else []), "(", *self.sequence(")"), ")"]
                operand = True
            elif text == "|" and self.gives:
                words.append("given")
                operand = False
            elif text == "|":
                words += ["the absolute value of", *self.sequence("|")]
                operand = True
            elif text == "°" and self.tokens[self.place - 2][0] == "word" and self.place > 1:
                words.append("naught")  # the standard state: "ΔH°"
            elif text in _MARKS:
                words.append(_MARKS[text])
            elif text in _PREFIXES:
                words += self._prefixed(text, operand)
                operand = False
            elif text == ",":
                words.append(",")
                operand = False
            elif text == "/":
                words.append("divided by" if spaced else "over")
                operand = False
            elif text == "-" and self._is_sign_of_last(spaced, operand):
                words.append(f"-{self.tokens[-1][1]}")
                self.place += 1
            elif text in _OPERATORS:
                words.append("implies" if text == "→" and "equals" in words else _OPERATORS[text])
                operand = False
            else:
                self.failed = True
                return words
        self.failed = self.failed or bool(closing)
        return words

    def _number(self, text: str, operand: bool) -> list[str]:
        if self.keeps_last and self.place >= len(self.tokens) and self.tokens[-1][2]:
            return [text]
        below = self._denominator()
        if below and text.isdigit():
            self.place += 2
            if int(text) % below == 0:
                return [f"{self.numerals.number(text)} divided by {self.numerals.cardinal(str(below))}"]
            return [fraction("", int(text), below, self.numerals)]
        words = [self.numerals.number(text)]
        kind, letters, spaced = self.peek()
        if kind == "word" and not spaced and letters not in FUNCTIONS:
            self.place += 1
            large = letters in _SIZES and (not text.isdigit() or len(text) > 2)
            words.append(_SIZES[letters] if large else spelling.letters(letters))
        return ["times", *words] if operand else words

    def _is_sign_of_last(self, spaced: bool, operand: bool) -> bool:
        """Whether a minus belongs to the number at the end that stays in digits."""
        at_end = self.place == len(self.tokens) - 1 and self.peek()[0] == "number" and not self.peek()[2]
        return self.keeps_last and at_end and spaced and not operand

    def _denominator(self) -> int:
        """The number after a slash without spaces, if both make a fraction; else 0."""
        (_, slash, spaced), (kind, digits, apart), following = self.peek(), self.peek(1), self.peek(2)
        if slash != "/" or spaced or apart or kind != "number" or not digits.isdigit():
            return 0
        if following[1] in ("^", "/") or (following[0] == "word" and not following[2]) or not 1 < int(digits) <= 100:
            return 0
        return int(digits)

    def _letters(self, text: str, multiplied: bool) -> list[str]:
        if text == "mc2":
            words = ["M.C squared"]
        elif len(text) > 1:
            words = [spelling.letters(text)]
            if text == "mc" and self.peek()[1] == "2":
                self.place += 1
                words.append("squared")
        else:
            words = ["A." if text in "aA" else text]
        if len(text) == 1 and text in _CALLED:
            if self.peek()[0] == "prime":
                words.append({1: "prime", 2: "double prime"}.get(len(self.peek()[1]), "triple prime"))
                self.place += 1
            if self.peek()[1] == "(" and not self.peek()[2]:
                given, self.gives = self.gives, text == "P"
                words += self._argument()
                self.gives = given
        return ["times", *words] if multiplied else words

    def _argument(self) -> list[str]:
        self.place += 1
        return ["of", *self.sequence(")")]

    def _function(self, name: str) -> list[str]:
        words = [FUNCTIONS[name]]
        if name == "lim":
            return self._limit()
        kind, text, _ = self.peek()
        if kind == "above":
            self.place += 1
            power = text.translate(_SCRIPTS)
            words = [f"inverse {words[0]}"] if power == "-1" else [*words, self._power(power)]
        elif kind == "below" or text == "_":
            self.place += 1
            base = [self.numerals.number(text.translate(_SCRIPTS))] if kind == "below" else self._group()
            words += ["base", *base, "of"]
        if self.peek()[1] == "(":
            inner = self._argument()
            words += inner[1:] if words[-1] == "of" else inner
        return words

    def _limit(self) -> list[str]:
        words = ["limit as"]
        if self.peek()[1] == "_":
            self.place += 1
            words += self._group()
        else:
            while self.place < len(self.tokens) and len(words) < 4:
                kind, text, _ = self.peek()
                self.place += 1
                words.append(
                    "to"
                    if text == "→"
                    else self.numerals.number(text)
                    if kind == "number"
                    else _CONSTANTS.get(text, text)
                )
        return [*("approaches" if word == "to" else word for word in words), "of"]

    def _prefixed(self, sign: str, operand: bool) -> list[str]:
        words = [_PREFIXES[sign]]
        if sign in "∑∏∫" and (self.peek()[0] == "below" or self.peek()[1] == "_"):
            words = [words[0].removesuffix(" of"), "from", *self._bound()]
            if self.peek()[0] == "above" or self.peek()[1] == "^":
                words += ["to", *self._bound()]
            words.append("of")
        return ["times", *words] if operand and sign in "√∛" else words

    def _bound(self) -> list[str]:
        """The words of a lower or upper bound, which is small or after "_" or "^"."""
        kind, text, _ = self.peek()
        self.place += 1
        if kind in ("above", "below"):
            digits = text.translate(_SCRIPTS)
            return [self.numerals.number(digits) if digits.isdigit() else digits]
        return self._group()

    def _power(self, digits: str) -> str:
        return exponent(digits, self.numerals) if digits.strip("+-").isdigit() else f"to the power of {digits}"

    def _raised(self) -> str:
        kind, text, _ = self.peek()
        if text == "°":
            self.place += 1
            return "degrees"
        if kind == "number":
            self.place += 1
            return self._power(text)
        return _joined(["to the power of", *self._group()])

    def _group(self) -> list[str]:
        """The words of a bracket, or of one token and its sign."""
        kind, text, _ = self.peek()
        self.place += 1
        if text == "(":
            return self.sequence(")")
        if text in "-–+" and text:
            return [_OPERATORS[text], *self._group()]
        if kind == "number":
            return [self.numerals.number(text)]
        return [GREEK.get(text) or _CONSTANTS.get(text) or ("A." if text in ("a", "A") else text)]
