"""Books of the Bible in Spanish: abbreviations and their names."""

from __future__ import annotations

from collections.abc import Mapping

BOOKS: Mapping[str, str] = {
    "Gn": "Génesis", "Gén": "Génesis", "Éx": "Éxodo", "Ex": "Éxodo", "Lv": "Levítico", "Lev": "Levítico",
    "Nm": "Números", "Núm": "Números", "Dt": "Deuteronomio", "Deut": "Deuteronomio", "Jos": "Josué", "Jue": "Jueces",
    "Jc": "Jueces", "Rt": "Rut", "Esd": "Esdras", "Neh": "Nehemías", "Ne": "Nehemías", "Tb": "Tobías",
    "Tob": "Tobías", "Jdt": "Judit", "Est": "Ester", "Jb": "Job", "Sal": "Salmo", "Salmo": "Salmo",
    "Pr": "Proverbios", "Prov": "Proverbios", "Ecl": "Eclesiastés", "Qo": "Eclesiastés",
    "Ct": "Cantar de los Cantares", "Cant": "Cantar de los Cantares", "Sb": "Sabiduría", "Sab": "Sabiduría",
    "Eclo": "Eclesiástico", "Si": "Eclesiástico", "Is": "Isaías", "Jr": "Jeremías", "Jer": "Jeremías",
    "Lm": "Lamentaciones", "Lam": "Lamentaciones", "Ba": "Baruc", "Bar": "Baruc", "Ez": "Ezequiel", "Dn": "Daniel",
    "Dan": "Daniel", "Os": "Oseas", "Jl": "Joel", "Am": "Amós", "Abd": "Abdías", "Jon": "Jonás", "Miq": "Miqueas",
    "Nah": "Nahúm", "Hab": "Habacuc", "Sof": "Sofonías", "Ag": "Ageo", "Zac": "Zacarías", "Za": "Zacarías",
    "Mal": "Malaquías", "Ml": "Malaquías", "Mt": "Mateo", "Mat": "Mateo", "Mc": "Marcos", "Mr": "Marcos",
    "Lc": "Lucas", "Jn": "Juan", "Hch": "Hechos", "Hech": "Hechos", "Rm": "Romanos", "Ro": "Romanos",
    "Rom": "Romanos", "Gál": "Gálatas", "Gal": "Gálatas", "Ga": "Gálatas", "Ef": "Efesios", "Flp": "Filipenses",
    "Fil": "Filipenses", "Col": "Colosenses", "Tit": "Tito", "Tt": "Tito", "Flm": "Filemón", "Heb": "Hebreos",
    "Hb": "Hebreos", "Sant": "Santiago", "St": "Santiago", "Stg": "Santiago", "Jds": "Judas", "Ap": "Apocalipsis",
    "Apoc": "Apocalipsis",
}  # fmt: skip
# The number comes in at the braces: "{}" before a letter, "{book}" before a book.
NUMBERED_BOOKS: Mapping[str, str] = {
    "Sm": "{book} de Samuel", "Sam": "{book} de Samuel", "S": "{book} de Samuel", "Re": "{book} de los Reyes",
    "Rey": "{book} de los Reyes", "R": "{book} de los Reyes", "Cr": "{book} de las Crónicas",
    "Crón": "{book} de las Crónicas", "Cro": "{book} de las Crónicas", "Mac": "{book} de los Macabeos",
    "M": "{book} de los Macabeos", "Co": "{} a los Corintios", "Cor": "{} a los Corintios",
    "Corintios": "{} a los Corintios", "Tes": "{} a los Tesalonicenses", "Ts": "{} a los Tesalonicenses",
    "Tim": "{} a Timoteo", "Tm": "{} a Timoteo", "Ti": "{} a Timoteo", "Pe": "{} de Pedro", "P": "{} de Pedro",
    "Pedro": "{} de Pedro", "Jn": "{} de Juan", "Juan": "{} de Juan",
}  # fmt: skip
