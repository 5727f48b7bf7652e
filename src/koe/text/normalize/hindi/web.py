"""Addresses of pages and mail, handles and hashtags -> words, with the marks in Hindi: डॉट, ऐट, स्लैश."""

from __future__ import annotations

import re

from koe.text.normalize.hindi.letters import in_capitals, is_spelled, spell
from koe.text.normalize.hindi.numerals import DEVANAGARI, english, number, spelled
from koe.text.normalize.rule import Rule, alternatives, of_kind, rule
from koe.text.normalize.rule import words as word_set

_MARKS = {
    ".": "डॉट", "@": "ऐट", "/": "स्लैश", "-": "हाइफ़न", "_": "अंडरस्कोर", ":": "कोलन", "?": "प्रश्नचिह्न",
    "=": "बराबर", "&": "ऐंड", "#": "हैश", "%": "प्रतिशत", "+": "प्लस", "~": "टिल्ड",
}  # fmt: skip
_LABELS = {
    "com": "कॉम", "in": "इन", "org": "ऑर्ग", "net": "नेट", "gov": "गव", "co": "को", "nic": "निक", "edu": "एजू",
    "ac": "ए सी", "info": "इन्फ़ो", "uk": "यू के", "us": "यू एस", "io": "आई ओ", "tv": "टी वी", "ai": "ए आई",
    "me": "मी", "html": "एच टी एम एल", "pdf": "पी डी एफ़", "php": "पी एच पी", "biz": "बिज़", "eu": "ई यू",
    "mil": "मिल", "bharat": "भारत",
}  # fmt: skip
_TOP = alternatives(
    word_set(
        "com in org net gov edu info co io ai tv me uk us biz eu de fr jp cn pk np app dev online site shop xyz भारत "
        "int ly be gl"
    )
)
_HOST = r"(?:[A-Za-z0-9\u0900-\u0963][A-Za-z0-9\u0900-\u0963-]{0,40}\.){1,5}"
_PATH = r"(?:/[A-Za-z0-9._~%&=?#+/-]{0,200})?"
_TAIL = re.compile(r"[.,?!:;)-]+\Z")
_TOKEN = re.compile(r"[A-Za-z]+|[0-9]+|[\u0900-\u0963]+|.")
_QUERY_LENGTH = 40
_EXTENSIONS = word_set(
    "pdf doc docx xls xlsx ppt pptx jpg jpeg png gif mp3 mp4 txt zip csv html htm exe apk py js json"
)


def rules() -> tuple[Rule, ...]:
    return (
        *of_kind(
            "emails",
            rule(
                rf"(?<![A-Za-z0-9._%+-])(?:mailto:)?([A-Za-z0-9._%+-]{{1,64}}@{_HOST}[A-Za-z]{{2,12}})(?![A-Za-z0-9])",
                lambda match: _spoken(match[1]),
                name="e-mail address",
            ),
        ),
        *of_kind(
            "urls",
            *(
                rule(
                    r"(?<![A-Za-z0-9@])(?:https?://|ftp://)(?:www\.)?([A-Za-z0-9\u0900-\u0963][^\s<>\"'।]{0,300})",
                    _address,
                    re.IGNORECASE,
                    name="web address",
                ),
                rule(
                    rf"(?<![A-Za-z0-9@/.])www\.({_HOST}[A-Za-z\u0900-\u0963]{{2,12}}{_PATH})",
                    _address,
                    re.IGNORECASE,
                    name="web address",
                ),
                rule(
                    rf"(?<![A-Za-z0-9@/.{DEVANAGARI}])((?=[A-Za-z0-9-]{{0,41}}[A-Za-z]){_HOST}(?:{_TOP})(?![A-Za-z0-9{DEVANAGARI}]){_PATH})",
                    _address,
                    name="web address",
                ),
                rule(
                    r"(?<![0-9.])((?:[0-9]{1,3}\.){3}[0-9]{1,3})(:[0-9]{2,5})?(?![0-9]|\.[0-9])",
                    lambda match: " डॉट ".join(map(number, match[1].split("."))) + _port(match[2]),
                    name="network address",
                ),
                rule(
                    r"(?<![A-Za-z0-9])localhost(:[0-9]{2,5})(?![0-9])",
                    lambda match: f"localhost{_port(match[1])}",
                    name="network address",
                ),
                rule(
                    rf"(?<![A-Za-z0-9._{DEVANAGARI}])([A-Za-z0-9_{DEVANAGARI}-]{{1,60}})\.({'|'.join(_EXTENSIONS)})(?![A-Za-z0-9])",
                    lambda match: f"{_spoken(match[1])} डॉट {_extension(match[2])}",
                    name="file",
                ),
                rule(
                    r"(?<![A-Za-z0-9_./\u0900-\u0963])~?(?:/[A-Za-z0-9_.-]{1,40}){2,10}/?(?![A-Za-z0-9_])",
                    lambda match: _spoken(match[0].rstrip("/")),
                    name="path",
                ),
                rule(
                    rf"(?<=[{DEVANAGARI}]{{4}})\.(?=(?:कॉम|इन|नेट|ओआरजी|ऑर्ग)(?![{DEVANAGARI}]))",
                    lambda _: " डॉट ",
                    name="web address",
                ),
                rule(
                    r"(?<![A-Za-z0-9@])@([A-Za-z][A-Za-z0-9_]{1,30})(?![A-Za-z0-9@.])",
                    lambda match: f"ऐट {_spoken(match[1])}",
                    name="handle",
                ),
                rule(
                    rf"(?<![A-Za-z0-9&{DEVANAGARI}])#([A-Za-z{DEVANAGARI}][A-Za-z0-9_{DEVANAGARI}]{{0,60}})",
                    _hashtag,
                    name="hashtag",
                ),
            ),
        ),
    )


def _address(match: re.Match[str]) -> str:
    address = match[1]
    tail = _TAIL.search(address)
    rest = tail[0] if tail else ""
    address = address[: len(address) - len(rest)].rstrip("/")
    address, _, query = address.partition("?")
    spoken = _spoken(address)
    if query:
        spoken += " आदि" if len(query) > _QUERY_LENGTH else f" प्रश्नचिह्न {_spoken(query)}"
    return spoken + rest


def _extension(name: str) -> str:
    digits = name.lstrip("abcdefghijklmnopqrstuvwxyz")
    return spell(name) + (f" {english(int(digits))}" if digits else "")


def _port(port: str | None) -> str:
    return f" कोलन {number(port[1:])}" if port else ""


def _spoken(address: str) -> str:
    tokens = _TOKEN.findall(address)
    spoken = []
    for place, token in enumerate(tokens):
        if token in _MARKS:
            spoken.append(_MARKS[token])
        elif token[0] in "0123456789":
            spoken.append(spelled(token))
        elif token in _LABELS and place and tokens[place - 1] == ".":
            spoken.append(_LABELS[token])
        elif len(token) == 1 and token.isascii():
            spoken.append(spell(token) or token)
        elif token.isupper() and token.isascii() and is_spelled(token):
            spoken.append(spell(token))
        else:
            spoken.append(token)
    return " ".join(spoken)


_WORDS_OF_TAG = re.compile(rf"[A-Z]{{2,}}(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[{DEVANAGARI}]+|[A-Z]")


def _hashtag(match: re.Match[str]) -> str:
    parts = _WORDS_OF_TAG.findall(match[1])
    spoken = (number(part) if part.isdigit() else in_capitals(part) if part.isupper() else part for part in parts)
    return f"हैशटैग {' '.join(spoken)}"
