-- From form 2 to form 3: answers of the engine are kept.
CREATE TABLE answers (
    number INTEGER PRIMARY KEY, -- the newest has the highest
    key BLOB NOT NULL UNIQUE,
    bytes BLOB NOT NULL
);
