-- Games have a number besides their name, so that the events of games that are played at the same time lie near each other.
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    status INTEGER NOT NULL, -- 0 open, 1 playing, 2 over
    listed INTEGER NOT NULL,
    updated INTEGER NOT NULL, -- milliseconds since 1970
    holders TEXT NOT NULL, -- those in the table holders, with spaces between
    data TEXT NOT NULL,
    kind INTEGER NOT NULL DEFAULT 0 -- 0 a game, 1 a tournament
);
CREATE INDEX games_by_status ON games (status, updated, id);
CREATE INDEX tournaments_by_status ON games (status, updated, id) WHERE kind = 1;

CREATE TABLE events (
    game INTEGER NOT NULL, -- its number
    version INTEGER NOT NULL,
    at INTEGER NOT NULL, -- milliseconds since 1970
    event TEXT NOT NULL,
    PRIMARY KEY (game, version)
) WITHOUT ROWID;

CREATE TABLE holders (
    holder TEXT NOT NULL,
    game INTEGER NOT NULL, -- its number
    PRIMARY KEY (holder, game)
) WITHOUT ROWID;

-- What is kept beside a game, such as what was said to its bots and by them.
CREATE TABLE attachments (
    game INTEGER NOT NULL, -- its number
    name TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (game, name)
) WITHOUT ROWID;

-- Answers of the engine by a hash of what was asked. They can be found again, so the oldest go where there are too many.
CREATE TABLE answers (
    number INTEGER PRIMARY KEY, -- the newest has the highest
    key BLOB NOT NULL UNIQUE,
    bytes BLOB NOT NULL
);

-- One row, which every check whether the file can be written replaces.
CREATE TABLE health (
    number INTEGER PRIMARY KEY, -- always 1
    filler BLOB NOT NULL -- random bytes
);
