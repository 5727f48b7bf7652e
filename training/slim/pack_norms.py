"""The arrays of a norm table that `train.py` has fitted -> a table file of the package, with its record.

    python training/slim/pack_norms.py --arrays OUT/norms.npz --build slim

Runs in koe's environment.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from pathlib import Path

import numpy as np

from koe.build.calibrate import save_table
from koe.build.recipes import find_build, generator_sha256, package_file
from koe.cli.assemble import MODEL
from koe.model.manifest import load_manifest
from koe.model.statistics import StatisticsTable


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arrays", type=Path, required=True)
    parser.add_argument("--build", default="fp32")
    parser.add_argument("--note", default="{}", help="JSON that goes into the record")
    options = parser.parse_args()
    build = find_build(options.build)
    source = next(asset.sha256 for asset in load_manifest() if asset.name == MODEL)
    with np.load(options.arrays) as file:
        names = [field.name for field in fields(StatisticsTable) if field.name != "source_sha256"]
        arrays = {name: file[name].astype(np.float32) for name in names}
        fit = {name: file[name].tolist() for name in file.files if name not in names}
    table = StatisticsTable(**arrays, source_sha256=generator_sha256(build, source))
    path = package_file(build.table)
    save_table(table, path, {"tool": "training/slim/norms.py", **fit, **json.loads(options.note)})
    print(path, f"{path.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
