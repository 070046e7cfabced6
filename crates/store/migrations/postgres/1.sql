-- next is the length of the stream: the seq the next record gets.
CREATE TABLE games (
    id      TEXT    COLLATE "C" NOT NULL PRIMARY KEY,
    next    BIGINT  NOT NULL,
    updated BIGINT  NOT NULL,
    game    TEXT    NOT NULL,
    status  TEXT    NOT NULL,
    listed  BOOLEAN NOT NULL,
    summary TEXT    NOT NULL
);
CREATE INDEX games_by_time ON games (updated, id);
CREATE INDEX games_by_status ON games (status, updated, id);

CREATE TABLE records (
    game TEXT   COLLATE "C" NOT NULL REFERENCES games (id),
    seq  BIGINT NOT NULL,
    at   BIGINT NOT NULL,
    body TEXT   NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE TABLE snapshots (
    game TEXT   COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id),
    seq  BIGINT NOT NULL,
    body TEXT   NOT NULL
);

-- key is the name folded for comparison, name as its owner wrote it.
CREATE TABLE accounts (
    key           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name          TEXT NOT NULL,
    password_hash TEXT NOT NULL
);

CREATE TABLE logins (
    token_hash TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    account    TEXT   COLLATE "C" NOT NULL REFERENCES accounts (key),
    expires    BIGINT NOT NULL
);
CREATE INDEX logins_by_expiry ON logins (expires);

CREATE TABLE seats (
    holder  TEXT     COLLATE "C" NOT NULL,
    game    TEXT     COLLATE "C" NOT NULL REFERENCES games (id),
    seat    SMALLINT NOT NULL,
    PRIMARY KEY (holder, game, seat)
);

CREATE TABLE lists (
    key     TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    account TEXT   COLLATE "C" REFERENCES accounts (key),
    game    TEXT   NOT NULL,
    name    TEXT   NOT NULL,
    body    TEXT   NOT NULL,
    updated BIGINT NOT NULL
);
CREATE INDEX lists_by_account ON lists (account, updated);
