"""A paragraph in every language and voice, spoken by koe and by kokoro-onnx -> reading errors, heard by Whisper.

Both speak the same words, sentence by sentence, so that a sentence that is missing shows. Errors are counted in words;
in Japanese and Mandarin in kana and in syllables, because Whisper may write the same sound with other characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any, Protocol

import numpy as np

from koe.bench.words import WordErrors, normalized_words, word_errors
from koe.engine.engine import Engine
from koe.languages import LANGUAGES
from koe.types import Samples, SpeechRequest

# Below this share of its words a sentence counts as missing.
_HEARD_AT_LEAST = 0.3
_NOT_SAID = re.compile(r"[\W_]+")

Speak = Callable[[str, str, str], Samples]  # text, voice, language


class Transcriber(Protocol):
    def transcribe(self, samples: Samples, sample_rate_hz: int, language: str) -> str: ...


@dataclass(frozen=True, slots=True)
class VoiceErrors:
    """What Whisper misheard of one voice's paragraph, and how many of its sentences are missing."""

    language: str
    voice: str
    koe: WordErrors
    koe_missing: int
    peer: WordErrors
    peer_missing: int


@dataclass(frozen=True, slots=True)
class LanguagesReport:
    voices: tuple[VoiceErrors, ...]

    def languages(self) -> dict[str, VoiceErrors]:
        """The sum over the voices of each language."""
        found = {}
        for code in dict.fromkeys(one.language for one in self.voices):
            own = [one for one in self.voices if one.language == code]
            found[code] = VoiceErrors(
                code,
                f"{len(own)} voices",
                WordErrors.total([one.koe for one in own]),
                sum(one.koe_missing for one in own),
                WordErrors.total([one.peer for one in own]),
                sum(one.peer_missing for one in own),
            )
        return found

    def to_json(self) -> dict[str, object]:
        return {
            "voices": [asdict(one) for one in self.voices],
            "languages": {code: asdict(one) for code, one in self.languages().items()},
        }


def paragraph(language: str) -> list[str]:
    """The sentences of a language's paragraph."""
    name = f"{LANGUAGES[language].family}.txt"
    return files("koe.bench").joinpath("paragraphs", name).read_text(encoding="utf-8").splitlines()


def speak_with(engine: Engine) -> Speak:
    def speak(text: str, voice: str, language: str) -> Samples:
        job = engine.prepare(SpeechRequest(text, voice, language=language, live=False))
        return np.concatenate([block.samples for block in engine.stream(job)])

    return speak


def speak_with_peer(peer: Any) -> Speak:
    """`peer` is a kokoro_onnx.Kokoro. It reads with eSpeak; Japanese and Mandarin with misaki, as its examples do."""
    readers: dict[str, Callable[[str], str]] = {}

    def speak(text: str, voice: str, language: str) -> Samples:
        if language in _MISAKI:
            if language not in readers:
                readers[language] = _MISAKI[language]()
            phonemes = readers[language](text)
            samples, _ = peer.create(phonemes, voice=voice, is_phonemes=True)
        else:
            samples, _ = peer.create(text, voice=voice, lang=LANGUAGES[language].espeak_voice)
        return np.asarray(samples, dtype=np.float32)

    return speak


def _misaki_japanese() -> Callable[[str], str]:
    from misaki.ja import JAG2P

    reader = JAG2P()  # needs fugashi; the version with Open JTalk writes symbols that Kokoro does not have
    return lambda text: str(reader(text)[0])


def _misaki_mandarin() -> Callable[[str], str]:
    from misaki.zh import ZHG2P

    reader = ZHG2P()
    return lambda text: str(reader(text)[0])


_MISAKI: dict[str, Callable[[], Callable[[str], str]]] = {"ja": _misaki_japanese, "zh": _misaki_mandarin}


def units(text: str, language: str) -> str:
    """What errors are counted in, with spaces between: words, kana or syllables."""
    if language == "ja":
        import pyopenjtalk

        return " ".join(_NOT_SAID.sub("", str(pyopenjtalk.g2p(text, kana=True))))
    if language == "zh":
        from pypinyin import lazy_pinyin

        return " ".join(lazy_pinyin(_NOT_SAID.sub("", normalized_words(text, language))))
    return normalized_words(text, language)


def measure(
    voices: Sequence[tuple[str, str]],
    koe: Speak,
    peer: Speak,
    transcriber: Transcriber,
    sample_rate_hz: int,
    on_voice: Callable[[], None] = lambda: None,
) -> LanguagesReport:
    """`voices` are pairs of a voice and its language."""
    measured = []
    for voice, language in voices:
        (ours, our_missing), (theirs, their_missing) = (
            _errors(speak, voice, language, transcriber, sample_rate_hz) for speak in (koe, peer)
        )
        measured.append(VoiceErrors(language, voice, ours, our_missing, theirs, their_missing))
        on_voice()
    return LanguagesReport(tuple(measured))


def _errors(
    speak: Speak, voice: str, language: str, transcriber: Transcriber, sample_rate_hz: int
) -> tuple[WordErrors, int]:
    found = []
    for sentence in paragraph(language):
        heard = transcriber.transcribe(speak(sentence, voice, language), sample_rate_hz, LANGUAGES[language].family)
        found.append(word_errors(units(sentence, language), units(heard, language) or "-"))
    missing = sum(errors.rate > 1 - _HEARD_AT_LEAST for errors in found)
    return WordErrors.total(found), missing
