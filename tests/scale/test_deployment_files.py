"""The files in packaging/ray are what Ray Serve and koe understand. Ray itself is not started."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from koe.settings import Settings
from limits import HANG_S

FOLDER = Path(__file__).parents[2] / "packaging" / "ray"
# In a process of its own: Ray's imports warn.
CHECK = """
import json, sys
from ray.serve.schema import ServeDeploySchema
from koe.scale.application import ReplicaArguments
from koe.cli.replicas import application
config = ServeDeploySchema.model_validate(json.load(sys.stdin))
(app,) = config.applications
bound = application(app.args)
deployment = bound._bound_deployment
args = ReplicaArguments(**app.args)
scaling = deployment._deployment_config.autoscaling_config
options = deployment._deployment_config
print(json.dumps({
    "import_path": app.import_path, "least": scaling.min_replicas, "most": scaling.max_replicas,
    "cpus": deployment.ray_actor_options["num_cpus"], "drain_s": options.graceful_shutdown_timeout_s,
    "log": config.logging_config.enable_access_log,
    "router": options.request_router_config.request_router_class,
}))
"""


def kuberay() -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((FOLDER / "kuberay.yaml").read_text()))


def configuration(file: str) -> dict[str, Any]:
    if file == "serve.yaml":
        return dict(yaml.safe_load((FOLDER / file).read_text()))
    return dict(yaml.safe_load(kuberay()[0]["spec"]["serveConfigV2"]))


@pytest.mark.parametrize("file", ["serve.yaml", "kuberay.yaml"])
def test_ray_serve_and_koe_understand_the_configuration(file: str) -> None:
    config = configuration(file)
    result = subprocess.run(
        [sys.executable, "-c", CHECK],
        input=json.dumps(config),
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout.splitlines()[-1])
    (application,) = config["applications"]
    args = application["args"]
    assert found["import_path"] == "koe.cli.replicas:application"
    assert (found["least"], found["most"], found["cpus"]) == (args["replicas"], args["max_replicas"], args["cpus"])
    assert (found["drain_s"], found["log"]) == (args["drain_s"], False)
    assert found["router"].endswith("LoadRouter")
    assert set(args["settings"]) <= set(Settings.model_fields)


def test_only_this_machine_reaches_the_proxy_by_default() -> None:
    assert configuration("serve.yaml")["http_options"]["host"] == "127.0.0.1"


def test_pods_live_longer_than_streams_and_send_no_statistics() -> None:
    service, policy = kuberay()
    cluster = service["spec"]["rayClusterConfig"]
    worker = cluster["workerGroupSpecs"][0]["template"]["spec"]
    (application,) = configuration("kuberay.yaml")["applications"]
    assert worker["terminationGracePeriodSeconds"] > application["args"]["drain_s"]
    for spec in (worker, cluster["headGroupSpec"]["template"]["spec"]):
        environment = {one["name"]: one.get("value") for one in spec["containers"][0]["env"]}
        assert environment["RAY_USAGE_STATS_ENABLED"] == "0"
        assert "KOKORO_API_KEY" in environment
    assert [rule["ports"][0]["port"] for rule in policy["spec"]["ingress"] if "from" not in rule] == [8000]
