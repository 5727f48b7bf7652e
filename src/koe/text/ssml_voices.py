"""What a <voice> element asks for, and who chooses the voice: text knows no voices."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class VoiceWish(NamedTuple):
    """The attributes of a <voice> element; empty ones were not given."""

    name: str
    language: str | None  # a code that can be read
    gender: str  # "female", "male" or ""
    variant: int  # the first is 1
    around: str | None  # the voice of the element around it; None: the request's
    text_language: str  # of the text, if no language is asked for


class VoiceChoice(NamedTuple):
    """A voice, and what has to be said about it. `voice` None: the one that speaks goes on. `language` None: the
    language of the text does not change."""

    voice: str | None
    code: str = ""
    message: str = ""
    language: str | None = None


class ChoosesVoices(Protocol):
    """What SSML needs to know of voices."""

    def choose(self, wish: VoiceWish) -> VoiceChoice: ...

    def pitch_hz(self, voice: str | None) -> float:
        """The usual pitch of a voice; None: the request's."""
