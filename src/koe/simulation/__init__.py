"""Many listeners and many replicas on a simulated clock, by the arithmetic of the scheduler."""
