"""A build, a reference and clips -> an evaluation, resumed from the cache where it was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from koe.bench.evaluation.builds import EvaluatedBuild
from koe.bench.evaluation.clips import EvaluationClip
from koe.bench.evaluation.comparison import Candidate, Listeners, Reference, Texts
from koe.bench.evaluation.measures import MeasuredClip
from koe.bench.evaluation.report import Evaluation


@dataclass(frozen=True, slots=True)
class Evaluator:
    """A build and its reference, ready to be measured and heard."""

    candidate: Candidate
    reference: Reference

    @classmethod
    def of(
        cls, build: EvaluatedBuild, reference: EvaluatedBuild, texts: Texts, listeners: Listeners, folder: Path
    ) -> Evaluator:
        """`folder` is the cache of measurements."""
        spoken = Reference(reference, texts, listeners, folder)
        return cls(Candidate(build, spoken, texts, listeners, folder), spoken)

    def evaluate(
        self, clips: Sequence[EvaluationClip], parts: Sequence[str], on_clip: Callable[[], None] = lambda: None
    ) -> Evaluation:
        measured = []
        for clip in clips:
            own = {part: self.candidate.values(clip, part) for part in parts}
            compared_with = {part: self.reference.values(clip, part) for part in parts}
            measured.append(MeasuredClip(clip, own, compared_with))
            on_clip()
        build, reference = self.candidate.build, self.reference.build
        return Evaluation(build.name, build.sha256, reference.name, reference.whole_sha256, tuple(measured))
