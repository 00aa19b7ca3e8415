-- Finished games. The names of the tables are those of the first version.
CREATE TABLE past (
    id INTEGER PRIMARY KEY,
    same INTEGER NOT NULL UNIQUE, -- a hash that all records of one game share
    black INTEGER NOT NULL, -- player.id
    white INTEGER NOT NULL,
    result INTEGER NOT NULL, -- 0 unknown, 1 black won, 2 draw, 3 white won
    margin INTEGER, -- for black, with empty squares for the winner
    ending INTEGER NOT NULL, -- 0 unknown, 1 played, 2 resigned, 3 out of time, 4 left, 5 foul
    theory INTEGER, -- black's discs with perfect play, plus 100 times the empty squares from which it was solved
    opening TEXT,
    plies INTEGER NOT NULL,
    day INTEGER NOT NULL, -- 20261115, with zeros for unknown parts
    event INTEGER NOT NULL, -- label.id
    source INTEGER NOT NULL, -- label.id
    variant TEXT, -- the code of the variant with this start; NULL for the standard start
    moves BLOB NOT NULL, -- one byte per turn: the square, from a1 = 0 to h8 = 63, or 64 for a pass
    game TEXT UNIQUE -- the id of a game of this server
);
CREATE INDEX past_by_day ON past (day);
CREATE INDEX past_by_black ON past (black, day);
CREATE INDEX past_by_white ON past (white, day);
CREATE INDEX past_by_opening ON past (opening, day);
CREATE INDEX past_by_source ON past (source, day);
CREATE INDEX past_by_variant ON past (variant, day);
CREATE INDEX past_by_self ON past (black) WHERE black = white; -- counts the games of a player from indexes alone

CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL -- the name as searches compare it
);

CREATE TABLE label (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
);

-- The index from positions to games, for recent games: one row per position.
CREATE TABLE place (
    key INTEGER NOT NULL, -- the position
    past INTEGER NOT NULL, -- the game
    mark INTEGER NOT NULL, -- the move played there (64 pass, 65 none), plus 256 times the result
    PRIMARY KEY (key, past)
) WITHOUT ROWID;

-- The same for older games, as sorted runs: rows of 14 bytes whose keys share their first bits. A table in
-- the order of keys would rewrite almost all pages for every thousand new games.
CREATE TABLE heap (
    id INTEGER PRIMARY KEY, -- 2^32 times the first bits of the keys, plus the id of the first game in it
    rows BLOB NOT NULL
);

-- Notes: names for WTHOR files, and the time of the last backfill.
CREATE TABLE note (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
