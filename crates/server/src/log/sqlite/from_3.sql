-- From schema version 3 to 4: a check whether the file can be written commits a row.
CREATE TABLE health (
    number INTEGER PRIMARY KEY, -- always 1
    checks INTEGER NOT NULL
);
