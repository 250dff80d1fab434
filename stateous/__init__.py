"""Write a process down once; prove it; run it."""
