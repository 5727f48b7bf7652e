"""Tables of French abbreviations and acronyms. `french` has the rules that use them."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.rule import words

# Before a name, with a full stop.
TITLES: Mapping[str, str] = {
    "Mme": "madame", "Mlle": "mademoiselle", "Dr": "docteur", "Pr": "professeur", "Mgr": "monseigneur",
    "Me": "maître", "prof": "professeur",
    "cdt": "commandant",
}  # fmt: skip
# Without one: the last letter of the word is written.
PLAIN_TITLES: Mapping[str, str] = {
    "Mme": "madame", "Mmes": "mesdames", "Mlle": "mademoiselle", "MME": "madame", "MLLE": "mademoiselle",
    "Mlles": "mesdemoiselles", "Dr": "docteur", "Drs": "docteurs", "Dre": "docteure", "Pr": "professeur",
    "Pre": "professeure", "Mgr": "monseigneur", "Vve": "veuve", "Sté": "société", "Cie": "compagnie",
    "Ets": "établissements", "Éts": "établissements", "Jr": "junior", "Cdt": "commandant",
}  # fmt: skip
BEFORE_NUMBERS: Mapping[str, str] = {
    "larg": "largeur", "sup": "superficie",
    "alt": "altitude", "diam": "diamètre", "art": "article", "al": "alinéa", "p": "page",
    "pp": "pages", "vol": "volume", "chap": "chapitre", "ch": "chapitre", "fig": "figure", "éd": "édition",
    "t": "tome", "no": "numéro", "num": "numéro", "réf": "référence", "dép": "département", "th": "thermostat",
    "sem": "semaine", "tél": "téléphone", "appt": "appartement", "apt": "appartement", "bât": "bâtiment",
    "esc": "escalier", "tab": "tableau", "tabl": "tableau", "lat": "latitude",
    "fasc": "fascicule", "ann": "annexe", "sect": "section",
    "arr": "arrondissement", "env": "environ",
    "max": "maximum", "ex": "exemple", "q": "question",
}  # fmt: skip
SHORT_WORDS: Mapping[str, str] = {
    "cf": "confer", "p. ex": "par exemple", "c.-à-d": "c'est-à-dire",
    "env": "environ", "av": "avenue", "bd": "boulevard", "bld": "boulevard", "blvd": "boulevard", "boul": "boulevard",
    "pl": "place", "rte": "route", "imp": "impasse", "all": "allée", "chem": "chemin", "fg": "faubourg",
    "fbg": "faubourg", "sq": "square", "résid": "résidence", "rés": "résidence", "apr": "après", "ap": "après",
    "bât": "bâtiment", "réf": "référence",
    "P.-S": "post-scriptum", "qqn": "quelqu'un", "temp": "température", "trad": "traduction", "dir": "directeur",
    "gén": "général", "coll": "collection", "op": "opus", "i.e": "c'est-à-dire",
    "univ": "université", "cie": "compagnie", "sté": "société", "vs": "contre",
    "hôp": "hôpital", "rép": "réponse", "Rép": "République",
    "modif": "modification", "ingr": "ingrédients", "plaq": "plaquettes",
    "assoc": "association", "assoc. cult": "association culturelle", "esc": "escalier",
    "lat": "latin", "angl": "anglais", "ital": "italien", "esp": "espagnol", "val. énerg": "valeur énergétique",
    "sal. dist": "salutations distinguées",
    "Cass": "Cassation", "cuis": "cuisine",
}  # fmt: skip
LAST_WORDS: Mapping[str, str] = {
    "etc": "et cetera", "tél": "téléphone", "resp": "respectivement", "alt": "altitude",
    "c.q.f.d": "ce qu'il fallait démontrer", "prép": "préparation", "cat": "catégorie", "éd": "édition",
    "trim": "trimestre", "augm": "augmentée", "ibid": "ibidem", "et al": "et alii", "cit": "citatum",
    "exp": "expérience", "asc": "ascenseur", "ét": "étage", "Jr": "junior", "suiv": "suivantes", "appt": "appartement",
    "qté": "quantité", "dép": "département", "arr": "arrondissement", "auj": "aujourd'hui", "s.v.p": "s'il vous plaît",
    "S.V.P": "s'il vous plaît", "approx": "approximativement", "excl": "exclu", "incl": "inclus", "adj": "adjectif",
    "tjrs": "toujours", "janv": "janvier", "févr": "février", "avr": "avril", "juil": "juillet", "oct": "octobre",
    "nov": "novembre", "énerg": "énergétique", "circ": "circonscription", "fréq": "fréquence",
    "ég": "égoutté", "coloc": "colocation", "Const": "Constitution",
    "éd. rev": "édition revue", "préf": "préférence", "naiss": "naissance", "à déb": "à débattre", "équip": "équipée",
    "élec": "électrique", "indiv": "individuel", "ch. élec": "chauffage électrique",
    "ch. indiv": "chauffage individuel",
}  # fmt: skip
# Whole words without a full stop.
MARKED: Mapping[str, str] = {
    "c-à-d": "c'est-à-dire", "c.à.d.": "c'est-à-dire", "càd": "c'est-à-dire", "SVP": "s'il vous plaît",
    "svp": "s'il vous plaît", "stp": "s'il te plaît", "STP": "s'il te plaît", "RDV": "rendez-vous",
    "rdv": "rendez-vous", "Rdv": "rendez-vous", "RdC": "rez-de-chaussée", "RDC": "rez-de-chaussée",
    "rdc": "rez-de-chaussée", "bld": "boulevard", "Bd": "boulevard", "blvd": "boulevard",
    "rte": "route", "appt": "appartement", "apt": "appartement", "qté": "quantité", "Qté": "quantité", "nb": "nombre",
    "tél": "téléphone", "Tél": "téléphone", "bcp": "beaucoup", "MàJ": "mise à jour", "màj": "mise à jour",
    "t°": "température", "tlj": "tous les jours", "dte": "droite", "gche": "gauche", "Appt": "appartement",
    "Apt": "appartement", "Rte": "route", "Ctrl": "contrôle", "ds": "dans", "tt": "tout", "qd": "quand",
    "qq": "quelques", "pr": "pour", "dépt": "département", "qqn": "quelqu'un", "qqch": "quelque chose",
    "qques": "quelques", "pdt": "pendant", "tjs": "toujours", "tjrs": "toujours", "bjr": "bonjour", "bsr": "bonsoir",
    "slt": "salut", "tkt": "t'inquiète", "pcq": "parce que", "msg": "message", "dsl": "désolé", "mtn": "maintenant",
    "auj": "aujourd'hui", "vs": "contre", "chgt": "changement", "gvt": "gouvernement", "pb": "problème",
    "pbs": "problèmes", "ttes": "toutes", "nvx": "nouveaux", "fg": "faubourg", "Fg": "Faubourg", "etc": "et cetera",
    "RV": "rendez-vous", "Nb de": "nombre de", "tte": "toute", "cdlt": "cordialement", "c/o": "chez",
    "p-ê": "peut-être", "jsp": "je sais pas", "jtm": "je t'aime", "pk": "pourquoi",
    "ajd": "aujourd'hui", "dem1": "demain", "psk": "parce que", "vrm": "vraiment", "mi-tps": "mi-temps",
    "@+": "à plus", "avt": "avant", "tps": "temps",
    "Vds": "vends", "TBE": "très bon état", "ss": "sans", "sdb": "salle de bains",
    "SDB": "salle de bains", "SdB": "salle de bains", "sde": "salle d'eau",
    "w-e": "week-end", "gge": "garage", "Prlvt": "prélèvement", "prlvt": "prélèvement",
    "jtapl": "je t'appelle", "jvais": "je vais", "jsuis": "je suis",
    "chuis": "je suis", "tfk": "tu fais quoi", "jpp": "j'en peux plus", "tqt": "t'inquiète", "nrv": "énervé",
    "dac": "d'accord", "dacc": "d'accord",
    "WE": "week-end", "chb": "chambre", "cf": "confer",
}  # fmt: skip

_CHAT = words("slt bjr bsr dsl tkt pcq bcp mtn auj qd tjs tjrs stp svp tlj qqn chgt màj tte ttes cdlt jsp")
# Chat begins its sentences with a capital too.
MARKED_WITH_CAPITALS: Mapping[str, str] = {**{key.capitalize(): MARKED[key] for key in _CHAT}, **MARKED}

# Acronyms that have a vowel and are spelled.
SPELLED = words(
    "AAH ABS ACV ADN ADSL AFD AFP AG AIEA AM AMF ANPE AOC AOI AOP AOT APE API APL ARN ARS ASE AVC BCE BDE BEI BEP "
    "BIC BO BPCE BTA CAP CDI CEA CEDH CEE CEO CFE CGI CHU CIA CIC CICE CIF CIO CJUE CMU CPE CSA CSE CTO DAB DEA DGSE "
    "DGSI DPE DSI DUT ECG ECTS EDF EDT EEE EEG EELV EJ ENS EPFL EPI EPO EPR EPS ERP ESA ESP ETA ETF ETI ETP EV EVJF "
    "FAI FAQ FBI FIA FIV FMI FO FOB FSE GIE GIGN GPA HAS HDMI HEC IA IAE IBM ID IDE IDF IDH IEEE IEJ IEP IFI IGN "
    "IGPN IGS IMC IME IP IPO IR IRA IRL IRM IRPP IRSN ISBN ISS GTI TDI LCI ADP BPCO FAO IPC CO ISF ISP IST IT ITT "
    "IUT IVG JAF JO JPO KO KPI LBO LEP LFI LGBTI LOA MGEN MIT MMA NBA NTIC OCDE OEM OGM OIT OL OM OMC OMI OMS ONF "
    "ONG OPA OPE OQTF ORL OS OSCE OSS PAO PCA PDA PEA PEE PEL PIB PLU PMA PME PMI PMU PPE PSE PUF QI RAF RAS RATP "
    "RAV RDA RER RFA RIA RMI RSA RSE RTE SA SARL SAS SAV SCI SGA SIV SOS SPA SUV TAE TER TFA TGI TIC TIG TPE TUC TVA "
    "UCL UDI UDR UE UFC UFR UGC UHD UHT UI UK ULB ULM UMP UPE URL URSS USA USB UTC UTT UV UVA UVB UX VAE VIH VIP VO "
    "VOD VOST ZFE ZI ZA"
)
# Acronyms without a vowel that are read as words or otherwise.
SAID: Mapping[str, str] = {
    "HT": "hors taxes",
    "INSEE": "Insee",
    "NB": "nota bene",
    "MAJ": "mise à jour",
    "CM": "C M",
    "MM": "M M",
}
