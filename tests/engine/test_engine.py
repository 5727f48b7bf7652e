"""The engine and its opening cache: repeated texts begin from the cache."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from fakes import tiny_engine, tiny_pipeline, tiny_planner, tiny_stages, tiny_table
from koe.engine.engine import Engine
from koe.engine.opening_cache import OpeningCache
from koe.engine.pipeline import Pipeline
from koe.model.backends import Array, Session
from koe.model.stages import STAGES, Stages
from koe.model.voices import VoiceBook
from koe.types import PhonemeRequest, Samples, SpeechRequest

TEXT = "A sentence that lasts a while and goes on for some words more. And a second one."


class Counted(Session):
    """A generator that counts its windows, and fails in window `breaks_in`."""

    metadata: Mapping[str, str] = {}

    def __init__(self, session: Session) -> None:
        self._session = session
        self.windows = 0
        self.breaks_in: int | None = None

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self.windows += 1
        if self.windows == self.breaks_in:
            raise RuntimeError("a provider's own words")
        return self._session.run(inputs)


@pytest.fixture
def generator() -> Counted:
    return Counted(tiny_stages()["generator"])


@pytest.fixture
def primed(voices: VoiceBook, generator: Counted) -> Iterator[Engine]:
    stages = tiny_stages()
    watched = Stages({stage: stages[stage] for stage in STAGES} | {"generator": generator}, stages.facts)
    engine = tiny_engine(voices, tiny_pipeline(voices, watched), openings=OpeningCache(10_000_000, ttl_s=60))
    yield engine
    engine.close()


def spoken(engine: Engine, text: str = TEXT, **options: Any) -> Samples:
    job = engine.prepare(SpeechRequest(text, **options))
    return np.concatenate([block.samples for block in engine.stream(job)])


def test_repeated_text_begins_from_the_cache_with_the_same_samples(primed: Engine, generator: Counted) -> None:
    fresh = spoken(primed)
    windows = generator.windows
    again = spoken(primed)
    assert np.array_equal(again, fresh)
    assert generator.windows - windows < windows  # cached windows were not decoded again
    state = primed.state.primer
    assert (state.hits, state.misses, state.entries) == (1, 1, 1)
    assert state.size_bytes > 0


def test_cached_opening_is_sent_before_the_lane_works(primed: Engine, generator: Counted) -> None:
    spoken(primed)
    generator.breaks_in = generator.windows + 1  # the next step of the lane fails
    stream = primed.stream(primed.prepare(SpeechRequest(TEXT)))
    first = next(iter(stream))
    assert np.abs(first.samples).max() > 0.01


def test_other_text_with_the_same_first_sentence_begins_from_the_cache(voices: VoiceBook, primed: Engine) -> None:
    spoken(primed)
    other = TEXT.replace("a second one", "something else")
    from_cache = spoken(primed, other)
    assert primed.state.primer.hits == 1
    fresh = tiny_engine(voices)
    expected = spoken(fresh, other)
    fresh.close()
    assert np.array_equal(from_cache, expected)


@pytest.mark.parametrize("change", [{"voice": "am_adam"}, {"speed": 1.1}, {"language": "en-gb"}])
def test_request_that_sounds_different_has_another_opening(primed: Engine, change: dict[str, Any]) -> None:
    spoken(primed)
    spoken(primed, **change)
    assert primed.state.primer.hits == 0


def test_stream_that_fails_is_not_cached_and_raises(primed: Engine, generator: Counted) -> None:
    generator.breaks_in = 3
    with pytest.raises(RuntimeError):
        spoken(primed)
    assert primed.state.primer.entries == 0
    assert spoken(primed).size > 0  # the next one works


def test_file_is_neither_cached_nor_taken_from_the_cache(primed: Engine) -> None:
    live = spoken(primed)
    file = spoken(primed, live=False)
    assert primed.state.primer.hits == 0
    assert file.shape == live.shape
    assert np.allclose(file, live, atol=1e-4)


def test_text_of_one_word_is_cached_whole(primed: Engine) -> None:
    assert np.array_equal(spoken(primed, "Yes."), spoken(primed, "Yes."))
    assert primed.state.primer.hits == 1


def test_warm_up_is_not_counted_as_a_stream(primed: Engine) -> None:
    before = primed.is_warm
    primed.warm_up("af_heart")
    assert (before, primed.is_warm) == (False, True)
    assert primed.state.streams.admitted == 0


def test_spans_decoded_whole_are_counted(voices: VoiceBook) -> None:
    pipeline = Pipeline(tiny_planner(), voices, tiny_stages(), tiny_table(offset=np.nan))
    engine = tiny_engine(voices, pipeline)
    assert spoken(engine).size > 0
    assert engine.state.whole_decodings == 2
    engine.close()


def test_the_same_phonemes_in_another_voice_have_another_opening(voices: VoiceBook, primed: Engine) -> None:
    def phonemes(engine: Engine, voice: str) -> Samples:
        job = engine.prepare_phonemes(PhonemeRequest(("hello there, my friend.",), voice))
        return np.concatenate([block.samples for block in engine.stream(job)])

    phonemes(primed, "af_heart")
    fresh = tiny_engine(voices)
    assert np.array_equal(phonemes(primed, "am_adam"), phonemes(fresh, "am_adam"))
    fresh.close()
