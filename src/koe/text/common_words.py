"""Table of each language's most frequent words, by ISO 639-1 code, for language detection.

Only languages in the Latin script need a row. Such a language without a row is detected only if it is the expected one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from koe.text.normalize.rule import words

COMMON_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "en": words(
            """
            a about after all also an and are as at be because been but by can can't could did didn't do does don't
            for from get go good had has have he hello her here him his how i i'm if in into is isn't it it's its just
            know like love me more morning much my no not now of on one or our out please said say see she so some
            than thank thanks that that's the their them then there these they this time to today tomorrow up very was
            we we're well were what when where which who why will with would yes you you're your
            always another anything back become before best better between bring call day does doesn't down even every
            everything feel find first found give goes going gone got great happy help home its keep last let let's life
            little long look made make makes man many maybe might money must need never new next night nothing off old
            only other over own people really right same should something sorry still sure take talk tell thing things
            think those through too two under until us use want way while without won't work world year years
            """
        ),
        "es": words(
            """
            a ahora al algo amigo aquí así bien buenas bueno buenos cada casa como con cuando cuándo cómo de del desde
            donde dos día días dónde e el ella ellos en era eres es esa ese eso esta estamos estar estas este esto
            estoy está están estás favor fue gracias gusta ha hace hasta hay he hola hoy la las le les lo los luego
            mañana me mi mis muchas mucho muy más nada ni no noches nos nosotros nunca o otra otro para pero por
            porque pues que quiero quién qué se ser señor si siempre sin sobre son soy su sus sé sí también tarde te
            tengo tiempo tiene todo todos tu tus tú un una uno usted va vale vamos vida voy y ya yo
            amigos él
            además alguien antes aquel aunque ayer años bueno buena cosa cosas creo cuál cualquier debe decir después
            dice dijo dónde durante ellas entonces entre estaba estado fueron gente grande haber hacer hacia hecho
            hijo hombre hora horas igual lugar llama madre mejor menos mientras mismo momento mujer mundo noche
            nuestro nuestra nuevo nueva padre país parte pasa persona poco primero puede puedo quiere quieres sido
            siento sino solo sólo tan tanto tienes toda todas trabajo unos usted ustedes vez veces ver vemos verdad
            viene
            """
        ),
        "fr": words(
            """
            au aujourd'hui aussi aux avec bien bon bonjour bonne c'est car ce cela ces cet cette chez comme comment
            d'accord d'un d'une dans de des deux donc du elle elles en entre es est et eux faire fait il ils j'ai je
            jour l'on la le les leur lui ma mais me merci mes moi mon même n'est ne non nous on ont ou oui où par pas
            peu peut plus pour pourquoi qu'est qu'il que quel quelle qui quoi s'il sa sais sans se ses si son sont
            suis sur ta te tes toi ton toujours tous tout très tu un une va vie vous y à ça était êtes être
            """
        ),
        "it": words(
            """
            a abbiamo ai al alla alle anche ancora bella bello bene buon buona buongiorno c'è casa che chi ci ciao
            come con cosa così da dal dalla degli dei del della delle di domani dopo dove e ecco era fare gli grazie
            ha hai hanno ho i il in io l'ho la le lei li lo loro lui ma me mi mia mio molto ne nel nella niente noi
            non nostro o oggi ogni per perché piacere più poi prego quando quanto quello questa questo qui sa se sei
            sempre si sia sono sta stai stare sto su sua sul suo sì te ti tu tuo tutti tutto un una uno va vita voglio
            è
            """
        ),
        "pt": words(
            """
            a agora amanhã ao aos aqui as até bem boa bom casa com como da das de dele depois dia do dos e ela ele
            eles em então era essa esse esta este estou está eu faz foi gosto hoje há isso isto já lhe mais mas me meu
            minha muito na nas nem no nos nossa nosso num nunca não o obrigada obrigado oi olá onde os ou para pela
            pelo por porque posso quando que quem quero se sem ser seu sim sobre sou sua são só também tchau te tem
            tenho todo todos tu tudo um uma vai vamos vida você vocês à às é
            """
        ),
    }
)
