-- next is the length of the stream: the seq the next record gets.
CREATE TABLE games (
    id      TEXT    NOT NULL PRIMARY KEY,
    next    INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    status  TEXT    NOT NULL,
    listed  INTEGER NOT NULL,
    summary TEXT    NOT NULL
) STRICT;
CREATE INDEX games_by_time ON games (updated, id);
CREATE INDEX games_by_status ON games (status, updated, id);

CREATE TABLE records (
    game TEXT    NOT NULL REFERENCES games (id),
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    body TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT;

CREATE TABLE snapshots (
    game TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    seq  INTEGER NOT NULL,
    body TEXT    NOT NULL
) STRICT;

-- key is the name folded for comparison, name as its owner wrote it.
CREATE TABLE accounts (
    key           TEXT NOT NULL PRIMARY KEY,
    name          TEXT NOT NULL,
    password_hash TEXT NOT NULL
) STRICT;

CREATE TABLE logins (
    token_hash TEXT    NOT NULL PRIMARY KEY,
    account    TEXT    NOT NULL REFERENCES accounts (key),
    expires    INTEGER NOT NULL
) STRICT;
CREATE INDEX logins_by_expiry ON logins (expires);

CREATE TABLE seats (
    holder  TEXT    NOT NULL,
    game    TEXT    NOT NULL REFERENCES games (id),
    seat    INTEGER NOT NULL,
    PRIMARY KEY (holder, game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE lists (
    key     TEXT    NOT NULL PRIMARY KEY,
    account TEXT    REFERENCES accounts (key),
    game    TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    body    TEXT    NOT NULL,
    updated INTEGER NOT NULL
) STRICT;
CREATE INDEX lists_by_account ON lists (account, updated);
