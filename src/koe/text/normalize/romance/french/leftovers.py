"""French words for the readings by default, and what is read by its neighbours."""

from __future__ import annotations

from typing import ClassVar

from koe.text.normalize.romance.french import clipped, truncated
from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.rule import words


class FrenchLeftovers(Romance):
    """Readings by default."""

    of_all = "sur"
    before_one_of_several = words(
        "page p partie étape essai tentative épisode chapitre chap photo diapositive diapo tome volume vol niveau tour "
        "séance leçon question colis lot feuille phase échéance manche acte exercice"
    )
    out_of_best = "sur"
    before_finals = words("en les des aux")
    finals: ClassVar = {4: "quarts", 8: "huitièmes", 16: "seizièmes", 32: "trente-deuxièmes"}
    winds: ClassVar = {"N": "nord", "S": "sud", "E": "est", "O": "ouest", "NE": "nord-est", "NO": "nord-ouest",
                       "SE": "sud-est", "SO": "sud-ouest"}  # fmt: skip
    prime_unit = Unit("minute", "minutes", "f")
    year_unit = Unit("an", "ans")
    tends_to = "tend vers"
    every = "toutes les"
    backslash = "barre oblique inverse"
    logarithms: ClassVar = {"log": "logarithme{} de", "ln": "logarithme népérien de"}
    base = "en base"
    senses = clipped.SENSES
    often_cut = truncated.OFTEN_CUT
    uncut = truncated.UNCUT
    bare_senses = clipped.BARE_SENSES
