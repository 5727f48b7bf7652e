"""Spanish tables: currencies, units, abbreviations, acronyms, rulers."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.romance.money import Currency, Size
from koe.text.normalize.romance.numbers import Gender
from koe.text.normalize.romance.roman import Style
from koe.text.normalize.rule import words

_EURO = Currency("euro", "euros", "céntimo", "céntimos")
_DOLLAR = Currency("dólar", "dólares", "centavo", "centavos")
_POUND = Currency("libra", "libras", "penique", "peniques", gender="f")


def _pesos(people: str) -> Currency:
    return Currency(f"peso {people}", f"pesos {people}s", "centavo", "centavos")


_BOLIVAR = Currency("bolívar", "bolívares", "céntimo", "céntimos")
_NATIONAL = Currency("peso moneda nacional", "pesos moneda nacional", "centavo", "centavos")
_MEXICAN = _pesos("mexicano")
_SOL = Currency("sol", "soles", "céntimo", "céntimos")
_CENT = Currency("céntimo", "céntimos")
_PESETA = Currency("peseta", "pesetas", gender="f")

_PESOS = {
    "COP": "colombiano", "MXN": "mexicano", "ARS": "argentino", "CLP": "chileno", "UYU": "uruguayo",
    "DOP": "dominicano",
}  # fmt: skip

CURRENCIES: Mapping[str, Currency] = {
    "€": _EURO, "EUR": _EURO, "$": _DOLLAR, "US$": _DOLLAR, "USD$": _DOLLAR, "U$S": _DOLLAR, "USD": _DOLLAR,
    "£": _POUND,
    "GBP": Currency("libra esterlina", "libras esterlinas", "penique", "peniques", gender="f"),
    "¥": Currency("yen", "yenes"), "JPY": Currency("yen", "yenes"), "CNY": Currency("yuan", "yuanes"),
    "MXN": _MEXICAN, "MX$": _MEXICAN, "Mex$": _MEXICAN, "COP": _pesos("colombiano"), "COL$": _pesos("colombiano"),
    "ARS": _pesos("argentino"), "AR$": _pesos("argentino"), "CLP": _pesos("chileno"), "CLP$": _pesos("chileno"),
    "UYU": _pesos("uruguayo"), "DOP": _pesos("dominicano"), "RD$": _pesos("dominicano"), "CUP": _pesos("cubano"),
    "PEN": _SOL, "S/": _SOL, "S/.": _SOL,
    "VES": Currency("bolívar", "bolívares", "céntimo", "céntimos"), "BOB": Currency("boliviano", "bolivianos"),
    "PYG": Currency("guaraní", "guaraníes"), "₲": Currency("guaraní", "guaraníes"),
    "CRC": Currency("colón", "colones"), "₡": Currency("colón", "colones"), "GTQ": Currency("quetzal", "quetzales"),
    "HNL": Currency("lempira", "lempiras"), "NIO": Currency("córdoba", "córdobas"),
    "C$": Currency("córdoba", "córdobas"),
    "PAB": Currency("balboa", "balboas"), "B/.": Currency("balboa", "balboas"),
    "BRL": Currency("real", "reales", "centavo", "centavos"), "R$": Currency("real", "reales", "centavo", "centavos"),
    "CHF": Currency("franco suizo", "francos suizos", "céntimo", "céntimos"),
    "CAD": Currency("dólar canadiense", "dólares canadienses", "centavo", "centavos"),
    "AUD": Currency("dólar australiano", "dólares australianos", "centavo", "centavos"),
    "₽": Currency("rublo", "rublos"), "₹": Currency("rupia", "rupias", gender="f"), "₩": Currency("won", "wones"),
    "INR": Currency("rupia", "rupias", gender="f"), "RUB": Currency("rublo", "rublos"),
    "SEK": Currency("corona sueca", "coronas suecas", gender="f"),
    "NOK": Currency("corona noruega", "coronas noruegas", gender="f"),
    "DKK": Currency("corona danesa", "coronas danesas", gender="f"),
    "PLN": Currency("esloti", "eslotis"), "TRY": Currency("lira turca", "liras turcas", gender="f"),
    "₿": Currency("bitcoin", "bitcoins"), "BTC": Currency("bitcoin", "bitcoins"), "ETH": Currency("ether", "ethers"),
    "Bs.": _BOLIVAR, "Bs": _BOLIVAR, "Gs.": Currency("guaraní", "guaraníes"), "Gs": Currency("guaraní", "guaraníes"),
    "M.N.": _NATIONAL, "M. N.": _NATIONAL, "MN": _NATIONAL, "dlls.": _DOLLAR, "dlls": _DOLLAR, "dls.": _DOLLAR,
    "dls": _DOLLAR, "c€": _CENT, "cent.": _CENT,
    "¢": Currency("centavo", "centavos"), "ct.": _CENT, "cts.": _CENT, "cént.": _CENT, "cts": _CENT,
    "ptas.": _PESETA, "ptas": _PESETA, "Pta.": _PESETA, "pta.": _PESETA,
    # The code beside its sign: "COP $45.000".
    **{f"{code}{space}$": _pesos(people) for code, people in _PESOS.items() for space in ("", " ")},
    "USD $": _DOLLAR, "$ USD": _DOLLAR, "$USD": _DOLLAR, "$ MXN": _MEXICAN, "$MXN": _MEXICAN,
}  # fmt: skip
_MILLION, _THOUSAND = Size("millón", "millones"), Size("mil", "mil", is_noun=False)
SIZES: Mapping[str, Size] = {
    "mil millones": Size("mil millones", "mil millones"), "millón": _MILLION, "millones": _MILLION, "M": _MILLION,
    "MM": _MILLION, "mill.": _MILLION, "Mill.": _MILLION, "mills.": _MILLION, "mil": _THOUSAND,
    "k": _THOUSAND, "K": _THOUSAND,
    "B": Size("mil millones", "mil millones"), "bn": Size("mil millones", "mil millones"),
    "billón": Size("billón", "billones"), "billones": Size("billón", "billones"),
}  # fmt: skip
PRICE_PER: Mapping[str, str] = {
    "mes": "al mes", "año": "al año", "día": "al día", "semana": "a la semana", "noche": "por noche",
    "persona": "por persona", "hora": "por hora", "pers.": "por persona", "ud.": "por unidad", "unidad": "por unidad",
    "docena": "por docena", "caja": "por caja", "botella": "por botella", "pieza": "por pieza", "km": "por kilómetro",
    "viaje": "por viaje", "sesión": "por sesión", "trimestre": "al trimestre", "hab.": "por habitante",
    "jornada": "por jornada", "niño": "por niño", "adulto": "por adulto", "pareja": "por pareja",
    "ticket": "por ticket", "ración": "por ración",
    "USD": "por dólar", "EUR": "por euro", "€": "por euro", "US$": "por dólar",
    "kilo": "por kilo", "litro": "por litro", "minuto": "por minuto", "pax": "por persona", "barril": "por barril",
    "m²": "por metro cuadrado", "m2": "por metro cuadrado", "m³": "por metro cúbico", "m3": "por metro cúbico",
    "km²": "por kilómetro cuadrado",
    "h": "por hora", "plaza": "por plaza", "b": "por barril", "u.": "por unidad", "u": "por unidad", "ud": "por unidad",
    "uds.": "por unidad", "paq.": "por paquete", "bot.": "por botella", "acción": "por acción", "habitante": "por "
    "habitante",
}  # fmt: skip

UNITS: Mapping[str, str] = {
    "km": "kilómetro|kilómetros", "hm": "hectómetro|hectómetros", "dam": "decámetro|decámetros", "m": "metro|metros",
    "mts": "metro|metros", "mt": "metro|metros", "dm": "decímetro|decímetros", "cm": "centímetro|centímetros",
    "mm": "milímetro|milímetros", "µm": "micrómetro|micrómetros", "μm": "micrómetro|micrómetros",
    "nm": "nanómetro|nanómetros", "kg": "kilo|kilos", "kgs": "kilo|kilos", "g": "gramo|gramos", "gr": "gramo|gramos",
    "grs": "gramo|gramos", "mg": "miligramo|miligramos", "µg": "microgramo|microgramos",
    "μg": "microgramo|microgramos", "mcg": "microgramo|microgramos", "t": "tonelada|toneladas|f",
    "tn": "tonelada|toneladas|f", "Mt": "megatonelada|megatoneladas|f", "l": "litro|litros", "L": "litro|litros",
    "lt": "litro|litros", "lts": "litro|litros", "dl": "decilitro|decilitros", "cl": "centilitro|centilitros",
    "ml": "mililitro|mililitros", "mL": "mililitro|mililitros", "hl": "hectolitro|hectolitros",
    "cc": "centímetro cúbico|centímetros cúbicos", "ha": "hectárea|hectáreas|f", "hab.": "habitante|habitantes",
    "hab": "habitante|habitantes", "°C": "grado Celsius|grados Celsius", "ºC": "grado Celsius|grados Celsius",
    "℃": "grado Celsius|grados Celsius", "° C": "grado Celsius|grados Celsius", "º C": "grado Celsius|grados Celsius",
    "°F": "grado Fahrenheit|grados Fahrenheit", "ºF": "grado Fahrenheit|grados Fahrenheit",
    "℉": "grado Fahrenheit|grados Fahrenheit", "°": "grado|grados", "K": "kelvin|kelvin",
    "kB": "kilobyte|kilobytes", "KB": "kilobyte|kilobytes", "MB": "megabyte|megabytes",
    "GB": "gigabyte|gigabytes", "TB": "terabyte|terabytes", "PB": "petabyte|petabytes", "Kb": "kilobit|kilobits",
    "kb": "kilobit|kilobits", "Mb": "megabit|megabits", "Gb": "gigabit|gigabits",
    "kbps": "kilobit por segundo|kilobits por segundo", "Mbps": "megabit por segundo|megabits por segundo",
    "Gbps": "gigabit por segundo|gigabits por segundo", "W": "vatio|vatios", "mW": "milivatio|milivatios",
    "kW": "kilovatio|kilovatios", "MW": "megavatio|megavatios", "GW": "gigavatio|gigavatios",
    "Wh": "vatio hora|vatios hora", "kWh": "kilovatio hora|kilovatios hora", "MWh": "megavatio hora|megavatios hora",
    "GWh": "gigavatio hora|gigavatios hora", "TWh": "teravatio hora|teravatios hora", "V": "voltio|voltios",
    "mV": "milivoltio|milivoltios", "kV": "kilovoltio|kilovoltios", "A": "amperio|amperios",
    "mA": "miliamperio|miliamperios", "Ah": "amperio hora|amperios hora", "mAh": "miliamperio hora|miliamperios hora",
    "Ω": "ohmio|ohmios", "kΩ": "kiloohmio|kiloohmios", "Hz": "hercio|hercios", "kHz": "kilohercio|kilohercios",
    "MHz": "megahercio|megahercios", "GHz": "gigahercio|gigahercios", "dB": "decibelio|decibelios",
    "N": "newton|newtons", "J": "julio|julios", "kJ": "kilojulio|kilojulios", "cal": "caloría|calorías|f",
    "kcal": "kilocaloría|kilocalorías|f", "Pa": "pascal|pascales", "hPa": "hectopascal|hectopascales",
    "kPa": "kilopascal|kilopascales", "mb": "milibar|milibares", "mbar": "milibar|milibares", "bar": "bar|bares",
    "atm": "atmósfera|atmósferas|f", "mmHg": "milímetro de mercurio|milímetros de mercurio",
    "mm Hg": "milímetro de mercurio|milímetros de mercurio",
    "psi": "libra por pulgada cuadrada|libras por pulgada cuadrada|f",
    "CV": "caballo|caballos", "cv": "caballo|caballos", "hp": "caballo de fuerza|caballos de fuerza",
    "HP": "caballo de fuerza|caballos de fuerza", "rpm": "revolución por minuto|revoluciones por minuto|f",
    "r. p. m.": "revolución por minuto|revoluciones por minuto|f", "ppm": "parte por millón|partes por millón|f",
    "lpm": "latido por minuto|latidos por minuto", "ppp": "punto por pulgada|puntos por pulgada",
    "fps": "fotograma por segundo|fotogramas por segundo", "px": "píxel|píxeles", "MP": "megapíxel|megapíxeles",
    "Mpx": "megapíxel|megapíxeles", "in": "pulgada|pulgadas|f", "pulg.": "pulgada|pulgadas|f",
    '"': "pulgada|pulgadas|f", "″": "pulgada|pulgadas|f", "ft": "pie|pies", "yd": "yarda|yardas|f",
    "mi": "milla|millas|f", "mph": "milla por hora|millas por hora|f",

    "kmh": "kilómetro por hora|kilómetros por hora", "lb": "libra|libras|f", "lbs": "libra|libras|f",
    "oz": "onza|onzas|f", "gal": "galón|galones", "kt": "nudo|nudos", "mol": "mol|moles",
    "UI": "unidad internacional|unidades internacionales|f",
    "h": "hora|horas|f", "hs": "hora|horas|f", "hs.": "hora|horas|f", "hrs": "hora|horas|f", "hrs.": "hora|horas|f",
    "h.": "hora|horas|f", "min": "minuto|minutos", "min.": "minuto|minutos", "mins": "minuto|minutos",
    "s": "segundo|segundos", "seg": "segundo|segundos", "seg.": "segundo|segundos", "ms": "milisegundo|milisegundos",
    "µs": "microsegundo|microsegundos", "ns": "nanosegundo|nanosegundos",
    "pp": "punto porcentual|puntos porcentuales",
    "p. p.": "punto porcentual|puntos porcentuales", "pb": "punto básico|puntos básicos",
    "µl": "microlitro|microlitros", "μl": "microlitro|microlitros", "Å": "ángstrom|ángstroms",
    "pF": "picofaradio|picofaradios", "lx": "lux|lux", "Bq": "becquerel|becquereles", "Sv": "sievert|sieverts",
    "mSv": "milisievert|milisieverts", "eV": "electronvoltio|electronvoltios",
    "keV": "kiloelectronvoltio|kiloelectronvoltios", "MeV": "megaelectronvoltio|megaelectronvoltios",
    "kbit": "kilobit|kilobits", "Mbit": "megabit|megabits", "Gbit": "gigabit|gigabits", "MiB": "mebibyte|mebibytes",
    "GiB": "gibibyte|gibibytes", "dpi": "punto por pulgada|puntos por pulgada", "kn": "nudo|nudos",
    "NM": "milla náutica|millas náuticas|f", "mn": "milla náutica|millas náuticas|f", "qt": "cuarto|cuartos",
    "fl oz": "onza líquida|onzas líquidas|f", "ua": "unidad astronómica|unidades astronómicas|f",
    "bpm": "latido por minuto|latidos por minuto", "mmol": "milimol|milimoles", "dL": "decilitro|decilitros",
    "ng": "nanogramo|nanogramos", "pg": "picogramo|picogramos",
    "N·m": "newton metro|newtons metro", "Nm": "newton metro|newtons metro", "d": "día|días",
    "sem.": "semana|semanas|f",
    "pts.": "punto|puntos", "pts": "punto|puntos", "pt.": "punto|puntos", "mill.": "millón|millones",
    "mill. hab.": "millón de habitantes|millones de habitantes", "tzas.": "taza|tazas|f", "tza": "taza|tazas|f",
    "cdta.": "cucharadita|cucharaditas|f", "cdtas.": "cucharadita|cucharaditas|f",
    "cdita.": "cucharadita|cucharaditas|f", "cda.": "cucharada|cucharadas|f", "cdas.": "cucharada|cucharadas|f",
    "cdta": "cucharadita|cucharaditas|f", "cda": "cucharada|cucharadas|f", "tza.": "taza|tazas|f",
    "comp.": "comprimido|comprimidos", "cáps.": "cápsula|cápsulas|f", "gts.": "gota|gotas|f",
    "msnm": "metro sobre el nivel del mar|metros sobre el nivel del mar",
    "m s. n. m.": "metro sobre el nivel del mar|metros sobre el nivel del mar",
    "m s.n.m.": "metro sobre el nivel del mar|metros sobre el nivel del mar",
    "m.s.n.m.": "metro sobre el nivel del mar|metros sobre el nivel del mar",
    **dict.fromkeys(("mts2", "mts²", "mt2", "M2", "M²", "Mts2", "mts.2"), "metro cuadrado|metros cuadrados"),
    **dict.fromkeys(("mts3", "mts³", "M3", "M³"), "metro cúbico|metros cúbicos"),
    "ptos.": "punto|puntos", "pto.": "punto|puntos", "p.b.": "punto básico|puntos básicos",
    "p. b.": "punto básico|puntos básicos", "gr.": "gramo|gramos",
    "grs.": "gramo|gramos", "kgs.": "kilo|kilos", "lts.": "litro|litros", "mts.": "metro|metros",
    "kms.": "kilómetro|kilómetros",
    "kms": "kilómetro|kilómetros", "segs": "segundo|segundos", "segs.": "segundo|segundos",
    "Cº": "grado Celsius|grados Celsius", "C°": "grado Celsius|grados Celsius",
    "mdp": "millón de pesos|millones de pesos", "mdd": "millón de dólares|millones de dólares",
    "mde": "millón de euros|millones de euros",
    "uds.": "unidad|unidades|f", "ud.": "unidad|unidades|f", "pers.": "persona|personas|f",
}  # fmt: skip
PERIODS: Mapping[str, str] = {
    "día": "al día", "dia": "al día", "semana": "a la semana", "mes": "al mes", "año": "al año", "toma": "por toma",
    "noche": "por noche", "persona": "por persona", "pers.": "por persona",
}  # fmt: skip
RATES: Mapping[str, str] = {
    "l/100": "litro a los cien|litros a los cien",
    "L/100": "litro a los cien|litros a los cien",
    "l/100 km": "litro por cada cien kilómetros|litros por cada cien kilómetros",
    "l/100km": "litro por cada cien kilómetros|litros por cada cien kilómetros",
    "L/100 km": "litro por cada cien kilómetros|litros por cada cien kilómetros",
    **dict.fromkeys(
        ("Km/h", "KM/H", "Km/H", "kms/h", "Kms/h", "km/hr", "km/hora", "kph"), "kilómetro por hora|kilómetros por hora"
    ),
    "lat/min": "latido por minuto|latidos por minuto",
    "mg/kg/día": "miligramo por kilo y día|miligramos por kilo y día",
    **{
        f"{symbol}/{time}": "|".join(word if word == "f" else f"{word} {per}" for word in UNITS[symbol].split("|"))
        for symbol in ("mg", "g", "kg", "t", "l", "L", "ml", "km", "kcal", "kWh", "UI")
        for time, per in (("día", "al día"), ("mes", "al mes"), ("año", "al año"), ("semana", "a la semana"))
    },
}

TITLES: Mapping[str, str] = {
    "Sr": "señor", "Sra": "señora", "Srta": "señorita", "Sres": "señores", "Sras": "señoras", "Srs": "señores",
    "Dr": "doctor", "Dra": "doctora", "Dres": "doctores", "Drs": "doctores", "D": "don", "Dña": "doña",
    "Dn": "don", "Rep": "república", "Edo": "estado", "Lcdo": "licenciado", "Lcda": "licenciada",
    "Ldo": "licenciado", "Lda": "licenciada",
    "Cmdte": "comandante", "Bto": "beato", "Bta": "beata", "Prof": "profesor", "Profa": "profesora",
    "Ing": "ingeniero", "Lic": "licenciado", "Licda": "licenciada",
    "Arq": "arquitecto", "Abg": "abogado", "Gral": "general", "Cnel": "coronel", "Cap": "capitán", "Tte": "teniente",
    "Sgto": "sargento", "Mons": "monseñor", "Rvdo": "reverendo", "P": "padre", "Fr": "fray", "Sto": "santo",
    "Sta": "santa", "Excmo": "excelentísimo", "Excma": "excelentísima", "Ilmo": "ilustrísimo", "Ilma": "ilustrísima",
    "Pl": "plaza",
    "Col": "colonia", "alc": "alcaldía",
    "Dir": "director", "Fco": "Francisco", "Fca": "Francisca", "Gpe": "Guadalupe", "Ma": "María",
    "Cía": "compañía", "Hnos": "hermanos", "Hno": "hermano", "Hna": "hermana",
    "Ed": "editorial", "Psic": "psicólogo",
    "Mtro": "maestro",
    "Mtra": "maestra", "Inst": "instituto", "C. Dr": "doctor",
}  # fmt: skip
BEFORE_NUMBERS: Mapping[str, str] = {
    "núm": "número", "núms": "números", "nums": "números", "num": "número", "nro": "número", "Nro": "número",
    "pág": "página",
    "págs": "páginas", "pag": "página", "p": "página", "pp": "páginas", "cap": "capítulo", "caps": "capítulos",
    "vol": "volumen", "vols": "volúmenes", "t": "tomo", "fig": "figura", "figs": "figuras", "art": "artículo",
    "arts": "artículos", "tel": "teléfono", "tfno": "teléfono", "teléf": "teléfono", "telf": "teléfono",
    "tlf": "teléfono", "móv": "móvil", "ext": "extensión", "máx": "máximo", "mín": "mínimo",
    "aprox": "aproximadamente",
    "apdo": "apartado", "s": "siglo", "ss": "siglos", "c": "circa", "ca": "circa", "inc": "inciso", "párr": "párrafo",
    "vers": "versículo", "Min": "minuto", "secc": "sección", "sec": "sección", "ed": "edición", "v": "versículo",
    "vv": "versículos", "lám": "lámina",
    "km": "kilómetro", "No": "número", "Nº": "número", "nº": "número", "N°": "número", "n°": "número", "op": "opus",
    "dpto": "departamento", "depto": "departamento", "ej": "ejercicio", "esc": "escalera",
    "cód": "código",
    "expte": "expediente", "exp": "expediente", "hab": "habitación", "int": "interior", "lib": "libro",
    "tít": "título", "of": "oficina", "ofic": "oficina", "parc": "parcela", "bl": "bloque", "pl": "planta",
    "n": "número",
    "Mz": "manzana", "Mza": "manzana", "Lt": "lote", "Lte": "lote",
}  # fmt: skip
SHORT_WORDS: Mapping[str, str] = {
    "Avda": "avenida", "Avd": "avenida", "Av": "avenida", "Pza": "plaza", "Plza": "plaza", "Ctra": "carretera",
    "Blvd": "bulevar", "Bvar": "bulevar", "Urb": "urbanización", "Edif": "edificio",
    "Univ": "universidad", "Pol. Ind": "polígono industrial", "Políg. Ind": "polígono industrial",
    "Ayto": "ayuntamiento",
    "p. ej": "por ejemplo", "v. g": "verbigracia", "i. e": "es decir", "aprox": "aproximadamente",
    "cf": "confróntese",
    "cfr": "confróntese", "vs": "versus", "Ud": "usted", "Vd": "usted", "Uds": "ustedes", "Vds": "ustedes",
    "S. M": "Su Majestad", "SS. MM": "Sus Majestades", "S. S": "Su Santidad", "S. A. R": "Su Alteza Real",
    "M.ª": "María", "Dpto": "departamento", "dpto": "departamento", "Depto": "departamento", "dto": "descuento",
    "dcto": "descuento", "tel": "teléfono", "Tel": "teléfono", "tfno": "teléfono", "telf": "teléfono",
    "tlf": "teléfono", "Fdo": "firmado", "ref": "referencia", "máx": "máximo", "mín": "mínimo",
    "Excmo": "excelentísimo", "Excma": "excelentísima", "Ilmo": "ilustrísimo", "P. D": "posdata",
    "pág": "página", "págs": "páginas", "ej": "ejemplo", "q. e. p. d": "que en paz descanse", "v. gr": "verbigracia",
    "n. del t": "nota del traductor", "N. del T": "nota del traductor", "Rte": "remitente",
    "prep": "preparación", "Vto": "vencimiento", "vto": "vencimiento", "P. U": "precio unitario",
    "C. P": "código postal", "c. p": "código postal", "Admón": "administración", "admón": "administración",
    "vid": "véase", "Gob": "gobierno", "Pdte": "presidente", "Pdta": "presidenta", "Pje": "pasaje",
    "Hosp": "hospital",
    "Cel": "celular", "Tels": "teléfonos", "cant": "cantidad", "P. unit": "precio unitario", "temp": "temperatura",
    "P. Ej": "por ejemplo", "P. ej": "por ejemplo", "p. e": "por ejemplo",
    "N. B": "nota bene", "P. S": "posdata", "Cdad": "ciudad",   "Ntra": "nuestra",
    "Ntro": "nuestro", "lat": "latitud", "long": "longitud", "prob": "probabilidad", "ed": "edición",
    "prov": "provincia",
    "esq": "esquina", "dir": "dirección", "F. nac": "fecha de nacimiento", "F. Nac": "fecha de nacimiento",
    "Vda": "viuda",
    "Nal": "nacional", "Fac": "facultad", "Nac": "nacional", "Mpal": "municipal", "aux": "auxiliar",
    "vel": "velocidad", "bca": "biblioteca",
    "trad": "traducción", "coord": "coordinador",
    "cód": "código", "núm": "número", "íd": "ídem", "ib": "ibídem", "ibíd": "ibídem", "op. cit": "opere citato",
    "atte": "atentamente", "Atte": "atentamente", "apdo": "apartado", "S. E. u O": "salvo error u omisión",
    "a. e. c": "antes de la era común", "e. c": "era común", "T. A. E": "te a e",
}  # fmt: skip
LAST_WORDS: Mapping[str, str] = {
    "etc": "etcétera", "EE. UU": "Estados Unidos", "RR. HH": "recursos humanos", "JJ. OO": "Juegos Olímpicos",
    "CC. OO": "Comisiones Obreras", "FF. AA": "Fuerzas Armadas", "RR. PP": "relaciones públicas",
    "CC. AA": "comunidades autónomas", "EE. GG": "elecciones generales", "FF. CC": "ferrocarriles",
    "S. A": "ese a", "S. L": "ese ele", "S. L. U": "ese ele u", "S. A. U": "ese a u", "S. R. L": "ese erre ele",
    "S. A. de C. V": "ese a de ce uve", "S. Coop": "sociedad cooperativa", "a. C": "antes de Cristo",
    "d. C": "después de Cristo", "a. de C": "antes de Cristo", "d. de C": "después de Cristo",
    "a. n. e": "antes de nuestra era", "d. n. e": "de nuestra era", "izq": "izquierda", "izda": "izquierda",
    "izqda": "izquierda", "dcha": "derecha", "der": "derecha", "máx": "máximo", "mín": "mínimo",
    "Cía": "compañía", "cía": "compañía", "Hnos": "hermanos", "Bs. As": "Buenos Aires", "D. F": "de efe",
    "D. C": "de ce", "Sr": "señor", "Sra": "señora", "q. d. e. p": "que descanse en paz", "Dr": "doctor",
    "RR. CC": "Reyes Católicos", "neg": "negociable", "bco": "banco", "Bco": "banco", "pte": "presente",
    "Sres": "señores", "Tfe": "Tenerife", "Mdeo": "Montevideo", "DD. HH": "derechos humanos",
    "AA. VV": "autores varios",    "Rep. Dom": "República Dominicana", "Jr": "júnior",
}  # fmt: skip
MARKED: Mapping[str, str] = {
    **dict.fromkeys(("n.º", "nº", "Nº", "N.º", "n°", "N°"), "número"),
    "D.ª": "doña", "Dª": "doña", "M.ª": "María", "Mª": "María", "c/u": "cada uno", "C/U": "cada uno",
    "s/n": "sin número", "s/f": "sin fecha", "a/c": "a cuenta", "Nª": "nuestra", "N.ª": "nuestra",
    "S/N": "sin número", "a/a": "a la atención de", "A/A": "a la atención de", "y/o": "y o",
    "P.º": "paseo", "Pº": "paseo", "EEUU": "Estados Unidos", "EE UU": "Estados Unidos", "RRHH": "recursos humanos",
    "JJOO": "Juegos Olímpicos", "CCAA": "comunidades autónomas", "CCOO": "Comisiones Obreras", "PD:": "posdata:",
    "CP:": "código postal:",
    "H. U.": "Hospital Universitario",
    "ns/nc": "no sabe, no contesta", "NS/NC": "no sabe, no contesta",
    "C.ª": "compañía", "Dep. Legal": "depósito legal", "b/n": "blanco y negro", "c/c": "cuenta corriente",
    "Dr.ª": "doctora", "Prof.ª": "profesora", "Sr.ª": "señora",
}  # fmt: skip
MARKED_BEFORE_NUMBERS: Mapping[str, str] = {
    "n.º": "número", "nº": "número", "N.º": "número", "Nº": "número", "n°": "número", "N°": "número", "n.°": "número",
    "N.°": "número", "n.os": "números", "n.ᵒˢ": "números", "No.": "número", "Nro.": "número", "№": "número",
    "CP": "código postal", "art.º": "artículo", "Art.º": "artículo",
}  # fmt: skip

# Acronyms that are spelled though Spanish could say them as words, and the other way round.
SPELLED = words("UE OCDE IA UK IP ID AM CEO CIO IU EA UV UAB UAM AP IOS")
UNSPELLED = words("PSOE URSS IMSS SARS ISSSTE CURP")
SAID_ACRONYMS: Mapping[str, str] = {
    "CSIC": "cesic",
    "CDMX": "Ciudad de México",
    "JJOO": "Juegos Olímpicos",
    "EEUU": "Estados Unidos",
    "WWW": "triple uve doble",
}

RULERS: Mapping[str, Gender] = {
    **dict.fromkeys(
        words("Alejandro Alfonso Amadeo Benedicto Carlos Clemente Constantino Eduardo Enrique Federico Felipe Fernando "
        "Francisco Gregorio Guillermo Haakon Harald Inocencio Jacobo Jaime Jorge Jos José Juan Julio León Leopoldo "
        "Luis Mohamed Mohammed Napoleón Nicolás Pablo Pedro Pío Ramiro Ramsés Ricardo Rodolfo Sancho Sixto Tutmosis "
        "Urbano Balduino Alberto Bonifacio Celestino Esteban Garcés García Gustavo Hasán Hussein Iván Martín "
        "Maximiliano "
        "Olaf Otón Paulo Ptolomeo Rainiero Ramón Sebastián Selim Solimán Teodosio Umberto Víctor Manuel Amenhotep "
        "Ahmed Abdalá Abderramán Adriano Andrés Bernardo Borja Darío Ciro Jerjes Artajerjes Mehmed Murad Óscar"),
        "m",
    ),
    **dict.fromkeys(words("Isabel Catalina Juana Margarita María Cleopatra Beatriz Cristina Ana Blanca Urraca"), "f"),
}  # fmt: skip
NUMBERED: Mapping[str, Style] = {
    **dict.fromkeys(words("siglo siglos s ss título"), "ordinal to ten"),
    **dict.fromkeys(words("acto libro"), "ordinal to ten"),
    **dict.fromkeys(
        words("capítulo capítulos cap tomo tomos volumen vol vols parte fase tipo grupo nivel apartado artículo art "
        "anexo "
        "sección escena canto clase categoría página págs pág pp p lámina cuadro tabla figura fig grado factor zona "
        "región distrito episodio temporada ley plan campus bloque tema unidad módulo ciclo apéndice"),
        "cardinal",
    ),
}  # fmt: skip
_EVENTS_M = (
    "aniversario congreso encuentro festival simposio concurso campeonato torneo maratón premio premios foro plan "
    "certamen centenario milenio ciclo curso seminario torneo gran juegos duque conde marqués califa concilio reich "
    "mundial trofeo salón maratón capítulo plenario informe convenio imperio rally cross"
)
_EVENTS_F = (
    "guerra república edición cumbre jornada jornadas feria copa semana conferencia legislatura internacional asamblea "
    "bienal muestra carrera marcha gala edad dinastía región flota división brigada olimpiada cruzada vuelta noche "
    "gm exposición reunión convención enmienda duquesa condesa marquesa asamblea convocatoria promoción"
)
EVENTS: Mapping[str, Gender] = {
    **dict.fromkeys(words(_EVENTS_M), "m"),
    **dict.fromkeys(words(_EVENTS_F), "f"),
}

# Nouns whose gender their ending does not show, in the singular.
FEMININE_NOUNS = words(
    "ave mano foto moto radio mujer vez flor sal piel luz cruz paz voz raíz nariz nuez hez coz hoz tez faz actriz "
    "matriz cicatriz perdiz codorniz lombriz emperatriz clase noche tarde calle llave nave nube leche sangre suerte "
    "muerte mente gente parte fuente frente serpiente serie base fase frase clave torre carne nieve fiebre liebre "
    "ubre sede red pared sed ley grey hambre madre hélice superficie especie intemperie catástrofe élite hipérbole "
    "índole mole prole imagen virgen sartén sien crin res mies tos labor catedral señal cárcel miel hiel col vocal "
    "consonante capital central sucursal credencial inicial postal diagonal espiral multinacional crisis tesis "
    "dosis hipótesis síntesis diócesis pirámide tele bici peli tribu líbido cumbre costumbre legumbre lumbre "
    "muchedumbre variable constante corriente vertiente pendiente patente vacante docente app web ong pyme razón "
    "sazón comezón quemazón temp clavícula "
)
MASCULINE_NOUNS = words(
    "día mapa problema sistema tema programa idioma clima poema planeta cometa drama esquema síntoma dilema lema "
    "fantasma panorama diagrama crucigrama telegrama diploma aroma axioma carisma dogma enigma estigma plasma "
    "prisma reuma teorema trauma tranvía sofá papá pijama gorila tequila karma magma coma cisma anagrama "
    "organigrama pentagrama holograma emblema fonema morfema edema eczema hematoma carcinoma glaucoma genoma "
    "cromosoma policía guardia atleta poeta profeta patriota colega dálmata turista artista periodista futbolista "
    "dentista motorista ciclista pianista especialista economista activista deportista taxista terrorista "
    "socialista paraguas paracaídas guardaespaldas rascacielos avión camión gorrión guion millón corazón balón "
    "buzón cajón escalón ratón melón jamón salón sillón tapón tiburón botón cartón peatón "
)
# Feminine nouns in stressed a-, which have "un" in the singular: "un aula".
STRESSED_A = words(
    "agua águila aula arma alma hacha hada ala alga ancla ansia área arpa asa ave haya hambre habla acta"
)
