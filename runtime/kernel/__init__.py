"""Pure: `step`, the guard evaluator, simulation. No clock, no randomness, no I/O."""
