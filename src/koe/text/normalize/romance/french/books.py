"""Books of the Bible in French: abbreviations and their names."""

from __future__ import annotations

from collections.abc import Mapping

BOOKS: Mapping[str, str] = {
    "Gn": "Genèse", "Gen": "Genèse", "Ex": "Exode", "Lv": "Lévitique", "Nb": "Nombres", "Dt": "Deutéronome",
    "Jos": "Josué", "Jg": "Juges", "Rt": "Ruth", "Esd": "Esdras", "Ne": "Néhémie", "Tb": "Tobie", "Jdt": "Judith",
    "Est": "Esther", "Jb": "Job", "Ps": "Psaume", "Psaume": "Psaume", "Pr": "Proverbes", "Prov": "Proverbes",
    "Qo": "Ecclésiaste", "Ecc": "Ecclésiaste", "Ct": "Cantique des Cantiques", "Sg": "Sagesse", "Sag": "Sagesse",
    "Si": "Siracide", "Is": "Isaïe", "Jr": "Jérémie", "Lm": "Lamentations", "Ba": "Baruch", "Ez": "Ézéchiel",
    "Dn": "Daniel", "Os": "Osée", "Jl": "Joël", "Am": "Amos", "Ab": "Abdias", "Jon": "Jonas", "Mi": "Michée",
    "Na": "Nahum", "Ha": "Habacuc", "So": "Sophonie", "Ag": "Aggée", "Za": "Zacharie", "Ml": "Malachie",
    "Mt": "Matthieu", "Mc": "Marc", "Lc": "Luc", "Jn": "Jean", "Ac": "Actes", "Rm": "Romains", "Rom": "Romains",
    "Ga": "Galates", "Ép": "Éphésiens", "Ep": "Éphésiens", "Ph": "Philippiens", "Col": "Colossiens", "Tt": "Tite",
    "Phm": "Philémon", "Hé": "Hébreux", "He": "Hébreux", "Jc": "Jacques", "Jude": "Jude", "Ap": "Apocalypse",
}  # fmt: skip
# The number comes in at the braces: "{}" before a letter, "{book}" before a book.
NUMBERED_BOOKS: Mapping[str, str] = {
    "S": "{book} livre de Samuel", "Sam": "{book} livre de Samuel", "R": "{book} livre des Rois",
    "Ch": "{book} livre des Chroniques", "Chr": "{book} livre des Chroniques", "M": "{book} livre des Maccabées",
    "Mac": "{book} livre des Maccabées", "Co": "{} aux Corinthiens", "Cor": "{} aux Corinthiens",
    "Corinthiens": "{} aux Corinthiens", "Th": "{} aux Thessaloniciens", "Thess": "{} aux Thessaloniciens",
    "Tm": "{} à Timothée", "Tim": "{} à Timothée", "P": "{} de Pierre", "Pierre": "{} de Pierre", "Jn": "{} de Jean",
    "Jean": "{} de Jean",
}  # fmt: skip
