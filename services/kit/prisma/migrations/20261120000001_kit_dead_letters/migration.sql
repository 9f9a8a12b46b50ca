-- What fails again and again with an error that does not pass by itself becomes a dead letter: nobody
-- tries it any more, an alert says so, and an operator runs it again or ends it (redrive.ts).

-- failures: errors in a row that were no passing ones. ending: an operator wants it undone instead.
ALTER TABLE process
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN failure text,
  ADD COLUMN dead_at timestamptz,
  ADD COLUMN ending boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT process_status_check,
  ADD CONSTRAINT process_status_check CHECK (status IN ('running', 'dead', 'done', 'refused'));
CREATE INDEX process_open ON process (next_run_at) WHERE status IN ('running', 'dead');
DROP INDEX process_running;

-- Events that could not be handled: tried again until dead_at says that nobody tries them any more.
CREATE TABLE dead_letter (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  error text NOT NULL,
  failures integer NOT NULL DEFAULT 1,
  failed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_try_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  dead_at timestamptz,
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX dead_letter_waiting ON dead_letter (next_try_at) WHERE dead_at IS NULL;
CREATE INDEX dead_letter_dead ON dead_letter (dead_at) WHERE dead_at IS NOT NULL;

-- inbox_set_aside was their table before. Pods of the version before still write to it while a rollout
-- is under way; it goes with a later migration.
CREATE FUNCTION move_set_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dead_letter (consumer, event_id, type, payload, error, failed_at, dead_at)
  VALUES (NEW.consumer, NEW.event_id, NEW.type, NEW.payload, NEW.error, NEW.set_aside_at, NEW.set_aside_at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
INSERT INTO dead_letter (consumer, event_id, type, payload, error, failed_at, dead_at)
SELECT consumer, event_id, type, payload, error, set_aside_at, set_aside_at FROM inbox_set_aside;
DELETE FROM inbox_set_aside;
CREATE TRIGGER move_set_aside BEFORE INSERT ON inbox_set_aside FOR EACH ROW EXECUTE FUNCTION move_set_aside();
