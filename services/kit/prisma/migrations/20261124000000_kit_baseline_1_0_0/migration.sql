-- The tables of release 1.0.0. replaces.json names the migrations that created them before.
-- What every service keeps beside its own facts.

CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz
);
CREATE INDEX outbox_waiting ON outbox (created_at) WHERE sent_at IS NULL;
-- Retention deletes the oldest rows first, here and by the indexes that end with _age.
CREATE INDEX outbox_sent_order ON outbox (sent_at, id) WHERE sent_at IS NOT NULL;

-- The stream that outbox rows were sent to; another one in its place means that all must be sent
-- again.
CREATE TABLE outbox_stream (
  name text PRIMARY KEY,
  created text NOT NULL,
  -- How far a stream that was lost is filled again: rows sent after refill_from (and this id), up
  -- to refill_until. Null: nothing to fill.
  refill_from timestamptz,
  refill_after uuid,
  refill_until timestamptz
);

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_age ON inbox (handled_at);

-- Events that failed again and again, set aside so that the others go on.
CREATE TABLE inbox_set_aside (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  error text NOT NULL,
  set_aside_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (consumer, event_id)
);

-- First answer to a keyed command. answer and refusal exclude each other.
CREATE TABLE idempotency (
  command text NOT NULL,
  scope text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  answer jsonb,
  refusal jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (command, scope, key)
);
CREATE INDEX idempotency_age ON idempotency (created_at);
-- Keys that a person's browser made; those that services make of a process or a row have a colon,
-- and are kept longer.
CREATE INDEX idempotency_age_of_browsers ON idempotency (created_at) WHERE position(':' in key) = 0;

-- Who changed what, when, old and new value; never secrets or card data.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL,
  actor_id bigint NOT NULL,
  actor_name text NOT NULL,
  op text NOT NULL CHECK (op IN ('insert', 'update', 'delete', 'action')),
  table_name text NOT NULL,
  row_id text NOT NULL,
  student_id bigint,
  change jsonb NOT NULL,
  request_id text NOT NULL,
  -- Network address of the request. Null: a service acted by itself.
  origin text
);
CREATE INDEX audit_row ON audit (table_name, row_id);
CREATE INDEX audit_student ON audit (student_id, at DESC) WHERE student_id IS NOT NULL;
-- The office reads the newest first.
CREATE INDEX audit_time ON audit (at DESC, id DESC);

-- A change that spans services, resumed by any replica after a crash.
CREATE TABLE process (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  scope text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  actor jsonb NOT NULL,
  input jsonb NOT NULL,
  state jsonb NOT NULL,
  step integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'dead', 'done', 'refused')),
  answer jsonb,
  refusal jsonb,
  attempts integer NOT NULL DEFAULT 0,
  next_run_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  owner text,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- failures: lasting errors in a row. ending: an operator wants it undone instead.
  failures integer NOT NULL DEFAULT 0,
  failure text,
  dead_at timestamptz,
  ending boolean NOT NULL DEFAULT false,
  UNIQUE (name, scope, key)
);
CREATE INDEX process_open ON process (next_run_at) WHERE status IN ('running', 'dead');
CREATE INDEX process_age ON process (created_at) WHERE status IN ('done', 'refused');

-- Mails to send; each is written in the transaction of its cause and sent by a job.
CREATE TABLE mail (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE,
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  attachments jsonb NOT NULL DEFAULT '[]',
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz,
  -- A mail that its server refused for days is a dead letter: next_try_at is infinity, and an
  -- operator may send it again.
  dead_at timestamptz
);
CREATE INDEX mail_waiting ON mail (next_try_at) WHERE sent_at IS NULL;
CREATE INDEX mail_dead ON mail (dead_at) WHERE dead_at IS NOT NULL;
CREATE INDEX mail_age ON mail (sent_at) WHERE sent_at IS NOT NULL;

-- Events that could not be handled. With dead_at they are dead letters: no replica tries them, an
-- alert says so, and an operator runs them again or ends them.
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

-- inbox_set_aside was their table before, to which pods of that time still write. It goes with a
-- later migration.
CREATE FUNCTION move_set_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dead_letter (consumer, event_id, type, payload, error, failed_at, dead_at)
  VALUES (NEW.consumer, NEW.event_id, NEW.type, NEW.payload, NEW.error, NEW.set_aside_at,
    NEW.set_aside_at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER move_set_aside BEFORE INSERT ON inbox_set_aside
  FOR EACH ROW EXECUTE FUNCTION move_set_aside();
