"""Signs and codes of currencies -> their names, singular and plural."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Currency(NamedTuple):
    one: str
    many: str
    cent: str = ""
    cents: str = ""


DOLLAR = Currency("dollar", "dollars", "cent", "cents")
POUND = Currency("pound", "pounds", "penny", "pence")
EURO = Currency("euro", "euros", "cent", "cents")
_YEN = Currency("yen", "yen")
_YUAN = Currency("yuan", "yuan")
_WON = Currency("won", "won")
_RUPEE = Currency("rupee", "rupees", "paisa", "paise")
_REAL = Currency("real", "reais", "centavo", "centavos")
_PESO = Currency("peso", "pesos", "centavo", "centavos")
_RUBLE = Currency("ruble", "rubles", "kopeck", "kopecks")
_HRYVNIA = Currency("hryvnia", "hryvnias")
_BITCOIN = Currency("bitcoin", "bitcoins")
_ZLOTY = Currency("zloty", "zloty")
_LIRA = Currency("lira", "lira")
_SHEKEL = Currency("shekel", "shekels")
_DONG = Currency("dong", "dong")
_BAHT = Currency("baht", "baht")
_NAIRA = Currency("naira", "naira")


def _of(country: str, currency: Currency) -> Currency:
    return currency._replace(one=f"{country} {currency.one}", many=f"{country} {currency.many}")


_US, _AUSTRALIAN, _CANADIAN = _of("U.S", DOLLAR), _of("Australian", DOLLAR), _of("Canadian", DOLLAR)
_NEW_ZEALAND, _HONG_KONG, _SINGAPORE = _of("New Zealand", DOLLAR), _of("Hong Kong", DOLLAR), _of("Singapore", DOLLAR)

# Before an amount; the first line also after it.
SIGNS: Mapping[str, Currency] = {
    "$": DOLLAR, "£": POUND, "€": EURO, "¥": _YEN, "₹": _RUPEE, "₩": _WON, "₽": _RUBLE, "₿": _BITCOIN, "₺": _LIRA,
    "₪": _SHEKEL, "₫": _DONG, "₱": _PESO, "฿": _BAHT, "₦": _NAIRA, "₴": _HRYVNIA, "₡": Currency("colón", "colones"),
    "₵": Currency("cedi", "cedis"), "₸": Currency("tenge", "tenge"), "₾": Currency("lari", "lari"),
    "US$": _US, "U.S.$": _US, "U.S. $": _US, "US $": _US, "A$": _AUSTRALIAN, "AU$": _AUSTRALIAN, "AUD$": _AUSTRALIAN,
    "C$": _CANADIAN, "CA$": _CANADIAN, "CAD$": _CANADIAN, "HK$": _HONG_KONG, "NZ$": _NEW_ZEALAND, "S$": _SINGAPORE,
    "NT$": _of("Taiwan", DOLLAR), "R$": _REAL, "MX$": _of("Mexican", _PESO), "Rs.": _RUPEE, "Rs": _RUPEE,
}  # fmt: skip
CODES: Mapping[str, Currency] = {
    "USD": _US, "EUR": EURO, "GBP": POUND, "JPY": _YEN, "INR": _RUPEE, "CAD": _CANADIAN, "AUD": _AUSTRALIAN,
    "NZD": _NEW_ZEALAND, "HKD": _HONG_KONG, "SGD": _SINGAPORE, "CHF": Currency("Swiss franc", "Swiss francs"),
    "CNY": _YUAN, "RMB": _YUAN, "KRW": _WON, "BRL": _REAL, "MXN": _of("Mexican", _PESO), "ARS": _of("Argentine", _PESO),
    "CLP": _of("Chilean", _PESO), "COP": _of("Colombian", _PESO),
    "SEK": Currency("Swedish krona", "Swedish kronor"), "NOK": Currency("Norwegian krone", "Norwegian kroner"),
    "DKK": Currency("Danish krone", "Danish kroner"), "ISK": Currency("Icelandic krona", "Icelandic kronur"),
    "PLN": _ZLOTY, "CZK": Currency("Czech koruna", "Czech korunas"), "HUF": Currency("forint", "forints"),
    "RON": Currency("Romanian leu", "Romanian lei"), "TRY": _of("Turkish", _LIRA), "RUB": _RUBLE, "UAH": _HRYVNIA,
    "ILS": _SHEKEL, "AED": Currency("dirham", "dirhams"), "SAR": Currency("Saudi riyal", "Saudi riyals"),
    "QAR": Currency("Qatari riyal", "Qatari riyals"), "EGP": _of("Egyptian", POUND), "ZAR": Currency("rand", "rand"),
    "NGN": _NAIRA, "KES": Currency("Kenyan shilling", "Kenyan shillings"), "THB": _BAHT, "VND": _DONG,
    "IDR": Currency("rupiah", "rupiah"), "MYR": Currency("ringgit", "ringgit"), "TWD": _of("Taiwan", DOLLAR),
    "PKR": _of("Pakistani", _RUPEE), "BTC": _BITCOIN, "ETH": Currency("ether", "ether"),
}  # fmt: skip
# Only after an amount.
AFTER: Mapping[str, Currency] = {
    "kr": Currency("krone", "kroner"), "zł": _ZLOTY, "Kč": Currency("koruna", "korunas"),
    "Ft": Currency("forint", "forints"),
}  # fmt: skip
# As traders name them in a pair: "euro dollar".
TRADED: Mapping[str, str] = {
    "USD": "dollar", "EUR": "euro", "GBP": "pound", "JPY": "yen", "CHF": "Swiss franc", "AUD": "Aussie dollar",
    "CAD": "Canadian dollar", "NZD": "kiwi dollar", "CNY": "yuan", "INR": "rupee", "BTC": "bitcoin", "ETH": "ether",
}  # fmt: skip
