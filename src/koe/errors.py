"""The tree of errors. Whoever catches decides by the branch, never by the message.

    KoeError
    ├── RequestError              the caller can mend it (4xx); names the parameter
    │   ├── EmptyText             nothing but whitespace
    │   ├── TextTooLong           more characters than the limit
    │   ├── UnknownVoice          carries the nearest names
    │   ├── BadMix                voices that cannot be mixed as asked
    │   ├── UnknownLanguage       no such language
    │   ├── MissingExtra          a language whose packages are not installed; names the extra
    │   ├── OutOfRange            a number outside its bounds
    │   ├── OneOf                 not one of the values that are allowed
    │   ├── UnknownPhoneme        a symbol outside the model's alphabet; names its place and its code point
    │   ├── PauseTooLong          one pause, or all of a text together
    │   ├── BadMarkup             SSML that cannot be followed; carries code, line and column
    │   ├── BadLexicon            entries of a request that cannot be used; names the entry
    │   ├── BadMessage            a message of a live stream that cannot be followed; BadStart: the first one
    │   ├── StreamIdle            nothing came for a live stream for too long
    │   ├── UnknownStream         no such live stream, or not any more (404)
    │   ├── TooManyStreams        as many live streams are open as may be (429)
    │   ├── ChunkExpired          a frame that is no longer kept (410)
    │   ├── ChunkInFuture         a frame that was never sent (409)
    │   └── Busy                  no room for one more stream (429); carries retry_after_s
    └── EngineError               the caller cannot mend it (5xx)
        ├── AssetError            a model or voice file cannot be had or is not what it should be
        ├── StageError            a stage model is missing, foreign or of another build
        ├── BadOutput             the model returned something that is not speech
        ├── LexiconError          a lexicon file that cannot be used; names file, line and reason (koe.text.lexicon)
        ├── GoldenFileError       the file of golden clips cannot be used (koe.bench.golden)
        ├── DeviceError           the sound card is missing or refused
        ├── AudioFileError        the file for the audio cannot be written
        ├── Stopping              koe is shutting down (503)
        ├── TookTooLong           the next block, or the whole request, was waited for too long (504)
        ├── LaneStalled           the model hangs; nobody new is let in (503); carries retry_after_s
        ├── Refused               a server that was to be measured had no room; carries retry_after_s
        ├── StreamBroken          raised after the first byte, so that the connection is cut
        └── Cancelled             the stream was ended before its last block

Messages hold no text of the user's: they travel into logs and error bodies.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import PurePath

_INNERMOST_PLACES = 8


class KoeError(Exception):
    """Anything koe raises on purpose."""


class RequestError(KoeError):
    """The caller can mend this one. `param` is the field as the HTTP API names it."""

    code = "invalid_value"

    def __init__(self, message: str, param: str | None) -> None:
        super().__init__(message)
        self.message = message
        self.param = param


class EmptyText(RequestError):
    code = "empty_input"

    def __init__(self, param: str = "input") -> None:
        super().__init__(f"{param} is empty: give at least one character that is not whitespace.", param)


class TextTooLong(RequestError):
    code = "string_above_max_length"

    def __init__(self, characters: int, limit: int, param: str = "input") -> None:
        super().__init__(f"{param} has {characters} characters; at most {limit} are allowed.", param)


class UnknownVoice(RequestError):
    """Does not repeat the name that was asked for: it may be misplaced text."""

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
    """Does not repeat what was asked for either."""

    code = "invalid_voice_mix"

    def __init__(self) -> None:
        super().__init__(
            "voice cannot be mixed like that. Allowed: up to 8 voices with + or - between them and weights from 0 to "
            "100, as in af_heart(2)+bf_emma(1), af_heart:0.6+bf_emma:0.4 or af_heart(1)-af_sky(0.3); what is added "
            "must clearly outweigh what is taken away.",
            "voice",
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
    """Places count from 0. The symbol is told as a code point only: it may be misplaced text."""

    code = "unknown_phoneme"

    def __init__(self, symbol: str, string: int, position: int) -> None:
        super().__init__(
            f"phonemes: U+{ord(symbol):04X} at position {position} of string {string}, both counted from 0, "
            "is not in Kokoro's alphabet. POST /v1/phonemize tells how a text is written in it.",
            "phonemes",
        )
        self.string = string
        self.position = position


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
    """Refused before anything has begun: the client may try again."""

    code = "invalid_value"


class StreamIdle(RequestError):
    code = "stream_idle"

    def __init__(self) -> None:
        super().__init__("The stream was paused or without text for too long.", None)


class UnknownStream(RequestError):
    code = "unknown_stream"

    def __init__(self) -> None:
        super().__init__("stream is unknown: it never was, it has ended, or the time to come back is over.", "stream")


class TooManyStreams(RequestError):
    code = "too_many_streams"

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} live streams are open, and there may be no more.", None)


class ChunkExpired(RequestError):
    code = "chunk_expired"

    def __init__(self, oldest: int) -> None:
        super().__init__(f"chunk_id is no longer kept; the oldest is {oldest}.", "chunk_id")


class ChunkInFuture(RequestError):
    code = "chunk_in_future"

    def __init__(self, sent: int) -> None:
        super().__init__(f"chunk_id was never sent; at most {sent} can be asked for.", "chunk_id")


class Busy(RequestError):
    code = "rate_limit_exceeded"

    def __init__(self, streams: int, retry_after_s: int) -> None:
        message = f"{streams} streams are running, and one more could not be served in time."
        super().__init__(f"{message} Try again in {retry_after_s} s.", None)
        self.retry_after_s = retry_after_s


class EngineError(KoeError):
    """Something on koe's side. Never the caller's fault."""

    code = "engine_error"


class AssetError(EngineError):
    code = "asset_error"


class StageError(EngineError):
    code = "stage_error"


class BadOutput(EngineError):
    code = "bad_output"


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

    def __init__(self, what: str, limit_s: float) -> None:
        super().__init__(f"{what} took longer than {limit_s:g} s.")


class LaneStalled(EngineError):
    code = "lane_stalled"

    def __init__(self, retry_after_s: int) -> None:
        super().__init__(f"The model does not answer at the moment. Try again in {retry_after_s} s.")
        self.retry_after_s = retry_after_s


class Refused(EngineError):
    code = "refused"

    def __init__(self, retry_after_s: int) -> None:
        super().__init__(f"The server has no room; it asks to try again in {retry_after_s} s.")
        self.retry_after_s = retry_after_s


class StreamBroken(EngineError):
    """A broken stream must not look complete."""

    code = "stream_broken"


class Cancelled(EngineError):
    code = "cancelled"


def described(error: BaseException) -> str:
    """For a log: its type and where it came from. What it says only if koe wrote it: another's message may hold
    anything, the user's text too."""
    message = f": {error}" if isinstance(error, KoeError) else ""
    frames = list(traceback.walk_tb(error.__traceback__))[-_INNERMOST_PLACES:]
    places = " > ".join(place_of(frame.f_code.co_filename, line) for frame, line in frames)
    return f"{type(error).__name__}{message}" + (f" ({places})" if places else "")


def place_of(file: str, line: int) -> str:
    """`engine/stream.py:120`: enough to find it, and nothing of the machine."""
    return f"{'/'.join(PurePath(file).parts[-2:])}:{line}"
