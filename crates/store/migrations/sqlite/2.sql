-- The row that a look at the store's health writes: only a real write shows a full disk.
CREATE TABLE health (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
