-- From form 1 to form 2: tournaments have logs, and something can be kept beside a game.
ALTER TABLE games ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tournaments_by_status ON games (status, updated, id) WHERE kind = 1;
CREATE TABLE attachments (
    game INTEGER NOT NULL,
    name TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (game, name)
) WITHOUT ROWID;
