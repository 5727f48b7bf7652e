r"""X-SAMPA, IPA in ASCII -> IPA: `t@"mA:t@U` is `təˈmɑːtəʊ`."""

from __future__ import annotations

import re

_SYMBOLS = {
    "G": "ɣ", "G\\": "ɢ", "J\\": "ɟ", "J": "ɲ", "F": "ɱ", "N": "ŋ", "N\\": "ɴ", "B\\": "ʙ", "R\\": "ʀ", "R": "ʁ",
    "g": "ɡ", "?": "ʔ", "?\\": "ʕ", "4": "ɾ", "p\\": "ɸ", "B": "β", "T": "θ", "D": "ð", "S": "ʃ", "Z": "ʒ", "C": "ç",
    "j\\": "ʝ", "X": "χ", "X\\": "ħ", "h\\": "ɦ", "K": "ɬ", "K\\": "ɮ", "P": "ʋ", "v\\": "ʋ", "r\\": "ɹ", "r\\`": "ɻ",
    "M\\": "ɰ", "L": "ʎ", "L\\": "ʟ", "5": "ɫ", "W": "ʍ", "H": "ɥ", "s\\": "ɕ", "z\\": "ʑ", "x\\": "ɧ",
    "t`": "ʈ", "d`": "ɖ", "n`": "ɳ", "r`": "ɽ", "s`": "ʂ", "z`": "ʐ", "l`": "ɭ",
    "b_<": "ɓ", "d_<": "ɗ", "g_<": "ɠ", "J\\_<": "ʄ",
    "1": "ɨ", "}": "ʉ", "M": "ɯ", "I": "ɪ", "Y": "ʏ", "U": "ʊ", "I\\": "ᵻ", "U\\": "ʊ", "2": "ø", "@\\": "ɘ", "8": "ɵ",
    "7": "ɤ", "@": "ə", "E": "ɛ", "9": "œ", "3": "ɜ", "3\\": "ɞ", "V": "ʌ", "O": "ɔ", "{": "æ", "6": "ɐ", "&": "ɶ",
    "A": "ɑ", "Q": "ɒ", "@`": "ɚ", "3`": "ɝ",
    '"': "ˈ", "%": "ˌ", ":": "ː", ":\\": "ˑ", ".": ".", "-": "", "_h": "ʰ", "_w": "ʷ", "_j": "ʲ", "'": "ʲ",
    "~": "\u0303", "_~": "\u0303", "=": "", "_=": "", "`": "ɹ", "|": "|", "||": "‖", " ": " ",
    **{letter: letter for letter in "abcdefhijklmnopqrstuvwxyz"},
}  # fmt: skip
# The longest symbols first. Other diacritics, an underscore and one character, change nothing that Kokoro knows.
_SYMBOL = re.compile(
    "|".join(re.escape(symbol) for symbol in sorted(_SYMBOLS, key=len, reverse=True))
    + r"|(?P<diacritic>_.)|(?P<other>.)",
    re.DOTALL,
)


def to_ipa(sampa: str) -> str | None:
    """None: there is a character that X-SAMPA does not have."""
    parts = []
    for symbol in _SYMBOL.finditer(sampa.strip()):
        if symbol["other"]:
            return None
        parts.append("" if symbol["diacritic"] else _SYMBOLS[symbol[0]])
    return "".join(parts)
