"""Proofs about an IR, and the real runs that refute it."""
