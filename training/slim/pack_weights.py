"""The slim generator that `train.py` has saved -> the weights file of the package, in eight bits.

    python training/slim/pack_weights.py --folder OUT

Runs in koe's environment. The record beside the file has the hashes of what was read and of what was written.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np

from koe.build.recipes import SLIM_WEIGHTS, package_file
from koe.build.slim import load_weights, save_weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--note", default="{}", help="JSON that goes into the record: corpus, seed, minutes")
    options = parser.parse_args()
    weights: dict[str, np.ndarray] = {}
    sources = sorted(options.folder.glob("slim.[0-9].npz"))
    for path in sources:
        with np.load(path) as arrays:
            weights |= {name: arrays[name].astype(np.float32) for name in arrays.files}
    target = package_file(SLIM_WEIGHTS)
    save_weights(weights, target)
    stored = load_weights(target)
    wrong = {
        name: float(np.sqrt(np.mean((stored[name] - weights[name]) ** 2) / np.mean(weights[name] ** 2)))
        for name in weights
    }
    record = {
        "tool": "training/slim/train.py",
        "sources_sha256": [hashlib.sha256(path.read_bytes()).hexdigest() for path in sources],
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "parameters": int(sum(array.size for array in weights.values())),
        "widths": {
            name.removesuffix(".bias"): len(array)
            for name, array in weights.items()
            if ".convs1." in name and name.endswith(".bias")
        },
        "worst_relative_error_of_eight_bits": max(wrong.values()),
    }
    target.with_suffix(".json").write_text(json.dumps(record | json.loads(options.note), indent=2) + "\n")
    print(target, f"{target.stat().st_size / 2**20:.1f} MiB", max(wrong, key=lambda name: wrong[name]))


if __name__ == "__main__":
    main()
