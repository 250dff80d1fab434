"""The local host: tokens in one SQLite file, routines in one folder, one process."""
