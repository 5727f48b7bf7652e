"""Italian words for the readings by default, and what is read by its neighbours."""

from __future__ import annotations

from typing import ClassVar

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.italian import clipped, truncated
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.rule import words


class ItalianLeftovers(Romance):
    """Readings by default."""

    of_all = "di"
    before_one_of_several = words(
        "parte puntata rata foto pagina pag tentativo passo fase episodio capitolo cap livello giro sessione lezione "
        "domanda collo foglio volume vol turno tappa prova pacco modulo"
    )
    finals: ClassVar = {4: "quarti", 8: "ottavi", 16: "sedicesimi", 32: "trentaduesimi"}
    winds: ClassVar = {"N": "nord", "S": "sud", "E": "est", "O": "ovest", "NE": "nord-est", "NO": "nord-ovest",
                       "SE": "sud-est", "SO": "sud-ovest"}  # fmt: skip
    prime_unit = Unit("minuto", "minuti")
    year_unit = Unit("anno", "anni")
    tends_to = "tende a"
    every = "ogni"
    backslash = "barra rovesciata"
    logarithms: ClassVar = {"log": "logaritmo{} di", "ln": "logaritmo naturale di"}
    base = "in base"
    senses = clipped.SENSES
    often_cut = truncated.OFTEN_CUT
    uncut = truncated.UNCUT
    bare_senses = clipped.BARE_SENSES
