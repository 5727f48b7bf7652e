"""The quality gate for builds of the model: held-out clips -> measures, statistics, a verdict (docs/quality.md)."""
