"""Books of the Bible in Italian: abbreviations and their names."""

from __future__ import annotations

from collections.abc import Mapping

BOOKS: Mapping[str, str] = {
    "Gen": "Genesi", "Gn": "Giona", "Lv": "Levitico", "Lev": "Levitico", "Nm": "Numeri", "Dt": "Deuteronomio",
    "Gs": "Giosuè", "Gios": "Giosuè", "Gdc": "Giudici", "Rt": "Rut", "Esd": "Esdra", "Ne": "Neemia", "Tb": "Tobia",
    "Gdt": "Giuditta", "Est": "Ester", "Gb": "Giobbe", "Sal": "Salmo", "Salmo": "Salmo", "Pr": "Proverbi",
    "Prov": "Proverbi", "Qo": "Qoelet", "Ct": "Cantico dei Cantici", "Sap": "Sapienza", "Sir": "Siracide",
    "Is": "Isaia", "Ger": "Geremia", "Lam": "Lamentazioni", "Bar": "Baruc", "Ez": "Ezechiele", "Dn": "Daniele",
    "Dan": "Daniele", "Os": "Osea", "Gl": "Gioele", "Am": "Amos", "Abd": "Abdia", "Gio": "Giona", "Na": "Naum",
    "Ab": "Abacuc", "Sof": "Sofonia", "Ag": "Aggeo", "Zc": "Zaccaria", "Ml": "Malachia", "Mt": "Matteo",
    "Mc": "Marco", "Lc": "Luca", "Gv": "Giovanni", "At": "Atti", "Rm": "Romani", "Rom": "Romani", "Gal": "Galati",
    "Ef": "Efesini", "Fil": "Filippesi", "Col": "Colossesi", "Tt": "Tito", "Fm": "Filemone", "Eb": "Ebrei",
    "Gc": "Giacomo", "Gd": "Giuda", "Ap": "Apocalisse",
}  # fmt: skip
# The number comes in at the braces: "{}" before a letter, "{book}" before a book.
NUMBERED_BOOKS: Mapping[str, str] = {
    "Sam": "{book} libro di Samuele", "Re": "{book} libro dei Re", "Cr": "{book} libro delle Cronache",
    "Mac": "{book} libro dei Maccabei", "Cor": "{} ai Corinzi", "Corinzi": "{} ai Corinzi",
    "Ts": "{} ai Tessalonicesi", "Tm": "{} a Timoteo", "Tim": "{} a Timoteo", "Pt": "{} di Pietro",
    "Gv": "{} di Giovanni",
}  # fmt: skip
