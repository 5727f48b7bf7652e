"""Measurements of speed, sound and output: what `koe bench` and `koe dev` run."""
