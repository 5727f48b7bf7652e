"""Tables of French abbreviations and acronyms. `french` has the rules that use them."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.rule import words

# Before a name, with a full stop.
TITLES: Mapping[str, str] = {
    "Mme": "madame", "Mlle": "mademoiselle", "Dr": "docteur", "Pr": "professeur", "Mgr": "monseigneur",
    "Me": "maître", "prof": "professeur", "col": "colonel", "lt": "lieutenant",
    "cdt": "commandant",
}  # fmt: skip
# Without one: the last letter of the word is written.
PLAIN_TITLES: Mapping[str, str] = {
    "Mme": "madame", "Mmes": "mesdames", "Mlle": "mademoiselle", "Mlles": "mesdemoiselles", "Dr": "docteur",
    "Drs": "docteurs", "Dre": "docteure", "Pr": "professeur", "Pre": "professeure", "Mgr": "monseigneur",
    "Vve": "veuve", "Sté": "société", "Cie": "compagnie", "Ets": "établissements", "Éts": "établissements",
    "Jr": "junior", "Cdt": "commandant",
}  # fmt: skip
BEFORE_NUMBERS: Mapping[str, str] = {
    "art": "article", "al": "alinéa", "p": "page", "pp": "pages", "vol": "volume", "chap": "chapitre",
    "ch": "chapitre", "fig": "figure", "éd": "édition", "t": "tome", "no": "numéro", "num": "numéro",
    "réf": "référence", "dép": "département", "th": "thermostat", "tél": "téléphone", "appt": "appartement",
    "apt": "appartement", "bât": "bâtiment", "esc": "escalier", "tab": "tableau", "ann": "annexe", "sect": "section",
    "arr": "arrondissement", "env": "environ", "max": "maximum", "min": "minimum", "ex": "exemple", "q": "question",
}  # fmt: skip
SHORT_WORDS: Mapping[str, str] = {
    "cf": "confer", "p. ex": "par exemple", "c.-à-d": "c'est-à-dire", "c. à d": "c'est-à-dire", "env": "environ",
    "av": "avenue", "bd": "boulevard", "bld": "boulevard", "blvd": "boulevard", "boul": "boulevard", "pl": "place",
    "rte": "route", "imp": "impasse", "all": "allée", "chem": "chemin", "fg": "faubourg", "fbg": "faubourg",
    "sq": "square", "résid": "résidence", "rés": "résidence", "apr": "après", "ap": "après", "bât": "bâtiment",
    "réf": "référence", "s. v. p": "s'il vous plaît", "n. b": "nota bene", "N. B": "nota bene",
    "P.-S": "post-scriptum", "qqn": "quelqu'un", "trad": "traduction", "dir": "directeur", "gén": "général",
    "art": "article", "coll": "collection", "éd": "éditions", "univ": "université", "cie": "compagnie",
    "sté": "société", "vs": "contre", "hôp": "hôpital",
}  # fmt: skip
LAST_WORDS: Mapping[str, str] = {
    "etc": "et cetera", "tél": "téléphone", "max": "maximum", "resp": "respectivement",
    "ét": "étage", "Jr": "junior", "suiv": "suivantes", "appt": "appartement",
    "qté": "quantité", "dép": "département", "arr": "arrondissement", "auj": "aujourd'hui", "s.v.p": "s'il vous plaît",
    "S.V.P": "s'il vous plaît", "approx": "approximativement", "excl": "exclu", "incl": "inclus", "adj": "adjectif",
    "tjrs": "toujours", "janv": "janvier", "févr": "février", "avr": "avril", "juil": "juillet", "oct": "octobre",
    "nov": "novembre",
}  # fmt: skip
# Whole words without a full stop.
MARKED: Mapping[str, str] = {
    "c-à-d": "c'est-à-dire",
    "c.à.d.": "c'est-à-dire", "càd": "c'est-à-dire", "SVP": "s'il vous plaît", "svp": "s'il vous plaît",
    "stp": "s'il te plaît", "STP": "s'il te plaît", "RDV": "rendez-vous", "rdv": "rendez-vous", "Rdv": "rendez-vous",
    "RdC": "rez-de-chaussée", "RDC": "rez-de-chaussée", "rdc": "rez-de-chaussée", "bd": "boulevard", "bld": "boulevard",
    "Bd": "boulevard", "blvd": "boulevard", "rte": "route", "appt": "appartement", "apt": "appartement",
    "qté": "quantité", "Qté": "quantité", "nb": "nombre", "tél": "téléphone", "bcp": "beaucoup",
    "qqn": "quelqu'un", "qqch": "quelque chose", "qques": "quelques", "pdt": "pendant", "tjs": "toujours",
    "tjrs": "toujours", "bjr": "bonjour", "bsr": "bonsoir", "slt": "salut", "tkt": "t'inquiète", "pcq": "parce que",
    "msg": "message", "dsl": "désolé", "mtn": "maintenant", "auj": "aujourd'hui",
    "vs": "contre", "chgt": "changement", "gvt": "gouvernement", "pb": "problème",
    "pbs": "problèmes", "ttes": "toutes", "nvx": "nouveaux", "fg": "faubourg", "Fg": "Faubourg", "etc": "et cetera",
    "w-e": "week-end", "WE": "week-end", "chb": "chambre", "cf": "confer",
}  # fmt: skip

# Acronyms that have a vowel and are spelled.
SPELLED = words(
    "ABS ADN ADSL AFD AFP AG AGE AIEA AM AME AMF ANPE AOC AOI AOP AOT API APL ARN ARS AVC BCE BEP BIC BO "
    "BPCE BTA CDI CEA CEE CEO CFE CGI CHU CIA CIC CIF CIO CSA CSE CTO DAB DEA DGSE DGSI DSI DUT EDF EEE EELV EJ "
    "EPI EPO EPS ERP ESA ESP ETA ETI EV EVJF FAI FAQ FBI FIA FIV FMI FO FOB GIE GIGN GPA HDMI HEC IA IAE IBM ID "
    "IDF IDH IEEE IEP IFI IGN IGPN IGS IME IP IPO IR IRA IRL IRM ISBN ISF ISP IST IT IUT IVG JAF JO KO LBO LEP LFI "
    "LGBTI LOA MMA NBA NTIC OCDE OEM OGM OIT OL OM OMC OMI OMS ONF ONG OPA OPE ORL OS OSCE PAO PCA PDA PEA PEE PEL "
    "PIB PMA PME PMI PMU PPE PSE PUF QI RAF RATP RAV RDA RER RFA RMI RSA RTE SA SARL SAS SAV SCI SGA SIV SOS SPA "
    "SUV TAE TER TFA TGI TIC TIG TPE TUC TVA UDI UDR UE UFC UFR UHT UI UK UMP UPE URL URSS USA USB UTC UV UVA UVB "
    "UX VAE VIH VIP VO VOD VOST"
)
# Acronyms without a vowel that are read as words or otherwise.
SAID: Mapping[str, str] = {"HT": "hors taxes", "INSEE": "Insee", "NB": "nota bene", "CM": "C M", "MM": "M M"}
