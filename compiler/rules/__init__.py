"""The rules that the compiler reports, one module for each subject."""
