"""Books of the Bible in Portuguese: abbreviations and their names."""

from __future__ import annotations

from collections.abc import Mapping

BOOKS: Mapping[str, str] = {
    "Gn": "Gênesis", "Êx": "Êxodo", "Ex": "Êxodo", "Lv": "Levítico", "Nm": "Números", "Dt": "Deuteronômio",
    "Js": "Josué", "Jz": "Juízes", "Rt": "Rute", "Ed": "Esdras", "Ne": "Neemias", "Tb": "Tobias", "Jt": "Judite",
    "Et": "Ester", "Jó": "Jó", "Sl": "Salmo", "Salmo": "Salmo", "Salmos": "Salmo", "Pv": "Provérbios",
    "Pr": "Provérbios", "Ec": "Eclesiastes", "Ct": "Cântico dos Cânticos", "Sb": "Sabedoria", "Eclo": "Eclesiástico",
    "Is": "Isaías", "Jr": "Jeremias", "Lm": "Lamentações", "Br": "Baruc", "Ez": "Ezequiel", "Dn": "Daniel",
    "Os": "Oseias", "Jl": "Joel", "Am": "Amós", "Ob": "Obadias", "Jn": "Jonas", "Mq": "Miqueias", "Na": "Naum",
    "Hc": "Habacuque", "Sf": "Sofonias", "Ag": "Ageu", "Zc": "Zacarias", "Ml": "Malaquias", "Mt": "Mateus",
    "Mc": "Marcos", "Lc": "Lucas", "Jo": "João", "At": "Atos", "Rm": "Romanos", "Ro": "Romanos", "Gl": "Gálatas",
    "Ef": "Efésios", "Fp": "Filipenses", "Fl": "Filipenses", "Cl": "Colossenses", "Tt": "Tito", "Fm": "Filemom",
    "Hb": "Hebreus", "Tg": "Tiago", "Jd": "Judas", "Ap": "Apocalipse",
}  # fmt: skip
# The number comes in at the braces: "{}" before a letter, "{book}" before a book.
NUMBERED_BOOKS: Mapping[str, str] = {
    "Sm": "{book} livro de Samuel", "Rs": "{book} livro dos Reis", "Cr": "{book} livro das Crônicas",
    "Mc": "{book} livro dos Macabeus", "Co": "{} aos Coríntios", "Cor": "{} aos Coríntios",
    "Coríntios": "{} aos Coríntios", "Ts": "{} aos Tessalonicenses", "Tm": "{} a Timóteo", "Pe": "{} de Pedro",
    "Pedro": "{} de Pedro", "Jo": "{} de João", "João": "{} de João",
}  # fmt: skip
