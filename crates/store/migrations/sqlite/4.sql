-- Whether a person sits or sat at the table. Of older ones that is so unless their summary says that every seat is an agent's.
ALTER TABLE games ADD COLUMN people INTEGER NOT NULL DEFAULT 1;
UPDATE games SET people = 0 WHERE CASE
    WHEN NOT json_valid(summary) THEN 0
    WHEN json_type(summary, '$.seats') IS NOT 'array' THEN 0
    WHEN json_array_length(summary, '$.seats') = 0 THEN 0
    ELSE NOT EXISTS (
        SELECT 1 FROM json_each(games.summary, '$.seats') AS seat
        WHERE CASE seat.type WHEN 'object' THEN json_extract(seat.value, '$.holder') IS NOT 'agent' ELSE 1 END
    )
END;
CREATE INDEX games_with_people ON games (status, updated, id) WHERE people;
