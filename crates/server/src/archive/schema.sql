-- Games that are over.
CREATE TABLE past (
    id INTEGER PRIMARY KEY,
    same INTEGER NOT NULL UNIQUE, -- a hash of what two records of one game have in common
    black INTEGER NOT NULL, -- in player
    white INTEGER NOT NULL,
    result INTEGER NOT NULL, -- 0 not known, 1 black won, 2 nobody won, 3 white won
    margin INTEGER, -- black's, with the empty squares for the winner
    ending INTEGER NOT NULL, -- 0 not told, 1 played, 2 resigned, 3 out of time, 4 left
    theory INTEGER, -- what perfect play would have given: black's discs, and 100 times the empty squares from which it was solved
    opening TEXT,
    plies INTEGER NOT NULL,
    day INTEGER NOT NULL, -- 20261115, with zeros where it is not known
    event INTEGER NOT NULL, -- in label
    source INTEGER NOT NULL, -- in label
    variant TEXT, -- the code of what begins where the game does; nothing for the standard start
    moves BLOB NOT NULL, -- a byte a turn: the square, a1 is 0 and h8 63, or 64 for a pass
    game TEXT UNIQUE -- the name of a game of this server
);
CREATE INDEX past_by_day ON past (day);
CREATE INDEX past_by_black ON past (black, day);
CREATE INDEX past_by_white ON past (white, day);
CREATE INDEX past_by_opening ON past (opening, day);
CREATE INDEX past_by_source ON past (source, day);
CREATE INDEX past_by_variant ON past (variant, day);
CREATE INDEX past_by_self ON past (black) WHERE black = white; -- so that games of a player are counted by indexes alone

CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL -- as it is looked for
);

CREATE TABLE label (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
);

-- Which games went through a position, and what was played there. New games are few, and have a row for each of their positions.
CREATE TABLE place (
    key INTEGER NOT NULL, -- the position
    past INTEGER NOT NULL, -- the game
    mark INTEGER NOT NULL, -- the move that was played there (64 a pass, 65 none), and 256 times the result
    PRIMARY KEY (key, past)
) WITHOUT ROWID;

-- The same for many games at a time: rows in heaps by the first bits of their keys, 14 bytes each, sorted. Kept in the order of keys, each thousand
-- of new games would write to all pages there are.
CREATE TABLE heap (
    id INTEGER PRIMARY KEY, -- 2^32 times the first bits of the keys, and one of the games in it
    rows BLOB NOT NULL
);

-- What is to be remembered: names for files of WTHOR, up to when the games of the server have been looked through.
CREATE TABLE note (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
