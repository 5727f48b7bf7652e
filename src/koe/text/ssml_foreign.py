"""Table of the elements that strict mode refuses and lenient mode knows: what becomes of them, and what is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_AS_USUAL = "is not supported; its content is spoken as usual."
_WITHOUT_EFFECT = "is not supported and has no effect."


@dataclass(frozen=True, slots=True)
class Foreign:
    """An element, its warning ("": none is needed), and whether its content is spoken."""

    warning: str = _AS_USUAL
    is_spoken: bool = True


FOREIGN: Mapping[str, Foreign] = {
    # SSML 1.1
    "audio": Foreign("is not played; the text inside it is spoken."),
    "desc": Foreign("", is_spoken=False),
    "lexicon": Foreign("is not fetched; send its entries in the field lexicon.", is_spoken=False),
    "lookup": Foreign(""),
    "meta": Foreign("", is_spoken=False),
    "metadata": Foreign("", is_spoken=False),
    "token": Foreign(""),
    "w": Foreign(""),
    # Azure
    "bookmark": Foreign(""),
    "math": Foreign(),
    "mstts:audioduration": Foreign(_WITHOUT_EFFECT),
    "mstts:backgroundaudio": Foreign(_WITHOUT_EFFECT, is_spoken=False),
    "mstts:dialog": Foreign(),
    "mstts:express-as": Foreign(),
    "mstts:silence": Foreign(""),
    "mstts:ttsembedding": Foreign(),
    "mstts:turn": Foreign(),
    "mstts:viseme": Foreign(_WITHOUT_EFFECT),
    "mstts:voiceconversion": Foreign(_WITHOUT_EFFECT, is_spoken=False),
    # Google
    "google:style": Foreign(),
    "media": Foreign(""),
    "par": Foreign("is not supported; its parts are spoken one after the other."),
    "seq": Foreign(""),
    # Polly and Alexa
    "alexa:name": Foreign(_WITHOUT_EFFECT, is_spoken=False),
    "amazon:auto-breaths": Foreign(),
    "amazon:breath": Foreign(_WITHOUT_EFFECT),
    "amazon:domain": Foreign(),
    "amazon:effect": Foreign(),
    "amazon:emotion": Foreign(),
    # Watson
    "express-as": Foreign(),
    "voice-transformation": Foreign(),
}

# Attributes that change nothing in speech, or whose element has its own warning. Nothing is said about them.
QUIET: Mapping[str, frozenset[str]] = {
    "": frozenset({"xml:id", "xml:base", "xml:space", "xsi:schemaLocation"}),
    "lang": frozenset({"onlangfailure"}),
    "mark": frozenset({"mark", "name"}),
    "phoneme": frozenset({"type"}),
    "speak": frozenset({"version"}),
    "voice": frozenset({"required", "ordering", "onvoicefailure"}),
}
# Attributes that a warning may name. Others are unknown: their names may be anything.
NAMED = frozenset(
    {
        "accent", "age", "amazon:max-duration", "baseline", "begin", "category", "class", "contour", "detail",
        "duration", "effect", "end", "fadeInDur", "fadeOutDur", "format", "gender", "id", "interpret-as", "lang",
        "language", "languages", "level", "name", "onlangfailure", "parameters", "pitch", "range", "rate",
        "repeatCount", "repeatDur", "role", "soundLevel", "speed", "strength", "style", "time", "type", "volume",
        "weight", "xml:lang",
    }
)  # fmt: skip
