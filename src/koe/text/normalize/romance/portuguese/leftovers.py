"""Brazilian Portuguese words for the readings by default, and what is read by its neighbours."""

from __future__ import annotations

from typing import ClassVar

from koe.text.normalize.romance.grammar import Romance
from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.portuguese import clipped, truncated
from koe.text.normalize.rule import words


class PortugueseLeftovers(Romance):
    """Readings by default."""

    of_all = "de"
    before_one_of_several = words(
        "parcela parcelas etapa página pág parte capítulo cap episódio foto slide fase tentativa aula vídeo volume vol "
        "lote passo rodada item questão prestação folha tarefa nível módulo lição turno caixa"
    )
    out_of_best = "de"
    finals: ClassVar = {4: "quartas", 8: "oitavas", 16: "dezesseis avos"}
    winds: ClassVar = {"N": "norte", "S": "sul", "E": "leste", "L": "leste", "O": "oeste", "NE": "nordeste",
                       "NO": "noroeste", "SE": "sudeste", "SO": "sudoeste"}  # fmt: skip
    says_minutes_of_stoppage = True
    prime_unit = Unit("minuto", "minutos")
    year_unit = Unit("ano", "anos")
    tends_to = "tende a"
    every = "a cada"
    backslash = "barra invertida"
    either = "ou"
    senses = clipped.SENSES
    often_cut = truncated.OFTEN_CUT
    uncut = truncated.UNCUT
    bare_senses = clipped.BARE_SENSES
