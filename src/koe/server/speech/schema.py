"""The body of POST /v1/audio/speech: OpenAI's fields and koe's."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from koe.server.fields import DeliveredSound, SpokenText


class SpeechBody(DeliveredSound, SpokenText):
    instructions: Any = Field(None, description="Accepted and ignored: Kokoro takes no directions.")
