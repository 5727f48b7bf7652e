"""Italian abbreviations and acronyms, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from koe.text.normalize.grammar import Abbreviations
from koe.text.normalize.romance.italian.clipped import RANKS, WORDS
from koe.text.normalize.rule import words

TITLES: Mapping[str, str] = {
    "dott": "dottor", "dr": "dottor", "sig": "signor", "sigg": "signori", "proff": "professori", "prof": "professor",
    "ing": "ingegner", "rag": "ragionier", "avv": "avvocato", "arch": "architetto", "geom": "geometra",
    "on": "onorevole", "sen": "senatore", "mons": "monsignor", "card": "cardinal", "cav": "cavalier",
    "comm": "commendator", "col": "colonnello", "ten": "tenente", "magg": "maggiore", "serg": "sergente",
    "isp": "ispettore", "rev": "reverendo", "p.i": "perito industriale", "per. ind": "perito industriale",
    "pres": "presidente", "dir": "direttore", "f.lli": "fratelli", "egr": "egregio", "gent": "gentile",
    "preg": "pregiato", "ill": "illustre", "spett": "spettabile", "str": "strada", "loc": "località",
    "fraz": "frazione", "vic": "vicolo", "ist": "istituto", "resp": "responsabile", "uff": "ufficio",
    "soc": "società", "coop": "cooperativa", "assoc": "associazione", "univ": "università", "dip": "dipartimento",
    "staz": "stazione", "prov": "provincia", "sr": "suor", "mr": "mister", "mrs": "missis",
    "cap": "capitano", "brig": "brigadiere", "amb": "ambasciatore", "cons": "consigliere", "ass": "assessore",
    "proc": "procuratore", "segr": "segretario", "ingg": "ingegneri", "archh": "architetti", "avvv": "avvocati",
    "geomm": "geometri",
    "onn": "onorevoli", "trib": "tribunale",
}  # fmt: skip

BEFORE_NUMBERS: Mapping[str, str] = {
    "n": "numero", "nr": "numero", "num": "numero", "nn": "numeri", "nrr": "numeri", "pag": "pagina",
    "pagg": "pagine", "pg": "pagina", "p": "pagina", "pp": "pagine", "art": "articolo", "artt": "articoli",
    "co": "comma", "cap": "capitolo", "capp": "capitoli", "vol": "volume", "voll": "volumi", "fig": "figura",
    "figg": "figure", "tab": "tabella", "tabb": "tabelle", "par": "paragrafo", "parr": "paragrafi", "sez": "sezione",
    "sec": "secolo", "secc": "secoli", "all": "allegato", "es": "esempio", "eserc": "esercizio", "v": "verso",
    "vv": "versi", "rr": "righe", "col": "colonna", "tav": "tavola", "tavv": "tavole", "lett": "lettera",
    "int": "interno", "sc": "scala", "max": "massimo", "min": "minimo", "ca": "circa", "c.ca": "circa",
    "tel": "telefono", "cell": "cellulare", "fasc": "fascicolo", "prot": "protocollo", "rif": "riferimento",
    "ed": "edizione", "lib": "libro", "ep": "episodio", "punt": "puntata", "stag": "stagione", "lez": "lezione",
    "cl": "classe", "mod": "modello", "ediz": "edizione", "eq": "equazione", "part": "partenza", "arr": "arrivo",
    "matr": "matricola", "cod": "codice", "scad": "scadenza", "pos": "posizione", "prov": "provinciale",
    "q.tà": "quantità", "tit": "titolo", "S.S": "strada statale", "S.P": "strada provinciale",
    "S.R": "strada regionale", "h": "ore", "ft": "fattura", "fatt": "fattura", "temp": "temperatura", "bin": "binario",
    "ord": "ordinanza", "prob": "probabilità", "lat": "latitudine", "prep": "preparazione",
}  # fmt: skip

# Something always follows them.
SHORT_WORDS: Mapping[str, str] = {
    "cfr": "confronta", "ad es": "ad esempio", "per es": "per esempio", "p. es": "per esempio", "es": "esempio",
    "tel": "telefono", "cell": "cellulare", "ca": "circa", "vs": "contro", "n": "numero", "sig": "signore",
    "dott": "dottore", "egr": "egregio", "op. cit": "opera citata", "i.e": "cioè", "e.g": "per esempio",
    "P.S": "post scriptum", "N.B": "nota bene", "lett": "letteralmente", "trad": "traduzione",
    "p.v": "prossimo venturo", "c.a": "cortese attenzione", "a.s": "anno scolastico", "a.a": "anno accademico",
    "p. zza": "piazza", "c.f": "codice fiscale", "C.F": "codice fiscale", "A.A": "anno accademico",
    "A.S": "anno scolastico", "S.E": "Sua Eccellenza", "fatt": "fattura", "rif": "riferimento", "tot": "totale",
    "D.Lgs": "decreto legislativo", "D. Lgs": "decreto legislativo", "d.lgs": "decreto legislativo",
    "D.L": "decreto legge", "d.l": "decreto legge", "D.M": "decreto ministeriale", "d.m": "decreto ministeriale",
    "D.P.R": "di pi erre", "d.P.R": "di pi erre", "D.P.C.M": "di pi ci emme", "G.U": "Gazzetta Ufficiale",
    "R.D": "regio decreto", "L.R": "legge regionale", "l.r": "legge regionale", "A.D": "amministratore delegato",
    "IVA incl": "IVA inclusa", "IVA escl": "IVA esclusa", "IVA esc": "IVA esclusa", "prot": "protocollo",
    "trim": "trimestre", "sem": "semestre", "conv": "convertito", "cap. soc": "capitale sociale",
    "sen": "senatore", "vd": "vedi", "v. sopra": "vedi sopra", "nr": "numero", "cod": "codice", "conf": "confezione",
    "art. cit": "articolo citato", "cons. reg": "consigliere regionale", "cons. com": "consigliere comunale",
    "ass. reg": "assessore regionale", "ass. com": "assessore comunale", "ass. cult": "associazione culturale",
    "Ass. Cult": "associazione culturale",
    "val. energ": "valore energetico",
    "ingr": "ingredienti", "scad": "scadenza", "conc": "concentrato", "val. nutr": "valori nutrizionali",
    "prep": "preparazione", "trib": "tribunale",
    "p.c": "per conoscenza", "dir. gen": "direttore generale", "Dir. Gen": "direttore generale",
    "cons. pref": "consumarsi preferibilmente",
    "largh": "larghezza", "lungh": "lunghezza", "vel": "velocità", "temp": "temperatura", "arb": "arbitro",
    "amm": "ammoniti", "reg": "regolamento", "cass": "Cassazione", "sent": "sentenza",
}  # fmt: skip

# They may end a sentence.
LAST_WORDS: Mapping[str, str] = {
    "ecc": "eccetera", "etc": "eccetera", "prof": "professore", "ing": "ingegnere", "avv": "avvocato",
    "arch": "architetto", "geom": "geometra", "rag": "ragioniere", "a.C": "avanti Cristo", "d.C": "dopo Cristo",
    "av. C": "avanti Cristo", "A.C": "a ci", "D.C": "di ci", "N.d.R": "nota del redattore", "S.p.A": "esse pi a",
    "s.p.a": "esse pi a", "S.r.l": "esse erre elle", "s.r.l": "esse erre elle", "S.R.L": "esse erre elle",
    "S.n.c": "esse enne ci", "s.n.c": "esse enne ci", "S.a.s": "esse a esse", "s.a.s": "esse a esse",
    "c.c": "codice civile", "c.p": "codice penale", "c.p.c": "codice di procedura civile",
    "c.p.p": "codice di procedura penale", "u.s": "ultimo scorso", "c.m": "corrente mese",
    "n.d.r": "nota del redattore", "s.l.m": "sul livello del mare", "gg": "giorni", "cad": "cadauno",
    "incl": "incluso", "escl": "escluso", "cit": "citato", "pers": "persone", "tel. cell": "cellulare",
    "q.b": "quanto basta", "s.n": "senza numero", "d.o.c": "doc", "c.d": "cosiddetto", "s.v.p": "per favore",
    "Jr": "junior", "sr": "senior", "c.c.n.l": "contratto collettivo nazionale", "civ": "civile", "pen": "penale",
    "cost": "costituzionale", "p.p": "punti percentuali", "i.v": "interamente versato", "ed": "edizione",
    "ibid": "ibidem", "tratt": "trattabili", "segg": "seguenti", "ss": "seguenti", "pross": "prossimo",
    "mitt": "mittente", "dest": "destinatario", "n.d.t": "nota del traduttore", "n.d.a": "nota dell'autore",
    "spese cond": "spese condominiali", "cl. en": "classe energetica", "asc": "ascensore", "risc": "riscaldamento",
    "arred": "arredato", "ristr": "ristrutturato", "rig": "rigore", "disp": "disponibile", "pref": "preferibilmente",
    "p.t": "piano terra", "sgocc": "sgocciolato", "porz": "porzione", "coop": "cooperativa",
    "a r.l": "a responsabilità limitata",
    "ang. cott": "angolo cottura",
    "a.m": "antimeridiane", "p.m": "pomeridiane", "R.S.V.P": "è gradita una risposta",
}  # fmt: skip

# Abbreviations that end with a letter, or are read without their full stop.
MARKED: Mapping[str, str] = {
    "dott.ssa": "dottoressa", "dr.ssa": "dottoressa", "dott.sse": "dottoresse", "dott.ri": "dottori",
    "sig.ra": "signora", "sig.re": "signore", "sig.na": "signorina", "sig.ri": "signori", "sigg.ri": "signori",
    "prof.ssa": "professoressa", "prof.ri": "professori", "avv.to": "avvocato", "arch.tto": "architetto",
    "P.zza": "piazza", "p.zza": "piazza", "P.za": "piazza", "p.za": "piazza", "p.tta": "piazzetta",
    "p.le": "piazzale", "v.le": "viale", "c.so": "corso", "l.go": "largo", "c.da": "contrada", "v.lo": "vicolo",
    "F.lli": "fratelli", "f.lli": "fratelli", "spett.le": "spettabile", "gent.mo": "gentilissimo",
    "gent.ma": "gentilissima", "gent.mi": "gentilissimi", "gent.me": "gentilissime", "gent.le": "gentile",
    "egr.gio": "egregio", "preg.mo": "pregiatissimo", "preg.ma": "pregiatissima", "ill.mo": "illustrissimo",
    "ill.ma": "illustrissima", "chiar.mo": "chiarissimo", "chiar.ma": "chiarissima", "rev.do": "reverendo",
    "rev.mo": "reverendissimo", "stim.mo": "stimatissimo", "car.mo": "carissimo", "avv.ti": "avvocati",
    "c.a.": "cortese attenzione", "ddl": "disegno di legge", "DDL": "disegno di legge", "Ddl": "disegno di legge",
    "CdA": "ci di a", "C.d.A.": "ci di a", "Cda": "ci di a", "GdF": "guardia di finanza", "Gdf": "guardia di finanza",
    "PdL": "pi di elle", "MdS": "emme di esse", "AA.VV.": "autori vari", "O.K.": "okay", "NB": "nota bene",
    "On.le": "onorevole", "dpcm": "di pi ci emme", "dpr": "di pi erre", "A/R": "andata e ritorno", "c/o": "presso",
    "c/c": "conto corrente", "e/o": "e o", "s/n": "senza numero", "P.IVA": "partita IVA", "P. IVA": "partita IVA",
    "p.iva": "partita IVA", "p.IVA": "partita IVA", "gg/mm/aaaa": "giorno mese anno", "gg/mm/aa": "giorno mese anno",
    "GG/MM/AAAA": "giorno mese anno", "mm/aa": "mese anno", "MM/AA": "mese anno", "mm/aaaa": "mese anno",
    "Srl": "esse erre elle", "SRL": "esse erre elle", "srl": "esse erre elle", "SpA": "esse pi a", "Spa": "esse pi a",
    "Srls": "esse erre elle esse", "Snc": "esse enne ci", "Sas": "esse a esse", "vs": "contro", "n.ro": "numero",
    "q.li": "quintali", "q.tà": "quantità", "ndr": "nota del redattore", "h24": "acca ventiquattro",
    "H24": "acca ventiquattro", "PM2.5": "pi emme due virgola cinque", "PM2,5": "pi emme due virgola cinque",
    "mc²": "emme ci al quadrato", "C++": "ci più più", "C#": "ci sharp", "prof.sse": "professoresse",
    "ecc…": "eccetera…", "d.p.i.": "di pi i", "DLgs": "decreto legislativo", "Dlgs": "decreto legislativo",
    "Mod.": "modello", "U.S.A.": "USA", "U.S.A": "USA", "U.E.": "u e", "O.N.U.": "ONU", "I.V.A.": "IVA",
    "pdf": "pi di effe", "pc": "pi ci", "tv": "ti vu", "dvd": "di vi di", "cd": "ci di", "sms": "esse emme esse",
    "html": "acca ti emme elle", "usb": "u esse bi", "s.e.&o.": "salvo errori e omissioni",
    "S.E.&O.": "salvo errori e omissioni",
    "dts": "dopo i tempi supplementari",
    "d.t.s.": "dopo i tempi supplementari", "dcr": "dopo i calci di rigore", "d.c.r.": "dopo i calci di rigore",
    "d.f.f.m.": "data fattura fine mese", "m.llo": "maresciallo", "ass.ti": "associati", "f.to": "firmato",
    "p.ta": "porta", "b.go": "borgo",
    "all.to": "allegato", "Cons. Stato": "Consiglio di Stato", "app.to": "appartamento",
    "T.ni": "Termini", "dx": "destra", "sx": "sinistra", "amm.vo": "amministrativo",
    "amm.va": "amministrativa", "amm.vi": "amministrativi", "amm.ve": "amministrative",
    "cucch.no": "cucchiaino", "cucch.ni": "cucchiaini", "cucch.io": "cucchiaio",
    "cucch.ai": "cucchiai", "C.le": "Centrale", "S.ta": "Santa", "S.to": "Santo", "P.N.": "Porta Nuova",
    "S.M.N.": "Santa Maria Novella", "gps": "gi pi esse", "dna": "di enne a",
}  # fmt: skip
MARKED_BEFORE_NUMBERS: Mapping[str, str] = {
    "n°": "numero", "№": "numero", "§§": "paragrafi", "nr°": "numero", "nr.°": "numero", "cell": "cellulare",
    "nº": "numero", "N°": "numero", "Nº": "numero", "n.°": "numero", "§": "paragrafo", "max": "massimo", "Max": "Max",
    "min": "minimo", "c.ca": "circa", "ca": "circa", "SS": "strada statale", "SP": "strada provinciale",
    "SR": "strada regionale", "#": "numero", "pag": "pagina", "art": "articolo", "tel": "telefono", "nr": "numero",
    "pp": "pagine",
}  # fmt: skip

# What people write in chats.
CHAT: Mapping[str, str] = {
    "nn": "non", "xké": "perché", "xkè": "perché", "xchè": "perché", "xché": "perché", "xke": "perché",
    "perke": "perché", "perkè": "perché", "cmq": "comunque", "cmnq": "comunque", "qnd": "quando", "qlcs": "qualcosa",
    "qlcn": "qualcuno", "dmn": "domani", "grz": "grazie", "msg": "messaggio", "ke": "che", "tvb": "ti voglio bene",
    "tvtb": "ti voglio tanto bene", "tvtrb": "ti voglio troppo bene", "pls": "per favore", "prox": "prossimo",
    "qst": "questo", "qnt": "quanto", "tt": "tutto", "sl": "solo", "dv": "dove", "xò": "però", "xo": "però",
    "xciò": "perciò", "bn": "bene", "dp": "dopo", "Nn": "non", "Cmq": "comunque", "Grz": "grazie", "Xké": "perché",
}  # fmt: skip

SPELLED = words(
    """CGIL SOS AS AC CRI ISS EEG HDMI UE DNA RNA BCE FMI PD PDL ONG OTP USB ATM OGM TG SSN UK EU OMS IP URL API USSR
    IGP CEO CFO CTO GIP PM EP LP UHF ISP UV IR HIV HPV PA IBM"""
)
UNSPELLED = words("GMAIL SPA BOT CCT KO")
SAID_ACRONYMS: Mapping[str, str] = {
    "FBI": "effe bi ai", "FTSE": "futsi", "TV": "ti vu", "DVD": "di vi di", "BMW": "bi emme vu", "WWF": "vu vu effe",
    "WWW": "vu vu vu", "VW": "vu vu", "DJ": "di gei", "HIV": "acca i vu", "CV": "ci vu", "TAV": "TAV", "SUV": "SUV",
    "PVC": "pi vu ci", "DHL": "di acca elle", "BBC": "bi bi ci", "CNN": "ci enne enne", "NBA": "enne bi a",
    "MVP": "emme vi pi", "VPN": "vu pi enne", "IVASS": "IVASS", "SSD": "esse esse di", "TVB": "ti voglio bene",
    "XXL": "ics ics elle", "XL": "ics elle",
}  # fmt: skip

# Units that many write with a full stop.
_UNITS = words("fr c gr kg km lt mt cm mm mq mc ml cl sec min g l m h gg")
_NEVER_LAST = words("gen sc secc ns vol voll cap tav sez lib tit")
# Before a name only: "Leggi il cap. Poi torna qui."
_BEFORE_NAMES = words("cap col ten ass dir loc comm cons soc proc ist prov coop gen")
_ELIDED = ("l", "dell", "all", "nell", "dall", "sull", "un", "quell", "d")


def in_capitals(table: Mapping[str, str]) -> Mapping[str, str]:
    """The same words for abbreviations in capitals: "DOTT"."""
    return {short.upper(): words for short, words in table.items()}


def for_the_splitter() -> Abbreviations:
    """Titles, which Italian writes in small letters, and abbreviations behind an elided article: "l'avv"."""
    return Abbreviations(
        never_last=frozenset(
            {*_NEVER_LAST, *TITLES, *RANKS, *_elided(TITLES), *_elided(RANKS), *_elided(SHORT_WORDS)} - _BEFORE_NAMES
        ),
        before_number=frozenset({*_UNITS, *_elided(BEFORE_NUMBERS)}),
        often_last=frozenset({*_elided(LAST_WORDS), *_elided(WORDS), *_BEFORE_NAMES}),
    )


def _elided(table: Iterable[str]) -> set[str]:
    keys = [key.casefold() for key in table if key[0].casefold() in "aeiouh"]
    return {f"{article}{mark}{key}" for article in _ELIDED for mark in "'’" for key in keys}
