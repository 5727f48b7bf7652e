"""Chords, time signatures and movements -> words: "Em7 G Dsus4", "4/4 time", "II. Adagio"."""

from __future__ import annotations

import re

from koe.text.normalize.english import spelling
from koe.text.normalize.numerals import EnglishNumerals
from koe.text.normalize.rule import Rule, after, before, rule

_ACCIDENTALS = {"#": " sharp", "♯": " sharp", "b": " flat", "♭": " flat", "": ""}
_QUALITIES = {
    "m": "minor", "min": "minor", "maj": "major", "M": "major", "dim": "diminished", "aug": "augmented", "sus": "sus",
    "add": "add",
}  # fmt: skip
_CHORD = (
    r"[A-G][#b♯♭]?(?:maj|min|dim|aug|sus|add|m|M)?(?:2|4|5|6|7|9|11|13)?(?:sus[24]?|add[0-9]{1,2})?(?:/[A-G][#b♯♭]?)?"
)
# At least two in a row, of which one can only be a chord.
_CHORDS = rf"(?<![\w.'-])(?=(?:{_CHORD}[ ,|–-]{{1,3}}){{0,7}}[A-G][#b♯♭]?(?:m|maj|min|dim|sus)?(?:7|sus|m\b|dim|maj7))"
_CHORDS += rf"{_CHORD}(?:[ ,|–-]{{1,3}}{_CHORD}){{1,11}}(?![\w'#♯♭-])"
_PARTS = re.compile(r"[A-G][#b♯♭]?(?![a-z]*[a-z]{3})|maj|min|dim|aug|sus|add|m|M|[0-9]{1,2}|/")
_NOTE = re.compile(r"([A-G])([#b♯♭]?)(.*)")
_TIME_AROUND = re.compile(r"\b(?:bpm|BPM|tempo|time|capo|[Kk]ey|signature|waltz|meter|metre|beats?|swing|groove)\b")
_TEMPO = (
    "Adagio|Adagietto|Allegro|Allegretto|Andante|Andantino|Cantabile|Finale|Grave|Largo|Larghetto|Lento|Menuetto|Minuet|"
    "Moderato|Molto|Prelude|Presto|Prestissimo|Rondo|Scherzo|Sostenuto|Un poco|Vivace"
)


def rules(numerals: EnglishNumerals) -> tuple[Rule, ...]:
    def chord(written: str) -> str:
        whole, _, bass = written.partition("/")
        note = _NOTE.fullmatch(whole)
        if note is None:
            return written
        spoken = [spelling.letters(note[1]) + _ACCIDENTALS[note[2]]]
        for part in _PARTS.findall(note[3]):
            spoken.append(numerals.cardinal(part) if part.isdigit() else _QUALITIES.get(part, part))
        if bass:
            spoken.append(f"over {spelling.letters(bass[0])}{_ACCIDENTALS[bass[1:]]}")
        return " ".join(spoken)

    def chords(match: re.Match[str]) -> str:
        return ", ".join(chord(one) for one in re.split(r"[ ,|–-]+", match[0]) if one)

    def metre(match: re.Match[str]) -> str | None:
        if not _TIME_AROUND.search(f"{before(match)[-40:]} {after(match)[:20]}"):
            return None
        return f"{numerals.cardinal(match[1])} {numerals.cardinal(match[2])}"

    return (
        rule(_CHORDS, chords, name="chords"),
        rule(r"(?<![\w./-])([2-9]|12)/(4|8)(?![\w/]|[.,][0-9])", metre, name="time signature"),
    )
