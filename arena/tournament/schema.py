"""What a store's file looks like: one SQLite database, its tables and columns.

A change of these is a new `FORMAT`, and needs a way there from the one before: see
`arena.tournament.migrations`.
"""

from __future__ import annotations

APPLICATION_ID = int.from_bytes(b"ARNA", "big")
"""Marks a SQLite file as ours; `file` and other tools can show it."""
FORMAT = 4
"""Raised with every change of the schema, and where the same seeds or the rules come to give other games."""

SCHEMA = """
CREATE TABLE events (            -- what the tournament file said; a new row each time that it changed
    id INTEGER PRIMARY KEY,
    began REAL NOT NULL,         -- seconds since 1970, as all times here
    description TEXT NOT NULL    -- JSON: see arena.tournament.snapshot
);
CREATE TABLE tables (            -- bots that meet at one game
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,      -- 0 in kinds of schedule without rounds
    bots TEXT NOT NULL,          -- JSON
    stopped TEXT,                -- why its matches are not issued any more; NULL for a sound table
    UNIQUE (game, players, number)
);
CREATE INDEX tables_by_round ON tables (game, players, round);
CREATE TABLE matches (           -- the schedule, in its order
    place INTEGER PRIMARY KEY,   -- MatchResult.order
    id TEXT NOT NULL UNIQUE,
    table_id INTEGER NOT NULL REFERENCES tables,
    deal INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    bots TEXT NOT NULL,          -- JSON, by seat
    shuffle TEXT NOT NULL,       -- equal, at one game and size of table, where the cards fall alike
    state TEXT NOT NULL CHECK (state IN ('waiting', 'issued', 'fixed', 'stopped', 'cancelled'))
);
CREATE INDEX matches_by_state ON matches (state);    -- and so by place
CREATE INDEX matches_by_table ON matches (table_id, deal);
CREATE TABLE absences (          -- bots that were dropped or withdrawn: they are paired no more
    bot TEXT NOT NULL,
    since INTEGER NOT NULL,      -- how many tables had been scheduled
    until INTEGER,               -- the same when it was back; NULL while it is out
    reason TEXT NOT NULL,
    entry TEXT                   -- JSON: what was dropped, as the description has it; NULL if withdrawn
);
CREATE INDEX absences_by_end ON absences (until);
CREATE TABLE attempts (          -- each time that a match was issued
    id INTEGER PRIMARY KEY,
    match TEXT NOT NULL,
    event INTEGER NOT NULL REFERENCES events,
    began REAL NOT NULL,
    ended REAL,
    outcome TEXT CHECK (outcome IN ('fixed', 'void', 'interrupted')),    -- NULL while it is played
    reason TEXT,                 -- for what has no result
    processes TEXT               -- JSON by seat, what names each bot's process in its whole life; NULL where
                                 -- that is not known, because the worker died, and they with it
);
CREATE INDEX attempts_by_match ON attempts (match);
CREATE INDEX attempts_by_outcome ON attempts (outcome);
CREATE TABLE results (           -- derived from the record of each fixed match; JSON lists run by seat
    place INTEGER PRIMARY KEY REFERENCES matches,
    ranks TEXT NOT NULL,
    scores TEXT NOT NULL,
    faults TEXT NOT NULL,
    decisions TEXT NOT NULL,
    ms TEXT NOT NULL
);
CREATE TABLE replays (           -- the records themselves: see arena.tournament.packing
    place INTEGER PRIMARY KEY REFERENCES matches,
    replay BLOB NOT NULL
);
CREATE TABLE book (              -- what a book has made of the results so far, entry by entry
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL          -- JSON
) WITHOUT ROWID;
"""
