-- What every service keeps beside its own facts. See database.ts, outbox.ts, inbox.ts, process.ts and mail.ts.

CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz
);
CREATE INDEX outbox_waiting ON outbox (created_at) WHERE sent_at IS NULL;
CREATE INDEX outbox_sent ON outbox (sent_at);

-- The stream that outbox rows were sent to; another one in its place means that all must be sent again.
CREATE TABLE outbox_stream (
  name text PRIMARY KEY,
  created text NOT NULL
);

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (consumer, event_id)
);

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
  request_id text NOT NULL
);
CREATE INDEX audit_row ON audit (table_name, row_id);
CREATE INDEX audit_student ON audit (student_id, at DESC) WHERE student_id IS NOT NULL;

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
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'refused')),
  answer jsonb,
  refusal jsonb,
  attempts integer NOT NULL DEFAULT 0,
  next_run_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  owner text,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (name, scope, key)
);
CREATE INDEX process_running ON process (next_run_at) WHERE status = 'running';

-- Letters to send; each is written in the transaction of its cause and sent by a job.
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
  sent_at timestamptz
);
CREATE INDEX mail_waiting ON mail (next_try_at) WHERE sent_at IS NULL;
