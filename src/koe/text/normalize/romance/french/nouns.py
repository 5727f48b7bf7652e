"""A French noun behind a number -> its gender, by its ending and by tables of what endings do not tell."""

from __future__ import annotations

from koe.text.normalize.romance.numbers import Gender
from koe.text.normalize.rule import words

# Words behind a number that are no nouns.
_NO_NOUNS = words(
    "à a ai au aux avec bis ce ces cette ceux chez contre d'un d'une dans de depuis des dont du en entre est et "
    "était étaient fut il ils elle elles je tu on nous vous jusque la le les leur lors mais me même moins ne ni non "
    "ou où ont par pas pendant peu plus point pour puis quand quater que qui quoi sa sans se sera ses si soit son "
    "sont sous sur ter tous tout très un une vers virgule voire y million millions milliard milliards mille cent "
    "pile environ"
)
# Adjectives before a noun. The others of this place have the same form for both genders.
_FEMININE_ADJECTIVES = words(
    "belle bonne certaine courte dernière fausse forte grande grosse haute jolie longue mauvaise nouvelle petite "
    "pleine première prochaine seule telle toute vieille vraie"
)
_COMMON_ADJECTIVES = words("autre jeune même pauvre simple rare double triple énorme magnifique")

_FEMININE = words(
    "formule cellule pilule capsule parole personne femme fille dame sœur soeur mère nièce tante reine victime star "
    "vedette recrue sentinelle grand-mère vache poule chèvre brebis jument souris fourmi mouche puce heure minute "
    "seconde semaine nuit fois date époque ville rue route école église île place chambre salle porte fenêtre usine "
    "banque plage montagne colline région ferme gare mer terre forêt piste classe caserne clinique boutique "
    "bibliothèque chapelle tombe chose table chaise lampe carte lettre page ligne phrase syllabe note liste image "
    "photo vidéo moto auto radio télé clé clef boîte boite caisse tasse bague robe jupe veste chemise botte cravate "
    "poche montre arme balle bombe pierre planche branche feuille fleur graine tige étoile barre bande corde chaîne "
    "roue antenne pile plaque brique tache marque étiquette plume bulle goutte vague flamme larme poutre vis noix "
    "croix part voix main dent jambe tête bouche lèvre côte peau toux langue question pièce base face phase étape "
    "manche course finale coupe médaille balade œuvre oeuvre manœuvre épreuve preuve enquête requête fête bête "
    "histoire victoire poire armoire foire mâchoire baignoire mémoire trajectoire défaite chute fuite suite visite "
    "dette perte alerte découverte offre commande demande amende prime taxe somme bourse force source sauce annonce "
    "once espèce glace tranche gousse pâte pomme orange banane fraise cerise carotte tomate olive amande datte figue "
    "pêche prune mûre huître crêpe tarte pizza brioche crème bière soupe coquille tonne calorie couronne roupie loi "
    "foi fin faim soif fièvre grippe crise prise mise remise reprise surprise entreprise valise idée thèse hypothèse "
    "synthèse plante méthode période étude équipe troupe grappe nappe attaque panne borne colonne douzaine paire "
    "lame alarme forme plateforme norme réforme gomme énigme erreur valeur couleur longueur largeur hauteur "
    "profondeur douleur odeur peur vapeur rumeur saveur lueur faveur liqueur opinion réunion union légion religion "
    "communion rébellion chanson façon boisson moisson leçon rançon garnison prison maison raison saison soirée loge "
    "éponge rose dose pause cause clause case ruche peluche bûche roche cloche brosse fosse masse terrasse impasse "
    "liasse adresse promesse messe caresse vitesse caissette neige auberge marge charge recharge décharge cage rage "
    "nage ampoule boule foule moule aile toile voile échelle règle cible étable fable sonde ronde onde blonde brune "
    "start-up newsletter interview aire affaire grammaire molaire circulaire moustache hache tâche vitre rencontre "
    "huitre ombre encre ancre antilope enveloppe rampe trompe crampe autoroute banqueroute déroute chouette mouette "
    "tentative initiative locomotive alternative rive dérive lessive archive cuve étuve réserve courbe"
)
_FEMININE_ENDINGS = (
    "ade", "aison", "ante", "anté", "arte", "ase", "ate", "auté", "ave", "che", "ente", "erte", "erté", "eté", "gne",
    "ice", "ie", "ine", "inte", "ise", "ite", "iété", "ité", "lle", "lue", "nce", "nde", "nne", "nue", "onté",
    "orte", "ose", "rde", "rre", "rse", "rue", "sion", "sse", "sue", "tion", "tié", "tte", "tude", "tue", "une",
    "ure", "use", "ute", "vue", "xion", "ère", "ète", "ée",
)  # fmt: skip
_MASCULINE = words(
    "jaune acheté jeté projeté âge été côté comité traité pâté arrêté député invité employé blessé associé adhérent "
    "musée lycée trophée athée mausolée apogée scarabée pygmée rez-de-chaussée stade grade malade camarade incendie "
    "génie parapluie foie messie sosie cimetière derrière arrière domaine capitaine magazine gorille portefeuille "
    "millefeuille quadrille silence murmure carbure parjure chlorure modèle gramme kilogramme milligramme service "
    "exercice bénéfice office édifice orifice artifice dentifrice caprice appendice indice préjudice solstice "
    "sacrifice hospice supplice vice complice novice dividende bidonville vaudeville mille squelette quintette "
    "athlète diabète comté raté velouté doigté aparté révolté satellite site mérite interdit prioritaire aine bolide "
    "coude code épisode exode maire vocabulaire salaire horaire itinéraire anniversaire questionnaire adversaire "
    "ministère mystère caractère cratère critère millionnaire camembert ordre centre titre litre mètre arbre membre "
    "nombre chiffre coffre siècle article véhicule spectacle obstacle cercle oncle muscle disque risque masque "
    "kiosque casque domicile crocodile fossile projectile missile reptile livre pirate automate stigmate démocrate "
    "bureaucrate poète prophète interprète père frère adultère hélicoptère repère confrère beau-père grand-père "
    "esclave jeune carrosse colosse gosse intervalle violoncelle rebelle polichinelle verre beurre tonnerre parterre "
    "bizarre signe peigne règne cygne champagne insigne interligne dimanche reproche postiche caniche microphone "
    "panache vase monde stand garde légume rite gîte termite ermite parasite anthracite granite internaute "
    "astronaute cosmonaute pilote vote conte compte cierge gaspillage homme programme télégramme drame doute acte "
    "pacte compatriote antidote antisémite gaz trapèze vertige prestige collègue dialogue catalogue rôle symbole "
    "pétrole contrôle monopole protocole pactole divorce commerce compromise cadre luxe sexe index chèque phoque "
    "moustique portique cantique pique-nique plastique traffic parapente autographe télégraphe paragraphe sarcophage "
    "principe type stéréotype prototype équipage crépuscule module scrupule tentacule testicule pécule matricule "
    "ridicule préambule funambule somnambule vestibule globule corpuscule maquis proche moche ancêtre maître prêtre "
    "être hêtre ventre peintre feutre meurtre monstre astre cadastre désastre registre ministre sinistre orchestre "
    "trimestre semestre spectre filtre théâtre quatre kilomètre centimètre millimètre journaliste touriste artiste "
    "dentiste pianiste spécialiste cycliste automobiliste motocycliste terroriste policier malaise fraisier dièse "
    "diocèse pèse-personne millésime siège piège collège privilège manège cortège liège solfège adolescent enfant "
    "élève locataire"
)
_FEMININE_PLURALS = {"voix", "noix", "croix", "fois", "souris", "brebis", "toux", "vis"}


def gender_of(noun: str, following: str = "") -> Gender | None:
    """The gender of the noun behind a number; None if the word is no noun. `following` is the word behind it."""
    word = noun.casefold()
    if word in _NO_NOUNS:
        return None
    singular = word if word in _FEMININE_PLURALS else word.removesuffix("s").removesuffix("x")
    if singular in _COMMON_ADJECTIVES and following:
        return gender_of(following)
    if singular in _FEMININE_ADJECTIVES or word in _FEMININE_PLURALS or singular in _FEMININE:
        return "f"
    if singular in _MASCULINE:
        return "m"
    return "f" if len(singular) > 3 and singular.endswith(_FEMININE_ENDINGS) else "m"
