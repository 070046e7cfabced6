-- Who made a thing: a table, a kept list or an uploaded replay. Several may have made one.
CREATE TABLE makers (
    holder TEXT NOT NULL,
    kind   TEXT NOT NULL,
    thing  TEXT NOT NULL,
    PRIMARY KEY (holder, kind, thing)
) STRICT, WITHOUT ROWID;
CREATE INDEX makers_by_thing ON makers (thing);

-- When a list was last looked at. Of older ones nobody knows: they count from now on.
ALTER TABLE lists ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE lists SET seen = unixepoch() * 1000;
CREATE INDEX lists_by_look ON lists (seen) WHERE account IS NULL;

-- For the deletion of a table with all that belongs to it.
CREATE INDEX seats_by_game ON seats (game);
