"""Lenient mode's <prosody>: values as other services write them -> values that strict mode allows, and warnings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np

from koe.constants import SECONDS_PER_CHARACTER
from koe.text.inline import milliseconds
from koe.text.passage import Manner
from koe.text.ssml_elements import TIME, Tag
from koe.text.ssml_values import NUMBER, SCALES, ProsodyValues, tolerant_value
from koe.text.ssml_warnings import SsmlWarnings

# A contour is followed in steps: each is a manner of its own, and every sentence looks through all manners.
_MOST_STEPS = 8
_CHARACTERS_PER_STEP = 4
_LONGEST_CONTOUR = 1000
_POINT = re.compile(rf"\(\s{{0,9}}{NUMBER}%\s{{0,9}},\s{{0,9}}(?P<pitch>[^(),]{{1,20}})\)")


def repaired_values(
    tag: Tag, names: dict[str, str], around: ProsodyValues, pitch_hz: float, warnings: SsmlWarnings
) -> dict[str, str]:
    """The values of rate, pitch and volume that can be followed. `names` are the attributes that hold them."""
    repaired = {}
    for attribute, name in names.items():
        if attribute not in tag.attributes:
            continue
        written, scale, outer = tag.attribute(attribute), SCALES[name], getattr(around, name)
        value = scale.value(written)
        if value is not None and scale.holds(scale.combined(outer, value)):
            repaired[name] = written
            continue
        value = tolerant_value(name, written, pitch_hz)
        if value is None:
            warnings.value(tag, attribute, scale.allowed)
            continue
        if not scale.holds(scale.combined(outer, value)):
            warnings.value(tag, attribute, scale.allowed, "the nearest value is used")
        repaired[name] = scale.nearest(outer, value)
    return repaired


def repaired_prosody(tag: Tag, around: ProsodyValues, pitch_hz: float, warnings: SsmlWarnings) -> Tag:
    values = repaired_values(tag, {name: name for name in SCALES}, around, pitch_hz, warnings)
    length_ms, contour = _length_ms(tag, warnings), _contour(tag, around, pitch_hz, warnings)
    # As SSML says, a duration replaces the rate and a contour the pitch.
    replaced = {"rate"} if length_ms else set()
    replaced |= {"pitch"} if contour else set()
    kept = {name: value for name, value in values.items() if name not in replaced}
    return replace(tag, attributes=kept, length_ms=length_ms, contour=contour)


def _length_ms(tag: Tag, warnings: SsmlWarnings) -> float:
    """The `duration`; 0: none."""
    if "duration" not in tag.attributes:
        return 0.0
    time = TIME.fullmatch(tag.attribute("duration"))
    if time and milliseconds(time):
        message = "duration of prosody is met roughly, by the number of characters."
        warnings.add("ssml_approximated", message, tag.start)
        return milliseconds(time)
    warnings.value(tag, "duration", "a time such as 500ms or 1.5s")
    return 0.0


def _contour(
    tag: Tag, around: ProsodyValues, pitch_hz: float, warnings: SsmlWarnings
) -> tuple[tuple[float, float], ...]:
    if "contour" not in tag.attributes:
        return ()
    points = [_point(point, around, pitch_hz) for point in _POINT.finditer(tag.attribute("contour")[:_LONGEST_CONTOUR])]
    contour = tuple(sorted(point for point in points if point is not None))
    if contour and len(contour) == len(points):
        return contour
    warnings.value(tag, "contour", "points such as (0%,+10%) (50%,-2st)")
    return ()


def _point(point: re.Match[str], around: ProsodyValues, pitch_hz: float) -> tuple[float, float] | None:
    factor = tolerant_value("pitch", point["pitch"], pitch_hz)
    if factor is None:
        return None
    pitch = SCALES["pitch"]
    value = pitch.value(pitch.nearest(around.pitch, factor))
    return None if value is None else (min(1.0, float(point["number"]) / 100), value)


def manners_of(tag: Tag, manner: Manner, around: ProsodyValues, characters: int) -> Iterator[Manner]:
    """The manners of an element that has ended, with `characters` of text in it."""
    if tag.length_ms and tag.name == "prosody":
        rate = SCALES["rate"]
        fitting = characters * 1000 * SECONDS_PER_CHARACTER / tag.length_ms
        manner = replace(manner, rate=rate.value(rate.nearest(around.rate, fitting)) or 1.0)
    yield manner
    if tag.contour:
        places, factors = zip(*tag.contour, strict=True)
        steps = min(_MOST_STEPS, 1 + (manner.stop - manner.start) // _CHARACTERS_PER_STEP)
        edges = np.linspace(manner.start, manner.stop, steps + 1).round().astype(int).tolist()
        for step, (start, stop) in enumerate(pairwise(edges)):
            pitch = float(np.interp((step + 0.5) / steps, places, factors))
            yield Manner(start, stop, pitch=pitch)
