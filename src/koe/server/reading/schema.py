"""Bodies and answers of what concerns phonemes."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StrictStr

from koe.server.openapi import leaves_out
from koe.server.speech.schema import SpeechBody
from koe.text import vocab
from koe.text.preview import SentencePreview
from koe.types import PhonemeRequest

_OF_SOUND = ("model", "response_format", "sample_rate", "stream", "stream_format", "timestamps", "volume_multiplier")
_OF_TEXT = ("input", "language", "input_format", "lexicon", "normalization", "normalization_options")


class PhonemizeBody(SpeechBody):
    """What a speech body says of its text; what it says of the sound is of no matter here."""

    model_config = ConfigDict(json_schema_extra=leaves_out(*_OF_SOUND, "instructions"))


class KokoroFastApiPhonemizeBody(PhonemizeBody):
    """As Kokoro-FastAPI has it: American English if nothing is said."""

    language: StrictStr | None = Field("a", validation_alias=AliasChoices("language", "lang", "lang_code"))


class PhonemizedWord(BaseModel):
    """`start:stop` are characters of the input."""

    word: str
    start: int
    stop: int
    phonemes: str


class PhonemizedSegment(BaseModel):
    """What is read in one go, mostly a sentence."""

    text: str
    start: int
    stop: int
    language: str
    voice: str | None
    spoken: str = Field(description="The words that a person would say.")
    phonemes: str
    words: list[PhonemizedWord]
    pause_ms: float | None = Field(description="The silence after it, if one was asked for.")
    fell_back: dict[str, int] = Field(description="How often the best way to read did not work, by what was done.")

    @classmethod
    def of(cls, segment: SentencePreview) -> PhonemizedSegment:
        words = [
            PhonemizedWord(word=word.text, start=word.start, stop=word.stop, phonemes=word.phonemes)
            for word in segment.words
        ]
        return cls(
            text=segment.text,
            start=segment.start,
            stop=segment.stop,
            language=segment.language,
            voice=segment.voice,
            spoken=segment.spoken,
            phonemes=segment.phonemes,
            words=words,
            pause_ms=segment.pause_ms,
            fell_back=segment.fell_back,
        )


class Phonemized(BaseModel):
    phonemes: str
    spoken: str
    segments: list[PhonemizedSegment]

    @classmethod
    def of(cls, segments: Sequence[SentencePreview]) -> Phonemized:
        return cls(
            phonemes=" ".join(segment.phonemes for segment in segments if segment.phonemes),
            spoken=" ".join(segment.spoken for segment in segments if segment.spoken),
            segments=[PhonemizedSegment.of(segment) for segment in segments],
        )


class KokoroFastApiPhonemes(BaseModel):
    phonemes: str
    tokens: list[int] = Field(description="With the padding that the model wants at both ends.")

    @classmethod
    def of(cls, segments: Sequence[SentencePreview]) -> KokoroFastApiPhonemes:
        phonemes = Phonemized.of(segments).phonemes
        return cls(phonemes=phonemes, tokens=[vocab.PAD_ID, *vocab.encode(phonemes), vocab.PAD_ID])


class PhonemesBody(SpeechBody):
    """A speech body with phonemes in the place of its text."""

    model_config = ConfigDict(json_schema_extra=leaves_out(*_OF_TEXT))

    input: StrictStr = ""
    phonemes: StrictStr | list[StrictStr] = Field(
        description="In Kokoro's alphabet, as POST /v1/phonemize gives them; a list has a string for each sentence."
    )

    @property
    def characters(self) -> int:
        return sum(map(len, self._strings))

    @property
    def _strings(self) -> list[str]:
        return [self.phonemes] if isinstance(self.phonemes, str) else self.phonemes

    def to_phoneme_request(self, default_voice: str) -> PhonemeRequest:
        spoken = self.to_request(default_voice)
        return PhonemeRequest(tuple(self._strings), spoken.voice, spoken.speed, spoken.live)


class KokoroFastApiPhonemesBody(PhonemesBody):
    """As Kokoro-FastAPI has it: a whole WAV file if nothing is said."""

    response_format: StrictStr = Field("wav", validation_alias=AliasChoices("response_format", "format"))
    stream: bool = Field(False, strict=True)
