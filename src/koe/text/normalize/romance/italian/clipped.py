"""Italian words that forms, invoices, adverts, recipes and timetables cut short, and their full forms."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.romance.senses import Sense

# Before a name.
RANKS: Mapping[str, str] = {
    "gen": "generale", "cap": "capitano", "sott": "sottotenente", "amm": "ammiraglio", "sottosegr": "sottosegretario",
    "contr": "contrada", "vesc": "vescovo", "Ss": "Santi", "bto": "beato", "bta": "beata", "march": "marchese",
    "vicepres": "vicepresidente", "rett": "rettore", "uff": "ufficio", "osp": "ospedale", "stab": "stabilimento",
}  # fmt: skip
# Before a number, in digits or Roman.
NUMBERED: Mapping[str, str] = {
    "amb": "ambulatorio", "rid": "ridotto", "op": "opera", "fer": "feriali", "fest": "festivi", "carr": "carrozza",
    "rec": "recupero", "bin": "binario", "reg": "regolamento", "dir": "direttiva", "delib": "delibera",
    "determ": "determina", "circ": "circolare", "decr": "decreto", "fgl": "foglio", "fog": "foglio", "map": "mappale",
    "mapp": "mappale", "partic": "particella", "p.lla": "particella", "graf": "grafico", "ill": "illustrazione",
    "quest": "quesito", "gr": "gruppo", "grp": "gruppo", "giorn": "giornata", "stag": "stagione", "liv": "livello",
    "vers": "versione", "rev": "revisione", "pil": "pilastro", "edif": "edificio", "palaz": "palazzina",
    "civ": "civico", "pt": "punti", "punt": "puntata", "ord": "ordine", "ddt": "documento di trasporto",
    "DDT": "documento di trasporto", "preav": "preavviso", "prev": "preventivo", "bol": "bolletta", "boll": "bolletta",
    "q.tà": "quantità", "qtà": "quantità", "lin": "linea", "alt": "altezza", "largh": "larghezza", "lungh": "lunghezza",
    "diam": "diametro", "pot": "potenza", "vel": "velocità", "press": "pressione", "umid": "umidità",
    "glic": "glicemia", "usc": "uscita",
}  # fmt: skip
# Before other words, and at the end of a sentence too.
WORDS: Mapping[str, str] = {
    "istr": "istruttori", "abb": "abbonamento", "m.g": "materia grassa", "rimb": "rimbalzi", "sess": "sessione",
    "mill": "millennio", "d.p": "diritti di prevendita", "applic": "applicazione", "contr": "contrario",
    "sx": "sinistra", "dx": "destra", "recl": "reclusione", "comment": "commenti", "ast": "astenuti",
    "risp": "risposta", "prof. ass": "professore associato", "d.f": "data fattura", "dep. leg": "deposito legale",
    "stag": "stagione", "prop": "proprietario", "n.s": "non sa", "mat": "matematica", "pf": "pianoforte",
    "suppl": "supplemento", "segr. gen": "segretario generale", "v.o": "versione originale", "sott": "sottotitolata",
    "rid": "ridotto", "u.c": "ultimo comma", "cardiol": "cardiologia", "ginecol": "ginecologia", "pediatr": "pediatria",
    "neurol": "neurologia", "ult": "ultimo", "cuc. ab": "cucina abitabile", "sp": "spese", "inv": "invariato",
    "rip": "ripetere", "ass. cond": "assemblea condominiale", "ass. cond. str": "assemblea condominiale straordinaria",
    "conc. pubbl": "concorso pubblico", "s.t": "stesso tempo", "col. incl": "colazione inclusa", "ad": "adulti",
    "retrib": "retribuzione", "tratten": "trattenuta", "mecc": "meccanico", "elettr": "elettronico", "pat": "patente",
    "um": "umidità", "pend": "pendenza", "aniv": "anniversario", "anniv": "anniversario", "perc": "percepita",
    "cap": "capitolo", "nomin": "nominativo", "cognom": "cognome", "mansard": "mansarda", "monoloc": "monolocale",
    "biloc": "bilocale", "triloc": "trilocale",
    # Papers and offices.
    "ogg": "oggetto", "prob": "probabilità", "abit": "abitanti", "docum": "documento", "d'id": "d'identità",
    "fototess": "fototessere", "ins": "insegna", "fis": "fisica", "fatt": "fattura", "fattt": "fatture",
    "imp": "importo", "imponib": "imponibile", "impon": "imponibile", "pagam": "pagamento", "pag.to": "pagamento",
    "bonif": "bonifico", "sald": "saldo", "scont": "sconto", "spese sped": "spese di spedizione", "sped": "spedizione",
    "consegn": "consegna", "ord": "ordine", "quant": "quantità", "qtà": "quantità", "q.ta": "quantità",
    "descr": "descrizione", "descriz": "descrizione", "caratt": "caratteristiche", "dim": "dimensioni",
    "gar": "garanzia", "garanz": "garanzia", "indir": "indirizzo", "resid": "residente", "nasc": "nascita",
    "cittad": "cittadinanza", "cond": "condominiali", "sp. cond": "spese condominiali",
    "spese cond": "spese condominiali", "cons. amm": "consiglio di amministrazione", "amm.ne": "amministrazione",
    "ammin": "amministrazione", "uff. stampa": "ufficio stampa", "segr": "segreteria", "resp": "responsabile",
    "direz": "direzione", "serv": "servizio", "sede leg": "sede legale", "contab": "contabilità",
    "commerc": "commerciale", "tecn": "tecnico", "inform": "informazioni", "prenot": "prenotazione",
    "pren": "prenotazione", "isc": "iscrizione", "iscr": "iscrizione", "cert": "certificato", "certif": "certificato",
    "autoriz": "autorizzazione", "deliber": "delibera", "reg": "regolamento", "normat": "normativa",
    "d.lgs": "decreto legislativo", "Cod. civ": "codice civile", "cod. civ": "codice civile",
    "cod. pen": "codice penale", "Cod. pen": "codice penale", "cod. proc. civ": "codice di procedura civile",
    "cod. proc. pen": "codice di procedura penale", "cod. strada": "codice della strada", "trib": "tribunale",
    "Corte cost": "Corte costituzionale", "Corte app": "corte d'appello", "C. App": "corte d'appello",
    "proc": "procura", "giud": "giudice", "sez. un": "sezioni unite", "Sez. Un": "Sezioni Unite",
    "Pres. del Cons": "Presidente del Consiglio", "Min. degli Est": "ministro degli Esteri", "parl": "parlamento",
    "reg. aut": "regione autonoma", "prov": "provincia", "internaz": "internazionale", "europ": "europeo",
    # Houses.
    "asc": "ascensore", "appart": "appartamento", "cuc": "cucina", "bagn": "bagno", "sogg": "soggiorno",
    "balc": "balcone", "terr": "terrazzo", "giard": "giardino", "p. auto": "posto auto",
    "risc. aut": "riscaldamento autonomo", "risc. centr": "riscaldamento centralizzato", "semiarr": "semiarredato",
    "ultim": "ultimo", "vicin": "vicinanze", "zona res": "zona residenziale", "affitt": "affitto", "T.ni": "Termini",
    "C.le": "Centrale", "z. i": "zona industriale", "Z. I": "zona industriale", "Z. A": "zona artigianale",
    # Cooking, health, school, weather.
    "cucch": "cucchiai", "cucchiain": "cucchiaini", "c.no": "cucchiaino", "c.io": "cucchiaio", "prep": "preparazione",
    "cott": "cottura", "porz": "porzioni", "ingred": "ingredienti", "pezz": "pezzetti", "bott": "bottiglia",
    "conf": "confezione", "conff": "confezioni", "scat": "scatola", "barattol": "barattolo", "cps": "capsule",
    "cpr": "compresse", "gtt": "gocce", "iniez": "iniezione", "sosp": "sospensione", "scir": "sciroppo",
    "terap": "terapia", "diagn": "diagnosi", "esam": "esame", "paz": "paziente", "anamn": "anamnesi", "osp": "ospedale",
    "farm": "farmacia", "ricov": "ricovero", "dimiss": "dimissione", "assic": "assicurazione", "ital": "italiano",
    "ingl": "inglese", "spagn": "spagnolo", "geogr": "geografia", "stor": "storia", "scienz": "scienze",
    "filos": "filosofia", "chim": "chimica", "biol": "biologia", "econ": "economia", "ed. fis": "educazione fisica",
    "quadr": "quadrimestre", "obbl": "obbligatorio", "obblig": "obbligatorio", "facolt": "facoltativo",
    "precip": "precipitazioni", "umid": "umidità", "temp": "temperatura", "temper": "temperatura", "nuv": "nuvoloso",
    "possib": "possibile",
    # Sports, travel, press.
    "class": "classifica", "allen": "allenatore", "giorn": "giornata", "vitt": "vittorie", "sconf": "sconfitte",
    "a disp": "a disposizione", "coinc": "coincidenza", "dest": "destinazione", "bigl": "biglietto",
    "quot": "quotidiano", "giornal": "giornalista", "pubbl": "pubblicato", "introd": "introduzione",
    "intr": "introduzione", "bibl": "bibliografia", "bibliogr": "bibliografia", "tip": "tipografia", "ediz": "edizione",
    "spec": "specialmente", "partic": "particolarmente", "gener": "generalmente", "rispett": "rispettivamente",
    "sing": "singolare", "plur": "plurale", "masch": "maschile", "femm": "femminile", "agg": "aggettivo",
    "success": "successivi", "preced": "precedente", "prec": "precedente", "infer": "inferiore", "circ": "circolare",
    "approssim": "approssimativamente", "appross": "approssimativamente", "tot": "totale", "parz": "parziale",
    "sup. utile": "superficie utile", "superf": "superficie", "ett": "ettari", "tipol": "tipologia",
    "matr": "matricola", "telef": "telefono", "cellul": "cellulare", "comun": "comunale", "municip": "municipale",
    "distr": "distretto", "quart": "quartiere", "circosc": "circoscrizione", "ass. naz": "associazione nazionale",
    "fond": "fondazione", "feder": "federazione", "sind": "sindacato", "S. V": "signoria vostra",
    "SS. LL": "signorie loro", "S. M": "Sua Maestà", "S. A. R": "Sua Altezza Reale", "S. Em": "Sua Eminenza",
    "u.s": "ultimo scorso", "e p.c": "e per conoscenza", "p.p.v": "per presa visione", "L. S": "liceo scientifico",
    "s.l": "senza luogo", "s.d": "senza data", "op. cit": "opera citata", "loc. cit": "luogo citato",
    "n.d.c": "nota del curatore",
}  # fmt: skip
# By their neighbours.
SENSES = (
    Sense("sat", "saturazione", "", r"\s(?:de\s|d'|di\s)?O[2₂]?(?!\w)"),
    Sense("Sat", "saturazione", "", r"\s(?:de\s|d'|di\s)?O[2₂]?(?!\w)"),
    Sense("incl", "incluse", r"\b(?:spese|utenze|tasse)\s"),
    Sense("dom", "domande", r"[0-9]\s", r"\s[x×]\s"),
    Sense("min", "minimo", r"\b(?:voto|punteggio|prezzo|ordine|importo|numero)\s"),
    Sense("min", "minima", r"\b(?:età|temp\w{0,8}\.?|quantità|durata|altezza|larghezza)\s"),
    Sense("max", "massima", r"\b(?:età|temp\w{0,8}\.?|quantità|durata|altezza|larghezza|velocità)\s"),
    Sense("t", "tomo", "", r"\s[IVX]{1,4}(?!\w)"),
    Sense("Pz", "paziente"),
    Sense("Paz", "paziente"),
    Sense("sat", "saturi", r"\bcui\s"),
    Sense("dip", "dipartimento", "", r"\s(?:di|del|della|dell')\b"),
    Sense("Dip", "dipartimento"),
    Sense("Univ", "università"),
    Sense("esp", "esperienza", r"(?:c/|\bcon|\bdi|\banni|\bsenza|\bs/)\s?"),
    Sense("Cost", "Costituzione", r"\b(?:[Ll]a|della|dalla|nella|alla)\s"),
    Sense("C.P", "casella postale", "", r"\s?[0-9]{1,5}(?!\w)"),
    Sense("v.n", "valori normali"),
    Sense("V.N", "valori normali"),
    Sense("th", "terapia"),
    Sense("ter", "terapia", "", ":"),
)
BARE_SENSES = (
    Sense("a/c", "aria condizionata", r"[,;+e]\s?"),
    Sense("max", "massima", r"\b(?:durata|età|velocità|temperatura|altezza)\s"),
    Sense("ha", "ettari", r"\b(?:di|da|circa) [0-9]{1,3}(?:[.,][0-9]{1,3})?\s?"),
    Sense("min", "minuti", r"[0-9]\s?", r"\s?[0-9]"),
    Sense("aa", "anni", r"[0-9]\s?"),
    Sense("th", "terapia", "", ":"),
    Sense("Gent.mo/a", "gentilissimo o gentilissima"),
    Sense("Egr./Gent", "egregio o gentile"),
    Sense("Sig./Sig.ra", "signor o signora"),
    Sense("Sig./ra", "signor o signora"),
    Sense("Dott./ssa", "dottor o dottoressa"),
    Sense("cm", "come", "", r"\s(?:stai|va|state|mai|ti)\b"),
    Sense("tvttb", "ti voglio tanto tanto bene"),
)
# Only where the sentence evidently goes on: they are also words that may end it, or the ends of other words.
INNER: Mapping[str, str] = {
    "pop": "popolazione", "var": "variabile", "marc": "marcatori", "fest": "festivi", "mod": "modello",
    "res": "residente", "com": "comunale", "all": "allegato", "ass": "assicurazione", "int": "interno",
    "amm": "amministrazione", "acc": "acconto", "ab": "abitanti", "doc": "documento", "app": "appartamento",
    "aut": "autonomo", "pres": "presidente", "min": "ministro", "red": "redazione", "vis": "visibilità",
    "cam": "camera", "cant": "cantina", "fl": "fiale", "med": "medico", "sup": "superiore", "inf": "inferiore",
    "cat": "categoria", "uff": "ufficio", "ind": "indirizzo", "mat": "matematica", "rec": "recupero",
    "dir": "direzione", "cons": "consegna", "mens": "mensile", "naz": "nazionale", "prof": "professore",
    "leg": "legale", "rep": "reparto", "tec": "tecnico", "bon": "bonifico", "comm": "commerciale", "compr": "compreso",
    "dip": "dipendente", "g": "giornata", "p": "piano",
}  # fmt: skip
# Behind a number: one and several.
COUNTED: Mapping[str, str] = {
    "pagg.": "pagina|pagine|f", "rimb.": "rimbalzo|rimbalzi", "ep.": "episodio|episodi", "ast.": "astenuto|astenuti",
    "mens.": "mensilità|mensilità|f", "aa.": "anno|anni", "cam.": "camera|camere|f", "bagn.": "bagno|bagni",
    "pp.": "pagina|pagine|f", "pag.": "pagina|pagine|f", "voll.": "volume|volumi", "cucch.": "cucchiaio|cucchiai",
    "fl.": "fiala|fiale|f", "bott.": "bottiglia|bottiglie|f", "es.": "esercizio|esercizi", "alunn.": "alunno|alunni",
    "pt.": "punto|punti", "giorn.": "giornata|giornate|f", "vitt.": "vittoria|vittorie|f",
    "sconf.": "sconfitta|sconfitte|f", "cop.": "copia|copie|f",
}  # fmt: skip
