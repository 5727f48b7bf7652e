"""Runs requests: composes text, model and audio into streams, and schedules them on the lanes (inference threads)."""
