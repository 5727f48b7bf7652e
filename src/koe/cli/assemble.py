"""Settings -> asset store, stage files, builds, engine: the one place where koe is put together."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from functools import cache, partial
from threading import Event

from koe.build.open_build import BuildOpener, OpenBuild
from koe.build.recipes import BUILDS, EXACT, Build, find_build
from koe.build.stage_cache import StageCache, make_builds, variants_of
from koe.cli.console import PullBar, counting, working
from koe.cli.providers import builds_for_providers, load_backend_of
from koe.engine.build_choice import OfferedBuilds
from koe.engine.cpu_instead import CpuInstead
from koe.engine.decode import SpanDecoder, clause_pauses
from koe.engine.degrade import ModeChooser, ModeLimits, forced_mode
from koe.engine.engine import Engine, EngineOptions
from koe.engine.memory_budget import MemoryBudget
from koe.engine.opening_cache import OpeningCache
from koe.engine.pipeline import Pipeline
from koe.engine.pipelines import SpeaksJobs
from koe.engine.prepare import Preparer
from koe.engine.profiles import PROFILES
from koe.engine.safeguards import Safeguards
from koe.engine.scheduler import Scheduler
from koe.engine.stream import TimeLimits
from koe.errors import AssetError, RequestError
from koe.faults.faults import Faults
from koe.faults.places import FaultyBackend, FaultyPipeline, FaultyReaders, faulty_stages
from koe.faults.spec import BadFault, parse_faults
from koe.memory import map_large_blocks
from koe.model.assets import DEFAULT_GROUPS, VOICES, AssetStore, load_manifest
from koe.model.backends import Backend
from koe.model.backends.by_precision import why_not
from koe.model.backends.by_provider import ProvidedBackend
from koe.model.cast import Cast
from koe.model.levels import VoiceLevels
from koe.model.stages import Stages
from koe.model.voices import VoiceBook
from koe.priority import prefer_lane
from koe.settings import Settings, SettingsError
from koe.text import vocab
from koe.text.g2p import Phonemizer
from koe.text.language import normalize_language
from koe.text.lexicon_files import Lexicons, watch
from koe.text.plan import Planner, ReadsText

MODEL = "kokoro-fp32"
VOICE_PREFIX = "voice/"
# Seconds of work that make a MiB of a cache again: 0.15 s for an opening of 0.25 MB, 10 ms for the 5 kB of a sentence's
# phonemes, a file of half a megabyte for a voice.
_REMAKE_OPENINGS_S, _REMAKE_PHONEMES_S, _REMAKE_VOICES_S = 0.6, 2.0, 0.002


def asset_store(settings: Settings) -> AssetStore:
    return AssetStore(
        settings.cache_dir / "assets",
        load_manifest(),
        local_folder=settings.model_dir,
        hub_timeout_s=settings.hub_timeout_s,
    )


def stage_cache(settings: Settings) -> StageCache:
    source = next(asset for asset in load_manifest() if asset.name == MODEL)
    return StageCache.under(settings.cache_dir, source.sha256, vocab.digest())


def ensure_stages(settings: Settings, builds: Sequence[str] | None = None, *, again: bool = False) -> StageCache:
    """Pull missing files and make the stage files of the builds, unless both were done before. Default: the builds that
    the settings offer. The exact build is made too: it speaks where another one fails. Builds that were unpacked
    (`koe models unpack`) need no published model, and speak without the exact one. With KOKORO_EPHEMERAL nothing is
    pulled or made."""
    store, cache = asset_store(settings), stage_cache(settings)
    asked = [find_build(name) for name in builds or offered_builds(settings)]
    needs_model = again or not are_unpacked(store, cache, asked)
    groups = DEFAULT_GROUPS if needs_model else (VOICES,)
    if store.missing(groups):
        _require_writing(settings)
        store.pull(groups, progress=PullBar())
    others = builds_for_providers(settings, asked) if needs_model else []
    wanted = {build.name: build for build in [*asked, find_build(EXACT), *others]}.values()
    if needs_model and (again or not all(map(cache.is_complete, wanted))):
        _require_writing(settings)
        total = len(variants_of(wanted) if again else cache.missing(wanted))
        with counting("Making the stages of the model", total=total) as progress:
            task = progress.task_ids[0]
            make_builds(cache, wanted, store.path(MODEL), lambda _: progress.advance(task), again=again)
    return cache


def are_unpacked(store: AssetStore, cache: StageCache, builds: Sequence[Build]) -> bool:
    """The files of these builds are here, and the model that they were made from is not."""
    return not store.has(MODEL) and all(map(cache.is_complete, builds))


def _require_writing(settings: Settings) -> None:
    if settings.ephemeral:
        raise AssetError(
            "Files of the model are missing, and KOKORO_EPHEMERAL forbids writing them. Run `koe models build` once "
            "without it."
        )


def offered_builds(settings: Settings) -> tuple[str, ...]:
    """The builds that requests may choose, the default one first."""
    for setting, names in (("KOKORO_BUILD", (settings.build,)), ("KOKORO_BUILDS", settings.builds)):
        if not set(names) <= set(BUILDS):
            raise SettingsError(f"{setting}: a build must be one of {', '.join(BUILDS)}.")
        for name in names:
            for precision in {variant.precision for variant in find_build(name).variants}:
                if reason := why_not(precision):
                    raise SettingsError(f"{setting}: the build {name} cannot speak here: {reason}")
    return tuple(dict.fromkeys((settings.build, *settings.builds)))


def open_build(settings: Settings, name: str | None = None, backend: Backend | None = None) -> OpenBuild:
    """A build, made if it was not yet, with its norm table and the levels of the voices. Default: that of the
    settings."""
    name = name or offered_builds(settings)[0]
    files = ensure_stages(settings, [name])
    return BuildOpener(files, backend or load_backend_of(settings, files)).open(name)


def voice_ids() -> list[str]:
    names = (asset.name for asset in load_manifest())
    return sorted(name.removeprefix(VOICE_PREFIX) for name in names if name.startswith(VOICE_PREFIX))


def voice_book(settings: Settings) -> VoiceBook:
    store = asset_store(settings)
    return VoiceBook({voice: store.path(VOICE_PREFIX + voice) for voice in voice_ids()})


def load_planner(
    settings: Settings,
    reader: ReadsText | None = None,
    budget: MemoryBudget | None = None,
    *,
    watches_lexicons: bool = False,
    faults: Faults | None = None,
) -> Planner:
    """Normalisation, lexicons and G2P: everything about a text that needs no model."""
    lexicons = Lexicons(settings.lexicon, settings.project_lexicon)
    if watches_lexicons:
        watch(lexicons, Event())  # until the process ends
    reader = reader or Phonemizer(settings.phoneme_cache_bytes, readers=FaultyReaders(faults) if faults else None)
    if budget is not None and isinstance(reader, Phonemizer):
        budget.add_cache("phonemes", reader.readings, _REMAKE_PHONEMES_S)
    return Planner(reader, lexicons, settings.emoji)


def load_cast(settings: Settings, voices: VoiceBook) -> Cast:
    try:
        chosen = {normalize_language(language): voice for language, voice in settings.language_voices.items()}
        return Cast(voices, chosen, one_voice=settings.one_voice)
    except RequestError as error:
        raise SettingsError(f"KOKORO_LANGUAGE_VOICES: {error}") from None


def load_preparer(settings: Settings) -> Preparer:
    """Refuses what the engine would refuse, without loading the model. Its jobs are not for speaking."""
    names = offered_builds(settings)
    ensure_stages(settings, names)
    voices = voice_book(settings)
    planner, builds = load_planner(settings), OfferedBuilds(dict.fromkeys(names), known=BUILDS)
    return Preparer(planner, voices, load_cast(settings, voices), builds, settings.max_characters, settings.ssml_mode)


def load_engine(
    settings: Settings,
    backend: Backend | None = None,
    reader: ReadsText | None = None,
    *,
    watches_lexicons: bool = False,
    live_windows: tuple[int, ...] | None = None,
    faults: Faults | None = None,
) -> Engine:
    """`backend` and `reader` replace the default ones, and `live_windows` fixes the window sizes of live streams, for
    measurements. `faults` are those of the settings unless they are given."""
    faults = load_faults(settings) if faults is None else faults
    map_large_blocks()
    if settings.ephemeral:
        ensure_stages(settings)  # says what is missing; the voices below would advise to download
    try:
        book = voice_book(settings)
        default = book.find(settings.voice)
    except RequestError as error:
        raise SettingsError(f"KOKORO_VOICE: {error}") from None
    if book.stand_in(settings.voice):  # else every request without a voice would have a warning
        raise SettingsError(f"KOKORO_VOICE: voices of other services are replaced in requests only. Use {default.id}.")
    names = offered_builds(settings)
    files = ensure_stages(settings, names)
    with working("Loading the model"):
        backend = backend or load_backend_of(settings, files)
        opener = BuildOpener(files, FaultyBackend(backend, faults) if faults else backend)
        provided = backend if isinstance(backend, ProvidedBackend) else None
        # What speaks where a provider fails, and where a build does.
        on_cpu = opener if provided is None else BuildOpener(files, provided.cpu)
        voices = voice_book(settings)
        budget, modes = MemoryBudget(settings.memory_budget_bytes), _modes(settings)
        for cache_name, packs in voices.caches.items():
            budget.add_cache(cache_name, packs, _REMAKE_VOICES_S)
        planner = load_planner(settings, reader, budget, watches_lexicons=watches_lexicons, faults=faults)
        openings = OpeningCache(settings.primer_bytes, settings.primer_ttl_s)
        budget.add_cache("openings", openings, _REMAKE_OPENINGS_S)
        levels = {name: _aimed(opener.levels(name), settings) for name in names}

        pauses = clause_pauses() if settings.clause_pauses == "set" else None

        @cache
        def exact() -> SpanDecoder:
            """Opened by the first failure, stage by stage: unused, it takes no memory."""
            build = on_cpu.open_later(EXACT)
            return SpanDecoder(build.stages, build.table, set_pauses=pauses)

        def cpu_instead(name: str, stages: Stages) -> CpuInstead | None:
            """None where the CPU computes all stages anyway."""
            if provided is None or not stages.accelerators:
                return None

            @cache
            def decoder() -> SpanDecoder:
                build = on_cpu.open_later(name)
                return SpanDecoder(build.stages, build.table, set_pauses=pauses)

            return CpuInstead(decoder, provided.suits, provided.health)

        def pipeline(name: str) -> SpeaksJobs:
            build = opener.open(name)
            fallback = exact if name != EXACT and files.is_complete(find_build(EXACT)) else None
            speaker = Pipeline(
                planner,
                voices,
                faulty_stages(build.stages, faults) if faults else build.stages,
                build.table,
                levels[name],
                fallback,
                set_pauses=pauses,
                prefers_exact=lambda: modes.speaks_exact,
                cpu=cpu_instead(name, build.stages),
            )
            return FaultyPipeline(speaker, faults) if faults else speaker

        first, *others = names
        return Engine(
            Preparer(
                planner,
                voices,
                load_cast(settings, voices),
                OfferedBuilds(levels, known=BUILDS),
                settings.max_characters,
                settings.ssml_mode,
            ),
            pipeline(first),
            Scheduler(
                settings.max_streams,
                settings.stall_timeout_s,
                settings.lanes,
                step_timeout_s=settings.step_timeout_s,
                when_lane_starts=prefer_lane if _is_high(settings) else lambda: False,
            ),
            openings,
            EngineOptions(
                settings.queue_blocks,
                settings.stall_silence,
                TimeLimits(settings.step_timeout_s, settings.max_request_s),
                live_windows or modes.forced_windows,
            ),
            {name: partial(pipeline, name) for name in others},
            Safeguards(None, budget, modes),
            providers=(lambda: ()) if provided is None else (lambda: provided.health.states),
        )


def load_faults(settings: Settings, *, is_armed: bool = True) -> Faults:
    """The faults that the settings ask for, none by default."""
    if settings.faults and not settings.development:
        raise SettingsError("KOKORO_FAULTS breaks koe on purpose: it needs KOKORO_DEVELOPMENT=1.")
    try:
        return Faults(parse_faults(settings.faults), is_armed=is_armed)
    except BadFault as problem:
        raise SettingsError(f"KOKORO_FAULTS: {problem}.") from None


def _modes(settings: Settings) -> ModeChooser:
    limits = ModeLimits(ttfa_s=settings.slo_ttfa_s or math.inf)
    return ModeChooser(forced_mode(settings.degrade), limits, PROFILES[settings.profile])


def _is_high(settings: Settings) -> bool:
    return settings.thread_priority == "high" or (settings.thread_priority == "auto" and sys.platform == "darwin")


def _aimed(levels: VoiceLevels, settings: Settings) -> VoiceLevels | None:
    return levels.aimed_at(settings.loudness_lufs) if settings.loudness else None
