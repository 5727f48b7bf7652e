"""Portuguese abbreviations, acronyms, chat words and codes of states, with their words."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.rule import words

TITLES: Mapping[str, str] = {
    "sr": "senhor", "sra": "senhora", "srs": "senhores", "sras": "senhoras", "srta": "senhorita", "Srtas": "senhoritas",
    "dr": "doutor", "dra": "doutora", "drs": "doutores", "Dras": "doutoras", "prof": "professor", "profa": "professora",
    "Profs": "professores", "Profas": "professoras", "eng": "engenheiro", "Enga": "engenheira", "arq": "arquiteto",
    "adv": "advogado", "Exmo": "excelentíssimo", "Exma": "excelentíssima", "Ilmo": "ilustríssimo",
    "Ilma": "ilustríssima", "gen": "general", "Cel": "coronel", "maj": "major", "Ten": "tenente", "sgt": "sargento",
    "cb": "cabo", "Sd": "soldado", "alm": "almirante", "brig": "brigadeiro", "Del": "delegado", "dep": "deputado",
    "sen": "senador", "Ver": "vereador", "Min": "ministro", "gov": "governador", "pres": "presidente", "pe": "padre",
    "Fr": "frei", "Ir": "irmã", "rev": "reverendo", "Mons": "monsenhor", "sto": "Santo", "sta": "Santa",
    "des": "desembargador", "av": "avenida", "Al": "alameda", "pça": "praça", "Pç": "praça", "Pc": "praça",
    "rod": "rodovia", "trav": "travessa", "Tv": "travessa", "Est": "estrada", "Estr": "estrada", "Lgo": "largo",
    "Lg": "largo", "Jd": "jardim", "Vl": "vila", "Pq": "parque", "Cond": "condomínio", "Res": "residencial",
    "Edif": "edifício", "Ed": "edifício", "Cid": "cidade", "Blvd": "bulevar", "Vd": "viaduto", "Hosp": "hospital",
    "Univ": "universidade", "Col": "colégio", "Inst": "instituto", "Fac": "faculdade", "Mr": "mister", "Mrs": "missis",
    "Psic": "psicólogo", "Bl": "bloco", "Cj": "conjunto", "Qd": "quadra", "Lt": "lote", "Apto": "apartamento",
    "Ap": "apartamento", "Mal": "marechal", "Ema": "eminência", "Cx": "caixa", "Dist": "distrito", "Vva": "viúva",
}  # fmt: skip
BEFORE_NUMBERS: Mapping[str, str] = {
    "núm": "número", "num": "número", "nr": "número", "pág": "página", "págs": "páginas", "pag": "página",
    "p": "página", "pp": "páginas", "cap": "capítulo", "caps": "capítulos", "vol": "volume", "vols": "volumes",
    "fig": "figura", "figs": "figuras", "tab": "tabela", "art": "artigo", "arts": "artigos", "inc": "inciso",
    "tel": "telefone", "tels": "telefones", "cel": "celular", "máx": "máximo", "mín": "mínimo",
    "aprox": "aproximadamente", "séc": "século", "sécs": "séculos", "sec": "século", "apto": "apartamento",
    "aptos": "apartamentos", "apt": "apartamento", "ap": "apartamento", "bl": "bloco", "cj": "conjunto",
    "conj": "conjunto", "qd": "quadra", "lt": "lote", "sl": "sala", "and": "andar", "ed": "edição", "v": "volume",
    "vv": "versículos", "km": "quilômetro", "cód": "código", "t": "tomo", "fl": "folha", "fls": "folhas",
    "obs": "observação", "proc": "processo", "res": "resolução", "c": "cerca de", "ca": "cerca de", "op": "opus",
    "No": "número", "nº": "número", "Nº": "número", "lts": "lotes", "ag": "agência", "it": "item", "qtd": "quantidade",
    "qtde": "quantidade", "ref": "referência", "gráf": "gráfico", "par": "parágrafo", "al": "alínea", "ramal": "ramal",
    "id": "idade", "bx": "caixa", "cx": "caixa", "cs": "casa", "lj": "loja",
}  # fmt: skip
SHORT_WORDS: Mapping[str, str] = {
    "por ex": "por exemplo", "Sr": "senhor", "Sra": "senhora", "Srs": "senhores", "Sras": "senhoras",
    "Srta": "senhorita", "sr": "senhor", "sra": "senhora", "srs": "senhores", "Dr": "doutor", "Dra": "doutora",
    "dr": "doutor", "dra": "doutora", "Prof": "professor", "Profa": "professora", "prof": "professor",
    "profa": "professora", "Pça": "praça", "Trav": "travessa", "Est": "estrada", "Estr": "estrada", "Rod": "rodovia",
    "Lgo": "largo", "Lg": "largo", "Al": "alameda", "Av": "avenida", "av": "avenida", "Jd": "jardim", "Pq": "parque",
    "Ed": "edifício", "p. ex": "por exemplo", "i. e": "isto é", "v. g": "por exemplo", "e. g": "por exemplo",
    "aprox": "aproximadamente", "cf": "confira", "cfe": "conforme", "vs": "versus", "V. Exa": "Vossa Excelência",
    "V. Exª": "Vossa Excelência", "V. Sa": "Vossa Senhoria", "V. Sª": "Vossa Senhoria", "S. Exa": "Sua Excelência",
    "V. S": "Vossa Senhoria", "V. M": "Vossa Majestade", "S. M": "Sua Majestade", "S. S": "Sua Santidade",
    "V. Ema": "Vossa Eminência", "Depto": "departamento", "depto": "departamento", "Dept": "departamento",
    "dept": "departamento", "Dpto": "departamento", "tel": "telefone", "tels": "telefones", "ref": "referência",
    "obs": "observação", "máx": "máximo", "mín": "mínimo", "qtd": "quantidade", "qtde": "quantidade", "cód": "código",
    "N. T": "nota do tradutor", "N. do T": "nota do tradutor", "org": "organizador", "orgs": "organizadores",
    "trad": "tradução", "op. cit": "obra citada", "ibid": "ibidem", "s. m. j": "salvo melhor juízo", "pág": "página",
    "págs": "páginas", "resp": "responsável", "dir": "direção", "gov": "governo", "séc": "século", "sécs": "séculos",
    "méd": "médio", "Il": "ilustração", "abrev": "abreviatura", "coord": "coordenação", "fem": "feminino",
    "masc": "masculino", "adj": "adjetivo", "prep": "preposição", "tec": "técnico", "téc": "técnico",
    "Q. G": "quartel-general", "prox": "próximo", "cond": "condomínio", "venc": "vencimento", "inscr": "inscrição",
    "próx": "próximo", "temp": "temperatura", "desc": "desconto", "líq": "líquido", "vel": "velocidade",
    "Nac": "nacional",
    "Bco": "banco", "aux": "auxiliar", "Fac": "faculdade", "V. Unit": "valor unitário", "Vl. Unit": "valor unitário",
    "pres": "presidente", "end": "endereço",
}  # fmt: skip
LAST_WORDS: Mapping[str, str] = {
    "cel": "celular", "etc": "etcétera", "Ltda": "limitada", "ltda": "limitada", "Cia": "companhia", "cia": "companhia",
    "S. A": "ésse á", "a. C": "antes de Cristo", "d. C": "depois de Cristo", "A. C": "antes de Cristo",
    "D. C": "depois de Cristo", "a. C.": "antes de Cristo", "Jr": "júnior", "Fº": "filho", "apto": "apartamento",
    "ed": "edição", "esq": "esquerda", "dir": "direita", "séc": "século", "pl": "plural", "sing": "singular",
    "q. b": "o quanto baste", "s. d": "sem data", "P. S": "pós-escrito", "vol": "volume", "E. U. A": "Estados Unidos",
    "Bros": "bros", "Inc": "inc", "att": "atenciosamente", "atte": "atenciosamente",
}  # fmt: skip
MARKED: Mapping[str, str] = {
    "ex.:": "exemplo:", "exs.:": "exemplos:", "nº": "número", "n.º": "número", "n°": "número", "c/": "com", "s/": "sem",
    "p/": "para", "s/n": "sem número", "s/nº": "sem número", "s/n.": "sem número", "S/N": "sem número",
    "s/n°": "sem número", "S/A": "ésse á", "e/ou": "e ou", "a/c": "aos cuidados de", "A/C": "aos cuidados de",
    "c/c": "conta-corrente", "Profª": "professora", "Prof.ª": "professora", "Profª.": "professora", "Sr.ª": "senhora",
    "Srª": "senhora", "Dr.ª": "doutora", "Drª": "doutora", "Drª.": "doutora", "Srª.": "senhora", "Eng.º": "engenheiro",
    "Engº": "engenheiro", "Eng.ª": "engenheira", "Engª": "engenheira", "M.ª": "Maria", "V.Exª": "Vossa Excelência",
    "P.S.:": "pós-escrito:", "PS:": "pós-escrito:", "N. Sra.": "Nossa Senhora", "N. S.": "Nossa Senhora",
    "Nª Sª": "Nossa Senhora", "N.ª S.ª": "Nossa Senhora", "p/q": "porque", "d/d": "dia a dia", "DDD": "dê dê dê",
    "Att,": "atenciosamente,", "att,": "atenciosamente,",
    "V. Total": "valor total", "NF-e": "nota fiscal eletrônica", "NFe": "nota fiscal eletrônica", "qtas": "quantas",
    "C/C": "conta-corrente", "fzr": "fazer",     "Obs:": "observação:", "obs:": "observação:", "Ex:": "exemplo:",
    "ex:": "exemplo:", "Tel:": "telefone:",
    "tel:": "telefone:", "Cel:": "celular:", "Ref:": "referência:", "Qtd:": "quantidade:", "End:": "endereço:",
    # Chat.
    "ñ": "não", "vc": "você", "vcs": "vocês", "tb": "também", "tbm": "também", "pq": "porque", "hj": "hoje",
    "blz": "beleza", "oii": "oi", "oiii": "oi", "bm": "bem", "bjus": "beijos", "bju": "beijo",
    "obg": "obrigado", "obgd": "obrigado", "msg": "mensagem", "msgs": "mensagens", "kd": "cadê",
    "mto": "muito", "mt": "muito", "mta": "muita", "mtas": "muitas", "mtos": "muitos", "qdo": "quando", "qnd": "quando",
    "qto": "quanto", "fds": "fim de semana", "dps": "depois", "cmg": "comigo", "ctg": "contigo", "vlw": "valeu",
    "flw": "falou", "td": "tudo", "tds": "todos", "nd": "nada", "bj": "beijo", "bjs": "beijos", "abç": "abraço",
    "abçs": "abraços", "gnt": "gente", "sdds": "saudades", "pfv": "por favor", "pfvr": "por favor", "tmj": "tamo junto",
    "ngm": "ninguém", "alg": "alguém", "qlqr": "qualquer", "qq": "qualquer", "agr": "agora", "smp": "sempre",
    "oq": "o que", "dnd": "de nada", "aki": "aqui", "eh": "é", "neh": "né", "naum": "não", "rs": "risos",
    "rsrs": "risos", "rsrsrs": "risos", "cxa": "caixa", "qr code": "quê erre code", "QR Code": "quê erre code",
    "QR code": "quê erre code",
}  # fmt: skip
MARKED_BEFORE_NUMBERS: Mapping[str, str] = {
    "tel": "telefone", "cel": "celular", "apto": "apartamento", "apt": "apartamento", "ap": "apartamento",
    "cj": "conjunto", "bl": "bloco", "qd": "quadra", "pág": "página", "n.º": "número", "nº": "número", "N.º": "número",
    "Nº": "número", "n°": "número", "N°": "número", "n.°": "número", "N.°": "número", "nºs": "números",
    "n.ºs": "números", "n.os": "números", "Nºs": "números", "nº.": "número", "Nº.": "número", "No.": "número",
    "№": "número", "n.": "número", "§": "parágrafo", "§§": "parágrafos", "art.º": "artigo",
}  # fmt: skip

# Acronyms that could be read as words and are spelled.
SPELLED = words(
    "CPI DNA RNA FMI TSE UFRJ IDH OMS OCDE CDI IMC IML OMC ABNT STE TCE FGTS TRE ADI USB TRT IPCA IBGE INSS IPVA IPTU "
    "ICMS OAB UTI IOF OEA AGU CEO IA TI IPI IPO EAD OIT UNB API EPI IDE ETE PAI AVC ACM ITR ISO ABI IAB AIE CEI IML OS "
    "AP AI IRA UFO CAC UCI USA IES ED IMEI OGM ADI ADIN EIA HIV UE CIO OLX IP ID AC EBC"
) - words("ADIN CAC ISO IRA UFO PAI CEI AC EIA OS AP IDE")
UNSPELLED = words(
    "OFF SHOW USP UNESP FIESP FAPESP UNICAMP SESC SESI SENAC SENAI SEST IPHAN ONG ONGS OVNI AIDS MASP BRICS UERJ UFBA "
    "UNIFESP FAAP FUNARTE CAPES DETRAN PROCON ECT INCRA INPE INPA EMBRAER PETROBRAS APP APPS IBOPE IBOVESPA PISA SAMBA "
    "SUS SAMU OPEP BOPE SIM NÃO OK PROUNI FIES ENADE ENEM SISU SELIC COVID UPA UPP LED VIP FIFA NASA OTAN ONU IPEA UNE "
    "CUT FUNDEB FUNDEF UFAM UFAC UFPA UFAL UFES UFOP UFRA GAECO COAF CADE CARF INMET INPI INTO INCA"
)
STATES: Mapping[str, str] = {
    "AC": "Acre", "AL": "Alagoas", "AP": "Amapá", "AM": "Amazonas", "BA": "Bahia", "CE": "Ceará",
    "DF": "Distrito Federal", "ES": "Espírito Santo", "GO": "Goiás", "MA": "Maranhão", "MT": "Mato Grosso",
    "MS": "Mato Grosso do Sul", "MG": "Minas Gerais", "PA": "Pará", "PB": "Paraíba", "PR": "Paraná", "PE": "Pernambuco",
    "PI": "Piauí", "RJ": "Rio de Janeiro", "RN": "Rio Grande do Norte", "RS": "Rio Grande do Sul", "RO": "Rondônia",
    "RR": "Roraima", "SC": "Santa Catarina", "SP": "São Paulo", "SE": "Sergipe", "TO": "Tocantins",
}  # fmt: skip
# States with the article: "do Paraná"; the others have none.
MASCULINE_STATES = words("AC AP AM CE DF ES MA MS PA PR PI RJ RN RS TO")
FEMININE_STATES = words("BA PB")
SAINTS = words(
    "Paulo João José Pedro Francisco Bernardo Luís Luiz Sebastião Jorge Carlos Vicente Caetano Gonçalo Cristóvão "
    "Gabriel Miguel Judas Bento Lourenço Mateus Marcos Lucas Tomé Cosme Domingos Roque Brás Geraldo Rafael"
)
VOWEL_SAINTS = words("Antônio André Agostinho Inácio Amaro Ângelo Expedito Estêvão Eduardo Elias Afonso Anastácio")
DOMS = words(
    "Pedro João Manuel Afonso Sebastião Dinis José Miguel Luís Carlos Fernando Duarte Henrique Sancho Hélder Helder "
    "Paulo Evaristo Odilo Quixote Casmurro Juan Bosco Aloísio Eugênio Orani"
)
DONAS = words(
    "Maria Ana Teresa Leopoldina Isabel Carlota Lourdes Lúcia Helena Rosa Benta Amélia Francisca Antônia Joana Luísa "
    "Beatriz Marta Sônia Vera Regina Marisa Ruth Zilda Inês Clara Júlia Laura Flor Florinda Filomena Cida Aparecida "
    "Conceição Josefa Sebastiana Raimunda Neusa Eva Olga Irene Alice Cecília Glória Fátima Graça Rita Teodora"
)
