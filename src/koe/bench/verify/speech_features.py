"""The features of the model, its runtime, streams, audio and text, with what shows each."""

from __future__ import annotations

from koe.bench.verify.feature import Feature

MODEL = (
    Feature(
        "model",
        "files from pinned sources, verified, resumed, offline once they are there",
        ("model/test_pull.py", "model/test_assets.py", "model/test_sources.py", "model/test_manifest.py"),
    ),
    Feature(
        "model",
        "build in eight bits; a search names the layers that keep more",
        ("build/test_eight_bits.py", "build/test_eight_bit_plan.py", "build/test_sensitivity.py"),
    ),
    Feature(
        "model",
        "full precision beside every build, and in its place within a request",
        ("engine/test_fallback.py", "server/test_fallback.py", "real_model/test_fallback.py"),
    ),
    Feature(
        "model",
        "builds with fewer channels or sixteen bits, behind a setting",
        ("build/test_slim_weights.py", "real_model/test_slim.py", "real_model/test_sixteen_bits.py"),
    ),
    Feature(
        "model",
        "quality gate: word errors, DNSMOS, distance of the spectra",
        ("bench/test_evaluation.py", "bench/test_evaluation_report.py", "real_model/test_int8.py"),
        ("quality",),
    ),
    Feature(
        "model",
        "records beside all files; making them again gives the same hashes",
        ("build/test_verify.py", "build/test_stage_cache.py", "build/test_pack.py", "real_model/test_builds.py"),
    ),
    Feature(
        "model",
        "builds chosen by setting or request; golden clips",
        ("engine/test_build_choice.py", "server/test_builds.py", "bench/test_golden.py", "real_model/test_golden.py"),
    ),
)
GRAPH = (
    Feature(
        "graph",
        "rewritten graphs compute the same",
        (
            "build/test_convolutions.py",
            "build/test_activations.py",
            "build/test_sines.py",
            "build/test_quantize.py",
            "real_model/test_parity.py",
            "real_model/test_source.py",
        ),
    ),
    Feature(
        "graph",
        "stage files are cached with their facts, which are checked",
        ("model/test_stages.py", "build/test_open_build.py"),
    ),
    Feature(
        "graph",
        "session options from settings and the tuner",
        ("model/test_provider_options.py", "model/test_backends.py"),
    ),
    Feature(
        "graph", "builds beside each other in one table", ("cli/test_bench_commands.py", "bench/test_stage_times.py")
    ),
)
PROVIDERS = (
    Feature(
        "providers",
        "one for each stage; unknown and failing ones become the CPU",
        ("engine/test_provider_fallback.py", "model/test_provider_choice.py"),
    ),
    Feature("providers", "one that fails is out until its back-off has passed", ("model/test_provider_health.py",)),
    Feature("providers", "stable shapes by padding", ("model/test_static_windows.py",)),
    Feature("providers", "several lanes", ("engine/test_scheduler.py", "engine/test_lane_survives.py")),
    Feature(
        "providers",
        "settings of providers are checked, and reach their sessions",
        ("test_settings.py", "model/test_provider_options.py"),
    ),
    Feature(
        "providers",
        "a provider that is missing or refuses a stage is replaced, and the nodes it leaves to the CPU are listed",
        ("model/test_backends.py", "model/test_partitions.py"),
    ),
    Feature("providers", "a session is used again and again without growing", ("model/test_session_uses.py",)),
    Feature("providers", "providers compared in speed, memory and sound", ("cli/test_bench_provider.py",)),
    Feature("providers", "stages for providers, run with the real model", ("real_model/test_providers.py",)),
    Feature("providers", "koe doctor says what computes", ("cli/test_doctor.py",)),
)
STREAMING = (
    Feature("streaming", "header and silence at once", ("server/test_speech.py",), ("first_byte_ms",)),
    Feature(
        "streaming",
        "speech begins inside the first sentence",
        ("engine/test_decode.py", "model/test_vocoder.py"),
        ("ttfa_ratio", "ttfa_growth"),
    ),
    Feature(
        "streaming",
        "cache of openings, with the bytes of a fresh answer",
        ("engine/test_opening_cache.py",),
        ("hit_ms", "hit_other_bytes"),
    ),
    Feature("streaming", "paced frames of 20 to 120 ms", ("server/stream/test_stream_pace.py",), ("jitter_ms",)),
    Feature(
        "streaming",
        "tagged frames in order; a buffer that adapts",
        ("wire/test_frames.py", "wire/test_receiver.py", "playback/test_jitter_buffer.py", "playback/test_track.py"),
        ("underruns",),
    ),
    Feature(
        "streaming",
        "a broken connection goes on where it broke",
        ("server/stream/test_stream_reconnect.py", "wire/test_replay.py"),
        ("resume_ms", "resume_other_bytes"),
    ),
    Feature("streaming", "seams without clicks", ("audio/test_join.py", "real_model/test_seams.py")),
    Feature("streaming", "filler where speech is late", ("audio/test_gap.py", "engine/test_playhead.py")),
    Feature(
        "streaming",
        "speech goes on in a file where the speaker fails",
        ("cli/test_say_stopped.py", "cli/test_spool.py", "playback/test_device.py"),
    ),
    Feature("streaming", "a broken download goes on", ("server/test_ranges.py", "server/test_link.py")),
)
AUDIO = (
    Feature(
        "audio",
        "loudness −16 LUFS, true peak at most −1 dBTP",
        ("audio/test_loudness.py", "audio/test_limiter.py", "real_model/test_loudness.py"),
        ("whole_off_lu", "streamed_off_lu", "peak_dbtp"),
    ),
    Feature("audio", "sixteen bits with dither and noise shaping", ("audio/test_dither.py",)),
    Feature("audio", "other sample rates, streamed", ("audio/test_resample.py",)),
    Feature(
        "audio",
        "silence trimmed; pauses at marks",
        (
            "audio/test_trim.py",
            "audio/test_pause.py",
            "model/test_clause_pauses.py",
            "real_model/test_clause_pauses.py",
        ),
    ),
    Feature("audio", "six formats, all streamed", ("wire/test_codecs.py", "wire/test_wav.py", "engine/test_output.py")),
    Feature(
        "audio", "the same request gives the same samples", ("real_model/test_speech.py",), ("repeated_other_bytes",)
    ),
)
TEXT = (
    Feature("text", "any Unicode in, nothing lost silently", ("text/test_sanitize.py", "text/test_traced.py")),
    Feature(
        "text",
        "numbers, dates, times, money, units and more as words",
        ("text/test_cases.py", "text/test_normalize.py"),
    ),
    Feature(
        "text",
        "readers with fallbacks and timeouts; eSpeak in its own process",
        ("text/test_g2p.py", "text/test_timeouts.py", "text/test_espeak_process.py"),
    ),
    Feature("text", "sentences read ahead; cache of phonemes", ("text/test_cache.py", "text/test_plan.py")),
    Feature(
        "text",
        "SSML, whose effects are measured",
        (
            "text/test_ssml.py",
            "text/test_ssml_refusals.py",
            "text/test_ssml_properties.py",
            "real_model/test_markup.py",
        ),
    ),
    Feature("text", "lexicons, reloaded when changed", ("text/test_lexicon.py", "text/test_lexicon_files.py")),
    Feature("text", "languages inside a text", ("text/test_language_runs.py", "text/test_switches.py")),
    Feature("text", "nine languages", ("test_languages.py", "text/test_japanese.py", "text/test_mandarin.py")),
    Feature("text", "times of words in the original text", ("engine/test_word_clock.py", "wire/test_words.py")),
    Feature("text", "heteronyms", ("text/test_heteronyms.py",)),
)
SPEECH_FEATURES = (*MODEL, *GRAPH, *PROVIDERS, *STREAMING, *AUDIO, *TEXT)
