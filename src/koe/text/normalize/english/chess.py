"""Moves of chess -> words: "1. e4 e5 2. Nf3", "Bxf7+", "O-O", "e8=Q#"."""

from __future__ import annotations

import re

from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule

_PIECES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}
_PIECE_MOVE = r"[KQRBN](?:[a-h]|[1-8])?x?[a-h][1-8]"
_PAWN_MOVE = r"(?:[a-h]x)?[a-h][1-8](?:=[QRBN])?"
_MOVE = rf"(?:O-O(?:-O)?|{_PIECE_MOVE}|{_PAWN_MOVE})(?:\+\+?|#)?(?:!!|\?\?|!\?|\?!|[!?](?=[\s,;)]))?"
_MOVES = re.compile(rf"(?<![\w.-])(?:[0-9]{{1,3}}\.(?:\.\.)?\s?)?(?:O-O|{_PIECE_MOVE}|[a-h]x[a-h][1-8])(?![\w-])")
_CHESS = re.compile(
    r"\b(?:chess|White|Black|pawns?|bishops?|knights?|rooks?|checkmate|castl\w{2,3}|Elo|gambit|[Oo]pening|endgame|"
    r"Sicilian|"
    r"grandmaster|GM|mates?)\b|[0-9]\.(?:\.\.)?\s?(?:[KQRBN]?[a-h][1-8]|O-O)"
)
_PARTS = re.compile(r"[KQRBN]|[a-h]|[1-8]|x|=")


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def said(move: str) -> str:
        plain = re.sub(r"[!?]+\Z", "", move)
        ending = " mate" if plain.endswith(("#", "++")) else " check" if plain.endswith("+") else ""
        plain = plain.rstrip("+#")
        if plain.startswith("O"):
            return ("castles queenside" if plain.count("O") == 3 else "castles kingside") + ending
        words = {"x": "takes", "=": "becomes", **_PIECES}
        spoken = (
            words.get(part) or (numerals.cardinal(part) if part.isdigit() else "A." if part == "a" else part.upper())
            for part in _PARTS.findall(plain)
        )
        return " ".join(spoken) + ending

    def numbered(match: re.Match[str]) -> str | None:
        """A move with its number, and the answer."""
        if (
            match["second"] is None
            and not match["first"][0].isupper()
            and not _CHESS.search(before(match) + after(match))
        ):
            return None
        answer = f", {said(match['second'])}" if match["second"] else ""
        return f"{numerals.cardinal(match['number'])}, {said(match['first'])}{answer}" + "," * bool(
            re.match(r"\s[0-9]{1,3}\.", after(match))
        )

    def single(match: re.Match[str]) -> str | None:
        around = f"{before(match)} {after(match)}"
        return said(match[0]) if "=" in match[0] or _CHESS.search(around) or _MOVES.search(around) else None

    return (
        rule(
            rf"(?<![\w.,$£€-])(?P<number>[1-9][0-9]{{0,2}})\.(?:\.\.|…)?\s?(?P<first>{_MOVE})(?![\w-])"
            rf"(?:\s(?P<second>{_MOVE})(?![\w-]))?",
            numbered,
            name="moves of chess",
        ),
        rule(
            rf"(?<![\w.-])(?:O-O(?:-O)?|{_PIECE_MOVE}|[a-h]x[a-h][1-8](?:=[QRBN])?|[a-h][18]=[QRBN]|(?<=\s)[a-h][1-8](?=\s[0-9]{{1,3}}\.))"
            r"[+#]?(?:!!|\?\?|!\?|\?!|[!?](?=[\s,;)]))?(?![\w-])",
            single,
            name="move of chess",
        ),
        rule(r"(?<![\w½])½\s?[-–]\s?½(?![\w½])", lambda _: "a half each", name="result of chess"),
    )
