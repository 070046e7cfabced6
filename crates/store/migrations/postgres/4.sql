-- Whether a person sits or sat at the table. Of older ones that is so unless their summary says that every seat is an agent's.
ALTER TABLE games ADD COLUMN people BOOLEAN NOT NULL DEFAULT true;
CREATE FUNCTION pg_temp.only_agents(summary text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    seats jsonb;
BEGIN
    seats := summary::jsonb -> 'seats';
    IF seats IS NULL OR jsonb_typeof(seats) <> 'array' OR jsonb_array_length(seats) = 0 THEN
        RETURN false;
    END IF;
    RETURN NOT EXISTS (
        SELECT 1 FROM jsonb_array_elements(seats) AS seat WHERE seat ->> 'holder' IS DISTINCT FROM 'agent'
    );
EXCEPTION WHEN OTHERS THEN
    RETURN false; -- it is no JSON, or what jsonb cannot hold
END $$;
UPDATE games SET people = false WHERE pg_temp.only_agents(summary);
DROP FUNCTION pg_temp.only_agents(text);
CREATE INDEX games_with_people ON games (status, updated, id) WHERE people;
