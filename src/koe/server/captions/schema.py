"""The body of POST /v1/audio/captions, and its answer."""

from __future__ import annotations

from pydantic import BaseModel, Field, StrictBool

from koe.server.fields import DeliveredSound, SoundFields, SpokenText
from koe.types import Cue
from koe.wire.captions import Caption, CaptionFormat
from koe.wire.words import word_json


class CaptionsBody(SoundFields, SpokenText):
    """Speech that is answered whole, with the times of its words."""

    caption_format: CaptionFormat = Field(
        "json", description="What `captions` is: `json` a list, `srt` or `vtt` the text of such a file."
    )
    audio: StrictBool = Field(
        True, description="false: without the audio; with `srt` or `vtt` the answer is that file alone."
    )


class KokoroFastApiCaptionsBody(DeliveredSound, SpokenText):
    """Kokoro-FastAPI's fields: a stream of JSON lines, or one object."""

    return_timestamps: StrictBool = Field(True, description="false: without the times of the words.")


class KokoroFastApiWord(BaseModel):
    """Seconds from the first sample of the audio."""

    word: str
    start_time: float
    end_time: float

    @classmethod
    def of(cls, cue: Cue) -> KokoroFastApiWord:
        return cls(word=cue.text, start_time=round(cue.start_s, 3), end_time=round(cue.end_s, 3))


class KokoroFastApiCaptioned(BaseModel):
    audio: str = Field(description="A part of the audio, or all of it, in base64.")
    audio_format: str = Field(description="Its media type.")
    timestamps: list[KokoroFastApiWord] | None = Field(description="The words that begin in this part.")


class WordTime(BaseModel):
    """Seconds from the first sample of the audio; `text_start:text_stop` are characters of the input."""

    word: str
    start_s: float
    end_s: float
    text_start: int
    text_stop: int

    @classmethod
    def of(cls, cue: Cue) -> WordTime:
        return cls.model_validate(word_json(cue))


class CaptionObject(BaseModel):
    start_s: float
    end_s: float
    text: str

    @classmethod
    def of(cls, caption: Caption) -> CaptionObject:
        return cls(start_s=round(caption.start_s, 3), end_s=round(caption.end_s, 3), text=caption.text)


class CaptionedSpeech(BaseModel):
    audio: str | None = Field(None, description="A whole file in base64; absent without `audio`.")
    format: str
    sample_rate: int
    duration_s: float
    words: list[WordTime]
    captions: list[CaptionObject] | str
