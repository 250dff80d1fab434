"""From a solver's model back to small, valid data, and through `step`."""
