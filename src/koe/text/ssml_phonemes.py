"""SSML's <phoneme> -> the inline notation `[word](/phonemes/)` (`prescribed.py`), and the check of its attributes."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

import regex  # type: ignore[import-untyped]  # for the Unicode properties that `re` does not know

from koe.text import ipa, vocab, x_sampa
from koe.text.prescribed import written
from koe.text.ssml_elements import Tag, refuse_value
from koe.text.ssml_warnings import SsmlWarnings
from koe.text.traced import Traced

# Characters that would end the notation of a pronunciation, or the sentence inside it.
_UNWRITABLE = regex.compile(r"(?V1)[[\p{P}\p{S}]--['’‐-]]")
_UNWRITABLE_PHONEMES = re.compile(r"[().!?…\"“”]")
_SPACES = re.compile(r"\s+")
_LONGEST_WRITTEN = 200
_SILENT_TIE = "‿"  # without it, phonemes that are all ASCII would be taken for the target of a link
# IPA symbols that Kokoro was not trained with, and the nearest ones it knows.
_NEAREST = {
    "ʀ": "ʁ", "ɭ": "l", "ʟ": "l", "ɬ": "ʃ", "ɱ": "m", "ʍ": "w", "ɦ": "h", "ħ": "h", "ʕ": "ʔ", "ɓ": "b", "ɗ": "d",
    "ɠ": "ɡ", "ʄ": "ɟ", "ɢ": "ɡ", "ʉ": "u", "ɵ": "ə", "ɘ": "ə", "ʏ": "y", "ɶ": "œ", "ɞ": "ɜ", "ɺ": "ɾ", "ʐ": "ʒ",
    "ʑ": "ʒ", "ã": "ã", "ẽ": "ẽ", "õ": "õ",
}  # fmt: skip

_KNOWN_SYMBOLS = "".join(sorted(symbol for symbol in vocab.IDS if symbol.isalpha()))


def check_phonemes(tag: Tag, language: str) -> None:
    if tag.attribute("alphabet", "ipa") != "ipa":
        refuse_value(tag, "alphabet", "ipa")
    phonemes = tag.attributes["ph"]
    unknown = ipa.unknown_symbols(phonemes, language)
    if unknown:
        instead = [f"{near} for {symbol}" for symbol, near in _NEAREST.items() if symbol in unknown]
        hint = f" (write {', '.join(instead)})" if instead else ""
        refuse_value(tag, "ph", f"IPA made of {_KNOWN_SYMBOLS}{hint}")
    if len(phonemes) >= _LONGEST_WRITTEN or not vocab.is_pronounceable(ipa.to_phonemes(phonemes, language)):
        refuse_value(tag, "ph", f"1 to {_LONGEST_WRITTEN - 1} symbols with at least one sound")


def repaired_phonemes(tag: Tag, language: str, warnings: SsmlWarnings) -> Tag | None:
    """Lenient mode: the tag in IPA that the model knows; None: its text is read as usual."""
    instead = "its text is read as usual"
    alphabet, phonemes = tag.attribute("alphabet", "ipa").lower(), tag.attributes["ph"]
    if alphabet not in ("ipa", "x-sampa"):
        warnings.value(tag, "alphabet", "ipa or x-sampa", instead)
        return None
    found = phonemes if alphabet == "ipa" else x_sampa.to_ipa(phonemes[:_LONGEST_WRITTEN])
    unknown = found and ipa.unknown_symbols(found, language)
    if found and unknown:
        found = _nearest(found, language)
        if found:
            message = "ph of phoneme has symbols that Kokoro does not know; the nearest ones are spoken."
            warnings.add("ssml_approximated", message, tag.start)
    if not found or len(found) >= _LONGEST_WRITTEN or not vocab.is_pronounceable(ipa.to_phonemes(found, language)):
        warnings.value(tag, "ph", "phonemes that Kokoro knows", instead)
        return None
    return replace(tag, attributes={"alphabet": "ipa", "ph": found})


def _nearest(phonemes: str, language: str) -> str | None:
    """The IPA with known symbols in place of unknown ones, and without unknown modifiers."""
    near = "".join(_NEAREST.get(symbol, symbol) for symbol in phonemes)
    unknown = ipa.unknown_symbols(near, language)
    near = "".join(one for one in near if one not in unknown or unicodedata.category(one) not in ("Mn", "Lm", "Sk"))
    return None if ipa.unknown_symbols(near, language) else near


def with_phonemes(tag: Tag, content: Traced, start: int, stop: int) -> tuple[Traced, Traced, Traced]:
    """The content of a <phoneme> at `start:stop` of the caller's text, in the notation. The word keeps its own places
    and the notation around it stands for the tags, so that the word is recognised later."""
    word = _writable(content) or Traced.standing_for(start, stop, "x")
    phonemes = _UNWRITABLE_PHONEMES.sub("", tag.attribute("ph"))
    tie = _SILENT_TIE if phonemes.isascii() else ""
    before, after = written("\0", phonemes + tie).split("\0")
    return Traced.standing_for(start - 1, start, before), word, Traced.standing_for(stop, stop, after)


def _writable(word: Traced) -> Traced | None:
    """The word without the characters that the notation cannot hold; None if no letter or digit is left."""
    word = word.replace_matches(_UNWRITABLE, lambda _: "").replace_matches(_SPACES, lambda _: " ").stripped()
    return word[:_LONGEST_WRITTEN] if any(character.isalnum() for character in word.text) else None
