-- From schema version 4 to 5: the check writes as much as a usual append.
DROP TABLE health;
CREATE TABLE health (
    number INTEGER PRIMARY KEY, -- always 1
    filler BLOB NOT NULL -- random bytes
);
