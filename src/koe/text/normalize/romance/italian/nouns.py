"""Italian nouns -> their gender, and the form of "uno" before them."""

from __future__ import annotations

import re

from koe.text.normalize.romance.numbers import Gender
from koe.text.normalize.rule import words

# Words that may follow a number but are not counted by it.
_NO_NOUN = words(
    """a ad ai al alla alle allo agli all anche ancora andò appena arriva arrivò aveva avrà c che chi ci come con
    contro cosa cui da dai dal dalla dalle dallo dagli dall davanti de dei del della delle dello degli dell dentro
    di dopo dove durante e ed ecco ed era erano essere fa fino fra fu furono già gli ha hanno i il in infatti
    insieme invece io l la le lei lo loro lui ma meno mentre mi mia mio ne negli nei nel nella nelle nello nell né
    no noi non nonché o od ogni oppure per perché però più poi presso prima può quando quanto quasi quella quello
    questa questi questo quindi quale è resta rimane sarà saranno se sei si sia sono sopra sotto sta stato stata su
    subito sugli sui sul sulla sulle sullo sull solo sola tra tu tutti tutto un una uno va vede verso vi via virgola
    voi solamente soltanto"""
)
_MASCULINE = words(
    """problema tema sistema programma clima dramma schema diploma poeta pianeta cinema papa papà pigiama profeta
    enigma dilemma fantasma panorama telegramma diagramma chilogramma pirata giornalista autista artista dentista
    turista ciclista tassista barista regista farmacista pianista belga collega atleta asma trauma aroma karma comma
    diadema emblema stemma teorema sintomo plasma prisma sisma yoga koala gorilla delta puma boia vaglia lama
    atlante pesce"""
)
_FEMININE = words(
    """fonte corte stirpe lepre rondine trave brace calce indole lite automobile estate carie sfinge laringe falange
    bici metropoli eclissi paralisi genesi prognosi psicosi tubercolosi overdose emittente gomme serpe lama mano
    foto moto auto radio eco biro dinamo libido squillo notte parte mente gente chiave nave neve carne voce luce
    croce legge classe fede sede rete estate arte morte sorte madre moglie canzone immagine origine vergine indagine
    lente corrente sorgente patente base fase frase torre febbre polvere cenere botte crisi analisi ipotesi tesi
    oasi sintesi diagnosi dose emorragia specie serie superficie tigre volpe valle pelle stalle fronte fame sete
    pace capitale cattedrale finale filiale sillabe sillaba cambiale spirale vocale consonante variante costante
    tangente lavatrice radice cornice vernice appendice matrice attrice cicatrice pernice ape nube siepe messe tosse
    torre mole prole vite dote cute quiete calle falce pulce noce foce pece mail email e-mail app star band chat
    password jeep t-shirt community hit performance leadership privacy holding newsletter webcam playlist
    partnership community tv suite roulotte brioche mansarde hostess rosticcerie tribù virtù gioventù gru schiavitù
    servitù televisione opzione"""
)
_FEMININE_ENDINGS = (
    "zione",
    "sione",
    "gione",
    "xione",
    "nione",
    "tà",
    "tudine",
    "trice",
    "aggine",
    "igine",
    "uggine",
    "ie",
)
_HAS_VOWEL = re.compile("[aeiouyàèéìòù]", re.IGNORECASE)
_VOWELS = "aeiouàèéìòùhAEIOUÀÈÉÌÒÙH"
# Masculine nouns before which the article is "uno": s and a consonant, z, x, y, gn, pn, ps.
_UNO = re.compile(r"(?:s[bcdfghjklmnpqrtvwxz]|z|x|y|gn|pn|ps|i[aeou])", re.IGNORECASE)


def gender_of(noun: str) -> Gender | None:
    """The gender of a noun in the singular, None if the word is no noun."""
    word = noun.lower()
    if word in _NO_NOUN or not word[:1].isalpha():
        return None
    if word in _MASCULINE:
        return "m"
    if word in _FEMININE or word.endswith(_FEMININE_ENDINGS):
        return "f"
    return "f" if word.endswith(("a", "à")) else "m"


def one(noun: str, of: Gender) -> str:
    """ "uno" before the noun, with the space or the apostrophe."""
    if of == "m" and not _HAS_VOWEL.search(noun):  # an acronym
        return "un "
    is_vowel = noun[:1] in _VOWELS and noun[:2].lower() not in ("ia", "ie", "io", "iu")
    if of == "f":
        return "un'" if is_vowel else "una "
    return "uno " if _UNO.match(noun) else "un "
