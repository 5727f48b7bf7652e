"""Bodies and answers of phonemization and of speech from phonemes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from pydantic import AliasChoices, BaseModel, Field, StrictStr

from koe.server.fields import FORMAT_NAMES, DeliveredSound, SpokenText, VoiceFields
from koe.text import vocab
from koe.text.preview import SentencePreview
from koe.types import PhonemeRequest


class PhonemizeBody(SpokenText):
    """A text and its voice, without a sound."""


class KokoroFastApiPhonemizeBody(PhonemizeBody):
    """Kokoro-FastAPI's default: American English."""

    language: StrictStr | None = Field("a", validation_alias=AliasChoices("language", "lang", "lang_code"))


class PhonemizedWord(BaseModel):
    """`text_start:text_stop` are characters of the input."""

    word: str
    text_start: int
    text_stop: int
    phonemes: str


class RecognisedExpression(BaseModel):
    """A part of the text that is not read as it is written: a date, a sum, an address."""

    kind: str = Field(description="The kind of `normalization` that leaves it as written when switched off.")
    name: str = Field(description="What it was recognised as.")
    written: str
    spoken: str
    text_start: int
    text_stop: int


class PhonemizedSegment(BaseModel):
    """What G2P reads at once, mostly a sentence. `text_start:text_stop` are characters of the input."""

    text: str
    text_start: int
    text_stop: int
    language: str
    voice: str | None
    spoken: str = Field(description="The text after normalisation.")
    phonemes: str
    words: list[PhonemizedWord]
    pause_ms: float | None = Field(description="The silence after it, if the text asks for one.")
    fell_back: dict[str, int] = Field(description="How often each fallback was used.")
    expressions: list[RecognisedExpression]

    @classmethod
    def of(cls, segment: SentencePreview) -> PhonemizedSegment:
        return cls.model_validate(asdict(segment))


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
    tokens: list[int] = Field(description="With the padding that the model needs at both ends.")

    @classmethod
    def of(cls, segments: Sequence[SentencePreview]) -> KokoroFastApiPhonemes:
        phonemes = Phonemized.of(segments).phonemes
        return cls(phonemes=phonemes, tokens=[vocab.PAD_ID, *vocab.encode(phonemes), vocab.PAD_ID])


class PhonemesBody(DeliveredSound, VoiceFields):
    """Phonemes in place of a text."""

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
        voice = self.voice_name(default_voice)
        return PhonemeRequest(tuple(self._strings), voice, self.speed, self.stream, self.model)


class KokoroFastApiPhonemesBody(PhonemesBody):
    """Kokoro-FastAPI's defaults: a whole WAV file."""

    response_format: StrictStr = Field(
        "wav", validation_alias=AliasChoices("response_format", "format"), json_schema_extra=FORMAT_NAMES
    )
    stream: bool = Field(False, strict=True)
