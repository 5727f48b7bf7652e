"""The languages: one row each, from which names, voices, readers, normalisers, previews and warm-up are derived.

A language that eSpeak NG reads needs a row here and nothing else. Its numbers are then left to eSpeak; a normaliser of
its own (`koe/text/normalize`) or a reader of its own (`koe/text/readers.py`) is registered there under a name, and the
row gives that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType

from koe.errors import UnknownLanguage


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    code: str  # ISO 639-1, with the country where the voices tell countries apart
    name: str
    letter: str  # the first letter of its voices' names
    best_voice: str  # of its voices, the one that was trained on most
    preview: str  # a sentence that says nothing about the speaker, not even the gender
    code_notice: str = "Code block."  # spoken in place of program code in a document
    aliases: str = ""  # other names that callers use, with spaces between them
    # Voices that stand in for those of other services, of each gender the ones that were trained on most first.
    stand_ins: str = ""
    packages: tuple[str, ...] = ()  # those of its extra, which has the name of the code
    reader: str = "espeak"  # a key of koe.text.readers.READERS
    espeak_voice: str | None = None  # None: eSpeak takes no part in reading it
    normalizer: str = "generic"  # a key of koe.text.normalize.NORMALIZERS
    script: str = "Latin"  # the name of the Unicode script
    is_spaced: bool = True  # there are spaces between words
    has_own_punctuation: bool = False  # its reader knows its punctuation and takes every script
    reader_mib: int = 5  # memory that its reader takes from the first sentence on (docs/operations.md#memory)
    # Long enough to make ONNX Runtime allocate its arenas.
    warm_up_text: str = "The first words wake every part of the model, so that yours do not have to wait."

    @property
    def family(self) -> str:
        """The ISO 639-1 code without the country: both kinds of English are "en"."""
        return self.code.partition("-")[0]

    @property
    def is_readable(self) -> bool:
        """Whether its packages are installed. They are looked for, not imported: 0.04 ms each."""
        return all(find_spec(package) for package in self.packages)


_ROWS = (
    Language(
        code="en-us",
        name="American English",
        letter="a",
        best_voice="af_heart",
        stand_ins="af_heart af_bella af_sarah af_kore am_michael am_fenrir am_puck",
        preview="Hi there! This is how I sound when I read something to you.",
        aliases="eng english american us usa en-ca",
        reader="english",
        espeak_voice="en-us",
        normalizer="english",
    ),
    Language(
        code="en-gb",
        name="British English",
        letter="b",
        best_voice="bf_emma",
        stand_ins="bf_emma bf_isabella bm_george bm_fable bm_lewis",
        preview="Good afternoon. This is what I sound like when I read aloud.",
        aliases="british uk gb en-uk en-au en-ie en-in en-nz en-za",
        reader="english",
        espeak_voice="en-gb",
        normalizer="english",
    ),
    Language(
        code="es",
        name="Spanish",
        letter="e",
        best_voice="ef_dora",
        stand_ins="ef_dora em_alex",
        preview="Hola. Así suena mi voz cuando te leo un texto.",
        code_notice="Bloque de código.",
        aliases="spa spanish español espanol castellano",
        espeak_voice="es",
        normalizer="romance",
    ),
    Language(
        code="fr",
        name="French",
        letter="f",
        best_voice="ff_siwis",
        stand_ins="ff_siwis",
        preview="Bonjour ! Voilà comment sonne ma voix quand je vous lis un texte.",
        code_notice="Bloc de code.",
        aliases="fra fre french français francais",
        espeak_voice="fr-fr",
        normalizer="romance",
    ),
    Language(
        code="hi",
        name="Hindi",
        letter="h",
        best_voice="hf_alpha",
        stand_ins="hf_alpha hf_beta hm_omega hm_psi",
        preview="नमस्ते। यह मेरी आवाज़ है, और आपका पाठ इसी आवाज़ में सुनाई देगा।",
        code_notice="प्रोग्राम कोड।",
        aliases="hin hindi हिन्दी हिंदी",
        espeak_voice="hi",
        normalizer="hindi",
        script="Devanagari",
        # In Devanagari: Latin letters are handed to the English voice, and the Hindi one would not be loaded.
        warm_up_text="पहले शब्द पूरे मॉडल को जगा देते हैं, ताकि आपके शब्दों को 1 पल भी रुकना न पड़े।",
    ),
    Language(
        code="it",
        name="Italian",
        letter="i",
        best_voice="if_sara",
        stand_ins="if_sara im_nicola",
        preview="Ciao! Questa è la mia voce quando ti leggo un testo.",
        code_notice="Blocco di codice.",
        aliases="ita italian italiano",
        espeak_voice="it",
        normalizer="romance",
    ),
    Language(
        code="ja",
        name="Japanese",
        letter="j",
        best_voice="jf_alpha",
        stand_ins="jf_alpha jf_gongitsune jf_tebukuro jm_kumo",
        preview="こんにちは。文章を読むと、このような声になります。",
        code_notice="プログラムコード。",
        aliases="jp jpn japanese 日本語",
        packages=("pyopenjtalk",),
        reader="japanese",
        reader_mib=135,
        normalizer="japanese",
        script="Hiragana",
        is_spaced=False,
        has_own_punctuation=True,
        warm_up_text="最初の言葉でモデル全体を起こし、あなたの言葉を待たせません。",
    ),
    Language(
        code="pt-br",
        name="Brazilian Portuguese",
        letter="p",
        best_voice="pf_dora",
        stand_ins="pf_dora pm_alex",
        preview="Olá! É assim que a minha voz soa quando leio um texto para você.",
        code_notice="Bloco de código.",
        aliases="por portuguese português portugues brazilian",
        espeak_voice="pt-br",
        normalizer="romance",
    ),
    Language(
        code="zh",
        name="Mandarin Chinese",
        letter="z",
        best_voice="zf_xiaoxiao",
        stand_ins="zf_xiaoxiao zf_xiaobei zf_xiaoyi zm_yunxi zm_yunjian zm_yunyang",
        preview="你好。我朗读文章的时候，就是这样的声音。",
        code_notice="程序代码。",
        aliases="cn chi zho cmn cmn-cn cmn-tw chinese mandarin 中文",
        packages=("jieba", "pypinyin", "cn2an", "ordered_set"),
        reader="mandarin",
        reader_mib=75,
        normalizer="mandarin",
        script="Han",
        is_spaced=False,
        has_own_punctuation=True,
        warm_up_text="先说的话把整个模型叫醒，您的话就不用等了。",
    ),
)

LANGUAGES: Mapping[str, Language] = MappingProxyType({language.code: language for language in _ROWS})
BY_LETTER: Mapping[str, Language] = MappingProxyType({language.letter: language for language in _ROWS})
# The first is what is spoken where only "English" is known.
ENGLISH_CODES: tuple[str, ...] = tuple(language.code for language in _ROWS if language.family == "en")


def _names() -> Iterator[tuple[str, str]]:
    """Pairs of a name and its code. The last pair of a name wins: codes come last, so a code always means itself."""
    for code, language in reversed(list(LANGUAGES.items())):  # reversed: "en" means the first English row
        yield language.family, code
    for code, language in LANGUAGES.items():
        yield from ((alias, code) for alias in language.aliases.split())
        yield language.letter, code
        yield language.name.lower().replace(" ", "-"), code
    yield from ((code, code) for code in LANGUAGES)


_CODES: Mapping[str, str] = MappingProxyType(dict(_names()))

_SEPARATORS = re.compile(r"[\s_-]+")
_FAMILIES = "|".join({language.family: None for language in LANGUAGES.values()})
# "es-MX", "zh-Hant-TW", "es-419": a script or a region that the voices do not tell apart
_REGIONAL = re.compile(rf"(?P<family>{_FAMILIES})(?:-[a-z]{{4}})?(?:-(?:[a-z]{{2}}|[0-9]{{3}}))?")


def normalize_language(code: str) -> str:
    """The canonical code. Case and separators do not matter. Raises `UnknownLanguage`."""
    name = _SEPARATORS.sub("-", code.strip().lower())
    if name in _CODES:
        return _CODES[name]
    regional = _REGIONAL.fullmatch(name)
    if regional:
        return _CODES[regional["family"]]
    raise UnknownLanguage(tuple(LANGUAGES))
