"""Speech in quantity, with what shows each: batches, workers and replicas on Ray, the simulation."""

from __future__ import annotations

from koe.bench.verify.feature import Feature

SCALE_FEATURES = (
    Feature(
        "scale",
        "a batch of jobs has the bytes of the server, goes on after any end, and tells a bad line",
        ("batch/test_job.py", "cli/test_batch.py"),
    ),
    Feature(
        "scale",
        "books and batches by workers have the same bytes, whichever worker dies",
        ("scale/test_pool.py", "scale/test_workers.py", "scale/test_workers_setup.py"),
    ),
    Feature(
        "scale",
        "what a full replica refuses another one speaks; a reconnect finds its stream",
        ("scale/test_relay.py", "engine/test_room.py"),
    ),
    Feature(
        "scale",
        "replicas on Ray Serve: a killed one breaks visibly, updates fail no request, one place for metrics",
        ("scale/test_replicas.py", "scale/test_choices.py", "real_model/test_replicas.py"),
    ),
    Feature(
        "scale",
        "the files of a deployment are what the application takes; model files are made once",
        ("scale/test_deployment_files.py", "scale/test_model_files.py"),
    ),
    Feature(
        "scale",
        "the simulation of fleets agrees with the scheduler",
        ("simulation/test_against_scheduler.py", "simulation/test_fleet.py", "cli/test_simulate.py"),
    ),
)
