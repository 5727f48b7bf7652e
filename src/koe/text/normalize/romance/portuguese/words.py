"""Portuguese tables: currencies, sizes of sums, units, what prices are for, rulers, numbered things."""

from __future__ import annotations

from collections.abc import Mapping

from koe.text.normalize.romance.money import Currency, Size
from koe.text.normalize.romance.numbers import Gender
from koe.text.normalize.romance.roman import Style
from koe.text.normalize.rule import words

_REAL = Currency("real", "reais", "centavo", "centavos")
_DOLLAR = Currency("dólar", "dólares", "centavo", "centavos")
_EURO = Currency("euro", "euros", "centavo", "centavos")
_POUND = Currency("libra", "libras", "pêni", "pence", gender="f")
_BITCOIN = Currency("bitcoin", "bitcoins")


def _dollars(people: str, peoples: str) -> Currency:
    return Currency(f"dólar {people}", f"dólares {peoples}", "centavo", "centavos")


def _pesos(people: str) -> Currency:
    return Currency(f"peso {people}", f"pesos {people}s", "centavo", "centavos")


CURRENCIES: Mapping[str, Currency] = {
    "R$": _REAL, "BRL": _REAL, "$": _DOLLAR, "US$": _DOLLAR, "U$": _DOLLAR, "USD": _DOLLAR, "€": _EURO, "EUR": _EURO,
    "£": _POUND, "GBP": _POUND, "¥": Currency("iene", "ienes"), "JPY": Currency("iene", "ienes"),
    "CNY": Currency("iuane", "iuanes"), "CHF": Currency("franco suíço", "francos suíços", "cêntimo", "cêntimos"),
    "C$": _dollars("canadense", "canadenses"), "CAD": _dollars("canadense", "canadenses"),
    "A$": _dollars("australiano", "australianos"), "AUD": _dollars("australiano", "australianos"),
    "ARS": _pesos("argentino"), "AR$": _pesos("argentino"), "MXN": _pesos("mexicano"), "CLP": _pesos("chileno"),
    "UYU": _pesos("uruguaio"), "COP": _pesos("colombiano"), "PYG": Currency("guarani", "guaranis"),
    "₹": Currency("rúpia", "rúpias", gender="f"), "INR": Currency("rúpia", "rúpias", gender="f"),
    "₽": Currency("rublo", "rublos"), "RUB": Currency("rublo", "rublos"), "₩": Currency("won", "wons"),
    "₺": Currency("lira turca", "liras turcas", gender="f"),
    "SEK": Currency("coroa sueca", "coroas suecas", gender="f"), "₿": _BITCOIN, "BTC": _BITCOIN,
    "AOA": Currency("kwanza", "kwanzas"), "MZN": Currency("metical", "meticais"), "¢": Currency("centavo", "centavos"),
}  # fmt: skip
_THOUSAND, _MILLION = Size("mil", "mil", is_noun=False), Size("milhão", "milhões")
_BILLION, _TRILLION = Size("bilhão", "bilhões"), Size("trilhão", "trilhões")
SHORT_SIZES: Mapping[str, Size] = {
    "mi": _MILLION, "MI": _MILLION, "Mi": _MILLION, "bi": _BILLION, "BI": _BILLION, "Bi": _BILLION, "tri": _TRILLION,
    "k": _THOUSAND, "K": _THOUSAND,
}  # fmt: skip
SIZES: Mapping[str, Size] = {
    **SHORT_SIZES, "mil": _THOUSAND, "milhão": _MILLION, "milhões": _MILLION, "milhao": _MILLION, "milhoes": _MILLION,
    "bilhão": _BILLION, "bilhões": _BILLION, "bilhao": _BILLION, "bilhoes": _BILLION, "trilhão": _TRILLION,
    "trilhões": _TRILLION, "M": _MILLION, "m": _MILLION, "bn": _BILLION, "MM": _MILLION, "B": _BILLION,
}  # fmt: skip
_PERIODS = words(
    "mês mes ano dia semana hora noite pessoa unidade quilo litro minuto barril ação habitante aluno aula saca diária "
    "participante tonelada metro caixa pacote porção par garrafa lata quilômetro viagem consulta sessão turno criança"
)
_PER_NOUNS = {word: f"por {word}" for word in _PERIODS}
PRICE_PER: Mapping[str, str] = {
    "b": "por barril",
    **_PER_NOUNS, "mes": "por mês", "un": "por unidade", "un.": "por unidade", "unid.": "por unidade",
    "pess.": "por pessoa", "pax": "por pessoa", "m²": "por metro quadrado", "m2": "por metro quadrado",
    "m³": "por metro cúbico", "m3": "por metro cúbico", "a": "por ano", "sc": "por saca", "kWh": "por quilowatt-hora",
    "MWh": "por megawatt-hora", "h": "por hora", "h/aula": "por hora-aula",
}  # fmt: skip

UNITS: Mapping[str, str] = {
    "km": "quilômetro|quilômetros", "hm": "hectômetro|hectômetros", "m": "metro|metros", "mts": "metro|metros",
    "dm": "decímetro|decímetros", "cm": "centímetro|centímetros", "mm": "milímetro|milímetros",
    "µm": "micrômetro|micrômetros", "μm": "micrômetro|micrômetros", "nm": "nanômetro|nanômetros", "kg": "quilo|quilos",
    "kgs": "quilo|quilos", "g": "grama|gramas", "gr": "grama|gramas", "mg": "miligrama|miligramas",
    "µg": "micrograma|microgramas", "μg": "micrograma|microgramas", "mcg": "micrograma|microgramas",
    "t": "tonelada|toneladas|f", "ton": "tonelada|toneladas|f", "Mt": "megatonelada|megatoneladas|f",
    "l": "litro|litros", "L": "litro|litros", "lt": "litro|litros", "dl": "decilitro|decilitros",
    "dL": "decilitro|decilitros", "cl": "centilitro|centilitros", "ml": "mililitro|mililitros",
    "mL": "mililitro|mililitros", "cc": "centímetro cúbico|centímetros cúbicos", "ha": "hectare|hectares",
    "hab.": "habitante|habitantes", "hab": "habitante|habitantes", "°C": "grau Celsius|graus Celsius",
    "ºC": "grau Celsius|graus Celsius", "℃": "grau Celsius|graus Celsius", "° C": "grau Celsius|graus Celsius",
    "º C": "grau Celsius|graus Celsius", "oC": "grau Celsius|graus Celsius", "°F": "grau Fahrenheit|graus Fahrenheit",
    "ºF": "grau Fahrenheit|graus Fahrenheit", "° F": "grau Fahrenheit|graus Fahrenheit",
    "℉": "grau Fahrenheit|graus Fahrenheit", "°": "grau|graus", "K": "kelvin|kelvins", "kB": "quilobyte|quilobytes",
    "KB": "quilobyte|quilobytes", "MB": "megabyte|megabytes", "GB": "gigabyte|gigabytes", "TB": "terabyte|terabytes",
    "PB": "petabyte|petabytes", "kb": "quilobit|quilobits", "Mb": "megabit|megabits", "Gb": "gigabit|gigabits",
    "kbps": "quilobit por segundo|quilobits por segundo", "Mbps": "megabit por segundo|megabits por segundo",
    "Gbps": "gigabit por segundo|gigabits por segundo", "W": "watt|watts", "mW": "miliwatt|miliwatts",
    "kW": "quilowatt|quilowatts", "MW": "megawatt|megawatts", "GW": "gigawatt|gigawatts", "Wh": "watt-hora|watts-hora",
    "kWh": "quilowatt-hora|quilowatts-hora", "MWh": "megawatt-hora|megawatts-hora",
    "GWh": "gigawatt-hora|gigawatts-hora", "TWh": "terawatt-hora|terawatts-hora", "V": "volt|volts",
    "mV": "milivolt|milivolts", "kV": "quilovolt|quilovolts", "A": "ampère|ampères", "mA": "miliampère|miliampères",
    "Ah": "ampère-hora|ampères-hora", "mAh": "miliampère-hora|miliampères-hora", "Ω": "ohm|ohms",
    "kΩ": "quilo-ohm|quilo-ohms", "Hz": "hertz|hertz", "kHz": "quilo-hertz|quilo-hertz", "MHz": "mega-hertz|mega-hertz",
    "GHz": "giga-hertz|giga-hertz", "dB": "decibel|decibéis", "N": "newton|newtons", "J": "joule|joules",
    "kJ": "quilojoule|quilojoules", "cal": "caloria|calorias|f", "kcal": "quilocaloria|quilocalorias|f",
    "Pa": "pascal|pascais", "hPa": "hectopascal|hectopascais", "kPa": "quilopascal|quilopascais",
    "MPa": "megapascal|megapascais", "bar": "bar|bars", "mbar": "milibar|milibares", "atm": "atmosfera|atmosferas|f",
    "mmHg": "milímetro de mercúrio|milímetros de mercúrio",
    "psi": "libra por polegada quadrada|libras por polegada quadrada|f", "cv": "cavalo|cavalos", "CV": "cavalo|cavalos",
    "hp": "cavalo-vapor|cavalos-vapor", "HP": "cavalo-vapor|cavalos-vapor",
    "rpm": "rotação por minuto|rotações por minuto|f", "RPM": "rotação por minuto|rotações por minuto|f",
    "bpm": "batimento por minuto|batimentos por minuto", "ppm": "parte por milhão|partes por milhão|f",
    "dpi": "ponto por polegada|pontos por polegada", "fps": "quadro por segundo|quadros por segundo",
    "px": "pixel|pixels", "MP": "megapixel|megapixels", "in": "polegada|polegadas|f", "pol": "polegada|polegadas|f",
    "pol.": "polegada|polegadas|f", '"': "polegada|polegadas|f", "″": "polegada|polegadas|f",
    "”": "polegada|polegadas|f", "ft": "pé|pés", "yd": "jarda|jardas|f", "mph": "milha por hora|milhas por hora|f",
    "lb": "libra|libras|f", "lbs": "libra|libras|f", "oz": "onça|onças|f", "gal": "galão|galões", "mol": "mol|mols",
    "lx": "lux|lux", "lm": "lúmen|lúmens", "UI": "unidade internacional|unidades internacionais|f", "h": "hora|horas|f",
    "hs": "hora|horas|f", "hs.": "hora|horas|f", "hrs": "hora|horas|f", "h.": "hora|horas|f", "min": "minuto|minutos",
    "min.": "minuto|minutos", "mins": "minuto|minutos", "s": "segundo|segundos", "seg": "segundo|segundos",
    "seg.": "segundo|segundos", "ms": "milissegundo|milissegundos", "µs": "microssegundo|microssegundos",
    "ns": "nanossegundo|nanossegundos", "p.p.": "ponto percentual|pontos percentuais",
    "pp": "ponto percentual|pontos percentuais", "pontos-base": "ponto-base|pontos-base", "un.": "unidade|unidades|f",
    "unid.": "unidade|unidades|f", "pess.": "pessoa|pessoas|f", "pct.": "pacote|pacotes", "cx.": "caixa|caixas|f",
    "comp.": "comprimido|comprimidos", "xíc.": "xícara|xícaras|f", "xic.": "xícara|xícaras|f",
    "c. sopa": "colher de sopa|colheres de sopa|f", "c. de sopa": "colher de sopa|colheres de sopa|f",
    "c. chá": "colher de chá|colheres de chá|f", "c. de chá": "colher de chá|colheres de chá|f",
    "col. sopa": "colher de sopa|colheres de sopa|f", "col. chá": "colher de chá|colheres de chá|f",
    "qts": "quarto|quartos", "vgs": "vaga|vagas|f", "vg": "vaga|vagas|f", "p.": "página|páginas|f",
    "qtos.": "quarto|quartos", "qto.": "quarto|quartos", "dorm.": "dormitório|dormitórios",
    "dorms.": "dormitório|dormitórios", "pts": "ponto|pontos", "pts.": "ponto|pontos", "col.": "colher|colheres|f",
    "qts.": "quarto|quartos", "c.s.": "colher de sopa|colheres de sopa|f", "d": "dia|dias",
    "vg.": "vaga|vagas|f", "ng": "nanograma|nanogramas", "pg": "picograma|picogramas", "sem.": "semana|semanas|f",
    "sc": "saca|sacas|f", "@": "arroba|arrobas|f", "banh.": "banheiro|banheiros", "ton.": "tonelada|toneladas|f",
    "µl": "microlitro|microlitros", "vgs.": "vaga|vagas|f", "gr.": "grama|gramas", "kgs.": "quilo|quilos",
}  # fmt: skip
PERIODS: Mapping[str, str] = {
    "dia": "por dia", "semana": "por semana", "sem.": "por semana", "mês": "por mês", "ano": "por ano",
    "pessoa": "por pessoa", "pess.": "por pessoa", "noite": "por noite", "dose": "por dose",
}  # fmt: skip
RATES: Mapping[str, str] = {
    **{
        f"{dose}/kg/{time}": f"{one} por quilo por {per}|{one}s por quilo por {per}"
        for dose, one in (("mg", "miligrama"), ("mcg", "micrograma"), ("g", "grama"), ("ml", "mililitro"))
        for time, per in (("dia", "dia"), ("h", "hora"), ("min", "minuto"), ("dose", "dose"))
    },
    "h/a": "hora-aula|horas-aula|f", "m/s2": "metro por segundo ao quadrado|metros por segundo ao quadrado",
    "Km/h": "quilômetro por hora|quilômetros por hora", "kmh": "quilômetro por hora|quilômetros por hora",
    "KM/H": "quilômetro por hora|quilômetros por hora",
    "l/100": "litro aos cem|litros aos cem", "l/100 km": "litro a cada cem quilômetros|litros a cada cem quilômetros",
    "hab./km²": "habitante por quilômetro quadrado|habitantes por quilômetro quadrado",
    "hab/km²": "habitante por quilômetro quadrado|habitantes por quilômetro quadrado",
    "Mb/s": "megabit por segundo|megabits por segundo", "vezes/dia": "vez por dia|vezes por dia|f",
    "vezes/semana": "vez por semana|vezes por semana|f", "horas/dia": "hora por dia|horas por dia|f",
    "horas/semana": "hora por semana|horas por semana|f",
}  # fmt: skip

_KINGS = words(
    "Adriano Afonso Alberto Alexandre Augusto Balduíno Bento Bonifácio Carlos Charles Cirilo Clemente Constantino "
    "Dario Dinis Duarte Eduardo Estêvão Felipe Fernando Filipe Francisco Frederico Gregório Guilherme Gustavo Haroldo "
    "Henrique Inocêncio Ivan Jaime James Jorge José João Juan Juliano Júlio Leopoldo Leão Luís Luiz Manuel Martinho "
    "Maximiliano Miguel Napoleão Nicolau Oto Otto Paulo Pedro Pio Ptolomeu Ramsés Ricardo Rodolfo Sancho Sebastião "
    "Sisto Teodósio Tutmés Urbano Vítor Vittorio Harald Willem Xerxes Ciro"
)
_QUEENS = words("Elizabeth Elisabete Isabel Catarina Maria Margarida Cleópatra Ana Joana Cristina Beatriz Vitória")
RULERS: Mapping[str, Gender] = {**dict.fromkeys(_KINGS, "m"), **dict.fromkeys(_QUEENS, "f")}
_NUMBERED = words(
    "capítulo capítulos cap caps volume volumes vol tomo tomos título parte partes livro ato cena canto fase etapa "
    "tipo classe grau nível inciso incisos seção artigo anexo anexos apêndice quadro tabela figura fig módulo unidade "
    "bloco rua praça avenida largo série temporada episódio categoria grupo zona região plano lei campus estágio nº "
    "sala turma linha estande pavilhão página págs pág pp p guerra lote quadra versão artigos alínea art arts inc"
)
NUMBERED: Mapping[str, Style] = {
    "tema": "cardinal",
    "temas": "cardinal",
    **dict.fromkeys(words("século séculos séc sécs sec"), "ordinal to ten"),
    **dict.fromkeys(words("vaticano niceia"), "ordinal"),
    **dict.fromkeys(_NUMBERED, "cardinal"),
}
_MASCULINE_EVENTS = words(
    "congresso encontro festival simpósio concurso campeonato torneio prêmio fórum plano colóquio seminário exército "
    "ciclo curso jogos reich concílio mundial salão império distrito workshop batalhão comando comar aniversário "
    "centenário censo exame leilão rally troféu domingo milênio salão conselho"
)
_FEMININE_EVENTS = words(
    "frota guerra república edição cúpula jornada feira copa semana conferência legislatura internacional assembleia "
    "bienal mostra corrida marcha gala dinastia região divisão brigada olimpíada cruzada reunião convenção festa "
    "oficina maratona caminhada turma bateria vara promotoria revolução exposição expo noite parada gincana cavalgada "
    "emenda"
)
EVENTS: Mapping[str, Gender] = {**dict.fromkeys(_MASCULINE_EVENTS, "m"), **dict.fromkeys(_FEMININE_EVENTS, "f")}
