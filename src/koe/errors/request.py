"""Errors that the client can fix (4xx). Each names the parameter."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from koe.errors.root import KoeError


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
