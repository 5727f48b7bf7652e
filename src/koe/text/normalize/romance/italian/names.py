"""Italian proper names and nouns that tell how what is beside them is read: rulers, saints, provinces, events."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.romance.numbers import Gender
from koe.text.normalize.romance.roman import Style
from koe.text.normalize.rule import words

# Nouns before a Roman numeral, and how it is read behind them.
NUMBERED: Mapping[str, Style] = {
    **dict.fromkeys(words("all allegato allegati appendice l'all l'allegato"), "cardinal"),
    **dict.fromkeys(
        words(
            """secolo secoli sec secc capitolo cap atto scena canto libro lib titolo tit parte volume vol tomo sezione
            sez articolo art paragrafo par grado millennio tavola tav girone cerchio livello comma concilio dinastia
            legione municipio stadio quadro sinodo trimestre semestre quadrimestre"""
        ),
        "ordinal",
    ),
    **dict.fromkeys(
        words(
            """fase tipo tabella tab figura fig allegato all episodio categoria gruppo apollo rocky rambo bowl stagione
            capitoli volumi pagina pag serie legge terminal reparto lotto zona"""
        ),
        "cardinal",
    ),
}
_KINGS = words(
    """Vittorio Emanuele Umberto Carlo Giovanni Paolo Pio Luigi Enrico Filippo Francesco Federico Napoleone Ludovico
    Benedetto Leone Gregorio Clemente Innocenzo Urbano Sisto Giulio Alessandro Adriano Bonifacio Celestino Eugenio
    Martino Niccolò Nicola Onorio Callisto Lucio Marcello Stefano Teodoro Zaccaria Ferdinando Alfonso Amedeo Pietro
    Ottone Corrado Guglielmo Giorgio Edoardo Riccardo Giacomo Ruggero Roberto Carlomanno Costantino Teodosio Tolomeo
    Ramses Ramesse Tutmosi Amenofi Dario Serse Artaserse Filippo Massimiliano Giuseppe Leopoldo Alberto Cosimo
    Lorenzo Felipe Juan Carlos Vaticano Harald Baldovino Selim Solimano Murad Maometto Pedro Ivan Basilio Michele
    Manuele Giustiniano Pipino Lotario Arrigo Ranieri Gustavo Cristiano Bernardo Emanuele Ercole Borso Galeazzo Ugo
    Rodolfo Sigismondo Venceslao Bela Mattia Lazzaro Tito Silvestro Pasquale Papa"""
)
_QUEENS = words(
    "Elisabetta Caterina Margherita Maria Giovanna Isabella Beatrice Cristina Anna Cleopatra Berenice Vittoria"
)
RULERS: Mapping[str, Gender] = {**dict.fromkeys(_KINGS, "m"), **dict.fromkeys(_QUEENS, "f")}
# Nouns behind a Roman numeral.
EVENTS: Mapping[str, Gender] = {
    **dict.fromkeys(
        words(
            """secolo sec secoli trim sem reich congresso impero anniversario
            centenario concilio municipio millennio trimestre
            semestre quadrimestre bimestre raggruppamento battaglione reggimento corpo premio festival campionato
            torneo grado canto atto capitolo libro convegno incontro forum circolo posto concorso comma piano
            segmento ciclo turno girone gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre
            novembre dicembre"""
        ),
        "m",
    ),
    **dict.fromkeys(
        words(
            """guerra legislatura olimpiade edizione repubblica giornata conferenza classe sezione domenica settimana
            crociata dinastia legione internazionale circoscrizione assemblea mostra rassegna divisione armata
            brigata commissione regione scena parte elementare media liceale tappa fase coppa biennale triennale
            lezione direttiva strada avenue ginnasio liceo"""
        ),
        "f",
    ),
}
# "S." before these names, with the space or the apostrophe.
SAINTS: Mapping[str, str] = {
    **dict.fromkeys(
        words(
            """Pietro Paolo Giovanni Francesco Marco Matteo Luca Giuseppe Michele Gabriele Raffaele Domenico Benedetto
            Bernardo Lorenzo Martino Nicola Gennaro Rocco Carlo Filippo Giacomo Tommaso Bartolomeo Simone Giorgio
            Sebastiano Vito Vincenzo Valentino Vittore Siro Zeno Marino Remo Salvatore Donato Fermo Gaetano Girolamo
            Leonardo Leone Luigi Massimo Miniato Petronio Patrizio Pellegrino Ponziano Prospero Quirino Romano
            Severino Severo Silvestro Teodoro Vitale Vittorino Biagio Bonaventura Bruno Camillo Casciano Cipriano
            Ciro Clemente Colombano Cristoforo Damiano Daniele Felice Ferdinando Frediano Fruttuoso Gimignano
            Giuliano Giusto Gregorio Lazzaro Lucifero Mamiliano Mauro Maurizio Pancrazio Pantaleone Pio Placido Polo
            Babila"""
        ),
        "San ",
    ),
    **dict.fromkeys(
        words(
            """Ambrogio Antonio Andrea Agostino Alessandro Angelo Anselmo Apollinare Arcangelo Eufemia Eustorgio Egidio
            Elia Erasmo Eusebio Ilario Ippolito Isidoro Ivo Omero Onofrio Orsola Oronzo Ubaldo Urbano Agata Agnese
            Anna Anastasia Apollonia Elena Elisabetta Eulalia Irene Alfonso Emidio Efisio Agnello Antioco Arsenio
            Antimo Antonino"""
        ),
        "Sant'",
    ),
    **dict.fromkeys(words("Stefano Spirito Sepolcro Padre Stanislao Strato"), "Santo "),
    **dict.fromkeys(
        words(
            """Maria Lucia Chiara Caterina Cecilia Croce Rita Rosalia Rosa Teresa Barbara Bibiana Cristina Francesca
            Fosca Giulia Giustina Giovanna Margherita Marta Marina Marinella Monica Ninfa Prassede Pudenziana
            Reparata Sabina Sofia Susanna Tecla Trinita Trinità Veronica Vittoria Brigida Costanza Domitilla
            Felicita Fiora Severa Maddalena"""
        ),
        "Santa ",
    ),
}

PROVINCES: Mapping[str, str] = dict(
    pair.replace("_", " ").split(":")
    for pair in words(
        """AG:Agrigento AL:Alessandria AN:Ancona AO:Aosta AR:Arezzo AP:Ascoli_Piceno AT:Asti AV:Avellino BA:Bari
        BT:Barletta-Andria-Trani BL:Belluno BN:Benevento BG:Bergamo BI:Biella BO:Bologna BZ:Bolzano BS:Brescia
        BR:Brindisi CA:Cagliari CL:Caltanissetta CB:Campobasso CE:Caserta CT:Catania CZ:Catanzaro CH:Chieti CO:Como
        CS:Cosenza CR:Cremona KR:Crotone CN:Cuneo EN:Enna FM:Fermo FE:Ferrara FI:Firenze FG:Foggia FC:Forlì-Cesena
        FR:Frosinone GE:Genova GO:Gorizia GR:Grosseto IM:Imperia IS:Isernia AQ:L'Aquila SP:La_Spezia LT:Latina
        LE:Lecce LC:Lecco LI:Livorno LO:Lodi LU:Lucca MC:Macerata MN:Mantova MS:Massa-Carrara MT:Matera ME:Messina
        MI:Milano MO:Modena MB:Monza_e_Brianza NA:Napoli NO:Novara NU:Nuoro OR:Oristano PD:Padova PA:Palermo
        PR:Parma PV:Pavia PG:Perugia PU:Pesaro_e_Urbino PE:Pescara PC:Piacenza PI:Pisa PT:Pistoia PN:Pordenone
        PZ:Potenza PO:Prato RG:Ragusa RA:Ravenna RC:Reggio_Calabria RE:Reggio_Emilia RI:Rieti RN:Rimini RM:Roma
        RO:Rovigo SA:Salerno SS:Sassari SV:Savona SI:Siena SR:Siracusa SO:Sondrio SU:Sud_Sardegna TA:Taranto
        TE:Teramo TR:Terni TO:Torino TP:Trapani TN:Trento TV:Treviso TS:Trieste UD:Udine VA:Varese VE:Venezia
        VB:Verbania VC:Vercelli VR:Verona VV:Vibo_Valentia VI:Vicenza VT:Viterbo"""
    )
)

_SIDES = {"N": "nord", "S": "sud", "E": "est", "O": "ovest", "W": "ovest"}
# Where winds come from.
WINDS: Mapping[str, str] = {
    wind: " ".join(_SIDES[letter] for letter in wind)
    for wind in words("NE NO NW SE SO SW NNE NNO NNW SSE SSO SSW ENE ESE ONO WNW OSO WSW")
}
