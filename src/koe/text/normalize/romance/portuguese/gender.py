"""Portuguese noun -> whether it is feminine, by a table of nouns and by endings.

A number agrees with the noun it counts: "duas cidades", "dois problemas", "duzentas pessoas".
"""

from __future__ import annotations

import re

from koe.text.normalize.rule import words

# Nouns whose ending says the opposite. Those of both genders ("atleta", "colega") count as masculine.
_MASCULINE = words(
    "atlas estratagema afã alfaiate alvará anagrama apêndice astronauta atleta bastão beta bilhão blusão brasão "
    "burocrata caixa calção camarada canal carioca carisma carma cartão chá cinema clima colega coma cometa "
    "compatriota coração cosmopolita crachá cálice cúmplice delta democrata dia diapasão diplomata divã drama eczema "
    "enigma estigma fantasma fisioterapeuta fã galã geriatra ginasta gorila grama guaraná guarda guia hematoma "
    "homicida idiota inseticida internauta jesuíta karma lince magma mapa milhão monarca nômade orixá panda papa "
    "paradigma patriarca pediatra pentagrama pesticida pijama pirata planeta plasma poeta policial prisma profeta "
    "psiquiatra puma quilograma recruta sofá suicida sutiã talismã tapa terapeuta titã trauma trema trilhão vatapá "
    "vice vértice xá ímã índice"
)
_FEMININE = words(
    "pá clave suíte quitinete gripe elite alface análise arte artrose atriz ave avó base bike boate capital carne "
    "catedral catástrofe celebridade central chaminé chance chave cicatriz cirrose classe codorniz colher cor corrente "
    "corte couve crase creche credencial crise cruz cárie desordem diagonal diocese diretriz dor dose efeméride elipse "
    "embriaguez enchente enquete equipe esfinge espiral espécie estante estatal estrofe estupidez face falange faringe "
    "fase fatia febre filial final fintech flor fome fonte foto foz frase frente fé gente gestante gravidez greve "
    "haste hashtag hemorroide hipótese hq hélice imperatriz inicial intempérie interface laringe lei lente live luz "
    "mão maquete marginal maré matinê matriz mente metrópole morte moto mulher multinacional mãe nave neurose neve "
    "noite noz nuvem omelete ong ordem overdose parede parte patente paz pele performance peste pirâmide planície "
    "playlist ponte posse prole prótese psicose quermesse raiz raquete rede ré sebe sede selfie semente semifinal "
    "serpente sorte startup sucursal superfície série síndrome síntese tag tarde tese tevê toalete torre tosse tribo "
    "trombose tv url van vertente veste vez vogal voz árvore ênfase índole manchete milícia grife crosta fraude saúde "
    "juventude virtude atitude escravidão solidão multidão gratidão servidão imensidão amplidão aptidão certidão "
    "prontidão revista lista pista vista conquista entrevista crista avista arca barca marca forma plataforma norma "
    "reforma goma soma cama dama lama fama gama chama trama escama"
)
_PLURALS = (
    ("ões", "ão"), ("ães", "ãe"), ("ns", "m"), ("ais", "al"), ("éis", "el"), ("óis", "ol"), ("res", "r"), ("zes", "z"),
    ("ízes", "iz"), ("s", ""),
)  # fmt: skip
_MASCULINE_END = re.compile(r"(?:[^g]ema|[^sgd]oma|grama|orama|ista|arca)\Z")
_FEMININE_END = re.compile(r"(?:a|ã|[dt]ade|tude|gem|[çsxz]ão|stão|gião|nião|lião|ice|ície|érie)\Z")
# Words before a noun that show no gender; the noun behind them tells.
ONE_FORM_ADJECTIVES = words(
    "grandes maiores menores melhores piores principais mais menos jovens simples diferentes importantes possíveis "
    "tais recentes iguais grande maior menor melhor pior enormes breves mil ex"
)
NO_NOUNS = words(
    "a à às ao aos aliás antes apenas após as atrás até com contra da das de depois do dos duas e em entre era eram "
    "essa essas esta estas este está estão foi foram há já jamais mas mais menos milhares na nas no nos nossas numa o "
    "os ou para pela pelas pelo pelos per por porém quando que sem são seja sob sobre sua suas também tem têm tinha "
    "uma umas um uns vai é era será serão segunda ainda agora fica contra além através segundo conforme se não nem "
    "como onde"
)


def is_feminine(noun: str) -> bool:
    """Whether a noun, in the singular or the plural, is feminine as far as its form shows."""
    noun = noun.lower()
    forms = {noun, *(noun[: -len(end)] + one for end, one in _PLURALS if noun.endswith(end))}
    if forms & _FEMININE:
        return True
    if forms & _MASCULINE or noun in NO_NOUNS:
        return False
    return any(_FEMININE_END.search(form) and not _MASCULINE_END.search(form) for form in forms)
