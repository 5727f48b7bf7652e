"""A koe server as its listeners have it: first byte and sound, cold and warm, punctuality, and how many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from statistics import median

from koe.bench.client import SpeechClient
from koe.bench.estimates import Estimate, median_of
from koe.bench.listening import Punctuality
from koe.bench.speakers import ServedSpeaker, Spoken
from koe.bench.streams import StreamCapacity
from koe.bench.texts import Preset

Start = Callable[[], AbstractContextManager[SpeechClient]]

LATER_REQUESTS = 5


@dataclass(frozen=True, slots=True)
class FirstRequest:
    """The first request to a fresh server compared with later ones to the same server: medians over the starts."""

    first_s: float
    later_s: float
    ratio: float


@dataclass(frozen=True, slots=True)
class Alone:
    """One listener. `longest_ratio`: TTFA of the longest text compared with the shortest."""

    first_byte_s: Estimate
    ttfa_s: Estimate
    longest_ratio: float
    rtf: float
    punctuality: Punctuality


@dataclass(frozen=True, slots=True)
class Streaming:
    alone: Alone
    cold: FirstRequest
    warmed: FirstRequest
    capacity: StreamCapacity

    def to_json(self) -> dict[str, object]:
        return {**asdict(self), "capacity": self.capacity.to_json()}


def measure_alone(
    client: SpeechClient, presets: Sequence[Preset], trials: int, on_turn: Callable[[], None] = lambda: None
) -> Alone:
    """The presets from the shortest to the longest; the first round is a warm-up and does not count."""
    speaker = ServedSpeaker(client)
    heard: dict[str, list[Spoken]] = {preset.name: [] for preset in presets}
    for turn in range(trials + 1):
        for preset in presets:
            one = speaker.speak(preset.text(turn)).without_samples()
            if turn:
                heard[preset.name].append(one)
            on_turn()
    everything = [one for spoken in heard.values() for one in spoken]
    shortest, longest = (heard[preset.name] for preset in (presets[0], presets[-1]))
    return Alone(
        median_of([one.first_byte_s for one in everything]),
        median_of([one.first_audible_s for one in shortest]),
        median(one.first_audible_s for one in longest) / median(one.first_audible_s for one in shortest),
        median(one.rtf for one in longest),
        Punctuality.of(one.playthrough for one in everything),
    )


def measure_first_request(
    start: Start, preset: Preset, starts: int, on_start: Callable[[], None] = lambda: None
) -> FirstRequest:
    rounds = []
    for _ in range(starts):
        with start() as koe:
            first_s, *later_s = (
                koe.time_first_sound(preset.text(turn)).first_audible_s for turn in range(1 + LATER_REQUESTS)
            )
        rounds.append((first_s, median(later_s)))
        on_start()
    first, later = zip(*rounds, strict=True)
    return FirstRequest(median(first), median(later), median(first_s / later_s for first_s, later_s in rounds))
