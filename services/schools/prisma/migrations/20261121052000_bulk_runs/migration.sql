-- Bulk runs as processes: what each student and exam of a run came to, as it was agreed when the run was ordered.
ALTER TABLE bulk_run ADD COLUMN process_id uuid UNIQUE, ADD COLUMN prepays boolean NOT NULL DEFAULT false;
-- one run a school at a time
CREATE UNIQUE INDEX bulk_run_one_open ON bulk_run (school_id) WHERE finished_at IS NULL;

ALTER TABLE bulk_student ADD COLUMN place integer NOT NULL DEFAULT 0,
  -- when payments was first asked for this student: for how long an unknown charge is waited for
  ADD COLUMN pay_asked_at timestamptz,
  ADD COLUMN error text;
ALTER TABLE bulk_student DROP CONSTRAINT bulk_student_step_check;
-- unknown: the run is over, and what became of the student's charge is still being found out
ALTER TABLE bulk_student ADD CONSTRAINT bulk_student_step_check CHECK (step IN ('waiting', 'checked', 'paid', 'unknown', 'done', 'failed'));
CREATE INDEX bulk_student_unknown ON bulk_student (run_id, student_id) WHERE step = 'unknown';

ALTER TABLE bulk_exam ADD COLUMN subject text NOT NULL DEFAULT '',
  ADD COLUMN vendor_name text NOT NULL DEFAULT '',
  ADD COLUMN credits integer NOT NULL DEFAULT 0 CHECK (credits >= 0),
  ADD COLUMN additional_charge_cents bigint NOT NULL DEFAULT 0 CHECK (additional_charge_cents >= 0),
  -- could be chosen when the run was ordered
  ADD COLUMN is_offered boolean NOT NULL DEFAULT true,
  -- whether the balance gave its sum; decided once, empty: not yet
  ADD COLUMN balance_taken boolean,
  ADD COLUMN credits_used integer NOT NULL DEFAULT 0 CHECK (credits_used >= 0),
  ADD COLUMN charged_cents bigint NOT NULL DEFAULT 0 CHECK (charged_cents >= 0);
