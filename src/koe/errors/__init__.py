"""The tree of errors. Code that catches one decides by its class, never by its message.

    KoeError
    ├── RequestError              the client can fix it (4xx); names the parameter
    │   ├── EmptyText             the text is only whitespace
    │   ├── TextTooLong           the text has more characters than the limit
    │   ├── UnknownVoice          no such voice; carries the nearest names
    │   ├── BadMix                the mix of voices is not valid
    │   ├── ModelNotOffered       koe has the build that model names, but does not offer it here (404)
    │   ├── UnknownLanguage       no such language
    │   ├── MissingExtra          the packages of a language are not installed; names the extra
    │   ├── OutOfRange            a number is outside its range
    │   ├── OneOf                 a value is not one of those allowed
    │   ├── UnknownPhoneme        a symbol is not in the model's alphabet; names its place and code point
    │   ├── BadTag                an inline tag names an unknown voice or a wrong rate; carries its place
    │   ├── PauseTooLong          one pause is too long, or all pauses of a text together are
    │   ├── BadMarkup             the SSML is invalid or not supported; carries code, line and column
    │   ├── BadLexicon            an entry of the request's lexicon is invalid; names the entry
    │   ├── BadDocument           a document is damaged, too large or of no known format (koe.documents.errors);
    │   │                         EmptyDocument: it has no text; ProtectedDocument: it is encrypted
    │   ├── BadMessage            a message of a live stream is invalid; BadStart: its first one
    │   ├── StreamIdle            a live stream was paused or without text for too long (408)
    │   ├── UnknownStream         there is no such live stream, or it has ended (404)
    │   ├── TooManyStreams        the limit of open live streams is reached (429)
    │   ├── ChunkExpired          a frame is no longer in the replay buffer (410)
    │   ├── ChunkInFuture         a frame was never sent (409)
    │   └── Busy                  one more stream could not be served in time (429); carries retry_after_s
    └── EngineError               the client cannot fix it (5xx)
        ├── AssetError            a model or voice file is missing, damaged or cannot be downloaded
        ├── StageError            a stage model is missing, damaged or of another build
        ├── BadOutput             the model returned something that is not speech
        ├── ProviderFailed        the provider of a stage raised, hangs or returned values that are not finite
        ├── LaneExit              a step would have ended its thread
        ├── LexiconError          a lexicon file is invalid; names file, line and reason (koe.text.lexicon)
        ├── GoldenFileError       the file of golden clips is invalid (koe.bench.golden)
        ├── DeviceError           the sound card is missing or cannot be opened
        ├── AudioFileError        the audio file cannot be written
        ├── Stopping              koe is shutting down (503)
        ├── TookTooLong           timeout of the next block or of the whole request (504)
        ├── LaneStalled           the model hangs and new requests are refused (503); carries retry_after_s
        ├── MemoryShort           memory is short and new requests are refused (503); carries retry_after_s
        ├── Refused               the server under measurement answered 429; carries retry_after_s
        ├── Unavailable           it answered 503; carries retry_after_s
        ├── StreamBroken          the stream failed after its first byte; the connection is cut
        └── Cancelled             the stream was cancelled before its last block

Messages hold no user text: they appear in logs and error bodies. The message about a limit names the setting that
changes it.
"""

from __future__ import annotations

from koe.errors.described import described, place_of
from koe.errors.engine import (
    AssetError,
    AudioFileError,
    BadOutput,
    Cancelled,
    DeviceError,
    EngineError,
    LaneExit,
    LaneStalled,
    MemoryShort,
    ProviderFailed,
    Refused,
    StageError,
    Stopping,
    StreamBroken,
    TookTooLong,
    Unavailable,
)
from koe.errors.request import (
    BadLexicon,
    BadMarkup,
    BadMessage,
    BadMix,
    BadStart,
    BadTag,
    Busy,
    ChunkExpired,
    ChunkInFuture,
    EmptyText,
    MissingExtra,
    ModelNotOffered,
    OneOf,
    OutOfRange,
    PauseTooLong,
    RequestError,
    StreamIdle,
    TextTooLong,
    TooManyStreams,
    UnknownLanguage,
    UnknownPhoneme,
    UnknownStream,
    UnknownVoice,
)
from koe.errors.root import KoeError

__all__ = [
    "AssetError",
    "AudioFileError",
    "BadLexicon",
    "BadMarkup",
    "BadMessage",
    "BadMix",
    "BadOutput",
    "BadStart",
    "BadTag",
    "Busy",
    "Cancelled",
    "ChunkExpired",
    "ChunkInFuture",
    "DeviceError",
    "EmptyText",
    "EngineError",
    "KoeError",
    "LaneExit",
    "LaneStalled",
    "MemoryShort",
    "MissingExtra",
    "ModelNotOffered",
    "OneOf",
    "OutOfRange",
    "PauseTooLong",
    "ProviderFailed",
    "Refused",
    "RequestError",
    "StageError",
    "Stopping",
    "StreamBroken",
    "StreamIdle",
    "TextTooLong",
    "TooManyStreams",
    "TookTooLong",
    "Unavailable",
    "UnknownLanguage",
    "UnknownPhoneme",
    "UnknownStream",
    "UnknownVoice",
    "described",
    "place_of",
]
