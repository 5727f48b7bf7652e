"""Tables of French months, units, currencies and signs, beside numbers. `french` has the rules that use them."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.romance.measures import Unit
from koe.text.normalize.romance.money import Currency, Size
from koe.text.normalize.romance.numbers import in_order
from koe.text.normalize.romance.ordinals import Ending
from koe.text.normalize.rule import words

MONTHS = in_order("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")
SHORT_MONTHS: Mapping[str, int] = {
    "jan": 1, "janv": 1, "févr": 2, "fév": 2, "fevr": 2, "fev": 2, "avr": 4, "juil": 7, "juill": 7, "aoû": 8, "sept": 9,
    "sep": 9, "oct": 10, "nov": 11, "déc": 12, "dec": 12,
}  # fmt: skip
OTHER_MONTHS: Mapping[str, int] = {"fevrier": 2, "aout": 8, "decembre": 12}
WEEKDAYS: Mapping[str, str] = {
    "lun": "lundi", "mar": "mardi", "mer": "mercredi", "jeu": "jeudi", "ven": "vendredi", "sam": "samedi",
    "dim": "dimanche",
}  # fmt: skip

_DOLLAR = ("cent", "cents")
_EURO = Currency("euro", "euros", "centime", "centimes")
_US_DOLLAR = Currency("dollar américain", "dollars américains", *_DOLLAR)
_CANADIAN = Currency("dollar canadien", "dollars canadiens", *_DOLLAR)
_POUND = Currency("livre sterling", "livres sterling", "penny", "pence", gender="f")
_SWISS = Currency("franc suisse", "francs suisses", "centime", "centimes")
_CFA = Currency("franc CFA", "francs CFA")
_YUAN = Currency("yuan", "yuans")
_CENT = Currency("centime", "centimes")
CURRENCIES: Mapping[str, Currency] = {
    "€": _EURO, "EUR": _EURO, "Fr.": Currency("franc", "francs", "centime", "centimes"), "¢": Currency("cent", "cents"),
    "$ CAD": _CANADIAN, "$CAD": _CANADIAN, "$ USD": _US_DOLLAR, "Euros": _EURO, "c€": _CENT, "cts": _CENT, "ct": _CENT,
    "$": Currency("dollar", "dollars", *_DOLLAR), "USD": Currency("dollar", "dollars", *_DOLLAR),
    "$ US": _US_DOLLAR, "$US": _US_DOLLAR, "US$": _US_DOLLAR,
    "$ CA": _CANADIAN, "$CA": _CANADIAN, "$ CAN": _CANADIAN, "CA$": _CANADIAN, "C$": _CANADIAN, "CAD": _CANADIAN,
    "A$": Currency("dollar australien", "dollars australiens", *_DOLLAR),
    "AUD": Currency("dollar australien", "dollars australiens", *_DOLLAR),
    "NZD": Currency("dollar néo-zélandais", "dollars néo-zélandais", *_DOLLAR),
    "HKD": Currency("dollar de Hong Kong", "dollars de Hong Kong", *_DOLLAR),
    "SGD": Currency("dollar de Singapour", "dollars de Singapour", *_DOLLAR),
    "£": _POUND, "GBP": _POUND, "CHF": _SWISS, "¥": Currency("yen", "yens"), "JPY": Currency("yen", "yens"),
    "CNY": _YUAN, "RMB": _YUAN, "FCFA": _CFA, "F CFA": _CFA, "CFA": _CFA, "XOF": _CFA, "XAF": _CFA,
    "XPF": Currency("franc Pacifique", "francs Pacifique"), "MAD": Currency("dirham", "dirhams"),
    "AED": Currency("dirham des Émirats", "dirhams des Émirats"), "SAR": Currency("riyal", "riyals"),
    "DZD": Currency("dinar algérien", "dinars algériens"), "TND": Currency("dinar tunisien", "dinars tunisiens"),
    "₹": Currency("roupie", "roupies", gender="f"), "INR": Currency("roupie", "roupies", gender="f"),
    "₽": Currency("rouble", "roubles"), "RUB": Currency("rouble", "roubles"), "₩": Currency("won", "wons"),
    "KRW": Currency("won", "wons"), "R$": Currency("réal", "réals"), "BRL": Currency("réal", "réals"),
    "₺": Currency("livre turque", "livres turques", gender="f"),
    "TRY": Currency("livre turque", "livres turques", gender="f"), "₪": Currency("shekel", "shekels"),
    "ILS": Currency("shekel", "shekels"), "₴": Currency("hryvnia", "hryvnias", gender="f"),
    "UAH": Currency("hryvnia", "hryvnias", gender="f"), "PLN": Currency("zloty", "zlotys"),
    "SEK": Currency("couronne suédoise", "couronnes suédoises", gender="f"),
    "NOK": Currency("couronne norvégienne", "couronnes norvégiennes", gender="f"),
    "DKK": Currency("couronne danoise", "couronnes danoises", gender="f"),
    "CZK": Currency("couronne tchèque", "couronnes tchèques", gender="f"), "HUF": Currency("forint", "forints"),
    "RON": Currency("leu", "lei"), "MXN": Currency("peso mexicain", "pesos mexicains"),
    "ARS": Currency("peso argentin", "pesos argentins"), "ZAR": Currency("rand", "rands"),
    "THB": Currency("baht", "bahts"), "₫": Currency("dong", "dongs"), "BTC": Currency("bitcoin", "bitcoins"),
    "₿": Currency("bitcoin", "bitcoins"), "ETH": Currency("ether", "ethers"),
}  # fmt: skip
# Letters that mean money only behind a number.
LETTER_CURRENCIES: Mapping[str, Currency] = {
    "F": Currency("franc", "francs"), "FF": Currency("franc", "francs"), "Fr": Currency("franc", "francs"),
    "fr": Currency("franc", "francs"), "frs": Currency("franc", "francs"),
    "FB": Currency("franc belge", "francs belges"), "DA": Currency("dinar", "dinars"),
    "DT": Currency("dinar", "dinars"), "DH": Currency("dirham", "dirhams"), "dh": Currency("dirham", "dirhams"),
    "Ar": Currency("ariary", "ariarys"),
}  # fmt: skip

_MILLION, _BILLION = Size("million", "millions"), Size("milliard", "milliards")
_THOUSAND = Size("mille", "mille", is_noun=False)
SIZES: Mapping[str, Size] = {
    "mille": _THOUSAND, "k": _THOUSAND, "K": _THOUSAND, "million": _MILLION, "millions": _MILLION, "M": _MILLION,
    "Mio": _MILLION, "m": _MILLION, "mn": _MILLION, "bn": _BILLION, "milliard": _BILLION, "milliards": _BILLION,
    "Md": _BILLION, "Mds": _BILLION, "md": _BILLION, "mds": _BILLION, "Mrd": _BILLION, "G": _BILLION,
    "billion": Size("billion", "billions"), "billions": Size("billion", "billions"),
}  # fmt: skip
PRICE_PER: Mapping[str, str] = {
    "b": "le baril",
    "m²/an": "le mètre carré par an", "m2/an": "le mètre carré par an", "m²/mois": "le mètre carré par mois",
    "100 g": "les cent grammes", "100g": "les cent grammes", "100 ml": "les cent millilitres",
    "100 km": "aux cent kilomètres", "kg": "le kilo", "Kg": "le kilo", "g": "le gramme", "t": "la tonne",
    "tonne": "la tonne", "l": "le litre", "L": "le litre", "litre": "le litre", "m²": "le mètre carré",
    "m2": "le mètre carré", "m³": "le mètre cube", "m3": "le mètre cube", "kWh": "le kilowattheure",
    "MWh": "le mégawattheure", "h": "de l'heure", "heure": "de l'heure", "j": "par jour", "jour": "par jour",
    "nuit": "la nuit", "semaine": "par semaine", "sem": "par semaine", "mois": "par mois", "an": "par an",
    "pers": "par personne", "personne": "par personne", "pièce": "la pièce", "km": "du kilomètre", "unité": "l'unité",
    "min": "la minute", "baril": "le baril", "ha": "l'hectare", "part": "la part", "place": "la place",
    "trimestre": "par trimestre", "trim": "par trimestre", "trim.": "par trimestre", "sem.": "par semaine",
}  # fmt: skip

UNITS: Mapping[str, str] = {
    "km": "kilomètre|kilomètres", "hm": "hectomètre|hectomètres", "m": "mètre|mètres", "dm": "décimètre|décimètres",
    "cm": "centimètre|centimètres", "mm": "millimètre|millimètres", "µm": "micromètre|micromètres",
    "μm": "micromètre|micromètres", "nm": "nanomètre|nanomètres", "kg": "kilogramme|kilogrammes",
    "g": "gramme|grammes", "gr": "gramme|grammes", "mg": "milligramme|milligrammes", "µg": "microgramme|microgrammes",
    "μg": "microgramme|microgrammes", "t": "tonne|tonnes|f", "Mt": "million de tonnes|millions de tonnes",
    "dL": "décilitre|décilitres", "mL": "millilitre|millilitres", "cL": "centilitre|centilitres", "po": "pouce|pouces",
    "nF": "nanofarad|nanofarads", "µF": "microfarad|microfarads", "dpi": "point par pouce|points par pouce",
    "Tbit": "térabit|térabits", "hab": "habitant|habitants", "l": "litre|litres", "L": "litre|litres",
    "dl": "décilitre|décilitres", "cl": "centilitre|centilitres", "ml": "millilitre|millilitres",
    "hl": "hectolitre|hectolitres", "ha": "hectare|hectares", "mi": "mile|miles", "W": "watt|watts",
    "kW": "kilowatt|kilowatts", "MW": "mégawatt|mégawatts", "GW": "gigawatt|gigawatts", "Wh": "wattheure|wattheures",
    "kWh": "kilowattheure|kilowattheures", "MWh": "mégawattheure|mégawattheures",
    "GWh": "gigawattheure|gigawattheures", "TWh": "térawattheure|térawattheures",
    "kWc": "kilowatt-crête|kilowatts-crête", "V": "volt|volts", "kV": "kilovolt|kilovolts",
    "mV": "millivolt|millivolts", "A": "ampère|ampères", "mA": "milliampère|milliampères",
    "mAh": "milliampère-heure|milliampères-heure", "Ω": "ohm|ohms", "kΩ": "kilo-ohm|kilo-ohms", "Hz": "hertz|hertz",
    "kHz": "kilohertz|kilohertz", "MHz": "mégahertz|mégahertz", "GHz": "gigahertz|gigahertz", "Pa": "pascal|pascals",
    "hPa": "hectopascal|hectopascals", "kPa": "kilopascal|kilopascals", "MPa": "mégapascal|mégapascals",
    "mbar": "millibar|millibars", "J": "joule|joules", "kJ": "kilojoule|kilojoules", "cal": "calorie|calories|f",
    "kcal": "kilocalorie|kilocalories|f", "N": "newton|newtons", "kN": "kilonewton|kilonewtons",
    "Nm": "newton-mètre|newtons-mètres", "dB": "décibel|décibels", "ko": "kilooctet|kilooctets",
    "Mo": "mégaoctet|mégaoctets", "Go": "gigaoctet|gigaoctets", "To": "téraoctet|téraoctets",
    "Po": "pétaoctet|pétaoctets", "KB": "kilooctet|kilooctets", "MB": "mégaoctet|mégaoctets",
    "GB": "gigaoctet|gigaoctets", "TB": "téraoctet|téraoctets", "kb": "kilobit|kilobits", "Mb": "mégabit|mégabits",
    "Gb": "gigabit|gigabits", "kbit": "kilobit|kilobits", "Mbit": "mégabit|mégabits", "Gbit": "gigabit|gigabits",
    "px": "pixel|pixels", "Mpx": "mégapixel|mégapixels", "MP": "mégapixel|mégapixels", "ch": "cheval|chevaux",
    "cv": "cheval|chevaux", "ppm": "partie par million|parties par million|f", "mol": "mole|moles|f",
    "°C": "degré Celsius|degrés Celsius", "°F": "degré Fahrenheit|degrés Fahrenheit", "°": "degré|degrés",
    "℃": "degré Celsius|degrés Celsius", "K": "kelvin|kelvins", "h": "heure|heures|f", "min": "minute|minutes|f",
    "mn": "minute|minutes|f", "s": "seconde|secondes|f", "sec": "seconde|secondes|f",
    "ms": "milliseconde|millisecondes|f", "µs": "microseconde|microsecondes|f", "ns": "nanoseconde|nanosecondes|f",
    "sem": "semaine|semaines|f", "j": "jour|jours", "jour": "jour|jours", "semaine": "semaine|semaines|f",
    "mois": "mois|mois", "an": "an|ans", "ft": "pied|pieds", "lb": "livre|livres|f", "lbs": "livre|livres|f",
    "oz": "once|onces|f", "UI": "unité|unités|f", "mmHg": "millimètre de mercure|millimètres de mercure",
    "kt": "kilotonne|kilotonnes|f",
    "UA": "unité astronomique|unités astronomiques|f", "lm": "lumen|lumens", "AL": "année-lumière|années-lumière|f",
    "mUI": "milliunité internationale|milliunités internationales|f", "ng": "nanogramme|nanogrammes",
    "mmol": "millimole|millimoles|f", "µL": "microlitre|microlitres", "MUI": "million d'unités|millions d'unités",
}  # fmt: skip
# Units in whose symbol a capital is not the same letter, and words.
EXACT_UNITS = words("ng mUI hab j sem jour semaine mois an min Mt MP AL lm UI mi ms mm ha")
RATES: Mapping[str, str] = {
    "km/h": "kilomètre à l'heure|kilomètres à l'heure", "kmh": "kilomètre à l'heure|kilomètres à l'heure",
    "km/heure": "kilomètre à l'heure|kilomètres à l'heure", "Km/h": "kilomètre à l'heure|kilomètres à l'heure",
    "KM/H": "kilomètre à l'heure|kilomètres à l'heure", "mph": "mile à l'heure|miles à l'heure",
    "l/100": "litre aux cent|litres aux cent", "L/100": "litre aux cent|litres aux cent",
    "l/100 km": "litre aux cent kilomètres|litres aux cent kilomètres",
    "l/100km": "litre aux cent kilomètres|litres aux cent kilomètres",
    "L/100 km": "litre aux cent kilomètres|litres aux cent kilomètres",
    "kWh/100 km": "kilowattheure aux cent kilomètres|kilowattheures aux cent kilomètres",
    "mg/kg/j": "milligramme par kilo et par jour|milligrammes par kilo et par jour",
    "mg/kg/jour": "milligramme par kilo et par jour|milligrammes par kilo et par jour",
    "mg/kg/prise": "milligramme par kilo et par prise|milligrammes par kilo et par prise",
    "g/kg/j": "gramme par kilo et par jour|grammes par kilo et par jour", "tr/min": "tour par minute|tours par minute",
    "tr/mn": "tour par minute|tours par minute", "bpm": "battement par minute|battements par minute",
    "ips": "image par seconde|images par seconde", "fps": "image par seconde|images par seconde",
    "i/s": "image par seconde|images par seconde", "Mbps": "mégabit par seconde|mégabits par seconde",
    "Gbps": "gigabit par seconde|gigabits par seconde", "kbps": "kilobit par seconde|kilobits par seconde",
    "hab./km²": "habitant par kilomètre carré|habitants par kilomètre carré",
    "hab/km²": "habitant par kilomètre carré|habitants par kilomètre carré",
    "hab./km2": "habitant par kilomètre carré|habitants par kilomètre carré",
    "hab/km2": "habitant par kilomètre carré|habitants par kilomètre carré",
}  # fmt: skip
# What is counted, by abbreviations that may have a full stop.
COUNTED: Mapping[str, Unit] = {
    "pers": Unit("personne", "personnes", "f"), "hab": Unit("habitant", "habitants"),
    "sem": Unit("semaine", "semaines", "f"), "pce": Unit("pièce", "pièces", "f"), "pces": Unit("pièce", "pièces", "f"),
    "pcs": Unit("pièce", "pièces", "f"), "ex": Unit("exemplaire", "exemplaires"), "élèv": Unit("élève", "élèves"),
    "dz": Unit("douzaine", "douzaines", "f"), "cp": Unit("comprimé", "comprimés"), "pts": Unit("point", "points"),
    "pt": Unit("point", "points"), "btle": Unit("bouteille", "bouteilles", "f"),
    "btles": Unit("bouteille", "bouteilles", "f"),
    "chb": Unit("chambre", "chambres", "f"), "sdb": Unit("salle de bains", "salles de bains", "f"),
    "SDB": Unit("salle de bains", "salles de bains", "f"),
    "com": Unit("commentaire", "commentaires"), "épis": Unit("épisode", "épisodes"), "ép": Unit("épisode", "épisodes"),
    "abst": Unit("abstention", "abstentions", "f"), "enf": Unit("enfant", "enfants"),
    "ad": Unit("adulte", "adultes"),
    "vol": Unit("volume", "volumes"), "créd": Unit("crédit", "crédits"),
    **dict.fromkeys(
        ("c. à s", "c.à.s", "c.à s", "c à s", "càs", "cas", "cs", "CS", "CàS", "c. à soupe", "c à soupe", "c.à soupe",
         "cuil. à soupe", "cuill. à soupe", "cuil. à s"),
        Unit("cuillère à soupe", "cuillères à soupe", "f"),
    ),
    **dict.fromkeys(
        ("c. à c", "c.à.c", "c.à c", "c à c", "càc", "cac", "cc", "CàC", "c. à café", "c à café", "c.à café",
         "cuil. à café", "cuill. à café", "cuil. à c"),
        Unit("cuillère à café", "cuillères à café", "f"),
    ),
}  # fmt: skip

_SECOND, _FIRST = Ending(is_short=True), Ending()
ORDINAL_ENDINGS: Mapping[str, Ending] = {
    **dict.fromkeys(("er", "ᵉʳ", "ER", "Er"), _FIRST),
    **dict.fromkeys(("ers", "ᵉʳˢ"), Ending(is_plural=True)),
    **dict.fromkeys(("re", "ère", "ere", "ʳᵉ", "ᵉʳᵉ", "ÈRE", "ERE", "RE"), Ending("f")),
    **dict.fromkeys(("res", "ères", "eres", "ʳᵉˢ"), Ending("f", is_plural=True)),
    **dict.fromkeys(("e", "è", "ème", "eme", "ième", "ieme", "ᵉ", "ÈME", "EME", "ᵉᵐᵉ", "ᵒ"), Ending()),
    **dict.fromkeys(("es", "èmes", "emes", "ièmes", "ᵉˢ"), Ending(is_plural=True)),
    **dict.fromkeys(("nd", "d", "ⁿᵈ", "ᵈ"), _SECOND),
    **dict.fromkeys(("nde", "de", "ⁿᵈᵉ", "ᵈᵉ"), Ending("f", is_short=True)),
    **dict.fromkeys(("nds", "ds"), Ending(is_plural=True, is_short=True)),
    **dict.fromkeys(("ndes", "des"), Ending("f", is_plural=True, is_short=True)),
}
OPERATORS: Mapping[str, str] = {
    "+": "plus", "=": "égale", "×": "fois", "÷": "divisé par", "<": "inférieur à", ">": "supérieur à",
    "≤": "inférieur ou égal à", "≥": "supérieur ou égal à", "≠": "différent de", "≈": "environ égal à",
    "±": "plus ou moins", "*": "fois", "∈": "appartient à", "⋅": "fois", "≃": "environ égal à", "∪": "union",
    "∩": "inter", "⊂": "inclus dans", "∝": "proportionnel à", "≡": "congru à",
}  # fmt: skip
BEFORE_AMOUNTS: Mapping[str, str] = {
    "~": "environ", "≈": "environ", "<": "moins de", ">": "plus de", "±": "plus ou moins",
    "≥": "supérieur ou égal à", "≤": "inférieur ou égal à", "#": "numéro", "×": "fois", "=": "égale",
}  # fmt: skip
SIGNS: Mapping[str, str] = {
    "&": "et", "©": "copyright", "§": "paragraphe", "√": "racine carrée de", "π": "pi", "∞": "l'infini", "ℝ": "R",
    "ℕ": "N", "ℤ": "Z", "ℂ": "C", "∀": "pour tout", "∃": "il existe", "@": "arobase", "=": "égale",
    "≥": "supérieur ou égal à", "≤": "inférieur ou égal à", "≠": "différent de", "≈": "environ", "±": "plus ou moins",
    "×": "fois", "÷": "divisé par", "∑": "somme", "∫": "intégrale de", "Δ": "delta", "Ω": "oméga", "α": "alpha",
    "β": "bêta", "γ": "gamma", "λ": "lambda", "µ": "mu", "σ": "sigma", "ρ": "rhô", "φ": "phi", "ω": "oméga",
    "ε": "epsilon", "τ": "tau", "Σ": "sigma", "μ": "mu", "θ": "thêta", "%": "pour cent", "€": "euros",
    "‰": "pour mille",
}  # fmt: skip
WEB_MARKS: Mapping[str, str] = {
    ".": "point", "@": "arobase", "/": "barre oblique", "-": "tiret", "_": "tiret bas", ":": "deux-points",
    "?": "point d'interrogation", "=": "égale", "&": "et", "#": "dièse", "+": "plus", "%": "pour cent", "~": "tilde",
    "\\": "barre oblique inverse",
}  # fmt: skip
# Top-level domains whose letters are named; eSpeak names those without a vowel itself.
SPELLED_DOMAINS = words("be ca eu it io ai us ie in lu es at de no se fi ma ci me uk tv nl pt ch fm co re nc")

# What is numbered with Roman numerals.
NUMBERED = words(
    "chapitre tome acte civ bull scène livre titre annexe partie type article section volume phase classe niveau "
    "stade saison "
    "épisode alinéa paragraphe leçon figure tableau groupe zone catégorie vatican apollo paris lyon"
)
RULERS = words(
    "Louis Charles Henri François Philippe Napoléon Pie Benoît Jean-Paul Jean Paul Grégoire Clément Léon Innocent "
    "Alexandre Nicolas Georges George Édouard Edouard Guillaume Jacques Richard Frédéric Frédéric-Guillaume Albert "
    "Baudouin Léopold Victor-Emmanuel Umberto Alphonse Ferdinand Pierre Ivan Catherine Élisabeth Elisabeth Elizabeth "
    "Marie Anne Christine Isabelle Juan Carlos Felipe Ramsès Ptolémée Darius Xerxès Hassan Mohammed Urbain Boniface "
    "Sixte Jules Otton Gustave Christian Haakon Harald Robert Hugues Childéric Clotaire Dagobert Thierry Cléopâtre "
    "Mehmed Soliman Rainier"
)
