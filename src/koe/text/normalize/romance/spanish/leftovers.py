"""Spanish words for the readings by default, and what is read by its neighbours."""

from __future__ import annotations

from typing import ClassVar

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.spanish import clipped, truncated
from koe.text.normalize.rule import words


class SpanishLeftovers(Romance):
    """Readings by default."""

    of_all = "de"
    before_one_of_several = words(
        "página pág parte intento intentos reintento capítulo cap episodio foto diapositiva cuota plazo etapa fase "
        "paso nivel tomo volumen vol sesión lección turno vuelta ronda tarea pregunta lote paquete bulto hoja "
        "prueba"
    )
    out_of_best = "sobre"
    finals: ClassVar = {2: "semifinales", 4: "cuartos", 8: "octavos", 16: "dieciseisavos", 32: "treintaidosavos"}
    winds: ClassVar = {"N": "norte", "S": "sur", "E": "este", "O": "oeste", "NE": "nordeste", "NO": "noroeste",
                       "SE": "sudeste", "SO": "sudoeste"}  # fmt: skip
    prime_unit = Unit("minuto", "minutos")
    year_unit = Unit("año", "años")
    tends_to = "tiende a"
    backslash = "barra invertida"
    either = "o"
    senses = clipped.SENSES
    often_cut = truncated.OFTEN_CUT
    uncut = truncated.UNCUT
    bare_senses = clipped.BARE_SENSES
