"""Settings -> the providers and sessions that they ask for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from koe.build.for_providers import FilesForProviders, build_for_providers
from koe.build.recipes import Build, find_build
from koe.build.stage_cache import StageCache
from koe.model.backends.by_provider import ProvidedBackend
from koe.model.backends.choice import CHOSEN_STAGES
from koe.model.backends.load import ProviderPlan, load_providers, planned_choice, provided_stages
from koe.model.backends.partitions import Partitions, examine_partitions
from koe.model.backends.providers import CPU, PROVIDERS, installed, why_missing
from koe.model.backends.session_options import CoreMlOptions, SessionOptions, VendorOptions
from koe.settings import Settings, SettingsError

# `2;3` or `1,2;3-4`: the processors of each thread but the first.
_AFFINITY = re.compile(r"\d+([,-]\d+)*(;\d+([,-]\d+)*)*")


def load_backend_of(settings: Settings, files: StageCache) -> ProvidedBackend:
    return load_providers(provider_plan(settings), FilesForProviders(files))


def builds_for_providers(settings: Settings, builds: Iterable[Build]) -> list[Build]:
    """What providers are given in place of these builds; empty if the CPU computes all stages."""
    stages = provided_stages(provider_plan(settings))
    return [build_for_providers(build, stages) for build in builds] if stages else []


def provider_plan(settings: Settings) -> ProviderPlan:
    return ProviderPlan(
        named_providers(settings),
        settings.provider_from_characters,
        session=session_options(settings),
        vendor=vendor_options(settings),
        timeout_s=settings.provider_timeout_s,
        backoff_s=settings.provider_backoff_s,
    )


def partitions_of(settings: Settings, files: StageCache, *, all_installed: bool = False) -> list[Partitions]:
    """How the nodes of the stages are shared out: on the providers that the settings or the rule choose, or on all
    that are installed. Stages whose files are not made are left out."""
    plan = provider_plan(settings)
    if all_installed:
        pairs = [(stage, name) for name in installed() if name != CPU for stage in CHOSEN_STAGES]
    else:
        choice = planned_choice(plan)
        pairs = [(stage, name) for stage, name in choice.by_stage.items() if why_missing(name) is None]
    build, file_for = find_build(settings.build), FilesForProviders(files)
    paths = {one.stage: file_for(files.path(one)) for one in build.variants if files.has(one)}
    return [
        examine_partitions(stage, paths[stage], PROVIDERS[name], plan.session, plan.vendor)
        for stage, name in pairs
        if stage in paths
    ]


def named_providers(settings: Settings) -> dict[str, str]:
    """The provider that the settings name for each stage, or `auto`."""
    return {stage: getattr(settings, f"provider_{stage}") or settings.provider for stage in CHOSEN_STAGES}


def session_options(settings: Settings) -> SessionOptions:
    _check_affinity(settings)
    return SessionOptions(
        threads=settings.threads,
        inter_threads=settings.inter_threads,
        spinning=settings.spinning,
        affinity=settings.thread_affinity,
        arena=settings.memory_arena,
        arena_size_mb=settings.memory_arena_size_mb,
        memory_pattern=settings.memory_pattern,
        flush_denormals=settings.flush_denormals,
        fast_math=settings.fast_math,
    )


def vendor_options(settings: Settings) -> VendorOptions:
    cache = None if settings.ephemeral else settings.cache_dir / "compiled"
    coreml_cache = None if cache is None else settings.coreml_cache_dir or cache / "coreml"
    coreml = CoreMlOptions(
        model_format=settings.coreml_model_format,
        compute_units=settings.coreml_compute_units,
        specialization=settings.coreml_specialization,
        static_shapes=settings.coreml_static_shapes,
        low_precision=settings.coreml_low_precision,
        cache=coreml_cache,
    )
    return VendorOptions(
        device=settings.gpu_device,
        memory_mb=settings.gpu_memory_mb,
        cuda_conv_search=settings.cuda_conv_search,
        cuda_tf32=settings.cuda_tf32,
        tensorrt_fp16=settings.tensorrt_fp16,
        openvino_precision=settings.openvino_precision,
        coreml=coreml,
        cache=cache,
    )


def _check_affinity(settings: Settings) -> None:
    affinity = settings.thread_affinity
    if not affinity:
        return
    if not _AFFINITY.fullmatch(affinity):
        raise SettingsError("KOKORO_THREAD_AFFINITY: must be numbers of processors, such as 2;3.")
    if affinity.count(";") + 2 != settings.threads:
        raise SettingsError("KOKORO_THREAD_AFFINITY: KOKORO_THREADS must be set, to one more than it has entries.")
