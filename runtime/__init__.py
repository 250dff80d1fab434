"""What runs: the pure kernel, and the hosts around it."""
