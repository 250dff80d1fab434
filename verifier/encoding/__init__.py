"""Guards and data as terms, and the solver that is asked about them."""
