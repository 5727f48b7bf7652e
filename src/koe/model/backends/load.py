"""What settings say of providers -> a backend with all of them: here they are put together."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from koe.model.backends import Backend
from koe.model.backends.by_precision import load_backend
from koe.model.backends.by_provider import ProvidedBackend
from koe.model.backends.choice import ProviderChoice, choose_providers
from koe.model.backends.health import ProviderHealth
from koe.model.backends.onnxruntime import OnnxRuntimeBackend
from koe.model.backends.openvino import HintedGenerator, OpenVinoBackend, missing
from koe.model.backends.providers import PROVIDERS, Provider, installed, why_missing
from koe.model.backends.session_options import SessionOptions, VendorOptions
from koe.model.backends.static_windows import StaticWindowsBackend
from koe.model.stages import SharedBackend

log = logging.getLogger("koe.model")


@dataclass(frozen=True, slots=True)
class ProviderPlan:
    """`named` has the providers that settings name, by stage, or `auto`: then the rule decides. Texts of fewer than
    `from_characters` are spoken by the CPU alone; None: by the rule."""

    named: Mapping[str, str] = field(default_factory=dict)
    from_characters: int | None = None
    session: SessionOptions = field(default_factory=SessionOptions)
    vendor: VendorOptions = field(default_factory=VendorOptions)
    timeout_s: float = 5.0
    backoff_s: float = 30.0


def planned_choice(plan: ProviderPlan) -> ProviderChoice:
    """Loads no library that is not needed: without a name in the settings, OpenVINO is not asked for its devices."""
    return choose_providers(plan.named, installed(openvino=False), plan.from_characters)


def provided_stages(plan: ProviderPlan) -> tuple[str, ...]:
    """The stages that a provider besides the CPU computes, if it starts."""
    return tuple(stage for stage, name in planned_choice(plan).by_stage.items() if why_missing(name) is None)


def load_providers(plan: ProviderPlan, file_for: Callable[[Path], Path] = lambda path: path) -> ProvidedBackend:
    """`file_for` gives the file that providers open in place of one that was made for the CPU."""
    choice = planned_choice(plan)
    cpu = SharedBackend(load_backend(options=plan.session))
    wanted = [name for name in dict.fromkeys(choice.by_stage.values()) if why_missing(name) is None]
    others = {name: accelerated_backend(PROVIDERS[name], plan.session, plan.vendor, cpu) for name in wanted}
    health = ProviderHealth(plan.backoff_s)
    return ProvidedBackend(
        cpu, others, choice, health, timeout_s=plan.timeout_s, why_missing=why_missing, file_for=file_for
    )


def accelerated_backend(provider: Provider, session: SessionOptions, vendor: VendorOptions, cpu: Backend) -> Backend:
    """A backend on one provider. `cpu` runs what has a shape that the provider was not given."""
    if provider.is_openvino:
        options = provider.options(vendor)
        return _openvino(OpenVinoBackend(session.threads, provider.library_name, options), provider, vendor)
    backend = accelerated_onnx_runtime(provider, session, vendor)
    return StaticWindowsBackend(backend, cpu) if provider.needs_static_shapes(vendor) else backend


def accelerated_onnx_runtime(provider: Provider, session: SessionOptions, vendor: VendorOptions) -> OnnxRuntimeBackend:
    rows = [(one.library_name, one.options(vendor)) for one in (provider, *map(PROVIDERS.__getitem__, provider.beside))]
    return OnnxRuntimeBackend(
        options=session, providers=rows, name=f"onnxruntime-{provider.name}", is_serial=provider.is_serial
    )


def _openvino(backend: OpenVinoBackend, provider: Provider, vendor: VendorOptions) -> Backend:
    hint = vendor.openvino_precision
    if hint == "f32":
        return backend
    if reason := missing(hint, provider.library_name):
        log.warning("%s computes in single precision: %s", provider.name, reason)
        return backend
    return HintedGenerator(backend, hint)
