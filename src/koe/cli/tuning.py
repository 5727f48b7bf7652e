"""A tuning session: what may be measured here, the search, the choice, and its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from koe.build.recipes import find_build
from koe.cli.assemble import ensure_stages, stage_cache
from koe.cli.tuning_rig import ServerRig
from koe.errors import KoeError
from koe.model.backends.choice import choose_providers
from koe.model.backends.providers import installed
from koe.observe.bench_results import BenchResults
from koe.settings import Settings
from koe.tune.candidates import NAMES, PROVIDERS, Here, space_of
from koe.tune.choice import Choice, ChoiceFile
from koe.tune.decide import against_rule, choose, measured
from koe.tune.gate import Gate, judge_builds
from koe.tune.identity import Identity, physical_cores, usable_cores
from koe.tune.report import full_report
from koe.tune.search import FULL, QUICK, Conduct, Rig, Search
from koe.tune.space import Space, Value
from koe.tune.store import StoredStudy, TrialStore, TuningError
from koe.tune.trials import Trial

COMMAND = "tune"
# Files of builds are made in this share of the time at most; builds that are left are not measured.
_MAKING_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class Session:
    """What a search works on. `identity` is that of all builds that may be chosen."""

    settings: Settings
    gate: Gate
    space: Space
    identity: Identity

    @classmethod
    def here(cls, settings: Settings) -> Session:
        """`settings` without a stored choice."""
        explicit = frozenset(settings.model_fields_set)
        gate = judge_builds(stage_cache(settings), settings.build)
        return cls.of(settings, gate, explicit)

    @classmethod
    def of(cls, settings: Settings, gate: Gate, explicit: frozenset[str]) -> Session:
        here = Here(gate.allowed, usable_cores(), physical_cores(), installed())
        return cls(settings, gate, space_of(settings, explicit, here), Identity.here(gate.allowed))

    @property
    def about(self) -> Mapping[str, Any]:
        """A study goes on only if all of this is the same."""
        space = {one.name: [one.default, *one.values] for one in self.space.dimensions}
        return {"identity": self.identity.to_json(), "space": space, "base": _base(self)}


@dataclass(frozen=True, slots=True)
class Result:
    """`choice` None: the search was stopped before its end."""

    study: StoredStudy
    trials: list[Trial]
    choice: Choice | None


def prepared(settings: Settings, *, quick: bool, left_s: Callable[[], float], budget_s: float) -> Session:
    """The files of the default are made; those of other builds too, in a part of the time. In a quick search only
    builds take part whose files are there."""
    ensure_stages(settings)
    session = Session.here(settings)
    cache = stage_cache(settings)
    ready, refused = [], dict(session.gate.refused)
    for name in session.gate.allowed:
        if not cache.is_complete(find_build(name)):
            if quick or left_s() < (1 - _MAKING_SHARE) * budget_s:
                refused[name] = f"has no files yet: run `koe models build {name}`"
                continue
            with suppress(KoeError):
                ensure_stages(settings, [name])
        if cache.is_complete(find_build(name)):
            ready.append(name)
        else:
            refused[name] = "its files could not be made"
    for provider in installed()[1:]:
        with suppress(KoeError):  # then it is given the files of the CPU, and fails in its trial
            ensure_stages(settings.model_copy(update=dict.fromkeys(PROVIDERS, provider)), ready)
    gate = replace(session.gate, allowed=tuple(ready), refused=refused)
    return Session.of(settings, gate, frozenset(settings.model_fields_set))


def tune(settings: Settings, conduct: Conduct, *, quick: bool, rig: Rig | None = None) -> tuple[Session, Result]:
    """Measure, choose, and write the choice. Everything together stays within the time of the plan."""
    if settings.ephemeral:
        raise TuningError("KOKORO_EPHEMERAL forbids writing results: run `koe tune` without it.")
    plan = QUICK if quick else FULL
    began_s = conduct.clock()

    def left_s() -> float:
        return plan.budget_s - (conduct.clock() - began_s)

    session = prepared(settings, quick=quick, left_s=left_s, budget_s=plan.budget_s)
    if not session.space.dimensions:
        raise TuningError("There is nothing to tune: every setting that could be tuned is set explicitly.")
    study = TrialStore(settings.data_dir).open_study(session.about, datetime.now(UTC))
    used_s = conduct.clock() - began_s
    shown = replace(conduct, on_progress=lambda seconds, label: conduct.on_progress(seconds + used_s, label))
    search = Search(session.space, rig or ServerRig(), study, replace(plan, budget_s=plan.budget_s - used_s), shown)
    trials = search.run()
    if conduct.is_stopped():
        return session, Result(study, trials, None)
    if not any(one.kind == "search" for one in trials):
        raise TuningError(
            "The time was over before a candidate could be measured: the machine is slow, or busy with other programs. "
            "Run `koe tune` again, without --quick or when nothing else runs; it goes on with what was measured."
        )
    study.finish(datetime.now(UTC))
    choice = _choice(session, trials, "quick" if quick else "full")
    ChoiceFile(settings.data_dir).write(choice)
    # For GET /benchmarks/optimization/status.
    BenchResults(settings.cache_dir).save(COMMAND, full_report(trials, session.space, session.gate, choice))
    return session, Result(study, trials, choice)


def _choice(session: Session, trials: list[Trial], mode: str) -> Choice:
    chosen = choose(trials)
    base, default = _base(session), session.space.default
    corrections: dict[str, Value] = {**against_rule(trials, default, choose_providers({}, installed()))}
    if chosen is None:
        return Choice(corrections, base, datetime.now(UTC), _identity(session, None), mode)
    values = corrections | {name: value for name, value in chosen.point.items() if value != default[name]}
    ratios, margins = measured(chosen, trials)
    return Choice(
        values, base, datetime.now(UTC), _identity(session, str(values.get("build", ""))), mode, ratios, margins
    )


def _base(session: Session) -> dict[str, Any]:
    """The default with the explicit settings that were not tuned: a choice is only about this."""
    known = type(session.settings).model_fields
    return {name: getattr(session.settings, name) for name in NAMES if name in known}


def _identity(session: Session, build: str | None) -> Identity:
    """Only of the builds that the choice is about: another one may change without ending it."""
    return Identity.here((session.settings.build, *([build] if build else [])))
