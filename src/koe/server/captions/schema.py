"""The body of POST /v1/audio/captions and what it is answered with."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from koe.server.openapi import leaves_out
from koe.server.speech.schema import SpeechBody
from koe.types import Cue
from koe.wire.captions import Caption, CaptionFormat


class CaptionsBody(SpeechBody):
    """Speech that is answered whole, and when each word of it is spoken."""

    model_config = ConfigDict(json_schema_extra=leaves_out("stream", "stream_format", "timestamps"))

    caption_format: CaptionFormat = Field(
        "json", description="What `captions` is: `json` a list, `srt` or `vtt` the text of such a file."
    )
    audio: StrictBool = Field(
        True, description="false: without the audio; with `srt` or `vtt` the answer is that file alone."
    )


class WordTime(BaseModel):
    """Seconds from the first sample of the audio; `start:stop` are characters of the input."""

    word: str
    start_s: float
    end_s: float
    start: int
    stop: int

    @classmethod
    def of(cls, cue: Cue) -> WordTime:
        return cls(
            word=cue.text, start_s=round(cue.start_s, 3), end_s=round(cue.end_s, 3), start=cue.start, stop=cue.stop
        )


class CaptionObject(BaseModel):
    start_s: float
    end_s: float
    text: str

    @classmethod
    def of(cls, caption: Caption) -> CaptionObject:
        return cls(start_s=round(caption.start_s, 3), end_s=round(caption.end_s, 3), text=caption.text)


class CaptionedSpeech(BaseModel):
    audio: str | None = Field(None, description="A whole file in base64; absent if it was not asked for.")
    format: str
    sample_rate: int
    duration_s: float
    words: list[WordTime]
    captions: list[CaptionObject] | str
