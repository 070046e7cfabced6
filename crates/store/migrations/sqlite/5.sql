-- How names look to a reader, so that no new one looks like another. The program fills it for older accounts, which may share a look.
CREATE TABLE looks (
    look    TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (key),
    PRIMARY KEY (look, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_by_account ON looks (account);
