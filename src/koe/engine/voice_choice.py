"""What a document or a request asks for in a voice -> one of koe's voices, and a warning where it is another one."""

from __future__ import annotations

from koe.languages import LANGUAGES
from koe.model.cast import Cast
from koe.model.foreign_voices import foreign_voice
from koe.model.voices import Voice, VoiceBook
from koe.text.language import READABLE
from koe.text.ssml_voices import VoiceChoice, VoiceWish
from koe.types import SpeechWarning

_MOST_NAMES = 8
# Measured as the median of eight voices of each gender: 203 Hz (175 to 238) and 127 Hz (107 to 147).
_PITCH_HZ = {"female": 200.0, "male": 125.0}


def stand_in_warning(book: VoiceBook, name: str) -> tuple[SpeechWarning, ...]:
    """The warning about a request's `voice` that is a name of another service."""
    voice = book.stand_in(name)
    return () if voice is None else (SpeechWarning("voice_replaced", _replaced(voice, name), "voice"),)


class VoiceChooser:
    """Chooses for one request; `asked_for` is its voice. With `brings_language` the text in a voice of another service
    is in the language of that voice."""

    def __init__(self, book: VoiceBook, cast: Cast, asked_for: Voice, *, brings_language: bool = False) -> None:
        self._brings_language = brings_language
        self._book = book
        self._cast = cast
        self._asked_for = asked_for

    def choose(self, wish: VoiceWish) -> VoiceChoice:
        if not wish.name:
            return self._by_language(wish)
        # SSML allows a list of names; the name of a mix may have spaces too.
        names = (wish.name, *wish.name.split(maxsplit=_MOST_NAMES)[:_MOST_NAMES])
        found = next(filter(None, map(self._named, names)), None)
        if found is not None:
            return found
        if wish.language or wish.gender:
            chosen = self._by_language(wish)
            speaker = chosen.voice or (wish.around or self._asked_for.id)
            return VoiceChoice(chosen.voice, "unknown_voice", f"name of voice is unknown; {speaker} speaks.")
        if any(map(foreign_voice, names)):
            message = "koe does not speak the language of this voice; the voice does not change."
            return VoiceChoice(None, "voice_replaced", message)
        return VoiceChoice(None, "unknown_voice", "name of voice is unknown; the voice does not change.")

    def pitch_hz(self, voice: str | None) -> float:
        return _PITCH_HZ[self._around(voice).gender]

    def _named(self, name: str) -> VoiceChoice | None:
        if not self._book.knows(name):
            return None
        voice = self._book.stand_in(name)
        if voice is None:
            return VoiceChoice(name)
        if voice.language not in READABLE:
            return None
        language = voice.language if self._brings_language else None
        return VoiceChoice(voice.id, "voice_replaced", _replaced(voice, name), language)

    def _by_language(self, wish: VoiceWish) -> VoiceChoice:
        """The voice that speaks stays if it is of that language and gender; an accent is part of the language here."""
        around = self._around(wish.around)
        language, gender = wish.language or wish.text_language, wish.gender or None
        if not wish.variant and around.language == language and gender in (None, around.gender):
            return VoiceChoice(None)
        voices = self._book.of_language(language, gender)
        if not voices:
            others = self._book.of_language(language)
            speaker = others[0] if others else around
            message = f"koe has no {gender or ''} voice of {LANGUAGES[language].name}; {speaker.id} speaks."
            return VoiceChoice(speaker.id if others else None, "voice_replaced", " ".join(message.split()))
        chosen = self._cast.voice_for(language, around)
        first = next((voice for voice in voices if voice.id == chosen), voices[0])
        return VoiceChoice(voices[(wish.variant - 1) % len(voices)].id if wish.variant else first.id)

    def _around(self, name: str | None) -> Voice:
        return self._book.find(name) if name else self._asked_for


def _replaced(voice: Voice, name: str) -> str:
    foreign = foreign_voice(name)
    is_same = foreign is not None and foreign.gender in (None, voice.gender)
    which = f"a {voice.gender} voice of {LANGUAGES[voice.language].name}"
    kept = which if is_same else f"{which}, because koe has none of the other gender"
    return f"A voice of another service is replaced by {voice.id}, {kept}."
