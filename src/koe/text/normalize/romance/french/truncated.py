"""French words that are often cut short with a full stop."""

from __future__ import annotations

from koe.text.normalize.romance.numbers import in_order
from koe.text.normalize.rule import words

OFTEN_CUT = in_order(
    "gratuite sucre levure conserver péremption métropolitaine sachet livraison "
    "question durée climatisation déjeuner nutritionnelle nutritionnel valeur matières saturés glucides protéines "
    "vitamine médicament température vitesse distance longueur altitude latitude profondeur pression humidité "
    "précipitations capacité puissance consommation quantité qualité catégorie couleur dimension modèle marque "
    "garantie remise montant client fournisseur compte virement facture solde commission honoraires administration "
    "administratif département direction directeur directrice secrétariat secrétaire gérant coordination coordinateur "
    "responsable président présidence ministère ministre gouvernement conseil comité faculté université institut "
    "collège école professeur semestre trimestre inscription examen exercice problème solution réponse chapitre "
    "section volume collection édition éditeur traduction illustration photographie épisode saison version originale "
    "bibliothèque bibliographie chambre cuisine chauffage ascenseur terrasse garage superficie copropriété "
    "propriétaire locataire meublé rénové exposition orientation certificat électrique station autobus départ arrivée "
    "aéroport terminal passager bagage réservation confirmation correspondance patient diagnostic traitement "
    "antécédents hémoglobine fréquence cardiaque respiratoire maladie opération intervention consultation chirurgie "
    "neurologie téléphone extension contact courriel électronique information international national provincial "
    "municipal population habitants approximativement actuellement antérieurement généralement spécialement "
    "principalement respectivement hebdomadaire mensuel trimestriel annuel quotidien ouvrables fériés maximum minimum "
    "moyenne pourcentage probabilité statistique variable constante fonction équation véhicule kilométrage cylindrée "
    "essence diesel automatique manuel sécurité article paragraphe alinéa disposition règlement constitution tribunal "
    "juridiction championnat classement journée éliminatoire joueur entraîneur attaquant défenseur gardien penalty "
    "optionnel obligatoire disponible épuisé annulé urgent confidentiel facultatif supplémentaire document dossier "
    "demande formulaire annexe observations remarque ingrédient cuillère préparation cuisson variante personne "
    "appartement immeuble boulevard européen français américain britannique allemand italien espagnol"
)
UNCUT = words(
    "par mat sol sel cas car mal mer fin bon son ton mon pas pos ver vol cor coll pour leur bien chaud mais sous dans "
    "sans dos bas bar sur fer net ven dim doc form prof chap sect art gar inform max min comm dent pers port lors "
    "entr quand vers hum comp pat ann cap val var vit ill man long pop mod dur att dem app rem"
)
