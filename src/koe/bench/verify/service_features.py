"""The features of the service around the speech, from scheduling to security, with what shows each."""

from __future__ import annotations

from koe.bench.verify.feature import Feature

SCHEDULING = (
    Feature("scheduling", "bounded queues; a reader that stalls stops itself alone", ("engine/test_stream.py",)),
    Feature(
        "scheduling",
        "the listener nearest to running dry goes first",
        ("engine/test_agenda.py", "engine/test_agenda_simulation.py"),
        ("crowd_underruns",),
    ),
    Feature(
        "scheduling",
        "what cannot be in time is refused at once",
        ("engine/test_admission.py", "engine/test_costs.py", "server/test_slots.py"),
    ),
    Feature("scheduling", "a disconnect frees its stream", ("bench/test_disconnects.py",), ("freed_s",)),
    Feature(
        "scheduling",
        "background work waits for listeners",
        ("engine/test_lane_load.py", "server/test_idle_benchmark.py"),
    ),
)
CACHES = (
    Feature(
        "caches", "warm-up, and readiness apart from liveness", ("server/test_ready.py",), ("first_request_ratio",)
    ),
    Feature(
        "caches",
        "caches within a budget, emptied when memory is short",
        ("engine/test_memory_budget.py", "engine/test_memory_guard.py", "observe/test_memory_watch.py"),
        ("memory_growth",),
    ),
    Feature("caches", "tuner", ("tune", "cli/test_tune.py")),
)
OBSERVABILITY = (
    Feature("observability", "GET /status", ("server/test_status.py", "observe/test_history.py")),
    Feature("observability", "Prometheus metrics", ("server/test_metrics.py",)),
    Feature("observability", "logs with an id and without texts", ("observe/test_logs.py",)),
    Feature("observability", "objectives with remedies", ("observe/test_slo.py",)),
    Feature("observability", "operators' routes", ("server/test_operators.py", "observe/test_bench_results.py")),
    Feature("observability", "what a request took", ("server/test_record.py", "engine/test_marks.py")),
)
BENCHMARKS = (
    Feature("benchmarks", "a run beside a peer, with charts", ("bench/test_run.py", "bench/test_speakers.py")),
    Feature("benchmarks", "one command for each check", ("bench/test_checks.py", "cli/test_bench_commands.py")),
    Feature("benchmarks", "soak", ("bench/test_soak.py",), ("soak",)),
    Feature("benchmarks", "perf gate against a stored baseline", ("bench/test_perf.py",), ("perf",)),
    Feature("benchmarks", "benchmark of the idle server", ("server/test_idle_benchmark.py",)),
    Feature("benchmarks", "blind listening test", ("bench/test_blind_test.py", "cli/test_abx.py")),
    Feature("benchmarks", "this checklist", ("bench/test_verify.py",)),
)
FAULTS = (
    Feature(
        "faults",
        "provider or build lost, wrong or hanging: the CPU goes on",
        ("engine/test_provider_fallback.py", "security/test_injected_faults.py", "security/test_faults.py"),
    ),
    Feature(
        "faults", "frames lost, swapped, repeated, late; connections cut", ("server/stream/test_lossy_network.py",)
    ),
    Feature("faults", "G2P slow, hanging, crashing", ("text/test_timeouts.py", "text/test_espeak_process.py")),
    Feature(
        "faults",
        "memory, disk or descriptors used up; files damaged; clock jumps",
        (
            "server/test_memory_short.py",
            "cli/test_disk_full.py",
            "process/test_exhaustion.py",
            "build/test_open_build.py",
            "security/test_wall_clock.py",
        ),
    ),
    Feature("faults", "degrade modes", ("engine/test_degrade.py", "engine/test_safeguards.py")),
    Feature("faults", "signals", ("process/test_stopping.py", "process/test_say_signals.py")),
)
RELEASE = (
    Feature("release", "a regression is found, and the roll-back passes", ("bench/test_perf.py", "test_packaging.py")),
    Feature("release", "version of errors and API", ("server/test_openapi.py", "server/test_errors.py")),
)
INTERFACE = (
    Feature("interface", "OpenAI's contract", ("contract", "server/test_bad_input.py")),
    Feature("interface", "WebSocket with text in pieces", ("server/stream", "engine/test_live_speech.py")),
    Feature("interface", "server-sent events with times of words", ("server/test_sse.py", "wire/test_sse.py")),
    Feature("interface", "lists of models and voices", ("server/test_catalog.py", "server/test_kokoro_fastapi.py")),
    Feature(
        "interface", "mixed voices, names of other services", ("model/test_mix.py", "model/test_foreign_voices.py")
    ),
    Feature("interface", "captions and phonemes", ("server/test_captions.py", "server/test_phonemes.py")),
    Feature("interface", "errors name the parameter", ("server/test_errors.py", "server/test_limit_messages.py")),
    Feature("interface", "commands for people", ("cli/test_cli.py", "cli/test_help.py", "cli/test_say_out.py")),
)
SECURITY = (
    Feature(
        "security",
        "only known hosts, origins and keys",
        ("security/test_http_access.py", "security/test_websocket_access.py", "security/test_api_key.py"),
    ),
    Feature(
        "security",
        "limits of text, body, time and slow clients",
        ("security/test_bad_bodies.py", "security/test_slow_clients.py", "security/test_fuzz.py"),
    ),
    Feature("security", "no text of users anywhere", ("security/test_canary.py", "process/test_ephemeral.py")),
)
SERVICE_FEATURES = (
    *SCHEDULING,
    *CACHES,
    *OBSERVABILITY,
    *BENCHMARKS,
    *FAULTS,
    *RELEASE,
    *INTERFACE,
    *SECURITY,
)
