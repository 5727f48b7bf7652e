"""The names of Azure's, Google's and Polly's voices -> the language and gender of each.

The names that clients send most are listed. Those of Azure and Google begin with the language, so that a voice that is
not listed still has one; its gender is then unknown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from koe.errors import UnknownLanguage
from koe.languages import normalize_language

_LONGEST_CHARACTERS = 120

_AZURE = re.compile(
    r"(?P<language>[a-z]{2,3}-[a-z]{2})(?:-[a-z]+)?-(?P<name>[a-z]+?)[0-9]?"
    r"(?:multilingual|turbo|dialects)*(?:v[0-9])?(?::dragonhd[a-z0-9]*)?neural"
)
_AZURE_LONG = re.compile(
    r"microsoft server speech text to speech voice \((?P<language>[a-z-]+), ?(?P<name>[a-z0-9]+)\)"
)
# By language: women, men.
_AZURE_NAMES: tuple[tuple[str, str], ...] = (
    (  # American English
        "jenny aria ava emma michelle ana jane nancy sara amber ashley cora elizabeth monica nova shimmer phoebe "
        "evelyn amanda lola serena",
        "guy davis andrew brian christopher eric roger steffan jason tony brandon jacob ryan adam tyler onyx lewis "
        "alloy echo",
    ),
    (  # the other Englishes
        "sonia libby maisie abbi bella hollie olivia natasha annette carly elsie freya joanne kim tina clara emily "
        "molly leah neerja yan luna rosa asilia ezinne imani",
        "thomas alfie elliot ethan noah oliver ollie william darren duncan ken neil tim liam connor mitchell luke "
        "prabhat sam wayne james chilemba abeo elimu",
    ),
    (  # Spanish
        "elvira abril estrella irene laia lia triana vera ximena dalia beatriz candela carlota larissa marina nuria "
        "renata paloma elena sofia catalina salome maria belkys ramona andrea teresa marta karla yolanda margarita "
        "camila karina tania lorena valentina paola",
        "alvaro arnau dario elias nil saul teo tristan jorge cecilio gerardo liberto luciano pelayo yago alonso "
        "tomas marcelo lorenzo gonzalo juan manuel emilio luis javier andres carlos federico roberto alex victor "
        "mario rodrigo mateo sebastian",
    ),
    (  # French
        "denise eloise brigitte celeste coralie jacqueline josephine yvette vivienne sylvie charline ariane",
        "henri alain claude jerome maurice yves remy lucien antoine jean thierry gerard fabrice",
    ),
    (  # Italian
        "elsa isabella fabiola fiamma imelda irma palmira pierina",
        "diego benigno calimero cataldo gianni giuseppe lisandro rinaldo alessio marcello",
    ),
    (  # Portuguese
        "francisca brenda elza giovanna leila leticia manuela thalita yara raquel fernanda",
        "antonio donato fabio humberto julio nicolau valerio macerio duarte",
    ),
    ("swara aarti ananya kavya", "madhur aarav arjun kunal rehaan"),  # Hindi
    ("nanami aoi mayu shiori", "keita daichi naoki masaru"),  # Japanese
    (  # Mandarin, in the order of koe's voices with the same names
        "xiaoxiao xiaobei xiaoyi xiaochen xiaohan xiaomeng xiaomo xiaoqiu xiaorui xiaoshuang xiaoyan xiaoyou "
        "xiaozhen xiaoni hsiaochen hsiaoyu hiugaai hiumaan",
        "yunxi yunjian yunyang yunxia yunfeng yunhao yunye yunze yunjhe wanlung",
    ),
)

_GOOGLE = re.compile(
    r"(?P<language>[a-z]{2,3}-[a-z]{2})-"
    r"(?P<kind>standard|wavenet|neural2|news|studio|polyglot|casual|journey|chirp-hd|chirp3-hd)-(?P<name>[a-z0-9]+)"
)
# The genders of the voices A, B, C …; the kinds Standard, Wavenet and Neural2 agree.
_GOOGLE_LETTERS: Mapping[str, str] = {
    "en-us": "mmfmffffmm", "en-gb": "fmfm.f", "en-au": "fmfm", "en-in": "fmmffm", "es-es": "fmfffm", "es-us": "fmm",
    "fr-fr": "fmfmffm", "fr-ca": "fmfm", "hi-in": "fmmffm", "it-it": "ffmmfm", "ja-jp": "ffmm", "pt-br": "fmffm",
    "pt-pt": "fmmffm", "cmn-cn": "fmmf", "cmn-tw": "fmm",
}  # fmt: skip
_GOOGLE_OTHERS: Mapping[str, str] = {
    "female": "studio-o journey-f journey-o news-k news-l chirp-hd-f chirp-hd-o",
    "male": "studio-q journey-d news-n casual-k polyglot-1 chirp-hd-d",
}
_GOOGLE_CHIRP: Mapping[str, str] = {
    "female": "aoede kore leda zephyr achernar autonoe callirrhoe despina erinome gacrux laomedeia pulcherrima sulafat "
    "vindemiatrix",
    "male": "puck charon fenrir orus achird algenib algieba alnilam enceladus iapetus rasalgethi sadachbia sadaltager "
    "schedar umbriel zubenelgenubi",
}

_POLLY_AFFIXES = re.compile(r"polly\.|-(?:neural|generative|long-form)\Z")
# By language: women, men.
_POLLY: Mapping[str, tuple[str, str]] = {
    "en-us": ("joanna salli kendra kimberly ruth danielle ivy", "matthew joey stephen gregory justin kevin patrick"),
    "en-gb": ("amy emma", "brian arthur geraint"),
    "en-au": ("olivia nicole", "russell"),
    "en-in": ("kajal raveena aditi", ""),
    "en-ie": ("niamh", ""),
    "en-nz": ("aria", ""),
    "en-za": ("ayanda", ""),
    "es-es": ("lucia conchita alba", "sergio enrique raul"),
    "es-mx": ("mia", "andres"),
    "es-us": ("lupe penelope", "pedro miguel"),
    "fr-fr": ("lea celine", "remi mathieu"),
    "fr-ca": ("gabrielle chantal", "liam"),
    "fr-be": ("isabelle", ""),
    "it": ("bianca carla", "adriano giorgio"),
    "ja": ("kazuha tomoko mizuki", "takumi"),
    "pt-br": ("camila vitoria", "thiago ricardo"),
    "pt-pt": ("ines", "cristiano"),
    "zh": ("zhiyu", ""),
    # Languages that koe does not speak.
    "de": ("vicki marlene hannah sabrina", "daniel hans"),
    "nl": ("laura lotte lisa", "ruben"),
    "da": ("sofie naja", "mads"),
    "sv": ("elin astrid", ""),
    "nb": ("ida liv", ""),
    "fi": ("suvi", ""),
    "is": ("dora", "karl"),
    "pl": ("ola ewa maja", "jacek jan"),
    "ro": ("carmen", ""),
    "ru": ("tatyana", "maxim"),
    "tr": ("burcu filiz", ""),
    "cs": ("jitka", ""),
    "cy": ("gwyneth", ""),
    "ca": ("arlet", ""),
    "ko": ("seoyeon jihye", ""),
    "ar": ("hala zeina", "zayd"),
    "yue": ("hiujin", ""),
}


@dataclass(frozen=True, slots=True)
class ForeignVoice:
    """A voice of another service. `language` is None if koe does not speak it, `gender` if it is not known. `number`
    differs between the first voices of a language and gender."""

    language: str | None
    gender: str | None
    number: int = 0


def foreign_voice(name: str) -> ForeignVoice | None:
    """None: no known service has a voice of that name. Case and accents do not matter."""
    if len(name) > _LONGEST_CHARACTERS:
        return None
    folded = "".join(
        one for one in unicodedata.normalize("NFD", name.strip().lower()) if not unicodedata.combining(one)
    )
    folded = folded.removeprefix("google.")
    long = _AZURE_LONG.fullmatch(folded)
    folded = f"{long['language']}-{long['name']}" if long else folded
    azure, google = _AZURE.fullmatch(folded), _GOOGLE.fullmatch(folded)
    if azure:
        gender, number = _AZURE_GENDERS.get(azure["name"], (None, 0))
        return ForeignVoice(_spoken(azure["language"]), gender, number)
    if google:
        gender, number = _google_gender(google)
        return ForeignVoice(_spoken(google["language"]), gender, number)
    return _POLLY_VOICES.get(_POLLY_AFFIXES.sub("", folded))


def _spoken(language: str) -> str | None:
    try:
        return normalize_language(language)
    except UnknownLanguage:
        return None


def _google_gender(voice: re.Match[str]) -> tuple[str | None, int]:
    kind, name = voice["kind"], voice["name"]
    if kind == "chirp3-hd":
        return _CHIRP_GENDERS.get(name, (None, 0))
    if f"{kind}-{name}" in _OTHER_GENDERS:
        return _OTHER_GENDERS[f"{kind}-{name}"]
    letters = _GOOGLE_LETTERS.get(voice["language"], "")
    place = ord(name) - ord("a") if len(name) == 1 else -1
    if not 0 <= place < len(letters) or letters[place] == ".":
        return None, 0
    return {"f": "female", "m": "male"}[letters[place]], letters[:place].count(letters[place])


def _genders(names: Mapping[str, str]) -> dict[str, tuple[str | None, int]]:
    return {name: (gender, number) for gender, row in names.items() for number, name in enumerate(row.split())}


def _polly_voices() -> Iterator[tuple[str, ForeignVoice]]:
    for language, (women, men) in _POLLY.items():
        for name, (gender, number) in _genders({"female": women, "male": men}).items():
            yield name, ForeignVoice(_spoken(language), gender, number)


_AZURE_GENDERS = {
    name: found for women, men in _AZURE_NAMES for name, found in _genders({"female": women, "male": men}).items()
}
_CHIRP_GENDERS = _genders(_GOOGLE_CHIRP)
_OTHER_GENDERS = _genders(_GOOGLE_OTHERS)
_POLLY_VOICES: Mapping[str, ForeignVoice] = dict(_polly_voices())
