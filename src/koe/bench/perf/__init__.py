"""The perf gate: ratios to kokoro-onnx in one run, compared with those of a stored baseline."""
