"""Portuguese words that forms, invoices, adverts, recipes and timetables cut short, and their full forms."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.romance.senses import Sense

# Before a name.
RANKS: Mapping[str, str] = {
    "Ag": "Agência", "Rel": "relator", "ten": "tenente", "alte": "almirante", "cmte": "comandante",
    "secr": "secretário", "emb": "embaixador", "bpo": "bispo", "mons": "monsenhor", "desa": "desembargadora",
    "Desa": "desembargadora", "Minª": "ministra", "Dep. Fed": "deputado federal", "Dep. Est": "deputado estadual",
    "Prom": "promotor", "DD": "digníssimo", "MM": "meritíssimo", "Exmos": "excelentíssimos", "Ilmos": "ilustríssimos",
    "Snr": "senhor", "Snra": "senhora", "enf": "enfermeiro", "Enfa": "enfermeira", "Psicol": "psicóloga",
    "fisiot": "fisioterapeuta", "E. E": "escola estadual", "E. M": "escola municipal", "C. E": "colégio estadual",
    "Aero": "aeroporto", "Aerop": "aeroporto", "Rodov": "rodoviária", "Conj": "conjunto", "Chác": "chácara",
    "Sít": "sítio", "Pov": "povoado", "Bec": "beco",
}  # fmt: skip
# Before a number, in digits or Roman.
NUMBERED: Mapping[str, str] = {
    "ll": "linhas", "sent": "sentença", "conc": "concurso", "poltr": "poltrona", "plataf": "plataforma",
    "esc": "escala", "nasc": "nascimento", "Dec": "decreto", "med. prov": "medida provisória", "súm": "súmula",
    "apel": "apelação", "aut": "autos", "insc": "inscrição", "matr": "matrícula", "prot": "protocolo", "ped": "pedido",
    "parc": "parcela", "parcs": "parcelas", "nf": "nota fiscal", "NF": "nota fiscal", "dupl": "duplicata",
    "bol": "boleto", "cta": "conta", "gar": "garagem", "vg": "vaga", "tor": "torre", "port": "portão", "pto": "ponto",
    "lin": "linha", "rod": "rodada", "jog": "jogo", "ep": "episódio", "eps": "episódios", "exerc": "exercício",
    "quest": "questão", "perg": "pergunta", "aul": "aula", "mód": "módulo", "unid": "unidade", "cláus": "cláusula",
    "tít": "título", "anex": "anexo", "apênd": "apêndice", "quadr": "quadro", "ilustr": "ilustração", "est": "estrofe",
    "vers": "versículo", "alt": "altura", "larg": "largura", "compr": "comprimento", "prof": "profundidade",
    "diâm": "diâmetro", "pot": "potência", "cap": "capítulo", "press": "pressão", "umid": "umidade", "cat": "categoria",
    "cl": "classe", "tam": "tamanho", "mod": "modelo", "ref": "referência", "lt": "lote", "cheg": "chegada",
    "tx": "taxa", "cód. barras": "código de barras", "prest": "prestação", "sess": "sessão", "pav": "pavimento",
    "subs": "subsolo",
}  # fmt: skip
# Before other words, and at the end of a sentence too.
WORDS: Mapping[str, str] = {
    "Pref": "Prefeitura", "prorrog": "prorrogação", "matríc": "matrícula", "contrib": "contribuição", "gord": "gordura",
    "reb": "rebotes", "assist": "assistências", "cham": "chamada", "tx": "taxas", "sug": "sugerido", "recl": "reclusão",
    "coment": "comentários", "coments": "comentários", "cob": "cobertura", "aplic": "aplicação", "Bras": "Brasileiro",
    "abst": "abstenções", "prof. assoc": "professor associado", "prof. adj": "professor adjunto",
    "prof. tit": "professor titular", "sust": "sustenido", "bem": "bemol", "assembl": "assembleia", "ib": "ibidem",
    "fer": "feriados", "desemp": "desempenho", "corr": "corrente", "leg": "legendado", "loc": "localidades",
    "locs": "localidades", "p. ún": "parágrafo único", "par. ún": "parágrafo único", "reserv": "reservatório",
    "gorj": "gorjetas", "m. t": "mesmo tempo", "cardiol": "cardiologia", "ginecol": "ginecologia",
    "pediatr": "pediatria", "neurol": "neurologia", "planej": "planejada", "ped": "pedido", "pcte": "paciente",
    "pctes": "pacientes", "financ": "financiamento", "lic": "licenciamento", "sens": "sensação", "rem": "remetente",
    "aniv": "aniversário", "anivs": "aniversários", "pess": "pessoas", "semin": "seminário", "ent": "entrada",
    "aut": "autorização", "eng": "engenheiro", "refer": "referência", "perm": "permanente", "da Rep": "da República",
    "da Faz": "da Fazenda", "da Just": "da Justiça", "da Educ": "da Educação", "da Agric": "da Agricultura",
    "rend": "rendimento", "créd": "créditos", "nasc": "nascimento", "prob": "probabilidade", "hab": "habitantes",
    "pct": "pacote", "pcts": "pacotes", "tam": "tamanho", "tams": "tamanhos", "mat": "matemática", "fís": "física",
    "hist": "história", "geog": "geografia", "quím": "química", "biol": "biologia", "filos": "filosofia",
    "sociol": "sociologia", "ingl": "inglês", "ed. fís": "educação física", "Ed. Fís": "educação física",
    "lit": "literatura", "doc": "documento", "docs": "documentos", "docto": "documento", "exc": "exceto",
    "atend": "atendimento", "assin": "assinatura", "proc": "processo", "procs": "processos",
    "Min. da Faz": "Ministro da Fazenda", "pres. da Rep": "presidente da República", "unân": "unânime",
    "julg": "julgado", "tribun": "tribunal", "jurisp": "jurisprudência", "trib": "tribunal", "adv": "advogado",
    "advs": "advogados", "recte": "recorrente", "recdo": "recorrido", "apte": "apelante", "apdo": "apelado",
    "agte": "agravante", "agdo": "agravado", "impte": "impetrante", "reqte": "requerente", "reqdo": "requerido",
    "repdo": "reprovado", "aprov": "aprovado", "reprov": "reprovado", "Cód. Civ": "Código Civil",
    "Cód. Pen": "Código Penal", "Const. Fed": "Constituição Federal", "Const": "Constituição", "munic": "municipal",
    "mun": "municipal", "nac": "nacional", "intern": "internacional", "internac": "internacional",
    "adm": "administração", "admin": "administração", "contab": "contabilidade", "gte": "gerente", "secr": "secretaria",
    "coord": "coordenação", "func": "funcionário", "funcs": "funcionários", "benef": "benefícios",
    "vr": "vale-refeição", "exper": "experiência", "escol": "escolaridade", "compl": "completo",
    "incompl": "incompleto", "superv": "supervisor", "analist": "analista", "téc": "técnico", "tec": "técnico",
    "elet": "elétrico", "eletr": "eletrônico", "pagto": "pagamento", "pgto": "pagamento", "pgtos": "pagamentos",
    "parc": "parcela", "parcs": "parcelas", "prest": "prestação", "acresc": "acréscimo", "descto": "desconto",
    "descs": "descontos", "subtot": "subtotal", "tot": "total", "vlr": "valor", "fab": "fabricação",
    "valid": "validade", "gar": "garagem", "garant": "garantia", "devol": "devolução", "entr": "entrada",
    "entreg": "entrega", "fret": "frete", "transp": "transporte", "remet": "remetente", "destin": "destinatário",
    "bair": "bairro", "compto": "complemento", "nat": "natural", "natur": "naturalidade", "nacion": "nacionalidade",
    "solt": "solteiro", "emis": "emissão", "órg": "órgão", "órg. exp": "órgão expedidor", "ident": "identidade",
    "cart": "carteira", "tít. el": "título de eleitor", "infs": "informações", "end. comercial": "endereço comercial",
    "coml": "comercial", "distr": "distribuidora", "repr": "representante", "assoc": "associação", "fund": "fundação",
    "coop": "cooperativa", "sind": "sindicato", "dept": "departamento", "térr": "térreo", "terr": "térreo",
    # Houses.
    "ands": "andares", "elev": "elevador", "dorm": "dormitório", "dorms": "dormitórios", "qto": "quarto",
    "qtos": "quartos", "sl": "sala", "sls": "salas", "coz": "cozinha", "banh": "banheiro", "bhs": "banheiros",
    "lavand": "lavanderia", "á. serv": "área de serviço", "a. serv": "área de serviço", "vgs": "vagas", "vg": "vaga",
    "gars": "garagens", "varan": "varanda", "mob": "mobiliado", "mobil": "mobiliado", "semimob": "semimobiliado",
    "reform": "reformado", "constr": "construída", "á. constr": "área construída", "á. útil": "área útil",
    "terren": "terreno", "alug": "aluguel", "próxs": "próximos", "imob": "imobiliária",
    "cond. fech": "condomínio fechado", "piso sup": "piso superior", "pça": "praça", "estr": "estrada",
    "rodov": "rodovia", "pq": "parque", "jd": "jardim", "fte": "frente",
    # Cooking, health, weather.
    "cols": "colheres", "colh": "colher", "colhs": "colheres", "xíc": "xícara", "xícs": "xícaras", "xic": "xícara",
    "xics": "xícaras", "dz": "dúzia", "dzs": "dúzias", "fats": "fatias", "ingred": "ingredientes",
    "ingr": "ingredientes", "m. preparo": "modo de preparo", "porç": "porções", "porçs": "porções", "emb": "embalagem",
    "cxs": "caixas", "gfa": "garrafa", "gfas": "garrafas", "unid": "unidade", "unids": "unidades",
    "comps": "comprimidos", "compr": "comprimido", "cáps": "cápsulas", "gts": "gotas", "amp": "ampola",
    "inj": "injetável", "susp": "suspensão", "trat": "tratamento", "diag": "diagnóstico", "diagn": "diagnóstico",
    "pac": "paciente", "hosp": "hospital", "amb": "ambulatório", "enf": "enfermaria", "urg": "urgência",
    "emerg": "emergência", "cir": "cirurgia", "méd": "médico", "meds": "medicamentos", "farm": "farmácia",
    "consul": "consulta", "umid": "umidade", "precip": "precipitação", "prev": "previsão", "temps": "temperaturas",
    "nubl": "nublado", "parc. nublado": "parcialmente nublado",
    # Sports, travel, press.
    "camp": "campeonato", "classif": "classificação", "árb": "árbitro", "arb": "árbitro", "vits": "vitórias",
    "emps": "empates", "derr": "derrotas", "pên": "pênaltis", "pêns": "pênaltis", "prorr": "prorrogação",
    "subst": "substituição", "técn": "técnico", "pts": "pontos", "saíd": "saída", "cheg": "chegada", "conex": "conexão",
    "passag": "passagem", "embarq": "embarque", "desemb": "desembarque", "rodoviár": "rodoviária", "aerop": "aeroporto",
    "publ": "publicado", "introd": "introdução", "intr": "introdução", "concl": "conclusão", "bibl": "bibliografia",
    "bibliogr": "bibliografia", "ampl": "ampliada", "ed. rev": "edição revista", "ilust": "ilustrado",
    "ilustr": "ilustração", "espec": "especialmente", "princ": "principalmente", "princip": "principalmente",
    "respect": "respectivamente", "geralm": "geralmente", "apres": "apresentação", "incl": "inclusive",
    "quinz": "quinzena", "trim": "trimestre", "bim": "bimestre", "mens": "mensal", "diár": "diária", "horár": "horário",
    "vesp": "vespertino", "matut": "matutino", "superf": "superfície", "dens": "densidade", "cat": "categoria",
    "acess": "acessórios", "equip": "equipamento", "comb": "combustível", "dir. hidr": "direção hidráulica",
    "ar cond": "ar-condicionado", "ar-cond": "ar-condicionado", "vid. elétr": "vidros elétricos",
    "trav. elétr": "travas elétricas", "câmb": "câmbio", "autom": "automático", "op. cit": "obra citada",
    "loc. cit": "lugar citado", "s. l": "sem local", "s. n": "sem nome", "N. E": "nota do editor",
    "N. A": "nota do autor", "N. R": "nota da redação", "N. da R": "nota da redação",
}  # fmt: skip
# By their neighbours.
SENSES = (
    Sense("exp", "experiência", r"(?:c/|\bcom|\bsem|\bs/|\bde|\banos|\bmín\.?)\s?"),
    Sense("exp", "exportação", r"\b(?:imp\.?|import\.?)\s?[/e-]\s?"), Sense("Univ", "Universidade"),
    Sense("pên", "pênalti", r"[0-9]['’′]?\s"),
)
BARE_SENSES = (
    Sense("cc", "colheres de chá", r"[0-9]\s?", r"\sde\s(?:sal|açúcar|ferm)"),
    Sense("o(a)", "o ou a"), Sense("O(A)", "O ou a"), Sense("O(a)", "O ou a"), Sense("os(as)", "os ou as"),
    Sense("Os(as)", "Os ou as"), Sense("Sr.(a)", "senhor ou senhora"), Sense("Sr(a)", "senhor ou senhora"), Sense("Sr./Sra", "senhor ou senhora"),
    Sense("Srs.(as)", "senhores ou senhoras"), Sense("Dr.(a)", "doutor ou doutora"), Sense("bjo", "beijo"),
    Sense("abs", "abraços", r"[!?:)]\s"),
)
# Only where the sentence evidently goes on: they are also words that may end it, or the ends of other words.
INNER: Mapping[str, str] = {
    "ap": "apartamento", "esp": "especialmente", "pop": "população", "caps": "cápsulas", "mod": "modelo",
    "edit": "editora", "excl": "exclusive", "com": "comercial", "sol": "solução", "ind": "indústria", "val": "validade",
    "port": "português", "red": "redação", "est": "estadual", "med": "medicamento", "esc": "escolaridade",
    "sup": "superior", "sal": "salário", "int": "integral", "inf": "informações", "and": "andar", "cid": "cidade",
    "rel": "relator", "fed": "federal", "res": "residencial", "min": "ministro", "ger": "gerente",
    "part": "participação", "per": "período", "not": "noturno", "reg": "regional", "dist": "distrito", "emp": "empresa",
    "cx": "caixa", "un": "unidade", "comp": "comprimidos", "class": "classificação", "sub": "subsolo",
    "mec": "mecânico", "rev": "revisão", "conf": "conforme", "obs": "observação", "tit": "titular", "sem": "semestre",
    "hor": "horário", "rod": "rodada", "prof": "professor", "dest": "destinatário", "exp": "expedição",
    "esq": "esquerda",
}  # fmt: skip
# Behind a number: one and several.
COUNTED: Mapping[str, str] = {
    "d.": "dia|dias", "reb.": "rebote|rebotes", "ep.": "episódio|episódios", "eps.": "episódio|episódios",
    "ex.": "exemplar|exemplares", "dd": "dia|dias", "abst.": "abstenção|abstenções|f",
    "UA": "unidade astronômica|unidades astronômicas|f", "dep.": "deputado|deputados", "amb.": "ambiente|ambientes",
    "a.": "ano|anos", "cig.": "cigarro|cigarros", "banhs.": "banheiro|banheiros", "bhs.": "banheiro|banheiros",
    "dorm.": "dormitório|dormitórios", "pess.": "pessoa|pessoas|f", "col.": "colher|colheres|f",
    "cols.": "colher|colheres|f", "comps.": "comprimido|comprimidos", "cp": "comprimido|comprimidos",
    "cs": "colher de sopa|colheres de sopa|f", "cps": "comprimido|comprimidos", "págs.": "página|páginas|f", "vols.": "volume|volumes",
    "caps.": "capítulo|capítulos", "exs.": "exemplar|exemplares", "créd.": "crédito|créditos",
    "pcts.": "pacote|pacotes", "pct.": "pacote|pacotes", "cxs.": "caixa|caixas|f", "gfas.": "garrafa|garrafas|f",
    "dzs.": "dúzia|dúzias|f", "vits.": "vitória|vitórias|f", "parcs.": "parcela|parcelas|f", "aulas.": "aula|aulas|f",
    "amp.": "ampola|ampolas|f", "cáps.": "cápsula|cápsulas|f",
}  # fmt: skip
