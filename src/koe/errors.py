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

import traceback
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import PurePath

_INNERMOST_PLACES = 8


class KoeError(Exception):
    """Base class of all errors that koe raises."""


class RequestError(KoeError):
    """An error that the client can fix. `param` is the field's name in the HTTP API."""

    code = "invalid_value"

    def __init__(self, message: str, param: str | None) -> None:
        super().__init__(message)
        self.message = message
        self.param = param


class EmptyText(RequestError):
    code = "empty_input"

    def __init__(self, param: str = "input") -> None:
        super().__init__(f"{param} is empty: it must have at least one character that is not whitespace.", param)


class TextTooLong(RequestError):
    code = "string_above_max_length"

    def __init__(self, characters: int, limit: int, param: str = "input") -> None:
        super().__init__(
            f"{param} has {characters} characters; at most {limit} are allowed (KOKORO_MAX_CHARACTERS).", param
        )


class UnknownVoice(RequestError):
    """The message does not repeat the name: it may be misplaced user text."""

    code = "unknown_voice"

    def __init__(self, name: str, available: Sequence[str]) -> None:
        nearest = get_close_matches(name[:64].lower(), available, n=3, cutoff=0.4) or list(available[:3])
        self.nearest = tuple(nearest)
        super().__init__(
            f"voice is unknown. Nearest: {', '.join(nearest)}. "
            f"All {len(available)}: `koe voices`, or GET /v1/audio/voices.",
            "voice",
        )


class BadMix(RequestError):
    """The message does not repeat the mix: it may be misplaced user text."""

    code = "invalid_voice_mix"

    def __init__(self) -> None:
        super().__init__(
            "voice is not a valid mix. Allowed: up to 8 voices with + or - between them and weights from 0 to "
            "100, as in af_heart(2)+bf_emma(1), af_heart:0.6+bf_emma:0.4 or af_heart(1)-af_sky(0.3); the "
            "weights that are added must clearly exceed those that are subtracted.",
            "voice",
        )


class ModelNotOffered(RequestError):
    code = "model_not_found"

    def __init__(self, offered: Sequence[str]) -> None:
        super().__init__(
            f"model names a build that this server does not offer. Offered: {', '.join(offered)}; other builds are "
            "offered if KOKORO_BUILDS lists them.",
            "model",
        )


class UnknownLanguage(RequestError):
    code = "unknown_language"

    def __init__(self, available: Sequence[str]) -> None:
        super().__init__(f"language is unknown. Allowed: {', '.join(available)}.", "language")


class MissingExtra(RequestError):
    code = "missing_extra"

    def __init__(self, name: str, extra: str) -> None:
        super().__init__(f'{name} needs packages that are not installed: pip install "koe[{extra}]".', "language")
        self.extra = extra


class OutOfRange(RequestError):
    code = "value_out_of_range"

    def __init__(self, param: str, lowest: float, highest: float) -> None:
        super().__init__(f"{param} must be a number from {lowest:g} to {highest:g}.", param)


class OneOf(RequestError):
    def __init__(self, param: str, allowed: Sequence[object]) -> None:
        super().__init__(f"{param} must be one of {', '.join(map(str, allowed))}.", param)


class UnknownPhoneme(RequestError):
    """Positions count from 0. The message has the symbol as a code point only: it may be misplaced user text."""

    code = "unknown_phoneme"

    def __init__(self, symbol: str, string: int, position: int) -> None:
        super().__init__(
            f"phonemes: U+{ord(symbol):04X} at position {position} of string {string}, both counted from 0, "
            "is not in Kokoro's alphabet. POST /v1/phonemize gives the phonemes of a text.",
            "phonemes",
        )
        self.string = string
        self.position = position


class BadTag(RequestError):
    """`code` is that of the error that the value would get as a field. `place` counts characters from 0."""

    def __init__(self, code: str, message: str, place: int) -> None:
        super().__init__(f"{message} (tag at character {place} of input, counted from 0)", "input")
        self.code = code
        self.place = place


class PauseTooLong(RequestError):
    code = "value_out_of_range"

    def __init__(self, what: str, longest_s: float) -> None:
        super().__init__(f"{what} must be at most {longest_s:g} s long.", "input")


class BadMarkup(RequestError):
    """`code` is one of ssml_malformed, ssml_unsupported_element, ssml_unsupported_attribute, ssml_value_out_of_range,
    ssml_dtd_forbidden, ssml_limit_exceeded. Lines and columns count from 1."""

    def __init__(self, code: str, message: str, line: int, column: int) -> None:
        super().__init__(f"{message} (line {line}, column {column})", "input")
        self.code = code
        self.line = line
        self.column = column


class BadLexicon(RequestError):
    code = "invalid_lexicon"

    def __init__(self, message: str) -> None:
        super().__init__(message, "lexicon")


class BadMessage(RequestError):
    code = "invalid_message"


class BadStart(BadMessage):
    """A start message is invalid. No stream has begun, so that the client may try again."""

    code = "invalid_value"


class StreamIdle(RequestError):
    code = "stream_idle"

    def __init__(self) -> None:
        super().__init__("No text came, or the stream was paused, for longer than KOKORO_STREAM_IDLE_S.", None)


class UnknownStream(RequestError):
    code = "unknown_stream"

    def __init__(self) -> None:
        super().__init__(
            "stream is unknown: it never existed, it has ended, or the time to reconnect is over (KOKORO_RESUME_S).",
            "stream",
        )


class TooManyStreams(RequestError):
    code = "too_many_streams"

    def __init__(self, most: int) -> None:
        limit = f"{most} live streams are open, which is the limit (KOKORO_MAX_OPEN_STREAMS)"
        super().__init__(f"{limit}. Try again when one has ended.", None)


class ChunkExpired(RequestError):
    code = "chunk_expired"

    def __init__(self, oldest: int) -> None:
        super().__init__(
            f"chunk_id must be at least {oldest}: older frames are no longer kept (KOKORO_REPLAY_BYTES).", "chunk_id"
        )


class ChunkInFuture(RequestError):
    code = "chunk_in_future"

    def __init__(self, sent: int) -> None:
        super().__init__(f"chunk_id must be at most {sent}: later frames were never sent.", "chunk_id")


class Busy(RequestError):
    code = "rate_limit_exceeded"

    def __init__(self, streams: int, retry_after_s: int, limit: int | None = None) -> None:
        """`limit`: how many may run at once, whether they could be served or not."""
        is_full = limit is not None and streams >= limit
        reason = "which is the limit (KOKORO_MAX_STREAMS)" if is_full else "and one more could not be served in time"
        super().__init__(f"{streams} streams are running, {reason}. Try again in {retry_after_s} s.", None)
        self.retry_after_s = retry_after_s


class EngineError(KoeError):
    """A failure on koe's side, never the client's fault."""

    code = "engine_error"


class AssetError(EngineError):
    code = "asset_error"


class StageError(EngineError):
    code = "stage_error"


class BadOutput(EngineError):
    """`cause` is one word for counters: not_finite, constant, too_loud, too_soft, empty, too_long. `stage` is the one
    that returned it."""

    code = "bad_output"

    def __init__(self, message: str, cause: str = "bad_output", stage: str = "generator") -> None:
        super().__init__(message)
        self.cause = cause
        self.stage = stage


class ProviderFailed(EngineError):
    """`cause` is one word for counters: raised, hangs, not_finite."""

    code = "stage_error"

    def __init__(self, provider: str, stage: str, cause: str) -> None:
        super().__init__(f"The provider {provider} failed in the {stage} stage ({cause}).")
        self.provider = provider
        self.stage = stage
        self.cause = cause


class LaneExit(EngineError):
    """A step raised what is no `Exception`, as `sys.exit` does: it must end neither the lane nor an event loop."""

    code = "internal_error"

    def __init__(self, raised: BaseException) -> None:
        super().__init__(f"A step of the lane raised {type(raised).__name__}.")


class DeviceError(EngineError):
    code = "device_error"


class AudioFileError(EngineError):
    code = "audio_file_error"


class Stopping(EngineError):
    code = "stopping"

    def __init__(self) -> None:
        super().__init__("koe is shutting down.")


class TookTooLong(EngineError):
    code = "took_too_long"

    def __init__(self, what: str, limit_s: float, setting: str) -> None:
        super().__init__(f"{what} took longer than {limit_s:g} s ({setting}).")


class LaneStalled(EngineError):
    code = "lane_stalled"

    def __init__(self, retry_after_s: int) -> None:
        super().__init__(
            f"The model has not responded for longer than KOKORO_STEP_TIMEOUT_S. Try again in {retry_after_s} s."
        )
        self.retry_after_s = retry_after_s


class MemoryShort(EngineError):
    """`limit` names what an operator can change; empty if the system itself reports the pressure."""

    code = "memory_short"

    def __init__(self, limit: str, retry_after_s: int) -> None:
        under = f" under {limit}" if limit else ""
        super().__init__(f"There is not enough memory for this request{under}. Try again in {retry_after_s} s.")
        self.retry_after_s = retry_after_s


class Refused(EngineError):
    code = "refused"

    def __init__(self, retry_after_s: int) -> None:
        super().__init__(f"The server is busy (429). Try again in {retry_after_s} s.")
        self.retry_after_s = retry_after_s


class Unavailable(EngineError):
    code = "unavailable"

    def __init__(self, retry_after_s: int) -> None:
        super().__init__(f"The server takes no requests now (503). Try again in {retry_after_s} s.")
        self.retry_after_s = retry_after_s


class StreamBroken(EngineError):
    """A stream failed after its first byte. The connection is cut, so that the answer does not look complete."""

    code = "stream_broken"


class Cancelled(EngineError):
    code = "cancelled"


def described(error: BaseException) -> str:
    """An error as text for the log: its type and the places in the code. The message is included only if koe wrote it:
    that of a library may hold user text."""
    message = f": {error}" if isinstance(error, KoeError) else ""
    frames = list(traceback.walk_tb(error.__traceback__))[-_INNERMOST_PLACES:]
    places = " > ".join(place_of(frame.f_code.co_filename, line) for frame, line in frames)
    return f"{type(error).__name__}{message}" + (f" ({places})" if places else "")


def place_of(file: str, line: int) -> str:
    """`engine/stream.py:120`: folder, file and line, without the rest of the path."""
    return f"{'/'.join(PurePath(file).parts[-2:])}:{line}"
