"""Errors that the client cannot fix (5xx): of files, of the machine, of the model, of time."""

from __future__ import annotations

from koe.errors.root import KoeError


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
