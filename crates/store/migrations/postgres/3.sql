-- Who made a thing: a table, a kept list or an uploaded replay. Several may have made one.
CREATE TABLE makers (
    holder TEXT COLLATE "C" NOT NULL,
    kind   TEXT COLLATE "C" NOT NULL,
    thing  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (holder, kind, thing)
);
CREATE INDEX makers_by_thing ON makers (thing);

-- When a list was last looked at. Of older ones nobody knows: they count from now on. The default is for nodes of the version
-- before, which may still write while the others are replaced.
ALTER TABLE lists ADD COLUMN seen BIGINT NOT NULL DEFAULT (extract(epoch FROM now()) * 1000)::bigint;
CREATE INDEX lists_by_look ON lists (seen) WHERE account IS NULL;

-- For the deletion of a table with all that belongs to it.
CREATE INDEX seats_by_game ON seats (game);
