"""French words that forms, invoices, adverts, recipes and timetables cut short, and their full forms."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.romance.senses import Sense

# Before a name.
RANKS: Mapping[str, str] = {
    "gén": "général", "capt": "capitaine", "lieut": "lieutenant", "Sén": "sénateur", "Rév": "révérend",
    "hon": "honorable", "amb": "ambassadeur", "présid": "président", "card": "cardinal",
}  # fmt: skip
# Before a number, in digits or Roman.
NUMBERED: Mapping[str, str] = {
    "ll": "lignes", "sc": "scène", "spéc": "spécialement", "app": "appartement", "hum": "humidité",
    "act": "actuellement", "ress": "ressenti", "voit": "voiture", "coef": "coefficient", "coeff": "coefficient",
    "arts": "articles", "parag": "paragraphe", "pag": "page", "graph": "graphique", "ill": "illustration",
    "illustr": "illustration", "liv": "livre", "vv": "versets", "fol": "folio", "col": "colonne", "lig": "ligne",
    "exerc": "exercice", "qu": "question", "quest": "question", "leç": "leçon", "mod": "modèle", "ref": "référence",
    "cde": "commande", "fact": "facture", "fac": "facture", "doss": "dossier", "parc": "parcelle", "cad": "cadastre",
    "esc": "escalier", "pte": "porte", "appart": "appartement", "chbre": "chambre", "bur": "bureau", "niv": "niveau",
    "arr": "arrivée", "dpt": "départ", "prof": "profondeur", "épais": "épaisseur", "ép": "épaisseur",
    "puiss": "puissance", "conso": "consommation", "vit": "vitesse", "press": "pression", "dens": "densité",
    "jrn": "journée", "journ": "journée", "ét": "étape", "éta": "étape", "clt": "classement", "pos": "position",
    "rév": "révision", "mt": "montant", "mont": "montant", "tot": "total", "qté": "quantité", "qte": "quantité",
    "acpte": "acompte", "éch": "échéance", "bull": "bulletin", "règl": "règlement", "circ": "circulaire", "tx": "taux",
    "nbre": "nombre", "nb": "nombre", "dispo": "disponible", "surf": "surface", "superf": "superficie",
    "terr": "terrain", "loy": "loyer", "ouv": "ouverture", "ferm": "fermeture", "suppl": "supplément",
    "sess": "session",
}  # fmt: skip
# Before other words, and at the end of a sentence too.
WORDS: Mapping[str, str] = {
    "a.p": "après prolongation", "inscr": "inscription", "d'inscr": "d'inscription", "dem": "demain", "reb": "rebonds",
    "interc": "interceptions", "t.a.b": "tirs au but", "sess": "session", "d'appl": "d'application",
    "appl": "application", "contr": "contraire", "recl": "réclusion", "abst": "abstentions", "spéc": "spécialement",
    "prof. assoc": "professeur associé", "maître de conf": "maître de conférences",
    "Maître de conf": "Maître de conférences", "d'ex": "d'exemplaires", "petit-déj": "petit-déjeuner",
    "vir": "virement", "perf": "performances", "perfs": "performances", "rech": "recherche", "dern": "dernier",
    "cardio": "cardiologie", "gynéco": "gynécologie", "pédia": "pédiatrie", "neuro": "neurologie",
    "dermato": "dermatologie", "ophtalmo": "ophtalmologie", "prélèvt": "prélèvement", "inch": "inchangé",
    "reliq": "reliquat", "rest": "restaurant", "enf": "enfants", "ad": "adultes", "adult": "adultes",
    "vac. scol": "vacances scolaires", "vac": "vacances", "scol": "scolaires", "méca": "mécanique",
    "mécan": "mécanique", "élec": "électrique", "électr": "électrique", "électron": "électronique", "ress": "ressenti",
    "retrib": "rétribution", "lic": "licence", "anniv": "anniversaire", "perm": "permis",
    # Papers and offices.
    "obj": "objet", "intracom": "intracommunautaire", "intracomm": "intracommunautaire", "moy": "moyenne",
    "dispo": "disponible", "ouv": "ouvert", "ferm": "fermeture", "fact": "facture", "cde": "commande",
    "livr": "livraison", "règl": "règlement", "paiem": "paiement", "ech": "échéance", "éch": "échéance",
    "rembt": "remboursement", "remb": "remboursement", "prélèv": "prélèvement", "prélv": "prélèvement",
    "virt": "virement", "cotis": "cotisation", "assur": "assurance", "contrib": "contribution", "imposit": "imposition",
    "tot": "total", "s-tot": "sous-total", "qté": "quantité", "qte": "quantité", "désign": "désignation",
    "descr": "description", "descript": "description", "caract": "caractéristiques", "fab": "fabrication",
    "garant": "garantie", "neg": "négociable", "nég": "négociable", "expéd": "expéditeur", "adr": "adresse",
    "nais": "naissance", "célib": "célibataire", "sit. fam": "situation familiale", "dipl": "diplôme",
    "compt": "comptabilité", "compta": "comptabilité", "secrét": "secrétariat", "secr": "secrétariat",
    "adm": "administration", "admin": "administration", "dpt": "département", "dépt": "département", "serv": "service",
    "dél": "délégué", "ing": "ingénieur", "techn": "technicien", "commerc": "commercial", "cial": "commercial",
    "market": "marketing", "conn": "connaissances", "compét": "compétences", "expér": "expérience",
    "cand": "candidature", "candid": "candidature", "rém": "rémunération", "hebdo": "hebdomadaire", "mens": "mensuel",
    "trimestr": "trimestriel", "C. civ": "Code civil", "C. pén": "Code pénal", "C. com": "Code de commerce",
    "Bull. civ": "Bulletin civil", "Bull. crim": "Bulletin criminel", "jurispr": "jurisprudence",
    "juris": "jurisprudence", "trib": "tribunal", "T. com": "tribunal de commerce", "proc": "procureur",
    "min. de l'Int": "ministre de l'Intérieur", "l'Int": "l'Intérieur", "gouv": "gouvernement", "parl": "parlement",
    "assemb": "assemblée", "ass. gén": "assemblée générale", "cons. mun": "conseil municipal", "mun": "municipal",
    "munic": "municipal", "intern": "international", "internat": "international", "europ": "européen",
    "acad": "académie", "l'Acad": "l'Académie", "l'acad": "l'académie", "inst": "institut", "l'inst": "l'institut",
    "lyc": "lycée", "éc": "école", "biblio": "bibliothèque", "bibl": "bibliothèque", "méd": "médecin",
    "chir": "chirurgien", "pharm": "pharmacie", "hosp": "hospitalisation", "consult": "consultation",
    "ordo": "ordonnance", "ttt": "traitement", "compr": "comprimés", "cpr": "comprimés", "cps": "comprimés",
    "gél": "gélules", "gtte": "goutte", "gttes": "gouttes", "inj": "injection", "amp": "ampoules", "susp": "suspension",
    "suppo": "suppositoire", "suppos": "suppositoires", "antéc": "antécédents", "diag": "diagnostic", "urg": "urgences",
    # Houses and streets.
    "asc": "ascenseur", "chauff": "chauffage", "chf": "chauffage", "cuis. équip": "cuisine équipée",
    "cuis. éq": "cuisine équipée", "éq": "équipée", "équ": "équipée", "séj": "séjour",
    "sal. à manger": "salle à manger", "s. de b": "salle de bains", "s.d.b": "salle de bains",
    "s. d'eau": "salle d'eau", "balc": "balcon", "terr": "terrasse", "jard": "jardin", "gge": "garage", "gar": "garage",
    "meub": "meublé", "meubl": "meublé", "ch. comp": "charges comprises", "ch. incl": "charges incluses",
    "chges": "charges", "charg": "charges", "chbres": "chambres", "appart": "appartement", "rés": "résidence",
    "lotiss": "lotissement", "imm": "immeuble", "pte": "porte", "esc": "escalier", "gd": "grand", "gde": "grande",
    "ctre": "centre", "proxim": "proximité", "transp": "transports", "état nf": "état neuf", "rénov": "rénové",
    "lum": "lumineux", "ensol": "ensoleillé",
    # Cooking, trade, school, weather.
    "cuil": "cuillère", "cuill": "cuillère", "càs": "cuillère à soupe", "pinc": "pincée", "ingréd": "ingrédients",
    "cuiss": "cuisson", "bte": "boîte", "btes": "boîtes", "sach": "sachet", "paq": "paquet",
    "ch. vac": "chèques-vacances", "tick. rest": "tickets restaurant", "espèc": "espèces", "réduc": "réduction",
    "réd": "réduction", "suppl": "supplément", "forf": "forfait", "abon": "abonnement", "abonnt": "abonnement",
    "résa": "réservation", "réserv": "réservation", "réservat": "réservation", "coeff": "coefficient",
    "coef": "coefficient", "oblig": "obligatoire", "facult": "facultatif", "opt": "option", "trim": "trimestre",
    "biol": "biologie", "phys": "physique", "chim": "chimie", "hist": "histoire", "géogr": "géographie",
    "litt": "littérature", "écon": "économie", "infér": "inférieur", "supér": "supérieur", "ens": "enseignement",
    "enseignt": "enseignement", "précip": "précipitations", "prév": "prévisions", "raf": "rafales", "nuag": "nuageux",
    # Sports, travel, press.
    "qualif": "qualification", "classt": "classement", "arb": "arbitre", "entr": "entraîneur", "champt": "championnat",
    "vict": "victoires", "déf": "défaites", "prol": "prolongation", "pén": "penalty", "remp": "remplaçant",
    "corresp": "correspondance", "nav": "navires", "aérop": "aéroport", "aérog": "aérogare", "quot": "quotidien",
    "réd. chef": "rédacteur en chef", "rédac": "rédaction", "journ": "journaliste", "photogr": "photographie",
    "publ": "publié", "introd": "introduction", "concl": "conclusion", "bibliogr": "bibliographie",
    "notamt": "notamment", "évent": "éventuellement", "éventt": "éventuellement", "respect": "respectivement",
    "génér": "généralement", "habit": "habitants", "hab": "habitants", "pers": "personnes", "d'hab": "d'habitants",
    "superf": "superficie", "dens": "densité", "qqs": "quelques", "ttes": "toutes", "avt": "avant", "cpte": "compte",
    "cptes": "comptes", "qques": "quelques", "confér": "conférence", "ad lib": "ad libitum", "loc. cit": "loco citato",
    "réimpr": "réimpression", "s. d": "sans date", "m. t": "même temps", "g. à d": "gauche à droite",
    "de g. à d": "de gauche à droite", "fém": "féminin", "masc": "masculin", "syn": "synonyme", "péj": "péjoratif",
    "vx": "vieux",
}  # fmt: skip
# By their neighbours.
SENSES = (
    Sense("pdt", "pommes de terre", r"(?:[0-9]|\b(?:de|kg|des|les|aux))\s"),
    Sense("s.p", "sur penalty", r"[0-9]'?e?\s"),
)
BARE_SENSES = (
    Sense("pdt", "pommes de terre", r"(?:[0-9]|\b(?:[0-9]\s?(?:k?g|kilos?)\s(?:de|d')))\s?"),
    Sense("s/n", "sans numéro"),
    Sense("cde", "commande", "", r"\s?(?:n[°o]|#|[0-9])"),
    Sense("ttt", "traitement"),
    Sense("Dépt", "département"),
    Sense("M./Mme", "monsieur ou madame"),
    Sense("Mme/M", "madame ou monsieur"),
    Sense("MM./Mmes", "messieurs, mesdames"),
)
# Only where the sentence evidently goes on: they are also words that may end it, or the ends of other words.
INNER: Mapping[str, str] = {
    "sens": "sensation", "champ": "championnat", "trait": "traitement", "stat": "stationnement", "park": "parking",
    "prépa": "préparation", "pop": "population", "ent": "entrée", "comp": "comprimés", "comm": "commune",
    "form": "formation", "sal": "salaire", "dest": "destinataire", "corr": "correspondance", "sup": "supérieur",
    "inf": "inférieur", "cons": "conseil", "rég": "régional", "gar": "garage", "prox": "proximité", "tech": "technique",
    "sem": "semaine", "conf": "conférence", "prof": "professeur", "exam": "examen", "expo": "exposition",
    "ann": "annuel", "fac": "faculté", "inv": "invariable", "fam": "familial",
}  # fmt: skip
