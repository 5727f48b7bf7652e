"""SpanDecoder: the steps of a span, its first clause, and windows that are known already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import pytest

from fakes import tiny_planner, tiny_stages, tiny_table
from koe.audio.join import Joiner
from koe.engine.decode import FASTEST_IN_MODEL, DecodeOptions, SpanDecoder, clause_pauses
from koe.engine.prepare import Preparer
from koe.model.backends import Array, Session
from koe.model.prosody import Prosody
from koe.model.stages import STAGES, Stages
from koe.model.vocoder import Window
from koe.model.voices import STYLE_SIZE
from koe.text import vocab
from koe.text.clause import LONGEST_IN_ONE_PASS
from koe.types import AudioBlock, Samples, Span, SpeechRequest

SHORT = "Hello there, you."
LONG = (
    "The rain above the hills went on for days, and people who lived there could not remember a time like it, "
    "nor one so late."
)
STYLE: Samples = np.zeros((1, STYLE_SIZE), dtype=np.float32)
OPTIONS = DecodeOptions(STYLE, speed=1.0, next_size=lambda: 12)
AT_ONCE = replace(OPTIONS, begins_with_clause=True)


class CountedGenerator(Session):
    metadata: Mapping[str, str] = {}

    def __init__(self) -> None:
        self._session = tiny_stages()["generator"]
        self.windows = 0

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self.windows += 1
        return self._session.run(inputs)


@pytest.fixture
def generator() -> CountedGenerator:
    return CountedGenerator()


@pytest.fixture
def decoder(generator: CountedGenerator) -> SpanDecoder:
    stages = tiny_stages()
    sessions = {stage: stages[stage] for stage in STAGES} | {"generator": generator}
    return SpanDecoder(Stages(sessions, stages.facts), tiny_table())


def span_of(preparer: Preparer, text: str) -> Span:
    (sentence,) = preparer.prepare(SpeechRequest(text)).sentences
    (span,) = tiny_planner().spans(sentence)
    return span


def blocks_in(steps: list[AudioBlock | None]) -> list[AudioBlock]:
    return [step for step in steps if step is not None]


def joined(steps: list[AudioBlock | None]) -> Samples:
    joiner = Joiner()
    return np.concatenate([joiner.process(block).samples for block in blocks_in(steps)])


def runs(steps: list[AudioBlock | None]) -> list[str]:
    """What comes one after the other: `work` is a step without audio; a row of blocks counts once."""
    names: list[str] = []
    for step in steps:
        if step is None:
            names.append("work")
        elif names[-1:] != ["audio"]:
            names.append("audio")
    return names


def cues_at(steps: list[AudioBlock | None]) -> Iterator[tuple[str, float]]:
    """Each cue with its time from the beginning of the span's audio."""
    begin_s = 0.0
    for block in blocks_in(steps):
        yield from ((cue.text, begin_s + cue.start_s) for cue in block.cues)
        begin_s += block.duration_s


@pytest.mark.parametrize("options", [OPTIONS, AT_ONCE])
def test_prosody_and_trunk_are_a_step_each_before_the_windows(
    decoder: SpanDecoder, preparer: Preparer, options: DecodeOptions
) -> None:
    steps = list(decoder.decode(span_of(preparer, SHORT), options))
    assert runs(steps) == ["work", "work", "audio"]
    assert np.abs(joined(steps)).max() > 0.01


def test_long_span_begins_with_a_pass_of_its_first_clause(decoder: SpanDecoder, preparer: Preparer) -> None:
    span = span_of(preparer, LONG)
    assert len(span.tokens) > LONGEST_IN_ONE_PASS
    assert runs(list(decoder.decode(span, AT_ONCE))) == ["work", "work", "audio"] * 2
    assert runs(list(decoder.decode(span, OPTIONS))) == ["work", "work", "audio"]


def test_first_clause_changes_neither_the_length_nor_the_times_of_the_words(
    decoder: SpanDecoder, preparer: Preparer
) -> None:
    span = span_of(preparer, LONG)
    hurried, whole = (list(decoder.decode(span, options)) for options in (AT_ONCE, OPTIONS))
    assert len(joined(hurried)) == pytest.approx(len(joined(whole)), abs=1200)
    words, expected = list(cues_at(hurried)), list(cues_at(whole))
    assert [text for text, _ in words] == [word.text for word in span.words]
    assert [start_s for _, start_s in words] == pytest.approx([start_s for _, start_s in expected], abs=0.05)


def test_known_windows_are_not_decoded_again(
    decoder: SpanDecoder, generator: CountedGenerator, preparer: Preparer
) -> None:
    span = span_of(preparer, SHORT)
    memory: dict[tuple[int, int], Window] = {}
    fresh = list(decoder.decode(span, OPTIONS, memory))
    windows = generator.windows
    assert 1 < len(memory) <= windows  # an audible edge is decoded by a call of its own
    again = list(decoder.decode(span, OPTIONS, memory))
    assert generator.windows == windows
    assert np.array_equal(joined(again), joined(fresh))


def test_windows_of_the_first_clause_alone_are_kept(
    decoder: SpanDecoder, generator: CountedGenerator, preparer: Preparer
) -> None:
    """Both passes count their frames from zero: a window of the second must not replace one of the first."""
    span = span_of(preparer, LONG)
    memory: dict[tuple[int, int], Window] = {}
    fresh = list(decoder.decode(span, AT_ONCE, memory))
    windows = generator.windows
    again = list(decoder.decode(span, AT_ONCE, memory))
    assert 0 < generator.windows - windows < windows
    assert np.array_equal(joined(again), joined(fresh))


def test_model_speaks_no_faster_than_its_limit(decoder: SpanDecoder, preparer: Preparer) -> None:
    """The rest of the speed is time-stretching, after the decoder."""
    span = span_of(preparer, SHORT)
    lengths = [
        len(joined(list(decoder.decode(span, replace(OPTIONS, speed=speed)))))
        for speed in (0.5, 0.8, FASTEST_IN_MODEL, 4.0)
    ]
    assert lengths[0] > lengths[1] > lengths[2] == lengths[3]


def test_pauses_are_set_in_every_pass(preparer: Preparer) -> None:
    seen: list[tuple[int, float]] = []

    def set_pauses(prosody: Prosody, rates: Samples) -> Prosody:
        seen.append((len(prosody.tokens), float(rates[0])))
        return prosody

    decoder = SpanDecoder(tiny_stages(), tiny_table(), set_pauses=set_pauses)
    span = span_of(preparer, LONG)
    list(decoder.decode(span, replace(AT_ONCE, speed=2.0)))
    clause, whole = seen
    assert clause[0] < whole[0] == len(span.tokens) + 2
    assert clause[1] == whole[1] == pytest.approx(FASTEST_IN_MODEL)


@pytest.mark.parametrize("marks", [", ", "; ", " (", ") ", ": ", " — ", ",” ", "? “", "… "])
def test_every_mark_inside_a_sentence_gets_a_pause(marks: str) -> None:
    tokens = (0, *vocab.encode(f"a{marks}a"), 0)
    frames = np.full(len(tokens), 8)
    energy = np.full((1, 2 * int(frames.sum())), 6.0, dtype=np.float32)
    model = Prosody(np.array(tokens), frames, STYLE[None], energy, energy, STYLE)
    found = clause_pauses()(model, np.ones(len(tokens), dtype=np.float32))
    assert found.frame_count > model.frame_count
    assert found.frames_per_token[[1, -2]].tolist() == [8, 8]
