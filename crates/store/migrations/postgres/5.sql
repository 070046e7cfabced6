-- How names look to a reader, so that no new one looks like another. The program fills it for older accounts, which may share a look.
CREATE TABLE looks (
    look    TEXT COLLATE "C" NOT NULL,
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (key),
    PRIMARY KEY (look, account)
);
CREATE INDEX looks_by_account ON looks (account);
