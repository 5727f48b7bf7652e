"""Italian words that are often cut short with a full stop."""

from __future__ import annotations

from koe.text.normalize.romance.numbers import in_order
from koe.text.normalize.rule import words

OFTEN_CUT = in_order(
    "densità "
    "yogurt zucchero lievito bustina gratuita conservare cauzione spedizione "
    "domande durata saturazione saturi nutrizionale nutrizionali valori climatizzatore carboidrati proteine vitamina "
    "farmaco temperatura velocità distanza lunghezza altitudine latitudine profondità pressione umidità "
    "precipitazioni capacità potenza consumo quantità qualità categoria colore dimensione modello marca garanzia "
    "prezzo sconto importo cliente fornitore conto bonifico fattura saldo commissione onorario amministrazione "
    "amministratore dipartimento direzione direttore segreteria segretario responsabile coordinamento coordinatore "
    "presidente presidenza ministero ministro governo consiglio comitato facoltà università istituto collegio scuola "
    "docente semestre trimestre iscrizione esame esercizio problema soluzione risposta capitolo sezione volume "
    "collana edizione editore traduzione illustrazione fotografia episodio stagione versione originale biblioteca "
    "bibliografia camera cucina riscaldamento ascensore terrazzo garage superficie condominio proprietario inquilino "
    "arredato ristrutturato esposizione certificato elettrico stazione autobus partenza arrivo aeroporto terminal "
    "passeggero bagaglio prenotazione conferma paziente diagnosi trattamento anamnesi emoglobina frequenza cardiaca "
    "respiratoria malattia operazione intervento consulenza chirurgia neurologia telefono interno contatto "
    "informazioni internazionale nazionale provinciale comunale popolazione abitanti approssimativamente attualmente "
    "generalmente specialmente principalmente rispettivamente settimanale mensile trimestrale annuale quotidiano "
    "feriali festivi massimo minimo media percentuale probabilità statistica variabile costante funzione equazione "
    "veicolo chilometraggio cilindrata benzina diesel automatico manuale sicurezza articolo paragrafo comma "
    "disposizione regolamento costituzione tribunale campionato classifica giornata eliminatoria giocatore allenatore "
    "attaccante difensore portiere opzionale obbligatorio disponibile esaurito annullato urgente riservato "
    "facoltativo supplemento documento pratica richiesta modulo allegato osservazioni ingredienti cucchiaio "
    "cucchiaino preparazione cottura variante persone appartamento immobile europeo italiano francese tedesco inglese "
    "spagnolo"
)
UNCUT = words(
    "con per non del dal nel sul mar sol cas car cor fin vol ver ben man pur par pers port doc dom gar art cap prof "
    "max min pref ret fest com comp camp serv inter dir med mod conc cat pat val sup temp temper spec mal sic pop"
)
