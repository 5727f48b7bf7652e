"""Italian words of units of measure and currencies, by symbol."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.romance.money import Currency, Size

_CENT = ("centesimo", "centesimi")

UNITS: Mapping[str, str] = {
    "km": "chilometro|chilometri", "hm": "ettometro|ettometri", "dam": "decametro|decametri", "m": "metro|metri",
    "mt": "metro|metri", "dm": "decimetro|decimetri", "cm": "centimetro|centimetri", "mm": "millimetro|millimetri",
    "µm": "micrometro|micrometri", "μm": "micrometro|micrometri", "nm": "nanometro|nanometri",
    "mq": "metro quadrato|metri quadrati", "kmq": "chilometro quadrato|chilometri quadrati",
    "cmq": "centimetro quadrato|centimetri quadrati", "mc": "metro cubo|metri cubi",
    "cc": "centimetro cubico|centimetri cubici", "kg": "chilogrammo|chilogrammi", "hg": "etto|etti",
    "g": "grammo|grammi", "gr": "grammo|grammi", "mg": "milligrammo|milligrammi", "µg": "microgrammo|microgrammi",
    "mcg": "microgrammo|microgrammi", "μg": "microgrammo|microgrammi", "q": "quintale|quintali",
    "q.li": "quintale|quintali", "t": "tonnellata|tonnellate|f", "hl": "ettolitro|ettolitri", "l": "litro|litri",
    "L": "litro|litri", "lt": "litro|litri", "dl": "decilitro|decilitri", "cl": "centilitro|centilitri",
    "ml": "millilitro|millilitri", "µl": "microlitro|microlitri", "°C": "grado Celsius|gradi Celsius",
    "° C": "grado Celsius|gradi Celsius", "ºC": "grado Celsius|gradi Celsius", "℃": "grado Celsius|gradi Celsius",
    "℉": "grado Fahrenheit|gradi Fahrenheit", "°F": "grado Fahrenheit|gradi Fahrenheit",
    "ºF": "grado Fahrenheit|gradi Fahrenheit", "kB": "kilobyte|kilobyte", "KB": "kilobyte|kilobyte",
    "MB": "megabyte|megabyte", "GB": "gigabyte|gigabyte", "TB": "terabyte|terabyte", "PB": "petabyte|petabyte",
    "kbit": "kilobit|kilobit", "Mbit": "megabit|megabit", "Gbit": "gigabit|gigabit", "Mb": "megabit|megabit",
    "Gb": "gigabit|gigabit", "bit": "bit|bit", "W": "watt|watt", "kW": "chilowatt|chilowatt",
    "MW": "megawatt|megawatt", "GW": "gigawatt|gigawatt", "TW": "terawatt|terawatt", "mW": "milliwatt|milliwatt",
    "Wh": "wattora|wattora", "kWh": "chilowattora|chilowattora", "MWh": "megawattora|megawattora",
    "GWh": "gigawattora|gigawattora", "TWh": "terawattora|terawattora", "V": "volt|volt", "kV": "chilovolt|chilovolt",
    "mV": "millivolt|millivolt", "A": "ampere|ampere", "mA": "milliampere|milliampere", "Ah": "amperora|amperora",
    "mAh": "milliampereora|milliampereora", "Ω": "ohm|ohm", "kΩ": "chiloohm|chiloohm", "Hz": "hertz|hertz",
    "kHz": "chilohertz|chilohertz", "MHz": "megahertz|megahertz", "GHz": "gigahertz|gigahertz",
    "dB": "decibel|decibel", "Pa": "pascal|pascal", "hPa": "ettopascal|ettopascal", "kPa": "chilopascal|chilopascal",
    "MPa": "megapascal|megapascal", "bar": "bar|bar", "mbar": "millibar|millibar", "atm": "atmosfera|atmosfere|f",
    "mmHg": "millimetro di mercurio|millimetri di mercurio", "psi": "psi|psi", "N": "newton|newton",
    "Nm": "newton metro|newton metro", "kN": "chilonewton|chilonewton", "J": "joule|joule",
    "kJ": "chilojoule|chilojoule", "MJ": "megajoule|megajoule", "kcal": "chilocaloria|chilocalorie|f",
    "cal": "caloria|calorie|f", "CV": "cavallo|cavalli", "cv": "cavallo|cavalli",
    "rpm": "giro al minuto|giri al minuto", "ppm": "parte per milione|parti per milione|f", "lm": "lumen|lumen",
    "lx": "lux|lux", "mol": "mole|moli|f", "eV": "elettronvolt|elettronvolt", "Sv": "sievert|sievert",
    "mSv": "millisievert|millisievert", "px": "pixel|pixel", "MP": "megapixel|megapixel",
    "Mpx": "megapixel|megapixel", "dpi": "punto per pollice|punti per pollice", "hp": "cavallo|cavalli",
    "fps": "fotogramma al secondo|fotogrammi al secondo", "h": "ora|ore|f", "min": "minuto|minuti",
    "s": "secondo|secondi", "sec": "secondo|secondi", "ms": "millisecondo|millisecondi",
    "µs": "microsecondo|microsecondi", "ns": "nanosecondo|nanosecondi", "min.": "minuto|minuti",
    "sec.": "secondo|secondi", "gr.": "grammo|grammi", "kg.": "chilogrammo|chilogrammi",
    "km.": "chilometro|chilometri", "lt.": "litro|litri", "mt.": "metro|metri", "cm.": "centimetro|centimetri",
    "mq.": "metro quadrato|metri quadrati", "g.": "grammo|grammi", "ml.": "millilitro|millilitri",
    "cl.": "centilitro|centilitri", "l.": "litro|litri", "m.": "metro|metri", "h.": "ora|ore|f",
    "mc.": "metro cubo|metri cubi", "gg": "giorno|giorni", "cpr": "compressa|compresse|f",
    "cp": "compressa|compresse|f", "cps": "capsula|capsule|f", "gtt": "goccia|gocce|f", "pz": "pezzo|pezzi",
    "pz.": "pezzo|pezzi", "pers.": "persona|persone|f", "ab.": "abitante|abitanti",
    "conf.": "confezione|confezioni|f", "ft": "piede|piedi", "yd": "iarda|iarde|f", "lb": "libbra|libbre|f",
    "lbs": "libbra|libbre|f", "oz": "oncia|once|f", "gal": "gallone|galloni", "nmi": "miglio nautico|miglia nautiche",
    "kt": "nodo|nodi", "UI": "unità internazionale|unità internazionali|f",
}  # fmt: skip

RATES: Mapping[str, str] = {
    "mg/kg/die": "milligrammo per chilo al giorno|milligrammi per chilo al giorno",
    "v/die": "volta al giorno|volte al giorno|f", "km/h": "chilometro all'ora|chilometri all'ora",
    "Km/h": "chilometro all'ora|chilometri all'ora", "KM/H": "chilometro all'ora|chilometri all'ora",
    "kmh": "chilometro all'ora|chilometri all'ora", "km/ora": "chilometro all'ora|chilometri all'ora",
    "mph": "miglio all'ora|miglia all'ora", "m/s²": "metro al secondo quadrato|metri al secondo quadrato",
    "l/100 km": "litro per cento chilometri|litri per cento chilometri",
    "l/100km": "litro per cento chilometri|litri per cento chilometri",
    "Mbps": "megabit al secondo|megabit al secondo", "Gbps": "gigabit al secondo|gigabit al secondo",
    "kbps": "kilobit al secondo|kilobit al secondo", "bpm": "battito al minuto|battiti al minuto",
    "mslm": "metro sul livello del mare|metri sul livello del mare", "h/giorno": "ora al giorno|ore al giorno|f",
    "ore/giorno": "ora al giorno|ore al giorno|f", "h/settimana": "ora a settimana|ore a settimana|f",
}  # fmt: skip

CURRENCIES: Mapping[str, Currency] = {
    **dict.fromkeys(("€", "EUR", "Eur"), Currency("euro", "euro", *_CENT)),
    **dict.fromkeys(("$", "US$", "USD", "U$"), Currency("dollaro", "dollari", *_CENT)),
    **dict.fromkeys(("£", "GBP"), Currency("sterlina", "sterline", "penny", "pence", "f")),
    **dict.fromkeys(("¥", "JPY"), Currency("yen", "yen")),
    **dict.fromkeys(("CNY", "RMB"), Currency("yuan", "yuan")),
    **dict.fromkeys(("CHF", "Fr."), Currency("franco svizzero", "franchi svizzeri", *_CENT)),
    **dict.fromkeys(("₽", "RUB"), Currency("rublo", "rubli", "copeco", "copechi")),
    **dict.fromkeys(("₹", "INR"), Currency("rupia", "rupie", "", "", "f")),
    **dict.fromkeys(("₺", "TRY"), Currency("lira turca", "lire turche", "", "", "f")),
    **dict.fromkeys(("₩", "KRW"), Currency("won", "won")),
    **dict.fromkeys(("₪", "ILS"), Currency("shekel", "shekel")),
    **dict.fromkeys(("₴", "UAH"), Currency("grivnia", "grivnie", "", "", "f")),
    **dict.fromkeys(("₿", "BTC"), Currency("bitcoin", "bitcoin")),
    **dict.fromkeys(("R$", "BRL"), Currency("real", "real", *_CENT)),
    **dict.fromkeys(("zł", "PLN"), Currency("zloty", "zloty")),
    **dict.fromkeys(("L.", "Lit.", "₤", "ITL"), Currency("lira", "lire", "", "", "f")),
    **dict.fromkeys(("A$", "AU$", "AUD"), Currency("dollaro australiano", "dollari australiani", *_CENT)),
    **dict.fromkeys(("C$", "CA$", "CAD"), Currency("dollaro canadese", "dollari canadesi", *_CENT)),
    **dict.fromkeys(("cent", "cent."), Currency("centesimo", "centesimi")),
    "SEK": Currency("corona svedese", "corone svedesi", "", "", "f"),
    "NOK": Currency("corona norvegese", "corone norvegesi", "", "", "f"),
    "DKK": Currency("corona danese", "corone danesi", "", "", "f"),
    "CZK": Currency("corona ceca", "corone ceche", "", "", "f"),
    "HUF": Currency("fiorino ungherese", "fiorini ungheresi"),
    "RON": Currency("leu", "lei"),
    "MXN": Currency("peso messicano", "pesos messicani", *_CENT),
    "ARS": Currency("peso argentino", "pesos argentini", *_CENT),
    "ETH": Currency("ether", "ether"),
}

SIZES: Mapping[str, Size] = {
    **dict.fromkeys(("milione", "milioni", "mln", "mln.", "Mln", "mil.", "M", "mio"), Size("milione", "milioni")),
    **dict.fromkeys(("miliardo", "miliardi", "mld", "mld.", "Mld", "mrd"), Size("miliardo", "miliardi")),
    **dict.fromkeys(("mila", "k", "K"), Size("mila", "mila", is_noun=False)),
}

PRICE_PER: Mapping[str, str] = {
    "kg": "al chilo", "Kg": "al chilo", "kilo": "al chilo", "etto": "all'etto", "hg": "all'etto", "l": "al litro",
    "litro": "al litro", "m": "al metro", "ml": "al metro lineare", "mq": "al metro quadrato",
    "m²": "al metro quadrato", "m2": "al metro quadrato", "mc": "al metro cubo", "m³": "al metro cubo",
    "h": "all'ora", "ora": "all'ora", "giorno": "al giorno", "gg": "al giorno", "g": "al giorno", "mese": "al mese",
    "settimana": "a settimana", "sett.": "a settimana", "anno": "all'anno", "notte": "a notte",
    "persona": "a persona", "pers.": "a persona", "pezzo": "al pezzo", "pz": "al pezzo", "cad": "cadauno",
    "cad.": "cadauno", "kWh": "al chilowattora", "MWh": "al megawattora", "km": "al chilometro", "min": "al minuto",
    "minuto": "al minuto", "barile": "al barile", "tonnellata": "a tonnellata", "t": "a tonnellata",
    "q": "al quintale", "bottiglia": "a bottiglia", "utente": "a utente", "camera": "a camera", "cena": "a cena",
    "testa": "a testa",
}  # fmt: skip
