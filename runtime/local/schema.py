"""The tables of the database, and the triggers that keep the ledger append-only."""

APPLICATION_ID = 0x53544154
"""Marks a SQLite file as ours: `STAT`."""

VERSION = 2
"""The version of the tables, kept as SQLite's `user_version`."""

TRIGGERS = frozenset({"ledger_no_update", "ledger_no_delete"})
"""The triggers that refuse to change the ledger."""

TABLES = """
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A token as it is now. `number` and `hash` are those of its last row in the ledger.
CREATE TABLE token (
    id TEXT PRIMARY KEY COLLATE NOCASE,
    status TEXT NOT NULL,
    state TEXT NOT NULL,
    visit INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    context TEXT NOT NULL,
    counts TEXT NOT NULL,
    visits TEXT NOT NULL,
    entered_at INTEGER NOT NULL,
    entered_by TEXT,
    entered_payload TEXT NOT NULL,
    reason TEXT NOT NULL,
    number INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
    token TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (token, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- A token has at most one open task; `due` is when it may be claimed. Its status is `queued`,
-- `claimed` while a routine runs, or `outside` when the routine left its event to others.
CREATE TABLE task (
    token TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    visit INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    due INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'claimed', 'outside'))
) STRICT, WITHOUT ROWID;
CREATE INDEX task_due ON task (status, due);

CREATE TABLE timer (
    token TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    visit INTEGER NOT NULL,
    due INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX timer_due ON timer (due);

CREATE TABLE memory (
    token TEXT NOT NULL,
    state TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (token, state, key)
) STRICT, WITHOUT ROWID;
"""
"""All times are microseconds since 1970-01-01T00:00:00Z. Texts that a user chose are JSON,
since SQLite holds no lone surrogates."""
